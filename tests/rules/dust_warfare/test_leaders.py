"""Unit Leaders: who leads, what happens when he falls, and formation."""

from __future__ import annotations

import pytest

from sim.rules.dust_warfare.forces.forces import unit_from_profile
from sim.rules.dust_warfare.forces.profiles import Member, UnitProfile
from sim.rules.dust_warfare.movement.action import move_action
from sim.rules.dust_warfare.state import Activation
from sim.rules.dust_warfare.turn.activation import activation_step
from sim.rules.dust_warfare.turn.casualties import remove_casualty
from sim.rules.dust_warfare.turn.leader import in_formation, leader_of, stand_in
from sim.rules.dust_warfare.turn.reactions import move_window
from sim.rules.dust_warfare.turn.suppression import add_markers
from tests.rules.dust_warfare.field import Field, offers, pose, take, to

R = 1.1811


@pytest.mark.rule("dw.unit.formation", "dw.leader.range_6")
@pytest.mark.parametrize(("gap", "inside"), [(5.9, True), (6.0, True), (6.01, False), (6.1, False)])
def test_formation_ends_six_inches_from_the_leader(gap: float, inside: bool):
    field = Field()
    unit = field.unit("a", "axis", (20, 20), (20 + R + 1, 20), (20, 20 + R + gap))
    leader = leader_of(unit)
    assert leader is not None
    assert in_formation(field.play, unit, leader) == inside


@pytest.mark.rule("dw.leader.range_6")
def test_a_profile_may_widen_leadership_range():
    field = Field()
    unit = field.unit("a", "axis", (20, 20), (20 + R + 9, 20))
    assert not in_formation(field.play, unit, unit.minis[0])
    field.profile("a", leadership_in=9.0)
    assert in_formation(field.play, unit, unit.minis[0])


@pytest.mark.rule("dw.leader.every_unit", "dw.unit.definition")
def test_a_unit_is_led_by_the_miniature_its_profile_names():
    buys = UnitProfile("g", "g", "test", 20, (Member("rifle", 3), Member("sergeant", 1, True)))
    unit = unit_from_profile("g", "axis", buys)
    assert [mini.id for mini in unit.minis] == ["g/1", "g/2", "g/3", "g/4"]
    assert unit.leader == "g/4"
    leader = leader_of(unit)
    assert leader is not None
    assert leader.profile == "sergeant"


@pytest.mark.rule("dw.unit.definition", "dw.suppression.marker")
def test_a_marker_is_on_the_unit_not_on_each_miniature():
    field = Field()
    unit = field.squad("a", "axis", 20, 20)
    add_markers(field.play, unit, 1, "dw.suppression.gain")
    assert unit.suppression == 1


@pytest.mark.rule("dw.leader.loss_promote", "dw.activation.step1_leader")
def test_a_unit_stays_leaderless_until_it_activates_and_then_pays_a_marker():
    field = Field()
    unit = field.squad("a", "axis", 20, 20)
    remove_casualty(field.play, unit, unit.minis[0], "dw.char.damage_capacity")
    assert leader_of(unit) is None
    assert unit.leader == ""
    field.state.activation = Activation("a")
    field.run(activation_step(field.play), "b", [offers("a/2", "a/3", "a/4", "a/5", then="a/3")])
    assert unit.leader == "a/3"
    assert unit.suppression == 1
    assert field.told.rolls() == [("suppression", 1)]


@pytest.mark.rule("dw.leader.model_swap")
def test_a_new_leader_leads_from_where_he_stands():
    field = Field()
    unit = field.squad("a", "axis", 20, 20)
    before = {mini.id: mini.pose for mini in unit.minis[1:]}
    remove_casualty(field.play, unit, unit.minis[0], "dw.char.damage_capacity")
    field.state.activation = Activation("a")
    field.run(activation_step(field.play), "h", ["a/4"])
    leader = leader_of(unit)
    assert leader is not None
    assert leader.pose == before["a/4"]
    assert field.told.only("led").subject == "a/4"


@pytest.mark.rule("dw.leader.stand_in")
def test_the_opponent_names_a_stand_in_for_one_event_only():
    field = Field(phase="command")
    unit = field.squad("a", "axis", 20, 20)
    unit.leader = ""
    assert field.run(stand_in(field.play, unit, "dw.obscured.from_leader"), "", ["a/4"]).id == "a/4"
    assert field.told.questions() == [("leader-stand-in", "allies")]
    assert leader_of(unit) is None


@pytest.mark.rule("dw.leader.stand_in", "dw.move.formation_end")
def test_a_leaderless_unit_on_an_order_forms_up_on_the_stand_in():
    field = Field(phase="command")
    unit = field.squad("a", "axis", 20, 20, count=3)
    unit.leader = ""
    field.run(move_action(field.play, unit, window=False), "", ["a/3", {"a/1": to((20, 16))}])
    assert unit.minis[0].pose == pose(20, 16)
    assert field.told.questions()[0] == ("leader-stand-in", "allies")


@pytest.mark.rule("dw.leader.stand_in", "dw.reaction.formation")
def test_the_stand_in_serves_the_formation_test_of_a_reaction():
    field = Field()
    mover = field.unit("m", "axis", (20, 20))
    unit = field.unit("a", "allies", (28, 20), (28, 26), (28, 32))
    unit.leader = ""
    began = {"m/1": pose(20, 20)}
    field.run(move_window(field.play, mover, "before", began), "", [take("a/1")])
    assert field.told.questions() == [("leader-stand-in", "axis")]
    field.run(move_window(field.play, mover, "before", began), "", [take("a/2"), "none"])
    assert field.told.questions()[1:] == [("leader-stand-in", "axis"), ("react", "allies")]


@pytest.mark.rule("dw.leader.stand_in")
def test_by_option_a_leaderless_unit_cannot_react():
    field = Field(options={"stand_in_reaction": "leaderless_cannot_react"})
    mover = field.unit("m", "axis", (20, 20))
    unit = field.squad("a", "allies", 28, 20)
    unit.leader = ""
    field.run(move_window(field.play, mover, "before", {"m/1": pose(20, 20)}))
    assert not field.told.asked


@pytest.mark.rule("dw.leader.out_of_range_fix", "dw.activation.step2_formation")
def test_a_straggler_slides_straight_back_at_the_units_activation():
    field = Field()
    unit = field.unit("a", "axis", (20, 20), (20 + R + 6.8, 20))
    field.state.activation = Activation("a")
    field.run(activation_step(field.play))
    spot = unit.minis[1].pose
    assert spot is not None
    assert spot.at == pytest.approx((20 + R + 6.0, 20), abs=1e-3)
    assert field.told.only("closed-up").rules[0] == "dw.activation.step2_formation"


@pytest.mark.rule("dw.activation.step2_formation", "dw.reaction.non_triggers")
def test_the_slide_is_a_placement_that_goes_round_an_enemy_and_lets_nobody_react():
    field = Field()
    unit = field.unit("a", "axis", (20, 20), (20 + R + 7.5, 20))
    field.unit("b", "allies", (20 + R + 6.0, 20.9))
    field.state.activation = Activation("a")
    field.run(activation_step(field.play))
    stand = field.play.stand(unit.minis[1])
    enemy = field.play.stand(field.units["b"].minis[0])
    assert field.facts.gap(stand, enemy).inches >= 1 - 1e-3
    assert in_formation(field.play, unit, unit.minis[0])
    assert not field.told.asked
