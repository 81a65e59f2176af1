"""Geometric facts about a table, memoised, with their evidence.

The only door to geometry for rules, opponent, overlays and reports: all of them draw the same
rays. What a fact means (cover, cost, legality) is the books' business. Keys are poses and model
ids, never objects; a `Facts` may be shared by a match and all its forks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sim.geometry.pose import Point, Pose
from sim.table.pieces import Stand, Table

__all__ = ["AreaCrossing", "Facts", "Gap", "PathFacts", "Sight", "StretchIn"]

Point3 = tuple[float, float, float]


@dataclass(frozen=True)
class Gap:
    """Plan distance between two footprints.

    Attributes
    ----------
    inches : float
        Negative when they overlap.
    points : pair of Point
        The nearest two points, one on each, table frame.
    """

    inches: float
    points: tuple[Point, Point]


@dataclass(frozen=True)
class Sight:
    """What an eye sees of a target, by the contract's definition.

    Attributes
    ----------
    visible : bool
    share : float
        Visible share of the target's outline as seen from the eye, 0..1.
    bound : float
        Error bound of `share`.
    witness : pair of Point3 or None
        A free line: eye, point on the target; None when blocked.
    blockers : tuple of (piece id, share)
        Share of the outline that each piece hides, greatest first.
    rays : tuple of (eye, end, free)
        A small sample of the cast rays for drawing.
    """

    visible: bool
    share: float
    bound: float
    witness: tuple[Point3, Point3] | None
    blockers: tuple[tuple[str, float], ...]
    rays: tuple[tuple[Point3, Point3, bool], ...] = ()


@dataclass(frozen=True)
class AreaCrossing:
    """A plan line crosses a terrain area: `length` inches of it inside, between two points."""

    piece: str
    length: float
    entry: Point
    exit: Point


@dataclass(frozen=True)
class StretchIn:
    """A stretch of a swept base's path that touches a terrain area (contact counts).

    `start` and `end` are path lengths in inches from the start of the move.
    """

    piece: str
    start: float
    end: float


@dataclass(frozen=True)
class PathFacts:
    """Geometry of a swept base along a path on one level.

    Attributes
    ----------
    length : float
        Length of the centre's path, inches.
    touched : tuple of StretchIn
        Areas the swept base touches, in the order met.
    walls : tuple of (piece id, Point)
        Impassable parts of pieces that the base would overlap, and where first.
    nearest : tuple of (index of stand, gap, Point)
        For each given other stand: least gap along the path and the centre where it is reached.
    on_table : bool
        Whether the base stays completely on the table all the way.
    """

    length: float
    touched: tuple[StretchIn, ...]
    walls: tuple[tuple[str, Point], ...]
    nearest: tuple[tuple[int, float, Point], ...]
    on_table: bool


class Facts:
    """Geometric facts about one table.

    Parameters
    ----------
    table : Table
    """

    def __init__(self, table: Table) -> None:
        self.table = table

    def gap(self, a: Stand, b: Stand) -> Gap:
        """Return the plan gap between two stands (height never counts)."""
        raise NotImplementedError

    def sight(self, a: Stand, b: Stand, solids: Sequence[Stand] = ()) -> Sight:
        """Return what `a`'s eye sees of `b`.

        Parameters
        ----------
        solids : sequence of Stand
            Stands whose bodies block as terrain does (vehicle hulls); never include a or b.
        """
        raise NotImplementedError

    def sees(self, a: Stand, b: Stand, solids: Sequence[Stand] = ()) -> bool:
        """Return the verdict of `sight` alone; the same answer, often sooner."""
        raise NotImplementedError

    def areas_crossed(self, a: Point, b: Point) -> tuple[AreaCrossing, ...]:
        """Return the terrain areas whose interior the plan segment crosses, nearest first."""
        raise NotImplementedError

    def areas_touched(self, stand: Stand) -> tuple[str, ...]:
        """Return ids of the pieces whose area the base touches (contact <= 0.01 in) or overlaps.

        A stand on a floor touches the areas in plan as one on the ground does.
        """
        raise NotImplementedError

    def base_crossed(self, a: Point, b: Point, stand: Stand) -> float:
        """Return how much of the plan segment lies inside the base of `stand`, inches."""
        raise NotImplementedError

    def line_meets_body(self, a: Stand, b: Stand, other: Stand) -> bool:
        """Return whether the line from eye to eye crosses the upright solid over `other`'s base.

        The solid reaches from the support to the top of the figure (3D test).
        """
        raise NotImplementedError

    def clear_share_of_base(
        self, origin: Point, target: Stand, pieces: Sequence[str], stands: Sequence[Stand] = ()
    ) -> tuple[float, Point | None]:
        """Return the share of the target's base that no segment from `origin` reaches uncovered.

        A segment is covered when it crosses the area of a piece or the base of a stand. Returns
        the clear share (0..1, exact by shadow subtraction) and a clear point or None.
        """
        raise NotImplementedError

    def support(self, x: float, y: float, level: str) -> float:
        """Return the height of the surface at a plan point on a level, inches.

        Ground level follows the surface of pieces that carry (hills, bridges, ledges).
        """
        raise NotImplementedError

    def on_level(self, stand: Stand) -> bool:
        """Return whether the level exists and the base's centre lies inside its outline."""
        raise NotImplementedError

    def on_table(self, stand: Stand) -> bool:
        """Return whether the base lies completely on the table (0.001 in)."""
        raise NotImplementedError

    def farthest_from_edge(self, stand: Stand, edge: str) -> float:
        """Return the distance of the base's farthest point from a table edge.

        `edge` is ``"south"`` (y = 0), ``"north"``, ``"west"`` (x = 0) or ``"east"``.
        """
        raise NotImplementedError

    def farthest_from_point(self, stand: Stand, point: Point) -> float:
        """Return the distance of the base's farthest point from a plan point."""
        raise NotImplementedError

    def wedge(self, origin: Pose, half_width_deg: float, bearing_deg: float, b: Stand) -> float:
        """Return the signed depth of a base in a wedge, inches.

        Positive or zero: the base lies completely inside by that depth; between ``-2r`` and 0 it
        is partly inside. See `wedge_any` and `wedge_all` for the predicates.
        """
        raise NotImplementedError

    def wedge_any(self, origin: Pose, half_width_deg: float, bearing_deg: float, b: Stand) -> bool:
        """Return whether any part of `b`'s base lies in the wedge (0.001 in).

        The wedge's apex is `origin`, its axis the facing plus `bearing_deg`.
        """
        raise NotImplementedError

    def wedge_all(self, origin: Pose, half_width_deg: float, bearing_deg: float, b: Stand) -> bool:
        """Return whether all of `b`'s base lies in the wedge (0.001 in)."""
        raise NotImplementedError

    def path(self, stand: Stand, points: Sequence[Point], others: Sequence[Stand]) -> PathFacts:
        """Return the geometry of moving a base along straight legs on its level.

        Parameters
        ----------
        stand : Stand
            Model and starting pose; a base that is not round keeps its facing.
        points : sequence of Point
            Waypoints after the start; may be empty.
        others : sequence of Stand
            Stands whose least gap along the path is wanted.
        """
        raise NotImplementedError

    def find_path(
        self,
        stand: Stand,
        goal: Point,
        *,
        keep: Sequence[tuple[Stand, float]] = (),
        avoid: Sequence[str] = (),
        limit: float | None = None,
    ) -> tuple[Point, ...] | None:
        """Return waypoints of the shortest legal path to `goal`, or None.

        Parameters
        ----------
        keep : sequence of (Stand, gap)
            Stands to keep that gap from all along.
        avoid : sequence of piece ids
            Areas the base must not touch at all (difficult ground, water).
        limit : float, optional
            Give up beyond this length, inches.
        """
        raise NotImplementedError

    def reach(
        self,
        stand: Stand,
        distance: float,
        *,
        keep: Sequence[tuple[Stand, float]] = (),
        avoid: Sequence[str] = (),
        spacing: float = 1.0,
    ) -> tuple[Point, ...]:
        """Return grid spots (``spacing`` apart) whose shortest legal path is within `distance`."""
        raise NotImplementedError
