"""Boxes, circles and polygons laid over traced outlines."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.errors import HulldownError
from sim.geometry.areas import check_area
from sim.geometry.outline_fits import banded, fit_box, fit_circle, fit_outline, simplified

ELL = [(0.0, 0.0), (6.0, 0.0), (6.0, 2.0), (2.0, 2.0), (2.0, 6.0), (0.0, 6.0)]


def rectangle(x: float, y: float, length: float, width: float, facing: float) -> np.ndarray:
    c, s = np.cos(np.radians(facing)), np.sin(np.radians(facing))
    local = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * [length / 2, width / 2]
    return local @ np.array([[c, s], [-s, c]]) + [x, y]


@settings(deadline=None)
@given(st.floats(0, 48), st.floats(3, 9), st.floats(1, 2.8), st.floats(0, 179.9), st.booleans())
def test_the_corners_of_a_box_give_the_box(x, length, width, facing, backwards):
    ring = rectangle(x, 20, length, width, facing)
    found = fit_outline(ring[::-1] if backwards else ring)[0]
    assert found.kind == "box"
    assert found.at == pytest.approx((x, 20), abs=1e-3)
    assert (found.length, found.width) == pytest.approx((length, width), abs=0.01)
    off = (found.facing - facing + 90) % 180 - 90
    assert abs(off) < 0.1
    assert found.misfit < 0.01


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10_000))
def test_a_box_traced_by_a_shaky_hand_is_still_that_box(seed):
    rng = np.random.default_rng(seed)
    corners = rectangle(10, 12, 6, 3, 33)
    share = np.linspace(0, 1, 6, endpoint=False)[:, None]
    ring = np.concatenate(
        [a + (b - a) * share for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
    )
    found = fit_outline(ring + rng.normal(0, 0.05, ring.shape))[0]
    assert found.kind == "box"
    assert found.at == pytest.approx((10, 12), abs=0.1)
    assert (found.length, found.width) == pytest.approx((6, 3), abs=0.2)
    assert abs((found.facing - 33 + 90) % 180 - 90) < 3


@settings(deadline=None)
@given(st.floats(0.5, 6), st.integers(7, 60), st.floats(0, 6))
def test_clicks_on_a_rim_give_the_circle_through_them(radius, count, first):
    turn = first + np.arange(count) * 2 * np.pi / count
    ring = np.stack([30 + radius * np.cos(turn), 5 + radius * np.sin(turn)], axis=1)
    circle = fit_circle(ring)
    assert circle.at == pytest.approx((30, 5), abs=1e-6)
    assert circle.length == pytest.approx(2 * radius)
    if count >= 12:
        assert fit_outline(ring)[0].kind == "circle"


def test_an_l_is_a_polygon_and_two_bands():
    found = fit_outline(ELL)
    assert found[0].kind == "polygon"
    assert found[0].misfit == pytest.approx(0.0, abs=1e-9)
    assert np.allclose(banded(ELL), [(0, 0, 6, 2), (0, 2, 2, 6)])


def test_a_u_has_two_bands_side_by_side():
    shape = [(0, 0), (9, 0), (9, 6), (6, 6), (6, 2), (3, 2), (3, 6), (0, 6)]
    assert np.allclose(banded(shape), [(0, 0, 9, 2), (0, 2, 3, 6), (6, 2, 9, 6)])


@settings(deadline=None)
@given(st.lists(st.floats(1.0, 6.0), min_size=3, max_size=14))
def test_bands_cover_as_much_as_the_outline(radii):
    turn = np.arange(len(radii)) * 2 * np.pi / len(radii)
    ring = np.array(radii)[:, None] * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    x, y = ring.T
    area = abs(float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum())) / 2
    covered = sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in banded(ring))
    assert abs(covered / area - 1) < 0.15


@settings(deadline=None)
@given(st.integers(3, 60), st.integers(0, 1000))
def test_a_simplified_outline_keeps_its_area(most, seed):
    rng = np.random.default_rng(seed)
    turn = np.arange(200) * 2 * np.pi / 200
    ring = (3 + rng.normal(0, 0.03, 200))[:, None] * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    few = simplified(ring, most)

    def area(points: np.ndarray) -> float:
        x, y = points.T
        return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum()) / 2

    assert 3 <= len(few) <= most
    assert area(few) == pytest.approx(area(check_area(ring)))


@pytest.mark.parametrize("fit", [fit_box, fit_circle, fit_outline, banded, simplified])
def test_an_outline_that_crosses_itself_is_refused(fit):
    with pytest.raises(HulldownError) as refused:
        fit([(0, 0), (4, 4), (4, 0), (0, 4)])
    assert refused.value.key == "geometry.area.crosses_itself"
