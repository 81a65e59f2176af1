"""Whether the miniatures of a scene can stand where it puts them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import msgspec

from sim.geometry import measure, paths
from sim.geometry.outlines import as_ring, ring_distance
from sim.geometry.pose import GROUND, Pose
from sim.geometry.shapes import Footprint, reach_of
from sim.geometry.units import RULE_TOL_IN, overlaps
from sim.table.levels import Levels
from sim.table.pieces import Floor, Stand, Table
from sim.table.reading import Collector

__all__ = ["PlacedMini", "check_places"]


class PlacedMini(msgspec.Struct, frozen=True):
    """A miniature of a scene where it stands.

    Attributes
    ----------
    id, unit, side : str
        `unit` is the id's part before the last ``/`` unless the scene says otherwise.
    profile : str
        Id of its miniature type in the scene's game; empty for a model without one.
    stand : Stand
    """

    id: str
    unit: str
    side: str
    profile: str
    stand: Stand


def check_places(
    table: Table, minis: Sequence[PlacedMini], floors: Mapping[str, Floor], found: Collector
) -> None:
    """Add a problem for every base off the table or its floor, in a wall, or in another base."""
    levels = Levels(table)
    bases: dict[str, Footprint] = {each.id: table.models[each.stand.model].base for each in minis}
    for mini in minis:
        where, pose = f"mini[{mini.id}].at", mini.stand.pose
        posed = (bases[mini.id], pose)
        beyond = _beyond_edge(table, *posed)
        if beyond > RULE_TOL_IN:
            found.add("off_table", where, by=f"{beyond:.3f}")
        if pose.level != GROUND:
            away = ring_distance(pose.at, as_ring(floors[pose.level].outline))
            if away > RULE_TOL_IN:
                found.add("off_floor", where, found=pose.level)
        level = levels.get(pose.level)
        walls = () if level is None else paths.first_overlaps(posed, (), level.walls)
        for piece, _ in walls:
            found.add("in_wall", where, piece=piece)
    for first, second in combinations(minis, 2):
        _check_pair(first, second, bases, found)


def _check_pair(
    first: PlacedMini, second: PlacedMini, bases: Mapping[str, Footprint], found: Collector
) -> None:
    a, b = first.stand.pose, second.stand.pose
    far = reach_of(bases[first.id]) + reach_of(bases[second.id])
    if a.level != b.level or measure.distance(a.at, b.at) >= far:
        return
    gap = measure.gap(bases[first.id], a, bases[second.id], b).inches
    if overlaps(gap):
        where = f"mini[{second.id}].at"
        found.add("overlap", where, first=first.id, second=second.id, by=f"{-gap:.3f}")


def _beyond_edge(table: Table, base: Footprint, pose: Pose) -> float:
    """Return how far a base reaches beyond the table's edge; negative when it does not."""
    corners = [(0.0, 0.0), (table.width, 0.0), (table.width, table.depth), (0.0, table.depth)]
    edges = zip(corners, [*corners[1:], corners[0]], strict=True)
    return max(-measure.nearest_to_line(base, pose, *edge) for edge in edges)
