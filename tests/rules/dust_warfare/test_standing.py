"""Standing orders and duties: what is answered unasked, and what a side is told that it owes."""

from __future__ import annotations

from typing import Any

import pytest

from sim.engine.orders import ASK, EVERY, PASS, Order, TakesOrders
from sim.engine.questions import Question
from sim.engine.rulebook import REGISTER, load_register
from sim.rules.dust_warfare.attack.action import attack_action
from sim.rules.dust_warfare.attack.data import DeclaredAttack
from sim.rules.dust_warfare.book import DustBook
from sim.rules.dust_warfare.duties import duties_of
from sim.rules.dust_warfare.movement.action import move_action
from sim.rules.dust_warfare.state import Activation, Rating, Unit
from sim.rules.dust_warfare.turn.reactions import attack_window
from sim.rules.dust_warfare.turn.standing import CHANCE_TAG, answer_by_order, offers, pass_by
from tests.rules.dust_warfare.field import Field
from tests.table.builders import box

R = 1.1811


def facing(gap: float, *terrain: Any, **options: Any) -> tuple[Field, Unit, Unit]:
    """An axis unit of one and an allied unit of one, so far apart; the axis is active."""
    field = Field(*terrain, **options)
    mover = field.unit("m", "axis", (20, 20))
    unit = field.unit("b", "allies", (20 + R + gap, 20))
    return field, mover, unit


def to_a_move(field: Field, mover: Unit, *orders: Order) -> list[str | None]:
    """Return what the orders answer to the window before a move."""
    found: list[str | None] = []

    def answer(question: Question) -> str:
        found.append(answer_by_order(question, orders))
        return "none"

    field.run(move_action(field.play, mover, march=False), "", [answer, {}, "none"])
    return found


def to_an_attack(field: Field, *orders: Order) -> str | None:
    """Return what the orders answer to an attack on b."""
    found: list[str | None] = []

    def answer(question: Question) -> str:
        found.append(answer_by_order(question, orders))
        return "none"

    attack = DeclaredAttack("m", (), ("b",))
    field.run(attack_window(field.play, attack), "", [answer])
    return found[0]


@pytest.mark.parametrize(
    ("value", "answer"),
    [(ASK, None), ("never", "none"), ("always", "b/attack"), (PASS, "none")],
)
def test_a_move_is_answered_as_the_order_says(value: str, answer: str | None):
    field, mover, _ = facing(8)
    assert to_a_move(field, mover, Order("b", "react", value)) == [answer]


def test_without_an_order_the_player_is_asked():
    field, mover, _ = facing(8)
    assert to_a_move(field, mover) == [None]


def test_who_is_to_attack_but_cannot_is_asked():
    field, mover, _ = facing(8)
    field.state.units["b"].lost_weapons = [f"b/1|{n}" for n in range(4)]
    assert to_a_move(field, mover, Order("b", "react", "always")) == [None]


def test_asking_by_odds_reads_the_chance_on_the_tag():
    field, mover, _ = facing(8)
    chances: list[float] = []

    def look(question: Question) -> str:
        tags = question.tag("b/attack")
        reasons = [tag.reason for tag in tags if tag.key == CHANCE_TAG]
        assert len(reasons) == 1
        assert reasons[0] is not None
        assert isinstance(reasons[0].value, float)
        chances.append(reasons[0].value)
        assert not [tag for tag in question.tag("b/move") if tag.key == CHANCE_TAG]
        return "none"

    field.run(move_action(field.play, mover, march=False), "", [look, {}, "none"])
    (chance,) = chances
    assert 0 < chance < 1
    for threshold, answer in ((chance - 0.01, None), (chance, None), (chance + 0.01, "none")):
        order = Order("b", "react", "odds", threshold)
        assert to_a_move(field, mover, order) == [answer]


@pytest.mark.parametrize(
    ("react", "dirt", "answer"),
    [
        (ASK, "always", "b/hit-the-dirt"),
        (ASK, "open", "b/hit-the-dirt"),
        ("never", "open", "b/hit-the-dirt"),
        (ASK, "never", None),
        ("never", "never", "none"),
        ("never", ASK, "none"),
        ("always", ASK, "b/attack"),
        ("always", "open", "b/hit-the-dirt"),
        (PASS, ASK, "none"),
    ],
)
def test_an_attack_in_the_open_is_answered_as_the_orders_say(
    react: str, dirt: str, answer: str | None
):
    field, _, _ = facing(8)
    orders = (Order("b", "react", react), Order("b", "hit-the-dirt", dirt))
    assert to_an_attack(field, *orders) == answer


def test_behind_cover_who_hits_the_dirt_in_the_open_is_asked():
    wall = box("wall", (26, 26.4), (12, 28), 1)
    field, _, _ = facing(8, wall, ratings={"wall": Rating("hard", "difficult", "difficult")})
    assert to_an_attack(field, Order("b", "hit-the-dirt", "open")) is None
    assert to_an_attack(field, Order("b", "hit-the-dirt", "always")) == "b/hit-the-dirt"


def test_one_unit_that_lets_pass_does_not_answer_for_another():
    field, mover, _ = facing(8)
    field.unit("c", "allies", (20, 20 + R + 8))
    assert to_a_move(field, mover, Order("b", "react", "never")) == [None]
    both = (Order("b", "react", "never"), Order("c", EVERY, PASS))
    assert to_a_move(field, mover, *both) == ["none"]
    some = (Order("b", "react", "never"), Order("c", "react", "always"))
    assert to_a_move(field, mover, *some) == ["c/attack"]


def test_other_questions_are_never_answered_by_order():
    field, mover, unit = facing(8)
    asked: list[str] = []

    def answer(question: Question) -> str:
        asked.append(question.what)
        assert pass_by(question) is None
        orders = [Order(name, EVERY, PASS) for name in ("b", "m")]
        assert answer_by_order(question, orders) is None
        return unit.id

    field.run(attack_action(field.play, mover), "b", [answer, "none"])
    assert asked == ["choose-target"]


def test_every_order_on_offer_has_words_and_clauses_of_the_book():
    field = Field()
    field.unit("b", "allies", (20, 20))
    field.walker("w", "allies", 30, 30)
    register = load_register(DustBook.folder / REGISTER)
    found = offers(field.play, "allies")
    assert [(each.subject, each.kind) for each in found] == [
        ("b", "react"),
        ("b", "hit-the-dirt"),
        ("w", "react"),
    ]
    for each in found:
        assert each.values[0].id == ASK
        assert all(rule in register for rule in each.rules)
    game = field.game()
    assert isinstance(game, TakesOrders)
    assert game.standing_orders(field.state, "allies") == found


# --- duties --------------------------------------------------------------------------------


def keys(field: Field, subject: str = "b") -> list[str]:
    return [
        duty.key.removeprefix("dw.duty.")
        for duty in duties_of(field.play)
        if duty.subject == subject
    ]


def test_a_unit_that_has_not_activated_owes_its_activation():
    field, _, unit = facing(8)
    assert keys(field) == ["activate"]
    unit.activated = True
    assert keys(field) == []


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"suppression": 1}, "rally"),
        ({"suppression": 2}, "retreat"),
        ({"leader": ""}, "leader"),
        ({"out_of_ammo": True}, "reload"),
        ({"reaction": True}, "reaction"),
        ({"effects": ["external_fire"]}, "fire"),
    ],
)
def test_what_hangs_over_a_unit_is_told_with_its_clause(changes: dict[str, Any], key: str):
    field, _, unit = facing(8)
    for name, value in changes.items():
        setattr(unit, name, value)
    assert keys(field) == [key, "activate"]
    duty = next(each for each in duties_of(field.play) if each.key.endswith(key))
    assert duty.rule in load_register(DustBook.folder / REGISTER)
    assert duty.side == "allies"
    assert duty.text()


def test_what_comes_first_in_an_activation_is_past_once_it_has_begun():
    field, _, unit = facing(8)
    unit.suppression, unit.leader, unit.out_of_ammo = 1, "", True
    assert keys(field) == ["rally", "leader", "reload", "activate"]
    field.state.activation = Activation("b", stage="act")
    assert keys(field) == ["reload", "activate"]


def test_who_strayed_is_told():
    field = Field()
    field.unit("b", "allies", (28, 20), (28, 20 + R + 6.5))
    assert keys(field) == ["formation", "activate"]


def test_before_the_battle_terrain_and_units_are_owed():
    wall = box("wall", (26, 26.4), (12, 28), 1)
    field, _, unit = facing(8, wall, phase="agreement")
    assert [duty.params for duty in duties_of(field.play)] == [{"count": 1}]
    field.state.phase = "deployment"
    field.off_table(unit)
    assert [(duty.key, duty.subject) for duty in duties_of(field.play)] == [("dw.duty.deploy", "b")]
    field.state.phase = "over"
    assert duties_of(field.play) == ()


def test_the_observation_tells_the_duties_to_everybody():
    field, _, _ = facing(8)
    game = field.game()
    for viewer in ("", "axis", "allies"):
        assert game.observe(field.state, viewer).duties == duties_of(field.play)
