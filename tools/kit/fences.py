"""Line pieces: stone walls, fences, wire; and tank traps."""

from __future__ import annotations

import numpy as np

from tools.kit import palette as pot
from tools.kit.groundwork import tuft
from tools.kit.masonry import COURSE, THICK, Wall, quoins, wall_shells
from tools.kit.paint import Finish
from tools.kit.piece import Piece, Terrain, box_outline
from tools.kit.prims import block, rod, tube
from tools.kit.shell import Shell, unite

__all__ = ["PIECES"]

FINISH = Finish(dirt_to=0.6, moss=0.45, brush=0.14)
_HALF = THICK / 2 + 0.08


def _coping(length: float, seed: int) -> list[Shell]:
    """Return cap stones along x from 0 to `length`."""
    rng = np.random.default_rng(seed)
    out: list[Shell] = []
    x = 0.0
    while x < length - 0.05:
        wide = min(float(rng.uniform(0.5, 0.85)), length - x)
        if length - x - wide < 0.25:
            wide = length - x
        cap = block((wide - 0.02, THICK + 0.2, 0.17), pot.QUOIN, 0.04)
        out.append(
            cap.turn(float(rng.uniform(-2, 2))).at(
                x + wide / 2, 0, 3 * COURSE + 0.06 + rng.uniform(-0.015, 0.015)
            )
        )
        x += wide
    return out


def _grass(length: float, seed: int) -> list[Shell]:
    rng = np.random.default_rng(seed)
    return [
        blade.at(float(x), float(side) * (_HALF + 0.02), 0.0)
        for x, side in zip(rng.uniform(0.2, length - 0.2, 9), rng.choice([-1, 1], 9), strict=True)
        for blade in tuft(0.2, int(rng.integers(1 << 30)))
    ]


def _run(length: float, seed: int) -> list[Shell]:
    return [
        *wall_shells(
            Wall(length, lambda _: 3 * COURSE, seed=seed, ragged=False, stone_in=(0.42, 0.85))
        ),
        *_coping(length, seed),
    ]


def wall_6() -> Piece:
    """Return six inches of field wall."""
    outer = box_outline(-3, -_HALF, 3, _HALF)
    parts = {
        "wall": unite([s.at(-3, 0, 0) for s in _run(6.0, 31)]),
        "growth": unite([s.at(-3, 0, 0) for s in _grass(6.0, 32)]),
    }
    return Piece(
        "wall_6",
        "Stone wall, 6 in long, 1.4 in high",
        parts,
        Terrain("walls", outer, [outer], line=True),
        FINISH,
    )


def wall_corner() -> Piece:
    """Return a corner of field wall, three inches each way."""
    legs = [s.at(-1.3, -1.3, 0) for s in _run(3.0, 33)]
    legs += [s.turn(90).at(-1.3, -1.3, 0) for s in _run(3.0, 34)]
    legs += [s.at(-1.3, -1.3, 0) for s in quoins(3, 35, 0.5)]
    h = _HALF
    lo, hi = -1.3 - h, 1.7
    area = [(lo, lo), (hi, lo), (hi, -1.3 + h), (-1.3 + h, -1.3 + h), (-1.3 + h, hi), (lo, hi)]
    return Piece(
        "wall_corner",
        "Stone wall round a corner, 3 in each way",
        {"wall": unite(legs)},
        Terrain("walls", area, [area], line=True),
        FINISH,
    )


def fence_6() -> Piece:
    """Return six inches of wooden fence."""
    rng = np.random.default_rng(36)
    shells: list[Shell] = []
    for k in range(5):
        post = block((0.16, 0.16, 1.25), pot.GREY_WOOD, 0.025).turn(float(rng.uniform(-3, 3)), "y")
        shells.append(post.at(-2.9 + 1.45 * k, 0, 0.6))
    for z in (0.38, 0.92):
        for k in range(4):
            rail = block((1.5, 0.08, 0.13), pot.GREY_WOOD, 0.02).turn(
                float(rng.uniform(-2, 2)), "y"
            )
            shells.append(rail.at(-2.175 + 1.45 * k, -0.1, z))
    for k in range(19):
        if k in (7, 13):
            continue
        tall = rng.uniform(1.0, 1.15)
        board = block((0.2, 0.05, tall), pot.GREY_WOOD, 0.015).turn(float(rng.uniform(-3, 3)), "y")
        shells.append(board.at(-2.85 + 5.7 * k / 18, -0.165, tall / 2 + 0.06))
    outer = box_outline(-3, -0.22, 3, 0.12)
    body = unite([*shells, *[s.at(-3, 0, 0) for s in _grass(6.0, 37)]])
    v = body.v.copy()
    v[:, 1] = np.clip(v[:, 1], -0.4, 0.4)
    return Piece(
        "fence_6",
        "Board fence, 6 in long, 1.2 in high",
        {"fence": body.warp(v)},
        Terrain("fences", outer, line=True),
        FINISH,
    )


def wire_6() -> Piece:
    """Return six inches of barbed wire on crossed stakes."""
    rng = np.random.default_rng(38)
    stakes: list[Shell] = []
    for x in (-2.7, -0.9, 0.9, 2.7):
        for side in (-1, 1):
            stakes.append(
                rod(
                    (x, side * 0.5, 0.0),
                    (x + rng.uniform(-0.05, 0.05), -side * 0.28, 1.0),
                    0.06,
                    pot.GREY_WOOD,
                    6,
                )
            )
    stakes.append(rod((-2.95, 0, 0.68), (2.95, 0, 0.68), 0.05, pot.GREY_WOOD, 6))
    t = np.linspace(0, 2 * np.pi * 13, 13 * 10)
    wobble = 1.0 + 0.12 * np.sin(t * 0.37)
    coil = np.column_stack(
        [-2.95 + 5.9 * t / t[-1], 0.36 * wobble * np.cos(t), 0.45 + 0.36 * wobble * np.sin(t)]
    )
    wires = [tube(coil, 0.014, pot.RUST, 4)]
    barbs: list[Shell] = []
    for x, y, z in coil[3::7]:
        way = rng.normal(size=3)
        way *= 0.06 / np.linalg.norm(way)
        barbs.append(
            rod(
                (x - way[0], y - way[1], z - way[2]),
                (x + way[0], y + way[1], z + way[2]),
                0.012,
                pot.STEEL,
                4,
            )
        )
    body = unite([*stakes, *barbs, *wires])
    return Piece(
        "wire_6",
        "Barbed wire, 6 in long",
        {"wire": body},
        Terrain("barbed_wire", box_outline(-3, -0.55, 3, 0.55), line=True),
        FINISH,
    )


def _hedgehog(rng: np.random.Generator) -> list[Shell]:
    """Return three crossed girders, the lowest points on z = 0."""
    out: list[Shell] = []
    way = np.array([1.0, 0.0, 0.78])
    for turn in (0, 120, 240):
        beam = [block((1.9, 0.05, 0.2), pot.RUST, 0.012)]
        beam += [block((1.9, 0.2, 0.05), pot.RUST, 0.012).at(0, 0, z) for z in (-0.1, 0.1)]
        aimed = [s.aim((0, 0, 0), way).turn(turn) for s in beam]
        out += aimed
    plate = block((0.34, 0.34, 0.1), pot.STEEL, 0.02)
    out.append(plate)
    low = min(float(s.low[2]) for s in out)
    spin = float(rng.uniform(0, 120))
    return [s.at(0, 0, -low).turn(spin) for s in out]


def tank_traps() -> Piece:
    """Return a row of steel hedgehogs."""
    rng = np.random.default_rng(39)
    shells: list[Shell] = []
    for x, y in ((-2.2, -0.15), (0.0, 0.2), (2.2, -0.1)):
        shells += [s.at(x, y, 0) for s in _hedgehog(rng)]
    body = unite(shells)
    low, high = body.low, body.high
    area = box_outline(float(low[0]), float(low[1]), float(high[0]), float(high[1]))
    return Piece(
        "tank_traps",
        "Three steel hedgehogs in a row",
        {"traps": body},
        Terrain("tank_obstacles", area),
        FINISH,
    )


PIECES = {
    "wall_6": wall_6,
    "wall_corner": wall_corner,
    "fence_6": fence_6,
    "wire_6": wire_6,
    "tank_traps": tank_traps,
}
