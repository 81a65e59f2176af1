"""Force lists drawn at random: for long series that should not hang on one pair of forces."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sim.rules.dust_warfare.forces.profiles import UnitProfile

__all__ = ["COMMON", "random_list"]

#: Faction whose units anybody may take.
COMMON = "common"
#: Most copies of one unit in a list.
MOST_ALIKE = 2


def random_list(
    units: Mapping[str, UnitProfile],
    factions: Mapping[str, str],
    faction: str,
    points: int,
    below: Callable[[int], int],
) -> tuple[str, ...]:
    """Return unit ids of a faction that cost at most `points` together; empty when none fits.

    A Command Section comes first where one fits, for somebody has to issue Orders; then units are
    drawn until nothing more fits, two alike at most. What else a platoon may hold the book leaves
    to lists that are not printed in it.

    Parameters
    ----------
    units : mapping of unit id to UnitProfile
    factions : mapping of unit id to its faction
    faction : str
    points : int
        Army Points that may be spent.
    below : callable
        ``below(limit)``: a number from 0 to limit - 1.

    Rules: dw.unit.command_section dw.unit.platoon
    """
    own = [unit for unit in units.values() if factions.get(unit.id) in (faction, COMMON)]
    sections = [unit for unit in own if unit.section == "command" and unit.ap <= points]
    chosen: list[UnitProfile] = []
    if sections:
        chosen.append(sections[below(len(sections))])
    while fitting := _fitting(own, chosen, points):
        chosen.append(fitting[below(len(fitting))])
    return tuple(unit.id for unit in chosen)


def _fitting(
    own: Sequence[UnitProfile], chosen: Sequence[UnitProfile], points: int
) -> list[UnitProfile]:
    """Return what may still be added: it is paid for, and no second Command Section."""
    left = points - sum(unit.ap for unit in chosen)
    alike = [unit.id for unit in chosen]
    return [
        unit
        for unit in own
        if unit.ap <= left and alike.count(unit.id) < MOST_ALIKE and unit.section != "command"
    ]
