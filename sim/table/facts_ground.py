"""How high a base stands: floors, and the surface of pieces that carry."""

from __future__ import annotations

from sim.geometry.meshes import Surface
from sim.geometry.pose import GROUND
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
        self._surface = Surface(
            {
                each.id: each.body
                for each in table.terrain.values()
                if each.carries and each.pose.level == GROUND
            }
        )
        self._heights: Memo[float] = Memo()

    def support(self, x: float, y: float, level: str) -> float | None:
        """Return the height of the surface at a plan point; None when there is no such level."""
        found = self._levels.get(level)
        if found is None:
            return None
        if found.floor is not None:
            return found.floor.z_in
        return self._heights.get((x, y), lambda: self._height(x, y))

    def _height(self, x: float, y: float) -> float:
        # Whatever lies within a hair of the table is the table.
        height = self._surface.height(x, y)
        return round(height, 5) if height > 1e-4 else 0.0
