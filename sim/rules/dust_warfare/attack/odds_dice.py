"""Exact distributions of Combat Dice: plain numbers in, probabilities out, no game state.

A distribution is a tuple of probabilities of 0, 1, 2, … . Dice are few, so everything is worked
out by convolution; nothing is sampled.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

__all__ = [
    "Distribution",
    "Pool",
    "binomial",
    "convolve",
    "hit_chance",
    "mean",
    "pool_hits",
    "power",
    "scaled",
]

#: Probabilities of 0, 1, 2, …
Distribution = tuple[float, ...]


class Pool(msgspec.Struct, frozen=True):
    """Dice that are rolled together.

    Attributes
    ----------
    dice : int
    damage : int
        Of each hit.
    laser : bool
        One more die for each hit of the first roll.
    tank_killer : bool
        A hit inverts the Vehicle Damage Table's dice.
    """

    dice: int
    damage: int = 1
    laser: bool = False
    tank_killer: bool = False


def hit_chance(*, inverted: bool = False, reroll: bool = False) -> float:
    """Return the chance of one die to count.

    Parameters
    ----------
    inverted : bool
        Blanks count.
    reroll : bool
        Every die that does not count is rolled once more, the best use of a Sustained Attack.

    Rules: dw.dice.combat_die dw.dice.invert dw.action.sustained
    """
    chance = 2.0 / 3.0 if inverted else 1.0 / 3.0
    return 1.0 - (1.0 - chance) ** 2 if reroll else chance


def convolve(a: Distribution, b: Distribution) -> Distribution:
    """Return the distribution of the sum of two independent counts."""
    out = [0.0] * (len(a) + len(b) - 1)
    for i, p in enumerate(a):
        if p:
            for j, q in enumerate(b):
                out[i + j] += p * q
    return tuple(out)


def power(one: Distribution, times: int) -> Distribution:
    """Return the distribution of the sum of `times` independent equal counts."""
    out: Distribution = (1.0,)
    square = one
    while times:
        if times & 1:
            out = convolve(out, square)
        times >>= 1
        if times:
            square = convolve(square, square)
    return out


def scaled(one: Distribution, factor: int) -> Distribution:
    """Return the distribution of `factor` times a count."""
    if factor == 0:
        return (sum(one),)
    out = [0.0] * ((len(one) - 1) * factor + 1)
    out[::factor] = one
    return tuple(out)


def mean(one: Sequence[float]) -> float:
    """Return the expectation of a distribution."""
    return sum(index * chance for index, chance in enumerate(one))


@lru_cache(maxsize=4096)
def binomial(dice: int, chance: float) -> Distribution:
    """Return the distribution of the number of hits of some dice."""
    return power((1.0 - chance, chance), dice)


@lru_cache(maxsize=4096)
def pool_hits(
    dice: int, *, laser: bool = False, inverted: bool = False, reroll: bool = False
) -> Distribution:
    """Return the distribution of a pool's hits.

    The extra die of a laser comes from hits of the first roll, after its rerolls, and is itself
    neither rerolled nor doubled.

    Rules: dw.wability.laser dw.wability.laser_sustained
    """
    first = hit_chance(inverted=inverted, reroll=reroll)
    if not laser:
        return binomial(dice, first)
    extra = hit_chance(inverted=inverted)
    return power((1.0 - first, first * (1.0 - extra), first * extra), dice)
