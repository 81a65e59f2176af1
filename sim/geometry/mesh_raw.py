"""What every reader returns, in the file's own units and axes, and what it raises."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.geometry.mesh_data import Floats, Ints, Part

__all__ = ["BadMesh", "RawMesh", "joined_vertices"]


class BadMesh(Exception):
    """A file that cannot be used; `key` is the last part of a ``geometry.mesh.*`` word key."""

    def __init__(self, key: str, **params: object) -> None:
        self.key = key
        self.params = params
        super().__init__(key)


@dataclass(frozen=True, eq=False)
class RawMesh:
    """Triangles as stored; the fields mean what they mean in `MeshData`."""

    vertices: Floats
    faces: Ints
    parts: tuple[Part, ...] = ()
    colours: NDArray[np.uint8] | None = None
    uv: Floats | None = None
    texture: bytes | None = None


def joined_vertices(corners: NDArray[np.float32]) -> tuple[Floats, Ints]:
    """Join equal corners of a triangle soup.

    Only corners with the same stored bits are joined: no distance is involved, so a small model
    in large units cannot collapse.

    Parameters
    ----------
    corners : (3 m, 3) float32 array

    Returns
    -------
    vertices, faces
    """
    corners = np.ascontiguousarray(corners) + np.float32(0.0)  # -0 becomes 0
    keys = corners.view([("", np.float32)] * 3).ravel()
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    return corners[first].astype(np.float64), inverse.reshape(-1, 3).astype(np.int32)
