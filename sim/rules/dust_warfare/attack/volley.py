"""An attack on one unit after the checks, before the dice: what fires, what protects.

Made from the table as it stands, it is the snapshot in which an attack and the reactions to it
are resolved (`dw.reaction.attack_simultaneous`); the odds read the same record.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sim.engine.reasons import Reason
from sim.geometry.units import is_within
from sim.rules.dust_warfare.attack.armour import ArmourRoll, armour_roll, has_ability
from sim.rules.dust_warfare.attack.cover import UnitCover, cover_value, unit_cover
from sim.rules.dust_warfare.attack.data import DeclaredAttack
from sim.rules.dust_warfare.attack.los import seen_by_any
from sim.rules.dust_warfare.attack.odds_dice import Pool
from sim.rules.dust_warfare.attack.weapons import Bearing, bearing
from sim.rules.dust_warfare.forces.profiles import Cell, Weapon
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Mini, Unit

__all__ = ["IGNORING", "DicePool", "Volley", "cover_ignored_by", "dice_pools", "make_volleys"]

#: How near a Penetrator must be to its target vehicle.
PENETRATOR_IN = 24.0


@dataclass(frozen=True)
class DicePool:
    """Dice rolled together: weapons with the same damage per hit and the same rules of rolling.

    Attributes
    ----------
    pool : Pool
    weapons : str
        What rolls, as in ``4 x StG 47, MG 48``.
    """

    pool: Pool
    weapons: str


@dataclass(frozen=True)
class Volley:
    """One attack on one unit, ready for the dice.

    Attributes
    ----------
    attacker, target : str
        Units.
    side : str
        Of the attacker.
    pools : tuple of DicePool
    fired, dropped : tuple of Bearing
        Weapons that take part, and those declared that fail the check.
    cover : UnitCover
    cover_value : int
        What the cover cancels once the weapons had their say.
    cover_reason : Reason
    armour : ArmourRoll
    reachable : tuple of str
        Target miniatures that may be given damage: seen by someone of the attacking unit.
    rerolls, inverted, grenade : bool
        Sustained rerolls; blanks count as hits; suppresses without a hit.
    close_combat : bool
    """

    attacker: str
    side: str
    target: str
    pools: tuple[DicePool, ...]
    fired: tuple[Bearing, ...]
    dropped: tuple[Bearing, ...]
    cover: UnitCover
    cover_value: int
    cover_reason: Reason
    armour: ArmourRoll
    reachable: tuple[str, ...]
    rerolls: bool
    inverted: bool
    grenade: bool
    close_combat: bool

    @property
    def dice(self) -> int:
        """Number of dice of the first roll."""
        return sum(each.pool.dice for each in self.pools)


def make_volleys(play: Play, attack: DeclaredAttack, leader: Mini) -> tuple[Volley, ...]:
    """Return the attack's volleys, one for each target still on the table.

    Parameters
    ----------
    leader : Mini
        From whose base obscuring is judged.

    Rules: dw.attack.declare_then_check dw.roll.separate_targets dw.reaction.wasted_attack
    """
    unit = play.unit(attack.attacker)
    looked: dict[str, list[Bearing]] = {}
    for name in attack.targets:
        target = play.unit(name)
        if target.on_table:
            looked[name] = [
                bearing(play, unit, play.mini(shot.mini), shot.mount, target)
                for shot in attack.at(name)
                if any(mini.id == shot.mini for mini in unit.minis)
            ]
    everything = [each for found in looked.values() for each in found if each.ok]
    return tuple(
        _volley(play, attack, leader, play.unit(name), looked=found, everything=everything)
        for name, found in looked.items()
    )


def _volley(
    play: Play,
    attack: DeclaredAttack,
    leader: Mini,
    target: Unit,
    *,
    looked: Sequence[Bearing],
    everything: Sequence[Bearing],
) -> Volley:
    """Return the volley on one target: of the weapons `looked` at, those that bear now."""
    unit = play.unit(attack.attacker)
    fired = tuple(each for each in looked if each.ok)
    includes = _includes(play, unit, target, fired, everything)
    cover = unit_cover(play, leader, target, unit.minis)
    ignored = cover_ignored_by(includes, attack.close_combat)
    value = 0 if ignored else cover_value(cover.cover)
    blinded = play.is_vehicle(unit) and "blinded" in unit.effects
    return Volley(
        attacker=unit.id,
        side=unit.side,
        target=target.id,
        pools=dice_pools((each.weapon, each.cell) for each in fired if each.cell),
        fired=fired,
        dropped=tuple(each for each in looked if not each.ok),
        cover=cover,
        cover_value=value,
        cover_reason=_cover_reason(cover, ignored),
        armour=armour_roll(play, target, unit.minis, includes),
        reachable=tuple(each.id for each in target.minis if seen_by_any(play, unit, each)),
        rerolls=attack.sustained and not blinded,
        inverted=has_ability(play, unit, "spotter") and not attack.close_combat,
        grenade="grenade" in includes,
        close_combat=attack.close_combat,
    )


def _includes(
    play: Play,
    unit: Unit,
    target: Unit,
    fired: Sequence[Bearing],
    everything: Sequence[Bearing],
) -> tuple[str, ...]:
    """Return what counts as included in the attack on one unit.

    By default only what is fired at the unit itself counts (option ``includes_scope``).

    Rules: dw.wability.burst dw.wability.grenades_cover dw.wability.phaser
    dw.wability.penetrator dw.ability.sniper
    """
    scope = everything if play.options.includes_scope == "whole_action" else fired
    found: list[str] = []
    for ability in ("burst", "grenade", "phaser"):
        if fired and any(ability in each.weapon.abilities for each in scope):
            found.append(ability)
    if fired and any(
        "penetrator" in each.weapon.abilities and _near(play, each, target) for each in scope
    ):
        found.append("penetrator")
    if fired and has_ability(play, unit, "sniper"):
        found.append("sniper")
    return tuple(found)


def _near(play: Play, shot: Bearing, target: Unit) -> bool:
    """Return whether a Penetrator's bearer is within 24 in of the target vehicle."""
    bearer = play.stand(play.mini(shot.mini))
    gaps = [play.facts.gap(bearer, play.stand(each)).inches for each in target.minis]
    return is_within(min(gaps), PENETRATOR_IN)


#: What makes cover useless, and by which clause.
IGNORING = {
    "burst": "dw.wability.burst",
    "grenade": "dw.wability.grenades_cover",
    "sniper": "dw.ability.sniper",
}


def cover_ignored_by(includes: Sequence[str], close_combat: bool) -> str:
    """Return the clause by which cover cancels nothing; empty when it counts.

    Rules: dw.cover.modifier_order dw.cover.applies_without_roll dw.wability.close_combat_no_cover
    """
    if close_combat:
        return "dw.wability.close_combat_no_cover"
    return next((rule for ability, rule in IGNORING.items() if ability in includes), "")


def _cover_reason(cover: UnitCover, ignored: str) -> Reason:
    if not ignored:
        return cover.reason
    params: dict[str, str | int | float | bool] = {"cover": cover.cover}
    return Reason("dw.attack_why.cover_ignored", params, 0, (ignored,), children=(cover.reason,))


def dice_pools(cells: Iterable[tuple[Weapon, Cell]]) -> tuple[DicePool, ...]:
    """Return the dice of some weapons, those with different damage per hit rolled separately.

    Parameters
    ----------
    cells : iterable of (Weapon, Cell)
        Each weapon that fires, with its dice and damage against the target.

    Rules: dw.roll.weapon_dice dw.roll.separate_damage dw.weapon.dice_damage
    dw.weapon.quantity_paren
    """
    groups: dict[tuple[int, bool, bool], list[tuple[Weapon, Cell]]] = {}
    for weapon, cell in cells:
        key = (cell.damage, "laser" in weapon.abilities, "tank-killer" in weapon.abilities)
        groups.setdefault(key, []).append((weapon, cell))
    made: list[DicePool] = []
    for (damage, laser, tank_killer), members in groups.items():
        dice = sum(cell.dice for _, cell in members)
        names: dict[str, int] = {}
        for weapon, _ in members:
            names[weapon.name] = names.get(weapon.name, 0) + 1
        label = ", ".join(f"{n} × {name}" if n > 1 else name for name, n in names.items())
        made.append(DicePool(Pool(dice, damage, laser, tank_killer), label))
    return tuple(made)
