"""What things are worth, in Army Points: miniatures, markers, and the harm an attack may do.

Everything is an expectation from the game's own odds; nothing is rolled or sampled here.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from sim.geometry.pose import Pose
from sim.rules.dust_warfare.odds import AttackOdds, expected_attack
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Unit

__all__ = ["Harm", "damage_capacity", "harm", "harm_of", "points"]

#: A destroyed unit is a Superiority Point, which decides the game: worth this share of its AP
#: again, and a fixed part for the point itself.
DESTROYED_SHARE = 0.5
DESTROYED_POINT = 12.0
#: A Suppression marker costs a fresh unit an action and its reaction; a further one matters less.
SUPPRESSION = 4.0
SUPPRESSION_MORE = 1.0
#: A row of the vehicle table above 0: on the average a weapon, the drive or a fire.
CRIPPLED = 6.0


class Harm(msgspec.Struct, frozen=True):
    """What one unit may do to another: its value in AP, and the odds behind it."""

    value: float
    odds: AttackOdds | None = None


NO_HARM = Harm(0.0)


def points(play: Play, unit: Unit) -> float:
    """Return the AP a unit was bought for."""
    return float(play.unit_profile(unit).ap)


def damage_capacity(play: Play, unit: Unit) -> float:
    """Return the Damage Capacity of the whole unit when it was fresh."""
    members = play.unit_profile(unit).members
    return float(
        sum(play.profiles.minis[m.profile].damage_capacity * m.count for m in members) or 1
    )


def harm_of(play: Play, odds: AttackOdds, target: Unit) -> float:
    """Return what an attack with these odds on a unit is worth, in AP."""
    cost = points(play, target)
    each = cost / damage_capacity(play, target)
    value = odds.destroyed * (DESTROYED_SHARE * cost + DESTROYED_POINT)
    value += each * odds.expected_left
    if play.is_vehicle(target):
        return value + CRIPPLED * odds.crippled
    fresh = SUPPRESSION_MORE if target.suppression else SUPPRESSION
    return value + fresh * odds.suppressed * (1.0 - odds.destroyed)


def harm(
    play: Play,
    unit: Unit,
    target: Unit,
    *,
    sustained: bool = False,
    close_combat: bool | None = None,
    poses: Mapping[str, Pose] | None = None,
) -> Harm:
    """Return the harm of one attack of a unit on another with all that bears.

    Parameters
    ----------
    poses : mapping of miniature id to Pose, optional
        Where miniatures of either side would stand.
    """
    odds = expected_attack(
        play, unit, target, sustained=sustained, close_combat=close_combat, poses=poses
    )
    if odds is None:
        return NO_HARM
    return Harm(harm_of(play, odds, target), odds)
