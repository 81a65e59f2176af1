"""Standing orders: what a person wants answered for him, said before it is asked.

A game that takes them tells which there are for a side's units and answers a question by those
that were given, from nothing but the question's options and tags. The answer is an answer like any
other: the journal does not know who thought of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

import msgspec

from sim.engine.questions import Answer, Question
from sim.engine.reasons import Value

__all__ = ["ASK", "EVERY", "PASS", "Order", "OrderOffer", "OrderValue", "TakesOrders"]

#: The value of every order that was not given: the person is asked.
ASK = "ask"
#: The value that lets everything pass, whatever kind of order it is.
PASS = "pass"
#: Kind of an order that stands for every kind there is.
EVERY = "every"


class OrderValue(msgspec.Struct, frozen=True):
    """What an order may say.

    Attributes
    ----------
    id : str
    key : str
        Word key; `params` fill it.
    threshold : float or None
        Share from 0 to 1 that goes with it, as proposed; None where none does.
    """

    id: str
    key: str
    params: dict[str, Value] = {}
    threshold: float | None = None


class OrderOffer(msgspec.Struct, frozen=True):
    """A kind of order that may be given to a unit.

    Attributes
    ----------
    subject : str
        Unit or miniature.
    kind : str
        Slug of the kind.
    key : str
        Word key of what it is about; `params` fill it.
    values : tuple of OrderValue
        What it may say, `ASK` first.
    rules : tuple of str
        Clauses whose questions it answers.
    """

    subject: str
    kind: str
    key: str
    values: tuple[OrderValue, ...]
    params: dict[str, Value] = {}
    rules: tuple[str, ...] = ()


class Order(msgspec.Struct, frozen=True, omit_defaults=True):
    """An order that was given: to whom, of which kind, what it says, and from which share on."""

    subject: str
    kind: str
    value: str
    threshold: float = 0.0


@runtime_checkable
class TakesOrders(Protocol):
    """A game that takes standing orders."""

    def standing_orders(self, state: Any, side: str) -> tuple[OrderOffer, ...]:
        """Return the orders that may be given to a side's units now."""
        ...

    def answer_by_order(self, question: Question, orders: Sequence[Order]) -> Answer | None:
        """Return what the orders answer to a question, or None when its side must be asked.

        Parameters
        ----------
        question : Question
        orders : sequence of Order
            Those of the side that is asked, at most one for each subject and kind. One whose
            value is `PASS` lets everything of its subject pass.
        """
        ...

    def pass_by(self, question: Question) -> Answer | None:
        """Return the answer that lets a chance pass; None where there is a decision to make."""
        ...
