"""Plan distances between footprints, areas, points and lines.

Every function returns a length; whether it is "within" or "in contact" is asked of
`sim.geometry.units`. Discs are closed forms, straight sides exact, ovals found to 1e-9 in by
their support functions. Heights never count here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from sim.geometry.mesh_data import Floats
from sim.geometry.outlines import (
    as_ring,
    corners_of,
    nearest_on_segments,
    outline_of,
    point_in_ring,
    ring_distance,
    ring_distances,
    support_along,
    support_points,
)
from sim.geometry.pose import Point, Pose
from sim.geometry.shapes import Disc, Footprint, Oval, reach_of
from sim.geometry.units import RULE_TOL_IN

__all__ = [
    "Gap",
    "completely_inside",
    "depth_inside",
    "distance",
    "edge_gaps",
    "farthest_from_line",
    "farthest_from_point",
    "gap",
    "gap_to_area",
    "gap_to_point",
    "nearest_to_line",
    "peak",
]


@dataclass(frozen=True)
class Gap:
    """Plan distance between two footprints.

    Attributes
    ----------
    inches : float
        Negative when they overlap: minus the shortest way that parts them.
    points : pair of Point
        The nearest two points, one on each, table frame; where they overlap, the two points that
        would part last.
    """

    inches: float
    points: tuple[Point, Point]


def distance(a: Sequence[float], b: Sequence[float]) -> float:
    """Return the straight distance of two points of the same dimension, inches.

    Two coordinates give the plan ("cylinder") distance, three the true ("sphere") distance.

    >>> distance((0, 0), (9, 0)), distance((0, 0, 0), (9, 0, 12))
    (9.0, 15.0)
    """
    return math.dist(a, b)


def gap(a: Footprint, pa: Pose, b: Footprint, pb: Pose) -> Gap:
    """Return the plan gap between two footprints.

    Parameters
    ----------
    a, b : Footprint
    pa, pb : Pose
        Facing matters for ovals, boxes and hulls; levels are ignored.

    Examples
    --------
    >>> from sim.geometry.shapes import disc_mm
    >>> round(gap(disc_mm(50), Pose(0, 0), disc_mm(25), Pose(13.4, 0)).inches, 3)
    11.924
    """
    if isinstance(a, Disc) and isinstance(b, Disc):
        return _disc_disc(a.radius, pa, b.radius, pb)
    if isinstance(a, Oval) or isinstance(b, Oval):
        return _by_support(a, pa, b, pb)
    if isinstance(a, Disc):
        return _disc_ring(a.radius, pa.at, corners_of(b, pb))  # type: ignore[arg-type]
    if isinstance(b, Disc):
        found = _disc_ring(b.radius, pb.at, corners_of(a, pa))
        return Gap(found.inches, (found.points[1], found.points[0]))
    return _ring_ring(corners_of(a, pa), corners_of(b, pb))


def _disc_disc(ra: float, pa: Pose, rb: float, pb: Pose) -> Gap:
    dx, dy = pb.x - pa.x, pb.y - pa.y
    d = math.hypot(dx, dy)
    ux, uy = (dx / d, dy / d) if d > 0 else (1.0, 0.0)
    near_a = (pa.x + ra * ux, pa.y + ra * uy)
    near_b = (pb.x - rb * ux, pb.y - rb * uy)
    return Gap(d - ra - rb, (near_a, near_b))


def _disc_ring(radius: float, centre: Point, ring: Floats) -> Gap:
    """Return the gap between a disc (first) and a polygon (second)."""
    nearest, distances = nearest_on_segments(centre, ring, np.roll(ring, -1, axis=0))
    i = int(np.argmin(distances))
    d, on_ring = float(distances[i]), (float(nearest[i, 0]), float(nearest[i, 1]))
    inside = point_in_ring(centre, ring)
    if d > 0:
        ux, uy = (on_ring[0] - centre[0]) / d, (on_ring[1] - centre[1]) / d
    else:
        edge = np.roll(ring, -1, axis=0)[i] - ring[i]
        norm = math.hypot(*edge)
        ux, uy = -edge[1] / norm, edge[0] / norm
    turn = -1.0 if inside else 1.0
    on_disc = (centre[0] + turn * radius * ux, centre[1] + turn * radius * uy)
    return Gap((-d if inside else d) - radius, (on_disc, on_ring))


def _ring_ring(a: Floats, b: Floats) -> Gap:
    """Return the gap between two convex polygons: separating axes, then nearest borders."""
    apart, axis = _best_axis(a, b)
    if apart < 0:
        near_a, near_b = a[int(np.argmax(a @ axis))], b[int(np.argmin(b @ axis))]
        return Gap(apart, (_point(near_a), _point(near_b)))
    best = (math.inf, a[0], b[0])
    for corners, other, flip in ((a, b, False), (b, a, True)):
        ends = np.roll(other, -1, axis=0)
        for corner in corners:
            nearest, distances = nearest_on_segments(corner, other, ends)
            i = int(np.argmin(distances))
            if distances[i] < best[0]:
                pair = (nearest[i], corner) if flip else (corner, nearest[i])
                best = (float(distances[i]), *pair)
    return Gap(best[0], (_point(best[1]), _point(best[2])))


def _best_axis(a: Floats, b: Floats) -> tuple[float, Floats]:
    """Return the greatest separation of two convex polygons over their edge normals."""
    normals: list[Floats] = []
    for ring in (a, b):
        edges = np.roll(ring, -1, axis=0) - ring
        edges = edges[np.hypot(edges[:, 0], edges[:, 1]) > 0]
        unit = np.stack([edges[:, 1], -edges[:, 0]], axis=1)
        normals.append(unit / np.hypot(unit[:, 0], unit[:, 1])[:, None])
    axes = np.concatenate([normals[0], -normals[1], -normals[0], normals[1]])
    apart = (axes @ b.T).min(axis=1) - (axes @ a.T).max(axis=1)
    i = int(np.argmax(apart))
    return float(apart[i]), axes[i]


def _point(row: Floats) -> Point:
    return (float(row[0]), float(row[1]))


def _by_support(a: Footprint, pa: Pose, b: Footprint, pb: Pose) -> Gap:
    """Return the gap of any two convex footprints from their support functions.

    The signed gap of convex sets is the greatest, over all directions, of how far one begins after
    the other ends; it holds for overlap too (minus the shortest way out).
    """

    def apart(angles: Floats) -> Floats:
        n = np.stack([np.cos(angles), np.sin(angles)], axis=-1)
        return -support_along(a, pa, n) - support_along(b, pb, -n)

    angle, inches = peak(apart)
    n = (math.cos(angle), math.sin(angle))
    first, second = (a, pa, n), (b, pb, (-n[0], -n[1]))
    if isinstance(a, Oval):
        near_a = support_points(*first)
        near_b = _other_side(second, near_a, inches)
    else:
        near_b = support_points(*second)
        near_a = _other_side(first, near_b, inches)
    return Gap(inches, (near_a, near_b))


def _other_side(side: tuple[Footprint, Pose, Point], point: Point, inches: float) -> Point:
    """Return the point of a footprint that faces `point` (a flat side has many supports)."""
    shape, pose, direction = side
    if isinstance(shape, Disc | Oval) or inches < 0:
        return support_points(shape, pose, direction)
    ring = corners_of(shape, pose)
    nearest, distances = nearest_on_segments(point, ring, np.roll(ring, -1, axis=0))
    return _point(nearest[int(np.argmin(distances))])


def peak(value: Callable[[Floats], Floats], samples: int = 720) -> tuple[float, float]:
    """Return the angle, radians, and the greatest value of a function on the circle.

    A scan finds the best few arcs, repeated eightfold narrowing finds their peaks to 1e-12 rad.

    Parameters
    ----------
    value : callable
        Takes angles in an array of any shape, gives as many values.
    samples : int
        Of the scan.
    """
    step = 2 * math.pi / samples
    fan = np.arange(-8, 9) / 8.0
    angles = np.asarray(np.arange(samples) * step, dtype=np.float64)
    values = value(angles)
    peaks = (values >= np.roll(values, 1)) & (values >= np.roll(values, -1))
    order = np.argsort(-np.where(peaks, values, -np.inf), kind="stable")[:4]
    middles, half = angles[order[peaks[order]]], step
    rows = np.arange(len(middles))
    best, angle = -math.inf, 0.0
    while half > 1e-12:
        local = middles[:, None] + half * fan
        found = value(local)
        picked = np.argmax(found, axis=1)
        middles, half = local[rows, picked], half / 8
        i = int(np.argmax(found[rows, picked]))
        if found[i, picked[i]] > best:
            best, angle = float(found[i, picked[i]]), float(middles[i])
    return angle, best


def gap_to_point(shape: Footprint, pose: Pose, point: Point) -> float:
    """Return the plan distance of a footprint to a point, negative when the point is inside."""
    if isinstance(shape, Disc):
        return math.dist(pose.at, point) - shape.radius
    if isinstance(shape, Oval):
        return _by_support(shape, pose, Disc(0.0), Pose(point[0], point[1])).inches
    return ring_distance(point, corners_of(shape, pose))


def farthest_from_point(shape: Footprint, pose: Pose, point: Point) -> float:
    """Return the distance of the footprint's farthest point from a plan point, inches.

    "Completely within X" is ``is_within(farthest_from_point(...), X)``.
    """
    if isinstance(shape, Disc):
        return math.dist(pose.at, point) + shape.radius
    if isinstance(shape, Oval):
        a, b = shape.half_length, shape.half_width
        lx, ly = pose.to_local(point)

        def away(t: Floats) -> Floats:
            return np.asarray(np.hypot(a * np.cos(t) - lx, b * np.sin(t) - ly), dtype=np.float64)

        return peak(away)[1]
    corners = corners_of(shape, pose)
    return float(np.hypot(corners[:, 0] - point[0], corners[:, 1] - point[1]).max())


def _left_normal(a: Point, b: Point) -> tuple[Floats, float]:
    length = math.dist(a, b)
    if length == 0:
        raise ValueError("a line needs two different points")
    n = np.array([-(b[1] - a[1]) / length, (b[0] - a[0]) / length])
    return n, float(n @ np.asarray(a, dtype=np.float64))


def farthest_from_line(shape: Footprint, pose: Pose, a: Point, b: Point) -> float:
    """Return the greatest signed distance of the footprint to the left of the line a to b.

    For a table edge give the line with the table on its left: the result is the distance of the
    footprint's farthest point from that edge.
    """
    n, offset = _left_normal(a, b)
    return float(support_along(shape, pose, n[None])[0]) - offset


def nearest_to_line(shape: Footprint, pose: Pose, a: Point, b: Point) -> float:
    """Return the least signed distance of the footprint to the left of the line a to b.

    Zero or more: the whole footprint lies on the left side.
    """
    n, offset = _left_normal(a, b)
    return -float(support_along(shape, pose, -n[None])[0]) - offset


def edge_gaps(shape: Footprint, pose: Pose, starts: Floats, ends: Floats) -> Floats:
    """Return the signed plan gap of one footprint to each of many segments.

    Parameters
    ----------
    starts, ends : (n, 2) arrays, inches, table frame

    Returns
    -------
    (n,) array
        Negative where the segment reaches into the footprint. For an oval only the least value
        is exact; segments that cannot hold it get an upper bound.
    """
    if isinstance(shape, Disc):
        return nearest_on_segments(pose.at, starts, ends)[1] - shape.radius
    if isinstance(shape, Oval):
        gaps = np.full(len(starts), np.inf)
        coarse = nearest_on_segments(pose.at, starts, ends)[1]
        slim, reach = min(shape.half_length, shape.half_width), reach_of(shape)
        # Only segments that can hold the least gap need the exact search.
        for i in np.flatnonzero(coarse - reach <= max(coarse.min() - slim, 0.0)):
            gaps[i] = _oval_segment(shape, pose, starts[i], ends[i])
        return np.where(np.isinf(gaps), coarse - slim, gaps)
    return _ring_segments(corners_of(shape, pose), starts, ends)


def _oval_segment(shape: Oval, pose: Pose, start: Floats, end: Floats) -> float:
    def apart(angles: Floats) -> Floats:
        n = np.stack([np.cos(angles), np.sin(angles)], axis=-1)
        return np.minimum(n @ start, n @ end) - support_along(shape, pose, n)

    return peak(apart)[1]


def _ring_segments(ring: Floats, starts: Floats, ends: Floats) -> Floats:
    """Return signed gaps of a convex polygon to many segments."""
    edges = np.roll(ring, -1, axis=0) - ring
    normals = np.stack([edges[:, 1], -edges[:, 0]], axis=1)
    normals /= np.hypot(normals[:, 0], normals[:, 1])[:, None]
    offsets = (normals * ring).sum(axis=1)
    outside = np.minimum(starts @ normals.T, ends @ normals.T) - offsets
    across = ends - starts
    length = np.hypot(across[:, 0], across[:, 1])
    unit = (
        np.stack([across[:, 1], -across[:, 0]], axis=1) / np.where(length > 0, length, 1)[:, None]
    )
    side = unit @ ring.T - (unit * starts).sum(axis=1)[:, None]
    parted = np.maximum(side.min(axis=1), -side.max(axis=1))
    apart = np.maximum(outside.max(axis=1), np.where(length > 0, parted, -np.inf))
    near = np.full(len(starts), np.inf)
    for corner in ring:
        near = np.minimum(near, nearest_on_segments(corner, starts, ends)[1])
    nexts = np.roll(ring, -1, axis=0)
    for i in range(len(ring)):
        for tips in (starts, ends):
            near = np.minimum(near, _points_to_segment(tips, ring[i], nexts[i]))
    return np.where(apart < 0, apart, near)


def _points_to_segment(points: Floats, a: Floats, b: Floats) -> Floats:
    d = b - a
    t = np.clip(((points - a) @ d) / float(d @ d), 0.0, 1.0)
    away = points - (a + t[:, None] * d)
    return np.hypot(away[:, 0], away[:, 1])


def gap_to_area(shape: Footprint, pose: Pose, polygon: Sequence[Point] | Floats) -> float:
    """Return the plan gap of a footprint to a polygon area.

    Positive when apart; negative when they overlap. A footprint wholly inside gives minus its
    distance to the border; one astride the border gives minus how far the border reaches into it.
    The area may be concave. Contact is asked with `sim.geometry.units.in_contact`.
    """
    ring = as_ring(polygon)
    gaps = edge_gaps(shape, pose, ring, np.roll(ring, -1, axis=0))
    least = float(gaps.min())
    if isinstance(shape, Disc):
        centre = least + shape.radius
        return (-centre if point_in_ring(pose.at, ring) else centre) - shape.radius
    if least > 0 and point_in_ring(pose.at, ring):
        return -least
    return least


def depth_inside(shape: Footprint, pose: Pose, polygon: Sequence[Point] | Floats) -> float:
    """Return how deep the whole footprint lies inside a polygon, inches.

    Zero or more: completely inside by that much. Negative: minus how far its outermost point
    (or, at a concave corner, the border itself) reaches out of, or into, it.
    """
    ring = as_ring(polygon)
    if isinstance(shape, Disc):
        return -ring_distance(pose.at, ring) - shape.radius
    least = -float(ring_distances(outline_of(shape, pose, 512), ring).max())
    # A concave corner of the area may reach between two corners of the footprint.
    before, after = ring - np.roll(ring, 1, axis=0), np.roll(ring, -1, axis=0) - ring
    turns = before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]
    x, y = ring[:, 0], ring[:, 1]
    way = 1.0 if float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum()) > 0 else -1.0
    notches = ring[turns * way < 0]
    return min([least, *(gap_to_point(shape, pose, _point(corner)) for corner in notches)])


def completely_inside(shape: Footprint, pose: Pose, polygon: Sequence[Point] | Floats) -> bool:
    """Return whether the whole footprint lies inside the polygon, to 0.001 in."""
    return depth_inside(shape, pose, polygon) >= -RULE_TOL_IN
