"""Movement factors along a way, on a table with roads, rough ground and a wood."""

from __future__ import annotations

import pytest

from sim.geometry.weighted import CostLeg
from sim.rules.dirtside.movement.costs import Mover, costs_of, grounds_of
from sim.rules.dirtside.movement.spending import farthest, spent, too_far
from sim.rules.dirtside.options import DirtsideOptions
from sim.table.pieces import Stand
from tests.rules.dirtside.field import Strip, field

USUAL = DirtsideOptions()


def legs(*parts: tuple[float, float]) -> list[CostLeg]:
    found: list[CostLeg] = []
    at = 0.0
    for length, factor in parts:
        found.append(CostLeg(at, at + length, factor, ()))
        at += length
    return found


@pytest.mark.rule("ds.terrain.mixed_example", "ds.move.factor", "ds.move.per_element")
def test_the_worked_example_spends_eight_factors():
    way = legs((4.0, 0.5), (2.0, 1.0), (2.0, 2.0))
    assert spent(way).factors == 8.0
    assert spent(way).length_in == 8.0
    assert too_far(way, 8.0, USUAL) == ()


@pytest.mark.rule("ds.move.up_to")
def test_less_is_always_allowed_and_more_never():
    assert too_far(legs((3.0, 1.0)), 12.0, USUAL) == ()
    assert too_far(legs((12.0005, 1.0)), 12.0, USUAL) == ()
    (objection,) = too_far(legs((12.1, 1.0)), 12.0, USUAL)
    assert objection.rule == "ds.move.up_to"


@pytest.mark.rule("ds.move.fraction")
def test_costly_ground_is_left_or_gone_by_whole_inches():
    (leg,) = legs((9.0, 3.0))
    assert farthest(leg, 10.0, whole=True) == 3.0
    assert farthest(leg, 10.0, whole=False) == pytest.approx(10 / 3)
    assert too_far(legs((3.0, 3.0)), 10.0, USUAL) == ()
    (objection,) = too_far(legs((3.3, 3.0)), 10.0, USUAL)
    assert objection.rule == "ds.move.fraction"
    assert too_far(legs((3.3, 3.0)), 10.0, DirtsideOptions(move_fraction="continuous")) == ()


def test_a_strip_in_the_middle_is_paid_as_it_is_long():
    assert too_far(legs((2.0, 1.0), (0.5, 3.0), (4.5, 1.0)), 8.0, USUAL) == ()


@pytest.mark.rule("ds.move.minimum")
def test_who_spends_all_he_has_may_move_an_inch():
    assert too_far(legs((1.0, 3.0)), 2.0, USUAL) == ()
    assert too_far(legs((1.1, 3.0)), 2.0, USUAL)
    assert too_far(legs((1.0, 3.0)), 2.0, DirtsideOptions(move_minimum="off"))


@pytest.mark.rule("ds.terrain.exit_rule")
def test_the_way_is_cut_where_the_centre_changes_ground():
    facts = field(Strip("road", 10.0, 14.0), Strip("rough", 16.0, 40.0))
    costs = costs_of(grounds_of(facts.table.terrain), Mover("slow_tracked", travels=True))
    stand = Stand("hull", facts.start)
    way = facts.facts.ways.judge(stand, [(18.0, 20.0)], costs)
    assert [(round(leg.start, 6), round(leg.end, 6), leg.factor) for leg in way.legs] == [
        (0.0, 4.0, 0.5),
        (4.0, 6.0, 1.0),
        (6.0, 8.0, 2.0),
    ]
    assert way.legal
    assert too_far(way.legs, 8.0, USUAL) == ()


@pytest.mark.rule("ds.terrain.woods_edge_entry")
def test_who_cannot_enter_a_wood_may_stand_in_its_edge():
    scene = field(Strip("wood", 20.0, 40.0))
    costs = costs_of(grounds_of(scene.table.terrain), Mover("fast_gev"))
    stand = Stand("hull", scene.start)
    ways = scene.facts.ways
    assert ways.judge(stand, [(19.9, 20.0)], costs).legal
    assert not ways.judge(stand, [(20.5, 20.0)], costs).legal
    swamp = field(Strip("swamp", 20.0, 40.0))
    barred = costs_of(grounds_of(swamp.table.terrain), Mover("slow_tracked"))
    assert not swamp.facts.ways.judge(stand, [(19.9, 20.0)], barred).legal
    assert swamp.facts.ways.judge(stand, [(19.2, 20.0)], barred).legal
