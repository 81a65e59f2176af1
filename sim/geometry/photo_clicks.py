"""What can be wrong with points clicked on a photo, and the order of a table's corners."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sim.errors import HulldownError
from sim.geometry.homography_fit import equations, homogeneous, normaliser
from sim.geometry.mesh_data import Floats
from sim.geometry.pose import Point

__all__ = [
    "check_corners",
    "check_marks",
    "check_size",
    "going_round",
    "near_left_of",
    "place_in",
    "signed_area",
]

#: Three corners nearer to one line than this share of the picture's span are on one line.
_FLAT = 0.02
#: A side shorter than this cannot be clicked well enough to be worth anything.
_SHORTEST_PX = 8.0
#: How firmly marks hold a map: the least of the equations' values over the greatest.
_LOOSE = 1e-3


def going_round(pixels: Sequence[Point] | Floats) -> Floats:
    """Return four clicked corners in an order that goes round the table.

    Raises
    ------
    HulldownError
        With key ``photo.corners.inside`` when one lies inside the triangle of the others, and as
        `Homography.from_corners` otherwise.
    """
    corners = np.asarray(pixels, np.float64)
    if corners.shape == (4, 2) and np.isfinite(corners).all():
        away = corners - corners.mean(axis=0)
        corners = corners[np.argsort(np.arctan2(away[:, 1], away[:, 0]), kind="stable")]
    check_corners(corners)
    return corners


def signed_area(ring: Floats) -> float:
    """Return the area of a polygon; positive where it goes round clockwise to the eye (y down)."""
    x, y = ring.T
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum()) / 2


def near_left_of(ring: Floats) -> int:
    """Return which corner, counter-clockwise to the eye, begins the lowest edge."""
    low = ring[:, 1] + np.roll(ring[:, 1], -1)
    return int(np.argmax(low))


def place_in(order: NDArray[np.intp], near_left: int) -> int:
    """Return where in an order of the corners the click of a number stands."""
    if near_left not in range(4):
        raise ValueError("the near left corner is one of 0 to 3")
    return int(np.flatnonzero(order == near_left)[0])


def check_size(width_in: float, depth_in: float) -> None:
    """Refuse a table without size (``photo.size``)."""
    for side in (width_in, depth_in):
        if not (math.isfinite(side) and side > 0):
            raise HulldownError("photo.size", width=width_in, depth=depth_in)


def check_corners(corners: Floats) -> None:
    """Refuse what cannot be the corners of a table, going round it (``photo.corners.*``)."""
    if corners.shape != (4, 2):
        raise HulldownError("photo.corners.count", count=len(corners))
    if not np.isfinite(corners).all():
        raise HulldownError("photo.corners.not_finite")
    gaps = np.hypot(*(corners[:, None] - corners[None, :]).reshape(-1, 2).T).reshape(4, 4)
    for a in range(4):
        for b in range(a):
            if gaps[a, b] < _SHORTEST_PX:
                raise HulldownError("photo.corners.close", first=b + 1, second=a + 1)
    signs = np.zeros(4)
    for k in range(4):
        a, b, c = (corners[(k + i) % 4] for i in range(3))
        cross = float((b - a)[0] * (c - a)[1] - (b - a)[1] * (c - a)[0])
        span = max(gaps[k, (k + 1) % 4], gaps[k, (k + 2) % 4], gaps[(k + 1) % 4, (k + 2) % 4])
        if abs(cross) < _FLAT * span * span:
            one, two, three = sorted((k + i) % 4 + 1 for i in range(3))
            raise HulldownError("photo.corners.in_line", one=one, two=two, three=three)
        signs[k] = math.copysign(1.0, cross)
    if abs(signs.sum()) == 4:
        return
    crossed = abs(signs.sum()) == 0
    raise HulldownError("photo.corners.crossed" if crossed else "photo.corners.inside")


def check_marks(pixels: Floats, places: Floats) -> None:
    """Refuse marks that do not say where everything else is (``photo.marks.*``)."""
    if pixels.ndim != 2 or pixels.shape != places.shape or pixels.shape[1] != 2:
        raise HulldownError("photo.marks.differ", clicked=len(pixels), known=len(places))
    if len(pixels) < 4:
        raise HulldownError("photo.marks.count", count=len(pixels))
    if not (np.isfinite(pixels).all() and np.isfinite(places).all()):
        raise HulldownError("photo.marks.not_finite")
    # A family of maps fits marks in special position, and one that squashes the table to a line
    # fits marks on a line: neither says where anything is.
    values = np.linalg.svd(equations(places, pixels), compute_uv=False)
    p, q = (homogeneous(each) @ normaliser(each).T for each in (places, pixels))
    flat = min(float(np.linalg.svd(each, compute_uv=False)[-1]) for each in (p, q))
    if values[7] < _LOOSE * values[0] or flat < _FLAT * math.sqrt(len(p)):
        raise HulldownError("photo.marks.in_line")
