"""Cheapest legal paths over ground where an inch costs more in one place than in another.

The planner proposes: a lazy A* on the visibility graph with points on the borders of priced areas,
inside the ellipse of what the move may cost, then the crossings slide to their best places. The
referee of `sim.geometry.weighted.referee`, written apart, checks every proposal and states its
cost; a way that it refuses is never returned.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sim.geometry.mesh_data import Floats
from sim.geometry.paths import Posed, least_gaps
from sim.geometry.paths.legs import legs_of
from sim.geometry.planner.judge import Keep
from sim.geometry.pose import Point
from sim.geometry.units import RULE_TOL_IN, keeps_from
from sim.geometry.weighted.costs import CostLeg, Costs, Rate, Touch
from sim.geometry.weighted.ground import Prepared, WeightedGround, keepers_of
from sim.geometry.weighted.referee import judge_way
from sim.geometry.weighted.refine import refined
from sim.geometry.weighted.regions import Mover
from sim.geometry.weighted.search import Field, cheapest, rim_places

__all__ = [
    "CostLeg",
    "Costs",
    "Effort",
    "Proposal",
    "Rate",
    "Touch",
    "Way",
    "WeightedGround",
    "cheapest_path",
    "propose",
    "spent_at",
]

#: The first, coarse look, inches.
COARSE_IN = 2.0
#: What a bend round a rounding may cost too much, inches for every inch that an inch costs.
BEND_IN = 0.002
#: No way is looked for that costs more than this times the table's diagonal at the dearest rate.
DEAREST_WAY = 4.0


@dataclass(frozen=True)
class Effort:
    """How hard the planner tries.

    Attributes
    ----------
    spacing : float
        Places on the borders of priced areas are at most this far apart, inches.
    refine : bool
        Whether crossings then slide to their best places.
    """

    spacing: float = 0.25
    refine: bool = True


USUAL = Effort()


@dataclass(frozen=True)
class Way:
    """A legal way and what it costs.

    Attributes
    ----------
    points : tuple of Point
        Waypoints after the start; bends are multiples of 0.0001 in.
    cost : float
        Inches of allowance, as the referee counts them.
    bound : float
        The cheapest way that crosses as many borders is cheaper by at most this, inches: half the
        spacing of the search at both rates for every border crossed, and the roundings of bends.
        The measured gap is far smaller.
    legs : tuple of CostLeg
        The way cut where an inch changes its price.
    """

    points: tuple[Point, ...]
    cost: float
    bound: float
    legs: tuple[CostLeg, ...]

    @property
    def length(self) -> float:
        """Inches of the centre's path."""
        return self.legs[-1].end if self.legs else 0.0


@dataclass(frozen=True)
class Proposal:
    """What the planner says: waypoints after the start, and the cost it claims."""

    points: tuple[Point, ...]
    cost: float


def cheapest_path(
    ground: WeightedGround,
    mover: Posed,
    goal: Point,
    costs: Costs,
    *,
    keep: Sequence[Keep] = (),
    limit: float | None = None,
    effort: Effort = USUAL,
) -> Way | None:
    """Return the cheapest legal way of a base to a place, or None.

    Parameters
    ----------
    ground : WeightedGround
    mover : (Footprint, Pose)
        The base and where it starts; a base that is not round keeps its facing. It must start
        where it may stand, but for bases in `keep` that it starts too near to.
    goal : Point
        Where its centre shall end.
    costs : Costs
    keep : sequence of ((Footprint, Pose), gap)
        Bases to keep that gap from all along; one nearer at the start must never come nearer.
    limit : float, optional
        The most the way may cost (to 0.001 in).
    effort : Effort
    """
    proposed = propose(ground, mover, goal, costs, keep=keep, limit=limit, effort=effort)
    if proposed is None:
        return None
    points = proposed.points
    if not points:
        return Way((), 0.0, 0.0, ())
    facts = judge_way(ground, mover, points, costs, keep)
    if not facts.legal or (limit is not None and facts.cost > limit + RULE_TOL_IN):
        return None
    direct = costs.least * math.dist(mover[1].at, goal)
    bound = _bound(facts.legs, len(points) - 1, effort.spacing)
    bound = min(bound, max(facts.cost - direct, 0.0))
    return Way(points, facts.cost, bound, facts.legs)


def _bound(legs: Sequence[CostLeg], bends: int, spacing: float) -> float:
    crossed = sum(a.factor + b.factor for a, b in itertools.pairwise(legs))
    dearest = max(leg.factor for leg in legs)
    return crossed / 2 * spacing + bends * BEND_IN * dearest


def spent_at(start: Point, way: Way, allowance: float) -> tuple[float, Point]:
    """Return how far along a way an allowance lasts, inches, and the place of the centre there.

    Parameters
    ----------
    start : Point
        Where the way starts.
    way : Way
    allowance : float
        Inches; the way's end when it lasts longer.
    """
    left, along = allowance, 0.0
    for leg in way.legs:
        part = min(leg.length, left / leg.factor)
        left, along = left - part * leg.factor, along + part
        if part < leg.length:
            break
    for straight in legs_of(start, way.points):
        if along <= straight.before + straight.length:
            return along, straight.at(along - straight.before)
    return along, way.points[-1]


def propose(
    ground: WeightedGround,
    mover: Posed,
    goal: Point,
    costs: Costs,
    *,
    keep: Sequence[Keep] = (),
    limit: float | None = None,
    effort: Effort = USUAL,
) -> Proposal | None:
    """Return the planner's own answer, which no referee has seen (parameters as above)."""
    base, pose = mover
    if pose.at == goal:
        return Proposal((), 0.0)
    known = ground.prepared(Mover(base, pose.facing), costs)
    search = _Search(known, mover, goal, _kept(mover, keep), effort)
    bound = _most(ground, costs) if limit is None else limit + RULE_TOL_IN
    if not search.ends_allowed() or costs.least * math.dist(pose.at, goal) > bound:
        return None
    found = search.best(bound)
    return None if found is None else search.named(*found)


def _most(ground: WeightedGround, costs: Costs) -> float:
    dearest = max([costs.open_ground, *(rate.factor for _, rate in costs.paid)])
    return DEAREST_WAY * math.hypot(*ground.table) * dearest


def _kept(mover: Posed, keep: Sequence[Keep]) -> tuple[Keep, ...]:
    """Return the gaps to keep: from a base that is nearer at the start, the gap there."""
    gaps = least_gaps(mover, (), [other for other, _ in keep])
    return tuple(
        (other, gap if keeps_from(now, gap) else now)
        for (other, gap), (_, now, _) in zip(keep, gaps, strict=True)
    )


class _Search:
    """One question to the planner."""

    def __init__(
        self, known: Prepared, mover: Posed, goal: Point, keep: tuple[Keep, ...], effort: Effort
    ) -> None:
        self.known, self.keep, self.effort = known, keep, effort
        self.start, self.goal = np.array(mover[1].at), np.array(goal, dtype=np.float64)

    def field(self, bound: float) -> tuple[Field, Floats]:
        """Return the ground within the ellipse of a cost, and its box."""
        middle = (self.start + self.goal) / 2
        half = bound / self.known.costs.least / 2 + 1e-6
        box = np.concatenate([middle - half, middle + half])
        return Field.of(self.known, keepers_of(self.known.mover, self.keep, box), box), box

    def ends_allowed(self) -> bool:
        """Return whether the base may stand at both ends."""
        field, _ = self.field(1.0 + math.dist(self.start, self.goal) * self.known.costs.least)
        return bool(field.allows(np.array([self.start, self.goal])).all())

    def best(self, bound: float) -> tuple[Floats, float] | None:
        """Return the cheapest way found, its crossings refined if wanted, and its cost."""
        first = self._coarse(bound)
        if first is None:
            return None
        field, box = self.field(first[0])
        # With the places of the first way among them the search cannot end worse.
        rims = np.concatenate([rim_places(field, box, self.effort.spacing), first[1][1:-1]])
        found = cheapest(field, self.start, self.goal, rims, first[0])
        if found is None:
            return None
        way = found[1]
        if self.effort.refine:
            way = refined(field, way, self.effort.spacing)
        return way, float(field.fees.of(way[:-1], way[1:]).sum())

    def _coarse(self, bound: float) -> tuple[float, Floats] | None:
        """Return a way found with few places and its cost, which bounds the search proper."""
        direct = float(np.hypot(*(self.goal - self.start))) * self.known.costs.least
        for most in (1.3 * direct + 3.0, bound):
            field, box = self.field(min(most, bound))
            rims = rim_places(field, box, COARSE_IN)
            found = cheapest(field, self.start, self.goal, rims, min(most, bound))
            if found is not None:
                return found[0] + 1e-9, found[1]
        return None

    def named(self, way: Floats, cost: float) -> Proposal:
        """Return the way with its bends rounded to what a player could name."""
        points = [*np.round(way[1:-1], 4).tolist(), self.goal.tolist()]
        return Proposal(tuple((x, y) for x, y in points), cost)
