"""Shares, openings, parts, blockers and witnesses: what a sight says beyond its verdict."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.meshes import box_mesh, cylinder_mesh, merge, transform
from sim.geometry.pose import Pose
from sim.geometry.proof import prove
from sim.geometry.rays import Blockers, Placed, SolidSet
from sim.geometry.sight import Query, look
from sim.geometry.sight.bodies import Target, make_body
from sim.geometry.sight.shares_witness import BUNDLE_IN, is_confirmed
from sim.geometry.sight.view_plane import ViewPlane
from sim.geometry.units import OPENING_IN

SOLDIER = make_body(cylinder_mesh(0.4, 1.6, sides=96, name="figure"))
TANK = make_body(
    merge(
        [
            box_mesh((-2.0, -1.0, 0.0), (2.0, 1.0, 1.0), "hull"),
            box_mesh((-0.7, -0.7, 1.0), (0.7, 0.7, 1.6), "turret"),
            box_mesh((-0.05, -3.0, 1.25), (0.05, -0.7, 1.35), "barrel"),
        ]
    )
)
AT_SOLDIER = Query((0.0, 0.0, 0.8), Target(SOLDIER, Pose(20, 0)))
AT_TANK = Query((0.0, 0.0, 1.0), Target(TANK, Pose(20, 0)))
THIN = 1e-6


def wall(y0: float, y1: float, z0: float = -1.0, z1: float = 9.0, x: float = 10.0) -> SolidSet:
    return SolidSet({"wall": box_mesh((x, y0, z0), (x + THIN, y1, z1))})


@pytest.mark.parametrize("edge", [-0.15, -0.1, 0.0, 0.05, 0.11])
def test_the_share_is_within_its_bound_and_a_thousandth_of_the_proof(edge: float) -> None:
    for query in (AT_SOLDIER, AT_TANK):
        sight, proof = look(wall(edge, 9.0), query), prove(wall(edge, 9.0), query)
        assert abs(sight.share - proof.share) <= sight.bound
        assert sight.share == pytest.approx(proof.share, abs=1e-3)
        assert sight.bound < 0.01


def test_what_is_seen_whole_reads_whole_with_hardly_a_doubt() -> None:
    beside = look(wall(0.25, 9.0), AT_SOLDIER)
    assert (beside.share, beside.blockers) == (1.0, ())
    assert beside.bound <= 2.5e-4
    assert beside.opening_in is None


def test_what_is_blocked_reads_nothing_without_a_doubt() -> None:
    hidden = look(wall(-9.0, 9.0), AT_SOLDIER)
    assert (hidden.share, hidden.bound, hidden.opening_in) == (0.0, 0.0, 0.0)
    assert hidden.parts == (("figure", 0.0),)
    assert hidden.blockers == (("wall", pytest.approx(1.0)),)


def test_upright_edges_do_not_all_err_the_same_way() -> None:
    plate = make_body(box_mesh((0.0, -0.5, 0.0), (0.01, 0.5, 2.0)))
    errors = []
    for edge in np.linspace(-0.2, 0.2, 9).tolist():
        sight = look(wall(edge, 9.0), Query((0.0, 0.0, 1.0), Target(plate, Pose(20, 0))))
        errors.append(sight.share - (edge + 0.25) / 0.5)
    assert np.abs(errors).max() < 1e-3
    assert np.abs(errors).mean() < 4e-4


def test_parts_are_named_with_what_is_seen_of_each() -> None:
    # The wall's top throws its shadow at twice the height above the eye: 1.0 + 2 * 0.05.
    sight = look(wall(-9.0, 9.0, z1=1.05), AT_TANK)
    parts = dict(sight.parts)
    assert list(parts) == ["hull", "turret", "barrel"]
    assert parts["hull"] == 0.0
    assert parts["turret"] == pytest.approx(5 / 6, abs=0.02)
    assert parts["barrel"] == 1.0
    in_the_open = look(SolidSet({}), AT_TANK)
    assert dict(in_the_open.parts) == {"hull": 1.0, "turret": 1.0, "barrel": 1.0}


def test_a_part_behind_the_body_itself_is_not_named() -> None:
    from_behind = Query((0.0, 0.0, 0.5), Target(TANK, Pose(20, 0, -90)))
    far_gun = Query((0.0, 0.0, 0.5), Target(TANK, Pose(20, 0, 90)))
    names = [[name for name, _ in look(SolidSet({}), q).parts] for q in (from_behind, far_gun)]
    assert ["barrel" in found for found in names] in ([True, False], [False, True])


def test_each_piece_that_hides_everything_alone_is_a_sole_blocker() -> None:
    terrain = SolidSet(
        {
            "house": box_mesh((5, -3, 0), (7, 3, 5)),
            "left half": box_mesh((9, -0.02, 0), (9.1, 5, 5)),
            "right half": box_mesh((10, -5, 0), (10.1, 0.02, 5)),
            "hill": box_mesh((12, -9, 0), (13, 9, 3)),
            "low": box_mesh((15, -9, 0), (15.1, 9, 0.3)),
            "aside": box_mesh((10, 20, 0), (12, 30, 9)),
        }
    )
    sight = look(terrain, AT_SOLDIER)
    assert sight.sole_blockers == ("house", "hill")
    assert sight.blockers == (("house", pytest.approx(1.0)),)


def test_halves_that_hide_together_are_no_sole_blockers() -> None:
    halves = {
        "b": box_mesh((9, 0, -1), (9 + THIN, 5, 5)),
        "a": box_mesh((9, -5, -1), (9 + THIN, 0, 5)),
    }
    sight = look(SolidSet(halves), AT_SOLDIER)
    assert sight.visible is False
    assert sight.sole_blockers == ()
    assert [share for _, share in sight.blockers] == [pytest.approx(0.5, abs=2e-3)] * 2


def test_a_hull_in_the_way_may_be_a_sole_blocker_and_a_fence_of_slits_too() -> None:
    tank = Placed("tank", SolidSet({"hull": box_mesh((-2, -3, 0), (2, 3, 3))}), Pose(8, 0), 0.0)
    slit = 0.9 * OPENING_IN / 2
    boards = [
        box_mesh((12, y, -1), (12 + THIN, y + 0.2 - slit, 5))
        for y in np.arange(-3, 3, 0.2).tolist()
    ]
    sight = look(
        SolidSet({"fence": merge(boards)}), Query(AT_SOLDIER.eye, AT_SOLDIER.target, (tank,))
    )
    assert sight.sole_blockers == ("fence", "tank")


def test_equal_blockers_stand_in_the_order_of_their_names() -> None:
    far = {"b": box_mesh((10, 5, 0), (11, 6, 3)), "a": box_mesh((10, 8, 0), (11, 9, 3))}
    posts = {
        "y": box_mesh((10, 0.05, -1), (10 + THIN, 0.1, 9)),
        "x": box_mesh((10, -0.1, -1), (10 + THIN, -0.05, 9)),
    }
    blockers = look(SolidSet({**far, **posts}), AT_SOLDIER).blockers
    assert {name for name, _ in blockers} == {"x", "y"}
    assert blockers[0][1] == pytest.approx(blockers[1][1], abs=2e-3)


@pytest.mark.parametrize("gap", [0.03, 0.06, 0.2, 0.5])
def test_the_opening_is_as_wide_as_the_gap(gap: float) -> None:
    near = gap / 4
    walls = {
        "left": box_mesh((10, near, -1), (10 + THIN, 9, 9)),
        "right": box_mesh((10, -9, -1), (10 + THIN, -near, 9)),
    }
    sight = look(SolidSet(walls), AT_SOLDIER)
    assert sight.opening_in == pytest.approx(gap, rel=0.12, abs=0.003)


def test_the_opening_past_one_edge_is_wide_and_capped_at_the_target_s_size() -> None:
    assert look(wall(0.0, 9.0), AT_SOLDIER).opening_in == pytest.approx(
        2 * SOLDIER.radius, rel=0.12
    )
    sliver = look(wall(-0.1999, 9.0), AT_SOLDIER)
    assert sliver.visible
    assert sliver.opening_in is not None
    assert OPENING_IN * 0.999 <= sliver.opening_in <= 2 * SOLDIER.radius


@pytest.mark.parametrize("seed", range(6))
def test_the_witness_is_confirmed_by_a_bundle(seed: int) -> None:
    rng = np.random.default_rng(seed)
    boxes = {
        f"{i}": transform(
            box_mesh((-0.2, -0.6, 0), (0.2, 0.6, float(rng.uniform(0.6, 2)))),
            Pose(float(rng.uniform(3, 19)), float(rng.uniform(-1, 1)), float(rng.uniform(0, 180))),
        )
        for i in range(3)
    }
    terrain, seen = SolidSet(boxes), 0
    for height in np.linspace(0.5, 2.5, 8).tolist():
        query = Query((0.0, float(rng.uniform(-1, 1)), height), AT_SOLDIER.target)
        sight = look(terrain, query)
        if sight.witness is None:
            continue
        seen += 1
        view = ViewPlane(np.array(query.eye), query.target, Blockers(terrain))
        assert is_confirmed(view, np.array(sight.witness[1]))
        assert (*sight.witness, True) == sight.rays[0]
    assert seen


def test_a_bundle_does_not_slip_through_a_crack_that_one_ray_does() -> None:
    cracked = SolidSet(
        {
            "left": box_mesh((10, BUNDLE_IN / 20, -1), (10 + THIN, 9, 9)),
            "right": box_mesh((10, -9, -1), (10 + THIN, -BUNDLE_IN / 20, 9)),
        }
    )
    view = ViewPlane(np.array(AT_SOLDIER.eye), AT_SOLDIER.target, Blockers(cracked))
    front = np.array([19.6, 0.0, 0.8])
    assert view.reached(front[None])[0]
    assert not is_confirmed(view, front)
    edge = ViewPlane(np.array(AT_SOLDIER.eye), AT_SOLDIER.target, Blockers(wall(1e-5, 9.0)))
    assert is_confirmed(edge, front), "past one edge any distance is enough"
