"""The referee's word on a path that the planner proposes, and on where it may end."""

from __future__ import annotations

import math

import numpy as np
import shapely

from sim.geometry.mesh_data import Floats
from sim.geometry.paths import (
    Outlines,
    Posed,
    StretchIn,
    centre_leaves,
    closes_in,
    least_gaps,
    overlap_stretches,
    path_length,
    stays_on_table,
    touched_stretches,
)
from sim.geometry.planner.ground import FixedGround
from sim.geometry.pose import Point
from sim.geometry.shapes import reach_of
from sim.geometry.units import keeps_from

__all__ = ["Judge", "Keep", "Points"]

Keep = tuple[Posed, float]
Points = tuple[Point, ...]

#: Places on the way out of an outline at which its depth is compared, per inch.
DEPTH_CHECKS_PER_IN = 20
#: Longest way out of an outline for every inch it leads out: none slides along the inside.
LONGEST_LEAVING = 4.0


class Judge:
    """What a base must keep to on the ground of one level.

    Parameters
    ----------
    ground : FixedGround
    mover : (Footprint, Pose)
    keep : tuple of ((Footprint, Pose), gap)
    avoid : tuple of area ids
    """

    def __init__(
        self, ground: FixedGround, mover: Posed, keep: tuple[Keep, ...], avoid: tuple[str, ...]
    ) -> None:
        self.ground = ground
        self.mover = mover
        self.others = tuple(other for other, _ in keep)
        self.gaps = tuple(gap for _, gap in keep)
        self.avoided = ground.areas.only(avoid) if avoid else None
        reach = reach_of(mover[0])
        self._centres = np.array([pose.at for _, pose in self.others]).reshape(-1, 2)
        self._far = np.array([reach + reach_of(base) + gap for (base, _), gap in keep])

    def allowed(self, points: Points, start: Point | None = None) -> bool:
        """Return whether the referee has no objection to a path.

        What the base violates at the start it may leave: the gap must never shrink on the way.
        """
        base, pose = self.mover
        mover = self.mover if start is None else (base, pose.moved(*start))
        on_table = stays_on_table(mover, points, self.ground.table) or (
            bool(points)
            and not stays_on_table(mover, (), self.ground.table)
            and stays_on_table((base, pose.moved(*points[0])), points[1:], self.ground.table)
        )
        if not on_table:
            return False
        for outlines, spans in self._met(mover, points):
            if spans and not self._only_leaves(mover[1].at, points, outlines, spans):
                return False
        for other, gap, least in self._near_gaps(mover, points):
            if not keeps_from(least, gap) and closes_in(mover, points, other, gap) is not None:
                return False
        floor = self.ground.floor
        return floor is None or centre_leaves(mover[1].at, points, floor) is None

    def _met(self, mover: Posed, points: Points) -> list[tuple[Outlines, tuple[StretchIn, ...]]]:
        walls = self.ground.walls
        met = [(walls, overlap_stretches(mover, points, walls))] if len(walls) else []
        if self.avoided is not None:
            met.append((self.avoided, touched_stretches(mover, points, self.avoided)))
        return met

    def _near_gaps(self, mover: Posed, points: Points) -> list[tuple[Posed, float, float]]:
        """Return the bases that a path could come too near to, the gap to keep and the least."""
        corners = np.array([mover[1].at, *points])
        low, high = corners.min(axis=0), corners.max(axis=0)
        off = np.maximum(np.maximum(low - self._centres, self._centres - high), 0.0)
        near = np.flatnonzero((off <= self._far[:, None]).all(axis=1)).tolist()
        found = least_gaps(mover, points, [self.others[i] for i in near])
        return [(self.others[near[i]], self.gaps[near[i]], least) for i, least, _ in found]

    def _only_leaves(
        self, start: Point, points: Points, outlines: Outlines, spans: tuple[StretchIn, ...]
    ) -> bool:
        """Return whether all stretches are of leaving: from the start, outward, never back in."""
        total = path_length(start, points)
        for span in spans:
            if span.start > 1e-7 or span.end > total - 1e-7:
                return False
            count = max(2, math.ceil(span.end * DEPTH_CHECKS_PER_IN))
            places = _along(start, points, np.linspace(0.0, span.end, count))
            depth = _signed_distances(outlines.only([span.piece]), places)
            gained = float(depth[-1] - depth[0])
            if (np.diff(depth) < -1e-6).any() or span.end > LONGEST_LEAVING * gained + 0.02:
                return False
        return True

    def stands_at(self, point: Point) -> bool:
        """Return whether the base may end there: nothing is violated and nothing is exempt."""
        base, pose = self.mover
        mover = (base, pose.moved(*point))
        if not stays_on_table(mover, (), self.ground.table):
            return False
        if any(spans for _, spans in self._met(mover, ())):
            return False
        if not all(keeps_from(least, gap) for _, gap, least in self._near_gaps(mover, ())):
            return False
        floor = self.ground.floor
        return floor is None or centre_leaves(point, (), floor) is None


def _along(start: Point, points: Points, lengths: Floats) -> Floats:
    """Return the places at path lengths, ``(n, 2)``."""
    corners = np.array([start, *points])
    steps = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(corners, axis=0).T))])
    return np.column_stack([np.interp(lengths, steps, corners[:, k]) for k in (0, 1)])


def _signed_distances(outlines: Outlines, points: Floats) -> Floats:
    """Return distances of points ``(n, 2)`` to outlines, negative inside (the depth)."""
    whole = shapely.union_all([shapely.Polygon(p) for _, p in outlines.polygons])
    shapely.prepare(whole)
    rim = shapely.distance(whole.boundary, shapely.points(points))
    return np.where(shapely.contains_xy(whole, points), -rim, rim)
