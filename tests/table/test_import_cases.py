"""The public cases of importing under their ids, and what becomes of a piece on a table."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.errors import HulldownError, InputProblems
from sim.geometry.mesh_data import MeshData
from sim.geometry.meshes import box_mesh, transform
from sim.geometry.meshes.files import load_mesh
from sim.geometry.rays import SolidSet
from sim.table.any_file import check_any_file
from sim.table.facts import Facts
from sim.table.importing.orders import Order, Prepared
from sim.table.importing.prepare import MODEL, prepare
from sim.table.importing.writing import Wishes, slug_of, write_piece
from sim.table.kit import read_kit_piece
from sim.table.scene import Scene, open_scene, save_bundle
from tests.table.model_files import glb, package, solid, stl

SCENE = """format = "hulldown-scene/1"
name = "yard"
shows = "an imported piece between two soldiers"
table = { width = 24, depth = 24 }
piece = [{ id = "wall", model = "pieces/wall.toml", at = [12, 12], facing = 90 }]
mini = [
  { id = "A", model = "kit:soldier_rifle", at = [4, 12] },
  { id = "B", model = "kit:soldier_rifle", at = [20, 12] },
]
"""


def made_of(data: bytes, name: str, folder: Path, **flags: Any) -> Prepared:
    path = folder / name
    path.write_bytes(data)
    return prepare(Order(str(path), name, str(folder), **flags))


def model_in(folder: Path) -> MeshData:
    return load_mesh(folder / MODEL, unit="m", up="y")


def test_a_tower_with_y_up_stands_upright(tmp_path: Path) -> None:
    """I02: its long side is the height after import."""
    tower = box_mesh((0, 0, 0), (3.219, 7.589, 3.219))
    made = made_of(glb(tower), "tower.glb", tmp_path, unit="in")
    assert made.size_in == pytest.approx((3.219, 3.219, 7.589), abs=1e-4)
    assert made.up == "y"
    assert made.area == pytest.approx(3.219**2, abs=1e-3)


@pytest.mark.case("I03")
def test_an_inch_package_keeps_unit_and_place_of_its_item(tmp_path: Path) -> None:
    """I03: vertices x -1..0, the item moved by 2: x 1..2 in, here about its own centre."""
    box = box_mesh((-1, 0, 0), (0, 0.5, 0.25))
    data = package(
        solid(1, box.vertices, box.faces),
        '<item objectid="1" transform="1 0 0 0 1 0 0 0 1 2 0 0"/>',
        "inch",
    )
    made = made_of(data, "box.3mf", tmp_path)
    assert made.unit == "in"
    assert made.size_in == pytest.approx((1, 0.5, 0.25))
    (moved,) = [line for line in made.repairs if line.key == "importing.repair.centred"]
    assert moved.params["by"] == pytest.approx(np.hypot(1.5, 0.25)), "it lay at 1..2 in"


def test_a_binary_box_that_begins_with_solid_has_twelve_faces(tmp_path: Path) -> None:
    """I05."""
    box = box_mesh((0, 0, 0), (30, 30, 30))
    made = made_of(stl(box, b"solid made by hand"), "box.stl", tmp_path)
    assert made.triangles == 12
    assert made.size_in == pytest.approx((30 / 25.4,) * 3)


@pytest.mark.parametrize(
    "data", [b"\0" * 84, b"solid x\nendsolid x\n", b""], ids=["binary", "text", "no bytes"]
)
def test_an_empty_stl_is_refused_with_a_plain_message(data: bytes, tmp_path: Path) -> None:
    """I06."""
    with pytest.raises(HulldownError, match=r"empty\.stl: the file holds no triangles"):
        made_of(data, "empty.stl", tmp_path)


def test_a_figure_in_metres_loses_no_face(tmp_path: Path) -> None:
    """I08: 80,000 faces, 0.0191 x 0.0194 x 0.0303 m, are 0.752 x 0.764 x 1.193 in."""
    turn, rise = np.meshgrid(
        np.arange(200) * 2 * np.pi / 200, np.linspace(0.0, 1.0, 201), indexing="ij"
    )
    wide = np.sin(np.pi * np.clip(rise, 0.02, 0.98)) ** 0.2
    wide /= wide.max()
    rings = np.stack(
        [0.00955 * wide * np.cos(turn), 0.0097 * wide * np.sin(turn), 0.0303 * rise], axis=-1
    )
    number = np.arange(200 * 201).reshape(200, 201)
    a, b = number[:, :-1].ravel(), np.roll(number, -1, axis=0)[:, :-1].ravel()
    c, d = np.roll(number, -1, axis=0)[:, 1:].ravel(), number[:, 1:].ravel()
    faces = np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)]).astype(np.int32)
    figure = MeshData(rings.reshape(-1, 3), faces)
    assert figure.triangles == 80_000
    made = made_of(stl(figure), "figure.stl", tmp_path)
    assert made.unit == "m"
    assert made.size_in == pytest.approx((0.752, 0.764, 1.193), abs=1e-3)
    assert made.triangles == 80_000
    assert model_in(tmp_path).triangles == 80_000
    assert not made.repairs or all("dropped" not in line.key for line in made.repairs)
    assert 0 < made.drawn <= 50_000
    assert made.deviation_in <= 0.01


def test_a_box_scaled_by_its_node_blocks_as_it_is_drawn(tmp_path: Path) -> None:
    """I10: sight and moves meet a box of 2 x 1 x 0.5."""
    unit_box = box_mesh((-0.5, -0.5, 0), (0.5, 0.5, 1))
    data = glb(unit_box, scale=[2, 1, 0.5])
    made = made_of(data, "box.glb", tmp_path, unit="in", up="z")
    assert made.size_in == pytest.approx((2, 1, 0.5))
    assert np.array(made.outline).min(axis=0) == pytest.approx([-1, -0.5])
    assert np.array(made.outline).max(axis=0) == pytest.approx([1, 0.5])
    scene = scene_with(made, tmp_path)
    wall = scene.table.terrain["wall"]
    assert wall.picture is wall.body, "drawn as it blocks"
    solids = SolidSet({"wall": wall.body})
    # It lies turned by a quarter at (12, 12): 1 wide along x, 2 along y, 0.5 high.
    starts = np.array([[10, 12.9, 0.4], [10, 13.1, 0.4], [10, 12.9, 0.6], [11.4, 10, 0.4]])
    ends = np.array([[14, 12.9, 0.4], [14, 13.1, 0.4], [14, 12.9, 0.6], [11.4, 14, 0.4]])
    assert solids.occluded(starts, ends).tolist() == [True, False, False, False]
    area = np.array(sorted(wall.area))
    assert area == pytest.approx(np.array([[11.5, 11], [11.5, 13], [12.5, 11], [12.5, 13]]))


@pytest.mark.parametrize(
    ("up", "turned"),
    [
        ("z", (1, 2, 3)),
        ("-z", (1, -2, -3)),
        ("y", (1, -3, 2)),
        ("-y", (1, 3, -2)),
        ("x", (2, 3, 1)),
        ("-x", (2, -3, -1)),
    ],
)
def test_every_axis_can_point_up(up: str, turned: tuple[int, ...], tmp_path: Path) -> None:
    """A corner cut off at (1, 2, 3) goes where the axes go, and no face turns inside out."""
    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3]], float)
    faces = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]], np.int32)
    made_of(stl(MeshData(corners, faces)), "corner.stl", tmp_path, unit="in", up=up)
    model = model_in(tmp_path)
    a, b, c = (model.vertices[model.faces[:, k]] for k in range(3))
    assert np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6 == pytest.approx(1.0)
    low, high = model.bounds
    ways = np.sign(turned)
    origin = np.where(ways > 0, low, high)
    assert np.abs(model.vertices - origin).sum(axis=1).min() == pytest.approx(0, abs=1e-5)
    assert (high - low) == pytest.approx(np.abs(turned), abs=1e-5)


# ------------------------------------------------------------------ on a table


def scene_with(made: Prepared, folder: Path, text: str = SCENE, **wishes: Any) -> Scene:
    write_piece(made, folder, Wishes(folder / "pieces", name="wall", replace=True, **wishes))
    path = folder / "yard.toml"
    path.write_text(text)
    return open_scene(path)


def tall_wall(folder: Path, **flags: Any) -> Prepared:
    wall = box_mesh((0, 0, 0), (150, 8, 60))
    return made_of(stl(wall), "wall.stl", folder, **flags)


def test_an_imported_wall_hides_who_stands_behind_it(tmp_path: Path) -> None:
    scene = scene_with(tall_wall(tmp_path), tmp_path)
    facts = Facts(scene.table)
    first, second = (scene.mini(name).stand for name in "AB")
    assert not facts.sight(first, second).visible
    open_field = SCENE.replace("at = [12, 12]", "at = [12, 20]")
    aside = scene_with(tall_wall(tmp_path), tmp_path, open_field)
    assert Facts(aside.table).sight(first, second).visible


def test_a_piece_file_is_checked_like_any_other(tmp_path: Path) -> None:
    made = tall_wall(tmp_path)
    path = write_piece(made, tmp_path, Wishes(tmp_path / "pieces", kind="walls", licence="CC0"))
    assert check_any_file(path) == "piece"
    piece = read_kit_piece(path)
    assert (piece.file.kind, piece.file.licence) == ("walls", "CC0")
    assert piece.file.source is not None
    assert (piece.file.source.file, piece.file.source.unit) == ("wall.stl", "mm")
    assert piece.file.source.sha256 == made.sha256
    (path.parent / "wall.glb").unlink()
    with pytest.raises(InputProblems, match=r"wall\.glb"):
        check_any_file(path)


def test_the_same_file_gives_the_same_piece_byte_for_byte(tmp_path: Path) -> None:
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        write_piece(tall_wall(tmp_path / name), tmp_path / name, Wishes(tmp_path / name / "p"))
    for ending in (".toml", ".glb"):
        once, again = (tmp_path / name / "p" / f"wall{ending}" for name in ("first", "second"))
        assert once.read_bytes() == again.read_bytes()


@pytest.mark.parametrize(
    ("changed", "old", "new"),
    [
        ("wall.toml", b'licence = ""', b'licence = "CC0"'),
        ("wall.glb", b'"generator":"hulldown"', b'"generator":"HULLDOWN"'),
    ],
)
def test_the_scenes_digest_covers_piece_file_and_mesh(
    changed: str, old: bytes, new: bytes, tmp_path: Path
) -> None:
    before = scene_with(tall_wall(tmp_path), tmp_path)
    assert list(before.mesh_digests) == ["pieces/wall.glb", "pieces/wall.toml"]
    path = tmp_path / "pieces" / changed
    data = path.read_bytes()
    assert old in data
    path.write_bytes(data.replace(old, new))
    assert open_scene(tmp_path / "yard.toml").digest() != before.digest()


def test_a_bundle_carries_pieces_and_their_meshes(tmp_path: Path) -> None:
    scene = scene_with(tall_wall(tmp_path), tmp_path)
    bundle = tmp_path / "yard.hulldown"
    save_bundle(scene, bundle)
    shutil.rmtree(tmp_path / "pieces")
    again = open_scene(bundle)
    assert again.table.terrain["wall"].area == scene.table.terrain["wall"].area
    first, second = (again.mini(name).stand for name in "AB")
    assert not Facts(again.table).sight(first, second).visible


def test_pieces_of_one_name_from_two_folders_stay_apart_in_a_bundle(tmp_path: Path) -> None:
    low = made_of(stl(box_mesh((0, 0, 0), (150, 8, 10))), "wall.stl", tmp_path)
    write_piece(low, tmp_path, Wishes(tmp_path / "low"))
    second = '{ id = "low", model = "low/wall.toml", at = [12, 4] }, { id = "wall"'
    text = SCENE.replace('{ id = "wall"', second)
    scene = scene_with(tall_wall(tmp_path), tmp_path, text)
    bundle = tmp_path / "yard.hulldown"
    save_bundle(scene, bundle)
    again = open_scene(bundle).table.terrain
    for name in ("low", "wall"):
        assert again[name].body.bounds == pytest.approx(scene.table.terrain[name].body.bounds)
    assert again["low"].body.bounds[1, 2] == pytest.approx(10 / 25.4, abs=1e-4)


@pytest.mark.parametrize("key", ["scale = 2", 'unit = "mm"', "size = [1, 1, 1]", "turn = 90"])
def test_a_piece_is_not_sized_anew_by_the_scene(key: str, tmp_path: Path) -> None:
    name = key.partition(" ")[0]
    text = SCENE.replace("facing = 90", f"facing = 90, {key}")
    with pytest.raises(InputProblems, match=rf"does not read {name}"):
        scene_with(tall_wall(tmp_path), tmp_path, text)


def test_a_piece_that_is_not_there_is_named_with_its_nearest(tmp_path: Path) -> None:
    with pytest.raises(InputProblems, match=r'no piece file "pieces/wal\.toml".*pieces/wall\.toml'):
        scene_with(tall_wall(tmp_path), tmp_path, SCENE.replace("pieces/wall", "pieces/wal"))


def test_a_piece_may_not_lead_out_of_its_folder(tmp_path: Path) -> None:
    scene_with(tall_wall(tmp_path), tmp_path)
    piece = tmp_path / "pieces" / "wall.toml"
    shutil.copy(tmp_path / "pieces" / "wall.glb", tmp_path / "wall.glb")
    piece.write_text(piece.read_text().replace('"wall.glb"', '"../wall.glb"'))
    with pytest.raises(InputProblems, match=r"\.\./wall\.glb"):
        open_scene(tmp_path / "yard.toml")


def test_a_heavy_piece_is_drawn_light_and_sees_whole(tmp_path: Path) -> None:
    side = 180
    across, along = np.meshgrid(np.linspace(0, 120, side), np.linspace(0, 120, side))
    hill = 12 + 10 * np.sin(across / 30) * np.cos(along / 25)
    top = np.stack([across, along, hill], axis=-1).reshape(-1, 3)
    grid = np.arange(side * side).reshape(side, side)
    a, b, c, d = (
        each.ravel() for each in (grid[:-1, :-1], grid[:-1, 1:], grid[1:, 1:], grid[1:, :-1])
    )
    faces = np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)]).astype(np.int32)
    made = made_of(stl(MeshData(top, faces)), "wall.stl", tmp_path)
    assert made.triangles == 64_082
    assert 49_000 < made.drawn <= 50_000
    scene = scene_with(made, tmp_path)
    wall = scene.table.terrain["wall"]
    assert (wall.body.triangles, wall.picture.triangles) == (64_082, made.drawn)
    assert "pieces/wall.drawing.glb" in scene.mesh_digests
    assert transform(wall.picture).bounds == pytest.approx(wall.body.bounds, abs=0.01)


@pytest.mark.parametrize(
    ("source", "slug"),
    [("Bunker small (v2).STL", "bunker-small-v2"), ("wall.gltf.glb", "wall"), ("...", "model")],
)
def test_a_piece_is_named_after_its_file(source: str, slug: str) -> None:
    assert slug_of(source) == slug
