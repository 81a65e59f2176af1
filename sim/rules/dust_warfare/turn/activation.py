"""The Unit phase: every unit activates once, in six steps."""

from __future__ import annotations

from functools import partial
from itertools import product

from sim.engine.questions import Option, Tag, pick
from sim.geometry.pose import Point, Pose
from sim.geometry.units import quantise_in
from sim.rules.dust_warfare.attack import action as attack
from sim.rules.dust_warfare.attack.vehicle_damage import burn
from sim.rules.dust_warfare.movement.going import heights_of
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.setup.placement import nearest_spot
from sim.rules.dust_warfare.state import Activation, Mini, Unit
from sim.rules.dust_warfare.turn import actions
from sim.rules.dust_warfare.turn.leader import (
    leader_of,
    leadership_in,
    name_leader,
    out_of_formation,
    set_leader,
)
from sim.rules.dust_warfare.turn.retreat import retreat_move
from sim.rules.dust_warfare.turn.suppression import (
    actions_available,
    add_markers,
    is_retreating,
    roll_to_remove,
)

__all__ = ["activation_step", "choose_unit", "programmes", "waiting"]


def waiting(play: Play, side: str) -> list[Unit]:
    """Return a side's units that still have to activate this turn.

    Rules: dw.activation.each_unit_once dw.turn.ends_when_all_activated
    """
    return [unit for unit in play.friends(side) if not unit.activated]


async def choose_unit(play: Play, side: str) -> None:
    """Let the owner pick which unit activates next, and begin its activation.

    Rules: dw.activation.any_order dw.activation.each_unit_once
    dw.activation.complete_before_next dw.turn.ends_when_all_activated
    Asks: pick activate
    Emits: activated
    """
    units = waiting(play, side)
    options = [
        Option(unit.id, "dw.option.activate", {"unit": play.name(unit)}, unit.id) for unit in units
    ]
    chosen = options[0].id
    if len(options) > 1:
        chosen = await pick(
            side,
            "activate",
            options,
            rule="dw.activation.any_order",
            prompt="dw.ask.activate",
            params={"left": len(options)},
            tag=partial(_tags, play),
        )
    unit = play.unit(chosen)
    play.state.activation = Activation(chosen)
    play.say(
        "activated",
        "dw.log.activate",
        "dw.activation.each_unit_once",
        "dw.activation.any_order",
        subject=chosen,
        unit=play.name(unit),
    )


def _tags(play: Play, option: str) -> tuple[Tag, ...]:
    unit = play.unit(option)
    tags: list[Tag] = []
    if unit.suppression:
        tags.append(Tag("dw.tag.suppression", str(unit.suppression)))
    if unit.reaction:
        tags.append(Tag("dw.tag.reaction", "1"))
    return tuple(tags)


async def activation_step(play: Play) -> None:
    """Go on with the activation in hand by one step: nothing is left half done after it.

    Rules: dw.activation.complete_before_next dw.activation.step6_resolve
    """
    activation = play.state.activation
    assert activation is not None
    unit = play.unit(activation.unit)
    if not unit.alive:
        play.state.activation = None
    elif activation.stage == "prepare":
        await _prepare(play, unit, activation)
    elif activation.stage == "declare":
        await _declare(play, unit, activation)
    elif activation.stage == "act":
        await _act(play, unit, activation)
    else:
        _end(play, unit)


async def _prepare(play: Play, unit: Unit, activation: Activation) -> None:
    """Take steps 1 to 4: leader, formation, suppression roll, retreat.

    The number of actions is fixed after the roll.

    Rules: dw.activation.step1_leader dw.activation.step2_formation
    dw.activation.step3_suppression dw.activation.step4_retreat dw.activation.step5_count
    dw.activation.count_locked dw.retreat.stop dw.suppression.mid_activation
    """
    await _replace_leader(play, unit)
    close_formation(play, unit)
    activation.heights = heights_of(play, unit)
    await roll_to_remove(play, unit)
    activation.count = actions_available(unit)
    activation.stage = "declare"
    if is_retreating(play, unit):
        await retreat_move(play, unit)
        if play.options.retreat_ends_activation == "true":
            activation.stage = "end"
    if activation.stage == "declare" and activation.count == 0:
        _say_none(play, unit, activation)
        activation.stage = "end"


async def _replace_leader(play: Play, unit: Unit) -> None:
    """Let a leaderless unit name a new leader, at the price of a Suppression marker.

    Rules: dw.activation.step1_leader dw.leader.loss_promote
    Asks: pick name-leader
    Emits: led suppressed
    """
    if leader_of(unit) is not None:
        return
    rule = "dw.activation.step1_leader"
    set_leader(play, unit, await name_leader(play, unit, rule), rule, "dw.leader.loss_promote")
    add_markers(play, unit, 1, rule)


def close_formation(play: Play, unit: Unit) -> None:
    """Bring miniatures back into Leadership range: the least distance, straight to the leader.

    A placement, no action: where the straight spot does not serve, the nearest legal one does.

    Rules: dw.activation.step2_formation dw.leader.out_of_range_fix dw.reaction.non_triggers
    Emits: closed-up
    """
    leader = leader_of(unit)
    if leader is None or leader.pose is None:
        return
    for mini in out_of_formation(play, unit, leader):
        spot = _inward(play, leader, mini)
        if spot is not None:
            mini.pose = spot
            play.say(
                "closed-up",
                "dw.log.closed_up",
                "dw.activation.step2_formation",
                "dw.leader.out_of_range_fix",
                subject=mini.id,
                data={"at": [spot.x, spot.y]},
                mini=mini.id,
                unit=play.name(unit),
            )


def _inward(play: Play, leader: Mini, mini: Mini) -> Pose | None:
    """Return where a straggler goes: straight inward, or the nearest legal spot in range."""
    assert leader.pose is not None
    assert mini.pose is not None
    limit = leadership_in(play, leader)
    gap = play.facts.gap(play.stand(leader), play.stand(mini))
    (ax, ay), (bx, by) = gap.points
    share = (gap.inches - limit) / gap.inches
    goal: Point = (
        quantise_in(mini.pose.x + (ax - bx) * share),
        quantise_in(mini.pose.y + (ay - by) * share),
    )
    return nearest_spot(play, mini, mini.pose.moved(*goal), leader, limit)


def programmes(play: Play, unit: Unit, count: int) -> list[tuple[str, ...]]:
    """Return what a unit with `count` actions may declare: nothing, one, two different, a double.

    Rules: dw.activation.step5_declare dw.action.basic_two dw.action.order_free
    dw.action.no_repeat dw.action.double dw.action.double_needs_two dw.activation.may_do_nothing
    dw.action.special
    """
    single = [
        action
        for action in (*actions.BASIC, *actions.specials_of(play, unit))
        if not actions.why_not_action(play, unit, action)
    ]
    found: list[tuple[str, ...]] = []
    if count >= 2:
        for one, two in product(single, single):
            special = one not in actions.BASIC and play.options.repeat_special == "true"
            if one != two or special:
                found.append((one, two))
        for one in single:
            found += [(one, later) for later in actions.specials_after(play, unit, one)]
        found += [
            (double,) for double in actions.DOUBLE if not actions.why_not_action(play, unit, double)
        ]
    if count >= 1:
        found += [(action,) for action in single]
    return [*found, ()]


async def _declare(play: Play, unit: Unit, activation: Activation) -> None:
    """Ask which actions the unit takes, before any of them; details stay open.

    Rules: dw.activation.step5_declare dw.activation.step5_count dw.activation.may_do_nothing
    Asks: pick actions
    Emits: declared
    """
    options = [
        Option(
            "-then-".join(programme) or "none",
            f"dw.option.do_{'_then_'.join(programme).replace('-', '_') or 'none'}",
            {},
            unit.id,
        )
        for programme in programmes(play, unit, activation.count)
    ]
    chosen = await pick(
        unit.side,
        "actions",
        options,
        rule="dw.activation.step5_declare",
        prompt="dw.ask.actions",
        params={"unit": play.name(unit), "count": activation.count},
        subject=unit.id,
        tag=partial(_target_tags, play, unit),
    )
    activation.actions = [] if chosen == "none" else chosen.split("-then-")
    activation.declared = True
    activation.stage = "act" if activation.actions else "end"
    if not activation.actions:
        _say_none(play, unit, activation)
        return
    rules = ["dw.activation.step5_declare", *_count_rules(unit, activation)]
    if activation.actions[0] in actions.DOUBLE:
        rules.append("dw.action.double")
    play.say(
        "declared",
        f"dw.log.do_{chosen.replace('-', '_')}",
        *rules,
        subject=unit.id,
        unit=play.name(unit),
    )


def _target_tags(play: Play, unit: Unit, option: str) -> tuple[Tag, ...]:
    """Return how many enemy units a programme that begins with an Attack could fire at now."""
    if option.split("-then-")[0] not in ("attack", "sustained"):
        return ()
    return (Tag("dw.tag.targets", str(len(attack.legal_targets(play, unit)))),)


def _say_none(play: Play, unit: Unit, activation: Activation) -> None:
    """Tell that a unit takes no action, by choice or because it has none.

    Rules: dw.activation.may_do_nothing dw.suppression.cumulative_reaction
    Emits: declared
    """
    key = "dw.log.do_none" if activation.count else "dw.log.no_actions"
    rules = _count_rules(unit, activation)
    if activation.count:
        rules.append("dw.activation.may_do_nothing")
    play.say("declared", key, *rules, subject=unit.id, unit=play.name(unit))


def _count_rules(unit: Unit, activation: Activation) -> list[str]:
    """Return the clauses that set the number of actions."""
    rules = ["dw.activation.step5_count"]
    if activation.count < 2 and unit.suppression:
        rules.append("dw.suppression.lose_action")
    if activation.count < 2 and unit.reaction:
        rules.append("dw.reaction.marker_effect")
    if len(rules) > 2:
        rules.append("dw.suppression.cumulative_reaction")
    return rules


async def _act(play: Play, unit: Unit, activation: Activation) -> None:
    """Resolve the next declared action with all its windows.

    From the second on the owner may forfeit it, never exchange it.

    Rules: dw.activation.step6_resolve dw.activation.step5_declare dw.activation.same_action
    dw.activation.count_locked dw.suppression.mid_activation
    Asks: pick go-on; what the action asks
    Emits: began-action forfeited
    """
    action = activation.actions[activation.done]
    if not await _still_wanted(play, unit, activation, action):
        play.say(
            "forfeited",
            "dw.log.forfeited",
            "dw.activation.step5_declare",
            subject=unit.id,
            unit=play.name(unit),
        )
    else:
        _say_which(play, unit, activation)
        await actions.perform(play, unit, action, window=True)
    activation.done += 1
    if activation.done >= len(activation.actions) or not unit.alive:
        activation.stage = "end"


def _say_which(play: Play, unit: Unit, activation: Activation) -> None:
    """Tell which of two declared actions begins.

    Rules: dw.activation.step6_resolve
    Emits: began-action
    """
    if len(activation.actions) < 2:
        return
    name = activation.actions[activation.done].replace("-", "_")
    place = "second" if activation.done else "first"
    play.say(
        "began-action",
        f"dw.log.{place}_{name}",
        "dw.activation.step6_resolve",
        subject=unit.id,
        unit=play.name(unit),
    )


async def _still_wanted(play: Play, unit: Unit, activation: Activation, action: str) -> bool:
    """Return whether a declared action is taken: impossible ones lapse, later ones may be dropped.

    Asked only of a Move that comes second, for even a Move of nobody opens windows; an Attack is
    dropped by holding all fire.

    Rules: dw.activation.step5_declare
    Asks: pick go-on
    """
    if actions.why_not_action(play, unit, action):
        return False
    if activation.done == 0 or action != "move":
        return True
    options = [
        Option("go-on", "dw.option.action_move", {}, unit.id),
        Option("drop", "dw.option.drop_action", {}, unit.id),
    ]
    chosen = await pick(
        unit.side,
        "go-on",
        options,
        rule="dw.activation.step6_resolve",
        prompt="dw.ask.go_on",
        params={"unit": play.name(unit)},
        subject=unit.id,
    )
    return chosen == "go-on"


def _end(play: Play, unit: Unit) -> None:
    """End an activation: a burning vehicle takes a damage; the unit is done for this turn.

    Rules: dw.vdt.external_fire dw.activation.each_unit_once
    Emits: burned damaged destroyed
    """
    unit.activated = True
    play.state.activation = None
    burn(play, unit)
