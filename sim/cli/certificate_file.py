"""Certificates read back: out of a page, a PDF or JSON, trusting nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import msgspec

from sim.cli.certificate_data import FORMAT
from sim.errors import UsageError
from sim.reports.html_text import PageText, read_page
from sim.reports.pdf_data import attached_file
from sim.table.facts import Measured
from sim.words import say

__all__ = ["Asked", "CertificateFile", "ReadCertificate", "RestsOn", "read_certificate"]

#: Bytes of a file, and of the data unpacked out of a PDF.
MOST_BYTES = 10_000_000
#: Levels of nesting; explanations are the deepest part and far from it.
MOST_DEEP = 120

Error = Annotated[float, msgspec.Meta(ge=0, le=100)]


class MeasuredFile(msgspec.Struct, frozen=True):
    """How well the table was measured, inches."""

    places_in: Error = 0.0
    pieces_in: Error = 0.0
    heights_in: Error = 0.0
    eye_in: Error = 0.0


class Asked(msgspec.Struct, frozen=True):
    """How the question was asked."""

    rules: str
    options: dict[str, str]
    prove: bool
    second_opinion: bool
    measured: MeasuredFile | None = None

    def error(self) -> Measured | None:
        """Return the error of measurement that was asked about."""
        return None if self.measured is None else Measured(**msgspec.structs.asdict(self.measured))


class RestsOn(msgspec.Struct, frozen=True):
    """What a certificate rests on."""

    format: str
    asked: Asked
    scene: str
    scene_digest: str
    files: dict[str, str]
    versions: dict[str, str]
    seal: str


class CertificateFile(msgspec.Struct, frozen=True, rename={"shooter": "from", "target": "to"}):
    """What must be in a certificate for its question to be asked again."""

    shooter: str
    target: str
    versions: dict[str, str]
    certificate: RestsOn


@dataclass(frozen=True)
class ReadCertificate:
    """A certificate as read.

    Attributes
    ----------
    question : CertificateFile
    data : mapping
        All fields, as stated.
    page : PageText or None
        The words of the page it came in.
    """

    question: CertificateFile
    data: Mapping[str, Any]
    page: PageText | None


def read_certificate(path: Path) -> ReadCertificate:
    """Return the certificate in a file.

    Raises
    ------
    UsageError
        When the file cannot be read or holds no certificate.
    """
    name = path.name
    raw = _bytes(path)
    page = None
    if raw.lstrip()[:1] == b"{":
        data = raw
    elif raw.startswith(b"%PDF-"):
        attached = attached_file(raw, MOST_BYTES)
        if attached is None:
            raise UsageError("certificate.none_here", file=name)
        data = attached
    else:
        page = _page(raw, name)
        data = page.data["certificate"][0].encode()
    question, fields = _decoded(data, name)
    found = question.certificate.format[:40]
    if found != FORMAT:
        raise UsageError("certificate.other_format", file=name, found=found, expected=FORMAT)
    return ReadCertificate(question, fields, page)


def _bytes(path: Path) -> bytes:
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise UsageError("certificate.too_large", file=path.name, bytes=size, limit=MOST_BYTES)
        return path.read_bytes()
    except OSError as error:
        detail = error.strerror or ""
        raise UsageError("certificate.unreadable", file=path.name, detail=detail) from error


def _page(raw: bytes, name: str) -> PageText:
    try:
        page = read_page(raw.decode())
    except (UnicodeDecodeError, AssertionError) as error:
        raise UsageError("certificate.none_here", file=name) from error
    found = page.data.get("certificate", [])
    if not found:
        raise UsageError("certificate.none_here", file=name)
    if len(found) > 1:
        raise UsageError("certificate.twice", file=name)
    return page


def _decoded(data: bytes, name: str) -> tuple[CertificateFile, Mapping[str, Any]]:
    try:
        fields = msgspec.json.decode(data, type=dict[str, Any])
        if _depth(fields) > MOST_DEEP:
            raise RecursionError
        return msgspec.convert(fields, CertificateFile), fields
    except RecursionError as error:
        nested = say("certificate.nested")
        raise UsageError("certificate.not_whole", file=name, detail=nested) from error
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise UsageError("certificate.not_whole", file=name, detail=str(error)) from error


def _depth(value: object) -> int:
    """Return how deep lists and mappings are nested, without recursion."""
    deepest, waiting = 0, [(value, 1)]
    while waiting:
        each, depth = waiting.pop()
        deepest = max(deepest, depth)
        inner: list[Any] = []
        if isinstance(each, dict):
            inner = list(each.values())
        elif isinstance(each, list):
            inner = each
        waiting += [(one, depth + 1) for one in inner]
    return deepest
