"""Charges: moves that bring a unit's Close Combat weapons to bear, every man where he reaches.

Cover does not help against Close Combat, and nobody moves away from it; so it is worth a look
whenever somebody is near enough.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from sim.ai.dust_warfare.regular_1.outlook import Outlook, spots_of
from sim.ai.dust_warfare.regular_1.sketch import CLOSE_IN
from sim.engine.questions import Move, Question
from sim.geometry.pose import Point, Pose
from sim.geometry.units import quantise_in
from sim.rules.dust_warfare.movement.referee import ENEMY_GAP_IN
from sim.rules.dust_warfare.state import Unit

__all__ = ["charges"]

#: Gaps to an enemy's base at which places are looked for, and places about a base.
GAPS_IN = (ENEMY_GAP_IN + 0.1, (ENEMY_GAP_IN + CLOSE_IN) / 2, CLOSE_IN - 0.1)
ROUND = 12
#: Enemies charged in thought.
MOST_CHARGED = 2
#: Places that each man tries.
MOST_TRIES = 5


def charges(
    outlook: Outlook, question: Question, unit: Unit
) -> Iterator[tuple[Pose, dict[str, Move]]]:
    """Yield legal charges with where the leader ends, at the most rewarding enemies first."""
    if question.what != "move" or not outlook.play.is_soldier(unit):
        return
    near: list[tuple[float, str]] = []
    for enemy in outlook.play.enemies(unit.side):
        value = outlook.sketch.value(unit, enemy, CLOSE_IN, 1)
        ranged = outlook.sketch.value(unit, enemy, CLOSE_IN + 0.5, 1)
        close = outlook.gap(unit, enemy) - outlook.move_in(unit) <= CLOSE_IN
        if close and value > ranged:
            near.append((-value, enemy.id))
    for _, name in sorted(near)[:MOST_CHARGED]:
        answer = _charge(outlook, question, unit, outlook.play.unit(name))
        if answer and not question.why_not(answer):
            lead = answer.get(question.movers[0])
            pose = outlook.play.mini(question.movers[0]).pose
            assert pose is not None
            yield (pose.moved(*lead.points[-1]) if lead and lead.points else pose), answer


def _charge(outlook: Outlook, question: Question, unit: Unit, enemy: Unit) -> dict[str, Move]:
    """Return ways for as many as find a place by the enemy; the others close up to them."""
    radius = outlook.radius(unit)
    answer: dict[str, Move] = {}
    taken: list[Point] = []
    about = _about(spots_of(enemy), radius + outlook.radius(enemy))
    for mini in question.movers:
        pose = outlook.play.mini(mini).pose
        assert pose is not None
        spots = _nearest(about, pose.at)
        if taken:
            spots += _nearest(_about(taken[:1], 2 * radius), pose.at)
        found = _first_free(question, mini, pose, spots, taken, 2 * radius)
        if found is not None:
            answer[mini], spot = found
            taken.append(spot)
        elif mini == question.movers[0]:
            return {}
        else:
            taken.append(pose.at)
    return answer


def _nearest(spots: list[Point], at: Point) -> list[Point]:
    return sorted(spots, key=lambda spot: (round(math.dist(spot, at), 4), spot))


def _about(spots: list[Point], apart: float) -> list[Point]:
    """Return places around some bases, centres so far apart and a gap more."""
    return [
        (
            quantise_in(x + (apart + gap) * math.cos(2 * math.pi * k / ROUND)),
            quantise_in(y + (apart + gap) * math.sin(2 * math.pi * k / ROUND)),
        )
        for x, y in spots
        for gap in GAPS_IN
        for k in range(ROUND)
    ]


def _first_free(
    question: Question, mini: str, pose: Pose, spots: list[Point], taken: list[Point], apart: float
) -> tuple[Move, Point] | None:
    """Return a way to the first of some spots that nobody of the unit has taken."""
    tries = 0
    far = float(question.params["inches"])
    for spot in spots:
        if math.dist(spot, pose.at) > far or any(math.dist(spot, at) < apart for at in taken):
            continue
        tries += 1
        if tries > MOST_TRIES:
            return None
        move = question.route(mini, Pose(*spot, pose.facing, pose.level))
        if move is not None:
            return move, spot
    return None
