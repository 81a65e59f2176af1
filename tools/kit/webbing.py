"""Belts, braces, pouches and packs, fitted to a soldier's joints."""

from __future__ import annotations

import numpy as np

from tools.kit import palette as pot
from tools.kit.body import Joints
from tools.kit.clothing import trunk_field
from tools.kit.prims import block, rod
from tools.kit.sculpt import band, blend, egg
from tools.kit.shell import Shell, rotation
from tools.kit.vectors import Floats

__all__ = ["PACKS", "webbing"]

_FLAP = pot.PACK._replace(rgb=(146, 128, 90))


def _straps(j: Joints, crossed: bool) -> list[Shell]:
    """Return belt and braces, or belt and one strap across the chest."""
    f, h = j.chest_frame, j.hips_frame
    trunk = trunk_field(j)
    seat = egg(j.pelvis + h @ [0, 0, 0.01], (0.142, 0.176, 0.12), h)
    body = blend([trunk, seat], 0.05)
    out = [band(body, j.waist - np.array([0, 0, 0.06]), (0, 0, 1), (0.056, 0.032), pot.STRAP)]
    if crossed:
        out.append(band(trunk, j.chest, f @ [0.0, 0.75, 0.66], (0.052, 0.03), pot.STRAP))
    else:
        for side in (-0.088, 0.088):
            middle = j.chest + f @ [0, side, 0]
            out.append(band(trunk, middle, f[:, 1], (0.044, 0.03), pot.STRAP))
    return out


def _round_belt(j: Joints, angle: float, reach: float, drop: float) -> tuple[Floats, Floats]:
    """Return frame and place of something hung at an angle on the belt."""
    t = np.radians(angle)
    out = np.array([reach * np.cos(t), (reach + 0.028) * np.sin(t), drop])
    belt = j.waist - np.array([0, 0, 0.075])
    return j.hips_frame @ rotation(angle, "z"), belt + j.hips_frame @ out


def rucksack() -> list[Shell]:
    """Return a pack with a flap and a rolled blanket."""
    out = [
        block((0.12, 0.24, 0.26), pot.PACK, 0.028),
        block((0.13, 0.25, 0.09), _FLAP, 0.02).at(-0.004, 0, 0.085),
        rod((0, -0.17, 0.18), (0, 0.17, 0.18), 0.058, pot.TROUSERS, 10),
    ]
    for s in (-0.09, 0.09):
        out.append(rod((0, s - 0.012, 0.18), (0, s + 0.012, 0.18), 0.063, pot.STRAP, 10))
    return out


def radio() -> list[Shell]:
    """Return a wireless set with dials and a whip aerial."""
    out = [
        block((0.15, 0.25, 0.34), pot.ARMOUR_DARK, 0.02),
        block((0.02, 0.18, 0.1), pot.DARK, 0.006).at(-0.08, 0, 0.06),
        rod((-0.02, 0.09, 0.16), (-0.06, 0.09, 0.32), (0.012, 0.008), pot.DARK, 5),
    ]
    for s in (-0.05, 0.05):
        out.append(rod((-0.09, s, -0.06), (-0.075, s, -0.06), 0.026, pot.BRASS, 8))
    return out


def rockets() -> list[Shell]:
    """Return three rockets in their slings."""
    out = [block((0.06, 0.28, 0.05), pot.STRAP, 0.01).at(0.01, 0, 0.04)]
    for y in (-0.085, 0.0, 0.085):
        out.append(rod((0, y, -0.17), (0, y, 0.15), 0.04, pot.PACK, 8))
        out.append(rod((0, y, 0.15), (0, y, 0.23), (0.038, 0.008), pot.HAZARD, 8))
    return out


def flasks() -> list[Shell]:
    """Return two brass pressure flasks, the store of an experimental gun."""
    out = [block((0.06, 0.26, 0.06), pot.STRAP, 0.012)]
    for y in (-0.085, 0.085):
        out.append(rod((0, y, -0.16), (0, y, 0.16), 0.07, pot.BRASS, 12))
        out.append(rod((0, y, 0.15), (0, y, 0.2), (0.07, 0.03), pot.STEEL, 12))
    return out


PACKS = {"rucksack": rucksack, "radio": radio, "rockets": rockets, "flasks": flasks}


def webbing(
    j: Joints, pouches: tuple[float, ...], crossed: bool = False, pack: str = ""
) -> list[Shell]:
    """Return what a soldier carries.

    Parameters
    ----------
    j : Joints
    pouches : tuple of float
        Where pouches hang on the belt, degrees to the left of the front.
    crossed : bool
        One strap across the chest instead of two braces.
    pack : str
        Name in `PACKS`; empty for none.
    """
    out = _straps(j, crossed)
    for angle in pouches:
        frame, spot = _round_belt(j, angle, 0.158, -0.012)
        out.append(block((0.062, 0.08, 0.105), pot.PACK).apply(frame, spot))
        out.append(block((0.068, 0.086, 0.036), _FLAP).at(0, 0, 0.035).apply(frame, spot))
    frame, spot = _round_belt(j, 0.0, 0.153, 0.015)
    out.append(block((0.02, 0.05, 0.045), pot.BRASS).apply(frame, spot))
    frame, spot = _round_belt(j, -150.0, 0.16, -0.05)
    out.append(rod((-0.03, 0, 0), (0.03, 0, 0), 0.06, pot.TROUSERS, 10).apply(frame, spot))
    back = j.chest + j.chest_frame @ [-0.175, 0, 0.0]
    return out + [s.apply(j.chest_frame, back) for s in (PACKS[pack]() if pack else [])]
