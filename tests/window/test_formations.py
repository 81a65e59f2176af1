"""Formations: nobody overlaps, nobody strays, whatever the bases."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.geometry.pose import Pose
from sim.window.battle.asking import formations
from sim.window.battle.asking.stations import Station, standing, station_of

RADII = st.lists(st.floats(0.3, 1.6), min_size=1, max_size=10)
GAPS = st.floats(0.0, 3.0)
PLAIN = {
    "line": formations.line,
    "column": formations.column,
    "wedge": formations.wedge,
    "spread": formations.spread,
}
POSES = st.builds(Pose, st.floats(0, 60), st.floats(0, 48), st.floats(0, 359))


def places(stations: list[Station]) -> list[tuple[float, float]]:
    return [(0.0, 0.0), *((each.ahead, each.left) for each in stations)]


@pytest.mark.parametrize("name", PLAIN)
@given(radii=RADII, gap=GAPS)
def test_everybody_gets_a_place_and_keeps_the_gap_to_everybody(
    name: str, radii: list[float], gap: float
):
    stations = PLAIN[name](radii, gap)
    assert len(stations) == len(radii) - 1
    spots = list(zip(places(stations), radii, strict=True))
    for (a, r), (b, q) in itertools.combinations(spots, 2):
        assert math.dist(a, b) >= r + q + gap - 1e-6


@given(radii=RADII, gap=GAPS)
def test_a_line_has_no_depth_and_a_column_no_width(radii: list[float], gap: float):
    assert all(each.ahead == 0 for each in formations.line(radii, gap))
    assert all(each.left == 0 and each.ahead < 0 for each in formations.column(radii, gap))


@given(radii=RADII, gap=GAPS)
def test_a_line_is_no_longer_than_its_bases_and_gaps(radii: list[float], gap: float):
    ends = [each.left for each in formations.line(radii, gap)]
    edges = [(0.0, radii[0]), *zip(ends, radii[1:], strict=True)]
    wide = max(x + r for x, r in edges) - min(x - r for x, r in edges)
    assert wide == pytest.approx(2 * sum(radii) + gap * (len(radii) - 1))


@given(radii=RADII)
def test_a_wedge_slants_back_and_the_leader_is_its_point(radii: list[float]):
    assert all(each.ahead < 0 for each in formations.wedge(radii))


@given(leader=POSES, own=POSES)
def test_a_station_is_found_again_from_the_pose_it_gives(leader: Pose, own: Pose):
    again = standing(leader, station_of(leader, own))
    assert again.at == pytest.approx(own.at, abs=2e-4)
    assert math.cos(math.radians(again.facing - own.facing)) == pytest.approx(1)


WALL = [(20.0, 20.0), (32.0, 20.0), (32.0, 21.0), (20.0, 21.0)]


def gap_to_wall(at: tuple[float, float]) -> float:
    dx = max(20.0 - at[0], 0.0, at[0] - 32.0)
    dy = max(20.0 - at[1], 0.0, at[1] - 21.0)
    return math.hypot(dx, dy)


@pytest.mark.parametrize("outline", [WALL, WALL[::-1]], ids=["one way", "the other"])
@given(
    x=st.floats(15, 37),
    y=st.floats(14, 27),
    count=st.integers(1, 8),
    radius=st.floats(0.4, 0.8),
)
def test_along_a_wall_everybody_stands_against_it_and_faces_it(
    outline: list[tuple[float, float]], x: float, y: float, count: int, radius: float
):
    radii = [radius] * count
    found = formations.along_wall(outline, Pose(x, y), radii)
    assert found is not None
    pose, stations = found
    poses = [pose, *(standing(pose, each) for each in stations)]
    assert len(poses) == count
    for each in poses:
        assert gap_to_wall(each.at) == pytest.approx(radius + formations.WALL_GAP_IN, abs=2e-3)
        ahead = each.to_table((gap_to_wall(each.at) + 0.01, 0.0))
        assert gap_to_wall(ahead) == 0
    for a, b in itertools.combinations(poses, 2):
        assert math.dist(a.at, b.at) >= 2 * radius


def test_the_leader_takes_the_place_along_the_wall_that_is_nearest_to_him():
    found = formations.along_wall(WALL, Pose(26, 24), [0.5, 0.5, 0.5])
    assert found is not None
    assert found[0].at == pytest.approx((26.0, 21.55), abs=0.1)
    assert found[0].facing == pytest.approx(270.0, abs=0.5)


def test_a_wall_too_short_for_everybody_is_refused():
    post = [(10.0, 10.0), (10.3, 10.0), (10.3, 10.3), (10.0, 10.3)]
    assert formations.along_wall(post, Pose(10, 11), [0.6] * 10) is None


def test_an_inner_corner_is_not_stood_in():
    bend = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (9.0, 10.0), (9.0, 1.0), (0.0, 1.0)]
    found = formations.along_wall(bend, Pose(8.0, 2.0), [0.6] * 6)
    assert found is not None
    pose, stations = found
    for each in (pose, *(standing(pose, s) for s in stations)):
        inside = 0 <= each.x <= 9 and 1 <= each.y <= 10
        if inside:
            assert each.x <= 9 - 0.6
            assert each.y >= 1 + 0.6
