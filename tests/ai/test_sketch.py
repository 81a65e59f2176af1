"""The rough picture against the exact one: odds, cover by outlines, ways."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.ai.dust_warfare.regular_1.clock import Clock
from sim.ai.dust_warfare.regular_1.ground import Grounds
from sim.ai.dust_warfare.regular_1.outlook import Outlook
from sim.ai.dust_warfare.regular_1.style import REGULAR
from sim.geometry.pose import Pose
from sim.rules.dust_warfare.attack.cover import cover_value
from sim.rules.dust_warfare.forces.profiles import Weapon
from sim.rules.dust_warfare.game import DustWarfare
from sim.rules.dust_warfare.movement.terrain import rating_of
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Rating
from sim.table.pieces import Stand
from tests.ai.tables import skirmish, skirmish_table
from tests.rules.dust_warfare.field import Field
from tests.rules.dust_warfare.tiny import weapon
from tests.table.builders import box

WEAPONS = [
    weapon("plain", "2/1"),
    weapon("laser", "2/1", abilities=("laser",)),
    weapon("burst", "3/1", abilities=("burst",)),
    weapon("grenade", "1/1", abilities=("grenade",)),
    weapon("penetrator", "3/3", abilities=("penetrator",)),
    weapon("killer", "3/3", abilities=("tank-killer",)),
    weapon("knife", "2/1", range_in=3.0, range_code="C"),
    weapon("spray", "spray/1", range_in=6.0),
]


def outlook_of(field: Field) -> Outlook:
    return Outlook(field.play, REGULAR, Grounds(field.play))


@pytest.mark.parametrize("kind", ["Soldier 2", "Vehicle 3"])
@pytest.mark.parametrize("each", WEAPONS, ids=lambda each: each.id)
@pytest.mark.parametrize("cover", ["none", "soft", "hard"])
def test_in_full_reach_and_sight_the_sketch_is_exact(each: Weapon, kind: str, cover: str):
    screen = box("screen", (11.2, 11.5), (0.0, 40.0), 0.1, kind="hedges")
    field = Field(screen, ratings={"screen": Rating(cover, "open", "open")})
    attacker = field.unit("attacker", "axis", (10.0, 10.0), (10.0, 11.5), weapons=(each,))
    # Nobody of them touches the screen, and every line crosses it.
    spots = [(13.0, 10.5)] if kind.startswith("Vehicle") else [(13.2, 10.0), (13.2, 11.5)]
    target = field.unit("target", "allies", *((x, y, 180.0) for x, y in spots), kind=kind, dc=3)
    outlook = outlook_of(field)
    exact = outlook.harm(attacker, target).value
    sketched = outlook.sketch.value(attacker, target, 2.0, cover_value(cover))
    assert exact > 0.0 or cover == "hard"
    assert math.isclose(sketched, exact, rel_tol=1e-9)


def test_many_values_are_those_of_one_by_one():
    field = Field()
    attacker = field.squad("attacker", "axis", 10.0, 10.0, weapons=(WEAPONS[0], WEAPONS[6]))
    target = field.squad("target", "allies", 30.0, 10.0)
    sketch = outlook_of(field).sketch
    gaps = np.array([0.0, 2.9, 3.1, 15.9, 16.1, 40.0])
    for cover in range(3):
        many = sketch.values(attacker, target, gaps, np.full(len(gaps), cover))
        assert many.tolist() == [sketch.value(attacker, target, gap, cover) for gap in gaps]
    assert sketch.farthest(attacker, target) == 16.0
    assert sketch.value(attacker, target, 16.1, 0) == 0.0


def skirmish_play() -> Play:
    game = skirmish()
    assert isinstance(game, DustWarfare)
    return game.play(game.first_state(), lambda _: None)


def test_cover_by_outlines_agrees_with_the_facts():
    play = skirmish_play()
    facts = skirmish_table().facts
    model = play.profile(play.unit("rangers").minis[0]).model
    grounds = Grounds(play)
    radius = outlook_radius(play)
    spots = [(float(x), float(y)) for x in range(2, 35) for y in range(2, 29)]
    found = grounds.covers_at(np.array(spots), radius)
    for spot, cover in zip(spots, found.tolist(), strict=True):
        touched = facts.areas_touched(Stand(model, Pose(*spot)))
        wanted = max((cover_value(rating_of(play, piece).cover) for piece in touched), default=0)
        assert cover == wanted, spot
    assert set(found.tolist()) == {0, 1, 2}


def outlook_radius(play) -> float:
    return Outlook(play, REGULAR, Grounds(play)).radius(play.unit("rangers"))


def test_cover_from_afar_is_what_a_line_crosses():
    play = skirmish_play()
    grounds, facts = Grounds(play), skirmish_table().facts
    origin = (18.0, 22.0)
    spots = [(float(x), 6.0) for x in range(2, 35, 2)]
    bare = np.zeros(len(spots), dtype=np.int64)
    found = grounds.covers_from(origin, np.array(spots), bare)
    for spot, cover in zip(spots, found.tolist(), strict=True):
        crossed = [each.piece for each in facts.areas_crossed(origin, spot)]
        wanted = max((cover_value(rating_of(play, piece).cover) for piece in crossed), default=0)
        assert cover == wanted, spot
    assert len(set(found.tolist())) > 1


def test_the_clock_counts_actions_and_turns():
    field = Field(turn=5)
    squad = field.squad("squad", "axis", 10.0, 10.0)
    enemy = field.squad("enemy", "allies", 30.0, 10.0)
    clock = Clock.of(field.state, REGULAR)
    assert clock.last
    assert clock.actions(squad) == (1.0, 0.0)
    assert clock.actions(squad, more=1) == pytest.approx((1 / 3, 2 / 3))
    assert clock.actions(squad, more=2) == pytest.approx((1 / 9, 8 / 9))
    assert clock.actions(squad, reacts=True) == (0.0, 1.0)
    assert clock.actions(squad, more=1, reacts=True) == pytest.approx((0.0, 1 / 3))
    assert clock.strikes(enemy) == 1.0
    enemy.activated = True
    assert clock.strikes(enemy) == 0.0
    assert clock.actions(enemy) == (0.0, 0.0)
    field.state.turn = 4
    clock = Clock.of(field.state, REGULAR)
    assert clock.strikes(enemy) == REGULAR.again
    # The End phase takes one marker off first, and the Reaction marker.
    enemy.reaction = True
    assert clock.actions(enemy, more=1) == (1.0, 0.0)
    assert clock.actions(enemy, more=2) == pytest.approx((1 / 3, 2 / 3))


def test_a_small_team_is_worth_shooting_for_its_point():
    field = Field(turn=5)
    field.squad("squad", "axis", 10.0, 10.0)
    team = field.unit("team", "allies", (30.0, 10.0), (30.0, 11.5), activated=True)
    tank = field.walker("tank", "allies", 30.0, 20.0, activated=True)
    field.buys("team", ap=10)
    field.buys("tank", ap=40)
    last = outlook_of(field).worth
    assert last.unit(team) > 0.8 * last.unit(tank)
    field.state.turn = 1
    early = outlook_of(field).worth
    assert early.unit(team) < 0.7 * early.unit(tank)
