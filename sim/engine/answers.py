"""Answers and their one canonical form, the same live, in the journal and after a replay.

An answer is brought into its type, its positions are quantised once, and the journal keeps it as
plain JSON values; what a rule gets is always decoded from there. So a live game and its replay
can never see two different things (an ``int`` for a ``float``, a list for a tuple, a dict that
somebody still changes).
"""

from __future__ import annotations

from typing import Any, cast

import msgspec

from sim.geometry.pose import Point, Pose
from sim.geometry.units import quantise_deg, quantise_in

__all__ = ["ANSWER_TYPES", "Answer", "Move", "canonical", "decode_answer", "plain_answer"]


class Move(msgspec.Struct, frozen=True, array_like=True):
    """One miniature's part of a path answer.

    Attributes
    ----------
    pivot_before : float
        Degrees turned on the spot before the first leg, counter-clockwise.
    points : tuple of Point
        Waypoints after the start, table frame; empty to stay.
    pivot_after : float
        Degrees turned after the last leg.
    level : str or None
        Level at the end; None keeps the present one.
    """

    pivot_before: float = 0.0
    points: tuple[Point, ...] = ()
    pivot_after: float = 0.0
    level: str | None = None


#: ``pick`` str, ``place`` {mini: Pose}, ``path`` {mini: Move} in moving order,
#: ``allocate`` {slot: count}, ``roll`` faces from 1, ``draw`` what came out of the bag.
Answer = (
    str | dict[str, Pose] | dict[str, Move] | dict[str, int] | tuple[int, ...] | tuple[str, ...]
)

ANSWER_TYPES: dict[str, Any] = {
    "pick": str,
    "place": dict[str, Pose],
    "path": dict[str, Move],
    "allocate": dict[str, int],
    "roll": tuple[int, ...],
    "draw": tuple[str, ...],
}


def canonical(kind: str, answer: Any) -> Answer:
    """Return an answer from outside in its type, positions quantised.

    Raises
    ------
    msgspec.ValidationError, TypeError
        When it has not the form of an answer of that kind.
    ValueError
        When a number is not finite.
    """
    typed = msgspec.convert(msgspec.to_builtins(answer), ANSWER_TYPES[kind])
    if kind == "place":
        poses = cast("dict[str, Pose]", typed)
        return {name: _quantised_pose(pose) for name, pose in poses.items()}
    if kind == "path":
        moves = cast("dict[str, Move]", typed)
        return {name: _quantised_move(move) for name, move in moves.items()}
    return typed


def plain_answer(answer: Answer) -> Any:
    """Return a canonical answer as the plain JSON values that the journal keeps."""
    return msgspec.json.decode(msgspec.json.encode(answer))


def decode_answer(kind: str, answer: Any) -> Answer:
    """Return an answer of the journal in its type; positions are not snapped again.

    Raises
    ------
    msgspec.ValidationError
        When it has not the form of an answer of that kind.
    """
    return msgspec.convert(answer, ANSWER_TYPES[kind])


def _quantised_pose(pose: Pose) -> Pose:
    return Pose(quantise_in(pose.x), quantise_in(pose.y), quantise_deg(pose.facing), pose.level)


def _quantised_move(move: Move) -> Move:
    return Move(
        _quantised_turn(move.pivot_before),
        tuple((quantise_in(x), quantise_in(y)) for x, y in move.points),
        _quantised_turn(move.pivot_after),
        move.level,
    )


def _quantised_turn(degrees: float) -> float:
    """Return a turn to 0.01 degree, its sense kept: a pivot of -90 is not one of 270."""
    return quantise_in(round(degrees, 2))
