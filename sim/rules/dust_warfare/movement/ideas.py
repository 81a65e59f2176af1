"""Sensible paths: what a person would try first, for hints, random play and the opponent.

Whole formations move together toward or away from enemies, into cover, or hold. Every idea has
passed the referee. Determinism: enemies and pieces in table order, ties by that order.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial

from sim.engine.questions import Move
from sim.geometry.pose import Point, Pose
from sim.geometry.units import overlaps, quantise_deg, quantise_in, turn_to
from sim.rules.dust_warfare.movement.floor_ideas import floor_ideas
from sim.rules.dust_warfare.movement.going import Going
from sim.rules.dust_warfare.movement.overrun import shifted
from sim.rules.dust_warfare.movement.referee import ENEMY_GAP_IN, why_not_move
from sim.rules.dust_warfare.movement.stretches import cut_path, pose_after
from sim.rules.dust_warfare.movement.terrain import DIFFICULT_CAP_IN, pieces_rated, rating_of
from sim.rules.dust_warfare.movement.vehicle_move import (
    ARC_HALF_DEG,
    BACK_UP_IN,
    BACK_UP_MARCH_IN,
    PIVOT_DEG,
)
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Mini, Unit
from sim.table.pieces import Stand

__all__ = ["keep_list", "reach_of", "route", "suggest"]

Answer = dict[str, Move]
Vector = tuple[float, float]

#: How many enemy units and pieces of cover an idea is made for: the nearest ones.
MOST_ENEMIES = 4
MOST_COVERS = 4


def suggest(play: Play, going: Going) -> Iterator[Answer]:
    """Yield legal paths for a unit's movement, best guesses first; holding comes last."""
    made = _vehicle_ideas if play.is_vehicle(going.unit) else _soldier_ideas
    seen: list[Answer] = []
    for answer in made(play, going):
        if answer not in seen:
            seen.append(answer)
            yield answer
    yield {}


def _legal(play: Play, going: Going, answer: Answer) -> bool:
    return not why_not_move(play, going, answer)


def _nearest_enemies(play: Play, unit: Unit, at: Point) -> list[Point]:
    """Return the nearest miniature of each enemy unit, nearest first."""
    places: list[tuple[float, Point]] = []
    for enemy in play.enemies(unit.side):
        ends = [mini.pose.at for mini in enemy.minis if mini.pose is not None]
        nearest = min(ends, key=lambda end: math.dist(at, end))
        places.append((math.dist(at, nearest), nearest))
    return [place for _, place in sorted(places, key=lambda item: item[0])][:MOST_ENEMIES]


def _covers(play: Play, at: Point, reach: float) -> list[Point]:
    """Return the middles of areas that give cover, nearest first, not far beyond reach."""
    places: list[tuple[float, Point]] = []
    for piece in play.facts.table.terrain.values():
        if not piece.area or rating_of(play, piece.id).cover == "none":
            continue
        count = len(piece.area)
        middle = (sum(x for x, _ in piece.area) / count, sum(y for _, y in piece.area) / count)
        size = max(math.dist(middle, corner) for corner in piece.area)
        if math.dist(at, middle) <= reach + size:
            places.append((math.dist(at, middle), middle))
    return [place for _, place in sorted(places, key=lambda item: item[0])][:MOST_COVERS]


def _toward(a: Point, b: Point, length: float) -> Vector:
    """Return a step of at most `length` from a toward b."""
    whole = math.dist(a, b)
    if whole == 0.0:
        return (0.0, 0.0)
    step = min(length, whole)
    return ((b[0] - a[0]) / whole * step, (b[1] - a[1]) / whole * step)


def _soldier_ideas(play: Play, going: Going) -> Iterator[Answer]:
    """Yield moves of the whole formation: to cover, toward each enemy, aside, and away."""
    anchor = play.mini(going.movers[0]).pose
    if anchor is None:
        return
    at, full = anchor.at, min(going.allowance.values())
    enemies = _nearest_enemies(play, going.unit, at)
    covers = _covers(play, at, full)
    steps: list[Vector] = []
    if enemies:
        steps.append(_toward(at, enemies[0], full))
    steps += [_toward(at, cover, full) for cover in covers]
    steps += [_toward(at, enemy, full) for enemy in enemies[1:]]
    if enemies:
        ahead = _toward(at, enemies[0], 1.0)
        steps += [(-ahead[0] * full, -ahead[1] * full)]
        steps += [(-ahead[1] * full, ahead[0] * full), (ahead[1] * full, -ahead[0] * full)]
        steps += [(ahead[0] * full / 2, ahead[1] * full / 2)]
    else:
        middle = (play.facts.table.width / 2, play.facts.table.depth / 2)
        steps.append(_toward(at, middle, full))
    for step in steps:
        answer = _formation_move(play, going, step)
        if answer:
            yield answer
    yield from floor_ideas(play, going, partial(route, play, going))


def _formation_move(play: Play, going: Going, step: Vector) -> Answer | None:
    """Return a legal move of all movers by one step, shortened where the whole does not fit."""
    for share in (1.0, 0.5, 0.25):
        part = (step[0] * share, step[1] * share)
        answer = {mini: _straight(play, mini, part) for mini in going.movers}
        if _legal(play, going, answer):
            return answer
        if share == 1.0 and going.gait != "regroup":
            answer = _around(play, going, part)
            if answer and _legal(play, going, answer):
                return answer
    return None


def _straight(play: Play, mini_id: str, step: Vector) -> Move:
    pose = play.mini(mini_id).pose
    assert pose is not None
    return Move(points=((quantise_in(pose.x + step[0]), quantise_in(pose.y + step[1])),))


def _around(play: Play, going: Going, step: Vector) -> Answer | None:
    """Return the step with ways round obstacles; who finds none stays where he is."""
    answer: Answer = {}
    for mini_id in going.movers:
        pose = play.mini(mini_id).pose
        assert pose is not None
        goal = (quantise_in(pose.x + step[0]), quantise_in(pose.y + step[1]))
        points = _way(play, going, play.mini(mini_id), goal, farther=True)
        if points:
            answer[mini_id] = Move(points=points)
    return answer or None


def keep_list(play: Play, unit: Unit, mini: Mini) -> list[tuple[Stand, float]]:
    """Return what a miniature keeps away from along a path, and how far.

    The planner finds the way out of an enemy's inch itself: the full gap is asked for.

    Rules: dw.move.enemy_gap dw.move.friendly_vehicle_block dw.overrun.no_gap
    """
    kept: list[tuple[Stand, float]] = []
    for other in play.state.units.values():
        if other.side != unit.side:
            if play.is_vehicle(unit) and play.is_soldier(other):
                continue
            kept += [(stand, ENEMY_GAP_IN) for stand in play.stands(other)]
        elif other.id != unit.id and play.is_vehicle(other):
            kept += [(stand, 0.0) for stand in play.stands(other)]
    return kept


def _way(
    play: Play, going: Going, mini: Mini, goal: Point, *, farther: bool = False
) -> tuple[Point, ...] | None:
    """Return waypoints to a goal: the shortest way in open ground, or the short one through.

    Parameters
    ----------
    farther : bool
        Take a way of up to twice the distance, too, cut to what this movement allows.
    """
    impassable = pieces_rated(play, going.unit, "impassable")
    difficult = () if going.march else pieces_rated(play, going.unit, "difficult")
    full = going.allowance[mini.id]
    touched = play.facts.areas_touched(play.stand(mini))
    tries: list[tuple[tuple[str, ...], float]] = []
    # Who stands in difficult ground is slowed wherever he goes.
    if not any(piece in touched for piece in difficult):
        tries.append(((*impassable, *difficult), full))
    if difficult:
        tries.append((impassable, min(full, DIFFICULT_CAP_IN)))
    for avoid, limit in tries:
        points = play.facts.find_path(
            play.stand(mini),
            goal,
            keep=keep_list(play, going.unit, mini),
            avoid=avoid,
            limit=2 * limit if farther else limit,
        )
        if points is not None:
            way = tuple((quantise_in(x), quantise_in(y)) for x, y in points)
            return cut_path(play.stand(mini).pose, way, limit) if farther else way
    return None


def reach_of(play: Play, going: Going, mini_id: str) -> tuple[Point, ...]:
    """Return spots that a miniature's base can reach, by terrain alone."""
    mini = play.mini(mini_id)
    impassable = pieces_rated(play, going.unit, "impassable")
    difficult = () if going.march else pieces_rated(play, going.unit, "difficult")
    stand, keep = play.stand(mini), keep_list(play, going.unit, mini)
    full = going.allowance[mini_id]
    spots = play.facts.reach(stand, full, keep=keep, avoid=(*impassable, *difficult))
    if difficult:
        near = play.facts.reach(stand, min(full, DIFFICULT_CAP_IN), keep=keep, avoid=impassable)
        spots = tuple(sorted({*spots, *near}))
    if not play.profile(mini).vehicle:
        return spots
    return tuple(spot for spot in spots if _drivable(going, stand.pose, spot))


def _back_up(going: Going) -> float:
    return BACK_UP_MARCH_IN if going.march else BACK_UP_IN


def _drivable(going: Going, pose: Pose, spot: Point) -> bool:
    """Return whether a vehicle gets to a spot in one line: a pivot and the Front arc, or back."""
    bearing = _bearing(pose, spot)
    back = abs(bearing) >= 180.0 - ARC_HALF_DEG and math.dist(pose.at, spot) <= _back_up(going)
    return abs(bearing) <= PIVOT_DEG + ARC_HALF_DEG or back


def _bearing(pose: Pose, spot: Point) -> float:
    angle = math.degrees(math.atan2(spot[1] - pose.y, spot[0] - pose.x))
    return turn_to(pose.facing, angle)


def route(play: Play, going: Going, mini_id: str, goal: Pose) -> Move | None:
    """Return a legal way of one miniature to a pose, or None: what a drag or typed place means."""
    mini = play.mini(mini_id)
    assert mini.pose is not None
    if play.profile(mini).vehicle:
        return _drive_to(play, going, mini, goal)
    level = None if goal.level == mini.pose.level else goal.level
    turn = turn_to(mini.pose.facing, goal.facing)
    straight = Move(0.0, (goal.at,), turn, level)
    if _alone(play, going, mini_id, straight):
        return straight
    points = _way(play, going, mini, goal.at)
    if points is None:
        return None
    move = Move(0.0, points, turn, level)
    return move if _alone(play, going, mini_id, move) else None


def _alone(play: Play, going: Going, mini_id: str, move: Move) -> bool:
    """Return whether nothing but formation and overlap could stand against one miniature's path."""
    later = ("dw.move.formation_end", "dw.move.no_overlap")
    found = why_not_move(play, going, {mini_id: move})
    return not [each for each in found if each.rule not in later]


def _drive_to(play: Play, going: Going, mini: Mini, goal: Pose) -> Move | None:
    assert mini.pose is not None
    turn = turn_to(mini.pose.facing, goal.facing)
    if math.dist(mini.pose.at, goal.at) < 0.01:
        return Move(pivot_before=turn) if _alone(play, going, mini.id, Move(turn)) else None
    bearing = _bearing(mini.pose, goal.at)
    need = math.copysign(max(0.0, abs(bearing) - ARC_HALF_DEG), bearing)
    tries = [
        Move(pivot_before=turn, points=(goal.at,)),
        Move(points=(goal.at,), pivot_after=turn),
        Move(pivot_before=quantise_deg(need), points=(goal.at,)),
        Move(points=(goal.at,)),
    ]
    for move in tries:
        if _alone(play, going, mini.id, move):
            return move
    return None


def _vehicle_ideas(play: Play, going: Going) -> Iterator[Answer]:
    """Yield drives toward each enemy and to cover, a spot turn, straight on, and backing up."""
    mini = play.mini(going.movers[0])
    if mini.pose is None:
        return
    full = going.allowance[mini.id]
    enemies = _nearest_enemies(play, going.unit, mini.pose.at)
    goals = enemies or [(play.facts.table.width / 2, play.facts.table.depth / 2)]
    goals = [*goals[:1], *_covers(play, mini.pose.at, full), *goals[1:]]
    for goal in goals:
        yield from _first_legal(play, going, _drives(mini.pose, goal, full), mini.id)
    front = goals[0]
    turn = round(_bearing(mini.pose, front), 2)
    yield from _first_legal(play, going, [Move(pivot_before=turn)], mini.id)
    ahead = _lengths(mini.pose, 0.0, full)
    yield from _first_legal(play, going, [Move(points=(point,)) for point in ahead], mini.id)
    back = _lengths(mini.pose, 180.0, _back_up(going))
    yield from _first_legal(play, going, [Move(points=(point,)) for point in back], mini.id)


def _drives(pose: Pose, goal: Point, full: float) -> list[Move]:
    """Return a pivot toward a goal and a straight drive, at full, half and capped length."""
    bearing = round(_bearing(pose, goal), 2)
    pivot = max(-PIVOT_DEG, min(PIVOT_DEG, bearing))
    rest = max(-ARC_HALF_DEG, min(ARC_HALF_DEG, bearing - pivot))
    length = min(full, math.dist(pose.at, goal))
    return [
        Move(pivot_before=pivot, points=(point,)) for point in _lengths(pose, pivot + rest, length)
    ]


def _lengths(pose: Pose, bearing: float, full: float) -> list[Point]:
    angle = math.radians(pose.facing + bearing)
    c, s = math.cos(angle), math.sin(angle)
    lengths = dict.fromkeys((full, full / 2, min(full, DIFFICULT_CAP_IN)))
    return [(quantise_in(pose.x + c * each), quantise_in(pose.y + s * each)) for each in lengths]


def _first_legal(play: Play, going: Going, moves: Sequence[Move], mini_id: str) -> Iterator[Answer]:
    """Yield the first of some drives that is legal and spares the own side's soldiers."""
    for move in moves:
        answer = {mini_id: move}
        if _legal(play, going, answer) and not _tramples(play, going, mini_id, move):
            yield answer
            return


def _tramples(play: Play, going: Going, mini_id: str, move: Move) -> bool:
    """Return whether a drive would run over or push aside soldiers of its own side.

    Rules: dw.overrun.suppression dw.overrun.displace
    """
    if not shifted(play, going.unit, {mini_id: move}):
        return False
    stand = play.stand(play.mini(mini_id))
    end = Stand(stand.model, pose_after(stand.pose, move))
    friends = [
        each
        for unit in play.friends(going.unit.side)
        if play.is_soldier(unit)
        for each in play.stands(unit)
        if each.pose.level == stand.pose.level
    ]
    if any(play.facts.gap(end, each).inches < ENEMY_GAP_IN for each in friends):
        return True
    path = play.facts.path(stand, move.points, friends)
    return any(overlaps(gap) for _, gap, _ in path.nearest)
