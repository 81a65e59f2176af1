"""The outline of a model on the ground: what its triangles cover, seen from above."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from PIL import Image, ImageDraw
from scipy import ndimage
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from sim.geometry.mesh_data import Floats, MeshData
from sim.geometry.units import quantise_in

__all__ = ["Footprint", "footprint_area"]

#: An outline may stray this far from what the triangles cover.
SIMPLE_IN = 0.01
#: Corners of an outline that people may still read and edit.
MAX_CORNERS = 400
#: Gaps between bodies that an outline bridges, tried in turn.
BRIDGES_IN = (0.02, 0.1, 0.25)
#: Triangles steeper than this share of upright cover next to nothing.
_STEEP = 1e-6
_GRID_IN = 1e-5
#: Above so many triangles those far inside are not united one by one: cells along the longer side
#: of the grid that tells them, and how many cells lie between "inside" and the rim.
_MANY, _CELLS, _RIM = 4_000, 400, 3


@dataclass(frozen=True)
class Footprint:
    """What a model covers.

    Attributes
    ----------
    outline : tuple of (x, y)
        Inches, counter-clockwise, in the model's frame; holes are filled.
    area : float
        Square inches within the outline.
    bodies : int
        Separate shapes that the outline joins.
    is_hull : bool
        They lie too far apart to be joined otherwise: the outline is their convex hull.
    """

    outline: tuple[tuple[float, float], ...]
    area: float
    bodies: int
    is_hull: bool


def footprint_area(mesh: MeshData, *, upward_only: bool) -> Footprint | None:
    """Return the outline of a model, or None when it covers nothing (a sheet on its edge).

    Parameters
    ----------
    mesh : MeshData
        Inches, z up.
    upward_only : bool
        Its faces look outward all over: those that look up cover what all of them cover.
    """
    covered = shapely.union_all(_thinned(_triangles(mesh, upward_only)))
    shapes = [each for each in _polygons(covered) if each.area > SIMPLE_IN**2]
    if not shapes:
        return None
    filled = shapely.union_all([Polygon(each.exterior) for each in shapes])
    whole, is_hull = _joined(filled)
    ring = shapely.get_coordinates(_simple(whole).exterior)[:-1]
    if _signed(ring) < 0:
        ring = ring[::-1]
    points = [(quantise_in(float(x)), quantise_in(float(y))) for x, y in ring]
    return Footprint(tuple(points), abs(_signed(ring)) / 2, len(_polygons(filled)), is_hull)


def _triangles(mesh: MeshData, upward_only: bool) -> Floats:
    """Return the triangles as seen from above, ``(n, 3, 2)``, those without area left out."""
    corners = mesh.vertices[mesh.faces]
    a, b, c = (corners[:, k] for k in range(3))
    normals = np.cross(b - a, c - a)
    length = np.linalg.norm(normals, axis=1)
    up = normals[:, 2] / np.where(length > 0, length, 1.0)
    kept = (up if upward_only else np.abs(up)) > _STEEP
    flat = np.round(corners[kept][:, :, :2] / _GRID_IN) * _GRID_IN
    sides = flat[:, 1] - flat[:, 0], flat[:, 2] - flat[:, 0]
    double = sides[0][:, 0] * sides[1][:, 1] - sides[0][:, 1] * sides[1][:, 0]
    return flat[np.abs(double) > _GRID_IN**2]


def _polygons_of(flat: Floats) -> np.ndarray:
    return np.asarray(shapely.polygons(np.concatenate([flat, flat[:, :1]], axis=1)))


def _thinned(flat: Floats) -> np.ndarray:
    """Return polygons that cover what the triangles cover, but far fewer where they are many.

    What lies far inside is covered by a few boxes in place of its triangles. Slits narrower than
    a cell may close there.
    """
    if len(flat) <= _MANY:
        return _polygons_of(flat)
    low = flat.min(axis=(0, 1))
    cell = float((flat.max(axis=(0, 1)) - low).max()) / _CELLS
    spots = (flat - low) / cell + _RIM
    inside = np.asarray(ndimage.binary_erosion(_grid_of(spots), iterations=_RIM), dtype=np.bool_)
    # How many cells that are not inside lie below and left of each corner of the grid.
    outside = np.pad((~inside).astype(np.int64), ((1, 0), (1, 0))).cumsum(axis=0).cumsum(axis=1)
    (x0, y0), (x1, y1) = (
        spots.min(axis=1).astype(np.int64).T,
        spots.max(axis=1).astype(np.int64).T + 1,
    )
    on_rim = outside[x1, y1] - outside[x0, y1] - outside[x1, y0] + outside[x0, y0] > 0
    runs = np.diff(np.pad(inside.astype(np.int8), ((0, 0), (1, 1))), axis=1)
    (column, begin), (_, end) = (np.argwhere(runs == way).T for way in (1, -1))
    ends = (np.stack([column, begin, column + 1, end]) - _RIM) * cell + np.tile(low, 2)[:, None]
    return np.concatenate([_polygons_of(flat[on_rim]), np.asarray(shapely.box(*ends))])


def _grid_of(spots: Floats) -> np.ndarray:
    """Return which cells of a grid the triangles touch, holes filled."""
    size = spots.max(axis=(0, 1)).astype(int) + _RIM + 2
    picture = Image.new("1", (int(size[1]), int(size[0])))
    pen = ImageDraw.Draw(picture)
    cells = spots.astype(np.int64)
    is_small = (np.ptp(cells, axis=1) < 2).all(axis=1)
    for corners in cells[~is_small][:, :, ::-1].reshape(-1, 6).tolist():
        pen.polygon(corners, fill=1, outline=1)
    touched = np.array(picture)
    corners = cells[is_small].reshape(-1, 2)
    touched[corners[:, 0], corners[:, 1]] = True
    return np.asarray(ndimage.binary_fill_holes(touched))


def _polygons(shape: BaseGeometry) -> list[Polygon]:
    return [each for each in shapely.get_parts(shape) if isinstance(each, Polygon)]


def _joined(filled: BaseGeometry) -> tuple[Polygon, bool]:
    """Return one polygon that joins all shapes, and whether only the hull does."""
    if isinstance(filled, Polygon):
        return filled, False
    for reach in BRIDGES_IN:
        closed = filled.buffer(reach, join_style="mitre").buffer(-reach, join_style="mitre")
        if isinstance(closed, Polygon) and not closed.is_empty:
            return Polygon(closed.exterior), False
    hull = filled.convex_hull
    assert isinstance(hull, Polygon)
    return hull, True


def _simple(whole: Polygon) -> Polygon:
    tolerance = SIMPLE_IN
    simple = whole
    while True:
        found = whole.simplify(tolerance)
        if isinstance(found, Polygon) and found.is_valid and not found.is_empty:
            simple = found
        if len(simple.exterior.coords) <= MAX_CORNERS or tolerance > 1.0:
            return simple
        tolerance *= 2


def _signed(ring: Floats) -> float:
    x, y = ring[:, 0], ring[:, 1]
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum())
