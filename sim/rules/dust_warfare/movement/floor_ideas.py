"""Ideas that change floors: a unit goes up into a building, or comes down to the ground."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from sim.engine.questions import Move
from sim.geometry.pose import GROUND, Point, Pose
from sim.geometry.units import is_within, quantise_in
from sim.rules.dust_warfare.movement.going import Going
from sim.rules.dust_warfare.movement.levels import VERTICAL_IN, floor_index
from sim.rules.dust_warfare.movement.referee import reach, why_not_move, why_not_stand
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.turn.leader import leadership_in
from sim.table.pieces import Floor, Stand, Terrain

__all__ = ["floor_ideas"]

#: Distance between the spots looked at on a level, and how many a miniature tries.
SPACING_IN = 1.4
MOST_SPOTS = 4
#: Levels that ideas are made for: the nearest ones.
MOST_LEVELS = 2

Route = Callable[[str, Pose], Move | None]


def floor_ideas(play: Play, going: Going, route: Route) -> Iterator[dict[str, Move]]:
    """Yield legal moves of at least half of a unit to another level, the nearest levels first.

    Parameters
    ----------
    route : callable
        Gives a miniature's legal way to a pose, or None.
    """
    leader = play.mini(going.movers[0])
    if leader.pose is None or going.gait == "regroup":
        return
    for level in _levels(play, going, leader.pose)[:MOST_LEVELS]:
        answer = _occupy(play, going, level, route)
        if len(answer) * 2 >= len(going.movers) and not why_not_move(play, going, answer):
            yield answer


def _levels(play: Play, going: Going, pose: Pose) -> list[str]:
    """Return the levels that a leader might reach in this movement, the nearest first."""
    full = min(going.allowance.values())
    found: list[tuple[float, str]] = []
    for piece in play.facts.table.terrain.values():
        for floor in piece.floors:
            name = f"{piece.id}/{floor.name}"
            away = _away(pose.at, floor)
            if name != pose.level and away <= full and _climbable(play, pose, piece, name):
                found.append((away, name))
    if pose.level != GROUND:
        found.append((0.0, GROUND))
    return [name for _, name in sorted(found, key=lambda each: each[0])]


def _away(at: Point, floor: Floor) -> float:
    xs, ys = [x for x, _ in floor.outline], [y for _, y in floor.outline]
    dx = max(min(xs) - at[0], 0.0, at[0] - max(xs))
    dy = max(min(ys) - at[1], 0.0, at[1] - max(ys))
    return math.hypot(dx, dy)


def _climbable(play: Play, pose: Pose, piece: Terrain, level: str) -> bool:
    """Return whether a floor is the next one, or no more than 3 in up or down.

    Rules: dw.vertical.limit_3 dw.vertical.floor_exception
    """
    here = floor_index(play, piece.id, pose.level)
    there = floor_index(play, piece.id, level)
    if here is None or there is None:
        return False
    heights = {f"{piece.id}/{floor.name}": floor.z_in for floor in piece.floors}
    start = heights.get(pose.level, play.facts.support(pose.x, pose.y, pose.level))
    return abs(there - here) == 1 or is_within(abs(heights[level] - start), VERTICAL_IN)


def _occupy(play: Play, going: Going, level: str, route: Route) -> dict[str, Move]:
    """Return ways to spots on a level for as many miniatures as find one near their leader."""
    answer: dict[str, Move] = {}
    taken: dict[str, Stand] = {}
    limit = leadership_in(play, going.leader)
    for mini_id in going.movers:
        mini = play.mini(mini_id)
        assert mini.pose is not None
        model = play.profile(mini).model
        tried = 0
        for spot in _spots(play, going, mini.pose, level, model):
            stand = Stand(model, Pose(*spot, mini.pose.facing, level))
            lead = taken.get(going.leader.id, stand)
            if not is_within(play.facts.gap(lead, stand).inches, limit) or _crowded(
                play, taken, stand
            ):
                continue
            move = None if why_not_stand(play, mini, stand, {}) else route(mini_id, stand.pose)
            tried += 1
            if move is not None:
                answer[mini_id], taken[mini_id] = move, stand
                break
            if tried >= MOST_SPOTS:
                break
        if mini_id == going.leader.id and mini_id not in answer:
            return {}
    return answer


def _crowded(play: Play, taken: dict[str, Stand], stand: Stand) -> bool:
    own = reach(play, stand)
    return any(
        math.dist(each.pose.at, stand.pose.at) < own + reach(play, each) for each in taken.values()
    )


def _spots(play: Play, going: Going, pose: Pose, level: str, model: str) -> Iterator[Point]:
    """Yield spots of a grid on a level where a base can stand, nearest first."""
    full = going.allowance[going.movers[0]]
    count = int(full / SPACING_IN)
    steps = range(-count, count + 1)
    grid = [
        (quantise_in(pose.x + i * SPACING_IN), quantise_in(pose.y + j * SPACING_IN))
        for i in steps
        for j in steps
    ]
    for spot in sorted(grid, key=lambda each: (math.dist(each, pose.at), each)):
        stand = Stand(model, Pose(*spot, pose.facing, level))
        if math.dist(spot, pose.at) > full:
            return
        if not play.facts.on_level(stand) or not play.facts.on_table(stand):
            continue
        if not play.facts.path(stand, (), ()).walls:
            yield spot
