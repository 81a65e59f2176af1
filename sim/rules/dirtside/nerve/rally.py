"""Rallying, and what becomes of a side that loses its command."""

from __future__ import annotations

from sim.engine.reasons import Objection
from sim.rules.dirtside.nerve.confidence import drop
from sim.rules.dirtside.nerve.score import Threat, dropped, roll_nerve
from sim.rules.dirtside.play import Play
from sim.rules.dirtside.state import Unit
from sim.words import say

__all__ = ["command_unit", "lose_command", "rally", "why_not_rally"]


def command_unit(play: Play, side: str) -> Unit | None:
    """Return a side's command unit while it can still command: on the table and sound.

    Rules: ds.force.command_unit ds.rally.need_command_unit ds.command.permanent
    """
    if side in play.state.command_lost:
        return None
    return next((unit for unit in play.friends(side) if unit.command and unit.alive), None)


def why_not_rally(play: Play, unit: Unit) -> tuple[Objection, ...]:
    """Return everything against a unit's rallying.

    Rules: ds.rally.need_command_unit ds.rally.limit ds.confidence.rise
    """
    found: list[Objection] = []
    rule = "ds.rally.need_command_unit"
    command = command_unit(play, unit.side)
    if command is None:
        found.append(Objection("ds.no_rally.no_command", rule, {}, unit.id))
    elif command is unit:
        found.append(Objection("ds.no_rally.itself", rule, {}, unit.id))
    elif command.confidence == "RO" or command.panic:
        found.append(Objection("ds.no_rally.command_gone", rule, {}, unit.id))
    if unit.confidence == "CO":
        found.append(Objection("ds.no_rally.confident", "ds.confidence.rise", {}, unit.id))
    if unit.activated:
        found.append(Objection("ds.no_rally.activated", "ds.rally.limit", {}, unit.id))
    return tuple(found)


async def rally(play: Play, unit: Unit) -> None:
    """Try to rally a unit; its activation is spent either way.

    Rules: ds.rally.test ds.rally.costs_activation ds.rally.no_loss
    Asks: roll
    Emits: rallied
    """
    command = command_unit(play, unit.side)
    assert command is not None
    threat = Threat("ds.threat.command", command.leadership, "ds.rally.test")
    test = await roll_nerve("rally", unit, (threat,), "ds.rally.test")
    unit.activated = True
    if test.passed:
        unit.confidence = dropped(unit.confidence, -1)
    play.say(
        "rallied",
        "ds.log.rallied" if test.passed else "ds.log.not_rallied",
        "ds.rally.test" if test.passed else "ds.rally.no_loss",
        subject=unit.id,
        reason=test.reason,
        unit=play.name(unit),
        face=test.face,
        score=test.score,
        level=say(f"ds.level.{unit.confidence}"),
    )


def lose_command(play: Play, side: str) -> None:
    """Take the loss of a side's command: every unit drops a level, no offensive begins this turn.

    Once a game, whether its vehicle or the whole unit went first.

    Rules: ds.command.loss ds.command.no_new_orders ds.command.once
    Emits: command-lost confidence-lost
    """
    state = play.state
    if side in state.command_lost:
        return
    state.command_lost.append(side)
    state.no_offensive.append(side)
    play.say("command-lost", "ds.log.command_lost", "ds.command.loss", subject=side, side=side)
    for unit in state.units_of(side):
        if unit.alive:
            drop(play, unit, 1, "ds.command.loss")
