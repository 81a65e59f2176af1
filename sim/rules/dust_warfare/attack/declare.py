"""Declaring an attack: which weapon fires at which unit, all named before any die.

One pick is enough for the usual attack with everything on one unit; splitting fire goes on with
one question for each group of like weapons.
"""

from __future__ import annotations

from collections.abc import Sequence

from sim.engine.questions import Option, Slot, Tag, allocate, pick
from sim.rules.dust_warfare.attack.data import DeclaredAttack, Shot
from sim.rules.dust_warfare.attack.tags import target_tags
from sim.rules.dust_warfare.attack.weapons import (
    Bearing,
    all_bearings,
    legal_targets,
    weapons_bearing,
    why_not_attack,
)
from sim.rules.dust_warfare.measuring import units_within
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Unit
from sim.rules.dust_warfare.turn.reactions import REACTION_IN, why_not_react

__all__ = ["declare_attack"]

CLOSE = "/close"
HOLD = "hold"
SPLIT = "split"

#: Weapons of one kind that bear on the same units: id of the weapon, units, and who bears it.
Group = tuple[tuple[str, tuple[str, ...]], list[Bearing]]


async def declare_attack(
    play: Play,
    unit: Unit,
    *,
    sustained: bool = False,
    only_target: str | None = None,
    close_only: bool = False,
) -> DeclaredAttack | None:
    """Ask for the targets of an attack; None when the unit holds its fire or cannot attack.

    An attack reaction with a single way to be made is not asked about.

    Parameters
    ----------
    only_target : str, optional
        The one unit that may be attacked: reactions.
    close_only : bool
        Close Combat weapons only: reactions to Close Combat.

    Rules: dw.attack.step1_split dw.attack.optional_weapons dw.attack.weapon_one_target
    dw.weapon.use_all dw.wability.close_combat_single_target dw.wability.close_combat_only_c
    dw.reaction.attack_target_only dw.wability.close_combat_reaction_weapons
    Asks: pick choose-target
    """
    targets = legal_targets(play, unit, only_target=only_target, close_only=close_only)
    if not targets:
        return None
    options = _target_options(play, unit, targets, close_only)
    ranged = [] if close_only else _groups(play, unit, targets)
    chosen = options[0].id
    if not only_target or len(options) > 1 or _may_hold(ranged):
        if sum(len(members) for _, members in ranged) > 1:
            options.append(Option(SPLIT, "dw.attack_option.split", {}, unit.id))
        options.append(Option(HOLD, "dw.attack_option.hold_fire", {}, unit.id))
        if not only_target:
            options += _greyed(play, unit, targets)
        chosen = await _choose(play, unit, options, sustained)
    if chosen == HOLD:
        return None
    if chosen == SPLIT:
        return await _split(play, unit, ranged, sustained)
    close_combat = chosen.endswith(CLOSE)
    target = play.unit(chosen.removesuffix(CLOSE))
    if close_combat:
        close = _groups(play, unit, [target], close_combat=True)
        if _may_hold(close) and len(close) > 1:
            return await _split(play, unit, close, sustained, close_combat=True)
    return _everything(play, unit, target.id, sustained, close_combat)


def _target_options(
    play: Play, unit: Unit, targets: Sequence[Unit], close_only: bool
) -> list[Option]:
    """Return the ways to attack one unit with everything."""
    options: list[Option] = []
    for target in targets:
        params: dict[str, str | int | float | bool] = {"target": play.name(target)}
        if not close_only and weapons_bearing(play, unit, target):
            options.append(Option(target.id, "dw.attack_option.attack", params, target.id))
        if weapons_bearing(play, unit, target, close_combat=True):
            name = f"{target.id}{CLOSE}"
            options.append(Option(name, "dw.attack_option.close_combat", params, target.id))
    return options


def _greyed(play: Play, unit: Unit, targets: Sequence[Unit]) -> list[Option]:
    """Return the enemies that cannot be attacked, each with the reason."""
    legal = [each.id for each in targets]
    return [
        Option(
            enemy.id,
            "dw.attack_option.attack",
            {"target": play.name(enemy)},
            enemy.id,
            tuple(why_not_attack(play, unit, only_target=enemy.id)),
        )
        for enemy in play.enemies(unit.side)
        if enemy.id not in legal
    ]


def _may_hold(groups: Sequence[Group]) -> bool:
    """Return whether holding something back may be wise: a weapon that must be reloaded."""
    return any("reload" in members[0].weapon.abilities for _, members in groups)


async def _choose(play: Play, unit: Unit, options: Sequence[Option], sustained: bool) -> str:
    names = [each.id for each in play.enemies(unit.side)]

    def tag(option: str) -> tuple[Tag, ...]:
        target = option.removesuffix(CLOSE)
        if target not in names:
            return ()
        close = option.endswith(CLOSE)
        return target_tags(play, unit, play.unit(target), sustained=sustained, close_combat=close)

    return await pick(
        unit.side,
        "choose-target",
        options,
        rule="dw.attack.step1_split",
        prompt="dw.attack_ask.choose_target_sustained"
        if sustained
        else "dw.attack_ask.choose_target",
        params={"unit": play.name(unit)},
        subject=unit.id,
        tag=tag,
    )


def _everything(
    play: Play, unit: Unit, target: str, sustained: bool, close_combat: bool
) -> DeclaredAttack:
    """Return the attack with every weapon that bears, and every one that still may.

    A target that may yet move in reaction could come nearer before the checks: weapons that can
    hurt it are named at once then, and those that fail the checks simply take no part.

    Rules: dw.weapon.use_all dw.attack.declare_then_check dw.attack.functional_weapons
    """
    waits = not close_combat and _may_still_move(play, unit, play.unit(target))
    looked = all_bearings(play, unit, play.unit(target), close_combat=close_combat)
    shots = tuple(
        Shot(each.mini, each.mount, target)
        for each in looked
        if each.ok or (waits and not _hopeless(each))
    )
    return DeclaredAttack(unit.id, shots, (target,), sustained, close_combat)


def _may_still_move(play: Play, unit: Unit, target: Unit) -> bool:
    """Return whether a target could answer the attack with a Move reaction.

    Rules: dw.reaction.attack_trigger
    """
    near = units_within(play, play.stands(unit), play.stands(target), REACTION_IN)
    return near and not why_not_react(play, target)


def _hopeless(each: Bearing) -> bool:
    """Return whether a weapon cannot fire however the target moves: broken, empty or too weak."""
    found = [objection.key.rpartition(".")[2] for objection in each.objections]
    return any(name in ("lost", "ammo", "dash") for name in found)


# --- splitting fire ---------------------------------------------------------------------------


def _groups(
    play: Play, unit: Unit, targets: Sequence[Unit], *, close_combat: bool = False
) -> list[Group]:
    """Return the weapons, C or others, like ones together: same weapon, same units in reach."""
    reach: dict[tuple[str, int], list[Bearing]] = {}
    for target in targets:
        for each in weapons_bearing(play, unit, target, close_combat=close_combat):
            reach.setdefault((each.mini, each.mount), []).append(each)
    groups: dict[tuple[str, tuple[str, ...]], list[Bearing]] = {}
    order = [mini.id for mini in unit.minis]
    for (_mini, _mount), bearings in sorted(
        reach.items(), key=lambda item: (order.index(item[0][0]), item[0][1])
    ):
        key = (bearings[0].weapon.id, tuple(each.target for each in bearings))
        groups.setdefault(key, []).append(bearings[0])
    return list(groups.items())


async def _split(
    play: Play,
    unit: Unit,
    groups: Sequence[Group],
    sustained: bool,
    *,
    close_combat: bool = False,
) -> DeclaredAttack | None:
    """Ask group by group who fires at whom; what is not given a target holds its fire.

    Rules: dw.attack.step1_split dw.attack.weapon_one_target dw.attack.optional_weapons
    Asks: pick weapon-target, allocate weapon-targets
    """
    shots: list[Shot] = []
    for (_, targets), members in groups:
        given = await _group_targets(
            play, unit, targets, members, sustained, close_combat=close_combat
        )
        waiting = iter(members)
        for target in targets:
            for _ in range(given.get(target, 0)):
                each = next(waiting)
                shots.append(Shot(each.mini, each.mount, target))
    if not shots:
        return None
    named = tuple(dict.fromkeys(shot.target for shot in shots))
    return DeclaredAttack(unit.id, tuple(shots), named, sustained, close_combat)


async def _group_targets(
    play: Play,
    unit: Unit,
    targets: Sequence[str],
    members: Sequence[Bearing],
    sustained: bool,
    *,
    close_combat: bool,
) -> dict[str, int]:
    """Return how many weapons of a group fire at each unit."""
    weapon = members[0].weapon.name

    def tag(option: str) -> tuple[Tag, ...]:
        if option not in targets:
            return ()
        unit_at = play.unit(option)
        return target_tags(play, unit, unit_at, sustained=sustained, close_combat=close_combat)

    if len(members) == 1:
        options = [
            Option(name, "dw.attack_option.attack", {"target": play.name(play.unit(name))}, name)
            for name in targets
        ]
        chosen = await pick(
            unit.side,
            "weapon-target",
            [*options, Option(HOLD, "dw.attack_option.hold_fire", {}, unit.id)],
            rule="dw.attack.step1_split",
            prompt="dw.attack_ask.weapon_target",
            params={"weapon": weapon, "mini": members[0].mini},
            subject=members[0].mini,
            tag=tag,
        )
        return {} if chosen == HOLD else {chosen: 1}
    slots = [
        Slot(
            name,
            len(members),
            key="dw.attack_option.attack",
            params={"target": play.name(play.unit(name))},
            subject=name,
        )
        for name in targets
    ]
    return await allocate(
        unit.side,
        "weapon-targets",
        slots,
        len(members),
        up_to=True,
        rule="dw.attack.step1_split",
        prompt="dw.attack_ask.weapon_targets",
        params={"weapon": weapon, "count": len(members)},
        subject=unit.id,
        tag=tag,
        suggest=lambda: [{name: len(members)} for name in targets],
    )
