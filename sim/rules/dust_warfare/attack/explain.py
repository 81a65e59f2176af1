"""The whole chain from sight to cover as a tree: who sees whom, who may fire, what covers.

Nothing is judged here: every line asks the function that the attack procedure asks, so that the
explanation and the rule cannot differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import msgspec

from sim.engine.reasons import Ray, Reason, Value
from sim.engine.sight_numbers import inches
from sim.geometry.units import CONTACT_IN, NOISE_IN
from sim.rules.dust_warfare.attack.armour import has_ability
from sim.rules.dust_warfare.attack.cover import MiniCover, UnitCover, mini_cover, unit_cover
from sim.rules.dust_warfare.attack.explain_margin import cover_margin
from sim.rules.dust_warfare.attack.explain_pairing import Pairing
from sim.rules.dust_warfare.attack.los import sees, sight
from sim.rules.dust_warfare.attack.volley import cover_ignored_by
from sim.rules.dust_warfare.state import Mini
from sim.rules.dust_warfare.turn.leader import leader_of
from sim.words import say

__all__ = ["Explained", "explain", "weapons_ignoring"]

#: Weapon abilities that make cover useless.
PIERCING = ("burst", "grenade")


@dataclass(frozen=True)
class Explained:
    """The cover in the end, the tree that leads to it, and the clauses that decided.

    `turned` is the least shift of the target that was found to give another cover.
    """

    cover: str
    reason: Reason
    rules: tuple[str, ...]
    turned: Reason | None = None


def explain(pairing: Pairing) -> Explained:
    """Return the chain of one pairing, in the book's order."""
    found = _whole_unit(pairing) if pairing.whole_unit else _one_line(pairing)
    ignoring = _ignoring(pairing) if found.cover != "none" else ()
    margin = cover_margin(pairing, found.cover)
    children = (_sight(pairing), *found.reason.children, *ignoring, margin, _predicates())
    reason = msgspec.structs.replace(found.reason, children=children)
    return replace(found, reason=reason, turned=next(iter(margin.children), None))


def _whole_unit(pairing: Pairing) -> Explained:
    """Return a unit's cover: every line of its leader, the half rule, the steps."""
    play, leader = pairing.play, pairing.leader
    found = unit_cover(play, leader, pairing.unit, pairing.shooters, whole=True)
    decided = unit_cover(play, leader, pairing.unit, pairing.shooters).reason
    title = _titled("dw.explain.chain_unit", found, leader.id, pairing.unit.id)
    return Explained(found.cover, title, tuple(dict.fromkeys(_clauses(decided))))


def _one_line(pairing: Pairing) -> Explained:
    """Return the cover of one line, that of one miniature."""
    play, leader, target = pairing.play, pairing.leader, pairing.targets[0]
    found = mini_cover(play, leader, target, pairing.shooters, whole=True)
    decided = mini_cover(play, leader, target, pairing.shooters).reason
    title = _titled("dw.explain.chain_line", found, leader.id, target.id)
    children = (*_own_leader(pairing), found.reason)
    title = msgspec.structs.replace(title, rule_ids=(), children=children)
    return Explained(found.cover, title, tuple(dict.fromkeys(_clauses(decided))))


def _own_leader(pairing: Pairing) -> tuple[Reason, ...]:
    """Return, where a miniature is asked for that does not lead its unit, that it is taken to."""
    leader, unit = pairing.leader, pairing.play.unit_of(pairing.leader.id)
    if leader_of(unit) in (None, leader):
        return ()
    params: dict[str, Value] = {"mini": leader.id, "unit": unit.id}
    return (Reason("dw.explain.own_leader", params, rule_ids=("dw.obscured.from_leader",)),)


def _clauses(reason: Reason) -> Iterator[str]:
    yield from reason.rule_ids
    for child in reason.children:
        yield from _clauses(child)


def _titled(key: str, found: UnitCover | MiniCover, leader: str, target: str) -> Reason:
    params: dict[str, Value] = {
        "leader": leader,
        "target": target,
        "cover": say(f"dw.cover_name.{found.cover}"),
    }
    pieces = (leader, target)
    return msgspec.structs.replace(
        found.reason, key=key, params=params, value=found.cover, pieces=pieces
    )


# --- who sees whom ------------------------------------------------------------------------------


def _sight(pairing: Pairing) -> Reason:
    """Return who of the target is seen by whom, and who may fire."""
    seen = [
        [viewer for viewer in pairing.shooters if sees(pairing.play, viewer, target)]
        for target in pairing.targets
    ]
    targets = [
        _seen_by(pairing, target, viewers)
        for target, viewers in zip(pairing.targets, seen, strict=True)
    ]
    firing = [each for each in pairing.shooters if any(each in viewers for viewers in seen)]
    count = sum(bool(viewers) for viewers in seen)
    return Reason(
        "dw.explain.sight",
        {"seen": count, "minis": len(pairing.targets)},
        count,
        ("dw.los.mini_to_mini",),
        children=(*targets, *_who_may_fire(pairing, firing), *_eye_and_parts(pairing)),
    )


def _seen_by(pairing: Pairing, target: Mini, viewers: Sequence[Mini]) -> Reason:
    """Return who sees one miniature, and what hides it from the others."""
    blind = [each for each in pairing.shooters if each not in viewers]
    hidden = _blocked(pairing, blind, target)
    params: dict[str, Value] = {"target": target.id, "viewers": _listed(pairing, viewers)}
    if not viewers:
        rules = ("dw.los.blocked_no_damage",)
        return Reason("dw.explain.seen_by_none", params, False, rules, children=hidden)
    rules = ("dw.los.any_part", "dw.los.blocked_one_enough")
    if len(pairing.shooters) == 1:
        rules = ("dw.los.any_part",)
    return Reason("dw.explain.seen_by", params, True, rules, pieces=(target.id,), children=hidden)


def _blocked(pairing: Pairing, blind: Sequence[Mini], target: Mini) -> tuple[Reason, ...]:
    """Return who does not see a miniature, those together from whom the same pieces hide it."""
    groups: dict[tuple[str, ...], list[Mini]] = {}
    rays: dict[tuple[str, ...], list[Ray]] = {}
    for viewer in blind:
        found = sight(pairing.play, viewer, target)
        pieces = tuple(piece for piece, _ in found.blockers)
        groups.setdefault(pieces, []).append(viewer)
        rays.setdefault(pieces, []).extend(ray for ray in found.rays if not ray[2])
    return tuple(
        Reason(
            "dw.explain.not_seen" if pieces else "dw.explain.not_seen_slits",
            {"viewers": _listed(pairing, viewers), "pieces": say("sight.list").join(pieces)},
            False,
            rays=tuple(rays[pieces]),
            pieces=(*(viewer.id for viewer in viewers), target.id, *pieces),
        )
        for pieces, viewers in groups.items()
    )


def _who_may_fire(pairing: Pairing, firing: Sequence[Mini]) -> list[Reason]:
    """Return who may fire at the unit and who may not."""
    blind = [each for each in pairing.shooters if each not in firing]
    rules = ("dw.los.blocked_no_fire",)
    told = {"dw.explain.may_fire": firing, "dw.explain.may_not_fire": blind}
    return [
        Reason(key, {"minis": _listed(pairing, minis)}, minis == firing, rules)
        for key, minis in told.items()
        if minis
    ]


def _listed(pairing: Pairing, minis: Sequence[Mini]) -> str:
    """Return some of the shooters by their ids, or that they are all of them."""
    if len(minis) == len(pairing.shooters) > 1:
        return say("dw.explain.all", count=len(minis))
    return say("sight.list").join(mini.id for mini in minis)


def _eye_and_parts(pairing: Pairing) -> list[Reason]:
    """Return from where they look and which parts of the target count: the book's choice."""
    play = pairing.play
    if play.profile(pairing.leader).heavy:
        eye = Reason(f"dw.explain.eye.{play.options.heavy_eye}", rule_ids=("dw.heavy.los_from",))
    else:
        rules = ("dw.los.viewpoint", "dw.los.own_eye_for_terrain")
        eye = Reason("dw.explain.eye.figure", rule_ids=rules)
    target = pairing.targets[0]
    key, rules = "dw.explain.parts.figure", ("dw.mini.parts", "dw.los.any_part")
    if play.profile(target).heavy:
        key, rules = "dw.explain.parts.heavy", ("dw.heavy.los_to", "dw.los.any_part")
    model = play.facts.model(play.stand(target))
    there = [part.name for part in model.body.parts]
    counted = say("sight.list").join(name for name in model.seen_parts if name in there)
    return [
        eye,
        Reason(key, {"parts": counted}, rule_ids=rules),
        Reason("dw.explain.who_blocks", rule_ids=("dw.los.minis_block",)),
    ]


# --- after the cover ----------------------------------------------------------------------------


def _ignoring(pairing: Pairing) -> tuple[Reason, ...]:
    """Return which of the attackers' weapons and abilities cover does not stop, under one title."""
    found = weapons_ignoring(pairing)
    if not found:
        return ()
    rules = ("dw.cover.modifier_order",)
    return (Reason("dw.explain.ignoring", rule_ids=rules, children=found),)


def weapons_ignoring(pairing: Pairing) -> tuple[Reason, ...]:
    """Return which of the attackers' weapons and abilities cover does not stop, a line each."""
    play = pairing.play
    unit = play.unit_of(pairing.leader.id)
    found: dict[tuple[str, str], Reason] = {}
    if has_ability(play, unit, "sniper"):
        rule = cover_ignored_by(("sniper",), False)
        name = play.name(unit)
        found[name, rule] = Reason("dw.explain.ignores_unit", {"name": name}, True, (rule,))
    for mini in pairing.shooters:
        for mount in play.profile(mini).weapons:
            weapon = play.profiles.weapons[mount.weapon]
            piercing = [each for each in PIERCING if each in weapon.abilities]
            rule = cover_ignored_by(piercing, weapon.close_combat)
            if rule:
                params: dict[str, Value] = {"name": weapon.name}
                found[weapon.name, rule] = Reason("dw.explain.ignores", params, True, (rule,))
    return tuple(found.values())


def _predicates() -> Reason:
    params: dict[str, Value] = {"noise": f"{NOISE_IN:.6f}", "contact": inches(CONTACT_IN)}
    rules = ("dw.obscured.line_crosses", "dw.obscured.height_irrelevant")
    return Reason("dw.explain.predicates", params, rule_ids=rules)
