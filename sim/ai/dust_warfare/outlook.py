"""The outlook from a place: what a unit could do from there, and what could be done to it.

Exact attacks are dear, so both are cut: pairs out of range are never looked at, and the threat
of enemies beyond the most dangerous few is left out. The cut is the same for every place.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from sim.ai.dust_warfare.worth import NO_HARM, Harm, harm
from sim.geometry.pose import Point, Pose
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Unit

__all__ = ["Outlook", "best_target", "centre", "reach_of_weapons", "threat"]

#: Share of a threat that counts when the enemy has acted already this turn: he comes again, but
#: the unit may have moved by then.
ACTED_SHARE = 0.55
#: How many enemies are looked at exactly as a threat.
MOST_THREATS = 3

#: At most this much of a distance between centres is base: soldiers, and with a vehicle.
BASES_IN = 1.2
LARGE_BASES_IN = 6.0

Poses = Mapping[str, Pose]


class Outlook:
    """Attacks and threats of one state, remembered by where everybody would stand.

    Parameters
    ----------
    play : Play
        Nothing in it changes while the outlook is in use.
    """

    def __init__(self, play: Play) -> None:
        self.play = play
        #: Paths looked at with their worth, by unit and gait; see `plans`.
        self.places: dict[tuple[str, str], list[Any]] = {}
        self._known: dict[tuple[object, ...], Harm] = {}

    def harm(
        self, unit: Unit, target: Unit, poses: Poses | None = None, *, sustained: bool = False
    ) -> Harm:
        """Return the harm of an attack, looked up or worked out."""
        key = (unit.id, target.id, sustained, _places(unit, poses), _places(target, poses))
        found = self._known.get(key)
        if found is None:
            found = NO_HARM
            if self.gap(unit, target, poses) <= reach_of_weapons(self.play, unit):
                found = harm(self.play, unit, target, sustained=sustained, poses=poses or None)
            self._known[key] = found
        return found

    def gap(self, unit: Unit, target: Unit, poses: Poses | None = None) -> float:
        """Return the least distance between centres, less what bases may take off."""
        pairs = ((a, b) for a in _spots(unit, poses) for b in _spots(target, poses))
        large = self.play.is_vehicle(unit) or self.play.is_vehicle(target)
        return min(math.dist(a, b) for a, b in pairs) - (LARGE_BASES_IN if large else BASES_IN)


def _spots(unit: Unit, poses: Poses | None) -> list[Point]:
    found = [(poses or {}).get(mini.id, mini.pose) for mini in unit.minis]
    return [pose.at for pose in found if pose is not None]


def _places(unit: Unit, poses: Poses | None) -> tuple[Pose | None, ...]:
    return tuple((poses or {}).get(mini.id, mini.pose) for mini in unit.minis)


def centre(unit: Unit, poses: Poses | None = None) -> Point:
    """Return the middle of a unit's miniatures in plan."""
    spots = _spots(unit, poses)
    return (sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots))


def reach_of_weapons(play: Play, unit: Unit) -> float:
    """Return the longest range of a unit's weapons, inches."""
    return _reach(play, tuple(dict.fromkeys(mini.profile for mini in unit.minis)))


def _reach(play: Play, profiles: tuple[str, ...]) -> float:
    ranges = [
        play.profiles.weapons[mount.weapon].range_in
        for name in profiles
        for mount in play.profiles.minis[name].weapons
    ]
    return max(ranges, default=0.0)


def best_target(
    outlook: Outlook, unit: Unit, poses: Poses | None = None, *, sustained: bool = False
) -> tuple[Unit | None, Harm]:
    """Return the enemy a unit can do most harm to from some place; None when it can hurt nobody."""
    best: tuple[Unit | None, Harm] = (None, NO_HARM)
    for enemy in outlook.play.enemies(unit.side):
        found = outlook.harm(unit, enemy, poses, sustained=sustained)
        if found.value > best[1].value:
            best = (enemy, found)
    return best


def threat(outlook: Outlook, unit: Unit, poses: Poses | None = None) -> tuple[float, Unit | None]:
    """Return what the enemy may do to a unit standing somewhere, and who is the worst of them.

    Enemies that have acted this turn count for less; only the few whose guns matter most at
    that distance are looked at exactly.
    """
    play = outlook.play
    near = sorted(
        play.enemies(unit.side),
        key=lambda enemy: (
            outlook.gap(enemy, unit, poses) - reach_of_weapons(play, enemy),
            enemy.id,
        ),
    )
    total, worst, most = 0.0, None, 0.0
    for enemy in near[:MOST_THREATS]:
        value = outlook.harm(enemy, unit, poses).value
        value *= ACTED_SHARE if enemy.activated else 1.0
        total += value
        if value > most:
            worst, most = enemy, value
    return total, worst
