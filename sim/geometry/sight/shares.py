"""How much of a target's outline is seen, what hides the rest, and how sure the number is.

Areas are counted on a raster (`sim.geometry.sight.shares_raster`) and mended at the borders between
its cells. Free parts narrower than the opening's disc are closed, as the verdict says. The bound
holds what the raster cannot tell: the borders' small errors, and cells that are closed or open by
less than a cell's width.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt

from sim.geometry.mesh_data import Floats
from sim.geometry.sight.openings import RADIUS_IN
from sim.geometry.sight.shares_raster import FREE, OFF, Raster, crossings, make_raster, surfaces
from sim.geometry.sight.view_plane import ViewPlane

__all__ = ["Shares", "measure_shares", "parts_in_the_open"]

Bools = NDArray[np.bool_]

#: Share of the outline that the raster may miss altogether: where nothing hides, and elsewhere.
_UNSEEN, _UNSEEN_AMONG_BLOCKERS = 2e-4, 1.2e-3
#: Of the area of the cells along a border, what the mending may leave wrong.
_LEFT = 0.08
#: Spots across an outline in the open, to see which parts show.
_OPEN_SPOTS = 56


@dataclass(frozen=True, eq=False)
class Shares:
    """What the raster found.

    Attributes
    ----------
    seen, bound : float
        Seen share of the outline, 0..1, and its error bound.
    blockers : tuple of (name, share)
        Share of the outline first hidden by each blocker, greatest first.
    parts : tuple of (name, share)
        Seen share of each part of the body's outline.
    raster : Raster
    seen_cells : bool array
        The raster's cells that are seen in open directions.
    """

    seen: float
    bound: float
    blockers: tuple[tuple[str, float], ...]
    parts: tuple[tuple[str, float], ...]
    raster: Raster
    seen_cells: Bools

    @cached_property
    def seen_points(self) -> Floats:
        """Some points on the target that are seen, table frame."""
        return _some(self.raster, self.seen_cells)

    @cached_property
    def hidden_points(self) -> Floats:
        """Some points on the target that are hidden, table frame."""
        return _some(self.raster, self.raster.pieces >= 0)

    def points(self, count: int) -> Floats:
        """Return points all over the side of the target that faces the eye, table frame."""
        return _some(self.raster, self.raster.on, count)


def measure_shares(view: ViewPlane) -> Shares:
    """Return seen and hidden shares of the target's outline."""
    raster = make_raster(view, 3 * RADIUS_IN)
    opened, doubt = _opened(raster)
    seen = (raster.pieces == FREE) & opened
    blockers = len(view.blockers.names)
    # Kinds of area: each blocker, then seen, closed (free but too narrow), off.
    kinds = np.where(seen, blockers, np.where(raster.pieces == FREE, blockers + 1, raster.pieces))
    kinds = np.where(raster.on, kinds, blockers + 2)
    areas = np.bincount(kinds.ravel(), minlength=blockers + 3).astype(float)
    edges = _mend(raster, kinds, areas)
    total = max(float(areas[:-1].sum()), 1e-9)
    share = min(max(float(areas[blockers]) / total, 0.0), 1.0)
    return Shares(
        share,
        _bound(share, edges, blockers, float(doubt.sum()), total),
        _ordered(view.blockers.names, areas[:blockers] / total),
        _parts(raster, seen),
        raster,
        seen,
    )


def _mend(raster: Raster, kinds: NDArray[np.int64], areas: Floats) -> NDArray[np.int64]:
    """Shift area between row neighbours of unlike kinds; return the kinds on both sides."""
    rows, columns = np.nonzero(kinds[:, 1:] != kinds[:, :-1])
    left, right = kinds[rows, columns], kinds[rows, columns + 1]
    pieces = raster.pieces
    cast = np.maximum(pieces[rows, columns], OFF) != np.maximum(pieces[rows, columns + 1], OFF)
    gain = crossings(raster, rows[cast], columns[cast]) - 0.5
    np.add.at(areas, left[cast], gain)
    np.add.at(areas, right[cast], -gain)
    return np.stack([left, right], axis=1)


def _bound(
    share: float, edges: NDArray[np.int64], blockers: int, doubt: float, total: float
) -> float:
    """Return the share's error bound, from the borders weighed by what they change."""
    seen, off = edges == blockers, edges == blockers + 2
    is_hidden = (edges < blockers) | (edges == blockers + 1)
    is_off, is_seen = off.any(axis=1), seen.any(axis=1)
    weight = np.where(is_off, np.where(is_seen, 1.0 - share, share), np.where(is_seen, 1.0, 0.0))
    mended = _LEFT * float(weight.sum()) + doubt
    missed = _UNSEEN_AMONG_BLOCKERS if len(edges) and is_hidden.any() else _UNSEEN
    return min(mended / total + missed, 1.0)


def _opened(raster: Raster) -> tuple[Bools, Bools]:
    """Return the cells that some clear disc covers, and those of which that is doubtful."""
    free = raster.pieces == FREE
    opened, doubt = free.copy(), np.zeros_like(free)
    clear = free | (raster.pieces == OFF)
    if clear.all() or not free.any():
        return opened, doubt
    room = np.asarray(distance_transform_edt(clear)) * raster.pitch
    # Borders and middles are known to half a cell each.
    unsure = raster.pitch
    # A cell with the disc's radius of room is the middle of one; only the others are in question.
    near = _around(free & (room < RADIUS_IN + unsure), RADIUS_IN + 2 * raster.pitch, raster.pitch)
    room = room[near]
    wide = _covered(room, RADIUS_IN + unsure, raster.pitch)
    if (wide | ~free[near]).all():
        return opened, doubt
    opened[near] &= _covered(room, RADIUS_IN, raster.pitch)
    doubt[near] = free[near] & _covered(room, RADIUS_IN - unsure, raster.pitch) & ~wide
    return opened, doubt


def _around(cells: Bools, reach: float, pitch: float) -> tuple[slice, slice]:
    """Return the rows and columns that hold some cells and what lies within reach of them."""
    rows, columns = np.flatnonzero(cells.any(axis=1)), np.flatnonzero(cells.any(axis=0))
    if not len(rows):
        return slice(0, 0), slice(0, 0)
    more = int(reach / pitch) + 2
    return (
        slice(max(int(rows[0]) - more, 0), int(rows[-1]) + more + 1),
        slice(max(int(columns[0]) - more, 0), int(columns[-1]) + more + 1),
    )


def _covered(room: Floats, radius: float, pitch: float) -> Bools:
    """Return the cells within `radius` of a cell that has so much room."""
    middles = room >= radius
    if not middles.any():
        return np.zeros(room.shape, dtype=bool)
    return np.asarray(distance_transform_edt(~middles)) * pitch <= radius + pitch / 2


def _ordered(names: Sequence[str], shares: Floats) -> tuple[tuple[str, float], ...]:
    """Return names with their shares, greatest first, equals by name; who hides nothing is out."""
    pairs = [(name, float(share)) for name, share in zip(names, shares, strict=True) if share > 0]
    return tuple(sorted(pairs, key=lambda pair: (-pair[1], pair[0])))


def parts_in_the_open(view: ViewPlane) -> tuple[tuple[str, float], ...]:
    """Return the parts of the body that show in its own outline, all of them seen."""
    body = view.target.body
    if not body.mesh.parts:
        return ()
    names = body.solid.names
    if len(names) == 1:
        return ((names[0], 1.0),)
    low, high = view.window(0.0)
    x, y = (np.linspace(a, b, _OPEN_SPOTS) for a, b in zip(low, high, strict=True))
    _, parts = surfaces(view, np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2))
    shown = np.unique(parts[parts >= 0]).tolist()
    return tuple((names[i], 1.0) for i in shown)


def _parts(raster: Raster, seen: Bools) -> tuple[tuple[str, float], ...]:
    """Return the seen share of each part of the body that shows in its own outline."""
    body = raster.view.target.body
    if not body.mesh.parts:
        return ()
    names = body.solid.names
    on = raster.parts >= 0
    whole = np.bincount(raster.parts[on], minlength=len(names))
    shown = np.bincount(raster.parts[on & seen], minlength=len(names))
    return tuple(
        (name, float(part) / int(all_of_it))
        for name, part, all_of_it in zip(names, shown, whole, strict=True)
        if all_of_it
    )


def _some(raster: Raster, cells: Bools, count: int = 6) -> Floats:
    """Return the target's surface at a few of the cells, evenly chosen."""
    rows, columns = np.nonzero(cells)
    if not len(rows):
        return np.zeros((0, 3))
    picks = np.unique(np.linspace(0, len(rows) - 1, count + 2)[1:-1].round().astype(int))
    surface, parts = surfaces(raster.view, raster.spots(rows[picks], columns[picks]))
    return surface[parts >= 0]
