"""Declaring attacks: at whom with everything, or who fires at whom when fire is split."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from sim.ai.dust_warfare.regular_1.outlook import Outlook
from sim.ai.dust_warfare.regular_1.scored import Scored, best_of, first_of, said
from sim.engine.questions import Question
from sim.engine.reasons import Reason
from sim.rules.dust_warfare.attack.data import DeclaredAttack, Shot
from sim.rules.dust_warfare.attack.odds import expected_attack, leader_for_odds, volley_odds
from sim.rules.dust_warfare.attack.volley import make_volleys
from sim.rules.dust_warfare.attack.weapons import legal_targets, weapons_bearing
from sim.rules.dust_warfare.state import Unit

__all__ = ["best_shot", "weapon_target", "weapon_targets"]

#: Splitting is worth the trouble from this many AP on.
LEAST_SPLIT = 0.75
#: Targets among which fire is split.
MOST_TARGETS = 3


def best_shot(outlook: Outlook, question: Question) -> Scored:
    """Return the target that an attack does most harm to; hold fire where it can do none.

    What the target may do by an Attack reaction counts against it.
    """
    play, unit = outlook.play, outlook.play.unit(question.subject)
    sustained = is_sustained(outlook, unit)
    scored = [Scored("hold", 0.0, said("hold", 0.0, unit=play.name(unit)))]
    for option in question.options:
        name = option.id.removesuffix("/close")
        if option.blocked or name not in play.state.units:
            continue
        target, close = play.unit(name), option.id.endswith("/close")
        odds = expected_attack(play, unit, target, sustained=sustained, close_combat=close)
        if odds is None:
            continue
        done = outlook.worth.harm(odds, target)
        value = done - _counter(outlook, unit, target)
        why = said(
            "strike" if close else "shoot",
            value,
            unit=play.name(unit),
            target=play.name(target),
            attack=done,
            casualties=odds.expected_casualties,
            destroyed=round(100 * odds.destroyed),
        )
        scored.append(Scored(option.id, value, why))
    offered = [option.id for option in question.options if not option.blocked]
    if "split" in offered:
        split = best_split(outlook, unit, sustained=sustained)
        if split is not None:
            names = ", ".join(play.name(play.unit(each)) for each in split.targets)
            why = said("split", split.value, unit=play.name(unit), targets=names)
            scored.append(Scored("split", split.value - LEAST_SPLIT, why))
    return best_of([each for each in scored if each.answer in offered])


def is_sustained(outlook: Outlook, unit: Unit) -> bool:
    """Return whether the attack in hand is a Sustained Attack of the unit's activation."""
    activation = outlook.play.state.activation
    if activation is None or activation.unit != unit.id:
        return False
    return activation.actions[activation.done : activation.done + 1] == ["sustained"]


def _counter(outlook: Outlook, unit: Unit, target: Unit) -> float:
    """Return what a target may do by a reaction to being attacked."""
    if unit.id != outlook.clock.acting or not outlook.in_reaction_reach(unit, target):
        return 0.0
    chance = outlook.clock.may_react(target)
    return outlook.style.fear * chance * outlook.harm(target, unit).value


# --- splitting fire ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Split:
    """Fire shared among targets: which weapon at whom, and what that is worth together."""

    at: Mapping[str, str]
    value: float

    @property
    def targets(self) -> tuple[str, ...]:
        """The targets, each once."""
        return tuple(dict.fromkeys(self.at.values()))


def best_split(outlook: Outlook, unit: Unit, *, sustained: bool) -> Split | None:
    """Return the best way to share a unit's fire among two targets or more; None for none."""
    play = outlook.play
    bearers: dict[str, dict[str, list[Shot]]] = {}
    for target in _likely(outlook, unit):
        for each in weapons_bearing(play, unit, target):
            shots = bearers.setdefault(each.weapon.id, {})
            shots.setdefault(target.id, []).append(Shot(each.mini, each.mount, target.id))
    best: Split | None = None
    for choice in product(*(list(shots) for shots in bearers.values())):
        at = dict(zip(bearers, choice, strict=True))
        if len(set(choice)) < 2:
            continue
        shots = tuple(shot for weapon, target in at.items() for shot in bearers[weapon][target])
        value = _worth_of(outlook, unit, shots, sustained)
        if best is None or value > best.value:
            best = Split(at, value)
    return best


def _likely(outlook: Outlook, unit: Unit) -> list[Unit]:
    """Return the targets that a unit's whole fire would do most to, in the order of forces."""
    legal = legal_targets(outlook.play, unit)
    by_harm = sorted(legal, key=lambda each: (-outlook.harm(unit, each).value, each.id))
    return [each for each in legal if each in by_harm[:MOST_TARGETS]]


def _worth_of(outlook: Outlook, unit: Unit, shots: Sequence[Shot], sustained: bool) -> float:
    play = outlook.play
    targets = tuple(dict.fromkeys(shot.target for shot in shots))
    attack = DeclaredAttack(unit.id, tuple(shots), targets, sustained)
    leader = leader_for_odds(play, unit, play.unit(targets[0]))
    value = 0.0
    for volley in make_volleys(play, attack, leader):
        target = play.unit(volley.target)
        value += outlook.worth.harm(volley_odds(play, volley), target)
        value -= _counter(outlook, unit, target)
    return value


def weapon_target(outlook: Outlook, question: Question) -> Scored:
    """Return at whom one weapon fires when fire is split."""
    unit = outlook.play.unit_of(question.subject)
    target = _planned(outlook, unit, question)
    if target is None or target not in [option.id for option in question.options]:
        return first_of(question)
    return Scored(target, 0.0, _at_whom(outlook, question, target))


def weapon_targets(outlook: Outlook, question: Question) -> Scored:
    """Return at whom some like weapons fire when fire is split: all at one."""
    unit = outlook.play.unit(question.subject)
    target = _planned(outlook, unit, question)
    slots = {slot.id: slot.most for slot in question.slots}
    if target is None or target not in slots:
        return first_of(question)
    answer = {target: min(slots[target], question.amount)}
    if question.why_not(answer):
        return first_of(question)
    return Scored(answer, 0.0, _at_whom(outlook, question, target))


def _planned(outlook: Outlook, unit: Unit, question: Question) -> str | None:
    """Return the target planned for the weapon that a question asks about."""
    split = best_split(outlook, unit, sustained=is_sustained(outlook, unit))
    if split is None:
        return None
    weapons = outlook.play.profiles.weapons
    names = {weapons[weapon].name: target for weapon, target in split.at.items()}
    return names.get(str(question.params.get("weapon", "")))


def _at_whom(outlook: Outlook, question: Question, target: str) -> Reason:
    name = outlook.play.name(outlook.play.unit(target))
    return said("split_at", 0.0, weapon=str(question.params.get("weapon", "")), target=name)
