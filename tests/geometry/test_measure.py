from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.geometry.measure import (
    completely_inside,
    depth_inside,
    distance,
    farthest_from_line,
    farthest_from_point,
    gap,
    gap_to_area,
    gap_to_point,
    nearest_to_line,
)
from sim.geometry.outlines import outline_of
from sim.geometry.pose import Pose
from sim.geometry.shapes import Box, Disc, Footprint, Hull, Oval, disc_mm
from sim.geometry.units import in_contact, is_within
from tests.geometry.case_files import cases, named, pose_of, shape_of

SHAPES: list[Footprint] = [
    Disc(0.59),
    Oval(2.07, 1.38),
    Oval(0.4, 1.1),
    Box(1.378, 0.787),
    Hull(((1.2, 0.0), (0.3, 0.9), (-0.8, 0.5), (-0.6, -0.7))),
]
coordinates = st.floats(-6, 6).map(lambda v: round(v, 4))
poses = st.builds(Pose, coordinates, coordinates, st.floats(0, 359.99).map(lambda v: round(v, 2)))
shapes = st.sampled_from(SHAPES)


@pytest.mark.parametrize("case", cases("plan", "gap"), ids=named)
def test_gaps_are_those_of_the_cases(case: dict[str, Any]) -> None:
    found = gap(
        shape_of(case["a"]), pose_of(case["at_a"]), shape_of(case["b"]), pose_of(case["at_b"])
    )
    assert found.inches == pytest.approx(case["inches"], abs=6e-4)
    if "within" in case:
        assert is_within(found.inches, case["within"]["limit"]) is case["within"]["is"]
    if "contact" in case:
        assert in_contact(found.inches) is case["contact"]


@pytest.mark.parametrize("case", cases("plan", "farthest"), ids=named)
def test_farthest_points_are_those_of_the_cases(case: dict[str, Any]) -> None:
    far = farthest_from_point(shape_of(case["shape"]), pose_of(case["at"]), tuple(case["from"]))
    assert far == pytest.approx(case["inches"], abs=6e-4)
    assert is_within(far, case["within"]["limit"]) is case["within"]["is"]


def test_a_base_has_exactly_the_size_given() -> None:  # A04, swlegion/tts#284
    assert disc_mm(35).radius == pytest.approx(0.688976, abs=1e-6)
    assert disc_mm(25.4).radius == pytest.approx(0.5, abs=1e-12)
    assert disc_mm(25).radius == pytest.approx(0.492126, abs=1e-6)


def test_height_counts_only_where_it_is_asked_for() -> None:  # A14, foundryvtt#14731
    assert distance((0, 0), (9, 0)) == 9.0
    assert distance((0, 0, 0), (9, 0, 12)) == 15.0


def test_a_circle_is_round_between_the_corners_of_any_polygon() -> (
    None
):  # A13, caewok/fvtt-walled-templates#1
    angle = math.radians(2.8125)
    point = (2.998 * math.cos(angle), 2.998 * math.sin(angle))
    assert gap_to_point(Disc(3.0), Pose(0, 0), point) < 0
    polygon = shapely.Point(0, 0).buffer(3.0, quad_segs=16)
    assert not polygon.covers(shapely.Point(point)), "the trap is gone: the polygon says yes"


def test_two_circles_that_just_touch_are_in_contact_in_any_direction() -> (
    None
):  # G02, shapely/shapely#938
    r = disc_mm(25)
    for degrees in range(0, 360, 1):
        angle = math.radians(degrees)
        at = Pose(2 * r.radius * math.cos(angle), 2 * r.radius * math.sin(angle))
        assert in_contact(gap(r, Pose(0, 0), r, at).inches)
        assert gap(r, Pose(0, 0), r, at).inches == pytest.approx(0, abs=1e-14)


@settings(max_examples=120, deadline=None)
@given(shapes, poses, shapes, poses)
def test_the_gap_is_the_same_from_both_sides(
    a: Footprint, pa: Pose, b: Footprint, pb: Pose
) -> None:
    one, other = gap(a, pa, b, pb), gap(b, pb, a, pa)
    assert one.inches == pytest.approx(other.inches, abs=1e-9)


@settings(max_examples=120, deadline=None)
@given(shapes, poses, shapes, poses)
def test_the_gap_agrees_with_polygon_distance(
    a: Footprint, pa: Pose, b: Footprint, pb: Pose
) -> None:
    first = shapely.Polygon(outline_of(a, pa, 2048))
    second = shapely.Polygon(outline_of(b, pb, 2048))
    found = gap(a, pa, b, pb)
    # Inscribed polygons are at most 3e-6 of the radius too small.
    if found.inches > 0:
        assert found.inches == pytest.approx(first.distance(second), abs=2e-5)
    elif found.inches < -1e-4:
        assert first.intersects(second)


@settings(max_examples=120, deadline=None)
@given(shapes, poses, shapes, poses)
def test_the_nearest_points_lie_on_the_bases_and_the_gap_apart(
    a: Footprint, pa: Pose, b: Footprint, pb: Pose
) -> None:
    found = gap(a, pa, b, pb)
    for shape, pose, point in zip((a, b), (pa, pb), found.points, strict=True):
        assert gap_to_point(shape, pose, point) == pytest.approx(0, abs=1e-6)
    if found.inches > 1e-6:
        assert math.dist(*found.points) == pytest.approx(found.inches, abs=1e-7)


@settings(max_examples=30, deadline=None)
@given(shapes, poses, shapes, poses)
def test_an_overlap_is_the_shortest_way_apart(
    a: Footprint, pa: Pose, b: Footprint, pb: Pose
) -> None:
    overlap = -gap(a, pa, b, pb).inches
    if overlap < 1e-3:
        return
    moved = []
    for degrees in range(0, 360, 3):
        t = math.radians(degrees)
        to = pb.moved(pb.x + overlap * math.cos(t), pb.y + overlap * math.sin(t))
        moved.append(gap(a, pa, b, to).inches)
    assert max(moved) <= 1e-7, "a shorter way out was found"
    assert max(moved) >= -2e-3 * overlap, "no way of that length leads out"


@settings(max_examples=60, deadline=None)
@given(shapes, poses, coordinates, coordinates)
def test_the_farthest_point_is_the_outlines_farthest(
    shape: Footprint, pose: Pose, x: float, y: float
) -> None:
    ring = outline_of(shape, pose, 4096)
    sampled = float(np.hypot(ring[:, 0] - x, ring[:, 1] - y).max())
    assert farthest_from_point(shape, pose, (x, y)) == pytest.approx(sampled, abs=1e-5)
    assert farthest_from_point(shape, pose, (x, y)) >= sampled - 1e-9


@settings(max_examples=60, deadline=None)
@given(shapes, poses)
def test_distances_from_a_table_edge_are_those_of_the_outline(shape: Footprint, pose: Pose) -> None:
    ring = outline_of(shape, pose, 4096)
    assert farthest_from_line(shape, pose, (0, 0), (1, 0)) == pytest.approx(
        ring[:, 1].max(), abs=1e-5
    )
    assert nearest_to_line(shape, pose, (0, 0), (1, 0)) == pytest.approx(ring[:, 1].min(), abs=1e-5)
    # The west edge with the table on its left runs downwards.
    assert farthest_from_line(shape, pose, (0, 9), (0, 0)) == pytest.approx(
        ring[:, 0].max(), abs=1e-5
    )


AREA = [(0, 0), (8, 0), (8, 6), (5, 6), (5, 3), (3, 3), (3, 6), (0, 6)]


@settings(max_examples=120, deadline=None)
@given(shapes, poses)
def test_the_gap_to_an_area_agrees_with_polygon_distance(shape: Footprint, pose: Pose) -> None:
    area = shapely.Polygon(AREA)
    base = shapely.Polygon(outline_of(shape, pose, 2048))
    found = gap_to_area(shape, pose, AREA)
    if found > 0:
        assert found == pytest.approx(base.distance(area), abs=2e-5)
    elif found < -1e-4:
        assert base.intersects(area)


@settings(max_examples=120, deadline=None)
@given(shapes, poses)
def test_completely_inside_agrees_with_covering(shape: Footprint, pose: Pose) -> None:
    area = shapely.Polygon(AREA)
    base = shapely.Polygon(outline_of(shape, pose, 2048))
    depth = depth_inside(shape, pose, AREA)
    if abs(depth + 0.001) > 1e-4:
        assert completely_inside(shape, pose, AREA) is area.buffer(0.001).covers(base)
    if depth > 1e-4:
        assert area.covers(base)


def test_a_notch_in_the_area_keeps_a_box_from_being_inside() -> None:
    # The box's corners all lie in the area, the notch reaches between them.
    assert not completely_inside(Box(7, 1), Pose(4, 3.4), AREA)
    assert completely_inside(Box(7, 1), Pose(4, 2.4), AREA)


def test_a_line_needs_two_points() -> None:
    with pytest.raises(ValueError, match="two different points"):
        farthest_from_line(Disc(1), Pose(0, 0), (1, 1), (1, 1))
