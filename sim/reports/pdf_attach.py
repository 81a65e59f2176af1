"""A file put inside a PDF that is being written."""

from __future__ import annotations

import zlib
from typing import Any

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFName,
    PDFStream,
    PDFString,
)

__all__ = ["attach"]


def attach(canvas: Any, name: str, data: bytes) -> None:
    """Put a file into the PDF that `canvas` writes, as its one attachment."""
    document = canvas._doc
    packed = zlib.compress(data, 9)
    keys = PDFDictionary(
        {
            "Type": PDFName("EmbeddedFile"),
            "Subtype": PDFName("application/json"),
            "Filter": PDFName("FlateDecode"),
            "Params": PDFDictionary({"Size": len(data)}),
        }
    )
    stream = document.Reference(PDFStream(keys, packed))
    spec = PDFDictionary(
        {
            "Type": PDFName("Filespec"),
            "F": PDFString(name),
            "UF": PDFString(name),
            "EF": PDFDictionary({"F": stream}),
        }
    )
    names = PDFDictionary({"Names": PDFArray([PDFString(name), document.Reference(spec)])})
    document.Catalog.Names = PDFDictionary({"EmbeddedFiles": document.Reference(names)})
