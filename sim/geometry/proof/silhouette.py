"""The union of many projected triangles, by their silhouette alone.

An edge with triangles on both its sides is never on the border of the union. What is left of the
edges of a mesh are its silhouette, a few hundred of a hundred thousand; they divide the plane into
faces each of which is covered wholly or not at all. How many triangles cover a point is the
winding number of their edges around it, and edges that two neighbours share cancel there, too.
"""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray

from sim.geometry.mesh_data import Floats
from sim.geometry.proof.overlay import Geometries, surely, unite

__all__ = ["EDGE_ON", "shadow_of"]

Numbers = NDArray[np.int64]

#: Triangles smaller than this are edge-on: they hide nothing, square inches.
EDGE_ON = 1e-14
#: Edges are joined on this grid: without it edges that touch by rounding alone would not close a
#: face. Inches.
_GRID_IN = 1e-9
#: So few triangles are united sooner one by one.
_FEW = 40
#: Strips of equal height by which edges are sorted.
_STRIPS = 2_000


def shadow_of(spots: Floats) -> shapely.Geometry:
    """Return the union of triangles ``(n, 3, 2)`` of the plane."""
    u, v = spots[:, 1] - spots[:, 0], spots[:, 2] - spots[:, 0]
    twice = u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]
    broad = np.abs(twice) > EDGE_ON
    spots, twice = spots[broad], twice[broad]
    if len(spots) <= _FEW:
        return unite(np.asarray(shapely.polygons(spots)))
    spots = np.where((twice > 0)[:, None, None], spots, spots[:, ::-1])
    ends, net, border = _edges(spots)
    if len(border) * 2 > len(spots) * 3:  # hardly any share an edge: a heap of single triangles
        return unite(np.asarray(shapely.polygons(spots)))
    return _covered_faces(ends, net, border)


def _edges(spots: Floats) -> tuple[Floats, Numbers, NDArray[np.intp]]:
    """Return the edges of triangles that turn left.

    Returns
    -------
    ends : (m, 2, 2) array
        Each edge once, where as many triangles do not lie on its left as on its right.
    net : (m,) array
        How many more lie on its left than on its right.
    border : (k,) array
        Those with triangles on one side only.
    """
    flat = np.ascontiguousarray(spots.reshape(-1, 2)).view(np.complex128).ravel()
    points, corner = np.unique(flat, return_inverse=True)
    corner = corner.reshape(-1, 3).astype(np.int64)
    tails, heads = corner.ravel(), np.roll(corner, -1, axis=1).ravel()
    low, high = np.minimum(tails, heads), np.maximum(tails, heads)
    keys, which = np.unique(low * len(points) + high, return_inverse=True)
    forward = np.bincount(which, weights=tails < heads, minlength=len(keys)).astype(np.int64)
    backward = np.bincount(which, weights=tails > heads, minlength=len(keys)).astype(np.int64)
    kept = np.flatnonzero(forward != backward)
    pairs = np.stack([keys[kept] // len(points), keys[kept] % len(points)], axis=1)
    ends = np.stack([points[pairs].real, points[pairs].imag], axis=-1)
    forward, backward = forward[kept], backward[kept]
    return ends, forward - backward, np.flatnonzero((forward == 0) | (backward == 0))


def _covered_faces(ends: Floats, net: Numbers, border: NDArray[np.intp]) -> shapely.Geometry:
    """Return the union of the faces between border edges that some triangle covers."""
    lines = np.asarray(shapely.linestrings(ends[border]))
    noded = surely(lambda grid: shapely.union_all(lines, grid_size=grid or _GRID_IN))
    faces: Geometries = np.asarray(shapely.get_parts(shapely.polygonize(shapely.get_parts(noded))))
    inside = shapely.get_coordinates(shapely.point_on_surface(faces))
    return unite(faces[_windings(inside, ends, net) > 0])


def _windings(points: Floats, ends: Floats, net: Numbers) -> Numbers:
    """Return how many triangles cover each point, from the edges right of it."""
    point, edge = _level_with(points, ends)
    x, y = points[point].T
    (x0, y0), (x1, y1) = ends[edge, 0].T, ends[edge, 1].T
    slope = (x1 - x0) / np.where(y1 == y0, 1.0, y1 - y0)
    turns = ((y0 <= y) & (y < y1)).astype(np.int64) - ((y1 <= y) & (y < y0))
    right = x < x0 + (y - y0) * slope
    counts = np.bincount(point, weights=turns * net[edge] * right, minlength=len(points))
    return np.rint(counts).astype(np.int64)


def _level_with(points: Floats, ends: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return pairs of a point and an edge that may lie right of it, by strips of heights."""
    low, high = ends[..., 1].min(axis=1), ends[..., 1].max(axis=1)
    bottom, top = float(low.min()), float(high.max())
    strips = max(min(len(ends), _STRIPS), 1)
    scale = strips / max(top - bottom, 1e-300)
    first = np.clip(((low - bottom) * scale).astype(int), 0, strips - 1)
    last = np.clip(((high - bottom) * scale).astype(int), 0, strips - 1)
    spread = last - first + 1
    edge = np.repeat(np.arange(len(ends)), spread)
    strip = np.arange(len(edge)) - np.repeat(np.cumsum(spread) - spread, spread) + first[edge]
    order = np.argsort(strip, kind="stable")
    edge, starts = edge[order], np.searchsorted(strip[order], np.arange(strips + 1))
    at = np.clip(((points[:, 1] - bottom) * scale).astype(int), 0, strips - 1)
    many = starts[at + 1] - starts[at]
    point = np.repeat(np.arange(len(points)), many)
    within = np.arange(len(point)) - np.repeat(np.cumsum(many) - many, many)
    pick = edge[starts[at][point] + within]
    beside = ends[pick, :, 0].max(axis=1) > points[point, 0]
    return point[beside], pick[beside]
