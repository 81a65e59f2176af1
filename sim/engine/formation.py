"""Whole-unit moves to a spot: the leader goes there, the others find places around him.

Works for any game: the question's own `route` says how a miniature gets to a pose, its checker
whether the whole may be done.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping

from sim.engine.observed import Observed
from sim.engine.questions import Move, Question
from sim.geometry.pose import Point, Pose
from sim.geometry.shapes import reach_of
from sim.geometry.units import quantise_in
from sim.table.pieces import Model

__all__ = ["Formation", "formation_to"]

#: Rings of spots around a place that was taken: how far apart, how many, spots in a ring.
RING_STEP_IN = 0.65
RINGS = 5
SPOTS_PER_RING = 10
#: Spots that a follower looks for a way to before he stays where he is.
MOST_TRIES = 10

#: Whether a spot belongs with a leader at a pose: no wall runs between them.
Joined = Callable[[Pose, Point], bool]


class Formation:
    """A unit about to move, asked for its way to one spot after the other.

    Parameters
    ----------
    question : Question
        A ``path`` question.
    seen : Observed
        Where everybody stands now.
    models : mapping of model id to Model
    joined : callable, optional
        Everywhere is joined when absent.
    """

    def __init__(
        self,
        question: Question,
        seen: Observed,
        models: Mapping[str, Model],
        joined: Joined | None = None,
    ) -> None:
        self.question = question
        self.poses = {mini: seen.piece(mini).pose for mini in question.movers}
        self.radii = {
            mini: reach_of(models[seen.piece(mini).model].base) for mini in question.movers
        }
        self._joined = joined

    def path_to(self, goal: Pose) -> dict[str, Move] | None:
        """Return a legal move of the unit whose first mover ends at `goal`, or None.

        Each other miniature keeps its place beside the leader where it can; else it takes the
        nearest free spot around that place; else it stays where it is, if the checker lets it.
        """
        leader, *others = self.question.movers
        first = self.question.route(leader, goal)
        if first is None:
            return None
        start = self.poses[leader]
        step = (goal.x - start.x, goal.y - start.y)
        answer: dict[str, Move] = {leader: first}
        taken: list[tuple[Point, float]] = [(goal.at, self.radii[leader])]
        for mini in others:
            placed = self._placed(mini, goal, step, taken)
            if placed is not None:
                move, spot = placed
                answer[mini] = move
                taken.append((spot, self.radii[mini]))
        return None if self.question.why_not(answer) else answer

    def _placed(
        self, mini: str, goal: Pose, step: Point, taken: list[tuple[Point, float]]
    ) -> tuple[Move, Point] | None:
        """Return a move of one follower to the best free spot, and the spot."""
        pose, radius = self.poses[mini], self.radii[mini]
        wanted = (pose.x + step[0], pose.y + step[1])
        tries = 0
        for spot in _spots(wanted, goal.at):
            if any(math.dist(spot, at) < radius + other for at, other in taken):
                continue
            if self._joined is not None and not self._joined(goal, spot):
                continue
            if tries >= MOST_TRIES:
                return None
            tries += 1
            move = self.question.route(mini, Pose(*spot, pose.facing, goal.level))
            if move is not None:
                return move, spot
        return None


def formation_to(
    question: Question, seen: Observed, models: Mapping[str, Model], goal: Pose
) -> dict[str, Move] | None:
    """Return a legal move of a unit whose first mover ends at `goal`, or None: see `Formation`."""
    return Formation(question, seen, models).path_to(goal)


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
