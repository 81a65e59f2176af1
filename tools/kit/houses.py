"""The house, and the roof and chimney that other buildings share."""

from __future__ import annotations

import numpy as np

from tools.kit import palette as pot
from tools.kit.carpentry import door, framed_wall, gable, roof_slope, window
from tools.kit.masonry import COURSE, Wall, quoins
from tools.kit.paint import Finish
from tools.kit.piece import Piece, Terrain, box_outline
from tools.kit.prims import block, hull, lathe, rod
from tools.kit.ruins import Side, place_wall
from tools.kit.shell import Shell, unite

__all__ = ["FINISH", "PIECES", "STOREY", "chimney", "corners", "saddle"]

FINISH = Finish(dirt_to=1.0, moss=0.22, brush=0.14)
STOREY = 7 * COURSE


def corners(a: float, b: float, courses: int, seed: int) -> list[Shell]:
    """Return the corner stones of a building of half lengths `a` and `b`."""
    spots = ((-a, -b, 0), (a, -b, 90), (a, b, 180), (-a, b, 270))
    return [
        s.turn(turn).at(x, y)
        for number, (x, y, turn) in enumerate(spots)
        for s in quoins(courses, seed + number)
    ]


def chimney(height: float) -> list[Shell]:
    """Return a brick chimney with its pot."""
    rng = np.random.default_rng(12)
    out: list[Shell] = []
    rows = round(height / 0.22)
    for row in range(rows):
        size = 0.7 + (0.12 if row == rows - 2 else 0.0) + rng.uniform(-0.02, 0.02)
        out.append(
            block((size, size, 0.2), pot.BRICK, 0.02)
            .turn(float(rng.uniform(-2, 2)))
            .at(0, 0, row * 0.22 + 0.1)
        )
    out.append(block((0.6, 0.6, height), pot.MORTAR).at(0, 0, height / 2))
    out.append(
        lathe(
            [
                (0.17, height - 0.05),
                (0.14, height + 0.3),
                (0.1, height + 0.3),
                (0.09, height + 0.2),
            ],
            pot.BRICK,
            10,
        )
    )
    return out


def saddle(length: float, width: float, eaves: float, rise: float, seed: int) -> list[Shell]:
    """Return a saddle roof with its ridge along x: two slopes, ridge tiles, barge boards."""
    out: list[Shell] = []
    over = 0.4
    drop = over * rise / (width / 2)
    for side in (1, -1):
        slope = roof_slope(length + 0.7, width / 2 + over, rise + drop, seed + side)
        out += [
            s.at(0, -width / 2 - over, eaves - drop).turn(0 if side > 0 else 180) for s in slope
        ]
        for end in (1, -1):
            x = end * (length / 2 + 0.33)
            board = rod(
                (x, side * (width / 2 + over), eaves - drop - 0.06),
                (x, 0, eaves + rise - 0.03),
                0.085,
                pot.BEAM,
                4,
            )
            out.append(board)
    count = round((length + 0.7) / 0.5)
    for k in range(count):
        x = -(length + 0.7) / 2 + (k + 0.5) * (length + 0.7) / count
        out.append(
            rod(
                (x - 0.27, 0, eaves + rise + 0.02),
                (x + 0.24, 0, eaves + rise + 0.02),
                (0.15, 0.13),
                pot.TILE,
                8,
            )
        )
    return out


def _solid_walls(a: float, b: float) -> list[Shell]:
    """Return the stone ground floor of a house nobody enters."""
    out = corners(a, b, 7, 61)
    for number, (x, y, turn) in enumerate(((-a, -b, 0), (a, -b, 90), (a, b, 180), (-a, b, 270))):
        length = 2 * a if turn % 180 == 0 else 2 * b
        wall = Wall(length, lambda _: STOREY, seed=51 + number, ragged=False, faces=(1,))
        out += place_wall(Side((x, y), turn, wall))
    return out


def _fittings(a: float, b: float) -> list[Shell]:
    """Return windows of both floors, door and step."""
    low = [(0, b, 0.9), (90, a, 0.0), (180, b, -1.5), (180, b, 1.4), (270, a, -0.9)]
    high = [(turn, b, x) for turn in (0, 180) for x in (-1.55, 1.55)]
    high += [(90, a, 0.0), (270, a, 0.0)]
    out: list[Shell] = []
    for turn, reach, x in low:
        out += [s.at(x, -reach - 0.17, 1.15).turn(turn) for s in window(0.85, 1.2, pot.DOOR)]
    for turn, reach, x in high:
        here = window(0.8, 1.1, pot.DOOR)
        out += [s.at(x, -reach - 0.24, STOREY + 0.7).turn(turn) for s in here]
    out += [s.at(-1.1, -b - 0.17, 0.0) for s in door(1.05, 2.05)]
    out.append(block((1.5, 0.5, 0.12), pot.QUOIN, 0.03).at(-1.1, -b - 0.45, 0.06))
    return out


def house() -> Piece:
    """Return a solid two-storey house: stone below, half-timbered above, tiled roof."""
    a, b, upper, rise = 2.75, 2.1, 2.4, 2.3
    eaves = STOREY + upper
    shells = [*_solid_walls(a, b), *_fittings(a, b)]
    shells.append(block((2 * a, 2 * b, eaves), pot.CORE).at(0, 0, eaves / 2))
    for turn, half, other in ((0, a, b), (90, b, a), (180, a, b), (270, b, a)):
        length = 2 * half + 0.3
        frame = framed_wall(length, upper, [], _posts(length), pot.PLASTER)
        shells += [s.at(-half - 0.15, -other - 0.1, STOREY).turn(turn) for s in frame]
    for end in (1, -1):
        wall = gable(2 * b, rise, 0.3, pot.PLASTER).at(-b, 0, eaves - 0.01)
        shells.append(wall.turn(90).at(end * (a - 0.02), 0, 0))
    shells += [s.at(1.4, 0.75, eaves + 0.6) for s in chimney(2.2)]
    attic = [(x, y, eaves - 0.05) for x in (-a, a) for y in (-b, b)]
    attic += [(x, 0, eaves + rise - 0.15) for x in (-a, a)]
    shells.append(hull(attic, pot.CORE))
    outer = box_outline(-a - 0.25, -b - 0.25, a + 0.25, b + 0.25)
    parts = {"walls": unite(shells), "roof": unite(saddle(2 * a, 2 * b, eaves, rise, 71))}
    shows = "Two-storey house, solid: stone below, timber frame above"
    return Piece("house", shows, parts, Terrain("building", outer, [outer]), FINISH)


def _posts(length: float) -> list[float]:
    count = max(2, round(length / 1.15))
    return [length * k / count for k in range(1, count)]


PIECES = {"house": house}
