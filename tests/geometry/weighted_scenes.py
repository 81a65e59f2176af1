"""Random tables for cheapest paths: twenty walls, twenty difficult areas, twelve enemies."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely

from sim.geometry.paths import Outlines, Posed
from sim.geometry.planner import Keep
from sim.geometry.pose import Point, Pose
from sim.geometry.shapes import Disc, Footprint
from sim.geometry.weighted import Costs, WeightedGround
from tests.geometry.path_scenes import Corners, blob, turned_box

SIZE = (72.0, 48.0)
BASE = Disc(0.63)


@dataclass(frozen=True)
class CostScene:
    """A table with what is paid on it."""

    walls: list[tuple[str, Corners]]
    areas: list[tuple[str, Corners]]
    keep: list[Keep]
    costs: Costs

    @cached_property
    def ground(self) -> WeightedGround:
        return WeightedGround(SIZE, walls=Outlines(self.walls), areas=Outlines(self.areas))

    def free(self, points: np.ndarray, radius: float) -> np.ndarray:
        """Which centres stand clear of walls, enemies and the table's edge."""
        shapes = np.asarray(shapely.points(points))
        walls = shapely.union_all([shapely.Polygon(corners) for _, corners in self.walls])
        ok = shapely.distance(walls, shapes) > radius + 1e-3
        for (base, pose), gap in self.keep:
            assert isinstance(base, Disc)
            away = np.hypot(*(points - pose.at).T)
            ok &= away > base.radius + radius + gap + 1e-3
        edge = np.minimum(points, np.array(SIZE) - points).min(axis=1)
        return ok & (edge > radius)

    def moves(self, count: int, seed: int, far: tuple[float, float] = (5.0, 9.0)) -> list[Move]:
        """Pairs of free places some way apart, on the 0.0001 in grid."""
        rng = np.random.default_rng(seed)
        found: list[Move] = []
        while len(found) < count:
            a = rng.uniform((1, 1), np.array(SIZE) - 1)
            turn, length = rng.uniform(0, 2 * math.pi), rng.uniform(*far)
            ends = np.round([a, a + length * np.array([math.cos(turn), math.sin(turn)])], 4)
            if self.free(ends, BASE.radius).all():
                start, goal = ((float(x), float(y)) for x, y in ends)
                found.append((start, goal))
        return found


Move = tuple[Point, Point]


def cost_scene(seed: int, costs: Costs | None = None) -> CostScene:
    """The table of the measurements: pieces at least 4.3 in apart, difficult ground costs twice."""
    rng = np.random.default_rng(seed)
    centres: list[np.ndarray] = []
    walls: list[tuple[str, Corners]] = []
    areas: list[tuple[str, Corners]] = []
    while len(centres) < 40:
        at = rng.uniform((4, 4), (SIZE[0] - 4, SIZE[1] - 4))
        if any(np.hypot(*(at - other)) < 4.3 for other in centres):
            continue
        name = f"piece-{len(centres)}"
        centres.append(at)
        if len(centres) % 2:
            length, width = rng.uniform(2, 5), rng.uniform(0.5, 3)
            walls.append((name, turned_box(at[0], at[1], length, width, rng.uniform(0, 180))))
        else:
            areas.append((name, blob(rng, at[0], at[1], rng.uniform(1.8, 3))))
    spots = np.round(rng.uniform((6, 6), (SIZE[0] - 6, SIZE[1] - 6), (12, 2)), 4)
    keep: list[Keep] = [((BASE, Pose(float(x), float(y))), 1.0) for x, y in spots]
    twice = Costs.of({name: 2.0 for name, _ in areas})
    return CostScene(walls, areas, keep, costs or twice)


def mover(start: Point, base: Footprint = BASE, facing: float = 0.0) -> Posed:
    return (base, Pose(*start, facing))
