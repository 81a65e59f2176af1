"""How high a base stands: floors, and the surface of pieces that carry."""

from __future__ import annotations

import numpy as np

from sim.geometry.pose import GROUND
from sim.geometry.rays import SolidSet
from sim.table.levels import Levels
from sim.table.memo import Memo
from sim.table.pieces import Table

__all__ = ["Ground"]


class Ground:
    """Heights of the surface under plan points.

    Parameters
    ----------
    table : Table
    levels : Levels
    """

    def __init__(self, table: Table, levels: Levels) -> None:
        self._levels = levels
        carrying = {
            each.id: each.body
            for each in table.terrain.values()
            if each.carries and each.pose.level == GROUND
        }
        self._solids = SolidSet(carrying)
        self._top = float(self._solids.bounds[:, 1, 2].max()) if carrying else 0.0
        self._heights: Memo[float] = Memo()

    def support(self, x: float, y: float, level: str) -> float | None:
        """Return the height of the surface at a plan point; None when there is no such level."""
        found = self._levels.get(level)
        if found is None:
            return None
        if found.floor is not None:
            return found.floor.z_in
        if not self._in_reach(x, y):
            return 0.0
        return self._heights.get((x, y), lambda: self._drop(x, y))

    def _in_reach(self, x: float, y: float) -> bool:
        bounds = self._solids.bounds
        inside = (
            (bounds[:, 0, 0] <= x)
            & (x <= bounds[:, 1, 0])
            & (bounds[:, 0, 1] <= y)
            & (y <= bounds[:, 1, 1])
        )
        return bool(inside.any())

    def _drop(self, x: float, y: float) -> float:
        """Return where a plumb line from above first meets a piece that carries, or the table."""
        start = np.array([x, y, self._top + 1.0])
        distance, _ = self._solids.first_hit(start, np.array([x, y, -1.0]))
        height = self._top + 1.0 - float(distance[0])
        # Whatever lies within a hair of the table is the table.
        return round(height, 5) if np.isfinite(height) and height > 1e-4 else 0.0
