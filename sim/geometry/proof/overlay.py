"""Unions and differences of many polygons that neither choke nor leave slivers unnoticed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import shapely
from numpy.typing import NDArray

from sim.geometry.units import NOISE_IN

__all__ = ["Geometries", "polygons_of", "substantial", "subtract", "surely", "unite"]

Geometries = NDArray[np.object_]

#: Where an overlay of plain numbers fails it is done again on this grid, inches on the plane.
_GRID_IN = 1e-8


def unite(geometries: Geometries) -> shapely.Geometry:
    """Return the union of polygons."""
    if not len(geometries):
        return shapely.Polygon()
    return surely(lambda grid: shapely.union_all(geometries, grid_size=grid))


def subtract(a: shapely.Geometry, b: shapely.Geometry) -> shapely.Geometry:
    """Return what of `a` lies outside `b`."""
    if shapely.is_empty(a) or shapely.is_empty(b):
        return a
    return surely(lambda grid: shapely.difference(a, b, grid_size=grid))


def surely(overlay: Callable[[float | None], shapely.Geometry]) -> shapely.Geometry:
    """Return an overlay's result, on ever coarser grids where it fails."""
    for grid in (None, _GRID_IN, 10 * _GRID_IN):
        try:
            return overlay(grid)
        except shapely.errors.GEOSException:
            continue
    return overlay(100 * _GRID_IN)


def polygons_of(geometry: shapely.Geometry) -> Iterator[shapely.Polygon]:
    """Return the polygons of a geometry, whatever else an overlay has left in it."""
    for part in shapely.get_parts(geometry).tolist():
        if isinstance(part, shapely.Polygon) and not part.is_empty:
            yield part
        elif isinstance(part, shapely.GeometryCollection | shapely.MultiPolygon):
            yield from polygons_of(part)


def substantial(geometry: shapely.Geometry) -> shapely.Geometry:
    """Return the polygons that are wider than noise somewhere (1e-6 in)."""
    kept = [
        part
        for part in polygons_of(geometry)
        if part.area > NOISE_IN**2 and not shapely.buffer(part, -NOISE_IN / 2).is_empty
    ]
    return shapely.MultiPolygon(kept)
