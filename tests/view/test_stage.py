"""What stands on the stage: roofs, and the two sets of colours."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.engine.observed import SeenPiece
from sim.geometry.mesh_data import MeshData
from sim.geometry.meshes import box_mesh, merge
from sim.geometry.pose import Pose
from sim.table.facts import Facts
from sim.table.pieces import Floor, Table, Terrain
from sim.view.bake import without_roof
from sim.view.cameras import View, bounds
from sim.view.darkroom import expose
from sim.view.geoms import surface
from sim.view.lighter import lighter
from sim.view.pipes import Canvas
from sim.view.stage import Stage
from sim.view.terrain import baked_table, plain_mat
from tests.view.small import small_table

HIGH, LEVEL = (14.0, -6.0, 14.0), (14.0, -6.0, 1.0)
INSIDE, OUTSIDE, UPSTAIRS = Pose(14, 7), Pose(20, 7), Pose(14, 7, 0.0, "hut/1")


def hut() -> MeshData:
    walls = [
        box_mesh((12, 5, 0), (12.2, 9, 2), "walls"),
        box_mesh((15.8, 5, 0), (16, 9, 2), "walls"),
        box_mesh((12, 8.8, 0), (16, 9, 2), "walls"),
    ]
    return merge([*walls, box_mesh((11.5, 4.5, 2), (16.5, 9.5, 2.4), "roof")])


def hut_table() -> Table:
    plain = small_table()
    area = ((12.0, 5.0), (16.0, 5.0), (16.0, 9.0), (12.0, 9.0))
    floors = (Floor("1", 1.0, area),)
    piece = Terrain("hut", "hut", "building", Pose(0, 0), hut(), area, floors)
    block = plain.terrain["block"]
    return replace(plain, terrain={"hut": piece, "block": block})


@pytest.fixture(scope="module")
def stage(software: None) -> Stage:
    return Stage(Facts(hut_table()))


def put(stage: Stage, *poses: Pose) -> None:
    pieces = [
        SeenPiece(f"a/{index}", "mini", "soldier", "a", "left", pose)
        for index, pose in enumerate(poses)
    ]
    stage.show(pieces, ["left"])


@pytest.mark.parametrize(
    ("eye", "pose", "lifted"),
    [
        (HIGH, INSIDE, True),
        (HIGH, UPSTAIRS, True),
        (HIGH, OUTSIDE, False),
        (LEVEL, INSIDE, False),
    ],
)
def test_a_roof_is_lifted_over_whom_the_camera_looks_down_at(
    stage: Stage, eye: tuple[float, float, float], pose: Pose, lifted: bool
):
    put(stage, pose)
    stage.show_roofs(None)
    stage.look_from(eye)
    assert stage.roofs.is_lifted("hut") == lifted


def test_a_roof_comes_back_when_he_leaves(stage: Stage):
    stage.show_roofs(None)
    put(stage, INSIDE)
    stage.look_from(HIGH)
    put(stage, OUTSIDE)
    stage.look_from(HIGH)
    assert not stage.roofs.is_lifted("hut")


@pytest.mark.parametrize("shown", [True, False])
def test_roofs_can_be_asked_for(stage: Stage, shown: bool):
    put(stage, INSIDE)
    stage.look_from(LEVEL if not shown else HIGH)
    stage.show_roofs(shown)
    try:
        assert stage.roofs.is_lifted("hut") != shown
    finally:
        stage.show_roofs(None)
    assert not stage.roofs.is_lifted("block")


def picture(stage: Stage) -> np.ndarray:
    view = View((14, 0, 14), (14, 7, 0), 40).clipped_to(*bounds(stage.table))
    return np.asarray(expose(stage.root, view, (240, 160), scale=1), int)


def test_under_a_lifted_roof_one_sees_who_stands_there(stage: Stage):
    shots = []
    for poses in ((), (INSIDE,)):
        put(stage, *poses)
        stage.show_roofs(False)
        lifted = picture(stage)
        stage.show_roofs(True)
        shots.append((lifted, picture(stage)))
    stage.show_roofs(None)
    (empty, covered), (seen, hidden) = shots
    assert (np.abs(seen - empty).max(axis=-1) > 30).mean() > 0.002
    assert (hidden == covered).all()


def test_a_room_is_dim_but_not_dark(stage: Stage):
    put(stage)
    stage.show_roofs(False)
    inside = picture(stage)[60:80, 110:130].mean()
    stage.show_roofs(None)
    assert inside > 25


def test_a_piece_without_a_roof_stays_as_it_is():
    body = box_mesh((0, 0, 0), (1, 1, 1), "walls")
    assert without_roof(body) is body
    assert without_roof(hut()).triangles == hut().triangles - 12


def test_plain_colours_come_and_go_and_leave_no_trace(stage: Stage):
    put(stage)
    before = picture(stage)
    stage.wear(plain=True)
    plain = picture(stage)
    stage.wear(plain=False)
    assert (np.abs(plain - before).max(axis=-1) > 10).mean() > 0.2
    assert (picture(stage) == before).all()


def test_a_photo_stays_when_the_light_changes(stage: Stage):
    put(stage)
    red = np.zeros((64, 64, 3), np.uint8)
    red[..., 0] = 220
    stage.lay_photo(red)
    try:
        stage.wear(plain=True)
        shot = picture(stage)
        stage.wear(plain=False)
        assert ((shot[..., 0] - shot[..., 1]) > 150).mean() > 0.3
        assert (np.abs(picture(stage) - shot).max(axis=-1) < 4).mean() > 0.3
    finally:
        stage.lay_photo(None)
    assert ((picture(stage)[..., 0] - picture(stage)[..., 1]) > 150).mean() < 0.01


def test_plain_colours_know_how_open_the_sky_is():
    table = hut_table()
    baked = baked_table(table)
    sky = baked.pieces["hut"].plain[:, 3]
    assert sky.min() < 120
    assert sky.max() > 250
    mat = plain_mat(table)
    rows, columns = mat.shape[:2]
    beside = mat[int(rows * (1 - 8.6 / 18)), int(columns * 12.5 / 24), 3]
    open_ground = mat[int(rows * (1 - 2 / 18)), int(columns * 4 / 24), 3]
    assert beside < open_ground - 20


def triangles(node, camera) -> int:
    """Triangles of the copies that a camera draws."""
    scale = camera.node().getLodScale()
    far = scale > 1e-3
    skip = "near" if far else "far"
    total = 0
    for holder in node.findAllMatches("**/+GeomNode"):
        if holder.getName() != skip:
            total += sum(g.getPrimitive(0).getNumFaces() for g in holder.node().getGeoms())
    return total


def test_from_afar_fewer_triangles_show_the_same_table(stage: Stage):
    put(stage, OUTSIDE)
    stage.show_roofs(True)
    view = View((12, -60, 60), (12, 9, 0), 20).clipped_to(*bounds(stage.table))
    camera = view.node(1.5)
    camera.reparentTo(stage.root)
    shots, counts = [], []
    try:
        for high in (0, 160):
            stage.look_through(camera, view, high)
            counts.append(triangles(stage.root, camera))
            with Canvas(240, 160) as canvas:
                shots.append(canvas.shoot(camera, (0, 0, 0)).astype(int))
    finally:
        stage.look_through(camera, view, 0)
        camera.removeNode()
        stage.show_roofs(None)
    assert counts[1] < counts[0]
    assert (np.abs(shots[0] - shots[1]).max(axis=-1) > 40).mean() < 0.02


def test_near_by_nothing_is_left_out(stage: Stage):
    put(stage, OUTSIDE)
    view = View((20, 0, 4), (20, 7, 0), 30).clipped_to(*bounds(stage.table))
    camera = view.node(1.5)
    camera.reparentTo(stage.root)
    shots = []
    try:
        for high in (0, 400):
            stage.look_through(camera, view, high)
            with Canvas(240, 160) as canvas:
                shots.append(canvas.shoot(camera, (0, 0, 0)))
    finally:
        camera.removeNode()
    assert (shots[0] == shots[1]).all()


def test_afar_and_back_is_as_before(stage: Stage):
    put(stage)
    before = picture(stage)
    view = View((12, -100, 90), (12, 9, 0), 20)
    camera = view.node(1.5)
    stage.look_through(camera, view, 160)
    stage.look_through(camera, view, 0)
    assert (picture(stage) == before).all()


@given(seed=st.integers(0, 2**31), cell=st.floats(0.05, 0.5))
def test_a_lighter_copy_stays_within_a_cell_and_has_no_more_triangles(seed: int, cell: float):
    rng = np.random.default_rng(seed)
    sizes = rng.uniform(0.2, 2.0, 3)
    whole = surface(box_mesh((0, 0, 0), tuple(sizes), "box"), max_edge=0.3)
    light = lighter(whole, cell)
    moved = np.linalg.norm(light.surface.vertices[light.group] - whole.vertices, axis=1)
    assert moved.max() <= cell * 3**0.5 + 1e-9
    assert len(light.surface.faces) <= len(whole.faces)
    assert light.surface.faces.max(initial=0) < len(light.surface.vertices)
    # One colour all over stays that colour.
    assert (light.colours(whole.colours) == whole.colours[0]).all()
