"""Advice, redo, and why the opponent did what he did."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from sim.window.battle.saves import picture_path
from tests.window.players import Slow
from tests.window.seated import SitDown


def test_advice_becomes_the_draft_and_declares_nothing(tmp_path: Path, sit: SitDown):
    seat = sit(tmp_path, "toy")
    seat.sit()
    before = seat.facts["entries"]
    seat.press("f3")
    seat.wait(lambda: seat.facts["forward"])
    assert seat.facts["forward"] in seat.facts["options"]
    assert seat.facts["entries"] == before


def test_what_was_taken_back_is_given_again(tmp_path: Path, sit: SitDown):
    seat = sit(tmp_path, "mills")
    seat.sit()
    seat.press("1")
    told = list(seat.page.battle.match.journal)
    seat.press("ctrl+z")
    assert len(seat.page.battle.match.journal) < len(told)
    seat.press("ctrl+y")
    assert seat.page.battle.match.journal == told


def test_why_the_opponent_did_it_stands_in_the_log(tmp_path: Path, sit: SitDown):
    seat = sit(tmp_path, "toy", against=Slow())
    seat.sit()
    for _ in range(6):
        seat.press("1")
        seat.wait(lambda: seat.facts["state"] in ("waiting", "over"))
        if seat.page.log.thoughts:
            break
    told = [thought for thought in seat.page.conductor.thoughts if thought.why.value is not None]
    assert bool(seat.page.log.thoughts) == bool(told)


def test_a_save_has_a_picture_of_the_table(tmp_path: Path, sit: SitDown):
    seat = sit(tmp_path, "mills")
    seat.sit()
    path = picture_path(seat.page.battle.path)
    seat.wait(path.exists)
    with Image.open(path) as picture:
        assert picture.size == (480, 300)
