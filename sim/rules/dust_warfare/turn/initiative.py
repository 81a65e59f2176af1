"""The Initiative phase: Command Pools, who goes first, how many Orders."""

from __future__ import annotations

from collections.abc import Sequence

from sim.engine.questions import Option, pick
from sim.engine.reasons import Modifier, Reason, total
from sim.rules.dust_warfare.dice import dice_data, hits, roll_dice
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Unit
from sim.rules.dust_warfare.turn.suppression import is_retreating

__all__ = [
    "command_pool",
    "initiative_phase",
    "lower_roller",
    "order_modifiers",
    "without_squad_order",
]


def command_pool(play: Play, side: str) -> int:
    """Return the dice of a side: one per unit on the table that is not retreating, at least one.

    Rules: dw.initiative.pool_size dw.initiative.pool_min dw.type.vehicle_solo dw.mini.count
    """
    units = [unit for unit in play.friends(side) if not is_retreating(play, unit)]
    return max(1, len(units))


async def lower_roller(
    play: Play, what: str, dice: dict[str, int], rule: str, why: str
) -> tuple[str, dict[str, int]]:
    """Roll for both sides until the hits differ; return who had fewer, and the last roll's hits.

    Parameters
    ----------
    dice : dict
        Side to its number of dice.
    why : str
        Word key of what is rolled for.

    Rules: dw.initiative.tie dw.builder.who_first
    Asks: roll (each side)
    Emits: rolled
    """
    first, second = play.state.sides
    while True:
        scored: dict[str, int] = {}
        for side in (first, second):
            reason = Reason(why, {"side": side, "dice": dice[side]}, dice[side], (rule,))
            faces = await roll_dice(what, dice[side], rule, reason)
            scored[side] = hits(faces)
            play.say(
                "rolled",
                "dw.log.pool",
                rule,
                subject=side,
                reason=reason,
                # Few hits go first, many give Orders: neither is plainly the better luck.
                data=dice_data(faces, ""),
                side=side,
                dice=len(faces),
                hits=scored[side],
            )
        if scored[first] != scored[second]:
            return min((first, second), key=lambda side: scored[side]), scored
        play.say("tied", "dw.log.reroll", "dw.initiative.tie", hits=scored[first])


def order_modifiers(play: Play, side: str, scored: int) -> list[Modifier]:
    """Return where a side's Orders come from: hits, the minimum of one, a Command Squad.

    Rules: dw.initiative.orders_from_hits dw.initiative.min_order dw.ability.command_squad
    """
    found = [Modifier(scored, "dw.why.order_hits", "dw.initiative.orders_from_hits")]
    if scored < 1:
        found.append(Modifier(1 - scored, "dw.why.order_least", "dw.initiative.min_order"))
    for unit in play.friends(side):
        if "command-squad" in play.unit_profile(unit).abilities:
            found.append(
                Modifier(
                    1,
                    "dw.why.order_squad",
                    "dw.ability.command_squad",
                    {"unit": play.name(unit)},
                )
            )
            break
    return found


def without_squad_order(play: Play, lost: Unit) -> None:
    """Take back a Command Squad's Order when the last of them falls before its own Command phase.

    The Order belongs to a force with such a squad in play when it issues Orders; only the
    Initiating player's Command phase lies between the roll and the Responding player's.

    Rules: dw.ability.command_squad
    Emits: got-orders
    """
    state = play.state
    waits = state.phase == "command" and state.active == state.initiating != lost.side
    if not waits or not _has_squad(play, [lost]) or _has_squad(play, play.friends(lost.side)):
        return
    state.orders[lost.side] -= 1
    play.say(
        "got-orders",
        "dw.log.orders",
        "dw.ability.command_squad",
        subject=lost.side,
        side=lost.side,
        count=state.orders[lost.side],
    )


def _has_squad(play: Play, units: Sequence[Unit]) -> bool:
    return any("command-squad" in play.unit_profile(unit).abilities for unit in units)


async def initiative_phase(play: Play) -> None:
    """Roll for initiative: fewest hits is the Initiating player; hits give Orders. Nobody acts.

    Rules: dw.turn.roles dw.turn.initiative_no_action dw.initiative.lowest_first
    dw.initiative.orders_from_hits dw.initiative.tie dw.initiative.min_order dw.turn.sequence
    Asks: roll initiative (each side)
    Emits: initiative-won
    """
    state = play.state
    dice = {side: command_pool(play, side) for side in state.sides}
    rule = "dw.initiative.pool_size"
    first, scored = await lower_roller(play, "initiative", dice, rule, "dw.why.pool")
    if play.options.initiative_choice == "low_roller_chooses":
        first = await _choose_first(play, first)
    state.initiating = first
    for side in state.sides:
        modifiers = order_modifiers(play, side, scored[side])
        state.orders[side] = total(modifiers)
        reason = Reason(
            "dw.why.orders",
            {"side": side},
            state.orders[side],
            ("dw.initiative.orders_from_hits",),
            children=tuple(
                Reason(each.why, dict(each.params), each.value, (each.rule,)) for each in modifiers
            ),
        )
        play.say(
            "got-orders",
            "dw.log.orders",
            *(each.rule for each in modifiers),
            subject=side,
            reason=reason,
            side=side,
            count=state.orders[side],
        )
    play.say(
        "initiative-won",
        "dw.log.initiative",
        "dw.initiative.lowest_first",
        "dw.turn.roles",
        subject=first,
        side=first,
        other=state.other(first),
        turn=state.turn,
    )


async def _choose_first(play: Play, side: str) -> str:
    """Let the low roller choose who goes first, by option.

    Rules: dw.initiative.lowest_first
    Asks: pick go-first
    """
    options = [
        Option(each, "dw.option.go_first", {"side": each}, each)
        for each in (side, play.state.other(side))
    ]
    return await pick(
        side,
        "go-first",
        options,
        rule="dw.initiative.lowest_first",
        prompt="dw.ask.go_first",
    )
