"""One question to the planner: a base, what it keeps away from, and where it would go."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from sim.geometry.mesh_data import Floats
from sim.geometry.paths import (
    Outlines,
    Posed,
    StretchIn,
    centre_leaves,
    closes_in,
    least_gaps,
    overlap_stretches,
    path_length,
    stays_on_table,
    touched_stretches,
)
from sim.geometry.paths_pieces import posed_solid
from sim.geometry.planner_barriers import (
    Barriers,
    disc_barriers,
    join_barriers,
    polygon_barrier,
)
from sim.geometry.planner_exits import fan, signed_distances
from sim.geometry.planner_ground import FixedGround, base_spacing
from sim.geometry.planner_search import Bends, Search, taut_at
from sim.geometry.pose import Point
from sim.geometry.shapes import reach_of
from sim.geometry.units import RULE_TOL_IN, is_within, keeps_from

__all__ = ["Keep", "Question"]

Keep = tuple[Posed, float]
Points = tuple[Point, ...]

#: The first look for a path is for one not longer than this times the straight way, plus inches.
FIRST_LOOK = (1.25, 2.0)
#: Places on the way out of an outline at which its depth is compared, per inch.
DEPTH_CHECKS_PER_IN = 20


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
        self.mover = mover
        self.radius = reach_of(mover[0])
        self.others = tuple(other for other, _ in keep)
        self.gaps = tuple(gap for _, gap in keep)
        self.avoided = ground.areas.only(avoid) if avoid else None
        self.avoid = avoid

    # --- what the referee says -------------------------------------------------------------

    def allowed(self, points: Points, start: Point | None = None) -> bool:
        """Return whether the referee has no objection to a path.

        What the base violates at the start it may leave: the gap must never shrink on the way.
        """
        base, pose = self.mover
        mover = self.mover if start is None else (base, pose.moved(*start))
        on_table = stays_on_table(mover, points, self.ground.table) or (
            bool(points)
            and not stays_on_table(mover, (), self.ground.table)
            and stays_on_table((base, pose.moved(*points[0])), points[1:], self.ground.table)
        )
        if not on_table:
            return False
        for outlines, spans in self._met(mover, points):
            if spans and not self._only_leaves(mover[1].at, points, outlines, spans):
                return False
        for i, least, _ in least_gaps(mover, points, self.others):
            if not keeps_from(least, self.gaps[i]) and (
                closes_in(mover, points, self.others[i], self.gaps[i]) is not None
            ):
                return False
        floor = self.ground.floor
        return floor is None or centre_leaves(mover[1].at, points, floor) is None

    def _met(self, mover: Posed, points: Points) -> list[tuple[Outlines, tuple[StretchIn, ...]]]:
        walls = self.ground.walls
        met = [(walls, overlap_stretches(mover, points, walls))] if len(walls) else []
        if self.avoided is not None:
            met.append((self.avoided, touched_stretches(mover, points, self.avoided)))
        return met

    def _only_leaves(
        self, start: Point, points: Points, outlines: Outlines, spans: tuple[StretchIn, ...]
    ) -> bool:
        """Return whether all stretches are of leaving: from the start, outward, never back in."""
        total = path_length(start, points)
        ids = [span.piece for span in spans]
        for span in spans:
            if span.start > 1e-7 or span.end > total - 1e-7 or ids.count(span.piece) > 1:
                return False
            count = max(2, math.ceil(span.end * DEPTH_CHECKS_PER_IN))
            places = _along(start, points, np.linspace(0.0, span.end, count))
            depth = signed_distances(outlines.only([span.piece]), places)
            if (np.diff(depth) < -1e-6).any():
                return False
        return True

    def stands_at(self, point: Point) -> bool:
        """Return whether the base may end there: nothing is violated and nothing is exempt."""
        base, pose = self.mover
        mover = (base, pose.moved(*point))
        if not stays_on_table(mover, (), self.ground.table):
            return False
        if any(spans for _, spans in self._met(mover, ())):
            return False
        gaps = least_gaps(mover, (), self.others)
        if not all(keeps_from(gap, self.gaps[i]) for i, gap, _ in gaps):
            return False
        floor = self.ground.floor
        return floor is None or centre_leaves(point, (), floor) is None

    # --- the shortest path -----------------------------------------------------------------

    def path_to(self, goal: Point, limit: float | None) -> Points | None:
        """Return the waypoints of the shortest legal path, or None."""
        start = self.mover[1].at
        straight = math.dist(start, goal)
        if straight == 0.0:
            return ()
        if limit is not None and not is_within(straight, limit):
            return None
        if not self.stands_at(goal):
            return None
        if self.allowed((goal,)):
            return (goal,)
        most = math.inf if limit is None else limit + RULE_TOL_IN
        first = FIRST_LOOK[0] * straight + FIRST_LOOK[1]
        for bound in (first, most) if first < most else (most,):
            found = self._shortest(goal, bound)
            if found is not None:
                return found
        return None

    def _shortest(self, goal: Point, bound: float) -> Points | None:
        search = self._search(goal, bound)
        rest = np.hypot(*(search.at - search.at[1]).T)
        _, parents = search.spread(0, rest, bound, lambda a, b: self._link(search, a, b), 1)
        if parents[1] < 0:
            return None
        way = search.way_to(1, parents)[:-1]
        points = self._straightened((*way, goal), search)
        return points if self.allowed(points) else None

    def _link(self, search: Search, here: int, there: int) -> bool:
        at, to = search.at[here].tolist(), search.at[there].tolist()
        return self.allowed(((to[0], to[1]),), (at[0], at[1]))

    def _straightened(self, points: Points, search: Search) -> Points:
        """Return the path without the ends of links where the straight way serves as well."""
        for cut, linked in ((0, search.links.get(0)), (-2, search.barred and not search.links)):
            if linked and len(points) > 1:
                shorter = points[:cut] + points[cut + 1 :] if cut else points[1:]
                points = shorter if self.allowed(shorter) else points
        return points

    # --- how far it gets -------------------------------------------------------------------

    def spots(self, distance: float, spacing: float) -> Points:
        """Return the grid spots whose shortest legal path is within `distance`."""
        search = self._search(None, distance)
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

    def _grid(self, search: Search, distance: float, spacing: float) -> Floats:
        """Return the allowed grid spots in the disc of a distance, row by row."""
        x, y = self.mover[1].at
        low = np.ceil((np.array([x, y]) - distance) / spacing)
        high = np.floor((np.array([x, y]) + distance) / spacing)
        columns, rows = (np.arange(a, b + 1) * spacing for a, b in zip(low, high, strict=True))
        grid = np.round(np.stack(np.meshgrid(columns, rows), axis=2).reshape(-1, 2), 4)
        grid = grid[np.hypot(grid[:, 0] - x, grid[:, 1] - y) <= distance]
        grid = grid[self.ground.in_table(grid, self.radius)]
        return grid[search.fixed.allows(grid) & search.moving.allows(grid)]

    # --- the places of a search ------------------------------------------------------------

    def _search(self, goal: Point | None, bound: float) -> Search:
        """Return the start, the goal, ways out and in where they are needed, and the bends."""
        start = np.array(self.mover[1].at)
        end = start if goal is None else np.array(goal)
        spread = bound if goal is not None else 2 * bound
        box = _ellipse_box(start, end, spread)
        known = self.ground.fixed(self.radius, self.avoid)
        fixed = known.barriers.near(box)
        moving = self._moving(box)
        cache = known.cache
        mine = np.flatnonzero(_in_ellipse(cache.bends.at, start, end, spread))
        mine = mine[moving.allows(cache.bends.at[mine])]
        theirs = self._moving_bends(moving, fixed, (start, end, spread))
        ends = [start] if goal is None else [start, end]
        links: dict[int, list[int]] = {}
        barred: list[int] = []
        free = list(ends)
        for index, place in enumerate(ends):
            if fixed.allows(place[None])[0] and moving.allows(place[None])[0]:
                continue
            found = fan(place, bound, (fixed, moving), self._sideways(place))
            found = found[self.ground.in_table(found, self.radius)]
            added = list(range(len(free), len(free) + len(found)))
            free.extend(found)
            barred.append(index)
            if index == 0:
                links[0] = added
                barred.extend(added)
            else:
                links.update({i: [1] for i in added})
        nothing = np.zeros((len(free), 2))
        fixed_bends = cache.bends.where(mine)
        return Search(
            at=np.concatenate([np.array(free), fixed_bends.at, theirs.at]),
            before=np.concatenate([nothing, fixed_bends.before, theirs.before]),
            after=np.concatenate([nothing, fixed_bends.after, theirs.after]),
            free=len(free),
            fixed=fixed,
            moving=moving,
            cache=cache,
            place=np.concatenate([np.full(len(free), -1), mine, np.full(len(theirs.at), -1)]),
            links=links,
            barred=barred,
            shut=[0] if 0 in links else [],
        )

    def _moving(self, box: Floats) -> Barriers:
        """Return the barriers that other bases are, those whose box meets a box."""
        parts = [
            _keeper(other, gap, self.radius)
            for other, gap in zip(self.others, self.gaps, strict=True)
        ]
        near = [
            part
            for part in parts
            if (part.boxes[0, :2] <= box[2:]).all() and (part.boxes[0, 2:] >= box[:2]).all()
        ]
        return join_barriers(near)

    def _moving_bends(
        self, moving: Barriers, fixed: Barriers, ellipse: tuple[Floats, Floats, float]
    ) -> Bends:
        bends = Bends(moving.bends, moving.before, moving.after)
        bends = bends.where(_in_ellipse(bends.at, *ellipse))
        bends = bends.where(self.ground.in_table(bends.at, self.radius))
        return bends.where(moving.allows(bends.at) & fixed.allows(bends.at))

    def _sideways(self, place: Floats) -> Floats:
        """Return the directions straight past each other base (the widest turns that may be)."""
        to = np.array([pose.at for _, pose in self.others]).reshape(-1, 2) - place
        turn = np.arctan2(to[:, 1], to[:, 0])
        # A hair outward, so that rounding the place does not make the gap shrink.
        return np.concatenate([turn + math.pi / 2 + 1e-3, turn - math.pi / 2 - 1e-3])


def _along(start: Point, points: Points, lengths: Floats) -> Floats:
    """Return the places at path lengths, ``(n, 2)``."""
    corners = np.array([start, *points])
    steps = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(corners, axis=0).T))])
    return np.column_stack([np.interp(lengths, steps, corners[:, k]) for k in (0, 1)])


@lru_cache(maxsize=8192)
def _keeper(other: Posed, gap: float, radius: float) -> Barriers:
    solid = posed_solid(*other)
    spacing = base_spacing(radius + solid.radius, gap)
    if len(solid.corners) == 1:
        return disc_barriers([(other[1].at, spacing)])
    return polygon_barrier(solid.corners, spacing)


def _in_ellipse(points: Floats, start: Floats, end: Floats, spread: float) -> np.ndarray:
    """Return which points lie on some path from start to end of at most the length `spread`."""
    first, second = points - start, points - end
    return np.hypot(*first.T) + np.hypot(*second.T) <= spread


def _ellipse_box(start: Floats, end: Floats, spread: float) -> Floats:
    if math.isinf(spread):
        return np.array([-math.inf, -math.inf, math.inf, math.inf])
    middle, half = (start + end) / 2, spread / 2
    return np.concatenate([middle - half, middle + half])
