"""Unit Leaders and formation: who leads, who stands in, who is too far away."""

from __future__ import annotations

from sim.engine.questions import Option, pick
from sim.rules.dust_warfare.measuring import minis_within
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Mini, Unit

__all__ = [
    "in_formation",
    "leader_of",
    "leadership_in",
    "name_leader",
    "out_of_formation",
    "set_leader",
    "stand_in",
]


def leadership_in(play: Play, leader: Mini) -> float:
    """Return the Leadership range of a leader: 6 in unless his profile says otherwise.

    Rules: dw.leader.range_6
    """
    return play.profile(leader).leadership_in


def leader_of(unit: Unit) -> Mini | None:
    """Return the Unit Leader, or None while the unit is leaderless.

    A unit of one leads itself from the start; the last of a squad that lost its leader does not.

    Rules: dw.leader.every_unit dw.leader.single dw.unit.definition
    """
    for mini in unit.minis:
        if mini.id == unit.leader:
            return mini
    return None


def out_of_formation(play: Play, unit: Unit, leader: Mini) -> list[Mini]:
    """Return the miniatures outside Leadership range of `leader`.

    Rules: dw.unit.formation dw.leader.range_6
    """
    limit = leadership_in(play, leader)
    return [
        mini
        for mini in unit.minis
        if mini.id != leader.id and not minis_within(play, leader, mini, limit)
    ]


def in_formation(play: Play, unit: Unit, leader: Mini) -> bool:
    """Return whether every miniature is within Leadership range of `leader`.

    Rules: dw.unit.formation
    """
    return not out_of_formation(play, unit, leader)


def _leader_options(play: Play, unit: Unit) -> list[Option]:
    return [
        Option(
            mini.id, "dw.option.leader", {"mini": mini.id, "name": play.profile(mini).name}, mini.id
        )
        for mini in unit.minis
    ]


async def stand_in(play: Play, unit: Unit, rule: str) -> Mini:
    """Return the unit's leader for this event; for a leaderless unit the opponent names one.

    Rules: dw.leader.stand_in
    Asks: pick leader-stand-in (the opponent)
    """
    leader = leader_of(unit)
    if leader is not None:
        return leader
    if len(unit.minis) == 1:
        return unit.minis[0]
    chosen = await pick(
        play.state.other(unit.side),
        "leader-stand-in",
        _leader_options(play, unit),
        rule="dw.leader.stand_in",
        prompt="dw.ask.leader_stand_in",
        params={"unit": play.name(unit), "for": rule},
        subject=unit.id,
    )
    play.say(
        "stood_in",
        "dw.log.stood_in",
        "dw.leader.stand_in",
        rule,
        subject=unit.id,
        unit=play.name(unit),
        mini=chosen,
    )
    return play.mini(chosen)


async def name_leader(play: Play, unit: Unit, rule: str) -> str:
    """Ask the owner for a Unit Leader among the unit's miniatures; returns the miniature's id.

    Rules: dw.leader.loss_promote
    Asks: pick name-leader (the owner)
    """
    if len(unit.minis) == 1:
        return unit.minis[0].id
    return await pick(
        unit.side,
        "name-leader",
        _leader_options(play, unit),
        rule=rule,
        prompt="dw.ask.name_leader",
        params={"unit": play.name(unit)},
        subject=unit.id,
    )


def set_leader(play: Play, unit: Unit, mini: str, *rules: str) -> None:
    """Make a miniature the Unit Leader; a temporary section ends with its named leader.

    Rules: dw.leader.loss_promote dw.leader.model_swap dw.command.temp_until_killed
    Emits: led
    """
    unit.leader = mini
    unit.temporary_section = False
    play.say("led", "dw.log.led", *rules, subject=mini, unit=play.name(unit), mini=mini)
