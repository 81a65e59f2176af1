"""From typed words to an answer: one reader per kind of question.

Each reader returns an answer, or None when the words only changed a plan that is not yet given.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from sim.cli.text.typed import Surroundings, typed_pose
from sim.engine.questions import Answer, Move, Question
from sim.errors import UsageError
from sim.geometry.pose import Pose
from sim.geometry.units import turn_to
from sim.table.names import resolve_id
from sim.words import say

__all__ = ["Draft", "ghost_poses", "planned_lines", "read_answer"]

GO = ("go", "ok", "done")


@dataclass
class Draft:
    """A path or placement being planned: ghosts, nothing declared yet."""

    poses: dict[str, Pose] = field(default_factory=dict[str, Pose])
    moves: dict[str, Move] = field(default_factory=dict[str, Move])

    def answer(self, kind: str) -> Answer:
        """Return the plan as an answer of a kind."""
        return dict(self.poses) if kind == "place" else dict(self.moves)


def read_answer(question: Question, text: str, draft: Draft, around: Surroundings) -> Answer | None:
    """Return the answer that `text` gives to a question, or None when it changed the draft.

    Raises
    ------
    UsageError
        When the words mean nothing here.
    """
    text = text.strip()
    if question.kind == "pick":
        return _picked(question, text)
    if question.kind == "allocate":
        return _allocated(question, text)
    if question.kind == "roll":
        return _rolled(question, text)
    if question.kind == "draw":
        return tuple(text.replace(",", " ").split())
    return _planned(question, text, draft, around)


def _picked(question: Question, text: str) -> str:
    if text.isdigit() and 1 <= int(text) <= len(question.options):
        return question.options[int(text) - 1].id
    return resolve_id(text, [option.id for option in question.options], "option")


def _allocated(question: Question, text: str) -> dict[str, int]:
    """Read ``2 0 1`` (in order), ``a=2 b=1``, ``all NAME`` or ``none``."""
    slots = [slot.id for slot in question.slots]
    words = text.replace(",", " ").split()
    if words == ["none"]:
        return dict.fromkeys(slots, 0)
    if len(words) == 2 and words[0] == "all":
        name = resolve_id(words[1], slots, "option")
        return {slot: question.amount if slot == name else 0 for slot in slots}
    if words and all(word.isdigit() for word in words) and len(words) == len(slots):
        return dict(zip(slots, map(int, words), strict=True))
    pairs = [re.fullmatch(r"(\S+)=(\d+)", word) for word in words]
    if not words or not all(pairs):
        raise UsageError("cli.text.not_an_allocation", found=text)
    given = dict.fromkeys(slots, 0)
    for pair in pairs:
        assert pair is not None
        given[resolve_id(pair[1], slots, "option")] = int(pair[2])
    return given


def _rolled(question: Question, text: str) -> tuple[int, ...]:
    faces = re.findall(r"\d+", text)
    if len(faces) == 1 and len(faces[0]) == question.count > 1 and question.sides < 10:
        faces = list(faces[0])
    return tuple(int(face) for face in faces)


def _planned(question: Question, text: str, draft: Draft, around: Surroundings) -> Answer | None:
    """Change the draft, or give it: ``go`` gives, a number takes a suggestion.

    ``NAME: WORDS`` plans one miniature; plain words plan the first mover and the rest follow in
    formation.
    """
    if text.lower() in GO:
        return draft.answer(question.kind)
    if text.isdigit():
        _take_suggestion(question, int(text), draft)
        return None
    if text.lower() in ("stay", "clear"):
        draft.poses.clear()
        draft.moves.clear()
        return None
    name, colon, words = text.partition(":")
    if colon:
        mini = _mover(question, name.strip())
        _plan_one(question, mini, words, draft, around)
    else:
        _plan_formation(question, text, draft, around)
    return None


def _mover(question: Question, name: str) -> str:
    if name.isdigit():
        name = next((m for m in question.movers if m.rsplit("/", 1)[-1] == name), name)
    return resolve_id(name, list(question.movers), "mini")


def _take_suggestion(question: Question, number: int, draft: Draft) -> None:
    found = question.candidates()
    if not 1 <= number <= len(found):
        raise UsageError("cli.text.no_suggestion", found=number, count=len(found))
    answer = found[number - 1]
    assert isinstance(answer, dict)
    draft.poses = {k: v for k, v in answer.items() if isinstance(v, Pose)}
    draft.moves = {k: v for k, v in answer.items() if isinstance(v, Move)}


def _start(question: Question, mini: str, draft: Draft, around: Surroundings) -> Pose:
    """Return where a mover is: planned places count for placements, not for paths."""
    if question.kind == "place" and mini in draft.poses:
        return draft.poses[mini]
    try:
        return around.seen.piece(mini).pose
    except KeyError:
        # Not on the table yet: begin from where the best suggestion would put it.
        for answer in question.candidates():
            if isinstance(answer, dict) and isinstance(pose := answer.get(mini), Pose):
                return pose
        width, depth = around.facts.table.width, around.facts.table.depth
        return Pose(width / 2, depth / 2)


def _plan_one(
    question: Question, mini: str, words: str, draft: Draft, around: Surroundings
) -> None:
    start = _start(question, mini, draft, around)
    goal = typed_pose(around, mini, start, words)
    if question.kind == "place":
        draft.poses[mini] = goal
    else:
        draft.moves[mini] = _move_to(question, mini, start, goal)


def _move_to(question: Question, mini: str, start: Pose, goal: Pose) -> Move:
    """Return the game's own route where it knows one, else the straight line and the turn."""
    routed = question.route(mini, goal)
    if routed is not None:
        return routed
    level = goal.level if goal.level != start.level else None
    if goal.at == start.at:
        return Move(turn_to(start.facing, goal.facing), (), 0.0, level)
    return Move(0.0, (goal.at,), turn_to(start.facing, goal.facing), level)


def _plan_formation(question: Question, words: str, draft: Draft, around: Surroundings) -> None:
    """Plan the first mover by the words; the others keep their places beside him."""
    leader, *others = question.movers
    start = _start(question, leader, draft, around)
    goal = typed_pose(around, leader, start, words)
    dx, dy = goal.x - start.x, goal.y - start.y
    turn = turn_to(start.facing, goal.facing)
    for mini in (leader, *others):
        own = _start(question, mini, draft, around)
        pose = Pose(
            round(own.x + dx, 4), round(own.y + dy, 4), (own.facing + turn) % 360.0, goal.level
        )
        pose = goal if mini == leader else pose
        if question.kind == "place":
            draft.poses[mini] = pose
        else:
            draft.moves[mini] = _move_to(question, mini, own, pose)


def planned_lines(question: Question, draft: Draft, around: Surroundings) -> Sequence[str]:
    """Return the plan in words: each mover's end, and the length of its way in inches."""
    lines: list[str] = []
    for mini, pose in draft.poses.items():
        lines.append(say("cli.text.planned_place", mini=mini, x=f"{pose.x:.2f}", y=f"{pose.y:.2f}"))
    for mini, move in draft.moves.items():
        start = _start(question, mini, draft, around)
        way = (start.at, *move.points)
        inches = sum(
            ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 for (ax, ay), (bx, by) in pairwise(way)
        )
        x, y = way[-1]
        lines.append(
            say(
                "cli.text.planned_move",
                mini=mini,
                x=f"{x:.2f}",
                y=f"{y:.2f}",
                inches=f"{inches:.2f}",
            )
        )
    return lines


def ghost_poses(question: Question, draft: Draft, around: Surroundings) -> dict[str, Pose]:
    """Return where the planned miniatures would stand, for looking from there."""
    ghosts = dict(draft.poses)
    for mini, move in draft.moves.items():
        start = _start(question, mini, draft, around)
        x, y = move.points[-1] if move.points else start.at
        facing = (start.facing + move.pivot_before + move.pivot_after) % 360.0
        ghosts[mini] = Pose(x, y, facing, move.level or start.level)
    return ghosts
