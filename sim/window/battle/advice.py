"""Advice for a person: what an opponent's head would answer in his place."""

from __future__ import annotations

from typing import Any

from sim.engine.match import Match
from sim.engine.ports import Chosen
from sim.engine.questions import Question
from sim.errors import HulldownError
from sim.window.ports import Thinker

__all__ = ["Adviser"]


class Adviser:
    """Asks a thinker about the pending question, beside the frames.

    Parameters
    ----------
    thinker : Thinker
        Sees what the person sees, never the other side's secrets.

    Attributes
    ----------
    fault : HulldownError or None
        Why there is no advice.
    """

    def __init__(self, thinker: Thinker) -> None:
        self.thinker = thinker
        self.fault: HulldownError | None = None
        self._about: Question | None = None
        self._chosen: Chosen | None = None

    def ask(self, match: Match[Any]) -> None:
        """Ask about the pending question, unless it is one for dice or was asked about before."""
        question = match.pending
        if question is None or question.chance or question is self._about:
            return
        self.fault, self._about, self._chosen = None, question, None
        fork = match.fork(viewer=question.who)
        try:
            assert fork.pending is not None
            self.thinker.begin(fork.pending, match.observe(question.who), fork)
        except HulldownError as error:
            self.fault, self._about = error, None
        finally:
            fork.close()

    def look(self, match: Match[Any]) -> Chosen | None:
        """Return the advice for the pending question once there is one; called every frame.

        When the game has gone on, the question in hand is given up.
        """
        if self._about is None:
            return None
        if match.pending is not self._about:
            self.thinker.drop()
            self._about = self._chosen = None
        elif self._chosen is None:
            try:
                self._chosen = self.thinker.ready()
            except HulldownError as error:
                self.fault, self._about = error, None
        return self._chosen

    @property
    def thinking(self) -> bool:
        """Whether advice was asked for and is not there yet."""
        return self._about is not None and self._chosen is None
