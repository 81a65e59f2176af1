"""Triangles as an eye sees them, without rays: projected, culled and cut exactly.

Camera frame: right, up and depth along the axis of sight, inches, the eye at the origin. All cuts
are made here, in space, where a plane is a plane; `project` then gives spots on the target's
plane.
"""

from __future__ import annotations

import math

import numpy as np
import shapely
from numpy.typing import NDArray

from sim.geometry.mesh_data import Floats, MeshData
from sim.geometry.proof.silhouette import EDGE_ON, shadow_of
from sim.geometry.rays import Placed, SolidSet
from sim.geometry.sight.view_plane import NEAR_IN, ViewPlane

__all__ = ["Beam", "between", "cut", "cut_rows", "flatten"]

Indices = NDArray[np.intp]

#: What lies nearer than this before the eye hides nothing, inches.
_TOUCHES_EYE_IN = 1e-3
_SIDES = 8


class Beam:
    """The pyramid from an eye over the target's outline and a margin around it.

    Parameters
    ----------
    view : ViewPlane
    margin : float
        How far beyond the outline the beam reaches on the target's plane, inches.

    Attributes
    ----------
    target : (m, 3, 3) array
        The target's triangles before the eye, camera frame.
    window : shapely polygon
        The beam's section with the target's plane.
    nearest, farthest : float
        Depths of the target, inches.
    """

    def __init__(self, view: ViewPlane, margin: float) -> None:
        self._view, self._frame = view, np.stack([view.right, view.up, view.forward], axis=1)
        self.distance = view.distance
        turns = np.arange(_SIDES) * (2 * math.pi / _SIDES)
        self._normals: Floats = np.stack([np.cos(turns), np.sin(turns)], axis=1)
        body = view.target.body.mesh
        points = self._to_camera(view.target.placed.to_table(body.vertices))
        shown = cut_rows(points[body.faces], points[body.faces, 2] - NEAR_IN)[0]
        self.nearest = float(shown[..., 2].min()) if len(shown) else math.inf
        self.farthest = float(shown[..., 2].max()) if len(shown) else -math.inf
        self._reach: Floats = self._bounds(shown, margin)
        self.target: Floats = self._within_sides(shown)
        self.window: shapely.Geometry = self._section()

    def _to_camera(self, points: Floats) -> Floats:
        return (points - self._view.eye) @ self._frame

    def _bounds(self, shown: Floats, margin: float) -> Floats:
        """Return how far the beam reaches in each of its directions, on the plane."""
        low, high = self._view.window(margin)
        box = np.array([[x, y] for x in (low[0], high[0]) for y in (low[1], high[1])])
        widest = (box @ self._normals.T).max(axis=0)
        if not len(shown):
            return widest
        spots = self.project(shown).reshape(-1, 2)
        return np.minimum(widest, (spots @ self._normals.T).max(axis=0) + margin)

    def _section(self) -> shapely.Geometry:
        """Return the section with the target's plane: what lies within all sides."""
        i, j = np.triu_indices(_SIDES, 1)
        a, b, p, q = self._normals[i], self._normals[j], self._reach[i], self._reach[j]
        det = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
        meet = np.abs(det) > 1e-9
        a, b, p, q, det = a[meet], b[meet], p[meet], q[meet], det[meet]
        corners = np.stack([p * b[:, 1] - q * a[:, 1], a[:, 0] * q - b[:, 0] * p], axis=1)
        corners /= det[:, None]
        inside = (corners @ self._normals.T <= self._reach + 1e-9).all(axis=1)
        return shapely.MultiPoint(corners[inside]).convex_hull

    def _side_values(self, points: Floats) -> Floats:
        """Return how far points lie inside each side plane, ``(..., sides)``."""
        out = points[..., :2] @ self._normals.T
        return points[..., 2:] * (self._reach / self.distance) - out

    def _within_sides(self, triangles: Floats) -> Floats:
        """Cut triangles by the sides of the beam."""
        values = self._side_values(triangles)
        low, high = values.min(axis=1), values.max(axis=1)
        meets = np.all(high >= 0, axis=1)
        inside = np.all(low >= 0, axis=1)
        crossing = triangles[meets & ~inside]
        for k in range(_SIDES):
            side = self._side_values(crossing)[..., k]
            if (side < 0).any():
                crossing = cut_rows(crossing, side)[0]
        return np.concatenate([triangles[inside], crossing])

    def project(self, points: Floats) -> Floats:
        """Return the plane spots ``(..., 2)`` of camera points."""
        return points[..., :2] * (self.distance / points[..., 2:])

    def shadow(self, triangles: Floats) -> shapely.Geometry:
        """Return the union of projected triangles."""
        return shadow_of(self.project(triangles))

    def blockers(self) -> Floats:
        """Return what stands in the beam before the target's farthest point, ``(k, 3, 3)``."""
        terrain, found = self._view.blockers.terrain, [np.zeros((0, 3, 3))]
        found += [self._triangles(mesh, box, None) for mesh, box in _boxed(terrain)]
        for model in self._view.blockers.placed:
            found += [self._triangles(mesh, box, model) for mesh, box in _boxed(model.solid)]
        triangles = between(np.concatenate(found), _TOUCHES_EYE_IN, self.farthest)
        return self._within_sides(triangles)

    def _triangles(self, mesh: MeshData, bounds: Floats, model: Placed | None) -> Floats:
        """Return the triangles of one mesh that may meet the beam, whole."""
        picks = np.stack(np.meshgrid([0, 1], [0, 1], [0, 1]), axis=-1).reshape(-1, 3)
        box = np.where(picks == 1, bounds[1], bounds[0])
        if np.any(np.all(self._outside(self._placed(box, model)), axis=0)):
            return np.zeros((0, 3, 3))
        points = self._placed(mesh.vertices, model)
        outside = np.any(np.all(self._outside(points)[mesh.faces], axis=1), axis=1)
        return points[mesh.faces[~outside]]

    def _placed(self, points: Floats, model: Placed | None) -> Floats:
        return self._to_camera(points if model is None else model.to_table(points))

    def _outside(self, points: Floats) -> NDArray[np.bool_]:
        """Return for each point beyond which planes of the beam it lies, ``(n, sides + 2)``."""
        sides = self._side_values(points) < 0
        near, far = points[:, 2] < _TOUCHES_EYE_IN, points[:, 2] > self.farthest
        return np.concatenate([sides, near[:, None], far[:, None]], axis=1)


def _boxed(solid: SolidSet) -> list[tuple[MeshData, Floats]]:
    """Return the meshes that have triangles, with their bounds."""
    full = [mesh for mesh in solid.meshes.values() if mesh.triangles]
    return list(zip(full, solid.bounds, strict=True))


def between(triangles: Floats, low: float, high: float) -> Floats:
    """Return the parts of camera triangles with depths from `low` to `high`."""
    depth = triangles[..., 2]
    kept = (depth.max(axis=1) >= low) & (depth.min(axis=1) <= high)
    triangles = triangles[kept]
    if (triangles[..., 2] < low).any():
        triangles = cut_rows(triangles, triangles[..., 2] - low)[0]
    if (triangles[..., 2] > high).any():
        triangles = cut_rows(triangles, high - triangles[..., 2])[0]
    return triangles


def cut(triangles: Floats, planes: Floats, offsets: Floats) -> tuple[Floats, Indices]:
    """Cut each triangle by its own plane and keep what has ``plane . point >= offset``."""
    return cut_rows(triangles, np.einsum("nij,nj->ni", triangles, planes) - offsets[:, None])


def cut_rows(triangles: Floats, values: Floats) -> tuple[Floats, Indices]:
    """Cut triangles where a linear value at their corners is below 0.

    New corners are reckoned from the inside out, so that neighbours get the same ones to the bit.

    Parameters
    ----------
    triangles : (n, 3, 3) array
    values : (n, 3) array

    Returns
    -------
    triangles : (k, 3, 3) array
    rows : (k,) array
        Which of the given triangles each is a part of.
    """
    inside = values >= 0
    count = inside.sum(axis=1)
    whole = np.flatnonzero(count == 3)
    if len(whole) == len(triangles):
        return triangles, whole
    one, two = np.flatnonzero(count == 1), np.flatnonzero(count == 2)
    a, b, c = _turned(triangles, values, one, inside[one].argmax(axis=1))
    tips = np.stack([a[0], _crossing(a, b), _crossing(a, c)], axis=1)
    # The corner that is cut away first: c and a swap their parts.
    c, a, b = _turned(triangles, values, two, (~inside[two]).argmax(axis=1))
    left, right = _crossing(a, c), _crossing(b, c)
    lower = np.stack([a[0], b[0], right], axis=1)
    upper = np.stack([a[0], right, left], axis=1)
    return (
        np.concatenate([triangles[whole], tips, lower, upper]),
        np.concatenate([whole, one, two, two]),
    )


_Corner = tuple[Floats, Floats]


def _turned(
    triangles: Floats, values: Floats, rows: Indices, first: Indices
) -> tuple[_Corner, _Corner, _Corner]:
    """Return the corners of some triangles with their values, beginning with a given one."""
    one, two, three = (
        (triangles[rows, (first + k) % 3], values[rows, (first + k) % 3]) for k in range(3)
    )
    return one, two, three


def _crossing(inner: _Corner, outer: _Corner) -> Floats:
    """Return where the edges from inner to outer corners have the value 0."""
    share = inner[1] / (inner[1] - outer[1])
    return inner[0] + share[:, None] * (outer[0] - inner[0])


def flatten(beam: Beam, triangles: Floats) -> tuple[NDArray[np.object_], Indices]:
    """Return the projected triangles as polygons, and which they are; edge-on ones are left out."""
    spots = beam.project(triangles)
    u, v = spots[:, 1] - spots[:, 0], spots[:, 2] - spots[:, 0]
    broad = np.flatnonzero(np.abs(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]) > EDGE_ON)
    return np.asarray(shapely.polygons(spots[broad])), broad
