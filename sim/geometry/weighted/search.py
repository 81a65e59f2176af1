"""Search for the cheapest way: a lazy A* over bends of barriers and points on borders of layers.

Places are the ends, the bends round barriers, points at most a stated spacing apart on the borders
where an inch changes its price, and the points where such a border meets a barrier. Only places in
the ellipse of what the way may cost take part.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass

import numpy as np
import shapely
from shapely import Geometry

from sim.geometry.mesh_data import Floats
from sim.geometry.planner.barriers import Barriers, Mask, join_barriers
from sim.geometry.weighted.fees import Fees
from sim.geometry.weighted.ground import Keepers, Prepared
from sim.geometry.weighted.regions import rings_of

__all__ = ["Field", "cheapest", "rim_places"]

#: A bend is taut when the way runs along one of its sides to this tolerance (bends are rounded).
TAUT_IN = 3e-4
#: A way may begin beside a barrier, inside the polygon about its rounding.
TAUT_AT_ENDS_IN = 0.012
#: Bends this near a border of a layer may refract: no rule of tautness there.
REFRACTS_IN = 0.3


@dataclass(frozen=True, eq=False)
class Field:
    """The ground of one question: what stands in the way and what ways cost, near its ellipse.

    Attributes
    ----------
    ground : Prepared
    barriers : Barriers
        Fixed and moving ones near the box.
    shut : Geometry
        The same as a region.
    fees : Fees
    bends, before, after : (n, 2) arrays
        Where ways may bend round barriers, with the outward normals of the two sides there.
    """

    ground: Prepared
    barriers: Barriers
    shut: Geometry
    fees: Fees
    bends: Floats
    before: Floats
    after: Floats

    @classmethod
    def of(cls, ground: Prepared, keepers: Keepers, box: Floats) -> Field:
        """Return the field for a box (x and y from, x and y to)."""
        moving = keepers.barriers
        barriers = join_barriers([ground.barriers.near(box), moving.near(box)])
        bends, before, after = (
            np.concatenate([getattr(ground.barriers, name), getattr(moving, name)])
            for name in ("bends", "before", "after")
        )
        keep = np.flatnonzero(((bends >= box[:2]) & (bends <= box[2:])).all(axis=1))
        keep = keep[ground.on_table(bends[keep]) & barriers.allows(bends[keep])]
        return cls(
            ground,
            barriers,
            shapely.union(ground.shut, keepers.shut),
            Fees(ground.layers, ground.costs.least, box),
            bends[keep],
            before[keep],
            after[keep],
        )

    def allows(self, points: Floats) -> Mask:
        """Return which centres ``(n, 2)`` the base may have."""
        return self.ground.on_table(points) & self.barriers.allows(points)

    def way(self, starts: Floats, ends: Floats) -> tuple[Mask, Floats]:
        """Return for ways from one allowed place to others whether they are free, and costs."""
        return self.barriers.lets_pass(starts, ends), self.fees.of(starts, ends)


def rim_places(field: Field, box: Floats, spacing: float) -> Floats:
    """Return allowed points on the borders of layers, and where those meet what is shut.

    Parameters
    ----------
    spacing : float
        The most between neighbours, inches.
    """
    clip = shapely.box(*box)
    found: list[Floats] = []
    edge = shapely.box(*field.ground.low, *field.ground.high)
    for layer in field.ground.layers:
        found += [_divided(ring, spacing) for ring in rings_of(layer.rim)]
        border = shapely.intersection(shapely.boundary(layer.rim), clip)
        for other in (field.shut, edge):
            met = shapely.intersection(border, shapely.boundary(other))
            found.append(shapely.get_coordinates(met))
    points = np.concatenate([np.zeros((0, 2)), *found])
    points = points[((points >= box[:2]) & (points <= box[2:])).all(axis=1)]
    points = points[field.allows(points)]
    return np.unique(np.round(points, 9), axis=0)


def _divided(ring: Floats, spacing: float) -> Floats:
    """Return the corners of a ring with points between them, at most a spacing apart."""
    ends = np.roll(ring, -1, axis=0)
    count = np.maximum(np.ceil(np.hypot(*(ends - ring).T) / spacing), 1).astype(int)
    first = np.repeat(ring, count, axis=0)
    way = np.repeat(ends - ring, count, axis=0)
    share = np.concatenate([np.arange(k) / k for k in count])
    return first + share[:, None] * way


def cheapest(
    field: Field, start: Floats, goal: Floats, rims: Floats, bound: float
) -> tuple[float, Floats] | None:
    """Return the cost and the places ``(n, 2)`` of the cheapest way among some, or None.

    Parameters
    ----------
    field : Field
    start, goal : (2,) arrays
        Allowed places.
    rims : (n, 2) array
        Points on borders of layers.
    bound : float
        Ways that cost more are not looked for.
    """
    nothing = np.zeros((2 + len(rims), 2))
    at = np.concatenate([[start, goal], rims, field.bends])
    before = np.concatenate([nothing, field.before])
    after = np.concatenate([nothing, field.after])
    before, after = _without_refracting(field, at, len(nothing), before, after)
    rest = field.ground.floor(at, goal)
    inside = field.ground.floor(at, start) + rest <= bound + 1e-9
    inside[:2] = True
    graph = _Graph(field, at[inside], before[inside], after[inside], rest[inside])
    cost, parents = graph.search(bound)
    if parents[1] < 0:
        return None
    steps = [1]
    while parents[steps[-1]] >= 0:
        steps.append(int(parents[steps[-1]]))
    return float(cost[1]), graph.at[steps[::-1]]


def _without_refracting(
    field: Field, at: Floats, first: int, before: Floats, after: Floats
) -> tuple[Floats, Floats]:
    """Return normals with those of bends near a border of a layer left out."""
    if not field.ground.layers or first == len(at):
        return before, after
    rims = shapely.union_all([shapely.boundary(layer.rim) for layer in field.ground.layers])
    near = shapely.dwithin(rims, shapely.points(at[first:]), REFRACTS_IN)
    before, after = before.copy(), after.copy()
    before[first:][near] = after[first:][near] = 0.0
    return before, after


class _Graph:
    """The places of one search; ways between them are looked at when they are needed."""

    def __init__(
        self, field: Field, at: Floats, before: Floats, after: Floats, rest: Floats
    ) -> None:
        self.field, self.at, self.rest = field, at, rest
        self.before, self.after = before, after
        self.slack = np.full(len(at), TAUT_IN)
        self.slack[:2] = TAUT_AT_ENDS_IN

    def search(self, bound: float) -> tuple[Floats, np.ndarray]:
        """Return costs from place 0 and the place before each, until place 1 is reached."""
        at, least = self.at, self.field.fees.least
        costs = np.full(len(at), np.inf)
        parents = np.full(len(at), -1, dtype=np.intp)
        costs[0] = 0.0
        # A place may come up again: the floor of what is left is no consistent one.
        heap: list[tuple[float, int]] = [(float(self.rest[0]), 0)]
        while heap:
            estimate, here = heapq.heappop(heap)
            if here == 1:
                break
            if estimate > costs[here] + self.rest[here] + 1e-12:
                continue
            floor = costs[here] + least * np.hypot(*(at - at[here]).T)
            most = min(bound, float(costs[1])) + 1e-9
            there = np.flatnonzero((floor < costs - 1e-9) & (floor + self.rest <= most))
            there = there[self._taut(here, there)]
            there, total = self._priced(here, there, float(costs[here]))
            better = (total < costs[there] - 1e-9) & (total + self.rest[there] <= most)
            there, total = there[better], total[better]
            costs[there], parents[there] = total, here
            for place, cost in zip(there.tolist(), total.tolist(), strict=True):
                heapq.heappush(heap, (cost + float(self.rest[place]), place))
        return costs, parents

    def _priced(self, here: int, there: np.ndarray, cost: float) -> tuple[np.ndarray, Floats]:
        free = self.field.barriers.lets_pass(self.at[here], self.at[there])
        there = there[free]
        return there, cost + self.field.fees.of(self.at[here], self.at[there])

    def _taut(self, here: int, to: np.ndarray) -> Mask:
        """Return which ways may be part of a cheapest one: along a barrier where they bend."""
        way = self.at[to] - self.at[here]
        slack = np.maximum(self.slack[to], self.slack[here])
        first = -(way * self.before[to]).sum(axis=1)
        second = -(way * self.after[to]).sum(axis=1)
        ok = _bends(first, second, slack)
        return ok & _bends(way @ self.before[here], way @ self.after[here], slack)


def _bends(first: Floats, second: Floats, slack: Floats) -> Mask:
    return ~(((first > slack) & (second > slack)) | ((first < -slack) & (second < -slack)))
