"""The Armour roll: how many dice, and when there are none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sim.engine.reasons import Reason
from sim.rules.dust_warfare.attack.arcs import mostly_behind
from sim.rules.dust_warfare.forces.profiles import ArmourClass
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Mini, Unit

__all__ = ["ArmourRoll", "armour_class", "armour_dice", "armour_roll", "has_ability"]


@dataclass(frozen=True)
class ArmourRoll:
    """The dice a unit rolls against one attack; `denied` is the clause that takes them away."""

    dice: int
    denied: str
    reason: Reason


def armour_class(play: Play, unit: Unit) -> ArmourClass:
    """Return a unit's type and class; all its miniatures share it.

    Rules: dw.roll.mixed_class_unit
    """
    return play.profiles.minis[play.unit_profile(unit).members[0].profile].armour


def has_ability(play: Play, unit: Unit, ability: str) -> bool:
    """Return whether a unit, or a living miniature of it, has an ability."""
    return ability in play.unit_profile(unit).abilities or any(
        ability in play.profile(mini).abilities for mini in unit.minis
    )


def armour_dice(number: int, bonus: int, *, halved: bool, order: str = "after_bonus") -> int:
    """Return the dice of an Armour roll.

    Parameters
    ----------
    number : int
        Armour class.
    bonus : int
        Extra dice.
    halved : bool
        By a Penetrator within 24 in, rounding up.
    order : str
        Option ``penetrator_order``: halve after the bonus, or the class alone.

    Rules: dw.armour.dice dw.armour.modifier_order dw.wability.penetrator
    """
    if not halved:
        return number + bonus
    if order == "class_only":
        return (number + 1) // 2 + bonus
    return (number + bonus + 1) // 2


def armour_roll(
    play: Play, target: Unit, shooters: Sequence[Mini], includes: Sequence[str]
) -> ArmourRoll:
    """Return the Armour roll of a unit against an attack.

    Parameters
    ----------
    shooters : sequence of Mini
        Every living miniature of the attacking unit, firing or not.
    includes : sequence of str
        What the attack includes: ``phaser``, ``penetrator`` (within 24 in), ``sniper``.

    Rules: dw.armour.dice dw.armour.modifier_order dw.rear_armour.condition dw.wability.phaser
    dw.wability.penetrator dw.ability.sniper dw.ability.damage_resilient dw.vdt.hull_breach
    """
    denied, children = _denied(play, target, shooters, includes)
    number = armour_class(play, target).number
    bonus = int(has_ability(play, target, "damage-resilient"))
    halved = play.is_vehicle(target) and "penetrator" in includes
    dice = armour_dice(number, bonus, halved=halved, order=play.options.penetrator_order)
    if bonus:
        resilient = Reason("dw.attack_why.resilient", {}, bonus, ("dw.ability.damage_resilient",))
        children = (*children, resilient)
    if halved:
        rules = ("dw.wability.penetrator",)
        half = Reason("dw.attack_why.penetrated", {"dice": dice}, dice, rules)
        children = (*children, half)
    reason = Reason(
        "dw.attack_why.no_armour" if denied else "dw.attack_why.armour",
        {"unit": play.name(target), "dice": 0 if denied else dice, "number": number},
        0 if denied else dice,
        (denied or "dw.armour.dice",),
        pieces=(target.id,),
        children=children,
    )
    return ArmourRoll(0 if denied else dice, denied, reason)


def _denied(
    play: Play, target: Unit, shooters: Sequence[Mini], includes: Sequence[str]
) -> tuple[str, tuple[Reason, ...]]:
    """Return the clause that denies the roll, empty for none, and what shows it."""
    if "sniper" in includes:
        return "dw.ability.sniper", ()
    if "phaser" in includes:
        return "dw.wability.phaser", ()
    if not play.is_vehicle(target):
        return "", ()
    if "hull_breach" in target.effects:
        return "dw.vdt.hull_breach", ()
    behind, names = mostly_behind(play, target.minis[0], list(shooters))
    count = Reason(
        "dw.attack_why.behind",
        {"behind": len(names), "minis": len(shooters)},
        len(names),
        ("dw.rear_armour.condition",),
        pieces=names,
    )
    return ("dw.rear_armour.condition" if behind else ""), (count,)
