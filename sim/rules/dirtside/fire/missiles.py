"""Guided missiles: area defence, then countermeasures and point defence."""

from __future__ import annotations

from collections.abc import Sequence

from sim.engine.reasons import Objection, Reason
from sim.rules.dirtside.design.card import ECM_DIE
from sim.rules.dirtside.design.design import Design
from sim.rules.dirtside.design.weapons import GRADES, guidance_die
from sim.rules.dirtside.dice import grade_die, opposed, shifted

__all__ = [
    "defence_dice",
    "intercept",
    "interception_die",
    "most_engaged",
    "strike",
    "why_not_engage",
]


def most_engaged(grade: str) -> int:
    """Return how many missiles of one attack an area defence may engage.

    Rules: ds.adsm.die_reduction
    """
    return next(n for n in range(1, 9) if not interception_die(grade, n + 1))


def interception_die(grade: str, engaged: int) -> int:
    """Return the sides of the die against each of so many missiles, 0 for too many.

    Rules: ds.adsm.die ds.adsm.die_reduction
    """
    return shifted(grade_die(GRADES.index(grade) + 1), 1 - engaged)


def why_not_engage(grade: str, engaged: int) -> tuple[Objection, ...]:
    """Return what speaks against engaging so many missiles at once.

    Rules: ds.adsm.declare_number
    """
    if interception_die(grade, engaged):
        return ()
    params: dict[str, str | int | float | bool] = {"engaged": engaged, "most": most_engaged(grade)}
    return (Objection("ds.no_fire.engaged", "ds.adsm.declare_number", params),)


async def intercept(grade: str, guidance: Sequence[str], why: Reason) -> tuple[bool, ...]:
    """Roll an area defence against missiles; return which were shot down.

    Parameters
    ----------
    grade : str
        Of the area defence.
    guidance : sequence of str
        Of each missile that it engages, all declared before.
    why : Reason

    Rules: ds.adsm.opposed ds.adsm.declare_number ds.gms.guidance_die
    Asks: roll
    """
    die = interception_die(grade, len(guidance))
    down: list[bool] = []
    for each in guidance:
        rolled = await opposed("intercept", die, (guidance_die(each),), "ds.adsm.opposed", why)
        down.append(rolled.won)
    return tuple(down)


def defence_dice(
    design: Design, *, sensors: bool = False, systems_down: bool = False, all_off: bool = False
) -> tuple[int, ...]:
    """Return the dice of a missile's target: countermeasures, and its point defence.

    Parameters
    ----------
    design : Design
    sensors : bool
        With active sensors it counts as having no ECM.
    systems_down : bool
    all_off : bool
        The option by which nothing works then.

    Rules: ds.pds.ecm_die ds.pds.secondary_die ds.systems.ecm ds.systems.pds
        ds.damage.systems_down_target
    """
    dead = systems_down and all_off
    first = ECM_DIE["" if sensors or dead else design.ecm]
    if design.pds and not dead:
        return (first, grade_die(GRADES.index(design.pds) + 1))
    return (first,)


async def strike(guidance: str, defence: Sequence[int], why: Reason) -> bool:
    """Roll a missile against its target's defences; return whether it hits.

    Rules: ds.pds.opposed ds.gms.guidance_die
    Asks: roll
    """
    rolled = await opposed("missile", guidance_die(guidance), defence, "ds.pds.opposed", why)
    return rolled.won
