"""Public complaints about computer players."""

from __future__ import annotations

import numpy as np
import pytest

from sim.rules.dust_warfare.attack.action import legal_targets
from sim.rules.dust_warfare.attack.los import seen_by_any
from sim.rules.dust_warfare.attack.odds import expected_attack
from sim.rules.dust_warfare.state import Rating, Unit
from tests.ai.tables import ask, chosen_at, instance, opened, regular
from tests.rules.dust_warfare.field import Field
from tests.rules.dust_warfare.tiny import weapon
from tests.table.builders import box

GUN = weapon("gun", "1/1", range_in=36.0)
THICKET = Rating("hard", "open", "open")
WALLED = Rating("hard", "impassable", "impassable")


def yard(side: float, *, door: float = 0.0) -> Field:
    """A field in deployment whose southern zone holds a walled yard, with a door to the north."""
    low, high, y0 = 22.0, 22.0 + side, 11.0 - side
    y1, gap = y0 + side, (low + high) / 2
    walls = [
        box("west", (low - 0.3, low), (y0 - 0.3, y1 + 0.3), walls=True),
        box("east", (high, high + 0.3), (y0 - 0.3, y1 + 0.3), walls=True),
        box("south", (low, high), (y0 - 0.3, y0), walls=True),
        box("north-1", (low, gap - door / 2), (y1, y1 + 0.3), walls=True),
        box("north-2", (gap + door / 2, high), (y1, y1 + 0.3), walls=True),
    ]
    # The best ground of the zone: a hard place, and nearest to the enemy.
    thicket = box("thicket", (low, high), (y0, y1), 0.1, kind="forest")
    field = Field(
        *walls,
        thicket,
        ratings={**{each.id: WALLED for each in walls}, "thicket": THICKET},
        phase="deployment",
        active="",
        zone_edges={"axis": "south", "allies": "north"},
        first_chooser="axis",
    )
    field.off_table(field.unit("rifles", "axis", (5, 5), (6, 5), weapons=(GUN,)))
    field.off_table(field.unit("prey", "allies", (5, 5), weapons=(GUN,)))
    return field


def in_yard(at: tuple[float, float], side: float) -> bool:
    return 22 < at[0] < 22 + side and 11 - side < at[1] < 11


def deployed(field: Field) -> Unit:
    """Let the opponent set up for both sides and return the axis unit."""
    match, policy = opened(field), regular()
    while match.state.phase == "deployment" and match.pending is not None:
        match.answer(ask(policy, match).answer)
        if all(mini.pose for mini in instance(match, "rifles").minis):
            break
    return instance(match, "rifles")


@pytest.mark.case("S06")
@pytest.mark.parametrize("side", [4.0, 7.0])
def test_s06_nobody_is_set_up_in_a_yard_without_a_way_out(side: float):
    for mini in deployed(yard(side)).minis:
        assert mini.pose is not None
        assert not in_yard(mini.pose.at, side)


def test_s06_the_same_yard_with_a_door_is_the_best_place():
    found = [
        in_yard(mini.pose.at, 7.0) for mini in deployed(yard(7.0, door=2.5)).minis if mini.pose
    ]
    assert any(found)


@pytest.mark.case("S08")
def test_s08_the_opponent_expects_something_of_an_attack_exactly_where_the_rules_see():
    rng = np.random.default_rng(8)
    walls = [
        box(f"wall-{k}", (x, x + 0.4), (y, y + 5.0), 3.0)
        for k, (x, y) in enumerate(((12, 8), (18, 15), (24, 6), (30, 14), (20, 24)))
    ]
    answers: list[bool] = []
    for _ in range(100):
        field = Field(*walls)
        places = [(float(x), float(y)) for x, y in rng.uniform((8, 4), (36, 28), (2, 2)).round(3)]
        shooter = field.unit("guns", "axis", places[0], weapons=(GUN,))
        target = field.unit("prey", "allies", places[1])
        seen = seen_by_any(field.play, shooter, target.minis[0])
        legal = [each.id for each in legal_targets(field.play, shooter)]
        assert (expected_attack(field.play, shooter, target) is not None) == seen
        assert legal == (["prey"] if seen else [])
        answers.append(seen)
    assert 20 < sum(answers) < 80


@pytest.mark.case("S09")
def test_s09_two_sides_that_name_no_team_are_enemies_and_the_opponent_fires():
    field = Field()
    field.squad("rifles", "axis", 10.0, 10.0, weapons=(GUN,))
    field.squad("prey", "allies", 24.0, 10.0, activated=True)
    assert [unit.id for unit in field.play.enemies("axis")] == ["prey"]
    assert "attack" in chosen_at(field, "actions").answer.replace("sustained", "attack")
