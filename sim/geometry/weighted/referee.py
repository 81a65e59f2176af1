"""The referee of cheapest paths: what a way costs, and whether it is legal, by closed forms.

Written apart from the planner: it knows no layers, no drawn roundings and no search. A base that
slides along a leg is in an area on intervals that are exact for round and straight outlines; the
intervals of all areas cut the way into legs of one price.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely

from sim.geometry.mesh_data import Floats
from sim.geometry.paths import (
    HAIR,
    Outlines,
    Posed,
    StretchIn,
    centre_leaves,
    closes_in,
    least_gaps,
    overlap_stretches,
    path_length,
    stays_on_table,
    stretches,
    touched_stretches,
)
from sim.geometry.paths.legs import intervals, legs_of
from sim.geometry.paths.pieces import corners_of, pad_pieces
from sim.geometry.planner.ground import FixedGround
from sim.geometry.planner.judge import Keep
from sim.geometry.pose import Point
from sim.geometry.shapes import Disc
from sim.geometry.units import RULE_TOL_IN, keeps_from
from sim.geometry.weighted.costs import CostLeg, Costs, Touch

__all__ = ["WayFacts", "cost_legs", "judge_way"]

Span = tuple[float, float]

#: Width of a border where bases reach over it, inches.
STRIP_IN = 1e-7
#: Legs of a way shorter than this are noise, inches.
SHORTEST_LEG_IN = 1e-9


@dataclass(frozen=True)
class WayFacts:
    """What the referee finds about a way.

    Attributes
    ----------
    length : float
        Inches of the centre's path.
    legs : tuple of CostLeg
        The way cut where an inch changes its price.
    walls : tuple of StretchIn
        Stretches on which the base overlaps a wall.
    barred : tuple of StretchIn
        Stretches in areas that nobody may enter.
    near : tuple of (index, gap, Point)
        Bases that the way comes too near to, the least gap and where the gap first shrinks.
    on_table, on_floor : bool
    """

    length: float
    legs: tuple[CostLeg, ...]
    walls: tuple[StretchIn, ...]
    barred: tuple[StretchIn, ...]
    near: tuple[tuple[int, float, Point], ...]
    on_table: bool
    on_floor: bool

    @property
    def cost(self) -> float:
        """Inches of allowance for the whole way."""
        return sum(leg.cost for leg in self.legs)

    @property
    def legal(self) -> bool:
        """Whether the referee has no objection."""
        met = self.walls or self.barred or self.near
        return not met and self.on_table and self.on_floor


def judge_way(
    ground: FixedGround,
    mover: Posed,
    points: Sequence[Point],
    costs: Costs,
    keep: Sequence[Keep] = (),
) -> WayFacts:
    """Return what a way costs and everything that speaks against it.

    Parameters
    ----------
    ground : FixedGround
    mover : (Footprint, Pose)
        The base and where it starts; a base that is not round keeps its facing.
    points : sequence of Point
        Waypoints after the start.
    costs : Costs
    keep : sequence of ((Footprint, Pose), gap)
        Bases to keep that gap from; one that is nearer at the start must never come nearer.
    """
    floor = ground.floor
    barred = (
        span
        for name, rate in costs.barred
        for span in _stretches_in(mover, points, ground.areas.only([name]), rate.touch)
    )
    return WayFacts(
        length=path_length(mover[1].at, points),
        legs=cost_legs(mover, points, costs, ground.areas),
        walls=overlap_stretches(mover, points, ground.walls),
        barred=tuple(barred),
        near=_too_near(mover, points, keep),
        on_table=stays_on_table(mover, points, ground.table),
        on_floor=floor is None or centre_leaves(mover[1].at, points, floor) is None,
    )


def _too_near(
    mover: Posed, points: Sequence[Point], keep: Sequence[Keep]
) -> tuple[tuple[int, float, Point], ...]:
    found: list[tuple[int, float, Point]] = []
    for index, least, _ in least_gaps(mover, points, [other for other, _ in keep]):
        other, gap = keep[index]
        if keeps_from(least, gap):
            continue
        at = closes_in(mover, points, other, gap)
        if at is not None:
            found.append((index, least, at))
    return tuple(found)


def cost_legs(
    mover: Posed, points: Sequence[Point], costs: Costs, areas: Outlines
) -> tuple[CostLeg, ...]:
    """Return the way cut into legs of one price, from the start to its end.

    Parameters
    ----------
    mover : (Footprint, Pose)
    points : sequence of Point
    costs : Costs
    areas : Outlines
        Rated areas are found by id.
    """
    total = path_length(mover[1].at, points)
    spans = [
        span
        for name, rate in costs.paid
        for span in _stretches_in(mover, points, areas.only([name]), rate.touch)
    ]
    ends = {min(max(at, 0.0), total) for span in spans for at in (span.start, span.end)}
    legs: list[CostLeg] = []
    for low, high in itertools.pairwise(sorted({0.0, total} | ends)):
        middle = (low + high) / 2
        names = tuple(span.piece for span in spans if span.start <= middle <= span.end)
        if legs and (legs[-1].areas == names or high - low < SHORTEST_LEG_IN):
            last = legs.pop()
            low, names = last.start, last.areas
        legs.append(CostLeg(low, high, costs.factor(names), names))
    return tuple(legs)


def _stretches_in(
    mover: Posed, points: Sequence[Point], area: Outlines, touch: Touch
) -> tuple[StretchIn, ...]:
    """Return the stretches on which a base is in one area, by the area's own rule of touching."""
    if touch is Touch.PART:
        return touched_stretches(mover, points, area)
    centre = stretches((Disc(0.0), mover[1]), points, area, HAIR)
    if touch is Touch.CENTRE:
        return centre
    astride = _astride(mover, points, area)
    return tuple(
        StretchIn(span.piece, low, high)
        for span in centre
        for low, high in _without((span.start, span.end), astride)
    )


def _astride(mover: Posed, points: Sequence[Point], area: Outlines) -> list[Span]:
    """Return where the base reaches over the border of an area by more than 0.001 in."""
    whole = shapely.union_all([shapely.Polygon(corners) for _, corners in area.polygons])
    rings = [shapely.get_coordinates(ring) for ring in shapely.get_parts(whole.boundary)]
    sides = [_strip(a, b) for ring in rings for a, b in itertools.pairwise(ring)]
    borders = pad_pieces(sides, range(len(sides)))
    corners = corners_of(mover[0], mover[1].facing)
    solids = borders if corners is None else borders.against(corners)
    radius = mover[0].radius if isinstance(mover[0], Disc) else 0.0
    found: list[Span] = []
    for leg in legs_of(mover[1].at, points):
        low, high = intervals(leg, solids, radius - RULE_TOL_IN - HAIR)
        met = np.flatnonzero(low <= high)
        found += [(leg.before + float(low[i]), leg.before + float(high[i])) for i in met]
    return sorted(found)


def _strip(a: Floats, b: Floats) -> Floats:
    """Return a side as an outline of next to no width, counter-clockwise."""
    along = (b - a) / np.hypot(*(b - a))
    out = STRIP_IN * np.array([along[1], -along[0]])
    return np.array([a + out, b + out, b, a])


def _without(span: Span, holes: Sequence[Span]) -> list[Span]:
    """Return what is left of a span without some others, which are sorted."""
    left: list[Span] = []
    low, high = span
    for start, end in holes:
        if start > low:
            left.append((low, min(start, high)))
        low = max(low, end)
        if low >= high:
            break
    if low < high:
        left.append((low, high))
    return [(a, b) for a, b in left if b > a]
