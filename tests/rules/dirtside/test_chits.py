"""The damage pot."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from sim.engine.reasons import Reason
from sim.rules.dirtside.chits import (
    COLOURS,
    Validity,
    colour_of,
    draw_chits,
    mixes,
    pot,
    pot_of,
    total,
    value_of,
)
from sim.rules.dirtside.options import CHOICES
from tests.rules.dirtside.answers import told

WHY = Reason("ds.ask.draw", {"count": 3})


@pytest.mark.rule("ds.chits.composition")
@pytest.mark.parametrize("mix", mixes())
def test_the_pot_holds_119_chits(mix: str):
    kinds = Counter(colour_of(chit) or chit for chit in pot(mix))
    assert kinds == {**COLOURS, "BOOM": 5, "M": 7, "T": 5, "F": 2}
    assert len(pot(mix)) == 119


@pytest.mark.rule("ds.chits.values")
def test_the_values_are_data_and_a_mix_with_wrong_colours_is_refused():
    red = Counter(value_of(chit) for chit in pot() if colour_of(chit) == "red")
    assert [red[value] for value in range(4)] == [5, 20, 15, 10]
    assert set(mixes()) < set(CHOICES["chit_mix"])
    even = {"red": [12, 13, 13, 12], "yellow": [6, 7, 6, 6], "green": [6, 7, 6, 6]}
    assert Counter(pot_of(even)) == Counter(pot("uniform"))
    with pytest.raises(ValueError, match="red"):
        pot_of({**even, "red": [12, 13, 13, 13]})


@pytest.mark.rule("ds.chit.valid_only", "ds.chit.no_redraw")
def test_only_valid_colours_count_and_the_others_were_drawn_all_the_same():
    both = Validity.of("red", "yellow")
    assert total(("R3", "G1", "Y2"), both) == 5
    assert total(("G3", "Y2"), Validity.of("red")) == 0
    assert total(("R3", "M", "BOOM"), both) == 3


def test_values_may_be_doubled_or_halved():
    drawn = ("R3", "G1", "Y1")
    assert total(drawn, Validity.of("all", times=2)) == 10
    assert total(drawn, Validity.of("all", times=Fraction(1, 2))) == Fraction(5, 2)


@pytest.mark.rule("ds.chits.draw", "ds.chits.return", "ds.chit.return")
def test_every_draw_is_from_the_whole_pot_without_putting_back_within_it():
    async def two_hits() -> list[tuple[str, ...]]:
        return [await draw_chits("damage", 3, "ds.chits.draw", WHY, "uniform") for _ in range(2)]

    asked, drawn = told(two_hits(), [("F", "F", "R3"), ("F", "R3", "R3")])
    assert drawn == [("F", "F", "R3"), ("F", "R3", "R3")]
    assert [len(question.bag) for question in asked] == [119, 119]
    assert asked[0].why_not(("F", "F", "F")), "there are only two"
    assert asked[0].why_not(("F", "F")), "three are drawn"
