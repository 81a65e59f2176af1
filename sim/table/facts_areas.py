"""Facts about terrain areas: what a line crosses and what a base touches, in plan."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sim.geometry.areas import AreaSet
from sim.geometry.paths import Outlines
from sim.geometry.pose import Point, Pose
from sim.geometry.shadows import clear_share_of_base
from sim.geometry.shapes import Footprint
from sim.table.pieces import Table

__all__ = ["AreaCrossing", "Areas"]

Posed = tuple[Footprint, Pose]


@dataclass(frozen=True)
class AreaCrossing:
    """A plan line crosses a terrain area: `length` inches of it inside, between two points."""

    piece: str
    length: float
    entry: Point
    exit: Point


class Areas:
    """The terrain areas of a table, by piece id in scene order."""

    def __init__(self, table: Table) -> None:
        pieces = [each for each in table.terrain.values() if each.area]
        self.ids = tuple(each.id for each in pieces)
        self.outlines = Outlines([(each.id, each.area) for each in pieces])
        self._set = AreaSet([each.area for each in pieces])

    def touched(self, posed: Posed) -> tuple[str, ...]:
        """Return ids of the areas that a footprint is in contact with or overlaps."""
        return tuple(self.ids[index] for index in self._set.touched(*posed))

    def crossed(self, a: Point, b: Point) -> tuple[AreaCrossing, ...]:
        """Return the areas whose interior the segment crosses, nearest entry first."""
        return tuple(
            AreaCrossing(self.ids[each.index], each.length, each.entry, each.exit)
            for each in self._set.crossings(a, b)
        )

    def clear_share(
        self, origin: Point, base: Posed, pieces: Sequence[str], others: Sequence[Posed]
    ) -> tuple[float, Point | None]:
        """Return the clear share of a base behind the areas of some pieces and other bases."""
        wanted = frozenset(pieces)
        rings = [
            ring for name, ring in zip(self.ids, self._set.rings, strict=True) if name in wanted
        ]
        return clear_share_of_base(origin, base, rings, others)
