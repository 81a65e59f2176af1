from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.errors import HulldownError
from sim.geometry.mesh_data import Floats, MeshData
from sim.geometry.meshes import box_mesh, export_glb, plan_hull, seated
from sim.geometry.meshes.files import load_mesh, mesh_from_bytes
from tests.shared_files import shared_path


def extent(mesh: MeshData) -> Floats:
    return mesh.bounds[1] - mesh.bounds[0]


def stl(corners: Floats, header: bytes = b"") -> bytes:
    """Return a binary STL of ``(m, 3, 3)`` corners."""
    records = b"".join(
        struct.pack("<12fH", 0, 0, 1, *triangle.ravel(), 0) for triangle in np.asarray(corners)
    )
    return header.ljust(80, b"\0") + struct.pack("<I", len(corners)) + records


def box_corners(size: float = 1.0) -> Floats:
    mesh = box_mesh((0, 0, 0), (size, size, size))
    return mesh.vertices[mesh.faces]


def glb_of(tree: dict[str, Any], binary: bytes = b"") -> bytes:
    text = json.dumps(tree).encode()
    text += b" " * (-len(text) % 4)
    binary += b"\0" * (-len(binary) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text
    if binary:
        chunks += struct.pack("<II", len(binary), 0x004E4942) + binary
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


POINTS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], np.float32).tobytes()
ORDER = np.array([0, 2, 1, 0, 1, 3, 0, 3, 2, 3, 1, 2], np.uint32).tobytes()


def tetrahedron() -> dict[str, Any]:
    return {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0, "name": "rock"}],
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


def refused(data: bytes, kind: str, *, unit: str | float = 1.0) -> HulldownError:
    with pytest.raises(HulldownError) as caught:
        mesh_from_bytes(data, kind, unit=unit, name="model" + kind)
    assert caught.value.key.startswith("geometry.mesh.")
    assert "model" in str(caught.value)
    return caught.value


# ------------------------------------------------------------------ real files


def test_node_transforms_of_a_truck_are_applied() -> None:  # I01, mikedh/trimesh#1440
    truck = load_mesh(shared_path("meshes/trimesh/CesiumMilkTruck.glb"), unit=1.0, up="y")
    assert extent(truck) == pytest.approx([4.869, 2.792, 2.583], abs=1e-3)
    assert truck.triangles == 3624
    assert truck.texture is not None
    assert truck.texture[:4] == b"\x89PNG" or truck.texture[:2] == b"\xff\xd8"
    assert truck.uv is not None


def test_nested_transforms_are_applied() -> None:
    nested = load_mesh(shared_path("meshes/trimesh/nested.glb"), unit=1.0, up="y")
    assert extent(nested) == pytest.approx([1.436, 0.539, 3.337], abs=1e-3)
    assert len(nested.parts) == 3


def test_a_binary_file_that_begins_with_solid_is_read_as_binary() -> None:  # I05, trimesh#236
    cube = load_mesh(shared_path("meshes/trimesh/origin_inside.STL"), unit="in")
    assert cube.triangles == 28
    box = mesh_from_bytes(stl(box_corners(), b"solid made by hand"), ".stl", unit="in")
    assert box.triangles == 12
    assert len(box.vertices) == 8


def test_ascii_and_binary_twins_are_the_same_mesh() -> None:
    text = load_mesh(shared_path("meshes/assimp/Spider_ascii.stl"), unit="in")
    binary = load_mesh(shared_path("meshes/assimp/Spider_binary.stl"), unit="in")
    assert text.vertices[text.faces] == pytest.approx(binary.vertices[binary.faces], abs=1e-5)


def test_both_solids_of_an_ascii_file_load_whatever_their_case() -> None:
    two = load_mesh(shared_path("meshes/assimp/triangle_with_two_solids.stl"), unit="in")
    assert [part.count for part in two.parts] == [1, 1]
    mixed = load_mesh(shared_path("meshes/trimesh/two_objects_mixed_case_names.stl"), unit="in")
    assert sum(part.count for part in mixed.parts) == 24
    assert len(mixed.parts) == 2


def test_an_obj_in_utf16_a_concave_face_and_a_continued_line_load() -> None:
    assert load_mesh(shared_path("meshes/assimp/box_UTF16BE.obj"), unit="in").triangles == 12
    hole = load_mesh(shared_path("meshes/trimesh/wallhole.obj"), unit="in", up="y")
    assert hole.triangles == 66
    assert extent(hole) == pytest.approx([10, 10, 15], abs=1e-6)
    flat = load_mesh(shared_path("meshes/assimp/concave_polygon.obj"), unit="in")
    a, b, c = (flat.vertices[flat.faces[:, k]] for k in range(3))
    areas = np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2
    # The shoelace area of its 66 corners: cutting a fan from one corner gives far more.
    assert areas.sum() == pytest.approx(0.2454967, abs=1e-7)


def test_an_absent_picture_leaves_a_model_plain() -> None:
    garage = load_mesh(
        shared_path("meshes/Starter-Kit-City-Builder/building-garage.glb"), unit=1.0, up="y"
    )
    assert garage.triangles == 196
    assert garage.texture is None


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("trimesh/empty.stl", "empty"),
        ("trimesh/face_in_group_name.obj", "empty"),
        ("assimp/malformed.obj", "index_range"),
        ("assimp/BoxWithInfinites.glb", "not_finite"),
        ("trimesh/large_block.STL", "too_large"),
    ],
)
def test_broken_files_are_refused_by_name(name: str, key: str) -> None:
    path = shared_path(f"meshes/{name}")
    with pytest.raises(HulldownError) as caught:
        load_mesh(path, unit="in")
    assert caught.value.key == f"geometry.mesh.{key}"
    assert path.name in str(caught.value)


# ------------------------------------------------------------------ made files


def test_a_file_with_y_up_stands_upright() -> None:  # I02, trimesh#1759
    tower = box_mesh((-1.6095, -1.6095, 0), (1.6095, 1.6095, 7.589))
    data = export_glb(tower)
    stood = mesh_from_bytes(data, ".glb", unit="m", up="y")
    assert extent(stood) == pytest.approx([3.219, 3.219, 7.589], abs=1e-5)
    lying = mesh_from_bytes(data, ".glb", unit="m", up="z")
    assert extent(lying) == pytest.approx([3.219, 7.589, 3.219], abs=1e-5)


@pytest.mark.parametrize("up", ["x", "y", "z", "-x", "-y", "-z"])
def test_every_up_axis_is_a_turn_not_a_mirror(up: str) -> None:
    axis = "xyz".index(up[-1])
    corners = box_corners()
    corners[:, :, axis] *= 5 if len(up) == 1 else -5
    if len(up) == 2:  # keep the faces outward
        corners = corners[:, ::-1]
    mesh = mesh_from_bytes(stl(corners), ".stl", unit="in", up=up)
    assert mesh.bounds[:, 2] == pytest.approx([0, 5])
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    assert np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6 == pytest.approx(5)


@pytest.mark.parametrize(
    "data",
    [stl(np.zeros((0, 3, 3))), b"solid x\nendsolid x\n", b""],
    ids=["binary", "text", "none"],
)
def test_an_empty_stl_is_refused_plainly(data: bytes) -> None:  # I06, trimesh#95
    assert refused(data, ".stl").key == "geometry.mesh.empty"


def test_a_figure_in_metres_keeps_every_face() -> None:  # I08, trimesh#1802
    n = 200
    u, v = np.meshgrid(np.linspace(0, 1, n + 1), np.linspace(0, 1, n + 1), indexing="ij")
    t, h = u * 2 * np.pi, v
    points = np.stack(
        [
            0.00955 * np.cos(t) * (1 - 0.3 * h),
            0.0097 * np.sin(t) * (1 - 0.3 * h),
            0.0303 * h,
        ],
        axis=-1,
    )
    quads = [(points[:-1, :-1], points[1:, :-1], points[1:, 1:]),
             (points[:-1, :-1], points[1:, 1:], points[:-1, 1:])]  # fmt: skip
    corners = np.concatenate([np.stack(q, axis=2).reshape(-1, 3, 3) for q in quads])
    assert len(corners) == 80_000
    mesh = mesh_from_bytes(stl(corners), ".stl", unit="m")
    assert extent(mesh) == pytest.approx([0.752, 0.764, 1.193], abs=1e-3)
    assert mesh.triangles == 80_000
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    assert (np.linalg.norm(np.cross(b - a, c - a), axis=1) > 0).all(), "no face collapsed"


def test_units_are_what_they_say() -> None:
    sizes = {"in": 1.0, "mm": 1 / 25.4, "cm": 1 / 2.54, "m": 39.370079, "ft": 12.0, "2.5": 2.5}
    for unit, inches in sizes.items():
        given = float(unit) if unit == "2.5" else unit
        mesh = mesh_from_bytes(stl(box_corners()), ".stl", unit=given)
        assert extent(mesh)[0] == pytest.approx(inches, rel=1e-6)


@pytest.mark.parametrize("unit", ["inch", "furlong", 0.0, -1.0, float("nan")])
def test_an_unknown_unit_is_refused_naming_the_known_ones(unit: str | float) -> None:
    with pytest.raises(HulldownError, match="mm, cm"):
        mesh_from_bytes(stl(box_corners()), ".stl", unit=unit)


def test_an_unknown_up_axis_is_refused() -> None:
    with pytest.raises(HulldownError, match="up axis"):
        mesh_from_bytes(stl(box_corners()), ".stl", unit="in", up="w")


def test_missing_and_foreign_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(HulldownError) as caught:
        load_mesh(tmp_path / "nothing.stl", unit="in")
    assert caught.value.key == "geometry.mesh.missing"
    with pytest.raises(HulldownError) as caught:
        load_mesh(tmp_path / "figure.fbx", unit="in")
    assert caught.value.key == "geometry.mesh.unknown_kind"
    assert str(tmp_path) not in str(caught.value), "no machine path in a message"


@pytest.mark.parametrize(
    ("corners", "unit", "key"),
    [(box_corners(30), "m", "too_large"), (box_corners(0.1), "mm", "too_small")],
)
def test_absurd_sizes_are_refused_with_the_unit(corners: Floats, unit: str, key: str) -> None:
    error = refused(stl(corners), ".stl", unit=unit)
    assert error.key == f"geometry.mesh.{key}"
    assert repr(unit) in str(error)


def test_nan_and_infinite_corners_are_refused() -> None:
    for bad in (np.nan, np.inf):
        corners = box_corners()
        corners[3, 1, 2] = bad
        assert refused(stl(corners), ".stl").key == "geometry.mesh.not_finite"


@pytest.mark.parametrize(
    "data",
    [
        b"\0" * 80 + struct.pack("<I", 0xFFFFFFFF) + b"\0" * 50,
        b"\0" * 80 + struct.pack("<I", 10) + b"\0" * 150,
        b"solid x\nfacet normal 0 0 1\nvertex 0 0 0\nvertex 1 0 0\nendfacet",
        b"solid x\nvertex 0 0 zero\nvertex 1 0 0\nvertex 1 1 0\n",
        b"something else altogether",
    ],
    ids=["huge count", "cut short", "two vertices", "no number", "no stl"],
)
def test_broken_stl_files_are_unreadable(data: bytes) -> None:
    assert refused(data, ".stl").key == "geometry.mesh.unreadable"


def test_junk_behind_the_last_triangle_is_passed_over() -> None:
    mesh = mesh_from_bytes(stl(box_corners()) + b"junk" * 9, ".stl", unit="in")
    assert mesh.triangles == 12


OBJ = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (OBJ + "f 1 2 99\n", "index_range"),
        (OBJ + "f 0 1 2\n", "index_range"),
        (OBJ + "f -9 -2 -1\n", "index_range"),
        (OBJ + "f 1 2\n", "unreadable"),
        (OBJ + "f 1 2 x\n", "unreadable"),
        ("v 0 0\n" + OBJ + "f 1 2 3\n", "unreadable"),
        (OBJ, "empty"),
        ("v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "not_finite"),
    ],
)
def test_broken_obj_files_are_refused(text: str, key: str) -> None:
    assert refused(text.encode(), ".obj").key == f"geometry.mesh.{key}"


def test_an_obj_never_opens_its_material_file(tmp_path: Path) -> None:
    path = tmp_path / "wall.obj"
    path.write_text("mtllib ../../secret.mtl\n" + OBJ + "usemtl a\nf 1 2 3\nf -4 -2 -1\n")
    mesh = load_mesh(path, unit="in")
    assert mesh.triangles == 2
    assert mesh.parts[0].name == "wall"


def test_obj_groups_colours_and_texture_coordinates_travel() -> None:
    text = (
        "v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 1 1 0 0 0 1\nv 0 1 0 1 1 1\n"
        "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"
        "o figure\nf 1/1 2/2 3/3\no base\nf 1/1 3/3 4/4\n"
    )
    mesh = mesh_from_bytes(text.encode(), ".obj", unit="in")
    assert [(part.name, part.first, part.count) for part in mesh.parts] == [
        ("figure", 0, 1),
        ("base", 1, 1),
    ]
    assert mesh.colours is not None
    assert mesh.uv is not None
    assert mesh.colours[mesh.faces[0]].tolist()[1] == [0, 255, 0, 255]
    assert mesh.uv[mesh.faces[1]].tolist() == [[0, 0], [1, 1], [0, 1]]


def test_a_concave_obj_face_is_cut_inside_its_outline() -> None:
    text = "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 2 1 0\nv 0 4 0\nf 1 2 3 4 5\n"
    mesh = mesh_from_bytes(text.encode(), ".obj", unit="in")
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    normals = np.cross(b - a, c - a)[:, 2] / 2
    assert (normals > 0).all()
    assert normals.sum() == pytest.approx(10)


@pytest.mark.parametrize("binary", [False, True])
def test_ply_files_carry_their_colours(binary: bool) -> None:
    kind = b"binary_little_endian" if binary else b"ascii"
    head = (
        b"ply\nformat " + kind + b" 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
        b"property float z\nproperty uchar red\nproperty uchar green\nproperty uchar blue\n"
        b"element face 1\nproperty list uchar int vertex_indices\nend_header\n"
    )
    points = [(0, 0, 0, 255, 0, 0), (1, 0, 0, 0, 255, 0), (0, 1, 0, 0, 0, 255)]
    if binary:
        body = b"".join(struct.pack("<3f3B", *p) for p in points) + struct.pack("<B3i", 3, 0, 1, 2)
    else:
        body = "\n".join(" ".join(map(str, p)) for p in points).encode() + b"\n3 0 1 2\n"
    mesh = mesh_from_bytes(head + body, ".ply", unit="in")
    assert mesh.triangles == 1
    assert mesh.colours is not None
    assert mesh.colours[mesh.faces[0]][:, :3].tolist() == [[255, 0, 0], [0, 255, 0], [0, 0, 255]]


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"nothing of the kind", "unreadable"),
        (
            b"ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty float x\n"
            b"element face 4000000000\nproperty list uchar int vertex_indices\nend_header\n",
            "unreadable",
        ),
        (
            b"ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
            b"property float z\nelement face 1\nproperty list uchar int vertex_indices\n"
            b"end_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 77\n",
            "index_range",
        ),
        (
            b"ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
            b"property float z\nend_header\n0 0 0\n1 0 0\n0 1 0\n",
            "empty",
        ),
    ],
    ids=["no ply", "huge counts", "index", "points only"],
)
def test_broken_ply_files_are_refused(data: bytes, key: str) -> None:
    assert refused(data, ".ply").key == f"geometry.mesh.{key}"


def test_a_plain_glb_loads_with_its_node_name() -> None:
    mesh = mesh_from_bytes(glb_of(tetrahedron(), POINTS + ORDER), ".glb", unit="in", up="z")
    assert mesh.triangles == 4
    assert mesh.parts[0].name == "rock"


def test_every_placement_of_a_shared_mesh_is_read() -> None:
    tree = tetrahedron()
    tree["nodes"] = [
        {"children": [1, 2], "translation": [10, 0, 0]},
        {"mesh": 0, "name": "left", "scale": [2, 2, 2]},
        {"mesh": 0, "name": "right", "rotation": [0, 0, 0.70710678, 0.70710678]},
    ]
    mesh = mesh_from_bytes(glb_of(tree, POINTS + ORDER), ".glb", unit="in", up="z")
    assert [part.name for part in mesh.parts] == ["left", "right"]
    right = mesh.vertices[mesh.faces[4:].ravel()]
    assert mesh.bounds[1, 0] == pytest.approx(12)
    assert right[:, 0].min() == pytest.approx(9), "turned a quarter to the left"


def test_a_mirroring_node_keeps_faces_outward() -> None:
    tree = tetrahedron()
    for scale in ([1, 1, 1], [-1, 1, 1], [-1, -1, 1]):
        tree["nodes"] = [{"mesh": 0, "scale": scale}]
        mesh = mesh_from_bytes(glb_of(tree, POINTS + ORDER), ".glb", unit="in", up="z")
        a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
        assert np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6 == pytest.approx(1 / 6), scale


def _broken_glb() -> dict[str, tuple[dict[str, Any], bytes, str]]:
    found: dict[str, tuple[dict[str, Any], bytes, str]] = {}

    def add(name: str, key: str, change: Any, binary: bytes = POINTS + ORDER) -> None:
        tree = tetrahedron()
        change(tree)
        found[name] = (tree, binary, key)

    def item(group: str, index: int, **values: Any) -> Any:
        return lambda tree: tree[group][index].update(values)

    add("huge count", "unreadable", item("accessors", 0, count=4_000_000_000))
    add("negative offset", "unreadable", item("bufferViews", 0, byteOffset=-48))
    add("view too long", "unreadable", item("bufferViews", 1, byteLength=4800))
    add("no view", "extension", lambda tree: tree["accessors"][0].pop("bufferView"))
    add("outer buffer", "external", item("buffers", 0, uri="../../secret.bin"), b"")
    add("net buffer", "external", item("buffers", 0, uri="http://127.0.0.1:9/x.bin"), b"")
    add(
        "packed", "extension", lambda t: t.update(extensionsRequired=["KHR_draco_mesh_compression"])
    )
    add("cycle", "unreadable", lambda t: t.update(nodes=[{"mesh": 0, "children": [0]}]))
    add("nan matrix", "unreadable", item("nodes", 0, matrix=[float("nan")] * 16))
    add("zero scale", "too_small", item("nodes", 0, scale=[0, 0, 0]))
    add("bad node", "unreadable", lambda t: t["scenes"][0].update(nodes=[7]))
    wild = np.array([0, 1, 2, 0, 1, 3, 0, 3, 2, 3, 1, 4_000_000_000], np.uint32).tobytes()
    add("wild index", "index_range", lambda tree: None, POINTS + wild)
    points = np.array([[0, 0, 0], [1, np.nan, 0], [0, 1, 0], [0, 0, 1]], np.float32).tobytes()
    add("nan point", "not_finite", lambda tree: None, points + ORDER)
    lines = [{"primitives": [{"attributes": {"POSITION": 0}, "mode": 1}]}]
    add("lines only", "empty", lambda tree: tree.update(meshes=lines))
    deep = [{"children": [i + 1]} for i in range(5000)] + [{"mesh": 0}]
    add("deep", "unreadable", lambda tree: tree.update(nodes=deep))
    wide = [{"children": [i + 1, i + 1]} for i in range(24)] + [{"mesh": 0}]
    add("doubling", "unreadable", lambda tree: tree.update(nodes=wide))
    return found


@pytest.mark.parametrize("name", list(_broken_glb()))
def test_broken_glb_files_are_refused(name: str) -> None:
    tree, binary, key = _broken_glb()[name]
    assert refused(glb_of(tree, binary), ".glb").key == f"geometry.mesh.{key}"


@pytest.mark.parametrize("data", [b"", b"glTF", b"glTF" + b"\0" * 40, b"{}" * 30])
def test_what_is_no_glb_is_unreadable(data: bytes) -> None:
    assert refused(data, ".glb").key == "geometry.mesh.unreadable"


def test_a_real_base_can_be_seated_and_measured() -> None:
    base = seated(load_mesh(shared_path("meshes/circular-bases/base_30mm.stl"), unit="mm"))
    ring = np.array(plan_hull(base).points)
    # Named 30 mm, but 32 mm wide: geometry wins over the file's name.
    assert np.hypot(ring[:, 0], ring[:, 1]).max() * 25.4 == pytest.approx(16, abs=0.05)
    assert base.bounds[0, 2] == 0
