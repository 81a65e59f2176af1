"""The rules of the toy game, a clause a test: also the pattern for the tests of a real book."""

from __future__ import annotations

from typing import Any

import pytest

from sim.engine.dice import ScriptedDice
from sim.engine.match import Match, Refused
from sim.engine.questions import Move
from sim.geometry.pose import Pose
from tests.toy import Pebbles, ToyState
from tests.toy.state import HEALTH, TURNS, first_within, gap


def a_table(turn: int = 0, **poses: tuple[float, float]) -> ToyState:
    """A state in the turns with the named pebbles standing; the others are gone."""
    state = Pebbles().first_state()
    state.phase = "turn"
    state.turn = turn
    state.marks = {"red": "blue/1", "blue": "red/1"}
    for pebble in state.pebbles.values():
        at = poses.get(pebble.id.replace("/", "_"))
        pebble.pose = Pose(*at) if at else None
        pebble.health = HEALTH if at else 0
    return state


def played(state: ToyState | None, dice: list[int | str], *answers: Any) -> Match[ToyState]:
    """Answer in order; dice and answers must come out even."""
    script = ScriptedDice(dice)
    match = Match(Pebbles(), script, state)
    for answer in answers:
        match.answer(answer)
    assert script.left(match.dice_used) == ()
    return match


def kinds(match: Match[ToyState]) -> list[str]:
    return [event.kind for event in match.events]


@pytest.mark.rule("toy.mark")
def test_a_mark_is_seen_by_its_own_side_only():
    match = played(None, [], "blue/2", "red/3")
    assert [event.params["id"] for event in match.log("red")] == ["blue/2"]
    assert [event.params["id"] for event in match.log("blue")] == ["red/3"]
    assert match.state.marks == {"red": "blue/2", "blue": "red/3"}


@pytest.mark.rule("toy.bid")
def test_different_bids_decide_and_equal_ones_are_rolled_off_until_they_differ():
    first = played(None, [], "blue/1", "red/1", "late", "early")
    assert first.pending is not None
    assert first.pending.who == "blue"
    rolled = played(None, [4, 4, 2, 5], "blue/1", "red/1", "early", "early")
    assert rolled.pending is not None
    assert rolled.pending.who == "blue"


@pytest.mark.rule("toy.deploy")
def test_a_placement_is_refused_with_every_reason_and_its_place():
    match = played(None, [], "blue/1", "red/1", "early", "late")
    poses = {"red/1": Pose(5, 2), "red/2": Pose(5.9, 2), "red/3": Pose(5, 9)}
    with pytest.raises(Refused) as refused:
        match.answer(poses)
    found = [(o.key, o.subject, o.at) for o in refused.value.objections]
    assert found == [("toy.no.strip", "red/3", (5, 9)), ("toy.no.overlap", "red/2", (5.9, 2))]
    with pytest.raises(Refused) as refused:
        match.answer({"red/1": Pose(5, 2)})
    assert [o.subject for o in refused.value.objections] == ["red/2", "red/3"]


@pytest.mark.rule("toy.move")
@pytest.mark.parametrize(
    ("points", "keys"),
    [
        (((8.0, 5.0),), []),
        (((8.001, 5.0),), []),
        (((8.002, 5.0),), ["toy.no.far"]),
        (((5.0, 7.0), (5.0, 5.0), (5.0, 8.0)), ["toy.no.far"]),
        (((5.0, 0.4), (5.0, 3.0)), ["toy.no.far", "toy.no.table", "toy.no.through"]),
        (((5.0, 2.5),), ["toy.no.through"]),
    ],
)
def test_a_move_keeps_to_allowance_and_table_and_goes_through_nobody(points: Any, keys: list[str]):
    state = a_table(red_1=(5, 5), red_2=(5, 3), blue_1=(15, 10))
    match = played(state, ["short"], "red/1")
    assert match.pending is not None
    objections = match.pending.why_not({"red/1": Move(points=points)})
    assert [o.key for o in objections] == keys


@pytest.mark.rule("toy.answer", "toy.move")
def test_who_comes_near_stops_where_the_enemy_may_answer_and_goes_on_after():
    state = a_table(red_1=(5, 5), blue_1=(12, 5))
    match = played(state, ["long"], "red/1", {"red/1": Move(points=((10, 5),))})
    assert match.pending is not None
    assert (match.pending.what, match.pending.who) == ("react", "blue")
    assert match.state.pebbles["red/1"].pose == Pose(8, 5)
    match.answer("hold")
    assert match.pending is not None
    assert match.pending.params["inches"] == 3.0
    assert match.where() == ("turn", "move", "path")


@pytest.mark.rule("toy.answer", "toy.hit")
def test_the_answer_may_end_the_mover_and_with_him_his_turn():
    state = a_table(red_1=(5, 5), red_2=(5, 1), blue_1=(12, 5))
    state.pebbles["red/1"].health = 1
    to = {"red/1": Move(points=((10, 5),))}
    match = played(state, ["long", 4, "short"], "red/1", to, "throw")
    assert kinds(match) == ["moved", "hit"]
    assert match.state.pebbles["red/1"].pose is None
    assert match.pending is not None
    assert (match.pending.who, match.pending.what) == ("blue", "choose-pebble")


@pytest.mark.rule("toy.answer")
def test_one_enemy_answers_once_a_turn():
    state = a_table(red_1=(5, 5), blue_1=(7, 5))
    out, back = ({"red/1": Move(points=(point,))} for point in ((5, 8), (5, 6)))
    match = played(state, ["long"], "red/1", out, "hold", out)
    assert match.pending is not None
    assert match.pending.what == "stones"
    assert back


@pytest.mark.rule("toy.throw", "toy.hit")
def test_stones_are_shared_out_among_those_in_reach_and_hurt_on_four():
    state = a_table(red_1=(5, 5), blue_1=(9.5, 5), blue_2=(5, 11.9), blue_3=(5, 12.1))
    stay = {"red/1": Move()}
    match = played(state, ["short"], "red/1", stay)
    assert match.pending is not None
    assert [slot.id for slot in match.pending.slots] == ["blue/1", "blue/2"]
    assert match.pending.why_not({"blue/1": 2, "blue/2": 1})[0].key == "engine.answer.sum"
    match = played(state, ["short", 4, 3, "short"], "red/1", stay, {"blue/1": 1, "blue/2": 1})
    assert [match.state.pebbles[f"blue/{n}"].health for n in (1, 2)] == [1, 2]


@pytest.mark.rule("toy.turn")
def test_a_chit_says_how_far_and_sides_take_turns():
    state = a_table(red_1=(2, 2), blue_1=(18, 10))
    match = played(state, ["short", "long"], "red/1", {"red/1": Move()})
    assert match.pending is not None
    assert match.pending.who == "blue"
    match.answer("blue/1")
    assert match.pending is not None
    assert match.pending.params["inches"] == 6.0


@pytest.mark.rule("toy.win")
@pytest.mark.parametrize(
    ("red_2", "winner", "red", "blue"), [((2, 5), "red", 2, 1), (None, "", 1, 1)]
)
def test_pebbles_left_are_counted_and_the_mark_pays_double(
    red_2: Any, winner: str, red: int, blue: int
):
    poses = {"red_1": (2, 2), "blue_1": (18, 10)} | ({"red_2": red_2} if red_2 else {})
    match = played(a_table(TURNS - 1, **poses), ["long"], "red/1", {"red/1": Move()})
    outcome = match.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.why.params) == (winner, {"red": red, "blue": blue})


def test_the_window_opens_where_the_gap_is_three_inches():
    inches = first_within(((0.0, 0.0), (10.0, 0.0)), (6.0, 2.0), 3.0)
    assert inches is not None
    assert gap((inches, 0.0), (6.0, 2.0)) == pytest.approx(3.0)
    assert first_within(((0.0, 0.0), (10.0, 0.0)), (6.0, 4.5), 3.0) is None
