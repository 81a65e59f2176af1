"""Public complaints about cover and measuring, as Dust Warfare decides them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sim.geometry.shapes import disc_mm
from sim.rules.dust_warfare.measuring import gap_to_unit
from sim.rules.dust_warfare.movement.action import move_action
from sim.rules.dust_warfare.turn.casualties import remove_casualty
from sim.table.facts import Facts
from tests.rules.dust_warfare.field import CLIFF, Field, to
from tests.rules.dust_warfare.test_audit_scenes import X, Y, at, block, duel, fire
from tests.table.builders import cylinder, facts_of

R30 = 0.590551


@pytest.mark.case("K05")
@pytest.mark.parametrize(("gap", "value"), [(0.25, 2), (0.0, 0), (0.0099, 0)])
def test_k05_a_wall_protects_the_target_unless_the_shooter_touches_it(gap: float, value: int):
    wall = block("wall", (5, 5.2), (-4, 4), 1)
    field = duel(wall, leader=(round(5 - R30 - gap, 4), 0), targets=[(15, 0)])
    assert fire(field, "h bb") == value


@pytest.mark.case("K06")
@pytest.mark.parametrize(("near", "far"), [("soft", "hard"), ("hard", "soft")])
def test_k06_soft_and_hard_on_one_line_give_hard_once(near: str, far: str):
    first, second = block("near", (4, 6), (-2, 2), 0.5), block("far", (9, 11), (-2, 2), 0.5)
    field = duel(first, second, leader=(0, 0), targets=[(16, 0)], near=near, far=far)
    assert fire(field, "h bb") == 2


@pytest.mark.case("K07")
def test_k07_a_soldier_who_was_removed_covers_nobody():
    def shot(*, removed: bool) -> int:
        field = duel(leader=(0, 0), targets=[(16, 0)])
        screen = field.unit("c", "allies", *at((8, 0), (8, 9)))
        if removed:
            remove_casualty(field.play, screen, screen.minis[0])
        return fire(field, "h bb")

    assert shot(removed=False) == 1
    assert shot(removed=True) == 0


@pytest.mark.case("A01")
def test_a01_range_is_measured_to_the_living():
    field = Field()
    small = cylinder("small", disc_mm(25))
    field.facts = Facts(replace(facts_of().table, models={"soldier": small}))
    shooter = field.unit("a", "axis", *at((0, 0)))
    target = field.unit("b", "allies", *at((10, 0), (4, -3)))
    near = gap_to_unit(field.play, shooter.minis[0], target)
    remove_casualty(field.play, target, target.minis[1])
    assert near == pytest.approx(5 - 2 * 0.492126, abs=1e-4)
    found = gap_to_unit(field.play, shooter.minis[0], target)
    assert found == pytest.approx(9.016, abs=5e-4)


@pytest.mark.case("V02")
def test_v02_a_wall_of_nine_inches_is_not_climbed_and_the_reason_is_told():
    field = Field(block("wall", (2, 3), (-9, 9), 9.0, walls=True), ratings={"wall": CLIFF})
    unit = field.unit("a", "axis", *at((0, 0)))
    over = {"a/1": to(*at((6, 0)))}
    refused = field.why_not(unit, over)
    assert "dw.terrain.impassable" in refused
    field.run(move_action(field.play, unit, window=False), "", [{"a/1": to(*at((0, 4)))}])
    assert unit.minis[0].pose is not None
    assert unit.minis[0].pose.at == (X, Y + 4)
