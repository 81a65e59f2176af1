"""Fewer triangles for drawing, with the deviation measured both ways. Sight never uses them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.spatial import KDTree

from sim.geometry.mesh_data import Floats, MeshData, Part
from sim.geometry.meshes.health import merged_corners
from sim.geometry.units import NOISE_IN

__all__ = ["Reduced", "deviation", "reduced_for_drawing"]

#: Models up to this many triangles are drawn as they are.
DRAWN_TRIANGLES = 50_000
#: A reduced model farther off than this is refused.
MAX_DEVIATION_IN = 0.01
#: Points measured on each surface, and points that stand for the other one at first.
SAMPLES, STAND_INS = 4_000, 150_000
#: Cells along the longer side of the grid that tells which triangles are near a point.
_CELLS = 512


@dataclass(frozen=True, eq=False)
class Reduced:
    """A model for drawing.

    Attributes
    ----------
    mesh : MeshData
    deviation_in : float
        The largest distance measured from 4,000 points of either surface to the other.
    """

    mesh: MeshData
    deviation_in: float


def reduced_for_drawing(mesh: MeshData, wanted: int = DRAWN_TRIANGLES) -> Reduced | None:
    """Return a reduced model, or None when there is no need or none is near enough.

    Parameters
    ----------
    mesh : MeshData
        Inches. Colours are kept at the nearest vertex; texture and parts are not.
    wanted : int
        Triangles; where the result would be too far off, three and nine times as many are tried.
    """
    for factor in (1, 3, 9):
        if mesh.triangles <= wanted * factor:
            return None
        simpler = _simplified(mesh, wanted * factor)
        off = deviation(mesh, simpler)
        if off <= MAX_DEVIATION_IN:
            return Reduced(simpler, off)
    return None


def _simplified(mesh: MeshData, wanted: int) -> MeshData:
    import fast_simplification  # only large models need it

    numbers = merged_corners(mesh.vertices)
    _, first = np.unique(numbers, return_index=True)
    places = np.ascontiguousarray(mesh.vertices[first])
    corners = numbers[mesh.faces]
    centre = places.mean(axis=0)
    found = fast_simplification.simplify(
        (places - centre).astype(np.float32),
        corners.astype(np.int32),
        target_count=wanted,
    )
    vertices, faces = found[0], found[1]
    spots = vertices.astype(np.float64) + centre
    colours = None
    if mesh.colours is not None:
        colours = mesh.colours[first][KDTree(places).query(spots)[1]]
    whole = (Part("body", 0, len(faces)),)
    return MeshData(spots, np.ascontiguousarray(faces, dtype=np.int32), whole, colours)


def deviation(first: MeshData, second: MeshData) -> float:
    """Return the largest distance found between two surfaces, measured both ways, inches.

    From each, 4,000 points spread by area; to the other, its nearest triangle.
    """
    return max(_one_way(first, second), _one_way(second, first))


def _one_way(source: MeshData, target: MeshData) -> float:
    """Return the largest distance from points on one surface to the other."""
    points, _ = _spread(source, SAMPLES, 1)
    stand_ins, owners = _spread(target, STAND_INS, 2)
    near = owners[KDTree(stand_ins).query(points)[1]]
    corners = target.vertices[target.faces]
    best = _to_triangles(points, *(corners[near, k] for k in range(3)))
    low, high = corners.min(axis=1), corners.max(axis=1)
    # Whatever is nearer than the distance known so far lies in this box round the point.
    reach = best + NOISE_IN
    least, most = points[:, :2] - reach[:, None], points[:, :2] + reach[:, None]
    asked = np.asarray(shapely.box(*least.T, *most.T))
    near = np.flatnonzero(_near_any(low[:, :2], high[:, :2], least, most))
    boxes = np.asarray(shapely.box(*low[near, :2].T, *high[near, :2].T))
    which, rival = shapely.STRtree(boxes).query(asked)
    rival = near[rival]
    over = low[rival, 2] <= points[which, 2] + reach[which]
    kept = over & (high[rival, 2] >= points[which, 2] - reach[which])
    which, rival = which[kept], rival[kept]
    off = _to_triangles(points[which], *(corners[rival, k] for k in range(3)))
    np.minimum.at(best, which, off)
    return float(best.max())


def _near_any(low: Floats, high: Floats, least: Floats, most: Floats) -> NDArray[np.bool_]:
    """Return which boxes may meet one of a few others, told by a grid; no meeting is missed."""
    corner = np.minimum(low.min(axis=0), least.min(axis=0))
    far = np.maximum(high.max(axis=0), most.max(axis=0))
    cell = float((far - corner).max()) / _CELLS

    def cells(points: Floats) -> NDArray[np.int64]:
        return ((points - corner) / cell).astype(np.int64)

    marked = np.zeros((_CELLS + 2, _CELLS + 2), dtype=np.bool_)
    for (x0, y0), (x1, y1) in zip(cells(least).tolist(), cells(most).tolist(), strict=True):
        marked[x0 : x1 + 1, y0 : y1 + 1] = True
    (x0, y0), (x1, y1) = cells(low).T, cells(high).T
    is_small = (x1 - x0 < 2) & (y1 - y0 < 2)
    meets = marked[x0, y0] | marked[x0, y1] | marked[x1, y0] | marked[x1, y1]
    return np.asarray(~is_small | meets)


def _spread(mesh: MeshData, count: int, seed: int) -> tuple[Floats, NDArray[np.int64]]:
    """Return points spread over a surface by area, the same every time, and their triangles."""
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    areas = np.linalg.norm(np.cross(b - a, c - a), axis=1)
    rng = np.random.default_rng(seed)
    steps = (np.arange(count) + rng.random(count)) / count
    bins = np.cumsum(areas) / areas.sum()
    owners = np.minimum(np.searchsorted(bins, steps), len(areas) - 1)
    u, v = rng.random(count), rng.random(count)
    flip = u + v > 1
    u[flip], v[flip] = 1 - u[flip], 1 - v[flip]
    spots = a[owners] + u[:, None] * (b - a)[owners] + v[:, None] * (c - a)[owners]
    return spots, owners


def _to_triangles(points: Floats, a: Floats, b: Floats, c: Floats) -> Floats:
    """Return each point's distance to its triangle: its face where it lies over it, else a side."""
    ab, ac = b - a, c - a
    normal = np.cross(ab, ac)
    length = np.linalg.norm(normal, axis=1)
    safe = np.where(length > 0, length, 1.0)
    out = points - a
    height = np.einsum("ij,ij->i", out, normal) / safe
    flat = np.stack([_dot(ab, ab), _dot(ab, ac), _dot(ac, ac), _dot(out, ab), _dot(out, ac)])
    d = safe**2
    u = (flat[2] * flat[3] - flat[1] * flat[4]) / d
    v = (flat[0] * flat[4] - flat[1] * flat[3]) / d
    over = (length > 0) & (u >= 0) & (v >= 0) & (u + v <= 1)
    sides = np.minimum(
        _to_segment(points, a, b), np.minimum(_to_segment(points, b, c), _to_segment(points, c, a))
    )
    return np.where(over, np.abs(height), sides)


def _to_segment(points: Floats, a: Floats, b: Floats) -> Floats:
    along = b - a
    length2 = _dot(along, along)
    t = np.clip(_dot(points - a, along) / np.where(length2 > 0, length2, 1.0), 0.0, 1.0)
    return np.linalg.norm(points - a - t[:, None] * along, axis=1)


def _dot(a: Floats, b: Floats) -> Floats:
    return np.einsum("ij,ij->i", a, b)
