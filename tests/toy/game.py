"""The toy game as the engine sees it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from sim.engine.game import Outcome, Procedure, Tell
from sim.engine.observed import Badge, CardLine, Duty, Observed, SeenPiece, SeenUnit, Side, Track
from sim.engine.orders import ASK, PASS, Order, OrderOffer, OrderValue
from sim.engine.questions import Question
from sim.engine.reasons import Objection, Reason
from sim.geometry.units import overlaps
from tests.toy.procedures import OTHER, deploy, mark, turn
from tests.toy.state import HEALTH, TURNS, Pebble, ToyState, at, gap

RULES_VERSION = "1"


class Pebbles:
    """Three pebbles a side. Rules: toy.win."""

    name = "pebbles"
    sides: tuple[str, ...] = ("red", "blue")
    state_type = ToyState

    def first_state(self) -> ToyState:
        ids = [(f"{side}/{n}", side) for side in self.sides for n in (1, 2, 3)]
        return ToyState({mini: Pebble(mini, side) for mini, side in ids})

    def step(self, state: ToyState, tell: Tell) -> Procedure | None:
        if state.phase == "mark":
            return mark(state, tell)
        if state.phase == "deploy":
            return deploy(state, tell)
        if self._ended(state):
            return None
        return turn(state, tell)

    def _ended(self, state: ToyState) -> bool:
        gone = any(not state.side(side) for side in self.sides)
        return state.phase == "turn" and (gone or state.turn >= TURNS)

    def score(self, state: ToyState, side: str) -> int:
        """A point for each pebble left, two for the marked enemy gone. Rules: toy.win."""
        marked = state.marks.get(side)
        bonus = 2 if marked and state.pebbles[marked].health == 0 else 0
        return len(state.side(side)) + bonus

    def outcome(self, state: ToyState) -> Outcome | None:
        if not self._ended(state):
            return None
        red, blue = (self.score(state, side) for side in self.sides)
        winner = "" if red == blue else "red" if red > blue else "blue"
        why = Reason("toy.reason.score", {"red": red, "blue": blue}, rule_ids=("toy.win",))
        return Outcome(winner, why)

    def observe(self, state: ToyState, viewer: str) -> Observed:
        ended = self._ended(state)
        pieces = [
            SeenPiece(
                p.id, "mini", "pebble", p.id, p.side, p.pose, p.id, self._badges(state, p, viewer)
            )
            for p in state.pebbles.values()
            if p.pose is not None
        ]
        units = [
            SeenUnit(
                p.id,
                p.side,
                p.id,
                (p.id,) if p.pose else (),
                card=(CardLine("toy.card.health", f"{p.health}/{HEALTH}"),),
                on_table=p.pose is not None,
            )
            for p in state.pebbles.values()
        ]
        sides = [
            Side(side, side, float(self.score(state, side)) if ended or not viewer else 0.0)
            for side in self.sides
        ]
        turns = tuple(str(n + 1) for n in range(TURNS))
        track = Track("toy.track.turn", turns, min(state.turn, TURNS - 1))
        seen = Observed(self.name, viewer, tuple(sides), tuple(units), tuple(pieces), (track,))
        return msgspec.structs.replace(seen, duties=self._duties(state))

    def _duties(self, state: ToyState) -> tuple[Duty, ...]:
        """Pebbles that are not set up yet."""
        return tuple(
            Duty("toy.duty.deploy", {"id": p.id}, "toy.deploy", p.id, p.side)
            for p in state.pebbles.values()
            if state.phase == "deploy" and p.pose is None
        )

    def standing_orders(self, state: ToyState, side: str) -> tuple[OrderOffer, ...]:
        values = (
            OrderValue(ASK, "toy.order.ask"),
            OrderValue("throw", "toy.option.throw"),
            OrderValue("hold", "toy.option.hold"),
        )
        return tuple(
            OrderOffer(p.id, "react", "toy.order.react", values, {"id": p.id}, ("toy.answer",))
            for p in state.side(side)
        )

    def answer_by_order(self, question: Question, orders: Sequence[Order]) -> str | None:
        mine = {order.value for order in orders if order.subject == question.subject}
        if question.what != "react":
            return None
        if PASS in mine:
            return "hold"
        return next((value for value in ("throw", "hold") if value in mine), None)

    def pass_by(self, question: Question) -> str | None:
        return "hold" if question.what == "react" else None

    def _badges(self, state: ToyState, pebble: Pebble, viewer: str) -> tuple[Badge, ...]:
        marked = [side for side, mini in state.marks.items() if mini == pebble.id]
        seen = [side for side in marked if viewer in ("", side)]
        return tuple(Badge("mark", key="toy.badge.mark", params={"side": side}) for side in seen)

    def why_not_state(self, state: ToyState) -> tuple[Objection, ...]:
        found = [
            Objection("toy.no.health", subject=p.id)
            for p in state.pebbles.values()
            if not 0 <= p.health <= HEALTH or (p.health == 0 and p.pose is not None)
        ]
        standing = state.standing()
        for n, pebble in enumerate(standing):
            if any(overlaps(gap(at(pebble), at(other))) for other in standing[:n]):
                found.append(Objection("toy.no.overlap", subject=pebble.id, at=at(pebble)))
        return tuple(found)

    def resample(self, state: ToyState, viewer: str, below: Callable[[int, int], int]) -> ToyState:
        """Guess the other side's mark among the viewer's pebbles."""
        other = OTHER[viewer]
        if other not in state.marks:
            return state
        mine = [p.id for p in state.pebbles.values() if p.side == viewer]
        marks = {**state.marks, other: mine[below(len(mine), 1000)]}
        return msgspec.structs.replace(state, marks=marks)
