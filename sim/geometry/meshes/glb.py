"""GLB files (binary glTF 2): the container read and written."""

from __future__ import annotations

import json
import struct
from typing import Any

import numpy as np

from sim.geometry.mesh_data import MeshData, Part
from sim.geometry.meshes.gltf import read_tree
from sim.geometry.meshes.raw import BadMesh, Beside, RawMesh, nothing_beside

__all__ = ["export_glb", "read_glb"]

_JSON, _BIN = 0x4E4F534A, 0x004E4942


def _bad(why: str) -> BadMesh:
    return BadMesh("unreadable", kind="GLB", why=why)


def read_glb(data: bytes, beside: Beside = nothing_beside) -> RawMesh:
    """Read a GLB file in its own units and axes (metres, y up by the standard).

    Raises
    ------
    BadMesh
        See `mesh_gltf.read_gltf`.
    """
    try:
        tree, binary = _chunks(data)
    except (ValueError, RecursionError, struct.error) as bad:
        raise _bad(type(bad).__name__) from bad
    return read_tree(tree, binary, beside)


def _chunks(data: bytes) -> tuple[dict[str, Any], bytes]:
    if len(data) < 20 or data[:4] != b"glTF":
        raise _bad("no GLB header")
    if struct.unpack_from("<I", data, 4)[0] != 2:
        raise _bad("not version 2")
    tree: dict[str, Any] | None = None
    binary, at = b"", 12
    while at + 8 <= len(data):
        length, kind = struct.unpack_from("<II", data, at)
        chunk = data[at + 8 : at + 8 + length]
        if len(chunk) < length:
            raise _bad("a chunk is cut short")
        if kind == _JSON:
            tree = json.loads(chunk)
        elif kind == _BIN and not binary:
            binary = chunk
        at += 8 + length
    if not isinstance(tree, dict):
        raise _bad("no description")
    return tree, binary


def export_glb(mesh: MeshData) -> bytes:
    """Return the mesh as a GLB file: y up, metres, one node a part, the texture inside.

    Reading it back with unit ``"m"`` and up ``"y"`` gives the mesh to float32 accuracy (5e-6 in
    on a table).
    """
    writer = _Writer()
    metres = mesh.vertices * 0.0254
    points = np.column_stack([metres[:, 0], metres[:, 2], -metres[:, 1]]).astype("<f4")
    attributes = {"POSITION": writer.add(points, 5126, "VEC3", 34962, bounds=True)}
    if mesh.uv is not None:
        uv = np.column_stack([mesh.uv[:, 0], 1.0 - mesh.uv[:, 1]]).astype("<f4")
        attributes["TEXCOORD_0"] = writer.add(uv, 5126, "VEC2", 34962)
    if mesh.colours is not None:
        rgb = mesh.colours[:, :3] / 255.0
        linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
        rgba = np.column_stack([linear, mesh.colours[:, 3] / 255.0]).astype("<f4")
        attributes["COLOR_0"] = writer.add(rgba, 5126, "VEC4", 34962)
    tree: dict[str, Any] = {"asset": {"version": "2.0", "generator": "hulldown"}, "scene": 0}
    base: dict[str, Any] = {"metallicFactor": 0.0, "roughnessFactor": 1.0}
    if mesh.texture is not None:
        png = mesh.texture.startswith(b"\x89PNG")
        view = writer.bytes(mesh.texture)
        tree["images"] = [{"bufferView": view, "mimeType": "image/png" if png else "image/jpeg"}]
        tree["textures"] = [{"source": 0}]
        base["baseColorTexture"] = {"index": 0}
    tree["materials"] = [{"pbrMetallicRoughness": base, "doubleSided": True}]
    tree["nodes"], tree["meshes"] = [], []
    for part in mesh.parts or (Part("model", 0, mesh.triangles),):
        run = mesh.faces[part.first : part.first + part.count].ravel().astype("<u4")
        indices = writer.add(run.reshape(-1, 1), 5125, "SCALAR", 34963)
        primitive = {"attributes": attributes, "indices": indices, "material": 0}
        tree["meshes"].append({"name": part.name, "primitives": [primitive]})
        tree["nodes"].append({"name": part.name, "mesh": len(tree["meshes"]) - 1})
    tree["scenes"] = [{"nodes": list(range(len(tree["nodes"])))}]
    return writer.glb(tree)


class _Writer:
    def __init__(self) -> None:
        self.blob = bytearray()
        self.views: list[dict[str, Any]] = []
        self.accessors: list[dict[str, Any]] = []

    def bytes(self, data: bytes, target: int | None = None) -> int:
        self.blob += b"\0" * (-len(self.blob) % 4)
        view: dict[str, Any] = {"buffer": 0, "byteOffset": len(self.blob), "byteLength": len(data)}
        if target is not None:
            view["target"] = target
        self.views.append(view)
        self.blob += data
        return len(self.views) - 1

    def add(
        self, values: np.ndarray, component: int, kind: str, target: int, bounds: bool = False
    ) -> int:
        view = self.bytes(values.tobytes(), target)
        accessor: dict[str, Any] = {
            "bufferView": view,
            "componentType": component,
            "count": len(values),
            "type": kind,
        }
        if bounds:
            accessor["min"] = values.min(axis=0).tolist()
            accessor["max"] = values.max(axis=0).tolist()
        self.accessors.append(accessor)
        return len(self.accessors) - 1

    def glb(self, tree: dict[str, Any]) -> bytes:
        self.blob += b"\0" * (-len(self.blob) % 4)
        tree["accessors"], tree["bufferViews"] = self.accessors, self.views
        tree["buffers"] = [{"byteLength": len(self.blob)}]
        text = json.dumps(tree, separators=(",", ":"), sort_keys=True).encode()
        text += b" " * (-len(text) % 4)
        total = 12 + 8 + len(text) + 8 + len(self.blob)
        head = struct.pack("<4sII", b"glTF", 2, total)
        text_head = struct.pack("<II", len(text), _JSON)
        return head + text_head + text + struct.pack("<II", len(self.blob), _BIN) + self.blob
