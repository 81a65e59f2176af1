"""Answers that are given without asking anybody: at a lesson's beginning, and for the other side.

Both come from the lesson's file: its replies in their order, else the first answer that the
question itself suggests. The same file always leads to the same table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sim.engine.match import Match
from sim.engine.observed import Observed
from sim.engine.ports import Chosen
from sim.engine.questions import Question
from sim.engine.reasons import Reason
from sim.errors import HulldownError
from sim.window.lessons.course import Lesson, Reply
from sim.window.lessons.goals import question_matches
from sim.words import say

__all__ = ["Prepared", "Rehearsal", "name_of", "prepared_answer"]

#: After so many answers a beginning is taken never to come.
MOST = 600


def name_of(question: Question) -> str:
    """Return a question's name for patterns: its key and its subject."""
    return f"{question.key}@{question.subject}"


def prepared_answer(question: Question, replies: Sequence[Reply]) -> Any:
    """Return the first reply that fits and is allowed, else the first sensible answer.

    Raises
    ------
    HulldownError
        When the question suggests nothing that it would take.
    """
    for reply in replies:
        meant = not reply.who or reply.who == question.who
        fits = meant and question_matches(reply.ask, name_of(question))
        if fits and not question.why_not(reply.give):
            return reply.give
    for answer in _suggested(question):
        if not question.why_not(answer):
            return answer
    raise HulldownError("lessons.no_answer", question=question.key)


def _suggested(question: Question) -> Iterable[Any]:
    if question.kind == "pick":
        return (option.id for option in question.options if not option.blocked)
    return question.suggest()


class Prepared:
    """The other side of a lesson: `sim.window.ports.Thinker` with answers known before.

    Parameters
    ----------
    replies : sequence of Reply
    """

    name = "prepared"

    def __init__(self, replies: Sequence[Reply]) -> None:
        self._replies = replies
        self._chosen: Chosen | None = None

    def begin(self, question: Question, observed: Observed, fork: Match[Any]) -> None:
        """Choose at once: a single suggestion is soon found."""
        answer = prepared_answer(question, self._replies)
        self._chosen = Chosen(answer, Reason("lessons.prepared"))

    def ready(self) -> Chosen | None:
        """Return the choice."""
        return self._chosen

    def play_now(self) -> None:
        """Nothing to hurry."""

    def drop(self) -> None:
        """Forget the choice."""
        self._chosen = None

    def close(self) -> None:
        """Nothing to end."""


class Rehearsal:
    """Plays a match to where a lesson begins, one answer at a time.

    Parameters
    ----------
    lesson : Lesson
    match : Match

    Attributes
    ----------
    most : int
        After so many answers the beginning is taken never to come.
    """

    def __init__(self, lesson: Lesson, match: Match[Any]) -> None:
        self.lesson = lesson
        self.match = match
        self.most = MOST
        self._left = lesson.begin.count
        self._given = 0

    def go_on(self) -> bool:
        """Give one answer; return whether the beginning is reached.

        Raises
        ------
        HulldownError
            When it never comes, an answer is not to be had, or the edit is refused.
        """
        begin, question = self.lesson.begin, self.match.pending
        if question is None or self._given >= self.most:
            raise HulldownError("lessons.never", pattern=begin.until)
        if question.who == self.lesson.side and question_matches(begin.until, name_of(question)):
            self._left -= 1
            if self._left <= 0:
                if begin.edit:
                    self.match.edit(dict(begin.edit), say("lessons.edit"))
                return True
        self.match.answer(prepared_answer(question, self.lesson.reply))
        self._given += 1
        return False
