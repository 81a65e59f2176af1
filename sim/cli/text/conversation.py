"""One question at a time: shows it, reads lines, and returns the answer that was given.

Looking is free at every prompt: the plan, cards, gaps, sight (also from planned ghosts), reasons,
hints. Nothing is committed by looking, and a line that means nothing changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from sim.cli.text.answers import read_answer
from sim.cli.text.drafts import Draft
from sim.cli.text.lines import Completes, EndOfInput, Lines, StandardInput
from sim.cli.text.looking import LOOKS, Helpers, Looking
from sim.cli.text.names import Surroundings, option_meant
from sim.cli.text.showing import name_of_side, show_draft, show_question, where_line
from sim.cli.text.standing import Standing
from sim.cli.text.suggestions import Suggestions
from sim.cli.text.typed import FIRST_WORDS
from sim.engine.match import Match, Refused
from sim.engine.questions import Answer, Question
from sim.errors import HulldownError, UsageError
from sim.table.facts import Facts
from sim.table.names import did_you_mean
from sim.words import say

__all__ = ["Actions", "Conversation", "EndOfInput", "Lines", "StandardInput"]

#: Further commands at a prompt, by their first word; True when something else is asked now.
Actions = Mapping[str, Callable[[str], bool]]

#: What a player may say about further questions of a kind.
ORDERS = ("always", "ask")


class Conversation:
    """Asks a person the pending questions of a match.

    Parameters
    ----------
    console : Console
        Where everything is shown.
    lines : Lines
        Where the player's words come from.
    facts : Facts
    helpers : Helpers, optional
        Hints and the register of clauses.
    viewer : str
        Who looks on while chance is asked (dice typed in); empty for an all-seeing table.
    """

    def __init__(
        self,
        console: Console,
        lines: Lines,
        facts: Facts,
        helpers: Helpers | None = None,
        viewer: str = "",
    ) -> None:
        self.console = console
        self.lines = lines
        self.facts = facts
        self.helpers = helpers or Helpers()
        self.viewer = viewer
        self._where = ""
        self._explained: set[str] = set()
        self._standing = Standing()

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
        around = Surroundings(self.facts, match.observe(question.who or self.viewer))
        standing = self._standing.answer(question, around.seen)
        if standing is not None:
            self._print_standing(question, standing)
            return standing
        looking = Looking(
            self.console,
            match,
            question,
            around,
            Draft(question, around),
            Suggestions(question, around),
            self.helpers,
        )
        self._show(looking)
        if isinstance(self.lines, Completes):
            self.lines.offer([*_words(looking), *ORDERS, *actions])
        prompt = say("cli.text.prompt", side=name_of_side(around.seen, question.who))
        while True:
            text = self.lines.read(prompt).strip()
            if not text or text.startswith("#"):
                continue
            try:
                done, answer = self._heard(text, looking, actions)
            except HulldownError as error:
                self.console.print(Text(str(error), style="red"))
                continue
            if done:
                return answer

    def _heard(self, text: str, looking: Looking, actions: Actions) -> tuple[bool, Answer | None]:
        """Do what a line says; return whether the asking is over, and the answer."""
        word, _, rest = text.partition(" ")
        word, rest = word.lower(), rest.strip()
        if word in actions:
            if word == "undo":
                self._standing.clear()  # or it would be answered at once like that again
            return actions[word](rest), None
        if word == "always":
            return True, self._always(rest, looking)
        if word == "ask":
            count = self._standing.clear()
            self.console.print(say("cli.text.asks_again", count=count), style="dim")
            return False, None
        if word in ("again", "?"):
            looking.suggestions.shown = 0
            self._show(looking, again=True)
            return False, None
        if looking.did(word, rest):
            return False, None
        try:
            return self._answered(text, looking)
        except UsageError as error:
            near = did_you_mean(word, (*LOOKS, *ORDERS, *actions))
            if near and not error.params.get("nearest"):
                raise UsageError("cli.text.or_command", error=error, nearest=near) from error
            raise

    def _answered(self, text: str, looking: Looking) -> tuple[bool, Answer | None]:
        """Read a line as an answer, or as a change of the plan.

        Raises
        ------
        UsageError, Refused
            When it is neither, or not allowed.
        """
        question = looking.question
        answer = read_answer(question, text, looking.draft, looking.suggestions)
        if answer is None:
            show_draft(self.console, question, looking.draft)
            return False, None
        if objections := question.why_not(answer):
            raise Refused(objections)
        return True, answer

    def _always(self, text: str, looking: Looking) -> Answer:
        """Give an answer now and to every such question of this turn.

        Raises
        ------
        UsageError, Refused
            When no option is named, or one that cannot be taken.
        """
        question = looking.question
        if question.kind != "pick":
            raise UsageError("cli.text.always_pick")
        option = option_meant(text, question.options)
        if objections := question.why_not(option):
            raise Refused(objections)
        self._standing.give(question, option, looking.around.seen)
        return option

    def _print_standing(self, question: Question, option: str) -> None:
        chosen = question.option(option)
        label = say(chosen.key, **chosen.params)
        sentence = say(question.prompt, **question.params)
        line = say("cli.text.standing", sentence=sentence, label=label)
        self.console.print(Text(line, style="dim"))

    def _show(self, looking: Looking, *, again: bool = False) -> None:
        """Show where the game stands when that has changed, then the question, then how."""
        self.console.print()
        where = where_line(looking.around.seen)
        if where and (again or where != self._where):
            self.console.print(Text(where, style="reverse" if self.console.is_terminal else ""))
        self._where = where
        question = looking.question
        show_question(self.console, question, looking.around, looking.suggestions)
        kind = question.kind
        # Options speak for themselves once a player has picked one; plans and shares do not.
        if kind != "pick" or kind not in self._explained or again:
            how_to = "up_to" if question.up_to else kind
            how = say(f"cli.text.how.{how_to}", **_counts(question))
            self.console.print(Text(f"  {how}", style="dim"))
        self._explained.add(kind)


def _words(looking: Looking) -> list[str]:
    """Return what the tabulator key may complete: options, units, miniatures, pieces, looks."""
    seen = looking.around.seen
    ids = [option.id for option in looking.question.options]
    ids += [slot.id for slot in looking.question.slots]
    ids += [unit.id for unit in seen.units]
    ids += [piece.id for piece in seen.pieces]
    return [*ids, *looking.around.terrain, *LOOKS, *FIRST_WORDS]


def _counts(question: Question) -> dict[str, int]:
    return {"amount": question.amount, "count": question.count, "sides": question.sides}
