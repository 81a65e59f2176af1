"""glTF with its buffers and pictures beside it, and only there."""

from __future__ import annotations

import io
import json
import struct
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from sim.errors import HulldownError
from sim.geometry.meshes.files import plain_files_of, raw_from_bytes
from sim.geometry.meshes.raw import RawMesh
from sim.geometry.meshes.texture import KEPT_SIDE, small_texture
from tests.shared_files import shared_path

POINTS = struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)
UVS = struct.pack("<6f", 0, 0, 1, 0, 0, 1)


def tree(image: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {
        "asset": {"version": "2.0"},
        "nodes": [{"mesh": 0}],
        "scenes": [{"nodes": [0]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "TEXCOORD_0": 1}}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5126, "count": 3, "type": "VEC2"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteLength": 36},
            {"buffer": 0, "byteOffset": 36, "byteLength": 24},
        ],
        "buffers": [{"byteLength": 60, "uri": "parts/shape.bin"}],
    }
    if image:
        found["images"], found["textures"] = [{"uri": image}], [{"source": 0}]
        found["materials"] = [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}]
        found["meshes"][0]["primitives"][0]["material"] = 0
    return found


def picture(side: int = 4) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (side, side), (200, 10, 10)).save(out, "PNG")
    return out.getvalue()


def read(folder: Path, image: str = "") -> RawMesh:
    (folder / "parts").mkdir(exist_ok=True)
    (folder / "parts" / "shape.bin").write_bytes(POINTS + UVS)
    data = json.dumps(tree(image)).encode()
    return raw_from_bytes(data, ".gltf", "model.gltf", plain_files_of(folder))


def test_a_buffer_below_the_models_folder_is_read(tmp_path: Path) -> None:
    raw = read(tmp_path)
    assert len(raw.faces) == 1
    assert raw.unit == "m"
    assert raw.notes == ()


def test_a_picture_beside_the_model_travels_with_it(tmp_path: Path) -> None:
    (tmp_path / "bricks red.png").write_bytes(picture())
    raw = read(tmp_path, "bricks%20red.png")
    assert raw.texture == picture()
    assert raw.uv is not None


@pytest.mark.parametrize(
    ("data", "key"), [(None, "texture_absent"), (b"RIFFWEBP", "texture_unknown")]
)
def test_a_picture_that_cannot_be_had_is_told_of(
    tmp_path: Path, data: bytes | None, key: str
) -> None:
    if data is not None:
        (tmp_path / "bricks.webp").write_bytes(data)
    raw = read(tmp_path, "bricks.webp")
    assert raw.texture is None
    assert [(note.key, note.found) for note in raw.notes] == [(key, "bricks.webp")]


@pytest.mark.parametrize("uri", ["../a.png", "http://127.0.0.1:9/a.png", "C:\\a.png", "/a.png"])
def test_a_picture_elsewhere_is_refused(tmp_path: Path, uri: str) -> None:
    with pytest.raises(HulldownError) as caught:
        read(tmp_path, uri)
    assert caught.value.key == "geometry.mesh.external"


def test_a_real_gltf_reads_its_buffer_and_picture() -> None:
    path = shared_path("meshes/KayKit-Medieval-Hexagon-Pack-1.0/mountain_A.gltf")
    raw = raw_from_bytes(path.read_bytes(), ".gltf", path.name, plain_files_of(path.parent))
    assert len(raw.faces) == 120
    assert raw.texture is not None
    assert raw.texture.startswith(b"\x89PNG")


def test_a_large_picture_is_made_smaller_once() -> None:
    large = small_texture(picture(KEPT_SIDE * 2))
    assert large is not None
    assert Image.open(io.BytesIO(large)).size == (KEPT_SIDE, KEPT_SIDE)
    assert small_texture(picture(16)) == picture(16)
    assert small_texture(b"no picture") is None
