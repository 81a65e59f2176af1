"""The Command phase: which Order is worth giving, and what is done on it."""

from __future__ import annotations

from sim.ai.dust_warfare.regular_1.outlook import Outlook
from sim.ai.dust_warfare.regular_1.scored import Scored, best_of, first_of, said
from sim.engine.questions import Question
from sim.rules.dust_warfare.command import TEMPORARY_IN
from sim.rules.dust_warfare.state import Unit
from sim.rules.dust_warfare.suppression import is_retreating

__all__ = ["best_order", "best_single_action"]


def best_order(outlook: Outlook, question: Question) -> Scored:
    """Return the Order most worth giving, or to pass."""
    play = outlook.play
    least = outlook.style.least_order
    scored = [Scored("pass", least, said("no_order", least))]
    for option in question.options:
        if option.blocked or "/" not in option.id:
            continue
        what, name = option.id.split("/", 1)
        unit = play.unit(name)
        value, target = _value(outlook, unit, what)
        key = f"order_{what.replace('-', '_')}"
        if what == "take-action" and not target:
            key = "order_get_away"
        why = said(key, value, unit=play.name(unit), target=target, gain=value)
        scored.append(Scored(option.id, value, why))
    return best_of(scored)


def _value(outlook: Outlook, unit: Unit, what: str) -> tuple[float, str]:
    """Return the worth of an Order, and the target of the attack it is for."""
    if what == "promote":
        return _promotion(outlook, unit), ""
    if what == "regroup":
        return _regroup(outlook, unit), ""
    attack, target = _attack_first(outlook, unit)
    away = _get_away(outlook, unit)
    if attack >= away:
        return attack, target
    return away, ""


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


def _attack_first(outlook: Outlook, unit: Unit) -> tuple[float, str]:
    """Return the worth of an attack by Order: nobody reacts, and the enemy has yet to act."""
    target, done = outlook.best_target(unit)
    if target is None:
        return 0.0, ""
    first = outlook.style.first_strike if _next_is_enemy(outlook, unit) else 0.0
    value = (1.0 + first) * done.value - _marker_cost(outlook, unit)
    return value, outlook.play.name(target)


def _get_away(outlook: Outlook, unit: Unit) -> float:
    """Return the worth of a Move by Order out of an enemy's way who acts next."""
    if not _next_is_enemy(outlook, unit) or outlook.move_in(unit) <= 0.0:
        return 0.0
    fear = outlook.fear(unit).value
    return outlook.style.dodge * fear - _marker_cost(outlook, unit)


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


def best_single_action(outlook: Outlook, question: Question) -> Scored:
    """Return what a unit does on an Order: attack, get away, or what else is offered."""
    play = outlook.play
    unit = play.unit(question.subject)
    offered = [option.id for option in question.options if not option.blocked]
    target, done = outlook.best_target(unit)
    fear = outlook.fear(unit)
    name = play.name(unit)
    scored: list[Scored] = []
    if "attack" in offered and target is not None:
        prey = play.name(target)
        why = said("single_attack", done.value, unit=name, target=prey, attack=done.value)
        scored.append(Scored("attack", done.value, why))
    if "move" in offered:
        value = outlook.style.dodge * fear.value
        feared = play.name(play.unit(fear.worst)) if fear.worst else ""
        key = "single_move" if fear.worst else "single_advance"
        why = said(key, value, unit=name, feared=feared, fear=fear.value)
        scored.append(Scored("move", value, why))
    if "put-out-fire" in offered:
        value = outlook.burning(unit)
        scored.append(Scored("put-out-fire", value, said("do_put_out_fire", value, unit=name)))
    if "reload" in offered:
        value = 0.5 * max(0.0, outlook.with_ammo(unit) - done.value)
        scored.append(Scored("reload", value, said("do_reload", value, unit=name)))
    return best_of(scored) if scored else first_of(question)
