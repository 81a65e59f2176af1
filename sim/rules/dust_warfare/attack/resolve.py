"""Resolving attacks: checks, dice, armour, damage, then markers; simultaneous ones as one."""

from __future__ import annotations

from collections.abc import Sequence

from sim.engine.reasons import Reason
from sim.rules.dust_warfare.attack.damage import assign_damage, shares_of
from sim.rules.dust_warfare.attack.data import DeclaredAttack
from sim.rules.dust_warfare.attack.roll import Struck, roll_volley
from sim.rules.dust_warfare.attack.vehicle_damage import roll_on_table
from sim.rules.dust_warfare.attack.volley import Volley, make_volleys
from sim.rules.dust_warfare.attack.weapons import Bearing
from sim.rules.dust_warfare.dice import dice_data, hits, roll_dice
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.turn.leader import stand_in
from sim.rules.dust_warfare.turn.suppression import add_markers
from sim.words import say

__all__ = ["markers_for", "resolve_exchange", "table_dice"]


async def resolve_exchange(
    play: Play, attack: DeclaredAttack, reactions: Sequence[DeclaredAttack] = ()
) -> None:
    """Resolve an attack and the Attack reactions to it at the same time.

    All are checked and rolled from one snapshot, so that losses of one do not reduce another.
    Armour and damage are settled reaction by reaction in the reacting player's order, the attack
    itself last; markers are put down when all is settled.

    Rules: dw.attack.steps dw.reaction.attack_simultaneous dw.suppression.gain
    dw.wability.reload
    """
    volleys: list[list[Volley]] = []
    for each in (attack, *reactions):
        leader = await stand_in(play, play.unit(each.attacker), "dw.obscured.from_leader")
        volleys.append(list(make_volleys(play, each, leader)))
        _tell_checks(play, volleys[-1])
    struck = [[await roll_volley(play, volley) for volley in group] for group in volleys]
    for group in volleys:
        _spend_ammunition(play, group)
    settled = [each for group in (*struck[1:], struck[0]) for each in group]
    for each in settled:
        await _settle(play, each)
    for each in settled:
        _suppress(play, each)


def _tell_checks(play: Play, volleys: Sequence[Volley]) -> None:
    """Log what takes part and what protects.

    Rules: dw.attack.declare_then_check dw.reaction.wasted_attack
    Emits: dropped checked wasted
    """
    for volley in volleys:
        target = play.name(play.unit(volley.target))
        _tell_dropped(play, volley)
        if not volley.fired:
            play.say(
                "wasted",
                "dw.attack_log.attack_wasted",
                "dw.reaction.wasted_attack",
                subject=volley.attacker,
                unit=play.name(play.unit(volley.attacker)),
                target=target,
            )
            continue
        play.say(
            "checked",
            f"dw.attack_log.cover.{volley.cover.cover}",
            *volley.cover_reason.rule_ids,
            subject=volley.target,
            reason=volley.cover_reason,
            target=target,
            value=volley.cover_value,
        )


def _tell_dropped(play: Play, volley: Volley) -> None:
    """Log the weapons that failed the check, those with one reason together.

    Rules: dw.attack.declare_then_check
    Emits: dropped
    """
    groups: dict[tuple[str, str], list[Bearing]] = {}
    for each in volley.dropped:
        groups.setdefault((each.weapon.name, each.objections[0].key), []).append(each)
    for (name, key), members in groups.items():
        objection = members[0].objections[0]
        play.say(
            "dropped",
            "dw.attack_log.weapon_dropped",
            "dw.attack.declare_then_check",
            objection.rule,
            subject=volley.attacker,
            data={"minis": [each.mini for each in members]},
            unit=play.name(play.unit(volley.attacker)),
            weapons=f"{len(members)} × {name}" if len(members) > 1 else name,
            why=say(key, **objection.params),
        )


def _spend_ammunition(play: Play, volleys: Sequence[Volley]) -> None:
    """Put an Out of Ammo marker on a unit that fired a Reload weapon.

    A weapon that dropped out has rolled no dice and stays loaded.

    Rules: dw.wability.reload dw.reaction.wasted_attack dw.attack.optional_weapons
    Emits: ran_dry
    """
    fired = [shot for volley in volleys for shot in volley.fired]
    if not any("reload" in shot.weapon.abilities for shot in fired):
        return
    unit = play.unit(volleys[0].attacker)
    unit.out_of_ammo = True
    play.say(
        "ran_dry",
        "dw.attack_log.out_of_ammo",
        "dw.wability.reload",
        subject=unit.id,
        unit=play.name(unit),
    )


async def _settle(play: Play, struck: Struck) -> None:
    """Roll armour, take off the cover, assign what is left, and look at the vehicle's table.

    Rules: dw.armour.unit_wide dw.armour.no_damage_no_roll dw.damage.defender_assigns
    dw.damage.vehicle_extra dw.vdt.vehicle_destroyed dw.rear_armour.cover_stays
    dw.cover.applies_without_roll
    """
    volley = struck.volley
    target = play.unit(volley.target)
    if not struck.damage or not target.alive:
        return
    negated = await _armour(play, volley)
    left = max(0, struck.damage - volley.cover_value - negated)
    why = Reason(
        "dw.attack_why.damage_left",
        {
            "damage": struck.damage,
            "cover": volley.cover_value,
            "armour": negated,
            "left": left,
        },
        left,
        ("dw.roll.damage_sum", "dw.armour.negate"),
        children=(volley.cover_reason, volley.armour.reason),
    )
    play.say(
        "damage_counted",
        "dw.attack_log.damage_left" if left else "dw.attack_log.no_damage_left",
        "dw.armour.negate",
        subject=target.id,
        reason=why,
        unit=play.name(target),
        damage=struck.damage,
        cover=volley.cover_value,
        armour=negated,
        left=left,
    )
    if not left:
        return
    shares = shares_of(play, target, left, volley.reachable, volley.cover.obscured)
    await assign_damage(play, target, shares, "dw.damage.casualty", why=why)
    if target.alive and play.is_vehicle(target):
        dice, inverted = table_dice(struck, play.options.tank_killer_scope)
        await roll_on_table(play, volley.side, target, dice, inverted)


def table_dice(struck: Struck, scope: str) -> tuple[int, int]:
    """Return the dice on the Vehicle Damage Table and how many a Tank Killer inverts.

    Rules: dw.vdt.roll_count dw.wability.tank_killer
    """
    dice = max(0, struck.damage - struck.volley.cover_value)
    if scope == "whole_roll":
        return dice, dice if struck.killer_damage else 0
    return dice, min(dice, struck.killer_damage)


async def _armour(play: Play, volley: Volley) -> int:
    """Roll the Armour dice and return their hits.

    Rules: dw.armour.dice dw.armour.negate dw.armour.unit_wide
    Asks: roll armour
    Emits: rolled
    """
    roll = volley.armour
    unit = play.unit(volley.target)
    if not roll.dice:
        rule = roll.denied or "dw.armour.dice"
        play.say(
            "no_armour",
            "dw.attack_log.no_armour",
            rule,
            subject=unit.id,
            reason=roll.reason,
            unit=play.name(unit),
        )
        return 0
    faces = await roll_dice("armour", roll.dice, "dw.armour.dice", roll.reason)
    play.say(
        "rolled",
        "dw.attack_log.armour_roll",
        "dw.armour.dice",
        "dw.armour.negate",
        subject=unit.id,
        reason=roll.reason,
        data=dice_data(faces, unit.side),
        unit=play.name(unit),
        dice=len(faces),
        hits=hits(faces),
    )
    return hits(faces)


def markers_for(struck_hits: int, *, grenade: bool, stack: str = "one") -> int:
    """Return the Suppression markers an attack causes: one for a hit or a Grenade, never more.

    Parameters
    ----------
    stack : str
        Option ``grenade_marker_stack``: ``two`` gives one for each.

    Rules: dw.damage.suppression_gain dw.suppression.gain dw.wability.grenades_suppress
    """
    if stack == "two":
        return int(struck_hits > 0) + int(grenade)
    return int(struck_hits > 0 or grenade)


def _suppress(play: Play, struck: Struck) -> None:
    """Put the markers of an attack on its target once everything is resolved.

    Rules: dw.suppression.gain dw.damage.suppression_gain dw.damage.vehicle_extra
    dw.wability.grenades_suppress
    """
    grenade = struck.volley.grenade
    count = markers_for(struck.hits, grenade=grenade, stack=play.options.grenade_marker_stack)
    rules = ["dw.suppression.gain", *(["dw.wability.grenades_suppress"] if grenade else [])]
    add_markers(play, play.unit(struck.volley.target), count, *rules)
