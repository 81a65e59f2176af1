"""One straight leg against convex obstacles, in closed form.

Everything is measured in the leg's own frame: x along the leg from 0 to its length, y across it.
A convex obstacle grown by a radius meets the leg in one interval; the signed distance to a convex
obstacle is a convex function along the leg, so its least value is found by closed forms outside
and by halving inside.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sim.geometry.mesh_data import Floats
from sim.geometry.paths.pieces import Pieces, Solid
from sim.geometry.pose import Point

__all__ = [
    "Leg",
    "intervals",
    "least_gap",
    "least_gaps",
    "least_gaps_to_discs",
    "legs_of",
    "signed_distance",
    "signed_distances",
]

#: Halvings of the stretch inside an obstacle when looking for the deepest place.
HALVINGS = 60


@dataclass(frozen=True)
class Leg:
    """A straight leg: where it starts, its direction, length and the path length before it.

    `ux`, `uy` is a unit vector; a leg of length 0 points along +x.
    """

    x: float
    y: float
    ux: float
    uy: float
    length: float
    before: float

    def at(self, along: float) -> Point:
        """Return the point `along` inches into the leg."""
        return (self.x + along * self.ux, self.y + along * self.uy)

    def box(self, margin: float) -> Floats:
        """Return the bounding box (x and y from, x and y to) grown by a margin."""
        bx, by = self.at(self.length)
        return np.array(
            [
                min(self.x, bx) - margin,
                min(self.y, by) - margin,
                max(self.x, bx) + margin,
                max(self.y, by) + margin,
            ]
        )

    def frame(self, points: Floats) -> tuple[Floats, Floats]:
        """Return points ``(..., 2)`` as coordinates along and across the leg."""
        dx, dy = points[..., 0] - self.x, points[..., 1] - self.y
        return dx * self.ux + dy * self.uy, dy * self.ux - dx * self.uy


def legs_of(start: Point, points: Sequence[Point]) -> list[Leg]:
    """Return the legs of a path; legs of no length are left out, but a path has at least one."""
    legs: list[Leg] = []
    (x, y), before = start, 0.0
    for px, py in points:
        length = math.hypot(px - x, py - y)
        if length > 0.0:
            legs.append(Leg(x, y, (px - x) / length, (py - y) / length, length, before))
            before += length
        x, y = px, py
    return legs or [Leg(start[0], start[1], 1.0, 0.0, 0.0, 0.0)]


def intervals(leg: Leg, pieces: Pieces, radius: float) -> tuple[Floats, Floats]:
    """Return where the leg runs within `radius` of each piece.

    Parameters
    ----------
    leg : Leg
    pieces : Pieces
        `n` convex outlines.
    radius : float
        Inches; a negative radius asks for at least that depth inside.

    Returns
    -------
    low, high : (n,) arrays
        Inches into the leg, clipped to it; ``low > high`` where the leg stays farther away.
    """
    along, across = leg.frame(pieces.corners)
    if radius >= 0.0:
        low, high = _grown(along, across, radius)
    else:
        low, high = np.full(len(pieces), -np.inf), np.full(len(pieces), np.inf)
    in_low, in_high = _inside(along, across, min(radius, 0.0))
    inside = in_low <= in_high
    if radius >= 0.0:
        low = np.where(inside, np.minimum(low, in_low), low)
        high = np.where(inside, np.maximum(high, in_high), high)
    else:
        low, high = in_low, in_high
    return np.maximum(low, 0.0), np.minimum(high, leg.length)


def _grown(along: Floats, across: Floats, radius: float) -> tuple[Floats, Floats]:
    """Return where y = 0 meets the rim of each outline grown by a radius: corners, then sides."""
    room = radius * radius - across * across
    near = room >= 0.0
    half = np.sqrt(np.where(near, room, 0.0))
    low = np.where(near, along - half, np.inf).min(axis=1)
    high = np.where(near, along + half, -np.inf).max(axis=1)
    next_along, next_across = np.roll(along, -1, axis=1), np.roll(across, -1, axis=1)
    dx, dy = next_along - along, next_across - across
    length = np.hypot(dx, dy)
    scale = np.divide(radius, length, out=np.zeros_like(length), where=length > 0.0)
    ax, ay = along + dy * scale, across - dx * scale
    crossing = (ay * (ay + dy) <= 0.0) & (dy != 0.0)
    share = np.divide(-ay, dy, out=np.zeros_like(dy), where=crossing)
    x = ax + dx * share
    low = np.minimum(low, np.where(crossing, x, np.inf).min(axis=1))
    high = np.maximum(high, np.where(crossing, x, -np.inf).max(axis=1))
    return low, high


def _inside(along: Floats, across: Floats, offset: float) -> tuple[Floats, Floats]:
    """Return where y = 0 runs inside each outline, its sides pushed outward by `offset` <= 0."""
    dx = np.roll(along, -1, axis=1) - along
    dy = np.roll(across, -1, axis=1) - across
    length = np.hypot(dx, dy)
    side = length > 0.0
    # Inside: dy * x <= dy * along - dx * across + offset * length, for every side.
    limit = dy * along - dx * across + offset * length
    level = side & (np.abs(dy) <= 1e-12 * length)
    shut = (level & (limit < 0.0)).any(axis=1) | ~side.any(axis=1)
    bound = np.divide(limit, dy, out=np.zeros_like(dy), where=side & ~level)
    low = np.where(side & ~level & (dy < 0.0), bound, -np.inf).max(axis=1)
    high = np.where(side & ~level & (dy > 0.0), bound, np.inf).min(axis=1)
    return np.where(shut, np.inf, low), np.where(shut, -np.inf, high)


def signed_distances(points: Floats, corners: Floats) -> Floats:
    """Return distances of points to convex outlines, negative inside (the depth there).

    Parameters
    ----------
    points : (n, m, 2) array
        For each outline its own points.
    corners : (n, k, 2) array
        Counter-clockwise corners, padded by repeating the last; all alike: a point.

    Returns
    -------
    (n, m) array
    """
    side = np.roll(corners, -1, axis=1) - corners
    length = np.hypot(side[..., 0], side[..., 1])
    unit = side / np.where(length > 0.0, length, 1.0)[..., None]
    ux, uy = unit[:, None, :, 0], unit[:, None, :, 1]
    rel = points[:, :, None, :] - corners[:, None, :, :]
    out = rel[..., 0] * uy - rel[..., 1] * ux
    foot = np.minimum(np.maximum(rel[..., 0] * ux + rel[..., 1] * uy, 0.0), length[:, None, :])
    dx, dy = rel[..., 0] - foot * ux, rel[..., 1] - foot * uy
    away = np.sqrt((dx * dx + dy * dy).min(axis=2))
    depth = np.where(length[:, None, :] > 0.0, out, -np.inf).max(axis=2)
    return np.where((depth <= 0.0) & np.isfinite(depth), depth, away)


def signed_distance(points: Floats, corners: Floats) -> Floats:
    """Return the distances of points ``(m, 2)`` to one convex outline ``(k, 2)``."""
    return signed_distances(points[None], corners[None])[0]


def least_gap(leg: Leg, solid: Solid) -> tuple[float, float]:
    """Return the least gap along a leg, and how far into the leg it is first reached."""
    gaps, stops = least_gaps(leg, solid.corners[None], np.array([solid.radius]))
    return float(gaps[0]), float(stops[0])


def least_gaps(leg: Leg, corners: Floats, radii: Floats) -> tuple[Floats, Floats]:
    """Return for convex outlines the least gap along a leg and how far into it that is reached.

    Parameters
    ----------
    leg : Leg
    corners : (n, k, 2) array
        As for `signed_distances`.
    radii : (n,) array
        The gap is the signed distance less this.

    Returns
    -------
    gaps, stops : (n,) arrays
        Of several equal places the first.
    """
    along, across = leg.frame(corners)
    # Outside, a least distance is reached at an end of the leg or square to a corner.
    ends = np.tile(np.array([0.0, leg.length]), (len(corners), 1))
    stops = np.concatenate([np.minimum(np.maximum(along, 0.0), leg.length), ends], axis=1)
    points = np.stack([leg.x + stops * leg.ux, leg.y + stops * leg.uy], axis=2)
    values = signed_distances(points, corners)
    low, high = _inside(along, across, 0.0)
    low, high = np.maximum(low, 0.0), np.minimum(high, leg.length)
    best = values.min(axis=1)
    first = np.where(values <= best[:, None] + 1e-12, stops, np.inf).min(axis=1)
    for i in np.flatnonzero(low < high):
        stop, value = _deepest(along[i], across[i], float(low[i]), float(high[i]))
        if value < best[i] - 1e-12:
            best[i], first[i] = value, stop
    return best - radii, first


def _deepest(along: Floats, across: Floats, low: float, high: float) -> tuple[float, float]:
    """Return place and depth of the deepest point of y = 0 between two points inside."""
    dx, dy = np.roll(along, -1) - along, np.roll(across, -1) - across
    length = np.hypot(dx, dy)
    real = length > 0.0
    dx, dy, length = dx[real], dy[real], length[real]
    slope = dy / length
    level = (dx * across[real] - dy * along[real]) / length
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if slope[int(np.argmax(slope * middle + level))] < 0.0:
            low = middle
        else:
            high = middle
    return high, float((slope * high + level).max())


def least_gaps_to_discs(leg: Leg, centres: Floats, radii: Floats) -> tuple[Floats, Floats]:
    """Return for discs the least gap along a leg and how far into the leg it is reached."""
    along, across = leg.frame(centres)
    stop = np.clip(along, 0.0, leg.length)
    return np.hypot(along - stop, across) - radii, stop
