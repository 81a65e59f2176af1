"""The truck."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from tools.kit import palette as pot
from tools.kit.armour import (
    Plate,
    aerial,
    grille,
    headlamp,
    jerrycan,
    mirrored,
    mounted,
    on_face,
    plated,
    wedge,
)
from tools.kit.bases import BASE_TOP, round_base
from tools.kit.paint import Paint
from tools.kit.piece import Figure, Piece
from tools.kit.prims import block, hull, rod, tube
from tools.kit.shell import Shell, unite
from tools.kit.vectors import points
from tools.kit.walkers import FINISH

__all__ = ["PIECES"]

CANVAS = Paint((112, 108, 92), tint=True, mottle=0.06, grain=0.3, dirt=0.2)


def _wheel(x: float, y: float, radius: float = 0.27) -> list[Shell]:
    half = 0.1
    out_y = half if y > 0 else -half
    out = [
        rod((x, y - half, radius), (x, y + half, radius), radius, pot.RUBBER, 16),
        rod((x, y, radius), (x, y + out_y * 1.2, radius), radius * 0.62, pot.ARMOUR_DARK, 12),
        rod((x, y, radius), (x, y + out_y * 1.5, radius), radius * 0.25, pot.STEEL, 8),
    ]
    lug = block((0.05, 2.04 * half, 0.07), pot.RUBBER).at(radius * 0.97, 0, 0)
    return [*out, *(lug.turn(30.0 * k, "y").at(x, y, radius) for k in range(12))]


def _wheels() -> list[Shell]:
    out: list[Shell] = []
    for x in (1.22, -0.75, -1.4):
        out += [*_wheel(x, 0.47), *_wheel(x, -0.47)]
        out.append(rod((x, -0.5, 0.27), (x, 0.5, 0.27), 0.06, pot.DARK, 8))
    return out


def _mudguards() -> list[Shell]:
    angle = np.linspace(0.2, np.pi - 0.2, 9)
    arch = [(1.22 + 0.4 * np.cos(t), 0.27 + 0.4 * np.sin(t)) for t in angle]
    out: list[Shell] = []
    for one, two in pairwise(arch):
        shape = [(x, y, z + e) for x, z in (one, two) for y in (0.3, 0.62) for e in (0, 0.05)]
        out.append(hull(shape, pot.ARMOUR))
    return mirrored(out)


def _front() -> list[Shell]:
    """Return bonnet and cab."""
    bonnet = points("1.62 .28 .5  1.62 .25 .85  .9 .34 .5  .9 .34 .98")
    cab = points(".95 .5 .5  .95 .5 1.02  .78 .46 1.42  .2 .48 1.46  .15 .52 .5")
    out = [wedge(bonnet, bevel=0.035), wedge(cab, bevel=0.035)]
    out += [on_face(s, (1.625, 0, 0.68), (1, 0, 0.05)) for s in grille(0.42, 0.28, 5)]
    sides = [on_face(s, (1.25, 0.315, 0.76), (0.1, 1, 0)) for s in grille(0.4, 0.16, 4)]
    sides.append(block((0.05, 0.34, 0.24), pot.GLASS, 0.01).turn(-24, "y").at(0.89, 0.22, 1.21))
    pane = [
        block((0.4, 0.26, 0.05), pot.GLASS, 0.01),
        block((0.46, 0.03, 0.06), pot.ARMOUR).at(0, -0.15, 0),
    ]
    sides += [on_face(s, (0.5, 0.5, 1.2), (0, 1, 0.08)) for s in pane]
    sides.append(block((0.05, 0.03, 0.03), pot.BRIGHT).at(0.3, 0.56, 0.86))
    sides += mounted((1.6, 0.44, 0.78), headlamp(0.085))
    out += mirrored(sides)
    out += plated([Plate((0.52, 0.51, 0.79), (0, 1, 0), 0.6, 0.6, 0.48, 0.03, 0, both=True)])
    out.append(block((0.1, 1.1, 0.14), pot.ARMOUR_DARK, 0.02).at(1.74, 0, 0.44))
    return out


def _bed() -> list[Shell]:
    """Return frame, planked bed and its stakes."""
    out = [
        block((3.3, 0.5, 0.14), pot.DARK, 0.02).at(-0.05, 0, 0.42),
        block((1.95, 1.16, 0.1), pot.GREY_WOOD, 0.02).at(-0.92, 0, 0.58),
    ]
    for z in (0.69, 0.86):
        out += mirrored([block((1.95, 0.06, 0.13), pot.GREY_WOOD, 0.015).at(-0.92, 0.56, z)])
        out.append(block((0.06, 1.14, 0.13), pot.GREY_WOOD, 0.015).at(-1.87, 0, z))
    for x in np.linspace(-1.8, -0.05, 5):
        out += mirrored([block((0.09, 0.05, 0.42), pot.STEEL, 0.01).at(float(x), 0.6, 0.74)])
    return [*out, *mounted((0.08, -0.62, 0.46), jerrycan())]


def _cover() -> list[Shell]:
    """Return the canvas over its hoops, sagging between them."""
    ys = np.linspace(-0.58, 0.58, 13)
    hoop = [(float(y), float(0.92 + 0.62 * (1 - (y / 0.6) ** 4) ** 0.5)) for y in ys]
    out: list[Shell] = []
    xs = np.linspace(-1.88, 0.04, 9)
    for k, (start, end) in enumerate(pairwise(xs)):
        sags = (0.02 * (k % 2), 0.02 * ((k + 1) % 2))
        shape = [
            (x, y * (1 - s), z - s)
            for x, s in zip((start, end), sags, strict=True)
            for y, z in hoop
        ]
        shape += [(x, y, 0.9) for x in (start, end) for y in (-0.58, 0.58)]
        out.append(hull(shape, CANVAS))
    for x in np.linspace(-1.85, 0.0, 5):
        out.append(tube([(float(x), y * 1.012, z + 0.008) for y, z in hoop], 0.022, pot.STRAP, 5))
    return out


def truck() -> Piece:
    """Return a six-wheeled truck with a canvas cover."""
    shells = [*_front(), *_bed(), *_cover(), *_mudguards(), *_wheels()]
    parts = {
        "hull": unite(shells).size(0.98).at(0.02, 0, BASE_TOP),
        "antenna": unite(mounted((0.2, 0.42, 1.5), aerial(0.75))),
        "base": round_base(80.0, 312),
    }
    entry = Figure(80.0, seen_parts=("hull",), deck_in=0.8, sensor_in=1.55)
    return Piece("truck", "Six-wheeled truck with a canvas cover", parts, entry, FINISH)


PIECES: dict[str, Callable[[], Piece]] = {"truck": truck}
