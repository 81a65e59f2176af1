"""Sight while something is dragged: the same verdict as the table's, with lines and margins."""

from __future__ import annotations

import threading
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.errors import HulldownError
from sim.geometry.margin import find_margin
from sim.geometry.measured import Measured, holds_within
from sim.geometry.meshes import box_mesh, transform
from sim.geometry.pose import Pose
from sim.table.facts import Facts
from sim.table.live import LiveSight
from sim.table.live_margin import Holdings, Margins
from sim.table.pieces import Floor, Stand, Table
from tests.benchmarks.proof_scenes import make_table
from tests.table.builders import box, facts_of, soldier, square

WALL = box("wall", (20, 20.3), (6, 14), 2.0)
A, B = soldier(10, 10), soldier(30, 10)


def moved(table: Table, piece: str, pose: Pose, rise: float = 0.0) -> Table:
    """Return the table with a piece that stood at the origin's frame elsewhere."""
    old = table.terrain[piece]
    home, turn = old.pose, pose.facing - old.pose.facing
    body = transform(old.body, Pose(-home.x, -home.y))
    body = transform(transform(body, Pose(0, 0, turn)), Pose(pose.x, pose.y), rise)
    floors = tuple(replace(floor, z_in=floor.z_in + rise) for floor in old.floors)
    new = replace(old, pose=pose, body=body, floors=floors)
    return replace(table, terrain={**table.terrain, piece: new})


def assert_same(live: LiveSight, facts: Facts, a: Stand, b: Stand, solids=()) -> None:
    """Say that both see the same of `b`."""
    now, whole = live.look(a, b, solids), facts.sight(a, b, solids)
    assert now.visible == whole.visible
    assert now.visible == live.sees(a, b, solids)
    assert abs(now.share - whole.share) <= now.bound + whole.bound
    assert now.line.free == now.visible
    told, wanted = dict(now.blockers), dict(whole.blockers)
    for name in {**told, **wanted}:
        assert told.get(name, 0.0) == pytest.approx(wanted.get(name, 0.0), abs=0.02)


@given(st.integers(0, 60))
@settings(max_examples=6, deadline=None)
def test_a_dragged_miniature_is_seen_as_the_table_sees_it(seed: int):
    random = make_table(seed, 4)
    facts = Facts(random.table)
    live = LiveSight(Facts(random.table))
    for ask in random.asks:
        assert_same(live, facts, ask.looker, ask.target, ask.solids)


@given(
    st.integers(0, 60), st.integers(0, 10), st.floats(4, 24), st.floats(4, 24), st.floats(0, 360)
)
@settings(max_examples=8, deadline=None)
def test_a_dragged_piece_hides_what_it_hides_on_the_table(
    seed: int, number: int, x: float, y: float, facing: float
):
    random = make_table(seed, 4)
    piece = f"piece-{number}"
    home = random.table.terrain[piece].body.bounds[:, :2].mean(axis=0)
    old = replace(random.table.terrain[piece], pose=Pose(*home.tolist()))
    table = replace(random.table, terrain={**random.table.terrain, piece: old})
    live = LiveSight(Facts(table))
    live.hold(piece)
    pose = Pose(x, y, facing)
    live.move(pose)
    facts = Facts(moved(table, piece, pose))
    for ask in random.asks:
        assert_same(live, facts, ask.looker, ask.target, ask.solids)


def test_a_wall_dragged_out_of_the_line_frees_it_and_back_again():
    live = LiveSight(facts_of(WALL))
    live.hold("wall")
    assert not live.look(A, B).visible
    live.move(Pose(20.15, 30))
    assert live.look(A, B).visible
    live.let_go()
    assert live.held == ""
    assert not live.look(A, B).visible


def test_a_piece_taken_in_hand_after_a_look_hides_what_it_hid():
    live = LiveSight(facts_of(WALL))
    before = live.look(A, B)
    live.hold("wall")
    held = live.look(A, B)
    assert (held.visible, held.share) == (before.visible, before.share)
    assert held.line.blocker == before.line.blocker == "wall"


def test_a_blocked_line_ends_where_it_is_stopped_and_names_the_piece():
    line = LiveSight(facts_of(WALL)).look(A, B).line
    assert (line.free, line.blocker) == (False, "wall")
    assert line.stop is not None
    assert line.stop[0] == pytest.approx(20.0, abs=1e-3)


def test_a_free_line_goes_from_the_eye_to_the_target():
    line = LiveSight(facts_of()).look(A, B).line
    assert line.free
    assert line.stop is None
    assert line.eye == (10.0, 10.0, 1.6)
    assert line.end[0] == pytest.approx(30, abs=0.5)


def test_a_hull_in_the_way_is_named():
    hull = replace(facts_of().table.models["walker"], id="hull")
    body = box_mesh((-1.5, -1.5, 0), (1.5, 1.5, 3), "hull")
    facts = facts_of(hull=replace(hull, body=body))
    line = LiveSight(facts).look(A, B, (Stand("hull", Pose(20, 10)),)).line
    assert line.blocker == "hull"


def test_a_wall_pulled_higher_hides_at_once():
    low = box("wall", (20, 20.3), (6, 14), 0.5)
    live = LiveSight(facts_of(low))
    live.hold("wall")
    assert live.look(A, B).visible
    live.reshape(WALL)
    assert not live.look(A, B).visible


def test_who_stands_on_a_dragged_hill_rises_with_it():
    hill = box("hill", (8, 12), (8, 12), 2.0, carries=True)
    live = LiveSight(facts_of(hill))
    assert live.eye(A)[2] == pytest.approx(3.6)
    live.hold("hill")
    assert live.eye(A)[2] == pytest.approx(3.6)
    live.move(Pose(30, 10))
    assert live.eye(A)[2] == pytest.approx(1.6)
    assert live.eye(B)[2] == pytest.approx(3.6)


def test_a_floor_is_as_high_as_the_piece_is_held():
    floor = Floor("1", 3.0, square((8, 12), (8, 12)))
    house = box("house", (8, 12), (8, 12), 0.2, floors=[floor])
    live = LiveSight(facts_of(house))
    live.hold("house")
    live.move(Pose(20, 10), rise=1.5)
    assert live.support(soldier(20, 10, "house/1")) == pytest.approx(4.5)


def test_a_piece_dragged_onto_a_floor_stands_on_it():
    floor = Floor("1", 3.0, square((26, 32), (6, 14)))
    house = box("house", (26, 32), (6, 14), 0.2, floors=[floor])
    live = LiveSight(facts_of(WALL, house))
    above = soldier(31, 10, "house/1")
    live.hold("wall")
    assert live.look(A, above).visible
    live.move(Pose(28, 10, 0, "house/1"))
    (hidden,) = live.look(A, above).blockers
    assert hidden == ("wall", pytest.approx(0.85, abs=0.05))
    assert [name for name, _ in live.look(A, soldier(31, 10)).blockers] == ["house"]


def test_who_stands_on_a_floor_of_the_piece_in_hand_goes_with_it():
    floor = Floor("1", 3.0, square((8, 12), (8, 12)))
    live = LiveSight(facts_of(box("house", (8, 12), (8, 12), 0.2, floors=[floor])))
    rider = soldier(11, 10, "house/1")
    assert live.carried(rider) == rider
    live.hold("house")
    live.move(Pose(30, 20, 90))
    pose = live.carried(rider).pose
    assert (pose.x, pose.y, pose.facing) == pytest.approx((30, 21, 90))
    assert live.carried(A) == A


def test_nobody_holds_a_piece_that_is_not_there():
    with pytest.raises(HulldownError, match="did you mean"):
        LiveSight(facts_of(WALL)).hold("wal")


def test_an_empty_piece_can_be_held():
    nothing = replace(
        WALL, id="nothing", body=type(WALL.body)(np.zeros((0, 3)), WALL.body.faces[:0])
    )
    live = LiveSight(facts_of(nothing))
    live.hold("nothing")
    assert live.look(A, B).visible


# --- margins ------------------------------------------------------------------------------------


def test_the_margin_found_aside_is_the_one_of_the_table():
    live, margins = LiveSight(facts_of(WALL)), Margins(resting_s=0)
    asked = live.question(A, B)
    margins.ask(asked)
    assert margins.wait(60) == find_margin(asked.terrain, asked.query)
    assert margins.ready() == margins.wait(0)
    margins.close()


def test_the_margin_of_a_dragged_wall_is_that_of_the_new_table():
    facts = facts_of(WALL)
    live, margins = LiveSight(facts), Margins(0.5, resting_s=0)
    live.hold("wall")
    live.move(Pose(20.15, 13.9))
    margins.ask(live.question(A, B))
    there = Facts(moved(facts.table, "wall", Pose(20.15, 13.9))).sight_report(A, B).margin
    found = margins.wait(60)
    assert found is not None
    assert found.target_in == pytest.approx(min(there.target_in, 0.5), abs=0.01)
    margins.close()


def test_a_margin_nobody_wants_any_more_ends_and_the_next_is_found():
    told = threading.Event()
    live, margins = (
        LiveSight(facts_of(WALL, box("far", (40, 41), (0, 40), 3))),
        Margins(tell=told.set, resting_s=0),
    )
    for step in range(20):
        margins.ask(live.question(A, soldier(30, 10 + step * 0.1)))
    assert told.wait(60)
    assert margins.ready() is not None
    last = live.question(A, soldier(30, 11.9))
    assert margins.wait(60) == find_margin(last.terrain, last.query)
    margins.cancel()
    assert margins.ready() is None
    assert not margins.busy
    margins.close()


def test_before_anything_is_asked_there_is_no_margin():
    margins = Margins(resting_s=0)
    assert margins.ready() is None
    assert margins.wait() is None
    margins.close()


def test_the_margin_knows_the_pieces_beside_the_line():
    beside = box("beside", (24, 24.3), (10.9, 20), 3.0)
    facts = facts_of(WALL, beside)
    live, margins = LiveSight(facts), Margins(resting_s=0)
    live.hold("wall")
    live.move(Pose(20.15, 30))
    margins.ask(live.question(A, B))
    found = margins.wait(60)
    there = Facts(moved(facts.table, "wall", Pose(20.15, 30))).sight_report(A, B).margin
    assert found is not None
    assert found.target_in == pytest.approx(there.target_in, abs=0.01)
    assert found.shooter_in == there.shooter_in
    margins.close()


def test_a_margin_is_not_looked_for_farther_than_the_terrain_of_a_question():
    with pytest.raises(ValueError, match="at most"):
        Margins(2.0)


def test_while_things_are_dragged_no_margin_is_begun():
    live, margins = LiveSight(facts_of(WALL)), Margins(resting_s=60)
    margins.ask(live.question(A, B))
    assert margins.busy
    margins.close()
    assert margins.ready() is None


def test_whether_a_verdict_holds_within_an_error_is_found_aside():
    live, measured = LiveSight(facts_of(WALL)), Measured(places_in=0.0625, heights_in=0.0625)
    holdings = Holdings(measured, resting_s=0)
    asked = live.question(A, B)
    holdings.ask(asked)
    assert holdings.wait(60) == holds_within(asked.terrain, asked.query, measured)
    holdings.close()
