"""The Command phase: which Order is worth giving, and what is done on it."""

from __future__ import annotations

from typing import Any

from sim.ai.dust_warfare.regular_1.outlook import Outlook
from sim.ai.dust_warfare.regular_1.places import looked_at, standing_here
from sim.ai.dust_warfare.regular_1.scored import Scored, best_of, first_of, said
from sim.ai.dust_warfare.regular_1.standing import worth_of
from sim.engine.match import Match
from sim.engine.questions import Question
from sim.rules.dust_warfare.state import Unit
from sim.rules.dust_warfare.turn.command import TEMPORARY_IN
from sim.rules.dust_warfare.turn.suppression import is_retreating

__all__ = ["best_order", "best_single_action"]


def best_order(outlook: Outlook, question: Question, fork: Match[Any]) -> Scored:
    """Return the Order most worth giving, or to pass."""
    play = outlook.play
    least = outlook.style.least_order
    scored = [Scored("pass", least, said("no_order", least))]
    for option in question.options:
        if option.blocked or "/" not in option.id:
            continue
        what, name = option.id.split("/", 1)
        unit = play.unit(name)
        if what == "take-action":
            scored += _take_action(outlook, unit, option.id, fork)
            continue
        value = _promotion(outlook, unit) if what == "promote" else _regroup(outlook, unit)
        scored.append(
            Scored(option.id, value, said(f"order_{what}", value, unit=play.name(unit), gain=value))
        )
    return best_of(scored)


def _take_action(outlook: Outlook, unit: Unit, order: str, fork: Match[Any]) -> list[Scored]:
    """Return the worth of a single action at once: an attack, or a move out of the way.

    Empty when there is neither a target nor a better place.
    """
    play = outlook.play
    marker = _marker_cost(outlook, unit)
    target, attack = _attack_first(outlook, unit)
    away = 0.0
    if _next_is_enemy(outlook, unit) and outlook.fear(unit).value >= outlook.style.flight:
        away = _get_away(outlook, unit, fork, [order, "move"])
    if target is None and away <= 0.0:
        return []
    value = max(attack, away) - marker
    name = play.name(target) if target is not None else ""
    key = "order_take_action" if attack >= away else "order_get_away"
    why = said(key, value, unit=play.name(unit), target=name, gain=value)
    return [Scored(order, value, why)]


def _next_is_enemy(outlook: Outlook, unit: Unit) -> bool:
    """Return whether the enemy's Unit phase comes before this side's."""
    state = outlook.play.state
    return state.initiating == state.other(unit.side)


def _marker_cost(outlook: Outlook, unit: Unit) -> float:
    """Return what the Reaction marker of an Order takes: an action, and a reaction."""
    clock = outlook.clock
    before = outlook.activation(unit, *clock.actions(unit))
    after = outlook.activation(unit, *clock.actions(unit, reacts=True))
    reaction = 0.0
    if not unit.suppression and any(
        outlook.in_reaction_reach(unit, enemy) for enemy in outlook.play.enemies(unit.side)
    ):
        reaction = outlook.style.rattled
    return before - after + reaction


def _attack_first(outlook: Outlook, unit: Unit) -> tuple[Unit | None, float]:
    """Return an attack by Order and its worth: nobody reacts, and the enemy has yet to act."""
    target, done = outlook.best_target(unit)
    first = outlook.style.first_strike if _next_is_enemy(outlook, unit) else 0.0
    return target, (1.0 + first) * done.value


def _get_away(outlook: Outlook, unit: Unit, fork: Match[Any], answers: list[str]) -> float:
    """Return the worth of a Move by Order to the best place in reach.

    Parameters
    ----------
    answers : list of str
        What leads from the fork to the question for the path.
    """
    if outlook.move_in(unit) <= 0.0:
        return 0.0
    twin = fork.fork(viewer=unit.side)
    try:
        for answer in answers:
            twin.answer(answer)
        question = twin.pending
        if question is None or question.kind != "path":
            return 0.0
        # Nobody reacts in the Command phase: answers do not count.
        best = max(
            worth_of(outlook, place.there, moved=bool(place.path), attacks=False)
            + (outlook.style.fear * place.there.answers if place.path else 0.0)
            for place in looked_at(outlook, question, twin, unit)
        )
    finally:
        twin.close()
    here = worth_of(outlook, standing_here(outlook, unit), moved=False, attacks=False)
    return best - here


def _regroup(outlook: Outlook, unit: Unit) -> float:
    """Return the worth of clearing a unit's markers."""
    if not unit.suppression and not unit.reaction:
        return 0.0
    clock = outlook.clock
    value = outlook.activation(unit, 1.0, 0.0) - outlook.activation(unit, *clock.actions(unit))
    if unit.suppression:
        value += outlook.style.rattled
    if is_retreating(outlook.play, unit):
        value += outlook.style.broken * outlook.worth.unit(unit)
    return value


def _promotion(outlook: Outlook, unit: Unit) -> float:
    """Return the worth of a temporary Command Section: friends near, enemies far."""
    play, clock = outlook.play, outlook.clock
    friends = [each for each in play.friends(unit.side) if each.id != unit.id]
    near = sum(outlook.gap(unit, each) <= TEMPORARY_IN for each in friends)
    ahead = max(0, clock.turns - clock.turn)
    left = play.state.orders.get(unit.side, 0) - 1
    orders = outlook.style.orders * (0.25 * ahead + 0.5 * (left > 0))
    return orders * (0.4 + 0.2 * near) - 0.1 * outlook.fear(unit).value


def best_single_action(outlook: Outlook, question: Question, fork: Match[Any]) -> Scored:
    """Return what a unit does on an Order: attack, get away, or what else is offered."""
    play = outlook.play
    unit = play.unit(question.subject)
    name = play.name(unit)
    offered = [option.id for option in question.options if not option.blocked]
    target, attack = _attack_first(outlook, unit)
    scored: list[Scored] = []
    if "attack" in offered and target is not None:
        prey = play.name(target)
        scored.append(
            Scored("attack", attack, said("single_attack", attack, unit=name, target=prey))
        )
    if "move" in offered:
        away = _get_away(outlook, unit, fork, ["move"]) if _next_is_enemy(outlook, unit) else 0.0
        fear = outlook.fear(unit)
        feared = play.name(play.unit(fear.worst)) if fear.worst else ""
        key = "single_move" if fear.worst else "single_advance"
        scored.append(
            Scored("move", away, said(key, away, unit=name, feared=feared, fear=fear.value))
        )
    if "put-out-fire" in offered:
        value = outlook.burning(unit)
        scored.append(Scored("put-out-fire", value, said("do_put_out_fire", value, unit=name)))
    if "reload" in offered:
        value = 0.5 * max(0.0, outlook.with_ammo(unit) - attack)
        scored.append(Scored("reload", value, said("do_reload", value, unit=name)))
    return best_of(scored) if scored else first_of(question)
