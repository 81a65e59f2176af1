"""The margin of a hidden target: shifts in plan that surely bring no part of it into an opening.

Every open disc holds a direction of a fine lattice. So the target stays hidden as long as none of
its points comes near the free stretch of any lattice ray: from the eye to where terrain stops it.
How far the target must be shifted to get there is bounded from below in the picture plane, for
rays that terrain stops before the target by the depth it must gain as well.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely

from sim.geometry.margin_picture import SIDES, Picture
from sim.geometry.margin_slits import discs_fit
from sim.geometry.mesh_data import Floats
from sim.geometry.rays import Blockers, SolidSet
from sim.geometry.sight import Query

__all__ = ["prove_hidden"]

_CHUNK = 400
#: Free directions that are tried for a disc; the others count as open.
_MOST_TRIED = 160
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
    """Return the least shift that may bring a point of the target to a free ray."""
    hull = _to_hull(picture, rays.spots)
    least = _combine(picture, rays, hull, hull)
    best, tried = picture.limit, 0
    order = np.argsort(least, kind="stable")
    for first in range(0, len(order), _CHUNK):
        chunk = order[first : first + _CHUNK]
        chunk = chunk[least[chunk] < best]
        if not len(chunk):
            break
        part = _Rays(rays.blockers, rays.spots[chunk], rays.lengths[chunk], rays.depths[chunk])
        reach = _combine(picture, part, _to_outline(picture, part.spots), hull[chunk])
        near = np.argsort(reach, kind="stable")
        near = near[reach[near] < best]
        trying = near[: max(_MOST_TRIED - tried, 0)]
        tried += len(trying)
        depth = picture.near - picture.limit - picture.room
        depth *= 1 - picture.radius / (picture.centre - picture.limit + picture.radius)
        open_ones = discs_fit(rays.blockers, picture, part.spots[trying], depth)
        found = [*reach[trying[open_ones]], *reach[near[len(trying) :]]]
        best = min([best, *found])
    return max(float(best), 0.0)


def _combine(picture: Picture, rays: _Rays, past: Floats, hull: Floats) -> Floats:
    """Return the least shift to each ray: past the target's plane, or before the terrain.

    Parameters
    ----------
    past, hull : (n,) arrays
        Bounds of the way to each spot in the picture.
    """
    stopped = np.isfinite(rays.lengths)
    beyond = np.maximum(past, np.where(stopped, picture.centre - rays.lengths, -np.inf))
    before = np.full(len(rays.spots), np.inf)
    if stopped.any():
        spots = rays.spots[stopped]
        low, high, depth = _clusters(picture)
        at = (spots * picture.scale)[:, None]
        room = picture.spread * picture.scale
        off = np.maximum(np.maximum(low - room - at, at - high - room), 0.0)
        gap = depth - rays.depths[stopped][:, None] - picture.room
        before[stopped] = np.maximum(np.hypot(off[..., 0], off[..., 1]), gap).min(axis=1)
        before[stopped] = np.maximum(before[stopped], hull[stopped])
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


def _to_hull(picture: Picture, spots: Floats) -> Floats:
    """Return a lower bound of the way from each spot's room to the target's convex outline."""
    ends = (picture.outline.reshape(-1, 2) @ SIDES.T).max(axis=0)
    ends += np.abs(SIDES) @ (picture.spread * picture.scale)
    at = spots * picture.scale
    ways = np.full(len(spots), -np.inf)
    for side, end in zip(SIDES, ends, strict=True):
        ways = np.maximum(ways, at @ side - end)
    return np.maximum(ways, 0.0)


def _to_outline(picture: Picture, spots: Floats) -> Floats:
    """Return the way from each spot's room to the target's outline, in the scaled picture."""
    low = (spots - picture.spread) * picture.scale
    high = (spots + picture.spread) * picture.scale
    boxes = np.asarray(shapely.box(low[:, 0], low[:, 1], high[:, 0], high[:, 1]))
    ways = np.full(len(spots), np.inf)
    pairs, distances = picture.tree.query_nearest(boxes, return_distance=True, all_matches=False)
    ways[pairs[0]] = distances
    return ways
