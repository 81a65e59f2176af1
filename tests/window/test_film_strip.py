"""Reactions: what the enemy does, which units may answer, and letting it pass."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.window.seated import Seated, SitDown


@pytest.fixture
def strip(tmp_path: Path, sit: SitDown) -> Seated:
    """The mills where a unit may answer an attack."""
    seat = sit(tmp_path, "mills")
    seat.until(lambda: seat.asks == "react")
    return seat


def reacted(seat: Seated, since: int) -> object:
    journal = seat.page.battle.match.journal[since:]
    return next(entry.answer for entry in journal if ":react:" in entry.ask)


def test_the_strip_tells_what_the_enemy_does_and_who_may_answer_with_what(strip: Seated):
    question = strip.page.conductor.question
    assert question is not None
    assert strip.facts["asker"] == "strip"
    assert strip.sees("strip/deeds")
    units = list(dict.fromkeys(o.subject for o in question.options if o.subject))
    assert strip.facts["units"] == units
    for unit in units:
        assert strip.sees(f"strip/unit/{unit}")
    for option in question.options:
        assert strip.sees(f"prompt/option/{option.id}")


def test_an_answer_is_given_by_its_button(strip: Seated):
    since = strip.facts["entries"]
    option = next(each for each in strip.facts["options"] if "/" in each)
    strip.click(f"prompt/option/{option}")
    assert reacted(strip, since) == option


def test_when_every_unit_lets_it_pass_nothing_is_answered(strip: Seated):
    since = strip.facts["entries"]
    for unit in strip.facts["units"]:
        strip.click(f"strip/pass/{unit}")
        strip.frames(3)
    assert reacted(strip, since) == "none"
    assert strip.page.orders.orders == ()


def test_a_unit_that_lets_all_pass_is_not_asked_about_this_enemy_again(strip: Seated):
    question = strip.page.conductor.question
    assert question is not None
    enemy, since = question.subject, strip.facts["entries"]
    (unit,) = strip.facts["units"]
    strip.click(f"strip/pass-all/{unit}")
    strip.frames(3)
    assert reacted(strip, since) == "none"
    pending = strip.page.conductor.question
    again = pending is not None and pending.what == "react" and pending.subject == enemy
    assert not again or unit not in [option.subject for option in pending.options]  # pyright: ignore
