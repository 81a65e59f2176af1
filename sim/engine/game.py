"""What the engine needs to know of a game: its protocol, nothing of its rules."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar

import msgspec

from sim.engine.events import Event
from sim.engine.observed import Observed
from sim.engine.reasons import Objection, Reason

__all__ = ["Game", "Outcome", "Procedure", "Tell"]

S = TypeVar("S", bound=msgspec.Struct)

#: A rule procedure: it asks, and goes on with the answer.
Procedure = Coroutine[Any, Any, None]
#: Where a procedure reports what happened.
Tell = Callable[[Event], None]


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: the winning side (empty for a draw) and why."""

    winner: str
    why: Reason


class Game(Protocol[S]):
    """One game being played on one table: rules, profiles and options, no state.

    Attributes
    ----------
    name : str
        ``dust_warfare``, ...
    sides : tuple of str
    state_type : type
        The msgspec Struct that holds the whole state as plain data.
    """

    name: str
    sides: tuple[str, ...]
    state_type: type[S]

    def first_state(self) -> S:
        """Return the state before the first step."""
        ...

    def step(self, state: S, tell: Tell) -> Procedure | None:
        """Return the next procedure for this state, or None when the game is over.

        A step is the smallest piece with nothing half done; it changes `state` in place.
        """
        ...

    def observe(self, state: S, viewer: str) -> Observed:
        """Return what `viewer` sees (everything for an empty viewer); prompt left empty."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """Return how it ended, or None while it goes on."""
        ...

    def why_not_state(self, state: S) -> tuple[Objection, ...]:
        """Return what is impossible about a state an umpire made; empty when it can stand."""
        ...
