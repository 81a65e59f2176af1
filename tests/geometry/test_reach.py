"""Where a base gets to for a price: against the planner of cheapest ways, and by the clock."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.geometry.paths import Outlines
from sim.geometry.pose import Pose
from sim.geometry.shapes import Disc, Hull
from sim.geometry.weighted import Costs, Rate, Touch, WeightedGround, cheapest_path
from sim.geometry.weighted.reach import reachable

SIZE = (40.0, 30.0)
TEAM = Disc(0.4)
HULL = Hull(((0.7, -0.4), (0.7, 0.4), (-0.7, 0.4), (-0.7, -0.4)))
WOOD = [(18.0, 5.0), (26.0, 5.0), (26.0, 25.0), (18.0, 25.0)]
ROAD = [(0.0, 14.0), (40.0, 14.0), (40.0, 16.0), (0.0, 16.0)]
WALL = [(10.0, 18.0), (17.0, 18.0), (17.0, 18.5), (10.0, 18.5)]


def ground() -> WeightedGround:
    areas = Outlines([("wood", WOOD), ("road", ROAD)])
    return WeightedGround(SIZE, walls=Outlines([("wall", WALL)]), areas=areas)


def costs(wood: float = 2.0) -> Costs:
    return Costs.of(
        {"wood": Rate(wood, Touch.CENTRE), "road": Rate(0.5, Touch.CENTRE, rank=1)},
    )


def test_on_open_ground_everything_within_the_limit_is_reached_a_little_short() -> None:
    bare = WeightedGround(SIZE, walls=Outlines([]), areas=Outlines([]))
    found = dict(reachable(bare, (TEAM, Pose(20.0, 15.0)), 6.0, Costs()))
    for (x, y), spent in found.items():
        away = math.dist((x, y), (20.0, 15.0))
        assert away - 1e-9 <= spent <= 6.001
        assert spent <= away * 1.03 + 1e-9
    assert found[(20.0, 15.0)] == 0.0
    assert (26.0, 15.0) in found
    assert (20.0, 21.0) in found
    assert (27.0, 15.0) not in found


@pytest.mark.parametrize("base", [TEAM, HULL])
def test_what_is_reached_can_be_reached_for_that_price_and_no_dearer(base: Disc | Hull) -> None:
    table, start = ground(), Pose(15.0, 15.0, 0.0)
    found = reachable(table, (base, start), 7.0, costs())
    rng = np.random.default_rng(5)
    for index in rng.choice(len(found), 25, replace=False).tolist():
        place, spent = found[index]
        way = cheapest_path(table, (base, start), place, costs(), limit=7.0)
        assert way is not None, (place, spent)
        assert way.cost <= spent + 0.01


def test_a_road_carries_far_and_nobody_passes_a_wall_or_enters_what_is_barred() -> None:
    start = (TEAM, Pose(14.0, 15.0))
    found = dict(reachable(ground(), start, 6.0, costs(math.inf)))
    assert (26.0, 15.0) not in found, "the road leads through a wood that nobody may enter"
    found = dict(reachable(ground(), start, 6.0, costs()))
    assert (26.0, 15.0) in found
    assert (14.0, 18.0) not in found, "inside the wall"
    assert found.get((14.0, 20.0), 9.0) > 5.5, "round the wall"


def test_a_stand_in_the_way_is_kept_clear_of() -> None:
    bare = WeightedGround(SIZE, walls=Outlines([]), areas=Outlines([]))
    other = ((TEAM, Pose(20.0, 15.0)), 1.0)
    found = dict(reachable(bare, (TEAM, Pose(15.0, 15.0)), 9.0, Costs(), keep=[other]))
    assert (20.0, 16.0) not in found
    assert 7.5 < found.get((22.0, 15.0), 0.0) < 9.0
