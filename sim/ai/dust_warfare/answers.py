"""Reactions, orders, and the small choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from sim.ai.dust_warfare.outlook import Outlook, best_target, threat
from sim.ai.dust_warfare.plans import Scored
from sim.ai.dust_warfare.worth import harm_of, points
from sim.engine.questions import Question
from sim.engine.reasons import Reason
from sim.rules.dust_warfare.odds import expected_attack
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Unit
from sim.rules.dust_warfare.suppression import is_retreating

__all__ = ["best_activation", "best_order", "best_reaction", "best_shot"]

#: Share of its best attack that a unit loses with an action of its coming activation.
LOST_ACTION = 0.55
#: An Order's attack comes before the enemy's, but costs an action later.
FIRST_STRIKE = 0.3
#: Below this many AP an Order or reaction is not worth its marker.
LEAST_GAIN = 0.75
#: What it costs to be suppressed on top of the lost action: no reactions, no screen.
MARKED = 1.5


def _name(play: Play, unit: Unit) -> str:
    return play.unit_profile(unit).name


def _best(scored: Sequence[Scored]) -> Scored:
    """Return the best of some answers, the others as its children."""
    best = max(scored, key=lambda each: each.value)
    rest = sorted((each for each in scored if each is not best), key=lambda each: -each.value)
    children = tuple(each.why for each in rest[:4])
    return msgspec.structs.replace(best, why=msgspec.structs.replace(best.why, children=children))


def best_activation(outlook: Outlook, question: Question) -> Scored:
    """Return which unit goes first: who can do most now, and who stands to lose most."""
    play = outlook.play
    scored: list[Scored] = []
    for option in question.options:
        unit = play.unit(option.id)
        _, done = best_target(outlook, unit)
        fear, _ = threat(outlook, unit)
        value = done.value + 0.5 * fear
        params = {"unit": _name(play, unit), "attack": f"{done.value:.1f}", "fear": f"{fear:.1f}"}
        scored.append(Scored(option.id, value, Reason("ai.why.activate", {**params}, value)))
    return _best(scored)


def best_shot(outlook: Outlook, question: Question) -> Scored:
    """Return the target that an attack does most harm to; hold fire where it can do none."""
    play, unit = outlook.play, outlook.play.unit(question.subject)
    sustained = question.prompt.endswith("sustained")
    scored = [Scored("hold", 0.0, Reason("ai.why.hold", {"unit": _name(play, unit)}, 0.0))]
    for option in question.options:
        name = option.id.removesuffix("/close")
        if option.blocked or name not in play.state.units:
            continue
        target, close = play.unit(name), option.id.endswith("/close")
        odds = expected_attack(play, unit, target, sustained=sustained, close_combat=close)
        if odds is None:
            continue
        value = harm_of(play, odds, target)
        params = {
            "target": _name(play, target),
            "attack": f"{value:.1f}",
            "casualties": f"{odds.expected_casualties:.1f}",
        }
        scored.append(Scored(option.id, value, Reason("ai.why.shoot", {**params}, value)))
    offered = [option.id for option in question.options]
    return _best([each for each in scored if each.answer in offered])


def best_order(outlook: Outlook, question: Question) -> Scored:
    """Return the Order most worth giving, or to pass."""
    play = outlook.play
    scored = [Scored("pass", LEAST_GAIN, Reason("ai.why.no_order", {}, LEAST_GAIN))]
    for option in question.options:
        if option.blocked or "/" not in option.id:
            continue
        what, name = option.id.split("/", 1)
        unit = play.unit(name)
        value = _order_value(outlook, unit, what)
        params = {"unit": _name(play, unit), "gain": f"{value:.1f}"}
        key = f"ai.why.order_{what.replace('-', '_')}"
        scored.append(Scored(option.id, value, Reason(key, {**params}, value)))
    return _best(scored)


def _order_value(outlook: Outlook, unit: Unit, what: str) -> float:
    play = outlook.play
    attack = best_target(outlook, unit)[1].value
    if what == "promote":
        # Without a section there are no Orders at all; the safest leader serves best.
        return 3.0 - 0.1 * threat(outlook, unit)[0]
    if what == "regroup":
        if not unit.suppression and not unit.reaction:
            return 0.0
        saved = 0.3 * points(play, unit) if is_retreating(play, unit) else 0.0
        return saved + LOST_ACTION * attack + MARKED * min(unit.suppression, 2)
    if unit.suppression:
        return 0.0
    return FIRST_STRIKE * attack


def best_reaction(outlook: Outlook, question: Question) -> Scored:
    """Return the reaction most worth its marker, or to let it pass."""
    play = outlook.play
    enemy = play.unit(question.subject)
    scored = [Scored("none", LEAST_GAIN, Reason("ai.why.no_reaction", {}, LEAST_GAIN))]
    attacked = question.prompt.endswith("attack")
    for option in question.options:
        if option.blocked or option.id == "none":
            continue
        name, what = option.id.rsplit("/", 1)
        unit = play.unit(name)
        gain = _reaction_gain(outlook, unit, enemy, what, attacked=attacked)
        value = gain - _marker_cost(outlook, unit)
        params = {"unit": _name(play, unit), "enemy": _name(play, enemy), "gain": f"{gain:.1f}"}
        key = f"ai.why.react_{what.replace('-', '_')}"
        scored.append(Scored(option.id, value, Reason(key, {**params}, round(value, 2))))
    return _best(scored)


def _marker_cost(outlook: Outlook, unit: Unit) -> float:
    """Return what a Reaction marker costs: an action, unless the unit has acted this turn."""
    if unit.activated:
        return 0.0
    return LOST_ACTION * best_target(outlook, unit)[1].value


def _reaction_gain(
    outlook: Outlook, unit: Unit, enemy: Unit, what: str, *, attacked: bool
) -> float:
    play = outlook.play
    if what == "attack":
        return outlook.harm(unit, enemy).value
    coming = outlook.harm(enemy, unit).value if attacked else 0.0
    if what == "hit-the-dirt":
        down = _marked(play, unit)
        spared = coming - Outlook(down).harm(enemy, down.unit(unit.id)).value
        odds = outlook.harm(enemy, unit).odds
        certain = odds.suppressed if odds is not None else 0.0
        return spared - MARKED * (1.0 - certain)
    # A Move reaction breaks the line only now and then: count a part of what is coming.
    return 0.35 * coming


def _marked(play: Play, unit: Unit) -> Play:
    """Return an imagined state in which a unit has one Suppression marker more."""
    marked = msgspec.structs.replace(unit, suppression=unit.suppression + 1)
    units = {**play.state.units, unit.id: marked}
    imagined = play.imagined({})
    return replace(imagined, state=msgspec.structs.replace(imagined.state, units=units))
