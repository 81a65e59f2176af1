"""Opponents for tests of the window's core: in this process, ready when the test says so."""

from __future__ import annotations

from typing import Any

from sim.ai.chooser import RandomPolicy
from sim.engine.match import Match
from sim.engine.observed import Observed
from sim.engine.ports import Chosen, Opponent
from sim.engine.questions import Question
from sim.errors import HulldownError

__all__ = ["Slow"]


class Slow:
    """A thinker that needs some looks before it is ready.

    Attributes
    ----------
    begun, dropped, hurried : int
        What was asked of it.
    seen : list of Observed
        What it was shown.
    """

    name = "slow"

    def __init__(self, looks: int = 2, policy: Opponent | None = None) -> None:
        self.looks = looks
        self.policy = policy or RandomPolicy()
        self.begun = self.dropped = self.hurried = 0
        self.seen: list[Observed] = []
        self.fails = False
        self.closed = False
        self._left = 0
        self._chosen: Chosen | None = None

    def begin(self, question: Question, observed: Observed, fork: Match[Any]) -> None:
        self.begun += 1
        self.seen.append(observed)
        self._left = self.looks
        self._chosen = self.policy.choose(question, observed, fork)

    def ready(self) -> Chosen | None:
        if self.fails:
            raise HulldownError("ai.child_gone", name=self.name)
        assert self._chosen is not None
        if self._left > 0:
            self._left -= 1
            return None
        return self._chosen

    def play_now(self) -> None:
        self.hurried += 1
        self._left = 0

    def drop(self) -> None:
        self.dropped += 1
        self._chosen = None

    def close(self) -> None:
        self.closed = True
