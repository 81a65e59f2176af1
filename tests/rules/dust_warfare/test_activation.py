"""Activations: six steps, counting and declaring actions, special and double actions."""

from __future__ import annotations

import pytest

from sim.engine.match import Refused
from sim.rules.dust_warfare.state import Activation, Unit
from sim.rules.dust_warfare.turn.actions import perform, specials_of, why_not_action
from sim.rules.dust_warfare.turn.activation import activation_step, choose_unit, programmes, waiting
from sim.rules.dust_warfare.turn.suppression import actions_available
from tests.rules.dust_warfare.field import Field, offers, pose, take, to

PLAIN = (
    "move-then-attack",
    "attack-then-move",
    "march",
    "sustained",
    "move",
    "attack",
    "none",
)


def activate(field: Field, unit: Unit, dice: str = "", *answers: object) -> None:
    """Run a whole activation, step by step."""
    field.state.activation = Activation(unit.id)
    scripts = list(answers)
    faces = dice.replace(" ", "")

    async def whole() -> None:
        while field.state.activation is not None:
            await activation_step(field.play)

    field.run(whole(), faces, scripts)


@pytest.mark.rule("dw.activation.any_order", "dw.activation.each_unit_once")
def test_the_owner_picks_any_unit_that_has_not_activated():
    field = Field()
    for number in range(5):
        field.unit(f"a{number}", "axis", (10 + 4 * number, 10))
    field.units["a4"].ordered = True
    field.run(
        choose_unit(field.play, "axis"), "", [offers("a0", "a1", "a2", "a3", "a4", then="a2")]
    )
    activation = field.state.activation
    assert activation is not None
    assert activation.unit == "a2"
    field.units["a2"].activated = True
    assert [unit.id for unit in waiting(field.play, "axis")] == ["a0", "a1", "a3", "a4"]


@pytest.mark.rule("dw.activation.complete_before_next")
def test_one_unit_finishes_before_the_next_is_picked():
    field = Field()
    field.unit("a", "axis", (10, 10))
    field.unit("b", "axis", (20, 10))
    match = field.match()
    match.answer("a")
    match.answer("move-then-attack")
    assert match.pending is not None
    assert match.pending.subject == "a"
    with pytest.raises(Refused):
        match.answer("b")
    match.answer({})
    assert match.pending is not None
    assert match.pending.subject == "b"


@pytest.mark.rule("dw.activation.may_do_nothing", "dw.activation.step3_suppression")
def test_a_unit_that_does_nothing_still_rolled_for_its_markers():
    field = Field()
    unit = field.squad("a", "axis", 20, 20, suppression=1)
    activate(field, unit, "h", "none")
    assert unit.suppression == 0
    assert unit.activated
    assert field.told.kinds().count("declared") == 1


@pytest.mark.rule("dw.activation.step3_suppression", "dw.suppression.roll_remove")
def test_each_hit_removes_a_marker():
    field = Field()
    unit = field.squad("a", "axis", 20, 20, suppression=2)
    activate(field, unit, "hb", "none")
    assert unit.suppression == 1
    assert field.told.ruled("dw.suppression.roll_remove")[-1].kind == "rallied"


@pytest.mark.rule("dw.activation.step4_retreat", "dw.retreat.stop")
@pytest.mark.parametrize(("dice", "retreats"), [("bbbb", True), ("hbbb", False)])
def test_a_unit_retreats_only_while_markers_outnumber_it(dice: str, retreats: bool):
    field = Field()
    unit = field.squad("a", "axis", 20, 10, count=3, suppression=4)
    answers = [] if retreats else [offers("move", "attack", "none", then="none")]
    activate(field, unit, dice, *answers)
    assert ("retreated" in field.told.kinds()) == retreats


@pytest.mark.rule("dw.activation.step5_count", "dw.reaction.marker_effect")
@pytest.mark.parametrize(
    ("suppression", "reaction", "count"), [(0, False, 2), (3, False, 1), (0, True, 1), (1, True, 0)]
)
def test_two_actions_less_one_for_each_kind_of_marker(suppression: int, reaction: bool, count: int):
    field = Field()
    unit = field.squad("a", "axis", 20, 20, suppression=suppression, reaction=reaction)
    assert actions_available(unit) == count


@pytest.mark.rule("dw.suppression.cumulative_reaction", "dw.suppression.lose_action")
def test_the_books_grenadiers_with_both_markers_take_no_action():
    field = Field()
    unit = field.squad("a", "axis", 20, 20, suppression=1, reaction=True)
    activate(field, unit, "b")
    assert unit.activated
    assert field.told.only("declared").key == "dw.log.no_actions"


@pytest.mark.rule("dw.action.basic_two", "dw.action.order_free", "dw.activation.step5_declare")
def test_a_plain_unit_with_two_actions_has_seven_programmes():
    field = Field()
    unit = field.squad("a", "axis", 20, 20)
    activate(field, unit, "", offers(*PLAIN, then="none"))


@pytest.mark.rule("dw.action.no_repeat")
def test_the_same_action_twice_is_only_a_double_action():
    field = Field()
    unit = field.unit("a", "axis", (20, 20), out_of_ammo=True)
    found = programmes(field.play, unit, 2)
    assert ("move", "move") not in found
    assert ("reload", "reload") not in found
    assert ("march",) in found


@pytest.mark.rule("dw.action.no_repeat")
def test_by_option_a_special_action_may_be_repeated():
    field = Field(options={"repeat_special": "true"})
    unit = field.unit("a", "axis", (20, 20), out_of_ammo=True)
    assert ("reload", "reload") in programmes(field.play, unit, 2)
    assert ("move", "move") not in programmes(field.play, unit, 2)


@pytest.mark.rule("dw.action.double", "dw.action.double_needs_two")
def test_a_double_action_needs_both_actions():
    field = Field()
    unit = field.squad("a", "axis", 20, 20, reaction=True)
    activate(field, unit, "", offers("move", "attack", "none", then="none"))
    unit.reaction = False
    activate(field, unit, "", take("march"), {"a/5": to((20, 18))})
    declared = [event for event in field.told.events if event.kind == "declared"]
    assert "dw.action.double" in declared[-1].rules


@pytest.mark.rule("dw.action.march_move")
def test_a_march_move_goes_twice_the_move():
    field = Field()
    unit = field.unit("a", "axis", (20, 20))
    assert field.why_not(unit, {"a/1": to((32, 20))}, "march") == []
    assert field.why_not(unit, {"a/1": to((32.1, 20))}, "march") == ["dw.action.march_move"]


@pytest.mark.rule("dw.action.move", "dw.move.distance")
def test_a_move_goes_up_to_the_move_characteristic():
    field = Field()
    unit = field.unit("a", "axis", (20, 20))
    activate(field, unit, "", "move", {"a/1": to((26, 20))})
    assert unit.minis[0].pose == pose(26, 20)
    assert field.why_not(unit, {"a/1": to((32.2, 20))}) == ["dw.action.move"]


@pytest.mark.rule("dw.activation.step5_declare", "dw.activation.step6_resolve")
def test_a_declared_action_may_be_dropped_but_not_exchanged():
    field = Field()
    field.squad("b", "allies", 38, 20)
    unit = field.unit("a", "axis", (26, 20), out_of_ammo=True)
    activate(field, unit, "", "reload-then-move", offers("go-on", "drop", then="drop"))
    assert unit.minis[0].pose == pose(26, 20)
    assert field.told.only("forfeited").rules == ("dw.activation.step5_declare",)
    assert unit.activated


@pytest.mark.rule("dw.activation.step6_resolve", "dw.reaction.multiple_order")
def test_the_first_action_ends_with_its_reactions_before_the_second_begins():
    field = Field()
    field.squad("b", "allies", 38, 20)
    unit = field.squad("a", "axis", 26, 20)
    answers = [
        "move-then-attack",
        take("none"),
        {"a/1": to((24, 20))},
        take("b/attack"),
        {"a/4": 1, "a/5": 1},
        take("b"),
    ]
    activate(field, unit, "hhbbb bb bbb", *answers)
    assert len(unit.minis) == 3
    attacks = [count for what, count in field.told.rolls() if what == "attack"]
    assert attacks == [5, 3]


@pytest.mark.rule("dw.activation.count_locked", "dw.suppression.mid_activation")
def test_suppression_on_the_way_takes_no_action_from_this_activation():
    field = Field()
    field.squad("b", "allies", 30, 20)
    unit = field.squad("a", "axis", 20, 20)
    answers = ["move-then-attack", take("b/attack"), {}, take("b")]
    activate(field, unit, "hbbbb hh bbbbb", *answers)
    assert unit.suppression == 1
    assert [count for what, count in field.told.rolls() if what == "attack"] == [5, 5]


@pytest.mark.rule("dw.activation.same_action", "dw.unit.acts_together", "dw.action.attack")
def test_all_miniatures_do_the_same_action():
    field = Field()
    unit = field.squad("a", "axis", 20, 20)
    activate(field, unit, "", take("move"), {"a/1": to((22, 20))})
    assert [what for what, _ in field.told.questions()] == ["actions", "move"]
    assert field.told.asked[-1].movers == ("a/1", "a/2", "a/3", "a/4", "a/5")
    field.squad("b", "allies", 30, 20)
    field.run(perform(field.play, unit, "attack", window=False), "bbbbb", ["b"])
    assert field.told.questions()[-1][0] == "choose-target"


@pytest.mark.rule("dw.action.special", "dw.wability.reload", "dw.reaction.non_triggers")
def test_a_reload_takes_one_action_and_lets_nobody_react():
    field = Field()
    field.squad("b", "allies", 25, 20, reaction=True)
    unit = field.unit("a", "axis", (20, 20), out_of_ammo=True)
    assert specials_of(field.play, unit) == ("reload",)
    activate(field, unit, "b", "reload-then-attack", "b")
    assert not unit.out_of_ammo
    field.units["b"].reaction = False
    field.run(perform(field.play, unit, "reload", window=True))
    assert [what for what, _ in field.told.questions()].count("react") == 0
    assert why_not_action(field.play, unit, "reload")[0].rule == "dw.action.special"


@pytest.mark.rule("dw.vdt.external_fire", "dw.action.special")
def test_a_burning_vehicle_burns_at_each_activation_until_the_fire_is_put_out():
    field = Field()
    walker = field.walker("w", "axis", 20, 20, effects=["external_fire"])
    for damage in (1, 2, 3):
        activate(field, walker, "", "none")
        assert walker.minis[0].damage == damage
    activate(field, walker, "", take("put-out-fire"))
    assert walker.minis[0].damage == 3
    assert walker.effects == []


@pytest.mark.rule("dw.vdt.drive_damaged")
def test_a_vehicle_with_a_damaged_drive_takes_no_move_actions():
    field = Field()
    walker = field.walker("w", "axis", 20, 20, effects=["drive_damaged"])
    assert why_not_action(field.play, walker, "march")[0].rule == "dw.vdt.drive_damaged"
    activate(field, walker, "", offers("sustained", "attack", "none", then="none"))
