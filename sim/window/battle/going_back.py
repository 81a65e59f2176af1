"""What was taken back, and giving it again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sim.engine.journal import EDIT, Entry
from sim.engine.match import Match
from sim.engine.steps import Refused

__all__ = ["TakenBack", "give_again"]


class TakenBack:
    """Journal entries that were taken back, the next to be given again first."""

    def __init__(self) -> None:
        self._entries: list[tuple[Entry, bool]] = []

    def __bool__(self) -> bool:
        """Return whether there is any."""
        return bool(self._entries)

    def keep(self, journal: Sequence[Entry], kept: int, ordered: Sequence[int]) -> None:
        """Keep what an undo cut off a journal.

        Parameters
        ----------
        journal : sequence of Entry
            As it was before.
        kept : int
            How many entries it kept.
        ordered : sequence of int
            Entries that standing orders gave.
        """
        cut = [(entry, kept + n in ordered) for n, entry in enumerate(journal[kept:])]
        self._entries[:0] = cut

    def clear(self) -> None:
        """Forget everything: the game has gone another way."""
        self._entries.clear()

    def take(self, persons: Sequence[str]) -> Iterator[tuple[Entry, bool]]:
        """Yield one answer of a person and what followed from it, up to his next own answer.

        Whether an order gave an entry stands beside it. Whoever finds that an entry does not fit
        clears the rest.
        """
        first = True
        while self._entries:
            entry, ordered = self._entries[0]
            if not first and entry.who in persons and not ordered:
                return
            del self._entries[0]
            first = False
            yield entry, ordered


def give_again(match: Match[Any], entry: Entry) -> bool:
    """Give a journal entry again; return whether it fitted.

    Dice of a seeded match have fallen by themselves by then and are no entry to be given.
    """
    question = match.pending
    if not entry.who and not (question is not None and question.chance):
        return True
    try:
        if entry.ask == EDIT:
            match.edit(entry.answer["changes"], entry.answer["reason"], entry.who)
        elif question is not None and (question.key, question.who) == (entry.ask, entry.who):
            match.answer(entry.answer)
        else:
            return False
    except Refused:
        return False
    return True
