"""Suggested paths: sensible, legal, and ways for what a person points at."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from sim.engine.questions import Move
from sim.rules.dust_warfare.movement import ideas
from sim.rules.dust_warfare.movement.going import Gait, Going, going_for
from sim.rules.dust_warfare.movement.referee import why_not_move
from sim.rules.dust_warfare.state import Unit
from tests.rules.dust_warfare.field import CLIFF, OPEN, RUBBLE, Field, building, pose, to
from tests.table.builders import box


def going(field: Field, unit: Unit, gait: Gait = "move") -> Going:
    return going_for(field.play, unit, unit.minis[0], gait)


def suggested(field: Field, unit: Unit, gait: Gait = "move") -> list[dict[str, Move]]:
    terms = going(field, unit, gait)
    found = list(ideas.suggest(field.play, terms))
    for answer in found:
        assert why_not_move(field.play, going(field, unit, gait), answer) == []
    assert found[-1] == {}
    return found


def ends(answer: dict[str, Move], mini: str) -> tuple[float, float]:
    return answer[mini].points[-1]


def test_a_squad_may_go_for_each_enemy_aside_away_and_hold():
    field = Field()
    unit = field.squad("a", "axis", 20, 20)
    field.squad("b", "allies", 50, 20)
    field.squad("c", "allies", 20, 40)
    found = [ends(answer, "a/1") for answer in suggested(field, unit) if answer]
    assert (26, 20) in found
    assert (20, 26) in found
    assert (14, 20) in found or (20, 14) in found


def test_a_squad_may_go_into_cover():
    wood = box("wood", (22, 30), (8, 14), 0.1)
    field = Field(wood, ratings={"wood": "soft"})
    unit = field.unit("a", "axis", (20, 11))
    field.unit("b", "allies", (20, 40))
    assert any(ends(answer, "a/1")[0] > 22 for answer in suggested(field, unit) if answer)


def test_a_squad_goes_round_what_is_in_its_way():
    block = box("block", (12, 13), (9, 12), 3, walls=True)
    field = Field(block, ratings={"block": CLIFF})
    unit = field.unit("a", "axis", (10, 10))
    field.unit("b", "allies", (40, 10))
    around = [
        answer for answer in suggested(field, unit) if answer and len(answer["a/1"].points) > 1
    ]
    assert around


def test_a_vehicle_turns_toward_an_enemy_behind_it_and_backs_up():
    field = Field()
    walker = field.walker("w", "axis", 30, 24)
    field.unit("b", "allies", (10, 24))
    found = [answer["w/1"] for answer in suggested(field, walker) if answer]
    assert Move(pivot_before=180.0) in found
    assert any(move.points and move.points[-1][0] == 27 for move in found)


@pytest.mark.rule("dw.overrun.displace")
def test_no_drive_is_suggested_over_the_own_side():
    field = Field()
    walker = field.walker("w", "axis", 30, 24)
    field.squad("f", "axis", 34, 21)
    field.unit("b", "allies", (60, 24))
    for answer in suggested(field, walker):
        points = answer["w/1"].points if answer else ()
        assert not points or math.dist(points[-1], (34, 24)) > 2.5


@pytest.mark.rule("dw.vehicle_move.spot_turn", "dw.overrun.displace")
def test_a_turn_on_the_spot_is_suggested_beside_the_own_men():
    field = Field()
    walker = field.walker("w", "axis", 30, 24)
    field.unit("f", "axis", (32.3, 24))
    field.unit("b", "allies", (30, 40))
    assert {"w/1": Move(pivot_before=90.0)} in suggested(field, walker)


@pytest.mark.rule("dw.vehicle_move.back_up_march")
def test_a_march_backward_reaches_six_inches():
    field = Field()
    walker = field.walker("w", "axis", 30, 24)
    field.unit("b", "allies", (60, 24))
    gaits: tuple[tuple[Gait, float], ...] = (("move", 3.0), ("march", 6.0))
    for gait, most in gaits:
        spots = ideas.reach_of(field.play, going(field, walker, gait), "w/1")
        behind = [30 - x for x, y in spots if abs(y - 24) < 0.01]
        assert max(behind) == pytest.approx(most, abs=1.0)
        assert max(behind) <= most
        drives = [answer["w/1"].points for answer in suggested(field, walker, gait) if answer]
        assert min(points[-1][0] for points in drives if points) == pytest.approx(30 - most)


def test_a_unit_beside_a_house_may_go_up_and_one_upstairs_may_come_down():
    house = building(x=(20, 28), y=(18, 26), heights=(3.0, 6.0))
    field = Field(house, ratings={"house": OPEN})
    unit = field.unit("a", "axis", (19, 20), (19, 22), (19, 24))
    field.unit("b", "allies", (60, 24))
    levels = [move.level for answer in suggested(field, unit) for move in answer.values()]
    assert levels.count("house/floor-1") >= 2
    for mini in unit.minis:
        assert mini.pose is not None
        mini.pose = replace_level(mini.pose, "house/floor-1")
    levels = [move.level for answer in suggested(field, unit) for move in answer.values()]
    assert "ground" in levels
    assert "house/floor-2" in levels


def replace_level(old, level: str):
    return pose(old.x + 3, old.y, old.facing, level)


@pytest.mark.rule("dw.terrain.difficult_cap")
def test_reach_is_shorter_through_ground_that_slows():
    rubble = box("rubble", (32.5, 60), (0, 48), 0.1)
    field = Field(rubble, ratings={"rubble": RUBBLE})
    walker = field.walker("w", "axis", 30, 24)
    spots = ideas.reach_of(field.play, going(field, walker), "w/1")
    assert spots
    assert max(x for x, _ in spots) <= 33 + 1e-6
    soldier = field.unit("a", "axis", (30, 30))
    spots = ideas.reach_of(field.play, going(field, soldier), "a/1")
    assert max(x for x, _ in spots) > 34


def test_a_vehicles_reach_leaves_out_what_lies_behind_it():
    field = Field()
    walker = field.walker("w", "axis", 30, 24)
    spots = ideas.reach_of(field.play, going(field, walker), "w/1")
    assert any(x > 34 for x, _ in spots)
    assert not any(x < 26.9 and abs(y - 24) < 1 for x, y in spots)


@pytest.mark.rule("dw.vehicle_move.pivot")
def test_pointing_at_a_place_gives_a_legal_way_there():
    field = Field()
    unit = field.unit("a", "axis", (10, 10))
    walker = field.walker("w", "axis", 30, 24)
    route = ideas.route(field.play, going(field, unit), "a/1", pose(14, 12, 90))
    assert route == to((14, 12)).__class__(points=((14, 12),), pivot_after=90)
    aside = ideas.route(field.play, going(field, walker), "w/1", pose(30, 29, 90))
    assert aside is not None
    assert field.why_not(walker, {"w/1": aside}) == []
    assert ideas.route(field.play, going(field, walker), "w/1", pose(30, 24, 200)) == Move(-160.0)
    assert ideas.route(field.play, going(field, unit), "a/1", pose(40, 40)) is None


def test_pointing_round_a_corner_gives_the_way_round():
    block = replace(box("block", (12, 13), (7, 12), 3, walls=True))
    field = Field(block, ratings={"block": OPEN})
    unit = field.unit("a", "axis", (11, 11))
    field.profile("a", move_in=8.0)
    route = ideas.route(field.play, going(field, unit), "a/1", pose(14.5, 11))
    assert route is not None
    assert len(route.points) > 1
    assert field.why_not(unit, {"a/1": route}) == []
