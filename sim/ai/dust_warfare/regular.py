"""The regular opponent: one activation deep, sound, and able to say why.

Everything it does is a function of what it sees: no memory but caches, so that a game taken up
again goes on as it would have gone.
"""

from __future__ import annotations

from typing import Any, cast

import msgspec

from sim.ai.dust_warfare.answers import best_activation, best_order, best_reaction, best_shot
from sim.ai.dust_warfare.deploying import best_deployment
from sim.ai.dust_warfare.outlook import Outlook, best_target, threat
from sim.ai.dust_warfare.plans import Scored, best_path, best_programme
from sim.engine.match import Match
from sim.engine.observed import Observed
from sim.engine.ports import Chosen
from sim.engine.questions import Question
from sim.engine.reasons import Reason
from sim.errors import HulldownError
from sim.rules.dust_warfare.game import DustWarfare
from sim.rules.dust_warfare.state import DustState

__all__ = ["RegularDust"]


class RegularDust:
    """Plays Dust Warfare one activation deep.

    Parameters
    ----------
    name : str
        The name under which it plays: a frozen version keeps its own.
    """

    def __init__(self, name: str = "regular") -> None:
        self.name = name
        self._seen = b""
        self._kept: Outlook | None = None

    def choose(self, question: Question, observed: Observed, fork: Match[Any]) -> Chosen:
        """Answer a question by its kind; what has no plan takes the first candidate."""
        scored = self._scored(question, fork)
        return Chosen(scored.answer, scored.why)

    def _scored(self, question: Question, fork: Match[Any]) -> Scored:
        outlook = self._outlook(fork)
        if question.kind == "path":
            return self._path(question, fork, outlook)
        if question.what == "actions":
            return best_programme(outlook, question, fork, outlook.play.unit(question.subject))
        if question.what == "activate":
            return best_activation(outlook, question)
        if question.what == "choose-target":
            return best_shot(outlook, question)
        if question.what == "order":
            return best_order(outlook, question)
        if question.what == "react":
            return best_reaction(outlook, question)
        if question.what == "single-action":
            return self._single_action(question, outlook)
        if question.kind == "place":
            return best_deployment(outlook, question)
        return _first(question)

    def _outlook(self, fork: Match[Any]) -> Outlook:
        """Return the outlook of where the units are now, kept while nothing about them changes."""
        game = cast("DustWarfare", fork.game)
        state = cast("DustState", fork.state)
        key = msgspec.msgpack.encode(state.units)
        if key != self._seen:
            self._seen = key
            # A copy: the fork's own state goes on changing while it is answered.
            still = msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=DustState)
            self._kept = Outlook(game.play(still, _silent))
        assert self._kept is not None
        return self._kept

    def _path(self, question: Question, fork: Match[Any], outlook: Outlook) -> Scored:
        unit = outlook.play.unit(question.subject)
        activation = cast("DustState", fork.state).activation
        rest: list[str] = []
        if activation is not None and activation.unit == unit.id:
            rest = activation.actions[activation.done + 1 :]
        return best_path(outlook, question, fork, unit, rest)

    def _single_action(self, question: Question, outlook: Outlook) -> Scored:
        """Attack on an Order where that does harm, else get out of harm's way, else as offered."""
        unit = outlook.play.unit(question.subject)
        offered = [option.id for option in question.options if not option.blocked]
        _, done = best_target(outlook, unit)
        fear, _ = threat(outlook, unit)
        name = outlook.play.unit_profile(unit).name
        wanted = "attack" if done.value >= 0.5 * fear else "move"
        if wanted not in offered:
            return _first(question)
        params = {"unit": name, "attack": f"{done.value:.1f}", "fear": f"{fear:.1f}"}
        return Scored(wanted, done.value, Reason(f"ai.why.single_{wanted}", {**params}))


def _silent(_: object) -> None:
    return None


def _first(question: Question) -> Scored:
    candidates = question.candidates()
    if not candidates:
        raise HulldownError("ai.no_candidate", key=question.key)
    return Scored(candidates[0], 0.0, Reason("ai.why.first"))
