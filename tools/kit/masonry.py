"""Walls of coursed stone with doors, windows and broken tops.

A wall is a core of mortar with a pillow of stone on both faces, laid course by course. Its own
frame: x along the wall from 0, thickness centred on y = 0, z up.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import shapely
import shapely.geometry as sg
import shapely.ops
from shapely.geometry.base import BaseGeometry

from tools.kit import palette as pot
from tools.kit.paint import Paint
from tools.kit.prims import block, bricked, extrude
from tools.kit.shell import Shell
from tools.kit.vectors import points

__all__ = [
    "COURSE",
    "THICK",
    "Opening",
    "Wall",
    "broken_top",
    "flipped",
    "openings",
    "quoins",
    "wall_shells",
]

#: Height of a course: seven to a storey of 3 in.
COURSE = 3.0 / 7.0
#: Thickness of the core.
THICK = 0.34


@dataclass(frozen=True)
class Opening:
    """A doorway or window: from `x0` to `x1` along the wall, courses `low` to `high`."""

    x0: float
    x1: float
    low: int
    high: int
    dressed: bool = True


@dataclass(frozen=True)
class Wall:
    """A wall to be laid.

    Attributes
    ----------
    length : float
        Inches along x.
    top : callable
        Height of the masonry at x; stones whose middle lies above are missing.
    openings : Opening
    seed : int
    stone, mortar : Paint
    stone_in : tuple of float
        Shortest and longest stone.
    ragged : bool
        Whether the top row is chipped; False for a finished coping.
    faces : tuple of int
        Sides with stones: 1 the right-hand side seen along the wall, -1 the left.
    """

    length: float
    top: Callable[[float], float]
    openings: Sequence[Opening] = ()
    seed: int = 1
    stone: Paint = field(default=pot.STONE)
    mortar: Paint = field(default=pot.MORTAR)
    stone_in: tuple[float, float] = (0.62, 1.12)
    ragged: bool = True
    faces: tuple[int, ...] = (1, -1)


def broken_top(heights: str) -> Callable[[float], float]:
    """Return the height along a wall, straight between the pairs ``x height`` of a text."""
    xs, zs = points(heights, 2).T
    return lambda x: float(np.interp(x, xs, zs))


def openings(numbers: str) -> list[Opening]:
    """Return doorways and windows written as ``x0 x1 low high``, one after the other."""
    return [Opening(x0, x1, int(low), int(high)) for x0, x1, low, high in points(numbers, 4)]


def flipped(wall: Wall) -> Wall:
    """Return a wall seen from its other end: heights and openings run backwards."""
    n = wall.length
    turned = [Opening(n - o.x1, n - o.x0, o.low, o.high, o.dressed) for o in wall.openings]
    return replace(wall, top=lambda x: wall.top(n - x), openings=turned)


def _joints(wall: Wall, course: int, rng: np.random.Generator) -> list[tuple[float, float]]:
    """Return the stones of a course as (x0, x1), openings left out."""
    low, high = wall.stone_in
    cuts = sorted(
        {0.0, wall.length}
        | {x for o in wall.openings if o.low <= course < o.high for x in (o.x0, o.x1)}
    )
    stones: list[tuple[float, float]] = []
    for start, end in itertools.pairwise(cuts):
        middle = (start + end) / 2
        if any(o.x0 < middle < o.x1 and o.low <= course < o.high for o in wall.openings):
            continue
        count = max(1, round((end - start) / ((low + high) / 2)))
        weights = rng.uniform(low, high, count)
        if count > 1 and course % 2:
            weights[0] *= 0.55
        edges = start + (end - start) * np.concatenate([[0.0], np.cumsum(weights)]) / weights.sum()
        stones += [(float(a), float(b)) for a, b in itertools.pairwise(edges)]
    return stones


def _stone_shapes(wall: Wall) -> list[sg.Polygon]:
    rng = np.random.default_rng(wall.seed)
    count = int(np.ceil(max(wall.top(x) for x in np.linspace(0, wall.length, 60)) / COURSE))
    shapes: list[sg.Polygon] = []
    below: BaseGeometry | None = None
    for course in range(count):
        z0, z1 = course * COURSE, (course + 1) * COURSE
        row: list[sg.Polygon] = []
        for x0, x1 in _joints(wall, course, rng):
            chip = rng.uniform(0.0, 0.3, 2) * COURSE
            middle = (x0 + x1) / 2
            if wall.top(middle) < z0 + COURSE / 2:
                continue
            if below is not None and not _carried(below, x0, x1, z0, wall.openings):
                continue
            last = wall.ragged and wall.top(middle) < z1 + COURSE / 2
            left, right = (z1 - chip[0], z1 - chip[1]) if last else (z1, z1)
            row.append(sg.Polygon([(x0, z0), (x1, z0), (x1, right), (x0, left)]))
        shapes += row
        below = shapely.ops.unary_union(row) if row else None
        if below is None:
            break
    return shapes


def _carried(
    below: BaseGeometry, x0: float, x1: float, z: float, openings: Sequence[Opening]
) -> bool:
    """Whether a stone rests on the row below or on the lintel of an opening."""
    foot = sg.LineString([(x0 + 0.02, z - COURSE / 2), (x1 - 0.02, z - COURSE / 2)])
    if below.intersection(foot).length > 0.3 * (x1 - x0):
        return True
    return any(abs(o.high * COURSE - z) < 1e-6 and o.x0 < x1 and o.x1 > x0 for o in openings)


def _stand(shell: Shell) -> Shell:
    """Turn a plan shape into a standing one: its y becomes z, its height the thickness."""
    return shell.turn(90, "x")


def _dressing(wall: Wall, opening: Opening) -> list[Shell]:
    """Lintel and sill of an opening, a little proud of the wall."""
    width = opening.x1 - opening.x0
    middle = (opening.x0 + opening.x1) / 2
    deep = THICK + 0.2
    out: list[Shell] = []
    head = opening.high * COURSE
    if wall.top(middle) > head + 0.5 * COURSE:
        lintel = block((width + 0.56, deep, 0.3), pot.QUOIN, 0.03)
        out.append(lintel.at(middle, 0, head + 0.15))
    if opening.low > 0:
        sill = block((width + 0.3, deep + 0.1, 0.14), pot.QUOIN, 0.03)
        out.append(sill.at(middle, 0, opening.low * COURSE - 0.05))
    return out


def wall_shells(wall: Wall) -> list[Shell]:
    """Return the closed shells of a wall, to be united with what it meets."""
    rng = np.random.default_rng(wall.seed + 1000)
    shapes = _stone_shapes(wall)
    body = shapely.ops.unary_union([s.buffer(0.004, join_style="mitre") for s in shapes])
    body = body.buffer(0.001, join_style="mitre").simplify(0.004)
    pieces = list(body.geoms) if isinstance(body, sg.MultiPolygon) else [body]
    out = [
        _stand(extrude(p, -THICK / 2, THICK / 2, wall.mortar, pot.CORE))
        for p in pieces
        if isinstance(p, sg.Polygon) and p.area > 0.05
    ]
    for shape in shapes:
        for side in wall.faces:
            proud = THICK / 2 + rng.uniform(0.035, 0.075)
            pillow = bricked(
                shape.buffer(-0.018, join_style="mitre"), THICK / 2 - 0.02, proud, 0.035, wall.stone
            )
            out.append(_stand(pillow if side > 0 else pillow.mirror("z")))
    for opening in wall.openings:
        if opening.dressed:
            out += _dressing(wall, opening)
    return out


def quoins(courses: int, seed: int, reach: float = 0.62) -> list[Shell]:
    """Return corner stones for a corner at the origin between walls along +x and +y.

    Long and short alternate, as masons lay them.
    """
    rng = np.random.default_rng(seed)
    out: list[Shell] = []
    half = THICK / 2 + 0.075
    for course in range(courses):
        long_x = course % 2 == 0
        size_x = (reach if long_x else reach * 0.6) + half + rng.uniform(-0.05, 0.05)
        size_y = (reach * 0.6 if long_x else reach) + half + rng.uniform(-0.05, 0.05)
        stone = block((size_x, 2 * half, COURSE - 0.03), pot.QUOIN, 0.035)
        out.append(stone.at(size_x / 2 - half, 0, (course + 0.5) * COURSE))
        stone = block((2 * half, size_y, COURSE - 0.03), pot.QUOIN, 0.035)
        out.append(stone.at(0, size_y / 2 - half, (course + 0.5) * COURSE))
    return out
