"""Where a unit might go: every spot it can reach is ranked by a sketch, the best are looked at."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from sim.ai.budget import Budget
from sim.ai.dust_warfare.regular_1.charges import charges
from sim.ai.dust_warfare.regular_1.outlook import Outlook, centre
from sim.ai.dust_warfare.regular_1.standing import Standing, standing
from sim.ai.formation import Formation
from sim.engine.match import Match
from sim.engine.questions import Move, Question
from sim.geometry.pose import GROUND, Point, Pose
from sim.geometry.units import quantise_deg
from sim.rules.dust_warfare.attack.odds_dice import hit_chance
from sim.rules.dust_warfare.movement.overrun import passed_over
from sim.rules.dust_warfare.movement.stretches import pose_after
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Unit
from sim.table.pieces import Stand

__all__ = ["Path", "Place", "looked_at", "standing_here"]

Path = dict[str, Move]
Floats = npt.NDArray[np.float64]

#: Grid on other floors than the one a unit stands on, and how many spots of each are ranked.
FLOOR_GRID_IN = 2.0
#: Ideas of the game itself that are looked at where the ranking finds nothing.
MOST_IDEAS = 4


class Place(msgspec.Struct, frozen=True):
    """A legal path with what standing at its end is worth."""

    path: Path
    there: Standing


class Ranked(msgspec.Struct, frozen=True):
    """Spots for a unit's leader with their rough worth, and the part that is ground alone."""

    spots: Sequence[Pose]
    value: Floats
    ground: Floats


def looked_at(outlook: Outlook, question: Question, fork: Match[Any], unit: Unit) -> list[Place]:
    """Return the most promising paths with what standing at their ends is worth; staying is last.

    Kept in the outlook: the same places are asked for by several programmes, and again when the
    path itself is asked. A list cut short by "play now" is not kept.
    """
    key = (unit.id, question.what)
    if key in outlook.places:
        return outlook.places[key]
    budget = outlook.new_budget()
    found = _look(outlook, question, fork, unit, budget)
    if not budget.stopped:
        outlook.places[key] = found
    return found


def _look(
    outlook: Outlook, question: Question, fork: Match[Any], unit: Unit, budget: Budget
) -> list[Place]:
    leader = outlook.play.mini(question.movers[0])
    assert leader.pose is not None
    stays = Place({}, standing_here(outlook, unit))
    found: list[Place] = []
    cost = len(outlook.play.enemies(unit.side)) + outlook.style.threats
    if question.what in ("move", "march"):
        ranked = _rank(outlook, unit, _spots(outlook.play, question, leader.pose))
        for index, path in _legal(outlook, question, fork, unit, ranked):
            if len(found) >= outlook.style.places or not budget.left:
                break
            ground = float(ranked.ground[index]) - _crushed(outlook, unit, path)
            found.append(Place(path, standing(outlook, unit, ground, _ends(outlook.play, path))))
            budget.spend(cost)
        for lead, path in charges(outlook, question, unit):
            found.append(_idea(outlook, unit, path, lead))
            budget.spend(cost)
    if not found:
        for path in islice(_ideas(question), MOST_IDEAS):
            if not budget.left:
                break
            found.append(_idea(outlook, unit, path, _lead_end(outlook, unit, path)))
            budget.spend(cost)
    return [*found, stays]


def _ideas(question: Question) -> Iterator[Path]:
    for path in question.suggest():
        if path and not question.why_not(path):
            yield path


def _lead_end(outlook: Outlook, unit: Unit, path: Path) -> Pose:
    ends = _ends(outlook.play, path)
    return ends.get(unit.leader) or next(iter(ends.values()))


def _idea(outlook: Outlook, unit: Unit, path: Path, lead: Pose) -> Place:
    """Return a path that no ranking led to, with what standing at its end is worth."""
    ends = _ends(outlook.play, path)
    ground = float(_rank(outlook, unit, [lead]).ground[0]) - _crushed(outlook, unit, path)
    return Place(path, standing(outlook, unit, ground, ends))


def standing_here(outlook: Outlook, unit: Unit) -> Standing:
    """Return the worth of a unit's standing where it stands."""
    key = (unit.id, "here")
    if key not in outlook.places:
        lead = _lead_pose(outlook.play, unit)
        ground = float(_rank(outlook, unit, [lead]).ground[0])
        outlook.places[key] = [standing(outlook, unit, ground)]
    return outlook.places[key][0]


def _lead_pose(play: Play, unit: Unit) -> Pose:
    poses = {mini.id: mini.pose for mini in unit.minis if mini.pose is not None}
    return poses.get(unit.leader) or next(iter(poses.values()))


def _crushed(outlook: Outlook, unit: Unit, path: Path) -> float:
    """Return what a vehicle's path over soldiers costs: friends frightened, less enemies."""
    dice = outlook.play.profile(unit.minis[0]).armour.number
    cost = 0.0
    for other in passed_over(outlook.play, unit, path):
        markers = hit_chance() * dice * outlook.worth.marker(other)
        cost += markers if other.side == unit.side else -markers
    return cost


def _ends(play: Play, path: Path) -> dict[str, Pose]:
    """Return where the miniatures of a path end."""
    ends: dict[str, Pose] = {}
    for name, move in path.items():
        pose = play.mini(name).pose
        assert pose is not None
        ends[name] = pose_after(pose, move)
    return ends


# --- spots ------------------------------------------------------------------------------------


def _spots(play: Play, question: Question, pose: Pose) -> list[Pose]:
    """Return every spot a leader can reach, on his own level first, then floors up and down."""
    found = [pose.moved(*spot) for spot in question.reach_of(question.movers[0])]
    far = float(question.params["inches"])
    for piece in play.facts.table.terrain.values():
        for floor in piece.floors:
            level = f"{piece.id}/{floor.name}"
            if level != pose.level:
                inside = [at for at in _grid(pose.at, far) if _holds(floor.outline, at)]
                found += [Pose(*at, pose.facing, level) for at in inside]
    if pose.level != GROUND:
        found += [Pose(*at, pose.facing, GROUND) for at in _grid(pose.at, far)]
    return found


def _grid(at: Point, far: float) -> list[Point]:
    """Return the multiples of the grid within some distance."""
    step = FLOOR_GRID_IN
    columns = range(math.ceil((at[0] - far) / step), math.floor((at[0] + far) / step) + 1)
    rows = range(math.ceil((at[1] - far) / step), math.floor((at[1] + far) / step) + 1)
    spots = [(i * step, j * step) for i in columns for j in rows]
    return [spot for spot in spots if math.dist(at, spot) <= far]


def _holds(outline: Sequence[Point], at: Point) -> bool:
    """Return whether a point lies inside an outline."""
    inside = False
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (ay > at[1]) != (by > at[1]) and at[0] < (bx - ax) * (at[1] - ay) / (by - ay) + ax:
            inside = not inside
    return inside


# --- ranking ----------------------------------------------------------------------------------


def _rank(outlook: Outlook, unit: Unit, spots: list[Pose]) -> Ranked:
    """Return the rough worth of standing at each spot: attack, threat, cover and nearness."""
    play, style = outlook.play, outlook.style
    points = np.array([spot.at for spot in spots], dtype=np.float64).reshape(-1, 2)
    touched = outlook.grounds.covers_at(points, outlook.radius(unit))
    soldiers = play.is_soldier(unit)
    at = touched if soldiers else np.zeros_like(touched)
    ground = np.array(style.ground)[at] - style.per_inch * _late(outlook, unit, points)
    attack, threat = np.zeros(len(points)), np.zeros(len(points))
    for enemy in play.enemies(unit.side):
        gaps = _gaps(outlook, unit, enemy, points)
        theirs = np.full(len(points), outlook.cover(enemy))
        now = outlook.sketch.values(unit, enemy, gaps, theirs)
        later = outlook.sketch.values(unit, enemy, gaps - outlook.move_in(unit), theirs)
        attack = np.maximum(attack, np.maximum(now, style.unseen * later))
        far = outlook.sketch.farthest(enemy, unit) + outlook.move_in(enemy)
        near = np.flatnonzero(gaps <= far)
        if len(near):
            threat[near] += _threat(outlook, unit, enemy, points[near], gaps[near], at[near])
    weight = style.command_fear if outlook.worth.is_last_command(unit) else 1.0
    # A place is good for the attack now or next time: how much it counts is not known yet.
    value = ground + 0.5 * attack - style.fear * weight * threat
    return Ranked(spots, value, ground)


def _threat(
    outlook: Outlook,
    unit: Unit,
    enemy: Unit,
    points: Floats,
    gaps: Floats,
    at: npt.NDArray[np.int64],
) -> Floats:
    """Return the rough worth of what one enemy may do to a unit at some places."""
    two, one = outlook.clock.actions(enemy)
    weight = outlook.clock.strikes(enemy)
    if weight * (two + one) <= 0.0:
        return np.zeros(len(points))
    covers = outlook.grounds.covers_from(centre(enemy), points, at)
    here = outlook.sketch.values(enemy, unit, gaps, covers)
    moved = outlook.sketch.values(enemy, unit, gaps - outlook.move_in(enemy), covers)
    here *= 1.0 - outlook.style.unseen
    moved *= outlook.style.unseen
    return weight * (two * np.maximum(here, moved) + one * here)


def _gaps(outlook: Outlook, unit: Unit, enemy: Unit, points: Floats) -> Floats:
    """Return the gap between bases, leader at each point to the enemy's nearest miniature."""
    spots = np.array([mini.pose.at for mini in enemy.minis if mini.pose is not None])
    way = points[:, None, :] - spots
    return np.hypot(*np.moveaxis(way, 2, 0)).min(axis=1) - (
        outlook.radius(unit) + outlook.radius(enemy)
    )


def _late(outlook: Outlook, unit: Unit, points: Floats) -> Floats:
    """Return how many inches of way each point lies beyond where the unit would like to be."""
    prey = outlook.prey(unit)
    if prey is None:
        return np.zeros(len(points))
    enemy, liked = prey
    goal = _lead_pose(outlook.play, enemy)
    places = [(float(x), float(y)) for x, y in points]
    mates = [
        math.dist(centre(mate), goal.at)
        for mate in outlook.play.friends(unit.side)
        if mate.id != unit.id
    ]
    front = sorted(mates)[0] - outlook.style.ahead_in if mates else 0.0
    drawn = outlook.style.command_drawn if outlook.worth.is_last_command(unit) else 1.0
    ways = outlook.grounds.ways(outlook.play, unit, goal, places)
    return drawn * np.maximum(0.0, ways - max(liked, front))


# --- paths ------------------------------------------------------------------------------------


def _legal(
    outlook: Outlook, question: Question, fork: Match[Any], unit: Unit, ranked: Ranked
) -> Iterator[tuple[int, Path]]:
    """Yield legal paths to the best spots, some way apart from each other, with their index."""
    formation = Formation(
        question,
        fork.observe(unit.side),
        outlook.play.facts.table.models,
        partial(_joined, outlook.play, unit),
    )
    taken: list[Pose] = []
    order = np.argsort(-np.round(ranked.value, 6), kind="stable")
    for index in map(int, order):
        spot = ranked.spots[index]
        if any(
            spot.level == other.level and math.dist(spot.at, other.at) < outlook.style.spread_in
            for other in taken
        ):
            continue
        if outlook.play.is_vehicle(unit):
            spot = _facing(outlook, unit, spot)
        path = formation.path_to(spot)
        if path:
            taken.append(spot)
            yield index, path


def _joined(play: Play, unit: Unit, goal: Pose, spot: Point) -> bool:
    """Return whether no wall runs between a leader's pose and a spot beside him."""
    stand = Stand(play.profile(unit.minis[0]).model, Pose(goal.x, goal.y, 0.0, goal.level))
    return not play.facts.path(stand, (spot,), ()).walls


def _facing(outlook: Outlook, unit: Unit, spot: Pose) -> Pose:
    """Return a vehicle's spot turned to the enemy it could do most harm to from there."""
    best, bearing = 0.0, None
    for enemy in outlook.play.enemies(unit.side):
        at = centre(enemy)
        gap = math.dist(spot.at, at) - outlook.radius(unit) - outlook.radius(enemy)
        reach = gap - outlook.move_in(unit)
        value = outlook.sketch.value(unit, enemy, reach, 1) / (1.0 + max(0.0, gap) / 12.0)
        if value > best:
            best, bearing = value, math.degrees(math.atan2(at[1] - spot.y, at[0] - spot.x))
    if bearing is None:
        return spot
    return Pose(spot.x, spot.y, quantise_deg(bearing), spot.level)
