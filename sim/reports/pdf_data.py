"""A file inside a PDF of ours, found again with nothing but zlib."""

from __future__ import annotations

import re
import zlib

__all__ = ["attached_file"]

_STREAM = re.compile(
    rb"<<(?P<keys>(?:[^<>]|<<[^<>]*>>|<[0-9A-Fa-f]*>)*)>>\s*stream\r?\n", re.DOTALL
)


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
