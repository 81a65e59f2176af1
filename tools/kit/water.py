"""River and bridge."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import shapely
import shapely.geometry as sg
from numpy.typing import NDArray

from tools.kit import palette as pot
from tools.kit.groundwork import chunk, outline_of, polygons_of, relief, tuft
from tools.kit.masonry import COURSE
from tools.kit.paint import Finish, Paint, noise
from tools.kit.piece import Piece, Terrain, box_outline
from tools.kit.prims import block, bricked, extrude
from tools.kit.shell import Shell, unite

__all__ = ["PIECES"]

Floats = NDArray[np.float64]
Line = Callable[[Floats], Floats]

FINISH = Finish(zenith=0.05, brush=0.1, dirt_to=0.05)
WATER = Paint((46, 88, 98), mottle=0.10, grain=0.9, second=(112, 136, 116), rise=(0.012, 0.036))
FLOW = Paint((120, 160, 162), vary=0.12)
BANK = Paint((118, 102, 70), mottle=0.15, grain=0.3, second=(94, 108, 58), rise=(0.05, 0.13))
HALF_WATER, HALF_ALL = 2.35, 2.9


def _ribbon(line: Line, low: Line, high: Line, count: int) -> sg.Polygon:
    """Return the plan strip between two offsets from a centre line, t from 0 to 1."""
    t = np.linspace(0, 1, count)
    at = line(t)
    ahead = np.gradient(at, axis=0)
    ahead /= np.linalg.norm(ahead, axis=1, keepdims=True)
    left = np.column_stack([-ahead[:, 1], ahead[:, 0]])
    one, two = at + left * low(t)[:, None], at + left * high(t)[:, None]
    return sg.Polygon(np.vstack([one, two[::-1]]))


def _wavy(base: float, depth: float, phase: float) -> Line:
    """Return an offset that wanders in the middle and meets its neighbours at the ends."""

    def offset(t: Floats) -> Floats:
        calm = np.sin(np.pi * t) ** 0.7
        return base + depth * calm * (np.sin(7.0 * t + phase) + 0.6 * np.sin(15.0 * t + 2.1 * phase))

    return offset


def _river(name: str, shows: str, line: Line, seed: int, notes: list[str]) -> Piece:
    n = 60
    rng = np.random.default_rng(seed)
    edge_r, edge_l = _wavy(-HALF_WATER, 0.13, 0.4), _wavy(HALF_WATER, 0.13, 2.2)
    water = _ribbon(line, edge_r, edge_l, n)
    whole = _ribbon(line, _wavy(-HALF_ALL, 0.1, 3.1), _wavy(HALF_ALL, 0.1, 0.9), n)
    sides = shapely.union_all([sg.LineString(line(np.linspace(0, 1, n)) + 0.0)])

    def surface(at: Floats) -> Floats:
        """Rise a hair towards the banks: the paint shows the depth by it."""
        middle = shapely.distance(shapely.points(at), sides) / HALF_WATER
        wander = 0.14 * noise(np.column_stack([at, np.zeros(len(at))]), 1.1, seed)
        return 0.012 + 0.026 * np.clip((middle + wander - 0.45) / 0.55, 0.0, 1.0) ** 1.6

    shells = [relief(water, surface, 0.3, WATER, seed)]
    flow: list[Shell] = []
    for _ in range(40):
        t0, y = rng.uniform(0.03, 0.9), rng.uniform(-1.5, 1.5)
        span, wide = rng.uniform(0.03, 0.08), rng.uniform(0.012, 0.03)
        streak = _ribbon(
            lambda t, t0=t0, span=span: line(t0 + span * t),
            lambda t, y=y, wide=wide: y - wide * np.sin(np.pi * t) - 0.004,
            lambda t, y=y, wide=wide: y + wide * np.sin(np.pi * t) + 0.004,
            9,
        )
        top = float(surface(np.array([[streak.centroid.x, streak.centroid.y]]))[0]) + 0.004
        flow.append(extrude(streak.buffer(0), 0.0, top, FLOW))
    bank = whole.difference(water)
    banks: list[Shell] = []
    growth: list[Shell] = []
    strips = polygons_of(bank, 0.2)
    for number, side in enumerate(sorted(strips, key=lambda p: (p.centroid.y, p.centroid.x))):
        def rise(at: Floats) -> Floats:
            near = shapely.distance(shapely.points(at), water)
            out = shapely.distance(shapely.points(at), whole.exterior)
            return 0.01 + 0.15 * np.clip(near / 0.2, 0, 1) * np.clip(out / 0.35, 0, 1)

        banks.append(relief(side, rise, 0.24, BANK, seed + number))
    for _ in range(70):
        t, side = rng.uniform(0.02, 0.98), rng.choice([-1, 1])
        away = HALF_WATER + rng.uniform(-0.25, 0.35)
        at = _beside(line, float(t), float(side) * away)
        if rng.random() < 0.6:
            stone = chunk(float(rng.uniform(0.08, 0.3)), pot.PEBBLE, int(rng.integers(1 << 30)))
            growth.append(stone.at(at[0], at[1], 0.05))
        else:
            growth += [b.at(at[0], at[1], 0.03) for b in tuft(float(rng.uniform(0.2, 0.42)), int(rng.integers(1 << 30)))]
    inside = [g for g in growth if whole.contains(sg.box(float(g.low[0]), float(g.low[1]), float(g.high[0]), float(g.high[1])))]
    stuff = unite(inside)
    v = stuff.v.copy()
    v[:, 2] = np.maximum(v[:, 2], 0.0)
    parts = {"river": unite([*shells, *flow, *banks]), "growth": stuff.warp(v)}
    return Piece(name, shows, parts, Terrain("river", outline_of(water, 0.02)), FINISH, notes)


def _beside(line: Line, t: float, away: float) -> Floats:
    two = line(np.array([t - 0.005, t + 0.005]))
    ahead = (two[1] - two[0]) / np.linalg.norm(two[1] - two[0])
    return two.mean(axis=0) + away * np.array([-ahead[1], ahead[0]])


def river_straight_12() -> Piece:
    """Return twelve inches of river along x."""
    return _river("river_straight_12", "River, 12 in long, water 4.7 in wide",
                  lambda t: np.column_stack([-6 + 12 * t, np.zeros(len(t))]), 3,
                  ["ends: centre line at (-6, 0) and (6, 0), along x"])


def river_bend() -> Piece:
    """Return a quarter turn of river, from -x towards +y."""
    radius = 6.0
    shift = radius * (1 - np.sqrt(0.5)) / np.sqrt(2) * 0 + 2.0

    def line(t: Floats) -> Floats:
        a = -np.pi / 2 + t * np.pi / 2
        return np.column_stack([radius * np.cos(a) - radius + shift + 2.0, radius * np.sin(a) + radius - shift - 2.0])

    return _river("river_bend", "River, a quarter turn of 6 in radius", line, 5,
                  ["ends: centre line at (-2, -4) along x and at (4, 2) along y"])


def _hump(x: Floats) -> Floats:
    return 0.03 + 1.5 * (0.5 + 0.5 * np.cos(np.pi * np.clip(x / 6.0, -1, 1)))


def _bridge_face() -> tuple[sg.Polygon, sg.Polygon]:
    """Return, in the x-z plane, the side wall with its parapet and the body below the road."""
    x = np.linspace(-6, 6, 49)
    road = np.column_stack([x, _hump(x)])
    angle = np.linspace(0, np.pi, 25)
    arch = sg.Polygon(np.column_stack([2.65 * np.cos(angle), 1.12 * np.sin(angle)])).union(sg.box(-2.65, -1, 2.65, 0.001))
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
        outer = [((2.65 + 0.42 * reach) * np.cos(a), (1.12 + 0.36 * reach) * np.sin(a)) for a in (a1, a0)]
        out.append(sg.Polygon([*inner, *outer]))
    return out


def _face_stones(side: sg.Polygon, seed: int) -> list[tuple[sg.Polygon, Paint]]:
    rng = np.random.default_rng(seed)
    ring = _ring_stones(rng)
    out: list[tuple[sg.Polygon, Paint]] = [(s, pot.QUOIN) for s in ring]
    taken = shapely.union_all([s.buffer(0.01) for s in ring])
    x = np.linspace(-6, 6, 49)
    rail = sg.Polygon([*zip(x, _hump(x) + 0.55, strict=True), *zip(x[::-1], _hump(x[::-1]) + 0.74, strict=True)])
    free = side.difference(taken).difference(rail)
    row = 0
    z = 0.0
    while z < 2.4:
        x0 = -6.0 - rng.uniform(0, 0.5)
        while x0 < 6:
            wide = rng.uniform(0.55, 1.0)
            cell = sg.box(x0, z, x0 + wide, z + COURSE * 0.86).intersection(free)
            for part in cell.geoms if isinstance(cell, sg.MultiPolygon) else [cell]:
                if isinstance(part, sg.Polygon) and part.area > 0.03:
                    smooth = part.simplify(0.03).convex_hull
                    if isinstance(smooth, sg.Polygon):
                        out.append((smooth, pot.STONE))
            x0 += wide
        z += COURSE * 0.86
        row += 1
    return out


def bridge() -> Piece:
    """Return a humpbacked stone bridge along x over a river."""
    side, body = _bridge_face()
    rng = np.random.default_rng(44)
    half, wall = 2.2, 0.36
    shells = [extrude(body, -half + 0.1, half - 0.1, pot.MORTAR, pot.CORE).turn(90, "x")]
    for s in (-1, 1):
        shells.append(extrude(side, -wall / 2, wall / 2, pot.MORTAR, pot.CORE).turn(90, "x").at(0, s * (half - wall / 2), 0))
        for shape, paint in _face_stones(side, 45 + s):
            inset = shape.buffer(-0.018, join_style="mitre")
            if not isinstance(inset, sg.Polygon) or inset.is_empty:
                continue
            stone = bricked(inset, -0.02, float(rng.uniform(0.03, 0.07)), 0.03, paint).turn(90, "x")
            shells.append(stone.at(0, -half, 0) if s < 0 else stone.mirror("y").at(0, half, 0))
        shells += _lining(s, half - wall, rng)
    for s in (-1, 1):
        for k in range(17):
            x = -5.65 + 11.3 * k / 16
            slope = float(np.degrees(np.arctan(-(1.5 * np.pi / 12) * np.sin(np.pi * x / 6))))
            cap = block((0.68, wall + 0.16, 0.18), pot.QUOIN, 0.035).turn(-slope, "y")
            shells.append(cap.at(x, s * (half - wall / 2), float(_hump(np.array([x]))[0]) + 0.72))
    shells += _cobbles(half - wall - 0.02, rng)
    outer = box_outline(-6, -half - 0.07, 6, half + 0.07)
    inner = half - wall
    blocks = [box_outline(-6, -half - 0.07, 6, -inner), box_outline(-6, inner, 6, half + 0.07)]
    body_shell = unite(shells)
    v = body_shell.v.copy()
    v[:, 2] = np.maximum(v[:, 2], 0.0)
    return Piece("bridge", "Humpbacked stone bridge, 12 in long, spans 5.3 in of water, road 3.7 in wide",
                 {"bridge": body_shell.warp(v)}, Terrain("bridge", outer, blocks, carries=True),
                 Finish(dirt_to=0.5, moss=0.35))


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
        stone = bricked(shape.buffer(-0.018, join_style="mitre"), -0.02, float(rng.uniform(0.03, 0.06)), 0.03, pot.STONE)
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
        slope = float(np.degrees(np.arctan(-(1.5 * np.pi / 12) * np.sin(np.pi * x / 6))))
        widths = rng.uniform(0.75, 1.25, columns)
        edges = -half + 2 * half * np.concatenate([[0.0], np.cumsum(widths)]) / widths.sum()
        for y0, y1 in zip(edges[:-1], edges[1:], strict=True):
            stone = block((12 / rows - 0.035, y1 - y0 - 0.035, 0.1), pot.FLAG, 0.02)
            out.append(stone.turn(-slope, "y").at(x, (y0 + y1) / 2, z - 0.012 + rng.uniform(-0.008, 0.008)))
    return out


PIECES = {"river_straight_12": river_straight_12, "river_bend": river_bend, "bridge": bridge}
