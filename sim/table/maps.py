"""Geometric heat maps: how much of a zone sees each cell of the ground.

They use the one verdict of sight, so a map can never say something else than a game does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sim.geometry.mesh_data import Floats
from sim.geometry.outlines import as_ring, point_in_ring
from sim.geometry.pose import Point, Pose
from sim.geometry.shapes import reach_of
from sim.table.facts import Facts
from sim.table.pieces import Stand

__all__ = ["HeatMap", "seen_from_zone", "spread_in_zone"]


@dataclass(frozen=True, eq=False)
class HeatMap:
    """A value for each square cell of the table.

    Attributes
    ----------
    xs, ys : (nx,) and (ny,) arrays
        Centres of the cells, inches.
    shares : (ny, nx) array
        Share of the zone's positions that see a model standing in the cell, 0..1; NaN where the
        model cannot stand because of a wall or the table's edge.
    positions : tuple of Point
        The zone's positions, in the order tried.
    """

    xs: Floats
    ys: Floats
    shares: Floats
    positions: tuple[Point, ...]

    @property
    def mean(self) -> float:
        """Mean share over all cells where the model can stand."""
        return float(np.nanmean(self.shares))


def seen_from_zone(
    facts: Facts, model: str, zone: Sequence[Point], *, cell: float = 3.0, positions: int = 12
) -> HeatMap:
    """Return how much of a zone sees a model in each cell of the ground.

    Parameters
    ----------
    facts : Facts
    model : str
        Model id: what looks from the zone and what is looked for.
    zone : sequence of Point
        Outline of the zone, table frame.
    cell : float
        Side of a cell, inches.
    positions : int
        About how many positions of the zone look (see `spread_in_zone`).

    Notes
    -----
    Every cell is asked of every position: 320 cells and 12 positions are 3,840 questions of
    sight, some ten seconds on a table full of ruins.
    """
    table = facts.table
    xs = np.arange(cell / 2, table.width, cell)
    ys = np.arange(cell / 2, table.depth, cell)
    lookers = [Stand(model, Pose(x, y)) for x, y in spread_in_zone(facts, model, zone, positions)]
    shares = np.full((len(ys), len(xs)), np.nan)
    for row, y in enumerate(ys):
        for column, x in enumerate(xs):
            target = Stand(model, Pose(round(float(x), 4), round(float(y), 4)))
            if not _stands(facts, target):
                continue
            seen = facts.sees_many([(looker, target) for looker in lookers])
            shares[row, column] = sum(seen) / max(len(seen), 1)
    return HeatMap(xs, ys, shares, tuple(looker.pose.at for looker in lookers))


def spread_in_zone(
    facts: Facts, model: str, zone: Sequence[Point], positions: int
) -> tuple[Point, ...]:
    """Return places spread evenly over a zone where a model can stand, row by row.

    The grid is as fine as gives `positions` places in an empty zone; walls take some away.
    """
    ring = as_ring(zone)
    low, high = ring.min(axis=0), ring.max(axis=0)
    margin = reach_of(facts.table.models[model].base)
    size = np.maximum(high - low - 2 * margin, 0.0)
    step = float(np.sqrt(max(size[0] * size[1], 1e-9) / positions))
    counts = np.maximum(np.round(size / step).astype(int), 1)
    places: list[Point] = []
    for j in range(counts[1]):
        for i in range(counts[0]):
            share = (np.array([i, j]) + 0.5) / counts
            x, y = (low + margin + share * size).tolist()
            point = (round(x, 4), round(y, 4))
            if point_in_ring(point, ring) and _stands(facts, Stand(model, Pose(*point))):
                places.append(point)
    return tuple(places)


def _stands(facts: Facts, stand: Stand) -> bool:
    return facts.on_table(stand) and not facts.path(stand, (), ()).walls
