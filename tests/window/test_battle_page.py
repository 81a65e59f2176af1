"""The battle page as a person meets it: the same for the toy game and Dust Warfare."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sim.view.livery import liveries
from tests.window.players import Slow
from tests.window.seated import SIDES, Seated

GAMES = ("toy", "mills")


@pytest.fixture(params=GAMES)
def seat(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Seated]:
    """Two persons at one screen; nothing is shown slowly."""
    seated = Seated(tmp_path, request.param)
    seated.sit()
    yield seated
    seated.close()


def test_the_prompt_says_who_is_asked_and_offers_the_answers_as_buttons(seat: Seated):
    question = seat.page.conductor.question
    assert question is not None
    assert seat.facts["who"] == question.who
    assert seat.sees("sentence")
    for option in question.options:
        assert seat.sees(f"prompt/option/{option.id}")


def test_a_click_on_an_answer_gives_it(seat: Seated):
    before = seat.facts["question"], seat.facts["entries"]
    seat.click(f"prompt/option/{seat.facts['options'][1]}")
    assert seat.facts["entries"] > before[1]
    assert (seat.facts["question"], seat.facts["who"]) != before


def test_the_keys_give_the_same_answer_as_the_mouse(tmp_path: Path):
    digests: list[str] = []
    for way in ("mouse", "number", "tab"):
        seat = Seated(tmp_path / way, "toy")
        seat.sit()
        second = seat.facts["options"][1]
        if way == "mouse":
            seat.click(f"prompt/option/{second}")
        elif way == "number":
            seat.press("2")
        else:
            seat.press("tab")
            seat.press("tab")
            assert seat.facts["forward"] == second
            seat.press("space")
        digests.append(f"{seat.page.battle.match.journal}")
        seat.close()
    assert digests[0] == digests[1] == digests[2]


def test_undo_takes_the_last_answer_back_by_button_and_by_key(seat: Seated):
    first = seat.facts["question"]
    assert not seat.places["undo"].enabled
    for way in (lambda: seat.click("undo"), lambda: seat.press("ctrl+z")):
        seat.press("1")
        assert seat.facts["question"] != first or seat.facts["state"] == "handing-over"
        seat.sit()
        way()
        seat.sit()
        assert seat.facts["question"] == first
        assert seat.facts["entries"] == len(seat.page.battle.match.journal)


def test_escape_opens_the_menu_and_closes_it(seat: Seated):
    seat.press("escape")
    assert seat.facts["dialog"] == "menu"
    seat.press("escape")
    assert seat.facts["dialog"] == ""
    seat.click("menu")
    seat.click("menu/resume")
    assert seat.facts["dialog"] == ""


def test_leaving_closes_the_battle_and_its_journal_stays(seat: Seated):
    page, path = seat.page, seat.page.battle.path
    seat.click("menu")
    seat.click("menu/leave")
    assert path.is_file()
    assert page.battle.match.listener is None


def test_the_rule_at_the_prompt_opens_with_one_key(seat: Seated):
    question = seat.page.conductor.question
    assert question is not None
    seat.press("f1")
    assert seat.facts["rule"] == question.rule
    seat.press("escape")
    assert "rule" not in seat.facts


def test_the_opponent_thinks_while_the_window_lives_and_may_be_told_to_play(tmp_path: Path):
    slow = Slow(looks=10**6)
    seat = Seated(tmp_path, "toy", against=slow)
    seat.press("1")
    seat.wait(lambda: seat.facts["state"] == "thinking")
    frames, entries = seat.window.frames, seat.facts["entries"]
    seat.frames(5)
    assert (seat.window.frames, seat.facts["entries"]) == (frames + 5, entries)
    seat.click("play-now")
    seat.frames(3)
    assert slow.hurried == 1
    assert seat.facts["entries"] > entries
    seat.close()


def test_a_click_in_the_roster_selects_and_shows_the_card(seat: Seated):
    seat.until(lambda: any(unit.on_table for unit in seat.page.at.observed.units))
    unit = next(unit for unit in seat.page.at.observed.units if unit.on_table)
    before = seat.page.view.orbit.looks_at
    seat.click(f"roster/unit/{unit.id}")
    assert seat.facts["selected"] == unit.id
    assert seat.sees("card/name")
    assert seat.page.view.orbit.looks_at != before


def test_the_log_is_folded_until_it_is_wanted_and_a_line_shows_its_moment(seat: Seated):
    seat.until(lambda: len(seat.page.log.events()) > 3)
    assert not seat.sees("log/fold")
    seat.press("j")
    assert seat.sees("log/fold")
    index, _ = seat.page.log.events()[-1]
    seat.click(f"log/{index}")
    assert (seat.facts["log"], seat.page.moments.shown) == (index, index)
    seat.click(f"log/{index}")
    assert seat.page.moments.shown == -1


def test_the_sides_keep_their_colours(seat: Seated):
    observed = seat.page.at.observed
    assert [side.id for side in observed.sides] == list(SIDES[seat.game])
    assert set(liveries([side.id for side in observed.sides])) >= set(SIDES[seat.game])
