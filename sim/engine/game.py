"""What the engine needs to know of a game: its protocol, nothing of its rules."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar, runtime_checkable

import msgspec

from sim.engine.events import Event
from sim.engine.observed import Observed
from sim.engine.reasons import Objection, Reason

__all__ = ["Game", "KeepsSecrets", "Outcome", "Procedure", "Tell"]

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
        Slug of the rule set, as in the scene file.
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


@runtime_checkable
class KeepsSecrets(Protocol):
    """A game whose state holds what one side may not know (hidden units, secret goals)."""

    def resample(self, state: Any, viewer: str, below: Callable[[int, int], int]) -> Any:
        """Return a state that `viewer` could believe in: hidden parts guessed afresh.

        Parameters
        ----------
        state : Struct
            A copy of the state at a step's start; may be changed and returned.
        viewer : str
        below : callable
            ``below(limit, k)``: the k-th guess, uniform in 0..limit-1, for ``k`` from 1000 on
            (smaller ones are the engine's).
        """
        ...
