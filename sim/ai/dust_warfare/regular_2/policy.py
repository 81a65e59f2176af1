"""The regular opponent, version 2: as version 1, but it never sets up in a closed pocket."""

from __future__ import annotations

from typing import Any

from sim.ai.dust_warfare.regular_1.policy import RegularDust
from sim.ai.dust_warfare.regular_1.scored import Scored
from sim.ai.dust_warfare.regular_2.pockets import without_pockets
from sim.engine.match import Match
from sim.engine.questions import Question

__all__ = ["RegularDust2"]


class RegularDust2(RegularDust):
    """Plays Dust Warfare as version 1 does; see there."""

    def _scored(self, question: Question, fork: Match[Any]) -> Scored:
        if question.what == "deploy" and question.kind == "place":
            question = without_pockets(self._outlook(fork).play, question)
        return super()._scored(question, fork)
