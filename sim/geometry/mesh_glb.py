"""GLB files (binary glTF 2): reading with every number checked against the buffer, and writing.

Node transforms are applied, node names become parts. Only self-contained files are read: a buffer
in another file is refused; an image in another file is left out, so the model loads untextured.
"""

from __future__ import annotations

import base64
import binascii
import json
import struct
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.geometry.mesh_data import Floats, Ints, MeshData, Part
from sim.geometry.mesh_raw import BadMesh, RawMesh

__all__ = ["export_glb", "read_glb"]

_JSON, _BIN = 0x4E4F534A, 0x004E4942
_TYPES = {5120: "i1", 5121: "u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
_WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}
_MAX_PLACEMENTS = 20_000
#: Extensions that may be required without changing a shape we read.
_HARMLESS = ("KHR_materials_unlit", "KHR_texture_transform", "KHR_mesh_quantization")


@dataclass(frozen=True, eq=False)
class _Piece:
    """One primitive where a node puts it."""

    name: str
    vertices: Floats
    faces: Ints
    colours: NDArray[np.uint8] | None
    uv: Floats | None
    image: int | None


def _bad(why: str) -> BadMesh:
    return BadMesh("unreadable", kind="GLB", why=why)


def read_glb(data: bytes) -> RawMesh:
    """Read a GLB file in its own units and axes (y up by the standard).

    Raises
    ------
    BadMesh
        ``unreadable``, ``empty``, ``index_range``, ``external`` or ``extension``.
    """
    try:
        tree, binary = _chunks(data)
        file = _File(tree, binary)
        pieces = file.pieces()
        return _joined(file, pieces)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, struct.error) as bad:
        raise _bad(type(bad).__name__) from bad


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


class _File:
    def __init__(self, tree: dict[str, Any], binary: bytes) -> None:
        self.tree = tree
        self.buffers: list[bytes] = []
        for extension in tree.get("extensionsRequired", []):
            if extension not in _HARMLESS:
                raise BadMesh("extension", found=extension)
        for i, buffer in enumerate(tree.get("buffers", [])):
            self.buffers.append(binary if i == 0 and "uri" not in buffer else _embedded(buffer))

    def item(self, group: str, index: int) -> dict[str, Any]:
        items = self.tree[group]
        if not isinstance(index, int) or not 0 <= index < len(items):
            raise _bad(f"no such entry of {group}")
        return items[index]

    def view(self, index: int) -> tuple[bytes, int]:
        """Return the bytes of a buffer view and its stride."""
        view = self.item("bufferViews", index)
        start, length = view.get("byteOffset", 0), view["byteLength"]
        buffer = self.buffers[view["buffer"]]
        if start < 0 or length < 0 or start + length > len(buffer):
            raise _bad("a view reaches beyond its buffer")
        return buffer[start : start + length], view.get("byteStride", 0)

    def accessor(self, index: int) -> np.ndarray:
        """Return an accessor's numbers, ``(count, width)``; integers scaled if normalised."""
        accessor = self.item("accessors", index)
        if "sparse" in accessor or "bufferView" not in accessor:
            raise BadMesh("extension", found="sparse accessor")
        dtype, width = np.dtype(_TYPES[accessor["componentType"]]), _WIDTHS[accessor["type"]]
        data, stride = self.view(accessor["bufferView"])
        count, start = accessor["count"], accessor.get("byteOffset", 0)
        size = dtype.itemsize * width
        stride = stride or size
        if count < 0 or start < 0 or stride < size:
            raise _bad("a negative size")
        if count and start + stride * (count - 1) + size > len(data):
            raise _bad("an accessor reaches beyond its view")
        raw = np.ndarray((count, width), dtype, data, start, (stride, dtype.itemsize))
        if accessor.get("normalized") and dtype.kind in "iu":
            return np.maximum(raw / float(np.iinfo(dtype).max), -1.0)
        return raw

    def pieces(self) -> list[_Piece]:
        """Walk the scene and return every placed primitive, in the order of the nodes."""
        nodes = self.tree.get("nodes", [])
        scenes = self.tree.get("scenes", [])
        if scenes:
            roots = self.item("scenes", self.tree.get("scene", 0)).get("nodes", [])
        else:
            children = {c for node in nodes for c in node.get("children", [])}
            roots = [i for i in range(len(nodes)) if i not in children]
        found: list[_Piece] = []
        stack = [(root, np.eye(4), frozenset[int]()) for root in reversed(roots)]
        visited = 0
        while stack:
            index, above, trail = stack.pop()
            visited += 1
            if index in trail:
                raise _bad("a node holds itself")
            if visited > _MAX_PLACEMENTS or len(trail) > 200:
                raise _bad("too many nodes")
            node = self.item("nodes", index)
            matrix = above @ _matrix(node)
            if "mesh" in node:
                mesh = self.item("meshes", node["mesh"])
                name = node.get("name") or mesh.get("name") or f"part-{index}"
                for primitive in mesh["primitives"]:
                    piece = self._piece(str(name), primitive, matrix)
                    if piece is not None:
                        found.append(piece)
            inner = trail | {index}
            stack += [(child, matrix, inner) for child in reversed(node.get("children", []))]
        return found

    def _piece(self, name: str, primitive: dict[str, Any], matrix: Floats) -> _Piece | None:
        mode = primitive.get("mode", 4)
        if mode not in (4, 5, 6):
            return None  # points and lines have no surface
        attributes = primitive["attributes"]
        points = self.accessor(attributes["POSITION"]).astype(np.float64)
        if "indices" in primitive:
            order = self.accessor(primitive["indices"]).ravel().astype(np.int64)
        else:
            order = np.arange(len(points))
        if len(order) and not 0 <= order.min() <= order.max() < len(points):
            raise BadMesh("index_range", found=int(order.max()), count=len(points))
        faces = _faces(order, mode)
        if np.linalg.det(matrix[:3, :3]) < 0:
            faces = faces[:, ::-1]
        with np.errstate(invalid="ignore", over="ignore"):  # refused later, with a message
            placed = points @ matrix[:3, :3].T + matrix[:3, 3]
        uv = None
        if "TEXCOORD_0" in attributes:
            uv = self.accessor(attributes["TEXCOORD_0"]).astype(np.float64)
            uv = np.column_stack([uv[:, 0], 1.0 - uv[:, 1]])
        factor, image = self._material(primitive.get("material"))
        colours = self._colours(attributes, factor, len(points))
        return _Piece(name, placed, faces, colours, uv, image)

    def _material(self, index: int | None) -> tuple[Floats, int | None]:
        """Return the base colour (linear rgba) and the number of the embedded base image."""
        if index is None:
            return np.ones(4), None
        base = self.item("materials", index).get("pbrMetallicRoughness", {})
        factor = np.asarray(base.get("baseColorFactor", [1.0] * 4), dtype=np.float64)
        texture = base.get("baseColorTexture")
        if texture is None or texture.get("texCoord", 0) != 0:
            return factor, None
        source = self.item("textures", texture["index"]).get("source")
        if source is None or "bufferView" not in self.item("images", source):
            return factor, None
        return factor, source

    def _colours(
        self, attributes: dict[str, int], factor: Floats, count: int
    ) -> NDArray[np.uint8] | None:
        if "COLOR_0" not in attributes and np.array_equal(factor, np.ones(4)):
            return None
        linear = np.tile(factor, (count, 1))
        if "COLOR_0" in attributes:
            stored = self.accessor(attributes["COLOR_0"])
            values = stored / 255.0 if stored.dtype == np.uint8 else stored.astype(np.float64)
            linear[:, : values.shape[1]] *= values
        rgb = np.clip(linear[:, :3], 0.0, 1.0)
        encoded = np.where(rgb <= 0.0031308, rgb * 12.92, 1.055 * rgb ** (1 / 2.4) - 0.055)
        rgba = np.column_stack([encoded, np.clip(linear[:, 3], 0.0, 1.0)])
        return np.round(rgba * 255).astype(np.uint8)

    def image(self, index: int) -> bytes:
        """Return the bytes of an embedded image, undecoded."""
        return self.view(self.item("images", index)["bufferView"])[0]


def _embedded(buffer: dict[str, Any]) -> bytes:
    uri = str(buffer.get("uri", ""))
    head, _, body = uri.partition(",")
    if not head.startswith("data:") or not head.endswith(";base64"):
        raise BadMesh("external", found=uri[:80] or "a buffer without data")
    try:
        return base64.b64decode(body, validate=True)
    except binascii.Error as bad:
        raise _bad("broken base64") from bad


def _matrix(node: dict[str, Any]) -> Floats:
    if "matrix" in node:
        matrix = np.array(node["matrix"], dtype=np.float64).reshape(4, 4).T
    else:
        x, y, z, w = (float(v) for v in node.get("rotation", (0, 0, 0, 1)))
        turn = np.array(
            [
                [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
            ]
        )
        matrix = np.eye(4)
        matrix[:3, :3] = turn * np.asarray(node.get("scale", (1, 1, 1)), dtype=np.float64)
        matrix[:3, 3] = np.asarray(node.get("translation", (0, 0, 0)), dtype=np.float64)
    if not np.isfinite(matrix).all():
        raise _bad("a node's transform is not finite")
    return matrix


def _faces(order: NDArray[np.int64], mode: int) -> Ints:
    if mode == 4:
        return order[: len(order) // 3 * 3].reshape(-1, 3).astype(np.int32)
    n = max(len(order) - 2, 0)
    if mode == 6:
        faces = np.stack([np.repeat(order[:1], n), order[1 : n + 1], order[2 : n + 2]], axis=1)
        return faces.astype(np.int32)
    faces = np.stack([order[:n], order[1 : n + 1], order[2 : n + 2]], axis=1)
    faces[1::2] = faces[1::2][:, [1, 0, 2]]
    return faces.astype(np.int32)


def _joined(file: _File, pieces: list[_Piece]) -> RawMesh:
    """Join the pieces; the image that covers most faces is kept, as a mesh carries one texture."""
    if not any(len(piece.faces) for piece in pieces):
        raise BadMesh("empty")
    covered: dict[int, int] = {}
    for piece in pieces:
        if piece.image is not None and piece.uv is not None:
            covered[piece.image] = covered.get(piece.image, 0) + len(piece.faces)
    image = max(covered, key=lambda i: (covered[i], -i)) if covered else None
    first = np.cumsum([0, *(len(piece.vertices) for piece in pieces)])
    faces = [piece.faces + offset for piece, offset in zip(pieces, first, strict=False)]
    uv = colours = None
    if image is not None:
        uv = np.concatenate([_uv_of(piece) for piece in pieces])
    if any(piece.colours is not None for piece in pieces):
        colours = np.concatenate([_colours_of(piece) for piece in pieces])
    return RawMesh(
        np.concatenate([piece.vertices for piece in pieces]),
        np.concatenate(faces).astype(np.int32),
        _parts(pieces),
        colours,
        uv,
        None if image is None else file.image(image),
    )


def _uv_of(piece: _Piece) -> Floats:
    return np.zeros((len(piece.vertices), 2)) if piece.uv is None else piece.uv


def _colours_of(piece: _Piece) -> NDArray[np.uint8]:
    if piece.colours is not None:
        return piece.colours
    return np.full((len(piece.vertices), 4), 255, dtype=np.uint8)


def _parts(pieces: list[_Piece]) -> tuple[Part, ...]:
    parts: list[Part] = []
    first = 0
    for piece in pieces:
        count = len(piece.faces)
        if parts and parts[-1].name == piece.name:
            parts[-1] = Part(piece.name, parts[-1].first, parts[-1].count + count)
        else:
            parts.append(Part(piece.name, first, count))
        first += count
    return tuple(parts)


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
