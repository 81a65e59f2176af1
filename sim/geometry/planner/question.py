"""One question to the planner: a base, what it keeps away from, and where it would go."""

from __future__ import annotations

import math

import numpy as np

from sim.geometry.mesh_data import Floats
from sim.geometry.paths import Posed
from sim.geometry.planner.ground import FixedGround
from sim.geometry.planner.judge import Judge, Keep, Points
from sim.geometry.planner.places import search_for
from sim.geometry.planner.search import Search, taut_at
from sim.geometry.pose import Point
from sim.geometry.shapes import reach_of
from sim.geometry.units import RULE_TOL_IN, is_within

__all__ = ["Keep", "Question"]

#: The first look for a path is for one not longer than this times the straight way, plus inches.
FIRST_LOOK = (1.25, 2.0)
#: No way is looked for that is longer than this times the table's diagonal.
LONGEST_WAY = 6.0


class Question:
    """A base at its start with the bases to keep a gap from and the areas to avoid.

    Parameters
    ----------
    ground : FixedGround
    mover : (Footprint, Pose)
    keep : tuple of ((Footprint, Pose), gap)
    avoid : tuple of area ids
    """

    def __init__(
        self, ground: FixedGround, mover: Posed, keep: tuple[Keep, ...], avoid: tuple[str, ...]
    ) -> None:
        self.ground = ground
        self.start = mover[1].at
        self.fixed = ground.fixed(reach_of(mover[0]), avoid)
        self.judge = Judge(ground, mover, keep, avoid)

    def path_to(self, goal: Point, limit: float | None) -> Points | None:
        """Return the waypoints of the shortest legal path, or None."""
        start = self.start
        straight = math.dist(start, goal)
        if straight == 0.0:
            return ()
        if limit is not None and not is_within(straight, limit):
            return None
        if not self.judge.stands_at(goal):
            return None
        if self.judge.allowed((goal,)):
            return (goal,)
        most = math.inf if limit is None else limit + RULE_TOL_IN
        first = FIRST_LOOK[0] * straight + FIRST_LOOK[1]
        for bound in (first, most) if first < most else (most,):
            found = self._shortest(goal, bound)
            if found is not None:
                return found
        return None

    def _shortest(self, goal: Point, bound: float) -> Points | None:
        search = search_for(self.judge, self.fixed, goal, bound)
        rest = np.hypot(*(search.at - search.at[1]).T)
        _, parents = search.spread(0, rest, bound, lambda a, b: self._link(search, a, b), 1)
        if parents[1] < 0:
            return None
        way = search.way_to(1, parents)[:-1]
        points = self._straightened((*way, goal), search)
        return points if self.judge.allowed(points) else None

    def _link(self, search: Search, here: int, there: int) -> bool:
        at, to = search.at[here].tolist(), search.at[there].tolist()
        return self.judge.allowed(((to[0], to[1]),), (at[0], at[1]))

    def _straightened(self, points: Points, search: Search) -> Points:
        """Return the path without the ends of links where the straight way serves as well."""
        if 0 in search.shut and len(points) > 1 and self.judge.allowed(points[1:]):
            points = points[1:]
        if 1 in search.barred and len(points) > 1:
            shorter = (*points[:-2], points[-1])
            points = shorter if self.judge.allowed(shorter) else points
        return points

    def spots(self, distance: float, spacing: float) -> Points:
        """Return the grid spots whose shortest legal path is within `distance`."""
        search = search_for(self.judge, self.fixed, None, distance)
        lengths, _ = search.spread(
            0, np.zeros(len(search.at)), distance, lambda a, b: self._link(search, a, b)
        )
        spots = self._grid(search, distance, spacing)
        left = np.ones(len(spots), dtype=bool)
        for place in np.argsort(lengths, kind="stable"):
            if lengths[place] > distance or not left.any():
                break
            if place in search.shut:
                continue
            near = np.flatnonzero(left)
            way = spots[near] - search.at[place]
            near = near[lengths[place] + np.hypot(way[:, 0], way[:, 1]) <= distance]
            near = near[taut_at(search, int(place), spots[near])]
            if len(near):
                left[near[search.free_way(int(place), spots[near])]] = False
        return tuple((float(x), float(y)) for x, y in spots[~left])

    def lengths_to(self, points: Floats) -> Floats:
        """Return the length of the shortest legal path to each point ``(n, 2)``; inf for none.

        The points must be places where the base may stand.
        """
        found = np.full(len(points), np.inf)
        bound = float(np.hypot(*self.ground.table)) * LONGEST_WAY
        search = search_for(self.judge, self.fixed, None, bound)
        lengths, _ = search.spread(
            0, np.zeros(len(search.at)), bound, lambda a, b: self._link(search, a, b)
        )
        for place in np.argsort(lengths, kind="stable"):
            if not lengths[place] < found.max(initial=0.0):
                break
            if place in search.shut:
                continue
            way = points - search.at[place]
            total = lengths[place] + np.hypot(way[:, 0], way[:, 1])
            shorter = np.flatnonzero(total < found - 1e-9)
            shorter = shorter[taut_at(search, int(place), points[shorter])]
            shorter = shorter[search.free_way(int(place), points[shorter])]
            found[shorter] = total[shorter]
        return found

    def _grid(self, search: Search, distance: float, spacing: float) -> Floats:
        """Return the allowed grid spots in the disc of a distance, row by row."""
        x, y = self.start
        columns, rows = (_multiples(at - distance, at + distance, spacing) for at in (x, y))
        grid = np.stack(np.meshgrid(columns, rows), axis=2).reshape(-1, 2)
        grid = grid[np.hypot(grid[:, 0] - x, grid[:, 1] - y) <= distance]
        grid = grid[self.ground.in_table(grid, self.fixed.radius)]
        return grid[search.fixed.allows(grid) & search.moving.allows(grid)]


def _multiples(low: float, high: float, step: float) -> Floats:
    """Return the multiples of a step in an interval, to 0.0001 in."""
    count = range(math.ceil(low / step), math.floor(high / step) + 1)
    return np.array([round(i * step, 4) for i in count])
