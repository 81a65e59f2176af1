"""The timeline: how the sides stood, what moved the balance, and what nobody may know yet."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.engine.chronicle import (
    Chronicle,
    Chronicler,
    Moment,
    Stopped,
    chronicle_of,
    seen_by_all,
)
from sim.engine.dice import NoChance, OwnDice, SeededDice
from sim.engine.events import Event
from sim.engine.match import Match
from sim.engine.observed import Observed, SeenUnit, Side
from sim.engine.record import replay
from sim.engine.timeline import Standing, timeline_of
from tests.engine.laws import random_answer
from tests.engine.recording import open_pebbles, recorded_game
from tests.playthroughs.games import PLAYS
from tests.playthroughs.text import answers_in, file_of
from tests.toy import Pebbles, ToyState


def played(seed: int, answers: int = 10_000) -> Match[Any]:
    match = Match(Pebbles(), SeededDice(seed, "timeline"))
    draws = SeededDice(seed, "answers")
    for k in range(answers):
        if match.pending is None:
            break
        match.answer(random_answer(match.pending, draws, k))
    return match


def at(match: Match[Any], entries: int) -> Match[Any]:
    """The match as it was after so many entries."""
    then = Match(match.game, NoChance())
    for entry in match.journal[:entries]:
        then.replay(entry)
    return then


# --- laws -------------------------------------------------------------------------------------


@given(st.integers(0, 10_000))
@settings(max_examples=25, deadline=None)
def test_every_row_is_what_the_state_says_at_that_moment(seed: int):
    match = played(seed)
    timeline = timeline_of(chronicle_of(match))
    for row in timeline.rows:
        state = at(match, row.entries).state
        alive = {side: len(state.side(side)) for side in match.game.sides}
        assert {s.side: s.models for s in row.standings} == alive
        assert {s.side: s.left for s in row.standings} == {
            side: pytest.approx(count / 3) for side, count in alive.items()
        }
        assert sum(s.share for s in row.standings) == pytest.approx(1.0)
    assert [row.label for row in timeline.rows][:-1] == [
        str(n + 1) for n in range(len(timeline.rows) - 1)
    ]


@given(st.integers(0, 10_000))
@settings(max_examples=25, deadline=None)
def test_turning_points_add_up_to_the_whole_way_of_the_balance(seed: int):
    match = played(seed)
    timeline = timeline_of(chronicle_of(match))
    scored = sum(each.score for each in timeline.rows[-1].standings)

    def balance(standings: tuple[Standing, ...]) -> float:
        red, blue = standings
        lead = (red.score - blue.score) / (2 * scored) if scored else 0.0
        return red.share + lead

    ways = [p.moved if p.towards == "red" else -p.moved for p in timeline.turning_points]
    first, last = timeline.rows[0].standings, timeline.rows[-1].standings
    assert sum(ways) == pytest.approx(balance(last) - balance(first))
    for before, after in zip(first, last, strict=True):
        lost = sum(
            loss.models
            for point in timeline.turning_points
            for loss in point.losses
            if loss.side == before.side
        )
        # An even exchange leaves the balance where it was, and is no turning point.
        assert lost <= before.models - after.models
    # What differs by rounding only is equal: the earlier one comes first.
    order = [(-round(point.moved, 9), point.first) for point in timeline.turning_points]
    assert order == sorted(order)
    assert all(point.moved > 0 for point in timeline.turning_points)


@given(st.integers(0, 10_000), st.integers(1, 60))
@settings(max_examples=25, deadline=None)
def test_the_log_of_the_turns_is_the_whole_log_in_order(seed: int, answers: int):
    match = played(seed, answers)
    chronicle = chronicle_of(match)
    assert chronicle.events == tuple(match.events)
    assert [n for _, first, end in chronicle.log for n in range(first, end)] == list(
        range(len(match.events))
    )


# --- following --------------------------------------------------------------------------------


def test_a_recorded_game_and_the_live_one_have_the_same_chronicle(tmp_path: Path):
    match = recorded_game(tmp_path / "game.jsonl")
    chronicler = Chronicler()
    again = replay(tmp_path / "game.jsonl", open_pebbles, each=chronicler.look)
    assert chronicler.finished(again) == chronicle_of(match)


def test_whoever_follows_may_stop_it():
    def enough(done: int, whole: int) -> None:
        if done >= 5:
            raise Stopped

    with pytest.raises(Stopped):
        chronicle_of(played(1), each=enough)


def test_a_match_that_began_from_a_state_is_followed_from_there():
    before = played(2, 20)
    snapshot, _, _ = before.step_start()
    state = msgspec.msgpack.decode(snapshot, type=ToyState)
    match = Match(Pebbles(), SeededDice(9, "timeline"), state)
    while match.pending is not None:
        match.answer(match.pending.candidates()[0])
    rows = timeline_of(chronicle_of(match, start=snapshot)).rows
    assert {s.side: s.models for s in rows[0].standings} == {
        side: len(state.side(side)) for side in match.game.sides
    }


# --- what may be known ------------------------------------------------------------------------


def test_what_one_side_may_not_know_is_not_in_what_all_may_see():
    match = played(1, 8)
    marked = match.state.marks
    badges = {
        viewer: [piece.id for piece in seen.pieces if piece.badges]
        for viewer, seen in (
            ("red", match.observe("red")),
            ("all", seen_by_all(match)),
            ("umpire", match.observe("")),
        )
    }
    assert badges["red"] == [marked["red"]]
    assert badges["all"] == []
    assert sorted(badges["umpire"]) == sorted(set(marked.values()))
    assert len(seen_by_all(match).pieces) == len(match.observe("").pieces) == 6


def test_a_chronicle_for_everybody_tells_no_secret_and_one_for_a_side_only_its_own():
    match = played(1, 8)
    told = {
        viewer: [event.subject for event in chronicle_of(match, viewer=viewer).events]
        for viewer in (None, "red", "")
    }
    secrets = {event.subject for event in match.events if event.kind == "marked"}
    assert not secrets & set(told[None])
    assert [subject for subject in told["red"] if subject in secrets] == [match.state.marks["red"]]
    assert secrets <= set(told[""])


# --- what weighs, and who did it --------------------------------------------------------------


def a_chronicle(*moments: dict[str, int], events: tuple[Event, ...] = ()) -> Chronicle:
    """Two sides: red with a big unit of 100 points, blue with two of 10; one event a step."""
    units = (
        SeenUnit("big", "red", "Big", (), points=100.0),
        SeenUnit("small", "blue", "Small", (), points=10.0),
        SeenUnit("late", "blue", "Late", (), points=10.0),
    )
    seen = Observed("any", "", (Side("red", "Red"), Side("blue", "Blue")), units, ())
    kept = tuple(
        Moment(n, n, 0, "", models, {"red": 0.0, "blue": 0.0}, sum(models.values()))
        for n, models in enumerate(moments)
    )
    told = events or tuple(Event("x", "words.example") for _ in moments[1:])
    return Chronicle(kept, ((kept[0], seen),), seen, told, tuple(range(len(told))), ())


def test_a_unit_weighs_what_it_cost_and_a_part_of_it_its_share():
    chronicle = a_chronicle(
        {"big": 4, "small": 5, "late": 2},
        {"big": 4, "small": 0, "late": 2},  # blue loses half of its 20 points
        {"big": 3, "small": 0, "late": 2},  # red loses a quarter of its 100
    )
    timeline = timeline_of(chronicle)
    red, blue = timeline.rows[-1].standings
    assert (red.strength, blue.strength) == (75.0, 10.0)
    assert (red.left, blue.left) == (0.75, 0.5)
    shares = [100 / 120, 100 / 110, 75 / 85]
    moved = {point.towards: point.moved for point in timeline.turning_points}
    assert moved == {
        "red": pytest.approx(shares[1] - shares[0]),
        "blue": pytest.approx(shares[1] - shares[2]),
    }


def test_a_unit_that_comes_later_counts_whole_until_it_comes():
    chronicle = a_chronicle({"big": 4, "small": 5}, {"big": 4, "small": 5, "late": 2})
    timeline = timeline_of(chronicle)
    assert timeline.turning_points == ()
    assert [s.models for s in timeline.rows[0].standings] == [4, 7]


def test_a_side_with_nothing_left_has_no_share_and_nobody_divides_by_it():
    chronicle = a_chronicle({"big": 1, "small": 1, "late": 1}, {})
    timeline = timeline_of(chronicle)
    assert [(s.share, s.left, s.units) for s in timeline.rows[-1].standings] == [(0.0, 0.0, 0)] * 2


def a_step(*events: tuple[str, str, str]) -> Chronicle:
    """One step in which Small falls: kind, subject and clause of what was told."""
    told = tuple(
        Event(kind, "words.example", (rule,), subject, data={"faces": [1]} if dice else {})
        for kind, subject, rule in events
        for dice in [kind == "rolled"]
    )
    before, after = {"big": 4, "small": 1, "late": 2}, {"big": 4, "late": 2}
    whole = a_chronicle(before, after, events=told)
    end = replace(whole.moments[1], events=len(told))
    return replace(whole, moments=(whole.moments[0], end))


@pytest.mark.parametrize(
    ("told", "lead"),
    [
        # who attacked, not what the target did about it
        (("attacked", "checked", "rolled", "damaged", "killed"), 0),
        # it fled: under the same chapter of the book as its end
        (("rallied", "attacked", "fled", "edge"), 2),
        # the umpire's hand before all
        (("attacked", "edited", "killed"), 1),
        # dice are told, but are nobody's deed
        (("rolled", "attacked", "killed"), 1),
    ],
)
def test_the_line_of_a_turning_point_is_what_felled_the_unit(told: tuple[str, ...], lead: int):
    lines = {
        "attacked": ("attacked", "big", "x.attack.declare"),
        "checked": ("checked", "small", "x.cover.hard"),
        "rolled": ("rolled", "big", "x.roll.dice"),
        "rallied": ("rallied", "small", "x.rally.roll"),
        "damaged": ("damaged", "small/1", "x.damage.mark"),
        "killed": ("killed", "small/1", "x.damage.casualty"),
        "fled": ("fled", "small", "x.flight.move"),
        "edge": ("killed", "small/1", "x.flight.edge"),
        "edited": ("edited", "", "x"),
    }
    chronicle = a_step(*(lines[name] for name in told))
    (point,) = timeline_of(chronicle).turning_points
    assert (point.lead, point.first, point.end) == (lead, 0, len(told))
    assert [(loss.name, loss.models, loss.left) for loss in point.losses] == [("Small", 1, 0)]


def test_an_edit_by_the_umpire_is_a_turning_point_that_says_so():
    match = Match(Pebbles(), OwnDice())
    draws = SeededDice(1, "answers")
    while match.state.phase != "turn":
        asked, k = match.pending, 100 * len(match.journal)
        assert asked is not None
        match.answer(draws.answer(asked, k) if asked.chance else random_answer(asked, draws, k))
    match.edit({"pebbles.red/1.health": 0, "pebbles.red/1.pose": None}, "it rolled off the table")
    (point,) = timeline_of(chronicle_of(match)).turning_points
    assert match.events[point.lead].kind == "edited"
    assert (point.towards, [loss.unit for loss in point.losses]) == ("blue", ["red/1"])


@pytest.mark.parametrize("name", ["mills-regular", "staged-rout", "town-club"])
def test_the_turning_points_of_a_recorded_game_name_all_that_were_destroyed(name: str):
    match = Match(PLAYS[name].open_game(), NoChance())
    chronicler = Chronicler()
    chronicler.look(match)
    for entry in answers_in(file_of(name).read_text(encoding="utf-8")):
        match.replay(entry)
        chronicler.look(match)
    chronicle = chronicler.finished(match)
    timeline = timeline_of(chronicle)
    gone = {loss.unit for p in timeline.turning_points for loss in p.losses if not loss.left}
    assert gone == {event.subject for event in match.events if event.kind == "destroyed"} != set()
    turns = [event.params["turn"] for event in match.events if event.kind == "turn-began"]
    labels = [label for label, _, _ in chronicle.log]
    assert [label for label in labels if label] == [str(turn) for turn in turns]
    for label, first, _ in chronicle.log:
        if label:
            assert chronicle.events[first].kind == "turn-began"
    match.close()
