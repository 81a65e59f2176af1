"""A policy that picks any candidate, by a hash of what it sees: the yardstick for all others."""

from __future__ import annotations

import hashlib
from typing import Any

from sim.engine.match import Match
from sim.engine.observed import Observed
from sim.engine.ports import Chosen
from sim.engine.questions import Question
from sim.engine.reasons import Reason
from sim.errors import HulldownError

__all__ = ["RandomPolicy", "hashed_below"]


def hashed_below(limit: int, *parts: object) -> int:
    """Return a number in 0..limit-1 that depends on the parts only: the same on any machine."""
    text = "|".join(str(part) for part in parts).encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:8], "big") % limit


class RandomPolicy:
    """Chooses evenly among the question's candidates.

    Parameters
    ----------
    seed : int
        Mixed into every choice.
    """

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, question: Question, observed: Observed, fork: Match[Any]) -> Chosen:
        """Answer with any candidate.

        Raises
        ------
        HulldownError
            When the question has no candidate: a fault of the rules.
        """
        candidates = question.candidates()
        if not candidates:
            raise HulldownError("ai.no_candidate", key=question.key)
        index = hashed_below(len(candidates), self.seed, fork.digest(), question.key)
        why = Reason("ai.why.random", {"count": len(candidates)})
        return Chosen(candidates[index], why)
