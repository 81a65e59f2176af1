"""What chits do: the book's own draws."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.rules.dirtside.chits import Validity, pot
from sim.rules.dirtside.design.weapons import gun_validity
from sim.rules.dirtside.fire.damage import (
    Result,
    mark_firer,
    mark_target,
    move_left,
    result_of,
    shift_of,
)
from sim.rules.dirtside.odds.draws import draws, vehicle_odds
from sim.rules.dirtside.options import DirtsideOptions
from tests.rules.dirtside.tiny import Tiny, unit

USUAL = DirtsideOptions()
RED_YELLOW = Validity.of("red", "yellow")


def drawn(*chits: str, armour: int = 4, validity: Validity = RED_YELLOW, **options: str) -> Result:
    return result_of(chits, armour, validity, DirtsideOptions(**options))


@pytest.mark.rule("ds.damage.below_none", "ds.damage.equal_damaged", "ds.damage.above_knocked_out")
def test_below_the_armour_nothing_at_it_damaged_above_it_knocked_out():
    assert not drawn("R2", "Y1").hurts
    assert drawn("R2", "Y2").damaged
    assert drawn("R3", "Y2").knocked_out
    assert not drawn("R3", "Y2").damaged


@pytest.mark.rule("ds.damage.example_damaged_immobilised", "ds.damage.specials_independent")
def test_numbers_and_special_chits_both_count():
    found = drawn("Y3", "R1", "M")
    assert (found.damaged, found.immobilised, found.systems_down) == (True, True, False)
    found = drawn("G0", "M", "T")
    assert (found.damaged, found.immobilised, found.systems_down) == (False, True, True)


@pytest.mark.rule("ds.damage.ko_absorbs_specials", "ds.damage.boom")
def test_a_knock_out_needs_no_other_marks_and_boom_destroys_anything():
    found = drawn("R3", "R3", "M")
    assert (found.knocked_out, found.immobilised, found.destroyed) == (True, False, False)
    assert drawn("G0", "BOOM", armour=5).destroyed


@pytest.mark.rule("ds.damage.systems_down_firer")
def test_f_voids_the_whole_draw_and_marks_the_firer():
    found = drawn("F", "R3", "BOOM")
    assert found.void
    assert not found.hurts
    tiny = Tiny(unit("a", "blue", (10.0, 10.0)))
    firer = tiny.unit("a").elements[0]
    firer.sensors = True
    mark_firer(tiny.play, firer)
    assert firer.systems_down
    assert not firer.sensors


def test_indirect_draws_ignore_f():
    found = result_of(("F", "R3", "R2"), 4, RED_YELLOW, USUAL, fault_voids=False)
    assert found.knocked_out


def test_no_armour_and_no_points_is_damage_unless_the_option_says_no():
    assert drawn("G1", armour=0).damaged
    assert not drawn("G1", armour=0, armour0_zero="no_effect").damaged


def test_fusion_guns_far_away_count_exact_halves_unless_the_option_rounds():
    halves = gun_validity("dffg", "long")
    assert drawn("R3", "Y1", "G2", armour=3, validity=halves).damaged
    assert drawn("R3", "Y1", "G1", armour=2, validity=halves).points == Fraction(5, 2)
    down = drawn("R3", "Y1", "G1", armour=2, validity=halves, dffg_half="round_down")
    assert down.damaged
    up = drawn("R3", "Y1", "G1", armour=3, validity=halves, dffg_half="round_up")
    assert up.damaged


@pytest.mark.rule("ds.damage.mobility", "ds.damage.systems_down_target")
def test_marks_stay_on_the_target():
    tiny = Tiny(unit("a", "blue", (10.0, 10.0)))
    hit = tiny.unit("a").elements[0]
    hit.sensors = True
    mark_target(tiny.play, hit, drawn("G0", "M", "T"))
    assert (hit.immobilised, hit.systems_down, hit.sensors) == (True, True, False)
    assert move_left(hit, 12.0) == 0.0
    assert tiny.happened() == ["immobilised", "systems-down"]


@pytest.mark.rule("ds.damage.knocked_out_effect")
def test_a_wreck_stays_where_it_is():
    tiny = Tiny(unit("a", "blue", (10.0, 10.0), (12.0, 10.0)))
    hit = tiny.unit("a").elements[0]
    mark_target(tiny.play, hit, drawn("R3", "R3"))
    assert hit.knocked_out
    assert hit.pose is not None
    assert [each.id for each in tiny.unit("a").fighting] == ["a/2"]


@pytest.mark.rule("ds.damage.damaged_move", "ds.damage.damaged_range")
def test_a_damaged_vehicle_is_slow_and_shoots_as_if_farther_away():
    tiny = Tiny(unit("a", "blue", (10.0, 10.0)))
    hit = tiny.unit("a").elements[0]
    assert (move_left(hit, 15.0), shift_of(hit)) == (15.0, 0)
    mark_target(tiny.play, hit, drawn("R2", "Y2"))
    assert (move_left(hit, 15.0), shift_of(hit)) == (7.5, 1)


def test_damage_upon_damage_is_nothing_more_unless_the_option_says_so():
    for option, wreck in (("nothing", False), ("knocked_out", True)):
        tiny = Tiny(unit("a", "blue", (10.0, 10.0)), second_damaged=option)
        hit = tiny.unit("a").elements[0]
        mark_target(tiny.play, hit, drawn("R2", "Y2"))
        mark_target(tiny.play, hit, drawn("R2", "Y2"))
        assert hit.knocked_out is wreck


@given(
    st.integers(1, 3), st.integers(0, 5), st.sampled_from([("red",), ("red", "yellow"), ("all",)])
)
def test_the_odds_are_those_of_the_rule_itself(count: int, armour: int, colours: tuple[str, ...]):
    validity = Validity.of(*colours)
    odds = vehicle_odds(count, armour, validity, "uniform")
    out = damaged = void = Fraction(0)
    for chits, chance in draws(count, pot("uniform")):
        found = result_of(chits, armour, validity, USUAL)
        out += chance * found.knocked_out
        damaged += chance * found.damaged
        void += chance * found.void
    assert (odds.knocked_out, odds.damaged, odds.fault) == (out, damaged, void)
