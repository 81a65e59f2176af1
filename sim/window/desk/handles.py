"""Handles at the sides of a wall, box or cylinder: what is pulled grows, the far side stays."""

from __future__ import annotations

import math
from dataclasses import dataclass

from sim.geometry.pose import Point, Pose
from sim.table.schema import PieceFile

__all__ = ["Handle", "handles_of", "pulled_size"]

#: A piece is never pulled thinner than this, inches.
LEAST_IN = 0.05


@dataclass(frozen=True)
class Handle:
    """A side of a piece that can be pulled.

    Attributes
    ----------
    axis : int
        0 along the piece, 1 across it.
    sign : int
        1 for the side towards which the axis runs.
    at : Point
        On the table.
    """

    axis: int
    sign: int
    at: Point


def _measures(piece: PieceFile) -> tuple[float, float, float] | None:
    if piece.size is not None:
        return piece.size
    if piece.radius is not None and piece.height is not None:
        return (2 * piece.radius, 2 * piece.radius, piece.height)
    return None


def handles_of(piece: PieceFile, pose: Pose) -> tuple[Handle, ...]:
    """Return the handles of a piece where it stands; none for what has no plain measures."""
    size = _measures(piece)
    if size is None:
        return ()
    return tuple(
        Handle(axis, sign, _at(pose, axis, sign * size[axis] / 2))
        for axis in (0, 1)
        for sign in (1, -1)
    )


def _at(pose: Pose, axis: int, away: float) -> Point:
    turn = math.radians(pose.facing + 90.0 * axis)
    return (pose.x + away * math.cos(turn), pose.y + away * math.sin(turn))


def pulled_size(
    piece: PieceFile, pose: Pose, handle: Handle, to: Point
) -> tuple[Point, tuple[float, float, float]]:
    """Return place and size of a piece whose handle was pulled to a point.

    The opposite side stays where it is; a cylinder grows round its middle.
    """
    size = _measures(piece)
    assert size is not None, "a piece without measures has no handles"
    turn = math.radians(pose.facing + 90.0 * handle.axis)
    along = ((to[0] - pose.x) * math.cos(turn) + (to[1] - pose.y) * math.sin(turn)) * handle.sign
    if piece.radius is not None:
        wide = max(LEAST_IN, 2 * along)
        return pose.at, (wide, wide, size[2])
    length = max(LEAST_IN, along + size[handle.axis] / 2)
    shift = handle.sign * (length - size[handle.axis]) / 2
    at = (pose.x + shift * math.cos(turn), pose.y + shift * math.sin(turn))
    grown = [*size]
    grown[handle.axis] = length
    return (round(at[0], 4), round(at[1], 4)), (round(grown[0], 4), round(grown[1], 4), grown[2])
