"""Hostile GLB and glTF files."""

from __future__ import annotations

import base64
import json
import struct
import zlib
from collections.abc import Callable
from typing import Any

from tools.hostile.register import ORDER, POINTS, Make, add, hostile


def _tree() -> dict[str, Any]:
    return {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5125, "count": 12, "type": "SCALAR"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteOffset": 0, "byteLength": 48},
            {"buffer": 0, "byteOffset": 48, "byteLength": 48},
        ],
        "buffers": [{"byteLength": 96}],
    }


def _glb(tree: dict[str, Any] | bytes, binary: bytes = POINTS + ORDER) -> bytes:
    text = tree if isinstance(tree, bytes) else json.dumps(tree).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text
    if binary:
        chunks += struct.pack("<II", len(binary), 0x004E4942) + binary
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def _changed(change: Callable[[dict[str, Any]], object], binary: bytes = POINTS + ORDER) -> Make:
    def make() -> bytes:
        tree = _tree()
        change(tree)
        return _glb(tree, binary)

    return make


def _with(group: str, index: int, **values: Any) -> Callable[[dict[str, Any]], object]:
    return lambda tree: tree[group][index].update(values)


def _huge_png(side: int = 50_000) -> bytes:
    """Return a picture of a few kilobytes that unpacks to gigabytes."""
    row = zlib.compressobj(9)
    packed = row.compress(b"\0" * 2_000_000) + row.flush()

    def chunk(kind: bytes, data: bytes) -> bytes:
        crc = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc)

    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")
    )


def _textured(image: dict[str, Any]) -> Callable[[dict[str, Any]], object]:
    """Return a change that gives the model a picture."""

    def change(tree: dict[str, Any]) -> None:
        tree["images"], tree["textures"] = [image], [{"source": 0}]
        colour = {"baseColorTexture": {"index": 0}}
        tree["materials"] = [{"pbrMetallicRoughness": colour}]
        primitive = tree["meshes"][0]["primitives"][0]
        primitive["material"] = 0
        primitive["attributes"]["TEXCOORD_0"] = 2
        tree["accessors"].append(
            {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC2"}
        )

    return change


def _png_uri() -> str:
    return "data:image/png;base64," + base64.b64encode(_huge_png()).decode()


def _doubling(tree: dict[str, Any]) -> None:
    tree["nodes"] = [{"children": [i + 1, i + 1]} for i in range(30)] + [{"mesh": 0}]


def _tower(tree: dict[str, Any]) -> None:
    tree["nodes"] = [{"children": [i + 1]} for i in range(5000)] + [{"mesh": 0}]


@hostile("many_placements.glb", "too_many")
def _many_placements() -> bytes:
    tree = _tree()
    count = 300_000
    order = struct.pack("<3I", 0, 1, 2) * count
    tree["accessors"][1]["count"] = 3 * count
    tree["bufferViews"][1]["byteLength"] = len(order)
    tree["buffers"][0]["byteLength"] = 48 + len(order)
    tree["nodes"] = [{"mesh": 0} for _ in range(1000)]
    tree["scenes"][0]["nodes"] = list(range(1000))
    return _glb(tree, POINTS + order)


WILD = POINTS + ORDER[:-4] + struct.pack("<I", 4_000_000_000)
NAN_POINTS = struct.pack("<12f", 0, 0, 0, 1, float("nan"), 0, 0, 1, 0, 0, 0, 1) + ORDER
NOT_DRAWN = {"primitives": [{"attributes": {"POSITION": 0}, "mode": 1}]}


def _no_view(tree: dict[str, Any]) -> None:
    tree["accessors"][0] = {"componentType": 5126, "count": 400_000_000, "type": "VEC3"}


add("no_view.glb", _changed(_no_view), "extension")
add("huge_count.glb", _changed(_with("accessors", 0, count=4_000_000_000)), "unreadable")
add("negative_count.glb", _changed(_with("accessors", 1, count=-12)), "unreadable")
add("negative_offset.glb", _changed(_with("bufferViews", 0, byteOffset=-48)), "unreadable")
add("negative_start.glb", _changed(_with("accessors", 0, byteOffset=-4)), "unreadable")
add("long_view.glb", _changed(_with("bufferViews", 1, byteLength=4800)), "unreadable")
add("huge_stride.glb", _changed(_with("bufferViews", 0, byteStride=2**40)), "unreadable")
add("wild_index.glb", _changed(lambda _: None, WILD), "index_range")
add("nan_point.glb", _changed(lambda _: None, NAN_POINTS), "not_finite")
add("nan_matrix.glb", _changed(_with("nodes", 0, matrix=[float("nan")] * 16)), "unreadable")
add("zero_scale.glb", _changed(_with("nodes", 0, scale=[0, 0, 0])), "empty")
add("huge_scale.glb", _changed(_with("nodes", 0, scale=[1e30] * 3)), "not_finite")
add("cycle.glb", _changed(_with("nodes", 0, children=[0])), "unreadable")
add("tower.glb", _changed(_tower), "unreadable")
add("doubling.glb", _changed(_doubling), "unreadable")
add("no_node.glb", _changed(_with("scenes", 0, nodes=[7])), "unreadable")
add("only_lines.glb", _changed(lambda tree: tree.update(meshes=[NOT_DRAWN])), "empty")
add("outside_buffer.glb", _changed(_with("buffers", 0, uri="../secret.bin"), b""), "external")
add("root_buffer.glb", _changed(_with("buffers", 0, uri="/etc/passwd"), b""), "external")
add("coded_buffer.glb", _changed(_with("buffers", 0, uri="%2e%2e/secret.bin"), b""), "external")
add("net_buffer.glb", _changed(_with("buffers", 0, uri="http://127.0.0.1:9/x"), b""), "external")
add("file_buffer.glb", _changed(_with("buffers", 0, uri="file:///etc/passwd"), b""), "external")
add("packed.glb", _changed(lambda t: t.update(extensionsRequired=["KHR_draco"])), "extension")
add("png_bomb.glb", _changed(lambda t: _textured({"uri": _png_uri()})(t)), "big_texture")
add("outside_picture.glb", _changed(_textured({"uri": "../secret.png"})), "external")
add("net_picture.glb", _changed(_textured({"uri": "http://127.0.0.1:9/x.png"})), "external")
add("nested_text.glb", lambda: _glb(b"[" * 100_000 + b"]" * 100_000), "unreadable")
add("no_text.glb", lambda: _glb(b"\xff\xfe\0\0"), "unreadable")
add(
    "long_chunk.glb",
    b"glTF" + struct.pack("<IIII", 2, 4_000_000_000, 4_000_000_000, 0),
    "unreadable",
)
add("short.glb", b"glTF", "unreadable")


def _gltf(uri: str) -> bytes:
    tree = _tree()
    tree["buffers"][0]["uri"] = uri
    return json.dumps(tree).encode()


add("outside.gltf", lambda: _gltf("../secret.bin"), "external")
add("outside_deep.gltf", lambda: _gltf("a/../../secret.bin"), "external")
add("backslash.gltf", lambda: _gltf("..\\secret.bin"), "external")
add("net.gltf", lambda: _gltf("https://127.0.0.1:9/x.bin"), "external")
add("absent.gltf", lambda: _gltf("not_there.bin"), "absent")
add("broken_base64.gltf", lambda: _gltf("data:;base64,####"), "unreadable")
add("no_object.gltf", b"[1, 2, 3]", "unreadable")
add("no_json.gltf", b"{", "unreadable")
