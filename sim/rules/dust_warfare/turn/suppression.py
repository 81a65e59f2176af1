"""Suppression markers: who takes them, what they cost, how they go."""

from __future__ import annotations

from sim.engine.reasons import Reason
from sim.rules.dust_warfare.dice import dice_data, hits, roll_dice
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Unit

__all__ = [
    "actions_available",
    "add_markers",
    "is_retreating",
    "is_suppressed",
    "remove_markers",
    "roll_to_remove",
    "takes_suppression",
]

#: Abilities of units that never take Suppression markers.
IMMUNE: tuple[str, ...] = ("blutkreuz-ape", "blutkreuz-zombie", "zombie")


def takes_suppression(play: Play, unit: Unit) -> bool:
    """Return whether a unit can gain Suppression markers at all.

    Rules: dw.suppression.vehicle_immune dw.reaction.hit_the_dirt_no_benefit
    """
    if not play.is_soldier(unit):
        return False
    return not any(ability in IMMUNE for ability in play.unit_profile(unit).abilities)


def is_suppressed(unit: Unit) -> bool:
    """Return whether a unit holds one or more Suppression markers.

    Rules: dw.suppression.marker
    """
    return unit.suppression > 0


def is_retreating(play: Play, unit: Unit) -> bool:
    """Return whether a Soldier unit has more markers than living miniatures, in any phase.

    Rules: dw.suppression.retreating_state
    """
    return play.is_soldier(unit) and unit.alive and unit.suppression > len(unit.minis)


def add_markers(play: Play, unit: Unit, count: int, *rules: str) -> int:
    """Put Suppression markers on a unit and return how many it took; immune units take none.

    Rules: dw.suppression.marker dw.suppression.vehicle_immune dw.suppression.persists
    Emits: suppressed
    """
    if count <= 0 or not unit.alive or not takes_suppression(play, unit):
        return 0
    was_retreating = is_retreating(play, unit)
    unit.suppression += count
    play.say(
        "suppressed",
        "dw.log.suppressed",
        *rules,
        subject=unit.id,
        unit=play.name(unit),
        count=count,
        markers=unit.suppression,
    )
    if is_retreating(play, unit) and not was_retreating:
        play.say(
            "broke",
            "dw.log.broke",
            "dw.suppression.retreating_state",
            subject=unit.id,
            unit=play.name(unit),
            markers=unit.suppression,
            minis=len(unit.minis),
        )
    return count


def remove_markers(play: Play, unit: Unit, count: int, *rules: str) -> int:
    """Take up to `count` markers off and return how many went.

    Emits: rallied
    """
    gone = min(count, unit.suppression)
    if gone:
        unit.suppression -= gone
        play.say(
            "rallied",
            "dw.log.rallied",
            *rules,
            subject=unit.id,
            unit=play.name(unit),
            count=gone,
            markers=unit.suppression,
        )
    return gone


async def roll_to_remove(play: Play, unit: Unit) -> None:
    """Roll one die per marker at activation; each hit removes one.

    Rules: dw.suppression.roll_remove dw.activation.step3_suppression
    Asks: roll suppression
    Emits: rolled rallied
    """
    if not unit.suppression:
        return
    why = Reason(
        "dw.why.suppression_roll",
        {"unit": play.name(unit), "markers": unit.suppression},
        unit.suppression,
        ("dw.suppression.roll_remove",),
    )
    faces = await roll_dice("suppression", unit.suppression, "dw.suppression.roll_remove", why)
    play.say(
        "rolled",
        "dw.log.suppression_roll",
        "dw.activation.step3_suppression",
        "dw.suppression.roll_remove",
        subject=unit.id,
        reason=why,
        data=dice_data(faces, unit.side),
        unit=play.name(unit),
        dice=len(faces),
        hits=hits(faces),
    )
    remove_markers(play, unit, hits(faces), "dw.suppression.roll_remove")


def actions_available(unit: Unit) -> int:
    """Return how many actions a unit has at step 5: 2, less 1 suppressed, less 1 for a reaction.

    Rules: dw.activation.step5_count dw.suppression.lose_action dw.suppression.cumulative_reaction
    dw.reaction.marker_effect
    """
    return max(0, 2 - is_suppressed(unit) - unit.reaction)
