"""Certificates: one question of sight with its answer, pictures, reasons and all it rests on."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sim.cli.cameras import as_seen
from sim.cli.certificate_data import certificate_data, encoded, options_of, versions_of
from sim.cli.judged import Judged
from sim.engine.documents import Document, Picture
from sim.errors import UsageError
from sim.reports.certificate import (
    Certificate,
    certificate_document,
    tone_of,
)
from sim.reports.html import as_html
from sim.reports.scene3d import BUDGET, draw_scene
from sim.reports.sight_lines import SightLine, SightScene, sight_lines
from sim.table.files import write_whole
from sim.words import say

__all__ = ["KINDS", "MOST_BYTES", "write_certificate"]

KINDS = (".html", ".pdf", ".json")
#: A page is never larger; its scene is drawn with fewer triangles until it fits.
MOST_BYTES = 3_000_000
#: Pixels across a picture.
WIDTH = 1280
DATA = "certificate"


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
    made = data + b"\n" if kind == ".json" else _drawn(judged, kind, data, path.name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, made)
    except OSError as error:
        raise UsageError("cli.cannot_write", path=path, detail=error.strerror or "") from error


def _drawn(judged: Judged, kind: str, data: bytes, name: str) -> bytes:
    """Return the page or PDF; a page over its limit is drawn with fewer triangles."""
    found = _content(judged)
    small = {
        "kicker": say(
            "certificate.kicker",
            scene=found.scene_name,
            looker=found.shooter,
            target=found.target,
        ),
        "tone": tone_of(found),
        "footer": say("certificate.footer", file=name),
    }
    pictures = _pictures(judged)
    budget = BUDGET
    while True:
        document = _document(judged, found, pictures, budget)
        if kind == ".pdf":
            from sim.reports.pdf import as_pdf

            return as_pdf(document, attached={f"{DATA}.json": data}, **small)
        page = as_html(document, attached={DATA: data}, **small).encode()
        if len(page) <= MOST_BYTES or budget < 1000:
            return page
        budget //= 2


def _content(judged: Judged) -> Certificate:
    data = certificate_data(judged)
    return Certificate(
        shooter=judged.shooter.id,
        target=judged.target.id,
        report=judged.report,
        cover=judged.cover,
        explanation=judged.explanation,
        rules=judged.rules,
        options=options_of(judged),
        scene_name=judged.opened.scene.name,
        scene_text=data["scene"]["text"],
        scene_digest=data["scene"]["digest"],
        files=data["files"],
        versions={
            say(f"certificate.version.{key}"): value for key, value in versions_of(judged).items()
        },
    )


def _document(
    judged: Judged, found: Certificate, pictures: Mapping[str, Picture], budget: int
) -> Document:
    drawn = draw_scene(_scene(judged), budget)
    return certificate_document(found, pictures["eye"], pictures["plan"], pictures["model"], drawn)


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
    names = {"looker": judged.shooter.id, "target": judged.target.id}
    return {
        "eye": Picture(eye, say("certificate.picture.eye", **names)),
        "plan": Picture(
            camera.plan(window=frame.window, lines=lines), say("certificate.picture.plan")
        ),
        "model": Picture(
            camera.look_at(*frame.side_view, lines=lines), say("certificate.picture.model")
        ),
    }


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
