"""The camera in a person's hands."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.view.cameras import above, at_angle, bounds, orbit
from sim.view.ground import frame_width
from sim.view.orbit import OrbitCamera
from tests.view.small import small_table

amounts = st.floats(-3, 3)


def arrived(camera: OrbitCamera) -> OrbitCamera:
    for _ in range(400):
        camera.advance(0.05)
    return camera


@given(st.lists(st.tuples(amounts, amounts, amounts), max_size=12))
def test_the_camera_is_never_lost(moves: list[tuple[float, float, float]]):
    camera = OrbitCamera(small_table(), 1.6)
    for a, b, c in moves:
        camera.turn_by(a * 60, b * 60)
        camera.pan_by(a, c)
        camera.zoom_by(2.0**c)
    view = arrived(camera).view
    assert view.eye[2] > 0.2
    assert -2.01 <= view.target[0] <= 26.01
    assert -2.01 <= view.target[1] <= 20.01
    assert np.isfinite(view.axes).all()


def test_the_view_arrives_where_it_was_wished():
    camera = OrbitCamera(small_table(), 1.6)
    camera.zoom_by(0.5)
    assert not camera.is_still
    assert arrived(camera).is_still


def test_the_point_under_the_pointer_stays_there_while_zooming():
    camera = OrbitCamera(small_table(), 1.6)
    before = camera.view.on_ground((0.4, -0.3), 1.6)
    assert before is not None
    camera.zoom_by(0.7, before)
    after = arrived(camera).view.on_ground((0.4, -0.3), 1.6)
    assert after is not None
    assert np.hypot(after[0] - before[0], after[1] - before[1]) < 0.6


def test_from_above_and_back():
    camera = OrbitCamera(small_table(), 1.6)
    camera.turn_by(40, -10)
    was = camera.angles
    camera.toggle_top()
    assert camera.angles == (0.0, 89.0)
    camera.toggle_top()
    assert camera.angles == was


def test_focus_goes_near_and_an_empty_group_changes_nothing():
    camera = OrbitCamera(small_table(), 1.6)
    away = camera.distance
    camera.focus([])
    assert camera.distance == away
    camera.focus([(18, 5), (19, 6)])
    assert camera.looks_at == (18.5, 5.5)
    assert camera.distance < away


@pytest.mark.parametrize("aspect", [0.8, 1.0, 1.6, 2.4])
def test_the_whole_table_is_in_the_picture(aspect: float):
    table = small_table()
    edge = frame_width(table)
    ends = ((-edge, 24 + edge), (-edge, 18 + edge))
    corners = np.array([(x, y, 0.0) for x in ends[0] for y in ends[1]])
    for view in (at_angle(table, aspect), above(table, aspect)):
        spots = view.project(corners, aspect)
        assert np.abs(spots[:, :2]).max() < 1.0
        assert np.abs(spots[:, :2]).max() > 0.8


def test_a_point_is_found_again_where_it_is_seen():
    view = orbit((12, 9, 0), 40, 25, 40, 30)
    spot = view.project(np.array([[5.0, 3.0, 0.0]]), 1.5)[0]
    found = view.on_ground((float(spot[0]), float(spot[1])), 1.5)
    assert found == pytest.approx((5.0, 3.0, 0.0), abs=1e-6)
    assert view.on_ground((0.0, 30.0), 1.5) is None


def test_near_and_far_hold_the_whole_table_and_little_more():
    low, high = bounds(small_table())
    view = orbit((12, 9, 0), 60, 25, 40, 30).clipped_to(low, high)
    corners = np.array([(x, y, 0.0) for x in (0, 24) for y in (0, 18)])
    depth = view.project(corners, 1.5)[:, 2]
    assert view.near < depth.min()
    assert depth.max() < view.far
    assert view.near > 30
    inside = orbit((12, 9, 0), 3, 25, 40, 30).clipped_to(low, high)
    assert inside.near == 0.25


def test_the_whole_table_is_shown_beside_the_panels():
    camera = OrbitCamera(small_table(), 1.6)
    camera.keep_clear((0.2, 0.1, 1.0, 0.75), 1.6)
    corners = [(x, y, 0.0) for x in (0.0, small_table().width) for y in (0.0, small_table().depth)]
    for seen in camera.view.project(np.array(corners), 1.6):
        assert 0.2 <= (seen[0] + 1) / 2 <= 1.0
        assert 0.1 <= (1 - seen[1]) / 2 <= 0.75


def test_a_focus_lies_in_the_middle_of_what_no_panel_covers():
    camera = OrbitCamera(small_table(), 1.6)
    camera.keep_clear((0.2, 0.1, 1.0, 0.7), 1.6)
    camera.focus([(10.0, 12.0), (14.0, 12.0)])
    camera.settle()
    (seen,) = camera.view.project(np.array([(12.0, 12.0, 0.5)]), 1.6)
    assert (seen[0], seen[1]) == pytest.approx((0.2, 0.2), abs=1e-3)
    assert camera.looks_at == pytest.approx((12.0, 12.0), abs=1.0)
