"""Corners of the book that a second reading of the text brought up."""

from __future__ import annotations

import math
from typing import Any

import pytest

from sim.engine.questions import Question
from sim.rules.dust_warfare.attack.action import attack_action
from sim.rules.dust_warfare.attack.cover import mini_cover
from sim.rules.dust_warfare.movement.action import move_action
from sim.rules.dust_warfare.turn.activation import programmes
from sim.rules.dust_warfare.turn.casualties import remove_casualty
from sim.rules.dust_warfare.turn.command import regroup
from tests.rules.dust_warfare.field import (
    CLIFF,
    OPEN,
    Field,
    building,
    drive,
    offers,
    pose,
    take,
    to,
)
from tests.rules.dust_warfare.tiny import KNIFE, weapon
from tests.table.builders import box

BAZOOKA = weapon("bazooka", "1/3", abilities=("reload",))


def after_attack_then_reload(gap: float) -> list[str]:
    """Return what happened when a bazooka declared to attack, then to reload."""
    field = Field()
    field.unit("a", "axis", (20, 20), weapons=(BAZOOKA,))
    for number in (1, 2):
        field.unit(f"c{number}", "axis", (20, 36 + 4 * number))
    field.unit("b", "allies", (20 + gap, 20), (20 + gap, 21.5))
    match = field.match("b")
    match.answer("a")
    match.answer("attack-then-reload")
    while match.pending is not None and match.pending.what != "activate":
        match.answer("b" if match.pending.what == "choose-target" else "none")
    assert match.state.units["a"].activated
    assert match.state.units["a"].out_of_ammo is False
    return [event.kind for event in match.events]


@pytest.mark.rule("dw.activation.step5_declare", "dw.wability.reload")
def test_an_attack_and_then_a_reload_may_be_declared_while_the_weapon_is_still_loaded():
    field = Field()
    unit = field.unit("a", "axis", (20, 20), (20, 21.5), weapons=(BAZOOKA,))
    field.unit("b", "allies", (30, 20), (30, 21.5), (30, 23))
    reloading = [each for each in programmes(field.play, unit, 2) if "reload" in each]
    assert reloading == [("attack", "reload")]
    assert all("reload" not in each for each in programmes(field.play, unit, 1))
    unit.out_of_ammo = True
    assert ("attack", "reload") in programmes(field.play, unit, 2)
    assert ("reload", "attack") in programmes(field.play, unit, 2)


@pytest.mark.rule("dw.activation.step5_declare", "dw.wability.reload")
def test_the_declared_reload_loads_what_was_fired_and_lapses_when_nothing_was():
    kinds = after_attack_then_reload(gap=13)
    assert [each for each in kinds if each in ("ran_dry", "reloaded", "forfeited")] == [
        "ran_dry",
        "reloaded",
    ]
    kinds = after_attack_then_reload(gap=30)
    assert [each for each in kinds if each in ("ran_dry", "reloaded", "forfeited")] == ["forfeited"]


@pytest.mark.rule("dw.move.enemy_gap", "dw.move.enemy_gap_levels")
@pytest.mark.parametrize(
    ("option", "want"),
    [
        ("false", ["dw.move.enemy_gap_levels", "dw.move.enemy_gap"]),
        ("true", ["dw.move.enemy_gap"]),
    ],
)
def test_nobody_climbs_up_to_within_an_inch_of_an_enemy_on_that_floor(option: str, want: list[str]):
    field = Field(
        building(heights=(3.0,)), ratings={"house": OPEN}, options={"gap_per_level": option}
    )
    enemy = field.unit("b", "allies", (24, 24))
    enemy.minis[0].pose = pose(24, 24, level="house/floor-1")
    unit = field.unit("a", "axis", (19.3, 24))
    up = "house/floor-1"
    assert field.why_not(unit, {"a/1": to((22.4, 24), level=up)}) == want
    assert field.why_not(unit, {"a/1": to((21.7, 24), level=up)}) == []
    unit.minis[0].pose = pose(22.4, 24)
    stays = {"a/1": to(level=up)}
    assert field.why_not(unit, stays) == ["dw.move.enemy_gap"]
    away = field.why_not(unit, {"a/1": to((20.5, 24), level=up)})
    assert away == ([] if option == "false" else ["dw.move.enemy_gap"])


@pytest.mark.rule("dw.move.enemy_gap", "dw.heavy.rotate_center")
def test_a_long_hull_does_not_turn_to_within_an_inch_of_an_enemy_and_drive_off():
    field = Field()
    unit = field.walker("w", "axis", 30, 24, heavy=True)
    field.walker("v", "allies", 30, 24 + 4 + 0.5 + 1.5748)
    assert field.why_not(unit, {"w/1": drive((36, 24))}) == []
    assert field.why_not(unit, {"w/1": drive(before=90)}) == ["dw.move.enemy_gap"]
    turned = field.why_not(unit, {"w/1": drive((30, 18), before=-90)})
    assert turned == ["dw.move.enemy_gap"]


@pytest.mark.rule("dw.terrain.impassable", "dw.heavy.rotate_center")
def test_a_long_hull_does_not_turn_into_impassable_ground():
    field = Field(box("cliff", (28, 32), (27.2, 30), 3), ratings={"cliff": CLIFF})
    unit = field.walker("w", "axis", 30, 24, heavy=True)
    assert field.why_not(unit, {"w/1": drive(before=90)}) == ["dw.terrain.impassable"]
    assert field.why_not(unit, {"w/1": drive((31, 24), after=90)}) == ["dw.terrain.impassable"]
    assert field.why_not(unit, {"w/1": drive((31, 24), after=5)}) == []


@pytest.mark.rule("dw.ability.command_squad")
def test_a_command_squad_that_falls_in_the_enemys_command_phase_gives_no_order_in_its_own():
    field = Field(phase="command", orders={"axis": 1, "allies": 3})
    first = field.unit("s", "allies", (40, 40))
    second = field.unit("t", "allies", (45, 40))
    for name in ("s", "t"):
        field.buys(name, abilities=("command-squad",), section="command")
    field.unit("b", "allies", (50, 40))
    remove_casualty(field.play, first, first.minis[0], "dw.damage.casualty")
    assert field.state.orders["allies"] == 3
    remove_casualty(field.play, second, second.minis[0], "dw.damage.casualty")
    assert field.state.orders["allies"] == 2
    assert field.told.ruled("dw.ability.command_squad")


@pytest.mark.rule("dw.ability.command_squad")
def test_a_command_squad_that_falls_later_takes_no_order_back():
    field = Field(phase="unit", orders={"axis": 0, "allies": 0})
    squad = field.unit("s", "allies", (40, 40))
    field.buys("s", abilities=("command-squad",), section="command")
    remove_casualty(field.play, squad, squad.minis[0], "dw.damage.casualty")
    assert field.state.orders["allies"] == 0


@pytest.mark.rule("dw.order.regroup_move", "dw.leader.stand_in")
def test_in_a_leaderless_unit_that_names_no_leader_everybody_may_close_up():
    field = Field(phase="command")
    unit = field.unit("a", "axis", (20, 20), (20, 25), leader="")
    together = {"a/1": to((20, 21)), "a/2": to((20, 23))}
    field.run(regroup(field.play, unit), "", [take("keep"), take("a/1"), together])
    assert field.told.questions()[1] == ("leader-stand-in", "allies")
    assert [mini.pose for mini in unit.minis] == [pose(20, 21), pose(20, 23)]
    assert unit.leader == ""


@pytest.mark.rule("dw.attack.optional_weapons", "dw.attack.close_combat_separate")
def test_a_close_combat_weapon_that_must_be_reloaded_may_be_held_back():
    fist = weapon("fist", "2/1", range_in=3.0, range_code="C", abilities=("reload",))
    field = Field(phase="command")
    unit = field.unit("a", "axis", (20, 20), weapons=(KNIFE, fist))
    field.unit("b", "allies", (23, 20), (23, 21.5), (23, 23))

    def strike(question: Question) -> Any:
        return "hold" if question.params["weapon"] == "fist" else "b"

    answers = [take("b/close"), strike, strike]
    field.run(attack_action(field.play, unit, window=False), "b", answers)
    assert field.told.rolls() == [("attack", 1)]
    assert unit.out_of_ammo is False


@pytest.mark.rule("dw.overrun.displace", "dw.vehicle_move.spot_turn")
def test_a_vehicle_that_stays_or_turns_on_the_spot_pushes_nobody():
    field = Field()
    unit = field.walker("w", "axis", 30, 24)
    friend = field.unit("f", "axis", (32.3, 24))
    for answer in ({}, {"w/1": drive()}, {"w/1": drive(before=120)}):
        field.run(move_action(field.play, unit, window=False), "", [answer])
        assert friend.minis[0].pose == pose(32.3, 24)
    field.run(move_action(field.play, unit, window=False), "", [{"w/1": drive((29.9, 24.1))}])
    assert friend.minis[0].pose != pose(32.3, 24)


@pytest.mark.rule("dw.overrun.displace", "dw.heavy.rotate_center")
def test_a_long_hull_that_turns_on_the_spot_pushes_those_its_corners_come_near():
    field = Field()
    unit = field.walker("w", "axis", 30, 24, heavy=True)
    man = field.unit("b", "allies", (30, 27.5))
    field.run(move_action(field.play, unit, window=False), "", [{"w/1": drive(before=90)}])
    hull, stand = field.play.stand(unit.minis[0]), field.play.stand(man.minis[0])
    assert field.facts.gap(hull, stand).inches == pytest.approx(1.0, abs=1e-3)


@pytest.mark.rule("dw.obscured.enemy_soldiers")
@pytest.mark.parametrize(("high", "want"), [(0.0, "soft"), (0.6, "soft"), (1.1, "none")])
def test_the_line_that_a_man_in_front_meets_runs_from_the_eye_to_the_middle_of_the_figure(
    high: float, want: str
):
    """Half way the line is at (1.6 + high + 0.8) / 2: over the man's 1.6 from 0.8 up."""
    hill = box("hill", (0, 4), (0, 20), max(high, 0.01), kind="hills", carries=high > 0)
    field = Field(hill, ratings={"hill": OPEN})
    unit = field.unit("a", "axis", (2, 10))
    field.unit("screen", "allies", (8, 10))
    target = field.unit("b", "allies", (14, 10))
    assert mini_cover(field.play, unit.minis[0], target.minis[0]).cover == want


@pytest.mark.rule("dw.leader.stand_in", "dw.reaction.formation", "dw.reaction.multiple_order")
def test_the_enemy_names_a_stand_in_once_for_an_event_however_many_react():
    field = Field()
    mover = field.unit("m", "axis", (20, 20))
    field.unit("b", "allies", (28, 20), (28, 26.5), (28, 33), leader="")
    field.unit("c", "allies", (20, 28))
    answers = [
        take("b/2"),
        offers("none", "b/move", "b/attack", "c/move", "c/attack", then="c/move"),
        {},
        offers("none", "b/move", "b/attack", then="none"),
        {},
        take("b/1"),
    ]
    field.run(move_action(field.play, mover), "", answers)
    assert field.told.questions().count(("leader-stand-in", "axis")) == 2


@pytest.mark.rule("dw.leader.stand_in", "dw.reaction.formation")
def test_nobody_names_a_stand_in_for_a_unit_that_could_not_react_anyway():
    field = Field()
    mover = field.unit("m", "axis", (20, 20))
    unit = field.unit("b", "allies", (28, 20), (28, 26.5), (28, 33), leader="")
    unit.reaction = True
    field.run(move_action(field.play, mover), "", [{}])
    assert field.told.questions() == [("move", "axis")]


@pytest.mark.rule("dw.overrun.displace")
def test_a_soldier_before_a_wall_slides_along_it_the_least_way_to_an_inch():
    """Straight out is the wall's: the nearest place lies on it, 1 in from the hull's rim."""
    field = Field(box("wall", (33.4, 34), (10, 38), 3, walls=True), ratings={"wall": "hard"})
    unit = field.walker("w", "axis", 26, 24)
    man = field.unit("b", "allies", (32.7, 24))
    field.run(move_action(field.play, unit, window=False), "", [{"w/1": drive((30, 24))}])
    spot = man.minis[0].pose
    assert spot is not None
    hull = field.play.stand(unit.minis[0])
    assert field.facts.gap(hull, field.play.stand(man.minis[0])).inches == pytest.approx(
        1, abs=0.02
    )
    # Against the wall: x = 33.4 - 0.5906, and 3.1654 from the hull's centre.
    assert math.dist(spot.at, (32.7, 24)) == pytest.approx(1.4625, abs=0.05)
