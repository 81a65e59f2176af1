"""What happened, in the past tense: the log that view and reports read by index."""

from __future__ import annotations

import msgspec

from sim.engine.reasons import Reason, Value
from sim.words import say

__all__ = ["Event"]


class Event(msgspec.Struct, frozen=True):
    """One thing that happened.

    Attributes
    ----------
    kind : str
        Past tense slug: ``moved``, ``suppressed``, ``rolled``, ``destroyed`` ...
    key : str
        Word key of its line in the log; `params` fill it.
    rules : tuple of str
        Clauses that made it happen.
    subject : str
        Unit or miniature it happened to.
    seen_by : tuple of str
        Sides that may know it; empty for everybody.
    reason : Reason or None
        Opens as a tree behind the line.
    at : tuple of (x, y) or None
        Where on the table.
    data : dict
        Plain values for the view (dice faces, poses), never needed by a rule.
    """

    kind: str
    key: str
    rules: tuple[str, ...] = ()
    subject: str = ""
    params: dict[str, Value] = {}
    seen_by: tuple[str, ...] = ()
    reason: Reason | None = None
    at: tuple[float, float] | None = None
    data: dict[str, object] = {}

    def text(self) -> str:
        """Return the log line in the player's language."""
        return say(self.key, **self.params)

    def visible_to(self, side: str) -> bool:
        """Return whether `side` may read it; an empty side sees everything."""
        return not side or not self.seen_by or side in self.seen_by
