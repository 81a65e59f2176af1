"""Plans that are not yet declared: ghosts of a path or a placement, built by typed words."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from sim.ai.formation import formation_to
from sim.cli.text.columns import Cell, cell
from sim.cli.text.names import Surroundings, meant
from sim.cli.text.typed import typed_way
from sim.engine.questions import Answer, Move, Question
from sim.geometry.pose import Pose
from sim.geometry.units import turn_to
from sim.table.names import resolve_id
from sim.words import say

__all__ = ["Draft", "inches_of", "planned_rows"]


@dataclass
class Draft:
    """A path or placement being planned; nothing of it is declared yet.

    Attributes
    ----------
    question : Question
        Of kind ``path`` or ``place``.
    around : Surroundings
    poses, moves : dict
        What is planned so far, for ``place`` and ``path``.
    """

    question: Question
    around: Surroundings
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
        given: Mapping[str, object] = answer if isinstance(answer, Mapping) else {}
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

    def start(self, mini: str) -> Pose:
        """Return where a mover is; what is planned counts for placements, not for paths."""
        if self.question.kind == "place" and mini in self.poses:
            return self.poses[mini]
        if self.around.has(mini):
            return self.around.stand(mini).pose
        # Not on the table yet: begin from where the best suggestion would put it.
        for answer in self.question.suggest():
            if isinstance(answer, Mapping) and isinstance(pose := answer.get(mini), Pose):
                return pose
        table = self.around.facts.table
        return Pose(table.width / 2, table.depth / 2)

    # --- planning by words ----------------------------------------------------------------

    def plan(self, text: str) -> None:
        """Plan as typed: ``NAME: WORDS`` one miniature, plain words the whole formation.

        Raises
        ------
        UsageError
            When the words are not understood.
        """
        name, colon, words = text.partition(":")
        if colon:
            self._plan_one(self._mover(name.strip()), words)
        else:
            self._plan_formation(text)

    def _mover(self, name: str) -> str:
        movers = list(self.question.movers)
        if name.isdigit():
            name = next((m for m in movers if m.rsplit("/", 1)[-1] == name), name)
        labels = {piece.id: piece.label for piece in self.around.seen.pieces if piece.id in movers}
        known = {mover: labels.get(mover, "") for mover in movers}
        return meant(name, known, "mini") if known else resolve_id(name, movers, "mini")

    def _plan_one(self, mini: str, words: str) -> None:
        start = self.start(mini)
        way = typed_way(self.around, mini, start, words)
        self._put(mini, start, way)

    def _put(self, mini: str, start: Pose, way: Sequence[Pose]) -> None:
        if self.question.kind == "place":
            self.poses[mini] = way[-1]
        else:
            self.moves[mini] = _move_along(self.question, mini, start, way)

    def _plan_formation(self, words: str) -> None:
        """Plan the first mover by the words; the others keep their places beside him.

        Where a follower's place is taken he finds one near it, if the whole can be made legal
        that way; else the plan is the plain shift, with what objects to it.
        """
        leader, *others = self.question.movers
        start = self.start(leader)
        way = typed_way(self.around, leader, start, words)
        if self.question.kind == "path" and len(way) == 1 and others and self.around.has(leader):
            models = self.around.facts.table.models
            found = formation_to(self.question, self.around.seen, models, way[0])
            if found is not None:
                self.take(found)
                return
        begun = {mini: self.start(mini) for mini in (leader, *others)}
        self.clear()
        for mini, own in begun.items():
            self._put(mini, own, [_beside(own, start, pose) for pose in way])


def _beside(own: Pose, start: Pose, goal: Pose) -> Pose:
    """Return a follower's pose when the leader goes from `start` to `goal`."""
    x, y = own.x + goal.x - start.x, own.y + goal.y - start.y
    facing = (own.facing + turn_to(start.facing, goal.facing)) % 360.0
    return Pose(round(x, 4), round(y, 4), facing, goal.level)


def _move_along(question: Question, mini: str, start: Pose, way: Sequence[Pose]) -> Move:
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


def planned_rows(draft: Draft) -> list[list[Cell]]:
    """Return a row per planned miniature: who, from where to where, how far, turned how."""
    rows: list[list[Cell]] = []
    for mini, pose in draft.poses.items():
        to = say("cli.text.spot_facing", x=_in(pose.x), y=_in(pose.y), facing=f"{pose.facing:.0f}")
        rows.append([cell(mini, "bold"), cell(to), cell(_level(pose))])
    for mini, move in draft.moves.items():
        start = draft.start(mini)
        end = pose_after(start, move)
        inches = say("cli.text.inches", inches=_in(inches_of(start, move)))
        row = [
            cell(mini, "bold"),
            cell(say("cli.text.spot", x=_in(start.x), y=_in(start.y)), "dim"),
            cell(say("cli.text.to_spot", x=_in(end.x), y=_in(end.y))),
            cell(inches),
        ]
        turn = turn_to(start.facing, end.facing)
        if abs(turn) > 0.5:
            row.append(cell(say("cli.text.turned", degrees=f"{turn:+.0f}"), "dim"))
        if end.level != start.level:
            row.append(cell(_level(end)))
        rows.append(row)
    return rows


def _in(inches: float) -> str:
    return f"{inches:.2f}"


def _level(pose: Pose) -> str:
    return "" if pose.level == "ground" else say("cli.text.on_level", level=pose.level)
