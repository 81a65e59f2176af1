"""Answers with their worth and their words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from sim.engine.questions import Question
from sim.engine.reasons import Reason, Value
from sim.errors import HulldownError

__all__ = ["Scored", "best_of", "first_of", "said"]

#: Candidates passed up that a reason tells of.
MOST_TOLD = 5


class Scored(msgspec.Struct, frozen=True):
    """An answer with its value in AP and the reason; what else was looked at as children."""

    answer: Any
    value: float
    why: Reason


def said(key: str, value: float, **params: Value) -> Reason:
    """Return a reason of this opponent; numbers among the parameters are told to a tenth."""
    told: dict[str, Value] = {
        name: f"{each:.1f}" if isinstance(each, float) else each for name, each in params.items()
    }
    return Reason(f"ai.why.{key}", told, round(value, 2))


def best_of(scored: Sequence[Scored]) -> Scored:
    """Return the best of some answers, the first of equals, the others as its children."""
    best = max(scored, key=lambda each: each.value)
    rest = sorted((each for each in scored if each is not best), key=lambda each: -each.value)
    children = tuple(each.why for each in rest[:MOST_TOLD])
    return msgspec.structs.replace(best, why=msgspec.structs.replace(best.why, children=children))


def first_of(question: Question) -> Scored:
    """Return the first candidate of a question that is no choice worth talking about.

    Raises
    ------
    HulldownError
        When it has none: a fault of the rules.
    """
    candidates = question.candidates()
    if not candidates:
        raise HulldownError("ai.no_candidate", key=question.key)
    return Scored(candidates[0], 0.0, Reason("ai.why.first"))
