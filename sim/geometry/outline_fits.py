"""The simple shapes nearest to a traced outline: a box, a circle, a polygon of few corners."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely

from sim.geometry.areas import check_area
from sim.geometry.mesh_data import Floats
from sim.geometry.pose import Point

__all__ = ["OutlineFit", "banded", "fit_box", "fit_circle", "fit_outline", "simplified"]

#: Left, low, right and high.
Band = tuple[float, float, float, float]

_STEPS = 64
_SPOTS = 400
#: Spots within this part of the box's breadth belong to a side.
_NEAR = 0.12
#: Corners beyond which a traced polygon is thinned out.
_MOST = 40


@dataclass(frozen=True)
class OutlineFit:
    """A simple shape laid over an outline.

    Attributes
    ----------
    kind : {"box", "circle", "polygon"}
    at : Point
        Its middle, in the frame of the outline.
    facing : float
        Degrees counter-clockwise of a box's length from +x, in [0, 180); else 0.
    length, width : float
        Full sides of a box, the length the longer; a circle's diameter; of a polygon
        the sides of its box.
    outline : tuple of Point
        The shape itself, counter-clockwise; a circle's as 64 corners.
    misfit : float
        Area covered by just one of shape and outline, as a share of the outline's area.
    """

    kind: str
    at: Point
    facing: float
    length: float
    width: float
    outline: tuple[Point, ...]
    misfit: float


def fit_outline(points: Sequence[Point] | Floats) -> tuple[OutlineFit, ...]:
    """Return box, circle and polygon for an outline, the likeliest first.

    The shape with the least misfit comes first, but a polygon, which fits any outline, only where
    the others leave more than a twelfth of it wrong.

    Parameters
    ----------
    points : (n, 2) array
        A simple outline, any direction.

    Raises
    ------
    HulldownError
        With key ``geometry.area.*`` for an outline that is none.
    """
    ring = check_area(points)
    simple = sorted([fit_box(ring), fit_circle(ring)], key=lambda fit: fit.misfit)
    few = _polygon(ring)
    return (*simple, few) if simple[0].misfit <= 1 / 12 else (few, *simple)


def fit_box(points: Sequence[Point] | Floats) -> OutlineFit:
    """Return the box that covers an outline best, turned any way.

    Each side is laid where the outline runs along it on average, so that errors of tracing cancel.
    """
    ring = check_area(points)
    area = shapely.Polygon(ring)
    spots = _spread(ring)
    around = shapely.get_coordinates(shapely.minimum_rotated_rectangle(area))[:2]
    facing = math.degrees(math.atan2(*(around[1] - around[0])[::-1].tolist()))
    for half, count in ((8.0, 33), (0.5, 21)):
        turns = (facing + np.linspace(-half, half, count)).tolist()
        facing = min(turns, key=lambda turn: _box_at(area, spots, turn).misfit)
    return _box_at(area, spots, facing)


def _box_at(area: shapely.Polygon, spots: Floats, facing: float) -> OutlineFit:
    """Return the box of a direction whose sides lie along the outline's spots."""
    c, s = math.cos(math.radians(facing)), math.sin(math.radians(facing))
    turn = np.array([[c, -s], [s, c]])
    local = spots @ turn
    (left, low), (right, high) = local.min(axis=0), local.max(axis=0)
    (x0, x1), (y0, y1) = (
        (_sides(local[:, axis], local[:, 1 - axis]) for axis in (0, 1))
        if min(right - left, high - low) > 0
        else ((left, right), (low, high))
    )
    ring = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]) @ turn.T
    long, wide = x1 - x0, y1 - y0
    middle = ring.mean(axis=0)
    if wide > long:
        return _fit("box", area, ring, facing + 90.0, (wide, long), middle)
    return _fit("box", area, ring, facing, (long, wide), middle)


def _sides(along: Floats, across: Floats) -> tuple[float, float]:
    """Return where the two sides square to an axis lie: the mean of the spots near each."""
    low, high = float(along.min()), float(along.max())
    broad = float(np.ptp(across))
    near = _NEAR * min(high - low, broad)
    # Next to a corner the other sides' spots are near, too.
    inner = np.abs(across - (across.min() + broad / 2)) < broad / 2 - 1.5 * near
    along = along[inner & ((along <= low + near) | (along >= high - near))]
    if not ((along <= low + near).any() and (along >= high - near).any()):
        return low, high
    return float(along[along <= low + near].mean()), float(along[along >= high - near].mean())


def _spread(ring: Floats) -> Floats:
    """Return spots evenly along an outline, between its corners."""
    ends = np.roll(ring, -1, axis=0)
    lengths = np.hypot(*(ends - ring).T)
    counts = np.maximum(1, np.round(lengths / lengths.sum() * _SPOTS)).astype(int)
    return np.concatenate(
        [
            a + (np.arange(n)[:, None] + 0.5) / n * (b - a)
            for a, b, n in zip(ring, ends, counts.tolist(), strict=True)
        ]
    )


def fit_circle(points: Sequence[Point] | Floats) -> OutlineFit:
    """Return the circle that passes nearest by the outline's corners (least squares)."""
    ring = check_area(points)
    away = ring - ring.mean(axis=0)
    rows = np.column_stack([2 * away, np.ones(len(away))])
    x, y, rest = np.linalg.lstsq(rows, (away * away).sum(axis=1), rcond=None)[0]
    radius = math.sqrt(max(float(rest + x * x + y * y), 1e-12))
    middle = ring.mean(axis=0) + np.array([x, y])
    turn = np.arange(_STEPS) * (2 * math.pi / _STEPS)
    rim = middle + radius * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    return _fit("circle", shapely.Polygon(ring), rim, 0.0, (2 * radius, 2 * radius), middle)


def banded(points: Sequence[Point] | Floats, finest_in: float = 0.5) -> tuple[Band, ...]:
    """Return rectangles along x that together stand for an outline.

    Parameters
    ----------
    points : (n, 2) array
        In the frame whose axes the rectangles are to follow.
    finest_in : float
        Bands are cut no finer than this to follow slanting sides.

    Returns
    -------
    tuple of (x0, y0, x1, y1)
        Where all sides run along the axes (an L, a U), a rectangle for each straight stretch.
    """
    ring = check_area(points)
    area = shapely.Polygon(ring)
    gap = _NEAR * finest_in
    levels = [float(ring[:, 1].min())]
    for y in np.unique(ring[:, 1]).tolist():
        if y - levels[-1] > 2 * gap:
            levels.append(y)
    levels[-1] = float(ring[:, 1].max())
    found: list[Band] = []
    for low, high in itertools.pairwise(levels):
        count = 1 if _straight(area, low, high, gap) else max(1, round((high - low) / finest_in))
        rows = np.linspace(low, high, count + 1).tolist()
        for y0, y1 in itertools.pairwise(rows):
            found += [(x0, y0, x1, y1) for x0, x1 in _cut(area, (y0 + y1) / 2)]
    return tuple(found)


def _straight(area: shapely.Polygon, low: float, high: float, gap: float) -> bool:
    """Return whether a band has the same width all along, but for errors of tracing."""
    ends = [_cut(area, low + share * (high - low)) for share in (0.1, 0.5, 0.9)]
    if len({len(each) for each in ends}) > 1:
        return False
    return bool(np.ptp(np.array(ends), axis=0).max(initial=0.0) < 6 * gap)


def _cut(area: shapely.Polygon, y: float) -> list[tuple[float, float]]:
    """Return the stretches of a line along x inside an outline, left to right."""
    left, _, right, _ = area.bounds
    line = shapely.LineString([(left - 1, y), (right + 1, y)])
    parts = shapely.get_parts(shapely.intersection(line, area)).tolist()
    ends = [shapely.get_coordinates(part)[:, 0] for part in parts]
    return sorted((float(x.min()), float(x.max())) for x in ends if np.ptp(x) > 1e-6)


def simplified(points: Sequence[Point] | Floats, most: int = _MOST) -> Floats:
    """Return an outline with at most so many corners, of the same area, ``(n, 2)``.

    Corners are left out where that moves the outline least; the rest is scaled about the middle
    by the little that the area changed.
    """
    ring = check_area(points)
    area = shapely.Polygon(ring)
    if len(ring) <= most:
        return ring
    low, high = 0.0, math.sqrt(float(area.area))
    best = shapely.simplify(area, high)
    for _ in range(40):
        middle = (low + high) / 2
        tried = shapely.simplify(area, middle)
        if len(shapely.get_coordinates(tried)) - 1 <= most and float(tried.area) > 0:
            high, best = middle, tried
        else:
            low = middle
    kept = check_area(shapely.get_coordinates(best))
    centre = shapely.get_coordinates(best.centroid)[0]
    return centre + (kept - centre) * math.sqrt(float(area.area) / float(best.area))


def _polygon(ring: Floats) -> OutlineFit:
    box = fit_box(ring)
    few = simplified(ring)
    middle = shapely.get_coordinates(shapely.Polygon(few).centroid)[0]
    sides = (box.length, box.width)
    return _fit("polygon", shapely.Polygon(ring), few, 0.0, sides, middle)


def _fit(
    kind: str,
    area: shapely.Polygon,
    ring: Floats,
    facing: float,
    sides: tuple[float, float],
    middle: Floats,
) -> OutlineFit:
    made = shapely.Polygon(ring)
    apart = float(shapely.symmetric_difference(area, made).area) / float(area.area)
    return OutlineFit(
        kind,
        (float(middle[0]), float(middle[1])),
        facing % 180.0,
        float(sides[0]),
        float(sides[1]),
        tuple((float(x), float(y)) for x, y in ring),
        apart,
    )
