"""Standing orders: one answer given in advance to a kind of question, until the turn is over."""

from __future__ import annotations

from dataclasses import dataclass, field

from sim.engine.observed import Observed
from sim.engine.questions import Question
from sim.errors import UsageError

__all__ = ["Standing"]


@dataclass
class Standing:
    """What is answered without asking again: ``always none`` lets every reaction pass."""

    _orders: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    _turn: str = ""

    def give(self, question: Question, option: str, seen: Observed) -> None:
        """Answer this kind of question with an option from now on.

        Raises
        ------
        UsageError
            When the question is no choice among options.
        """
        if question.kind != "pick":
            raise UsageError("cli.text.always_pick")
        self._begin(seen)
        self._orders[question.who, question.key] = option

    def answer(self, question: Question, seen: Observed) -> str | None:
        """Return the standing answer, or None when there is none that can be given now."""
        self._begin(seen)
        option = self._orders.get((question.who, question.key))
        return option if option is not None and not question.why_not(option) else None

    def clear(self) -> int:
        """Ask everything again; return how many orders stood."""
        count = len(self._orders)
        self._orders.clear()
        return count

    def _begin(self, seen: Observed) -> None:
        """Forget everything when the first track (the turn) has gone on."""
        turn = ""
        if seen.tracks and 0 <= seen.tracks[0].now < len(seen.tracks[0].steps):
            turn = seen.tracks[0].steps[seen.tracks[0].now]
        if turn != self._turn:
            self._orders.clear()
        self._turn = turn
