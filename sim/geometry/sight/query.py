"""One question of sight."""

from __future__ import annotations

from dataclasses import dataclass

from sim.geometry.rays import Placed
from sim.geometry.sight.bodies import Target

__all__ = ["Point3", "Query"]

Point3 = tuple[float, float, float]


@dataclass(frozen=True, eq=False)
class Query:
    """One question of sight.

    Attributes
    ----------
    eye : Point3
    target : Target
    hulls : tuple of Placed
        What blocks besides the terrain; never the looker nor the target.
    """

    eye: Point3
    target: Target
    hulls: tuple[Placed, ...] = ()
