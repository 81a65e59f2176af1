"""Casualties: a miniature leaves the table, and what that means for its unit at once."""

from __future__ import annotations

from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Mini, Unit
from sim.rules.dust_warfare.turn.initiative import without_squad_order
from sim.rules.dust_warfare.turn.suppression import is_retreating

__all__ = ["remove_casualty", "suffer_damage"]


def remove_casualty(play: Play, unit: Unit, mini: Mini, *rules: str) -> None:
    """Remove a miniature as a casualty; its unit loses a fallen leader and may be destroyed.

    Rules: dw.char.damage_capacity dw.leader.loss_promote dw.command.temp_until_killed
    Emits: killed destroyed broke
    """
    retreated = is_retreating(play, unit)
    unit.minis = [each for each in unit.minis if each.id != mini.id]
    if unit.leader == mini.id:
        unit.leader = ""
        unit.temporary_section = False
        if "lost-leader" not in unit.used:
            unit.used.append("lost-leader")
    at = mini.pose.at if mini.pose else None
    play.say(
        "killed",
        "dw.log.killed",
        *rules,
        subject=mini.id,
        data={"at": list(at)} if at else None,
        unit=play.name(unit),
        mini=mini.id,
    )
    if not unit.minis:
        unit.suppression = 0
        unit.reaction = False
        play.state.destroyed.append(unit.id)
        play.say("destroyed", "dw.log.destroyed", *rules, subject=unit.id, unit=play.name(unit))
        without_squad_order(play, unit)
    elif is_retreating(play, unit) and not retreated:
        play.say(
            "broke",
            "dw.log.broke",
            "dw.suppression.retreating_state",
            subject=unit.id,
            unit=play.name(unit),
            markers=unit.suppression,
            minis=len(unit.minis),
        )


def suffer_damage(play: Play, unit: Unit, mini: Mini, damage: int, *rules: str) -> bool:
    """Mark damage on a miniature and return whether it became a casualty.

    Rules: dw.char.damage_tracking dw.char.damage_capacity dw.char.typical_dc
    Emits: damaged killed destroyed
    """
    if damage <= 0:
        return False
    mini.damage += damage
    capacity = play.profile(mini).damage_capacity
    play.say(
        "damaged",
        "dw.log.damaged",
        *rules,
        subject=mini.id,
        unit=play.name(unit),
        mini=mini.id,
        damage=damage,
        left=max(0, capacity - mini.damage),
    )
    if mini.damage < capacity:
        return False
    remove_casualty(play, unit, mini, "dw.char.damage_capacity", *rules)
    return True
