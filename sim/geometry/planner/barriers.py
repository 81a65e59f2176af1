"""Barriers to a round base's centre, and the bends of shortest paths round them.

A barrier is a polygon or a point with a radius: the centre stays at least that far away. Distances
are tested against the true rounded shape. Bends lie on polygons circumscribed about the rounding,
so a path from bend to bend along a barrier touches its rim and never cuts it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sim.geometry.mesh_data import Floats
from sim.geometry.pose import Point

__all__ = [
    "Barriers",
    "Mask",
    "Spacing",
    "disc_barriers",
    "every",
    "join_barriers",
    "polygon_barrier",
    "rim_barrier",
    "some",
]

Mask = NDArray[np.bool_]

#: How far outside a rounding its bends may lie, inches: narrower chances may be missed.
BEND_EXCESS_IN = 0.005
#: Bends are places a player could have named: multiples of 0.0001 in.
BEND_DECIMALS = 4
#: Pairs of a point and a barrier's corner or side tried at once: they stay in the cache, and a
#: table of many bends would else take hundreds of megabytes for a moment.
_AT_ONCE = 200_000


def every(ok: Mask) -> Mask:
    """Return for each row whether all of it is true."""
    return np.logical_and.reduce(ok, axis=1)


def some(ok: Mask) -> Mask:
    """Return for each row whether any of it is true."""
    return np.logical_or.reduce(ok, axis=1)


@dataclass(frozen=True)
class Spacing:
    """Distance of the centre from a barrier: what is aimed at, and the least that is allowed."""

    aimed: float
    least: float


@dataclass(frozen=True, eq=False)
class Barriers:
    """Polygons and discs as flat arrays, ordered by owner.

    Attributes
    ----------
    corners : (m, 2) array
        Corners of polygons and centres of discs.
    corner_least : (m,) array
        The least distance allowed from each.
    side_from, side_to : (e, 2) arrays
    side_least : (e,) array
    side_solid : (e,) bool array
        Whether the inside of its polygon is forbidden (not so for the rim of a floor).
    corner_owner, side_owner : (m,), (e,) int arrays
        Which barrier each belongs to, ascending.
    boxes : (g, 4) array
        Bounding box of each barrier grown by its distance.
    bends : (n, 2) array
        Where shortest paths may bend.
    before, after : (n, 2) arrays
        Outward normals of the two sides that meet in a bend.
    """

    corners: Floats
    corner_least: Floats
    side_from: Floats
    side_to: Floats
    side_least: Floats
    side_solid: Mask
    corner_owner: np.ndarray
    side_owner: np.ndarray
    boxes: Floats
    bends: Floats
    before: Floats
    after: Floats

    def near(self, box: Floats) -> Barriers:
        """Return the barriers whose box meets a box (x and y from, x and y to); bends stay out."""
        mine = self.boxes
        keep = (
            (mine[:, 0] <= box[2])
            & (mine[:, 1] <= box[3])
            & (mine[:, 2] >= box[0])
            & (mine[:, 3] >= box[1])
        )
        place = np.cumsum(keep) - 1
        corner, side = keep[self.corner_owner], keep[self.side_owner]
        none = self.bends[:0]
        return Barriers(
            self.corners[corner],
            self.corner_least[corner],
            self.side_from[side],
            self.side_to[side],
            self.side_least[side],
            self.side_solid[side],
            place[self.corner_owner[corner]],
            place[self.side_owner[side]],
            mine[keep],
            none,
            none,
            none,
        )

    def allows(self, points: Floats) -> Mask:
        """Return for each point ``(q, 2)`` whether it keeps its distance from every barrier."""
        ok = np.empty(len(points), dtype=bool)
        step = max(1, _AT_ONCE // max(1, len(self.corners) + len(self.side_from)))
        for i in range(0, len(points), step):
            ok[i : i + step] = self._allow(points[i : i + step])
        return ok

    def _allow(self, points: Floats) -> Mask:
        ok = np.ones(len(points), dtype=bool)
        if len(self.corners):
            rel = points[:, None, :] - self.corners[None, :, :]
            room = (rel * rel).sum(axis=2) - self.corner_least**2
            ok &= every(room >= -1e-12)
        if len(self.side_from):
            ok &= self._off_sides(points) & ~self._inside(points)
        return ok

    def _off_sides(self, points: Floats) -> Mask:
        side = self.side_to - self.side_from
        length = np.hypot(side[:, 0], side[:, 1])
        ux, uy = side[:, 0] / length, side[:, 1] / length
        rx = points[:, :1] - self.side_from[:, 0]
        ry = points[:, 1:] - self.side_from[:, 1]
        along, across = rx * ux + ry * uy, ry * ux - rx * uy
        near = (np.abs(across) < self.side_least - 1e-12) & (along > 0.0) & (along < length)
        return ~some(near)

    def _inside(self, points: Floats) -> Mask:
        """Return which points lie inside a polygon (crossing number, polygon by polygon)."""
        solid = self.side_solid
        if not solid.any():
            return np.zeros(len(points), dtype=bool)
        x, y = points[:, :1], points[:, 1:]
        (ax, ay), (bx, by) = self.side_from[solid].T, self.side_to[solid].T
        spans = (ay > y) != (by > y)
        slope = (bx - ax) / np.where(by == ay, 1.0, by - ay)
        left = x < ax + (y - ay) * slope
        starts = np.flatnonzero(np.diff(self.side_owner[solid], prepend=-1))
        odd = np.bitwise_xor.reduceat(spans & left, starts, axis=1)
        return some(odd)

    def lets_pass(self, start: Floats, ends: Floats) -> Mask:
        """Return for each end ``(k, 2)`` whether the straight way from `start` is free.

        Both ends must be allowed themselves: then the way keeps its distance if it crosses no
        side and passes no corner too near.
        """
        ok = np.ones(len(ends), dtype=bool)
        way = ends - start
        length = np.hypot(way[:, 0], way[:, 1])
        unit = way / np.maximum(length, 1e-300)[:, None]
        if len(self.corners):
            rel = self.corners - start
            along = unit @ rel.T
            foot = np.clip(along, 0.0, length[:, None])
            squared = (rel * rel).sum(axis=1) - foot * (2.0 * along - foot)
            ok &= every(squared >= self.corner_least**2 - 1e-12)
        if len(self.side_from):
            ok &= ~some(self._crossed(start, ends, unit))
        return ok

    def _crossed(self, start: Floats, ends: Floats, unit: Floats) -> Mask:
        across = np.stack([-unit[:, 1], unit[:, 0]])
        side = self.side_to - self.side_from
        normal = np.stack([-side[:, 1], side[:, 0]])
        level = (self.side_from * normal.T).sum(axis=1)
        parted = ((self.side_from - start) @ across) * ((self.side_to - start) @ across) < 0.0
        return parted.T & ((start @ normal - level) * (ends @ normal - level) < 0.0)


def join_barriers(parts: Sequence[Barriers]) -> Barriers:
    """Return several sets of barriers as one, in order."""
    if not parts:
        return _flat([], [])
    counts = np.cumsum([0] + [len(part.boxes) for part in parts])
    moved = [
        replace(part, corner_owner=part.corner_owner + n, side_owner=part.side_owner + n)
        for part, n in zip(parts, counts.tolist(), strict=False)
    ]
    return Barriers(
        **{f.name: np.concatenate([getattr(p, f.name) for p in moved]) for f in fields(Barriers)}
    )


def _flat(
    outlines: Sequence[tuple[Floats, Spacing]], bends: Sequence[tuple[Floats, Floats, Floats]]
) -> Barriers:
    """Return outlines (a single corner is a disc) with their bends as flat arrays."""
    empty = np.zeros((0, 2))
    polygons = [(i, c, s) for i, (c, s) in enumerate(outlines) if len(c) > 1]

    def pairs(arrays: Iterable[Floats]) -> Floats:
        return np.concatenate([empty, *arrays])

    return Barriers(
        corners=pairs(c for c, _ in outlines),
        corner_least=np.repeat(
            np.array([s.least for _, s in outlines]), [len(c) for c, _ in outlines]
        ),
        side_from=pairs(c for _, c, _ in polygons),
        side_to=pairs(np.roll(c, -1, axis=0) for _, c, _ in polygons),
        side_least=np.repeat(
            np.array([s.least for _, _, s in polygons]), [len(c) for _, c, _ in polygons]
        ),
        side_solid=np.ones(sum(len(c) for _, c, _ in polygons), dtype=bool),
        corner_owner=np.repeat(np.arange(len(outlines)), [len(c) for c, _ in outlines]),
        side_owner=np.repeat(
            np.array([i for i, _, _ in polygons], dtype=np.intp),
            [len(c) for _, c, _ in polygons],
        ),
        boxes=np.array(
            [[*(c.min(axis=0) - s.aimed), *(c.max(axis=0) + s.aimed)] for c, s in outlines]
        ).reshape(-1, 4),
        bends=pairs(b for b, _, _ in bends),
        before=pairs(n for _, n, _ in bends),
        after=pairs(n for _, _, n in bends),
    )


@lru_cache(maxsize=256)
def _ring(count: int) -> tuple[Floats, Floats, Floats]:
    """Return directions of the bends round a full circle and of the sides before and after."""
    step = 2 * math.pi / count
    turn = np.linspace(0.0, 2 * math.pi, count, endpoint=False)
    return _rays(turn) / math.cos(step / 2), _rays(turn - step / 2), _rays(turn + step / 2)


def _rays(turn: Floats) -> Floats:
    """Return unit vectors at angles in radians, ``(n, 2)``."""
    return np.column_stack([np.cos(turn), np.sin(turn)])


def _arcs(radius: float, turn: float) -> int:
    """Return how many bends a rounding of `turn` radians needs."""
    half = math.acos(radius / (radius + BEND_EXCESS_IN))
    return max(1, math.ceil(turn / (2 * half) - 1e-9))


def disc_barriers(discs: Sequence[tuple[Point, Spacing]]) -> Barriers:
    """Return barriers that are points with a distance, such as other round bases."""
    outlines = [(np.array([centre]), spacing) for centre, spacing in discs]
    bends = []
    for (corner,), spacing in outlines:
        rays, before, after = _ring(max(8, _arcs(spacing.aimed, 2 * math.pi)))
        bends.append((np.round(corner + spacing.aimed * rays, BEND_DECIMALS), before, after))
    return _flat(outlines, bends)


def polygon_barrier(corners: Floats, spacing: Spacing) -> Barriers:
    """Return a barrier that is a simple polygon, counter-clockwise ``(k, 2)``, with a distance."""
    side = np.roll(corners, -1, axis=0) - corners
    heading = np.arctan2(side[:, 1], side[:, 0])
    bends = []
    for i, corner in enumerate(corners):
        turn = (heading[i] - heading[i - 1] + math.pi) % (2 * math.pi) - math.pi
        if turn <= 1e-9:
            continue
        count = _arcs(spacing.aimed, turn)
        step = turn / count
        middle = heading[i - 1] - math.pi / 2 + (np.arange(count) + 0.5) * step
        far = spacing.aimed / math.cos(step / 2)
        at = np.round(corner + far * _rays(middle), BEND_DECIMALS)
        bends.append((at, _rays(middle - step / 2), _rays(middle + step / 2)))
    return _flat([(corners, spacing)], bends)


def rim_barrier(corners: Floats, spacing: Spacing) -> Barriers:
    """Return the rim of a floor: a polygon whose inside is allowed, counter-clockwise ``(k, 2)``.

    A hole in a floor is an ordinary `polygon_barrier`.
    """
    rim = polygon_barrier(corners[::-1], spacing)
    return replace(rim, side_solid=np.zeros(len(corners), dtype=bool))
