"""The list "you owe": what a side still has to do, from what is observed."""

from __future__ import annotations

from dataclasses import dataclass

from sim.engine.observed import Duty, Observed

__all__ = ["Owed", "duties_of", "owed"]


@dataclass(frozen=True)
class Owed:
    """A line of the list.

    Attributes
    ----------
    text : str
    rule : str
        The clause that asks for it.
    subject : str
        What a click shows; empty when it is about nothing on the table.
    """

    text: str
    rule: str
    subject: str = ""


def owed(observed: Observed, side: str) -> tuple[Owed, ...]:
    """Return what a side owes, as the game orders it; for an empty side what everybody does."""
    return tuple(
        Owed(duty.text(), duty.rule, duty.subject)
        for duty in observed.duties
        if not side or duty.side in ("", side)
    )


def duties_of(observed: Observed, subject: str) -> tuple[Duty, ...]:
    """Return the duties about one unit or piece, for its card."""
    return tuple(duty for duty in observed.duties if duty.subject == subject)
