"""Places on a table from a photo of it: laws of the map, refused clicks, error estimates."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sim.errors import HulldownError
from sim.geometry.homography import Homography, going_round
from sim.geometry.lens import Lens, straightest_lens

SIZE = (4000, 3000)
GRID = np.stack(np.meshgrid(np.linspace(0, 48, 9), np.linspace(0, 36, 9)), -1).reshape(-1, 2)


def camera(turn: float, rise: float, distance: float = 80.0, angle: float = 42.0):
    """A pinhole camera over a table of 48 by 36 as a function from places to pixels."""
    a, b = np.radians(turn), np.radians(rise)
    back = np.array([np.sin(a) * np.cos(b), -np.cos(a) * np.cos(b), np.sin(b)])
    right = np.array([np.cos(a), np.sin(a), 0.0])
    up = np.cross(back, right)
    focus = SIZE[1] / 2 / np.tan(np.radians(angle / 2))

    def seen(places: object) -> np.ndarray:
        points = np.asarray(places, float).reshape(-1, 2) - [24, 18]
        space = np.column_stack([points, np.zeros(len(points))]) - back * distance
        depth = -(space @ back)
        return np.column_stack(
            [
                SIZE[0] / 2 + focus * (space @ right) / depth,
                SIZE[1] / 2 - focus * (space @ up) / depth,
            ]
        )

    return seen


CORNERS = np.array([(0, 0), (48, 0), (48, 36), (0, 36)], float)
cameras = st.builds(camera, st.floats(-180, 180), st.floats(15, 89), st.floats(60, 200))


@settings(deadline=None)
@given(cameras)
def test_four_corners_give_every_place_of_the_table(seen):
    found = Homography.from_corners(seen(CORNERS), 48, 36, near_left=0)
    assert np.abs(found.to_table(seen(GRID)) - GRID).max() < 1e-6
    assert np.abs(found.to_pixels(GRID) - seen(GRID)).max() < 1e-5


@settings(deadline=None)
@given(cameras, st.permutations(range(4)))
def test_the_order_of_the_corners_does_not_matter(seen, order):
    clicks = seen(CORNERS)
    plain = Homography.from_corners(clicks, 48, 36, near_left=0)
    mixed = going_round(clicks[list(order)])
    near_left = int(np.argmin(np.hypot(*(mixed - clicks[0]).T)))
    again = Homography.from_corners(mixed, 48, 36, near_left=near_left)
    assert np.abs(plain.to_table(seen(GRID)) - again.to_table(seen(GRID))).max() < 1e-6


@settings(deadline=None)
@given(st.floats(-25, 25), st.floats(20, 80), st.integers(0, 3), st.booleans())
def test_the_lower_edge_of_the_picture_is_the_near_one(turn, rise, first, backwards):
    seen = camera(turn, rise)
    clicks = np.roll(seen(CORNERS), first, axis=0)
    found = Homography.from_corners(clicks[::-1] if backwards else clicks, 48, 36)
    assert np.abs(found.to_table(seen(GRID)) - GRID).max() < 1e-6


def map_or_reason(clicks) -> Homography | str:
    try:
        return Homography.from_corners(clicks, 48, 36)
    except HulldownError as error:
        return error.key


@settings(deadline=None)
@given(st.lists(st.tuples(st.floats(-1e4, 1e4), st.floats(-1e4, 1e4)), min_size=4, max_size=4))
def test_any_four_clicks_give_a_map_or_a_reason(clicks):
    found = map_or_reason(clicks)
    if isinstance(found, str):
        assert found.startswith("photo.corners.")
        return
    assert np.abs(found.to_pixels(CORNERS) - found.marks_px).max() < 1e-3
    assert found.off_px().max() < 1e-3
    middle = found.to_pixels([(24, 18)])
    assert np.abs(found.to_table(middle) - [24, 18]).max() < 1e-3


@pytest.mark.parametrize(
    ("clicks", "key"),
    [
        ([(0, 0), (100, 0), (100, 100)], "count"),
        ([(0, 0), (100, 0), (100, 100), (float("nan"), 3)], "not_finite"),
        ([(0, 0), (100, 0), (100, 3), (100, 4)], "close"),
        ([(0, 0), (100, 0), (200, 1), (100, 90)], "in_line"),
        ([(0, 0), (100, 100), (100, 0), (0, 100)], "crossed"),
        ([(0, 0), (100, 0), (50, 30), (50, 90)], "inside"),
    ],
)
def test_clicks_that_cannot_be_a_table_are_refused_with_the_reason(clicks, key):
    with pytest.raises(HulldownError) as refused:
        Homography.from_corners(clicks, 48, 36)
    assert refused.value.key == f"photo.corners.{key}"


def test_a_corner_inside_the_others_cannot_be_put_in_order():
    with pytest.raises(HulldownError) as refused:
        going_round([(0, 0), (100, 0), (50, 30), (50, 90)])
    assert refused.value.key == "photo.corners.inside"


@pytest.mark.parametrize("size", [(0, 36), (48, -1), (float("inf"), 36), (48, float("nan"))])
def test_a_table_without_size_is_refused(size):
    with pytest.raises(HulldownError) as refused:
        Homography.from_corners(camera(0, 50)(CORNERS), *size)
    assert refused.value.key == "photo.size"


def test_above_the_horizon_lies_no_place():
    seen = camera(0, 20)
    found = Homography.from_corners(seen(CORNERS), 48, 36)
    places = found.to_table([(2000, 0), (2000, 2900)])
    assert np.isnan(places[0]).all()
    assert np.isfinite(places[1]).all()
    assert np.isnan(found.to_pixels([(24, -500)])).all()


# --- more marks than four ---------------------------------------------------------------------


@settings(deadline=None)
@given(cameras, st.integers(0, 1000))
def test_more_marks_make_the_places_better(seen, seed):
    rng = np.random.default_rng(seed)
    noise = rng.normal(0, 2.0, (len(GRID), 2))
    four = [0, 8, 72, 80]
    few = Homography.from_marks(seen(GRID)[four] + noise[four], GRID[four], 48, 36)
    many = Homography.from_marks(seen(GRID) + noise, GRID, 48, 36)
    assert few.off_px().max() < 1e-3
    assert many.spread_in(GRID, 2.0, corner_px=2.0).mean() < few.spread_in(GRID, 2.0).mean()
    gaps = many.to_table(seen(GRID)) - GRID
    assert np.hypot(*gaps.T).max() < 8 * many.spread_in(GRID, 0.0, corner_px=2.0).max()


def test_exact_marks_are_met_exactly():
    seen = camera(20, 40)
    found = Homography.from_marks(seen(GRID), GRID, 48, 36)
    assert found.off_px().max() < 1e-6
    assert found.marks_in.shape == GRID.shape


@pytest.mark.parametrize(
    ("places", "key"),
    [
        (GRID[:3], "count"),
        (GRID[:9], "in_line"),
        (np.concatenate([GRID[:6], GRID[40:41]]), "in_line"),
        (np.concatenate([GRID[:3], [[np.nan, 1.0]]]), "not_finite"),
    ],
)
def test_marks_that_leave_the_map_open_are_refused(places, key):
    seen = camera(20, 40)
    with pytest.raises(HulldownError) as refused:
        Homography.from_marks(seen(places), places, 48, 36)
    assert refused.value.key == f"photo.marks.{key}"


def test_marks_and_places_must_be_as_many():
    with pytest.raises(HulldownError) as refused:
        Homography.from_marks(GRID[:5], GRID[:6], 48, 36)
    assert refused.value.key == "photo.marks.differ"


# --- what a click's error means ---------------------------------------------------------------


@pytest.mark.parametrize(("turn", "rise"), [(0, 60), (25, 40), (-70, 30)])
def test_the_estimated_spread_is_the_spread_of_many_noisy_clicks(turn, rise):
    seen, rng = camera(turn, rise), np.random.default_rng(7)
    clicks, places = seen(CORNERS), GRID[1:-1]
    gaps = []
    for _ in range(400):
        found = Homography.from_corners(clicks + rng.normal(0, 1.5, (4, 2)), 48, 36, near_left=0)
        own = seen(places) + rng.normal(0, 1.5, places.shape)
        gaps.append(np.hypot(*(found.to_table(own) - places).T))
    measured = np.sqrt((np.array(gaps) ** 2).mean(axis=0))
    told = Homography.from_corners(clicks, 48, 36, near_left=0).spread_in(places, 1.5)
    assert (np.abs(measured / told - 1) < 0.15).all()


@settings(deadline=None)
@given(cameras, st.floats(0.1, 10))
def test_twice_the_error_is_twice_the_spread(seen, px):
    found = Homography.from_corners(seen(CORNERS), 48, 36, near_left=0)
    assert np.allclose(found.spread_in(GRID, 2 * px), 2 * found.spread_in(GRID, px), rtol=1e-6)
    certain = found.spread_in(GRID, px, corner_px=0.0)
    assert (certain <= found.spread_in(GRID, px) + 1e-12).all()
    assert (certain >= px / found.pixels_per_inch(GRID) * 0.999).all()


# --- the picture from above -------------------------------------------------------------------


def chequered(seen, cell: float = 6.0) -> np.ndarray:
    """A photo of a table of black and white squares on grey."""
    found = Homography.from_corners(seen(CORNERS), 48, 36, near_left=0)
    y, x = np.mgrid[0 : SIZE[1] : 4, 0 : SIZE[0] : 4]
    places = found.to_table(np.column_stack([x.ravel() + 2.0, y.ravel() + 2.0]))
    with np.errstate(invalid="ignore"):
        inside = ((places >= 0) & (places <= [48, 36])).all(axis=1)
        white = np.floor(np.nan_to_num(places) / cell).sum(axis=1) % 2 == 0
    grey = np.where(inside, np.where(white, 255, 0), 128).astype(np.uint8)
    return np.repeat(grey.reshape(x.shape)[..., None], 3, axis=2)


def test_the_straightened_picture_shows_the_squares_where_they_are():
    seen = camera(15, 45)
    small = Homography.from_corners(seen(CORNERS) / 4, 48, 36, near_left=0)
    flat = small.rectified(chequered(seen), 10.0)
    assert flat.shape == (360, 480, 3)
    for column, row in itertools.product(range(8), range(6)):
        square = flat[::-1][row * 60 + 6 : row * 60 + 54, column * 60 + 6 : column * 60 + 54]
        assert abs(square.mean() - (255 if (row + column) % 2 == 0 else 0)) < 4


def test_beyond_the_photo_the_straightened_picture_is_black():
    seen = camera(0, 45)
    found = Homography.from_corners(seen(CORNERS) / 4, 48, 36)
    flat = found.rectified(np.full((750, 1000, 3), 200, np.uint8), 4.0, margin_in=60.0)
    assert flat[0, 0].max() == 0
    assert flat[flat.shape[0] // 2, flat.shape[1] // 2].min() == 200


# --- the lens ---------------------------------------------------------------------------------


@settings(deadline=None)
@given(st.floats(-0.2, 0.2), st.floats(0, 4000), st.floats(0, 3000))
def test_bending_undoes_straightening(bend, x, y):
    lens = Lens(*SIZE, bend)
    assert np.abs(lens.bent(lens.straight([(x, y)])) - [(x, y)]).max() < 1e-6


@settings(deadline=None)
@given(st.floats(-0.15, 0.15), st.floats(-30, 30), st.floats(30, 80))
def test_the_tables_edges_tell_the_bend_of_the_lens(bend, turn, rise):
    seen, lens = camera(turn, rise), Lens(*SIZE, bend)
    share = np.linspace(0, 1, 20)[:, None]
    straight = [
        seen(a * (1 - share) + b * share)
        for a, b in zip(CORNERS, np.roll(CORNERS, -1, axis=0), strict=True)
    ]
    edges = [lens.bent(edge) for edge in straight]
    assume(all(np.isfinite(edge).all() for edge in edges))
    found = straightest_lens(edges, *SIZE)
    assert abs(found.bend - bend) < 1e-4
    clicks = np.array([edge[0] for edge in edges])
    mapped = Homography.from_corners(clicks, 48, 36, near_left=0, lens=found)
    assert np.abs(mapped.to_table(lens.bent(seen(GRID))) - GRID).max() < 0.02
    assert np.abs(mapped.to_pixels(GRID) - lens.bent(seen(GRID))).max() < 2.0
