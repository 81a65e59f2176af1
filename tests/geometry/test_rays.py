from __future__ import annotations

import copy
import math
import pickle

import numpy as np
import pytest

from sim.geometry import rays
from sim.geometry.mesh_data import Floats, MeshData
from sim.geometry.meshes import box_mesh, cylinder_mesh, merge, transform
from sim.geometry.pose import Pose
from sim.geometry.rays import Blockers, Placed, SolidSet, engine_name, fallback_notice, is_fallback

try:
    import embreex
except ImportError:
    embreex = None

ENGINES = ["numpy"] if embreex is None else ["embree", "numpy"]
pytestmark = pytest.mark.parametrize("engine", ENGINES)


def rows(*points: tuple[float, float, float]) -> Floats:
    return np.array(points, dtype=np.float64)


def one(mesh: MeshData, engine: str) -> SolidSet:
    return SolidSet({"it": mesh}, engine=engine)


def square() -> MeshData:
    corners = rows((-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0))
    return MeshData(corners, np.array([[0, 1, 2], [0, 2, 3]], dtype=np.int32))


def tiled_wall() -> MeshData:
    """A 10 x 0.2 x 4 wall of tiles of 1 x 0.2 x 1, cut again in halves."""
    tiles = [
        box_mesh((x / 2, 0, z / 2), ((x + 1) / 2, 0.2, (z + 1) / 2))
        for x in range(20)
        for z in range(8)
    ]
    return merge(tiles)


def test_the_choice_of_engine_is_told(engine: str) -> None:
    assert engine_name() == ENGINES[0]
    assert is_fallback() is (ENGINES == ["numpy"])
    assert (fallback_notice() is None) is not is_fallback()


def test_without_the_fast_engine_the_built_in_one_answers(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(3)
    a = rng.uniform((0, -5, 0), (10, -1, 5), (300, 3))
    b = rng.uniform((0, 1, 0), (10, 5, 5), (300, 3))
    expected = one(tiled_wall(), engine).occluded(a, b)
    monkeypatch.setattr(rays, "_fast", None)
    assert is_fallback()
    assert engine_name() == "numpy"
    assert "same answers" in (fallback_notice() or "")
    assert np.array_equal(SolidSet({"it": tiled_wall()}).occluded(a, b), expected)
    with pytest.raises(ImportError):
        SolidSet({"it": tiled_wall()}, engine="embree").occluded(a, b)


def test_a_ray_through_a_shared_edge_hits_once(engine: str) -> None:  # R01, mikedh/trimesh#1766
    solid = one(square(), engine)
    distances, pieces = solid.first_hit(rows((0, 0, 1)), rows((0, 0, -1)))
    assert distances[0] == pytest.approx(1, abs=1e-4)
    assert pieces[0] == 0


def test_every_vertex_of_a_tiled_wall_blocks(engine: str) -> None:  # R01, mikedh/trimesh#1766
    wall = tiled_wall()
    solid = one(wall, engine)
    inner = wall.vertices[(wall.vertices[:, 0] % 10 != 0) & (wall.vertices[:, 2] % 4 != 0)]
    eye = np.array([5.0, -10.0, 2.0])
    beyond = eye + 1.5 * (inner - eye)
    assert solid.occluded(eye, beyond).all()


def test_a_ray_through_two_corners_has_two_ends(engine: str) -> None:  # R02, mikedh/trimesh#2317
    cube = one(box_mesh((-0.5, -0.5, -0.5), (0.5, 0.5, 0.5)), engine)
    a, b = np.array([3.0, 3.0, 3.0]), np.array([-3.0, -3.0, -3.0])
    there, _ = cube.first_hit(a, b[None])
    back, _ = cube.first_hit(b, a[None])
    assert a[0] - there[0] / math.sqrt(3) == pytest.approx(0.5, abs=1e-4)
    assert b[0] + back[0] / math.sqrt(3) == pytest.approx(-0.5, abs=1e-4)


def test_a_batch_gives_the_answers_of_single_rays(engine: str) -> None:  # R05, mikedh/trimesh#306
    solid = SolidSet({"a": box_mesh((0, 0, 0), (2, 2, 2)), "b": cylinder_mesh(1, 3)}, engine=engine)
    rng = np.random.default_rng(5)
    a, b = rng.uniform(-4, 6, (1000, 3)), rng.uniform(-4, 6, (1000, 3))
    blocked = solid.occluded(a, b)
    distances, pieces = solid.first_hit(a, b)
    assert 100 < blocked.sum() < 900
    for i in range(1000):
        assert solid.occluded(a[i], b[i : i + 1])[0] == blocked[i]
        distance, piece = solid.first_hit(a[i : i + 1], b[i])
        assert (distance[0], piece[0]) == (distances[i], pieces[i])
    assert np.array_equal(blocked, pieces >= 0)


def test_a_house_without_a_floor_still_blocks(engine: str) -> None:  # R07, mikedh/trimesh#1031
    house = box_mesh((-3, -3, 0), (3, 3, 4))
    low = (house.vertices[house.faces][:, :, 2] == 0).all(axis=1)
    open_below = MeshData(house.vertices, house.faces[~low])
    assert open_below.triangles == 10
    solid = one(open_below, engine)
    assert solid.occluded(rows((-8, 0, 1)), rows((8, 0, 1)))[0]
    assert solid.occluded(rows((0, 0, 1)), rows((8, 0, 1)))[0], "out through one wall, from inside"


def test_a_round_pillar_is_met_where_it_begins_and_ends(
    engine: str,
) -> None:  # R09, mikedh/trimesh#303
    pillar = one(cylinder_mesh(1, 4, sides=64), engine)
    there, _ = pillar.first_hit(rows((-5, 0, 2)), rows((5, 0, 2)))
    back, _ = pillar.first_hit(rows((5, 0, 2)), rows((-5, 0, 2)))
    assert -5 + there[0] == pytest.approx(-1, abs=1e-4)
    assert 5 - back[0] == pytest.approx(1, abs=1e-4)


def test_hit_points_are_true_to_a_ten_thousandth(engine: str) -> None:  # R10, mikedh/trimesh#1338
    box = one(box_mesh((36, 24, 0), (37, 25, 1)), engine)
    rng = np.random.default_rng(1)
    ends = np.column_stack(
        [np.full(500, 36.5), rng.uniform(24.1, 24.9, 500), rng.uniform(0.1, 0.9, 500)]
    )
    eye = np.array([0.0, 20.0, 0.5])
    distances, _ = box.first_hit(eye, ends)
    unit = (ends - eye) / np.linalg.norm(ends - eye, axis=1)[:, None]
    hits = eye + distances[:, None] * unit
    assert np.abs(hits[:, 0] - 36).max() < 1e-4


def test_a_segment_that_ends_on_a_surface_is_not_hidden_by_it(engine: str) -> None:
    ball = one(cylinder_mesh(1, 2, sides=256), engine)
    rng = np.random.default_rng(2)
    t = rng.uniform(-0.5, 0.5, 2000)
    i = np.floor(t / (2 * math.pi / 256))
    # Points on the flat sides, not on the circle.
    t0, t1 = i * 2 * math.pi / 256, (i + 1) * 2 * math.pi / 256
    w = rng.uniform(0, 1, 2000)
    x = (1 - w) * np.cos(t0) + w * np.cos(t1)
    y = (1 - w) * np.sin(t0) + w * np.sin(t1)
    ends = np.column_stack([x, y, rng.uniform(0.1, 1.9, 2000)])
    assert not ball.occluded(np.array([30.0, 1.0, 1.0]), ends).any()


def test_pieces_come_back_by_name_though_some_are_empty(engine: str) -> None:
    meshes = {
        "near": box_mesh((1, -1, 0), (2, 1, 2)),
        "nothing": merge([]),
        "far": box_mesh((4, -1, 0), (5, 1, 4)),
    }
    solid = SolidSet(meshes, engine=engine)
    _, pieces = solid.first_hit(
        rows((0, 0, 1), (0, 0, 3), (0, 0, 5)), rows((9, 0, 1), (9, 0, 3), (9, 0, 5))
    )
    assert [solid.names[i] if i >= 0 else None for i in pieces] == ["near", "far", None]


def test_an_empty_table_blocks_nothing(engine: str) -> None:
    solid = SolidSet({}, engine=engine)
    assert not solid.occluded(np.zeros((3, 3)), np.ones((3, 3))).any()
    distances, pieces = solid.first_hit(np.zeros(3), np.ones((2, 3)))
    assert np.isinf(distances).all()
    assert (pieces == -1).all()


def test_no_rays_get_no_answers(engine: str) -> None:
    solid = one(square(), engine)
    assert solid.occluded(np.zeros(3), np.zeros((0, 3))).shape == (0,)
    assert solid.first_hit(np.zeros((0, 3)), np.zeros((0, 3)))[0].shape == (0,)


def test_a_segment_of_no_length_is_free(engine: str) -> None:
    solid = one(square(), engine)
    assert not solid.occluded(rows((0, 0, 0)), rows((0, 0, 0), (0, 0, 1e-4))).any()
    assert np.isinf(solid.first_hit(rows((0, 0, 0)), rows((0, 0, 0), (0, 0, 1e-4)))[0]).all()


def test_broken_meshes_and_rays_are_refused(engine: str) -> None:
    bad_vertex = MeshData(
        rows((0, 0, 0), (1, 0, math.nan), (0, 1, 0)), np.array([[0, 1, 2]], np.int32)
    )
    bad_index = MeshData(rows((0, 0, 0), (1, 0, 0), (0, 1, 0)), np.array([[0, 1, 3]], np.int32))
    with pytest.raises(ValueError, match="not finite"):
        one(bad_vertex, engine)
    with pytest.raises(ValueError, match="not there"):
        one(bad_index, engine)
    with pytest.raises(ValueError, match="not finite"):
        one(square(), engine).occluded(rows((0, 0, math.nan)), rows((0, 0, 1)))


def test_a_table_far_from_the_origin_answers_alike(
    engine: str,
) -> None:  # L11, vasl-developers/vasl#1362
    rng = np.random.default_rng(7)
    a, b = rng.uniform(-4, 6, (500, 3)), rng.uniform(-4, 6, (500, 3))
    here = one(box_mesh((0, 0, 0), (2, 2, 2)), engine).occluded(a, b)
    for shift in (1e4, 1e6):
        move = np.array([shift, -shift, 0.0])
        there = one(box_mesh((shift, -shift, 0), (shift + 2, 2 - shift, 2)), engine)
        assert np.array_equal(there.occluded(a + move, b + move), here)


def test_a_placed_model_is_the_moved_mesh(engine: str) -> None:
    mesh = box_mesh((-1, -0.5, 0), (2, 0.5, 3))
    pose = Pose(7, -3, 130)
    placed = Placed("hull", one(mesh, engine), pose, 1.5)
    moved = one(transform(mesh, pose, 1.5), engine)
    rng = np.random.default_rng(9)
    a, b = (
        rng.uniform((0, -10, 0), (14, 4, 6), (800, 3)),
        rng.uniform((0, -10, 0), (14, 4, 6), (800, 3)),
    )
    assert np.array_equal(placed.occluded(a, b), moved.occluded(a, b))
    distances, _ = placed.first_hit(a, b)
    others, _ = moved.first_hit(a, b)
    assert distances == pytest.approx(others, abs=1e-4)
    assert placed.to_table(placed.to_local(a)) == pytest.approx(a, abs=1e-12)


def test_hulls_block_beside_the_terrain_and_are_named(engine: str) -> None:
    hull = Placed("walker", one(box_mesh((-1, -1, 0), (1, 1, 2)), engine), Pose(5, 0), 0)
    blockers = Blockers(one(box_mesh((8, -1, 0), (9, 1, 2)), engine), (hull,))
    a, b = np.array([0.0, 0.0, 1.0]), rows((20, 0, 1), (20, 0, 9), (7, 0, 1))
    distances, pieces = blockers.first_hit(a, b)
    assert [blockers.names[i] if i >= 0 else None for i in pieces] == ["walker", None, "walker"]
    assert distances[0] == pytest.approx(4, abs=1e-4)
    assert blockers.occluded(a, b).tolist() == [True, False, True]
    behind = Blockers(blockers.terrain, (Placed("tank", hull.solid, Pose(12, 0), 0), hull))
    from_the_other_side = behind.first_hit(
        np.array([20.0, 0.0, 1.0]), rows((0, 0, 1), (10.5, 0, 1))
    )
    assert [behind.names[i] for i in from_the_other_side[1]] == ["tank", "tank"]
    terrain_first = behind.first_hit(np.array([10.5, 0.0, 1.0]), rows((0, 0, 1)))
    assert behind.names[terrain_first[1][0]] == "it"


@pytest.mark.parametrize("y", [0.0, 1e-9, -1e-9])
def test_an_edge_on_sheet_blocks_the_line_along_it(
    engine: str, y: float
) -> None:  # L27, foundryvtt/foundryvtt#7273
    corners = rows((5, 0, 0), (9, 0, 0), (9, 0, 3), (5, 0, 3))
    sheet = MeshData(corners, np.array([[0, 1, 2], [0, 2, 3]], dtype=np.int32))
    blockers = Blockers(one(sheet, engine))
    assert not blockers.clear_line(np.array([0, y, 1.0]), np.array([12, 0, 1.0]))
    assert not blockers.clear_line(np.array([12, 0, 1.0]), np.array([0, y, 1.0]))
    assert blockers.clear_line(np.array([0, 0.01, 1.0]), np.array([12, 0.01, 1.0]))


def test_touching_a_corner_blocks_a_line(engine: str) -> None:
    blockers = Blockers(one(box_mesh((5, 0, 0), (6, 1, 2)), engine))
    assert not blockers.clear_line(np.array([0, 0, 1.0]), np.array([12, 0, 1.0])), "along a side"
    assert not blockers.clear_line(np.array([0, 0, 2.0]), np.array([11, 1, 2.0])), "over the top"
    assert blockers.clear_line(np.array([0, -0.001, 1.0]), np.array([12, -0.001, 1.0]))


def test_a_wall_touching_the_corners_hides_none_of_them(
    engine: str,
) -> None:  # L25, RPTools/maptool#5802
    corners = rows((10, 5, 1), (11, 5, 1), (10, 6, 1), (11, 6, 1))
    wall = box_mesh((10, 4.8, 0), (11, 5, 3))
    for turn in (0, 90, 180, 270):
        pose = Pose(0, 0, turn)
        solid = one(transform(wall, pose), engine)
        place = Placed("", solid, pose, 0)
        assert not solid.occluded(place.to_table(rows((2, 9, 1))), place.to_table(corners)).any()


def test_a_solid_set_can_be_copied_and_sent(engine: str) -> None:
    solid = one(square(), engine)
    assert solid.occluded(rows((0, 0.1, 1)), rows((0, 0.1, -1)))[0]
    for twin in (copy.deepcopy(solid), pickle.loads(pickle.dumps(solid))):
        assert twin.occluded(rows((0, 0.1, 1)), rows((0, 0.1, -1)))[0]
        assert twin.names == solid.names


def test_both_engines_agree_on_a_rough_scene(engine: str) -> None:
    rng = np.random.default_rng(11)
    soup = MeshData(rng.uniform(-5, 5, (900, 3)), np.arange(900, dtype=np.int32).reshape(-1, 3))
    a, b = rng.uniform(-8, 8, (4000, 3)), rng.uniform(-8, 8, (4000, 3))
    first, other = one(soup, engine), one(soup, ENGINES[0])
    assert (first.occluded(a, b) != other.occluded(a, b)).sum() <= 1
    mine, theirs = first.first_hit(a, b)[0], other.first_hit(a, b)[0]
    both = np.isfinite(mine) & np.isfinite(theirs)
    assert mine[both] == pytest.approx(theirs[both], abs=1e-3)


def test_rays_made_ready_give_the_answers_of_their_points(engine: str) -> None:
    rng = np.random.default_rng(12)
    count = 20_000 if engine == "embree" else 2_000
    a = rng.uniform((0, -5, 0), (10, -1, 5), (count, 3))
    b = rng.uniform((0, 1, 0), (10, 5, 5), (count, 3))
    b[::50] = a[::50]
    solid = one(tiled_wall(), engine)
    ready = solid.prepare(a, b)
    found = solid.occluded(a, b)
    assert 0.1 < found.mean() < 0.9
    assert np.array_equal(solid.occluded_rays(ready), found)
    assert np.array_equal(solid.occluded_rays(ready), found), "a second cast answers alike"
    assert not found[::50].any()
    assert np.array_equal(solid.occluded(a[0], b), solid.occluded_rays(solid.prepare(a[0], b)))
