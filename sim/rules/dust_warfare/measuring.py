"""Measuring: between bases, in plan, by anybody at any time; nothing here changes a state."""

from __future__ import annotations

from collections.abc import Sequence

from sim.geometry.units import is_within
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Mini, Unit
from sim.table.pieces import Stand

__all__ = ["gap_between_minis", "gap_between_units", "gap_to_unit", "minis_within", "units_within"]


def gap_between_minis(play: Play, a: Mini, b: Mini) -> float:
    """Return the distance of two miniatures: the shortest gap between their bases, in plan.

    A heavy walker's hull is its base; height never lengthens a distance.

    Rules: dw.measure.mini_to_mini dw.measure.horizontal dw.measure.premeasure
    dw.heavy.hull_is_base dw.mini.base_sizes dw.mini.parts
    """
    return play.facts.gap(play.stand(a), play.stand(b)).inches


def gap_between_units(play: Play, a: Sequence[Stand], b: Sequence[Stand]) -> float:
    """Return the distance of two units: that of their closest pair of miniatures.

    Rules: dw.measure.unit_to_unit
    """
    return min((play.facts.gap(x, y).inches for x in a for y in b), default=float("inf"))


def gap_to_unit(play: Play, mini: Mini, unit: Unit) -> float:
    """Return the distance from one miniature to the nearest of a unit.

    Rules: dw.measure.unit_to_unit
    """
    return gap_between_units(play, [play.stand(mini)], play.stands(unit))


def minis_within(play: Play, a: Mini, b: Mini, limit: float) -> bool:
    """Return whether two miniatures are within a distance: only their nearest parts count.

    Rules: dw.measure.within
    """
    return is_within(gap_between_minis(play, a, b), limit)


def units_within(play: Play, a: Sequence[Stand], b: Sequence[Stand], limit: float) -> bool:
    """Return whether two units are within a distance of each other.

    Rules: dw.measure.within dw.measure.unit_to_unit
    """
    return is_within(gap_between_units(play, a, b), limit)
