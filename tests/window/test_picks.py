"""Picking at the table: buttons, keys, miniatures, tags, and what may not be taken."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.window.seated import Seated


@pytest.fixture
def toy(tmp_path: Path) -> Iterator[Seated]:
    """The toy game where a pebble is chosen."""
    seat = Seated(tmp_path, "toy")
    seat.until(lambda: seat.asks == "choose-pebble")
    seat.look_from_above()
    yield seat
    seat.close()


@pytest.fixture(scope="module")
def mills(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seated]:
    """The mills where an Order is given; nobody answers, so tests may share it."""
    seat = Seated(tmp_path_factory.mktemp("mills"), "mills")
    seat.until(lambda: seat.asks == "order")
    seat.look_from_above()
    yield seat
    seat.close()


def test_a_click_on_a_miniature_picks_the_only_option_about_it(toy: Seated):
    pebble = toy.facts["options"][0]
    toy.click_at(toy.pixel_of(pebble))
    entry = next(e for e in reversed(toy.page.battle.match.journal) if "choose-pebble" in e.ask)
    assert entry.answer == pebble
    assert toy.asks == "move"


def test_a_drag_that_begins_beside_the_miniatures_turns_the_table_and_picks_nothing(toy: Seated):
    before = toy.page.view.orbit.angles, toy.facts["entries"]
    toy.drag((640, 330), (760, 360))
    assert toy.facts["entries"] == before[1]
    assert toy.page.view.orbit.angles != before[0]


def test_every_option_with_tags_wears_a_card_at_its_miniature(toy: Seated):
    toy.wait(lambda: toy.facts["tags"] == len(toy.facts["options"]))
    toy.frames(2)
    for option in toy.facts["options"]:
        assert toy.sees(f"target/{option}")


def test_tab_brings_an_option_forward_and_opens_its_reasons(toy: Seated):
    toy.wait(lambda: toy.facts["tags"] == len(toy.facts["options"]))
    looks_at = toy.page.view.orbit.looks_at
    toy.press("tab")
    assert toy.facts["forward"] == toy.facts["options"][0]
    assert toy.sees("target-card/0")
    assert toy.page.view.orbit.looks_at == looks_at
    toy.press("shift+tab")
    assert toy.facts["forward"] == toy.facts["options"][-1]
    toy.press("escape")
    assert toy.facts["forward"] == ""


def test_the_pointer_on_a_miniature_brings_its_option_forward(toy: Seated):
    pebble = toy.facts["options"][1]
    toy.point(toy.pixel_of(pebble))
    toy.frames(2)
    assert toy.facts["forward"] == pebble


def test_looking_at_tags_changes_nothing_in_the_game(toy: Seated):
    before = toy.page.battle.match.digest()
    toy.wait(lambda: toy.facts["tags"] == len(toy.facts["options"]))
    for _ in range(4):
        toy.press("tab")
    assert toy.page.battle.match.digest() == before


def test_a_miniature_with_several_options_unfolds_a_list(mills: Seated):
    question = mills.page.conductor.question
    assert question is not None
    subjects = [question.option(each).subject for each in mills.facts["options"]]
    twice = [subject for subject in subjects if subject and subjects.count(subject) == 2]
    leader = next(p.id for p in mills.page.at.observed.pieces if p.unit in twice)
    mills.page.view.focus_on(leader)
    mills.page.view.orbit.settle()
    mills.frames(2)
    entries = mills.facts["entries"]
    mills.click_at(mills.pixel_of(leader))
    assert len(mills.facts["list"]) == 2
    assert mills.sees(f"pick/{mills.facts['list'][0]}")
    assert mills.facts["entries"] == entries
    mills.press("escape")
    assert mills.facts["list"] == []


def test_what_may_not_be_taken_is_greyed_and_says_why(mills: Seated):
    greyed = mills.facts["greyed"][0]
    entries = mills.facts["entries"]
    assert not mills.places[f"prompt/option/{greyed}"].enabled
    while mills.facts["forward"] != greyed:
        mills.press("tab")
    assert mills.sees("prompt/why-not/0")
    mills.press("space")
    assert mills.facts["entries"] == entries
    assert mills.facts["objections"]
    mills.press("f1")
    assert mills.facts["rule"] in mills.facts["objections"][0]
    mills.press("escape")
    mills.press("escape")
    assert mills.facts["forward"] == ""
