"""Weapons that vehicles carry besides their cannon. They fire along +x from the origin."""

from __future__ import annotations

import numpy as np

from tools.kit import palette as pot
from tools.kit.prims import block, rod
from tools.kit.shell import Shell

__all__ = ["gatling", "machine_gun", "rocket_pod"]


def gatling(length: float, radius: float = 0.09) -> list[Shell]:
    """Return a rotary gun."""
    out = [rod((-0.05, 0, 0), (length * 0.35, 0, 0), radius * 1.25, pot.GUNMETAL, 12)]
    for k in range(6):
        t = np.pi / 3 * k
        y, z = radius * 0.68 * np.cos(t), radius * 0.68 * np.sin(t)
        out.append(rod((0, y, z), (length, y, z), radius * 0.27, pot.GUNMETAL, 6))
    for x in (length * 0.55, length * 0.95):
        out.append(rod((x - 0.02, 0, 0), (x + 0.02, 0, 0), radius * 1.1, pot.STEEL, 12))
    return out


def machine_gun(length: float) -> list[Shell]:
    """Return a jacketed machine gun."""
    return [
        block((0.3, 0.12, 0.14), pot.GUNMETAL, 0.02).at(-0.02, 0, 0),
        rod((0.1, 0, 0), (length * 0.8, 0, 0), 0.05, pot.GUNMETAL, 10),
        rod((length * 0.75, 0, 0), (length, 0, 0), 0.026, pot.DARK, 8),
    ]


def rocket_pod(rows: int, columns: int, length: float) -> list[Shell]:
    """Return a box of rockets."""
    pitch = 0.19
    x = length / 2
    out = [block((length, columns * pitch + 0.1, rows * pitch + 0.1), pot.ARMOUR, 0.035)]
    for r in range(rows):
        for c in range(columns):
            y, z = (c - (columns - 1) / 2) * pitch, (r - (rows - 1) / 2) * pitch
            out.append(rod((x - 0.02, y, z), (x + 0.03, y, z), 0.078, pot.STEEL, 10))
            out.append(rod((x + 0.02, y, z), (x + 0.12, y, z), (0.056, 0.008), pot.HAZARD, 8))
    return out
