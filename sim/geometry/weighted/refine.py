"""Refinement of a cheapest way: its crossings slide along the borders until nothing is gained.

For a fixed sequence of crossed borders the cost is convex in the places of crossing, so a few
rounds of choosing the best combination out of ever narrower windows come to the optimum.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
import shapely
from shapely import LineString

from sim.geometry.mesh_data import Floats
from sim.geometry.weighted.regions import rings_of
from sim.geometry.weighted.search import Field

__all__ = ["refined"]

#: Windows get narrower by this factor from round to round.
NARROWER = 0.3
#: Places tried to each side of a crossing.
TRIED = 5
#: The last window, inches: what is left to gain is its square.
LAST_WINDOW_IN = 2e-4
#: Bends round barriers within this take part in the choice, inches.
NEAR_BEND_IN = 0.45
#: Narrower windows leave bends where they are, inches.
LEAST_FOR_BENDS_IN = 0.05
#: Most rounds for one width of window.
ROUNDS = 4
#: Rounds that gain less than this are the last for their window, inches.
GAIN_IN = 1e-5
#: A way may be left out of bends that gain less than this, inches.
SAME_IN = 1e-7


@dataclass(frozen=True, eq=False)
class _Rim:
    """A ring of a layer's border, by the length along it."""

    line: LineString
    length: float

    def at(self, along: Floats) -> Floats:
        points = shapely.line_interpolate_point(np.array([self.line]), along % self.length)
        return shapely.get_coordinates(points)


def refined(field: Field, way: Floats, spacing: float) -> Floats:
    """Return a way that costs no more, its crossings at the best places near.

    Parameters
    ----------
    field : Field
    way : (n, 2) array
        Legal places, the ends included.
    spacing : float
        How far apart the places on the borders were, inches.
    """
    rims = _rims(field, way, spacing)
    if not rims:
        return _tightened(field, way)
    way = _tightened(field, _with_crossings(way, rims))
    window = spacing
    while window > LAST_WINDOW_IN:
        for _ in range(ROUNDS):
            again, moved = _slid(field, _with_crossings(way, rims), rims, window)
            gained = _cost(field, way) - _cost(field, again)
            way = again if gained > 0.0 else way
            if gained <= GAIN_IN or moved < 0.9 * window:
                break
        window *= NARROWER
    return _tightened(field, way)


def _cost(field: Field, way: Floats) -> float:
    return float(field.fees.of(way[:-1], way[1:]).sum())


def _rims(field: Field, way: Floats, spacing: float) -> list[_Rim]:
    """Return the rings that the way may touch."""
    near = shapely.buffer(shapely.LineString(way), 2 * spacing + 1e-3)
    found: list[_Rim] = []
    for layer in field.ground.layers:
        for ring in rings_of(layer.rim):
            line = shapely.LineString(np.vstack([ring, ring[:1]]))
            if shapely.intersects(line, near):
                found.append(_Rim(line, float(line.length)))
    return found


def _with_crossings(way: Floats, rims: list[_Rim]) -> Floats:
    """Return the way with a place wherever it crosses a border."""
    places: list[Floats] = [way[:1]]
    for start, end in itertools.pairwise(way):
        leg = shapely.LineString([start, end])
        met = shapely.get_parts(shapely.intersection(leg, np.array([rim.line for rim in rims])))
        # Where a leg runs along a border it crosses nothing.
        points = shapely.get_coordinates(met[shapely.get_type_id(met) == 0])
        along = np.hypot(*(points - start).T)
        inner = (along > 1e-5) & (along < leg.length - 1e-5)
        places += [points[inner][np.argsort(along[inner], kind="stable")], end[None]]
    joined = np.concatenate(places)
    kept = np.hypot(*np.diff(joined, axis=0).T) > 1e-7
    return joined[np.concatenate([[True], kept])]


def _slid(field: Field, way: Floats, rims: list[_Rim], window: float) -> tuple[Floats, float]:
    """Return the best way through windows round its places, and how far a place moved."""
    lines = np.array([rim.line for rim in rims])
    off = shapely.distance(lines[:, None], np.asarray(shapely.points(way))[None, :])
    on = [[rim for rim, away in zip(rims, column, strict=True) if away < 1e-5] for column in off.T]
    choices = [way[:1], *(_choices(field, way, i, on, window) for i in range(1, len(way) - 1))]
    choices.append(way[-1:])
    legs = field.fees.of(way[:-1], way[1:])
    best, before = np.zeros(1), list[np.ndarray]()
    for leg, (here, there) in zip(legs, itertools.pairwise(choices), strict=True):
        if len(here) == len(there) == 1:
            best = best + leg
            before.append(np.zeros(1, dtype=np.intp))
            continue
        free = np.array([field.barriers.lets_pass(start, there) for start in here])
        starts = np.repeat(here, len(there), axis=0)[free.ravel()]
        ends = np.tile(there, (len(here), 1))[free.ravel()]
        totals = np.full((len(here), len(there)), np.inf)
        totals[free] = best[np.nonzero(free)[0]] + field.fees.of(starts, ends)
        before.append(np.argmin(totals, axis=0))
        best = totals.min(axis=0)
    if not np.isfinite(best[0]):
        return way, 0.0
    picked = [0]
    for back in reversed(before):
        picked.append(int(back[picked[-1]]))
    again = np.array([c[i] for c, i in zip(choices, picked[::-1], strict=True)])
    return again, float(np.hypot(*(again - way).T).max())


def _choices(field: Field, way: Floats, i: int, on: list[list[_Rim]], window: float) -> Floats:
    """Return the places near one of the way's: along the borders it lies on, and bends.

    Bends are chosen again only next to a place that slides: the search chose the others.
    """
    at, point = way[i], shapely.Point(way[i])
    found: list[Floats] = [at[None]]
    for rim in on[i]:
        along = rim.line.project(point) + window * np.arange(-TRIED, TRIED + 1) / TRIED
        found.append(rim.at(along))
    if window >= LEAST_FOR_BENDS_IN and (on[i - 1] or on[i] or on[i + 1]):
        near = np.hypot(*(field.bends - at).T)
        if len(near) and near.min() < 1e-5:
            found.append(field.bends[near < NEAR_BEND_IN])
    if len(found) == 1:
        return found[0]
    places = np.concatenate(found)
    allowed = field.allows(places)
    allowed[0] = True
    _, first = np.unique(np.round(places, 8), axis=0, return_index=True)
    first = np.sort(first)
    return places[first[allowed[first]]]


def _tightened(field: Field, way: Floats) -> Floats:
    """Return the cheapest way along some of its own places, skipping what may be skipped."""
    best = np.full(len(way), np.inf)
    back = np.zeros(len(way), dtype=np.intp)
    best[0] = 0.0
    for i in range(len(way) - 1):
        free, cost = field.way(way[i], way[i + 1 :])
        cost = np.where(free, best[i] + cost, np.inf)
        # The way itself is legal even where a place lies a hair beside a barrier's rounding.
        if not np.isfinite(cost[0]):
            cost[0] = best[i] + field.fees.of(way[i], way[i + 1 : i + 2])[0]
        later = np.arange(i + 1, len(way))
        better = cost < best[later] - SAME_IN
        best[later[better]], back[later[better]] = cost[better], i
    steps = [len(way) - 1]
    while steps[-1] != 0:
        steps.append(int(back[steps[-1]]))
    return way[steps[::-1]]
