"""Shadows in plan: where, at one height, terrain hides what an eye would see.

At a given height the places that a triangle hides form a convex region of the plan: everything
behind it, seen from the eye. A point of the target that moves in plan stays seen as long as it
keeps out of all those regions. Distances to them are exact from below: no ray is cast, nothing is
sampled, so what keeps farther away than this is free for certain.
"""

from __future__ import annotations

import math

import numpy as np
import shapely

from sim.geometry.mesh_data import Floats

__all__ = ["plan_distances", "shadow_outlines", "shadows_at"]

#: Directions by which a distance is bounded from below, besides the shadow's own sides.
_TURNS = np.arange(24) * (2 * math.pi / 24)
_SIDES: Floats = np.stack([np.cos(_TURNS), np.sin(_TURNS)], axis=1)
#: Shadows are cut off this many times farther away than the place asked about.
_FAR = 60.0
_HIGHEST = 1e6


def shadows_at(triangles: Floats, height: float, slack: float, reach: float) -> Floats:
    """Return the corners of each triangle's shadow in plan within a slab of heights.

    Parameters
    ----------
    triangles : (n, 3, 3) array
        In a frame whose origin is the eye.
    height, slack : float
        The slab: from ``height - slack`` to ``height + slack``.
    reach : float
        Distance in plan, beyond which nothing is asked.

    Returns
    -------
    (n, 18, 2) array
        The shadow is the convex hull of its row; NaN where a corner is not needed. A row of NaN
        has no shadow in the slab.
    """
    plan = np.hypot(triangles[..., 0], triangles[..., 1])
    stretch = np.clip(_FAR * reach / np.maximum(plan, 1e-9), 1.0, _HIGHEST)
    far = triangles * stretch[..., None]
    starts = np.concatenate([triangles, triangles, far], axis=1)
    ends = np.concatenate([np.roll(triangles, -1, axis=1), far, np.roll(far, -1, axis=1)], axis=1)
    # Each edge of the shadow's body, from t = 0 to 1, cut by the slab.
    rise = ends[..., 2] - starts[..., 2]
    level = np.abs(rise) < 1e-15
    safe = np.where(level, 1.0, rise)
    to_low = (height - slack - starts[..., 2]) / safe
    to_high = (height + slack - starts[..., 2]) / safe
    within = np.abs(starts[..., 2] - height) <= slack
    first = np.where(level, np.where(within, 0.0, 2.0), np.minimum(to_low, to_high))
    last = np.where(level, np.where(within, 1.0, -1.0), np.maximum(to_low, to_high))
    first, last = np.maximum(first, 0.0), np.minimum(last, 1.0)
    cut = np.stack([first, last], axis=-1)
    away = (ends - starts)[..., :2]
    corners = starts[:, :, None, :2] + cut[..., None] * away[:, :, None]
    corners[first > last] = np.nan
    return corners.reshape(len(triangles), 18, 2)


def plan_distances(shadows: Floats, triangles: Floats, place: Floats) -> Floats:
    """Return how far a place keeps from each shadow, never too much.

    Parameters
    ----------
    shadows : (n, 18, 2) array
        From `shadows_at`.
    triangles : (n, 3, 3) array
        What casts them.
    place : (2,) array

    Returns
    -------
    (n,) array
        Infinity where there is no shadow; not above 0 inside one.
    """
    if not len(shadows):
        return np.zeros(0)
    there = ~np.isnan(shadows[:, :, :1])
    away = np.where(there, shadows - place, 0.0)
    sides = np.concatenate([_own_sides(triangles), np.broadcast_to(_SIDES, (len(away), 24, 2))], 1)
    support = away[:, :, None, 0] * sides[:, None, :, 0]
    support += away[:, :, None, 1] * sides[:, None, :, 1]
    gaps = np.where(there, support, np.inf)
    return gaps.min(axis=1).max(axis=1)


def _own_sides(triangles: Floats) -> Floats:
    """Return unit vectors square to every side that a shadow in a slab may have, ``(n, 20, 2)``.

    Its sides come from the triangle's edges, from the rays through its corners, and from the cuts
    of the slab's faces with the triangle's plane and with the planes of eye and edge.
    """
    following = np.roll(triangles, -1, axis=1)
    edges = (following - triangles)[..., [1, 0]] * np.array([1.0, -1.0])
    rays = triangles[..., [1, 0]] * np.array([1.0, -1.0])
    walls = np.cross(triangles, following)[..., :2]
    plane = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])[
        :, None, :2
    ]
    found = np.concatenate([edges, rays, walls, plane], axis=1)
    length = np.hypot(found[..., 0], found[..., 1])[..., None]
    found = np.where(length > 1e-12, found / np.maximum(length, 1e-12), np.array([1.0, 0.0]))
    return np.concatenate([found, -found], axis=1)


def shadow_outlines(shadows: Floats) -> shapely.Geometry:
    """Return the union of shadows as one region of the plan."""
    there = ~np.isnan(shadows[..., 0])
    rows = np.repeat(np.arange(len(shadows)), there.sum(axis=1))
    points = shapely.multipoints(np.asarray(shapely.points(shadows[there])), indices=rows)
    return shapely.union_all(shapely.convex_hull(points))
