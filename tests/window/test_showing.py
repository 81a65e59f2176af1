"""What happened is shown step by step, in the order in which it happened, never ahead."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sim.window.battle.showing import Throw, throws_of
from tests.window.seated import Seated, SitDown


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[Seated]:
    """The toy game before a move, at the usual speed from there on."""
    seat = Seated(tmp_path, "toy")
    seat.until(lambda: seat.asks == "move")
    seat.page.app.settings.speed = 1.0
    yield seat
    seat.close()


def move(seat: Seated) -> str:
    """Give the path answer that goes farthest; return who moved."""
    question = seat.page.conductor.question
    assert question is not None
    (mini,) = question.movers
    answer = next(a for a in question.candidates() if a[mini].points)  # pyright: ignore
    seat.page.conductor.answer(answer)
    seat.frames(4, 0.02)
    return mini


def test_a_move_glides_and_the_table_shows_no_future(slow: Seated):
    before = slow.page.at.observed
    mini = move(slow)
    assert slow.facts["state"] == "showing"
    told = slow.page.conductor.beat
    assert told is not None
    assert told.observed_before.piece(mini).pose == before.piece(mini).pose
    assert slow.page.view.is_gliding
    assert slow.page.at.observed == told.observed_after
    assert slow.sees("caption")
    slow.wait(lambda: slow.facts["state"] != "showing")
    assert not slow.page.view.is_gliding


def test_nothing_is_asked_while_something_is_shown(slow: Seated):
    move(slow)
    assert (slow.facts["question"], slow.page.asker) == ("", None)
    slow.wait(lambda: slow.facts["state"] != "showing")
    assert slow.facts["question"] or slow.facts["state"] in ("over", "handing-over")


@pytest.mark.parametrize("way", ["space", "button", "click"])
def test_a_beat_is_skipped_by_key_by_button_and_by_a_click_on_the_table(slow: Seated, way: str):
    move(slow)
    first = slow.facts["beat"]
    assert first >= 0
    if way == "space":
        slow.press("space")
    elif way == "button":
        slow.click("skip")
    else:
        slow.click_at((640, 300))
    assert slow.facts["beat"] != first
    assert not slow.page.view.is_gliding


def test_all_beats_are_skipped_by_one_key(slow: Seated):
    move(slow)
    slow.press("f9")
    assert slow.facts["state"] != "showing"


def test_dice_are_thrown_on_the_tray_and_lie_as_they_fell(tmp_path: Path, sit: SitDown):
    seat = sit(tmp_path, "toy")
    seat.until(lambda: seat.asks in ("stones", "react"))
    seat.page.app.settings.speed = 1.0
    if seat.asks == "stones":
        seat.press("=")
        seat.press("space")
    else:
        seat.press("1")
    seat.wait(lambda: seat.page.showing.rolls)
    told = seat.page.conductor.beat
    assert told is not None
    assert list(seat.page.showing.tray.shown) == told.event.data["faces"]
    assert seat.page.insets
    seat.press("space")
    assert not seat.page.showing.rolls


def test_at_no_speed_nothing_is_shown_on_the_way(tmp_path: Path, sit: SitDown):
    seat = sit(tmp_path, "toy")
    seat.until(lambda: seat.asks == "move")
    mini = move(seat)
    seat.frames(2)
    assert seat.facts["state"] != "showing"
    state = seat.page.battle.match.state
    assert seat.page.at.observed.piece(mini).pose == state.pebbles[mini].pose


def test_undo_during_the_show_takes_back_what_is_shown(slow: Seated):
    entries = slow.facts["entries"]
    move(slow)
    slow.press("ctrl+z")
    slow.frames(2)
    assert (slow.facts["entries"], slow.facts["beat"], slow.asks) == (entries, -1, "move")


def test_throws_are_read_from_plain_data_and_what_no_die_shows_is_left_out():
    assert throws_of({}) == ()
    assert throws_of({"faces": [2, 6], "hits_on": [5, 6]}) == (Throw((2, 6), 6, (5, 6)),)
    twice = {"faces": [6], "throws": [{"faces": [1]}, {"faces": [6], "hits_on": [6]}]}
    assert [throw.faces for throw in throws_of(twice)] == [(1,), (6,)]
    assert throws_of(twice)[1].marked == (0,)
    assert throws_of({"faces": [7], "sides": 7}) == ()
