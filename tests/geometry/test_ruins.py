"""Ruins by parameters: closed walls, open windows, an edge that the seed alone breaks."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
import trimesh
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sim.geometry.mesh_data import MeshData
from sim.geometry.meshes import plate_mesh
from sim.geometry.meshes.ruin_plan import top_edge
from sim.geometry.meshes.ruins import (
    PLANS,
    Ruin,
    WindowRow,
    ruin_blocks,
    ruin_faults,
    ruin_floor,
    ruin_mesh,
    ruin_walls,
)
from sim.geometry.rays import SolidSet

ROW = WindowRow(1.0, 2.2, 0.8, count=2)
HOUSE = Ruin("O", 8.0, 6.0, 5.0, 0.3, (ROW,), floors=(3.0,))

rows = st.builds(
    WindowRow,
    sill=st.sampled_from([0.0, 0.4, 1.0]),
    head=st.floats(1.3, 2.4),
    width=st.floats(0.3, 1.2),
    jamb=st.floats(0.05, 0.6),
    count=st.integers(1, 3),
)
upper_rows = st.builds(
    WindowRow,
    sill=st.floats(2.6, 3.2),
    head=st.floats(3.4, 4.4),
    width=st.floats(0.3, 1.2),
    every=st.floats(1.3, 2.0),
    jamb=st.just(0.1),
)
ruins = st.builds(
    Ruin,
    plan=st.sampled_from(list(PLANS)),
    width=st.floats(4, 12),
    depth=st.floats(4, 12),
    height=st.floats(3, 9),
    thickness=st.floats(0.1, 0.5),
    windows=st.tuples(rows, upper_rows),
    broken=st.one_of(st.just(0.0), st.floats(0.0, 1.0)),
    seed=st.integers(0, 10_000),
    floors=st.sampled_from([(), (2.5,), (1.0, 2.2)]),
)


def parts_of(mesh: MeshData) -> list[trimesh.Trimesh]:
    """Return each part by itself."""
    return [
        trimesh.Trimesh(
            mesh.vertices, mesh.faces[part.first : part.first + part.count], process=False
        )
        for part in mesh.parts
    ]


@given(ruins)
@settings(max_examples=60, deadline=None)
def test_every_part_of_a_ruin_is_closed_and_outward(ruin: Ruin):
    assume(not ruin_faults(ruin))
    for part in parts_of(ruin_mesh(ruin)):
        assert part.is_watertight
        assert part.is_winding_consistent
        assert part.volume > 0


@given(ruins)
@settings(max_examples=25, deadline=None)
def test_walls_stay_within_plan_and_height(ruin: Ruin):
    assume(not ruin_faults(ruin))
    walls = parts_of(ruin_mesh(ruin))[0]
    low, high = walls.bounds
    deep = ruin.thickness if ruin.plan == "I" else ruin.depth
    np.testing.assert_allclose(low, [-ruin.width / 2, -deep / 2, 0.0], atol=1e-5)
    np.testing.assert_allclose(high[:2], [ruin.width / 2, deep / 2], atol=1e-5)
    assert high[2] <= ruin.height + 1e-5


def level_faces(part: trimesh.Trimesh) -> set[float]:
    """Return the heights of a part's horizontal faces."""
    flat = part.face_normals[:, 2] ** 2 > 1 - 1e-12
    return set(part.triangles[flat][:, 0, 2].round(6).tolist())


@given(ruins, st.sampled_from(["sill", "head", "top", "stub"]))
@settings(max_examples=40, deadline=None)
def test_no_face_of_a_floor_lies_in_a_face_of_the_walls(ruin: Ruin, at: str):
    row = ruin.windows[-1]
    heights = {"sill": row.sill, "head": row.head, "top": ruin.height, "stub": ruin.height * 0.08}
    ruin = replace(ruin, floors=(heights[at],), broken=1.0 if at == "stub" else ruin.broken)
    assume(not ruin_faults(ruin))
    walls, floor = parts_of(ruin_mesh(ruin))
    for mine in level_faces(floor):
        assert all(abs(mine - theirs) > 0.001 for theirs in level_faces(walls))


@given(ruins)
@settings(max_examples=25, deadline=None)
def test_the_walls_of_a_closed_ruin_reach_up_to_its_floors(ruin: Ruin):
    ruin = replace(ruin, plan="O", windows=(), broken=1.0, floors=(1.0, 2.2))
    assume(not ruin_faults(ruin))
    for wall in ruin_walls(ruin):
        assert min(height for _, height in top_edge(ruin, wall)) > 2.2


def test_the_volume_of_whole_walls_is_what_the_plan_says():
    whole = replace(HOUSE, windows=(), floors=())
    assert parts_of(ruin_mesh(whole))[0].volume == pytest.approx((8 * 6 - 7.4 * 5.4) * 5)
    holes = 4 * 2 * 0.8 * 1.2 * 0.3
    pierced = replace(HOUSE, floors=())
    assert parts_of(ruin_mesh(pierced))[0].volume == pytest.approx((8 * 6 - 7.4 * 5.4) * 5 - holes)


@pytest.mark.parametrize(("height", "is_open"), [(0.95, False), (1.05, True), (2.15, True)])
def test_a_window_is_open_between_sill_and_head(height: float, is_open: bool):
    solid = SolidSet({"ruin": ruin_mesh(replace(HOUSE, floors=()))})
    # Two windows in 7.4 in of clear wall: their middles lie 1.4 + 0.2 off the wall's middle.
    pier = (7.4 - 1.6) / 3
    x = -3.7 + pier + 0.4
    assert solid.occluded(
        np.array([[x, -6.0, height]]), np.array([[x, -1.0, height]])
    ).tolist() == [not is_open]
    beside = x - 0.41
    assert solid.occluded(np.array([[beside, -6.0, 1.6]]), np.array([[beside, -1.0, 1.6]])).all()


def test_a_sill_of_zero_is_a_doorway_that_one_walks_through():
    door = WindowRow(0.0, 2.0, 1.2, walls=("front",))
    ruin = replace(HOUSE, windows=(door,), floors=())
    solid = SolidSet({"ruin": ruin_mesh(ruin)})
    assert not solid.occluded(np.array([[0.0, -6.0, 0.01]]), np.array([[0.0, 0.0, 0.01]])).any()
    assert len(ruin_blocks(ruin)) == 5
    assert len(ruin_blocks(replace(ruin, windows=()))) == 4


def test_the_same_seed_breaks_the_edge_the_same_way():
    broken = replace(HOUSE, broken=0.7, seed=11)
    one, again, other = (ruin_mesh(each) for each in (broken, broken, replace(broken, seed=12)))
    np.testing.assert_array_equal(one.vertices, again.vertices)
    np.testing.assert_array_equal(one.faces, again.faces)
    assert one.vertices.shape != other.vertices.shape or not np.array_equal(
        one.vertices, other.vertices
    )


def test_a_seed_means_the_same_for_ever():
    broken = Ruin("L", 6.0, 5.0, 4.0, 0.3, broken=0.5, seed=3)
    tops = ruin_mesh(broken).vertices[:, 2].max(), parts_of(ruin_mesh(broken))[0].volume
    assert tops == pytest.approx((3.651097, 9.630561), abs=1e-5)


@given(ruins)
@settings(max_examples=25, deadline=None)
def test_more_broken_means_less_wall(ruin: Ruin):
    assume(not ruin_faults(ruin) and ruin.broken > 0)
    whole = parts_of(ruin_mesh(replace(ruin, broken=0.0)))[0].volume
    assert parts_of(ruin_mesh(ruin))[0].volume < whole + 1e-9


@given(ruins)
@settings(max_examples=25, deadline=None)
def test_floors_lie_between_the_walls(ruin: Ruin):
    assume(not ruin_faults(ruin) and ruin.plan != "I")
    for z in ruin.floors:
        x, y = np.array(ruin_floor(ruin, z)).T
        assert abs(x).max() <= ruin.width / 2 - min(ruin.thickness, 0.1) + 1e-9
        assert abs(y).max() <= ruin.depth / 2 - min(ruin.thickness, 0.1) + 1e-9


def test_everything_that_cannot_be_built_is_said_at_once():
    bad = WindowRow(2.5, 2.0, 9.0, jamb=0.01, count=2, every=0.3, walls=("front",))
    wrong = Ruin("L", 8.0, 6.0, 2.0, 0.3, (bad,), floors=(0.1, 5.0))
    keys = [fault.key.rpartition(".")[2] for fault in ruin_faults(wrong)]
    assert keys == [
        "sill_above_head",
        "head_above_wall",
        "thin_jamb",
        "count_or_every",
        "every_too_near",
        "no_such_wall",
        "floor_height",
        "floor_height",
    ]
    with pytest.raises(ValueError, match="cannot be built"):
        ruin_mesh(wrong)


def test_rows_that_run_into_each_other_are_said_with_their_wall():
    ruin = replace(HOUSE, windows=(ROW, replace(ROW, sill=2.0, head=3.0)))
    faults = ruin_faults(ruin)
    assert [(fault.where, fault.params["other"]) for fault in faults] == [("windows[2]", 1)]


def test_windows_that_do_not_fit_a_wall_name_it():
    ruin = replace(HOUSE, windows=(replace(ROW, width=3.0),))
    assert [fault.params["wall"] for fault in ruin_faults(ruin)] == ["right", "left"]


def test_walls_that_join_are_one_chain():
    for plan, names in PLANS.items():
        walls = ruin_walls(replace(HOUSE, plan=plan))
        assert tuple(wall.name for wall in walls) == names
        for one, after in pairwise(walls):
            assert one.place(one.length, 0.0) == pytest.approx(after.place(0.0, 0.0))


def test_a_plate_of_a_concave_outline_is_closed():
    outline = [(-0.5, 0.0), (0.5, 0.0), (0.1, 0.5), (0.5, 1.0), (-0.5, 1.0)]
    plate = parts_of(plate_mesh(outline, 0.2))[0]
    assert plate.is_watertight
    assert plate.volume == pytest.approx(0.2 * (1.0 - 0.2))
