"""Turns in place: walls, areas, other bases and the table's edge."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.geometry.paths import Outlines, sweep
from sim.geometry.paths.pivot import pivot
from sim.geometry.pose import Pose
from sim.geometry.shapes import Box, Disc, Hull
from tests.geometry.path_scenes import rectangle

TANK = Box(4, 2)
CORNER = math.hypot(2, 1)


def test_a_quarter_turn_swings_the_corner_into_a_wall_beside_the_hull() -> None:
    wall = Outlines([("wall", rectangle(-10, 2.1, 10, 3))])
    facts = pivot((TANK, Pose(0, 0, 0)), 90, walls=wall)
    ((name, facing),) = facts.walls
    assert name == "wall"
    # The front left corner rises to the wall's face (and a thousandth into it).
    expected = math.degrees(math.asin(2.101 / CORNER) - math.asin(1 / CORNER))
    assert facing == pytest.approx(expected, abs=0.01)


def test_a_turn_that_clears_the_wall_by_a_hair_is_legal() -> None:
    mover = (TANK, Pose(0, 0, 0))
    for gap, walls in ((0.0005, 0), (-0.0005, 0), (-0.002, 1)):
        wall = Outlines([("wall", rectangle(-10, CORNER + gap, 10, 9))])
        assert len(pivot(mover, 90, walls=wall).walls) == walls


def test_contact_in_the_middle_of_a_turn_touches_an_area() -> None:
    mover = (TANK, Pose(0, 0, 0))
    for gap, touched in ((0.0099, ("mud",)), (0.0101, ())):
        mud = Outlines([("mud", rectangle(-10, CORNER + gap, 10, 9))])
        assert pivot(mover, 90, areas=mud).touched == touched
        assert pivot(mover, 20, areas=mud).touched == ()


def test_the_shorter_way_round_is_taken() -> None:
    post = [(Disc(0.1), Pose(0, -2.0))]
    mover = (TANK, Pose(0, 0, 10))
    assert pivot(mover, 350, others=post).turned == pytest.approx(-20)
    assert pivot(mover, 350, others=post).nearest[0][1] > 0.5
    assert pivot(mover, 190, others=post).turned == pytest.approx(180)
    assert pivot(mover, 190, others=post).nearest[0][1] < 0


def test_a_round_base_turns_on_the_spot() -> None:
    wall = Outlines([("wall", rectangle(-10, 1.0, 10, 3))])
    facts = pivot((Disc(1.0), Pose(0, 0, 0)), 180, walls=wall, areas=wall)
    assert facts.walls == ()
    assert facts.touched == ("wall",)


def test_a_corner_that_swings_off_the_table_is_found() -> None:
    assert pivot((TANK, Pose(2.2, 5, 0)), 10, table=(20, 20)).on_table
    assert not pivot((TANK, Pose(2.2, 5, 0)), 60, table=(20, 20)).on_table
    assert pivot((TANK, Pose(2.2, 5, 90)), 100, table=(20, 20)).on_table


@settings(derandomize=True, deadline=None, max_examples=25)
@given(
    begin=st.floats(0, 360),
    end=st.floats(0, 360),
    x=st.floats(-3, 3),
    y=st.floats(-3, 3),
    facing=st.floats(0, 360),
    base=st.sampled_from([TANK, Hull(((-1, -0.5), (1.5, -0.3), (0.4, 0.9)))]),
)
def test_the_least_gap_in_a_turn_agrees_with_many_single_facings(
    begin: float, end: float, x: float, y: float, facing: float, base: Box | Hull
) -> None:
    other = (Box(1.5, 1), Pose(x, y, facing))
    facts = pivot((base, Pose(0, 0, begin)), end, others=[other])
    turned = begin + np.linspace(0, facts.turned, 400)
    gaps = [sweep((base, Pose(0, 0, f)), [], others=[other]).nearest[0][1] for f in turned]
    ((_, least, at),) = facts.nearest
    step = math.radians(abs(facts.turned)) / 399 * 2.3 / 2
    assert min(gaps) - step - 1e-4 <= least <= min(gaps) + 1e-4
    there = sweep((base, Pose(0, 0, at)), [], others=[other]).nearest[0][1]
    assert there == pytest.approx(least, abs=1e-6)
