"""Corners set by the table's edges in a photo."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.errors import HulldownError
from sim.geometry.homography import Homography
from sim.geometry.lens import Lens
from sim.geometry.table_edges import refine_corners

SIZE = (900, 675)
CORNERS = np.array([(120.3, 580.7), (801.2, 555.4), (640.8, 150.1), (260.6, 161.9)])


def photo(lens: Lens | None = None, corners: np.ndarray = CORNERS, seed: int = 0) -> np.ndarray:
    """A speckled green table on a brown floor, soft by a pixel, with sensor noise."""
    width, height = SIZE
    fine = 3
    y, x = np.mgrid[0 : height * fine, 0 : width * fine]
    spots = np.column_stack([x.ravel() + 0.5, y.ravel() + 0.5]) / fine
    if lens is not None:
        spots = lens.straight(spots)
    inside = np.ones(len(spots), bool)
    for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        inside &= (b - a)[0] * (spots - a)[:, 1] - (b - a)[1] * (spots - a)[:, 0] <= 0
    rng = np.random.default_rng(seed)
    blobs = rng.normal(0, 1, (12, 16)).repeat(60, axis=0).repeat(60, axis=1)[:height, :width]
    share = inside.reshape(height, fine, width, fine).mean(axis=(1, 3))
    share = (
        share + np.roll(share, 1, 0) + np.roll(share, 1, 1) + np.roll(share, (1, 1), (0, 1))
    ) / 4
    table = np.array([80, 130, 60]) + 18 * blobs[..., None]
    floor = np.array([120, 96, 80]) + 5 * np.roll(blobs, 7, axis=1)[..., None]
    found = table * share[..., None] + floor * (1 - share[..., None])
    return np.clip(found + rng.normal(0, 6, found.shape), 0, 255).astype(np.uint8)


#: Softening by neighbours above and to the left moves everything by half a pixel.
SHIFT = 0.5
PLAIN = photo()


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000))
def test_noisy_clicks_come_to_rest_on_the_corners(seed):
    clicks = CORNERS + np.random.default_rng(seed).normal(0, 1.5, (4, 2))
    found = refine_corners(PLAIN, clicks)
    assert all(edge.firm for edge in found.edges)
    assert np.hypot(*(found.corners - SHIFT - CORNERS).T).max() < 0.5


def test_it_says_how_far_the_corners_moved():
    clicks = CORNERS + np.array([(3.0, 1.0), (0, 0), (-2.0, 2.0), (0, 0)])
    found = refine_corners(PLAIN, clicks)
    assert np.allclose(found.moved_px, np.hypot(*(found.corners - clicks).T))
    assert found.moved_px[0] > 2


def test_a_thing_that_lies_across_an_edge_does_not_draw_it_along():
    covered = PLAIN.copy()
    covered[520:640, 300:420] = (200, 200, 210)
    clicks = CORNERS + np.random.default_rng(3).normal(0, 1.5, (4, 2))
    found = refine_corners(covered, clicks)
    assert np.hypot(*(found.corners - SHIFT - CORNERS).T).max() < 0.6


def test_where_no_edge_is_the_clicks_stay():
    blank = np.random.default_rng(0).normal(128, 6, (*SIZE[::-1], 3)).astype(np.uint8)
    found = refine_corners(blank, CORNERS)
    assert not any(edge.firm for edge in found.edges)
    assert np.array_equal(found.corners, CORNERS)
    assert (found.moved_px == 0).all()


def test_one_lost_edge_leaves_its_two_corners_where_they_were_clicked():
    half = PLAIN.copy()
    # The floor beyond the far edge is of the table's own colour.
    half[:230] = half[230:231].mean(axis=1, keepdims=True).astype(np.uint8)
    found = refine_corners(half, CORNERS + 0.7)
    assert [edge.firm for edge in found.edges][2] is False
    assert np.array_equal(found.corners[2:], CORNERS[2:] + 0.7)


def test_corners_that_cannot_be_a_tables_are_refused():
    with pytest.raises(HulldownError) as refused:
        refine_corners(PLAIN, CORNERS[[0, 2, 1, 3]])
    assert refused.value.key == "photo.corners.crossed"


@pytest.mark.parametrize("bend", [-0.06, 0.0, 0.05])
def test_bowed_edges_tell_the_lens_and_the_places(bend):
    lens = Lens(*SIZE, bend)
    bowed = photo(lens)
    true = lens.bent(CORNERS)
    clicks = true + np.random.default_rng(5).normal(0, 1.5, (4, 2))
    found = refine_corners(bowed, clicks, bow_px=16.0)
    assert found.lens is not None
    assert abs(found.lens.bend - bend) < 0.012
    grid = np.stack(np.meshgrid(np.linspace(0, 48, 7), np.linspace(0, 48, 7)), -1).reshape(-1, 2)
    exact = Homography.from_corners(CORNERS, 48, 48, near_left=0)
    there = lens.bent(exact.to_pixels(grid)) + SHIFT
    mapped = Homography.from_corners(found.corners, 48, 48, near_left=0, lens=found.lens)
    off = np.hypot(*(mapped.to_table(there) - grid).T)
    assert off.max() < 0.15
    if bend:
        plain = Homography.from_corners(found.corners, 48, 48, near_left=0)
        assert np.hypot(*(plain.to_table(there) - grid).T).max() > 2 * off.max()
