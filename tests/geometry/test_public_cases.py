"""Public complaints about collisions and contact, answered by closed forms."""

from __future__ import annotations

import math

import pytest

from sim.geometry.areas import AreaSet
from sim.geometry.measure import depth_inside, gap, gap_to_area
from sim.geometry.paths import Outlines, first_within, sweep
from sim.geometry.pose import Pose
from sim.geometry.shapes import Box, Disc
from sim.geometry.units import in_contact, mm

SQUARE = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]


@pytest.mark.case("R06")
@pytest.mark.parametrize(
    ("point", "place"), [((-1, 1), "outside"), ((1, 1), "inside"), ((0, 1), "boundary")]
)
def test_r06_a_point_is_outside_inside_or_on_the_edge_of_a_box(
    point: tuple[float, float], place: str
):
    # Sight never asks whether a point is inside a mesh; areas and bases do, and the edge counts
    # as contact.
    dot, pose = Disc(1e-9), Pose(float(point[0]), float(point[1]))
    apart = gap_to_area(dot, pose, SQUARE)
    deep = depth_inside(dot, pose, SQUARE)
    assert (apart > 0.5) == (place == "outside")
    assert (deep > 0.5) == (place == "inside")
    assert (abs(deep) < 1e-6) == (place == "boundary")
    assert bool(AreaSet([SQUARE]).touched(dot, pose)) == (place != "outside")


@pytest.mark.case("P02")
def test_p02_a_ball_over_an_edge_touches_it_where_the_edge_is():
    ball, wall = Disc(0.5), Box(2.0, 4.0)
    found = gap(ball, Pose(0.0, 0.0), wall, Pose(-1.4, 0.0))
    assert found.inches == pytest.approx(-0.1)
    assert found.points[1][0] == pytest.approx(-0.4)
    assert gap(ball, Pose(0.1, 0.0), wall, Pose(-1.4, 0.0)).inches == pytest.approx(0.0, abs=1e-12)


@pytest.mark.case("P03")
def test_p03_nothing_is_hit_eight_inches_away():
    # The capsule is a base of half an inch moved along a leg of 2 in; the ceiling a wall.
    base, wall = Disc(0.5), (Box(20.0, 0.2), Pose(0.0, 10.6))
    found = sweep(
        (base, Pose(0.0, 0.0)),
        [(0.0, 2.0)],
        table=(99, 99),
        areas=Outlines({}),
        walls=Outlines({}),
        others=[wall],
    )
    (nearest,) = found.nearest
    assert nearest[1] == pytest.approx(8.0)
    assert not in_contact(nearest[1])


@pytest.mark.case("P04")
def test_p04_a_base_pushed_at_a_sharp_corner_stops_at_its_radius():
    base, wedge = Disc(0.5), (Box(2.0, 2.0), Pose(0.0, 2**0.5, 45.0))
    stop = first_within((base, Pose(0.0, -4.0)), [(0.0, 4.0)], wedge, 0.0)
    assert stop is not None
    assert stop[1] == pytest.approx((0.0, -0.5), abs=1e-6)


@pytest.mark.case("A17")
def test_a17_six_inches_and_their_centimetres_are_one_length():
    assert mm(152.4) == pytest.approx(6.0, abs=1e-12)
    near, far = Disc(0.0001), Disc(0.0001)
    for length in (6.0, mm(152.4)):
        found = gap(near, Pose(0.0, 0.0), far, Pose(length, 0.0)).inches + 0.0002
        assert f"{found:.2f}" == "6.00"


@pytest.mark.case("A16")
def test_a16_a_plan_range_and_the_true_length_are_both_told_from_the_base_centres():
    a, b = (0.0, 0.0, 0.0), (12.0, 0.0, 3.0)
    plan = gap(Disc(0.5), Pose(*a[:2]), Disc(0.5), Pose(*b[:2]))
    assert plan.inches == pytest.approx(11.0)
    assert plan.points == ((0.5, 0.0), (11.5, 0.0))
    assert math.dist(a, b) == pytest.approx(12.3693, abs=1e-4)
