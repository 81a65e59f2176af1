"""The house and the watermill."""

from __future__ import annotations

import numpy as np

from tools.kit import palette as pot
from tools.kit.carpentry import Bay, door, framed_wall, gable, roof_slope, window
from tools.kit.groundwork import flagstones, tuft
from tools.kit.masonry import COURSE, Opening, Wall, quoins, wall_shells
from tools.kit.paint import Finish
from tools.kit.piece import FloorPlan, Piece, Terrain, box_outline
from tools.kit.prims import block, disc, hull, lathe, rod
from tools.kit.ruins import Side, boards, place_wall, wall_blocks
from tools.kit.shell import Shell, unite

import shapely.geometry as sg

__all__ = ["PIECES"]

FINISH = Finish(dirt_to=1.0, moss=0.22, brush=0.14)
STOREY = 7 * COURSE


def _corners(a: float, b: float, courses: int, seed: int) -> list[Shell]:
    spots = ((-a, -b, 0), (a, -b, 90), (a, b, 180), (-a, b, 270))
    return [
        s.turn(turn).at(x, y)
        for number, (x, y, turn) in enumerate(spots)
        for s in quoins(courses, seed + number)
    ]


def _chimney(height: float) -> list[Shell]:
    rng = np.random.default_rng(12)
    out: list[Shell] = []
    rows = round(height / 0.22)
    for row in range(rows):
        size = 0.7 + (0.12 if row == rows - 2 else 0.0) + rng.uniform(-0.02, 0.02)
        out.append(block((size, size, 0.2), pot.BRICK, 0.02).turn(float(rng.uniform(-2, 2))).at(0, 0, row * 0.22 + 0.1))
    out.append(block((0.6, 0.6, height), pot.MORTAR).at(0, 0, height / 2))
    out.append(lathe([(0.17, height - 0.05), (0.14, height + 0.3), (0.1, height + 0.3), (0.09, height + 0.2)], pot.BRICK, 10))
    return out


def _saddle(length: float, width: float, eaves: float, rise: float, seed: int) -> list[Shell]:
    """Return a saddle roof with its ridge along x: two slopes, ridge tiles, barge boards."""
    out: list[Shell] = []
    over = 0.4
    drop = over * rise / (width / 2)
    for side in (1, -1):
        slope = roof_slope(length + 0.7, width / 2 + over, rise + drop, seed + side)
        out += [s.at(0, -width / 2 - over, eaves - drop).turn(0 if side > 0 else 180) for s in slope]
        for end in (1, -1):
            x = end * (length / 2 + 0.33)
            board = rod((x, side * (width / 2 + over), eaves - drop - 0.06), (x, 0, eaves + rise - 0.03), 0.085, pot.BEAM, 4)
            out.append(board)
    count = round((length + 0.7) / 0.5)
    for k in range(count):
        x = -(length + 0.7) / 2 + (k + 0.5) * (length + 0.7) / count
        out.append(rod((x - 0.27, 0, eaves + rise + 0.02), (x + 0.24, 0, eaves + rise + 0.02), (0.15, 0.13), pot.TILE, 8))
    return out


def house() -> Piece:
    """Return a solid two-storey house: stone below, half-timbered above, tiled roof."""
    a, b = 2.75, 2.1
    walls = [
        Side((-a, -b), 0, Wall(2 * a, lambda _: STOREY, seed=51, ragged=False, faces=(1,))),
        Side((a, -b), 90, Wall(2 * b, lambda _: STOREY, seed=52, ragged=False, faces=(1,))),
        Side((a, b), 180, Wall(2 * a, lambda _: STOREY, seed=53, ragged=False, faces=(1,))),
        Side((-a, b), 270, Wall(2 * b, lambda _: STOREY, seed=54, ragged=False, faces=(1,))),
    ]
    shells = [s for side in walls for s in place_wall(side)] + _corners(a, b, 7, 61)
    shells.append(block((2 * a, 2 * b, STOREY + 2.4), pot.CORE).at(0, 0, (STOREY + 2.4) / 2))
    face = 0.17
    for turn, reach, x in ((0, b, 0.9), (90, a, 0.0), (180, b, -1.5), (180, b, 1.4), (270, a, -0.9)):
        shells += [s.at(x, -reach - face, 1.15).turn(turn) for s in window(0.85, 1.2, pot.DOOR)]
    shells += [s.at(-1.1, -b - face, 0.0) for s in door(1.05, 2.05)]
    shells.append(block((1.5, 0.5, 0.12), pot.QUOIN, 0.03).at(-1.1, -b - 0.45, 0.06))
    upper = 2.4
    for turn, half, other in ((0, a, b), (90, b, a), (180, a, b), (270, b, a)):
        frame = framed_wall(2 * half + 0.3, upper, [], _posts(2 * half + 0.3), pot.PLASTER)
        shells += [s.at(-half - 0.15, -other - 0.1, STOREY).turn(turn) for s in frame]
    for turn, reach, x in ((0, b, -1.55), (0, b, 1.55), (180, b, -1.55), (180, b, 1.55), (90, a, 0.0), (270, a, 0.0)):
        shells += [s.at(x, -reach - 0.24, STOREY + 0.7).turn(turn) for s in window(0.8, 1.1, pot.DOOR)]
    eaves, rise = STOREY + upper, 2.3
    for end in (1, -1):
        shells.append(gable(2 * b, rise, 0.3, pot.PLASTER).at(-b, 0, eaves - 0.01).turn(90).at(end * (a - 0.02), 0, 0))
    shells += [s.at(1.4, 0.75, eaves + 0.6) for s in _chimney(2.2)]
    roof = _saddle(2 * a, 2 * b, eaves, rise, 71)
    shells.append(hull([(x, y, eaves - 0.05) for x in (-a, a) for y in (-b, b)] + [(x, 0, eaves + rise - 0.15) for x in (-a, a)], pot.CORE))
    outer = box_outline(-a - 0.25, -b - 0.25, a + 0.25, b + 0.25)
    parts = {"walls": unite(shells), "roof": unite(roof)}
    return Piece("house", "Two-storey house, solid: stone below, timber frame above", parts,
                 Terrain("building", outer, [outer]), FINISH)


def _posts(length: float) -> list[float]:
    count = max(2, round(length / 1.15))
    return [length * k / count for k in range(1, count)]


def _wheel(radius: float, wide: float) -> list[Shell]:
    """Return a water wheel with its axle along y through the origin."""
    out = [rod((0, -wide / 2 - 0.5, 0), (0, wide / 2 + 0.25, 0), 0.14, pot.BEAM, 10)]
    paddles = 14
    for side in (-1, 1):
        y = side * wide * 0.36
        for k in range(paddles):
            a0, a1 = 2 * np.pi * k / paddles, 2 * np.pi * (k + 1) / paddles
            for r in (radius * 0.86, radius * 0.5):
                p, q = (r * np.cos(a0), y, r * np.sin(a0)), (r * np.cos(a1), y, r * np.sin(a1))
                out.append(block((float(np.linalg.norm(np.subtract(q, p))) + 0.08, 0.12, 0.2), pot.BEAM).aim_centre(p, q))
            if k % 2 == 0:
                out.append(rod((0, y, 0), (radius * 0.88 * np.cos(a0), y, radius * 0.88 * np.sin(a0)), 0.06, pot.GREY_WOOD, 4))
    for k in range(paddles):
        angle = 360.0 * (k + 0.5) / paddles
        paddle = block((0.42, wide, 0.07), pot.GREY_WOOD).at(radius * 0.86, 0, 0)
        out.append(paddle.turn(angle, "y"))
    out.append(rod((0, -wide * 0.45, 0), (0, wide * 0.45, 0), 0.26, pot.BEAM, 10))
    return out


def mill() -> Piece:
    """Return a watermill: stone ground floor, timber upper floor to stand on, roof, wheel."""
    a, b = 3.3, 2.45
    y = 0.55
    south = Wall(2 * a, lambda _: STOREY, [Opening(0.8, 1.9, 2, 5), Opening(4.7, 5.8, 2, 5)], 81, stone_in=(0.75, 1.3), ragged=False)
    east = Wall(2 * b, lambda _: STOREY, [Opening(1.7, 3.25, 0, 5)], 82, stone_in=(0.75, 1.3), ragged=False)
    north = Wall(2 * a, lambda _: STOREY, [Opening(1.0, 2.1, 2, 5), Opening(4.4, 5.5, 2, 5)], 83, stone_in=(0.75, 1.3), ragged=False)
    west = Wall(2 * b, lambda _: STOREY, [Opening(1.9, 3.0, 2, 5)], 84, stone_in=(0.75, 1.3), ragged=False)
    sides = [Side((-a, -b + y), 0, south), Side((a, -b + y), 90, east), Side((a, b + y), 180, north), Side((-a, b + y), 270, west)]
    walls = [s for side in sides for s in place_wall(side)] + [s.at(0, y, 0) for s in _corners(a, b, 7, 91)]
    upper = 2.3
    bays = {0: (2 * a, [Bay(1.0, 2.1, 0.75, 1.85), Bay(4.5, 5.6, 0.75, 1.85)]), 90: (2 * b, [Bay(1.9, 3.0, 0.75, 1.85)]),
            180: (2 * a, [Bay(1.0, 2.1, 0.75, 1.85), Bay(4.5, 5.6, 0.75, 1.85)]), 270: (2 * b, [Bay(1.9, 3.0, 0.75, 1.85)])}
    frames: list[Shell] = []
    blocks_up = []
    for turn, (length, holes) in bays.items():
        other = b if turn % 180 == 0 else a
        frame = framed_wall(length + 0.2, upper, holes, [length * k / 4 for k in (0.05, 2, 3.95)], pot.PLASTER)
        frames += [s.at(-length / 2 - 0.1, -other, STOREY + 0.02).turn(turn).at(0, y, 0) for s in frame]
    blocks_up = [
        box_outline(-a - 0.2, -b - 0.2 + y, a + 0.2, -b + 0.2 + y), box_outline(-a - 0.2, b - 0.2 + y, a + 0.2, b + 0.2 + y),
        box_outline(-a - 0.2, -b + y, -a + 0.2, b + y), box_outline(a - 0.2, -b + y, a + 0.2, b + y),
    ]
    inner_x, inner_y = (-a + 0.25, a - 0.25), (-b + 0.25 + y, b - 0.25 + y)
    floor = boards(inner_x, inner_y, STOREY, lambda _: 99.0, 93)
    eaves, rise = STOREY + upper, 2.4
    roof = [s.at(0, y, 0) for s in _saddle(2 * a, 2 * b, eaves, rise, 95)]
    for end in (1, -1):
        roof.append(gable(2 * b, rise - 0.05, 0.24, pot.GREY_WOOD).at(-b, 0, eaves - 0.02).turn(90).at(end * a, y, 0))
        roof += [s.turn(90 * end).at(end * (a + 0.1), y, eaves + 0.55) for s in window(0.6, 0.7)]
    roof += [s.at(-1.9, y + 0.8, eaves + 0.5) for s in _chimney(2.4)]
    wheel = [s.at(-0.4, -b + y - 0.85, 1.75) for s in _wheel(1.85, 0.85)]
    wheel += [block((0.3, 0.3, 1.7), pot.BEAM, 0.03).at(-0.4, -b + y - 1.42, 0.85), block((0.9, 0.3, 0.2), pot.BEAM, 0.03).at(-0.4, -b + y - 1.42, 1.66)]
    slab = flagstones(sg.box(-a - 0.35, -b - 0.35 + y, a + 0.5, b + 0.35 + y), 0.045, 97)
    grass = [s for k in range(7) for s in [t.at(-a + k * 1.1, b + y + 0.3, 0.02) for t in tuft(0.24, 400 + k)]]
    outline = box_outline(-a - 0.25, -b - 0.25 + y, a + 0.25, b + 0.25 + y)
    wheel_block = box_outline(-2.25, -b + y - 1.55, 1.45, -b + y - 0.25)
    area = [(-a - 0.25, -b - 0.25 + y), (-2.25, -b - 0.25 + y), (-2.25, -b + y - 1.55), (1.45, -b + y - 1.55),
            (1.45, -b - 0.25 + y), (a + 0.25, -b - 0.25 + y), (a + 0.25, b + 0.25 + y), (-a - 0.25, b + 0.25 + y)]
    ground = [p for side in sides for p in wall_blocks(side, 0.0)]
    del outline
    entry = Terrain("building", area, [*ground, wheel_block],
                    [FloorPlan("1", STOREY, box_outline(inner_x[0], inner_y[0], inner_x[1], inner_y[1]), blocks_up)])
    parts = {"walls": unite([*walls, *frames]), "floors": unite([*floor]), "ground": unite([*slab, *grass]),
             "roof": unite(roof), "wheel": unite(wheel)}
    return Piece("mill", "Watermill with an upper floor; doorway to the east, wheel to the south", parts, entry, FINISH)


PIECES = {"house": house, "mill": mill}
_ = (disc, wall_shells)
