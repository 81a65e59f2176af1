"""A path in stretches of one level each, and the ground each of them meets."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from sim.engine.questions import Move
from sim.geometry.pose import Point, Pose
from sim.geometry.units import quantise_in
from sim.rules.dust_warfare.movement.levels import piece_of
from sim.rules.dust_warfare.movement.terrain import movement_through
from sim.rules.dust_warfare.movement.water import bridged
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Mini
from sim.table.facts import PathFacts
from sim.table.pieces import Stand

__all__ = [
    "Stretch",
    "counts_here",
    "cut_path",
    "difficult_met",
    "path_of",
    "pose_after",
    "stretches_of",
]


@dataclass(frozen=True)
class Stretch:
    """A part of a path on one level: where it starts and its waypoints."""

    stand: Stand
    points: tuple[Point, ...]

    @property
    def level(self) -> str:
        """The level it runs on."""
        return self.stand.pose.level


def pose_after(pose: Pose, move: Move) -> Pose:
    """Return where a miniature stands after its part of a path."""
    x, y = move.points[-1] if move.points else pose.at
    facing = (pose.facing + move.pivot_before + move.pivot_after) % 360.0
    return Pose(x, y, facing, move.level or pose.level)


def path_of(play: Play, stretch: Stretch, others: Sequence[Stand] = ()) -> PathFacts:
    """Return the geometry of a stretch."""
    return play.facts.path(stretch.stand, stretch.points, others)


def stretches_of(play: Play, stand: Stand, move: Move) -> list[Stretch]:
    """Return a path in stretches of one level each.

    A path that changes its level does so at the first waypoint (or the start) where both levels
    hold the base and no wall stands in the way of either part; when there is none, at the end.
    """
    turned = Stand(stand.model, stand.pose.turned(stand.pose.facing + move.pivot_before))
    level = move.level or stand.pose.level
    if level == stand.pose.level:
        return [Stretch(turned, move.points)]
    splits = [_split_at(turned, move.points, level, index) for index in range(len(move.points) + 1)]
    for first, second in splits:
        if _holds(play, first) and _holds(play, second):
            return [first, second]
    return list(splits[-1])


def _split_at(
    stand: Stand, points: tuple[Point, ...], level: str, index: int
) -> tuple[Stretch, Stretch]:
    here = points[index - 1] if index else stand.pose.at
    there = Stand(stand.model, Pose(*here, stand.pose.facing, level))
    return Stretch(stand, points[:index]), Stretch(there, points[index:])


def _holds(play: Play, stretch: Stretch) -> bool:
    """Return whether a stretch keeps to its level, at its ends and along the way."""
    if not play.facts.on_level(stretch.stand):
        return False
    end = stretch.points[-1] if stretch.points else stretch.stand.pose.at
    last = Stand(stretch.stand.model, stretch.stand.pose.moved(*end))
    return play.facts.on_level(last) and not path_of(play, stretch).walls


def difficult_met(play: Play, mini: Mini, stretches: Sequence[Stretch]) -> list[tuple[str, float]]:
    """Return the pieces difficult for a miniature that its path meets, and after how many inches.

    Rules: dw.terrain.difficult_any_part dw.terrain.area_membership
    """
    met: dict[str, float] = {}
    before = 0.0
    unit = play.unit_of(mini.id)
    for stretch in stretches:
        path = path_of(play, stretch)
        for each in path.touched:
            if (
                counts_here(play, each.piece, stretch.level)
                and movement_through(play, each.piece, unit) == "difficult"
                and not bridged(play, stretch.stand, stretch.points, each.start, each.end)
            ):
                met.setdefault(each.piece, before + each.start)
        before += path.length
    return list(met.items())


def counts_here(play: Play, piece: str, level: str) -> bool:
    """Return whether a piece's area bears on bases of a level: it lies there, or owns the floor."""
    return play.facts.table.terrain[piece].pose.level == level or piece_of(level) == piece


def cut_path(start: Pose, way: Sequence[Point], length: float) -> tuple[Point, ...]:
    """Return a path cut to a length, inches."""
    kept: list[Point] = []
    here, left = start.at, length
    for point in way:
        leg = math.dist(here, point)
        if leg >= left:
            if left > 1e-4:
                share = left / leg
                x = here[0] + (point[0] - here[0]) * share
                y = here[1] + (point[1] - here[1]) * share
                kept.append((quantise_in(x), quantise_in(y)))
            return tuple(kept)
        kept.append(point)
        here, left = point, left - leg
    return tuple(kept)
