"""OBJ files: vertices, colours, texture coordinates, groups. Material files are never opened."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, field

import mapbox_earcut
import numpy as np

from sim.geometry.mesh_data import Floats, Part
from sim.geometry.meshes.raw import BadMesh, RawMesh

__all__ = ["read_obj"]

_MAX_CORNERS = 10_000
_CONTINUED = re.compile(r"\\\r?\n")


@dataclass
class _Reading:
    points: list[list[float]] = field(default_factory=list)
    colours: list[list[float]] = field(default_factory=list)
    uvs: list[list[float]] = field(default_factory=list)
    corners: dict[tuple[int, int], int] = field(default_factory=dict)
    faces: list[tuple[int, int, int]] = field(default_factory=list)
    groups: list[tuple[str, int]] = field(default_factory=list)


def read_obj(data: bytes) -> RawMesh:
    """Read an OBJ file; ``o`` and ``g`` lines name parts, polygons are cut into triangles.

    Raises
    ------
    BadMesh
        ``empty``, ``unreadable`` or ``index_range`` (a face index of 0 is refused, not wrapped).
    """
    reading = _Reading()
    text = _CONTINUED.sub(" ", _text(data))
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            _read_line(reading, line)
        except ValueError as bad:
            raise BadMesh("unreadable", kind="OBJ", why=f"line {number}") from bad
    if not reading.faces:
        raise BadMesh("empty")
    keys = np.array(list(reading.corners), dtype=np.int64)
    points = np.array(reading.points, dtype=np.float64)
    uv = None
    if reading.uvs and (keys[:, 1] >= 0).any():
        table = np.array([*reading.uvs, [0.0, 0.0]])
        uv = table[keys[:, 1]]
    colours = None
    if len(reading.colours) == len(reading.points):
        rgb = np.clip(np.array(reading.colours), 0, 1)[keys[:, 0]] * 255
        colours = np.column_stack([np.round(rgb), np.full(len(rgb), 255)]).astype(np.uint8)
    faces = np.array(reading.faces, dtype=np.int32)
    return RawMesh(points[keys[:, 0]], faces, _parts(reading), colours, uv)


def _text(data: bytes) -> str:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    if data[1:2] == b"\0" or data[:1] == b"\0":
        return data.decode("utf-16-le" if data[1:2] == b"\0" else "utf-16-be", "replace")
    return data.removeprefix(codecs.BOM_UTF8).decode("utf-8", "replace")


def _read_line(reading: _Reading, line: str) -> None:
    words = line.split()
    if not words:
        return
    match words[0]:
        case "v":
            values = [float(word) for word in words[1:]]
            if len(values) < 3:
                raise ValueError("a vertex needs three numbers")
            reading.points.append(values[:3])
            if len(values) >= 6:
                reading.colours.append(values[3:6])
        case "vt":
            reading.uvs.append([float(words[1]), float(words[2]) if len(words) > 2 else 0.0])
        case "o" | "g":
            reading.groups.append((" ".join(words[1:]) or "default", len(reading.faces)))
        case "f":
            _read_face(reading, words[1:])
        case _:
            pass


def _read_face(reading: _Reading, words: list[str]) -> None:
    if not 3 <= len(words) <= _MAX_CORNERS:
        raise ValueError("a face needs three corners or more")
    ring: list[int] = []
    for word in words:
        fields = word.split("/")
        point = _index(int(fields[0]), len(reading.points))
        uv = -1
        if len(fields) > 1 and fields[1]:
            uv = _index(int(fields[1]), len(reading.uvs))
        ring.append(reading.corners.setdefault((point, uv), len(reading.corners)))
    if len(ring) == 3:
        reading.faces.append((ring[0], ring[1], ring[2]))
        return
    points = [_index(int(word.split("/")[0]), len(reading.points)) for word in words]
    for a, b, c in _triangulate(np.array([reading.points[p] for p in points])):
        reading.faces.append((ring[a], ring[b], ring[c]))


def _index(written: int, count: int) -> int:
    """Return the index from 0 of an OBJ number from 1, or counted back from the end."""
    index = written - 1 if written > 0 else count + written
    if written == 0 or not 0 <= index < count:
        raise BadMesh("index_range", found=written, count=count)
    return index


def _triangulate(ring: Floats) -> list[tuple[int, int, int]]:
    """Cut a polygon, concave ones included, in the plane it lies in."""
    if len(ring) == 3:
        return [(0, 1, 2)]
    nexts = np.roll(ring, -1, axis=0)
    normal = np.cross(ring, nexts).sum(axis=0)
    keep = [axis for axis in range(3) if axis != int(np.argmax(np.abs(normal)))]
    flat = np.ascontiguousarray(ring[:, keep])
    cut = mapbox_earcut.triangulate_float64(flat, np.array([len(ring)], dtype=np.uint32))
    triangles = cut.reshape(-1, 3).astype(int)
    if not len(triangles):
        return [(0, i, i + 1) for i in range(1, len(ring) - 1)]
    a, b, c = (ring[triangles[:, k]] for k in range(3))
    flip = np.cross(b - a, c - a) @ normal < 0
    triangles[flip] = triangles[flip][:, ::-1]
    return [(int(i), int(j), int(k)) for i, j, k in triangles]


def _parts(reading: _Reading) -> tuple[Part, ...]:
    """Return the runs of faces; an ``o`` directly followed by ``g`` lets the group name win."""
    total = len(reading.faces)
    starts = reading.groups
    if not starts:
        return ()
    if starts[0][1] > 0:
        starts = [("default", 0), *starts]
    ends = [first for _, first in starts[1:]] + [total]
    return tuple(
        Part(name, first, end - first)
        for (name, first), end in zip(starts, ends, strict=True)
        if end > first
    )
