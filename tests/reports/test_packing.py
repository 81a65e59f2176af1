"""Meshes packed for the viewer: read back here as it reads them."""

from __future__ import annotations

import zlib

import numpy as np

from sim.geometry.mesh_data import Floats, MeshData
from sim.geometry.meshes import box_mesh
from sim.reports.packing import Packed, Shelf
from sim.table.kit import kit_piece


def unpacked(packed: Packed) -> list[tuple[Floats, Floats]]:
    """Return the corners of every triangle, ``(m, 3, 3)``, and its colour."""
    data = np.frombuffer(zlib.decompress(packed.data), np.uint8)
    at = 0

    def numbers(count: int, wide: int) -> np.ndarray:
        nonlocal at
        planes = data[at : at + count * wide].reshape(wide, count).astype(np.int64)
        at += count * wide
        return (planes << (8 * np.arange(wide))[:, None]).sum(axis=0)

    found: list[tuple[Floats, Floats]] = []
    for head in packed.heads:
        steps = [np.cumsum(numbers(head["vertices"], 2)) & 65535 for _ in range(3)]
        places = np.array(head["low"]) + np.stack(steps, axis=1) * np.array(head["step"])
        corners: list[int] = []
        new = 0
        for below in numbers(head["triangles"] * 3, 4).tolist():
            corners.append(new - below)
            new += below == 0
        colours = numbers(head["triangles"] * 3, 1).reshape(-1, 3) * 8
        found.append((places[corners].reshape(-1, 3, 3).astype(float), colours.astype(float)))
    assert at == len(data)
    return found


def coloured(mesh: MeshData) -> MeshData:
    rng = np.random.default_rng(4)
    colours = rng.integers(0, 256, (len(mesh.vertices), 4)).astype(np.uint8)
    return MeshData(mesh.vertices, mesh.faces, mesh.parts, colours)


def test_small_meshes_come_back_whole():
    shelf = Shelf()
    meshes = [coloured(box_mesh((0, 0, 0), (70.3, 2.7, 3.1), "a")), kit_piece("tree").body]
    for number, mesh in enumerate(meshes):
        assert shelf.number(number, mesh) == number
    assert shelf.number(0, meshes[1]) == 0, "a key that is known keeps its mesh"
    packed = shelf.packed(100_000)
    assert packed.triangles == shelf.triangles == sum(mesh.triangles for mesh in meshes)
    assert packed.deviation_in < 0.002
    for mesh, (places, colours) in zip(meshes, unpacked(packed), strict=True):
        off = np.linalg.norm(places - mesh.vertices[mesh.faces], axis=2)
        assert off.max() <= packed.deviation_in
        assert mesh.colours is not None
        mean = mesh.colours[:, :3].astype(float)[mesh.faces].mean(axis=1)
        assert np.abs(colours + 4 - mean).max() <= 5


def test_of_too_many_triangles_those_that_matter_keep_theirs():
    shelf = Shelf()
    leading, other = kit_piece("wall_6").body, kit_piece("mill").body
    shelf.number("other", other)
    shelf.number("leading", leading, first=True)
    packed = shelf.packed(6000)
    counts = [head["triangles"] for head in packed.heads]
    assert counts[1] == leading.triangles
    assert counts[0] < other.triangles
    assert sum(counts) == packed.triangles <= 6000
    tight = shelf.packed(1000)
    assert tight.triangles <= 1000
    assert all(head["triangles"] > 0 for head in tight.heads)
