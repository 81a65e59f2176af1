"""What a draw of chits does to a vehicle or a team, exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import comb

import msgspec

from sim.rules.dirtside.chits import Validity, pot, total

__all__ = ["DrawOdds", "draws", "infantry_odds", "vehicle_odds"]


class DrawOdds(msgspec.Struct, frozen=True):
    """Chances of a draw against a vehicle; the marks of mobility and systems overlap with damage.

    Attributes
    ----------
    nothing, damaged, mobility, systems, fault, knocked_out : Fraction
        `fault`: the firer's systems fail and the shot is void. `knocked_out`: BOOM, or more than
        the armour. `damaged`: as much as the armour. `mobility` and `systems` count where the shot
        is neither void nor a knock-out.
    """

    nothing: Fraction
    damaged: Fraction
    mobility: Fraction
    systems: Fraction
    fault: Fraction
    knocked_out: Fraction


def draws(count: int, chits: Sequence[str]) -> Iterator[tuple[tuple[str, ...], Fraction]]:
    """Yield every draw of so many chits without replacement, kind by kind, with its chance."""
    kinds = list(Counter(chits).items())
    ways = Fraction(1, comb(len(chits), count))

    def some(index: int, left: int) -> Iterator[tuple[tuple[str, ...], int]]:
        if left == 0:
            yield (), 1
            return
        if index == len(kinds):
            return
        kind, many = kinds[index]
        for taken in range(min(left, many) + 1):
            for rest, weight in some(index + 1, left - taken):
                yield (kind,) * taken + rest, weight * comb(many, taken)

    for drawn, weight in some(0, count):
        yield drawn, weight * ways


@cache
def vehicle_odds(
    count: int, armour: int, validity: Validity, mix: str = "third_party_1998", *, void: bool = True
) -> DrawOdds:
    """Return what a draw does to a vehicle.

    Parameters
    ----------
    count : int
        Chits drawn.
    armour : int
        Of the face that was hit.
    validity : Validity
    mix : str
    void : bool
        Whether F voids the shot: in direct fire it does.

    Rules: ds.chit.special_vs_vehicle
    """
    chances = dict.fromkeys(DrawOdds.__struct_fields__, Fraction(0))
    for drawn, chance in draws(count, pot(mix)):
        for effect in _effects(drawn, armour, validity, void=void):
            chances[effect] += chance
    return DrawOdds(**chances)


def _effects(
    drawn: Sequence[str], armour: int, validity: Validity, *, void: bool
) -> tuple[str, ...]:
    if void and "F" in drawn:
        return ("fault",)
    points = total(drawn, validity)
    if "BOOM" in drawn or points > armour:
        return ("knocked_out",)
    found = (
        ("damaged", points == armour),
        ("mobility", "M" in drawn),
        ("systems", "T" in drawn),
    )
    return tuple(effect for effect, happens in found if happens) or ("nothing",)


@cache
def infantry_odds(
    count: int, kill: int, validity: Validity, mix: str = "third_party_1998"
) -> Fraction:
    """Return the chance that a draw removes an infantry team; special chits are ignored.

    Parameters
    ----------
    count : int
    kill : int
        Total that removes it.
    validity : Validity
    mix : str

    Rules: ds.chit.special_vs_infantry
    """
    found = Fraction(0)
    for drawn, chance in draws(count, pot(mix)):
        if total(drawn, validity) >= kill:
            found += chance
    return found
