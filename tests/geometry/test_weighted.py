"""Cheapest paths: cases, the law of refraction, detours, roads and what nobody may enter."""

from __future__ import annotations

import math
from typing import Any

import pytest
from scipy.optimize import minimize_scalar

from sim.errors import HulldownError
from sim.geometry.paths import Outlines
from sim.geometry.pose import Point, Pose
from sim.geometry.shapes import Box, Disc, Footprint, Hull, Oval, disc_mm
from sim.geometry.weighted import (
    Costs,
    Rate,
    Touch,
    Way,
    WeightedGround,
    cheapest_path,
    spent_at,
)
from sim.geometry.weighted.referee import cost_legs, judge_way
from tests.geometry.case_files import cases, named, pose_of, shape_of
from tests.geometry.path_scenes import Corners, rectangle

SIZE = (40.0, 30.0)
POINT = Disc(0.05)
BASES: dict[str, Footprint] = {
    "disc": disc_mm(32),
    "oval": Oval(1.03, 0.69),
    "box": Box(1.6, 1.0),
    "hull": Hull(((0.9, 0.0), (0.1, 0.7), (-0.8, 0.3), (-0.4, -0.6))),
}


def table(
    areas: dict[str, Corners] | None = None, walls: list[Corners] | None = None
) -> WeightedGround:
    named_walls = [(f"wall-{i}", corners) for i, corners in enumerate(walls or [])]
    return WeightedGround(SIZE, walls=Outlines(named_walls), areas=Outlines((areas or {}).items()))


def cheapest(
    ground: WeightedGround, start: Point, goal: Point, costs: Costs, **options: Any
) -> Way:
    base = options.pop("base", POINT)
    way = cheapest_path(ground, (base, Pose(*start)), goal, costs, **options)
    assert way is not None
    return way


def rates_of(words: list[list[Any]]) -> dict[str, Rate]:
    return {
        name: Rate(factor, Touch(rest[0] if rest else "part"), int("fixed" in rest))
        for name, factor, *rest in words
    }


@pytest.mark.parametrize("case", cases("paths", "cost"), ids=named)
def test_ways_cost_what_the_cases_say(case: dict[str, Any]) -> None:
    areas = Outlines((name, rectangle(*box)) for name, box in case["areas"].items())
    costs = Costs.of(rates_of(case["rates"]), flies=case.get("flies", False))
    start, way = pose_of(case["from"]), [(float(x), float(y)) for x, y in case["way"]]
    legs = cost_legs((shape_of(case["base"]), start), way, costs, areas)
    assert sum(leg.cost for leg in legs) == pytest.approx(case["cost"], abs=1e-6)
    assert legs[-1].end == pytest.approx(sum(leg.length for leg in legs))
    if "lasts" in case:
        told = Way(tuple(way), case["cost"], 0.0, legs)
        along, place = spent_at(start.at, told, case["allowance"])
        assert along == pytest.approx(case["lasts"], abs=1e-6)
        assert place == pytest.approx((case["lasts"], 0.0), abs=1e-6)


def _snell(start: Point, goal: Point, border: float, factor: float) -> float:
    """The least cost over a border x = const, by one number to search for."""

    def cost(y: float) -> float:
        return math.dist(start, (border, y)) + factor * math.dist((border, y), goal)

    found: Any = minimize_scalar(cost, bounds=(0, 30), method="bounded", options={"xatol": 1e-10})
    return float(found.fun)


@pytest.mark.parametrize("factor", [1.5, 2.0, 4.0])
@pytest.mark.parametrize("goal", [(26.0, 20.0), (29.0, 14.0), (21.5, 22.0)])
def test_ways_refract_at_a_border_as_light_does(factor: float, goal: Point) -> None:
    start = (14.0, 8.0)
    ground = table({"wood": rectangle(20, -1, 41, 31)})
    costs = Costs.of({"wood": Rate(factor, Touch.CENTRE)})
    way = cheapest(ground, start, goal, costs)
    best = _snell(start, goal, 20.0, factor)
    assert best - 1e-6 <= way.cost <= best * (1 + 1e-6) + 2e-4
    assert way.cost - best <= way.bound
    assert len(way.points) == 2
    assert [leg.factor for leg in way.legs] == [1.0, factor]


def test_a_wood_is_walked_round_where_that_is_cheaper() -> None:
    wood = {"wood": rectangle(15, 10, 25, 20)}
    costs = Costs.of({"wood": Rate(2.0, Touch.CENTRE)})
    near_its_end = cheapest(table(wood), (12, 18), (28, 18), costs)
    assert [leg.factor for leg in near_its_end.legs] == [1.0]
    corner = math.dist((12, 18), (15, 20)) + 10 + math.dist((25, 20), (28, 18))
    assert near_its_end.cost == pytest.approx(corner, abs=2e-3)
    across_its_end = cheapest(table(wood), (20, 8), (20, 22), costs)
    assert across_its_end.cost < 2 * 10 + 4
    assert across_its_end.length > 14


def test_a_road_is_taken_where_it_pays() -> None:
    road = {"road": rectangle(5, 14, 35, 16), "wood": rectangle(10, 5, 30, 25)}
    costs = Costs.of({"road": Rate(0.5, Touch.CENTRE, rank=1), "wood": Rate(2.0, Touch.CENTRE)})
    way = cheapest(table(road), (6, 12), (34, 12), costs)
    assert any(leg.factor == 0.5 and leg.length > 20 for leg in way.legs)
    assert way.cost < 28
    on_foot = cheapest(table(road), (6, 12), (34, 12), Costs.of({"wood": 2.0}))
    assert on_foot.cost > way.cost


def test_an_area_that_nobody_may_enter_is_walked_round() -> None:
    lake = {"lake": rectangle(15, 10, 25, 20)}
    ground = table(lake)
    for touch, room in ((Touch.PART, 0.06), (Touch.CENTRE, 0.0)):
        costs = Costs.of({"lake": Rate(math.inf, touch)})
        way = cheapest(ground, (10, 15), (30, 15), costs)
        round_it = 2 * math.dist((10, 15), (15 - room, 20 + room)) + 10 + 2 * room
        assert way.cost == pytest.approx(round_it, abs=0.03)
        assert cheapest_path(ground, (POINT, Pose(10, 15)), (20, 15), costs) is None
    flying = Costs.of({"lake": Rate(math.inf)}, flies=True)
    assert cheapest(ground, (10, 15), (30, 15), flying).points == ((30, 15),)


@pytest.mark.parametrize("kind", BASES)
def test_every_kind_of_base_keeps_its_gap_and_pays_with_its_outline(kind: str) -> None:
    areas = {"wood": rectangle(18, 11, 22, 19)}
    ground = table(areas, [rectangle(14, 4, 14.5, 14.0), rectangle(14, 16.0, 14.5, 26)])
    keep = [((disc_mm(32), Pose(26, 15)), 1.0)]
    costs = Costs.of({"wood": 2.0})
    for facing in (0.0, 35.0):
        mover = (BASES[kind], Pose(10, 15, facing))
        way = cheapest_path(ground, mover, (31, 15), costs, keep=keep)
        assert way is not None
        facts = judge_way(ground, mover, way.points, costs, keep)
        assert facts.legal
        assert facts.cost == way.cost
        assert way.cost > 21


def test_a_base_that_starts_too_near_may_leave_but_not_come_nearer() -> None:
    keep = [((disc_mm(32), Pose(12, 15)), 1.0)]
    ground, base = table(), disc_mm(32)
    mover = (base, Pose(13.6, 15.0))
    away = cheapest_path(ground, mover, (20, 15), Costs(), keep=keep)
    assert away is not None
    assert away.points == ((20, 15),)
    assert cheapest_path(ground, mover, (13.5, 15.0), Costs(), keep=keep) is None


def test_no_way_is_told_beyond_the_limit_or_through_walls() -> None:
    wood = {"wood": rectangle(15, -1, 25, 31)}
    costs = Costs.of({"wood": Rate(2.0, Touch.CENTRE)})
    mover = (POINT, Pose(10, 15))
    assert cheapest_path(table(wood), mover, (30, 15), costs, limit=29.9) is None
    way = cheapest_path(table(wood), mover, (30, 15), costs, limit=30.0)
    assert way is not None
    assert way.cost == pytest.approx(30.0, abs=1e-3)
    shut = table(wood, [rectangle(20, -1, 21, 31)])
    assert cheapest_path(shut, mover, (30, 15), costs) is None
    assert cheapest_path(shut, mover, (20.5, 15), costs) is None
    assert cheapest_path(shut, mover, (10, 15), costs) == Way((), 0.0, 0.0, ())


def test_a_straight_way_over_open_ground_is_proven_the_cheapest() -> None:
    way = cheapest(table(), (3, 3), (30, 20), Costs())
    assert (way.points, way.bound) == (((30, 20),), 0.0)
    assert spent_at((3, 3), way, 100.0) == (pytest.approx(way.length), (30, 20))


def test_the_dearest_area_counts_and_a_higher_rank_beats_it() -> None:
    rates = {"wood": Rate(2.0), "mud": Rate(3.0), "road": Rate(0.5), "ford": Rate(4.0, rank=1)}
    rates |= {"town": Rate(5.0, rank=2), "highway": Rate(0.5, rank=3)}
    costs = Costs.of(rates)
    assert costs.factor([]) == 1.0
    assert costs.factor(["road"]) == 0.5
    assert costs.factor(["road", "wood"]) == 2.0
    assert costs.factor(["wood", "mud", "road"]) == 3.0
    assert costs.factor(["wood", "ford", "road"]) == 4.0
    assert costs.factor(["ford", "town"]) == 5.0
    assert costs.factor(["ford", "town", "highway"]) == 0.5
    assert Costs(costs.rates, flies=True).factor(["ford"]) == 1.0


def test_a_factor_must_be_more_than_nothing() -> None:
    for factor in (0.0, -1.0, math.nan):
        with pytest.raises(HulldownError):
            Rate(factor)
