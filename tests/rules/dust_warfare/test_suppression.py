"""Suppression and retreat, and the End phase that takes markers off."""

from __future__ import annotations

from typing import Any

import pytest

from sim.rules.dust_warfare.state import Activation, Unit
from sim.rules.dust_warfare.turn.activation import activation_step
from sim.rules.dust_warfare.turn.casualties import remove_casualty
from sim.rules.dust_warfare.turn.end_phase import end_phase
from sim.rules.dust_warfare.turn.initiative import command_pool
from sim.rules.dust_warfare.turn.retreat import nearest_edges, retreat_move
from sim.rules.dust_warfare.turn.suppression import (
    actions_available,
    add_markers,
    is_retreating,
    is_suppressed,
    roll_to_remove,
)
from tests.rules.dust_warfare.field import CLIFF, FENCE, OPEN, Field, building, offers, pose
from tests.table.builders import box

R = 0.5906


def flee(field: Field, unit: Unit, *answers: Any) -> None:
    field.run(retreat_move(field.play, unit), "", answers)


def places(unit: Unit) -> list[tuple[float, float]]:
    return [mini.pose.at for mini in unit.minis if mini.pose is not None]


@pytest.mark.rule("dw.suppression.marker")
def test_markers_have_no_upper_limit():
    field = Field()
    unit = field.squad("a", "axis", 20, 20)
    assert not is_suppressed(unit)
    for _ in range(3):
        add_markers(field.play, unit, 1, "dw.suppression.gain")
    add_markers(field.play, unit, 9, "dw.suppression.gain")
    assert unit.suppression == 12
    assert is_suppressed(unit)


@pytest.mark.rule("dw.suppression.lose_action")
def test_any_number_of_markers_costs_one_action():
    field = Field()
    assert actions_available(field.squad("a", "axis", 20, 20, suppression=4)) == 1


@pytest.mark.rule("dw.suppression.retreating_state")
def test_more_markers_than_living_miniatures_is_retreating_at_once():
    field = Field(phase="command")
    unit = field.squad("a", "axis", 20, 20, count=3, suppression=3)
    assert not is_retreating(field.play, unit)
    remove_casualty(field.play, unit, unit.minis[2], "dw.char.damage_capacity")
    assert is_retreating(field.play, unit)
    assert field.told.only("broke").rules == ("dw.suppression.retreating_state",)
    assert command_pool(field.play, "axis") == 1


@pytest.mark.rule("dw.suppression.roll_remove", "dw.end_phase.suppression")
def test_the_books_grenadiers_lose_one_marker_by_the_roll_and_one_at_the_end():
    field = Field()
    unit = field.squad("a", "axis", 20, 20, suppression=3)
    field.run(roll_to_remove(field.play, unit), "hbb")
    assert unit.suppression == 2
    field.run(end_phase(field.play))
    assert unit.suppression == 1


@pytest.mark.rule("dw.suppression.persists")
def test_markers_stay_from_turn_to_turn():
    field = Field()
    unit = field.squad("a", "axis", 20, 20)
    add_markers(field.play, unit, 5, "dw.suppression.gain")
    field.run(roll_to_remove(field.play, unit), "bbbbb")
    field.run(end_phase(field.play))
    assert unit.suppression == 4


@pytest.mark.rule("dw.end_phase.order", "dw.end_phase.suppression")
def test_the_end_phase_takes_a_suppression_marker_then_the_reaction_markers():
    field = Field()
    unit = field.squad("a", "axis", 20, 20, suppression=2, reaction=True)
    field.run(end_phase(field.play))
    assert (unit.suppression, unit.reaction) == (1, False)
    kinds = field.told.kinds()
    assert kinds.index("rallied") < kinds.index("steadied")


@pytest.mark.rule("dw.end_phase.suppression")
def test_only_units_on_the_table_rally():
    field = Field()
    unit = field.off_table(field.squad("a", "axis", 20, 20, suppression=2))
    none = field.squad("b", "axis", 30, 20)
    field.run(end_phase(field.play))
    assert (unit.suppression, none.suppression) == (2, 0)


@pytest.mark.rule("dw.end_phase.reaction_clear")
def test_reaction_markers_go_from_all_units_on_the_table_or_off():
    field = Field()
    for number in range(4):
        field.unit(f"a{number}", "axis", (10 + 4 * number, 10), reaction=True)
    field.off_table(field.units["a3"])
    field.run(end_phase(field.play))
    assert not any(unit.reaction for unit in field.units.values())
    assert field.told.only("steadied").params["count"] == 4


# --- retreat ----------------------------------------------------------------------------------


@pytest.mark.rule("dw.retreat.move")
def test_every_miniature_goes_straight_for_the_edge_nearest_to_the_leader():
    field = Field()
    unit = field.unit("a", "axis", (8 + R, 48 - 10 - R), (11 + R, 36), (9 + R, 34), suppression=4)
    assert nearest_edges(field.play, unit.minis[0]) == ["west"]
    flee(field, unit)
    assert places(unit) == [
        pytest.approx((2 + R, 48 - 10 - R), abs=1e-3),
        pytest.approx((5 + R, 36), abs=1e-3),
        pytest.approx((3 + R, 34), abs=1e-3),
    ]
    assert field.told.only("retreated").rules[0] == "dw.retreat.move"


@pytest.mark.rule("dw.retreat.move")
def test_between_equally_near_edges_the_owner_picks():
    field = Field()
    unit = field.unit("a", "axis", (10, 10), suppression=2)
    flee(field, unit, offers("south", "west", then="west"))
    assert places(unit) == [(4, 10)]


@pytest.mark.rule("dw.retreat.move", "dw.terrain.difficult_cap")
def test_difficult_ground_slows_a_retreat_to_three_inches():
    fence = box("fence", (15, 16), (5, 30), 1)
    field = Field(fence, ratings={"fence": FENCE})
    unit = field.unit("a", "axis", (17, 24), suppression=2)
    flee(field, unit)
    assert places(unit) == [(14, 24)]


@pytest.mark.rule("dw.retreat.move")
def test_a_retreat_goes_round_what_it_cannot_pass():
    cliff = box("cliff", (12, 13), (22, 26), 1)
    field = Field(cliff, ratings={"cliff": CLIFF})
    unit = field.unit("a", "axis", (16, 24), suppression=2)
    flee(field, unit)
    (x, y) = places(unit)[0]
    assert 10 < x < 13
    assert y > 26 or y < 22


@pytest.mark.rule("dw.retreat.edge_casualty", "dw.retreat.per_mini_removal")
def test_who_touches_the_edge_is_lost_and_the_others_go_on():
    field = Field()
    unit = field.unit("a", "axis", (5.5 + R, 20), (5.8 + R, 22), (7 + R, 24), suppression=4)
    flee(field, unit)
    assert [mini.id for mini in unit.minis] == ["a/3"]
    assert places(unit) == [pytest.approx((1 + R, 24), abs=1e-3)]
    killed = [event for event in field.told.events if event.kind == "killed"]
    assert all("dw.retreat.edge_casualty" in event.rules for event in killed)
    assert unit.alive


@pytest.mark.rule("dw.retreat.edge_casualty")
def test_a_unit_that_leaves_the_table_is_destroyed():
    field = Field()
    unit = field.unit("a", "axis", (4, 20), suppression=2)
    flee(field, unit)
    assert not unit.alive
    assert field.state.destroyed == ["a"]


@pytest.mark.rule("dw.retreat.move", "dw.activation.step4_retreat")
@pytest.mark.parametrize(("ends", "asked"), [("true", 0), ("false", 1)])
def test_a_retreat_ends_the_activation_unless_the_option_keeps_the_action(ends: str, asked: int):
    field = Field(options={"retreat_ends_activation": ends})
    unit = field.unit("a", "axis", (17, 24), (17, 26), suppression=3)
    field.state.activation = Activation("a")

    async def whole() -> None:
        while field.state.activation is not None:
            await activation_step(field.play)

    field.run(whole(), "bbb", ["none"] * asked)
    assert places(unit)[0] == (11, 24)
    assert unit.activated


@pytest.mark.rule("dw.retreat.move")
def test_a_retreat_is_made_even_without_an_action_left():
    field = Field()
    unit = field.unit("a", "axis", (17, 24), suppression=2, reaction=True)
    field.state.activation = Activation("a")
    field.run(activation_step(field.play), "bb")
    assert places(unit) == [(11, 24)]


@pytest.mark.rule("dw.retreat.stop")
def test_a_roll_that_brings_the_markers_down_ends_the_retreat():
    field = Field()
    unit = field.squad("a", "axis", 20, 20, count=3, suppression=4)
    field.state.activation = Activation("a")
    field.run(activation_step(field.play), "hbbb")
    assert unit.suppression == 3
    assert field.state.activation is not None
    assert field.state.activation.count == 1
    assert unit.minis[0].pose == pose(20, 20)


@pytest.mark.rule("dw.retreat.move")
def test_a_retreating_miniature_keeps_an_inch_from_enemies():
    field = Field()
    unit = field.unit("a", "axis", (16, 24), suppression=2)
    enemy = field.unit("b", "allies", (12, 24.3), reaction=True)
    flee(field, unit)
    mine, his = field.play.stands(unit)[0], field.play.stands(enemy)[0]
    assert field.facts.gap(mine, his).inches >= 1 - 1e-3
    assert places(unit)[0][0] < 13


@pytest.mark.rule("dw.retreat.move", "dw.vertical.floor_exception")
def test_who_retreats_from_a_floor_comes_down_first():
    field = Field(building(x=(16, 24), y=(20, 28), heights=(4.0, 8.0)), ratings={"house": OPEN})
    unit = field.unit("a", "axis", (18, 24), suppression=2)
    unit.minis[0].pose = pose(18, 24, level="house/floor-1")
    flee(field, unit)
    assert unit.minis[0].pose == pose(12, 24)
    unit.minis[0].pose = pose(18, 24, level="house/floor-2")
    flee(field, unit)
    spot = unit.minis[0].pose
    assert spot is not None
    assert spot.level == "house/floor-2"
    assert 16 <= spot.x < 18


@pytest.mark.rule("dw.retreat.move")
def test_a_retreat_without_a_way_goes_as_far_as_it_can():
    wall = box("wall", (10, 11), (0, 48), 3, walls=True)
    field = Field(wall, ratings={"wall": OPEN})
    unit = field.unit("a", "axis", (15, 24), suppression=2)
    flee(field, unit)
    ((x, y),) = places(unit)
    assert 11 + R - 0.01 <= x < 11 + R + 0.3
    assert y == 24
