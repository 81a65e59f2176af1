"""What every reader returns, in the file's own units and axes, and what it raises."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath
from urllib.parse import unquote

import numpy as np
from numpy.typing import NDArray

from sim.geometry.mesh_data import Floats, Ints, Part

__all__ = [
    "MAX_TRIANGLES",
    "BadMesh",
    "Beside",
    "Note",
    "RawMesh",
    "joined_vertices",
    "nothing_beside",
    "plain_name",
]

#: More triangles than any terrain piece has; sight stays fast and memory small below it.
MAX_TRIANGLES = 2_000_000

#: Gives the bytes of a file beside the model, None when there is none; refuses other places.
Beside = Callable[[str], "bytes | None"]


class BadMesh(Exception):
    """A file that cannot be used; `key` is the last part of a ``geometry.mesh.*`` word key."""

    def __init__(self, key: str, **params: object) -> None:
        self.key = key
        self.params = params
        super().__init__(key)


def plain_name(uri: str) -> PurePosixPath:
    """Return the path below a model's folder that its file names.

    Raises
    ------
    BadMesh
        ``external`` for a name with ``..``, a drive, a scheme or a root.
    """
    name = unquote(uri)
    plain = PurePosixPath(name)
    odd = any(sign in name for sign in (":", "\\", "\0"))
    if odd or not name or plain.is_absolute() or ".." in plain.parts:
        raise BadMesh("external", found=uri[:80])
    return plain


def nothing_beside(uri: str) -> bytes | None:
    """Return None: what a reader is given that may open no other file; see `plain_name`."""
    plain_name(uri)
    return None


@dataclass(frozen=True)
class Note:
    """Something a reader left out: `key` is the last part of a ``geometry.note.*`` word key."""

    key: str
    found: str


@dataclass(frozen=True, eq=False)
class RawMesh:
    """Triangles as stored; the fields mean what they mean in `MeshData`.

    Attributes
    ----------
    unit : str
        What the file says of its unit, a key of `mesh_files.UNITS`; empty when it says nothing.
    notes : tuple of Note
        What of the file was left out.
    """

    vertices: Floats
    faces: Ints
    parts: tuple[Part, ...] = ()
    colours: NDArray[np.uint8] | None = None
    uv: Floats | None = None
    texture: bytes | None = None
    unit: str = ""
    notes: tuple[Note, ...] = ()


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
