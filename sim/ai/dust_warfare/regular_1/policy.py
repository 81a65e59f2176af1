"""The regular opponent: one activation deep, sound, and able to say why.

Everything it does is a function of what it sees: no memory but caches, so that a game taken up
again goes on as it would have gone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import msgspec

from sim.ai.dust_warfare.regular_1.deploying import best_deployment, next_to_set_up
from sim.ai.dust_warfare.regular_1.ground import Grounds
from sim.ai.dust_warfare.regular_1.orders import best_order, best_single_action
from sim.ai.dust_warfare.regular_1.outlook import Outlook
from sim.ai.dust_warfare.regular_1.plans import (
    best_activation,
    best_path,
    best_programme,
    go_on_or_drop,
)
from sim.ai.dust_warfare.regular_1.reactions import best_reaction
from sim.ai.dust_warfare.regular_1.scored import Scored, first_of
from sim.ai.dust_warfare.regular_1.shots import best_shot, weapon_target, weapon_targets
from sim.ai.dust_warfare.regular_1.style import REGULAR, Style
from sim.engine.match import Match
from sim.engine.observed import Observed
from sim.engine.ports import Chosen
from sim.engine.questions import Question
from sim.rules.dust_warfare.game import DustWarfare
from sim.rules.dust_warfare.state import DustState
from sim.table.facts import Facts

__all__ = ["RegularDust"]

#: Questions answered from the outlook alone, by what they ask.
ANSWERS: dict[str, Callable[[Outlook, Question], Scored]] = {
    "activate": best_activation,
    "choose-target": best_shot,
    "weapon-target": weapon_target,
    "weapon-targets": weapon_targets,
}


class RegularDust:
    """Plays Dust Warfare one activation deep.

    Parameters
    ----------
    name : str
        The name under which it plays.
    style : Style
    stop : callable, optional
        "Play now": asked between candidates; once true, the best so far is the answer.
    """

    def __init__(
        self,
        name: str = "regular-1",
        style: Style = REGULAR,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        self.name = name
        self.style = style
        self.stop = stop
        self._seen = b""
        self._kept: Outlook | None = None
        self._grounds: tuple[Facts, bytes, Grounds] | None = None

    def choose(self, question: Question, observed: Observed, fork: Match[Any]) -> Chosen:
        """Answer a question by its kind; what has no plan takes the first candidate."""
        scored = self._scored(question, fork)
        return Chosen(scored.answer, scored.why)

    def _scored(self, question: Question, fork: Match[Any]) -> Scored:
        outlook = self._outlook(fork)
        what = question.what
        if question.kind == "path":
            return self._path(question, fork, outlook)
        if what == "actions":
            return best_programme(outlook, question, fork, outlook.play.unit(question.subject))
        if what == "go-on":
            return go_on_or_drop(outlook, question, fork, outlook.play.unit(question.subject))
        if what == "order":
            return best_order(outlook, question, fork)
        if what == "react":
            return best_reaction(outlook, question, fork)
        if what == "single-action":
            return best_single_action(outlook, question, fork)
        if what == "deploy":
            return (
                best_deployment(outlook, question)
                if question.kind == "place"
                else next_to_set_up(outlook, question)
            )
        answer = ANSWERS.get(what, _no_plan)
        return answer(outlook, question)

    def _outlook(self, fork: Match[Any]) -> Outlook:
        """Return the outlook of a moment, kept while nothing about it changes."""
        game = cast("DustWarfare", fork.game)
        state = cast("DustState", fork.state)
        # Actions under way change nothing about where everybody stands.
        moment = (state.units, state.turn, state.phase, state.active, state.initiating)
        acting = state.activation
        key = msgspec.msgpack.encode((*moment, acting, state.orders, state.zone_edges))
        if key != self._seen or self._kept is None or self._kept.play.facts is not game.facts:
            # A copy: the fork's own state goes on changing while it is answered.
            still = msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=DustState)
            play = game.play(still, _silent)
            grounds = self._ground_of(play.facts, state, lambda: Grounds(play))
            self._kept = Outlook(play, self.style, grounds, lambda: self._stopped())
            self._seen = key
        return self._kept

    def _stopped(self) -> bool:
        return self.stop is not None and self.stop()

    def _ground_of(self, facts: Facts, state: DustState, make: Callable[[], Grounds]) -> Grounds:
        ratings = msgspec.msgpack.encode(state.ratings)
        if self._grounds is None or self._grounds[:2] != (facts, ratings):
            self._grounds = (facts, ratings, make())
        return self._grounds[2]

    def _path(self, question: Question, fork: Match[Any], outlook: Outlook) -> Scored:
        unit = outlook.play.unit(question.subject)
        activation = outlook.play.state.activation
        rest: list[str] = []
        if activation is not None and activation.unit == unit.id:
            rest = activation.actions[activation.done + 1 :]
        return best_path(outlook, question, fork, unit, rest)


def _silent(_: object) -> None:
    return None


def _no_plan(_: Outlook, question: Question) -> Scored:
    return first_of(question)
