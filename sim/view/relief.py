"""Height of the ground over the table, for everything that is draped on it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.geometry.light.mesh import refine
from sim.geometry.pose import GROUND
from sim.table.pieces import Table, Terrain
from sim.view.cache import digest_of, kept

__all__ = ["Relief"]

Floats = NDArray[np.float64]


class Relief:
    """A grid of heights over the table: the mat, and the pieces that bases stand on.

    Only the picture is draped with it; rules ask `Facts.support`.

    Parameters
    ----------
    table : Table
    cell : float
        Grid spacing, inches.
    """

    def __init__(self, table: Table, cell: float = 0.25) -> None:
        self.cell = cell
        self.columns = int(np.ceil(table.width / cell)) + 1
        self.rows = int(np.ceil(table.depth / cell)) + 1
        self.grid = np.zeros((self.rows, self.columns))
        self._floors = {
            f"{piece.id}/{floor.name}": floor.z_in
            for piece in table.terrain.values()
            for floor in piece.floors
        }
        carrying = [piece for piece in table.terrain.values() if piece.carries]
        shape: list[object] = [self.cell, self.grid.shape]
        for piece in carrying:
            shape += [piece.body.vertices, piece.body.faces]
        self.grid = kept("relief", digest_of(*shape), lambda: self._raised(carrying))["grid"]

    def _raised(self, pieces: Iterable[Terrain]) -> dict[str, NDArray[Any]]:
        self._raise(pieces)
        return {"grid": self.grid}

    def _raise(self, pieces: Iterable[Terrain]) -> None:
        for piece in pieces:
            if not piece.body.triangles:
                continue
            fine = refine(piece.body, self.cell * 0.8)
            points = np.concatenate([fine.vertices, fine.vertices[fine.faces].mean(axis=1)])
            column = np.rint(points[:, 0] / self.cell).astype(int)
            row = np.rint(points[:, 1] / self.cell).astype(int)
            inside = (column >= 0) & (column < self.columns) & (row >= 0) & (row < self.rows)
            np.maximum.at(self.grid, (row[inside], column[inside]), points[inside, 2])

    def height(self, x: Floats, y: Floats, level: str = GROUND) -> Floats:
        """Return the height under plan points, inches, same shape as `x`.

        A point beside the table has the height of the nearest edge; an unknown level counts as
        the ground.
        """
        x, y = np.asarray(x, float), np.asarray(y, float)
        if level in self._floors:
            return np.full(x.shape, self._floors[level])
        across = np.clip(x / self.cell, 0, self.columns - 1.000001)
        along = np.clip(y / self.cell, 0, self.rows - 1.000001)
        column, row = across.astype(int), along.astype(int)
        right, up = across - column, along - row
        grid = self.grid
        near = grid[row, column] * (1 - right) + grid[row, column + 1] * right
        far = grid[row + 1, column] * (1 - right) + grid[row + 1, column + 1] * right
        return near * (1 - up) + far * up
