"""What straight ways cost: the planner's own sums, many ways at once.

A way is cut at every side of a layer's region that it crosses, and each piece is asked by its
middle. The referee of costs (`sim.geometry.weighted.referee`) gets the same numbers another way.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from shapely import Geometry

from sim.geometry.mesh_data import Floats
from sim.geometry.weighted.regions import Layer

__all__ = ["Fees"]

#: Pieces of a way shorter than this are not asked for, inches.
SHORTEST_IN = 1e-9


@dataclass(frozen=True, eq=False)
class _Charge:
    step: float
    region: Geometry
    at: Floats
    side: Floats


class Fees:
    """Prices straight ways over the layers near a search.

    Parameters
    ----------
    layers : sequence of Layer
    least : float
        What an inch costs outside all layers.
    box : (4,) array
        x and y from, x and y to, of all places asked about.
    """

    def __init__(self, layers: tuple[Layer, ...], least: float, box: Floats) -> None:
        self.least = least
        self._charges = [_near(layer, box) for layer in layers]

    def of(self, starts: Floats, ends: Floats) -> Floats:
        """Return the costs of the ways from one start ``(2,)``, or ``(k, 2)``, to ``(k, 2)``."""
        way = ends - starts
        length = np.hypot(way[:, 0], way[:, 1])
        cost = self.least * length
        for charge in self._charges:
            cost = cost + charge.step * length * _share_inside(charge, starts, way, length)
        return cost


def _near(layer: Layer, box: Floats) -> _Charge:
    sides = layer.sides
    low = np.minimum(sides[:, :2], sides[:, 2:])
    high = np.maximum(sides[:, :2], sides[:, 2:])
    sides = sides[((low <= box[2:]) & (high >= box[:2])).all(axis=1)]
    return _Charge(layer.step, layer.region, sides[:, :2], sides[:, 2:] - sides[:, :2])


def _share_inside(charge: _Charge, starts: Floats, way: Floats, length: Floats) -> Floats:
    """Return which share of each way lies in a region."""
    cuts = _cuts(charge, starts, way)
    middles = (cuts[:, :-1] + cuts[:, 1:]) / 2
    spans = cuts[:, 1:] - cuts[:, :-1]
    asked = spans * length[:, None] > SHORTEST_IN
    at = np.broadcast_to(starts, way.shape)[:, None, :] + middles[:, :, None] * way[:, None, :]
    inside = np.zeros(asked.shape, dtype=bool)
    inside[asked] = shapely.contains_xy(charge.region, at[asked])
    return (spans * inside).sum(axis=1)


def _cuts(charge: _Charge, starts: Floats, way: Floats) -> Floats:
    """Return for each way the sorted shares at which it crosses a side, between 0 and 1."""
    count = len(way)
    ends = np.zeros((count, 1)), np.ones((count, 1))
    if not len(charge.at):
        return np.hstack(ends)
    wx = charge.at[:, 0] - starts[..., 0, None]
    wy = charge.at[:, 1] - starts[..., 1, None]
    ex, ey = charge.side[:, 0], charge.side[:, 1]
    dx, dy = way[:, :1], way[:, 1:]
    cross = dx * ey - dy * ex
    with np.errstate(divide="ignore", invalid="ignore"):
        share = (wx * ey - wy * ex) / cross
        along = (wx * dy - wy * dx) / cross
    hit = (share > 0.0) & (share < 1.0) & (along >= 0.0) & (along <= 1.0)
    most = int(hit.sum(axis=1).max(initial=0))
    if most == 0:
        return np.hstack(ends)
    shares = np.where(hit, share, 1.0)
    if most < shares.shape[1]:
        shares = np.partition(shares, most - 1, axis=1)[:, :most]
    return np.hstack([ends[0], np.sort(shares, axis=1), ends[1]])
