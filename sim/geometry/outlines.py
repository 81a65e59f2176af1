"""Footprints as points and support functions: the shared ground of every plan measurement.

Straight-sided footprints become corners; round ones keep their closed forms through their support
function (how far they reach in a direction), which is exact for every shape we have.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from sim.geometry.mesh_data import Floats
from sim.geometry.pose import Point, Pose
from sim.geometry.shapes import Box, Disc, Footprint, Hull, Oval

__all__ = [
    "as_ring",
    "corners_of",
    "nearest_on_segments",
    "outline_of",
    "oval_points",
    "point_in_ring",
    "ring_distance",
    "ring_distances",
    "support_along",
    "support_points",
]


def as_ring(points: Sequence[Point] | Floats) -> Floats:
    """Return a polygon's corners as an ``(n, 2)`` array without a repeated last corner."""
    ring = np.asarray(points, dtype=np.float64).reshape(-1, 2)
    if len(ring) > 1 and np.array_equal(ring[0], ring[-1]):
        ring = ring[:-1]
    return ring


def _to_table(local: Floats, pose: Pose) -> Floats:
    c, s = math.cos(math.radians(pose.facing)), math.sin(math.radians(pose.facing))
    turn = np.array([[c, s], [-s, c]])
    return local @ turn + np.array([pose.x, pose.y])


def corners_of(shape: Box | Hull, pose: Pose) -> Floats:
    """Return the corners of a straight-sided footprint, counter-clockwise, table frame, inches."""
    if isinstance(shape, Box):
        hl, hw = shape.length / 2, shape.width / 2
        local = np.array([[-hl, -hw], [hl, -hw], [hl, hw], [-hl, hw]])
    else:
        local = np.asarray(shape.points, dtype=np.float64)
    return _to_table(local, pose)


def outline_of(shape: Footprint, pose: Pose, segments: int = 256) -> Floats:
    """Return points on the outline, counter-clockwise, table frame.

    Exact for boxes and hulls. Discs and ovals give `segments` points that lie on the true curve:
    for drawing and for polygon overlays whose error the caller states, never for a distance.
    """
    if isinstance(shape, Disc | Oval):
        t = np.arange(segments) * (2 * math.pi / segments)
        a, b = _half_axes(shape)
        return _to_table(np.stack([a * np.cos(t), b * np.sin(t)], axis=1), pose)
    return corners_of(shape, pose)


def oval_points(shape: Oval, pose: Pose, turn: Floats) -> Floats:
    """Return the points of an oval's rim at parameters of the circle it is stretched from.

    Parameters
    ----------
    turn : array of any shape, radians

    Returns
    -------
    ``(..., 2)`` array, table frame
    """
    a, b = shape.half_length, shape.half_width
    return _to_table(np.stack([a * np.cos(turn), b * np.sin(turn)], axis=-1), pose)


def _half_axes(shape: Disc | Oval) -> tuple[float, float]:
    if isinstance(shape, Disc):
        return shape.radius, shape.radius
    return shape.half_length, shape.half_width


def support_along(shape: Footprint, pose: Pose, directions: Floats) -> Floats:
    """Return how far the footprint reaches along each unit direction, ``(n,)`` inches.

    The value is the greatest ``direction . point`` over the footprint's points in the table frame.
    """
    directions = np.asarray(directions, dtype=np.float64)
    if isinstance(shape, Disc):
        return directions @ np.array([pose.x, pose.y]) + shape.radius
    if isinstance(shape, Oval):
        c, s = math.cos(math.radians(pose.facing)), math.sin(math.radians(pose.facing))
        along = directions @ np.array([c, s]) * shape.half_length
        across = directions @ np.array([-s, c]) * shape.half_width
        return directions @ np.array([pose.x, pose.y]) + np.hypot(along, across)
    return (directions @ corners_of(shape, pose).T).max(axis=-1)


def support_points(shape: Footprint, pose: Pose, direction: Point) -> Point:
    """Return the point of the footprint that lies farthest along a unit direction."""
    dx, dy = direction
    if isinstance(shape, Disc):
        return (pose.x + shape.radius * dx, pose.y + shape.radius * dy)
    if isinstance(shape, Oval):
        c, s = math.cos(math.radians(pose.facing)), math.sin(math.radians(pose.facing))
        u = (c * dx + s * dy) * shape.half_length
        v = (-s * dx + c * dy) * shape.half_width
        norm = math.hypot(u, v)
        return pose.to_table((shape.half_length * u / norm, shape.half_width * v / norm))
    corners = corners_of(shape, pose)
    best = corners[int(np.argmax(corners @ np.array([dx, dy])))]
    return (float(best[0]), float(best[1]))


def nearest_on_segments(point: Point, starts: Floats, ends: Floats) -> tuple[Floats, Floats]:
    """Return the nearest points of segments to one point and their distances.

    Parameters
    ----------
    point : Point
    starts, ends : (n, 2) array
        A segment of no length is its start point.

    Returns
    -------
    nearest : (n, 2) array
    distances : (n,) array
    """
    p = np.asarray(point, dtype=np.float64)
    d = ends - starts
    length2 = (d * d).sum(axis=1)
    t = ((p - starts) * d).sum(axis=1) / np.where(length2 > 0, length2, 1.0)
    nearest = starts + np.clip(t, 0.0, 1.0)[:, None] * d
    gap = p - nearest
    return nearest, np.hypot(gap[:, 0], gap[:, 1])


def point_in_ring(point: Point, ring: Floats) -> bool:
    """Return whether a point lies inside a simple polygon (even-odd; borders are arbitrary)."""
    x, y = point
    a, b = ring, np.roll(ring, -1, axis=0)
    spans = (a[:, 1] > y) != (b[:, 1] > y)
    if not spans.any():
        return False
    a, b = a[spans], b[spans]
    cut = a[:, 0] + (y - a[:, 1]) / (b[:, 1] - a[:, 1]) * (b[:, 0] - a[:, 0])
    return bool(np.count_nonzero(cut > x) % 2)


def ring_distance(point: Point, ring: Floats) -> float:
    """Return the signed distance of a point to a polygon's border: negative inside, inches."""
    _, distances = nearest_on_segments(point, ring, np.roll(ring, -1, axis=0))
    nearest = float(distances.min())
    return -nearest if point_in_ring(point, ring) else nearest


def ring_distances(points: Floats, ring: Floats) -> Floats:
    """Return `ring_distance` of many points, ``(n,)``."""
    nearest = np.full(len(points), np.inf)
    inside = np.zeros(len(points), dtype=bool)
    for a, b in zip(ring, np.roll(ring, -1, axis=0), strict=True):
        d = b - a
        t = np.clip(((points - a) @ d) / max(float(d @ d), 1e-300), 0.0, 1.0)
        away = points - (a + t[:, None] * d)
        nearest = np.minimum(nearest, np.hypot(away[:, 0], away[:, 1]))
        if a[1] != b[1]:
            spans = (a[1] > points[:, 1]) != (b[1] > points[:, 1])
            cut = a[0] + (points[:, 1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0])
            inside ^= spans & (cut > points[:, 0])
    return np.where(inside, -nearest, nearest)
