"""The watermill."""

from __future__ import annotations

import numpy as np
import shapely.geometry as sg

from tools.kit import palette as pot
from tools.kit.carpentry import Bay, framed_wall, gable, window
from tools.kit.groundwork import flagstones, tuft
from tools.kit.houses import FINISH, STOREY, chimney, corners, saddle
from tools.kit.masonry import Wall, openings
from tools.kit.piece import FloorPlan, Piece, Polygon, Terrain, box_outline
from tools.kit.prims import block, rod
from tools.kit.ruins import Side, boards, place_wall, wall_blocks
from tools.kit.shell import Shell, unite

__all__ = ["PIECES"]

#: Half lengths of the building, and how far its middle lies north of the origin.
A, B, NORTH = 3.3, 2.45, 0.55
UPPER, RISE = 2.3, 2.4
EAVES = STOREY + UPPER
#: Plan box of the water wheel with its bearing.
WHEEL = (-2.25, -B + NORTH - 1.55, 1.45, -B + NORTH - 0.25)


def _wheel(radius: float, wide: float) -> list[Shell]:
    """Return a water wheel with its axle along y through the origin."""
    out = [
        rod((0, -wide / 2 - 0.5, 0), (0, wide / 2 + 0.25, 0), 0.14, pot.BEAM, 10),
        rod((0, -wide * 0.45, 0), (0, wide * 0.45, 0), 0.26, pot.BEAM, 10),
    ]
    count = 14
    angles = 2 * np.pi * np.arange(count + 1) / count
    for y in (-wide * 0.36, wide * 0.36):
        for reach in (radius * 0.86, radius * 0.5):
            rim = [(reach * np.cos(t), y, reach * np.sin(t)) for t in angles]
            length = float(np.linalg.norm(np.subtract(rim[1], rim[0]))) + 0.08
            felloe = block((length, 0.12, 0.2), pot.BEAM)
            out += [felloe.aim_centre(rim[k], rim[k + 1]) for k in range(count)]
        for t in angles[:-1:2]:
            end = (radius * 0.88 * np.cos(t), y, radius * 0.88 * np.sin(t))
            out.append(rod((0, y, 0), end, 0.06, pot.GREY_WOOD, 4))
    paddle = block((0.42, wide, 0.07), pot.GREY_WOOD).at(radius * 0.86, 0, 0)
    return out + [paddle.turn(360.0 * (k + 0.5) / count, "y") for k in range(count)]


def _wheel_in_place() -> list[Shell]:
    y = -B + NORTH
    out = [s.at(-0.4, y - 0.85, 1.75) for s in _wheel(1.85, 0.85)]
    out.append(block((0.3, 0.3, 1.7), pot.BEAM, 0.03).at(-0.4, y - 1.42, 0.85))
    out.append(block((0.9, 0.3, 0.2), pot.BEAM, 0.03).at(-0.4, y - 1.42, 1.66))
    return out


def _sides() -> list[Side]:
    """Return the stone walls of the ground floor; the doorway is in the east."""
    plans = (
        ((-A, -B), 0, 2 * A, "0.8 1.9 2 5  4.7 5.8 2 5"),
        ((A, -B), 90, 2 * B, "1.7 3.25 0 5"),
        ((A, B), 180, 2 * A, "1.0 2.1 2 5  4.4 5.5 2 5"),
        ((-A, B), 270, 2 * B, "1.9 3.0 2 5"),
    )
    out: list[Side] = []
    for number, ((x, y), turn, length, holes) in enumerate(plans):
        wall = Wall(
            length,
            lambda _: STOREY,
            openings(holes),
            seed=81 + number,
            stone_in=(0.75, 1.3),
            ragged=False,
        )
        out.append(Side((x, y + NORTH), turn, wall))
    return out


def _frames() -> list[Shell]:
    """Return the half-timbered upper floor with its open windows."""
    two = [Bay(1.0, 2.1, 0.75, 1.85), Bay(4.5, 5.6, 0.75, 1.85)]
    one = [Bay(1.9, 3.0, 0.75, 1.85)]
    out: list[Shell] = []
    for turn, half, other, bays in (
        (0, A, B, two),
        (90, B, A, one),
        (180, A, B, two),
        (270, B, A, one),
    ):
        length = 2 * half + 0.2
        posts = [half * k for k in (0.03, 1.0, 1.97)]
        for shell in framed_wall(length, UPPER, bays, posts, pot.PLASTER):
            out.append(shell.at(-length / 2, -other, STOREY + 0.02).turn(turn).at(0, NORTH, 0))
    return out


def _roof() -> list[Shell]:
    out = [s.at(0, NORTH, 0) for s in saddle(2 * A, 2 * B, EAVES, RISE, 95)]
    for end in (1, -1):
        wall = gable(2 * B, RISE - 0.05, 0.24, pot.GREY_WOOD).at(-B, 0, EAVES - 0.02)
        out.append(wall.turn(90).at(end * A, NORTH, 0))
        light = [s.turn(90 * end) for s in window(0.6, 0.7)]
        out += [s.at(end * (A + 0.1), NORTH, EAVES + 0.55) for s in light]
    return out + [s.at(-1.9, NORTH + 0.8, EAVES + 0.5) for s in chimney(2.4)]


def _upper_walls() -> list[Polygon]:
    s, n = -B + NORTH, B + NORTH
    return [
        box_outline(-A - 0.2, s - 0.2, A + 0.2, s + 0.2),
        box_outline(-A - 0.2, n - 0.2, A + 0.2, n + 0.2),
        box_outline(-A - 0.2, s, -A + 0.2, n),
        box_outline(A - 0.2, s, A + 0.2, n),
    ]


def mill() -> Piece:
    """Return a watermill: stone ground floor, timber upper floor to stand on, roof, wheel."""
    sides = _sides()
    walls = [s for side in sides for s in place_wall(side)]
    walls += [s.at(0, NORTH, 0) for s in corners(A, B, 7, 91)]
    x, y = (-A + 0.25, A - 0.25), (-B + 0.25 + NORTH, B - 0.25 + NORTH)
    slab = flagstones(sg.box(-A - 0.35, y[0] - 0.6, A + 0.5, y[1] + 0.6), 0.045, 97)
    for k in range(7):
        slab += [t.at(-A + k * 1.1, B + NORTH + 0.3, 0.02) for t in tuft(0.24, 400 + k)]
    low, high, left, right = y[0] - 0.5, y[1] + 0.5, -A - 0.25, A + 0.25
    wx0, wy0, wx1, _ = WHEEL
    area = [
        *((left, low), (wx0, low), (wx0, wy0), (wx1, wy0)),
        *((wx1, low), (right, low), (right, high), (left, high)),
    ]
    blocks = [p for side in sides for p in wall_blocks(side, 0.0)]
    floor = FloorPlan("1", STOREY, box_outline(x[0], y[0], x[1], y[1]), _upper_walls())
    parts = {
        "walls": unite([*walls, *_frames()]),
        "floors": unite(boards(x, y, STOREY, lambda _: 99.0, 93)),
        "ground": unite(slab),
        "roof": unite(_roof()),
        "wheel": unite(_wheel_in_place()),
    }
    entry = Terrain("building", area, [*blocks, box_outline(*WHEEL)], [floor])
    shows = "Watermill with an upper floor; doorway to the east, wheel to the south"
    return Piece("mill", shows, parts, entry, FINISH)


PIECES = {"mill": mill}
