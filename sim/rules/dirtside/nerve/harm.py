"""What an attack did to a unit, and the threats that follow from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from sim.rules.dirtside.nerve.score import Threat
from sim.rules.dirtside.options import DirtsideOptions
from sim.rules.dirtside.state import Unit

__all__ = ["Harm", "count_losses", "threats_of"]


class Harm(msgspec.Struct, frozen=True):
    """What one attack did to one unit.

    Attributes
    ----------
    hurt : tuple of str
        Elements that were damaged, marked or destroyed in it.
    marked_only : tuple of str
        Those of them that are only immobilised or without systems.
    leader_lost : bool
    from_above : bool
        Artillery or aircraft.
    """

    hurt: tuple[str, ...] = ()
    marked_only: tuple[str, ...] = ()
    leader_lost: bool = False
    from_above: bool = False


def count_losses(unit: Unit, harm: Harm, options: DirtsideOptions) -> tuple[str, ...]:
    """Return the elements that are new losses, and note them on the unit.

    Every mark counts, or by the option only damage; an element is lost once, repaired or not.

    Rules: ds.confidence.casualty_def
    """
    counted = [
        element
        for element in harm.hurt
        if options.casualty_scope == "any_marker" or element not in harm.marked_only
    ]
    new = tuple(element for element in dict.fromkeys(counted) if element not in unit.losses)
    unit.losses += list(new)
    return new


def threats_of(
    unit: Unit, harm: Harm, new: Sequence[str], options: DirtsideOptions, *, dismounted: bool
) -> tuple[Threat, ...]:
    """Return the threats that an attack is to a unit's confidence; none: no test.

    Parameters
    ----------
    unit : Unit
        With the new losses noted.
    harm : Harm
    new : sequence of str
        Elements lost in this attack (`count_losses`).
    options : DirtsideOptions
    dismounted : bool
        Whether the unit counts as dismounted infantry.

    Rules: ds.confidence.trigger_first ds.confidence.trigger_25 ds.confidence.trigger_50
        ds.confidence.trigger_leader ds.confidence.trigger_artillery ds.confidence.casualty_base
        ds.confidence.immediate
    """
    return tuple(_threats(unit, harm, new, options, dismounted=dismounted))


def _threats(
    unit: Unit, harm: Harm, new: Sequence[str], options: DirtsideOptions, *, dismounted: bool
) -> Iterator[Threat]:
    strength = max(1, unit.started_with)
    before = len(unit.losses) - len(new)
    if new and before == 0:
        yield Threat("ds.threat.first", 1, "ds.confidence.trigger_first")
    if 4 * len(new) >= strength:
        yield Threat("ds.threat.quarter", 1, "ds.confidence.trigger_25")
    half = 2 * len(unit.losses) >= strength
    again = options.half_loss_test == "each_new_loss" or 2 * before < strength
    if new and half and again:
        yield Threat("ds.threat.half", 2, "ds.confidence.trigger_50")
    if harm.leader_lost:
        yield Threat("ds.threat.leader", 3, "ds.confidence.trigger_leader")
    if harm.from_above and dismounted:
        yield Threat("ds.threat.above", 0, "ds.confidence.trigger_artillery")
