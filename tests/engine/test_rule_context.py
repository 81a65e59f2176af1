"""Questions about a sight that no geometry answers, in words of no game."""

from __future__ import annotations

import pytest

from sim.engine.reasons import Reason
from sim.engine.rule_context import (
    ContextOption,
    ContextQuestion,
    check_answers,
    plain_answer,
    said_otherwise,
    settled,
)
from sim.errors import InputProblems
from tests.table.builders import box, facts_of, soldier

YES, NO = ContextOption("yes", "words.example"), ContextOption("no", "words.example")
FIRST = ContextQuestion("first", "words.example", (YES, NO), "yes", rules=("toy.rule",))
SECOND = ContextQuestion("second", "words.example", (YES, NO), "no")


def test_what_nobody_answers_takes_its_default():
    assert settled((FIRST, SECOND), {}) == {"first": "yes", "second": "no"}
    assert settled((FIRST, SECOND), {"second": "yes"}) == {"first": "yes", "second": "yes"}


def test_an_answer_to_another_question_changes_nothing():
    assert settled((FIRST,), {"gone": "yes"}) == {"first": "yes"}


def test_every_answer_that_is_no_option_is_named():
    with pytest.raises(InputProblems) as error:
        settled((FIRST, SECOND), {"first": "ye", "second": "maybe"})
    assert [problem.where for problem in error.value.problems] == ["first", "second"]
    assert "did you mean" in error.value.problems[0].text()


def test_typed_answers_to_no_question_are_named_too():
    with pytest.raises(InputProblems) as error:
        check_answers((FIRST,), {"frist": "yes", "first": "maybe"})
    assert len(error.value.problems) == 2


def said(question: ContextQuestion, answer: str) -> tuple[Reason, ...]:
    """Return what an answer to one question adds to the chain."""
    named = [ContextOption(each.id, each.key, {"name": each.id}) for each in question.options]
    asked = ContextQuestion(
        question.id, question.key, tuple(named), question.default, {"name": "A"}, question.rules
    )
    return said_otherwise((asked,), {question.id: answer})


def test_only_what_differs_from_the_scene_is_told_with_its_clause():
    assert said(FIRST, "yes") == ()
    (line,) = said(FIRST, "no")
    assert line.rule_ids == ("toy.rule",)
    assert line.value == "no"


@pytest.mark.parametrize(
    ("height", "answer"),
    [(0.0, "Yes, sees 100.0 % of B."), (5.0, "No, sees nothing of B: wall in the way.")],
)
def test_the_sentence_without_a_book(height: float, answer: str):
    wall = [box("wall", (20, 20.3), (6, 14), height)] if height else []
    seen = facts_of(*wall).sight(soldier(10, 10), soldier(30, 10))
    assert plain_answer(seen, "B").text() == answer
