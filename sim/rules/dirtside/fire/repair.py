"""Getting failed systems to work again."""

from __future__ import annotations

from sim.engine.reasons import Reason
from sim.rules.dirtside.design.design import Design
from sim.rules.dirtside.dice import roll_die
from sim.rules.dirtside.play import Play
from sim.rules.dirtside.state import Element

__all__ = ["repair", "repaired_from"]


def repaired_from(design: Design) -> int:
    """Return the lowest face that repairs systems.

    Rules: ds.repair.roll ds.backup.roll
    """
    return 3 if design.backup else 6


async def repair(play: Play, element: Element, design: Design) -> bool:
    """Roll for a vehicle whose systems are down, once an activation, as often as it takes.

    Other marks stay: they need engineers.

    Rules: ds.repair.roll ds.repair.retry ds.repair.systems_only ds.backup.roll
        ds.backup.reusable
    Asks: roll
    Emits: repaired
    """
    if not element.systems_down or element.abandoned or element.knocked_out:
        return False
    needed = repaired_from(design)
    rule = "ds.backup.roll" if design.backup else "ds.repair.roll"
    why = Reason("ds.why.repair", {"face": needed}, needed, (rule,))
    face = await roll_die("repair", 6, rule, why)
    if face < needed:
        return False
    element.systems_down = False
    play.say(
        "repaired", "ds.log.repaired", rule, subject=element.id, reason=why, element=element.id
    )
    return True
