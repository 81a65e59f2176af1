"""Standing orders for reactions: who reacts unasked, who never does, who is asked when it pays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sim.engine.orders import ASK, PASS, Order, OrderOffer, OrderValue
from sim.engine.questions import Option, Question
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Unit
from sim.rules.dust_warfare.turn.suppression import takes_suppression

__all__ = ["CHANCE_TAG", "COVER_TAG", "answer_by_order", "offers", "pass_by"]

#: What a question is called that these orders answer, and the option that lets it pass.
REACT, NONE = "react", "none"
#: Tags that the orders read: their reason's value is the chance, and what the cover cancels.
CHANCE_TAG, COVER_TAG = "dw.tag.reaction_chance", "dw.attack_tag.cover"
#: Kinds of order, and the option they speak about.
KIND_REACT, KIND_DIRT = "react", "hit-the-dirt"
ATTACK, DIRT = "attack", "hit-the-dirt"
#: Chance of a casualty from which on asking is proposed.
PROPOSED_CHANCE = 0.25

_REACT_VALUES: tuple[OrderValue, ...] = (
    OrderValue(ASK, "dw.order.ask"),
    OrderValue("never", "dw.order.never"),
    OrderValue("always", "dw.order.always"),
    OrderValue("odds", "dw.order.odds", threshold=PROPOSED_CHANCE),
)
_DIRT_VALUES: tuple[OrderValue, ...] = (
    OrderValue(ASK, "dw.order.ask"),
    OrderValue("never", "dw.order.never_dirt"),
    OrderValue("open", "dw.order.open"),
    OrderValue("always", "dw.order.always_dirt"),
)


def offers(play: Play, side: str) -> tuple[OrderOffer, ...]:
    """Return the orders that the living units of a side may have."""
    found: list[OrderOffer] = []
    for unit in play.state.units_of(side):
        if unit.alive:
            found += _offers(play, unit)
    return tuple(found)


def _offers(play: Play, unit: Unit) -> list[OrderOffer]:
    named = {"unit": play.name(unit)}
    react = OrderOffer(
        unit.id,
        KIND_REACT,
        "dw.order.react",
        _REACT_VALUES,
        {**named},
        ("dw.reaction.move_trigger", "dw.reaction.attack_trigger"),
    )
    if not (play.is_soldier(unit) and takes_suppression(play, unit)):
        return [react]
    dirt = OrderOffer(
        unit.id,
        KIND_DIRT,
        "dw.order.hit_the_dirt",
        _DIRT_VALUES,
        {**named},
        ("dw.reaction.hit_the_dirt",),
    )
    return [react, dirt]


def pass_by(question: Question) -> str | None:
    """Return the answer that lets a reaction pass; None for every other question."""
    return NONE if question.kind == "pick" and question.what == REACT else None


def answer_by_order(question: Question, orders: Sequence[Order]) -> str | None:
    """Return what the orders say to a reaction, or None when the player must be asked.

    What a unit does unasked comes first, in the order of the options; then, if anybody is to be
    asked, nobody answers for him; else the window passes. A unit that is to react always attacks;
    where it cannot, it is asked.
    """
    if pass_by(question) is None:
        return None
    asked = False
    given = {(order.subject, order.kind): order for order in orders}
    passed = {order.subject for order in orders if order.value == PASS}
    for unit, options in _by_unit(question).items():
        if unit in passed:
            continue
        answer = _unasked(question, unit, options, given)
        if answer is not None:
            return answer
        asked = asked or _is_asked(question, unit, options, given)
    return None if asked else NONE


def _by_unit(question: Question) -> dict[str, dict[str, Option]]:
    """Return each unit's options by what they do."""
    found: dict[str, dict[str, Option]] = {}
    for option in question.options:
        if option.subject and not option.blocked:
            found.setdefault(option.subject, {})[option.id.rsplit("/", 1)[-1]] = option
    return found


def _value(given: Mapping[tuple[str, str], Order], unit: str, kind: str) -> str:
    order = given.get((unit, kind))
    return order.value if order is not None else ASK


def _unasked(
    question: Question,
    unit: str,
    options: Mapping[str, Option],
    given: Mapping[tuple[str, str], Order],
) -> str | None:
    """Return what a unit does unasked, or None."""
    if DIRT in options:
        value = _value(given, unit, KIND_DIRT)
        if value == "always" or (
            value == "open" and _number(question, options[DIRT], COVER_TAG) == 0
        ):
            return options[DIRT].id
    if ATTACK in options and _value(given, unit, KIND_REACT) == "always":
        return options[ATTACK].id
    return None


def _is_asked(
    question: Question,
    unit: str,
    options: Mapping[str, Option],
    given: Mapping[tuple[str, str], Order],
) -> bool:
    """Return whether a unit that does nothing unasked leaves something to be asked."""
    react, dirt = (_value(given, unit, kind) for kind in (KIND_REACT, KIND_DIRT))
    if DIRT in options and dirt == ASK and react != "never":
        return True
    rest = [what for what in options if what != DIRT]
    if not rest or react == "never":
        return False
    if react != "odds":
        return True
    chance = _number(question, options[ATTACK], CHANCE_TAG) if ATTACK in options else None
    return chance is not None and chance >= given[unit, KIND_REACT].threshold


def _number(question: Question, option: Option, key: str) -> float | None:
    """Return the number behind a tag of an option; None where it has no such tag."""
    for tag in question.tag(option.id):
        if tag.key == key and tag.reason is not None:
            value = tag.reason.value
            return float(value) if isinstance(value, int | float) else None
    return None
