"""How dice and chips move over the tray: a pure function of what they show, a seed and the time.

Nothing is simulated: every path is made backwards from where it must end, so a throw ends on the
faces that the game rolled, and may be cut short or taken up at any moment.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sim.view.dice.solids import resting_turn, solid

__all__ = ["AREA_IN", "Poses", "chip_poses", "duration", "spots", "tumble"]

Floats = NDArray[np.float64]

#: Width and depth of the tray's floor, inches; its middle is the origin.
AREA_IN = (7.8, 5.0)
#: Inches between the middles of dice of full size.
_ROOM_IN = 1.55
#: Inches across a chip.
CHIP_IN = 1.9
#: Seconds until the first and the last die lie still.
_SHORTEST, _LONGEST = 0.95, 1.45


@dataclass(frozen=True, eq=False)
class Poses:
    """Where things are at a moment.

    Attributes
    ----------
    places : (n, 3) float array
        Middles, inches, tray frame.
    turns : (n, 3, 3) float array
        Rotations from each thing's own frame: ``turn @ point``.
    scale : float
        Share of full size, so that many dice fit on the tray.
    """

    places: Floats
    turns: Floats
    scale: float


def spots(count: int, room: float = _ROOM_IN) -> tuple[Floats, float]:
    """Return where things come to lie, in rows, and their scale.

    Parameters
    ----------
    count : int
    room : float
        Inches that one of full size needs.

    Returns
    -------
    (count, 2) float array, float
        Middles of the cells, from the upper left, and the share of full size that fits.
    """
    wide, deep = AREA_IN
    best = (0.0, 1, max(1, count))
    for columns in range(1, max(1, count) + 1):
        rows = -(-count // columns)
        best = max(best, (min(wide / columns, deep / max(1, rows)), columns, rows))
    cell, columns, rows = best
    pitch = min(cell, room * 1.25)
    index = np.arange(count)
    row, column = index // columns, index % columns
    # A short last row stands in the middle, too.
    in_row = np.where(row == rows - 1, count - (rows - 1) * columns, columns)
    x = (column - (in_row - 1) / 2) * pitch
    y = ((rows - 1) / 2 - row) * pitch
    middles = np.stack([x, y], axis=1).reshape(-1, 2).astype(float)
    return middles, min(1.0, cell / room)


@dataclass(frozen=True, eq=False)
class _Plan:
    """What is fixed of a throw from its start: one row a die."""

    spots: Floats
    scale: float
    rest: Floats
    way: Floats
    far: Floats
    spin: Floats
    hop: Floats
    ends: Floats
    starts: Floats


@lru_cache(maxsize=16)
def _plan(faces: tuple[int, ...], sides: tuple[int, ...], seed: int) -> _Plan:
    count = len(faces)
    rng = np.random.default_rng([seed & 0xFFFFFFFF, count, *faces, *sides])
    middles, scale = spots(count)
    # What is left of each cell beside the die is room for disorder.
    loose = 0.16 * scale
    middles = middles + rng.uniform(-loose, loose, (count, 2))
    yaw = rng.uniform(-0.45, 0.45, count)
    rest = np.array(
        [resting_turn(s, f, y) for s, f, y in zip(sides, faces, yaw, strict=True)]
    ).reshape(-1, 3, 3)
    heading = np.radians(rng.uniform(18.0, 62.0, count))
    return _Plan(
        spots=middles,
        scale=scale,
        rest=rest,
        way=np.stack([np.cos(heading), np.sin(heading)], axis=1),
        far=rng.uniform(6.0, 9.0, count),
        spin=rng.uniform(-2.5, 2.5, count),
        hop=rng.uniform(1.3, 2.2, count),
        ends=rng.uniform(_SHORTEST, _LONGEST, count),
        starts=rng.uniform(0.0, 0.18, count),
    )


def duration(faces: Sequence[int], sides: Sequence[int], seed: int) -> float:
    """Return the seconds until all dice of a throw lie still; 0 for no dice."""
    plan = _plan(tuple(faces), tuple(sides), seed)
    return float(plan.ends.max()) if len(plan.ends) else 0.0


def _about(axis: Floats, angle: Floats) -> Floats:
    """Return rotations about unit axes ``(n, 3)`` by angles ``(n,)``, ``(n, 3, 3)``."""
    x, y, z = axis.T
    c, s = np.cos(angle), np.sin(angle)
    t = 1 - c
    rows = [
        [c + x * x * t, x * y * t - z * s, x * z * t + y * s],
        [y * x * t + z * s, c + y * y * t, y * z * t - x * s],
        [z * x * t - y * s, z * y * t + x * s, c + z * z * t],
    ]
    return np.moveaxis(np.array(rows), -1, 0)


def _bounces(share: Floats) -> Floats:
    """Return heights of a bouncing thing, 0..1, by the share of its way that is behind it."""
    height = np.zeros_like(share)
    for low, high, top in ((-0.28, 0.28, 1.0), (0.28, 0.58, 0.34), (0.58, 0.76, 0.1)):
        place = (share - low) / (high - low)
        inside = (place >= 0) & (place < 1)
        height = np.where(inside, top * 4 * place * (1 - place), height)
    return height


def tumble(faces: Sequence[int], sides: Sequence[int], seed: int, seconds: float) -> Poses:
    """Return where dice are so many seconds after they were thrown.

    Parameters
    ----------
    faces, sides : sequence of int
        What each die will show, and how many sides it has; equally long.
    seed : int
        The same seed gives the same throw.
    seconds : float
        Below 0 as at 0. From `duration` on every die lies flat on the floor, z = 0, with its
        face up, exactly.

    Returns
    -------
    Poses
        No die ever sinks into the floor.
    """
    plan = _plan(tuple(faces), tuple(sides), seed)
    count = len(plan.ends)
    if not count:
        return Poses(np.zeros((0, 3)), np.zeros((0, 3, 3)), 1.0)
    share = np.clip((seconds - plan.starts) / (plan.ends - plan.starts), 0.0, 1.0)
    left = (1.0 - share) ** 2.2
    ahead = plan.far * left
    flat = plan.spots - plan.way * ahead[:, None]
    # It rolls on its way: turned about the axle across the way by what is left of it.
    axle = np.column_stack([-plan.way[:, 1], plan.way[:, 0], np.zeros(count)])
    radius = np.array([np.linalg.norm(solid(each).corners[0]) for each in sides]) * plan.scale
    upright = np.tile([0.0, 0.0, 1.0], (count, 1))
    turns = _about(axle, -ahead / radius * 0.8) @ _about(upright, plan.spin * left) @ plan.rest
    lowest = np.array(
        [
            float((solid(each).corners @ turn.T)[:, 2].min())
            for each, turn in zip(sides, turns, strict=True)
        ]
    )
    z = -lowest * plan.scale + plan.hop * _bounces(share) * (1 - share)
    return Poses(np.column_stack([flat, z]), turns, plan.scale)


def chip_poses(count: int, seed: int, seconds: float) -> tuple[Poses, float]:
    """Return where chips are after they were drawn, and the seconds until they lie still.

    They come from the far edge one after the other, turn over once, and land face up.

    Parameters
    ----------
    count, seed : int
    seconds : float
        Below 0 as at 0.
    """
    middles, scale = spots(count, CHIP_IN * 1.12)
    rng = np.random.default_rng([seed & 0xFFFFFFFF, count, 77])
    yaw = rng.uniform(-0.14, 0.14, count)
    starts = np.arange(count) * min(0.28, 1.4 / max(1, count))
    ends = starts + 0.75
    share = np.clip((seconds - starts) / 0.75, 0.0, 1.0)
    soft = share * share * (3 - 2 * share)
    source = np.array([0.0, AREA_IN[1] / 2 + 5.0])
    flat = source + (middles - source) * soft[:, None]
    z = 0.1 * scale + 2.4 * 4 * soft * (1 - soft) * 0.5
    upright, across = np.tile([0.0, 0.0, 1.0], (count, 1)), np.tile([1.0, 0.0, 0.0], (count, 1))
    turns = _about(across, (1 - soft) * 2 * np.pi) @ _about(upright, yaw)
    total = float(ends.max()) if count else 0.0
    return Poses(np.column_stack([flat, z]).reshape(-1, 3), turns, scale), total
