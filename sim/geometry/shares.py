"""How much of a target's outline is seen, and what hides the rest.

A raster over the outline, refined six times finer wherever its neighbours differ. Free parts
narrower than the opening's disc are closed, as the verdict says. The bound is the honest one:
every fine cell on a border may be wrong by half.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt

from sim.geometry.mesh_data import Floats
from sim.geometry.openings import RADIUS_IN
from sim.geometry.view_plane import ViewPlane

__all__ = ["Shares", "measure_shares"]

_COARSE = 64
_FINER = 6
_FREE, _OFF, _OFF_BLOCKED = -1, -2, -3


@dataclass(frozen=True, eq=False)
class Shares:
    """What the raster found.

    Attributes
    ----------
    seen, bound : float
        Seen share of the outline, 0..1, and its error bound.
    hidden : (m,) array
        Share of the outline first hidden by each blocker, in the order of their names.
    seen_points, hidden_points : (n, 3) arrays
        Some points on the target that are seen, and some that are hidden, table frame.
    """

    seen: float
    bound: float
    hidden: Floats
    seen_points: Floats
    hidden_points: Floats


def measure_shares(view: ViewPlane) -> Shares:
    """Return seen and hidden shares of the target's outline."""
    low, high = view.window(3 * RADIUS_IN)
    pitch = float((high - low).max()) / _COARSE
    counts = np.maximum(np.ceil((high - low) / pitch).astype(int), 1)
    coarse = _classes(view, _centres(low, pitch, counts)).reshape(counts[1], counts[0])
    classes = np.repeat(np.repeat(coarse, _FINER, axis=0), _FINER, axis=1)
    border = np.repeat(np.repeat(_borders(coarse), _FINER, axis=0), _FINER, axis=1)
    fine = pitch / _FINER
    spots = _centres(low, fine, counts * _FINER).reshape(*classes.shape, 2)
    classes[border] = _classes(view, spots[border])
    seen = (classes == _FREE) & _opened(classes, fine)
    on = classes > _OFF
    total = max(int(on.sum()), 1)
    blockers = len(view.blockers.names)
    hidden = np.bincount(classes[classes >= 0], minlength=blockers) / total
    edge = on & _borders(np.where(seen, 2, on.astype(int)), ring=False)
    share = float(seen.sum()) / total
    bound = min(float(edge.sum()) / 2 / total, 1.0)
    return Shares(
        share, bound, hidden, _some(view, spots[seen]), _some(view, spots[on & (classes >= 0)])
    )


def _centres(low: Floats, pitch: float, counts: NDArray[np.int_]) -> Floats:
    x = low[0] + (np.arange(counts[0]) + 0.5) * pitch
    y = low[1] + (np.arange(counts[1]) + 0.5) * pitch
    return np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)


def _classes(view: ViewPlane, spots: Floats) -> NDArray[np.int64]:
    """Return for each spot the blocker's number, or free, or off the outline (clear or not)."""
    surface = view.hits(spots)
    on = ~np.isnan(surface[:, 0])
    classes = np.full(len(spots), _OFF, dtype=np.int64)
    _, pieces = view.blockers.first_hit(view.eye, surface[on])
    classes[on] = np.where(pieces < 0, _FREE, pieces)
    off = np.flatnonzero(~on)
    classes[off[view.blockers.occluded(view.eye, view.at(spots[off]))]] = _OFF_BLOCKED
    return classes


def _borders(classes: NDArray[np.int64], ring: bool = True) -> NDArray[np.bool_]:
    """Return cells with a neighbour of another class (corners count with `ring`)."""
    padded = np.pad(classes, 1, mode="edge")
    found = np.zeros(classes.shape, dtype=bool)
    ny, nx = classes.shape
    for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)):
        if ring or dy == 0 or dx == 0:
            found |= padded[1 + dy : 1 + dy + ny, 1 + dx : 1 + dx + nx] != classes
    return found


def _opened(classes: NDArray[np.int64], pitch: float) -> NDArray[np.bool_]:
    """Return the cells that some clear disc of the opening's size covers."""
    clear = (classes == _FREE) | (classes == _OFF)
    if clear.all() or pitch > RADIUS_IN / 2:  # nothing is narrow, or the raster cannot tell
        return clear
    room = np.asarray(distance_transform_edt(clear)) * pitch
    middles = room >= RADIUS_IN
    if not middles.any():
        return np.zeros_like(clear)
    return np.asarray(distance_transform_edt(~middles)) * pitch <= RADIUS_IN + pitch / 2


def _some(view: ViewPlane, spots: Floats, count: int = 6) -> Floats:
    """Return the target's surface at a few of the spots, evenly chosen."""
    if not len(spots):
        return np.zeros((0, 3))
    picks = np.unique(np.linspace(0, len(spots) - 1, count + 2)[1:-1].round().astype(int))
    surface = view.hits(spots[picks])
    return surface[~np.isnan(surface[:, 0])]
