"""What never moves on one level, prepared for the planner of paths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely

from sim.geometry.mesh_data import Floats
from sim.geometry.paths import Outlines, Size
from sim.geometry.planner.barriers import (
    Barriers,
    Mask,
    Spacing,
    every,
    join_barriers,
    polygon_barrier,
    rim_barrier,
)
from sim.geometry.planner.search import Bends, SightCache
from sim.geometry.pose import Point
from sim.geometry.units import CONTACT_IN, RULE_TOL_IN

__all__ = ["NO_OUTLINES", "SAFETY_IN", "Fixed", "FixedGround", "base_spacing", "floor_rims"]

#: The planner keeps this much clear of the referee's own limits.
SAFETY_IN = 1e-4
#: Base radii and choices of areas that a ground remembers (the longest unused goes first).
MOST_FIXED = 24
NO_OUTLINES = Outlines()


@dataclass(frozen=True, eq=False)
class Fixed:
    """The fixed barriers for one base radius and one choice of areas to avoid."""

    radius: float
    barriers: Barriers
    cache: SightCache


def base_spacing(radius: float, gap: float = 0.0) -> Spacing:
    """Return how far a base's centre stays from what the base keeps a gap from."""
    aimed = radius + gap
    return Spacing(aimed, max(aimed - RULE_TOL_IN + SAFETY_IN, SAFETY_IN))


class FixedGround:
    """The parts of a level that never move, with barriers and bends made once per base radius.

    Parameters
    ----------
    table : (width, depth)
        Inches; bases stay completely on it.
    walls : Outlines
        What nothing passes (gap >= 0).
    areas : Outlines
        Areas that a question may ask to avoid (gap > 0.01 in).
    floor : Outlines, optional
        On a level of a building: where base centres stay.
    """

    def __init__(
        self,
        table: Size,
        *,
        walls: Outlines = NO_OUTLINES,
        areas: Outlines = NO_OUTLINES,
        floor: Outlines | None = None,
    ) -> None:
        self.table = table
        self.walls = walls
        self.areas = areas
        self.floor = floor
        self._fixed: dict[tuple[float, tuple[str, ...]], Fixed] = {}

    def fixed(self, radius: float, avoid: Sequence[str]) -> Fixed:
        """Return the barriers and bends for a base radius, made once."""
        areas = self.areas.only(avoid) if avoid else NO_OUTLINES
        key = (radius, areas.ids)
        found = self._fixed.pop(key, None) or self._make_fixed(radius, areas)
        self._fixed[key] = found
        if len(self._fixed) > MOST_FIXED:
            del self._fixed[next(iter(self._fixed))]
        return found

    def _make_fixed(self, radius: float, areas: Outlines) -> Fixed:
        wall = base_spacing(radius)
        off = radius + CONTACT_IN
        area = Spacing(off + 2 * SAFETY_IN, off + SAFETY_IN)
        parts = [polygon_barrier(_corners(p), wall) for _, p in self.walls.polygons]
        parts += [polygon_barrier(_corners(p), area) for _, p in areas.polygons]
        if self.floor is not None:
            parts += floor_rims(self.floor)
        barriers = join_barriers(parts)
        bends = Bends(barriers.bends, barriers.before, barriers.after)
        legal = self.in_table(bends.at, radius)
        legal[legal] = barriers.allows(bends.at[legal])
        return Fixed(radius, barriers, SightCache(bends.where(legal)))

    def in_table(self, points: Floats, radius: float) -> Mask:
        """Return which centres ``(n, 2)`` keep a round base on the table."""
        edge = radius - RULE_TOL_IN + SAFETY_IN
        return every((points >= edge) & (points <= np.array(self.table) - edge))


def _corners(points: Sequence[Point] | Floats) -> Floats:
    corners = np.asarray(points, dtype=np.float64)
    x, y = corners[:, 0], corners[:, 1]
    area = np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))
    return corners if area > 0 else corners[::-1]


def floor_rims(floor: Outlines) -> list[Barriers]:
    """Return the rims of a floor and the holes in it as barriers to base centres."""
    edge = Spacing(2 * SAFETY_IN, SAFETY_IN)
    whole = shapely.union_all([shapely.Polygon(points) for _, points in floor.polygons])
    barriers = []
    for part in shapely.get_parts(whole):
        barriers.append(rim_barrier(_corners(shapely.get_coordinates(part.exterior)[:-1]), edge))
        for hole in part.interiors:
            barriers.append(polygon_barrier(_corners(shapely.get_coordinates(hole)[:-1]), edge))
    return barriers
