"""The description inside GLB and glTF files (glTF 2), every number checked against its buffer.

Node transforms are applied, node names become parts. Other files are read only through the function
that the caller gives, which hands out plainly named files of the model's own folder; an image that
is not there is left out, so the model loads untextured.
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

from sim.geometry.mesh_data import Floats, Ints, Part
from sim.geometry.meshes.raw import MAX_TRIANGLES, BadMesh, Beside, Note, RawMesh, nothing_beside
from sim.geometry.meshes.texture import check_texture

__all__ = ["read_gltf", "read_tree"]

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


def read_gltf(data: bytes, beside: Beside = nothing_beside) -> RawMesh:
    """Read a glTF file in its own units and axes (metres, y up by the standard).

    Parameters
    ----------
    data : bytes
        JSON text.
    beside : function
        Gives the bytes of a file that the description names.

    Raises
    ------
    BadMesh
        ``unreadable``, ``empty``, ``index_range``, ``external``, ``absent``, ``extension``,
        ``too_many`` or ``big_texture``.
    """
    try:
        tree = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as bad:
        raise _bad("no JSON") from bad
    return read_tree(tree, b"", beside)


def read_tree(tree: Any, binary: bytes, beside: Beside = nothing_beside) -> RawMesh:
    """Read a glTF description with its binary chunk; see `read_gltf`."""
    if not isinstance(tree, dict) or "asset" not in tree:
        raise _bad("no description")
    try:
        file = _File(tree, binary, beside)
        return _joined(file, file.pieces())
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, struct.error) as bad:
        raise _bad(type(bad).__name__) from bad


class _File:
    def __init__(self, tree: dict[str, Any], binary: bytes, beside: Beside) -> None:
        self.tree = tree
        self.beside = beside
        self.notes: list[Note] = []
        self.buffers: list[bytes] = []
        self._triangles = 0
        for extension in tree.get("extensionsRequired", []):
            if extension not in _HARMLESS:
                raise BadMesh("extension", found=extension)
        for i, buffer in enumerate(tree.get("buffers", [])):
            own = i == 0 and "uri" not in buffer
            self.buffers.append(binary if own else self._buffer(buffer))

    def _buffer(self, buffer: dict[str, Any]) -> bytes:
        """Return the bytes of a buffer that is not in the file's own binary chunk."""
        uri = buffer.get("uri")
        if not isinstance(uri, str) or not uri:
            raise BadMesh("external", found="a buffer without data")
        data = _embedded(uri) if uri.startswith("data:") else self.beside(uri)
        if data is None:
            raise BadMesh("absent", found=uri[:80])
        return data

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
        self._triangles += len(faces)
        if self._triangles > MAX_TRIANGLES:
            raise BadMesh("too_many", found=self._triangles, limit=MAX_TRIANGLES)
        with np.errstate(invalid="ignore", over="ignore"):  # refused later, with a message
            if np.linalg.det(matrix[:3, :3]) < 0:
                faces = faces[:, ::-1]
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

    def image(self, index: int) -> bytes | None:
        """Return the bytes of an image, undecoded; None with a note when it is not to be had."""
        image = self.item("images", index)
        if "bufferView" in image:
            name, data = "", self.view(image["bufferView"])[0]
        else:
            name = str(image["uri"])
            data = _embedded(name) if name.startswith("data:") else self.beside(name)
        if data is None:
            self.notes.append(Note("texture_absent", name[:80]))
        elif not check_texture(data):
            self.notes.append(Note("texture_unknown", name[:80] or f"{index}"))
            return None
        return data


def _embedded(uri: str) -> bytes:
    head, _, body = uri.partition(",")
    if not head.endswith(";base64"):
        raise BadMesh("external", found=uri[:80])
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
    texture = None if image is None else file.image(image)
    first = np.cumsum([0, *(len(piece.vertices) for piece in pieces)])
    faces = [piece.faces + offset for piece, offset in zip(pieces, first, strict=False)]
    uv = colours = None
    if texture is not None:
        uv = np.concatenate([_uv_of(piece) for piece in pieces])
    if any(piece.colours is not None for piece in pieces):
        colours = np.concatenate([_colours_of(piece) for piece in pieces])
    return RawMesh(
        np.concatenate([piece.vertices for piece in pieces]),
        np.concatenate(faces).astype(np.int32),
        _parts(pieces),
        colours,
        uv,
        texture,
        unit="m",
        notes=tuple(file.notes),
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
