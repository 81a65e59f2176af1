"""Levels of a table: the ground and the floors, with their walls, outlines and heights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sim.geometry.outlines import as_ring, ring_distance
from sim.geometry.paths import Outlines, centre_leaves
from sim.geometry.pose import GROUND, Point
from sim.geometry.units import RULE_TOL_IN
from sim.table.pieces import Floor, Table

__all__ = ["Level", "Levels"]


@dataclass(frozen=True, eq=False)
class Level:
    """One level.

    Attributes
    ----------
    name : str
        ``ground`` or ``piece/floor``.
    floor : Floor or None
        None for the ground.
    piece : str
        Id of the piece the floor belongs to; empty for the ground.
    walls : Outlines
        What nothing passes on this level, by piece id.
    outline : Outlines or None
        The floor's outline; None for the ground, which ends at the table's edge.
    """

    name: str
    floor: Floor | None
    piece: str
    walls: Outlines
    outline: Outlines | None

    def leaves(self, start: Point, points: Sequence[Point]) -> Point | None:
        """Return the first place where a centre's path leaves the floor, or None."""
        return None if self.outline is None else centre_leaves(start, points, self.outline)

    def holds(self, point: Point) -> bool:
        """Return whether a base's centre may stand at a plan point; a floor's edge counts."""
        if self.floor is None:
            return True
        return ring_distance(point, as_ring(self.floor.outline)) <= RULE_TOL_IN


class Levels:
    """All levels of a table, by name."""

    def __init__(self, table: Table) -> None:
        pieces = tuple(table.terrain.values())
        found = [self._level(table, GROUND, None, "")]
        for piece in pieces:
            for floor in piece.floors:
                found.append(self._level(table, f"{piece.id}/{floor.name}", floor, piece.id))
        self._levels: Mapping[str, Level] = {level.name: level for level in found}

    @staticmethod
    def _level(table: Table, name: str, floor: Floor | None, owner: str) -> Level:
        own = [] if floor is None else [(owner, block) for block in floor.blocks]
        on_it = [
            (piece.id, block)
            for piece in table.terrain.values()
            if piece.pose.level == name
            for block in piece.blocks
        ]
        outline = None if floor is None else Outlines([(owner, floor.outline)])
        return Level(name, floor, owner, Outlines([*own, *on_it]), outline)

    def get(self, name: str) -> Level | None:
        """Return a level by name, or None when the table has no such level."""
        return self._levels.get(name)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all levels: the ground, then the floors in scene order."""
        return tuple(self._levels)
