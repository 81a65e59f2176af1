"""Files inside a PDF: attached when it is written, and found again with nothing but zlib."""

from __future__ import annotations

import re
import zlib
from typing import Any

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFName,
    PDFStream,
    PDFString,
)

__all__ = ["attach", "attached_file"]

_STREAM = re.compile(
    rb"<<(?P<keys>(?:[^<>]|<<[^<>]*>>|<[0-9A-Fa-f]*>)*)>>\s*stream\r?\n", re.DOTALL
)


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


def attached_file(pdf: bytes, limit: int) -> bytes | None:
    """Return the attached file of a PDF, or None where there is none that can be read.

    Parameters
    ----------
    limit : int
        Bytes; a file that unpacks to more counts as none.
    """
    for found in _STREAM.finditer(pdf):
        keys = found["keys"]
        if b"/EmbeddedFile" not in keys or b"/FlateDecode" not in keys:
            continue
        unpacker = zlib.decompressobj()
        try:
            data = unpacker.decompress(pdf[found.end() :], limit + 1)
        except zlib.error:
            continue
        if unpacker.eof and len(data) <= limit:
            return data
    return None
