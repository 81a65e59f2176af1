"""What a book wants to know about a sight that no geometry tells: questions, and what was said.

A dispute names two miniatures. Who leads, what he touches, whether a piece is a line or an area,
whether the target is a team, and which weapon fires are matters of the book: it asks them, each
with the answer that the scene gives by itself, and judges by what was said.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

import msgspec

from sim.engine.ports import CoverVerdict
from sim.engine.reasons import Reason, Value
from sim.engine.sight_numbers import percent
from sim.errors import InputProblems, Problem
from sim.table.facts import Facts, Sight
from sim.table.names import did_you_mean
from sim.words import say

__all__ = [
    "AsksContext",
    "ContextOption",
    "ContextQuestion",
    "ContextVerdict",
    "check_answers",
    "plain_answer",
    "said_otherwise",
    "settled",
]

#: Question to option, by their ids. Questions without an answer take their default.
Answers = Mapping[str, str]


class ContextOption(msgspec.Struct, frozen=True):
    """One answer that may be given: its id, and its word key with parameters."""

    id: str
    key: str
    params: dict[str, Value] = {}

    def text(self) -> str:
        """Return the answer in words."""
        return say(self.key, **self.params)


class ContextQuestion(msgspec.Struct, frozen=True):
    """One question of a book about a sight.

    Attributes
    ----------
    id : str
        The same for the same question while things are dragged: ``leader``, ``team``,
        ``leader_touches/ruin``.
    key : str
        Word key; `params` fill it.
    options : tuple of ContextOption
        At least two.
    default : str
        The option that scene and profiles give by themselves.
    rules : tuple of str
        Clauses for which the answer matters.
    pieces : tuple of str
        Pieces and miniatures to show with it.
    """

    id: str
    key: str
    options: tuple[ContextOption, ...]
    default: str
    params: dict[str, Value] = {}
    rules: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()

    def text(self) -> str:
        """Return the question in words."""
        return say(self.key, **self.params)

    def option(self, name: str) -> ContextOption:
        """Return an option by id; KeyError when there is none."""
        for each in self.options:
            if each.id == name:
                return each
        raise KeyError(name)


class ContextVerdict(msgspec.Struct, frozen=True):
    """What a book makes of a sight after its questions were answered.

    Attributes
    ----------
    cover : CoverVerdict
        Its reason names every answer that differs from what the scene gives.
    answer : Reason
        All of it in one sentence; its value is whether the target is seen.
    answers : mapping of question to option
        Every question that was asked, defaults filled in.
    """

    cover: CoverVerdict
    answer: Reason
    answers: dict[str, str]


@runtime_checkable
class AsksContext(Protocol):
    """A book that asks about a sight, and judges it by what was said."""

    def sight_questions(
        self,
        scene: Any,
        facts: Facts,
        shooter: str,
        target: str,
        answers: Answers | None = None,
    ) -> tuple[ContextQuestion, ...]:
        """Return the book's questions about the sight of one miniature or unit of another.

        Parameters
        ----------
        answers : mapping, optional
            What was said so far: who leads decides what he touches.
        """
        ...

    def sight_answer(
        self, scene: Any, facts: Facts, shooter: str, target: str, answers: Answers
    ) -> Reason:
        """Return the one sentence, without the chain that leads to it: quick enough for a drag.

        Answers to questions that are not asked as things stand do not matter.
        """
        ...

    def cover_by_answers(
        self, scene: Any, facts: Facts, shooter: str, target: str, answers: Answers
    ) -> ContextVerdict:
        """Return cover and sentence with the whole chain, by what was said.

        Raises
        ------
        InputProblems
            When an answer is none of its question's options.
        """
        ...


def settled(questions: Iterable[ContextQuestion], answers: Answers) -> dict[str, str]:
    """Return an answer to each question, the default where nothing was said.

    Raises
    ------
    InputProblems
        With every answer that is none of its question's options.
    """
    problems: list[Problem] = []
    found: dict[str, str] = {}
    for question in questions:
        said = answers.get(question.id, question.default)
        options = [option.id for option in question.options]
        if said not in options:
            near, known = did_you_mean(said, options), ", ".join(options)
            params: dict[str, object] = {"found": said, "options": known, "nearest": near}
            problems.append(Problem("engine.context.no_option", question.id, "", params))
        found[question.id] = said
    if problems:
        raise InputProblems(problems)
    return found


def check_answers(questions: Sequence[ContextQuestion], answers: Answers) -> None:
    """Check answers that a person typed: each must answer a question that is asked.

    Raises
    ------
    InputProblems
        With every answer to no question, and every one that is no option of its question.
    """
    asked = [question.id for question in questions]
    unknown: list[Problem] = []
    for name in answers:
        if name not in asked:
            params: dict[str, object] = {"found": name, "nearest": did_you_mean(name, asked)}
            unknown.append(Problem("engine.context.no_question", "", "", params))
    try:
        settled(questions, answers)
    except InputProblems as error:
        unknown += error.problems
    if unknown:
        raise InputProblems(unknown)


def said_otherwise(questions: Iterable[ContextQuestion], answers: Answers) -> tuple[Reason, ...]:
    """Return a line for each answer that differs from what the scene gives by itself."""
    return tuple(
        Reason(
            "engine.context.said",
            {"question": question.text(), "answer": question.option(said).text()},
            said,
            question.rules,
            pieces=question.pieces,
        )
        for question in questions
        if (said := answers.get(question.id, question.default)) != question.default
    )


def plain_answer(sight: Sight, target: str) -> Reason:
    """Return in one sentence what is seen, where no book is asked.

    Parameters
    ----------
    target : str
        What the target is called.
    """
    pieces = tuple(name for name, _ in sight.blockers)
    params: dict[str, Value] = {"target": target, "share": percent(sight.share)}
    if sight.visible:
        return Reason("engine.context.seen", params, True, pieces=pieces)
    if not pieces:
        return Reason("engine.context.slits", params, False)
    params["pieces"] = say("sight.list").join(pieces)
    return Reason("engine.context.hidden", params, False, pieces=pieces)
