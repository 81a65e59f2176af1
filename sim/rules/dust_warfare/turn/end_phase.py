"""The End phase: scenario effects, one Suppression marker off, all Reaction markers off."""

from __future__ import annotations

from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.turn.suppression import remove_markers

__all__ = ["end_phase"]


async def end_phase(play: Play) -> None:
    """Carry out the End phase in the book's order.

    Scenario effects come first; Eliminate the Enemy has none.

    Rules: dw.end_phase.order dw.end_phase.suppression dw.end_phase.reaction_clear
    dw.end_phase.scenario_first
    Emits: rallied steadied
    """
    for unit in play.state.units.values():
        if unit.on_table:
            remove_markers(play, unit, 1, "dw.end_phase.suppression", "dw.end_phase.order")
    cleared = 0
    for unit in play.state.units.values():
        cleared += unit.reaction
        unit.reaction = False
    play.say(
        "steadied",
        "dw.log.reactions_cleared",
        "dw.end_phase.reaction_clear",
        "dw.end_phase.order",
        count=cleared,
        turn=play.state.turn,
    )
