"""Standing orders as they stand in a battle: given per unit, kept beside the journal.

An order answers in its side's place; the journal holds an answer like any other. Two more ways to
be asked less pass by themselves: letting one enemy's deed pass with a unit, and skipping to the
next decision.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from sim.engine.match import Match
from sim.engine.orders import ASK, EVERY, PASS, Order, OrderOffer, TakesOrders
from sim.engine.questions import Question
from sim.table.files import write_whole

__all__ = ["StandingOrders"]

#: How the kinds of events end that head the log: ``turn-began``, ``phase-began``.
BEGAN = "-began"


class _Kept(msgspec.Struct, frozen=True):
    """What lies beside the journal: the orders, and the entries that orders gave."""

    orders: tuple[Order, ...] = ()
    given: tuple[int, ...] = ()
    format: str = "hulldown-orders/1"


class StandingOrders:
    """The orders of the persons in one battle.

    Parameters
    ----------
    path : Path, optional
        Where they are kept; what cannot be read there counts as none.

    Attributes
    ----------
    fault : str
        Why they could not be kept; empty when they could.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.fault = ""
        self._orders: dict[tuple[str, str], Order] = {}
        self._given: list[int] = []
        #: Unit to the enemy whose deed it lets pass, and how many events there were by then.
        self._passing: dict[str, str] = {}
        self._passing_since: int | None = None
        self._skipping = ""
        self._asked: Question | None = None
        self._read()

    # --- giving orders ----------------------------------------------------------------------

    def offers(self, match: Match[Any], side: str) -> tuple[OrderOffer, ...]:
        """Return the orders that a side's units may have; none in a game that takes none."""
        game = match.game
        return game.standing_orders(match.state, side) if isinstance(game, TakesOrders) else ()

    def give(self, order: Order) -> None:
        """Give an order; one that says `ASK` takes back what stood."""
        if order.value == ASK:
            self._orders.pop((order.subject, order.kind), None)
        else:
            self._orders[order.subject, order.kind] = order
        self._changed()

    def value(self, subject: str, kind: str) -> Order:
        """Return the order of a unit, one that says `ASK` when there is none."""
        return self._orders.get((subject, kind), Order(subject, kind, ASK))

    @property
    def orders(self) -> tuple[Order, ...]:
        """Every order that stands, in the order in which they were first given."""
        return tuple(self._orders.values())

    def clear(self) -> None:
        """Take back every order."""
        self._orders.clear()
        self._passing.clear()
        self._skipping = ""
        self._changed()

    def let_pass(self, subject: str, question: Question) -> None:
        """Let a unit do nothing about what the enemy of a question does, until he is done with it.

        He is done when the next question of this kind is about another, or a new phase or turn
        has begun.
        """
        self._passing[subject] = question.subject
        self._passing_since = None
        self._asked = None

    def skip(self, side: str) -> None:
        """Let every chance of a side pass until it has a decision to make."""
        self._skipping = side
        self._asked = None

    @property
    def skipping(self) -> str:
        """The side whose chances pass; empty when none do."""
        return self._skipping

    # --- answering --------------------------------------------------------------------------

    def answer(self, match: Match[Any]) -> Any | None:
        """Return the answer to the pending question, or None when its side must be asked.

        A question that was found to be asked is not looked at again until an order changes.
        """
        question, game = match.pending, match.game
        if question is None or question is self._asked or not isinstance(game, TakesOrders):
            return None
        self._end_passing(match)
        answer = self._skipped(game, question)
        if answer is None:
            answer = game.answer_by_order(question, self._in_force(game, question))
        if answer is None or question.why_not(answer):
            self._asked = question
            return None
        return answer

    def _end_passing(self, match: Match[Any]) -> None:
        """Forget what was let pass when a new phase or turn has begun since."""
        if not self._passing:
            return
        if self._passing_since is None:
            self._passing_since = len(match.events)
        told = match.events[self._passing_since :]
        if any(event.kind.endswith(BEGAN) for event in told):
            self._passing.clear()

    def _skipped(self, game: TakesOrders, question: Question) -> Any | None:
        if question.who != self._skipping:
            return None
        passing = game.pass_by(question)
        if passing is None:
            self._skipping = ""
        return passing

    def _in_force(self, game: TakesOrders, question: Question) -> list[Order]:
        """Return the orders, with those units first that let this enemy's deed pass."""
        if game.pass_by(question) is not None:
            self._passing = {
                unit: enemy for unit, enemy in self._passing.items() if enemy == question.subject
            }
        passing = [Order(unit, EVERY, PASS) for unit in self._passing]
        return [*passing, *self._orders.values()]

    # --- what orders gave ---------------------------------------------------------------------

    def gave(self, entry: int) -> None:
        """Remember that an entry of the journal (from 0) was given by order."""
        self._given.append(entry)
        self._changed()

    def given(self, entries: int) -> tuple[int, ...]:
        """Return the entries given by order among the first so many; the others are forgotten."""
        if self._given and self._given[-1] >= entries:
            self._given = [entry for entry in self._given if entry < entries]
            self._changed()
        return tuple(self._given)

    # --- keeping ------------------------------------------------------------------------------

    def _changed(self) -> None:
        self._asked = None
        if self.path is None:
            return
        kept = _Kept(tuple(self._orders.values()), tuple(self._given))
        try:
            write_whole(self.path, msgspec.json.encode(kept))
            self.fault = ""
        except OSError as error:
            self.fault = error.strerror or type(error).__name__

    def _read(self) -> None:
        if self.path is None:
            return
        try:
            kept = msgspec.json.decode(self.path.read_bytes(), type=_Kept)
        except (OSError, msgspec.DecodeError):
            return
        self._orders = {(order.subject, order.kind): order for order in kept.orders}
        self._given = list(kept.given)
