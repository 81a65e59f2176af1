"""Attacks that no unit makes: a vehicle's ammunition going up, a burning vehicle driving over."""

from __future__ import annotations

import math

from sim.engine.reasons import Reason
from sim.geometry.shapes import reach_of
from sim.geometry.units import is_within
from sim.rules.dust_warfare.attack.armour import armour_class, armour_dice, has_ability
from sim.rules.dust_warfare.attack.cover import cover_value, one_step_up, unit_cover
from sim.rules.dust_warfare.attack.damage import assign_damage, shares_of
from sim.rules.dust_warfare.dice import dice_data, hits, roll_dice
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Mini, Unit
from sim.rules.dust_warfare.turn.suppression import add_markers, is_suppressed

__all__ = ["BLAST_DICE", "BLAST_IN", "detonate", "in_blast", "struck_by_spray"]

#: Reach from the vehicle's centre to a base, and the dice of the blast at 1 damage each.
BLAST_IN = 12.0
BLAST_DICE = 5


def in_blast(play: Play, vehicle: Mini, unit: Unit) -> bool:
    """Return whether some miniature's base lies within 12 in of a vehicle's centre.

    Rules: dw.vdt.ammo_detonation
    """
    assert vehicle.pose is not None
    for stand in play.stands(unit):
        base = play.facts.table.models[stand.model].base
        gap = math.dist(vehicle.pose.at, stand.pose.at) - reach_of(base)
        if is_within(gap, BLAST_IN):
            return True
    return False


async def detonate(play: Play, vehicle: Unit) -> None:
    """Strike every Soldier unit near a vehicle whose ammunition goes up, friend or foe.

    Units are struck in force order; markers come when all is settled.

    Rules: dw.vdt.ammo_detonation
    Asks: roll blast, roll armour, allocate damage (each owner)
    """
    (mini,) = vehicle.minis
    near = [
        unit
        for unit in play.state.units.values()
        if unit.on_table and play.is_soldier(unit) and in_blast(play, mini, unit)
    ]
    hit = [
        unit
        for unit in near
        if await _struck(
            play, vehicle, unit, BLAST_DICE, rule="dw.vdt.ammo_detonation", what="blast"
        )
    ]
    for unit in hit:
        add_markers(play, unit, 1, "dw.suppression.gain", "dw.vdt.ammo_detonation")


async def struck_by_spray(play: Play, vehicle: Unit, unit: Unit) -> None:
    """Strike an overrun Soldier unit with spray/1: one die for each of its miniatures.

    Rules: dw.vdt.external_fire dw.wability.spray
    Asks: roll spray, roll armour, allocate damage
    """
    dice = len(unit.minis)
    if await _struck(play, vehicle, unit, dice, rule="dw.vdt.external_fire", what="spray"):
        add_markers(play, unit, 1, "dw.suppression.gain", "dw.vdt.external_fire")


async def _struck(
    play: Play, vehicle: Unit, unit: Unit, dice: int, *, what: str, rule: str
) -> bool:
    """Resolve dice at 1 damage against a unit; returns whether any hit.

    Sight is ignored and the owner assigns to whom he likes; cover comes from the unit's own
    state only (option ``ammo_cover``).
    """
    why = Reason(
        f"dw.attack_why.{what}",
        {"vehicle": play.name(vehicle), "unit": play.name(unit), "dice": dice},
        dice,
        (rule,),
        pieces=(vehicle.id, unit.id),
    )
    faces = await roll_dice(what, dice, rule, why)
    count = hits(faces)
    play.say(
        "rolled",
        "dw.attack_log.area_roll",
        rule,
        subject=unit.id,
        reason=why,
        data=dice_data(faces, play.state.other(unit.side), unit=""),
        unit=play.name(unit),
        vehicle=play.name(vehicle),
        dice=dice,
        hits=count,
    )
    if count:
        cover = _cover_value(play, vehicle, unit, rule)
        left = max(0, count - cover - await _armour(play, unit))
        await assign_damage(play, unit, shares_of(play, unit, left), rule)
    return count > 0


async def _armour(play: Play, unit: Unit) -> int:
    """Roll the unit's armour and return its hits.

    Rules: dw.armour.dice
    """
    bonus = int(has_ability(play, unit, "damage-resilient"))
    dice = armour_dice(armour_class(play, unit).number, bonus, halved=False)
    why = Reason("dw.attack_why.armour_plain", {"unit": play.name(unit), "dice": dice}, dice)
    faces = await roll_dice("armour", dice, "dw.armour.dice", why)
    play.say(
        "rolled",
        "dw.attack_log.armour_roll",
        "dw.armour.dice",
        "dw.armour.negate",
        subject=unit.id,
        reason=why,
        data=dice_data(faces, unit.side),
        unit=play.name(unit),
        dice=dice,
        hits=hits(faces),
    )
    return hits(faces)


def _cover_value(play: Play, vehicle: Unit, unit: Unit, rule: str) -> int:
    """Return what the unit's cover cancels of an area attack.

    Rules: dw.vdt.ammo_detonation
    """
    choice = play.options.ammo_cover if rule == "dw.vdt.ammo_detonation" else ""
    if choice == "none":
        return 0
    if choice == "full_from_vehicle":
        return cover_value(unit_cover(play, vehicle.minis[0], unit).cover)
    return cover_value(one_step_up("none")) if is_suppressed(unit) else 0
