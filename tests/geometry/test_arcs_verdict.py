"""Arcs, half-planes and capsules against thousands of random bases, by other means.

The other means are polygons of many corners and points tried one by one; ours are closed forms.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import pytest
import shapely

from sim.geometry.arcs import half_plane_depths, wedge_all, wedge_any, wedge_depths
from sim.geometry.arcs_verdict import arc_verdict, range_in_arc
from sim.geometry.outlines import outline_of
from sim.geometry.paths.capsules import capsule_all, capsule_any, capsule_depths
from sim.geometry.pose import Pose
from sim.geometry.shapes import Box, Disc, Footprint, Hull, Oval

KINDS: dict[str, Footprint] = {
    "disc": Disc(0.79),
    "oval": Oval(2.0, 0.7),
    "box": Box(3.2, 1.1),
    "hull": Hull(((1.4, 0.0), (0.2, 1.1), (-1.3, 0.4), (-0.6, -1.0))),
}
#: Corners of the outlines the answers are compared with: off by 1e-5 in at most.
SIDES = 1200

kinds = pytest.mark.parametrize("kind", KINDS)


def _count(kind: str, count: int) -> int:
    """Ovals are found by search: fewer of them keep the suite quick."""
    return count // 4 if kind == "oval" else count


def _poses(seed: int, count: int, far: float = 6.0) -> Iterator[Pose]:
    rng = np.random.default_rng(seed)
    for x, y, turn in np.column_stack(
        [rng.uniform(-far, far, (count, 2)), rng.uniform(0, 360, count)]
    ):
        yield Pose(float(x), float(y), float(turn))


def _arcs(seed: int, count: int) -> Iterator[tuple[Pose, float, float, Pose]]:
    rng = np.random.default_rng(seed + 1)
    for origin, pose in zip(_poses(seed, count, 1.0), _poses(seed + 7, count), strict=True):
        yield origin, float(rng.uniform(3, 178)), float(rng.uniform(-180, 180)), pose


def _wedge(origin: Pose, half: float, bearing: float) -> shapely.Polygon:
    """The wedge out to 100 in: its borders are straight, its far rim matters to nobody."""
    axis = math.radians(origin.facing + bearing)
    turn = np.linspace(axis - math.radians(half), axis + math.radians(half), 37)
    rim = np.column_stack([origin.x + 100 * np.cos(turn), origin.y + 100 * np.sin(turn)])
    return shapely.Polygon(np.vstack([[origin.x, origin.y], rim]))


def _signed(area: shapely.Polygon, points: np.ndarray) -> np.ndarray:
    away = shapely.distance(area.boundary, shapely.points(points))
    return np.where(shapely.contains_xy(area, points), away, -away)


def _points(shape: Footprint, pose: Pose) -> np.ndarray:
    """Points of the rim, and of the inside along spokes."""
    border = shapely.Polygon(outline_of(shape, pose, SIDES)).exterior
    along = np.linspace(0, border.length, 300, endpoint=False)
    rim = shapely.get_coordinates(shapely.line_interpolate_point(np.array([border]), along))
    middle = rim.mean(axis=0)
    return np.concatenate([middle + share * (rim - middle) for share in (1.0, 0.75, 0.5, 0.25)])


@kinds
def test_verdicts_of_arcs_are_those_of_polygons(kind: str) -> None:
    shape, checked = KINDS[kind], 0
    for origin, half, bearing, pose in _arcs(11, _count(kind, 1000)):
        least, most = wedge_depths(origin, half, bearing, shape, pose)
        wedge, base = _wedge(origin, half, bearing), shapely.Polygon(outline_of(shape, pose, SIDES))
        if min(abs(least), abs(most)) < 2e-3:
            continue
        checked += 1
        assert wedge_any(origin, half, bearing, shape, pose) == wedge.intersects(base)
        assert wedge_all(origin, half, bearing, shape, pose) == wedge.covers(base)
        if most < 0:
            assert -most == pytest.approx(wedge.distance(base), abs=1e-5)
    assert checked > 150


@kinds
def test_depths_in_arcs_are_those_of_the_points_of_the_base(kind: str) -> None:
    shape = KINDS[kind]
    for origin, half, bearing, pose in _arcs(23, _count(kind, 60)):
        least, most = wedge_depths(origin, half, bearing, shape, pose)
        depths = _signed(_wedge(origin, half, bearing), _points(shape, pose))
        # No point tried is deeper or less deep, and some come near.
        assert least - 1e-5 <= depths.min() <= least + 0.03
        assert most - 0.06 <= depths.max() <= most + 1e-5


@kinds
def test_the_degrees_to_spare_are_where_the_verdict_changes(kind: str) -> None:
    shape = KINDS[kind]
    for origin, half, bearing, pose in _arcs(37, _count(kind, 600)):
        found = arc_verdict(origin, half, bearing, shape, pose)
        for spare, which in ((found.spare_all_deg, 0), (found.spare_any_deg, 1)):
            for step in (-1e-4, 1e-4):
                width = half - spare + step
                if 0.0 < width < 180.0:
                    depth = wedge_depths(origin, width, bearing, shape, pose)[which]
                    assert (depth > 0) == (step > 0)


@kinds
def test_no_turn_by_less_than_what_is_to_spare_changes_the_verdict(kind: str) -> None:
    shape = KINDS[kind]
    for origin, half, bearing, pose in _arcs(41, _count(kind, 300)):
        found = arc_verdict(origin, half, bearing, shape, pose)
        for turn in (-0.99, -0.4, 0.4, 0.99):
            for spare, which in ((found.spare_all_deg, 0), (found.spare_any_deg, 1)):
                turned = bearing + turn * spare
                depth = wedge_depths(origin, half, turned, shape, pose)[which]
                assert (depth > 0) == (spare > 0)


@kinds
def test_the_deciding_line_ends_on_the_base_at_the_deciding_bearing(kind: str) -> None:
    shape = KINDS[kind]
    for origin, half, bearing, pose in _arcs(53, _count(kind, 300)):
        found = arc_verdict(origin, half, bearing, shape, pose)
        rim = shapely.Polygon(outline_of(shape, pose, SIDES)).exterior
        for spare, (start, end) in (
            (found.spare_any_deg, found.any_line),
            (found.spare_all_deg, found.all_line),
        ):
            assert start == origin.at
            if end == start:
                continue  # the origin lies inside the base
            assert rim.distance(shapely.Point(end)) < 1e-4
            at = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
            off = abs((at - origin.facing - bearing + 180) % 360 - 180)
            assert off == pytest.approx(half - spare, abs=1e-6)


@kinds
def test_the_range_in_an_arc_ends_on_the_nearest_common_point(kind: str) -> None:
    shape, seen = KINDS[kind], 0
    for origin, half, bearing, pose in _arcs(67, _count(kind, 600)):
        found = range_in_arc(origin, half, bearing, shape, pose)
        base = shapely.Polygon(outline_of(shape, pose, SIDES))
        common = _wedge(origin, half, bearing).intersection(base)
        if common.area < 1e-4:
            continue
        seen += 1
        assert found is not None
        assert found.inches == pytest.approx(common.distance(shapely.Point(origin.at)), abs=1e-3)
        assert common.distance(shapely.Point(found.point)) < 1e-4
        assert math.dist(origin.at, found.point) == pytest.approx(found.inches, abs=1e-9)
    assert seen > 40


def test_an_arc_all_round_takes_everything_and_a_base_on_the_apex_is_never_all_in() -> None:
    everything = arc_verdict(Pose(0, 0), 180, 0, Disc(1), Pose(-5, 0))
    assert (everything.any, everything.all) == (True, True)
    assert everything.spare_all_deg == 0.0
    on_apex = arc_verdict(Pose(0, 0), 60, 0, Disc(1), Pose(0.3, 0))
    assert (on_apex.any, on_apex.all) == (True, False)
    assert (on_apex.spare_any_deg, on_apex.spare_all_deg) == (60.0, -120.0)
    assert on_apex.range is not None
    assert on_apex.range.inches == 0.0


def test_the_line_is_that_of_the_answer_nearer_to_changing() -> None:
    found = arc_verdict(Pose(0, 0), 45, 0, Disc(1), Pose(4, 3.2))
    assert (found.any, found.all) == (True, False)
    assert abs(found.spare_all_deg) < abs(found.spare_any_deg)
    assert found.line == found.all_line


@kinds
def test_capsules_are_those_of_segments_and_distances(kind: str) -> None:
    shape, checked = KINDS[kind], 0
    rng = np.random.default_rng(5)
    for pose in _poses(71, _count(kind, 700)):
        (a, b), radius = rng.uniform(-4, 4, (2, 2)), float(rng.uniform(0.5, 5))
        ends = (float(a[0]), float(a[1])), (float(b[0]), float(b[1]))
        segment = shapely.LineString([a, b])
        base = shapely.Polygon(outline_of(shape, pose, SIDES))
        least, most = capsule_depths(*ends, radius, shape, pose)
        nearest = segment.distance(base)
        rim = shapely.points(shapely.get_coordinates(base))
        farthest = float(shapely.distance(segment, rim).max())
        assert most == pytest.approx(radius - nearest, abs=1e-5)
        assert least == pytest.approx(radius - farthest, abs=1e-5)
        if min(abs(least), abs(most)) > 2e-3:
            checked += 1
            assert capsule_any(*ends, radius, shape, pose) == (nearest <= radius)
            assert capsule_all(*ends, radius, shape, pose) == (farthest <= radius)
    assert checked > 150


@kinds
def test_half_planes_are_those_of_the_points_of_the_base(kind: str) -> None:
    shape = KINDS[kind]
    rng = np.random.default_rng(9)
    for pose in _poses(83, 1000):
        a, b = rng.uniform(-4, 4, (2, 2))
        normal = np.array([a[1] - b[1], b[0] - a[0]]) / np.hypot(*(b - a))
        heights = (outline_of(shape, pose, SIDES) - a) @ normal
        found = half_plane_depths(
            shape, pose, (float(a[0]), float(a[1])), (float(b[0]), float(b[1]))
        )
        assert found == pytest.approx((heights.min(), heights.max()), abs=1e-5)
