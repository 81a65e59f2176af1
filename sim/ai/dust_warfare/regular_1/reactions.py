"""Reactions: whether what happens now is worth the marker, or a greater threat is awaited."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from sim.ai.dust_warfare.regular_1.outlook import Outlook
from sim.ai.dust_warfare.regular_1.places import looked_at
from sim.ai.dust_warfare.regular_1.scored import Scored, best_of, said
from sim.ai.dust_warfare.regular_1.standing import worth_of
from sim.engine.match import Match
from sim.engine.questions import Question
from sim.rules.dust_warfare.attack.odds import expected_attack
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Unit
from sim.rules.dust_warfare.turn.reactions import REACTION_IN

__all__ = ["best_reaction"]

#: An attack before a Move is worth this share of itself: the mover may yet come nearer.
BEFORE = 0.9


def best_reaction(outlook: Outlook, question: Question, fork: Match[Any]) -> Scored:
    """Return the reaction most worth its marker, or to let it pass."""
    play = outlook.play
    enemy = play.unit(question.subject)
    least = outlook.style.least_reaction
    scored = [Scored("none", least, said("no_reaction", least, enemy=play.name(enemy)))]
    attacked = question.prompt.endswith("attack")
    for option in question.options:
        if option.blocked or option.id == "none":
            continue
        name, what = option.id.rsplit("/", 1)
        unit = play.unit(name)
        gain = _gain(outlook, unit, enemy, what)
        if what == "move":
            gain = _getting_away(outlook, unit, fork, option.id)
        gain *= BEFORE if question.prompt.endswith("before") else 1.0
        cost = _cost(outlook, unit, enemy, what, attacked=attacked)
        scored.append(_weighed(outlook, unit, enemy, option.id, (gain, cost)))
    return best_of(scored)


def _weighed(
    outlook: Outlook, unit: Unit, enemy: Unit, option: str, worth: tuple[float, float]
) -> Scored:
    """Return a reaction weighed against keeping it for a greater threat.

    Parameters
    ----------
    worth : (float, float)
        What it gains and what it costs.
    """
    play = outlook.play
    gain, cost = worth
    waiting, awaited = _waiting(outlook, unit, enemy)
    held = outlook.style.hold * max(0.0, waiting - cost)
    key = f"react_{option.rsplit('/', 1)[1].replace('-', '_')}"
    if held > gain - cost > outlook.style.least_reaction:
        key = "react_hold"
    why = said(
        key,
        gain - cost - held,
        unit=play.name(unit),
        enemy=play.name(enemy),
        gain=gain,
        cost=cost,
        awaited=play.name(awaited) if awaited is not None else "",
        held=held,
    )
    return Scored(option, gain - cost - held, why)


def _gain(outlook: Outlook, unit: Unit, enemy: Unit, what: str) -> float:
    """Return what an attack does, or what hitting the dirt spares."""
    if what == "attack":
        return outlook.harm(unit, enemy).value
    if what != "hit-the-dirt":
        return 0.0
    sustained = _aimed(outlook, enemy)
    coming = outlook.harm(enemy, unit, sustained=sustained).value
    return coming - _when_down(outlook, unit, enemy, sustained)


def _getting_away(outlook: Outlook, unit: Unit, fork: Match[Any], option: str) -> float:
    """Return how much less there is to fear at the best place a Move reaction leads to."""
    if outlook.fear(unit).value < outlook.style.flight:
        return 0.0
    twin = fork.fork(viewer=unit.side)
    try:
        twin.answer(option)
        asked = twin.pending
        if asked is None or asked.kind != "path":
            return 0.0
        places = looked_at(outlook, asked, twin, unit)
    finally:
        twin.close()
    best = max(
        places,
        key=lambda place: worth_of(outlook, place.there, moved=bool(place.path), attacks=False),
    )
    return outlook.fear(unit).value - best.there.fear


def _aimed(outlook: Outlook, enemy: Unit) -> bool:
    """Return whether an enemy makes a Sustained Attack now."""
    activation = outlook.play.state.activation
    if activation is None or activation.unit != enemy.id:
        return False
    return activation.actions[activation.done : activation.done + 1] == ["sustained"]


def _when_down(outlook: Outlook, unit: Unit, enemy: Unit, sustained: bool) -> float:
    """Return the harm of the enemy's attack if the unit had hit the dirt."""
    down = _marked(outlook.play, unit)
    odds = expected_attack(down, down.unit(enemy.id), down.unit(unit.id), sustained=sustained)
    # Valued as before: the marker itself is counted as a cost.
    return outlook.worth.harm(odds, unit) if odds is not None else 0.0


def _marked(play: Play, unit: Unit) -> Play:
    """Return an imagined state in which a unit has one Suppression marker more."""
    marked = msgspec.structs.replace(unit, suppression=unit.suppression + 1)
    units = {**play.state.units, unit.id: marked}
    imagined = play.imagined({})
    return replace(imagined, state=msgspec.structs.replace(imagined.state, units=units))


def _cost(outlook: Outlook, unit: Unit, enemy: Unit, what: str, *, attacked: bool) -> float:
    """Return what a reaction takes from the unit's next activation.

    The Reaction marker costs an action of an activation still to come this turn; hitting the
    dirt is a Suppression marker beside the one the attack may bring.
    """
    clock = outlook.clock
    odds = outlook.harm(enemy, unit, sustained=_aimed(outlook, enemy)).odds if attacked else None
    hit = odds.suppressed if odds is not None else 0.0
    down = 1 if what == "hit-the-dirt" else 0
    before = after = 0.0
    for chance, more in ((1.0 - hit, 0), (hit, 1)):
        if chance <= 0.0:
            continue
        before += chance * outlook.activation(unit, *clock.actions(unit, more=more))
        after += chance * outlook.activation(
            unit, *clock.actions(unit, more=more + down, reacts=True)
        )
    cost = before - after
    if down and not clock.last:
        cost += outlook.style.rattled * (1.0 - hit)
        if clock.markers_ahead(unit, 1) >= len(unit.minis):
            cost += outlook.style.broken * outlook.worth.unit(unit)
    return cost


def _waiting(outlook: Outlook, unit: Unit, enemy: Unit) -> tuple[float, Unit | None]:
    """Return what a reaction might gain against another enemy who has yet to act, and who."""
    best: tuple[float, Unit | None] = (0.0, None)
    for other in outlook.play.enemies(unit.side):
        if other.id == enemy.id or outlook.clock.acted(other):
            continue
        near = outlook.gap(other, unit) - outlook.move_in(other)
        if near > REACTION_IN:
            continue
        given = max(
            outlook.harm(unit, other).value, outlook.style.unseen * outlook.after_move(other, unit)
        )
        if given > best[0]:
            best = (given, other)
    return best
