"""The pictures of a certificate: the eye's, the plan round the two, the scene from the side."""

from __future__ import annotations

import math
from dataclasses import dataclass

import msgspec

from sim.cli.judged import Judged
from sim.engine.as_seen import as_seen
from sim.engine.documents import Picture
from sim.engine.observed import Observed
from sim.reports.sight_lines import SightLine, SightScene, sight_lines
from sim.words import say

__all__ = ["CAPTIONED", "captions", "pictures_of", "scene_of"]

Point3 = tuple[float, float, float]
Window = tuple[float, float, float, float]

CAPTIONED = ("eye", "plan", "model")
#: Pixels across a picture.
WIDTH = 1440
#: Inches of table round the two on a plan, and round the plan in the picture from the side.
ROUND_IN, ABOUT_IN = 4.0, 5.0


def captions(judged: Judged) -> dict[str, str]:
    """Return what stands under each picture."""
    names = {"looker": judged.shooter.id, "target": judged.target.id}
    return {name: say(f"certificate.picture.{name}", **names) for name in CAPTIONED}


def scene_of(judged: Judged) -> SightScene:
    """Return what the sight is drawn from."""
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


def pictures_of(judged: Judged) -> dict[str, Picture]:
    """Return the pictures by their names."""
    from sim.view.pictures import Line, SceneCamera

    def line(each: SightLine) -> Line:
        state, stop = ("clear", None) if each.free else ("blocked", each.stop)
        return Line(each.start, each.end, state, stop)

    observed, report = as_seen(judged.opened.scene), judged.report
    lines = [line(each) for each in sight_lines(scene_of(judged))]
    frame = _Frame.of(judged)
    # The looker's own figure is never in the way of his eye, wherever on his base that is.
    alone = _among(observed, without=judged.shooter.id)
    camera = SceneCamera(judged.opened.facts, alone, width=WIDTH)
    names = (judged.shooter.id, judged.target.id)
    eye = camera.eye(report.looker, report.target, report.sight, names=names)
    plan = camera.plan(_among(observed, frame.window), window=frame.window, lines=lines)
    near = _among(observed, _wider(frame.window, ABOUT_IN))
    side = camera.look_at(*frame.side_view, lines=lines, observed=near)
    under = captions(judged)
    made = {"eye": eye, "plan": plan, "model": side}
    return {name: Picture(made[name], under[name]) for name in CAPTIONED}


def _among(observed: Observed, window: Window | None = None, without: str = "") -> Observed:
    """Return what is observed with those only that stand in a window: labels of others crowd."""
    left, low, right, high = window or (-math.inf, -math.inf, math.inf, math.inf)
    kept = tuple(
        piece
        for piece in observed.pieces
        if left <= piece.pose.x <= right and low <= piece.pose.y <= high and piece.id != without
    )
    names = {piece.id for piece in kept}
    units = tuple(
        msgspec.structs.replace(unit, pieces=tuple(p for p in unit.pieces if p in names))
        for unit in observed.units
        if names & set(unit.pieces)
    )
    return msgspec.structs.replace(observed, pieces=kept, units=units)


def _wider(window: Window, by: float) -> Window:
    left, low, right, high = window
    return (left - by, low - by, right + by, high + by)


@dataclass(frozen=True)
class _Frame:
    """Where pictures of a pair are taken from.

    Attributes
    ----------
    eye, target : Point3
        The eye, and the middle of the target.
    """

    eye: Point3
    target: Point3

    @classmethod
    def of(cls, judged: Judged) -> _Frame:
        facts, target = judged.opened.facts, judged.report.target
        middle = facts.support_under(target) + facts.model(target).height_in / 2
        return cls(facts.eye(judged.report.looker), (*target.pose.at, middle))

    @property
    def window(self) -> Window:
        """The part of the plan to show: both with some table round them, eight wide to five."""
        (ax, ay, _), (bx, by, _) = self.eye, self.target
        wide, deep = abs(ax - bx) + 2 * ROUND_IN, abs(ay - by) + 2 * ROUND_IN
        wide, deep = max(wide, deep * 1.6, 16.0), max(deep, wide / 1.6, 10.0)
        x, y = (ax + bx) / 2, (ay + by) / 2
        return (x - wide / 2, y - deep / 2, x + wide / 2, y + deep / 2)

    @property
    def side_view(self) -> tuple[Point3, Point3]:
        """Eye and aim of a picture across the line, from the side nearer the reader."""
        (ax, ay, az), (bx, by, bz) = self.eye, self.target
        length = math.hypot(bx - ax, by - ay) or 1.0
        along = ((bx - ax) / length, (by - ay) / length)
        side = (along[1], -along[0]) if along[0] >= 0 else (-along[1], along[0])
        middle = ((ax + bx) / 2, (ay + by) / 2, (az + bz) / 2)
        away = 2.0 * (max(length / 2, 2.0) + 1.6)
        eye = (
            middle[0] + side[0] * away * 0.86 - along[0] * away * 0.3,
            middle[1] + side[1] * away * 0.86 - along[1] * away * 0.3,
            middle[2] + max(away * 0.5, 3.0),
        )
        return eye, middle
