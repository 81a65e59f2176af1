"""Where a disc of the opening's size can lie about a direction that is free."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from sim.geometry.margin.picture import Picture
from sim.geometry.mesh_data import Floats
from sim.geometry.rays import Blockers

__all__ = ["HALF_CELL", "middles_about"]

#: Spots to a disc's radius.
_FINE = 5


def _grid() -> Floats:
    steps = np.arange(-2 * _FINE - 1, 2 * _FINE + 2)
    spots = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2) / _FINE
    return spots[np.hypot(spots[:, 0], spots[:, 1]) <= 2 + 1 / _FINE]


_GRID: Floats = _grid()
#: Half the diagonal of a cell, in radii.
HALF_CELL = math.sqrt(0.5) / _FINE
#: Where a disc that holds the middle of the grid may have its own, to half a cell.
_MIDDLES = np.flatnonzero(np.hypot(_GRID[:, 0], _GRID[:, 1]) <= 1 + HALF_CELL)
_APART: Floats = np.hypot(*(_GRID[_MIDDLES][:, None] - _GRID).transpose(2, 0, 1))
_TOO_NEAR = (_APART < 1 - HALF_CELL).T.astype(np.float32)


def middles_about(
    blockers: Blockers, picture: Picture, spots: Floats, depth: float
) -> tuple[Floats, NDArray[np.intp]]:
    """Return where clear discs that hold free spots may have their middles.

    Every disc that holds a spot and is clear as far as `depth` has its middle within `HALF_CELL`
    radii of a place returned for the spot. None for a spot is sure: nothing is open there.

    Parameters
    ----------
    depth : float
        Along the frame's x, inches; above 0.

    Returns
    -------
    middles : (n, 2) array
        In the picture.
    of : (n,) array
        The spot each belongs to.
    """
    if not len(spots):
        return np.zeros((0, 2)), np.zeros(0, dtype=np.intp)
    around = (spots[:, None] + _GRID * picture.disc).reshape(-1, 2)
    unit = picture.directions(around)
    ends = picture.frame.to_table(unit * (depth / unit[:, :1]))
    blocked = blockers.occluded(picture.frame.eye, ends).reshape(len(spots), len(_GRID))
    # A middle is out as soon as a blocked direction is nearer than a radius less half a cell.
    out = (blocked.astype(np.float32) @ _TOO_NEAR) > 0.5
    of, which = np.nonzero(~out)
    return spots[of] + _GRID[_MIDDLES][which] * picture.disc, of
