"""Random and built scenes for the tests of paths, and slow answers by other means."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import scipy.sparse
import shapely
from scipy.sparse.csgraph import dijkstra

from sim.geometry.paths import Outlines, Posed
from sim.geometry.paths.pieces import corners_of
from sim.geometry.planner import Keep, PathGround
from sim.geometry.pose import Point, Pose
from sim.geometry.shapes import Disc, disc_mm

SOLDIER = disc_mm(30)
WALKER = disc_mm(80)

Corners = list[Point]


def rectangle(x0: float, y0: float, x1: float, y1: float) -> Corners:
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def turned_box(x: float, y: float, length: float, width: float, facing: float) -> Corners:
    pose = Pose(x, y, facing)
    half, side = length / 2, width / 2
    return [pose.to_table(p) for p in rectangle(-half, -side, half, side)]


def blob(rng: np.random.Generator, x: float, y: float, radius: float) -> Corners:
    """A ragged outline, seldom convex."""
    count = int(rng.integers(7, 13))
    turn = np.linspace(0, 2 * math.pi, count, endpoint=False) + rng.uniform(0, 0.3, count)
    far = radius * rng.uniform(0.55, 1.1, count)
    return [(x + r * math.cos(t), y + r * math.sin(t)) for r, t in zip(far, turn, strict=True)]


@dataclass(frozen=True)
class Scene:
    size: float
    walls: list[tuple[str, Corners]]
    areas: list[tuple[str, Corners]]
    keep: list[Keep]

    @property
    def ground(self) -> PathGround:
        return PathGround(
            (self.size, self.size), walls=Outlines(self.walls), areas=Outlines(self.areas)
        )

    @property
    def avoid(self) -> list[str]:
        return [name for name, _ in self.areas]

    def clearance(self, points: np.ndarray, radius: float) -> np.ndarray:
        """Room that base centres ``(n, 2)`` have to the nearest thing in their way."""
        return np.minimum(
            self.of_shapes(np.asarray(shapely.points(points)), radius),
            np.minimum(points, self.size - points).min(axis=1) - radius,
        )

    def of_shapes(self, shapes: np.ndarray, radius: float) -> np.ndarray:
        room = np.full(len(shapes), np.inf)
        for _, corners in self.walls:
            room = np.minimum(room, shapely.distance(shapely.Polygon(corners), shapes) - radius)
        for _, corners in self.areas:
            gap = shapely.distance(shapely.Polygon(corners), shapes) - radius
            room = np.minimum(room, gap - 0.01)
        for (base, pose), gap in self.keep:
            assert isinstance(base, Disc)
            away = shapely.distance(shapely.Point(pose.at), shapes)
            room = np.minimum(room, away - base.radius - radius - gap)
        return room


def random_scene(seed: int, size: float = 24.0) -> Scene:
    rng = np.random.default_rng(seed)
    centres: list[np.ndarray] = []
    walls: list[tuple[str, Corners]] = []
    areas: list[tuple[str, Corners]] = []
    while len(centres) < 10:
        at = rng.uniform(2, size - 2, 2)
        if any(np.hypot(*(at - other)) < 3.2 for other in centres):
            continue
        name = f"piece-{len(centres)}"
        centres.append(at)
        if len(centres) % 2:
            length, width = rng.uniform(2, 5), rng.uniform(0.3, 2)
            walls.append((name, turned_box(at[0], at[1], length, width, rng.uniform(0, 180))))
        else:
            areas.append((name, blob(rng, at[0], at[1], rng.uniform(1, 2))))
    keep: list[Keep] = [
        ((SOLDIER, Pose(*np.round(rng.uniform(2, size - 2, 2), 4).tolist())), 1.0) for _ in range(5)
    ]
    return Scene(size, walls, areas, keep)


def free_spots(scene: Scene, radius: float, count: int, seed: int) -> list[Point]:
    """Places where a base may stand, on the 0.0001 in grid."""
    rng = np.random.default_rng(seed)
    spots: list[Point] = []
    while len(spots) < count:
        points = np.round(rng.uniform(radius, scene.size - radius, (64, 2)), 4)
        good = points[scene.clearance(points, radius) > 1e-3]
        spots += [(float(x), float(y)) for x, y in good]
    return spots[:count]


def grid_length(scene: Scene, start: Point, goal: Point, radius: float, step: float) -> float:
    """Length of a shortest path found on a grid and pulled tight; infinite when there is none."""
    side = np.arange(radius, scene.size - radius + 1e-9, step)
    grid = np.stack(np.meshgrid(side, side), axis=2).reshape(-1, 2)
    points = np.concatenate([[start, goal], grid[scene.clearance(grid, radius) >= 0.0]])
    places = np.asarray(shapely.points(points))
    near, far = shapely.STRtree(places).query(places, predicate="dwithin", distance=step * 2.3)
    keep = near < far
    near, far = near[keep], far[keep]
    ways = np.asarray(shapely.linestrings(np.stack([points[near], points[far]], axis=1)))
    legal = scene.of_shapes(ways, radius) >= 0.0
    near, far = near[legal], far[legal]
    length = np.hypot(*(points[near] - points[far]).T)
    graph = scipy.sparse.csr_matrix((length, (near, far)), shape=(len(points), len(points)))
    dist, before = dijkstra(graph, directed=False, indices=0, return_predecessors=True)
    if not np.isfinite(dist[1]):
        return math.inf
    steps = [1]
    while steps[-1] != 0:
        steps.append(int(before[steps[-1]]))
    return _pulled(scene, points[steps], radius)


def _pulled(scene: Scene, path: np.ndarray, radius: float) -> float:
    """Length of the shortest way along any of a path's places, skipping what may be skipped."""
    best = np.full(len(path), math.inf)
    best[0] = 0.0
    for i in range(1, len(path)):
        pairs = np.stack([path[:i], np.broadcast_to(path[i], (i, 2))], axis=1)
        ways = np.asarray(shapely.linestrings(pairs))
        legal = scene.of_shapes(ways, radius) >= 0.0
        total = best[:i] + np.hypot(*(path[:i] - path[i]).T)
        best[i] = total[legal].min()
    return float(best[-1])


def moved_polygon(mover: Posed, at: np.ndarray) -> shapely.Polygon:
    corners = corners_of(mover[0], mover[1].facing)
    assert corners is not None
    return shapely.Polygon(corners + at)
