"""Crates, barrels and sacks."""

from __future__ import annotations

import numpy as np

from tools.kit import palette as pot
from tools.kit.paint import Finish, Paint
from tools.kit.piece import Piece, Terrain
from tools.kit.prims import block, lathe
from tools.kit.sculpt import egg, rough, skin
from tools.kit.shell import Shell, unite

__all__ = ["PIECES"]

SACK = Paint((178, 158, 112), vary=0.1, warm=0.04, mottle=0.08, grain=0.15, dirt=0.3)
GREEN = Paint((98, 108, 70), vary=0.08, mottle=0.07, grain=0.3, dirt=0.3)


def crate(x: float, y: float, z: float, paint: Paint = pot.PLANK) -> list[Shell]:
    """Return a planked box of a size standing on z = 0."""
    out = [block((x - 0.08, y - 0.08, z - 0.04), paint).at(0, 0, z / 2)]
    rows = max(2, round(z / 0.26))
    for k in range(rows):
        zz = (k + 0.5) * z / rows
        tall = z / rows - 0.025
        out += [
            block((x - 0.05, 0.06, tall), paint, 0.012).at(0, s * (y / 2 - 0.03), zz)
            for s in (-1, 1)
        ]
        out += [
            block((0.06, y - 0.05, tall), paint, 0.012).at(s * (x / 2 - 0.03), 0, zz)
            for s in (-1, 1)
        ]
    columns = max(2, round(y / 0.26))
    for k in range(columns):
        out.append(
            block((x - 0.03, y / columns - 0.025, 0.06), paint, 0.012).at(
                0, -y / 2 + (k + 0.5) * y / columns, z - 0.02
            )
        )
    for sx in (-1, 1):
        for sy in (-1, 1):
            out.append(
                block((0.13, 0.13, z + 0.02), pot.BEAM, 0.015).at(
                    sx * (x / 2 - 0.045), sy * (y / 2 - 0.045), z / 2 + 0.01
                )
            )
    return out


def barrel(radius: float = 0.32, height: float = 0.95) -> list[Shell]:
    """Return a steel drum standing on z = 0."""
    profile = [(radius, 0.0)]
    for z in (0.3, 0.64):
        profile += [
            (radius, height * z - 0.03),
            (radius * 1.07, height * z),
            (radius, height * z + 0.03),
        ]
    profile += [
        (radius, height - 0.05),
        (radius * 1.04, height - 0.04),
        (radius * 1.04, height),
        (radius * 0.93, height),
        (radius * 0.92, height - 0.04),
    ]
    out = [lathe(profile, GREEN, 18)]
    out.append(
        lathe([(0.06, height - 0.05), (0.06, height - 0.01)], pot.STEEL, 8).at(radius * 0.5, 0, 0)
    )
    return out


def sack(seed: int) -> Shell:
    """Return a filled sack lying on z = 0, about 0.8 by 0.5 in."""
    body = rough(egg((0, 0, 0.17), (0.42, 0.27, 0.18)), 0.2, 0.02, seed)
    return skin(body, (-0.5, -0.36, -0.06), (0.5, 0.36, 0.42), 0.09, SACK, keep=0.008)


def crates() -> Piece:
    """Return a dump of crates, drums and sacks."""
    rng = np.random.default_rng(15)
    shells: list[Shell] = []
    shells += [s.turn(6).at(-0.75, 0.35, 0) for s in crate(1.25, 0.95, 0.9)]
    shells += [s.turn(-10).at(0.6, 0.5, 0) for s in crate(1.0, 1.0, 0.8, pot.GREY_WOOD)]
    shells += [s.turn(-14).at(-0.62, 0.36, 0.92) for s in crate(0.95, 0.75, 0.6, GREEN)]
    shells += [s.at(-1.75, 0.15, 0) for s in barrel()]
    shells += [s.at(-1.55, -0.55, 0).turn(4) for s in barrel()]
    shells += [s.turn(20).at(0.3, -0.5, 0) for s in crate(1.05, 0.6, 0.5)]
    for k, (x, y, z, turn) in enumerate(
        ((1.5, -0.05, 0, 80), (1.55, -0.75, 0, 100), (1.52, -0.4, 0.28, 85), (-0.62, -0.6, 0, 12))
    ):
        shells.append(sack(k).turn(turn + float(rng.uniform(-8, 8))).at(x, y, z))
    body = unite(shells)
    return Piece(
        "crates",
        "Dump of crates, drums and sacks",
        {"crates": body},
        Terrain("rubble"),
        Finish(dirt_to=0.5, brush=0.2),
    )


PIECES = {"crates": crates}
