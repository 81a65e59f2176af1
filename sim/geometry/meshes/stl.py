"""STL files, binary and ASCII. A binary file may begin with the word "solid"."""

from __future__ import annotations

import re

import numpy as np

from sim.geometry.mesh_data import Part
from sim.geometry.meshes.raw import BadMesh, RawMesh, joined_vertices

__all__ = ["read_stl"]

_RECORD = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("spare", "<u2")])
_VERTEX = re.compile(rb"\bvertex\s+(\S+)\s+(\S+)\s+(\S+)", re.IGNORECASE)
_SOLID = re.compile(rb"^[ \t]*solid\b[ \t]*([^\r\n]*)", re.IGNORECASE | re.MULTILINE)


def read_stl(data: bytes) -> RawMesh:
    """Read an STL file; each ASCII ``solid`` block becomes a part.

    Raises
    ------
    BadMesh
        ``empty`` or ``unreadable``.
    """
    if len(data) < 15:
        raise BadMesh("empty")
    count = int.from_bytes(data[80:84], "little") if len(data) >= 84 else -1
    if count >= 0 and 84 + 50 * count == len(data):
        return _binary(data, count)
    if data.lstrip()[:5].lower() == b"solid" and b"\0" not in data[:1024]:
        return _ascii(data)
    if 0 <= 84 + 50 * count < len(data):
        return _binary(data, count)
    raise BadMesh("unreadable", kind="STL", why="the file ends before its last triangle")


def _binary(data: bytes, count: int) -> RawMesh:
    if count == 0:
        raise BadMesh("empty")
    records = np.frombuffer(data, dtype=_RECORD, count=count, offset=84)
    vertices, faces = joined_vertices(records["corners"].reshape(-1, 3).astype(np.float32))
    return RawMesh(vertices, faces)


def _ascii(data: bytes) -> RawMesh:
    found = list(_VERTEX.finditer(data))
    if not found:
        raise BadMesh("empty")
    if len(found) % 3:
        raise BadMesh("unreadable", kind="STL", why="a facet without three vertices")
    try:
        corners = np.array([match.groups() for match in found], dtype="S32").astype(np.float32)
    except ValueError as bad:
        raise BadMesh("unreadable", kind="STL", why="a vertex that is no number") from bad
    starts = np.array([match.start() for match in found[::3]])
    vertices, faces = joined_vertices(corners)
    return RawMesh(vertices, faces, _solids(data, starts))


def _solids(data: bytes, starts: np.ndarray) -> tuple[Part, ...]:
    """Return one part for each block that holds facets (``endsolid`` never matches)."""
    blocks = list(_SOLID.finditer(data))
    firsts = [int(np.searchsorted(starts, block.start())) for block in blocks]
    parts: list[Part] = []
    for i, (block, first) in enumerate(zip(blocks, firsts, strict=True)):
        end = firsts[i + 1] if i + 1 < len(firsts) else len(starts)
        if end > first:
            name = block.group(1).decode("utf-8", "replace").strip() or f"solid-{i + 1}"
            parts.append(Part(name, first, end - first))
    return tuple(parts)
