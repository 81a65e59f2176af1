"""Setting up: in cover, spread along the line, as far forward as the weapons want it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np

from sim.ai.dust_warfare.regular_1.ground import Floats
from sim.ai.dust_warfare.regular_1.outlook import Outlook, spots_of
from sim.ai.dust_warfare.regular_1.scored import Scored, best_of, first_of, said
from sim.engine.questions import Question
from sim.engine.reasons import Reason
from sim.geometry.pose import GROUND, Point, Pose
from sim.geometry.units import quantise_in
from sim.rules.dust_warfare.setup.deployment import INWARD
from sim.rules.dust_warfare.state import Unit

__all__ = ["best_deployment", "next_to_set_up"]

#: Ways to stand about a leader, in base diameters along the line and back from it.
FORMATIONS: tuple[tuple[Point, ...], ...] = (
    ((1.0, 0.0), (-1.0, 0.0), (2.0, 0.0), (-2.0, 0.0), (3.0, 0.0), (-3.0, 0.0)),
    ((1.0, 0.0), (-1.0, 0.0), (0.5, -1.0), (-0.5, -1.0), (1.5, -1.0), (-1.5, -1.0)),
)
#: Room between bases of a formation.
ROOM_IN = 0.15
#: How much more cover counts than on the move: a unit may stand there for long.
COVER_WEIGHT = 1.5
#: Legal ways that are weighed against each other.
MOST_LEGAL = 6


def next_to_set_up(outlook: Outlook, question: Question) -> Scored:
    """Return which unit is set up next: cheap ones first, those that choose their prey last."""
    play = outlook.play

    def late(name: str) -> float:
        unit = play.unit(name)
        return outlook.worth.points(unit) + 20.0 * play.is_vehicle(unit)

    scored = [
        Scored(
            option.id,
            -late(option.id),
            # Which comes next is an order of habit: nothing to tell.
            Reason("ai.why.first"),
        )
        for option in question.options
        if not option.blocked
    ]
    return best_of(scored)


def best_deployment(outlook: Outlook, question: Question) -> Scored:
    """Return the best of the ways to set a unit up that are looked at."""
    play = outlook.play
    unit = play.unit(question.subject)
    scored: list[Scored] = []
    for answer in islice(_answers(outlook, question, unit), MOST_LEGAL):
        value = _value(outlook, unit, answer)
        cover = outlook.cover(unit, answer) if play.is_soldier(unit) else 0
        key = ("deploy_open", "deploy_soft", "deploy_hard")[cover]
        scored.append(Scored(answer, value, said(key, value, unit=play.name(unit))))
    return best_of(scored) if scored else first_of(question)


def _answers(outlook: Outlook, question: Question, unit: Unit) -> Iterator[dict[str, Pose]]:
    """Yield legal ways to set a unit up, the leader's most promising spots first."""
    leader = unit.leader or unit.minis[0].id
    spots = list(question.reach_of(leader))
    values = _spot_values(outlook, unit, spots)
    ranked = sorted(range(len(spots)), key=lambda i: (-round(values[i], 6), i))
    tried: list[Point] = []
    for index in ranked:
        if len(tried) >= outlook.style.deployments:
            return
        spot = spots[index]
        if any(math.dist(spot, other) < outlook.style.spread_in for other in tried):
            continue
        tried.append(spot)
        for formation in FORMATIONS:
            answer = _formed(outlook, unit, spot, formation)
            if not question.why_not(answer):
                yield answer
                break


def _formed(outlook: Outlook, unit: Unit, at: Point, formation: Sequence[Point]) -> dict[str, Pose]:
    """Return a unit about its leader's spot, all facing into the table."""
    play = outlook.play
    dx, dy = INWARD[play.state.zone_edges[unit.side]]
    facing = math.degrees(math.atan2(dy, dx)) % 360.0
    step = 2 * outlook.radius(unit) + ROOM_IN
    leader = unit.leader or unit.minis[0].id
    others = [mini.id for mini in unit.minis if mini.id != leader]
    found = {leader: Pose(quantise_in(at[0]), quantise_in(at[1]), facing, GROUND)}
    for index, mini in enumerate(others):
        row, place = divmod(index, len(formation))
        along, ahead = formation[place]
        ahead -= 2.0 * row
        x = at[0] + step * (along * -dy + ahead * dx)
        y = at[1] + step * (along * dx + ahead * dy)
        found[mini] = Pose(quantise_in(x), quantise_in(y), facing, GROUND)
    return {mini.id: found[mini.id] for mini in unit.minis}


def _value(outlook: Outlook, unit: Unit, poses: dict[str, Pose]) -> float:
    """Return the worth of standing somewhere at the start.

    The mean of the miniatures' spots, and what the enemies that are up do and suffer there.
    """
    spots = spots_of(unit, poses)
    value = sum(_spot_values(outlook, unit, spots)) / len(spots)
    fear = outlook.fear(unit, poses).value
    attack = outlook.best_target(unit, poses)[1].value
    return value - outlook.style.fear * fear + outlook.style.next_attack * attack


def _spot_values(outlook: Outlook, unit: Unit, spots: Sequence[Point]) -> list[float]:
    """Return what spots are worth to set up on: cover, nearness, room, and the enemy's guns."""
    play, style = outlook.play, outlook.style
    points = np.array(spots, dtype=np.float64).reshape(-1, 2)
    at = outlook.grounds.covers_at(points, outlook.radius(unit))
    at = at if play.is_soldier(unit) else np.zeros_like(at)
    value = COVER_WEIGHT * np.array(style.ground)[at]
    late = _to_front(outlook, unit, points) - _liked(outlook, unit)
    value -= style.per_inch * np.maximum(0.0, late)
    for friend in play.friends(unit.side):
        near = np.min([np.hypot(*(points - np.array(spot)).T) for spot in spots_of(friend)], axis=0)
        value -= style.crowd * np.maximum(0.0, 1.0 - near / style.crowd_in)
    for enemy in play.enemies(unit.side):
        gaps = np.min([np.hypot(*(points - np.array(spot)).T) for spot in spots_of(enemy)], axis=0)
        seen = outlook.sketch.values(enemy, unit, gaps - outlook.move_in(enemy), at)
        value -= style.fear * style.unseen * 0.5 * seen
    return value.tolist()


def _to_front(outlook: Outlook, unit: Unit, points: Floats) -> Floats:
    """Return the distance of points to the enemy's middle, to the middle line while he is away."""
    play = outlook.play
    enemies = [spot for enemy in play.enemies(unit.side) for spot in spots_of(enemy)]
    if enemies:
        return np.hypot(*(points - np.mean(np.array(enemies), axis=0)).T)
    table = play.facts.table
    dx, _ = INWARD[play.state.zone_edges[unit.side]]
    half = table.width / 2 if dx else table.depth / 2
    return half + np.abs(points[:, 0 if dx else 1] - half)


def _liked(outlook: Outlook, unit: Unit) -> float:
    """Return the distance a unit's weapons ask for; a Command Section stays farther back."""
    play = outlook.play
    ranges = [
        play.profiles.weapons[mount.weapon].range_in
        for mini in unit.minis
        for mount in play.profile(mini).weapons
    ]
    back = outlook.style.command_back_in if play.unit_profile(unit).section == "command" else 0.0
    return 0.8 * max(ranges, default=0.0) + back
