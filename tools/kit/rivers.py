"""Rivers: water with banks, in lengths that join."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import shapely
import shapely.geometry as sg

from tools.kit import palette as pot
from tools.kit.groundwork import chunk, outline_of, polygons_of, relief, tuft
from tools.kit.paint import Finish, Paint, noise
from tools.kit.piece import Piece, Terrain
from tools.kit.prims import extrude
from tools.kit.shell import Shell, unite
from tools.kit.vectors import Floats

__all__ = ["PIECES"]

Line = Callable[[Floats], Floats]

FINISH = Finish(zenith=0.05, brush=0.1, dirt_to=0.05)
WATER = Paint((46, 88, 98), mottle=0.10, grain=0.9, second=(112, 136, 116), rise=(0.012, 0.036))
FLOW = Paint((120, 160, 162), vary=0.12)
BANK = Paint((118, 102, 70), mottle=0.15, grain=0.3, second=(94, 108, 58), rise=(0.05, 0.13))
HALF_WATER, HALF_ALL = 2.35, 2.9


def _ribbon(line: Line, low: Line, high: Line, count: int) -> sg.Polygon:
    """Return the plan strip between two offsets from a centre line, t from 0 to 1."""
    t = np.linspace(0, 1, count)
    at = line(t)
    ahead = line(t + 1e-4) - line(t - 1e-4)
    ahead /= np.linalg.norm(ahead, axis=1, keepdims=True)
    left = np.column_stack([-ahead[:, 1], ahead[:, 0]])
    one, two = at + left * low(t)[:, None], at + left * high(t)[:, None]
    return sg.Polygon(np.vstack([one, two[::-1]]))


def _wavy(base: float, depth: float, phase: float) -> Line:
    """Return an offset that wanders in the middle and meets its neighbours at the ends."""

    def offset(t: Floats) -> Floats:
        calm = np.sin(np.pi * t) ** 0.7
        return base + depth * calm * (
            np.sin(7.0 * t + phase) + 0.6 * np.sin(15.0 * t + 2.1 * phase)
        )

    return offset


class _Bed:
    """The plan of a stretch of river: its middle line, its water, its banks."""

    def __init__(self, line: Line) -> None:
        self.line = line
        count = 60
        self.middle = sg.LineString(line(np.linspace(0, 1, count)))
        water = (_wavy(-HALF_WATER, 0.13, 0.4), _wavy(HALF_WATER, 0.13, 2.2))
        self.water = _ribbon(line, *water, count)
        whole = (_wavy(-HALF_ALL, 0.1, 3.1), _wavy(HALF_ALL, 0.1, 0.9))
        self.whole = _ribbon(line, *whole, count)

    def surface(self, at: Floats) -> Floats:
        """Rise a hair towards the banks: the paint shows the depth by it."""
        away = shapely.distance(shapely.points(at), self.middle) / HALF_WATER
        wander = 0.14 * noise(np.column_stack([at, np.zeros(len(at))]), 1.1, 3)
        return 0.012 + 0.026 * np.clip((away + wander - 0.45) / 0.55, 0.0, 1.0) ** 1.6

    def bank(self, at: Floats) -> Floats:
        """Return the height of the banks: a soft lip between water and meadow."""
        near = shapely.distance(shapely.points(at), self.water)
        out = shapely.distance(shapely.points(at), self.whole.exterior)
        lip = 0.034 + 0.12 * np.clip(near / 0.2, 0.0, 1.0)
        return 0.01 + lip * np.clip(out / 0.35, 0.0, 1.0)

    def beside(self, t: float, away: float) -> Floats:
        """Return the point `away` inches to the left of the middle line at t."""
        two = self.line(np.array([t - 0.005, t + 0.005]))
        ahead = (two[1] - two[0]) / np.linalg.norm(two[1] - two[0])
        return two.mean(axis=0) + away * np.array([-ahead[1], ahead[0]])


def _streaks(bed: _Bed, rng: np.random.Generator) -> list[Shell]:
    """Return light lines in the current."""
    out: list[Shell] = []
    for _ in range(40):
        t0, y = rng.uniform(0.03, 0.9), rng.uniform(-1.5, 1.5)
        span, wide = rng.uniform(0.03, 0.08), rng.uniform(0.012, 0.03)
        shape = _ribbon(
            lambda t, t0=t0, span=span: bed.line(t0 + span * t),
            lambda t, y=y, wide=wide: y - wide * np.sin(np.pi * t) - 0.004,
            lambda t, y=y, wide=wide: y + wide * np.sin(np.pi * t) + 0.004,
            9,
        )
        top = float(bed.surface(np.array([[shape.centroid.x, shape.centroid.y]]))[0]) + 0.004
        out.append(extrude(sg.Polygon(shape.exterior), 0.0, top, FLOW))
    return out


def _growth(bed: _Bed, rng: np.random.Generator) -> list[Shell]:
    """Return pebbles and reeds along both banks."""
    out: list[Shell] = []
    for _ in range(70):
        side = float(rng.choice([-1, 1])) * (HALF_WATER + rng.uniform(-0.25, 0.35))
        x, y = bed.beside(float(rng.uniform(0.02, 0.98)), side)
        seed = int(rng.integers(1 << 30))
        if rng.random() < 0.6:
            here = [chunk(float(rng.uniform(0.08, 0.3)), pot.PEBBLE, seed).at(x, y, 0.05)]
        else:
            here = [b.at(x, y, 0.03) for b in tuft(float(rng.uniform(0.2, 0.42)), seed)]
        out += [s for s in here if bed.whole.contains(sg.box(*s.low[:2], *s.high[:2]))]
    return out


def _river(name: str, shows: str, line: Line, seed: int, notes: list[str]) -> Piece:
    bed = _Bed(line)
    rng = np.random.default_rng(seed)
    shells = [relief(bed.water, bed.surface, 0.3, WATER, seed), *_streaks(bed, rng)]
    strips = polygons_of(bed.whole.difference(bed.water), 0.2)
    for number, strip in enumerate(sorted(strips, key=lambda p: (p.centroid.y, p.centroid.x))):
        shells.append(relief(strip, bed.bank, 0.24, BANK, seed + number))
    parts = {"river": unite(shells), "growth": unite(_growth(bed, rng))}
    entry = Terrain("river", outline_of(bed.water, 0.02))
    return Piece(name, shows, parts, entry, FINISH, notes)


def river_straight_12() -> Piece:
    """Return twelve inches of river along x."""
    return _river(
        "river_straight_12",
        "River, 12 in long, water 4.7 in wide",
        lambda t: np.column_stack([-6 + 12 * t, np.zeros(len(t))]),
        3,
        ["ends: centre line at (-6, 0) and (6, 0), along x"],
    )


def river_bend() -> Piece:
    """Return a quarter turn of river, from -x towards +y."""
    radius = 6.0

    def line(t: Floats) -> Floats:
        a = -np.pi / 2 + t * np.pi / 2
        return np.column_stack([radius * np.cos(a) - 2.0, radius * np.sin(a) + 2.0])

    return _river(
        "river_bend",
        "River, a quarter turn of 6 in radius",
        line,
        5,
        ["ends: centre line at (-2, -4) along x and at (4, 2) along y"],
    )


PIECES = {"river_straight_12": river_straight_12, "river_bend": river_bend}
