"""A raster over a target's outline, fine where it matters: what each direction shows or hides.

The raster is turned against the upright, because upright edges along its columns would all err
the same way. Cells whose neighbours differ are cut into finer ones, and so are the neighbours that
the finer ones turn out to differ from. Where two fine neighbours in a row differ, the border
between them is found by halving.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.geometry.mesh_data import Floats
from sim.geometry.sight.view_plane import NEAR_IN, ViewPlane

__all__ = [
    "FREE",
    "OFF",
    "OFF_BLOCKED",
    "Raster",
    "classes",
    "crossings",
    "make_raster",
    "neighbours_differ",
    "surfaces",
]

Bools = NDArray[np.bool_]
Numbers = NDArray[np.int64]

#: What a cell is besides hidden by a blocker (whose number it then has).
FREE, OFF, OFF_BLOCKED = -1, -2, -3

_TURN = 0.3217
_COARSE = 56
_FINER = 4
_PASSES = 4
_HALVINGS = 5
_SIDES = 16


@dataclass(frozen=True, eq=False)
class Raster:
    """Fine cells over the outline, row by row.

    Attributes
    ----------
    view : ViewPlane
    pitch : float
        Of the fine cells, inches on the plane.
    low : (2,) array
        Lower corner, in the raster's own axes.
    pieces : (ny, nx) int array
        Number of the first blocker, or `FREE`, `OFF`, `OFF_BLOCKED`.
    parts : (ny, nx) int array
        Which part of the body is met there; -1 off the outline.
    fine : (ny, nx) bool array
        Cells that were looked at one by one; the others share their block's middle.
    """

    view: ViewPlane
    pitch: float
    low: Floats
    pieces: Numbers
    parts: Numbers
    fine: Bools

    @property
    def on(self) -> Bools:
        """Cells on the outline."""
        return self.pieces > OFF

    def spots(self, rows: NDArray[np.intp], columns: NDArray[np.intp] | Floats) -> Floats:
        """Return plane spots of cell middles; columns may be broken numbers."""
        cells = np.stack([columns, rows], axis=1)
        return _to_plane(self.low + (cells + 0.5) * self.pitch)


def make_raster(view: ViewPlane, margin: float) -> Raster:
    """Look at the outline and a margin around it."""
    low, high, reach = _bounds(view, margin)
    coarse = max(float((high - low).max()) / _COARSE, 1e-6)
    nx, ny = np.maximum(np.ceil((high - low) / coarse).astype(int), 1).tolist()
    rows, columns = np.divmod(np.arange(nx * ny), nx)
    pitch = coarse / _FINER
    centres = low + np.stack([columns + 0.5, rows + 0.5], axis=1) * coarse
    near = (_to_plane(centres) @ _BOUNDS.T <= reach + coarse).all(axis=1)
    pieces = np.full(nx * ny, OFF, dtype=np.int64)
    parts = np.full(nx * ny, -1, dtype=np.int64)
    pieces[near], parts[near] = classes(view, _to_plane(centres[near]))
    block = np.ones((_FINER, _FINER), dtype=np.int64)
    raster = Raster(
        view,
        pitch,
        low,
        np.kron(pieces.reshape(ny, nx), block),
        np.kron(parts.reshape(ny, nx), block),
        np.zeros((ny * _FINER, nx * _FINER), dtype=bool),
    )
    _refine(raster, pieces.reshape(ny, nx), parts.reshape(ny, nx))
    return raster


def _refine(raster: Raster, pieces: Numbers, parts: Numbers) -> None:
    """Look at the cells of blocks that differ from a neighbour, until none does unlooked at."""
    ny, nx = pieces.shape
    wanted = neighbours_differ(pieces) | neighbours_differ(parts)
    for _ in range(_PASSES):
        blocks = raster.fine[::_FINER, ::_FINER]
        new = np.kron(wanted & ~blocks, np.ones((_FINER, _FINER), dtype=np.int64)) > 0
        if not new.any():
            return
        rows, columns = np.nonzero(new)
        found = classes(raster.view, raster.spots(rows, columns))
        raster.pieces[rows, columns], raster.parts[rows, columns] = found
        raster.fine[rows, columns] = True
        border = _edges_differ(raster.pieces) | _edges_differ(raster.parts)
        wanted = border.reshape(ny, _FINER, nx, _FINER).any(axis=(1, 3))


def classes(view: ViewPlane, spots: Floats) -> tuple[Numbers, Numbers]:
    """Return for each spot what hides it (or that nothing does), and the part that is met."""
    surface, parts = surfaces(view, spots)
    on = parts >= 0
    pieces = np.full(len(spots), OFF, dtype=np.int64)
    _, hit = view.blockers.first_hit(view.eye, surface[on])
    pieces[on] = np.where(hit < 0, FREE, hit)
    off = np.flatnonzero(~on)
    pieces[off[~view.clear(spots[off], view.distance)]] = OFF_BLOCKED
    return pieces, parts


def surfaces(view: ViewPlane, spots: Floats) -> tuple[Floats, Numbers]:
    """Return the target's first surface in each direction and its part, -1 where it misses."""
    far = 1.0 + 4.0 * view.target.body.radius / view.distance
    away = far * (view.at(spots) - view.eye)
    distances, parts = view.target.placed.first_hit(view.eye, view.eye + away)
    length = np.sqrt(np.einsum("ij,ij->i", away, away))
    reached = np.where(np.isfinite(distances), distances, 0.0) / length
    return view.eye + away * reached[:, None], parts.astype(np.int64)


def crossings(raster: Raster, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Floats:
    """Return how far from a cell's middle to the next one's in the row its class reaches, 0..1."""
    low, high = np.zeros(len(rows)), np.ones(len(rows))
    here = raster.pieces[rows, columns]
    same = np.maximum(here, OFF)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        pieces, _ = classes(raster.view, raster.spots(rows, columns + middle))
        inside = np.maximum(pieces, OFF) == same
        low, high = np.where(inside, middle, low), np.where(inside, high, middle)
    return (low + high) / 2


def neighbours_differ(values: Numbers | Bools) -> Bools:
    """Return the cells with a neighbour, also across corners, that is not like them."""
    padded = np.pad(values, 1, mode="edge")
    ny, nx = values.shape
    found = np.zeros(values.shape, dtype=bool)
    for dy in (0, 1, 2):
        for dx in (0, 1, 2):
            found |= padded[dy : dy + ny, dx : dx + nx] != values
    return found


def _edges_differ(values: Numbers) -> Bools:
    """Return the cells with a neighbour across an edge that is not like them."""
    found = np.zeros(values.shape, dtype=bool)
    beside, above = values[:, 1:] != values[:, :-1], values[1:] != values[:-1]
    found[:, 1:] |= beside
    found[:, :-1] |= beside
    found[1:] |= above
    found[:-1] |= above
    return found


_AXES: Floats = np.array([[math.cos(_TURN), math.sin(_TURN)], [-math.sin(_TURN), math.cos(_TURN)]])
_AROUND = np.arange(_SIDES) * (2 * math.pi / _SIDES)
_BOUNDS: Floats = np.stack([np.cos(_AROUND), np.sin(_AROUND)], axis=1)


def _to_plane(cells: Floats) -> Floats:
    """Return plane spots of places in the raster's axes."""
    return cells @ _AXES


def _bounds(view: ViewPlane, margin: float) -> tuple[Floats, Floats, Floats]:
    """Return the raster's lower and upper corner, and the outline's reach in each direction."""
    spots, depth = view.project(view.target.hull)
    if not (depth > NEAR_IN).all():  # it reaches past the eye: look as far as the window goes
        low, high = view.window(margin)
        spots = np.array([[x, y] for x in (low[0], high[0]) for y in (low[1], high[1])])
    cells = spots @ _AXES.T
    reach = (spots @ _BOUNDS.T).max(axis=0) + margin
    return cells.min(axis=0) - margin, cells.max(axis=0) + margin, reach
