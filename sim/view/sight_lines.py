"""Sight lines of a verdict in the scene."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from panda3d.core import NodePath

from sim.view.cameras import Point3
from sim.view.overlays import line_look, sight_line
from sim.view.stage import Stage

__all__ = ["Line", "draw_lines"]


@dataclass(frozen=True)
class Line:
    """A sight line to draw.

    Attributes
    ----------
    start, end : Point3
        Inches, table frame.
    state : str
        ``clear``, ``obscured`` or ``blocked``.
    stop : Point3 or None
        Where a blocked line meets its blocker; beyond it the line is faint.
    """

    start: Point3
    end: Point3
    state: str = "clear"
    stop: Point3 | None = None


def draw_lines(stage: Stage, lines: Sequence[Line]) -> Any:
    """Hang lines into a stage's overlays and return their node; remove it to take them away."""
    root: Any = NodePath("lines")
    for line in lines:
        sight_line(line.start, line.end, line_look(line.state), stop=line.stop).reparentTo(root)
    root.reparentTo(stage.overlays)
    return root
