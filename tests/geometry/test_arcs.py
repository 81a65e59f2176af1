from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.geometry.arcs import (
    bearing_to,
    half_plane_depths,
    point_depth,
    wedge_all,
    wedge_any,
    wedge_depth,
    wedge_depths,
)
from sim.geometry.arcs_verdict import nearest_in_wedge
from sim.geometry.outlines import outline_of
from sim.geometry.pose import Pose
from sim.geometry.shapes import Box, Disc, Footprint, Hull, Oval
from tests.geometry.case_files import cases, named, pose_of, shape_of

BASES: list[Footprint] = [
    Disc(0.79),
    Oval(2, 1),
    Box(1.378, 0.787),
    Box(8, 5),
    Hull(((1, 0), (0, 1), (-1, -1))),
]
poses = st.builds(Pose, st.floats(-8, 8), st.floats(-8, 8), st.floats(0, 359))
widths = st.sampled_from([15.0, 29.745, 45.0, 90.0, 120.0, 135.0, 180.0])


@pytest.mark.parametrize("case", cases("plan", "arc"), ids=named)
def test_bases_lie_in_arcs_as_in_the_cases(case: dict[str, Any]) -> None:
    arc = (pose_of(case["origin"]), float(case["half_width"]), float(case["bearing"]))
    base = (shape_of(case["shape"]), pose_of(case["at"]))
    assert wedge_any(*arc, *base) is case["any"]
    assert wedge_all(*arc, *base) is case["all"]
    if "range" in case:
        assert nearest_in_wedge(*arc, *base) == pytest.approx(case["range"], abs=6e-4)


def test_a_point_on_a_boundary_stays_there_when_the_table_turns() -> (
    None
):  # A09, MegaMek/megamek#7256
    straight = bearing_to(Pose(0, 0, 0), (-7.0711, 7.0711))
    turned = bearing_to(Pose(0, 0, 37), (-9.9027, 1.3917))
    assert straight == 135.0
    assert turned == pytest.approx(135.0, abs=2e-4)  # the case's numbers have four places
    for facing, point in ((0, (-7.0711, 7.0711)), (37, (-9.9027, 1.3917))):
        depth = point_depth(Pose(0, 0, facing), 45, 180, point)
        assert depth == pytest.approx(0, abs=1e-4)
        assert wedge_any(Pose(0, 0, facing), 45, 180, Disc(0), Pose(*point))


def _wedge(origin: Pose, half: float, bearing: float) -> shapely.Polygon:
    axis = math.radians(origin.facing + bearing)
    t = np.linspace(axis - math.radians(half), axis + math.radians(half), 721)
    rim = np.column_stack([origin.x + 80 * np.cos(t), origin.y + 80 * np.sin(t)])
    if half >= 180:
        return shapely.Polygon(rim)
    return shapely.Polygon(np.vstack([[origin.x, origin.y], rim]))


@settings(max_examples=200, deadline=None)
@given(poses, widths, st.floats(-180, 180), st.sampled_from(BASES), poses)
def test_arcs_agree_with_polygons(
    origin: Pose, half: float, bearing: float, shape: Footprint, pose: Pose
) -> None:
    wedge, base = _wedge(origin, half, bearing), shapely.Polygon(outline_of(shape, pose, 1024))
    least, most = wedge_depths(origin, half, bearing, shape, pose)
    if abs(most) > 1e-3:
        assert (most > 0) is wedge.intersects(base)
    if most < -1e-3:
        assert -most == pytest.approx(wedge.distance(base), abs=1e-3)
    if abs(least) > 1e-3:
        assert (least > 0) is wedge.covers(base)
    assert wedge_depth(origin, half, bearing, shape, pose) == least


@settings(max_examples=100, deadline=None)
@given(poses, widths, st.floats(-180, 180), st.sampled_from(BASES), poses)
def test_the_range_in_an_arc_is_the_nearest_common_point(
    origin: Pose, half: float, bearing: float, shape: Footprint, pose: Pose
) -> None:
    common = _wedge(origin, half, bearing).intersection(
        shapely.Polygon(outline_of(shape, pose, 1024))
    )
    found = nearest_in_wedge(origin, half, bearing, shape, pose)
    if common.area > 1e-4:
        assert found is not None
        assert found == pytest.approx(common.distance(shapely.Point(origin.at)), abs=5e-3)


@settings(max_examples=100, deadline=None)
@given(poses, widths, st.sampled_from(BASES), poses, st.floats(0, 359))
def test_turning_the_table_changes_no_depth(
    origin: Pose, half: float, shape: Footprint, pose: Pose, turn: float
) -> None:
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))

    def turned(p: Pose) -> Pose:
        return Pose(c * p.x - s * p.y, s * p.x + c * p.y, p.facing + turn)

    before = wedge_depths(origin, half, 30.0, shape, pose)
    after = wedge_depths(turned(origin), half, 30.0, shape, turned(pose))
    assert after == pytest.approx(before, abs=1e-9)


def test_a_half_plane_measures_both_ways() -> None:
    least, most = half_plane_depths(Disc(1), Pose(3, 5), (0, 0), (1, 0))
    assert (least, most) == (4.0, 6.0)
    assert half_plane_depths(Box(2, 4), Pose(0, 0), (0, 0), (0, 1)) == (-1.0, 1.0)


def test_no_part_in_the_arc_has_no_range() -> None:
    assert nearest_in_wedge(Pose(0, 0), 45, 0, Disc(1), Pose(-5, 0)) is None
    assert nearest_in_wedge(Pose(0, 0), 45, 0, Disc(1), Pose(0.5, 0)) == 0.0
