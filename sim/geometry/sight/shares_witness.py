"""A line that anyone may check: free, and free beside itself."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt

from sim.geometry.mesh_data import Floats
from sim.geometry.sight.shares_raster import Raster, surfaces
from sim.geometry.sight.view_plane import NEAR_IN, ViewPlane

__all__ = ["confirm_witness", "is_confirmed", "roomiest_point"]

#: How far from a witness the rays of its bundle pass the target's plane, at most.
BUNDLE_IN = 0.002
_AIMS = 16


def is_confirmed(view: ViewPlane, point: Floats) -> bool:
    """Return whether the line to a point of the target is free with a bundle around it.

    Five rays within 0.002 in of the line: the line itself and four more on one side of it, since a
    limb may show past an edge by less. A single ray may slip through where corners of the terrain
    meet; a bundle does not.
    """
    spots, depths = view.project(point[None])
    if depths[0] <= NEAR_IN:
        return False
    turns = np.arange(_AIMS) * (2 * math.pi / _AIMS)
    aims = np.stack([np.cos(turns), np.sin(turns)], axis=1) * (BUNDLE_IN / 2)
    sides = np.stack([-aims[:, 1], aims[:, 0]], axis=1)
    none = np.zeros_like(aims)
    shifts = np.stack([none, aims, 2 * aims, aims + sides, aims - sides], axis=1)
    across = view.at(spots + shifts.reshape(-1, 2)) - view.at(spots)
    ends = point + across * (depths[0] / view.distance)
    return bool(view.reached(ends).reshape(_AIMS, -1).all(axis=1).any())


def confirm_witness(view: ViewPlane, points: Floats) -> Floats:
    """Return the first of some seen points whose line a bundle confirms, else the first point."""
    for point in points:
        if is_confirmed(view, point):
            return point
    return points[0]


def roomiest_point(raster: Raster, seen: NDArray[np.bool_]) -> Floats:
    """Return the target's surface where the seen part is widest, ``(1, 3)``; none if unseen."""
    if not seen.any():
        return np.zeros((0, 3))
    room = np.asarray(distance_transform_edt(np.pad(seen, 1)))[1:-1, 1:-1]
    row, column = np.unravel_index(int(room.argmax()), room.shape)
    surface, parts = surfaces(raster.view, raster.spots(np.array([row]), np.array([column])))
    return surface[parts >= 0]
