"""The stone bridge."""

from __future__ import annotations

import itertools

import numpy as np
import shapely
import shapely.geometry as sg

from tools.kit import palette as pot
from tools.kit.groundwork import polygons_of
from tools.kit.masonry import COURSE
from tools.kit.paint import Finish, Paint
from tools.kit.piece import Piece, Terrain, box_outline
from tools.kit.prims import block, bricked, extrude
from tools.kit.shell import Shell, unite
from tools.kit.vectors import Floats

__all__ = ["PIECES"]

#: Half length, half width, thickness of a parapet, height of the hump.
REACH, HALF, WALL, RISE = 6.0, 2.2, 0.36, 1.5


def _hump(x: Floats) -> Floats:
    """Return the height of the road."""
    return 0.03 + RISE * (0.5 + 0.5 * np.cos(np.pi * np.clip(x / 6.0, -1, 1)))


def _bridge_face() -> tuple[sg.Polygon, sg.Polygon]:
    """Return, in the x-z plane, the side wall with its parapet and the body below the road."""
    x = np.linspace(-6, 6, 49)
    road = np.column_stack([x, _hump(x)])
    angle = np.linspace(0, np.pi, 25)
    arch = sg.Polygon(np.column_stack([2.65 * np.cos(angle), 1.12 * np.sin(angle)])).union(
        sg.box(-2.65, -1, 2.65, 0.001)
    )
    top = road + np.array([0.0, 0.72])
    side = sg.Polygon([(-6, 0), *map(tuple, top), (6, 0)]).difference(arch)
    body = sg.Polygon([(-6, 0), *map(tuple, road), (6, 0)]).difference(arch)
    assert isinstance(side, sg.Polygon)
    assert isinstance(body, sg.Polygon)
    return side, body


def _ring_stones(rng: np.random.Generator) -> list[sg.Polygon]:
    """Return the wedge stones round the arch."""
    out: list[sg.Polygon] = []
    count = 17
    for k in range(count):
        a0, a1 = np.pi * k / count, np.pi * (k + 1) / count
        reach = 1.0 + rng.uniform(0.0, 0.06)
        inner = [(2.65 * np.cos(a), 1.12 * np.sin(a)) for a in (a0, a1)]
        outer = [
            ((2.65 + 0.42 * reach) * np.cos(a), (1.12 + 0.36 * reach) * np.sin(a)) for a in (a1, a0)
        ]
        out.append(sg.Polygon([*inner, *outer]))
    return out


def _face_stones(side: sg.Polygon, seed: int) -> list[tuple[sg.Polygon, Paint]]:
    rng = np.random.default_rng(seed)
    ring = _ring_stones(rng)
    out: list[tuple[sg.Polygon, Paint]] = [(s, pot.QUOIN) for s in ring]
    taken = shapely.union_all([s.buffer(0.01) for s in ring])
    x = np.linspace(-6, 6, 49)
    rail = sg.Polygon(
        [*zip(x, _hump(x) + 0.55, strict=True), *zip(x[::-1], _hump(x[::-1]) + 0.74, strict=True)]
    )
    free = side.difference(taken).difference(rail)
    z = 0.0
    while z < 2.4:
        x0 = -6.0 - rng.uniform(0, 0.5)
        while x0 < 6:
            wide = rng.uniform(0.55, 1.0)
            cell = sg.box(x0, z, x0 + wide, z + COURSE * 0.86).intersection(free)
            for part in polygons_of(cell, 0.03):
                smooth = part.simplify(0.03).convex_hull
                out += [(whole, pot.STONE) for whole in polygons_of(smooth)]
            x0 += wide
        z += COURSE * 0.86
    return out


def _slope(x: float) -> float:
    """Return how far the road tips forward at `x`, degrees about y."""
    return float(np.degrees(np.arctan(RISE * np.pi / (2 * REACH) * np.sin(np.pi * x / REACH))))


def _parapet(side: int, outline: sg.Polygon, rng: np.random.Generator) -> list[Shell]:
    """Return one side wall with its stones and capping; `side` is 1 for the left."""
    middle = side * (HALF - WALL / 2)
    core = extrude(outline, -WALL / 2, WALL / 2, pot.MORTAR, pot.CORE).turn(90, "x")
    out = [core.at(0, middle, 0)]
    for shape, paint in _face_stones(outline, 45 + side):
        for inset in polygons_of(shape.buffer(-0.018, join_style="mitre"), 1e-4):
            proud = float(rng.uniform(0.03, 0.07))
            stone = bricked(inset, -0.02, proud, 0.03, paint).turn(90, "x")
            out.append((stone if side < 0 else stone.mirror("y")).at(0, side * HALF, 0))
    for k in range(17):
        x = -5.65 + 11.3 * k / 16
        cap = block((0.68, WALL + 0.16, 0.18), pot.QUOIN, 0.035).turn(_slope(x), "y")
        out.append(cap.at(x, middle, float(_hump(np.array([x]))[0]) + 0.72))
    return [*out, *_lining(side, HALF - WALL, rng)]


def bridge() -> Piece:
    """Return a humpbacked stone bridge along x over a river."""
    outline, body = _bridge_face()
    rng = np.random.default_rng(44)
    shells = [extrude(body, -HALF + 0.1, HALF - 0.1, pot.MORTAR, pot.CORE).turn(90, "x")]
    for side in (-1, 1):
        shells += _parapet(side, outline, rng)
    shells += _cobbles(HALF - WALL - 0.02, rng)
    out, road = HALF + 0.07, HALF - WALL
    blocks = [box_outline(-REACH, -out, REACH, -road), box_outline(-REACH, road, REACH, out)]
    entry = Terrain("bridge", box_outline(-REACH, -out, REACH, out), blocks, carries=True)
    shows = "Humpbacked stone bridge, 12 in long, spans 5.3 in of water, road 3.7 in wide"
    parts = {"bridge": unite(shells)}
    return Piece("bridge", shows, parts, entry, Finish(dirt_to=0.5, moss=0.35))


def _lining(side: int, inner: float, rng: np.random.Generator) -> list[Shell]:
    """Return the stones on the inner face of a parapet, along the road."""
    out: list[Shell] = []
    x = -6.0
    while x < 5.95:
        end = min(6.0, x + float(rng.uniform(0.55, 0.95)))
        if 6.0 - end < 0.3:
            end = 6.0
        foot, head = _hump(np.array([x, end])) + 0.04, _hump(np.array([x, end])) + 0.6
        shape = sg.Polygon([(x, foot[0]), (end, foot[1]), (end, head[1]), (x, head[0])])
        stone = bricked(
            shape.buffer(-0.018, join_style="mitre"),
            -0.02,
            float(rng.uniform(0.03, 0.06)),
            0.03,
            pot.STONE,
        )
        stone = stone.turn(90, "x")
        out.append(stone.at(0, inner, 0) if side > 0 else stone.mirror("y").at(0, -inner, 0))
        x = end
    return out


def _cobbles(half: float, rng: np.random.Generator) -> list[Shell]:
    """Return the paving of the road, row by row over the hump."""
    out: list[Shell] = []
    rows, columns = 22, 6
    for r in range(rows):
        x = -6 + 12 * (r + 0.5) / rows
        z = float(_hump(np.array([x]))[0])
        widths = rng.uniform(0.75, 1.25, columns)
        edges = -half + 2 * half * np.concatenate([[0.0], np.cumsum(widths)]) / widths.sum()
        for y0, y1 in itertools.pairwise(edges):
            stone = block((12 / rows - 0.035, y1 - y0 - 0.035, 0.1), pot.FLAG, 0.02)
            out.append(
                stone.turn(_slope(x), "y").at(
                    x, (y0 + y1) / 2, z - 0.012 + rng.uniform(-0.008, 0.008)
                )
            )
    return out


PIECES = {"bridge": bridge}
