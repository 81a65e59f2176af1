"""Slits: whether a disc of the opening's size can lie about a direction that is free."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from sim.geometry.margin_picture import Picture
from sim.geometry.mesh_data import Floats
from sim.geometry.rays import Blockers

__all__ = ["discs_fit"]

#: Spots to a disc's radius.
_FINE = 5


def _grid() -> Floats:
    steps = np.arange(-2 * _FINE - 1, 2 * _FINE + 2)
    spots = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2) / _FINE
    return spots[np.hypot(spots[:, 0], spots[:, 1]) <= 2 + 1 / _FINE]


_GRID: Floats = _grid()
_HALF_DIAGONAL = math.sqrt(0.5) / _FINE
#: Where a disc that holds the middle of the grid may have its own, to half a cell.
_MIDDLES = np.flatnonzero(np.hypot(_GRID[:, 0], _GRID[:, 1]) <= 1 + _HALF_DIAGONAL)
_APART: Floats = np.hypot(*(_GRID[_MIDDLES][:, None] - _GRID).transpose(2, 0, 1))


def discs_fit(
    blockers: Blockers, picture: Picture, spots: Floats, depth: float
) -> NDArray[np.bool_]:
    """Return for which spots a disc that holds them may be clear as far as `depth`.

    False is sure: every such disc holds a blocked direction. True may err for openings up to a
    seventh too small.

    Parameters
    ----------
    depth : float
        Along the frame's x, inches.
    """
    if not len(spots) or depth <= 0:
        return np.ones(len(spots), dtype=bool)
    around = (spots[:, None] + _GRID * picture.disc).reshape(-1, 2)
    unit = picture.directions(around)
    ends = picture.frame.to_table(unit * (depth / unit[:, :1]))
    blocked = blockers.occluded(picture.frame.eye, ends).reshape(len(spots), len(_GRID))
    fits = np.zeros(len(spots), dtype=bool)
    for i, hit in enumerate(blocked):
        room = np.where(hit, _APART, np.inf).min(axis=1)
        fits[i] = bool((room >= 1 - _HALF_DIAGONAL).any())
    return fits
