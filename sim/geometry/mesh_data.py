"""Triangles as plain arrays: what the ray engine, the view and the light baker share.

The view needs no loader of its own: texture coordinates, colours and texture bytes travel here.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

__all__ = ["Floats", "Ints", "MeshData", "Part"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]


@dataclass(frozen=True)
class Part:
    """A named run of faces.

    Miniatures use ``figure``, ``weapon``, ``banner``, ``hull``, ``turret``, ``barrel`` and
    ``base``; terrain any name.

    Attributes
    ----------
    name : str
    first, count : int
        The faces ``first .. first + count - 1`` of the mesh.
    """

    name: str
    first: int
    count: int


@dataclass(frozen=True, eq=False)
class MeshData:
    """A triangle mesh in inches, z up, in the frame its owner says (usually the model's own).

    Attributes
    ----------
    vertices : (n, 3) float64 array, inches
    faces : (m, 3) int32 array of vertex indices
    parts : tuple of Part
        In face order, covering all faces.
    colours : (n, 4) uint8 array or None
        sRGB vertex colours with alpha.
    uv : (n, 2) float64 array or None
        Texture coordinates, v upward.
    texture : bytes or None
        A PNG or JPEG file.
    """

    vertices: Floats
    faces: Ints
    parts: tuple[Part, ...] = ()
    colours: NDArray[np.uint8] | None = None
    uv: Floats | None = None
    texture: bytes | None = field(default=None, repr=False)

    @property
    def triangles(self) -> int:
        """Number of faces."""
        return len(self.faces)

    @property
    def bounds(self) -> Floats:
        """Lower and upper corner, ``(2, 3)`` inches."""
        return np.array([self.vertices.min(axis=0), self.vertices.max(axis=0)])
