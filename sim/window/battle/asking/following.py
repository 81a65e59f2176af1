"""How a miniature or a whole unit gets where the hand wants it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import msgspec

from sim.engine.drafts import Draft, move_along
from sim.engine.formation import formation_to
from sim.engine.observed import Observed, SeenPiece
from sim.engine.questions import Move
from sim.engine.reasons import Objection
from sim.geometry.pose import Point, Pose
from sim.geometry.units import turn_to
from sim.table.pieces import Table
from sim.window.battle.asking.stations import fitted, standing, station_of

__all__ = ["filled", "formation_ways", "judged", "piece_of", "way_of"]


def piece_of(seen: Observed, mini: str, side: str, table: Table) -> SeenPiece:
    """Return a mover as it is drawn: on the table or waiting beside it.

    Of one that nobody has told of, the side is that which is asked and the model the table's
    first.
    """
    for piece in seen.pieces:
        if piece.id == mini:
            return piece
    for unit in seen.units:
        models = dict(zip(unit.pieces, unit.models, strict=False))
        if mini in models:
            return SeenPiece(mini, "mini", models[mini], unit.id, unit.side, Pose(0, 0))
    unit_id = next((unit.id for unit in seen.units if mini in (unit.id, *unit.pieces)), mini)
    return SeenPiece(mini, "mini", next(iter(table.models)), unit_id, side, Pose(0, 0))


def judged(
    draft: Draft, waiting: Sequence[str], radius: Callable[[str], float]
) -> tuple[Objection, ...]:
    """Return what stands in the way of a plan; nothing in that of an empty one.

    While some wait beside the table only what is wrong with the others counts.
    """
    if draft.empty:
        return ()
    question = draft.question
    found = question.why_not(draft.answer())
    if not found or not waiting or any(each.subject not in waiting for each in found):
        return found
    # The rules say nothing of some while others are missing: stand those somewhere near.
    found = question.why_not(filled(draft, waiting, radius))
    return tuple(
        each
        for each in found
        if each.subject not in waiting and not set(waiting) & set(each.params.values())
    )


def way_of(
    draft: Draft, mini: str, goal: Pose, legs: Sequence[Point] = (), *, rough: bool = False
) -> Move:
    """Return the way of one miniature: along fixed waypoints, or else the game's own.

    A rough one is straight and asks the game nothing.
    """
    start = draft.start(mini)
    if not legs and goal.at == start.at and goal.level == start.level:
        return Move(round(turn_to(start.facing, goal.facing), 2))
    if rough:
        turn, level = turn_to(start.facing, goal.facing), _level(start, goal)
        return Move(0.0, (*legs, goal.at), round(turn, 2), level)
    corners = [Pose(x, y, start.facing, start.level) for x, y in legs]
    return move_along(draft.question, mini, start, [*corners, goal])


def formation_ways(
    draft: Draft,
    wanted: Mapping[str, Pose],
    legs: Sequence[Point] = (),
    *,
    rough: bool = False,
) -> dict[str, Move]:
    """Return the ways of a unit whose first mover goes where he is wanted.

    The plain shift if it is legal; else others find legal places near theirs; else whichever of
    the shift and the game's own ways meets fewer objections.

    Parameters
    ----------
    draft : Draft
        Tells where everybody starts.
    wanted : mapping of miniature to Pose
        The leader first.
    legs : sequence of Point
        Waypoints of the leader; the others go beside him.
    rough : bool
        The plain shift whatever the rules say: they are not asked.
    """
    question = draft.question
    leader = next(iter(wanted))
    plain = {mini: _plain(draft, mini, pose, (leader, legs)) for mini, pose in wanted.items()}
    plain = {mini: move for mini, move in plain.items() if move != Move()}
    objections = () if rough else question.why_not(plain)
    if not objections:
        return plain
    if not legs and leader == question.movers[0]:
        goal = wanted[leader]
        models = draft.table.models
        found = formation_to(question, _as_if(draft, leader, wanted), models, goal)
        if found is not None:
            return found
    routed = {
        mini: move if legs and mini == leader else question.route(mini, wanted[mini]) or move
        for mini, move in plain.items()
    }
    return routed if len(question.why_not(routed)) < len(objections) else plain


def _plain(draft: Draft, mini: str, pose: Pose, led: tuple[str, Sequence[Point]]) -> Move:
    """Return straight legs beside the leader's."""
    leader, legs = led
    start, first = draft.start(mini), draft.start(leader)
    step = (start.x - first.x, start.y - first.y)
    corners = tuple((round(x + step[0], 4), round(y + step[1], 4)) for x, y in legs)
    turn = round(turn_to(start.facing, pose.facing), 2)
    level = _level(start, pose)
    end = (round(pose.x, 4), round(pose.y, 4))
    if math.dist(end, start.at) < 1e-4 and not corners and level is None:
        return Move(turn)
    return Move(0.0, (*corners, end), turn, level)


def _level(start: Pose, goal: Pose) -> str | None:
    return goal.level if goal.level != start.level else None


def _as_if(draft: Draft, leader: str, wanted: Mapping[str, Pose]) -> Observed:
    """Return the observation with the followers beside the leader as they are wanted there."""
    start, goal = draft.start(leader), wanted[leader]
    dx, dy = goal.x - start.x, goal.y - start.y
    moved = {
        mini: Pose(pose.x - dx, pose.y - dy, pose.facing, start.level)
        for mini, pose in wanted.items()
        if mini != leader
    }
    pieces = tuple(
        msgspec.structs.replace(piece, pose=moved[piece.id]) if piece.id in moved else piece
        for piece in draft.seen.pieces
    )
    return msgspec.structs.replace(draft.seen, pieces=pieces)


def filled(draft: Draft, waiting: Sequence[str], radius: Callable[[str], float]) -> dict[str, Pose]:
    """Return the places planned so far, and some for whoever waits beside the table.

    They stand beside the first who is placed as the best suggestion has them beside him; with
    nobody placed it is the suggestion.

    Parameters
    ----------
    draft : Draft
        Of a ``place`` question.
    waiting : sequence of str
        Miniatures without a place.
    radius : callable
        Radius of the circle round a miniature's base, inches.
    """
    question = draft.question
    poses = dict(draft.poses)
    first = next(iter(question.suggest()), None)
    best = cast("Mapping[str, Any]", first) if isinstance(first, Mapping) else {}
    anchor = next((mini for mini in question.movers if mini in poses), "")
    for mini in waiting:
        there = best.get(mini)
        if not isinstance(there, Pose):
            poses[mini] = draft.start(mini)
        elif anchor and isinstance(best.get(anchor), Pose):
            poses[mini] = standing(poses[anchor], station_of(best[anchor], there))
        else:
            poses[mini] = there
    return fitted(
        question, poses, anchor or question.movers[0], radius, keep=frozenset(draft.poses)
    )
