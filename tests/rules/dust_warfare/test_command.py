"""The Command phase: who may be ordered, what an Order does, and losing Command Sections."""

from __future__ import annotations

from typing import Any

import pytest

from sim.rules.dust_warfare.measuring import minis_within
from sim.rules.dust_warfare.state import Unit
from sim.rules.dust_warfare.turn.casualties import remove_casualty
from sim.rules.dust_warfare.turn.command import (
    command_range,
    command_step,
    regroup,
    sections,
    take_action,
    why_not_order,
)
from sim.rules.dust_warfare.turn.initiative import initiative_phase
from tests.rules.dust_warfare.field import Field, offers, pose, take, to
from tests.table.builders import box

R = 1.1811


def headquarters(**state: Any) -> Field:
    """Return a field in the axis Command phase with a section of three at (20, 20)."""
    field = Field(phase="command", orders={"axis": 3, "allies": 2}, **state)
    field.unit("hq", "axis", (20, 20), (20, 22), (20, 24))
    field.buys("hq", section="command")
    return field


def issue(field: Field, *answers: object, dice: str = "") -> bool:
    return field.run(command_step(field.play, "axis"), dice, answers)


def blocked(field: Field, unit: Unit) -> list[str]:
    return [each.rule for each in why_not_order(field.play, unit)]


@pytest.mark.rule("dw.command.range_12", "dw.unit.command_section")
def test_an_order_reaches_twelve_inches_from_the_sections_leader():
    field = headquarters()
    near = field.unit("near", "axis", (20 - 11.8 - R, 20), (2, 20))
    far = field.unit("far", "axis", (20, 20 + 12.4 + R))
    assert blocked(field, near) == []
    members = field.units["hq"].minis
    assert minis_within(field.play, members[2], far.minis[0], 10)
    assert blocked(field, far) == ["dw.command.range_12"]


@pytest.mark.rule("dw.command.no_los")
def test_an_order_needs_no_line_of_sight():
    wall = box("block", (22, 24), (10, 30), 9)
    field = Field(wall, phase="command", orders={"axis": 1})
    field.unit("hq", "axis", (20, 20))
    field.buys("hq", section="command")
    unit = field.unit("a", "axis", (20 + 9 + R, 20))
    assert not field.facts.sees(field.play.stands(field.units["hq"])[0], field.play.stands(unit)[0])
    assert blocked(field, unit) == []


@pytest.mark.rule("dw.command.any_section_any_unit", "dw.unit.platoon")
def test_any_section_orders_any_unit_itself_included():
    field = headquarters()
    field.unit("hq2", "axis", (50, 20))
    field.buys("hq2", section="command")
    other = field.unit("a", "axis", (58, 20))
    assert [unit.id for unit, _ in sections(field.play, "axis")] == ["hq", "hq2"]
    assert blocked(field, other) == []
    assert blocked(field, field.units["hq"]) == []


@pytest.mark.rule("dw.command.section_needs_leader")
def test_a_section_without_its_leader_issues_no_orders():
    field = headquarters()
    unit = field.unit("a", "axis", (20, 27))
    hq = field.units["hq"]
    remove_casualty(field.play, hq, hq.minis[0], "dw.char.damage_capacity")
    assert sections(field.play, "axis") == []
    assert blocked(field, unit) == ["dw.command.section_needs_leader"]


@pytest.mark.rule("dw.command.section_needs_leader")
@pytest.mark.parametrize(("revives", "found"), [("true", 1), ("false", 0)])
def test_a_new_leader_restores_the_section_unless_the_option_says_no(revives: str, found: int):
    field = headquarters(options={"section_revives": revives})
    hq = field.units["hq"]
    remove_casualty(field.play, hq, hq.minis[0], "dw.char.damage_capacity")
    hq.leader = "hq/2"
    assert len(sections(field.play, "axis")) == found


@pytest.mark.rule("dw.command.order_budget")
def test_unused_orders_are_lost():
    field = headquarters()
    field.unit("a", "axis", (28, 20))
    assert issue(field, "regroup/a")
    assert field.state.orders["axis"] == 2
    assert not issue(field, "pass")
    assert field.state.orders["axis"] == 0


@pytest.mark.rule("dw.command.order_budget", "dw.turn.sequence")
def test_a_player_goes_on_with_his_orders_before_the_other_begins():
    field = headquarters(active="axis")
    field.unit("a", "axis", (28, 20))
    field.unit("c", "axis", (28, 24))
    field.unit("b", "allies", (60, 20))
    field.buys("b", section="command")
    match = field.match()
    asked: list[tuple[str, str]] = []
    for answer in ("regroup/a", "take-action/hq", "move", {}, "pass", "pass"):
        assert match.pending is not None
        asked.append((match.pending.who, match.pending.what))
        match.answer(answer)
    assert asked == [
        ("axis", "order"),
        ("axis", "order"),
        ("axis", "single-action"),
        ("axis", "move"),
        ("axis", "order"),
        ("allies", "order"),
    ]
    assert match.state.phase == "unit"


@pytest.mark.rule("dw.command.order_budget", "dw.command.one_order_per_unit")
def test_when_nobody_is_left_to_order_the_phase_ends_by_itself():
    field = headquarters(active="axis")
    assert issue(field, "regroup/hq", "keep", {})
    assert not issue(field)
    assert field.state.orders["axis"] == 0
    assert field.told.only("passed").params["left"] == 2


@pytest.mark.rule("dw.command.sequential")
def test_orders_are_carried_out_one_at_a_time():
    field = headquarters()
    squad = field.unit("a", "axis", (20 + R + 17, 20))
    assert blocked(field, squad) == ["dw.command.range_12"]
    ahead = {"hq/1": to((26, 20)), "hq/2": to((26, 22)), "hq/3": to((26, 24))}
    assert issue(field, take("take-action/hq"), "move", ahead)
    assert blocked(field, squad) == []
    assert issue(field, take("regroup/a"))


@pytest.mark.rule("dw.command.one_order_per_unit")
def test_a_unit_gets_one_order_in_each_command_phase():
    field = headquarters()
    unit = field.unit("a", "axis", (28, 20))
    issue(field, "take-action/a", "move", {})
    assert blocked(field, unit) == ["dw.command.one_order_per_unit"]
    with pytest.raises(AssertionError, match="offers"):
        issue(field, take("regroup/a"))


@pytest.mark.rule("dw.command.not_activation", "dw.order.take_action_ignores_markers")
def test_acting_on_an_order_is_no_activation_whatever_the_markers():
    field = headquarters()
    unit = field.unit("a", "axis", (28, 20), (28, 22), (28, 24), suppression=4, reaction=True)
    issue(field, "take-action/a", "move", {"a/2": to((30, 22))})
    assert unit.suppression == 4
    assert not unit.activated
    assert not field.told.rolls()
    assert unit.minis[1].pose == pose(30, 22)


@pytest.mark.rule("dw.command.no_reactions", "dw.reaction.unit_phase_only")
def test_nobody_reacts_in_a_command_phase():
    field = headquarters(active="axis")
    field.unit("a", "axis", (28, 20))
    field.squad("b", "allies", 36, 20)
    field.state.active = "axis"
    issue(field, "take-action/a", "move", {"a/1": to((30, 20))})
    assert [what for what, _ in field.told.questions()] == ["order", "single-action", "move"]


@pytest.mark.rule("dw.order.take_action", "dw.order.take_action_single")
def test_take_action_is_one_single_action():
    field = headquarters()
    unit = field.unit("a", "axis", (28, 20))
    enemy = field.squad("b", "allies", 40, 20)
    answers = [offers("move", "attack", then="attack"), "b"]
    field.run(take_action(field.play, unit), "b", answers)
    assert field.told.only("ordered").rules[0] == "dw.order.take_action"
    assert not enemy.suppression


@pytest.mark.rule("dw.order.take_action_reaction_marker")
def test_after_the_action_the_unit_has_a_reaction_marker():
    field = headquarters()
    unit = field.unit("a", "axis", (28, 20))
    field.run(take_action(field.play, unit), "", ["move", {}])
    assert unit.reaction
    assert field.told.only("marked").rules == ("dw.order.take_action_reaction_marker",)


@pytest.mark.rule("dw.order.regroup_remove", "dw.regroup.best_cure")
def test_regroup_clears_all_markers_and_ends_a_retreat():
    field = headquarters()
    unit = field.unit("a", "axis", (28, 20), (28, 22), suppression=3, reaction=True)
    field.run(regroup(field.play, unit), "", ["keep", {}])
    assert (unit.suppression, unit.reaction) == (0, False)
    assert field.told.only("regrouped").rules[0] == "dw.order.regroup_remove"


@pytest.mark.rule("dw.order.regroup_leader")
def test_regroup_names_a_leader_for_a_leaderless_unit_without_a_marker():
    field = headquarters()
    unit = field.squad("a", "axis", 28, 20, count=3)
    unit.leader = ""
    field.run(regroup(field.play, unit), "", ["a/2", {}])
    assert unit.leader == "a/2"
    assert unit.suppression == 0


@pytest.mark.rule("dw.order.regroup_leader")
def test_regroup_may_replace_a_living_leader():
    field = headquarters()
    unit = field.squad("a", "axis", 28, 20, count=3)
    field.run(regroup(field.play, unit), "", [offers("keep", "a/2", "a/3", then="a/3"), {}])
    assert unit.leader == "a/3"


@pytest.mark.rule("dw.order.regroup_move")
def test_regroup_lets_everybody_but_the_leader_close_up_six_inches():
    field = headquarters()
    unit = field.squad("a", "axis", 28, 20, count=5)
    field.profile("a", move_in=4.0)
    answer = {"a/2": to((31, 20)), "a/3": to((33, 22)), "a/4": to((30, 23)), "a/5": to((28, 24))}
    field.run(regroup(field.play, unit), "", ["keep", answer])
    assert unit.minis[0].pose == pose(28, 20)
    assert unit.minis[1].pose == pose(31, 20)
    asked = field.told.asked[-1]
    assert asked.movers == ("a/2", "a/3", "a/4", "a/5")
    assert asked.why_not({"a/1": to((29, 20))})


@pytest.mark.rule("dw.order.regroup_move")
def test_regroup_movement_obeys_the_rules_of_movement_at_six_inches():
    field = headquarters()
    unit = field.squad("a", "axis", 28, 20, count=3)
    field.unit("b", "allies", (33, 23))
    assert field.why_not(unit, {"a/2": to((28, 15.4))}, "regroup") == ["dw.order.regroup_move"]
    assert field.why_not(unit, {"a/3": to((31.5, 23))}, "regroup") == ["dw.move.enemy_gap"]
    assert field.why_not(unit, {"a/3": to((22, 23))}, "regroup") == []


@pytest.mark.rule("dw.command.loss_promote_cost", "dw.command.loss_promote_not_order")
def test_without_a_section_the_first_order_promotes_one_and_the_unit_may_still_be_ordered():
    field = Field(phase="command", orders={"axis": 2})
    field.unit("a", "axis", (20, 20))
    field.unit("b", "axis", (25, 20))
    assert issue(field, offers("pass", "promote/a", "promote/b", then="promote/a"))
    assert field.state.orders["axis"] == 1
    assert field.units["a"].temporary_section
    assert not field.units["a"].ordered
    assert not issue(field, take("take-action/a"), "move", {})


@pytest.mark.rule("dw.command.loss_any_unit")
def test_any_miniature_of_any_unit_may_be_named():
    field = Field(phase="command", orders={"axis": 2})
    unit = field.squad("a", "axis", 20, 20, count=3)
    issue(field, "promote/a", "a/3")
    assert unit.leader == "a/3"
    assert unit.temporary_section


@pytest.mark.rule("dw.command.temp_range_6")
def test_a_temporary_section_orders_six_inches_far():
    field = Field(phase="command", orders={"axis": 2})
    field.unit("a", "axis", (20, 20), temporary_section=True)
    near = field.unit("b", "axis", (20 + R + 6.0, 20))
    far = field.unit("c", "axis", (20, 20 + R + 6.5))
    assert command_range(field.play, field.units["a"]) == 6
    assert blocked(field, near) == []
    assert blocked(field, far) == ["dw.command.temp_range_6"]


@pytest.mark.rule("dw.command.temp_until_killed")
def test_when_the_named_leader_falls_the_price_is_due_again():
    field = Field(phase="command", orders={"axis": 1})
    unit = field.squad("a", "axis", 20, 20, count=3)
    issue(field, "promote/a", "a/2")
    remove_casualty(field.play, unit, unit.minis[1], "dw.char.damage_capacity")
    assert not sections(field.play, "axis")
    field.state.orders["axis"] = 2
    issue(field, offers("pass", "promote/a", then="promote/a"), "a/1")
    assert field.state.orders["axis"] == 1


@pytest.mark.rule("dw.command.temp_until_killed")
def test_a_regroup_leaves_the_named_leader_of_a_temporary_section_in_place():
    field = Field(phase="command", orders={"axis": 1})
    unit = field.squad("a", "axis", 20, 20, count=3)
    unit.temporary_section = True
    field.run(regroup(field.play, unit), "", [{}])
    assert unit.leader == "a/1"
    assert unit.temporary_section


@pytest.mark.rule("dw.command.example_loss")
@pytest.mark.parametrize(("dice", "left"), [("hb", 0), ("hh", 1)])
def test_the_books_lost_section_costs_the_first_of_its_orders(dice: str, left: int):
    field = Field(phase="initiative")
    field.unit("a", "axis", (20, 20))
    field.unit("b", "axis", (25, 20))
    for number in range(3):
        field.unit(f"y{number}", "allies", (20 + 4 * number, 40))
    field.run(initiative_phase(field.play), f"{dice} hhh")
    issue(field, "promote/a")
    assert field.state.orders["axis"] == left


@pytest.mark.rule("dw.order.take_action_single")
def test_an_attack_on_an_order_needs_a_target_and_a_stuck_vehicle_without_one_gets_no_order():
    field = headquarters()
    walker = field.walker("w", "axis", 28, 20)
    field.unit("b", "allies", (70, 40))
    field.run(take_action(field.play, walker), "", [offers("move", then="move"), {}])
    walker.effects = ["drive_damaged"]
    walker.ordered = False
    offered = ("pass", "take-action/hq", "regroup/hq", "regroup/w")
    issue(field, offers(*offered, then="regroup/w"))
    assert walker.ordered
