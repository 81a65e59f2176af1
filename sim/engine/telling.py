"""How a book's procedures tell what happened."""

from __future__ import annotations

from sim.engine.events import Event
from sim.engine.game import Tell
from sim.engine.reasons import Reason, Value

__all__ = ["Telling"]


class Telling:
    """Tells events; mixed into the bundle that a book's procedures work with.

    Attributes
    ----------
    tell : callable
        Takes an `Event`.
    """

    tell: Tell

    def say(
        self,
        kind: str,
        key: str,
        *rules: str,
        subject: str = "",
        reason: Reason | None = None,
        data: dict[str, object] | None = None,
        **params: Value,
    ) -> None:
        """Tell an event under a word key with the clauses that made it happen."""
        self.tell(
            Event(
                kind,
                key,
                rules=rules,
                subject=subject,
                params=params,
                reason=reason,
                data=data or {},
            )
        )
