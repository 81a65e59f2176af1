"""Ways out for a base that starts too near a barrier, and ways in to a goal that lies so."""

from __future__ import annotations

import math

import numpy as np

from sim.geometry.mesh_data import Floats
from sim.geometry.planner.barriers import Barriers, Mask, some

__all__ = ["fan"]

#: Evenly spread directions of a fan.
DIRECTIONS = 48
#: Steps along a direction: fine near the place, coarse for the depth of a large wood.
STEPS: Floats = np.array([i * 0.1 for i in range(1, 61)] + [6.0 + i * 0.5 for i in range(1, 37)])
FINE_STEPS = 8
#: An exit lies this far beyond the rim, so that rounding it keeps it outside.
BEYOND_IN = 2e-4


def fan(place: Floats, bound: float, barriers: tuple[Barriers, ...], extra: Floats) -> Floats:
    """Return where straight ways from a place first come clear of all barriers.

    Parameters
    ----------
    place : (2,) array
    bound : float
        Ways longer than this are left out.
    barriers : tuple of Barriers
    extra : (d,) array
        Directions beside the evenly spread ones, radians.

    Returns
    -------
    (n, 2) array of places allowed by the barriers, multiples of 0.0001 in
    """
    turn = np.concatenate([np.arange(DIRECTIONS) * (2 * math.pi / DIRECTIONS), extra])
    rays = np.column_stack([np.cos(turn), np.sin(turn)])
    steps = STEPS[bound >= STEPS]
    if not len(steps):
        return np.zeros((0, 2))
    first, clear = _first_clear(place, rays, np.tile(steps, (len(rays), 1)), barriers)
    rays, high = rays[clear], first[clear]
    if not len(rays):
        return np.zeros((0, 2))
    low = np.where(high <= steps[0], 0.0, np.where(high <= 6.0, high - 0.1, high - 0.5))
    fine = low[:, None] + (high - low)[:, None] * np.linspace(1 / FINE_STEPS, 1.0, FINE_STEPS)
    first, clear = _first_clear(place, rays, fine, barriers)
    exits = np.round(place + rays[clear] * (first[clear] + BEYOND_IN)[:, None], 4)
    return exits[_allowed(exits, barriers)]


def _allowed(points: Floats, barriers: tuple[Barriers, ...]) -> Mask:
    ok = np.ones(len(points), dtype=bool)
    for barrier in barriers:
        ok &= barrier.allows(points)
    return ok


def _first_clear(
    place: Floats, rays: Floats, steps: Floats, barriers: tuple[Barriers, ...]
) -> tuple[Floats, Mask]:
    """Return for each ray the first step that is allowed, and whether there is one."""
    points = place + rays[:, None, :] * steps[:, :, None]
    ok = _allowed(points.reshape(-1, 2), barriers).reshape(steps.shape)
    first = np.argmax(ok, axis=1)
    return steps[np.arange(len(rays)), first], some(ok)
