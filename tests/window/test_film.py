"""A film of a recorded game: every moment, in any order, as it was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sim.cli.backstage import CommandBackstage
from sim.engine.dice import SeededDice
from sim.engine.journal import Entry
from sim.engine.match import Match
from sim.engine.steps import Diverged
from sim.errors import InputProblems
from sim.window.battle.film import Film
from tests.engine.recording import answer_next, play_on
from tests.toy import Pebbles
from tests.window import killed


@pytest.fixture(scope="module")
def match() -> Match[Any]:
    return play_on(Match(Pebbles(), SeededDice(3)))


@pytest.fixture(scope="module")
def film(match: Match[Any]) -> Film:
    found = Film.of_match(match)
    while not found.develop(3):
        pass
    return found


def test_the_end_of_a_film_is_the_end_of_the_game(match: Match[Any], film: Film):
    assert film.over
    assert film.digest() == match.digest()
    for viewer in ("", "red", "blue"):
        assert film.observed_at(len(film) - 1, viewer) == match.observe(viewer)


def test_a_film_tells_every_event_once_and_in_order(match: Match[Any], film: Film):
    told = [told for k in range(len(film)) for told in film.events_at(k)]
    assert [each.event for each in told] == match.events
    assert [each.index for each in told] == list(range(len(match.events)))
    assert [event for _, event in film.log("red")] == match.log("red")


def test_every_moment_is_as_it_was_then(match: Match[Any], film: Film):
    again = Match(Pebbles(), SeededDice(3))
    seen = {0: again.game.observe(again.state, "red")}
    while not again.over:
        answer_next(again)
        seen[len(again.journal)] = again.game.observe(again.state, "red")
    assert film.moments[0].entry == 0
    shown = 0
    for moment in film.moments[:-1]:
        if moment.entry in seen:
            assert film.observed_at(moment.k, "red") == seen[moment.entry]
            shown += 1
    assert shown > 10


def test_what_one_side_may_not_know_is_not_in_its_film(film: Film):
    marked = [
        told.event.subject
        for k in range(len(film))
        for told in film.events_at(k, "blue")
        if told.event.kind == "marked"
    ]
    assert len(marked) == 1
    assert marked[0].startswith("red/")


def test_what_was_asked_in_secret_is_told_to_those_alone_who_were_asked(film: Film):
    secret = [moment for moment in film.moments if moment.seen_by]
    assert secret
    for moment in secret:
        other = {"red": "blue", "blue": "red"}[moment.who]
        assert film.asked_at(moment.k, moment.who) == film.asked_at(moment.k) != ""
        assert film.asked_at(moment.k, other) == ""
    opened = next(moment for moment in film.moments if moment.asked and not moment.seen_by)
    assert film.asked_at(opened.k, "red") == film.asked_at(opened.k, "blue") == opened.asked


def test_before_and_after_follow_each_other_without_a_gap(film: Film):
    for k in range(1, len(film)):
        told = film.events_at(k)
        if told:
            assert told[0].observed_before == film.game.observe(_state(film, k - 1), "")
            assert told[-1].observed_after == film.game.observe(_state(film, k), "")


def _state(film: Film, k: int) -> Any:
    """The state after a moment, by another way: the journal given again up to there."""
    match = Match(Pebbles(), SeededDice(3))
    while len(match.journal) < film.moments[k].entry:
        answer_next(match)
    match.rewind(film.moments[k].entry)
    return match.state


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(st.lists(st.integers(-3, 400), min_size=1, max_size=6))
def test_seeking_in_any_direction_shows_the_same_as_going_through(
    match: Match[Any], film: Film, places: list[int]
):
    lazy = Film.of_match(match)
    for k in places:
        assert lazy.observed_at(k, "red") == film.observed_at(k, "red")
        assert lazy.events_at(k, "red") == film.events_at(k, "red")


def test_every_event_is_found_at_its_moment(match: Match[Any], film: Film):
    lazy = Film.of_match(match)
    for index in (len(match.events) - 1, 0, len(match.events) // 2):
        k = lazy.jump_to_event(index)
        assert index in [told.index for told in lazy.events_at(k)]
    assert lazy.jump_to_event(10_000) == len(film) - 1


def test_turns_are_found_by_their_number(film: Film):
    turns = film.turns()
    assert [turn.number for turn in turns] == sorted({turn.number for turn in turns})
    for turn in turns:
        assert film.k_of_turn(turn.number) == turn.k
        assert film.observed_at(turn.k).tracks[0].now == turn.number - 1
        assert film.moments[turn.k].new_turn
        assert turn.text
        if turn.k:
            assert film.observed_at(turn.k - 1).tracks[0].now == turn.number - 2
    assert film.k_of_turn(99) == len(film) - 1


def test_a_film_is_developed_in_slices(match: Match[Any]):
    lazy = Film.of_match(match)
    assert lazy.progress == 0.0
    assert not lazy.develop(2)
    assert 0 < lazy.progress < 0.5
    while not lazy.develop(5):
        pass
    assert lazy.progress == 1.0


def test_a_film_follows_a_running_game_also_when_it_goes_back():
    match = Match(Pebbles(), SeededDice(3))
    film = Film.of_match(match)
    for step in range(30):
        answer_next(match)
        if step % 7 == 5:
            match.undo()
        film.follow(match.journal)
        film.develop(100)
        assert film.digest() == match.digest()
        assert film.events == match.events
        assert film.observed_at(10_000, "red") == match.game.observe(match.state, "red")
        if match.over:
            break


def test_an_edit_is_a_moment():
    match = Match(Pebbles(), SeededDice(3))
    match.edit({"pebbles.red/1.health": 1}, "so agreed")
    film = Film.of_match(match)
    film.develop(10)
    assert len(film) == 2
    assert [told.event.kind for told in film.events_at(1)] == ["edited"]
    assert film.moments[1].asked


def test_a_journal_that_does_not_fit_the_rules_is_refused(match: Match[Any]):
    foreign = [Entry("pick:other:toy.mark", "red", "blue/1"), *match.journal[1:]]
    with pytest.raises(Diverged):
        Film(Pebbles(), foreign).develop(1)
    illegal = [*match.journal[:1], Entry(match.journal[1].ask, "blue", "nobody", ("blue",))]
    with pytest.raises(Diverged):
        Film(Pebbles(), illegal).develop(2)
    with pytest.raises(InputProblems):
        Film(Pebbles(), match.journal, digest="0" * 16).reach(10_000)


def test_the_film_of_a_saved_battle_ends_as_the_battle_did(tmp_path: Path):
    digest = killed.play(tmp_path)
    backstage = CommandBackstage(tmp_path)
    (save,) = backstage.saves()
    recording = backstage.recording(save.path)
    film = Film.of(recording, str(save.path))
    while not film.develop(20):
        pass
    assert film.digest() == digest
    assert [turn.number for turn in film.turns()][-1] >= 3
    moves = [
        told
        for k in range(len(film))
        for told in film.events_at(k)
        if told.event.kind == "moved" and told.event.data.get("paths")
    ]
    assert moves
    for told in moves:
        paths = told.event.data["paths"]
        assert isinstance(paths, dict)
        for mini, way in paths.items():
            if mini in told.moved:
                before, after = told.moved[mini]
                assert list(before.at) == list(way[0])
                assert (after.x, after.y) == pytest.approx(tuple(way[-1]), abs=1e-3)
