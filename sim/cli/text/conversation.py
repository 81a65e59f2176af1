"""One question at a time: shows it, reads lines, and returns the answer that was given.

Looking is free at every prompt: the plan, cards, gaps, sight (also from planned ghosts), reasons,
hints. Nothing is committed by looking.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from rich.console import Console
from rich.markup import escape

from sim.cli.text.answers import Draft, planned_lines, read_answer
from sim.cli.text.looking import Looking
from sim.cli.text.typed import Surroundings
from sim.engine.match import Match, Refused
from sim.engine.ports import Chosen
from sim.engine.questions import Answer, Question, Tag
from sim.errors import HulldownError
from sim.table.facts import Facts
from sim.words import say

__all__ = ["Actions", "Conversation", "EndOfInput", "Lines", "StandardInput"]

#: Further commands at a prompt, by their first word; True when something else is asked now.
Actions = Mapping[str, Callable[[str], bool]]


class EndOfInput(Exception):
    """No more lines will come: the game is kept and can be resumed."""


class Lines(Protocol):
    """Where a player's lines come from."""

    def read(self, prompt: str) -> str:
        """Return the next line; raise `EndOfInput` when there is none."""
        ...


class StandardInput:
    """Lines typed at the terminal, or piped in; piped lines are shown as if typed."""

    def read(self, prompt: str) -> str:
        """Return the next line."""
        try:
            line = input(prompt)
        except EOFError as error:
            raise EndOfInput from error
        if not sys.stdin.isatty():
            print(line)
        return line


class Conversation:
    """Asks a person the pending questions of a match.

    Parameters
    ----------
    console : Console
        Where everything is shown.
    lines : Lines
        Where the player's words come from.
    facts : Facts
    hint : callable, optional
        Answers a question as the opponent would, with its reason.
    gist : callable, optional
        The register's line for a clause id, for ``rule``.
    """

    def __init__(
        self,
        console: Console,
        lines: Lines,
        facts: Facts,
        hint: Callable[[Match[Any]], Chosen] | None = None,
        gist: Callable[[str], str] | None = None,
    ) -> None:
        self.console = console
        self.lines = lines
        self.facts = facts
        self.hint = hint
        self.gist = gist

    def ask(self, match: Match[Any], actions: Actions) -> Answer | None:
        """Return the answer to the pending question.

        Parameters
        ----------
        actions : mapping
            Further commands by their first word (``undo``, ``save`` …); each takes the rest of
            the line and returns True when the pending question is no longer this one.

        Returns
        -------
        Answer or None
            None when an action changed what is asked.
        """
        question = match.pending
        assert question is not None
        seen = match.observe(question.who)
        around = Surroundings(self.facts, seen)
        draft = Draft()
        self._show(question)
        while True:
            text = self.lines.read(self._prompt(question)).strip()
            if not text or text.startswith("#"):
                continue
            word, _, rest = text.partition(" ")
            try:
                if word in actions:
                    if actions[word](rest.strip()):
                        return None
                    continue
                if self._looked(word, rest.strip(), match, question, draft, around):
                    continue
                answer = read_answer(question, text, draft, around)
                if answer is None:
                    self._show_draft(question, draft, around)
                    continue
                if objections := question.why_not(answer):
                    raise Refused(objections)
            except HulldownError as error:
                self.console.print(escape(str(error)), style="red")
                continue
            return answer

    def _prompt(self, question: Question) -> str:
        return f"{question.who or say('cli.text.dice')}> "

    def _show(self, question: Question) -> None:
        """Show the sentence, the options with tags and reasons, and how to answer."""
        self.console.print()
        self.console.print(escape(say(question.prompt, **question.params)), style="bold")
        for number, option in enumerate(question.options, 1):
            label = escape(say(option.key, **option.params))
            if option.blocked:
                why = "; ".join(objection.text() for objection in option.blocked)
                self.console.print(f"   -  {label}  ({escape(why)})", style="dim")
                continue
            tags = "  ".join(_tag_text(tag) for tag in question.tag(option.id))
            name = f"  [dim]{escape(option.id)}[/dim]"
            self.console.print(f"  {number:2d}  {label}{name}  [cyan]{escape(tags)}[/cyan]")
        for slot in question.slots:
            label = escape(say(slot.key, **slot.params)) if slot.key else escape(slot.id)
            self.console.print(f"      {escape(slot.id)}: {label} ({slot.least}-{slot.most})")
        if question.kind in ("place", "path"):
            self._show_suggestions(question)
        self.console.print(say(f"cli.text.how.{question.kind}", **_counts(question)), style="dim")

    def _show_suggestions(self, question: Question) -> None:
        leader = question.movers[0]
        for number, answer in enumerate(question.candidates(), 1):
            assert isinstance(answer, dict)
            draft = Draft()
            chosen: Any = answer.get(leader)
            if chosen is None:
                text = say("cli.text.leader_stays")
            elif question.kind == "place":
                text = say("cli.text.leader_at", x=f"{chosen.x:.1f}", y=f"{chosen.y:.1f}")
            else:
                draft.moves = {leader: chosen}
                x, y = chosen.points[-1] if chosen.points else (None, None)
                text = (
                    say("cli.text.leader_stays")
                    if x is None
                    else say("cli.text.leader_to", x=f"{x:.1f}", y=f"{y:.1f}")
                )
            self.console.print(f"  {number:2d}  {escape(text)}")

    def _show_draft(self, question: Question, draft: Draft, around: Surroundings) -> None:
        """Show a plan with its inches and everything that objects to it."""
        for line in planned_lines(question, draft, around):
            self.console.print(f"  {escape(line)}")
        objections = question.why_not(draft.answer(question.kind))
        for objection in objections:
            self.console.print(f"  {escape(objection.text())}", style="red")
        if not objections:
            self.console.print(say("cli.text.plan_stands"), style="green")

    def _looked(
        self,
        word: str,
        rest: str,
        match: Match[Any],
        question: Question,
        draft: Draft,
        around: Surroundings,
    ) -> bool:
        """Do one of the looks that commit nothing; False when the word is none of them."""
        looking = Looking(self.console, self.facts, around, question, draft)
        if word == "hint" and self.hint is not None:
            looking.hint(self.hint(match))
            return True
        if word == "rule":
            self.console.print(
                escape(f"{question.rule}  {self.gist(question.rule) if self.gist else ''}")
            )
            return True
        if word == "log":
            for event in match.log(question.who)[-20:]:
                self.console.print(f"  {escape(event.text())}")
            return True
        return looking.did(word, rest)


def _tag_text(tag: Tag) -> str:
    return f"{say(tag.key)} {tag.value}"


def _counts(question: Question) -> dict[str, int]:
    return {"amount": question.amount, "count": question.count, "sides": question.sides}
