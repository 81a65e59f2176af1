"""Small arms. Own frame: the grip hand at the origin, muzzle along +x, z up."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tools.kit import palette as pot
from tools.kit.prims import ball, block, hull, lathe, rod, tube
from tools.kit.shell import Shell, unite

__all__ = ["ARMS", "Arm"]


class Arm(NamedTuple):
    """A weapon: its shell, where the other hand holds it and where the butt is."""

    shell: Shell
    fore: tuple[float, float, float]
    butt: tuple[float, float, float]


def _stock(drop: float = 0.05) -> Shell:
    return hull(
        [(-0.30, y, z) for y in (-0.026, 0.026) for z in (-0.10 - drop * 0.3, 0.035)]
        + [(-0.02, y, z) for y in (-0.024, 0.024) for z in (-0.03, 0.045)],
        pot.STOCK,
        0.012,
    )


def rifle() -> Arm:
    """Return an automatic rifle with a curved magazine."""
    parts = [
        _stock(),
        block((0.30, 0.06, 0.085), pot.GUNMETAL, 0.012).at(0.11, 0, 0.03),
        hull(
            [(x, y, z) for x in (0.2, 0.46) for y in (-0.032, 0.032) for z in (-0.01, 0.05)],
            pot.STOCK,
            0.012,
        ),
        rod((0.4, 0, 0.03), (0.72, 0, 0.03), 0.018, pot.GUNMETAL, 8),
        rod((0.68, 0, 0.03), (0.78, 0, 0.03), 0.028, pot.GUNMETAL, 8),
        rod((0.22, 0, 0.066), (0.5, 0, 0.06), 0.016, pot.GUNMETAL, 6),
        block((0.03, 0.016, 0.06), pot.GUNMETAL, 0.004).at(0.64, 0, 0.065),
        block((0.06, 0.02, 0.04), pot.GUNMETAL, 0.004).at(0.06, 0, 0.09),
        hull(
            [(0.10, y, 0.0) for y in (-0.022, 0.022)]
            + [(0.18, y, 0.0) for y in (-0.022, 0.022)]
            + [(0.155, y, -0.16) for y in (-0.022, 0.022)]
            + [(0.225, y, -0.15) for y in (-0.022, 0.022)],
            pot.GUNMETAL,
            0.008,
        ),
        block((0.045, 0.04, 0.12), pot.STOCK, 0.01).turn(-18, "y").at(-0.005, 0, -0.055),
    ]
    return Arm(unite(parts), (0.34, 0.0, -0.02), (-0.3, 0.0, -0.02))


def sniper() -> Arm:
    """Return a long rifle with a telescope."""
    parts = [
        _stock(0.08),
        block((0.26, 0.055, 0.075), pot.GUNMETAL, 0.012).at(0.09, 0, 0.03),
        hull(
            [(x, y, z) for x in (0.1, 0.52) for y in (-0.03, 0.03) for z in (-0.02, 0.03)],
            pot.STOCK,
            0.012,
        ),
        rod((0.3, 0, 0.035), (0.98, 0, 0.035), (0.02, 0.015), pot.GUNMETAL, 8),
        rod((0.93, 0, 0.035), (1.03, 0, 0.035), 0.027, pot.GUNMETAL, 8),
        rod((-0.04, 0, 0.115), (0.26, 0, 0.115), 0.026, pot.DARK, 10),
        rod((0.2, 0, 0.115), (0.3, 0, 0.115), (0.028, 0.042), pot.DARK, 10),
        rod((-0.09, 0, 0.115), (-0.03, 0, 0.115), (0.036, 0.028), pot.DARK, 10),
        rod((0.295, 0, 0.115), (0.303, 0, 0.115), 0.034, pot.LENS, 10),
        block((0.03, 0.025, 0.08), pot.GUNMETAL, 0.005).at(0.02, 0, 0.08),
        block((0.03, 0.025, 0.08), pot.GUNMETAL, 0.005).at(0.18, 0, 0.08),
        block((0.07, 0.04, 0.08), pot.GUNMETAL, 0.008).at(0.12, 0, -0.03),
    ]
    return Arm(unite(parts), (0.36, 0.0, -0.02), (-0.3, 0.0, -0.04))


def machine_gun() -> Arm:
    """Return a heavy machine gun with a drum and a jacketed barrel."""
    parts = [
        _stock(0.02),
        block((0.40, 0.095, 0.12), pot.GUNMETAL, 0.016).at(0.13, 0, 0.02),
        rod((0.3, 0, 0.03), (0.86, 0, 0.03), 0.05, pot.GUNMETAL, 10),
        rod((0.8, 0, 0.03), (0.99, 0, 0.03), 0.024, pot.DARK, 8),
        rod((0.95, 0, 0.03), (1.02, 0, 0.03), (0.03, 0.045), pot.GUNMETAL, 10),
        *[
            rod((x, 0, 0.03), (x + 0.025, 0, 0.03), 0.056, pot.STEEL, 10)
            for x in (0.36, 0.45, 0.54, 0.63, 0.72)
        ],
        rod((0.18, -0.1, -0.08), (0.18, 0.1, -0.08), 0.1, pot.STEEL, 14),
        tube(
            [(0.02, 0, 0.1), (0.06, 0, 0.16), (0.22, 0, 0.16), (0.26, 0, 0.1)], 0.016, pot.DARK, 6
        ),
        block((0.045, 0.04, 0.13), pot.STOCK, 0.01).turn(-14, "y").at(-0.02, 0, -0.07),
        rod((0.74, 0.01, 0.0), (0.66, 0.09, -0.2), 0.014, pot.GUNMETAL, 6),
        rod((0.74, -0.01, 0.0), (0.66, -0.09, -0.2), 0.014, pot.GUNMETAL, 6),
    ]
    return Arm(unite(parts), (0.33, 0.0, -0.035), (-0.3, 0.0, -0.02))


def bazooka() -> Arm:
    """Return a shoulder launcher with a blast shield and a rocket in its mouth."""
    parts = [
        rod((-0.55, 0, 0.11), (0.72, 0, 0.11), 0.068, pot.CLOTH, 12),
        rod((-0.66, 0, 0.11), (-0.5, 0, 0.11), (0.105, 0.07), pot.GUNMETAL, 12),
        *[
            rod((x, 0, 0.11), (x + 0.04, 0, 0.11), 0.078, pot.GUNMETAL, 12)
            for x in (-0.3, 0.05, 0.5)
        ],
        rod((0.7, 0, 0.11), (0.82, 0, 0.11), (0.082, 0.082), pot.GUNMETAL, 12),
        rod((0.8, 0, 0.11), (0.98, 0, 0.11), (0.07, 0.008), pot.HAZARD, 12),
        hull(
            [(0.33, y, z) for y in (-0.2, 0.12) for z in (0.04, 0.3)]
            + [(0.31, y, z) for y in (-0.2, 0.12) for z in (0.04, 0.3)],
            pot.CLOTH,
            0.008,
        ),
        block((0.04, 0.035, 0.14), pot.STOCK, 0.01).at(0, 0, -0.02),
        block((0.04, 0.035, 0.14), pot.STOCK, 0.01).at(0.24, 0, -0.02),
        block((0.12, 0.02, 0.05), pot.DARK, 0.005).at(0.14, 0.085, 0.15),
    ]
    return Arm(unite(parts), (0.24, 0.0, -0.03), (-0.25, 0.0, 0.04))


def pistol() -> Arm:
    """Return a heavy automatic pistol."""
    parts = [
        block((0.2, 0.036, 0.055), pot.GUNMETAL, 0.008).at(0.085, 0, 0.055),
        rod((0.15, 0, 0.06), (0.27, 0, 0.06), 0.015, pot.DARK, 8),
        block((0.05, 0.034, 0.11), pot.STOCK, 0.008).turn(-12, "y").at(0, 0, 0.0),
        block((0.015, 0.014, 0.025), pot.DARK).at(0.24, 0, 0.08),
    ]
    return Arm(unite(parts), (0.02, 0.0, 0.0), (-0.05, 0.0, 0.0))


def submachine_gun() -> Arm:
    """Return a submachine gun with a drum."""
    parts = [
        _stock(0.02).size(0.8, 1, 0.9),
        block((0.26, 0.06, 0.075), pot.GUNMETAL, 0.012).at(0.1, 0, 0.03),
        rod((0.2, 0, 0.035), (0.5, 0, 0.035), 0.03, pot.GUNMETAL, 8),
        rod((0.46, 0, 0.035), (0.58, 0, 0.035), 0.02, pot.DARK, 8),
        *[rod((x, 0, 0.035), (x + 0.02, 0, 0.035), 0.037, pot.STEEL, 8) for x in (0.28, 0.34, 0.4)],
        rod((0.15, -0.04, -0.07), (0.15, 0.04, -0.07), 0.085, pot.STEEL, 14),
        block((0.04, 0.04, 0.11), pot.STOCK, 0.01).turn(-14, "y").at(0.0, 0, -0.05),
        block((0.04, 0.035, 0.1), pot.STOCK, 0.01).turn(-10, "y").at(0.3, 0, -0.03),
    ]
    return Arm(unite(parts), (0.3, 0.0, -0.04), (-0.24, 0.0, -0.02))


def glasses() -> Arm:
    """Return field glasses, held in both hands."""
    parts: list[Shell] = []
    for y in (-0.045, 0.045):
        parts.append(rod((-0.04, y, 0), (0.09, y, 0), (0.028, 0.042), pot.DARK, 10))
        parts.append(rod((0.088, y, 0), (0.096, y, 0), 0.034, pot.LENS, 10))
    parts.append(block((0.07, 0.08, 0.025), pot.DARK, 0.006).at(0.02, 0, 0))
    return Arm(unite(parts), (0.03, 0.09, -0.01), (-0.06, 0.0, 0.0))


def big_gun() -> Arm:
    """Return a hero's gun: coils, a glowing chamber and a bell mouth."""
    parts = [
        _stock(0.0),
        block((0.34, 0.1, 0.12), pot.GUNMETAL, 0.02).at(0.12, 0, 0.03),
        rod((0.26, 0, 0.04), (0.62, 0, 0.04), 0.045, pot.BRASS, 12),
        *[
            rod((x, 0, 0.04), (x + 0.03, 0, 0.04), 0.068, pot.STEEL, 12)
            for x in (0.32, 0.4, 0.48, 0.56)
        ],
        rod((0.6, 0, 0.04), (0.72, 0, 0.04), (0.05, 0.075), pot.GUNMETAL, 12),
        rod((0.0, 0, 0.13), (0.22, 0, 0.13), 0.04, pot.LENS, 10),
        ball(0.05, pot.BRASS, 10, 6).at(0.24, 0, 0.13),
        ball(0.05, pot.BRASS, 10, 6).at(-0.02, 0, 0.13),
        tube(
            [(0.05, 0.05, -0.02), (0.1, 0.1, -0.1), (0.26, 0.08, -0.08), (0.32, 0.03, 0.0)],
            0.016,
            pot.RUBBER,
            6,
        ),
        block((0.045, 0.04, 0.13), pot.STOCK, 0.01).turn(-14, "y").at(-0.02, 0, -0.07),
    ]
    return Arm(unite(parts), (0.34, 0.0, -0.03), (-0.3, 0.0, -0.02))


ARMS: dict[str, Callable[[], Arm]] = {
    "rifle": rifle,
    "sniper": sniper,
    "machine_gun": machine_gun,
    "bazooka": bazooka,
    "pistol": pistol,
    "submachine_gun": submachine_gun,
    "glasses": glasses,
    "big_gun": big_gun,
}
_ = lathe
