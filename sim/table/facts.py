"""Geometric facts about a table, memoised, with their evidence.

The only door to geometry for rules, opponent, overlays and reports: all of them draw the same
rays. What a fact means (cover, cost, legality) is the books' business. Keys are poses and model
ids, never objects; a `Facts` may be shared by a match and all its forks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sim.errors import HulldownError
from sim.geometry import arcs, arcs_verdict, areas, measure, paths
from sim.geometry.arcs_verdict import ArcVerdict
from sim.geometry.measure import Gap
from sim.geometry.measured import Measured
from sim.geometry.paths import PathFacts, StretchIn
from sim.geometry.paths.clearance import Clearances, find_clearances
from sim.geometry.planner import Keep, PathGround
from sim.geometry.pose import Point, Pose
from sim.geometry.rays import SolidSet
from sim.geometry.shapes import Footprint
from sim.geometry.units import NOISE_IN, RULE_TOL_IN
from sim.table.edges import edge_line
from sim.table.facts_areas import AreaCrossing, Areas
from sim.table.facts_ground import Ground
from sim.table.facts_sight import Pair, Point3, Sight, SightBook
from sim.table.facts_ways import Ways
from sim.table.levels import Level, Levels
from sim.table.memo import Memo
from sim.table.names import did_you_mean
from sim.table.pieces import Model, Stand, Table
from sim.table.sight_report import SightReport

__all__ = [
    "ArcVerdict",
    "AreaCrossing",
    "Clearances",
    "Facts",
    "Gap",
    "Measured",
    "PathFacts",
    "Sight",
    "SightReport",
    "StretchIn",
]


class Facts:
    """Geometric facts about one table.

    Parameters
    ----------
    table : Table

    Attributes
    ----------
    ways : Ways
        About ways over ground that costs more in one place than in another.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self._areas = Areas(table)
        self._levels = Levels(table)
        self.ways = Ways(table, self._areas, self._level, self._posed)
        self._ground = Ground(table, self._levels)
        self._sight = SightBook(table, self.model, self.support_under)
        self._gaps: Memo[Gap] = Memo()
        self._crossed: Memo[tuple[AreaCrossing, ...]] = Memo()
        self._clear: Memo[tuple[float, Point | None]] = Memo()
        self._touched: Memo[tuple[str, ...]] = Memo()
        self._paths: Memo[PathFacts] = Memo(20_000)
        self._ways: Memo[tuple[Point, ...] | None] = Memo(20_000)
        self._reaches: Memo[tuple[Point, ...]] = Memo(2_000)
        self._path_grounds: dict[str, PathGround] = {}

    @property
    def solids(self) -> SolidSet:
        """All terrain for rays, built when it is first cast at."""
        return self._sight.terrain

    def model(self, stand: Stand) -> Model:
        """Return the model of a stand.

        Raises
        ------
        HulldownError
            When the table has no such model.
        """
        model = self.table.models.get(stand.model)
        if model is None:
            near = did_you_mean(stand.model, self.table.models)
            raise HulldownError("table.no_model", found=stand.model, nearest=near)
        return model

    def eye(self, stand: Stand) -> Point3:
        """Return where a stand looks from: its eye height above the support, table frame."""
        return self._sight.eye(stand)

    def support_under(self, stand: Stand) -> float:
        """Return the height of the surface under a stand's base centre, inches."""
        return self.support(*stand.pose.at, stand.pose.level)

    def _posed(self, stand: Stand) -> tuple[Footprint, Pose]:
        return (self.model(stand).base, stand.pose)

    def _level(self, stand: Stand) -> Level:
        level = self._levels.get(stand.pose.level)
        if level is None:
            near = did_you_mean(stand.pose.level, self._levels.names)
            raise HulldownError("table.no_level", found=stand.pose.level, nearest=near)
        return level

    def gap(self, a: Stand, b: Stand) -> Gap:
        """Return the plan gap between two stands (height never counts)."""
        return self._gaps.get((a, b), lambda: measure.gap(*self._posed(a), *self._posed(b)))

    def sight(self, a: Stand, b: Stand, solids: Sequence[Stand] = ()) -> Sight:
        """Return what `a`'s eye sees of `b`.

        Parameters
        ----------
        solids : sequence of Stand
            Stands whose bodies block as terrain does (vehicle hulls); never include a or b.
        """
        return self._sight.look(a, b, solids)

    def sight_report(
        self,
        a: Stand,
        b: Stand,
        solids: Sequence[Stand] = (),
        *,
        prove: bool = False,
        measured: Measured | None = None,
    ) -> SightReport:
        """Return `sight` with its margin and, on request, its proof.

        Parameters
        ----------
        solids : sequence of Stand
            As for `sight`.
        prove : bool
            Whether exact polygons shall prove the verdict (tens of milliseconds and more).
        measured : Measured, optional
            How well the table was measured: the report says whether the verdict holds within it.
        """
        return self._sight.report(a, b, solids, prove=prove, measured=measured)

    def sees(self, a: Stand, b: Stand, solids: Sequence[Stand] = ()) -> bool:
        """Return the verdict of `sight` alone; the same answer, often sooner."""
        return self._sight.verdicts([(a, b)], solids)[0]

    def sees_many(self, pairs: Sequence[Pair], solids: Sequence[Stand] = ()) -> list[bool]:
        """Return `sees` of each (looker, target) pair, cast in one batch.

        Solids that are the looker or the target of a pair are left out for that pair.
        """
        return self._sight.verdicts(pairs, solids)

    def areas_crossed(self, a: Point, b: Point) -> tuple[AreaCrossing, ...]:
        """Return the terrain areas whose interior the plan segment crosses, nearest first."""
        return self._crossed.get((a, b), lambda: self._areas.crossed(a, b))

    def areas_touched(self, stand: Stand) -> tuple[str, ...]:
        """Return ids of the pieces whose area the base touches (contact <= 0.01 in) or overlaps.

        A stand on a floor touches the areas in plan as one on the ground does.
        """
        return self._touched.get(stand, lambda: self._areas.touched(self._posed(stand)))

    def areas_entered(
        self, stand: Stand, points: Sequence[Point] = ()
    ) -> tuple[tuple[str, Point], ...]:
        """Return the pieces whose area the base overlaps along straight legs, and where first.

        Contact is no overlap (gap < -0.001 in is): what a book rates impassable may be leant on.
        """
        return paths.first_overlaps(self._posed(stand), points, self._areas.outlines)

    def base_crossed(self, a: Point, b: Point, stand: Stand) -> float:
        """Return how much of the plan segment lies inside the base of `stand`, inches."""
        return areas.length_in_footprint(a, b, *self._posed(stand))

    def line_meets_body(self, a: Stand, b: Stand, other: Stand) -> bool:
        """Return whether a line of fire crosses the upright solid over `other`'s base.

        The line runs from `a`'s eye to half the height of `b`'s figure over its base centre; the
        solid reaches from the support to the top of the figure (3D test).
        """
        shape, pose = self._posed(other)
        bottom = self.support_under(other)
        # Closed: an eye at the top of a figure looks through its like, not over it.
        top = bottom + self.model(other).height_in
        heights = (bottom - RULE_TOL_IN, top + RULE_TOL_IN)
        middle = (*b.pose.at, self.support_under(b) + self.model(b).height_in / 2)
        return areas.segment_in_prism(self.eye(a), middle, shape, pose, heights) > NOISE_IN

    def clear_share_of_base(
        self, origin: Point, target: Stand, pieces: Sequence[str], stands: Sequence[Stand] = ()
    ) -> tuple[float, Point | None]:
        """Return the share of the target's base that no segment from `origin` reaches uncovered.

        A segment is covered when it crosses the area of a piece or the base of a stand. Returns
        the clear share (0..1, exact by shadow subtraction) and a clear point or None.
        """
        key = (origin, target, tuple(pieces), tuple(stands))
        return self._clear.get(key, lambda: self._clear_share(origin, target, pieces, stands))

    def _clear_share(
        self, origin: Point, target: Stand, pieces: Sequence[str], stands: Sequence[Stand]
    ) -> tuple[float, Point | None]:
        others = [self._posed(stand) for stand in stands]
        return self._areas.clear_share(origin, self._posed(target), pieces, others)

    def support(self, x: float, y: float, level: str) -> float:
        """Return the height of the surface at a plan point on a level, inches.

        Ground level follows the surface of pieces that carry (hills, bridges, ledges).
        """
        height = self._ground.support(x, y, level)
        if height is None:
            near = did_you_mean(level, self._levels.names)
            raise HulldownError("table.no_level", found=level, nearest=near)
        return height

    def on_level(self, stand: Stand) -> bool:
        """Return whether the level exists and the base's centre lies inside its outline."""
        level = self._levels.get(stand.pose.level)
        return level is not None and level.holds(stand.pose.at)

    def on_table(self, stand: Stand) -> bool:
        """Return whether the base lies completely on the table (0.001 in)."""
        size = (self.table.width, self.table.depth)
        return paths.stays_on_table(self._posed(stand), (), size)

    def farthest_from_edge(self, stand: Stand, edge: str) -> float:
        """Return the distance of the base's farthest point from a table edge.

        `edge` is ``"south"`` (y = 0), ``"north"``, ``"west"`` (x = 0) or ``"east"``.
        """
        line = edge_line(self.table, edge)
        return measure.farthest_from_line(*self._posed(stand), *line)

    def farthest_from_point(self, stand: Stand, point: Point) -> float:
        """Return the distance of the base's farthest point from a plan point."""
        return measure.farthest_from_point(*self._posed(stand), point)

    def depth_in(self, stand: Stand, piece: str) -> float:
        """Return how deep the whole base lies in a piece's area, inches; see `depth_inside`."""
        return measure.depth_inside(*self._posed(stand), self.table.terrain[piece].area)

    def wedge(self, origin: Pose, half_width_deg: float, bearing_deg: float, b: Stand) -> float:
        """Return the signed depth of a base in a wedge, inches.

        Positive or zero: the base lies completely inside by that depth; negative: some of it lies
        so far outside. See `wedge_any` and `wedge_all` for the predicates.
        """
        return arcs.wedge_depth(origin, half_width_deg, bearing_deg, *self._posed(b))

    def wedge_any(self, origin: Pose, half_width_deg: float, bearing_deg: float, b: Stand) -> bool:
        """Return whether any part of `b`'s base lies in the wedge (0.001 in).

        The wedge's apex is `origin`, its axis the facing plus `bearing_deg`.
        """
        return arcs.wedge_any(origin, half_width_deg, bearing_deg, *self._posed(b))

    def wedge_all(self, origin: Pose, half_width_deg: float, bearing_deg: float, b: Stand) -> bool:
        """Return whether all of `b`'s base lies in the wedge (0.001 in)."""
        return arcs.wedge_all(origin, half_width_deg, bearing_deg, *self._posed(b))

    def arc_verdict(
        self, origin: Pose, half_width_deg: float, bearing_deg: float, b: Stand
    ) -> ArcVerdict:
        """Return where `b`'s base lies in a wedge, with degrees to spare and deciding lines."""
        return arcs_verdict.arc_verdict(origin, half_width_deg, bearing_deg, *self._posed(b))

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
        key = (stand, tuple(points), tuple(others))
        return self._paths.get(key, lambda: self._path(stand, points, others))

    def _path(self, stand: Stand, points: Sequence[Point], others: Sequence[Stand]) -> PathFacts:
        level = self._level(stand)
        found = paths.sweep(
            self._posed(stand),
            points,
            table=(self.table.width, self.table.depth),
            areas=self._areas.outlines,
            walls=level.walls,
            others=[self._posed(other) for other in others],
        )
        edge = level.leaves(stand.pose.at, points)
        if edge is None:
            return found
        return replace(found, walls=(*found.walls, (level.piece, edge)))

    def clearances(
        self, stand: Stand, points: Sequence[Point], others: Sequence[Stand] = ()
    ) -> Clearances:
        """Return the least gaps left and right of a way, to walls and other stands (`path`)."""
        posed, walls = [self._posed(other) for other in others], self._level(stand).walls
        return find_clearances(self._posed(stand), points, walls=walls, others=posed)

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
        key = (stand, goal, tuple(keep), tuple(avoid), limit)
        return self._ways.get(
            key,
            lambda: self._path_ground(stand).find_path(
                self._posed(stand), goal, keep=self._kept(keep), avoid=avoid, limit=limit
            ),
        )

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
        key = (stand, distance, tuple(keep), tuple(avoid), spacing)
        return self._reaches.get(
            key,
            lambda: self._path_ground(stand).reach(
                self._posed(stand), distance, keep=self._kept(keep), avoid=avoid, spacing=spacing
            ),
        )

    def way_lengths(
        self, stand: Stand, points: Sequence[Point], *, avoid: Sequence[str] = ()
    ) -> tuple[float, ...]:
        """Return the length of the shortest way of a base to each of some places, inches.

        Terrain alone counts: nobody stands in the way. ``inf`` where no way leads; the places
        must be some where the base may stand.
        """
        ground = self._path_ground(stand)
        return ground.lengths(self._posed(stand), points, avoid=avoid)

    def _kept(self, keep: Sequence[tuple[Stand, float]]) -> list[Keep]:
        return [(self._posed(other), gap) for other, gap in keep]

    def _path_ground(self, stand: Stand) -> PathGround:
        """Return the planner's picture of a stand's level, made when first asked for."""
        level = self._level(stand)
        ground = self._path_grounds.get(level.name)
        if ground is None:
            ground = PathGround(
                (self.table.width, self.table.depth),
                walls=level.walls,
                areas=self._areas.outlines,
                floor=level.outline,
            )
            self._path_grounds[level.name] = ground
        return ground
