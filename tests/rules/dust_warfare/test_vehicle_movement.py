"""Vehicles on the move: arcs, pivots, spot turns, backing up, heavy walkers, overruns."""

from __future__ import annotations

import math
from typing import Any

import pytest

from sim.geometry.pose import Point
from sim.rules.dust_warfare.forces.profiles import ArmourClass
from sim.rules.dust_warfare.movement.action import move_action, poses_of
from sim.rules.dust_warfare.state import Unit
from sim.rules.dust_warfare.turn.reactions import move_window
from sim.rules.dust_warfare.turn.suppression import add_markers
from tests.rules.dust_warfare.field import RUBBLE, Field, drive, offers, pose
from tests.table.builders import box

AT = (30.0, 24.0)
R_WALKER, R_SOLDIER = 1.5748, 0.5906


def walker(*terrain: Any, heavy: bool = False, **more: Any) -> tuple[Field, Unit]:
    """Return a field with an axis walker at (30, 24) facing +x."""
    field = Field(*terrain, **more)
    return field, field.walker("w", "axis", *AT, heavy=heavy)


def off(bearing: float, length: float, start: Point = AT) -> Point:
    """Return a point at a bearing from +x."""
    angle = math.radians(bearing)
    return (
        round(start[0] + math.cos(angle) * length, 4),
        round(start[1] + math.sin(angle) * length, 4),
    )


@pytest.mark.rule("dw.vehicle_move.front_arc")
@pytest.mark.parametrize(
    ("bearing", "refused"), [(40, False), (45, False), (50, True), (-50, True)]
)
def test_a_vehicle_moves_into_its_front_arc(bearing: float, refused: bool):
    field, unit = walker()
    found = field.why_not(unit, {"w/1": drive(off(bearing, 6))})
    assert found == (["dw.vehicle_move.front_arc"] if refused else [])


@pytest.mark.rule("dw.vehicle_move.front_arc")
def test_a_path_may_bend_inside_the_front_arc_unless_the_option_says_no():
    bent = drive(off(40, 3), off(-20, 3, off(40, 3)))
    field, unit = walker()
    assert field.why_not(unit, {"w/1": bent}) == []
    field, unit = walker(options={"vehicle_path": "straight"})
    assert field.why_not(unit, {"w/1": bent}) == ["dw.vehicle_move.front_arc"]


@pytest.mark.rule("dw.vehicle_move.pivot")
def test_one_pivot_of_up_to_ninety_degrees_before_or_after():
    field, unit = walker()
    assert field.why_not(unit, {"w/1": drive(off(60, 6), before=60)}) == []
    assert field.why_not(unit, {"w/1": drive(off(0, 6), after=-90)}) == []
    both = drive(off(60, 6), before=60, after=10)
    assert field.why_not(unit, {"w/1": both}) == ["dw.vehicle_move.pivot"]
    wide = drive(off(100, 6), before=100)
    assert field.why_not(unit, {"w/1": wide}) == ["dw.vehicle_move.pivot"]
    far = drive(off(100, 12), before=91)
    assert field.why_not(unit, {"w/1": far}, "march") == ["dw.vehicle_move.pivot"]


@pytest.mark.rule("dw.vehicle_move.no_turn_mid")
def test_the_facing_stays_while_it_moves():
    field, unit = walker()
    turning = drive(off(0, 2), off(50, 2, off(0, 2)))
    assert field.why_not(unit, {"w/1": turning}) == ["dw.vehicle_move.front_arc"]
    field.run(move_action(field.play, unit, window=False), "", [{"w/1": drive(off(30, 4))}])
    spot = unit.minis[0].pose
    assert spot is not None
    assert spot.facing == 0


@pytest.mark.rule("dw.vehicle_move.spot_turn", "dw.reaction.move_trigger")
def test_a_spot_turn_is_a_move_action_without_movement():
    field, unit = walker()
    field.unit("b", "allies", (36, 24))
    answers = ["none", {"w/1": drive(before=180)}, "none"]
    field.run(move_action(field.play, unit), "", answers)
    assert unit.minis[0].pose == pose(*AT, 180)
    assert [q.what for q in field.told.asked] == ["react", "move", "react"]
    assert "dw.vehicle_move.spot_turn" in field.told.only("moved").rules


@pytest.mark.rule("dw.vehicle_move.back_up")
def test_backing_up_goes_three_inches_and_difficult_ground_cuts_nothing():
    rubble = box("rubble", (20, 29), (18, 30), 0.2)
    field, unit = walker(rubble, ratings={"rubble": RUBBLE})
    assert field.why_not(unit, {"w/1": drive(off(180, 3))}) == []
    assert field.why_not(unit, {"w/1": drive(off(180, 3.5))}) == ["dw.vehicle_move.back_up"]
    field.run(move_action(field.play, unit, window=False), "", [{"w/1": drive(off(180, 3))}])
    assert "dw.vehicle_move.back_up" in field.told.only("moved").rules


@pytest.mark.rule("dw.vehicle_move.back_up_march")
def test_backing_up_in_a_march_move_goes_six_inches():
    field, unit = walker()
    assert field.why_not(unit, {"w/1": drive(off(180, 6))}, "march") == []
    assert field.why_not(unit, {"w/1": drive(off(180, 6.5))}, "march") == [
        "dw.vehicle_move.back_up_march"
    ]


@pytest.mark.rule("dw.vehicle_move.back_up")
def test_neither_forward_nor_back_is_no_movement():
    field, unit = walker()
    assert field.why_not(unit, {"w/1": drive(off(180, 1), off(0, 1, off(180, 1)))}) == [
        "dw.vehicle_move.front_arc"
    ]


@pytest.mark.rule("dw.heavy.move_center")
def test_a_heavy_walker_is_measured_at_its_centre():
    field, unit = walker(heavy=True)
    assert field.why_not(unit, {"w/1": drive(off(20, 6))}) == []
    assert field.why_not(unit, {"w/1": drive(off(20, 6.1))}) == ["dw.action.move"]
    assert field.why_not(unit, {"w/1": drive(off(50, 4))}) == ["dw.vehicle_move.front_arc"]


@pytest.mark.rule("dw.heavy.rotate_center")
def test_a_heavy_walker_turns_about_its_centre():
    field, unit = walker(heavy=True)
    field.run(move_action(field.play, unit, window=False), "", [{"w/1": drive(before=90)}])
    assert unit.minis[0].pose == pose(*AT, 90)


@pytest.mark.rule("dw.heavy.rotate_center", "dw.vehicle_move.pivot")
def test_a_long_hull_does_not_turn_into_a_wall():
    wall = box("wall", (26, 34), (27.5, 28), 3, walls=True)
    field, unit = walker(wall, heavy=True, ratings={"wall": "hard"})
    stuck = ["dw.terrain.partial_impassable"]
    assert field.why_not(unit, {"w/1": drive(before=90)}) == stuck
    assert field.why_not(unit, {"w/1": drive(off(0, 2), after=90)}) == stuck
    assert field.why_not(unit, {"w/1": drive(before=10)}) == []
    assert field.why_not(unit, {"w/1": drive(off(0, 6), after=10)}) == []


@pytest.mark.rule("dw.vehicle_move.pivot")
def test_a_pivot_after_the_movement_turns_the_vehicle_where_it_ends():
    field, unit = walker()
    step = drive(off(0, 4), after=-60)
    field.run(move_action(field.play, unit, window=False), "", [{"w/1": step}])
    assert unit.minis[0].pose == pose(34, 24, 300)


# --- overruns ---------------------------------------------------------------------------------


@pytest.mark.rule("dw.overrun.vehicles_block")
@pytest.mark.parametrize("side", ["axis", "allies"])
def test_no_vehicle_moves_through_another(side: str):
    field, unit = walker()
    field.walker("v", side, 34, 24)
    rule = "dw.move.friendly_vehicle_block" if side == "axis" else "dw.move.enemy_gap"
    assert rule in field.why_not(unit, {"w/1": drive(off(0, 6))})


@pytest.mark.rule("dw.overrun.through_enemy_soldiers", "dw.overrun.no_gap")
def test_a_vehicle_may_drive_through_and_stop_beside_enemy_soldiers():
    field, unit = walker()
    field.unit("b", "allies", (33, 24), (33, 25.5), (33, 22.5))
    beside = off(0, 3 - R_WALKER - R_SOLDIER)
    assert field.why_not(unit, {"w/1": drive(off(0, 6))}) == []
    assert field.why_not(unit, {"w/1": drive(beside)}) == []
    soldier = field.unit("a", "axis", (28, 20))
    assert field.why_not(soldier, {"a/1": drive((33, 20.6))}) == ["dw.move.enemy_gap"]


@pytest.mark.rule("dw.overrun.displace")
def test_a_soldier_left_too_near_is_pushed_straight_out_to_one_inch():
    field, unit = walker()
    x = AT[0] + 6 + R_WALKER + R_SOLDIER + 0.4
    other = field.unit("b", "allies", (x, 24))
    field.run(move_action(field.play, unit, window=False), "", [{"w/1": drive(off(0, 6))}])
    spot = other.minis[0].pose
    assert spot is not None
    assert spot.at == pytest.approx((x + 0.6, 24), abs=1e-3)
    assert other.suppression == 0
    assert field.told.only("displaced").rules == ("dw.overrun.displace",)


@pytest.mark.rule("dw.overrun.displace")
@pytest.mark.parametrize("side", ["axis", "allies"])
def test_friend_and_foe_are_pushed_aside_to_where_they_can_stand(side: str):
    field, unit = walker()
    other = field.squad("b", side, 36, 22, count=3)
    answers = [{"w/1": drive(off(0, 6))}]
    field.run(move_action(field.play, unit, window=False), "bbb", answers)
    hull = field.play.stand(unit.minis[0])
    stands = field.play.stands(other)
    assert all(field.facts.gap(hull, stand).inches >= 1 - 1e-3 for stand in stands)
    pairs = [(a, b) for i, a in enumerate(stands) for b in stands[:i]]
    assert all(field.facts.gap(a, b).inches >= -1e-3 for a, b in pairs)


@pytest.mark.rule("dw.overrun.suppression")
def test_each_hit_of_the_vehicles_class_suppresses_the_unit_it_drove_through():
    field, unit = walker()
    squad = field.squad("b", "allies", 33, 21)
    field.run(move_action(field.play, unit, window=False), "hbh", [{"w/1": drive(off(0, 6))}])
    assert squad.suppression == 2
    assert field.told.rolls() == [("overrun", 3)]


@pytest.mark.rule("dw.overrun.separate")
def test_every_unit_that_was_overrun_is_rolled_for_by_itself():
    field, unit = walker()
    field.profile("w", armour=ArmourClass("vehicle", 4))
    field.unit("b", "allies", (33, 24))
    field.unit("c", "axis", (35, 24))
    field.run(move_action(field.play, unit, window=False), "hbbb bbbb", [{"w/1": drive(off(0, 6))}])
    assert field.told.rolls() == [("overrun", 4), ("overrun", 4)]
    assert field.units["b"].suppression == 1
    assert field.units["c"].suppression == 0


@pytest.mark.rule("dw.vdt.external_fire", "dw.overrun.suppression")
def test_a_burning_vehicle_sprays_whom_it_overruns():
    field, unit = walker()
    unit.effects = ["external_fire"]
    squad = field.squad("b", "allies", 33, 21)
    field.run(move_action(field.play, unit, window=False), "bbb bbbbb", [{"w/1": drive(off(0, 6))}])
    assert field.told.rolls()[0] == ("overrun", 3)
    assert field.told.rolls()[1][1] == 5
    assert len(squad.minis) == 5


@pytest.mark.rule("dw.suppression.vehicle_immune")
def test_vehicles_never_get_suppression_markers():
    field, unit = walker()
    assert add_markers(field.play, unit, 2, "dw.overrun.suppression") == 0
    assert unit.suppression == 0
    assert not field.told.events


@pytest.mark.rule("dw.vdt.drive_damaged")
def test_a_vehicle_without_drive_cannot_react_by_moving():
    field = Field()
    mover = field.unit("m", "axis", (30, 24))
    field.walker("v", "allies", 38, 24, effects=["drive_damaged"])
    answer = offers("none", "v/attack", then="none")
    field.run(move_window(field.play, mover, "before", poses_of(mover)), "", [answer])
