"""The margin of a hidden target: shifts in plan that surely bring no part of it into an opening.

Every open disc holds a direction of a fine lattice. So the target stays hidden as long as none of
its points comes near the free stretch of any lattice ray: from the eye to where terrain stops it.
How far the target must be shifted to get there is bounded from below in the picture plane, for
rays that terrain stops before the target by the depth it must gain as well.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from sim.geometry.margin.picture import SIDES, Picture
from sim.geometry.margin.slits import HALF_CELL, middles_about
from sim.geometry.mesh_data import Floats
from sim.geometry.rays import Blockers, SolidSet
from sim.geometry.sight import Query

__all__ = ["prove_hidden"]

#: Free directions about which discs are looked for: at once, and at most.
_CHUNK_OF_DISCS = 48
_MOST_TRIED = 480
#: Free directions whose way to the target is computed at once.
_CHUNK = 250
#: Patches of the target, across and up, whose depths are told apart.
_BINS = (12, 5)


def prove_hidden(terrain: SolidSet, query: Query, limit: float) -> float:
    """Return a distance, at most `limit`: the target, shifted less in plan, stays blocked.

    Parameters
    ----------
    limit : float
        Inches; what lies farther is not looked at.
    """
    picture = Picture.of(query, limit)
    if picture is None:
        return 0.0
    rays = _Rays.cast(Blockers(terrain, query.hulls), picture)
    return _nearest_reach(picture, rays)


@dataclass(frozen=True, eq=False)
class _Rays:
    """The lattice's rays that terrain does not stop well before the target.

    Attributes
    ----------
    blockers : Blockers
    spots : (n, 2) array
        In the picture plane.
    lengths : (n,) array
        How far each is free, inches; infinity where it reaches past the target's plane.
    depths : (n,) array
        The same along the frame's x.
    """

    blockers: Blockers
    spots: Floats
    lengths: Floats
    depths: Floats

    def of(self, rows: NDArray[np.intp]) -> _Rays:
        """Return some of the rays."""
        return _Rays(self.blockers, self.spots[rows], self.lengths[rows], self.depths[rows])

    @staticmethod
    def cast(blockers: Blockers, picture: Picture) -> _Rays:
        spots = picture.lattice()
        unit = picture.directions(spots)
        ends = picture.frame.to_table(unit * picture.centre)
        lengths, _ = blockers.first_hit(picture.frame.eye, ends)
        depths = lengths * unit[:, 0]
        gap = np.minimum(picture.near - depths - picture.room, picture.centre - lengths)
        kept = gap < picture.limit
        return _Rays(blockers, spots[kept], lengths[kept], depths[kept])


def _nearest_reach(picture: Picture, rays: _Rays) -> float:
    """Return the least shift that may bring a point of the target into an opening.

    A point in an open disc lies within two radii of a free lattice spot in that disc; and, more
    closely, within one radius of the disc's middle. The second is looked at where the first
    leaves the answer open, nearest spots first.
    """
    pad = np.full(2, 2.02 * picture.disc)
    least = _combine(picture, rays, _to_hull(picture, rays.spots, pad), pad)
    best, tried = picture.limit, 0
    order = np.argsort(least, kind="stable")
    for first in range(0, len(order), _CHUNK):
        chunk = order[first : first + _CHUNK]
        chunk = chunk[least[chunk] < best]
        if not len(chunk):
            break
        reach = _reaches(picture, rays.of(chunk), 2.0, best)
        nearest = np.argsort(reach, kind="stable")
        while len(nearest) and reach[nearest[0]] < best:
            some, nearest = nearest[:_CHUNK_OF_DISCS], nearest[_CHUNK_OF_DISCS:]
            some = some[reach[some] < best]
            tried += len(some)
            if tried > _MOST_TRIED:
                return max(float(min(reach[some].min(), *least[order[first:]])), 0.0)
            best = min(best, _middle_reach(picture, rays.of(chunk[some]), best))
    return max(float(best), 0.0)


def _middle_reach(picture: Picture, rays: _Rays, best: float) -> float:
    """Return the least shift that brings the target into a clear disc with one of the spots."""
    depth = picture.near - picture.limit - picture.room
    depth *= 1 - picture.radius / (picture.centre - picture.limit + picture.radius)
    middles, of = middles_about(rays.blockers, picture, rays.spots, depth)
    discs = _Rays(rays.blockers, middles, rays.lengths[of], rays.depths[of])
    found = _reaches(picture, discs, 1 + HALF_CELL, best)
    return float(found.min()) if len(found) else math.inf


def _reaches(picture: Picture, rays: _Rays, radii: float, worth: float) -> Floats:
    """Return the least shift that brings the target within some radii of each spot.

    Parameters
    ----------
    radii : float
        In radii of an opening's disc.
    worth : float
        Reaches that are surely not below this are not computed closely.
    """
    pad = np.full(2, radii * 1.01 * picture.disc)
    reach = _combine(picture, rays, _to_hull(picture, rays.spots, pad), pad)
    close = np.flatnonzero(reach < worth)
    part = rays.of(close)
    cells = np.round(part.spots / (1e-3 * picture.disc)).astype(np.int64)
    _, first, of = np.unique(cells, axis=0, return_index=True, return_inverse=True)
    way = _to_outline(picture, part.spots[first], pad)[of.ravel()]
    reach[close] = _combine(picture, part, way, pad)
    return reach


def _combine(picture: Picture, rays: _Rays, way: Floats, pad: Floats) -> Floats:
    """Return the least shift to each ray: past the target's plane, or before the terrain.

    Parameters
    ----------
    way : (n,) array
        Bounds of the way to each spot in the picture.
    """
    stopped = np.isfinite(rays.lengths)
    beyond = np.maximum(way, np.where(stopped, picture.centre - rays.lengths, -np.inf))
    before = np.full(len(rays.spots), np.inf)
    if stopped.any():
        low, high, depth = _clusters(picture)
        at, room = (rays.spots[stopped] * picture.scale)[:, None], pad * picture.scale
        off = np.maximum(np.maximum(low - room - at, at - high - room), 0.0)
        gap = depth - rays.depths[stopped][:, None] - picture.room
        before[stopped] = np.maximum(np.hypot(off[..., 0], off[..., 1]), gap).min(axis=1)
        before[stopped] = np.maximum(before[stopped], way[stopped])
    return np.maximum(np.minimum(beyond, before), 0.0)


def _clusters(picture: Picture) -> tuple[Floats, Floats, Floats]:
    """Return patches of the target: their corners in the scaled picture and their least depth."""
    outline = picture.outline
    middles = outline.mean(axis=1)
    low, high = middles.min(axis=0), middles.max(axis=0)
    cell = (middles - low) / np.maximum(high - low, 1e-12) * _BINS
    cells = np.minimum(cell.astype(int), np.array(_BINS) - 1)
    number = cells[:, 0] * _BINS[1] + cells[:, 1]
    order = np.argsort(number, kind="stable")
    starts = np.flatnonzero(np.diff(number[order], prepend=-1))
    lows = np.minimum.reduceat(outline.min(axis=1)[order], starts, axis=0)
    highs = np.maximum.reduceat(outline.max(axis=1)[order], starts, axis=0)
    depths = np.minimum.reduceat(picture.body[..., 0].min(axis=1)[order], starts)
    return lows, highs, depths


def _to_hull(picture: Picture, spots: Floats, pad: Floats) -> Floats:
    """Return a lower bound of the way from a box about each spot to the convex outline."""
    ends = (picture.outline.reshape(-1, 2) @ SIDES.T).max(axis=0)
    ends += np.abs(SIDES) @ (pad * picture.scale)
    at = spots * picture.scale
    ways = np.full(len(spots), -np.inf)
    for side, end in zip(SIDES, ends, strict=True):
        ways = np.maximum(ways, at @ side - end)
    return np.maximum(ways, 0.0)


def _to_outline(picture: Picture, spots: Floats, pad: Floats) -> Floats:
    """Return the way from a box about each spot to the target's outline, in the scaled picture."""
    low, high = (spots - pad) * picture.scale, (spots + pad) * picture.scale
    boxes = np.asarray(shapely.box(low[:, 0], low[:, 1], high[:, 0], high[:, 1]))
    return np.asarray(shapely.distance(picture.silhouette, boxes))
