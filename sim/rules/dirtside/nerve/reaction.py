"""Reaction tests: whether a unit does as it is ordered; panic, and fire that holds it down."""

from __future__ import annotations

from collections.abc import Sequence

from sim.rules.dirtside.nerve.score import Threat, roll_nerve
from sim.rules.dirtside.play import Play
from sim.rules.dirtside.state import Unit

__all__ = ["advance_threats", "move_threats", "panics", "reaction_test"]


async def reaction_test(play: Play, unit: Unit, threats: Sequence[Threat]) -> bool:
    """Test whether a unit obeys; failure costs no confidence, and the order may be tried again.

    Rules: ds.reaction.test ds.reaction.retry
    Asks: roll
    Emits: reacted
    """
    test = await roll_nerve("reaction", unit, threats, "ds.reaction.test")
    play.say(
        "reacted",
        "ds.log.obeys" if test.passed else "ds.log.refuses",
        "ds.reaction.test",
        subject=unit.id,
        reason=test.reason,
        unit=play.name(unit),
        face=test.face,
        score=test.score,
    )
    return test.passed


def move_threats(play: Play, unit: Unit) -> tuple[Threat, ...]:
    """Return why a unit must test before it may move at all: fire that holds it down.

    Rules: ds.underfire.move_test ds.reaction.uf_infantry ds.reaction.uf_vehicle
        ds.underfire.purpose
    """
    if not unit.under_fire:
        return ()
    if play.dismounted(unit):
        return (Threat("ds.threat.under_fire", 1, "ds.reaction.uf_infantry"),)
    level = int(play.options.under_fire_vehicle)
    return (Threat("ds.threat.under_fire", level, "ds.reaction.uf_vehicle"),)


def advance_threats(play: Play, unit: Unit) -> tuple[Threat, ...]:
    """Return why a unit must test before it leaves cover or advances: shaken infantry.

    Broken infantry that is bound by the limits of shaken infantry as well must test, too.

    Rules: ds.reaction.sh_advance ds.confidence.sh_infantry ds.confidence.sh_armour
        ds.confidence.co_infantry ds.confidence.co_armour ds.confidence.st_infantry
        ds.confidence.st_armour
    """
    bound = unit.confidence == "SH" or (
        unit.confidence == "BR" and play.options.broken_infantry == "accumulate"
    )
    if not (bound and play.dismounted(unit)):
        return ()
    return (Threat("ds.threat.shaken", 1, "ds.reaction.sh_advance"),)


async def panics(play: Play, unit: Unit) -> bool:
    """Test a unit that is attacked for the first time; return whether it panics.

    Only GREEN units test.

    Rules: ds.panic.trigger ds.panic.effect ds.panic.once
    Asks: roll
    Emits: panicked
    """
    first, unit.attacked = not unit.attacked, True
    if not (first and unit.quality == "green"):
        return False
    threat = Threat("ds.threat.panic", 2, "ds.panic.trigger")
    if await reaction_test(play, unit, (threat,)):
        return False
    unit.panic = True
    play.say("panicked", "ds.log.panics", "ds.panic.effect", subject=unit.id, unit=play.name(unit))
    return True
