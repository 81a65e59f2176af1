"""Games of one idea each, for single tests of the match."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from sim.engine.events import Event
from sim.engine.game import Outcome, Tell
from sim.engine.observed import Observed
from sim.engine.reasons import Objection, Reason

__all__ = ["Small", "SmallState"]


class SmallState(msgspec.Struct):
    count: int = 0
    share: float = 0.0
    left: list[int] = []
    right: list[int] = []
    names: dict[str, int] = {}


Spoken = Callable[[SmallState, Tell], Coroutine[Any, Any, None]]


class Small:
    """A game whose every step is one given procedure, until `count` reaches `most`."""

    name = "small"
    sides: tuple[str, ...] = ("one", "two")
    state_type = SmallState

    def __init__(self, spoken: Spoken, most: int = 3) -> None:
        self.spoken = spoken
        self.most = most

    def first_state(self) -> SmallState:
        return SmallState()

    def step(self, state: SmallState, tell: Tell) -> Any:
        return self.spoken(state, tell) if state.count < self.most else None

    def observe(self, state: SmallState, viewer: str) -> Observed:
        return Observed(self.name, viewer, (), (), ())

    def outcome(self, state: SmallState) -> Outcome | None:
        over = state.count >= self.most
        return Outcome("one", Reason("words.example", {"name": "one"})) if over else None

    def why_not_state(self, state: SmallState) -> tuple[Objection, ...]:
        return (Objection("engine.match.over"),) if state.count < 0 else ()


def told(name: str) -> Event:
    return Event("told", "words.example", params={"name": name})
