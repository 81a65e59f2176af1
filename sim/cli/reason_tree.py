"""Explanations in a terminal: a tree whose long lines are folded beside their branch."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from sim.engine.reasons import Reason

__all__ = ["print_trees", "tree_lines"]

BRANCH, LAST, TRUNK, GAP = "├─ ", "└─ ", "│  ", "   "
#: Before the further lines of a sentence that has nothing below it.
HANGING = "  "
#: A line is never folded to less than this, however deep it stands.
LEAST_WIDTH = 30


def print_trees(*reasons: Reason) -> None:
    """Print explanations one below the other: folded in a terminal, whole lines into a file."""
    console = Console(highlight=False, soft_wrap=True)
    folds = console.is_terminal or "COLUMNS" in os.environ
    for reason in reasons:
        for line in tree_lines(reason, console.width if folds else None):
            console.print(line)


def tree_lines(reason: Reason, width: int | None = None) -> Iterator[Text]:
    """Yield an explanation as an open tree; clause ids follow their sentence, dimmed.

    Parameters
    ----------
    width : int, optional
        Columns to fold to; whole lines without it.
    """
    yield from _node(reason, "", "", width)


def _node(reason: Reason, first: str, rest: str, width: int | None) -> Iterator[Text]:
    """Yield a node and what is below it.

    Parameters
    ----------
    first, rest : str
        What stands before its own first line, and before everything after that.
    """
    below = rest + (TRUNK if reason.children else HANGING)
    room = 0 if width is None else max(width - len(below), LEAST_WIDTH)
    clauses = ", ".join(dict.fromkeys(reason.rule_ids))
    for number, line in enumerate(_folded(reason.text(), f"[{clauses}]" if clauses else "", room)):
        before = first if number == 0 else below
        yield Text.assemble((before, "dim"), line)
    for index, child in enumerate(reason.children):
        last = index == len(reason.children) - 1
        yield from _node(
            child, rest + (LAST if last else BRANCH), rest + (GAP if last else TRUNK), width
        )


def _folded(text: str, clauses: str, room: int) -> list[Text]:
    """Return a sentence with its clauses behind it, in lines of at most `room` columns."""
    if not room or len(text) + len(clauses) + 2 <= room:
        return [Text.assemble(text, ("  " + clauses if clauses else "", "dim"))]
    lines = [Text(line) for line in textwrap.wrap(text, room, break_long_words=False)]
    more = textwrap.wrap(clauses, room, break_long_words=False, break_on_hyphens=False)
    return [*lines, *(Text(line, style="dim") for line in more)]
