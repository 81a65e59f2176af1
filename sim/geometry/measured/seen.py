"""Proof that a target stays seen within an error of measurement.

A seen point stays seen when every line that may run from the eye to it is free. All those lines,
with the opening's disc about each, lie in a tube about the measured line: wide enough at both ends
for what may be off there. Where no triangle of a solid meets that solid's tube, none of it can
stand in the way.
"""

from __future__ import annotations

import math

import numpy as np

from sim.geometry.margin.frame import Frame, Solid, solids_of
from sim.geometry.measured.sway import Measured, Sway, sway_past
from sim.geometry.mesh_data import Floats
from sim.geometry.rays import Blockers, SolidSet
from sim.geometry.sight import Query
from sim.geometry.units import OPENING_IN

__all__ = ["stays_seen"]

_MOST_POINTS = 160
_TRIED_POINTS = 16
#: How far aside of a point an opening's middle is tried, in radii.
_ASIDE = 0.85
#: The tube is tested in so many stretches.
_STRETCHES = 64
_ROUNDING = 2e-4
_TURNS = np.arange(24) * (2 * math.pi / 24)
_SIDES: Floats = np.stack([np.cos(_TURNS), np.sin(_TURNS)], axis=1)


def stays_seen(terrain: SolidSet, query: Query, measured: Measured, witness: Floats) -> bool:
    """Return whether some point of the target is proven to stay seen; False proves nothing.

    Parameters
    ----------
    witness : (3,) array
        A seen point, table frame.
    """
    eye = np.asarray(query.eye, dtype=np.float64)
    radius = query.target.body.radius
    room = float(np.linalg.norm(query.target.centre - eye)) - measured.greatest_in - radius
    if room <= 0.2 * radius + 0.1:
        return False
    opening = OPENING_IN / 2 * (1 + 1.1 * radius / room) * 1.01 + _ROUNDING
    solids = list(solids_of(terrain, query))
    points = np.concatenate([witness[None], query.target.samples, query.target.hull])
    likely = _likely(Blockers(terrain, query.hulls), eye, points, measured)
    aside = _ASIDE * OPENING_IN / 2 * max(1 - (radius + measured.greatest_in) / room, 0.0)
    for point, offset in ((p, o) for o in _asides(query, aside) for p in likely):
        top = max(float(query.target.hull[:, 2].max()) - query.target.z, 1e-9)
        rise = measured.heights_in * abs(float(point[2]) - query.target.z) / top
        middle = point + offset
        if all(_clears(eye, middle, solid, measured, rise, opening) for solid in solids):
            return True
    return False


def _asides(query: Query, aside: float) -> Floats:
    """Return where an opening's middle may lie from a point in it: there, or to one of four sides.

    A limb that shows past an edge is seen in a disc that keeps off that edge.
    """
    along = query.target.centre - np.asarray(query.eye)
    along = along / np.linalg.norm(along)
    right = np.cross(along, [0.0, 0.0, 1.0])
    length = float(np.linalg.norm(right))
    right = right / length if length > 1e-9 else np.array([1.0, 0.0, 0.0])
    up = np.cross(right, along)
    return np.stack([np.zeros(3), right, -right, up, -up]) * aside


def _likely(blockers: Blockers, eye: Floats, points: Floats, measured: Measured) -> Floats:
    """Return the points that most of some swayed lines reach, best first."""
    free = np.flatnonzero(~blockers.occluded(eye, points))
    if len(free) > _MOST_POINTS:
        free = free[np.linspace(0, len(free) - 1, _MOST_POINTS).round().astype(int)]
    points = points[np.unique(np.concatenate([[0], free]))]
    plan = measured.places_in + max(measured.pieces_in, measured.places_in)
    up = measured.heights_in + measured.eye_in
    turns = np.arange(8) * (math.pi / 4)
    ends = np.stack([np.cos(turns), np.sin(turns), np.zeros(8)], axis=1) * plan
    ends = np.concatenate([ends, [[0.0, 0.0, up], [0.0, 0.0, -up]]])
    # The disc's room, too: a sway for its own sake where nothing else is off.
    ends = np.concatenate([ends * scale for scale in (1.0, 0.5)])
    count = len(ends)
    a, b = np.repeat(ends, count, axis=0), np.tile(ends, (count, 1))
    starts = np.broadcast_to(eye + a, (len(points), len(a), 3)).reshape(-1, 3)
    stops = (points[:, None] + b).reshape(-1, 3)
    blocked = blockers.occluded(starts, stops).reshape(len(points), len(a))
    order = np.argsort(blocked.sum(axis=1), kind="stable")
    return points[order[:_TRIED_POINTS]]


def _clears(
    eye: Floats, point: Floats, solid: Solid, measured: Measured, rise: float, opening: float
) -> bool:
    """Return whether no triangle of the solid meets its tube about the line."""
    height = float(point[2])
    sway = sway_past(solid, measured, float(eye[2]), (height, height), rise)
    if sway is None:
        return False
    away = point[:2] - eye[:2]
    plan = float(np.hypot(away[0], away[1]))
    frame = Frame(eye, away / plan if plan > 1e-9 else np.array([1.0, 0.0]), plan)
    triangles = _beside(frame, frame.local(point), solid, sway, opening)
    return not len(triangles) or _misses(triangles, frame.local(point), sway, opening)


def _beside(frame: Frame, end: Floats, solid: Solid, sway: Sway, opening: float) -> Floats:
    """Return the solid's triangles that lie along the line, roughly."""
    wide = max(sway.eye, sway.end) + opening
    high = max(sway.eye_z, sway.end_z) + opening
    low, top = solid.vertices.min(axis=0), solid.vertices.max(axis=0)
    pad, point = np.array([wide, wide, high]), frame.to_table(end)
    least, most = np.minimum(frame.eye, point) - pad, np.maximum(frame.eye, point) + pad
    if (low > most).any() or (top < least).any():
        return np.zeros((0, 3, 3))
    points = frame.local(solid.vertices)
    x, y, z = points.T
    slope = float(end[2]) / max(float(end[0]), 1e-9)
    off = z - slope * x
    tall = high + abs(slope) * wide
    bits = (x < -wide) * np.uint8(1) | (x > end[0] + wide) * np.uint8(2)
    bits |= (y < -wide) * np.uint8(4) | (y > wide) * np.uint8(8)
    if end[0] > 1e-6 and abs(slope) < 1e3:
        bits |= (off < -tall) * np.uint8(16) | (off > tall) * np.uint8(32)
    at = bits[solid.faces]
    return points[solid.faces[(at[:, 0] & at[:, 1] & at[:, 2]) == 0]]


def _misses(triangles: Floats, end: Floats, sway: Sway, opening: float) -> bool:
    """Return whether no triangle meets the tube, stretch by stretch."""
    t = np.linspace(0.0, 1.0, _STRETCHES + 1)
    for a, b in zip(t[:-1].tolist(), t[1:].tolist(), strict=True):
        wide = max((1 - s) * sway.eye + s * sway.end for s in (a, b)) + b * opening
        high = max((1 - s) * sway.eye_z + s * sway.end_z for s in (a, b)) + b * opening
        first, last = a * end, b * end
        lows, highs = triangles.min(axis=1), triangles.max(axis=1)
        pad = np.array([wide, wide, high])
        close = (lows <= np.maximum(first, last) + pad).all(axis=1)
        close &= (highs >= np.minimum(first, last) - pad).all(axis=1)
        near = triangles[close]
        if len(near) and not _apart(near, first, last, wide, high).all():
            return False
    return True


def _apart(triangles: Floats, first: Floats, last: Floats, wide: float, high: float) -> Floats:
    """Return which triangles keep clear of an upright roll about one stretch of the line.

    True is sure: some plane tells the two apart.
    """
    normal = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    ends = np.stack([normal @ first, normal @ last], axis=1)
    reach = np.hypot(normal[:, 0], normal[:, 1]) * wide + np.abs(normal[:, 2]) * high
    at = (normal * triangles[:, 0]).sum(axis=1)
    apart = (at > ends.max(axis=1) + reach) | (at < ends.min(axis=1) - reach)
    low, top = min(first[2], last[2]) - high, max(first[2], last[2]) + high
    corners = _within(triangles, low, top)
    there = ~np.isnan(corners[..., :1])
    edges = (np.roll(triangles, -1, axis=1) - triangles)[..., [1, 0]] * np.array([1.0, -1.0])
    own = np.concatenate([edges, normal[:, None, :2]], axis=1)
    length = np.hypot(own[..., 0], own[..., 1])[..., None]
    own = np.where(length > 1e-12, own / np.maximum(length, 1e-12), np.array([1.0, 0.0]))
    generic = np.broadcast_to(_SIDES, (len(triangles), 24, 2))
    sides = np.concatenate([own, -own, generic], axis=1)
    support = np.where(there, corners, 0.0) @ sides.transpose(0, 2, 1)
    least = np.where(there, support, np.inf).min(axis=1)
    most = np.maximum(sides @ first[:2], sides @ last[:2])
    return apart | ((least - most).max(axis=1) > wide)


def _within(triangles: Floats, low: float, top: float) -> Floats:
    """Return the corners ``(n, 6, 2)`` in plan of triangles cut to a slab; NaN where none."""
    ends = np.roll(triangles, -1, axis=1)
    rise = ends[..., 2] - triangles[..., 2]
    level = np.abs(rise) < 1e-15
    safe = np.where(level, 1.0, rise)
    a, b = (low - triangles[..., 2]) / safe, (top - triangles[..., 2]) / safe
    inside = (triangles[..., 2] >= low) & (triangles[..., 2] <= top)
    first = np.where(level, np.where(inside, 0.0, 2.0), np.maximum(np.minimum(a, b), 0.0))
    last = np.where(level, np.where(inside, 1.0, -1.0), np.minimum(np.maximum(a, b), 1.0))
    cut = np.stack([first, last], axis=-1)
    way = (ends - triangles)[..., :2]
    corners = triangles[:, :, None, :2] + cut[..., None] * way[:, :, None]
    corners[first > last] = np.nan
    return corners.reshape(len(triangles), 6, 2)
