"""Lattices of directions on the target's plane, cast no denser than the proof needs.

Many views are cast at once, each with its own eye: a lattice is a sheet of an array whose first
axis is the view. Every number is worked out spot by spot, so that a view has the same answer
alone and among others.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sim.geometry.mesh_data import Floats
from sim.geometry.rays import Blockers
from sim.geometry.sight.view_plane import ViewPlane, counts_across, row_ends

__all__ = ["lattice_around", "unblocked_spots"]

Numbers = NDArray[np.int64]
Bools = NDArray[np.bool_]
Indices = NDArray[np.intp]

_UNKNOWN, _FREE = -2, -1
#: Strides of the descent for small and for large outlines: measured, not needed for the answer.
_STRIDES_SMALL, _STRIDES_LARGE = (4, 2), (16, 4, 2)
_LARGE = 20_000
#: Spots of all sheets that are worked on together.
_TOGETHER = 100_000


def unblocked_spots(
    views: Sequence[ViewPlane], pitch: float, margin: float, phase: Floats
) -> list[Floats]:
    """Return for each view the spots over the outline that nothing before the target blocks.

    The lattices are cast from coarse to fine. Where one triangle blocks all four corners of a
    cell, it blocks the whole cell, because a triangle seen from a point is convex: the spots
    inside need no ray. The result is that of casting every spot.

    Parameters
    ----------
    views : sequence of ViewPlane
        With one terrain for all.
    """
    found: list[Floats] = [np.zeros((0, 2))] * len(views)
    windows = [view.window(margin) for view in views]
    sizes = [math.prod(counts_across(*window, pitch)) for window in windows]
    for run in _runs(sizes):
        some, ways = [views[i] for i in run], [windows[i] for i in run]
        sheets = _Sheets(some, ways, pitch, margin, phase)
        for i, spots in zip(run, sheets.unblocked(), strict=True):
            found[i] = spots
    return found


def _runs(sizes: Sequence[int]) -> list[list[int]]:
    """Return which lattices are worked on together, of like size, for they are padded to one."""
    runs: list[list[int]] = []
    for i in sorted(range(len(sizes)), key=sizes.__getitem__):
        last = runs[-1] if runs else []
        alike = bool(last) and (sizes[i] > _LARGE) is (sizes[last[0]] > _LARGE)
        if alike and (len(last) + 1) * sizes[i] <= _TOGETHER:
            last.append(i)
        else:
            runs.append([i])
    return runs


class _Sheets:
    """The lattices of some views, padded to one size."""

    def __init__(
        self,
        views: Sequence[ViewPlane],
        windows: Sequence[tuple[Floats, Floats]],
        pitch: float,
        margin: float,
        phase: Floats,
    ) -> None:
        self._views = views
        counts = [counts_across(*window, pitch) for window in windows]
        columns, rows = (max(count[axis] for count in counts) for axis in (0, 1))
        large = math.prod(counts[-1]) > _LARGE
        self._strides = _STRIDES_LARGE if large else _STRIDES_SMALL
        step = self._strides[0]
        columns, rows = (math.ceil((n - 1) / step) * step + 1 for n in (columns, rows))
        low = np.array([window[0] for window in windows])
        self._x = low[:, :1] + (np.arange(columns) - phase[0]) * pitch
        self._y = low[:, 1:] + (np.arange(rows) - phase[1]) * pitch
        supports = np.array([view.supports() for view in views]) + margin
        left, right = row_ends(supports, self._y)
        wanted = (self._x[:, None] >= left[..., None]) & (self._x[:, None] <= right[..., None])
        wanted &= (np.arange(columns) < np.array(counts)[:, :1])[:, None]
        wanted &= (np.arange(rows) < np.array(counts)[:, 1:])[..., None]
        self._wanted = wanted
        self._eyes = np.array([view.eye for view in views])
        self._away = np.array([view.target.centre for view in views]) - self._eyes
        self._right = np.array([view.right for view in views])
        self._up = np.array([view.up for view in views])
        self._shares = np.array([view.nearest / view.distance for view in views])

    def unblocked(self) -> list[Floats]:
        """Return the free spots of each view."""
        wanted = self._wanted
        faces = np.full(wanted.shape, _UNKNOWN, dtype=np.int64)
        faces[self._shares <= 0] = _FREE
        counts = np.zeros((len(wanted), wanted.shape[1] + 1, wanted.shape[2] + 1), dtype=np.int64)
        counts[:, 1:, 1:] = wanted.cumsum(axis=1).cumsum(axis=2)
        for stride in self._strides:
            busy = _busy_cells(counts, stride) & (_cell_faces(faces, stride) == _UNKNOWN)
            _, rows, columns = busy.shape
            corners = np.zeros((len(wanted), rows + 1, columns + 1), dtype=bool)
            for dy, dx in ((0, 0), (0, 1), (1, 0), (1, 1)):
                corners[:, dy : dy + rows, dx : dx + columns] |= busy
            view, row, column = np.nonzero(corners)
            self._cast(faces, view, row * stride, column * stride)
            _fill(faces, _cell_faces(faces, stride), stride)
        view, row, column = np.nonzero(wanted & (faces == _UNKNOWN))
        faces[view, row, column] = np.where(self._occluded(view, row, column), _UNKNOWN, _FREE)
        view, row, column = np.nonzero(wanted & (faces == _FREE))
        spots = np.stack([self._x[view, column], self._y[view, row]], axis=1)
        return np.split(spots, np.searchsorted(view, np.arange(1, len(wanted))))

    def _cast(self, faces: Numbers, view: Indices, row: Indices, column: Indices) -> None:
        """Cast those of the spots that are not known yet."""
        unknown = faces[view, row, column] == _UNKNOWN
        view, row, column = view[unknown], row[unknown], column[unknown]
        eyes, ends = self._segments(view, row, column)
        found = self._views[0].blockers.terrain.blocking_faces(eyes, ends)
        for run, blockers in self._with_hulls(view):
            found[run] = _hulls_too(blockers, eyes[run], ends[run], found[run])
        faces[view, row, column] = found

    def _occluded(self, view: Indices, row: Indices, column: Indices) -> Bools:
        """Return which spots are blocked."""
        eyes, ends = self._segments(view, row, column)
        found = self._views[0].blockers.terrain.occluded(eyes, ends)
        for run, blockers in self._with_hulls(view):
            for model in blockers.placed:
                found[run] |= model.occluded(eyes[run], ends[run])
        return found

    def _segments(self, view: Indices, row: Indices, column: Indices) -> tuple[Floats, Floats]:
        """Return eyes, and ends at the depth of the target's nearest part."""
        eyes = self._eyes[view]
        ends = self._x[view, column][:, None] * self._right[view]
        ends += self._y[view, row][:, None] * self._up[view]
        ends += self._away[view]
        ends *= self._shares[view][:, None]
        ends += eyes
        return eyes, ends

    def _with_hulls(self, view: Indices) -> list[tuple[slice, Blockers]]:
        """Return the runs of rays whose views have hulls in the way."""
        first = np.searchsorted(view, np.arange(len(self._views) + 1))
        return [
            (slice(first[k], first[k + 1]), each.blockers)
            for k, each in enumerate(self._views)
            if each.blockers.placed
        ]


def _hulls_too(blockers: Blockers, eyes: Floats, ends: Floats, found: Numbers) -> Numbers:
    """Return the blocking triangles, those of hulls where the terrain has none."""
    free = np.flatnonzero(found < 0)
    found = found.copy()
    found[free] = blockers.blocking_hull_faces(eyes[free], ends[free])
    return found


def _busy_cells(counts: Numbers, stride: int) -> Bools:
    """Return the cells (borders included) that hold a wanted spot."""
    first_y, first_x = (np.arange(0, n - 2, stride) for n in counts.shape[1:])
    y0, y1, x0, x1 = first_y, first_y + stride + 1, first_x, first_x + stride + 1
    low, high = counts[:, y0], counts[:, y1]
    return (high[:, :, x1] - low[:, :, x1] - high[:, :, x0] + low[:, :, x0]) > 0


def _cell_faces(faces: Numbers, stride: int) -> Numbers:
    """Return for each cell the triangle that blocks all its corners, else unknown."""
    corner = faces[:, ::stride, ::stride]
    a, b = corner[:, :-1, :-1], corner[:, :-1, 1:]
    c, d = corner[:, 1:, :-1], corner[:, 1:, 1:]
    return np.where((a >= 0) & (a == b) & (a == c) & (a == d), a, _UNKNOWN)


def _fill(faces: Numbers, cells: Numbers, stride: int) -> None:
    """Write the blocking triangle into the unknown spots of the cells it covers."""
    n, rows, columns = cells.shape
    inner = faces[:, :-1, :-1].reshape(n, rows, stride, columns, stride)
    inner = np.where(inner == _UNKNOWN, cells[:, :, None, :, None], inner)
    faces[:, :-1, :-1] = inner.reshape(n, rows * stride, columns * stride)


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
