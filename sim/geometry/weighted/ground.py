"""What never moves on one level, prepared for cheapest paths of one base at a time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from shapely import Geometry

from sim.geometry.mesh_data import Floats
from sim.geometry.paths import Outlines, Posed
from sim.geometry.paths.pieces import posed_solid
from sim.geometry.planner.barriers import (
    Barriers,
    Mask,
    Spacing,
    disc_barriers,
    every,
    join_barriers,
    polygon_barrier,
)
from sim.geometry.planner.ground import FixedGround, base_spacing, floor_rims
from sim.geometry.planner.judge import Keep
from sim.geometry.units import CONTACT_IN, RULE_TOL_IN
from sim.geometry.weighted.costs import Costs, Touch
from sim.geometry.weighted.regions import (
    EXCESS_IN,
    SAFETY_IN,
    Layer,
    Mover,
    layers_of,
    rings_of,
)

__all__ = ["Keepers", "Prepared", "WeightedGround", "keepers_of"]

#: Ground beyond the table that layers still cover, inches.
MARGIN_IN = 4.0
#: Distance from an outline shrunk by the rules' tolerance: touching is allowed.
_TOUCHING = Spacing(RULE_TOL_IN, SAFETY_IN)
#: The cheap region is drawn narrower than it is by less than this, inches.
CHEAP_SLACK_IN = 0.01
#: Bases and choices of costs that a ground remembers (the longest unused goes first).
MOST_PREPARED = 16


@dataclass(frozen=True, eq=False)
class Prepared:
    """The ground for one base, one facing and one choice of costs.

    Attributes
    ----------
    mover : Mover
    costs : Costs
    low, high : (2,) arrays
        The rectangle of centres that keeps the base on the table.
    barriers : Barriers
        Walls, areas nobody may enter, and the rim of the floor.
    shut : Geometry
        The same as a region whose border lies on the allowed side.
    layers : tuple of Layer
    cheap : Geometry or None
        Where an inch costs less than on open ground; None where that is nowhere.
    """

    mover: Mover
    costs: Costs
    low: Floats
    high: Floats
    barriers: Barriers
    shut: Geometry
    layers: tuple[Layer, ...]
    cheap: Geometry | None

    def floor(self, points: Floats, goal: Floats) -> Floats:
        """Return what ways from points ``(n, 2)`` to a goal cost at least.

        A way is charged the least rate only in the cheap region, and must get there and away.
        """
        far = np.hypot(*(points - goal).T)
        if self.cheap is None:
            return self.costs.least * far
        ends = np.concatenate([points, [goal]])
        off = np.maximum(shapely.distance(self.cheap, shapely.points(ends)) - CHEAP_SLACK_IN, 0.0)
        outside = np.minimum(off[:-1] + off[-1], far)
        return self.layers[0].factor * outside + self.costs.least * (far - outside)

    def on_table(self, points: Floats) -> Mask:
        """Return which centres ``(n, 2)`` keep the base on the table."""
        return every((points >= self.low) & (points <= self.high))


class WeightedGround(FixedGround):
    """The ground of one level, asked for cheapest paths; see `FixedGround` for the parameters."""

    def prepared(self, mover: Mover, costs: Costs) -> Prepared:
        """Return the ground for a base and costs, made once."""
        known: dict[tuple[Mover, Costs], Prepared] = self.__dict__.setdefault("_prepared", {})
        key = (mover, costs)
        found = known.pop(key, None) or self._prepare(mover, costs)
        known[key] = found
        if len(known) > MOST_PREPARED:
            del known[next(iter(known))]
        return found

    def _prepare(self, mover: Mover, costs: Costs) -> Prepared:
        low, high = mover.extent()
        edge = RULE_TOL_IN - SAFETY_IN
        width, depth = self.table
        frame = shapely.box(-MARGIN_IN, -MARGIN_IN, width + MARGIN_IN, depth + MARGIN_IN)
        barriers, shut = self._walls(mover)
        for name, rate in costs.barred:
            more, region = _barred(mover, self.areas.only([name]), rate.touch)
            barriers, shut = join_barriers([barriers, more]), shapely.union(shut, region)
        layers = layers_of(mover, costs, self.areas, frame)
        cheap = costs.least < costs.open_ground and bool(layers)
        return Prepared(
            mover=mover,
            costs=costs,
            low=-low - edge,
            high=np.array([width, depth]) - high + edge,
            barriers=barriers,
            shut=shut,
            layers=layers,
            cheap=shapely.difference(frame, layers[0].rim) if cheap else None,
        )

    def _walls(self, mover: Mover) -> tuple[Barriers, Geometry]:
        shapes = [shapely.Polygon(points) for _, points in self.walls.polygons]
        found = [_slid_past(mover, shape, 0.0) for shape in shapes]
        parts = [barrier for barrier, _ in found]
        if self.floor is not None:
            parts += floor_rims(self.floor)
        return join_barriers(parts), shapely.union_all([region for _, region in found])


def _slid_past(mover: Mover, shape: Geometry, gap: float) -> tuple[Barriers, Geometry]:
    """Return what a shape is to the centre of a base that keeps a gap from it."""
    if mover.corners is None:
        aimed = mover.radius + gap
        spacing = base_spacing(aimed) if gap == 0.0 else _strict(aimed)
        rings = rings_of(shape)
    else:
        swept = mover.swept(shape)
        spacing = _strict(gap)
        if gap == 0.0:
            swept, spacing = shapely.buffer(swept, -RULE_TOL_IN, join_style="mitre"), _TOUCHING
        rings = rings_of(swept)
    barriers = join_barriers([polygon_barrier(ring, spacing) for ring in rings])
    return barriers, mover.grown(shape, gap + 2 * SAFETY_IN)


def _strict(gap: float) -> Spacing:
    return Spacing(gap + 2 * SAFETY_IN, gap + SAFETY_IN)


def _barred(mover: Mover, areas: Outlines, touch: Touch) -> tuple[Barriers, Geometry]:
    shape = shapely.union_all([shapely.Polygon(points) for _, points in areas.polygons])
    if touch is Touch.PART:
        return _slid_past(mover, shape, CONTACT_IN)
    if touch is Touch.WHOLE:
        shape = mover.within(shape, -RULE_TOL_IN - EXCESS_IN)
    spacing = _strict(0.0)
    parts = [polygon_barrier(ring, spacing) for ring in rings_of(shape)]
    return join_barriers(parts), shapely.buffer(shape, 2 * SAFETY_IN, join_style="mitre")


@dataclass(frozen=True, eq=False)
class Keepers:
    """Bases to keep a gap from, as barriers and as regions."""

    barriers: Barriers
    shut: Geometry


def keepers_of(mover: Mover, keep: tuple[Keep, ...], box: Floats) -> Keepers:
    """Return the bases whose keep-away region meets a box."""
    parts: list[Barriers] = []
    regions: list[Geometry] = []
    for other, gap in keep:
        barrier, region = _keeper(mover, other, gap)
        mine = barrier.boxes[0]
        if (mine[:2] <= box[2:]).all() and (mine[2:] >= box[:2]).all():
            parts.append(barrier)
            regions.append(region)
    return Keepers(join_barriers(parts), shapely.union_all(np.array(regions, dtype=object)))


def _keeper(mover: Mover, other: Posed, gap: float) -> tuple[Barriers, Geometry]:
    solid = posed_solid(*other)
    spacing = base_spacing(solid.radius + mover.radius, gap)
    mine = mover.corners
    if mine is None and len(solid.corners) == 1:
        at = (float(solid.corners[0, 0]), float(solid.corners[0, 1]))
        shape: Geometry = shapely.Point(at)
        region = shapely.buffer(shape, spacing.aimed + 0.005, quad_segs=32)
        return disc_barriers([(at, spacing)]), region
    sums = solid.corners if mine is None else (solid.corners[:, None] - mine).reshape(-1, 2)
    shape = shapely.MultiPoint(sums).convex_hull
    region = shapely.buffer(shape, spacing.aimed + 0.005, quad_segs=16)
    if spacing.aimed < 2 * RULE_TOL_IN:
        shape, spacing = shapely.buffer(shape, -RULE_TOL_IN, join_style="mitre"), _TOUCHING
    barriers = [polygon_barrier(ring, spacing) for ring in rings_of(shape)]
    return join_barriers(barriers), region
