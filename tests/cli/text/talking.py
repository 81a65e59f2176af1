"""A conversation with scripted lines about a real match, for tests of the text mode."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rich.console import Console

from sim.cli.common import Opened, open_game
from sim.cli.text.conversation import Actions, Conversation, EndOfInput
from sim.cli.text.looking import Helpers
from sim.cli.text.names import Surroundings
from sim.engine.dice import SeededDice
from sim.engine.match import Match
from sim.engine.questions import Question


class Script:
    """Lines typed one after the other; then the input ends."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines: Iterator[str] = iter(lines)

    def read(self, prompt: str) -> str:
        line = next(self.lines, None)
        if line is None:
            raise EndOfInput
        return line


@dataclass
class Talk:
    """What came of some lines: everything shown, and the answer if one was given."""

    shown: str
    answer: Any
    ended: bool


def match_on(opened: Opened, seed: int = 11) -> Match[Any]:
    """Return a match of an opened scene at its first question."""
    return Match(open_game(opened, {}, ""), SeededDice(seed))


def talk(
    opened: Opened,
    match: Match[Any],
    *lines: str,
    actions: Actions | None = None,
    helpers: Helpers | None = None,
) -> Talk:
    """Type lines at the pending question; the match stays where it is."""
    sink = io.StringIO()
    console = Console(file=sink, width=200, force_terminal=False, soft_wrap=True, highlight=False)
    conversation = Conversation(console, Script(lines), opened.facts, helpers)
    try:
        answer = conversation.ask(match, actions or {})
    except EndOfInput:
        return Talk(sink.getvalue(), None, True)
    return Talk(sink.getvalue(), answer, False)


def pending(match: Match[Any]) -> Question:
    question = match.pending
    assert question is not None
    return question


def around(opened: Opened, match: Match[Any]) -> Surroundings:
    return Surroundings(opened.facts, match.observe(pending(match).who))


def played_to(opened: Opened, *answers: Any, seed: int = 11) -> Match[Any]:
    """Return a match after some answers; it must ask for each of them."""
    match = match_on(opened, seed)
    for answer in answers:
        match.answer(answer)
    return match
