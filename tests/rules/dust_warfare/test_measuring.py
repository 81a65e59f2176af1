"""Measuring, bases and dice: the numbers of the first chapter."""

from __future__ import annotations

import msgspec
import pytest

from sim.engine.dice import SeededDice
from sim.engine.questions import Question
from sim.engine.reasons import Reason
from sim.rules.dust_warfare.dice import blanks, hits, is_hit, roll_dice
from sim.rules.dust_warfare.forces.forces import unit_from_profile
from sim.rules.dust_warfare.forces.profiles import Member, UnitProfile
from sim.rules.dust_warfare.measuring import (
    gap_between_minis,
    gap_between_units,
    minis_within,
    units_within,
)
from sim.rules.dust_warfare.setup.deployment import why_not_deployed
from sim.rules.dust_warfare.turn.initiative import command_pool
from sim.rules.dust_warfare.turn.leader import leader_of
from tests.rules.dust_warfare.field import Field, pose, to
from tests.table.builders import SOLDIER, box, radius_of


def gap(field: Field, a: str, b: str) -> float:
    play = field.play
    return gap_between_minis(play, play.mini(a), play.mini(b))


@pytest.mark.rule("dw.measure.mini_to_mini")
def test_the_distance_of_two_miniatures_is_the_gap_of_their_bases():
    field = Field()
    field.unit("a", "axis", (10, 10))
    field.unit("b", "allies", (17.18, 10))
    assert gap(field, "a/1", "b/1") == pytest.approx(5.999, abs=5e-4)


@pytest.mark.rule("dw.mini.base_sizes")
def test_bases_that_touch_stand_as_far_apart_as_their_radii_say():
    field = Field()
    field.unit("a", "axis", (10, 10), (11.1811, 10))
    field.walker("w", "axis", 7.8346, 10)
    assert gap(field, "a/1", "a/2") == pytest.approx(0, abs=1e-3)
    assert gap(field, "a/1", "w/1") == pytest.approx(0, abs=1e-3)


@pytest.mark.rule("dw.measure.unit_to_unit")
def test_units_are_as_far_apart_as_their_closest_miniatures():
    field = Field()
    r = 1.1811
    a = field.unit("a", "axis", (10 + 9 + r, 10), (10 + 13 + r, 10), (10 + 20 + r, 10))
    b = field.unit("b", "allies", (10, 10))
    play = field.play
    found = gap_between_units(play, play.stands(a), play.stands(b))
    assert found == pytest.approx(9.0, abs=1e-3)


@pytest.mark.rule("dw.measure.within")
def test_within_needs_only_the_nearest_part_of_the_base():
    field = Field()
    field.unit("a", "axis", (10, 10))
    field.unit("b", "allies", (22.5 + 0.5906, 10))
    play = field.play
    assert gap(field, "a/1", "b/1") == pytest.approx(11.909, abs=1e-3)
    assert minis_within(play, play.mini("a/1"), play.mini("b/1"), 12)


@pytest.mark.rule("dw.measure.within")
@pytest.mark.parametrize(("x", "inside"), [(12.0, True), (12.001, True), (12.002, False)])
def test_within_is_closed_to_a_thousandth_of_an_inch(x: float, inside: bool):
    field = Field()
    a = field.unit("a", "axis", (10, 10))
    b = field.unit("b", "allies", (10 + x + 2 * radius_of(SOLDIER), 10))
    play = field.play
    assert units_within(play, play.stands(a), play.stands(b), 12) == inside


@pytest.mark.rule("dw.measure.completely_within")
def test_completely_within_counts_the_far_side_of_the_base():
    field = Field(phase="deployment", zone_edges={"axis": "south", "allies": "north"})
    unit = field.unit("a", "axis", (10, 4))
    assert not why_not_deployed(field.play, unit, {"a/1": pose(10, 8.4094)})
    found = why_not_deployed(field.play, unit, {"a/1": pose(10, 8.42)})
    assert [each.rule for each in found] == ["dw.deploy.inside_zone"]


@pytest.mark.rule("dw.measure.completely_within")
def test_a_base_reaches_as_far_as_its_centre_and_its_radius():
    field = Field()
    field.unit("a", "axis", (21.5, 10))
    stand = field.play.stand(field.play.mini("a/1"))
    assert field.facts.farthest_from_point(stand, (10, 10)) == pytest.approx(12.091, abs=1e-3)


@pytest.mark.rule("dw.measure.horizontal")
def test_height_lengthens_no_distance():
    roof = box("roof", (8, 12), (8, 12), 5, carries=True)
    field = Field(roof)
    field.unit("a", "axis", (10, 10))
    field.unit("b", "allies", (10 + 16 + 1.1811, 10))
    play = field.play
    assert play.facts.support(10, 10, "ground") == pytest.approx(5)
    assert gap(field, "a/1", "b/1") == pytest.approx(16.0, abs=1e-3)


@pytest.mark.rule("dw.measure.premeasure")
def test_measuring_is_free_at_any_time_and_changes_nothing():
    field = Field(phase="unit", active="axis")
    field.unit("a", "axis", (10, 10))
    field.unit("b", "allies", (20, 10))
    before = msgspec.json.encode(field.state)
    for phase in ("command", "unit", "end"):
        field.state.phase = phase
        assert gap(field, "b/1", "a/1") == gap(field, "a/1", "b/1")
    field.state.phase = "unit"
    assert msgspec.json.encode(field.state) == before


@pytest.mark.rule("dw.measure.move_limit")
def test_a_move_is_as_long_as_the_path_of_the_base_centre():
    field = Field()
    unit = field.unit("a", "axis", (10, 10))
    assert field.why_not(unit, {"a/1": to((16, 10))}) == []
    assert field.why_not(unit, {"a/1": to((17.18, 10))}) == ["dw.action.move"]
    assert field.why_not(unit, {"a/1": to((13, 13), (16, 10))}) == ["dw.action.move"]


@pytest.mark.rule("dw.measure.move_limit")
def test_by_option_only_the_displacement_counts():
    field = Field(options={"move_metric": "displacement"})
    unit = field.unit("a", "axis", (10, 10))
    assert field.why_not(unit, {"a/1": to((13, 13), (16, 10))}) == []


@pytest.mark.rule("dw.mini.count", "dw.leader.single", "dw.type.vehicle_solo")
def test_a_lone_vehicle_is_a_unit_of_one_and_its_own_leader():
    field = Field()
    buys = UnitProfile("w", "w", "test", 30, (Member("w"),))
    field.walker("w", "axis", 10, 10)
    walker = unit_from_profile("w", "axis", buys)
    leader = leader_of(walker)
    assert leader is not None
    assert leader.id == "w/1"
    assert walker.started_with == 1
    assert command_pool(field.play, "axis") == 1


@pytest.mark.rule("dw.heavy.hull_is_base")
def test_distance_to_a_heavy_walker_is_measured_to_its_hull():
    field = Field()
    field.walker("h", "axis", 20, 20, heavy=True)
    field.unit("b", "allies", (20 + 4 + 11.8 + 0.5906, 20))
    assert gap(field, "h/1", "b/1") == pytest.approx(11.8, abs=1e-3)


@pytest.mark.rule("dw.dice.d6_substitute")
def test_fives_and_sixes_are_hits():
    assert [is_hit(face) for face in (1, 2, 3, 4, 5, 6)] == [False] * 4 + [True] * 2
    assert hits((1, 2, 5, 6, 4, 5)) == 3
    assert blanks((1, 2, 5, 6, 4, 5)) == 3


@pytest.mark.rule("dw.dice.combat_die")
def test_a_third_of_many_dice_are_hits():
    dice = SeededDice(7)
    asked = Question("roll", "test", "", "dw.dice.combat_die", "dw.ask.roll", sides=6, count=6000)
    faces = [int(face) for face in dice.answer(asked, 0) or ()]
    assert abs(hits(faces) - 2000) < 4 * (6000 * 2 / 9) ** 0.5
    assert hits(faces) + blanks(faces) == 6000


@pytest.mark.rule("dw.dice.combat_die")
def test_dice_are_asked_of_chance_and_none_are_asked_for_when_there_are_none():
    field = Field()
    why = Reason("dw.why.pool", {"side": "axis", "dice": 2})
    assert field.run(roll_dice("initiative", 2, "dw.dice.combat_die", why), "hb") == (6, 1)
    assert field.run(roll_dice("initiative", 0, "dw.dice.combat_die", why)) == ()
    assert field.told.rolls() == [("initiative", 2)]


@pytest.mark.rule("dw.dice.invert")
def test_an_inverted_roll_counts_its_blanks():
    assert hits((6, 1, 2), inverted=True) == 2
    assert hits((6, 1, 2)) == 1
