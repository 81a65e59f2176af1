"""PLY files, ASCII and binary, through trimesh; the header is checked first."""

from __future__ import annotations

import io
import re

import numpy as np

from sim.geometry.meshes.raw import BadMesh, RawMesh

__all__ = ["read_ply"]

_ELEMENT = re.compile(rb"^element\s+(\w+)\s+(\d+)", re.MULTILINE)


def read_ply(data: bytes) -> RawMesh:
    """Read a PLY file with its vertex colours.

    Raises
    ------
    BadMesh
        ``empty`` or ``unreadable``; counts that the file cannot hold are refused unread.
    """
    end = data.find(b"end_header")
    if not data.startswith(b"ply") or end < 0:
        raise BadMesh("unreadable", kind="PLY", why="no PLY header")
    counts = {name: int(count) for name, count in _ELEMENT.findall(data[:end])}
    # Every vertex and face takes at least a few bytes, also in ASCII.
    if sum(counts.values()) * 4 > len(data):
        raise BadMesh("unreadable", kind="PLY", why="the header promises more than the file holds")
    if not counts.get(b"face"):
        raise BadMesh("empty")
    import trimesh  # half a second to import: only where a PLY is read
    from trimesh.visual.color import ColorVisuals

    try:
        found = trimesh.load(io.BytesIO(data), file_type="ply", process=False)
    except Exception as bad:  # the reader raises whatever its parsing trips over
        raise BadMesh("unreadable", kind="PLY", why=type(bad).__name__) from bad
    if not isinstance(found, trimesh.Trimesh):
        raise BadMesh("empty")
    colours = None
    if isinstance(found.visual, ColorVisuals) and found.visual.kind == "vertex":
        colours = np.asarray(found.visual.vertex_colors, dtype=np.uint8)
    faces = np.asarray(found.faces, dtype=np.int64)
    if len(faces) and faces.max() > np.iinfo(np.int32).max:
        raise BadMesh("index_range", found=int(faces.max()), count=len(found.vertices))
    vertices = np.ascontiguousarray(found.vertices, dtype=np.float64)
    return RawMesh(vertices, faces.astype(np.int32), (), colours)
