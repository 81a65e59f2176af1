"""Where a base could stand: the places that the searches try."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from sim.geometry.mesh_data import Floats
from sim.geometry.planner import PathGround
from sim.geometry.shapes import reach_of
from sim.geometry.units import quantise_in
from sim.table.facts import Facts
from sim.table.levels import Levels
from sim.table.pieces import Stand

__all__ = ["Places", "moved_to"]

Bools = NDArray[np.bool_]


class Places:
    """Says of many places at once whether a base could stand there.

    On the table, in no wall, and on the level's floor: terrain alone counts, nobody is in the way.

    Parameters
    ----------
    facts : Facts
    """

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._levels = Levels(facts.table)
        self._grounds: dict[str, PathGround] = {}

    def allow(self, stand: Stand, points: Floats) -> Bools:
        """Return at which points ``(n, 2)`` the stand's base could stand on its level.

        A base that is not round is judged as the circle about it.
        """
        level = stand.pose.level
        ground = self._grounds.get(level)
        found = self._levels.get(level)
        if found is None:
            self.facts.support(*stand.pose.at, level)  # says what is wrong
            raise KeyError(level)
        if ground is None:
            table = self.facts.table
            ground = PathGround((table.width, table.depth), walls=found.walls)
            self._grounds[level] = ground
        radius = reach_of(self.facts.model(stand).base)
        good = ground.in_table(points, radius)
        good[good] = ground.fixed(radius, ()).barriers.allows(points[good])
        if found.outline is not None:
            inside = [found.holds((float(x), float(y))) for x, y in points[good]]
            good[good] = np.array(inside, dtype=bool)
        return good

    def disc(self, stand: Stand, distance: float, spacing: float) -> Floats:
        """Return the places within a straight distance, on multiples of the spacing, row by row."""
        x, y = stand.pose.at
        grid = _grid(x - distance, x + distance, y - distance, y + distance, spacing)
        grid = grid[np.hypot(grid[:, 0] - x, grid[:, 1] - y) <= distance]
        return grid[self.allow(stand, grid)]


def _grid(left: float, right: float, low: float, high: float, spacing: float) -> Floats:
    columns, rows = (
        np.round(np.arange(math.ceil(a / spacing), math.floor(b / spacing) + 1) * spacing, 4)
        for a, b in ((left, right), (low, high))
    )
    return np.stack(np.meshgrid(columns, rows), axis=2).reshape(-1, 2).astype(np.float64)


def moved_to(stand: Stand, x: float, y: float) -> Stand:
    """Return the stand at another place, quantised to 0.0001 in."""
    return Stand(stand.model, stand.pose.moved(quantise_in(float(x)), quantise_in(float(y))))
