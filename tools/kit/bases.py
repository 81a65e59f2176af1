"""Round bases: a black rim, earth, stones and tufts."""

from __future__ import annotations

import numpy as np
import shapely.geometry as sg

from tools.kit import palette as pot
from tools.kit.groundwork import chunk, relief, tuft
from tools.kit.paint import Paint, noise
from tools.kit.prims import lathe, ring_points
from tools.kit.shell import Shell, join, unite

__all__ = ["BASE_TOP", "round_base"]

#: Height of the ground on a base: where feet stand.
BASE_TOP = 0.13
SOIL = Paint((112, 88, 60), mottle=0.16, grain=0.12, second=(104, 124, 58), patch=0.95, spread=0.55)


def round_base(diameter_mm: float, seed: int, clear: tuple[tuple[float, float], ...] = ()) -> Shell:
    """Return a round base lying on z = 0; `clear` names places where feet stand.

    The rim touches the full diameter at the table and leans in a little.
    """
    radius = diameter_mm / 2 / 25.4
    rng = np.random.default_rng(seed)
    sides = 40 if radius < 1 else 64
    lip = radius - 0.035
    rim = lathe(
        [(radius, 0.0), (radius - 0.01, 0.02), (lip, BASE_TOP - 0.015), (lip - 0.02, BASE_TOP)],
        pot.RIM,
        sides,
    )
    disc = sg.Polygon(ring_points(lip - 0.03, sides))

    def surface(at: np.ndarray) -> np.ndarray:
        flat = np.column_stack([at, np.zeros(len(at))])
        inside = np.clip((lip - np.hypot(at[:, 0], at[:, 1])) / 0.2, 0.0, 1.0)
        return 0.06 + (0.012 + 0.012 * noise(flat, 0.25, seed)) * inside

    soil = relief(disc, surface, 0.1 if radius < 1 else 0.23, SOIL, seed).at(0, 0, BASE_TOP - 0.06)
    growth: list[Shell] = []
    count = 7 if radius < 1 else 16
    for _ in range(count):
        angle, reach = rng.uniform(0, 2 * np.pi), rng.uniform(0.45, 0.84) * lip
        x, y = reach * np.cos(angle), reach * np.sin(angle)
        if any(np.hypot(x - a, y - b) < 0.2 for a, b in clear):
            continue
        if rng.random() < 0.5:
            stone = chunk(float(rng.uniform(0.07, 0.16)), pot.PEBBLE, int(rng.integers(1 << 30)))
            growth.append(stone.at(x, y, BASE_TOP + 0.01))
        else:
            paint = pot.TUFT if rng.random() < 0.7 else pot.STRAW
            growth += [
                b.at(x, y, BASE_TOP)
                for b in tuft(float(rng.uniform(0.1, 0.15)), int(rng.integers(1 << 30)), paint)
            ]
    return join([unite([rim, soil, *growth])])
