"""Runs a procedure with prepared answers, and keeps what it asked."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from typing import Any

from sim.engine.questions import Question


def told(procedure: Coroutine[Any, Any, Any], answers: Sequence[Any]) -> tuple[list[Question], Any]:
    """Return the questions a procedure asked and what it returned.

    Answers that the questions refuse, too few and too many are mistakes of the test.
    """
    asked: list[Question] = []
    left = list(answers)
    given: Any = None
    try:
        while True:
            question = procedure.send(given)
            assert left, f"not answered: {question.key}"
            answer = left.pop(0)
            assert question.why_not(answer) == (), question.why_not(answer)
            asked.append(question)
            given = answer
    except StopIteration as stop:
        assert not left, f"nobody asked for {left}"
        return asked, stop.value
    finally:
        procedure.close()
