"""Plan areas: polygons in the table frame that lines cross and bases touch.

A line crosses an area by its interior only: the question is asked of the outline shrunk by 1e-6
in, so that grazing an edge or a corner never counts, whatever the rounding says. Lengths are
measured on the true outline.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from sim.errors import HulldownError
from sim.geometry.measure import edge_gaps, gap_to_area
from sim.geometry.mesh_data import Floats
from sim.geometry.outlines import as_ring, corners_of, point_in_ring, ring_distance
from sim.geometry.pose import Point, Pose
from sim.geometry.shapes import Disc, Footprint, Oval
from sim.geometry.units import NOISE_IN, in_contact

__all__ = [
    "AreaSet",
    "Crossing",
    "check_area",
    "crossing_of",
    "length_in_footprint",
    "segment_in_prism",
    "span_in_footprint",
]

Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Crossing:
    """A plan segment runs through the interior of an area.

    Attributes
    ----------
    index : int
        Which area of the set.
    length : float
        Inches of the segment inside; the parts of a concave area add up.
    entry, exit : Point
        First and last point inside, in the order of the segment.
    """

    index: int
    length: float
    entry: Point
    exit: Point


def check_area(points: Sequence[Point] | Floats) -> Floats:
    """Return the outline as counter-clockwise corners, or refuse it naming what is wrong.

    Raises
    ------
    HulldownError
        With key ``geometry.area.*``: too few corners, not finite, a repeated corner, a side that
        crosses another (the message names the crossing point), no area.
    """
    ring = as_ring(points)
    bad = np.flatnonzero(~np.isfinite(ring).all(axis=1))
    if len(bad):
        raise HulldownError("geometry.area.not_finite", corner=int(bad[0]) + 1)
    if len(ring) < 3:
        raise HulldownError("geometry.area.too_few", count=len(ring))
    _refuse_repeats(ring)
    _refuse_crossing(ring)
    x, y = ring[:, 0], ring[:, 1]
    double = float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum())
    if abs(double) < 2 * NOISE_IN:
        raise HulldownError("geometry.area.no_area")
    return ring if double > 0 else ring[::-1].copy()


def _refuse_repeats(ring: Floats) -> None:
    seen: dict[tuple[float, float], int] = {}
    for i, (x, y) in enumerate(ring.tolist()):
        if (x, y) in seen:
            raise HulldownError(
                "geometry.area.repeats", first=seen[x, y] + 1, second=i + 1, x=x, y=y
            )
        seen[x, y] = i


def _refuse_crossing(ring: Floats) -> None:
    """Raise when two sides that are not neighbours share a point, naming that point."""
    if shapely.is_simple(shapely.linearrings(ring)):
        return  # the search below is for the words alone
    n = len(ring)
    ends = np.roll(ring, -1, axis=0)
    for i in range(n - 1):
        later = np.arange(i + 1, n)
        sides = np.asarray(shapely.linestrings(np.stack([ring[later], ends[later]], axis=1)))
        hits = np.asarray(shapely.intersection(shapely.linestrings([ring[i], ends[i]]), sides))
        for j, hit in zip(later.tolist(), hits.tolist(), strict=True):
            neighbours = j == i + 1 or (i == 0 and j == n - 1)
            if hit.is_empty or (neighbours and hit.geom_type == "Point"):
                continue
            at = hit.representative_point()
            raise HulldownError(
                "geometry.area.crosses_itself", x=at.x, y=at.y, first=i + 1, second=j + 1
            )


def crossing_of(a: Point, b: Point, ring: Floats, index: int = 0) -> Crossing | None:
    """Return how the plan segment a to b runs through the interior of a polygon, or None.

    The segment is cut at every side; a piece counts when its middle lies more than 1e-6 in inside.
    """
    cuts = _cut_parameters(a, b, ring)
    pieces = [(s, t) for s, t in itertools.pairwise(cuts) if t > s]
    inside = [(s, t) for s, t in pieces if ring_distance(_at(a, b, (s + t) / 2), ring) < -NOISE_IN]
    if not inside:
        return None
    share = math.fsum(t - s for s, t in inside)
    first, last = inside[0][0], inside[-1][1]
    return Crossing(index, share * math.dist(a, b), _at(a, b, first), _at(a, b, last))


def _at(a: Point, b: Point, t: float) -> Point:
    return (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]))


def _cut_parameters(a: Point, b: Point, ring: Floats) -> list[float]:
    """Return the sorted parameters where the segment meets a side, with both ends."""
    p, d = np.asarray(a, dtype=np.float64), np.subtract(b, a)
    q, e = ring, np.roll(ring, -1, axis=0) - ring
    cross = d[0] * e[:, 1] - d[1] * e[:, 0]
    w = q - p
    with np.errstate(divide="ignore", invalid="ignore"):
        t = (w[:, 0] * e[:, 1] - w[:, 1] * e[:, 0]) / cross
        u = (w[:, 0] * d[1] - w[:, 1] * d[0]) / cross
    slack = 1e-9
    hit = np.isfinite(t) & (t > 0) & (t < 1) & (u >= -slack) & (u <= 1 + slack)
    return [0.0, *sorted(t[hit].tolist()), 1.0]


class AreaSet:
    """Many areas asked at once; indices follow the order given.

    Parameters
    ----------
    polygons : sequence of outlines, table frame, inches
        Each is checked by `check_area`.
    """

    def __init__(self, polygons: Sequence[Sequence[Point] | Floats]) -> None:
        self.rings: tuple[Floats, ...] = tuple(check_area(points) for points in polygons)
        shapes = [shapely.Polygon(ring) for ring in self.rings]
        # Mitred, because a rounded shrink would cut corners off.
        self._cores = np.array(
            [shapely.buffer(shape, -NOISE_IN, join_style="mitre") for shape in shapes], dtype=object
        )
        shapely.prepare(self._cores)
        self._starts = np.concatenate([*self.rings, np.zeros((0, 2))])
        self._ends = np.concatenate(
            [*(np.roll(ring, -1, axis=0) for ring in self.rings), np.zeros((0, 2))]
        )
        sizes = [len(ring) for ring in self.rings]
        self._firsts = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.intp)

    def __len__(self) -> int:
        return len(self.rings)

    def crossed(self, starts: Floats, ends: Floats) -> Bools:
        """Return which lines run through the interior of which areas.

        Parameters
        ----------
        starts, ends : (n, 2) arrays

        Returns
        -------
        (n, m) bool array for m areas
        """
        if not self.rings:
            return np.zeros((len(starts), 0), dtype=bool)
        ends = np.asarray(ends, dtype=np.float64)
        pairs = np.stack([np.asarray(starts, dtype=np.float64), ends], axis=1)
        lines = np.asarray(shapely.linestrings(pairs))
        return np.asarray(shapely.intersects(self._cores[None, :], lines[:, None]), dtype=bool)

    def crossings(self, a: Point, b: Point) -> tuple[Crossing, ...]:
        """Return the areas whose interior the segment a to b crosses, nearest entry first."""
        if a == b:
            return ()
        hits = np.flatnonzero(self.crossed(np.array([a]), np.array([b]))[0])
        found = [crossing_of(a, b, self.rings[i], int(i)) for i in hits]
        kept = [crossing for crossing in found if crossing is not None]
        return tuple(sorted(kept, key=lambda c: (math.dist(a, c.entry), c.index)))

    def gaps(self, shape: Footprint, pose: Pose) -> Floats:
        """Return the plan gap of one footprint to every area, as `measure.gap_to_area` does."""
        if not self.rings:
            return np.zeros(0)
        if isinstance(shape, Oval):
            return np.array([gap_to_area(shape, pose, ring) for ring in self.rings])
        edges = edge_gaps(shape, pose, self._starts, self._ends)
        least = np.minimum.reduceat(edges, self._firsts)
        inside = np.array([point_in_ring(pose.at, ring) for ring in self.rings])
        if isinstance(shape, Disc):
            centre = least + shape.radius
            return np.where(inside, -centre, centre) - shape.radius
        return np.where(inside & (least > 0), -least, least)

    def touched(self, shape: Footprint, pose: Pose) -> tuple[int, ...]:
        """Return the areas that the footprint is in contact with (0.01 in) or inside."""
        return tuple(i for i, gap in enumerate(self.gaps(shape, pose).tolist()) if in_contact(gap))

    def containing(self, point: Point) -> tuple[int, ...]:
        """Return the areas that hold a point, borders included to 1e-6 in."""
        return tuple(
            i for i, ring in enumerate(self.rings) if ring_distance(point, ring) <= NOISE_IN
        )


def span_in_footprint(
    a: Point, b: Point, shape: Footprint, pose: Pose
) -> tuple[float, float] | None:
    """Return the parameters of the segment a to b between which it lies inside a footprint.

    None when no more than 1e-6 in of it does. Exact for every shape.
    """
    la, lb = pose.to_local(a), pose.to_local(b)
    if isinstance(shape, Disc | Oval):
        hl = shape.radius if isinstance(shape, Disc) else shape.half_length
        hw = shape.radius if isinstance(shape, Disc) else shape.half_width
        span = _span_in_circle((la[0] / hl, la[1] / hw), (lb[0] / hl, lb[1] / hw))
    else:
        span = _span_in_convex(a, b, corners_of(shape, pose))
    if span is None or (span[1] - span[0]) * math.dist(a, b) <= NOISE_IN:
        return None
    return span


def _span_in_circle(a: Point, b: Point) -> tuple[float, float] | None:
    dx, dy = b[0] - a[0], b[1] - a[1]
    aa, bb, cc = dx * dx + dy * dy, a[0] * dx + a[1] * dy, a[0] ** 2 + a[1] ** 2 - 1.0
    disc = bb * bb - aa * cc
    if aa == 0 or disc <= 0:
        return None
    root = math.sqrt(disc)
    start, end = max((-bb - root) / aa, 0.0), min((-bb + root) / aa, 1.0)
    return (start, end) if end > start else None


def _span_in_convex(a: Point, b: Point, ring: Floats) -> tuple[float, float] | None:
    start, end = 0.0, 1.0
    d = np.subtract(b, a)
    for p, q in zip(ring, np.roll(ring, -1, axis=0), strict=True):
        edge = q - p
        inward = np.array([-edge[1], edge[0]]) / math.hypot(*edge)
        depth, rate = float(inward @ (np.asarray(a) - p)), float(inward @ d)
        if abs(rate) < 1e-15:
            if depth <= 0:
                return None
        elif rate > 0:
            start = max(start, -depth / rate)
        else:
            end = min(end, -depth / rate)
    return (start, end) if end > start else None


def length_in_footprint(a: Point, b: Point, shape: Footprint, pose: Pose) -> float:
    """Return how much of the plan segment a to b lies inside a footprint, inches."""
    span = span_in_footprint(a, b, shape, pose)
    return 0.0 if span is None else (span[1] - span[0]) * math.dist(a, b)


def segment_in_prism(
    a: Sequence[float], b: Sequence[float], shape: Footprint, pose: Pose, heights: Point
) -> float:
    """Return the length of a 3D segment inside the upright solid over a footprint, inches.

    Parameters
    ----------
    a, b : three coordinates each, table frame
    heights : (bottom, top) of the solid above the table
    """
    start, end = 0.0, 1.0
    plan_a, plan_b = (a[0], a[1]), (b[0], b[1])
    if plan_a == plan_b:
        over = span_in_footprint((a[0] - 1e-3, a[1]), (a[0] + 1e-3, a[1]), shape, pose)
        if over is None or not over[0] < 0.5 < over[1]:
            return 0.0
    else:
        span = span_in_footprint(plan_a, plan_b, shape, pose)
        if span is None:
            return 0.0
        start, end = span
    rise = b[2] - a[2]
    bottom, top = heights
    if rise == 0:
        if not bottom < a[2] < top:
            return 0.0
    else:
        s, t = sorted(((bottom - a[2]) / rise, (top - a[2]) / rise))
        start, end = max(start, s), min(end, t)
    return max(end - start, 0.0) * math.dist(a, b)
