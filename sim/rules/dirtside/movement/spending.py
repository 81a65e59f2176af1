"""Movement factors spent along a way, stretch by stretch, and whether it is too far."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from sim.engine.reasons import Objection
from sim.geometry.units import RULE_TOL_IN, is_within
from sim.geometry.weighted import CostLeg
from sim.rules.dirtside.options import DirtsideOptions

__all__ = ["Spent", "farthest", "spent", "too_far"]

#: From this price on an inch is walked whole or not at all.
_COSTLY = 2.0
#: What anybody may move who spends all he has.
_LEAST_IN = 1.0


class Spent(msgspec.Struct, frozen=True):
    """What a way took.

    Attributes
    ----------
    factors : float
    length_in : float
    """

    factors: float
    length_in: float


def spent(legs: Sequence[CostLeg]) -> Spent:
    """Return the factors that a way takes: each stretch at its own price.

    Rules: ds.move.factor ds.terrain.exit_rule ds.terrain.mixed_example ds.move.per_element
    """
    return Spent(sum(leg.cost for leg in legs), sum(leg.length for leg in legs))


def farthest(leg: CostLeg, left: float, *, whole: bool) -> float:
    """Return how far a stretch may be gone with so many factors left, inches.

    Rules: ds.move.fraction
    """
    far = left / leg.factor
    return float(math.floor(far + RULE_TOL_IN)) if whole and leg.factor >= _COSTLY else far


def too_far(
    legs: Sequence[CostLeg], allowance: float, options: DirtsideOptions
) -> tuple[Objection, ...]:
    """Return what speaks against a way's length.

    Parameters
    ----------
    legs : sequence of CostLeg
        The way, cut where an inch changes its price.
    allowance : float
        Factors that the element has.
    options : DirtsideOptions

    Rules: ds.move.up_to ds.move.fraction ds.move.minimum
    """
    taken = spent(legs)
    if options.move_minimum == "1" and is_within(taken.length_in, _LEAST_IN):
        return ()
    left = allowance
    for leg in legs[:-1]:
        left -= leg.cost
    if not legs:
        return ()
    last = legs[-1]
    whole = options.move_fraction == "whole_inch"
    if left >= -RULE_TOL_IN and is_within(last.length, farthest(last, max(left, 0.0), whole=whole)):
        return ()
    params: dict[str, float | str | int] = {
        "factors": round(taken.factors, 2),
        "allowance": allowance,
        "inches": round(taken.length_in, 2),
    }
    rule = "ds.move.fraction" if is_within(taken.factors, allowance) else "ds.move.up_to"
    return (Objection("ds.no_move.too_far", rule, dict(params)),)
