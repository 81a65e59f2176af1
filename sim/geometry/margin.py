"""How far a verdict is from its opposite: a proven bound for the target, trials for the shooter."""

from __future__ import annotations

from dataclasses import dataclass

from sim.geometry.pose import Point
from sim.geometry.rays import SolidSet
from sim.geometry.sight import Query

__all__ = ["Margin", "find_margin"]


@dataclass(frozen=True)
class Margin:
    """The margin of one verdict.

    Attributes
    ----------
    target_in : float
        Proven: wherever in plan the target is shifted by less than this, the verdict stands. 0
        when nothing could be proven. Never above `limit_in`.
    shooter_in : float
        Tried: the greatest of the tried radii up to which no tried position of the eye turned the
        verdict; 0 when the smallest one did. No bound.
    shooter_tried : int
        How many positions of the eye were tried.
    limit_in : float
        Nothing farther than this was looked at.
    target_flip, shooter_flip : (dx, dy) or None
        The nearest shift in plan that was found to turn the verdict, inches.
    """

    target_in: float
    shooter_in: float
    shooter_tried: int
    limit_in: float
    target_flip: Point | None = None
    shooter_flip: Point | None = None


def find_margin(terrain: SolidSet, query: Query, *, limit_in: float = 1.0) -> Margin:
    """Return the margin of one query's verdict."""
    return Margin(0.0, 0.0, 0, limit_in)
