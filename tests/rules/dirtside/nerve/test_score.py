"""Scores, dice and what a roll loses: the whole table."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.rules.dirtside.nerve.score import Threat, die_of, dropped, levels_lost, score_of
from sim.rules.dirtside.state import LEVELS

#: Faces that pass, lose one level and lose two, of a D6, a D8 and a D10, by score.
TABLE = {
    1: ((5, 1, 0), (7, 1, 0), (9, 1, 0)),
    2: ((4, 1, 1), (6, 1, 1), (8, 1, 1)),
    3: ((3, 2, 1), (5, 2, 1), (7, 2, 1)),
    4: ((2, 2, 2), (4, 2, 2), (6, 2, 2)),
    5: ((1, 3, 2), (3, 3, 2), (5, 3, 2)),
    6: ((0, 3, 3), (2, 3, 3), (4, 3, 3)),
}


@pytest.mark.rule("ds.confidence.pass", "ds.confidence.fail_one", "ds.confidence.fail_two")
@pytest.mark.parametrize("score", TABLE)
def test_what_every_face_loses(score: int):
    for die, row in zip((6, 8, 10), TABLE[score], strict=True):
        found = Counter(levels_lost(face, score) for face in range(1, die + 1))
        assert (found[0], found[1], found[2]) == row


@pytest.mark.rule("ds.confidence.hopeless")
def test_a_score_as_high_as_the_die_cannot_be_passed():
    assert all(levels_lost(face, 6) for face in range(1, 7))


@pytest.mark.rule("ds.quality.levels", "ds.confidence.die")
def test_green_regular_and_veteran_roll_a_d6_d8_and_d10():
    assert [die_of(quality) for quality in ("green", "regular", "veteran")] == [6, 8, 10]


@pytest.mark.rule("ds.confidence.score", "ds.confidence.threat_highest", "ds.quality.leadership")
def test_the_score_is_leadership_and_the_highest_threat():
    low, high = Threat("ds.threat.first", 1, "a.b"), Threat("ds.threat.leader", 3, "a.c")
    score, why = score_of(2, (low, high))
    assert score == 5
    assert why.value == 5
    assert [child.value for child in why.children] == [2, 3]


@pytest.mark.rule("ds.reaction.combined")
def test_several_causes_are_one_roll_at_the_highest():
    score, _ = score_of(1, (Threat("ds.threat.under_fire", 1, "a.b"),) * 2)
    assert score == 2


@pytest.mark.rule("ds.confidence.levels", "ds.confidence.floor")
def test_levels_go_from_confident_to_routed_and_no_further():
    assert LEVELS == ("CO", "ST", "SH", "BR", "RO")
    assert dropped("CO", 2) == "SH"
    assert dropped("BR", 2) == "RO"
    assert dropped("CO", -1) == "CO"


@given(st.integers(1, 10), st.integers(1, 8), st.integers(0, 4))
def test_a_higher_roll_never_loses_more(face: int, score: int, more: int):
    assert levels_lost(face + more, score) <= levels_lost(face, score)
