"""The ladder of dice, and rolls of one against another."""

from __future__ import annotations

import pytest

from sim.engine.reasons import Reason
from sim.rules.dirtside.dice import LADDER, grade_die, opposed, roll_die, shifted
from tests.rules.dirtside.answers import told

WHY = Reason("ds.ask.roll", {"die": "D8"})


@pytest.mark.rule("ds.dice.ladder", "ds.dice.shift_up", "ds.dice.shift_down")
def test_a_modifier_moves_the_die_along_the_ladder_and_adds_nothing():
    assert LADDER == (4, 6, 8, 10, 12)
    assert shifted(6, 1) == 8
    assert shifted(6, -1) == 4
    assert shifted(10, 0) == 10


@pytest.mark.rule("ds.dice.floor", "ds.dice.ceiling")
def test_below_a_d4_nothing_can_be_tried_and_above_a_d12_there_is_nothing():
    assert shifted(4, -1) == 0
    assert shifted(6, -2) == 0
    assert shifted(12, 1) == 12
    assert shifted(10, 5) == 12


@pytest.mark.rule("ds.dice.grade_default")
def test_below_average_rolls_a_d6_average_a_d8_and_above_average_a_d10():
    assert [grade_die(grade) for grade in (1, 2, 3)] == [6, 8, 10]


@pytest.mark.rule("ds.dice.simultaneous")
def test_both_sides_roll_before_anybody_may_react():
    asked, result = told(
        opposed("hit", 8, (6, 10), "ds.dice.simultaneous", WHY), [(5,), (3,), (5,)]
    )
    assert [(question.kind, question.sides) for question in asked] == [
        ("roll", 8),
        ("roll", 6),
        ("roll", 10),
    ]
    assert result.mine == 5
    assert result.theirs == (3, 5)
    assert not result.won


def test_higher_than_all_of_theirs_wins():
    _, result = told(opposed("hit", 8, (6,), "ds.dice.simultaneous", WHY), [(5,), (4,)])
    assert result.won


def test_a_single_die_says_which_type_it_is():
    asked, face = told(roll_die("test", 10, "ds.dice.ladder", WHY), [(7,)])
    assert face == 7
    assert asked[0].params["die"] == "D10"
