"""Search among bends: a visibility graph that looks along a way only when it is needed."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from sim.geometry.mesh_data import Floats
from sim.geometry.planner.barriers import Barriers
from sim.geometry.pose import Point

__all__ = ["Bends", "Search", "SightCache", "taut_at"]

Check = Callable[[int, int], bool]

#: A bend is taut when the way runs along one of its sides to this tolerance (bends are rounded).
TAUT_IN = 3e-4
#: A way that begins beside a barrier may begin inside the polygon about its rounding.
TAUT_AT_ENDS_IN = 0.012
#: Beyond this many bends the remembered matrix of sight would be too large.
MOST_CACHED = 4000


@dataclass(frozen=True, eq=False)
class Bends:
    """Where paths may bend, and the outward normals of the two sides that meet there."""

    at: Floats
    before: Floats
    after: Floats

    def where(self, keep: np.ndarray) -> Bends:
        """Return the bends that a mask or index array picks."""
        return Bends(self.at[keep], self.before[keep], self.after[keep])


class SightCache:
    """Which of the fixed bends see each other past the fixed barriers, filled in when asked."""

    def __init__(self, bends: Bends) -> None:
        self.bends = bends
        count = len(bends.at)
        size = count if count <= MOST_CACHED else 0
        self.known = np.zeros((size, size), dtype=np.int8)


@dataclass(eq=False)
class Search:
    """One search: the ends of the path and the bends near it.

    Attributes
    ----------
    at : (n, 2) array
        Places; the first `free` of them are no bends (start, goal, exits): nothing is taut there.
    before, after : (n, 2) arrays
        Outward normals (zero for the first `free`).
    free : int
    fixed, moving : Barriers
        Barriers near the search: those remembered in the cache and those of this question.
    cache : SightCache
    place : (n,) int array
        Index of each place in the cache, -1 for places of this question.
    links : mapping from a place to places
        Ways that are no ordinary ones: out of a start, or into a goal, that lies too near a
        barrier. They are checked when the search comes to use them.
    barred : sequence of places that ordinary ways do not enter
    shut : sequence of places that ordinary ways do not leave
    """

    at: Floats
    before: Floats
    after: Floats
    free: int
    fixed: Barriers
    moving: Barriers
    cache: SightCache
    place: np.ndarray
    links: dict[int, list[int]] = field(default_factory=dict)
    barred: list[int] = field(default_factory=list)
    shut: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.slack = np.full(len(self.at), TAUT_IN)
        self.slack[: self.free] = TAUT_AT_ENDS_IN
        self.open = np.ones(len(self.at), dtype=bool)
        self.open[self.barred] = False
        self.turn_at = np.arange(len(self.at)) >= self.free

    def taut(self, here: int, to: np.ndarray) -> np.ndarray:
        """Return which ways from a place to others may be part of a shortest path."""
        way = self.at[to] - self.at[here]
        slack = np.maximum(self.slack[to], self.slack[here])
        first = -(way * self.before[to]).sum(axis=1)
        second = -(way * self.after[to]).sum(axis=1)
        ok = _bends(first, second, slack)
        if self.turn_at[here]:
            ok &= _bends(way @ self.before[here], way @ self.after[here], slack)
        return ok

    def sees(self, here: int, to: np.ndarray) -> np.ndarray:
        """Return which of the places `to` can be reached straight from a place."""
        mine = self.place[here]
        if mine < 0 or not len(self.cache.known):
            return self.free_way(here, self.at[to])
        ok = self.moving.lets_pass(self.at[here], self.at[to])
        theirs = self.place[to]
        seen = np.where(theirs >= 0, self.cache.known[mine, theirs], 0)
        left = np.flatnonzero(ok & (seen == 0))
        if len(left):
            free = self.fixed.lets_pass(self.at[here], self.at[to[left]])
            seen[left] = np.where(free, 1, 2)
            keep = left[theirs[left] >= 0]
            self.cache.known[mine, theirs[keep]] = seen[keep]
            self.cache.known[theirs[keep], mine] = seen[keep]
        return ok & (seen == 1)

    def spread(
        self, start: int, rest: Floats, bound: float, check: Check, goal: int = -1
    ) -> tuple[Floats, np.ndarray]:
        """Return path lengths from a place and the place before each (A*, lazily looking).

        Parameters
        ----------
        start : int
        rest : (n,) array
            Lower bound of the way still to go from each place (zeros: spread evenly).
        bound : float
            Leave out places with a length plus rest beyond this.
        check : callable
            Asked with (from, to) about ways listed in `links` before they are used.
        goal : int
            Stop when this place is reached; -1: never.

        Returns
        -------
        lengths : (n,) array, inf where not reached
        parents : (n,) int array, -1 at the start and where not reached
        """
        lengths = np.full(len(self.at), np.inf)
        parents = np.full(len(self.at), -1, dtype=np.intp)
        done = np.zeros(len(self.at), dtype=bool)
        lengths[start] = 0.0
        # Entries: length plus rest, place, place before, whether the way is a link.
        heap: list[tuple[float, int, int, bool]] = [(float(rest[start]), start, -1, False)]
        while heap:
            estimate, here, before, link = heapq.heappop(heap)
            if done[here] or (link and not check(before, here)):
                continue
            if link:
                lengths[here], parents[here] = estimate - rest[here], before
            done[here] = True
            if here == goal:
                break
            way = self.at - self.at[here]
            total = lengths[here] + np.hypot(way[:, 0], way[:, 1])
            better = (total < lengths - 1e-9) & (total + rest <= bound) & ~done
            if here not in self.shut:
                found = self._seen(here, better)
                lengths[found], parents[found] = total[found], here
                for there in found.tolist():
                    heapq.heappush(heap, (float(total[there] + rest[there]), there, here, False))
            for there in self.links.get(here, ()):
                if better[there]:
                    heapq.heappush(heap, (float(total[there] + rest[there]), there, here, True))
        lengths[~done] = np.inf
        return lengths, parents

    def _seen(self, here: int, better: np.ndarray) -> np.ndarray:
        near = np.flatnonzero(better & self.open)
        near = near[self.taut(here, near)]
        return near[self.sees(here, near)] if len(near) else near

    def free_way(self, here: int, to: Floats) -> np.ndarray:
        """Return which points ``(k, 2)``, allowed themselves, a straight way from a place meets."""
        ok = self.moving.lets_pass(self.at[here], to)
        left = np.flatnonzero(ok)
        ok[left] = self.fixed.lets_pass(self.at[here], to[left])
        return ok

    def way_to(self, place: int, parents: np.ndarray) -> list[Point]:
        """Return the places after the start that lead to a place."""
        steps: list[Point] = []
        while parents[place] >= 0:
            steps.append((float(self.at[place, 0]), float(self.at[place, 1])))
            place = int(parents[place])
        return steps[::-1]


def _bends(first: Floats, second: Floats, slack: Floats | float) -> np.ndarray:
    """Return whether a way passes along a bend's barrier: not through it, not away from it."""
    return ~(((first > slack) & (second > slack)) | ((first < -slack) & (second < -slack)))


def taut_at(search: Search, here: int, to: Floats) -> np.ndarray:
    """Return which ways from a place to points ``(k, 2)`` may be part of a shortest path."""
    if not search.turn_at[here]:
        return np.ones(len(to), dtype=bool)
    way = to - search.at[here]
    return _bends(way @ search.before[here], way @ search.after[here], TAUT_AT_ENDS_IN)
