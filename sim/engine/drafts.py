"""An answer being built: where miniatures would stand, how they would get there. Any game.

Nothing of a draft is declared. Text mode fills it with words, the window with a hand; both ask
the question's own `route` and checker what becomes of it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import cast

from sim.engine.formation import formation_to
from sim.engine.observed import Observed
from sim.engine.questions import Answer, Move, Question
from sim.geometry.pose import Pose
from sim.geometry.units import turn_to
from sim.table.pieces import Table

__all__ = ["Draft", "beside", "inches_of", "move_along", "pose_after"]


@dataclass
class Draft:
    """A path or placement being planned; nothing of it is declared yet.

    Attributes
    ----------
    question : Question
        Of kind ``path`` or ``place``.
    seen : Observed
        Where everybody stands now.
    table : Table
    poses, moves : dict
        What is planned so far, for ``place`` and ``path``.
    """

    question: Question
    seen: Observed
    table: Table
    poses: dict[str, Pose] = field(default_factory=dict[str, Pose])
    moves: dict[str, Move] = field(default_factory=dict[str, Move])

    @property
    def empty(self) -> bool:
        """Whether nothing is planned."""
        return not self.poses and not self.moves

    def answer(self) -> Answer:
        """Return the plan as an answer to the question."""
        return dict(self.poses) if self.question.kind == "place" else dict(self.moves)

    def take(self, answer: object) -> None:
        """Plan a whole answer, in place of what was planned."""
        given = _given(answer)
        self.poses = {k: v for k, v in given.items() if isinstance(v, Pose)}
        self.moves = {k: v for k, v in given.items() if isinstance(v, Move)}

    def clear(self) -> None:
        """Plan nothing: everybody stays where he is."""
        self.take({})

    def ghosts(self) -> dict[str, Pose]:
        """Return where the planned miniatures would stand."""
        ghosts = dict(self.poses)
        for mini, move in self.moves.items():
            ghosts[mini] = pose_after(self.start(mini), move)
        return ghosts

    def stands_at(self, mini: str) -> Pose | None:
        """Return where a miniature stands now; None while it waits beside the table."""
        return next((piece.pose for piece in self.seen.pieces if piece.id == mini), None)

    def start(self, mini: str) -> Pose:
        """Return where a mover is; what is planned counts for placements, not for paths."""
        if self.question.kind == "place" and mini in self.poses:
            return self.poses[mini]
        now = self.stands_at(mini)
        if now is not None:
            return now
        # Not on the table yet: begin from where the best suggestion would put it.
        for answer in self.question.suggest():
            pose = _given(answer).get(mini)
            if isinstance(pose, Pose):
                return pose
        return Pose(self.table.width / 2, self.table.depth / 2)

    def put(self, mini: str, start: Pose, way: Sequence[Pose]) -> None:
        """Plan one miniature through poses; a lone pose of a path is reached by the game's route.

        Parameters
        ----------
        mini : str
        start : Pose
            Where its way begins.
        way : sequence of Pose
            At least one.
        """
        if self.question.kind == "place":
            self.poses[mini] = way[-1]
        else:
            self.moves[mini] = move_along(self.question, mini, start, way)

    def put_formation(self, way: Sequence[Pose]) -> None:
        """Plan the first mover through poses; the others keep their places beside him.

        Where a follower's place is taken he finds one near it, if the whole can be made legal
        that way; else the plan is the plain shift, with what objects to it.
        """
        leader, *others = self.question.movers
        start = self.start(leader)
        on_table = self.stands_at(leader) is not None
        if self.question.kind == "path" and len(way) == 1 and others and on_table:
            found = formation_to(self.question, self.seen, self.table.models, way[0])
            if found is not None:
                self.take(found)
                return
        begun = {mini: self.start(mini) for mini in (leader, *others)}
        self.clear()
        for mini, own in begun.items():
            self.put(mini, own, [beside(own, start, pose) for pose in way])


def _given(answer: object) -> Mapping[str, object]:
    """Return what an answer says of each miniature; nothing for one of another form."""
    return cast("Mapping[str, object]", answer) if isinstance(answer, Mapping) else {}


def beside(own: Pose, start: Pose, goal: Pose) -> Pose:
    """Return a follower's pose when the leader goes from `start` to `goal`."""
    x, y = own.x + goal.x - start.x, own.y + goal.y - start.y
    facing = (own.facing + turn_to(start.facing, goal.facing)) % 360.0
    return Pose(round(x, 4), round(y, 4), facing, goal.level)


def move_along(question: Question, mini: str, start: Pose, way: Sequence[Pose]) -> Move:
    """Return the game's own route where it knows one, else straight legs and the turn."""
    goal = way[-1]
    routed = question.route(mini, goal) if len(way) == 1 else None
    if routed is not None:
        return routed
    level = goal.level if goal.level != start.level else None
    turn = turn_to(start.facing, goal.facing)
    points = tuple(pose.at for before, pose in pairwise([start, *way]) if before.at != pose.at)
    return Move(0.0, points, turn, level) if points else Move(turn, (), 0.0, level)


def pose_after(start: Pose, move: Move) -> Pose:
    """Return where a move ends."""
    x, y = move.points[-1] if move.points else start.at
    facing = (start.facing + move.pivot_before + move.pivot_after) % 360.0
    return Pose(x, y, facing, move.level or start.level)


def inches_of(start: Pose, move: Move) -> float:
    """Return the length of a move's legs."""
    return sum(math.dist(a, b) for a, b in pairwise((start.at, *move.points)))
