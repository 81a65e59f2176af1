"""What a player remembers of the table: where cover lies, and how far it is by the ways there are.

Outlines only, in plain numpy: a sketch for ranking places. The facts judge what is chosen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sim.geometry.pose import GROUND, Point, Pose
from sim.rules.dust_warfare.attack.cover import cover_value
from sim.rules.dust_warfare.movement.terrain import pieces_rated, rating_of
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Unit
from sim.table.memo import Memo
from sim.table.pieces import Stand

__all__ = ["Grounds"]

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]


class _Area:
    """An area with cover: its sides as two arrays of corners, and the box about it."""

    def __init__(self, corners: Sequence[Point], cover: int) -> None:
        self.a: Floats = np.array(corners, dtype=np.float64)
        self.b: Floats = np.roll(self.a, -1, axis=0)
        self.low, self.high = self.a.min(axis=0), self.a.max(axis=0)
        self.cover = cover

    def touches(self, points: Floats, radius: float) -> Mask:
        """Return which circles about points lie in or against the area."""
        found = np.zeros(len(points), dtype=bool)
        box = ((points >= self.low - radius) & (points <= self.high + radius)).all(axis=1)
        near = np.flatnonzero(box)
        if len(near):
            found[near] = self._inside(points[near]) | (self._rim(points[near]) <= radius)
        return found

    def _inside(self, points: Floats) -> Mask:
        """Return which points lie inside, by counting sides to their right."""
        x, y = points[:, 0, None], points[:, 1, None]
        (ax, ay), (bx, by) = self.a.T, self.b.T
        spans = (ay > y) != (by > y)
        rise = np.where(by == ay, 1.0, by - ay)
        left_of = x < (bx - ax) * (y - ay) / rise + ax
        return (spans & left_of).sum(axis=1) % 2 == 1

    def _rim(self, points: Floats) -> Floats:
        """Return the distance of points to the outline."""
        side = self.b - self.a
        way = points[:, None, :] - self.a
        length = np.maximum((side**2).sum(axis=1), 1e-12)
        along = np.clip((way * side).sum(axis=2) / length, 0.0, 1.0)
        return np.hypot(*np.moveaxis(way - along[..., None] * side, 2, 0)).min(axis=1)

    def meets(self, origin: Point, points: Floats) -> Mask:
        """Return which lines from an origin to points cross the outline."""
        start = np.array(origin)
        found = np.zeros(len(points), dtype=bool)
        low, high = np.minimum(points, start), np.maximum(points, start)
        near = np.flatnonzero(((high >= self.low) & (low <= self.high)).all(axis=1))
        if len(near):
            ends = points[near][:, None, :]
            one = _turn(start, ends, self.a) * _turn(start, ends, self.b)
            two = _turn(self.a, self.b, start) * _turn(self.a, self.b, ends)
            found[near] = ((one < 0) & (two < 0)).any(axis=1)
        return found


def _turn(a: Floats, b: Floats, c: Floats) -> Floats:
    """Return twice the signed area of triangles."""
    first, second = b - a, c - a
    return first[..., 0] * second[..., 1] - first[..., 1] * second[..., 0]


class Grounds:
    """Cover by outlines, and lengths of ways, for one table as its terrain is rated.

    A cache of pure answers: nothing in it depends on what was asked before.
    """

    def __init__(self, play: Play) -> None:
        pieces = play.facts.table.terrain.values()
        self._areas = [
            _Area(piece.area, cover_value(rating_of(play, piece.id).cover))
            for piece in pieces
            if len(piece.area) >= 3 and rating_of(play, piece.id).cover != "none"
        ]
        self._at: Memo[int] = Memo(20_000)
        self._ways: Memo[tuple[float, ...]] = Memo(2_000)

    def cover_at(self, at: Point, radius: float) -> int:
        """Return the best cover that a base at a place touches: 0, 1 or 2."""
        return self._at.get((at, radius), lambda: int(self.covers_at(np.array([at]), radius)[0]))

    def covers_at(self, points: Floats, radius: float) -> Ints:
        """Return the best cover that bases at places touch."""
        found = np.zeros(len(points), dtype=np.int64)
        for area in self._areas:
            touched = area.touches(points, radius)
            found[touched] = np.maximum(found[touched], area.cover)
        return found

    def covers_from(self, origin: Point, points: Floats, at: Ints) -> Ints:
        """Return the cover of places from an origin: touched there, or crossed on the way.

        What the origin stands in does not count for others.

        Parameters
        ----------
        at : (n,) array
            Cover that the places touch.
        """
        found = at.copy()
        here = np.array([origin])
        for area in self._areas:
            if not area.touches(here, 0.0)[0]:
                crossed = area.meets(origin, points)
                found[crossed] = np.maximum(found[crossed], area.cover)
        return found

    def ways(self, play: Play, unit: Unit, goal: Pose, points: Sequence[Point]) -> Floats:
        """Return how far it is for a unit from a goal to each of some places, inches.

        By the shortest way round what is impassable to it; where no way leads the straight line
        counts double, so that a unit shut in still knows which side is nearer.
        """
        shut = pieces_rated(play, unit, "impassable")
        stand = Stand(play.profile(unit.minis[0]).model, Pose(goal.x, goal.y, 0.0, GROUND))
        found = np.array(
            self._ways.get(
                (stand, tuple(points), shut),
                lambda: play.facts.way_lengths(stand, points, avoid=shut),
            )
        )
        straight = np.array([math.dist(goal.at, point) for point in points])
        return np.where(np.isinf(found), 2.0 * straight + 12.0, found)
