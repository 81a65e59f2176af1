"""The worth of standing somewhere: what can be done from there, and what is feared."""

from __future__ import annotations

import msgspec

from sim.ai.dust_warfare.regular_1.outlook import Outlook, Poses
from sim.engine.reasons import Value
from sim.rules.dust_warfare.state import Unit

__all__ = ["Standing", "standing"]


class Standing(msgspec.Struct, frozen=True):
    """A place as a unit would find it.

    Attributes
    ----------
    attack, target : float, str
        The best attack from there, and on whom.
    next_attack : float
        What it could do in its next activation: from there, or after a move.
    fear, feared, answers : float, str, float
        See `Fear`.
    counter : float
        What the target of the best attack may do by a reaction to it.
    ground : float
        Nearness to its prey, and cover of the ground.
    """

    attack: float
    target: str
    next_attack: float
    fear: float
    feared: str
    answers: float
    counter: float
    ground: float


def standing(outlook: Outlook, unit: Unit, ground: float, poses: Poses | None = None) -> Standing:
    """Return the worth of a unit's standing at some place.

    Parameters
    ----------
    ground : float
        Worth of the place itself, from its ranking.
    """
    target, done = outlook.best_target(unit, poses)
    fear = outlook.fear(unit, poses)
    moved = [outlook.after_move(unit, enemy, poses) for enemy in outlook.play.enemies(unit.side)]
    clock = outlook.clock
    later = clock.turn < clock.turns or not clock.acted(unit)
    counter = 0.0
    if target is not None and outlook.in_reaction_reach(unit, target, poses):
        counter = clock.may_react(target) * outlook.harm(target, unit, poses).value
    return Standing(
        attack=done.value,
        target=target.id if target else "",
        next_attack=max(done.value, outlook.style.unseen * max(moved, default=0.0)) * later,
        fear=fear.value,
        feared=fear.worst,
        answers=fear.answers,
        counter=counter,
        ground=ground,
    )


def worth_of(outlook: Outlook, there: Standing, *, moved: bool, attacks: bool) -> float:
    """Return what it is worth to end an activation somewhere, in AP.

    Parameters
    ----------
    moved : bool
        Whether the unit comes there by a Move, which lets enemies within 12 in react.
    attacks : bool
        Whether it attacks from there at once.
    """
    style = outlook.style
    value = style.next_attack * there.next_attack - style.fear * there.fear + there.ground
    if attacks:
        value += there.attack - style.fear * there.counter * (not moved)
    if moved:
        value -= style.fear * there.answers + style.restless
    return value


def told(outlook: Outlook, unit: Unit, there: Standing) -> dict[str, Value]:
    """Return a place in words' parameters."""
    play = outlook.play

    def name(unit_id: str) -> str:
        return play.name(play.unit(unit_id)) if unit_id else ""

    return {
        "unit": play.name(unit),
        "target": name(there.target),
        "attack": there.attack,
        "feared": name(there.feared),
        "fear": there.fear + there.answers,
    }
