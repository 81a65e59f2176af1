"""Certificates: one question of sight with its answer, pictures, reasons and all it rests on."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TypedDict

import msgspec
from PIL import Image

from sim.cli.certificate_data import certificate_data, encoded, unusual_options
from sim.cli.certificate_pictures import CAPTIONED, captions, pictures_of, scene_of
from sim.cli.judged import Judged
from sim.engine.documents import Picture
from sim.errors import UsageError
from sim.reports.certificate import (
    Certificate,
    certificate_document,
    tone_of,
)
from sim.reports.html import as_html
from sim.reports.html_text import read_page
from sim.reports.scene3d import BUDGET, Drawn, draw_scene
from sim.table.files import write_whole
from sim.words import say

__all__ = ["KINDS", "MOST_BYTES", "shown_words", "write_certificate"]

KINDS = (".html", ".pdf", ".json")
#: A page is never larger; its scene is drawn with fewer triangles until it fits.
MOST_BYTES = 3_000_000
DATA, DRAWING = "certificate", "drawing"
#: Where nothing more is gained by drawing fewer triangles.
LEAST_BUDGET = 1000


def write_certificate(judged: Judged, path: Path) -> None:
    """Write a certificate as a page, a PDF or JSON, by the ending of its name.

    Raises
    ------
    UsageError
        When the ending is none of ``.html``, ``.pdf`` and ``.json``, or nothing can be written
        there.
    """
    kind = path.suffix.lower()
    if kind not in KINDS:
        raise UsageError("certificate.kinds", found=path.name)
    data = encoded(certificate_data(judged))
    made = data + b"\n" if kind == ".json" else _drawn(judged, kind, data)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, made)
    except OSError as error:
        raise UsageError("cli.cannot_write", path=path, detail=error.strerror or "") from error


def _drawn(judged: Judged, kind: str, data: bytes) -> bytes:
    """Return the page or PDF; a page over its limit is drawn with fewer triangles."""
    found = _content(judged)
    pictures = pictures_of(judged)
    budget = BUDGET
    while True:
        drawn = draw_scene(scene_of(judged), budget)
        document = certificate_document(
            found, pictures["eye"], pictures["plan"], pictures["model"], drawn
        )
        if kind == ".pdf":
            from sim.reports.pdf import as_pdf

            return as_pdf(document, attached={f"{DATA}.json": data}, **_around(found))
        attached = {DATA: data, DRAWING: encoded(_drawing(drawn))}
        page = as_html(document, attached=attached, **_around(found)).encode()
        if len(page) <= MOST_BYTES or budget < LEAST_BUDGET:
            return page
        budget = budget * 3 // 4


class _Around(TypedDict):
    """What stands round a document's blocks."""

    kicker: str
    tone: str
    footer: str


def _around(found: Certificate) -> _Around:
    names = dict(zip(("looker", "target"), found.asked, strict=True))
    return {
        "kicker": say("certificate.kicker", scene=found.scene_name, **names),
        "tone": tone_of(found),
        "footer": say("certificate.footer"),
    }


def _drawing(drawn: Drawn) -> dict[str, float]:
    return {
        "triangles": drawn.triangles,
        "drawn": drawn.drawn,
        "deviation_in": drawn.deviation_in,
    }


def shown_words(judged: Judged, drawing: str) -> list[str]:
    """Return the lines that a page of this judgement shows.

    Parameters
    ----------
    drawing : str
        What the page says of how its scene was drawn, as JSON; on that alone it is believed.
    """
    found = _content(judged)
    try:
        drawn = msgspec.json.decode(drawing or "{}", type=_DrawingFile)
    except msgspec.DecodeError:
        drawn = _DrawingFile()
    blank = io.BytesIO()
    Image.new("RGB", (1, 1)).save(blank, "PNG")
    under = captions(judged)
    eye, plan, model = (Picture(blank.getvalue(), under[name]) for name in CAPTIONED)
    made = Drawn(b"{}", drawn.triangles, drawn.drawn, drawn.deviation_in)
    document = certificate_document(found, eye, plan, model, made)
    return read_page(as_html(document, **_around(found))).lines


class _DrawingFile(msgspec.Struct, frozen=True):
    triangles: int = 0
    drawn: int = 0
    deviation_in: float = 0.0


def _content(judged: Judged) -> Certificate:
    rests_on = certificate_data(judged)["certificate"]
    return Certificate(
        asked=judged.asked,
        shooter=judged.shooter.id,
        target=judged.target.id,
        report=judged.report,
        cover=judged.cover,
        explanation=judged.explanation,
        rules=judged.rules,
        options=unusual_options(judged),
        scene_name=judged.opened.scene.name,
        scene_text=rests_on["scene"],
        scene_digest=rests_on["scene_digest"],
        files=rests_on["files"],
        versions={
            say(f"certificate.version.{key}"): value for key, value in rests_on["versions"].items()
        },
        pairs=tuple((each.looker, each.target, each.sight) for each in judged.pairs),
    )
