"""The battle page as a person meets it: the same for the toy game and Dust Warfare."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sim.view.livery import liveries
from sim.window.battle.umpire import UmpireDialog
from tests.window.players import Slow
from tests.window.seated import SIDES, Seated, SitDown

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


def test_the_keys_give_the_same_answer_as_the_mouse(tmp_path: Path, sit: SitDown):
    digests: list[str] = []
    for way in ("mouse", "number", "tab"):
        seat = sit(tmp_path / way, "toy")
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


def test_the_opponent_thinks_while_the_window_lives_and_may_be_told_to_play(
    tmp_path: Path, sit: SitDown
):
    slow = Slow(looks=10**6)
    seat = sit(tmp_path, "toy", against=slow)
    seat.press("1")
    seat.wait(lambda: seat.facts["state"] == "thinking")
    frames, entries = seat.window.frames, seat.facts["entries"]
    seat.frames(5)
    assert (seat.window.frames, seat.facts["entries"]) == (frames + 5, entries)
    seat.click("play-now")
    seat.frames(3)
    assert slow.hurried == 1
    assert seat.facts["entries"] > entries


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


def test_a_cover_hides_the_table_until_the_other_person_is_there(tmp_path: Path, sit: SitDown):
    seat = sit(tmp_path, "toy")
    assert seat.facts["state"] == "handing-over"
    assert seat.window.table is None
    assert sorted(seat.places) == ["hand-over/here", "hand-over/title"]
    seat.press("1")
    assert seat.facts["entries"] == 0
    seat.click("hand-over/here")
    assert seat.facts["state"] == "waiting"
    seat.press("1")
    assert seat.facts["state"] == "handing-over"
    seat.frames(2)
    assert sorted(seat.places) == ["hand-over/here", "hand-over/title"]
    assert seat.page.conductor.observed.pieces == ()


def test_a_match_says_why_nothing_can_be_taken_back(tmp_path: Path, sit: SitDown):
    seat = sit(tmp_path, "toy", match_style=True)
    seat.until(lambda: seat.asks == "choose-pebble")
    entries = seat.facts["entries"]
    assert not seat.places["undo"].enabled
    seat.press("ctrl+z")
    assert seat.facts["entries"] == entries
    assert seat.sees("messages") or seat.page.conductor.why_not_undo()


def test_the_umpire_moves_a_miniature_with_a_reason_and_it_is_in_the_journal(
    tmp_path: Path, sit: SitDown
):
    seat = sit(tmp_path, "toy", own_dice=True)
    seat.until(lambda: seat.asks == "allowance")
    seat.look_from_above()
    seat.press("u")
    pebble = seat.page.at.observed.pieces[0]
    here = seat.pixel_of(pebble.id)
    seat.drag(here, (here[0] + 30, here[1] - 10), (here[0] + 50, here[1] - 20))
    seat.frames(3)
    assert not seat.places["umpire/apply"].enabled
    seat.click("umpire/reason")
    seat.type("the table was knocked")
    seat.click("umpire/apply")
    seat.frames(3)
    edits = [entry for entry in seat.page.battle.match.journal if entry.ask == "edit"]
    assert [edit.answer["reason"] for edit in edits] == ["the table was knocked"]
    moved = seat.page.battle.match.state.pebbles[pebble.id].pose
    assert moved != pebble.pose
    assert seat.page.at.observed.piece(pebble.id).pose == moved


def test_an_umpire_cannot_make_the_impossible(tmp_path: Path, sit: SitDown):
    seat = sit(tmp_path, "toy", own_dice=True)
    seat.until(lambda: seat.asks == "allowance")
    entries = seat.facts["entries"]
    seat.click("menu")
    seat.click("menu/umpire")
    seat.click("umpire/search")
    seat.type("red/1.health")
    seat.frames(2)
    seat.click("umpire/row/pebbles.red/1.health")
    seat.frames(2)
    seat.click("umpire/value")
    seat.press("end")
    seat.type("7")
    seat.click("umpire/reason")
    seat.type("why not")
    seat.click("umpire/apply")
    assert seat.facts["entries"] == entries
    assert seat.sees("umpire/objection/0")
    objections = seat.page.dialog.objections  # pyright: ignore
    assert [each.key for each in objections] == ["toy.no.health"]


def test_the_umpire_waits_for_the_end_of_an_action(tmp_path: Path, sit: SitDown):
    seat = sit(tmp_path, "toy")
    seat.until(lambda: seat.asks == "choose-pebble")
    dialog = UmpireDialog(seat.page.at)
    piece = seat.page.at.observed.pieces[0]
    dialog.mini, dialog.pose, dialog.reason = piece.id, piece.pose.moved(9.0, 6.0), "agreed"
    before = seat.page.battle.match.digest()
    assert not dialog.apply()
    assert dialog.objections
    assert seat.page.battle.match.digest() == before


def test_standing_orders_are_given_per_unit_and_answer(tmp_path: Path, sit: SitDown):
    seat = sit(tmp_path, "toy")
    seat.until(lambda: seat.asks == "choose-pebble")
    seat.press("o")
    assert seat.facts["dialog"] == "orders"
    rows = [name for name in seat.places if name.count("/") >= 2 and name.startswith("orders/")]
    seat.click(rows[0])
    seat.frames(2)
    values = sorted(name for name in seat.places if name.startswith(f"{rows[0]}/"))
    seat.click(next(name for name in values if not name.endswith("/ask")))
    assert len(seat.page.orders.orders) == 1
    seat.click("orders/clear")
    assert seat.page.orders.orders == ()


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_panels_stay_inside_the_window_and_never_hide_the_prompt(
    tmp_path: Path, sit: SitDown, scale: float
):
    seat = sit(tmp_path, "mills", scale=scale)
    seat.until(lambda: seat.asks == "order")
    wide, high = 1280 / scale, 800 / scale
    prompt_top = high - seat.page.prompt.high
    for name, place in seat.places.items():
        left, top, right, bottom = place.box
        if not place.shown or name.startswith("target/"):
            continue
        assert left >= -1, name
        assert right <= wide + 1, name
        assert top >= -1, name
        if name.startswith(("roster/", "card/")):
            assert bottom <= prompt_top + 30, name
    seat.shot(tmp_path / "scale.png")
