"""Ruined buildings: broken walls round a floor, windows, doorways, rubble."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import shapely.geometry as sg

from tools.kit import palette as pot
from tools.kit.groundwork import chunk, flagstones, heap, outline_of
from tools.kit.masonry import (
    COURSE,
    THICK,
    Opening,
    Wall,
    broken_top,
    flipped,
    openings,
    quoins,
    wall_shells,
)
from tools.kit.paint import Finish, Paint
from tools.kit.piece import FloorPlan, Piece, Polygon, Terrain, box_outline
from tools.kit.prims import block
from tools.kit.shell import Shell, unite
from tools.kit.vectors import points

__all__ = ["PIECES", "Side", "boards", "place_wall", "wall_blocks"]

CHARRED = Paint(
    (70, 58, 50), vary=0.12, mottle=0.2, grain=0.25, second=(44, 42, 42), patch=0.8, spread=0.8
)
FINISH = Finish(dirt_to=0.9, moss=0.30, brush=0.14)
_HALF = THICK / 2 + 0.075


@dataclass(frozen=True)
class Side:
    """A wall set on the plan: it starts at `start` and runs along `heading` degrees."""

    start: tuple[float, float]
    heading: float
    wall: Wall


def place_wall(side: Side) -> list[Shell]:
    """Return the shells of a wall where it stands."""
    return [s.turn(side.heading).at(*side.start) for s in wall_shells(side.wall)]


def wall_blocks(side: Side, z: float, gap: float = 0.4) -> list[Polygon]:
    """Return the plan polygons of a wall that nobody walks through at height `z`.

    Doorways open at that height, and breaches where the masonry is lower than `gap` above it,
    are left out.
    """
    step = 0.05
    xs = np.arange(0.0, side.wall.length + 1e-9, step)
    solid = np.array([_stands(side.wall, float(x), z, gap) for x in xs])
    c, s = np.cos(np.radians(side.heading)), np.sin(np.radians(side.heading))
    out: list[Polygon] = []
    start: int | None = None
    for i in range(len(xs) + 1):
        here = i < len(xs) and bool(solid[i])
        if here and start is None:
            start = i
        if not here and start is not None:
            a, b = float(xs[start]), float(xs[i - 1])
            start = None
            if b - a < 0.15:
                continue
            corners = [(a, -_HALF), (b, -_HALF), (b, _HALF), (a, _HALF)]
            out.append(
                [(side.start[0] + c * x - s * y, side.start[1] + s * x + c * y) for x, y in corners]
            )
    return out


def _stands(wall: Wall, x: float, z: float, gap: float) -> bool:
    if wall.top(x) < z + gap:
        return False
    return not any(
        o.x0 < x < o.x1 and o.low * COURSE <= z + 0.1 < o.high * COURSE for o in wall.openings
    )


def boards(
    x: tuple[float, float],
    y: tuple[float, float],
    top: float,
    reach: Callable[[float], float],
    seed: int,
) -> list[Shell]:
    """Return a plank floor on joists between the walls; boards run along x to ``reach(y)``."""
    rng = np.random.default_rng(seed)
    out: list[Shell] = []
    wide = 0.36
    count = round((y[1] - y[0]) / wide)
    wide = (y[1] - y[0]) / count
    for i in range(count):
        middle = y[0] + (i + 0.5) * wide
        end = min(x[1], reach(middle) + rng.uniform(-0.35, 0.35))
        if end - x[0] < 0.4:
            continue
        sag = rng.uniform(-0.012, 0.0)
        plank = block((end - x[0], wide - 0.03, 0.1), pot.PLANK, 0.012)
        out.append(plank.at((x[0] + end) / 2, middle, top - 0.05 + sag))
    joists = max(2, round((x[1] - x[0]) / 1.5))
    for i in range(joists):
        at = x[0] + (i + 0.5) * (x[1] - x[0]) / joists
        ys = [v for v in np.arange(y[0], y[1], 0.05) if reach(float(v)) > at - 0.1]
        if len(ys) > 8:
            beam = block((0.16, ys[-1] - ys[0], 0.2), pot.BEAM, 0.02)
            out.append(beam.at(at, (ys[0] + ys[-1]) / 2, top - 0.18))
    return out


def _floor(
    x: tuple[float, float], y: tuple[float, float], reach: Callable[[float], float]
) -> Polygon:
    """Return the outline of a broken floor: where every board surely lies."""
    ys = np.linspace(y[0], y[1], 13)
    far = [(min(x[1], reach(float(v)) - 0.1), float(v)) for v in ys]
    # Where the boards end short of the wall there is no floor.
    far = [point for point in far if point[0] > x[0] + 0.05]
    ring = sg.Polygon([(x[0], y[0]), *far, (x[0], far[-1][1])])
    return outline_of(ring, 0.02)


def _litter(spots: Sequence[tuple[float, float]], seed: int) -> list[Shell]:
    """Return heaps of fallen stones at the given places."""
    rng = np.random.default_rng(seed)
    out: list[Shell] = []
    for x, y in spots:
        for _ in range(9):
            away = rng.normal(0.0, 0.42, 2)
            size = rng.uniform(0.12, 0.34)
            paint = pot.STONE if rng.random() < 0.75 else pot.BEAM
            out.append(
                chunk(size, paint, int(rng.integers(1 << 30))).at(
                    x + away[0], y + away[1], size * 0.25
                )
            )
        out.append(heap(0.8, 0.3, int(rng.integers(1 << 30))).at(x, y))
    return out


def _timbers(beams: str) -> list[Shell]:
    """Return charred roof beams, each written as the six numbers of its ends."""
    out: list[Shell] = []
    for x0, y0, z0, x1, y1, z1 in points(beams, 6):
        length = float(np.linalg.norm([x1 - x0, y1 - y0, z1 - z0]))
        beam = block((length, 0.2, 0.24), CHARRED, 0.03)
        out.append(beam.aim_centre((x0, y0, z0), (x1, y1, z1)))
    return out


def _corner(x: float, y: float, heading: float, courses: int, seed: int) -> list[Shell]:
    return [s.turn(heading).at(x, y) for s in quoins(courses, seed)]


def _room(a: float, b: float, walls: Sequence[Wall]) -> list[Side]:
    """Return four walls round the origin: south, east, north, west.

    The west wall is described from its southern end, like a reader sees the plan.
    """
    south, east, north, west = walls
    return [
        Side((-a, -b), 0, south),
        Side((a, -b), 90, east),
        Side((a, b), 180, north),
        Side((-a, b), 270, flipped(west)),
    ]


def _finished(
    name: str,
    shows: str,
    walls: tuple[Sequence[Side], Sequence[Shell]],
    ground: Polygon,
    inside: tuple[Sequence[Shell], Sequence[FloorPlan]],
) -> Piece:
    sides, corners = walls
    loose, floors = inside
    slab = flagstones(sg.Polygon(ground), 0.045, seed=len(name) * 31)
    masonry = unite([*(s for side in sides for s in place_wall(side)), *corners])
    blocks = [polygon for side in sides for polygon in wall_blocks(side, 0.0)]
    parts = {"walls": masonry, "ground": unite(slab), "litter": unite(loose)}
    return Piece(name, shows, parts, Terrain("ruin", list(ground), blocks, list(floors)), FINISH)


def ruin_small() -> Piece:
    """Return a one-room house, two storeys at its standing corner."""
    a, b = 2.55, 2.05
    south = Wall(
        2 * a,
        broken_top("0 5.9  1.4 5.5  2.6 4.2  3.6 3.6  5.1 2.2"),
        openings("1.2 2.3 2 5  3.1 4.2 2 5  1.1 2.2 9 12"),
        seed=12,
    )
    east = Wall(
        2 * b,
        broken_top("0 2.3  0.9 1.7  1.7 0.9  2.5 1.3  4.1 2.6"),
        [Opening(1.2, 2.75, 0, 5, dressed=False)],
        seed=13,
    )
    north = Wall(2 * a, broken_top("0 2.6  1.2 1.7  2.0 1.0  3.4 0.5  5.1 1.5"), seed=14)
    west = Wall(
        2 * b,
        broken_top("0 5.9  1.0 5.2  2.1 4.4  3.2 2.6  4.1 1.5"),
        openings("1.35 2.55 2 5  1.35 2.45 9 12"),
        seed=11,
    )
    corners = [
        *_corner(-a, -b, 0, 13, 21),
        *_corner(a, -b, 90, 5, 22),
        *_corner(a, b, 180, 4, 23),
        *_corner(-a, b, 270, 4, 24),
    ]
    x, y = (-a + _HALF, a - _HALF), (-b + _HALF, b - _HALF)
    reach = broken_top(f"{y[0]} 1.3  -0.6 0.6  0.3 -0.5  1.1 -1.4  {y[1]} -2.1")
    loose = [
        *boards(x, y, 3.0, reach, 31),
        *_litter([(1.6, 1.2), (0.5, 1.4)], 41),
        *_timbers("-1.9 1.5 0.1  -0.9 -0.1 2.8"),
    ]
    return _finished(
        "ruin_small",
        "Ruined house, two storeys at one corner, doorway to the east",
        (_room(a, b, (south, east, north, west)), corners),
        box_outline(-a - 0.45, -b - 0.45, a + 0.45, b + 0.45),
        (loose, [FloorPlan("1", 3.0, _floor(x, y, reach))]),
    )


def ruin_corner() -> Piece:
    """Return two broken walls that meet: a corner three storeys high."""
    a = 2.6
    south = Wall(
        2 * a,
        broken_top("0 8.2  1.1 7.4  2.1 5.2  3.1 4.3  4.2 2.4  5.2 0.9"),
        openings("1.0 2.1 2 5  3.0 4.1 2 5  1.0 2.1 9 12  0.9 1.9 15 18"),
        seed=15,
    )
    west = Wall(
        2 * a,
        broken_top("0 8.2  0.9 7.8  2.0 6.2  3.2 4.0  4.0 2.6  5.2 1.3"),
        openings("1.1 2.2 2 5  3.05 4.6 0 5  1.1 2.2 9 12"),
        seed=16,
    )
    sides = [Side((-a, -a), 0, south), Side((-a, a), 270, flipped(west))]
    x = y = (-a + _HALF, a - 0.3)
    reach = broken_top(f"{y[0]} 1.5  -1.2 0.9  -0.3 0  0.6 -0.9  1.4 -1.8  {y[1]} -2.3")
    upper = broken_top(f"{y[0]} -0.5  -1.4 -0.9  -0.8 -1.7  0.2 -2.6  {y[1]} -2.6")
    loose = [
        *boards(x, y, 3.0, reach, 32),
        *boards(x, y, 6.0, upper, 33),
        *_litter([(0.8, 0.6), (-0.5, 1.7), (1.7, -0.9)], 42),
        *_timbers("1.5 -0.2 0.1  -0.5 -1.4 2.9  0.2 2.0 0.1  0.9 0.4 0.15"),
    ]
    floors = [FloorPlan("1", 3.0, _floor(x, y, reach)), FloorPlan("2", 6.0, _floor(x, y, upper))]
    low, high = -a - 0.45, a + 0.3
    ground = [(low, low), (high, low), (high, -0.8), (1.3, 1.3), (-0.8, high), (low, high)]
    return _finished(
        "ruin_corner",
        "Corner of a tall ruin, floors at 3 and 6 in, open to the north east",
        (sides, _corner(-a, -a, 0, 18, 25)),
        ground,
        (loose, floors),
    )


def _large_walls(a: float, b: float) -> list[Side]:
    big = (0.7, 1.25)
    south = Wall(
        2 * a,
        broken_top("0 6.6  1.2 6.2  2.2 5.2  3.2 4.6  4.2 2.2  5 1.2  5.9 .8  6.7 1.9  8.2 3.4"),
        openings("0.95 2.05 2 5  2.95 4.05 2 5  0.95 2.05 9 12  6.5 7.5 2 5"),
        seed=17,
        stone_in=big,
    )
    east = Wall(
        2 * b,
        broken_top("0 3.5  1.2 4.3  2.6 4.8  3.6 3.6  4.6 2.7  6.0 3.6"),
        openings("2.1 3.7 0 5  4.4 5.4 2 5"),
        seed=18,
        stone_in=big,
    )
    north = Wall(
        2 * a,
        broken_top("0 3.6  1.1 2.4  2.0 1.4  3.0 0.6  3.9 1.6  4.8 3.4  6.2 4.8  8.2 6.6"),
        openings("0.8 1.8 2 5  4.7 5.8 2 5  6.4 7.5 2 5  6.3 7.4 9 12"),
        seed=19,
        stone_in=big,
    )
    west = Wall(
        2 * b,
        broken_top("0 6.8  1.4 7.4  3.0 8.0  4.4 7.2  6.0 6.5"),
        openings("0.95 2.05 2 5  2.75 4.3 0 5  1.0 2.1 9 12  3.9 5.0 9 12"),
        seed=20,
        stone_in=big,
    )
    inner = Wall(
        2 * b - 0.3,
        broken_top("0 4.6  1.2 3.4  2.2 2.6  3.2 2.2  4.4 3.0  5.7 4.4"),
        openings("2.1 3.7 0 5"),
        seed=27,
        stone_in=big,
    )
    return [*_room(a, b, (south, east, north, west)), Side((0.45, -b + 0.15), 90, inner)]


def ruin_large() -> Piece:
    """Return a large ruin of two rooms with a standing end and a breached front."""
    a, b = 4.1, 3.0
    corners = [
        *_corner(-a, -b, 0, 15, 26),
        *_corner(a, -b, 90, 7, 27),
        *_corner(a, b, 180, 7, 28),
        *_corner(-a, b, 270, 14, 29),
    ]
    x, y = (-a + _HALF, 0.2), (-b + _HALF, b - _HALF)
    reach = broken_top(f"{y[0]} -.2  -1.6 .1  -.7 -1.2  .4 -1.7  1.2 -.6  2 .2  {y[1]} .2")
    loose = [
        *boards(x, y, 3.0, reach, 34),
        *_litter([(1.4, -1.9), (2.9, 1.6), (1.6, 1.9), (3.0, -1.7), (-1.2, 0.4)], 43),
        *_timbers(
            "2.9 -2.5 0.1  1.1 -0.6 2.0  3.4 0.9 0.12  2.0 2.3 0.16  -0.3 0.2 0.1  -1.4 0.5 2.9"
        ),
    ]
    return _finished(
        "ruin_large",
        "Large ruin of two rooms, upper floor at the west end, doorways west and east",
        (_large_walls(a, b), corners),
        box_outline(-a - 0.5, -b - 0.5, a + 0.5, b + 0.5),
        (loose, [FloorPlan("1", 3.0, _floor(x, y, reach))]),
    )


PIECES = {"ruin_small": ruin_small, "ruin_corner": ruin_corner, "ruin_large": ruin_large}
