"""The regular level for any game: the game's own knowledge where there is some."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sim.ai.chooser import RandomPolicy
from sim.ai.dust_warfare.regular_1.policy import RegularDust
from sim.ai.dust_warfare.regular_2.policy import RegularDust2
from sim.engine.match import Match
from sim.engine.observed import Observed
from sim.engine.ports import Chosen, Opponent
from sim.engine.questions import Question

__all__ = ["LATEST", "VERSIONS", "RegularPolicy"]

Stop = Callable[[], bool]
Maker = Callable[[str, Stop], Opponent]


def _dust_1(name: str, stop: Stop) -> Opponent:
    return RegularDust(name, stop=stop)


def _dust_2(name: str, stop: Stop) -> Opponent:
    return RegularDust2(name, stop=stop)


#: Each version with what it knows of which games. A version that was measured never changes: a
#: better one is a new entry beside it.
VERSIONS: Mapping[int, Mapping[str, Maker]] = {
    1: {"dust_warfare": _dust_1},
    2: {"dust_warfare": _dust_2},
}
LATEST = max(VERSIONS)


class RegularPolicy:
    """Asks the policy that knows the game; for a game nobody knows it chooses evenly.

    Parameters
    ----------
    name : str
    version : int
        Which of `VERSIONS`.
    stop : callable, optional
        "Play now": asked between candidates; once true, the best so far is the answer.
    """

    def __init__(
        self, name: str = "regular", version: int = LATEST, stop: Stop | None = None
    ) -> None:
        self.name = name
        self.version = version
        self.stop = stop
        self._policies: dict[str, Opponent] = {}

    def choose(self, question: Question, observed: Observed, fork: Match[Any]) -> Chosen:
        """Answer as the game's own knowledge says."""
        game = fork.game.name
        if game not in self._policies:
            make = VERSIONS[self.version].get(game)
            self._policies[game] = make(self.name, self._stopped) if make else RandomPolicy()
        return self._policies[game].choose(question, observed, fork)

    def _stopped(self) -> bool:
        return self.stop is not None and self.stop()
