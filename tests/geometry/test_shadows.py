from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from sim.geometry.areas import AreaSet, length_in_footprint
from sim.geometry.measure import gap_to_point
from sim.geometry.pose import Point, Pose
from sim.geometry.shadows import clear_share_of_base
from sim.geometry.shapes import Box, Disc, Footprint, disc_mm
from tests.geometry.case_files import cases, named, shape_of


@pytest.mark.parametrize("case", cases("plan", "shadow"), ids=named)
def test_bases_show_past_areas_as_in_the_cases(case: dict[str, Any]) -> None:
    area = AreaSet([case["area"]]).rings[0]
    base = (shape_of(case["base"]), Pose(*case["at"]))
    share, place = clear_share_of_base(tuple(case["from"]), base, [area])
    assert (place is not None) is case["clear"]
    assert (share > 0) is case["clear"]
    if place is not None:
        assert gap_to_point(*base, place) < 0
        assert AreaSet([area]).crossings(tuple(case["from"]), place) == ()


def test_half_a_base_is_half_clear() -> None:
    area = np.array([[15.0, -3], [15.5, -3], [15.5, 0], [15, 0]])
    share, _ = clear_share_of_base((0, 0), (disc_mm(80), Pose(20, 0)), [area])
    assert share == pytest.approx(0.5, abs=1e-5)


def test_nothing_in_the_way_leaves_all_of_it_clear() -> None:
    base = (Box(2, 1), Pose(20, 0, 30))
    share, place = clear_share_of_base((0, 0), base, [])
    assert share == pytest.approx(1.0)
    assert place is not None
    assert gap_to_point(*base, place) == pytest.approx(-0.5, abs=1e-6), "well inside"


def test_an_area_behind_the_base_covers_nothing() -> None:
    area = np.array([[22.0, -3], [23, -3], [23, 3], [22, 3]])
    share, _ = clear_share_of_base((0, 0), (disc_mm(80), Pose(20, 0)), [area])
    assert share == pytest.approx(1.0)


def test_an_area_around_the_looker_covers_everything() -> None:
    area = np.array([[-3.0, -3], [3, -3], [3, 3], [-3, 3]])
    assert clear_share_of_base((0, 0), (disc_mm(80), Pose(20, 0)), [area]) == (0.0, None)


def test_an_area_under_part_of_the_base_covers_that_part() -> None:
    area = np.array([[20.0, -3], [30, -3], [30, 3], [20, 3]])
    share, _ = clear_share_of_base((0, 0), (disc_mm(80), Pose(20, 0)), [area])
    assert share == pytest.approx(0.5, abs=1e-5)


@pytest.mark.parametrize("seed", range(12))
def test_shares_agree_with_counting_lines(seed: int) -> None:
    rng = np.random.default_rng(seed)
    base: tuple[Footprint, Pose] = (Disc(1.5), Pose(20, 0))
    rings = []
    for _ in range(3):
        x, y = rng.uniform(5, 17), rng.uniform(-2, 2)
        w, h, turn = rng.uniform(0.2, 2), rng.uniform(0.2, 2), rng.uniform(0, math.pi)
        c, s = math.cos(turn), math.sin(turn)
        corners = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) / 2
        rings.append(corners @ np.array([[c, s], [-s, c]]) + [x, y])
    others = [(disc_mm(30), Pose(rng.uniform(5, 17), rng.uniform(-2, 2)))]
    areas = AreaSet(rings)
    share, _ = clear_share_of_base((0, 0), base, areas.rings, others)
    t, r = rng.uniform(0, 2 * math.pi, 4000), 1.5 * np.sqrt(rng.uniform(0, 1, 4000))
    ends = np.column_stack([20 + r * np.cos(t), r * np.sin(t)])
    by_areas = np.atleast_1d(areas.crossed(np.zeros((4000, 2)), ends).any(axis=1))
    clear = [not (a or _over(end, others)) for a, end in zip(by_areas, ends.tolist(), strict=True)]
    assert share == pytest.approx(sum(clear) / 4000, abs=0.03)


def _over(end: list[float], others: list[tuple[Disc, Pose]]) -> bool:
    target: Point = (end[0], end[1])
    return any(length_in_footprint((0, 0), target, *other) > 1e-6 for other in others)
