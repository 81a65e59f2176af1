"""The kit as the tests see it: piece files and models read without the product's own readers."""

from __future__ import annotations

import json
import struct
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[2]
ASSETS = ROOT / "assets"
MODELS = ASSETS / "models"
NAMES = sorted(path.stem for path in MODELS.glob("*.toml"))
DTYPES = {5126: "<f4", 5123: "<u2", 5125: "<u4", 5121: "u1"}
WIDTHS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}


@dataclass(frozen=True)
class Mesh:
    """One part: vertices, faces, and vertex colours with alpha as stored (linear, 0..1)."""

    v: NDArray[np.float64]
    f: NDArray[np.int64]
    rgba: NDArray[np.float64]

    @property
    def welded(self) -> NDArray[np.int64]:
        """Faces over vertices that share one index where they share a position."""
        _, index = np.unique(np.round(self.v, 4), axis=0, return_inverse=True)
        return index.reshape(-1)[self.f]


@cache
def entry(name: str) -> dict[str, Any]:
    return tomllib.loads((MODELS / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def parts(name: str) -> dict[str, Mesh]:
    """Return the parts of a model by node name."""
    data = (MODELS / f"{name}.glb").read_bytes()
    length = struct.unpack("<I", data[12:16])[0]
    document = json.loads(data[20 : 20 + length])
    chunk = data[28 + length :]

    def accessor(number: int) -> NDArray[Any]:
        item = document["accessors"][number]
        view = document["bufferViews"][item["bufferView"]]
        width = WIDTHS[item["type"]]
        flat = np.frombuffer(
            chunk, DTYPES[item["componentType"]], item["count"] * width, view["byteOffset"]
        )
        return flat.reshape(-1, width)

    out: dict[str, Mesh] = {}
    for node in document["nodes"]:
        (primitive,) = document["meshes"][node["mesh"]]["primitives"]
        attributes = primitive["attributes"]
        out[node["name"]] = Mesh(
            accessor(attributes["POSITION"]).astype(np.float64),
            accessor(primitive["indices"]).astype(np.int64).reshape(-1, 3),
            accessor(attributes["COLOR_0"]).astype(np.float64) / 65535,
        )
    return out


def whole(name: str) -> NDArray[np.float64]:
    """Return all vertices of a model."""
    return np.vstack([mesh.v for mesh in parts(name).values()])


FIGURES = [name for name in NAMES if entry(name)["role"] == "figure"]
TERRAIN = [name for name in NAMES if entry(name)["role"] == "terrain"]
SOLDIERS = [name for name in FIGURES if name.startswith("soldier_") or name == "hero"]
HEAVIES = [name for name in FIGURES if entry(name)["base"]["shape"] == "hull"]
