"""Corners of the match, one idea a test."""

from __future__ import annotations

from collections.abc import Awaitable, Generator
from typing import Any

import pytest

from sim.engine.dice import NoChance, OwnDice, ScriptedDice, SeededDice
from sim.engine.game import Tell
from sim.engine.match import Diverged, Match, Refused, digest_of
from sim.engine.questions import Move, Option, allocate, draw, path, pick, place, roll
from sim.errors import HulldownError
from sim.geometry.pose import Pose
from tests.engine.laws import state_of
from tests.engine.small_games import Small, SmallState, told

FREE = [Option("yes", "words.example"), Option("no", "words.example")]
ASK: dict[str, Any] = {"rule": "small.ask", "prompt": "words.example", "params": {"name": "x"}}


async def touch_then_ask(state: SmallState, tell: Tell) -> None:
    """Touches state and log before it asks."""
    state.count += 1
    tell(told("before"))
    await pick("one", "go-on", FREE, **ASK)
    tell(told("after"))


async def ask_then_roll(state: SmallState, tell: Tell) -> None:
    choice = await pick("one", "go-on", FREE, **ASK)
    if choice == "yes":
        faces = await roll("luck", 2, **ASK)
        state.names[f"step-{state.count}"] = sum(faces)
    state.count += 1


async def ask_in_secret(state: SmallState, tell: Tell) -> None:
    for side in ("one", "two"):
        await pick(side, "secret", FREE, **ASK, seen_by=(side,))
    state.count += 1


async def break_on_no(state: SmallState, tell: Tell) -> None:
    state.count += 1
    if await pick("one", "go-on", FREE, **ASK) == "no":
        state.left.append(1)
        raise ZeroDivisionError


# --- answers ------------------------------------------------------------------------------


def test_a_whole_number_for_an_inch_makes_the_same_state_as_its_replay():
    async def stand(state: SmallState, tell: Tell) -> None:
        poses = await place("one", "stand", ["a/1"], **ASK)
        state.share = poses["a/1"].x
        state.count += 1

    match = Match(Small(stand, 1), NoChance())
    match.answer({"a/1": Pose(3, 4)})
    assert isinstance(match.state.share, float)
    assert match.journal[0].answer == {"a/1": [3.0, 4.0, 0.0, "ground"]}


def test_positions_are_quantised_once_and_the_rules_check_the_quantised_ones():
    checked: list[Any] = []

    async def stand(state: SmallState, tell: Tell) -> None:
        await place("one", "stand", ["a/1"], **ASK, check=lambda a: checked.append(a) or ())
        state.count += 1

    match = Match(Small(stand, 1), NoChance())
    match.answer({"a/1": Pose(1.000049, 2.00005001, -90.001)})
    assert checked == [{"a/1": Pose(1.0, 2.0001, 270.0)}]
    assert match.journal[0].answer == {"a/1": [1.0, 2.0001, 270.0, "ground"]}


def test_the_points_of_a_path_and_its_pivots_are_quantised_and_pivots_keep_their_sense():
    async def walk(state: SmallState, tell: Tell) -> None:
        await path("one", "walk", ["a/1"], **ASK)
        state.count += 1

    match = Match(Small(walk, 1), NoChance())
    match.answer({"a/1": Move(-90.004, ((1.00004, 2),), 450.126, "mill/upper")})
    assert match.journal[0].answer == {"a/1": [-90.0, [[1.0, 2.0]], 450.13, "mill/upper"]}


def test_an_answer_changed_by_its_giver_afterwards_changes_nothing():
    async def share(state: SmallState, tell: Tell) -> None:
        state.names = await allocate("one", "share", [], 0, **ASK)
        await pick("one", "go-on", FREE, **ASK)
        state.count += 1

    match = Match(Small(share), NoChance())
    given: dict[str, int] = {}
    match.answer(given)
    given["x"] = 5
    match.state.names["y"] = 6
    assert match.journal[0].answer == {}


@pytest.mark.parametrize(
    ("bad", "key"),
    [
        (("red", "red"), "engine.answer.not_in_bag"),
        (("red",), "engine.answer.draws"),
        (("red", "green"), "engine.answer.not_in_bag"),
        ((1, 2), "engine.answer.form"),
    ],
)
def test_what_did_not_come_from_the_bag_is_refused(bad: Any, key: str):
    async def take(state: SmallState, tell: Tell) -> None:
        state.left = [len(await draw("chit", ["red", "blue", "blue"], 2, **ASK))]
        state.count += 1

    match = Match(Small(take, 1), OwnDice())
    with pytest.raises(Refused) as refused:
        match.answer(bad)
    assert refused.value.objections[0].key == key
    match.answer(("blue", "blue"))
    assert match.over


@pytest.mark.parametrize("dice", [(1, 7), (0, 3), (1,), (1, 2, 3), (1.5, 2)])
def test_dice_that_cannot_fall_so_are_refused(dice: Any):
    match = Match(Small(ask_then_roll), OwnDice())
    match.answer("yes")
    with pytest.raises(Refused):
        match.answer(dice)
    match.answer((6, 1))
    assert match.state.names == {"step-0": 7}


def test_scripted_dice_out_of_range_are_a_mistake_of_the_script():
    match = Match(Small(ask_then_roll), ScriptedDice([6, 9]))
    with pytest.raises(ValueError, match="faces 1 to 6"):
        match.answer("yes")


def test_scripted_dice_that_run_out_leave_the_match_where_it_was():
    match = Match(Small(ask_then_roll), ScriptedDice([6]))
    before = state_of(match)
    with pytest.raises(LookupError, match="ran out"):
        match.answer("yes")
    assert state_of(match) == before


def test_scripted_dice_and_draws_share_one_list_and_tell_what_is_left():
    async def both(state: SmallState, tell: Tell) -> None:
        (chit,) = await draw("chit", ["red", "blue"], 1, **ASK)
        faces = await roll("luck", 1, **ASK)
        state.names = {chit: faces[0]}
        state.count += 1

    dice = ScriptedDice(["blue", 4, 6])
    match = Match(Small(both, 1), dice)
    assert match.state.names == {"blue": 4}
    assert dice.left(match.dice_used) == (6,)


# --- whole after an error -----------------------------------------------------------------


def test_a_mistake_in_the_rules_leaves_the_match_where_it_was():
    match = Match(Small(break_on_no), NoChance())
    match.answer("yes")
    before = state_of(match)
    with pytest.raises(ZeroDivisionError):
        match.answer("no")
    assert state_of(match) == before
    assert match.state.left == []
    match.answer("yes")
    assert match.state.count == 3


def test_two_places_of_the_state_never_share_an_object_after_a_step():
    async def share(state: SmallState, tell: Tell) -> None:
        await pick("one", "go-on", FREE, **ASK)
        state.left.append(state.count)
        state.right = state.left
        state.count += 1

    match = Match(Small(share), NoChance())
    match.answer("yes")
    match.answer("yes")
    assert (match.state.left, match.state.right) == ([0, 1], [0, 1])


def test_steps_that_never_ask_are_a_mistake_and_not_a_hang():
    async def nothing(state: SmallState, tell: Tell) -> None:
        return

    with pytest.raises(RuntimeError, match="asked nothing"):
        Match(Small(nothing), NoChance())


def test_a_foreign_awaitable_is_refused():
    class Foreign(Awaitable[int]):
        def __await__(self) -> Generator[Any, None, int]:
            yield "not a question"
            return 1

    async def waits(state: SmallState, tell: Tell) -> None:
        await Foreign()

    with pytest.raises(TypeError, match="only questions"):
        Match(Small(waits), NoChance())


@pytest.mark.parametrize(
    "ask",
    [
        lambda: pick("one", "none", [], **ASK),
        lambda: pick("one", "twice", [FREE[0], FREE[0]], **ASK),
        lambda: draw("chits", ["red"], 2, **ASK),
        lambda: allocate("one", "share", [], 3, **ASK),
    ],
)
def test_a_question_nobody_could_answer_is_a_mistake_of_the_rules(ask: Any):
    async def asks(state: SmallState, tell: Tell) -> None:
        await ask()

    with pytest.raises(ValueError, match=r"\w"):
        Match(Small(asks), NoChance())


# --- the umpire ---------------------------------------------------------------------------


def test_an_edit_does_not_run_the_beginning_of_the_step_twice():
    match = Match(Small(touch_then_ask), NoChance())
    assert match.state.count == 1
    match.edit({"share": 2}, "agreed")
    assert match.state.count == 1
    assert match.state.share == 2.0
    assert [event.kind for event in match.events] == ["edited", "told"]


def test_an_edit_is_undone_like_an_answer_and_replays():
    match = Match(Small(touch_then_ask), NoChance())
    match.answer("yes")
    before = state_of(match)
    match.edit({"names": {"a": 1}}, "agreed")
    after = state_of(match)
    entry = match.journal[-1]
    match.undo()
    assert state_of(match) == before
    match.replay(entry)
    assert state_of(match) == after


def test_an_edit_can_take_up_a_game_that_was_over():
    match = Match(Small(touch_then_ask, 1), NoChance())
    match.answer("yes")
    assert match.over
    match.edit({"count": 0}, "one more round")
    assert not match.over
    assert match.pending is not None
    match.answer("no")
    assert match.over


def test_an_edit_keeps_its_own_copy_of_the_changes():
    match = Match(Small(touch_then_ask), NoChance())
    names = {"a": 1}
    match.edit({"names": names}, "agreed")
    names["a"] = 2
    match.state.names["b"] = 3
    assert match.journal[0].answer["changes"] == {"names": {"a": 1}}


@pytest.mark.parametrize(
    ("changes", "reason", "key"),
    [
        ({"nowhere": 1}, "agreed", "engine.match.edit_path"),
        ({"left.0": 1}, "agreed", "engine.match.edit_path"),
        ({"share": "much"}, "agreed", "engine.match.edit_value"),
        ({"share": 1.0}, "  ", "engine.match.edit_reason"),
        ({"count": -1}, "agreed", "engine.match.over"),
    ],
)
def test_a_wrong_edit_is_refused_whole(changes: dict[str, Any], reason: str, key: str):
    match = Match(Small(touch_then_ask), NoChance())
    before = state_of(match)
    with pytest.raises(Refused) as refused:
        match.edit(changes, reason)
    assert refused.value.objections[0].key == key
    assert state_of(match) == before


def test_the_umpire_waits_until_the_action_in_hand_is_done():
    match = Match(Small(ask_in_secret), NoChance())
    match.answer("yes")
    with pytest.raises(Refused) as refused:
        match.edit({"share": 1.0}, "agreed")
    assert refused.value.objections[0].key == "engine.match.edit_mid_step"


# --- undo ---------------------------------------------------------------------------------


def test_undo_takes_the_dice_with_the_answer_and_nobody_fishes():
    match = Match(Small(ask_then_roll), SeededDice(5))
    match.answer("yes")
    rolled = match.state.names
    match.undo()
    assert match.state.names == {}
    match.answer("yes")
    assert match.state.names == rolled


def test_in_a_match_game_a_roll_is_never_taken_back():
    match = Match(Small(ask_then_roll), SeededDice(5))
    match.answer("no")
    match.undo(past_rolls=False)
    match.answer("yes")
    with pytest.raises(HulldownError) as stopped:
        match.undo(past_rolls=False)
    assert stopped.value.key == "engine.match.undo_stops"


def test_in_a_match_game_a_secret_may_be_taken_back_until_it_is_revealed():
    async def bids(state: SmallState, tell: Tell) -> None:
        await ask_in_secret(state, tell)
        await pick("one", "go-on", FREE, **ASK)

    match = Match(Small(bids), NoChance())
    match.answer("yes")
    match.undo(past_rolls=False)
    match.answer("no")
    match.answer("yes")
    with pytest.raises(HulldownError) as stopped:
        match.undo(past_rolls=False)
    assert stopped.value.key == "engine.match.undo_stops"


def test_undo_of_one_side_takes_back_what_the_other_answered_since():
    async def in_turn(state: SmallState, tell: Tell) -> None:
        await pick("one", "go-on", FREE, **ASK)
        await pick("two", "go-on", FREE, **ASK)
        state.count += 1

    match = Match(Small(in_turn), NoChance())
    for _ in range(3):
        match.answer("yes")
    match.answer("no")
    match.undo(who="one")
    assert len(match.journal) == 2
    assert match.pending is not None
    assert match.pending.who == "one"


def test_there_is_nothing_to_undo_at_the_start_and_rewind_stays_in_the_journal():
    match = Match(Small(ask_then_roll), SeededDice(1))
    with pytest.raises(HulldownError) as nothing:
        match.undo()
    assert nothing.value.key == "engine.match.nothing_to_undo"
    for entries in (-1, 1):
        with pytest.raises(ValueError, match="cannot rewind"):
            match.rewind(entries)


# --- replay, secrets, telling -------------------------------------------------------------


def test_a_replay_stops_where_the_rules_ask_something_else():
    match = Match(Small(ask_then_roll), SeededDice(1))
    match.answer("yes")
    other = Match(Small(touch_then_ask), NoChance())
    other.replay(match.journal[0])
    with pytest.raises(Diverged) as diverged:
        other.replay(match.journal[1])
    assert diverged.value.params["recorded"] == "roll:luck:small.ask"
    assert diverged.value.params["asked"] == "pick:go-on:small.ask"


def test_a_secret_question_shows_the_other_side_no_prompt():
    match = Match(Small(ask_in_secret), NoChance())
    assert match.observe("one").prompt == "words.example"
    assert match.observe("").prompt == "words.example"
    seen = match.observe("two")
    assert (seen.prompt, seen.prompt_params) == ("engine.match.secret", {"side": "one"})


def test_a_match_says_which_procedures_wait():
    async def outer(state: SmallState, tell: Tell) -> None:
        await ask_then_roll(state, tell)

    match = Match(Small(outer), OwnDice())
    match.answer("yes")
    assert match.where() == ("outer", "ask_then_roll", "roll")


def test_the_watcher_hears_each_change_after_it_took_effect():
    heard: list[tuple[int, int]] = []
    match = Match(Small(ask_then_roll), SeededDice(3))
    match.watcher = lambda kept: heard.append((kept, len(match.journal)))
    match.answer("yes")
    match.undo()
    with pytest.raises(Refused):
        match.answer("perhaps")
    match.answer("no")
    match.fork().answer("no")
    assert heard == [(0, 2), (0, 0), (0, 1)]


def test_whole_numbers_in_a_field_of_inches_do_not_change_the_digest():
    assert digest_of(SmallState(share=3)) == digest_of(SmallState(share=3.0))
    assert digest_of(SmallState(share=3)) != digest_of(SmallState(share=3.5))
    assert digest_of(SmallState(names={"a": 1, "b": 2})) == digest_of(
        SmallState(names={"b": 2, "a": 1})
    )
