"""Where a base's centre pays how much: rated areas grown by the base, cut into layers.

A layer is the region where an inch costs at least so much; what an inch costs is the least there
is plus the steps of the layers it lies in. A round base makes rounded regions: they are drawn with
corners that lie at most 0.002 in outside the true rounding, so that a way along one is free of it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import shapely
from shapely import Geometry

from sim.geometry.mesh_data import Floats
from sim.geometry.outlines import oval_points
from sim.geometry.paths import Outlines
from sim.geometry.paths.pieces import corners_of, pad_pieces
from sim.geometry.pose import Point, Pose
from sim.geometry.shapes import Disc, Footprint, Oval, reach_of
from sim.geometry.units import CONTACT_IN, NOISE_IN, RULE_TOL_IN
from sim.geometry.weighted.costs import Costs, Rate, Touch

__all__ = ["Layer", "Mover", "layers_of", "rings_of"]

#: How far outside a rounding the corners of its drawing lie, inches.
EXCESS_IN = 0.002
#: Sides of the polygon about an oval base.
OVAL_SIDES = 48
#: Ways beside a region keep this far from the true one.
SAFETY_IN = 1e-4


@dataclass(frozen=True)
class Mover:
    """A base that slides without turning, as the planner sees it.

    Attributes
    ----------
    base : Footprint
    facing : float
    """

    base: Footprint
    facing: float

    @property
    def radius(self) -> float:
        """The radius that outlines are grown by; 0 for a base with corners."""
        return self.base.radius if isinstance(self.base, Disc) else 0.0

    @property
    def corners(self) -> Floats | None:
        """Corners about the centre, an oval inside them; None for a round base."""
        if not isinstance(self.base, Oval):
            return corners_of(self.base, self.facing)
        turn = (np.arange(OVAL_SIDES) + 0.5) * (2 * math.pi / OVAL_SIDES)
        outer = 1.0 / math.cos(math.pi / OVAL_SIDES)
        oval = Oval(self.base.half_length * outer, self.base.half_width * outer)
        return oval_points(oval, Pose(0.0, 0.0, self.facing), np.asarray(turn, np.float64))

    @property
    def excess(self) -> float:
        """How far the corners reach beyond the base, inches."""
        if not isinstance(self.base, Oval):
            return 0.0
        return reach_of(self.base) * (1.0 / math.cos(math.pi / OVAL_SIDES) - 1.0)

    def extent(self) -> tuple[Floats, Floats]:
        """Return how far the base reaches from its centre: least and greatest x and y."""
        mine = self.corners
        if mine is None:
            return np.full(2, -self.radius), np.full(2, self.radius)
        return mine.min(axis=0), mine.max(axis=0)

    def swept(self, shape: Geometry) -> Geometry:
        """Return a shape for a round base, else where the centre is when the base meets it."""
        mine = self.corners
        return shape if mine is None else _swept(shape, mine)

    def grown(self, shape: Geometry, gap: float) -> Geometry:
        """Return where the centre is when the base comes within `gap` of a shape, a hair wide."""
        return _rounded(self.swept(shape), self.radius + gap)

    def within(self, shape: Geometry, depth: float) -> Geometry:
        """Return where the centre is when all of the base lies `depth` inside a shape."""
        frame = shapely.box(*shapely.bounds(shape)).buffer(
            2 * reach_of(self.base) + 1, join_style="mitre"
        )
        outside = shapely.difference(frame, shape)
        return shapely.intersection(
            shapely.difference(frame, self.grown(outside, depth - EXCESS_IN)), shape
        )


def _swept(shape: Geometry, corners: Floats) -> Geometry:
    """Return where the centre of a base with corners is when it meets a shape."""
    parts = shapely.get_parts(shapely.constrained_delaunay_triangles(shape))
    parts = parts[shapely.area(parts) > 1e-12]
    rings = [_turned_left(shapely.get_coordinates(part)[:-1]) for part in parts]
    sums = pad_pieces(rings, range(len(rings))).against(corners).corners
    return shapely.union_all(np.array([shapely.Polygon(ring).convex_hull for ring in sums]))


def _turned_left(ring: Floats) -> Floats:
    x, y = ring[:, 0], ring[:, 1]
    return ring if np.dot(x, np.roll(y, -1)) > np.dot(y, np.roll(x, -1)) else ring[::-1]


def rings_of(shape: Geometry) -> list[Floats]:
    """Return the borders of a region with the region on their left, without repeated corners."""
    rings: list[Floats] = []
    for part in shapely.get_parts(shape):
        if part.geom_type != "Polygon" or part.is_empty:
            continue
        rings.append(_turned_left(shapely.get_coordinates(part.exterior)[:-1]))
        rings += [_turned_left(shapely.get_coordinates(hole)[:-1])[::-1] for hole in part.interiors]
    return rings


def _rounded(shape: Geometry, radius: float) -> Geometry:
    """Return a region grown by a radius; corners of the rounding lie up to 0.002 in outside."""
    if radius <= 0.0:
        return shapely.buffer(shape, radius, join_style="mitre")
    parts: list[Geometry] = [shape]
    for ring in rings_of(shape):
        side = np.roll(ring, -1, axis=0) - ring
        heading = np.arctan2(side[:, 1], side[:, 0])
        along = np.column_stack([np.cos(heading), np.sin(heading)])
        out = np.column_stack([np.sin(heading), -np.cos(heading)])
        # Strips overlap their neighbours by a hair: rounding must leave no cracks between them.
        starts, ends = ring - NOISE_IN * along, np.roll(ring, -1, axis=0) + NOISE_IN * along
        near, far = -NOISE_IN * out, radius * out
        strips = np.stack([starts + near, starts + far, ends + far, ends + near], axis=1)
        parts += [shapely.Polygon(strip) for strip in strips]
        turns = (heading - np.roll(heading, 1) + math.pi) % (2 * math.pi) - math.pi
        parts += [
            shapely.Polygon(_fan(ring[i], radius, float(heading[i - 1]), float(turns[i])))
            for i in np.flatnonzero(turns > 1e-9)
        ]
    return shapely.union_all(np.array(parts, dtype=object))


def _fan(corner: Floats, radius: float, heading: float, turn: float) -> Floats:
    """Return the sector round a convex corner, its rim drawn about the circle."""
    half = math.acos(radius / (radius + EXCESS_IN))
    count = max(1, math.ceil(turn / (2 * half) - 1e-9))
    step = turn / count
    first = heading - math.pi / 2
    middle = first + (np.arange(count) + 0.5) * step
    angles = np.concatenate([[first], middle, [first + turn]])
    far = np.full(count + 2, radius / math.cos(step / 2))
    far[[0, -1]] = radius
    rim = corner + far[:, None] * np.column_stack([np.cos(angles), np.sin(angles)])
    return np.concatenate([corner[None], rim])


@dataclass(frozen=True, eq=False)
class Layer:
    """The region where an inch costs at least `factor`, `step` more than a level below.

    Attributes
    ----------
    factor, step : float
    rim : Geometry
        Its border is where ways refract; ways along it are outside.
    region : Geometry
        What is charged: the rim's region less the safety, prepared.
    sides : (e, 4) array
        Sides of `region`: x and y from, x and y to.
    """

    factor: float
    step: float
    rim: Geometry
    region: Geometry
    sides: Floats


def layers_of(mover: Mover, costs: Costs, areas: Outlines, frame: Geometry) -> tuple[Layer, ...]:
    """Return the layers of what a base pays on the ground of one level, cheapest first.

    Parameters
    ----------
    mover : Mover
    costs : Costs
    areas : Outlines
        The rated areas are found by id.
    frame : Geometry
        All of the plan that matters, with room to spare.
    """
    rates = dict(costs.paid)
    found = [_Grown(mover, rate, _shape(areas, name)) for name, rate in rates.items()]
    steps = sorted({costs.open_ground, *(each.rate.factor for each in found)})
    layers: list[Layer] = []
    for below, factor in itertools.pairwise(steps):
        rim = _at_least(factor, costs.open_ground, found, frame)
        # Not mitred: tiny slivers have no mitre.
        region = shapely.buffer(rim, -SAFETY_IN, quad_segs=2)
        if region.is_empty:
            continue
        shapely.prepare(region)
        sides = [np.hstack([ring, np.roll(ring, -1, axis=0)]) for ring in rings_of(region)]
        layers.append(Layer(factor, factor - below, rim, region, np.concatenate(sides)))
    return tuple(layers)


def _shape(areas: Outlines, name: str) -> Geometry:
    polygons: list[tuple[Point, ...]] = [points for each, points in areas.polygons if each == name]
    return shapely.union_all([shapely.Polygon(points) for points in polygons])


class _Grown:
    """A rated area as the centre meets it, a hair too wide and a hair too narrow."""

    def __init__(self, mover: Mover, rate: Rate, shape: Geometry) -> None:
        self.rate = rate
        hair = 2 * SAFETY_IN
        if rate.touch is Touch.PART:
            self.wide = mover.grown(shape, CONTACT_IN + hair)
            self.narrow = mover.grown(shape, CONTACT_IN - hair - EXCESS_IN - mover.excess)
        elif rate.touch is Touch.CENTRE:
            self.wide = shapely.buffer(shape, hair, join_style="mitre")
            self.narrow = shapely.buffer(shape, -hair, join_style="mitre")
        else:
            self.wide = mover.within(shape, -RULE_TOL_IN - hair - mover.excess)
            self.narrow = mover.within(shape, -RULE_TOL_IN + hair + EXCESS_IN)


def _union(shapes: Iterable[Geometry]) -> Geometry:
    return shapely.union_all(np.array([shapely.Polygon(), *shapes], dtype=object))


def _at_least(factor: float, open_ground: float, found: list[_Grown], frame: Geometry) -> Geometry:
    """Return where an inch costs at least `factor`; in doubt a hair too much."""
    free = [each for each in found if not each.rate.rank]
    dear = _union(each.wide for each in free if each.rate.factor >= factor)
    if open_ground >= factor:
        cheap = _union(each.narrow for each in free if each.rate.factor < factor)
        dear = shapely.difference(frame, shapely.difference(cheap, dear))
    for rank in sorted({each.rate.rank for each in found} - {0}):
        above = [each for each in found if each.rate.rank == rank]
        dear = shapely.difference(dear, _union(each.narrow for each in above))
        kept = shapely.difference(
            _union(each.wide for each in above if each.rate.factor >= factor),
            _union(each.narrow for each in above if each.rate.factor < factor),
        )
        dear = shapely.union(dear, kept)
    return dear
