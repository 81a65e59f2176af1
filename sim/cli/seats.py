"""Who answers for a side: a person at the terminal, or a policy."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, Protocol

from rich.console import Console
from rich.text import Text

from sim.cli.text.conversation import Actions, Conversation
from sim.cli.text.showing import name_of_side
from sim.engine.match import Match
from sim.engine.ports import Opponent
from sim.engine.questions import Answer
from sim.words import say

__all__ = ["PersonSeat", "PolicySeat", "Seat"]


class Seat(Protocol):
    """Answers the questions of one side."""

    @property
    def name(self) -> str:
        """Who sits there."""
        ...

    def answer(self, match: Match[Any]) -> Answer | None:
        """Return the answer to the pending question, or None when it is no longer pending."""
        ...


@dataclass
class PersonSeat:
    """A person who reads and types."""

    conversation: Conversation
    actions: Actions
    name: str = "person"

    def answer(self, match: Match[Any]) -> Answer | None:
        """Ask the person."""
        return self.conversation.ask(match, self.actions)


@dataclass
class PolicySeat:
    """A policy, which sees an observation and a fork that stops at rolls, and says why."""

    policy: Opponent
    console: Console

    @property
    def name(self) -> str:
        """The policy's name."""
        return self.policy.name

    def answer(self, match: Match[Any]) -> Answer | None:
        """Let the policy choose and show its sentence."""
        question = match.pending
        assert question is not None
        fork = match.fork(viewer=question.who)
        side = name_of_side(match.observe(question.who), question.who)
        try:
            twin = fork.pending
            assert twin is not None
            with self._thinking(side):
                chosen = self.policy.choose(twin, fork.observe(question.who), fork)
        finally:
            fork.close()
        # A reason without a value weighed nothing: there is nothing to tell.
        if chosen.why.value is not None:
            line = say("cli.play.thought", side=side, text=chosen.why.text())
            self.console.print(Text(line, style="dim italic"))
        answer: Answer = chosen.answer
        return answer

    def _thinking(self, side: str) -> AbstractContextManager[object]:
        """Show who is thinking, where somebody looks at a terminal."""
        if not self.console.is_terminal:
            return nullcontext()
        return self.console.status(say("cli.play.thinking", side=side))
