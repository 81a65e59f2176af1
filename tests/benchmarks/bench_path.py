"""How fast paths are judged, planned and reached, against plain baselines in the same run.

Baselines, as one would write them first: the referee against buffering the path with shapely and
intersecting; the planner against Dijkstra on a fine grid (16 neighbours, scipy), built once for
the ground and asked for each path; reach against the same flood. Cheapest paths over difficult
ground against the best that any search found, with the same grid as a baseline.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field

import numpy as np
import scipy.sparse
import shapely
from scipy.sparse.csgraph import dijkstra

from sim.geometry.paths import Outlines, path_length, sweep
from sim.geometry.planner import Keep, PathGround
from sim.geometry.pose import Point, Pose
from sim.geometry.shapes import disc_mm
from sim.geometry.weighted import (
    Costs,
    Effort,
    Proposal,
    Rate,
    Touch,
    WeightedGround,
    propose,
)
from sim.geometry.weighted.referee import judge_way
from tests.geometry.weighted_scenes import BASE, CostScene, Move, cost_scene, mover

SIZE = (72.0, 48.0)
SOLDIER = disc_mm(32)
STEP = 0.25
LIMIT = 12.0


class Ground:
    """Twenty walls, twenty ragged areas, twelve enemies on a table of 72 by 48."""

    def __init__(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        centres: list[np.ndarray] = []
        walls: list[tuple[str, list[Point]]] = []
        areas: list[tuple[str, list[Point]]] = []
        while len(centres) < 40:
            at = rng.uniform((4, 4), (SIZE[0] - 4, SIZE[1] - 4))
            if any(np.hypot(*(at - other)) < 4.3 for other in centres):
                continue
            centres.append(at)
            turn = np.sort(rng.uniform(0, 2 * math.pi, 4 if len(centres) % 2 else 10))
            far = rng.uniform(0.6, 1.1, len(turn)) * rng.uniform(1.2, 2.6)
            points = at + far[:, None] * np.column_stack([np.cos(turn), np.sin(turn)])
            kind = walls if len(centres) % 2 else areas
            kind.append((f"piece-{len(centres)}", [(float(x), float(y)) for x, y in points]))
        spots = np.round(rng.uniform((6, 6), (SIZE[0] - 6, SIZE[1] - 6), (12, 2)), 4)
        self.keep: list[Keep] = [((SOLDIER, Pose(float(x), float(y))), 1.0) for x, y in spots]
        self.walls, self.areas = Outlines(walls), Outlines(areas)
        self.planner = PathGround(SIZE, walls=self.walls, areas=self.areas)
        self.avoid = self.areas.ids
        radius = SOLDIER.radius
        polygons = [shapely.Polygon(p) for _, p in (*walls, *areas)]
        discs = [shapely.Point(p.at).buffer(2 * radius + 1, 16) for (_, p), _ in self.keep]
        self.blocked = shapely.union_all([p.buffer(radius + 0.01, 16) for p in polygons] + discs)
        shapely.prepare(self.blocked)
        self.rng = rng

    def pairs(self, count: int) -> list[tuple[Point, Point]]:
        """Free places 5 to 9 in apart."""
        found: list[tuple[Point, Point]] = []
        while len(found) < count:
            a = self.rng.uniform((1, 1), (SIZE[0] - 1, SIZE[1] - 1))
            turn, far = self.rng.uniform(0, 2 * math.pi), self.rng.uniform(5, 9)
            b = a + far * np.array([math.cos(turn), math.sin(turn)])
            inside = (b > 1).all() and (b < np.array(SIZE) - 1).all()
            if inside and not shapely.contains_xy(self.blocked, np.array([a, b])).any():
                found.append(((float(a[0]), float(a[1])), (float(b[0]), float(b[1]))))
        return found


def grid_edges(radius: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Places of a grid with 16 neighbours, and the two ends of its edges."""
    x = np.arange(radius, SIZE[0] - radius, STEP)
    y = np.arange(radius, SIZE[1] - radius, STEP)
    points = np.stack(np.meshgrid(x, y), axis=2).reshape(-1, 2)
    index = np.arange(len(points)).reshape(len(y), len(x))
    near, far = [], []
    for dy, dx in ((0, 1), (1, 0), (1, 1), (1, -1), (1, 2), (2, 1), (1, -2), (2, -1)):
        here = index[: len(y) - dy, max(0, -dx) : len(x) - max(0, dx)]
        there = index[dy:, max(0, dx) : len(x) + min(0, dx)]
        near.append(here.ravel())
        far.append(there.ravel())
    return points, np.concatenate(near), np.concatenate(far)


class GridBaseline:
    """Dijkstra on a grid whose edges were tested once."""

    def __init__(self, ground: Ground) -> None:
        self.points, a, b = grid_edges(SOLDIER.radius)
        ways = shapely.linestrings(np.stack([self.points[a], self.points[b]], axis=1))
        free = ~shapely.intersects(ground.blocked, ways)
        a, b = a[free], b[free]
        length = np.hypot(*(self.points[a] - self.points[b]).T)
        size = len(self.points)
        self.graph = scipy.sparse.csr_matrix((length, (a, b)), shape=(size, size))

    def node(self, point: Point) -> int:
        return int(np.argmin(np.hypot(*(self.points - point).T)))

    def flood(self, start: Point, limit: float) -> np.ndarray:
        return dijkstra(self.graph, directed=False, indices=self.node(start), limit=limit)


def buffered(ground: Ground, start: Point, goal: Point) -> tuple[float, ...]:
    """What a path meets, the plain way: a buffered line intersected with every polygon."""
    line = shapely.LineString([start, goal])
    swept = line.buffer(SOLDIER.radius, 16)
    inside = tuple(
        swept.intersection(shapely.Polygon(p)).area
        for _, p in (*ground.walls.polygons, *ground.areas.polygons)
    )
    return inside + tuple(line.distance(shapely.Point(p.at)) for (_, p), _ in ground.keep)


@dataclass
class Times:
    """Seconds, ours and the baseline's, by what was asked."""

    judge: list[tuple[float, float]] = field(default_factory=list)
    straight: list[tuple[float, float]] = field(default_factory=list)
    bent: list[tuple[float, float]] = field(default_factory=list)
    reach: list[tuple[float, float]] = field(default_factory=list)
    built: list[float] = field(default_factory=list)
    first: list[float] = field(default_factory=list)
    excess: list[float] = field(default_factory=list)


def ask(ground: Ground, grid: GridBaseline, start: Point, goal: Point, times: Times) -> None:
    """Ask ours and the baselines about one pair."""
    mover = (SOLDIER, Pose(*start))
    others = [other for other, _ in ground.keep]
    clock = [time.perf_counter()]

    def lap() -> float:
        clock.append(time.perf_counter())
        return clock[-1] - clock[-2]

    sweep(mover, [goal], table=SIZE, areas=ground.areas, walls=ground.walls, others=others)
    judged = lap()
    buffered(ground, start, goal)
    times.judge.append((judged, lap()))
    path = ground.planner.find_path(mover, goal, keep=ground.keep, avoid=ground.avoid, limit=LIMIT)
    planned = lap()
    flood = grid.flood(start, LIMIT)
    (times.straight if path is not None and len(path) == 1 else times.bent).append((planned, lap()))
    slow = float(flood[grid.node(goal)])
    if path is not None and len(path) > 1 and math.isfinite(slow):
        times.excess.append(slow / path_length(start, path) - 1)
    lap()
    ground.planner.reach(mover, 6.0, keep=ground.keep, avoid=ground.avoid)
    reached = lap()
    grid.flood(start, 6.0)
    times.reach.append((reached, lap()))


def main() -> None:
    """Print mean times and their ratio to the baselines."""
    times = Times()
    for seed in range(3):
        ground = Ground(seed)
        begin = time.perf_counter()
        grid = GridBaseline(ground)
        times.built.append(time.perf_counter() - begin)
        pairs = ground.pairs(30)
        begin = time.perf_counter()
        ground.planner.find_path(
            (SOLDIER, Pose(*pairs[0][0])), pairs[0][1], keep=ground.keep, avoid=ground.avoid
        )
        times.first.append(time.perf_counter() - begin)
        for start, goal in pairs:
            ask(ground, grid, start, goal, times)
    built = float(np.mean(times.built)) * 1e3
    print(f"first path on a new ground: {np.mean(times.first) * 1e3:.1f} ms")
    print(f"building the grid, again whenever a base has moved: {built:.0f} ms")
    for name, baseline, rows, again in (
        ("judge a path", "buffer and intersect", times.judge, 0.0),
        ("path, straight", "Dijkstra on the grid", times.straight, built),
        ("path, bent", "Dijkstra on the grid", times.bent, built),
        ("reach 6 in", "flood on the grid", times.reach, built),
    ):
        ours, plain = np.array(rows).mean(axis=0) * 1e3
        late = np.percentile(np.array(rows)[:, 0], 95) * 1e3
        rebuilt = f", with building {(plain + again) / ours:.0f}" if again else ""
        print(
            f"{name}: {ours:.2f} ms (p95 {late:.2f}); {baseline} {plain:.2f} ms;"
            f" ratio {plain / ours:.1f}{rebuilt}; n {len(rows)}"
        )
    print(f"grid paths are longer by {np.mean(times.excess):.1%} (most {max(times.excess):.1%})")


def weighted_grid(scene: CostScene) -> tuple[np.ndarray, scipy.sparse.csr_matrix]:
    """The same grid where an inch in difficult ground costs two."""
    radius = BASE.radius
    shut = [shapely.Polygon(p).buffer(radius, 16) for _, p in scene.walls]
    shut += [shapely.Point(p.at).buffer(2 * radius + gap, 16) for (_, p), gap in scene.keep]
    dear = shapely.union_all([shapely.Polygon(p).buffer(radius + 0.01, 16) for _, p in scene.areas])
    blocked = shapely.union_all(shut)
    shapely.prepare(blocked)
    shapely.prepare(dear)
    points, near, far = grid_edges(radius)
    ways = np.asarray(shapely.linestrings(np.stack([points[near], points[far]], axis=1)))
    free = ~shapely.intersects(blocked, ways)
    near, far, ways = near[free], far[free], ways[free]
    cost = shapely.length(ways)
    touched = np.flatnonzero(shapely.intersects(dear, ways))
    cost[touched] += shapely.length(shapely.intersection(dear, ways[touched]))
    size = len(points)
    return points, scipy.sparse.csr_matrix((cost, (near, far)), shape=(size, size))


Found = dict[str, list[tuple[float, float]]]

SEARCHES: dict[str, Effort] = {
    "spacing 1": Effort(1.0, refine=False),
    "spacing 1, refined": Effort(1.0),
    "spacing 0.25": Effort(0.25, refine=False),
    "spacing 0.25, refined": Effort(0.25),
    "spacing 0.0625, refined": Effort(0.0625),
}


def cheapest_ways(scene: CostScene, move: Move, found: Found) -> None:
    """Ask every search for one move: cost as the referee counts it, and processor seconds."""
    start, goal = move

    def ask(effort: Effort) -> Proposal | None:
        moving, keep = mover(start), scene.keep
        return propose(
            scene.ground, moving, goal, scene.costs, keep=keep, limit=LIMIT, effort=effort
        )

    if ask(Effort()) is None:
        return
    for name, effort in SEARCHES.items():
        clock = time.process_time()
        said = ask(effort)
        spent = time.process_time() - clock
        cost = math.inf
        if said is not None:
            facts = judge_way(scene.ground, mover(start), said.points, scene.costs, scene.keep)
            assert facts.legal
            cost = facts.cost
        found[name].append((cost, spent))


def gap_table(tables: int = 7, moves: int = 10) -> None:
    """Print how far the ways of each search are from the best found, and what they take."""
    found: Found = {name: [] for name in SEARCHES}
    grid: list[tuple[float, float]] = []
    for seed in range(tables):
        scene = cost_scene(seed)
        points, graph = weighted_grid(scene)
        for move in scene.moves(moves, seed):
            before = len(found["spacing 1"])
            cheapest_ways(scene, move, found)
            if len(found["spacing 1"]) == before:
                continue
            start, goal = (int(np.argmin(np.hypot(*(points - at).T))) for at in move)
            clock = time.process_time()
            flood = dijkstra(graph, directed=False, indices=start, limit=2 * LIMIT)
            # Its ends are the nearest places of the grid: it walks straight there and away.
            off = sum(math.dist(points[i], at) for i, at in zip((start, goal), move, strict=True))
            grid.append((float(flood[goal]) + off, time.process_time() - clock))
    best = np.min([[cost for cost, _ in rows] for rows in found.values()], axis=0)
    print(f"cheapest paths, {len(best)} moves of 5 to 9 in, budget 12, difficult ground twice:")
    for name, rows in (*found.items(), ("Dijkstra on the grid, built before", grid)):
        costs, seconds = np.array(rows).T
        gaps = (costs / best - 1)[np.isfinite(costs)] * 100
        print(
            f"  {name}: gap {gaps.mean():.4f} % (p95 {np.percentile(gaps, 95):.4f},"
            f" most {gaps.max():.4f}); {seconds.mean() * 1e3:.0f} ms"
            f" (p95 {np.percentile(seconds, 95) * 1e3:.0f})"
        )


def refraction() -> None:
    """Print the gap to the optimum of a half-plane, which one number decides."""
    wood = Outlines([("wood", [(20, -1), (41, -1), (41, 31), (20, 31)])])
    ground = WeightedGround((40, 30), areas=wood)
    worst = 0.0
    for factor in (1.5, 2.0, 4.0):
        costs = Costs.of({"wood": Rate(factor, Touch.CENTRE)})
        for y in (10.0, 15.0, 20.0, 25.0):
            said = propose(ground, (SOLDIER, Pose(14, 8)), (27, y), costs)
            assert said is not None
            rest = np.hypot(6, FINE - 8) + factor * np.hypot(7, FINE - y)
            worst = max(worst, said.cost / float(rest.min()) - 1)
    print(f"refraction at a straight border: at most {worst:.1e} above the optimum")


#: Crossings tried to find the optimum of a half-plane, inches along its border.
FINE = np.linspace(5, 28, 200_001)


if __name__ == "__main__":
    main()
    gap_table()
    refraction()
