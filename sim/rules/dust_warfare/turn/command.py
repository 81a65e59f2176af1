"""The Command phase: Command Sections issue Orders, one at a time; nobody reacts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sim.engine.questions import Option, Tag, pick
from sim.engine.reasons import Objection
from sim.geometry.units import is_within
from sim.rules.dust_warfare.measuring import gap_to_unit
from sim.rules.dust_warfare.movement import action as movement
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Mini, Unit
from sim.rules.dust_warfare.turn import actions
from sim.rules.dust_warfare.turn.leader import leader_of, name_leader, set_leader
from sim.rules.dust_warfare.turn.suppression import is_retreating

__all__ = [
    "COMMAND_IN",
    "TEMPORARY_IN",
    "command_range",
    "command_step",
    "sections",
    "why_not_order",
]

#: Command range of a section's Unit Leader, and of a temporary section's.
COMMAND_IN = 12.0
TEMPORARY_IN = 6.0


def sections(play: Play, side: str) -> list[tuple[Unit, Mini]]:
    """Return a side's Command Sections that can issue Orders, with their Unit Leaders.

    A section without its leader is lost until it has a new one (or for good, by option); the
    opponent's stand-in never commands.

    Rules: dw.unit.command_section dw.unit.platoon dw.command.section_needs_leader
    dw.command.temp_until_killed
    """
    found: list[tuple[Unit, Mini]] = []
    for unit in play.friends(side):
        leader = leader_of(unit)
        if leader is None:
            continue
        section = play.unit_profile(unit).section == "command"
        if section and play.options.section_revives == "false" and "lost-leader" in unit.used:
            section = False
        if section or unit.temporary_section:
            found.append((unit, leader))
    return found


def command_range(play: Play, section: Unit) -> float:
    """Return how far a section's Orders reach: 12 in, or 6 in for a temporary one.

    Rules: dw.command.range_12 dw.command.temp_range_6
    """
    return TEMPORARY_IN if section.temporary_section else COMMAND_IN


def why_not_order(play: Play, unit: Unit) -> list[Objection]:
    """Return what keeps a unit from being ordered: a second Order, or no section in range.

    Range is measured from the section's leader to the unit's nearest miniature; sight is not
    needed, and a section may order itself.

    Rules: dw.command.one_order_per_unit dw.command.range_12 dw.command.any_section_any_unit
    dw.command.no_los dw.command.temp_range_6
    """
    found: list[Objection] = []
    if unit.ordered:
        found.append(Objection("dw.no.ordered", "dw.command.one_order_per_unit", {}, unit.id))
    near: list[tuple[float, float, Unit]] = []
    for section, leader in sections(play, unit.side):
        gap, reach = gap_to_unit(play, leader, unit), command_range(play, section)
        if is_within(gap, reach):
            return found
        near.append((gap, reach, section))
    if near:
        gap, reach, section = min(near, key=lambda each: each[0] - each[1])
        rule = "dw.command.temp_range_6" if section.temporary_section else "dw.command.range_12"
        params = {"section": play.name(section), "gap": round(gap, 2), "range": reach}
        found.append(Objection("dw.no.command_range", rule, {**params}, unit.id))
    else:
        rule = "dw.command.section_needs_leader"
        found.append(Objection("dw.no.section", rule, {}, unit.id))
    return found


async def command_step(play: Play, side: str) -> bool:
    """Let a player issue one Order, or promote a temporary section, or pass.

    Returns whether he goes on; unused Orders are lost when he passes.

    Rules: dw.command.order_budget dw.command.sequential dw.command.loss_promote_cost
    Asks: pick order
    """
    state = play.state
    if state.orders.get(side, 0) <= 0 or not play.friends(side):
        return False
    lost = not sections(play, side)
    options = _promotions(play, side) if lost else _orders(play, side)
    if all(option.blocked for option in options):
        _pass(play, side)
        return False
    passing = Option("pass", "dw.option.no_order")
    rule = "dw.command.loss_promote_cost" if lost else "dw.command.order_budget"
    chosen = await pick(
        side,
        "order",
        [passing, *options],
        rule=rule,
        prompt="dw.ask.promote" if lost else "dw.ask.order",
        params={"left": state.orders[side]},
        tag=partial(_tags, play),
    )
    if chosen == "pass":
        _pass(play, side)
        return False
    what, unit_id = chosen.split("/", 1)
    state.orders[side] -= 1
    await _issue(play, play.unit(unit_id), what)
    return state.orders[side] > 0


def _pass(play: Play, side: str) -> None:
    """End a player's Command phase: unused Orders are lost.

    Rules: dw.command.order_budget
    Emits: passed
    """
    play.say(
        "passed",
        "dw.log.no_order",
        "dw.command.order_budget",
        subject=side,
        side=side,
        left=play.state.orders[side],
    )
    play.state.orders[side] = 0


def _promotions(play: Play, side: str) -> list[Option]:
    """Return the units that may become the temporary section: any of them.

    Rules: dw.command.loss_any_unit
    """
    return [
        Option(f"promote/{unit.id}", "dw.option.promote", {"unit": play.name(unit)}, unit.id)
        for unit in play.friends(side)
    ]


def _orders(play: Play, side: str) -> list[Option]:
    """Return both basic Orders for every unit, greyed where it cannot be ordered.

    Rules: dw.order.take_action dw.order.regroup_remove
    """
    options: list[Option] = []
    for unit in play.friends(side):
        barred = why_not_order(play, unit)
        idle = [] if barred else _nothing_to_do(play, unit)
        for what, found in (("take-action", [*barred, *idle]), ("regroup", barred)):
            key = f"dw.option.{what.replace('-', '_')}"
            name = {"unit": play.name(unit)}
            options.append(Option(f"{what}/{unit.id}", key, {**name}, unit.id, tuple(found)))
    return options


def _nothing_to_do(play: Play, unit: Unit) -> list[Objection]:
    """Return why a unit has no single action to take; most can at least move.

    Rules: dw.order.take_action_single
    """
    if movement.can_move(unit):
        return []
    offered = (*actions.BASIC, *actions.specials_of(play, unit))
    found = [actions.why_not_now(play, unit, action) for action in offered]
    return [each for reasons in found for each in reasons] if all(found) else []


def _tags(play: Play, option: str) -> tuple[Tag, ...]:
    """Return the markers a unit holds, beside its Order."""
    if "/" not in option:
        return ()
    unit = play.unit(option.split("/", 1)[1])
    tags: list[Tag] = []
    if unit.suppression:
        tags.append(Tag("dw.tag.suppression", str(unit.suppression)))
    if unit.reaction:
        tags.append(Tag("dw.tag.reaction", "1"))
    if is_retreating(play, unit):
        tags.append(Tag("dw.tag.retreating", "1"))
    return tuple(tags)


async def _issue(play: Play, unit: Unit, what: str) -> None:
    """Carry out one Order, or a promotion, which is no Order."""
    if what == "promote":
        await _promote(play, unit)
        return
    unit.ordered = True
    if what == "take-action":
        await take_action(play, unit)
    else:
        await regroup(play, unit)


async def _promote(play: Play, unit: Unit) -> None:
    """Make a unit the temporary Command Section: the named miniature leads it until killed.

    Rules: dw.command.loss_promote_cost dw.command.loss_promote_not_order dw.command.loss_any_unit
    dw.command.temp_until_killed dw.command.example_loss
    Asks: pick name-leader
    Emits: promoted led
    """
    named = await name_leader(play, unit, "dw.command.loss_any_unit")
    if named != unit.leader:
        set_leader(play, unit, named, "dw.command.loss_any_unit")
    unit.temporary_section = True
    play.say(
        "promoted",
        "dw.log.promoted",
        "dw.command.loss_promote_cost",
        "dw.command.loss_promote_not_order",
        subject=unit.id,
        unit=play.name(unit),
        mini=named,
        range=TEMPORARY_IN,
    )


async def take_action(play: Play, unit: Unit) -> None:
    """Let an ordered unit take one single action at once, whatever its markers.

    No activation, no windows; afterwards it has a Reaction marker.

    Rules: dw.order.take_action dw.order.take_action_single dw.order.take_action_ignores_markers
    dw.order.take_action_reaction_marker dw.command.not_activation dw.command.no_reactions
    Asks: pick single-action; what the action asks
    Emits: ordered
    """
    play.say(
        "ordered",
        "dw.log.take_action",
        "dw.order.take_action",
        "dw.order.take_action_single",
        subject=unit.id,
        unit=play.name(unit),
    )
    offered = (*actions.BASIC, *actions.specials_of(play, unit))
    options = [
        Option(
            action,
            f"dw.option.action_{action.replace('-', '_')}",
            {},
            unit.id,
            tuple(actions.why_not_now(play, unit, action)),
        )
        for action in offered
    ]
    action = await pick(
        unit.side,
        "single-action",
        options,
        rule="dw.order.take_action_single",
        prompt="dw.ask.single_action",
        params={"unit": play.name(unit)},
        subject=unit.id,
    )
    await actions.perform(play, unit, action, window=False)
    if unit.alive and not unit.reaction:
        unit.reaction = True
        play.say(
            "marked",
            "dw.log.order_marker",
            "dw.order.take_action_reaction_marker",
            subject=unit.id,
            unit=play.name(unit),
        )


async def regroup(play: Play, unit: Unit) -> None:
    """Clear all markers, perhaps name a new leader, and let the others close up.

    Rules: dw.order.regroup_remove dw.order.regroup_leader dw.order.regroup_move
    dw.regroup.best_cure
    Asks: pick regroup-leader; path regroup
    Emits: regrouped led moved
    """
    unit.suppression = 0
    unit.reaction = False
    play.say(
        "regrouped",
        "dw.log.regroup",
        "dw.order.regroup_remove",
        "dw.regroup.best_cure",
        subject=unit.id,
        unit=play.name(unit),
    )
    await _regroup_leader(play, unit)
    await movement.regroup_move(play, unit)


async def _regroup_leader(play: Play, unit: Unit) -> None:
    """Ask whether a new Unit Leader is named; a temporary section's named leader stays.

    Rules: dw.order.regroup_leader dw.command.temp_until_killed
    Asks: pick regroup-leader
    Emits: led
    """
    if unit.temporary_section or (len(unit.minis) == 1 and unit.leader):
        return
    options = _regroup_options(play, unit)
    named = await pick(
        unit.side,
        "regroup-leader",
        options,
        rule="dw.order.regroup_leader",
        prompt="dw.ask.regroup_leader",
        params={"unit": play.name(unit)},
        subject=unit.id,
    )
    if named not in ("keep", unit.leader):
        set_leader(play, unit, named, "dw.order.regroup_leader")


def _regroup_options(play: Play, unit: Unit) -> Sequence[Option]:
    keep = Option("keep", "dw.option.keep_leader" if unit.leader else "dw.option.no_leader")
    return [
        *([keep] if unit.leader else []),
        *(
            Option(
                mini.id,
                "dw.option.leader",
                {"mini": mini.id, "name": play.profile(mini).name},
                mini.id,
            )
            for mini in unit.minis
            if mini.id != unit.leader
        ),
        *([] if unit.leader else [keep]),
    ]
