from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from sim.geometry.mesh_data import MeshData
from sim.geometry.meshes import box_mesh, cylinder_mesh, load_mesh, merge, seated, transform
from sim.geometry.pose import Pose
from sim.geometry.rays import Blockers, Placed, SolidSet
from sim.geometry.sight import (
    Query,
    Target,
    find_witness,
    look,
    make_body,
    verdict,
    verdicts,
)
from sim.geometry.sight.openings_outline import Outline
from sim.geometry.sight.view_plane import ViewPlane
from sim.geometry.units import OPENING_IN
from tests.geometry.case_files import box_of, cases, named, query_of, solids_of
from tests.shared_files import shared_path

SIGHT_CASES = cases("sight", "case")
SOLDIER = make_body(cylinder_mesh(0.4, 1.6, sides=720))


@pytest.mark.parametrize("case", [c for c in SIGHT_CASES if "line" in c], ids=named)
def test_sight_lines_are_clear_or_blocked_from_both_ends(case: dict[str, Any]) -> None:
    blockers = Blockers(solids_of(case))
    for line in case["line"]:
        a, b = np.array(line["from"], dtype=float), np.array(line["to"], dtype=float)
        assert blockers.clear_line(a, b) is line["clear"], line
        assert blockers.clear_line(b, a) is line["clear"], line


@pytest.mark.parametrize("case", [c for c in SIGHT_CASES if "see" in c], ids=named)
def test_targets_are_seen_or_hidden_with_their_share(case: dict[str, Any]) -> None:
    terrain = solids_of(case)
    for see in case["see"]:
        query = query_of(see)
        assert verdict(terrain, query) is see["visible"], see
        assert (find_witness(terrain, query, shortcuts=False) is not None) is see["visible"], see
        sight = look(terrain, query)
        assert sight.visible is see["visible"]
        if "share" in see:
            assert sight.share * 100 == pytest.approx(see["share"], abs=see["about"]), see


@pytest.mark.parametrize("turn", [0, 37, 90, 180, 251.3])
@pytest.mark.parametrize("shift", [(0, 0), (48, 0), (-1e4, 1e4), (1e6, 1e6)])
@pytest.mark.parametrize("case", [c for c in SIGHT_CASES if c["id"] in ("L11", "L12")], ids=named)
def test_every_copy_of_the_table_gives_the_same_line(  # vasl#1362, vasl#2085
    case: dict[str, Any], shift: tuple[float, float], turn: float
) -> None:
    pose = Pose(*shift, turn)
    solids = SolidSet({f"{i}": transform(box_of(b), pose) for i, b in enumerate(case["boxes"])})
    blockers, line = Blockers(solids), case["line"][0]
    a, b = (np.array([*pose.to_table((p[0], p[1])), p[2]]) for p in (line["from"], line["to"]))
    assert blockers.clear_line(a, b) is line["clear"]
    assert blockers.clear_line(b, a) is line["clear"]


def slit(width: float) -> SolidSet:
    """Two thin walls halfway, leaving a slit of `width` as measured on the target's plane."""
    return SolidSet(
        {
            "left": box_mesh((10, width / 4, 0), (10.001, 9, 4)),
            "right": box_mesh((10, -9, 0), (10.001, -width / 4, 4)),
        }
    )


LEVEL = Query((0.0, 0.0, 0.8), Target(SOLDIER, Pose(20, 0)))


@pytest.mark.parametrize(
    ("width", "seen"),
    [(0.001, False), (0.01, False), (0.02, False), (0.0233, False), (0.0240, True), (0.05, True)],
)
def test_slits_narrower_than_six_tenths_of_a_millimetre_are_closed(
    width: float, seen: bool
) -> None:
    assert pytest.approx(0.02362, abs=1e-5) == OPENING_IN
    assert verdict(slit(width), LEVEL) is seen
    assert (find_witness(slit(width), LEVEL, shortcuts=False) is not None) is seen
    assert look(slit(width), LEVEL).visible is seen


def wall_with_hole(radius: float, y: float, z: float, x: float = 10.0) -> MeshData:
    """A wall in the plane x with a round hole of `radius` around (y, z)."""
    n = 96
    t = np.arange(n) * 2 * math.pi / n
    inner = np.stack([np.full(n, x), y + radius * np.cos(t), z + radius * np.sin(t)], axis=1)
    outer = np.stack([np.full(n, x), y + 30 * np.cos(t), z + 30 * np.sin(t)], axis=1)
    i, j = np.arange(n), (np.arange(n) + 1) % n
    faces = np.concatenate([np.column_stack([i, i + n, j]), np.column_stack([j, i + n, j + n])])
    return MeshData(np.concatenate([inner, outer]), faces.astype(np.int32))


@pytest.mark.parametrize("seed", range(8))
def test_a_round_hole_of_the_openings_size_is_always_found(seed: int) -> None:
    rng = np.random.default_rng(seed)
    body = make_body(cylinder_mesh(0.4, 1.6))
    for scale, seen in ((1.03, True), (0.96, False)):
        for _ in range(6):
            facing, eye_z = rng.uniform(0, 360), rng.uniform(0.5, 3)
            y, z = rng.uniform(-0.3, 0.3), rng.uniform(0.15, 1.45)
            eye = np.array([0.0, 0.0, eye_z])
            target = Target(body, Pose(20, 0, facing))
            # The hole's middle lies on the line to a point of the target's plane; a circle square
            # to x is seen a little narrower than it is by the tilt of the line.
            aim = np.array([20.0, y, z])
            middle = eye + 0.5 * (aim - eye)
            tilt = np.linalg.norm(target.centre - eye) / 20.0
            radius = scale * OPENING_IN / 2 * 0.5 * tilt if seen else OPENING_IN / 4 * scale
            wall = SolidSet({"wall": wall_with_hole(float(radius), middle[1], middle[2])})
            query = Query((0.0, 0.0, float(eye_z)), target)
            assert verdict(wall, query) is seen, (seed, y, z, eye_z, scale)


def test_a_target_on_the_edge_of_an_open_field_is_seen_by_a_ten_thousandth() -> None:
    # The wall's edge throws its shadow to y = 0.4 * (20 / 10); the side of the target sticks out.
    for reach, seen in ((2e-4, True), (-2e-4, False)):
        wall = SolidSet({"wall": box_mesh((10, -9, 0), (10.0001, 0.2, 4))})
        side = 0.4 * math.cos(math.asin(0.4 / 20))  # the tangent point, a little before the axis
        x = 20 - 0.4 * math.sin(math.asin(0.4 / 20))
        edge = 0.2 * x / 10
        query = Query((0.0, 0.0, 0.8), Target(SOLDIER, Pose(20, edge - side + reach)))
        assert verdict(wall, query) is seen


def test_a_thin_rod_past_an_edge_is_seen() -> None:
    # An aerial 0.004 in thick, thinner than any lattice: it shows because the sky beside it is
    # free, and it hides when the wall is one hair higher than its tip.
    hull = box_mesh((-1, -1, 0), (1, 1, 2), "hull")
    rod = box_mesh((0, 0, 2), (0.004, 0.004, 6), "barrel")
    body = make_body(merge([hull, rod]))
    for top, seen in ((5.9, True), (6.01, False)):
        wall = SolidSet({"wall": box_mesh((10, -9, 0), (10.1, 9, top))})
        assert verdict(wall, Query((0.0, 0.0, top), Target(body, Pose(20, 0)))) is seen


def embrasure(half: float, z: float = 0.8) -> SolidSet:
    """A wall at x 15 with a square opening of half width `half`, or none at all."""
    return SolidSet(
        {
            "left": box_mesh((15, half, 0), (15.2, 9, 6)),
            "right": box_mesh((15, -9, 0), (15.2, -half, 6)),
            "below": box_mesh((15, -half, 0), (15.2, half, z - half)),
            "above": box_mesh((15, -half, z + half), (15.2, half, 6)),
        }
    )


@pytest.mark.parametrize("width", [0.1, 0.005])
def test_a_gun_that_sticks_out_of_an_embrasure_is_seen(width: float) -> None:
    # The wall stands among the parts of the target: behind the muzzle, before the hull. What
    # stands behind a part takes nothing from it, however thin the part is.
    hull = box_mesh((-2, -2, 0), (2, 2, 2), "hull")
    gun = box_mesh((-8, -width, 0.8 - width), (-2, width, 0.8 + width), "barrel")
    body = make_body(merge([hull, gun]))
    stopped = make_body(merge([hull, box_mesh((-4.5, -0.1, 0.7), (-2, 0.1, 0.9), "barrel")]))
    for shortcuts in (True, False):
        for reach, seen in ((body, True), (stopped, False)):
            query = Query((0.0, 0.0, 0.8), Target(reach, Pose(20, 0)))
            found = find_witness(
                embrasure(width + 1e-3 if seen else 0.0), query, shortcuts=shortcuts
            )
            assert (found is not None) is seen
            if found is not None:
                assert found[0] < 15.01


def test_a_post_at_the_rim_of_the_view_is_not_forgotten() -> None:
    post = SolidSet({"post": box_mesh((15, 0.24, 0), (15.05, 0.30, 4))})
    sight = look(post, Query((0.0, 0.0, 0.8), Target(SOLDIER, Pose(20, 0))))
    assert 0.88 < sight.share < 0.95
    assert sight.blockers[0][0] == "post"
    hull = Placed(
        "bike", SolidSet({"hull": box_mesh((0, -0.03, 0), (0.05, 0.03, 1.2))}), Pose(15, 0.27), 0
    )
    moved = look(SolidSet({}), Query((0.0, 0.0, 0.8), Target(SOLDIER, Pose(20, 0)), (hull,)))
    assert moved.share == pytest.approx(sight.share, abs=0.03)
    assert moved.blockers[0][0] == "bike"


def test_a_closed_slit_adds_nothing_to_the_share() -> None:
    open_half = box_mesh((10, -9, 0), (10.001, 0.0, 4))
    with_slit = {
        "outer": box_mesh((10, -9, 0), (10.001, -0.1, 4)),
        "inner": box_mesh((10, -0.0925, 0), (10.001, 0.0, 4)),  # 0.015 on the target's plane
    }
    whole = look(SolidSet({"outer": open_half}), LEVEL)
    split = look(SolidSet(with_slit), LEVEL)
    assert whole.share == pytest.approx(0.5, abs=0.01)
    assert split.share == pytest.approx(whole.share, abs=0.003)


def test_the_outline_is_exact_to_the_spot() -> None:
    target = Target(SOLDIER, Pose(20, 0.3, 25))
    view = ViewPlane(np.array([0.0, 1.0, 3.0]), target, Blockers(SolidSet({})))
    rng = np.random.default_rng(6)
    spots = rng.uniform(-1.2, 1.2, (400, 2))
    index, distances, points = Outline(view, spots, 2.0).nearest(spots, 2.0)
    assert np.array_equal(index, np.arange(400))
    back, _ = view.project(points)
    assert np.hypot(*(back - spots).T) == pytest.approx(distances, abs=1e-9)
    misses = np.isnan(view.hits(spots)[:, 0])
    assert np.array_equal(misses, distances > 0)


def walker() -> MeshData:
    """The body of book case D13: hull, and a barrel that reaches past the wall."""
    hull = box_mesh((-2, -1.95, 0), (2, 1.95, 4), "hull")
    barrel = box_mesh((-0.05, 1.95, 1.95), (0.05, 4.05, 2.05), "barrel")
    return merge([hull, barrel])


def test_only_the_gun_shows() -> None:  # D13, book geometry D13
    wall = SolidSet({"wall": box_mesh((10, -10, 0), (10.5, 1, 6))})
    eye = (0.0, 0.0, 1.6)
    pose = Pose(16, -1.05)
    on_base = make_body(walker(), ("figure", "weapon", "hull", "barrel"))
    heavy = make_body(walker(), ("hull", "turret"))
    assert verdict(wall, Query(eye, Target(on_base, pose))) is True
    assert verdict(wall, Query(eye, Target(heavy, pose))) is False
    sight = look(wall, Query(eye, Target(on_base, pose)))
    assert sight.witness is not None
    assert sight.witness[1][1] >= 1.5, "the seen point is on the barrel beyond the wall"
    assert sight.blockers[0][0] == "wall"


@pytest.mark.parametrize("y", [0.0, 1e-9, -1e-9])
def test_an_edge_on_sheet_hides_no_body_behind_it(
    y: float,
) -> None:  # L27, foundryvtt/foundryvtt#7273
    corners = np.array([[5, 0, 0], [9, 0, 0], [9, 0, 3], [5, 0, 3]], dtype=float)
    sheet = SolidSet({"sheet": MeshData(corners, np.array([[0, 1, 2], [0, 2, 3]], np.int32))})
    query = Query((0.0, y, 1.2), Target(SOLDIER, Pose(12, 0)))
    assert verdict(sheet, query) is True
    assert look(sheet, query).share == pytest.approx(1.0, abs=0.02)


def test_leaks_at_a_rock_s_corners_show_nothing_behind_it() -> None:
    # A ball of 5120 faces between eye and target: single rays may slip through its corners.
    ball = _ball(4, 3.0)
    rock = SolidSet({"rock": transform(ball, Pose(10, 0), 0.8)})
    queries = [
        Query((0.0, y, z), Target(SOLDIER, Pose(20, -y)))
        for y in np.linspace(-0.5, 0.5, 5).tolist()
        for z in np.linspace(0.2, 1.5, 5).tolist()
    ]
    assert verdicts(rock, queries) == [False] * 25


def _ball(cuts: int, radius: float) -> MeshData:
    import trimesh

    ball = trimesh.creation.icosphere(subdivisions=cuts, radius=radius)
    return MeshData(np.asarray(ball.vertices, float), np.asarray(ball.faces, np.int32))


def test_hulls_in_the_way_block_like_terrain() -> None:
    nothing = SolidSet({})
    target = Target(SOLDIER, Pose(20, 0))
    tank = SolidSet({"hull": box_mesh((-2, -3, 0), (2, 3, 3))})
    across, beside = Placed("tank", tank, Pose(10, 0), 0.0), Placed("tank", tank, Pose(10, 9), 0.0)
    eye = (0.0, 0.0, 1.6)
    assert verdict(nothing, Query(eye, target)) is True
    assert verdict(nothing, Query(eye, target, (across,))) is False
    assert verdict(nothing, Query(eye, target, (beside,))) is True
    sight = look(nothing, Query(eye, target, (across,)))
    assert sight.blockers == (("tank", pytest.approx(1.0)),)
    turned = Placed("tank", tank, Pose(10, 4.2, 90), 0.0)
    assert verdict(nothing, Query(eye, target, (turned,))) is True


def test_hulls_far_from_the_line_change_nothing() -> None:
    wall = SolidSet({"wall": box_mesh((10, -9, 0), (10.1, 0.1, 9))})
    tank = SolidSet({"hull": box_mesh((-2, -3, 0), (2, 3, 3))})
    parked = [Placed(f"tank-{i}", tank, Pose(3.0 * i, 12 + i), 0.0) for i in range(12)]
    eye, target = (0.0, 0.0, 1.6), Target(SOLDIER, Pose(20, 0))
    alone = look(wall, Query(eye, target))
    assert look(wall, Query(eye, target, tuple(parked))) == alone
    beside_the_eye = Placed("near", tank, Pose(-1.0, 3.5), 0.0)
    behind_the_target = Placed("behind", tank, Pose(25.0, 0.0), 0.0)
    assert look(wall, Query(eye, target, (beside_the_eye, behind_the_target))) == alone


def test_the_witness_is_on_the_side_that_faces_the_eye() -> None:
    for terrain in (SolidSet({}), SolidSet({"wall": box_mesh((10, -9, 0), (10.1, 0.1, 9))})):
        for y in (-1.0, 0.0, 1.0):
            sight = look(terrain, Query((0.0, 0.0, 1.6), Target(SOLDIER, Pose(20, y))))
            if sight.witness is not None:
                x, at_y, _ = sight.witness[1]
                outward = np.array([x - 20, at_y - y])
                assert outward @ np.array([-20, -y]) > -0.1 * 20


def test_blockers_are_named_with_what_they_hide() -> None:
    terrain = SolidSet(
        {
            "low": box_mesh((15, -9, 0), (15.1, 9, 0.4)),
            "left": box_mesh((10, 0, 0), (10.1, 9, 9)),
            "aside": box_mesh((10, 20, 0), (11, 21, 9)),
        }
    )
    sight = look(terrain, Query((0.0, 0.0, 0.8), Target(SOLDIER, Pose(20, 0))))
    hidden = dict(sight.blockers)
    assert list(hidden) == ["left", "low"]
    assert hidden["left"] == pytest.approx(0.5, abs=0.01)
    # The corner between the two is too narrow for the disc: neither seen nor hidden.
    assert sum(hidden.values()) + sight.share == pytest.approx(1.0, abs=2e-4)
    assert all(eye == (0.0, 0.0, 0.8) for eye, _, _ in sight.rays)
    assert {free for _, _, free in sight.rays} == {True, False}


def test_rays_for_drawing_are_true() -> None:
    terrain = SolidSet({"left": box_mesh((10, 0, 0), (10.1, 9, 9))})
    sight = look(terrain, Query((0.0, 0.0, 0.8), Target(SOLDIER, Pose(20, 0))))
    assert sight.witness is not None
    assert (*sight.witness, True) == sight.rays[0]
    for eye, end, free in sight.rays:
        blocked = terrain.occluded(np.array(eye), np.array([end]))[0]
        assert bool(blocked) is not free


def test_nothing_on_the_table_hides_nothing() -> None:
    sight = look(SolidSet({}), Query((0.0, 0.0, 1.6), Target(SOLDIER, Pose(20, 0))))
    assert (sight.visible, sight.share, sight.bound, sight.blockers) == (True, 1.0, 0.0, ())


def test_looking_straight_down_works() -> None:
    floor = SolidSet({"floor": box_mesh((-3, -3, 4), (3, 3, 4.1))})
    target = Target(SOLDIER, Pose(0, 0))
    assert verdict(floor, Query((0.0, 0.0, 8.0), target)) is False
    assert verdict(floor, Query((0.0, 0.0, 3.5), target)) is True
    assert look(floor, Query((0.0, 0.0, 3.5), target)).share == pytest.approx(1.0)


def test_an_eye_beside_a_long_hull_sees_it_past_a_post() -> None:
    # Parts of the hull lie behind the plane through the eye: the view is wider than a half turn.
    hull = make_body(box_mesh((-4, -2.5, 0), (4, 2.5, 6), "hull"))
    post = SolidSet({"post": box_mesh((-2.1, 2.6, 0), (-1.9, 2.8, 3))})
    eye = (-2.0, 3.2, 1.6)
    assert verdict(post, Query(eye, Target(hull, Pose(0, 0)))) is True
    sight = look(post, Query(eye, Target(hull, Pose(0, 0))))
    assert 0.5 < sight.share < 1.0
    walled = SolidSet({"wall": box_mesh((-40, 2.6, -1), (40, 2.7, 40))})
    assert verdict(walled, Query(eye, Target(hull, Pose(0, 0)))) is False


def test_the_weight_of_the_plan_is_not_the_weight_of_the_view() -> None:
    """A target in contact with a wall behind it is seen whole."""
    wall = SolidSet({"wall": box_mesh((20.4, -9, 0), (20.6, 9, 4))})
    sight = look(wall, Query((0.0, 3.0, 1.6), Target(SOLDIER, Pose(20, 0))))
    assert sight.visible
    assert sight.share == pytest.approx(1.0, abs=0.01)


def test_a_real_bunker_blocks_by_its_wall_and_shows_through_its_door() -> None:
    path = shared_path("meshes/skirmishbunker/bunker_small_custom_door.stl")
    bunker = seated(load_mesh(path, unit="mm"))
    terrain = SolidSet({"bunker": bunker})
    inside = Target(make_body(cylinder_mesh(0.3, 1.2)), Pose(0, 0), 0.15)
    ring = [
        Query((8 * math.cos(t), 8 * math.sin(t), 0.8), inside)
        for t in np.linspace(0, 2 * math.pi, 48, endpoint=False).tolist()
    ]
    seen = verdicts(terrain, ring)
    assert 0 < sum(seen) < 48, "some eyes look in, most at walls"
    assert sum(seen) < 24
