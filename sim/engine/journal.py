"""The journal of a match: its entries, and what may be taken back or must stay hidden."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

import msgspec

from sim.engine.questions import Question
from sim.errors import HulldownError

__all__ = ["EDIT", "Entry", "secret_tail", "undo_point"]

#: `ask` of an umpire's edit.
EDIT = "edit"


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the journal: the question's key, who answered, and the answer.

    Attributes
    ----------
    ask : str
        ``kind:what:rule`` of the question; ``edit`` for an umpire's edit, whose `answer` holds
        ``changes`` and ``reason``.
    who : str
        Side that answered; empty for dice and draws.
    answer : plain JSON value
        In the canonical form of `sim.engine.answers`; never a live object.
    seen_by : tuple of str
        Sides that might see the answer when it was given; empty for all.
    """

    ask: str
    who: str
    answer: Any
    seen_by: tuple[str, ...] = ()


def undo_point(
    journal: Sequence[Entry],
    who: str,
    pending: Question | None,
    free: bool,
    passed: Container[int] = (),
) -> int:
    """Return how many entries an undo keeps.

    Parameters
    ----------
    journal : sequence of Entry
    who : str
        Side whose last answer is taken back, with all that followed; empty for anybody's.
    pending : Question or None
    free : bool
        False in a match game: a roll or a revealed secret is never taken back.
    passed : container of int
        Entries, counted from 0, that are not the answer meant (an opponent's, or one that a
        standing order gave): they go with what is taken back.

    Raises
    ------
    HulldownError
        When there is nothing to take back, or a roll or a reveal stands in the way.
    """
    keep = len(journal)
    while keep and (keep - 1 in passed or not _gave(journal[keep - 1], who)):
        keep -= 1
    if keep == 0:
        raise HulldownError("engine.match.nothing_to_undo")
    taken = journal[keep - 1 :]
    rolled = any(not entry.who for entry in taken)
    secrets = sum(bool(entry.seen_by) for entry in taken)
    if not free and (rolled or secrets > secret_tail(journal, pending)):
        raise HulldownError("engine.match.undo_stops")
    return keep - 1


def _gave(entry: Entry, who: str) -> bool:
    return entry.who == who if who else bool(entry.who)


def secret_tail(journal: Sequence[Entry], pending: Question | None) -> int:
    """Return how many entries at the end are simultaneous answers not yet revealed.

    They are revealed once the question after them is an open one (or none is left).
    """
    if pending is None or not pending.seen_by:
        return 0
    count = 0
    while count < len(journal) and journal[-1 - count].seen_by:
        count += 1
    return count
