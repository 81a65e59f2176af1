"""What soldiers wear on their heads. Own frame: the middle of the head, +x forward."""

from __future__ import annotations

import numpy as np

from tools.kit import palette as pot
from tools.kit.paint import Paint
from tools.kit.prims import block, hull, lathe, rod
from tools.kit.shell import Shell

__all__ = ["HEADGEAR", "headgear"]


def _goggles(x: float, z: float, rise: float = 0.0) -> list[Shell]:
    """Return a pair of goggles whose glasses stand `x` before the middle of the head."""
    out: list[Shell] = []
    for s in (-1, 1):
        back, front = (x - 0.034, s * 0.045, z), (x, s * 0.047, z + rise)
        glass = (x + 0.006, s * 0.047, z + rise)
        out.append(rod(back, front, 0.036, pot.BRASS, 8))
        out.append(rod((x - 0.01, s * 0.046, z + rise * 0.8), glass, 0.026, pot.LENS, 8))
    return out


def bowl(paint: Paint = pot.HELMET) -> list[Shell]:
    """Return a steel helmet with a flared rim and goggles on its band."""
    dome = [
        (0.158, 0.012),
        (0.154, 0.026),
        (0.128, 0.045),
        (0.123, 0.085),
        (0.102, 0.135),
        (0.062, 0.167),
        (0.0, 0.178),
    ]
    shell = lathe(dome, paint, 16).size(1.06, 0.94, 1.0)
    v = shell.v.copy()
    rim = v[:, 2] < 0.03
    v[rim, 2] -= 0.03 * (v[rim, 0] < 0) + 0.012
    v[rim, 2] += 0.012 * (v[rim, 0] > 0.1)
    band = lathe([(0.126, 0.038), (0.137, 0.044), (0.134, 0.066), (0.12, 0.072)], pot.STRAP, 16)
    bridge = block((0.02, 0.04, 0.02), pot.DARK).at(0.135, 0, 0.068)
    return [shell.warp(v), band.size(1.06, 0.94, 1.0), bridge, *_goggles(0.152, 0.068)]


def comb() -> list[Shell]:
    """Return the helmet with a ridge along its crown."""
    arc = [(0.13 * np.cos(t), 0.03 + 0.155 * np.sin(t)) for t in np.linspace(0.35, 2.8, 9)]
    ridge = hull([(x, y, z) for x, z in arc for y in (-0.014, 0.014)], pot.HELMET, 0.006)
    return [*bowl(), ridge]


def cap() -> list[Shell]:
    """Return an officer's peaked cap."""
    rows = [(0.105, 0.03), (0.11, 0.06), (0.15, 0.12), (0.145, 0.138), (0.0, 0.145)]
    crown = lathe(rows, pot.HELMET, 20)
    v = crown.v.copy()
    v[:, 2] += 0.25 * np.clip(v[:, 0], -0.2, 0.2) * (v[:, 2] > 0.1)
    band = lathe([(0.108, 0.03), (0.112, 0.034), (0.114, 0.06), (0.105, 0.062)], pot.STRAP, 20)
    peak = [(0.07, y, 0.035) for y in (-0.08, 0.08)] + [(0.165, y, 0.012) for y in (-0.035, 0.035)]
    visor = hull([*peak, *((x, y, z + 0.014) for x, y, z in peak)], pot.DARK, 0.004)
    badge = block((0.012, 0.03, 0.034), pot.BRASS).at(0.128, 0, 0.1)
    return [crown.warp(v), band, visor, badge]


def bare() -> list[Shell]:
    """Return short hair with goggles pushed up, and a moustache."""
    rows = [(0.085, -0.05), (0.106, 0.0), (0.108, 0.05), (0.094, 0.1), (0.055, 0.13), (0.0, 0.137)]
    hair = lathe(rows, pot.HAIR, 14)
    v = hair.v.copy()
    v[:, 2] += 0.42 * np.clip(v[:, 0], 0.0, 0.2) * (v[:, 2] < 0.06)
    v[:, 0] -= 0.012
    band = lathe([(0.106, 0.052), (0.116, 0.057), (0.112, 0.082), (0.098, 0.085)], pot.STRAP, 14)
    whiskers = hull(
        [(0.112, y, -0.05) for y in (-0.036, 0.036)]
        + [(0.122, y, -0.04) for y in (-0.02, 0.02)]
        + [(0.09, y, -0.042) for y in (-0.04, 0.04)]
        + [(0.115, 0, -0.058)],
        pot.HAIR,
    )
    return [hair.warp(v), band, whiskers, *_goggles(0.13, 0.075, 0.01)]


HEADGEAR = {"bowl": bowl, "comb": comb, "cap": cap, "bare": bare}


def headgear(style: str) -> list[Shell]:
    """Return headgear of a style named in `HEADGEAR`."""
    return HEADGEAR[style]()
