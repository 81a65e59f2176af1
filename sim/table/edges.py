"""The edges of a table as lines."""

from __future__ import annotations

from sim.errors import UsageError
from sim.geometry.pose import Point
from sim.table.names import did_you_mean
from sim.table.pieces import Table

__all__ = ["edge_line"]


def edge_line(table: Table, edge: str) -> tuple[Point, Point]:
    """Return two points of a table edge, the table on the left of the line.

    Raises
    ------
    UsageError
        When the edge is none of ``south``, ``east``, ``north`` and ``west``.
    """
    w, d = table.width, table.depth
    lines: dict[str, tuple[Point, Point]] = {
        "south": ((0.0, 0.0), (w, 0.0)),
        "east": ((w, 0.0), (w, d)),
        "north": ((w, d), (0.0, d)),
        "west": ((0.0, d), (0.0, 0.0)),
    }
    if edge not in lines:
        near = did_you_mean(edge, lines)
        raise UsageError("table.no_edge", found=edge, nearest=near)
    return lines[edge]
