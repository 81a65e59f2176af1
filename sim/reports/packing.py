"""Meshes packed for a page: fewer triangles, 16-bit places, small numbers, and deflate.

The viewer (`tools/viewer/src/payload.ts`) undoes it in the same order.
"""

from __future__ import annotations

import math
import zlib
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.geometry.mesh_data import MeshData
from sim.geometry.meshes.clusters import clustered, share_out

__all__ = ["Packed", "Shelf"]

#: Positions are told in steps of this many inches, or more where a mesh is over 65 inches long.
STEP_IN, MOST_STEPS = 0.001, 65535
#: Colours are told in steps of this many of 256.
COLOUR_STEP = 8


@dataclass(frozen=True)
class Packed:
    """Meshes in one run of bytes.

    Attributes
    ----------
    heads : list of dict
        For each mesh ``low``, ``step`` (inches), ``vertices`` and ``triangles``.
    data : bytes
        Deflated: of each mesh places, corners and colours.
    triangles : int
    deviation_in : float
        How far a corner moved at most, inches.
    """

    heads: list[dict[str, Any]]
    data: bytes
    triangles: int
    deviation_in: float


class Shelf:
    """Meshes to pack, each once."""

    def __init__(self) -> None:
        self.meshes: list[MeshData] = []
        self._numbers: dict[object, int] = {}
        self._first: set[int] = set()

    @property
    def triangles(self) -> int:
        """Triangles of all meshes as they are."""
        return sum(mesh.triangles for mesh in self.meshes)

    def number(self, key: object, mesh: MeshData, *, first: bool = False) -> int:
        """Return the number of a mesh, put on the shelf when its key is new.

        Parameters
        ----------
        first : bool
            Whether it loses triangles only when the others have lost what they can.
        """
        if key not in self._numbers:
            self._numbers[key] = len(self.meshes)
            self.meshes.append(mesh)
        if first:
            self._first.add(self._numbers[key])
        return self._numbers[key]

    def packed(self, budget: int) -> Packed:
        """Return all meshes packed, with at most `budget` triangles together."""
        simple = [
            clustered(mesh, share)
            for mesh, share in zip(self.meshes, self._shares(budget), strict=True)
        ]
        heads: list[dict[str, Any]] = []
        chunks: list[bytes] = []
        moved = 0.0
        for mesh, by in simple:
            head, data = _packed(mesh)
            heads.append(head)
            chunks.append(data)
            moved = max(moved, by + math.hypot(*head["step"]) / 2)
        triangles = sum(mesh.triangles for mesh, _ in simple)
        return Packed(heads, zlib.compress(b"".join(chunks), 9), triangles, moved)

    def _shares(self, budget: int) -> list[int]:
        """Return each mesh's triangles: a fifth for those that matter less, or what they need."""
        counts = [mesh.triangles for mesh in self.meshes]
        groups = [i for i in range(len(counts)) if i not in self._first], sorted(self._first)
        shares = [0] * len(counts)
        left = budget
        leading = sum(counts[i] for i in groups[1])
        for group, most in zip(groups, (max(budget - leading, budget // 5), budget), strict=True):
            given = share_out([counts[i] for i in group], min(most, left))
            for i, share in zip(group, given, strict=True):
                shares[i] = share
            left -= sum(given)
        return shares


def _packed(mesh: MeshData) -> tuple[dict[str, Any], bytes]:
    """Return a mesh's head and bytes: places, each once; corners; a colour a triangle."""
    colours = mesh.colours
    assert colours is not None
    low, high = mesh.bounds if len(mesh.vertices) else np.zeros((2, 3))
    step = np.maximum((high - low) / MOST_STEPS, STEP_IN)
    places = np.rint((mesh.vertices - low) / step).astype(np.int64)
    used = mesh.faces.reshape(-1)
    _, first, number = np.unique(places[used], axis=0, return_index=True, return_inverse=True)
    # Numbered in the order of their first use, neighbours lie close together and pack well.
    order = np.argsort(first, kind="stable")
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    corners = rank[number.reshape(-1)]
    kept = places[used][first[order]]
    head = {
        "low": tuple(float(v) for v in low),
        "step": tuple(float(v) for v in step),
        "vertices": len(kept),
        "triangles": mesh.triangles,
    }
    shades = colours[:, :3].astype(np.float64)[mesh.faces].mean(axis=1)
    tones = (np.rint(shades) // COLOUR_STEP).astype(np.uint8)
    parts = [_planes(np.diff(kept[:, k], prepend=0), 2) for k in range(3)]
    return head, b"".join([*parts, _planes(_below_next(corners), 4), tones.tobytes()])


def _below_next(corners: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return how far each corner's number lies below the next new one: small numbers mostly."""
    new = np.maximum.accumulate(np.concatenate([[-1], corners[:-1]])) + 1
    return new[: len(corners)] - corners


def _planes(values: NDArray[np.int64], wide: int) -> bytes:
    """Return whole numbers modulo 256 ** wide, the lowest bytes of all first."""
    whole = values % (256**wide)
    return b"".join(((whole >> (8 * k)) & 255).astype(np.uint8).tobytes() for k in range(wide))
