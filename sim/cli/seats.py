"""Who answers for a side: a person at the terminal, or a policy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from rich.console import Console
from rich.markup import escape

from sim.cli.text.conversation import Actions, Conversation
from sim.engine.match import Match
from sim.engine.ports import Opponent
from sim.engine.questions import Answer

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
        side = question.who
        fork = match.fork(viewer=side)
        try:
            twin = fork.pending
            assert twin is not None
            chosen = self.policy.choose(twin, fork.observe(side), fork)
        finally:
            fork.close()
        text = chosen.why.text()
        if text:
            self.console.print(f"  [dim]{escape(side)}: {escape(text)}[/dim]")
        answer: Answer = chosen.answer
        return answer
