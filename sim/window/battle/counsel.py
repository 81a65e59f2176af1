"""Counsel for a person: what an opponent's head would do in his place, as a draft, with its why."""

from __future__ import annotations

from collections.abc import Callable

from sim.engine.questions import Answer
from sim.window.battle.advice import Adviser
from sim.window.battle.at_table import AtTable
from sim.window.ports import Thinker
from sim.words import say

__all__ = ["Counsel"]


class Counsel:
    """Asks for advice when a key is pressed, and shows it once it is there.

    Parameters
    ----------
    at : AtTable
    thinker : Thinker
    propose : callable
        Makes an answer the draft of the present question; returns whether it shows.
    """

    def __init__(self, at: AtTable, thinker: Thinker, propose: Callable[[Answer], bool]) -> None:
        self._at = at
        self._adviser = Adviser(thinker)
        self._propose = propose
        self._shown: object = None

    def ask(self) -> None:
        """Ask about the question that waits; the answer comes when it comes."""
        if self._at.question is None:
            self._at.app.tell(say("talk.no_advice_now"))
            return
        self._shown = None
        self._adviser.ask(self._at.conductor.match)
        self._at.app.tell(say("talk.thinking_for_you"))

    def tick(self) -> bool:
        """Show advice that has come; return whether one is awaited."""
        chosen = self._adviser.look(self._at.conductor.match)
        if self._adviser.fault is not None:
            fault, self._adviser.fault = self._adviser.fault, None
            self._at.app.tell_error(fault)
        if chosen is not None and chosen is not self._shown:
            self._shown = chosen
            self._propose(chosen.answer)
            self._at.app.tell(say("talk.advice", why=chosen.why.text()), "gold")
        return self._adviser.thinking
