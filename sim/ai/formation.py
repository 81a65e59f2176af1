"""Whole-unit moves to a spot: the leader goes there, the others find places around him.

Works for any game: the question's own `route` says how a miniature gets to a pose, its checker
whether the whole may be done.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from sim.engine.observed import Observed
from sim.engine.questions import Move, Question
from sim.geometry.pose import Point, Pose
from sim.geometry.shapes import reach_of
from sim.geometry.units import quantise_in
from sim.table.pieces import Model

__all__ = ["formation_to"]

#: Rings of spots around a place that was taken: how far apart, how many, spots in a ring.
RING_STEP_IN = 0.65
RINGS = 5
SPOTS_PER_RING = 10


def formation_to(
    question: Question, seen: Observed, models: Mapping[str, Model], goal: Pose
) -> dict[str, Move] | None:
    """Return a legal move of a unit whose first mover ends at `goal`, or None.

    Each other miniature keeps its place beside the leader where it can; else it takes the nearest
    free spot around that place; else it stays where it is, if the checker lets it.

    Parameters
    ----------
    question : Question
        A ``path`` question.
    seen : Observed
        Where everybody stands now.
    models : mapping of model id to Model
    goal : Pose
        Where the first mover should end.
    """
    leader, *others = question.movers
    first = question.route(leader, goal)
    if first is None:
        return None
    start = seen.piece(leader).pose
    step = (goal.x - start.x, goal.y - start.y)
    answer: dict[str, Move] = {leader: first}
    taken: list[tuple[Point, float]] = [(goal.at, _radius(seen, models, leader))]
    for mini in others:
        placed = _placed(question, seen, models, mini, goal.level, step, taken)
        if placed is not None:
            move, spot = placed
            answer[mini] = move
            taken.append((spot, _radius(seen, models, mini)))
    return None if question.why_not(answer) else answer


def _radius(seen: Observed, models: Mapping[str, Model], mini: str) -> float:
    return reach_of(models[seen.piece(mini).model].base)


def _placed(
    question: Question,
    seen: Observed,
    models: Mapping[str, Model],
    mini: str,
    level: str,
    step: Point,
    taken: list[tuple[Point, float]],
) -> tuple[Move, Point] | None:
    """Return a move of one follower to the best free spot, and the spot."""
    pose = seen.piece(mini).pose
    radius = _radius(seen, models, mini)
    wanted = (pose.x + step[0], pose.y + step[1])
    leader = taken[0][0]
    for spot in _spots(wanted, leader):
        if any(math.dist(spot, at) < radius + other for at, other in taken):
            continue
        move = question.route(mini, Pose(*spot, pose.facing, level))
        if move is not None:
            return move, spot
    return None


def _spots(wanted: Point, leader: Point) -> Iterator[Point]:
    """Yield the wanted spot, then rings around it, spots nearer to the leader first."""
    yield (quantise_in(wanted[0]), quantise_in(wanted[1]))
    for ring in range(1, RINGS + 1):
        around = [
            (
                quantise_in(wanted[0] + ring * RING_STEP_IN * math.cos(angle)),
                quantise_in(wanted[1] + ring * RING_STEP_IN * math.sin(angle)),
            )
            for angle in (2 * math.pi * k / SPOTS_PER_RING for k in range(SPOTS_PER_RING))
        ]
        yield from sorted(around, key=lambda spot: (round(math.dist(spot, leader), 6), spot))
