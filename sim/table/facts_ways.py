"""Facts about ways over ground where an inch costs more in one place than in another."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sim.geometry.paths import Posed
from sim.geometry.pose import Point
from sim.geometry.weighted import Costs, Effort, Way, WeightedGround, cheapest_path
from sim.geometry.weighted.reach import reachable
from sim.geometry.weighted.referee import WayFacts, judge_way
from sim.table.facts_areas import Areas
from sim.table.levels import Level
from sim.table.memo import Memo
from sim.table.pieces import Stand, Table

__all__ = ["Ways"]

Kept = Sequence[tuple[Stand, float]]


class Ways:
    """Judges, finds and bounds ways by what they cost; memoised.

    Which areas cost what is the book's word (`Costs`); areas are pieces, by id.

    Parameters
    ----------
    table : Table
    areas : Areas
    level_of, posed : callable
        Take a stand.
    """

    def __init__(
        self,
        table: Table,
        areas: Areas,
        level_of: Callable[[Stand], Level],
        posed: Callable[[Stand], Posed],
    ) -> None:
        self._size = (table.width, table.depth)
        self._areas, self._level_of, self._posed = areas, level_of, posed
        self._grounds: dict[str, WeightedGround] = {}
        self._judged: Memo[WayFacts] = Memo(20_000)
        self._found: Memo[Way | None] = Memo(20_000)
        self._reached: Memo[tuple[tuple[Point, float], ...]] = Memo(500)

    def judge(
        self, stand: Stand, points: Sequence[Point], costs: Costs, keep: Kept = ()
    ) -> WayFacts:
        """Return what a way costs, stretch by stretch, and everything that speaks against it.

        Parameters
        ----------
        stand : Stand
            Model and starting pose; a base that is not round keeps its facing.
        points : sequence of Point
            Waypoints after the start.
        costs : Costs
        keep : sequence of (Stand, gap)
            Stands to keep that gap from all along.
        """
        key = (stand, tuple(points), costs, tuple(keep))
        return self._judged.get(
            key,
            lambda: judge_way(
                self._ground(stand), self._posed(stand), points, costs, self._kept(keep)
            ),
        )

    def cheapest(
        self,
        stand: Stand,
        goal: Point,
        costs: Costs,
        *,
        keep: Kept = (),
        limit: float | None = None,
        effort: Effort | None = None,
    ) -> Way | None:
        """Return the cheapest legal way to a place, or None; see `cheapest_path`."""
        hard = effort or Effort()
        key = (stand, goal, costs, tuple(keep), limit, hard)
        return self._found.get(
            key,
            lambda: cheapest_path(
                self._ground(stand),
                self._posed(stand),
                goal,
                costs,
                keep=self._kept(keep),
                limit=limit,
                effort=hard,
            ),
        )

    def reach(
        self,
        stand: Stand,
        limit: float,
        costs: Costs,
        *,
        keep: Kept = (),
        spacing: float = 1.0,
    ) -> tuple[tuple[Point, float], ...]:
        """Return places of a lattice that cost at most `limit`, with their costs."""
        key = (stand, limit, costs, tuple(keep), spacing)
        return self._reached.get(
            key,
            lambda: reachable(
                self._ground(stand),
                self._posed(stand),
                limit,
                costs,
                keep=self._kept(keep),
                spacing=spacing,
            ),
        )

    def _kept(self, keep: Kept) -> list[tuple[Posed, float]]:
        return [(self._posed(other), gap) for other, gap in keep]

    def _ground(self, stand: Stand) -> WeightedGround:
        level = self._level_of(stand)
        if level.name not in self._grounds:
            self._grounds[level.name] = WeightedGround(
                self._size, walls=level.walls, areas=self._areas.outlines, floor=level.outline
            )
        return self._grounds[level.name]
