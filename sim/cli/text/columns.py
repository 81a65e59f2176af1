"""Rows of text in columns: aligned for the eye, one line each for the ear."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

__all__ = ["Cell", "cell", "columns"]

#: A text and its style.
Cell = tuple[str, str]

GAP = "  "


def cell(text: str, style: str = "") -> Cell:
    """Return a cell with a style."""
    return (text, style)


def columns(rows: Sequence[Sequence[Cell]], indent: int = 2) -> list[Text]:
    """Return a line per row, cells of a column one below the other.

    The last cell of a row is never padded, and never widens its column: it may be long.
    """
    widths: dict[int, int] = {}
    for row in rows:
        for index, (text, style) in enumerate(row[:-1]):
            widths[index] = max(widths.get(index, 0), Text(text, style).cell_len)
    lines: list[Text] = []
    for row in rows:
        line = Text(" " * indent, no_wrap=True)
        for index, (text, style) in enumerate(row):
            part = Text(text, style)
            line.append_text(part)
            if index < len(row) - 1:
                line.append(" " * (widths[index] - part.cell_len) + GAP)
        line.rstrip()
        lines.append(line)
    return lines
