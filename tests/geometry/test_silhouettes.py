"""Outlines of figures cut from pictures whose true outline is known."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from sim.errors import HulldownError
from sim.geometry.areas import check_area
from sim.geometry.silhouettes import MOST_POINTS, FigureOutline, silhouette

#: A figure in inches (across, up): legs apart, an arm held out, a base of 30 mm that is 0.12 high.
BASE_MM, TOP = 30.0, 0.12
HALF = BASE_MM / 25.4 / 2
FIGURE = [
    (-0.35, TOP), (-0.12, TOP), (-0.03, 0.75), (0.10, TOP), (0.33, TOP), (0.25, 1.0), (0.7, 1.05),
    (0.7, 1.15), (0.24, 1.3), (0.15, 1.62), (-0.15, 1.62), (-0.3, 1.3),
]  # fmt: skip
PER_INCH = 240.0
SIZE = (640, 560)
PAPER = (205, 200, 190)


def to_pixels(points: object, tilt: float = 0.0) -> np.ndarray:
    c, s = np.cos(np.radians(tilt)), np.sin(np.radians(tilt))
    turned = np.asarray(points, float) @ np.array([[c, s], [-s, c]])
    return np.array([SIZE[0] / 2, SIZE[1] - 60]) + turned * [PER_INCH, -PER_INCH]


def photo(
    tilt: float = 0.0,
    noise: float = 0.0,
    fall: float = 0.0,
    paper: tuple[int, int, int] = PAPER,
    ring: bool = False,
) -> np.ndarray:
    """A figure on paper, drawn four times as fine and brought down."""
    fine = 4
    made = Image.new("RGB", (SIZE[0] * fine, SIZE[1] * fine), paper)
    draw = ImageDraw.Draw(made)
    base = [(-HALF, 0), (HALF, 0), (HALF * 0.9, TOP), (-HALF * 0.9, TOP)]
    for points, colour in ((base, (30, 30, 32)), (FIGURE, (92, 98, 70))):
        draw.polygon([tuple(p) for p in (to_pixels(points, tilt) * fine).tolist()], fill=colour)
    if ring:
        low, high = to_pixels([(-0.08, 1.3), (0.08, 1.14)], tilt) * fine
        draw.ellipse([*low.tolist(), *high.tolist()], fill=paper)
    pixels = np.asarray(made.reduce(fine), float)
    y, x = np.mgrid[0 : SIZE[1], 0 : SIZE[0]]
    light = 1.0 - fall * (x / SIZE[0] * 0.6 + y / SIZE[1] * 0.4)
    rng = np.random.default_rng(1)
    return np.clip(pixels * light[..., None] + rng.normal(0, noise, pixels.shape), 0, 255).astype(
        np.uint8
    )


def ends(tilt: float = 0.0) -> np.ndarray:
    return to_pixels([(-HALF, 0), (HALF, 0)], tilt)


def likeness(found: FigureOutline, tilt: float = 0.0) -> float:
    """Shared area over joint area of what was found and the figure."""
    points = found.scaled(ends(tilt), BASE_MM, TOP).points
    a, b = shapely.Polygon(points), shapely.Polygon(FIGURE)
    return a.intersection(b).area / a.union(b).area


def test_the_outline_is_the_figure_at_its_true_size():
    made = silhouette(photo()).scaled(ends(), BASE_MM, TOP)
    true = shapely.Polygon(FIGURE).area
    assert made.area_in2 == pytest.approx(true, rel=0.01)
    assert made.height_in == pytest.approx(1.62, abs=0.01)
    assert made.pixels_per_inch == pytest.approx(PER_INCH, rel=1e-3)
    assert likeness(silhouette(photo())) > 0.97


def test_the_feet_stand_on_the_base_and_nothing_is_lower():
    points = np.array(silhouette(photo()).scaled(ends(), BASE_MM, TOP).points)
    assert points[:, 1].min() == TOP
    assert (points[:, 1] == TOP).sum() >= 4


@pytest.mark.parametrize("most", [60, 24, 12])
def test_it_has_few_corners_and_is_an_outline(most: int):
    made = silhouette(photo(noise=6)).scaled(ends(), BASE_MM, TOP, most=most)
    assert 3 <= len(made.points) <= most
    assert len(check_area(made.points)) == len(made.points)


@settings(deadline=None, max_examples=12)
@given(st.floats(-20, 20), st.floats(0, 8), st.floats(0, 0.35))
def test_tilt_noise_and_falling_light_change_little(tilt, noise, fall):
    found = silhouette(photo(tilt, noise, fall))
    assert likeness(found, tilt) > 0.94


def test_which_end_of_the_base_is_clicked_first_does_not_matter():
    found = silhouette(photo())
    assert found.scaled(ends(), BASE_MM, TOP) == found.scaled(ends()[::-1], BASE_MM, TOP)


def test_the_guessed_ends_of_the_base_are_its_ends():
    guessed = silhouette(photo(noise=4)).base_ends()
    assert np.abs(guessed[:, 0] - ends()[:, 0]).max() < 3
    assert np.abs(guessed[:, 1] - ends()[:, 1]).max() < 6


def test_ends_clicked_on_the_bases_top_say_so():
    found = silhouette(photo())
    top = to_pixels([(-HALF * 0.9, TOP), (HALF * 0.9, TOP)])
    made = found.scaled(top, BASE_MM * 0.9, TOP, ends_up_in=TOP)
    assert made.height_in == pytest.approx(1.62, abs=0.01)


def test_background_seen_through_the_figure_is_a_hole_that_the_outline_covers():
    found = silhouette(photo(ring=True))
    made, plain = (
        found.scaled(ends(), BASE_MM, TOP),
        silhouette(photo()).scaled(ends(), BASE_MM, TOP),
    )
    # The other one is between the legs, above the base.
    assert len(found.holes_px) == 2
    assert made.holes_in2 == pytest.approx(np.pi * 0.08**2, rel=0.1)
    assert made.area_in2 + made.holes_in2 == pytest.approx(plain.area_in2, rel=0.01)


def test_a_large_picture_gives_the_outline_in_its_own_pixels():
    large = photo().repeat(4, axis=0).repeat(4, axis=1)
    made = silhouette(large).scaled(ends() * 4, BASE_MM, TOP)
    assert made.height_in == pytest.approx(1.62, abs=0.01)
    assert made.area_in2 == pytest.approx(shapely.Polygon(FIGURE).area, rel=0.015)


# --- clicks and tolerance ---------------------------------------------------------------------


def cluttered() -> np.ndarray:
    """A figure on paper before a darker wall, beside something larger."""
    made = photo().copy()
    made[:, 500:] = (150, 60, 50)
    made[60:, 560:] = (20, 20, 90)
    return made


def test_clicks_on_the_background_and_the_figure_choose_what_is_meant():
    clicks = [(40, 40), (440, 40), (40, 400), (520, 30)]
    found = silhouette(cluttered(), clicks[:3], figure=(320.0, 250.0))
    assert likeness(found) > 0.97
    with pytest.raises(HulldownError) as refused:
        silhouette(cluttered(), clicks[:3], figure=(60.0, 60.0))
    assert refused.value.key == "photo.figure.background"


def test_a_higher_tolerance_swallows_what_is_like_the_background():
    pale = photo(paper=(110, 116, 90))
    assert likeness(silhouette(pale, tolerance=10.0)) > 0.95
    with pytest.raises(HulldownError):
        # Only the dark base is left, and nothing stands on it.
        silhouette(pale, tolerance=60.0).scaled(ends(), BASE_MM, TOP + 0.05)


@pytest.mark.parametrize(
    ("clicks", "figure", "key"),
    [
        ([(900.0, 5.0)], None, "beside"),
        ([], (-1.0, 5.0), "beside"),
        ([], (5.0, 5.0), "background"),
    ],
)
def test_clicks_that_are_no_use_say_why(clicks, figure, key):
    with pytest.raises(HulldownError) as refused:
        silhouette(photo(), clicks, figure=figure)
    assert refused.value.key == f"photo.figure.{key}"


def test_an_empty_picture_shows_nothing():
    blank = np.random.default_rng(0).normal(180, 5, (200, 300, 3)).astype(np.uint8)
    with pytest.raises(HulldownError) as refused:
        silhouette(blank)
    assert refused.value.key == "photo.figure.nothing"


@pytest.mark.parametrize(
    ("clicks", "diameter", "top", "key"),
    [
        (ends(), 0.0, TOP, "base"),
        (ends(), BASE_MM, float("nan"), "base"),
        (np.array([(300.0, 300.0), (301.0, 300.0)]), BASE_MM, TOP, "ends"),
        (ends(), BASE_MM, 3.0, "low"),
    ],
)
def test_a_base_that_gives_no_scale_is_refused(clicks, diameter, top, key):
    with pytest.raises(HulldownError) as refused:
        silhouette(photo()).scaled(clicks, diameter, top)
    assert refused.value.key == f"photo.figure.{key}"


def test_a_figure_of_two_parts_that_only_the_base_joins_stays_one_outline():
    made = photo().copy()
    # A post beside the figure, on the same base.
    low, high = to_pixels([(0.4, 0.9), (0.46, TOP)])
    made[round(low[1]) : round(high[1]) + 2, round(low[0]) : round(high[0])] = (60, 50, 40)
    found = silhouette(made).scaled(ends(), BASE_MM, TOP)
    area = shapely.Polygon(found.points)
    assert area.is_valid
    assert area.contains(shapely.Point(0.43, 0.6))
    assert area.contains(shapely.Point(0.0, 1.4))
    assert len(found.points) <= MOST_POINTS
