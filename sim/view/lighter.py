"""Lighter copies of surfaces for far looks, where a triangle would be smaller than a pixel."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.view.geoms import Surface

__all__ = ["Lighter", "lighter"]

Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]
Longs = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Lighter:
    """A lighter copy, and which vertices of the first surface went into each of its own.

    Attributes
    ----------
    surface : Surface
    group : (n,) int array
        For each vertex of the first surface its vertex here.
    """

    surface: Surface
    group: Longs

    def colours(self, whole: Bytes) -> Bytes:
        """Return colours for this copy from those of the whole surface: the mean of each group."""
        return _means(whole.astype(float), self.group, len(self.surface.vertices)).astype(np.uint8)


def _means(values: Floats, group: Longs, count: int) -> Floats:
    total = np.stack(
        [np.bincount(group, values[:, k], count) for k in range(values.shape[1])], axis=1
    )
    return total / np.maximum(np.bincount(group, minlength=count), 1)[:, None]


def _numbered(keys: Longs) -> tuple[Longs, int]:
    """Return consecutive numbers for rows of whole numbers, and how many there are."""
    keys = keys - keys.min(axis=0)
    one = keys[:, 0]
    for column in range(1, keys.shape[1]):
        one = one * (int(keys[:, column].max()) + 1) + keys[:, column]
    found, number = np.unique(one, return_inverse=True)
    return number.reshape(-1), len(found)


def lighter(surface: Surface, cell: float) -> Lighter:
    """Return a copy whose vertices are the means of what lies in a cell of space.

    Sides that look different ways keep vertices of their own with their own colours, at the same
    place: edges stay sharp and nothing opens.

    Parameters
    ----------
    surface : Surface
        With at least one vertex.
    cell : float
        Inches; no vertex moves farther than a cell's diagonal.
    """
    place, places = _numbered(np.floor(surface.vertices / cell).astype(np.int64))
    middles = _means(surface.vertices, place, places)
    axis = np.abs(surface.normals).argmax(axis=1)
    away = np.take_along_axis(surface.normals, axis[:, None], axis=1)[:, 0] > 0
    side = axis * 2 + away
    group, count = _numbered(np.stack([place, side], axis=1))
    faces = group[surface.faces]
    corners = place[surface.faces]
    kept = (corners != np.roll(corners, 1, axis=1)).all(axis=1)
    faces, corners = faces[kept], corners[kept]
    # The same three corners the same way round are the same triangle.
    turn = corners.argmin(axis=1)
    order = (turn[:, None] + np.arange(3)) % 3
    _, first = np.unique(np.take_along_axis(corners, order, axis=1), axis=0, return_index=True)
    faces = faces[np.sort(first)]
    owner = np.zeros(count, np.int64)
    owner[group] = place
    normals = _means(surface.normals, group, count)
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
    colours = _means(surface.colours.astype(float), group, count).astype(np.uint8)
    uv = _means(surface.uv, group, count)
    made = Surface(middles[owner], normals, colours, uv, faces.astype(np.int32))
    return Lighter(made, group)
