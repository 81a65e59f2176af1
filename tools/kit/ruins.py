"""Ruined buildings: broken walls round a floor, windows, doorways, rubble."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import shapely.geometry as sg

from tools.kit import palette as pot
from tools.kit.groundwork import chunk, flagstones, heap
from tools.kit.masonry import COURSE, THICK, Opening, Wall, broken_top, quoins, wall_shells
from tools.kit.paint import Finish
from tools.kit.piece import FloorPlan, Piece, Polygon, Terrain, box_outline
from tools.kit.prims import block
from tools.kit.shell import Shell, join, unite

__all__ = ["PIECES", "Side", "boards", "place_wall", "wall_blocks"]

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
    ring = sg.Polygon([(x[0], y[0]), *far, (x[0], y[1])]).simplify(0.02)
    return [(float(a), float(b)) for a, b in sg.polygon.orient(ring).exterior.coords[:-1]]


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


def _ruin(
    name: str,
    shows: str,
    sides: Sequence[Side],
    corners: Sequence[Shell],
    ground: Polygon,
    extra: Sequence[Shell],
    floors: Sequence[FloorPlan],
) -> Piece:
    slab = flagstones(sg.Polygon(ground), 0.045, seed=len(name) * 31)
    walls = unite([*(s for side in sides for s in place_wall(side)), *corners])
    blocks = [polygon for side in sides for polygon in wall_blocks(side, 0.0)]
    parts = {"walls": walls, "ground": unite([*slab]), "litter": unite(extra)}
    return Piece(name, shows, parts, Terrain("ruin", list(ground), blocks, list(floors)), FINISH)


def _corner(x: float, y: float, heading: float, courses: int, seed: int) -> list[Shell]:
    return [s.turn(heading).at(x, y) for s in quoins(courses, seed)]


def ruin_small() -> Piece:
    """Return a one-room house, two storeys at its standing corner."""
    a, b = 2.55, 2.05
    west = Wall(
        2 * b,
        broken_top([(0, 5.9), (1.0, 5.2), (2.1, 4.4), (3.2, 2.6), (4.1, 1.5)]),
        [Opening(1.35, 2.55, 2, 5), Opening(1.35, 2.45, 9, 12)],
        seed=11,
    )
    south = Wall(
        2 * a,
        broken_top([(0, 5.9), (1.4, 5.5), (2.6, 4.2), (3.6, 3.6), (5.1, 2.2)]),
        [Opening(1.2, 2.3, 2, 5), Opening(3.1, 4.2, 2, 5), Opening(1.1, 2.2, 9, 12)],
        seed=12,
    )
    east = Wall(
        2 * b,
        broken_top([(0, 2.3), (0.9, 1.7), (1.7, 0.9), (2.5, 1.3), (4.1, 2.6)]),
        [Opening(1.2, 2.75, 0, 5, dressed=False)],
        seed=13,
    )
    north = Wall(
        2 * a, broken_top([(0, 2.6), (1.2, 1.7), (2.0, 1.0), (3.4, 0.5), (5.1, 1.5)]), seed=14
    )
    sides = [
        Side((-a, -b), 0, south),
        Side((a, -b), 90, east),
        Side((a, b), 180, north),
        Side((-a, b), 270, west_flipped(west)),
    ]
    corners = [
        *_corner(-a, -b, 0, 13, 21),
        *_corner(a, -b, 90, 5, 22),
        *_corner(a, b, 180, 4, 23),
        *_corner(-a, b, 270, 4, 24),
    ]
    x, y = (-a + _HALF, a - _HALF), (-b + _HALF, b - _HALF)
    reach = broken_top([(y[0], 1.3), (-0.6, 0.6), (0.3, -0.5), (1.1, -1.4), (y[1], -2.1)])
    floor = boards(x, y, 3.0, reach, 31)
    extra = [*floor, *_litter([(1.6, 1.2), (0.5, 1.4)], 41)]
    plan = FloorPlan("1", 3.0, _floor(x, y, reach))
    out = 0.45
    ground = box_outline(-a - out, -b - out, a + out, b + out)
    return _ruin(
        "ruin_small",
        "Ruined house, two storeys at one corner, doorway to the east",
        sides,
        corners,
        ground,
        extra,
        [plan],
    )


def west_flipped(wall: Wall) -> Wall:
    """Return a wall seen from its other end: heights and openings run backwards."""
    n = wall.length
    turned = [Opening(n - o.x1, n - o.x0, o.low, o.high, o.dressed) for o in wall.openings]
    return Wall(
        n,
        lambda x: wall.top(n - x),
        turned,
        wall.seed,
        wall.stone,
        wall.mortar,
        wall.stone_in,
        wall.ragged,
    )


PIECES = {"ruin_small": ruin_small}
