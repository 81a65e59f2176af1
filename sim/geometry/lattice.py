"""Lattices of directions on the target's plane, cast no denser than the proof needs."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from sim.geometry.mesh_data import Floats
from sim.geometry.view_plane import ViewPlane

__all__ = ["lattice_around", "unblocked_spots"]

Numbers = NDArray[np.int64]

_UNKNOWN, _FREE = -2, -1
#: Strides of the descent for small and for large outlines: measured, not needed for the answer.
_STRIDES_SMALL, _STRIDES_LARGE = (4,), (16, 4)
_LARGE = 20_000


def unblocked_spots(view: ViewPlane, pitch: float, margin: float, phase: Floats) -> Floats:
    """Return the spots of the lattice over the outline that nothing before the target blocks.

    The lattice is cast from coarse to fine. Where one triangle blocks all four corners of a cell,
    it blocks the whole cell, because a triangle seen from a point is convex: the spots inside need
    no ray. The result is that of casting every spot.
    """
    x, y, inside = view.lattice(pitch, margin, phase)
    strides = _STRIDES_LARGE if inside.size > _LARGE else _STRIDES_SMALL
    ny, nx = (math.ceil((n - 1) / strides[0]) * strides[0] + 1 for n in inside.shape)
    wanted = np.zeros((ny, nx), dtype=bool)
    wanted[: inside.shape[0], : inside.shape[1]] = inside
    x = x[0] + np.arange(nx) * pitch
    y = y[0] + np.arange(ny) * pitch
    faces = np.full((ny, nx), _UNKNOWN, dtype=np.int64)
    counts = np.zeros((ny + 1, nx + 1), dtype=np.int64)
    counts[1:, 1:] = wanted.cumsum(axis=0).cumsum(axis=1)
    for stride in strides:
        busy = _busy_cells(counts, stride) & (_cell_faces(faces, stride) < 0)
        corners = np.zeros((busy.shape[0] + 1, busy.shape[1] + 1), dtype=bool)
        for dy, dx in ((0, 0), (0, 1), (1, 0), (1, 1)):
            corners[dy : dy + busy.shape[0], dx : dx + busy.shape[1]] |= busy
        _cast(view, x, y, faces, np.argwhere(corners) * stride)
        _fill(faces, _cell_faces(faces, stride), stride)
    _cast(view, x, y, faces, np.argwhere(wanted))
    rows, columns = np.nonzero(wanted & (faces == _FREE))
    return np.stack([x[columns], y[rows]], axis=1)


def _cast(view: ViewPlane, x: Floats, y: Floats, faces: Numbers, spots: NDArray[np.intp]) -> None:
    """Cast those of the spots (row, column) that are not known yet."""
    rows, columns = spots[faces[spots[:, 0], spots[:, 1]] == _UNKNOWN].T
    found = view.faces_before_target(np.stack([x[columns], y[rows]], axis=1))
    faces[rows, columns] = found


def _busy_cells(counts: Numbers, stride: int) -> NDArray[np.bool_]:
    """Return the cells (borders included) that hold a wanted spot."""
    first_y, first_x = (np.arange(0, n - 2, stride) for n in counts.shape)
    y0, y1, x0, x1 = first_y, first_y + stride + 1, first_x, first_x + stride + 1
    return (
        counts[np.ix_(y1, x1)]
        - counts[np.ix_(y0, x1)]
        - counts[np.ix_(y1, x0)]
        + counts[np.ix_(y0, x0)]
    ) > 0


def _cell_faces(faces: Numbers, stride: int) -> Numbers:
    """Return for each cell the triangle that blocks all its corners, else unknown."""
    corner = faces[::stride, ::stride]
    a, b, c, d = corner[:-1, :-1], corner[:-1, 1:], corner[1:, :-1], corner[1:, 1:]
    return np.where((a >= 0) & (a == b) & (a == c) & (a == d), a, _UNKNOWN)


def _fill(faces: Numbers, cells: Numbers, stride: int) -> None:
    """Write the blocking triangle into the unknown spots of the cells it covers."""
    inner = faces[:-1, :-1]
    spread = np.repeat(np.repeat(cells, stride, axis=0), stride, axis=1)
    inner[:] = np.where(inner == _UNKNOWN, spread, inner)


def lattice_around(seeds: Floats, pitch: float, reach: float, phase: Floats) -> Floats:
    """Return a lattice's spots within `reach` of any seed (a few lie up to a cell farther)."""
    n = math.ceil(reach / pitch)
    offsets = np.stack(np.meshgrid(np.arange(-n, n + 1), np.arange(-n, n + 1)), axis=-1)
    offsets = offsets.reshape(-1, 2)
    offsets = offsets[np.hypot(offsets[:, 0], offsets[:, 1]) * pitch <= reach + pitch]
    base = np.unique(np.round(seeds / pitch - phase).astype(np.int64), axis=0)
    low = base.min(axis=0) - n
    nx, ny = base.max(axis=0) + n - low + 1
    taken = np.zeros((int(nx), int(ny)), dtype=bool)
    for dx, dy in offsets - low:
        taken[base[:, 0] + dx, base[:, 1] + dy] = True
    return np.asarray((np.argwhere(taken) + low + phase) * pitch, dtype=np.float64)
