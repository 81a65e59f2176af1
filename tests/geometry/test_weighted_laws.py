"""Laws of cheapest paths on random tables, and the referee against polygons of many corners."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely

from sim.geometry.outlines import outline_of
from sim.geometry.paths import Outlines
from sim.geometry.pose import Point, Pose
from sim.geometry.shapes import Box, Disc, Footprint, Hull, Oval, disc_mm
from sim.geometry.weighted import (
    Costs,
    Effort,
    Rate,
    Touch,
    Way,
    WeightedGround,
    cheapest_path,
    propose,
)
from sim.geometry.weighted.referee import cost_legs, judge_way
from tests.geometry.path_scenes import Corners
from tests.geometry.weighted_scenes import CostScene, Move, cost_scene, mover

BASES: list[tuple[Footprint, float]] = [
    (Disc(0.63), 0.0),
    (disc_mm(25), 0.0),
    (Box(1.6, 1.0), 30.0),
    (Oval(1.03, 0.69), 70.0),
    (Hull(((0.9, 0.0), (0.1, 0.7), (-0.8, 0.3), (-0.4, -0.6))), 200.0),
]
ROAD: Corners = [(0, 20), (72, 26), (72, 28), (0, 22)]
LIMIT = 12.0


def mixed_costs(seed: int, areas: list[tuple[str, Corners]]) -> Costs:
    """Rates of all kinds, some areas barred, a road on every other table."""
    rng = np.random.default_rng(seed)
    rates: dict[str, Rate] = {}
    for name, _ in areas:
        factor = float(rng.choice([0.5, 1.5, 2, 3, math.inf], p=[0.15, 0.25, 0.35, 0.2, 0.05]))
        touch = list(Touch)[int(rng.integers(3))]
        above = rng.random() if math.isfinite(factor) else 1.0
        rates[name] = Rate(factor, touch, rank=2 if above < 0.08 else int(above < 0.2))
    if seed % 2:
        rates["road"] = Rate(0.5 if seed % 4 == 1 else 1.0, Touch.CENTRE, rank=1)
    return Costs.of(rates)


def mixed_scene(seed: int) -> CostScene:
    plain = cost_scene(seed)
    costs = mixed_costs(seed, plain.areas)
    return CostScene(plain.walls, [*plain.areas, ("road", ROAD)], plain.keep, costs)


def agreed(seeds: range, moves: int) -> int:
    """Compare planner and referee; return how many ways they agreed on."""
    compared = 0
    for seed in seeds:
        scene, (base, facing) = mixed_scene(seed), BASES[seed % len(BASES)]
        for start, goal in scene.moves(moves, seed):
            moving = mover(start, base, facing)
            said = propose(scene.ground, moving, goal, scene.costs, keep=scene.keep, limit=LIMIT)
            if said is None:
                continue
            compared += 1
            facts = judge_way(scene.ground, moving, said.points, scene.costs, scene.keep)
            assert facts.legal, (seed, start, goal, said, facts)
            # The planner draws roundings a hair wide, and its bends are rounded afterwards.
            assert -3e-4 < said.cost - facts.cost < 0.03, (seed, start, goal, said, facts)
    return compared


def test_the_referee_agrees_with_the_planner() -> None:
    assert agreed(range(5), 3) > 10


@pytest.mark.slow
def test_the_referee_agrees_with_the_planner_on_five_hundred_ways() -> None:
    assert agreed(range(100, 200), 6) > 500


def gap_to_the_best(scene: CostScene, move: Move) -> float | None:
    """How much more a way costs than the best found with finer searches, as a share."""
    start, goal = move
    found = [
        cheapest_path(
            scene.ground,
            mover(start),
            goal,
            scene.costs,
            keep=scene.keep,
            limit=LIMIT,
            effort=Effort(spacing),
        )
        for spacing in (0.25, 0.1, 0.0625)
    ]
    ways = [way for way in found if way is not None]
    if not ways:
        return None
    assert len(ways) == len(found)
    best = min(way.cost for way in ways)
    assert ways[0].cost - best <= ways[0].bound + 1e-9
    return ways[0].cost / best - 1


def test_ways_are_within_a_thousandth_of_the_best_found() -> None:
    scene = cost_scene(1)
    gaps = [gap_to_the_best(scene, move) for move in scene.moves(6, 1)]
    assert np.mean([gap for gap in gaps if gap is not None]) <= 1e-3


@pytest.mark.slow
def test_sixty_random_ways_are_within_a_thousandth_of_the_best_found() -> None:
    gaps = [
        gap
        for seed in range(8)
        for move in cost_scene(seed).moves(9, seed)
        if (gap := gap_to_the_best(cost_scene(seed), move)) is not None
    ]
    assert len(gaps) >= 60
    assert np.mean(gaps) <= 1e-3
    assert max(gaps) <= 5e-3


def _way(scene: CostScene, move: Move, costs: Costs | None = None) -> Way | None:
    start, goal = move
    return cheapest_path(
        scene.ground, mover(start), goal, costs or scene.costs, keep=scene.keep, limit=20
    )


def test_the_way_back_costs_as_much() -> None:
    scene, compared = cost_scene(3), 0
    for start, goal in scene.moves(6, 3):
        there, back = _way(scene, (start, goal)), _way(scene, (goal, start))
        assert (there is None) == (back is None)
        if there is not None and back is not None:
            compared += 1
            assert there.cost == pytest.approx(back.cost, rel=2e-4)
    assert compared > 3


def test_dearer_ground_never_makes_a_way_cheaper() -> None:
    scene = cost_scene(4)
    for move in scene.moves(4, 4):
        costs = [Costs.of({name: f for name, _ in scene.areas}) for f in (1.0, 1.5, 2.0, 3.0)]
        found = [way.cost for each in costs if (way := _way(scene, move, each)) is not None]
        assert found == sorted(found)
        assert found[0] >= math.dist(*move) - 1e-9


def test_turning_and_moving_the_table_keeps_the_cost() -> None:
    scene, frame, compared = cost_scene(5), Pose(90, 60, 33), 0
    ground = WeightedGround(
        (160, 160),
        walls=Outlines((n, [frame.to_table(p) for p in c]) for n, c in scene.walls),
        areas=Outlines((n, [frame.to_table(p) for p in c]) for n, c in scene.areas),
    )
    keep = [((b, Pose(*frame.to_table(p.at))), gap) for (b, p), gap in scene.keep]
    for start, goal in scene.moves(6, 5):
        here = _way(scene, (start, goal))
        moved: list[Point] = [frame.to_table(start), frame.to_table(goal)]
        there = cheapest_path(ground, mover(moved[0]), moved[1], scene.costs, keep=keep, limit=20)
        if here is not None and there is not None:
            compared += 1
            assert there.cost == pytest.approx(here.cost, rel=1e-3)
    assert compared > 3


def _drawn(base: Footprint, facing: float, area: shapely.Polygon, touch: Touch) -> shapely.Geometry:
    """Where the centre pays: the area grown or shrunk by a base of many corners."""
    if touch is Touch.CENTRE:
        return area
    mine = outline_of(base, Pose(0, 0, facing), 180)
    if touch is Touch.PART:
        sums = [
            shapely.MultiPoint((shapely.get_coordinates(part)[:, None] - mine).reshape(-1, 2))
            for part in shapely.get_parts(shapely.constrained_delaunay_triangles(area))
        ]
        return shapely.union_all([each.convex_hull for each in sums]).buffer(0.01)
    shrunk: shapely.Geometry = area
    ring = shapely.Polygon(mine).exterior
    along = np.linspace(0, ring.length, 120, endpoint=False)
    between = shapely.get_coordinates(shapely.line_interpolate_point(np.array([ring]), along))
    for x, y in np.concatenate([mine, between]):
        shrunk = shapely.intersection(shrunk, shapely.transform(area, lambda p, d=(x, y): p - d))
    return shrunk


@pytest.mark.parametrize("touch", list(Touch))
def test_the_referee_counts_as_drawn_polygons_do(touch: Touch) -> None:
    rng = np.random.default_rng(6)
    for seed in range(5):
        (base, facing), scene = BASES[seed], cost_scene(seed)
        costs = Costs.of({name: Rate(2.0, touch) for name, _ in scene.areas})
        drawn = shapely.union_all(
            [_drawn(base, facing, shapely.Polygon(c), touch) for _, c in scene.areas[:8]]
        )
        areas = Outlines(scene.areas[:8])
        for _ in range(8):
            places = [(float(x), float(y)) for x, y in rng.uniform((2, 2), (70, 46), (4, 2))]
            legs = cost_legs(mover(places[0], base, facing), places[1:], costs, areas)
            line = shapely.LineString(places)
            extra = shapely.length(shapely.intersection(line, drawn))
            total = sum(leg.cost for leg in legs)
            assert total == pytest.approx(line.length + extra, abs=0.05)
            assert sum(leg.length for leg in legs) == pytest.approx(line.length)
