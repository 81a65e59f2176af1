from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.errors import HulldownError
from sim.geometry.areas import (
    AreaSet,
    check_area,
    crossing_of,
    length_in_footprint,
    segment_in_prism,
    span_in_footprint,
)
from sim.geometry.measure import gap_to_area
from sim.geometry.outlines import outline_of
from sim.geometry.pose import Point, Pose
from sim.geometry.shapes import Box, Disc, Footprint, Hull, Oval, disc_mm
from sim.geometry.units import crosses
from tests.geometry.case_files import cases, named, shape_of

points = st.tuples(st.floats(-2, 12), st.floats(-2, 12)).map(
    lambda p: (round(p[0], 4), round(p[1], 4))
)
CONCAVE: list[Point] = [(0, 0), (8, 0), (8, 6), (5, 6), (5, 3), (3, 3), (3, 6), (0, 6)]
BASES: list[Footprint] = [Disc(0.6), Oval(2, 1), Box(3, 1), Hull(((1, 0), (0, 1), (-1, -1)))]


@pytest.mark.parametrize("case", cases("plan", "crossing"), ids=named)
def test_lines_cross_areas_as_in_the_cases(case: dict[str, Any]) -> None:
    areas = AreaSet([case["area"]])
    a, b = tuple(case["from"]), tuple(case["to"])
    found = areas.crossings(a, b)
    length = found[0].length if found else 0.0
    assert length == pytest.approx(case["length"], abs=6e-4)
    assert bool(areas.crossed(np.array([a]), np.array([b]))[0, 0]) is crosses(case["length"])
    if "entry" in case:
        assert found[0].entry == pytest.approx(case["entry"], abs=1e-6)
        outside = math.dist(a, found[0].entry) + math.dist(found[0].exit, b)
        assert outside == pytest.approx(17.832125, abs=1e-6)
        assert outside + length == pytest.approx(25.0, abs=1e-12)
        assert areas.containing(found[0].entry) == (0,), "the entry lies in the area"


def test_a_self_crossing_outline_is_refused_naming_the_place() -> None:  # G08, shapely/shapely#363
    with pytest.raises(HulldownError) as caught:
        check_area([(0, 0), (4, 4), (4, 0), (0, 4)])
    assert caught.value.key == "geometry.area.crosses_itself"
    assert "(2, 2)" in str(caught.value)


@pytest.mark.parametrize(
    ("outline", "key"),
    [
        ([(0, 0), (1, 0)], "too_few"),
        ([(0, 0), (1, 0), (1, math.nan)], "not_finite"),
        ([(0, 0), (1, 0), (2, 0)], "crosses_itself"),
        ([(0, 0), (4, 0), (4, 4), (0, 0), (-4, -4)], "repeats"),
        ([(0, 0), (1e-9, 0), (0, 1e-9)], "no_area"),
        ([(0, 0), (4, 0), (2, 0), (2, 4)], "crosses_itself"),
    ],
)
def test_outlines_that_enclose_nothing_sensible_are_refused(outline: list[Point], key: str) -> None:
    with pytest.raises(HulldownError) as caught:
        check_area(outline)
    assert caught.value.key == f"geometry.area.{key}"


def test_a_closed_clockwise_outline_is_accepted_and_turned() -> None:
    ring = check_area([(0, 0), (0, 4), (4, 4), (4, 0), (0, 0)])
    assert len(ring) == 4
    assert shapely.Polygon(ring).exterior.is_ccw


def test_a_courtyard_behind_a_hair_of_a_gate_stays_open() -> None:  # G01, shapely#2482
    # A 10 x 10 block with a 6 x 6 yard, joined to the outside by a slit of 0.001.
    block = [
        (0, 0), (10, 0), (10, 10), (0, 10), (0, 5.001),
        (2, 5.001), (2, 8), (8, 8), (8, 2), (2, 2), (2, 5), (0, 5),
    ]  # fmt: skip
    areas = AreaSet([block])
    across = areas.crossings((-1, 6), (11, 6))
    assert across[0].length == pytest.approx(4.0, abs=1e-9)
    assert areas.crossings((3, 3), (7, 7)) == ()


@settings(max_examples=150, deadline=None)
@given(points, points)
def test_lengths_inside_agree_with_polygon_intersection(a: Point, b: Point) -> None:
    if math.dist(a, b) < 1e-3:
        return
    line, area = shapely.LineString([a, b]), shapely.Polygon(CONCAVE)
    found = crossing_of(a, b, np.array(CONCAVE, dtype=float))
    length = 0.0 if found is None else found.length
    # Along a side the length hangs on a hair: it lies between those in a smaller and larger area.
    assert length >= area.buffer(-1e-5, join_style="mitre").intersection(line).length - 1e-9
    assert length <= area.buffer(1e-5, join_style="mitre").intersection(line).length + 1e-9


@settings(max_examples=100, deadline=None)
@given(points, points)
def test_a_line_crosses_an_area_from_both_ends_alike(a: Point, b: Point) -> None:
    areas = AreaSet([CONCAVE, [(9, 9), (11, 9), (10, 11)]])
    there, back = areas.crossings(a, b), areas.crossings(b, a)
    assert sorted(c.index for c in there) == sorted(c.index for c in back)
    for one in there:
        other = next(c for c in back if c.index == one.index)
        assert one.length == pytest.approx(other.length, abs=1e-9)
        assert one.entry == pytest.approx(other.exit, abs=1e-9)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(points, points), min_size=1, max_size=8))
def test_many_lines_get_the_answers_of_single_lines(lines: list[tuple[Point, Point]]) -> None:
    areas = AreaSet([CONCAVE, [(9, 9), (11, 9), (10, 11)], [(2, 1), (6, -1), (6, 5)]])
    starts, ends = np.array([a for a, _ in lines]), np.array([b for _, b in lines])
    many = areas.crossed(starts, ends)
    for row, (a, b) in zip(many, lines, strict=True):
        assert np.array_equal(row, areas.crossed(np.array([a]), np.array([b]))[0])


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(BASES), points, st.floats(0, 359))
def test_gaps_to_many_areas_are_those_to_each(shape: Footprint, at: Point, facing: float) -> None:
    rings = [CONCAVE, [(9, 9), (11, 9), (10, 11)], [(2, 1), (6, -1), (6, 5)]]
    areas, pose = AreaSet(rings), Pose(*at, facing)
    one_by_one = [gap_to_area(shape, pose, ring) for ring in areas.rings]
    assert areas.gaps(shape, pose) == pytest.approx(one_by_one, abs=1e-12)


def test_an_empty_set_answers_with_nothing() -> None:
    areas = AreaSet([])
    assert areas.crossings((0, 0), (1, 1)) == ()
    assert areas.touched(disc_mm(25), Pose(0, 0)) == ()
    assert areas.crossed(np.zeros((3, 2)), np.ones((3, 2))).shape == (3, 0)


def test_a_base_touches_what_is_within_contact() -> None:
    areas = AreaSet([[(10, -5), (20, -5), (20, 5), (10, 5)]])
    assert areas.touched(disc_mm(30), Pose(9.40, 0)) == (0,)
    assert areas.touched(disc_mm(30), Pose(9.38, 0)) == ()
    assert areas.touched(disc_mm(30), Pose(15, 0)) == (0,)


@pytest.mark.parametrize("case", cases("plan", "screen"), ids=named)
def test_lines_pass_between_bases_as_in_the_cases(case: dict[str, Any]) -> None:
    shape = shape_of(case["shape"])
    for end, expected in zip(case["to"], case["crossed"], strict=True):
        lengths = [
            length_in_footprint(tuple(case["from"]), tuple(end), shape, Pose(*at))
            for at in case["at"]
        ]
        assert any(crosses(length) for length in lengths) is expected, end


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(BASES), points, st.floats(0, 359), points, points)
def test_the_length_in_a_base_agrees_with_polygon_intersection(
    shape: Footprint, at: Point, facing: float, a: Point, b: Point
) -> None:
    pose = Pose(*at, facing)
    base = shapely.Polygon(outline_of(shape, pose, 2048))
    line = shapely.LineString([a, b])
    # A chord near a tangent is long for a tiny error of the polygon: allow for it.
    assert length_in_footprint(a, b, shape, pose) == pytest.approx(
        base.intersection(line).length, abs=1e-2
    )
    if length_in_footprint(a, b, shape, pose) > 0.5:
        assert length_in_footprint(a, b, shape, pose) == pytest.approx(
            base.intersection(line).length, abs=1e-4
        )


def test_a_tangent_does_not_cross_a_base() -> None:
    assert span_in_footprint((-5, 1), (5, 1), Disc(1), Pose(0, 0)) is None
    assert span_in_footprint((-5, 0.5), (5, 0.5), Box(2, 1), Pose(0, 0)) is None
    assert span_in_footprint((-5, 0.499), (5, 0.499), Box(2, 1), Pose(0, 0)) is not None


def test_a_line_meets_the_upright_solid_only_between_its_heights() -> None:
    solid = (Disc(1.0), Pose(10, 0), (0.0, 2.0))
    assert segment_in_prism((0, 0, 1), (20, 0, 1), *solid) == pytest.approx(2.0)
    assert segment_in_prism((0, 0, 3), (20, 0, 3), *solid) == 0.0
    # It comes down through the top: over x = 10 at z 2, so half the chord is inside.
    inside = segment_in_prism((0, 0, 4), (20, 0, 0), *solid)
    assert inside == pytest.approx(math.hypot(1.0, 0.2))
    assert segment_in_prism((10, 0, 5), (10, 0, 1), *solid) == pytest.approx(1.0)
    assert segment_in_prism((12, 0, 5), (12, 0, 1), *solid) == 0.0
