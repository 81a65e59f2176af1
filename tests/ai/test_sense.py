"""Tests of sense: what a person would expect of a sound player, on tables small enough to see."""

from __future__ import annotations

import math

import pytest

from sim.rules.dust_warfare.state import Rating
from tests.ai.tables import answers_until, ask, centre, chosen_at, instance, opened, regular
from tests.rules.dust_warfare.field import Field
from tests.rules.dust_warfare.tiny import weapon
from tests.table.builders import box

GUN = weapon("gun", "1/1", range_in=20.0)
CANNON = weapon("cannon", "4/2", range_in=30.0)
PISTOL = weapon("pistol", "1/1", range_in=12.0)
KNIFE = weapon("knife", "2/1", range_in=3.0, range_code="C")
WALLED = Rating("none", "impassable", "impassable")
THICKET = Rating("hard", "open", "open")


def test_it_never_fires_at_what_it_cannot_hurt():
    field = Field()
    field.squad("rifles", "axis", 10.0, 10.0)
    field.walker("tank", "allies", 20.0, 12.0, 180.0, kind="Vehicle 5", weapons=(CANNON,))
    said = answers_until(opened(field), regular(), "axis", "rifles")
    declared = next(each.answer for question, each in said if question.what == "actions")
    assert "attack" not in declared
    assert declared != "sustained"


def test_it_fires_with_everything_where_nothing_comes_back():
    field = Field()
    field.squad("rifles", "axis", 10.0, 10.0)
    field.squad("prey", "allies", 24.0, 10.0, weapons=(PISTOL,), suppression=1, activated=True)
    assert chosen_at(field, "actions").answer == "sustained"


def test_it_does_not_end_a_move_in_the_open_beside_free_cover():
    wood = box("wood", (4.0, 14.0), (12.0, 22.0), 0.1, kind="forest")
    field = Field(wood, ratings={"wood": THICKET})
    # Guns beyond its reach that reach it wherever it goes.
    field.squad("rifles", "axis", 16.0, 14.0)
    field.squad("guns", "allies", 46.0, 14.0, weapons=(weapon("mg", "3/1", range_in=36.0),))
    match = opened(field)
    answers_until(match, regular(), "axis", "rifles")
    play = field.game().play(match.state, lambda _: None)
    stands = play.stands(instance(match, "rifles"))
    covered = [stand for stand in stands if "wood" in play.facts.areas_touched(stand)]
    assert 2 * len(covered) >= len(stands)


def yard() -> Field:
    """A yard open to the west, closed to the east, between the unit and its enemy."""
    walls = [
        box("back", (24.0, 24.6), (16.0, 32.0), walls=True),
        box("south", (14.0, 24.6), (16.0, 16.6), walls=True),
        box("north", (14.0, 24.6), (31.4, 32.0), walls=True),
    ]
    field = Field(*walls, ratings={each.id: WALLED for each in walls})
    field.squad("rifles", "axis", 11.0, 21.0, count=3)
    field.squad("prey", "allies", 44.0, 21.0, count=3, weapons=(PISTOL,), activated=True)
    return field


def way_to_prey(field: Field, match) -> float:
    """Return how far the leader still is from the enemy's leader, by the way there is."""
    play = field.game().play(match.state, lambda _: None)
    leader, prey = (instance(match, name).minis[0] for name in ("rifles", "prey"))
    assert leader.pose is not None
    assert prey.pose is not None
    points = play.facts.find_path(play.stand(leader), prey.pose.at)
    assert points is not None
    return sum(math.dist(a, b) for a, b in zip((leader.pose.at, *points), points, strict=False))


def test_it_does_not_walk_into_a_closed_yard():
    field = yard()
    match = opened(field)
    answers_until(match, regular(), "axis", "rifles")
    for mini in instance(match, "rifles").minis:
        assert mini.pose is not None
        assert not (14.0 < mini.pose.x < 24.0 and 16.6 < mini.pose.y < 31.4)


def test_it_comes_on_by_the_shortest_way_when_nobody_is_in_reach():
    field = yard()
    match = opened(field)
    before = way_to_prey(field, match)
    said = answers_until(match, regular(), "axis", "rifles")
    assert "march" in [each.answer for question, each in said if question.what == "actions"]
    # Spots are ranked on a grid of an inch: that much of 12 in may be lost.
    assert way_to_prey(field, match) < before - 10.5


def last_shot(turn: int) -> Field:
    """One man left of a unit in cover, and a fresh squad in the open beside it."""
    wood = box("wood", (20.0, 23.0), (6.0, 9.0), 0.1, kind="forest")
    field = Field(wood, ratings={"wood": Rating("soft", "open", "open")}, turn=turn)
    field.squad("rifles", "axis", 10.0, 8.0)
    field.unit("last", "allies", (21.5, 7.5), weapons=(PISTOL,), activated=True)
    field.units["last"].started_with = 5
    field.squad("fresh", "allies", 21.0, 12.0, weapons=(PISTOL,), activated=True)
    return field


def test_in_the_last_turn_it_takes_the_kill_that_wins():
    match = opened(last_shot(turn=5))
    policy = regular()
    declared = ask(policy, match).answer
    assert declared == "sustained"
    match.answer(declared)
    assert match.pending is not None
    assert match.pending.what == "choose-target"
    assert ask(policy, match).answer == "last"


def ends(section: str) -> float:
    """Return how far from the enemy's guns a squad ends that has nothing to shoot at."""
    field = Field()
    field.squad("squad", "axis", 4.0, 20.0)
    field.squad("mates", "axis", 26.0, 38.0, activated=True)
    field.squad("guns", "allies", 40.0, 20.0, weapons=(GUN,))
    field.buys("squad", section=section)
    match = opened(field)
    answers_until(match, regular(), "axis", "squad")
    return math.dist(centre(instance(match, "squad")), centre(instance(match, "guns")))


def test_the_last_command_section_keeps_out_of_needless_fire():
    assert ends("command") > ends("1") + 2.0
    # Range 20, move 6, and a base or two.
    assert ends("command") > 26.0


def threatened(*, acted: bool) -> Field:
    """Scouts move near a squad; a walker stands by that is worth more, or has acted."""
    field = Field()
    field.squad("scouts", "axis", 16.0, 20.0, count=2, weapons=(PISTOL,))
    field.walker(
        "walker", "axis", 18.0, 12.0, 0.0, kind="Vehicle 2", weapons=(GUN,), activated=acted
    )
    field.buys("scouts", ap=8)
    field.buys("walker", ap=45)
    bazooka = weapon("bazooka", "2/4", range_in=16.0, cells={"soldier-2": "1/1"})
    field.squad("squad", "allies", 24.0, 14.0, weapons=(bazooka,), activated=True)
    return field


@pytest.mark.parametrize("acted", [False, True])
def test_it_holds_its_reaction_for_the_greater_threat(acted: bool):
    match = opened(threatened(acted=acted))
    if not acted:
        match.answer("scouts")
    match.answer("move")
    assert match.pending is not None
    assert match.pending.what == "react"
    chosen = ask(regular(), match)
    assert (chosen.answer == "none") == (not acted)


def shot_at(*, activated: bool, dice: str) -> Field:
    """A squad in the open under the fire of a gun."""
    field = Field()
    field.walker("gun", "axis", 10.0, 20.0, weapons=(weapon("big", dice, range_in=20.0),))
    field.squad("squad", "allies", 27.0, 17.0, weapons=(PISTOL,), activated=activated)
    return field


def reaction(field: Field) -> str:
    match = opened(field)
    match.answer("attack")
    match.answer("squad")
    assert match.pending is not None
    assert match.pending.what == "react"
    return ask(regular(), match).answer


def test_it_hits_the_dirt_when_that_pays():
    assert reaction(shot_at(activated=True, dice="8/1")) == "squad/hit-the-dirt"


def test_it_does_not_give_its_own_activation_for_a_weak_shot():
    assert reaction(shot_at(activated=False, dice="1/1")) == "none"


def test_a_suppressed_unit_regroups():
    field = Field(phase="command", active="axis", orders={"axis": 1, "allies": 0})
    field.squad("squad", "axis", 10.0, 10.0, suppression=2)
    field.squad("fresh", "axis", 4.0, 30.0)
    field.squad("enemy", "allies", 24.0, 10.0)
    field.buys("squad", section="command")
    assert chosen_at(field, "order").answer == "regroup/squad"


def test_an_order_strikes_before_the_enemy_acts():
    field = Field(
        phase="command", active="axis", initiating="allies", orders={"axis": 1, "allies": 0}
    )
    field.squad("command", "axis", 4.0, 4.0)
    field.walker("gun", "axis", 10.0, 8.0, weapons=(CANNON,))
    field.squad("enemy", "allies", 30.0, 8.0)
    field.buys("command", section="command")
    match = opened(field)
    assert ask(regular(), match).answer == "take-action/gun"
    match.answer("take-action/gun")
    assert ask(regular(), match).answer == "attack"


def test_it_charges_what_sits_behind_cover():
    wood = box("wood", (21.0, 27.0), (8.0, 16.0), 0.1, kind="forest")
    field = Field(wood, ratings={"wood": THICKET})
    # In a longer line than its prey, so that in formation the last would be out of reach.
    line = (12.0, 9.6, 14.4, 7.2, 16.8)
    field.unit("charge", "axis", *((17.0, y) for y in line), weapons=(PISTOL, KNIFE))
    field.squad(
        "prey", "allies", 22.0, 11.5, count=2, weapons=(PISTOL,), activated=True, suppression=1
    )
    match = opened(field)
    said = answers_until(match, regular(), "axis", "charge")
    answers = {question.what: each.answer for question, each in said}
    assert answers["actions"] == "move-then-attack"
    assert answers["choose-target"] == "prey/close"
    # Every man goes where his knife reaches, not only whoever leads.
    play = field.game().play(match.state, lambda _: None)
    prey = play.stands(instance(match, "prey"))
    in_reach = [
        stand
        for stand in play.stands(instance(match, "charge"))
        if min(play.facts.gap(stand, other).inches for other in prey) <= 3.001
    ]
    assert len(in_reach) == 5


def test_a_vehicle_does_not_drive_over_its_own_men():
    field = Field()
    field.walker("walker", "axis", 10.0, 20.0, weapons=(CANNON,))
    field.squad("mates", "axis", 13.5, 17.0, activated=True)
    field.squad("enemy", "allies", 44.0, 18.0)
    match = opened(field)
    answers_until(match, regular(), "axis", "walker")
    assert instance(match, "mates").suppression == 0
    assert instance(match, "walker").minis[0].pose != field.units["walker"].minis[0].pose


def test_it_keeps_low_in_the_open_only_when_there_is_nothing_better():
    field = Field()
    field.squad("squad", "axis", 10.0, 20.0)
    field.squad("far", "allies", 46.0, 20.0, weapons=(PISTOL,))
    assert chosen_at(field, "actions").answer == "march"


def test_it_splits_fire_when_a_weapon_is_wasted_on_the_one_target():
    field = Field(ratings={})
    cannon = weapon("tube", "3/4", range_in=24.0, cells={"soldier-2": "1/1"})
    rifle = weapon("rifle", "2/1", range_in=24.0, cells={"vehicle-5": "-"})
    field.unit(
        "mixed",
        "axis",
        *((10.0, 8.0 + 1.5 * n) for n in range(5)),
        extra={1: (cannon,)},
        weapons=(rifle,),
    )
    field.walker(
        "tank", "allies", 26.0, 8.0, 180.0, kind="Vehicle 5", weapons=(PISTOL,), activated=True
    )
    field.squad("squad", "allies", 24.0, 14.0, weapons=(PISTOL,), activated=True)
    match = opened(field)
    match.answer("sustained")
    policy = regular()
    assert ask(policy, match).answer == "split"
    match.answer("split")
    given = {}
    while match.pending is not None and match.pending.what.startswith("weapon-target"):
        weapon_name = match.pending.params["weapon"]
        given[weapon_name] = ask(policy, match).answer
        match.answer(given[weapon_name])
    assert given == {"tube": "tank", "rifle": {"squad": 4}}
