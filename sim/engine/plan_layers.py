"""What may be drawn on a plan besides the table and who stands there: neutral, for any game."""

from __future__ import annotations

from typing import Literal

import msgspec

from sim.geometry.pose import Point, Pose

__all__ = ["Ghost", "Key", "Look", "PlanLayers", "PlanLine", "Shade"]

#: Ways to look. Cells: ``seen`` (left clear), ``partly``, ``hidden``. Lines: ``clear`` (green and
#: solid), ``obscured`` (amber, dashed), ``blocked`` (red, dotted), ``way`` (white, dashed).
#: ``ghost`` is a base that does not stand there; ``looker`` rings one that does.
Look = Literal["seen", "partly", "hidden", "clear", "obscured", "blocked", "way", "ghost", "looker"]


class Shade(msgspec.Struct, frozen=True):
    """Square cells of the plan with a look each.

    Attributes
    ----------
    cell_in : float
        Side of a cell; the first one's lower left corner is the table's.
    rows : tuple of rows, each a tuple of Look or the empty string
        From the reader away; the empty string is left alone.
    """

    cell_in: float
    rows: tuple[tuple[str, ...], ...]


class Ghost(msgspec.Struct, frozen=True):
    """A base drawn where a miniature would stand, or a ring round one that does."""

    model: str
    pose: Pose
    look: Look = "ghost"
    text: str = ""


class PlanLine(msgspec.Struct, frozen=True):
    """A line from point to point in the plan, with a text at its middle."""

    points: tuple[Point, ...]
    look: Look = "clear"
    text: str = ""


class Key(msgspec.Struct, frozen=True):
    """A row of the legend under the plan."""

    look: Look
    text: str


class PlanLayers(msgspec.Struct, frozen=True):
    """Everything drawn on one plan, the shade first, and the legend that says what it means.

    `window` is the part of the table to show (left, low, right, high), inches; None for all.
    """

    shade: Shade | None = None
    lines: tuple[PlanLine, ...] = ()
    ghosts: tuple[Ghost, ...] = ()
    legend: tuple[Key, ...] = ()
    title: str = ""
    window: tuple[float, float, float, float] | None = None
