"""Model files made in tests: STL, GLB and 3MF of given triangles."""

from __future__ import annotations

import io
import json
import struct
import zipfile
from typing import Any

import numpy as np

from sim.geometry.mesh_data import Floats, MeshData

__all__ = ["glb", "package", "solid", "stl"]

CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
PRODUCTION = "http://schemas.microsoft.com/3dmanufacturing/production/2015/06"
LINKS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Target="/3D/root.model" Id="r"'
    ' Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>'
)


def stl(mesh: MeshData, header: bytes = b"") -> bytes:
    """A binary STL."""
    corners = mesh.vertices[mesh.faces].astype("<f4")
    records = np.zeros(
        len(corners), [("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("spare", "<u2")]
    )
    records["corners"] = corners
    return header.ljust(80, b"\0") + struct.pack("<I", len(corners)) + records.tobytes()


def glb(mesh: MeshData, **node: Any) -> bytes:
    """A GLB with the vertices as they are, under one node."""
    points = mesh.vertices.astype("<f4").tobytes()
    order = mesh.faces.astype("<u4").tobytes()
    views = [
        {"buffer": 0, "byteOffset": 0, "byteLength": len(points)},
        {"buffer": 0, "byteOffset": len(points), "byteLength": len(order)},
    ]
    tree = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0, **node}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": len(mesh.vertices), "type": "VEC3"},
            {"bufferView": 1, "componentType": 5125, "count": mesh.faces.size, "type": "SCALAR"},
        ],
        "bufferViews": views,
        "buffers": [{"byteLength": len(points) + len(order)}],
    }
    text = json.dumps(tree).encode()
    text += b" " * (-len(text) % 4)
    binary = points + order
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text
    chunks += struct.pack("<II", len(binary), 0x004E4942) + binary
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def solid(number: int, vertices: Floats, faces: Any, **named: str) -> str:
    """An object of a 3MF part."""
    more = "".join(f' {key}="{value}"' for key, value in named.items())
    corners = "".join(f'<vertex x="{x}" y="{y}" z="{z}"/>' for x, y, z in vertices)
    sides = "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in faces)
    return (
        f'<object id="{number}"{more}><mesh><vertices>{corners}</vertices>'
        f"<triangles>{sides}</triangles></mesh></object>"
    )


def _part(objects: str, build: str, unit: str) -> str:
    return (
        f'<model unit="{unit}" xmlns="{CORE}" xmlns:p="{PRODUCTION}"><resources>{objects}'
        f"</resources><build>{build}</build></model>"
    )


def package(
    objects: str, build: str, unit: str = "millimeter", parts: dict[str, str] | None = None
) -> bytes:
    """A 3MF; `parts` are further model parts by path."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("_rels/.rels", LINKS)
        packed.writestr("3D/root.model", _part(objects, build, unit))
        for name, inner in (parts or {}).items():
            packed.writestr(name, _part(inner, "", unit))
    return out.getvalue()
