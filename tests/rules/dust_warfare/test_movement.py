"""Movement of soldiers: distance, gaps, friends, formation, ground and height."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sim.engine.questions import Move
from sim.rules.dust_warfare.movement.action import move_action
from sim.rules.dust_warfare.movement.going import going_for
from sim.rules.dust_warfare.movement.referee import why_not_move
from sim.rules.dust_warfare.movement.terrain import affected_by
from sim.rules.dust_warfare.state import Activation, Rating, Unit
from tests.rules.dust_warfare.field import CLIFF, FENCE, OPEN, RUBBLE, Field, building, pose, to
from tests.table.builders import box, soldier

R = 1.1811


def one(*terrain: Any, **more: Any) -> tuple[Field, Unit]:
    field = Field(*terrain, **more)
    return field, field.unit("a", "axis", (10, 10))


@pytest.mark.rule("dw.move.distance", "dw.char.move")
@pytest.mark.parametrize(("x", "refused"), [(16.0, False), (16.2, True), (10.0, False)])
def test_a_move_is_up_to_the_move_in_inches(x: float, refused: bool):
    field, unit = one()
    assert field.why_not(unit, {"a/1": to((x, 10))}) == (["dw.action.move"] if refused else [])


@pytest.mark.rule("dw.move.per_mini")
def test_each_miniature_uses_its_own_move():
    field = Field()
    unit = field.unit("a", "axis", (10, 10), (10, 12), extra={2: ()})
    field.profile("a-2", move_in=4.0)
    assert field.why_not(unit, {"a/1": to((13, 10)), "a/2": to((14, 12))}) == []
    assert field.why_not(unit, {"a/2": to((14.1, 12))}) == ["dw.action.move"]
    assert field.why_not(unit, {"a/1": to((15.5, 10)), "a/2": to((14, 12))}) == []


@pytest.mark.rule("dw.move.enemy_gap")
@pytest.mark.parametrize(("side", "refused"), [(0.9, True), (1.0, False)])
def test_a_path_keeps_an_inch_from_enemies(side: float, refused: bool):
    field, unit = one()
    field.unit("b", "allies", (13, 10 + R + side))
    found = field.why_not(unit, {"a/1": to((16, 10))})
    assert found == (["dw.move.enemy_gap"] if refused else [])


@pytest.mark.rule("dw.move.enemy_gap")
def test_the_objection_names_the_enemy_the_gap_and_the_place():
    field, unit = one()
    field.unit("b", "allies", (13, 10 + R + 0.5))
    going = going_for(field.play, unit, unit.minis[0], "move")
    (found,) = why_not_move(field.play, going, {"a/1": to((16, 10))})
    assert found.params["enemy"] == "b/1"
    assert found.params["gap"] == pytest.approx(0.5, abs=1e-3)
    assert found.at == pytest.approx((13, 10), abs=1e-6)


@pytest.mark.rule("dw.move.enemy_gap")
def test_who_starts_inside_an_inch_may_only_widen_the_gap():
    field, unit = one()
    field.unit("b", "allies", (10 + R + 0.4, 10))
    assert field.why_not(unit, {"a/1": to((6, 10))}) == []
    assert field.why_not(unit, {"a/1": to((9.7, 10))}) == ["dw.move.enemy_gap"]
    assert field.why_not(unit, {"a/1": to((10.2, 10), (6, 10))}) == ["dw.move.enemy_gap"]
    assert field.why_not(unit, {}) == []
    assert field.why_not(unit, {"a/1": Move(pivot_after=90)}) == []


@pytest.mark.rule("dw.move.enemy_gap_levels", "dw.move.enemy_gap")
@pytest.mark.parametrize(
    ("option", "x", "refused"),
    [("false", 21.9, True), ("false", 22.19, False), ("true", 21.9, False)],
)
def test_the_gap_holds_through_floors_unless_the_option_says_no(
    option: str, x: float, refused: bool
):
    house = building(x=(18, 26), y=(18, 26), heights=(3.0,))
    field = Field(house, options={"gap_per_level": option}, ratings={"house": OPEN})
    field.unit("b", "allies", (20, 20))
    enemy = field.units["b"].minis[0]
    enemy.pose = pose(20, 20, level="house/floor-1")
    unit = field.unit("a", "axis", (25, 20))
    found = field.why_not(unit, {"a/1": to((x, 20))})
    assert found == (["dw.move.enemy_gap_levels"] if refused else [])


@pytest.mark.rule("dw.move.no_overlap")
def test_bases_over_each_other_on_two_levels_do_not_overlap():
    house = building(heights=(3.0,))
    field = Field(house, ratings={"house": OPEN})
    friend = field.unit("f", "axis", (24, 24))
    friend.minis[0].pose = pose(24, 24, level="house/floor-1")
    unit = field.unit("a", "axis", (22, 24))
    assert field.why_not(unit, {"a/1": to((24, 24))}) == []
    friend.minis[0].pose = pose(24, 24)
    assert field.why_not(unit, {"a/1": to((24, 24))}) == ["dw.move.no_overlap"]


@pytest.mark.rule("dw.move.friendly_vehicle_block")
def test_nobody_moves_through_a_friendly_vehicle():
    field, unit = one()
    field.walker("w", "axis", 13, 10)
    assert field.why_not(unit, {"a/1": to((16, 10))}) == ["dw.move.friendly_vehicle_block"]
    assert field.why_not(unit, {"a/1": to((11, 12.3), (12, 12.4))}) == []


@pytest.mark.rule("dw.move.friendly_soldier_pass", "dw.move.no_overlap")
def test_friendly_soldiers_let_everybody_pass_but_nobody_stand_on_them():
    field, unit = one()
    field.unit("f", "axis", (13, 10))
    assert field.why_not(unit, {"a/1": to((15, 10))}) == []
    assert field.why_not(unit, {"a/1": to((13 - R + 0.2, 10))}) == ["dw.move.no_overlap"]
    assert field.why_not(unit, {"a/1": to((13 - R, 10))}) == []


@pytest.mark.rule("dw.move.soldier_turn_free", "dw.arc.soldier_360")
def test_soldiers_go_any_way_they_like():
    field, unit = one()
    unit.minis[0].pose = pose(10, 10, 90)
    field.run(move_action(field.play, unit, window=False), "", [{"a/1": to((14.2, 5.8))}])
    assert unit.minis[0].pose == pose(14.2, 5.8, 90)
    assert "dw.move.soldier_turn_free" in field.told.only("moved").rules


@pytest.mark.rule("dw.move.formation_end")
def test_formation_counts_at_the_end_of_a_move_not_on_the_way():
    field = Field()
    unit = field.unit("a", "axis", (10, 10), (10, 10 + R + 5))
    assert field.why_not(unit, {"a/2": to((10, 10 + R + 6.3))}) == ["dw.move.formation_end"]
    field.profile("a", move_in=8.0)
    there_and_back = to((10, 10 + R + 8), (10, 10 + R + 5))
    assert field.why_not(unit, {"a/2": there_and_back}) == []


@pytest.mark.rule("dw.move.all_members")
def test_some_may_move_while_others_stay():
    field = Field()
    unit = field.squad("a", "axis", 10, 10)
    answer = {"a/1": to((12, 10)), "a/3": to((12, 13)), "a/5": to((12, 16))}
    field.run(move_action(field.play, unit, window=False), "", [answer])
    assert field.told.only("moved").params["minis"] == 3
    assert unit.minis[1].pose == pose(10, 11.5)


@pytest.mark.rule("dw.move.table_edge")
def test_bases_stay_completely_on_the_table():
    field = Field()
    unit = field.unit("a", "axis", (3, 10))
    assert field.why_not(unit, {"a/1": to((0.5906, 10))}) == []
    assert field.why_not(unit, {"a/1": to((0.5, 10))}) == ["dw.move.table_edge"]


# --- ground -----------------------------------------------------------------------------------


@pytest.mark.rule("dw.terrain.open")
def test_open_ground_takes_nothing_off_a_move():
    field, unit = one(box("plain", (11, 14), (5, 15), 0.1), ratings={"plain": OPEN})
    assert field.why_not(unit, {"a/1": to((16, 10))}) == []


@pytest.mark.rule("dw.terrain.difficult_cap", "dw.terrain.difficult_entry")
def test_difficult_ground_caps_the_whole_move_at_three_inches():
    field, unit = one(box("fence", (11, 11.5), (5, 15), 1), ratings={"fence": FENCE})
    assert field.why_not(unit, {"a/1": to((13, 10))}) == []
    assert field.why_not(unit, {"a/1": to((13.5, 10))}) == ["dw.terrain.difficult_cap"]
    field, unit = one(box("fence", (10 + R / 2 + 3.2, 20), (5, 15), 1), ratings={"fence": FENCE})
    assert field.why_not(unit, {"a/1": to((10 + 3.1, 10))}) == []
    assert field.why_not(unit, {"a/1": to((14, 10))}) == ["dw.terrain.difficult_entry"]
    assert field.why_not(unit, {"a/1": to((10, 16))}) == []


@pytest.mark.rule("dw.terrain.difficult_any_part")
def test_leaving_difficult_ground_is_as_slow_as_entering_it():
    field, unit = one(box("fence", (8, 10.2), (5, 15), 1), ratings={"fence": FENCE})
    assert field.why_not(unit, {"a/1": to((14, 10))}) == ["dw.terrain.difficult_cap"]
    assert field.why_not(unit, {"a/1": to((13, 10))}) == []


@pytest.mark.rule("dw.terrain.fast_cap")
def test_a_bonus_to_move_ends_at_the_same_three_inches():
    field, unit = one(box("fence", (11, 11.5), (5, 15), 1), ratings={"fence": FENCE})
    assert field.why_not(unit, {"a/1": to((10, 22))}, bonus=6.0) == []
    assert field.why_not(unit, {"a/1": to((13.5, 10))}, bonus=6.0) == ["dw.terrain.difficult_cap"]


@pytest.mark.rule("dw.terrain.march_ignores", "dw.action.march_difficult")
def test_a_march_move_ignores_difficult_ground_but_not_a_cliff():
    field, unit = one(box("fence", (11, 20), (5, 15), 1), ratings={"fence": FENCE})
    assert field.why_not(unit, {"a/1": to((22, 10))}, "march") == []
    field, unit = one(box("cliff", (11, 20), (5, 15), 1), ratings={"cliff": CLIFF})
    assert field.why_not(unit, {"a/1": to((22, 10))}, "march") == ["dw.terrain.impassable"]


@pytest.mark.rule("dw.terrain.impassable")
def test_impassable_ground_must_be_walked_round_and_may_be_leant_on():
    cliff = box("cliff", (12, 13), (8, 10.3), 1)
    field, unit = one(cliff, ratings={"cliff": CLIFF})
    assert field.why_not(unit, {"a/1": to((15, 10))}) == ["dw.terrain.impassable"]
    assert field.why_not(unit, {"a/1": to((12 - R / 2, 10))}) == []
    assert field.why_not(unit, {"a/1": to((12, 11), (14, 11))}) == []


@pytest.mark.rule("dw.terrain.type_dependent")
def test_tank_obstacles_stop_vehicles_and_not_soldiers():
    traps = box("traps", (12, 13), (5, 15), 1)
    field, unit = one(traps, ratings={"traps": Rating("hard", "open", "impassable")})
    walker = field.walker("w", "axis", 9, 13)
    assert field.why_not(unit, {"a/1": to((16, 10))}) == []
    assert field.why_not(walker, {"w/1": to((12, 13))}) == ["dw.terrain.impassable"]


@pytest.mark.rule("dw.terrain.difficult_def")
def test_the_declared_rating_decides_by_type():
    rubble = box("rubble", (13, 22), (5, 15), 0.2)
    field, unit = one(rubble, ratings={"rubble": RUBBLE})
    walker = field.walker("w", "axis", 10, 14)
    assert field.why_not(unit, {"a/1": to((16, 10))}) == []
    assert field.why_not(walker, {"w/1": to((14, 14))}) == ["dw.terrain.difficult_cap"]
    assert field.why_not(walker, {"w/1": to((13, 14))}) == []


@pytest.mark.rule("dw.terrain.partial_impassable")
def test_a_doorway_lets_through_what_the_wall_beside_it_stops():
    sides = [box("front", (13, 13.5), span, 3, walls=True) for span in ((2, 9), (11, 18))]
    wall = replace(sides[0], blocks=sides[0].blocks + sides[1].blocks)
    field, unit = one(wall, ratings={"front": OPEN})
    assert field.why_not(unit, {"a/1": to((16, 10))}) == []
    assert field.why_not(unit, {"a/1": to((12, 7), (14.3, 7))}) == ["dw.terrain.partial_impassable"]


@pytest.mark.rule("dw.terrain.area_membership")
@pytest.mark.parametrize(("gap", "slow"), [(0.0, True), (0.05, False)])
def test_a_base_that_only_touches_an_area_is_affected_by_it(gap: float, slow: bool):
    edge = 14 + R / 2 + gap
    field, unit = one(box("fence", (edge, 20), (5, 15), 1), ratings={"fence": FENCE})
    found = field.why_not(unit, {"a/1": to((14, 10))})
    assert found == (["dw.terrain.difficult_entry"] if slow else [])
    unit.minis[0].pose = pose(14, 10)
    assert affected_by(field.play, unit.minis[0]) == (("fence",) if slow else ())


@pytest.mark.rule("dw.terrain.custom_profiles")
def test_a_bridge_carries_soldiers_over_an_impassable_river():
    river = box("river", (14, 18), (0, 30), 0.1)
    bridge = box("bridge", (13, 19), (8, 12), 0.2, kind="bridge", carries=True)
    field, unit = one(river, bridge, ratings={"river": CLIFF, "bridge": OPEN})
    assert field.why_not(unit, {"a/1": to((16, 10))}) == []
    assert field.why_not(unit, {"a/1": to((10, 15), (11, 15))}) == []
    assert field.why_not(unit, {"a/1": to((12, 13.5), (13.9, 14))}) == ["dw.terrain.impassable"]


# --- height -----------------------------------------------------------------------------------


@pytest.mark.rule("dw.vertical.limit_3")
@pytest.mark.parametrize(
    ("height", "refused"), [(2.5, False), (3.0, False), (3.1, True), (4.0, True)]
)
def test_a_ledge_of_up_to_three_inches_may_be_climbed(height: float, refused: bool):
    ledge = box("ledge", (12, 20), (5, 15), height, kind="ledge", carries=True)
    field, unit = one(ledge, ratings={"ledge": OPEN})
    found = field.why_not(unit, {"a/1": to((14, 10))})
    assert found == (["dw.vertical.limit_3"] if refused else [])


@pytest.mark.rule("dw.vertical.in_addition")
def test_height_costs_no_distance():
    ledge = box("ledge", (12, 20), (5, 15), 3, kind="ledge", carries=True)
    field, unit = one(ledge, ratings={"ledge": OPEN})
    assert field.why_not(unit, {"a/1": to((16, 10))}) == []


@pytest.mark.rule("dw.vertical.limit_3")
def test_height_counts_from_where_the_activation_began():
    ledge = box("ledge", (12, 20), (5, 15), 3, kind="ledge", carries=True)
    field, unit = one(ledge, ratings={"ledge": OPEN})
    going = going_for(field.play, unit, unit.minis[0], "move")
    assert going.heights == {"a/1": 0.0}
    field.state.activation = Activation("a", heights={"a/1": -1.0})
    assert field.why_not(unit, {"a/1": to((16, 10))}) == ["dw.vertical.limit_3"]


def climb(field: Field, start: str, end: str) -> list[str]:
    field.units["a"].minis[0].pose = pose(24, 24, level=start)
    return field.why_not(field.units["a"], {"a/1": Move(level=end)})


@pytest.mark.rule("dw.vertical.floor_exception")
def test_the_next_floor_may_be_reached_however_high_it_is():
    field = Field(building(heights=(4.0, 8.0)), ratings={"house": OPEN})
    field.unit("a", "axis", (24, 24))
    one_up, two_up = "house/floor-1", "house/floor-2"
    assert climb(field, "ground", one_up) == []
    assert climb(field, "ground", two_up) == ["dw.vertical.floor_exception"]
    assert climb(field, one_up, two_up) == []
    assert climb(field, two_up, one_up) == []
    assert climb(field, two_up, "ground") == ["dw.vertical.floor_exception"]


@pytest.mark.rule("dw.vertical.floor_exception", "dw.vertical.limit_3")
def test_low_floors_go_by_the_three_inch_limit_whatever_their_number():
    field = Field(building(heights=(1.5, 3.0, 4.5)), ratings={"house": OPEN})
    field.unit("a", "axis", (24, 24))
    assert climb(field, "ground", "house/floor-2") == []
    assert climb(field, "ground", "house/floor-3") == ["dw.vertical.floor_exception"]


@pytest.mark.rule("dw.vertical.agreed_exceptions")
def test_players_may_bar_the_floors_of_a_ruin():
    barred = Rating("none", "open", "open", free_floors=False)
    field = Field(building(heights=(4.0, 8.0)), ratings={"house": barred})
    field.unit("a", "axis", (24, 24))
    assert climb(field, "ground", "house/floor-1") == ["dw.vertical.agreed_exceptions"]


@pytest.mark.rule("dw.vertical.floor_exception")
def test_a_path_changes_its_level_where_both_levels_hold_the_base():
    field = Field(building(x=(20, 28), y=(20, 28), heights=(3.0,)), ratings={"house": OPEN})
    unit = field.unit("a", "axis", (18, 24))
    up = to((21, 24), (23, 24), level="house/floor-1")
    assert field.why_not(unit, {"a/1": up}) == []
    assert field.why_not(unit, {"a/1": to((16, 24), level="house/floor-1")}) != []
    unit.minis[0].pose = pose(23, 24, level="house/floor-1")
    assert field.why_not(unit, {"a/1": to((21, 24), (18, 24), level="ground")}) == []
    assert field.why_not(unit, {"a/1": to((18, 24))}) != []


def test_a_refused_path_gives_all_its_reasons_at_once():
    fence = box("fence", (12, 12.5), (5, 15), 1)
    field, unit = one(fence, ratings={"fence": FENCE})
    field.unit("b", "allies", (15, 10.4))
    assert field.why_not(unit, {"a/1": to((17, 10))}) == [
        "dw.action.move",
        "dw.terrain.difficult_cap",
        "dw.move.enemy_gap",
    ]
    assert soldier(10, 10) == field.play.stand(unit.minis[0])
