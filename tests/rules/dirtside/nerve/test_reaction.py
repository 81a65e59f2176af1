"""Reaction tests, panic, and fire that holds a unit down."""

from __future__ import annotations

import pytest

from sim.rules.dirtside.nerve.reaction import (
    advance_threats,
    move_threats,
    panics,
    reaction_test,
)
from sim.rules.dirtside.nerve.score import Threat
from tests.rules.dirtside.tiny import Tiny, unit

TWO = ((10.0, 10.0), (11.0, 10.0))
THREAT = (Threat("ds.threat.under_fire", 1, "ds.reaction.uf_infantry"),)


@pytest.mark.rule("ds.reaction.test", "ds.reaction.retry")
def test_failure_costs_no_confidence_and_the_order_may_be_tried_again():
    tiny = Tiny(unit("a", "blue", *TWO, leadership=2))
    assert not tiny.run(reaction_test(tiny.play, tiny.unit("a"), THREAT), (1,))
    assert tiny.unit("a").confidence == "CO"
    assert tiny.run(reaction_test(tiny.play, tiny.unit("a"), THREAT), (4,))


@pytest.mark.rule("ds.underfire.move_test", "ds.reaction.uf_infantry", "ds.reaction.uf_vehicle")
def test_fire_holds_infantry_down_more_than_vehicles():
    foot = Tiny(unit("a", "blue", *TWO, troop="rifles", under_fire=True))
    assert [each.level for each in move_threats(foot.play, foot.unit("a"))] == [1]
    tanks = Tiny(unit("a", "blue", *TWO, under_fire=True))
    assert [each.level for each in move_threats(tanks.play, tanks.unit("a"))] == [0]
    table = Tiny(unit("a", "blue", *TWO, under_fire=True), under_fire_vehicle="1")
    assert [each.level for each in move_threats(table.play, table.unit("a"))] == [1]


@pytest.mark.rule("ds.underfire.purpose")
def test_who_is_not_under_fire_moves_as_he_likes():
    tiny = Tiny(unit("a", "blue", *TWO))
    assert move_threats(tiny.play, tiny.unit("a")) == ()


@pytest.mark.rule("ds.reaction.sh_advance", "ds.confidence.sh_infantry", "ds.confidence.sh_armour")
def test_shaken_infantry_must_be_brought_to_advance_and_armour_need_not():
    foot = Tiny(unit("a", "blue", *TWO, troop="rifles", confidence="SH"))
    assert [each.level for each in advance_threats(foot.play, foot.unit("a"))] == [1]
    tanks = Tiny(unit("a", "blue", *TWO, confidence="SH"))
    assert advance_threats(tanks.play, tanks.unit("a")) == ()


@pytest.mark.rule("ds.confidence.co_infantry", "ds.confidence.st_infantry")
@pytest.mark.parametrize("level", ["CO", "ST"])
def test_confident_and_steady_infantry_acts_as_it_likes(level: str):
    tiny = Tiny(unit("a", "blue", *TWO, troop="rifles", confidence=level))
    assert advance_threats(tiny.play, tiny.unit("a")) == ()


@pytest.mark.rule("ds.confidence.co_armour", "ds.confidence.st_armour")
@pytest.mark.parametrize("level", ["CO", "ST"])
def test_confident_and_steady_armour_acts_as_it_likes(level: str):
    tiny = Tiny(unit("a", "blue", *TWO, confidence=level))
    assert advance_threats(tiny.play, tiny.unit("a")) == ()


def test_broken_infantry_keeps_the_limits_of_shaken_where_the_option_says_so():
    foot = unit("a", "blue", *TWO, troop="rifles", confidence="BR")
    assert advance_threats(Tiny(foot).play, foot) == ()
    club = Tiny(foot, broken_infantry="accumulate")
    assert len(advance_threats(club.play, foot)) == 1


@pytest.mark.rule("ds.panic.trigger", "ds.panic.effect", "ds.panic.once")
def test_green_units_may_panic_when_first_attacked_and_never_again():
    tiny = Tiny(unit("a", "blue", *TWO, quality="green", leadership=2))
    green = tiny.unit("a")
    asked, panicked = tiny.asked(panics(tiny.play, green), (4,))
    assert asked[0].sides == 6
    assert panicked
    assert green.panic
    assert tiny.happened() == ["reacted", "panicked"]
    assert not tiny.run(panics(tiny.play, green))


def test_green_units_that_hold_are_safe_ever_after_and_others_never_test():
    tiny = Tiny(unit("a", "blue", *TWO, quality="green", leadership=2), unit("b", "blue", *TWO))
    assert not tiny.run(panics(tiny.play, tiny.unit("a")), (5,))
    assert not tiny.run(panics(tiny.play, tiny.unit("a")))
    assert not tiny.run(panics(tiny.play, tiny.unit("b")))
