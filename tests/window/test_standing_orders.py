"""Standing orders: what is answered unasked, undone with it, and kept beside the journal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from sim.engine.dice import SeededDice
from sim.engine.events import Event
from sim.engine.match import Match
from sim.engine.orders import ASK, EVERY, PASS, Order, OrderOffer
from sim.engine.questions import Option, Question, pick
from sim.window.battle.conductor import Conductor
from sim.window.battle.owing import duties_of, owed
from sim.window.battle.standing_orders import StandingOrders
from tests.engine.laws import random_answer, replayed, state_of
from tests.engine.small_games import Small, SmallState
from tests.toy import Pebbles
from tests.window.players import Slow

RED = [f"red/{n}" for n in (1, 2, 3)]


def played(orders: StandingOrders, until: str = "", seed: int = 1) -> Conductor:
    """Play red against an opponent until red is asked a question called `until`, or to the end."""
    match = Match(Pebbles(), SeededDice(seed))
    conductor = Conductor(match, {"blue": Slow(looks=0)}, orders=orders)
    return go_on(conductor, until)


def go_on(conductor: Conductor, until: str = "") -> Conductor:
    while conductor.state != "over":
        conductor.advance()
        conductor.skip()
        question = conductor.question
        if question is None:
            continue
        if until and question.what == until:
            conductor.advance()
            if conductor.question is question:
                return conductor
            continue
        place = len(conductor.match.journal)
        conductor.answer(random_answer(question, SeededDice(5, "orders"), place))
    return conductor


def reactions(conductor: Conductor) -> list[Any]:
    return [
        entry.answer
        for entry in conductor.match.journal
        if entry.who == "red" and entry.ask.startswith("pick:react:")
    ]


@pytest.fixture(scope="module")
def seed() -> int:
    """A game in which red is asked at least twice whether to react."""
    return next(n for n in range(50) if len(reactions(played(StandingOrders(), seed=n))) > 1)


@pytest.mark.parametrize("value", ["throw", "hold"])
def test_an_order_answers_in_the_persons_place_every_time(value: str, seed: int):
    orders = StandingOrders()
    for unit in RED:
        orders.give(Order(unit, "react", value))
    conductor = played(orders, "react", seed)
    assert conductor.match.over
    assert set(reactions(conductor)) <= {value}


def test_without_an_order_the_person_is_asked(seed: int):
    conductor = played(StandingOrders(), "react", seed)
    assert conductor.question is not None
    assert conductor.question.what == "react"


def test_an_order_that_is_given_at_the_question_answers_it(seed: int):
    orders = StandingOrders()
    conductor = played(orders, "react", seed)
    assert conductor.question is not None
    orders.give(Order(conductor.question.subject, "react", "hold"))
    before = len(conductor.match.journal)
    conductor.advance()
    assert conductor.match.journal[before].answer == "hold"


def test_what_an_order_answered_is_journaled_like_any_answer(seed: int):
    orders = StandingOrders()
    for unit in RED:
        orders.give(Order(unit, "react", "throw"))
    conductor = played(orders, "react", seed)
    again = replayed(Pebbles(), conductor.match.journal)
    assert state_of(again) == state_of(conductor.match)


def all_hold() -> StandingOrders:
    orders = StandingOrders()
    for unit in RED:
        orders.give(Order(unit, "react", "hold"))
    return orders


def test_undo_goes_back_to_what_the_person_gave_himself():
    games = (played(all_hold(), seed=n) for n in range(50))
    conductor = next(game for game in games if reactions(game))
    orders = conductor.orders
    assert orders is not None
    given = orders.given(len(conductor.match.journal))
    assert given
    while conductor.match.journal:
        if conductor.why_not_undo():
            break
        conductor.undo()
        place = len(conductor.match.journal)
        assert conductor.match.pending is not None
        assert conductor.match.pending.who == "red"
        assert place not in given
        assert all(entry < place for entry in orders.given(place))
    assert conductor.match.pending is not None
    assert conductor.match.pending.what == "mark"


def test_the_screen_is_not_handed_over_for_what_an_order_answers():
    for seed in range(50):
        orders = StandingOrders()
        for unit in (*RED, "blue/1", "blue/2", "blue/3"):
            orders.give(Order(unit, "react", "hold"))
        match = Match(Pebbles(), SeededDice(seed))
        conductor = Conductor(match, {}, orders=orders)
        while conductor.state != "over":
            conductor.advance()
            conductor.skip()
            assert match.pending is None or match.pending.what != "react"
            conductor.taken_over()
            question = conductor.question
            if question is not None:
                place = len(match.journal)
                conductor.answer(random_answer(question, SeededDice(5, "both"), place))
        if any(":react:" in entry.ask for entry in match.journal):
            return
    raise AssertionError("nobody came near anybody")


def test_letting_one_deed_pass_lasts_as_long_as_that_enemy_is_at_it(seed: int):
    orders = StandingOrders()
    conductor = played(orders, "react", seed)
    question = conductor.question
    assert question is not None
    orders.let_pass(question.subject, question)
    before = len(conductor.match.journal)
    conductor.advance()
    assert conductor.match.journal[before].answer == "hold"
    assert orders.orders == ()


class Windows(Small):
    """A game of nothing but windows: each step lets one side react to the same enemy."""

    def __init__(self, begins: bool) -> None:
        self.begins = begins

        async def step(state: SmallState, tell: Any) -> None:
            if begins and state.count:
                tell(Event("turn-began", "words.example", params={"name": "turn"}))
            options = [Option(each, "words.example", {"name": each}) for each in ("act", "none")]
            await pick(
                *("one", "react", options),
                rule="small.rule",
                prompt="words.example",
                params={"name": "one"},
                subject="enemy",
            )
            state.count += 1

        super().__init__(step)

    def standing_orders(self, state: Any, side: str) -> tuple[OrderOffer, ...]:
        return ()

    def answer_by_order(self, question: Question, orders: Sequence[Order]) -> str | None:
        return "none" if any(order.value == PASS for order in orders) else None

    def pass_by(self, question: Question) -> str | None:
        return "none"


@pytest.mark.parametrize(("begins", "answered"), [(False, 3), (True, 1)])
def test_what_is_let_pass_is_asked_again_in_a_new_turn(begins: bool, answered: int):
    match = Match(Windows(begins), SeededDice(1))
    orders = StandingOrders()
    conductor = Conductor(match, {"two": Slow()}, orders=orders)
    assert match.pending is not None
    orders.let_pass("mine", match.pending)
    conductor.advance()
    conductor.skip()
    assert len(match.journal) == answered


def test_skipping_ends_at_the_next_decision(seed: int):
    orders = StandingOrders()
    conductor = played(orders, "react", seed)
    orders.skip("red")
    assert orders.skipping == "red"
    while conductor.question is None or conductor.question.what == "react":
        conductor.advance()
        conductor.skip()
        assert not conductor.match.over
    assert conductor.question.who == "red"
    conductor.advance()
    assert orders.skipping == ""
    assert reactions(conductor)[-1] == "hold"


def test_orders_and_what_they_gave_are_kept_beside_the_journal(tmp_path: Path, seed: int):
    path = tmp_path / "x.orders"
    orders = StandingOrders(path)
    for unit in RED:
        orders.give(Order(unit, "react", "hold", 0.5))
    orders.give(Order("red/2", "react", ASK))
    conductor = played(orders, seed=seed)
    again = StandingOrders(path)
    assert again.orders == orders.orders
    assert [order.subject for order in again.orders] == ["red/1", "red/3"]
    count = len(conductor.match.journal)
    assert again.given(count) == orders.given(count)
    again.clear()
    assert StandingOrders(path).orders == ()


@pytest.mark.parametrize("text", ["", "{", '{"orders": 3}'])
def test_orders_that_cannot_be_read_count_as_none(tmp_path: Path, text: str):
    path = tmp_path / "x.orders"
    path.write_text(text)
    assert StandingOrders(path).orders == ()


def test_orders_that_cannot_be_kept_still_stand(tmp_path: Path):
    orders = StandingOrders(tmp_path / "gone" / "x.orders")
    orders.give(Order("red/1", "react", "hold"))
    assert orders.fault
    assert orders.value("red/1", "react").value == "hold"
    assert orders.value("red/2", "react").value == ASK


def test_a_game_that_takes_no_orders_is_asked_as_ever():
    async def step(state: SmallState, tell: Any) -> None:
        state.count += 1

    orders = StandingOrders()
    orders.give(Order("x", EVERY, "hold"))
    match = Match(Small(step), SeededDice(1))
    assert orders.offers(match, "one") == ()
    assert orders.answer(match) is None


def test_orders_on_offer_are_the_games(seed: int):
    match = Match(Pebbles(), SeededDice(seed))
    found = StandingOrders().offers(match, "red")
    assert [offer.subject for offer in found] == RED
    assert all(offer.values[0].id == ASK for offer in found)


def test_the_list_of_what_is_owed_is_ones_own():
    match = Match(Pebbles(), SeededDice(1))
    match.answer("blue/1")
    match.answer("red/1")
    seen = match.observe("red")
    assert [line.subject for line in owed(seen, "red")] == RED
    assert {line.rule for line in owed(seen, "red")} == {"toy.deploy"}
    assert len(owed(seen, "")) == 6
    assert all("not set up" in line.text for line in owed(seen, "blue"))
    assert [duty.subject for duty in duties_of(seen, "red/2")] == ["red/2"]
