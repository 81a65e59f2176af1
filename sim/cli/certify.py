"""Certificates: one question of sight with its answer, pictures, reasons and all it rests on."""

from __future__ import annotations

import io
import math
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

import msgspec
from PIL import Image

from sim.cli.cameras import as_seen
from sim.cli.certificate_data import certificate_data, encoded, options_of
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
from sim.reports.sight_lines import SightLine, SightScene, sight_lines
from sim.table.files import write_whole
from sim.words import say

__all__ = ["KINDS", "MOST_BYTES", "shown_words", "write_certificate"]

KINDS = (".html", ".pdf", ".json")
#: A page is never larger; its scene is drawn with fewer triangles until it fits.
MOST_BYTES = 3_000_000
#: Pixels across a picture.
WIDTH = 1280
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
    pictures = _pictures(judged)
    budget = BUDGET
    while True:
        drawn = draw_scene(_scene(judged), budget)
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
        budget //= 2


class _Around(TypedDict):
    """What stands round a document's blocks."""

    kicker: str
    tone: str
    footer: str


def _around(found: Certificate) -> _Around:
    names = {"looker": found.shooter, "target": found.target}
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
    captions = _captions(judged)
    eye, plan, model = (Picture(blank.getvalue(), captions[n]) for n in ("eye", "plan", "model"))
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
        shooter=judged.shooter.id,
        target=judged.target.id,
        report=judged.report,
        cover=judged.cover,
        explanation=judged.explanation,
        rules=judged.rules,
        options=options_of(judged),
        scene_name=judged.opened.scene.name,
        scene_text=rests_on["scene"],
        scene_digest=rests_on["scene_digest"],
        files=rests_on["files"],
        versions={
            say(f"certificate.version.{key}"): value for key, value in rests_on["versions"].items()
        },
        pairs=tuple((each.looker, each.target, each.sight) for each in judged.pairs),
    )


def _scene(judged: Judged) -> SightScene:
    from sim.view.livery import liveries

    scene = judged.opened.scene
    sides = [side.id for side in as_seen(scene).sides]
    cloths = {side: livery.cloth for side, livery in liveries(sides).items()}
    return SightScene(
        judged.opened.facts,
        judged.report,
        judged.shooter,
        judged.target,
        scene.minis,
        cloths,
    )


def _pictures(judged: Judged) -> dict[str, Picture]:
    """Return the eye's picture, the plan round the two, and the scene from the side."""
    from sim.view.pictures import Line, SceneCamera

    def line(each: SightLine) -> Line:
        state, stop = ("clear", None) if each.free else ("blocked", each.stop)
        return Line(each.start, each.end, state, stop)

    scene, facts = judged.opened.scene, judged.opened.facts
    camera = SceneCamera(facts, as_seen(scene), width=WIDTH)
    lines = [line(each) for each in sight_lines(_scene(judged))]
    frame = _Frame.of(judged)
    eye = camera.eye(judged.shooter.stand, judged.target.stand, judged.report.sight)
    captions = _captions(judged)
    return {
        "eye": Picture(eye, captions["eye"]),
        "plan": Picture(camera.plan(window=frame.window, lines=lines), captions["plan"]),
        "model": Picture(camera.look_at(*frame.side_view, lines=lines), captions["model"]),
    }


def _captions(judged: Judged) -> dict[str, str]:
    names = {"looker": judged.shooter.id, "target": judged.target.id}
    return {name: say(f"certificate.picture.{name}", **names) for name in ("eye", "plan", "model")}


@dataclass(frozen=True)
class _Frame:
    """Where pictures of a pair are taken from.

    Attributes
    ----------
    eye, target : (x, y, z)
    """

    eye: tuple[float, float, float]
    target: tuple[float, float, float]

    @classmethod
    def of(cls, judged: Judged) -> _Frame:
        facts, target = judged.opened.facts, judged.target.stand
        middle = facts.support_under(target) + facts.model(target).height_in / 2
        return cls(facts.eye(judged.shooter.stand), (*target.pose.at, middle))

    @property
    def window(self) -> tuple[float, float, float, float]:
        """The part of the plan to show: both with some table round them, four wide to three."""
        (ax, ay, _), (bx, by, _) = self.eye, self.target
        wide, deep = abs(ax - bx) + 8.0, abs(ay - by) + 8.0
        wide, deep = max(wide, deep * 16 / 10, 16.0), max(deep, wide * 10 / 16, 10.0)
        x, y = (ax + bx) / 2, (ay + by) / 2
        return (x - wide / 2, y - deep / 2, x + wide / 2, y + deep / 2)

    @property
    def side_view(self) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
        """Eye and aim of a picture across the line, from the side nearer the reader."""
        (ax, ay, az), (bx, by, bz) = self.eye, self.target
        length = math.hypot(bx - ax, by - ay) or 1.0
        along = ((bx - ax) / length, (by - ay) / length)
        side = (along[1], -along[0]) if along[0] >= 0 else (-along[1], along[0])
        middle = ((ax + bx) / 2, (ay + by) / 2, (az + bz) / 2)
        away = max(length / 2, 2.0) + 1.6
        away *= 1.75
        eye = (
            middle[0] + side[0] * away * 0.86 - along[0] * away * 0.3,
            middle[1] + side[1] * away * 0.86 - along[1] * away * 0.3,
            middle[2] + max(away * 0.5, 3.0),
        )
        return eye, middle
