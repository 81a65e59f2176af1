"""The regular level for any game: the game's own knowledge where there is some."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sim.ai.chooser import RandomPolicy
from sim.ai.dust_warfare.regular_1.policy import RegularDust
from sim.engine.match import Match
from sim.engine.observed import Observed
from sim.engine.ports import Chosen, Opponent
from sim.engine.questions import Question

__all__ = ["RegularPolicy"]

_KNOWING: dict[str, Callable[[str], Opponent]] = {"dust_warfare": RegularDust}


class RegularPolicy:
    """Asks the policy that knows the game; for a game nobody knows it chooses evenly.

    Parameters
    ----------
    name : str
    """

    def __init__(self, name: str = "regular") -> None:
        self.name = name
        self._policies: dict[str, Opponent] = {}

    def choose(self, question: Question, observed: Observed, fork: Match[Any]) -> Chosen:
        """Answer as the game's own knowledge says."""
        game = fork.game.name
        if game not in self._policies:
            make = _KNOWING.get(game)
            self._policies[game] = make(self.name) if make else RandomPolicy()
        return self._policies[game].choose(question, observed, fork)
