"""Writing binary glTF files: one node per named part, positions and vertex colours, nothing else.

The bytes depend on the arrays alone. Lengths stay inches and z stays up: the piece file says so.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from tools.kit.shell import Painted

__all__ = ["glb_bytes"]

_FLOAT, _USHORT, _UINT = 5126, 5123, 5125
_VERTICES, _INDICES = 34962, 34963


class _Buffer:
    """The binary chunk with its views and accessors."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.views: list[dict[str, object]] = []
        self.accessors: list[dict[str, object]] = []

    def add(self, raw: bytes, target: int, **accessor: object) -> int:
        """Append an array and return the number of its accessor."""
        self.data += b"\0" * (-len(self.data) % 4)
        self.views.append(
            {
                "buffer": 0,
                "byteOffset": len(self.data),
                "byteLength": len(raw),
                "target": target,
            }
        )
        self.data += raw
        self.accessors.append({"bufferView": len(self.views) - 1, **accessor})
        return len(self.accessors) - 1


def _linear(rgba: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Return sRGB bytes as the linear 16-bit values that glTF stores; alpha stays as it is."""
    share = np.asarray(rgba, dtype=np.float64) / 255.0
    rgb = share[:, :3]
    share[:, :3] = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return np.ascontiguousarray(np.rint(share * 65535), dtype="<u2")


def _primitive(buffer: _Buffer, part: Painted) -> dict[str, object]:
    v = np.ascontiguousarray(part.v, dtype="<f4")
    small = len(v) < 65536
    f = np.ascontiguousarray(part.f.reshape(-1), dtype="<u2" if small else "<u4")
    position = buffer.add(
        v.tobytes(),
        _VERTICES,
        componentType=_FLOAT,
        count=len(v),
        type="VEC3",
        min=[float(x) for x in v.min(axis=0)],
        max=[float(x) for x in v.max(axis=0)],
    )
    colour = buffer.add(
        _linear(part.rgba).tobytes(),
        _VERTICES,
        componentType=_USHORT,
        normalized=True,
        count=len(v),
        type="VEC4",
    )
    index = buffer.add(
        f.tobytes(),
        _INDICES,
        componentType=_USHORT if small else _UINT,
        count=len(f),
        type="SCALAR",
    )
    return {
        "attributes": {"POSITION": position, "COLOR_0": colour},
        "indices": index,
    }


def glb_bytes(parts: Mapping[str, Painted]) -> bytes:
    """Return a binary glTF file with a node, and a mesh of the same name, per part.

    Parameters
    ----------
    parts : mapping of part name to Painted
        In the order the nodes should have.
    """
    buffer = _Buffer()
    meshes = [{"name": n, "primitives": [_primitive(buffer, p)]} for n, p in parts.items()]
    buffer.data += b"\0" * (-len(buffer.data) % 4)
    document = {
        "asset": {"version": "2.0", "generator": "hulldown make_kit"},
        "scene": 0,
        "scenes": [{"nodes": list(range(len(parts)))}],
        "nodes": [{"name": name, "mesh": i} for i, name in enumerate(parts)],
        "meshes": meshes,
        "accessors": buffer.accessors,
        "bufferViews": buffer.views,
        "buffers": [{"byteLength": len(buffer.data)}],
    }
    text = json.dumps(document, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    length = 12 + 8 + len(text) + 8 + len(buffer.data)
    head = struct.pack("<4sII", b"glTF", 2, length)
    return (
        head
        + struct.pack("<I4s", len(text), b"JSON")
        + text
        + struct.pack("<I4s", len(buffer.data), b"BIN\0")
        + bytes(buffer.data)
    )
