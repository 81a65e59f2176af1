"""Hints on targets: range, arc, sight, cover and odds, each with the reason behind it."""

from __future__ import annotations

from sim.engine.questions import Tag
from sim.engine.reasons import Reason
from sim.rules.dust_warfare.attack.arcs import arcs_touched
from sim.rules.dust_warfare.attack.data import DeclaredAttack, Shot
from sim.rules.dust_warfare.attack.los import seen_by_any, sight_reason
from sim.rules.dust_warfare.attack.odds import (
    AttackOdds,
    expected_attack,
    leader_for_odds,
    volley_odds,
)
from sim.rules.dust_warfare.attack.volley import Volley, make_volleys
from sim.rules.dust_warfare.attack.weapons import Bearing, all_bearings, weapons_bearing
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Unit
from sim.words import say

__all__ = ["cover_tags", "odds_reason", "reaction_tags", "target_tags"]


def target_tags(
    play: Play, unit: Unit, target: Unit, *, sustained: bool, close_combat: bool
) -> tuple[Tag, ...]:
    """Return the tags of a target: gap, weapons that bear, sight, arc, cover and odds.

    Looking costs nothing and changes nothing.

    Rules: dw.measure.premeasure
    """
    bearing = weapons_bearing(play, unit, target, close_combat=close_combat)
    looked = all_bearings(play, unit, target, close_combat=close_combat)
    gap = min((each.gap_in for each in looked), default=0.0)
    tags = [
        Tag("dw.attack_tag.range", say("dw.attack_tag.inches", inches=round(gap, 1))),
        Tag("dw.attack_tag.weapons", f"{len(bearing)}/{len(looked)}", _weapons_reason(looked)),
        _sight_tag(play, unit, target),
    ]
    if play.is_vehicle(unit):
        arcs = arcs_touched(play, unit.minis[0], target.minis[0])
        tags.append(Tag("dw.attack_tag.arc", "/".join(arcs)))
    if not bearing:
        return tuple(tags)
    shots = tuple(Shot(each.mini, each.mount, target.id) for each in bearing)
    attack = DeclaredAttack(unit.id, shots, (target.id,), sustained, close_combat)
    (volley,) = make_volleys(play, attack, leader_for_odds(play, unit, target))
    odds = volley_odds(play, volley)
    cover = say(f"dw.cover_name.{volley.cover.cover}")
    return (
        *tags,
        Tag("dw.attack_tag.cover", cover, volley.cover_reason),
        Tag("dw.attack_tag.odds", _odds_text(play, target, odds), odds_reason(play, volley, odds)),
    )


def reaction_tags(play: Play, unit: Unit, enemy: Unit, *, close_only: bool) -> tuple[Tag, ...]:
    """Return what an Attack reaction can be expected to do; empty when nothing bears.

    The value of the tag's reason is the chance of at least one casualty, or of a row of the table
    above 0 for a vehicle.
    """
    odds = expected_attack(play, unit, enemy, close_combat=True if close_only else None)
    if odds is None:
        return ()
    vehicle = play.is_vehicle(enemy)
    chance = odds.crippled if vehicle else odds.any_casualty
    params: dict[str, str | int | float | bool] = {
        "unit": play.name(enemy),
        "percent": round(100 * chance),
    }
    key = "dw.why.reaction_chance_vehicle" if vehicle else "dw.why.reaction_chance"
    reason = Reason(key, params, round(chance, 4), ("dw.roll.damage_sum",))
    return (Tag("dw.tag.reaction_chance", _odds_text(play, enemy, odds), reason),)


def cover_tags(play: Play, attack: DeclaredAttack, target: Unit) -> tuple[Tag, ...]:
    """Return a target's cover from a declared attack; the reason's value is what it cancels."""
    leader = leader_for_odds(play, play.unit(attack.attacker), target)
    return tuple(
        Tag(
            "dw.attack_tag.cover",
            say(f"dw.cover_name.{volley.cover.cover}"),
            volley.cover_reason,
        )
        for volley in make_volleys(play, attack, leader)
        if volley.target == target.id
    )


def _weapons_reason(looked: tuple[Bearing, ...]) -> Reason:
    """Return each weapon with why it bears or not."""
    children: list[Reason] = []
    for each in looked:
        params: dict[str, str | int | float | bool] = {
            "weapon": each.weapon.name,
            "mini": each.mini,
            "why": "; ".join(objection.text() for objection in each.objections),
        }
        key = "dw.attack_why.bears" if each.ok else "dw.attack_why.does_not_bear"
        rules = tuple(objection.rule for objection in each.objections)
        children.append(Reason(key, params, each.ok, rules, pieces=(each.mini,)))
    return Reason(
        "dw.attack_why.weapons",
        {},
        len(looked),
        ("dw.attack.restrictions",),
        children=tuple(children),
    )


def _sight_tag(play: Play, unit: Unit, target: Unit) -> Tag:
    """Return how many of the target's miniatures are seen, and the first pair's sight."""
    seen = [mini for mini in target.minis if seen_by_any(play, unit, mini)]
    children = tuple(sight_reason(play, unit.minis[0], mini) for mini in target.minis)
    reason = Reason(
        "dw.attack_why.seen",
        {"seen": len(seen), "minis": len(target.minis), "unit": play.name(target)},
        len(seen),
        ("dw.los.blocked_one_enough",),
        children=children,
    )
    return Tag("dw.attack_tag.sight", f"{len(seen)}/{len(target.minis)}", reason)


def _odds_text(play: Play, target: Unit, odds: AttackOdds) -> str:
    params: dict[str, object] = {
        "damage": f"{odds.expected_left:.1f}",
        "casualty": round(100 * odds.any_casualty),
        "suppressed": round(100 * odds.suppressed),
        "destroyed": round(100 * odds.destroyed),
        "crippled": round(100 * odds.crippled),
    }
    return say(
        "dw.attack_tag.odds_vehicle" if play.is_vehicle(target) else "dw.attack_tag.odds_unit",
        **params,
    )


def odds_reason(play: Play, volley: Volley, odds: AttackOdds) -> Reason:
    """Return the way from dice to expectation as a tree."""
    pools = tuple(
        Reason(
            "dw.attack_why.pool",
            {"weapons": each.weapons, "dice": each.pool.dice, "damage": each.pool.damage},
            each.pool.dice,
            ("dw.roll.weapon_dice",),
        )
        for each in volley.pools
    )
    return Reason(
        "dw.attack_why.odds",
        {
            "hits": f"{odds.expected_hits:.2f}",
            "damage": f"{odds.expected_damage:.2f}",
            "left": f"{odds.expected_left:.2f}",
            "casualties": f"{odds.expected_casualties:.2f}",
        },
        round(odds.expected_left, 4),
        ("dw.roll.damage_sum",),
        children=(*pools, volley.cover_reason, volley.armour.reason),
    )
