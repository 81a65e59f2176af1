"""Fewer triangles for drawing, by merging vertices cell by cell. Sight never uses it."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from sim.geometry.mesh_data import Floats, Ints, MeshData, Part

__all__ = ["clustered", "share_out"]

#: How often the cell size is mended; each try at least halves what the last one was off by.
_TRIES = 9


def clustered(mesh: MeshData, most: int) -> tuple[MeshData, float]:
    """Return a mesh of at most `most` triangles and how far its vertices moved, inches.

    Every triangle that is left is one of the old ones with its corners moved no farther than
    that; what shrank to a line or a point is gone. Parts and texture are dropped.
    """
    if mesh.triangles <= most:
        return mesh, 0.0
    low, high = mesh.bounds
    extent = max(float((high - low).max()), 1e-9)
    cell = min(math.sqrt(2.2 * _area(mesh) / max(most, 1)), extent)
    fine, coarse = 0.0, extent * 1.01
    best: tuple[Floats, Ints, NDArray[np.int64], float] | None = None
    for _ in range(_TRIES):
        made = _by_cell(mesh, cell)
        count = len(made[1])
        if count <= most:
            best, coarse = made, cell
            if count >= 0.9 * most:
                break
        else:
            fine = cell
        # Triangles go with the inverse square of the cell, roughly.
        guess = cell * math.sqrt(max(count, 1) / (0.95 * most))
        cell = guess if fine < guess < coarse else (fine + coarse) / 2
    vertices, faces, picks, moved = best if best is not None else _by_cell(mesh, extent * 1.01)
    colours = None if mesh.colours is None else mesh.colours[picks]
    part = (Part("body", 0, len(faces)),) if len(faces) else ()
    return MeshData(vertices, faces, part, colours), moved


def share_out(counts: list[int], budget: int) -> list[int]:
    """Return how many triangles each mesh may keep: small ones all, large ones equally many."""
    level, left, open_ones = 0, budget, sorted(counts)
    for index, count in enumerate(open_ones):
        equal = left // (len(open_ones) - index)
        if count > equal:
            level = equal
            break
        left -= count
    else:
        return list(counts)
    return [min(count, level) for count in counts]


def _area(mesh: MeshData) -> float:
    a, b, c = (mesh.vertices[mesh.faces[:, i]] for i in range(3))
    return float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum()) / 2


def _by_cell(mesh: MeshData, cell: float) -> tuple[Floats, Ints, NDArray[np.int64], float]:
    """Return vertices, faces, the old number of each vertex, and the farthest move.

    Of the vertices of a cell the one nearest their mean stands for all.
    """
    steps = np.floor((mesh.vertices - mesh.vertices.min(axis=0)) / cell).astype(np.int64)
    wide = steps.max(axis=0) + 1
    keys = (steps[:, 0] * wide[1] + steps[:, 1]) * wide[2] + steps[:, 2]
    _, group = np.unique(keys, return_inverse=True)
    group = group.reshape(-1)
    count = int(group.max()) + 1
    size = np.bincount(group, minlength=count).astype(np.float64)
    mean = np.stack(
        [np.bincount(group, mesh.vertices[:, k], minlength=count) / size for k in range(3)], axis=1
    )
    away = np.linalg.norm(mesh.vertices - mean[group], axis=1)
    order = np.lexsort((np.arange(len(group)), away, group))
    picks = order[np.concatenate([[True], np.diff(group[order]) > 0])]
    moved = np.linalg.norm(mesh.vertices - mesh.vertices[picks][group], axis=1)
    faces = group[mesh.faces]
    whole = (
        (faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])
    )
    faces = faces[whole]
    _, first = np.unique(np.sort(faces, axis=1), axis=0, return_index=True)
    kept = faces[np.sort(first)]
    return mesh.vertices[picks], kept.astype(np.int32), picks, float(moved.max())
