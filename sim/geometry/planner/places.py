"""The places of one search: the ends of a path, ways out and in, and the bends near it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from sim.geometry.mesh_data import Floats
from sim.geometry.paths import Posed
from sim.geometry.paths.pieces import posed_solid
from sim.geometry.planner.barriers import (
    Barriers,
    Mask,
    disc_barriers,
    join_barriers,
    polygon_barrier,
)
from sim.geometry.planner.exits import fan
from sim.geometry.planner.ground import Fixed, base_spacing
from sim.geometry.planner.judge import Judge
from sim.geometry.planner.search import Bends, Search, SightCache
from sim.geometry.pose import Point

__all__ = ["search_for"]


def search_for(judge: Judge, known: Fixed, goal: Point | None, bound: float) -> Search:
    """Return the search for paths of at most the length `bound`, to a goal or (None) all round.

    Place 0 is the start and, where there is one, place 1 the goal.
    """
    ground = judge.ground
    start = np.array(judge.mover[1].at)
    end = start if goal is None else np.array(goal)
    area = _Ellipse(start, end, bound if goal is not None else 2 * bound)
    radius = known.radius
    fixed = known.barriers.near(area.box)
    moving = _moving(judge, radius, area.box)
    ends = _Ends([start] if goal is None else [start, end])
    for index in range(len(ends.free)):
        place = ends.free[index]
        if fixed.allows(place[None])[0] and moving.allows(place[None])[0]:
            continue
        found = fan(place, bound, (fixed, moving), _sideways(judge, place))
        ends.add_fan(index, found[ground.in_table(found, radius)])
    mine = np.flatnonzero(area.holds(known.cache.bends.at))
    mine = mine[moving.allows(known.cache.bends.at[mine])]
    theirs = Bends(moving.bends, moving.before, moving.after)
    theirs = theirs.where(area.holds(theirs.at))
    theirs = theirs.where(ground.in_table(theirs.at, radius))
    theirs = theirs.where(moving.allows(theirs.at) & fixed.allows(theirs.at))
    return ends.search(known.cache, mine, theirs, fixed, moving)


@dataclass(frozen=True, eq=False)
class _Ellipse:
    """Where paths from a start to an end of at most a length can run."""

    start: Floats
    end: Floats
    length: float

    @property
    def box(self) -> Floats:
        if math.isinf(self.length):
            return np.array([-math.inf, -math.inf, math.inf, math.inf])
        middle, half = (self.start + self.end) / 2, self.length / 2
        return np.concatenate([middle - half, middle + half])

    def holds(self, points: Floats) -> Mask:
        first, second = points - self.start, points - self.end
        return np.hypot(*first.T) + np.hypot(*second.T) <= self.length


class _Ends:
    """The places that are no bends: start, goal, and the fans of ways out and in."""

    def __init__(self, free: list[Floats]) -> None:
        self.free = free
        self.links: dict[int, list[int]] = {}
        self.barred: list[int] = []

    def add_fan(self, end: int, places: Floats) -> None:
        """Join an end that lies too near a barrier to the rest by checked ways only."""
        added = list(range(len(self.free), len(self.free) + len(places)))
        self.free.extend(places)
        self.barred.append(end)
        if end == 0:
            self.links[0] = added
            self.barred.extend(added)
        else:
            self.links.update({place: [end] for place in added})

    def search(
        self, cache: SightCache, mine: np.ndarray, theirs: Bends, fixed: Barriers, moving: Barriers
    ) -> Search:
        """Return the search among these ends, the cached bends `mine` and others."""
        known = cache.bends.where(mine)
        nothing = np.zeros((len(self.free), 2))
        fresh = np.full(len(self.free), -1), np.full(len(theirs.at), -1)
        return Search(
            at=np.concatenate([np.array(self.free), known.at, theirs.at]),
            before=np.concatenate([nothing, known.before, theirs.before]),
            after=np.concatenate([nothing, known.after, theirs.after]),
            free=len(self.free),
            fixed=fixed,
            moving=moving,
            cache=cache,
            place=np.concatenate([fresh[0], mine, fresh[1]]),
            links=self.links,
            barred=self.barred,
            shut=[0] if 0 in self.links else [],
        )


def _moving(judge: Judge, radius: float, box: Floats) -> Barriers:
    """Return the barriers that other bases are, those whose box meets a box."""
    parts = [
        _keeper(other, gap, radius) for other, gap in zip(judge.others, judge.gaps, strict=True)
    ]
    near = [
        part
        for part in parts
        if (part.boxes[0, :2] <= box[2:]).all() and (part.boxes[0, 2:] >= box[:2]).all()
    ]
    return join_barriers(near)


@lru_cache(maxsize=2048)
def _keeper(other: Posed, gap: float, radius: float) -> Barriers:
    solid = posed_solid(*other)
    spacing = base_spacing(radius + solid.radius, gap)
    if len(solid.corners) == 1:
        return disc_barriers([(other[1].at, spacing)])
    return polygon_barrier(solid.corners, spacing)


def _sideways(judge: Judge, place: Floats) -> Floats:
    """Return the directions straight past each other base: the least that only widen the gap."""
    to = np.array([pose.at for _, pose in judge.others]).reshape(-1, 2) - place
    turn = np.arctan2(to[:, 1], to[:, 0])
    # A hair outward, so that rounding the place does not make the gap shrink.
    return np.concatenate([turn + math.pi / 2 + 1e-3, turn - math.pi / 2 - 1e-3])
