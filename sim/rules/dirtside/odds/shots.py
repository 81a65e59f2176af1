"""The odds of a whole shot: dice against dice, then chits against armour."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import prod

import msgspec

from sim.rules.dirtside.chits import Validity
from sim.rules.dirtside.odds.draws import DrawOdds, vehicle_odds

__all__ = ["ShotOdds", "hit_chance", "shot_odds"]


class ShotOdds(msgspec.Struct, frozen=True):
    """Chances of one shot at a vehicle.

    Attributes
    ----------
    hit : Fraction
    draw : DrawOdds
        What the whole shot does: a miss does nothing.
    """

    hit: Fraction
    draw: DrawOdds


@cache
def hit_chance(die: int, against: tuple[int, ...]) -> Fraction:
    """Return the chance that a die is higher than every one of some others.

    >>> hit_chance(8, (6,))
    Fraction(9, 16)
    """
    wins = sum(prod(min(face - 1, other) for other in against) for face in range(1, die + 1))
    return Fraction(wins, die * prod(against))


def shot_odds(
    die: int,
    against: Sequence[int],
    count: int,
    armour: int,
    validity: Validity,
    mix: str = "third_party_1998",
) -> ShotOdds:
    """Return the odds of a shot at a vehicle.

    Parameters
    ----------
    die : int
        Sides of the firer's die; 0 where there is no shot.
    against : sequence of int
        Sides of the target's dice.
    count : int
        Chits of a hit.
    armour : int
    validity : Validity
    mix : str
    """
    hit = hit_chance(die, tuple(against)) if die else Fraction(0)
    odds = vehicle_odds(count, armour, validity, mix)
    shares = {name: hit * getattr(odds, name) for name in DrawOdds.__struct_fields__}
    shares["nothing"] += 1 - hit
    return ShotOdds(hit, DrawOdds(**shares))
