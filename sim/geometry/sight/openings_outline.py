"""The target's outline on its plane, exactly: the union of its projected triangles."""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray

from sim.geometry.mesh_data import Floats
from sim.geometry.sight.view_plane import NEAR_IN, ViewPlane

__all__ = ["Outline"]

Bools = NDArray[np.bool_]


class Outline:
    """The target's outline on the plane.

    Parameters
    ----------
    view : ViewPlane
    around : (n, 2) array
        Spots that will be asked about; triangles far from all of them are left out.
    reach : float
        How far from a spot the outline matters, inches on the plane.
    depth : float
        Only what lies no deeper along the axis counts; triangles are cut there, and before the
        eye.
    """

    def __init__(
        self, view: ViewPlane, around: Floats, reach: float, depth: float = np.inf
    ) -> None:
        corners = _between(view, NEAR_IN + 1e-6, depth)
        spots, depths = view.project(corners)
        if len(around):
            near = np.flatnonzero(_near_any(spots, around, reach))
        else:
            near = np.zeros(0, dtype=np.intp)
        self._spots, self._depth, self._corners = spots[near], depths[near], corners[near]
        self._tree = shapely.STRtree(np.asarray(shapely.polygons(self._spots)))

    def nearest(self, spots: Floats, limit: float) -> tuple[NDArray[np.intp], Floats, Floats]:
        """Return the outline's nearest point for each spot within `limit` of it.

        Returns
        -------
        index : (k,) array
            Which of the spots are within the limit.
        distances : (k,) array
            0 inside the outline.
        points : (k, 3) array
            The nearest point on the target itself, table frame.
        """
        if not len(self._spots) or not len(spots):
            return np.zeros(0, dtype=np.intp), np.zeros(0), np.zeros((0, 3))
        pairs = np.asarray(
            self._tree.query_nearest(
                np.asarray(shapely.points(spots)), max_distance=limit, all_matches=False
            )
        )
        index, face = pairs[0], pairs[1]
        weights, distances = _nearest_in_triangles(spots[index], self._spots[face])
        # Perspective: a place on the plane weighs the corners by nearness.
        weights = weights / self._depth[face]
        weights /= weights.sum(axis=1, keepdims=True)
        return index, distances, np.einsum("ij,ijk->ik", weights, self._corners[face])

    def least_depths(self, spots: Floats, limit: float) -> Floats:
        """Return for each spot the depth of the foremost triangle within `limit` of it.

        Infinity where there is none.
        """
        found = np.full(len(spots), np.inf)
        if len(self._spots) and len(spots):
            index, face = self._tree.query(
                np.asarray(shapely.points(spots)), predicate="dwithin", distance=limit
            )
            np.minimum.at(found, index, self._depth[face].min(axis=1))
        return found


def _between(view: ViewPlane, near: float, far: float) -> Floats:
    """Return the target's triangles, cut to the depths from `near` to `far`."""
    corners = view.target.corners
    depth = (corners - view.eye) @ view.forward
    kept = (depth.max(axis=1) > near) & (depth.min(axis=1) < far)
    corners, depth = corners[kept], depth[kept]
    if (depth < near).any():
        corners = _cut(corners, depth - near)
        depth = (corners - view.eye) @ view.forward
    if (depth > far).any():
        corners = _cut(corners, far - depth)
    return corners


def _cut(corners: Floats, value: Floats) -> Floats:
    """Return the parts of triangles where a number that is linear on them is not negative."""
    inside = value >= 0
    count = inside.sum(axis=1)
    kept = [corners[count == 3]]
    for odd, many in ((True, 1), (False, 2)):
        which = np.flatnonzero(count == many)
        # The corner that is alone on its side comes first.
        first = np.argmax(inside[which] == odd, axis=1)
        turn = (first[:, None] + np.arange(3)) % 3
        a, b, c = (corners[which, turn[:, k]] for k in range(3))
        va, vb, vc = (value[which, turn[:, k]] for k in range(3))
        ab = a + (va / (va - vb))[:, None] * (b - a)
        ac = a + (va / (va - vc))[:, None] * (c - a)
        if odd:
            kept.append(np.stack([a, ab, ac], axis=1))
        else:
            kept += [np.stack([ab, b, c], axis=1), np.stack([ab, c, ac], axis=1)]
    return np.concatenate(kept)


def _near_any(triangles: Floats, spots: Floats, reach: float) -> Bools:
    """Return which triangles' bounds come near any spot, by counting on a grid (a cover)."""
    origin = spots.min(axis=0) - 2 * reach
    size = spots.max(axis=0) + 2 * reach - origin
    pitch = max(reach, float(size.max()) / 400)
    counts = np.ceil(size / pitch).astype(int) + 1
    taken = np.zeros(counts + 1, dtype=np.int64)
    cells = ((spots - origin) / pitch).astype(int)
    np.add.at(taken, (cells[:, 0] + 1, cells[:, 1] + 1), 1)
    total = taken.cumsum(axis=0).cumsum(axis=1)
    first = np.floor((triangles.min(axis=1) - reach - origin) / pitch)
    last = np.floor((triangles.max(axis=1) + reach - origin) / pitch) + 1
    i0, j0 = np.clip(first, 0, counts).astype(int).T
    i1, j1 = np.clip(last, 0, counts).astype(int).T
    return (total[i1, j1] - total[i0, j1] - total[i1, j0] + total[i0, j0]) > 0


def _nearest_in_triangles(points: Floats, triangles: Floats) -> tuple[Floats, Floats]:
    """Return barycentric weights of the nearest points of triangles, and the distances."""
    best = np.full(len(points), np.inf)
    weights = np.zeros((len(points), 3))
    for i, j in ((0, 1), (1, 2), (2, 0)):
        a, d = triangles[:, i], triangles[:, j] - triangles[:, i]
        length2 = (d * d).sum(axis=1)
        t = ((points - a) * d).sum(axis=1) / np.where(length2 > 0, length2, 1.0)
        t = np.clip(t, 0.0, 1.0)
        gap = points - (a + t[:, None] * d)
        far = np.hypot(gap[:, 0], gap[:, 1])
        nearer = far < best
        best = np.where(nearer, far, best)
        row = np.zeros((len(points), 3))
        row[:, i], row[:, j] = 1.0 - t, t
        weights[nearer] = row[nearer]
    u, v = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    w = points - triangles[:, 0]
    area = u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]
    flat = np.abs(area) < 1e-18
    safe = np.where(flat, 1.0, area)
    b = (w[:, 0] * v[:, 1] - w[:, 1] * v[:, 0]) / safe
    c = (u[:, 0] * w[:, 1] - u[:, 1] * w[:, 0]) / safe
    inside = ~flat & (b >= 0) & (c >= 0) & (b + c <= 1)
    weights[inside] = np.stack([1.0 - b - c, b, c], axis=1)[inside]
    return weights, np.where(inside, 0.0, best)
