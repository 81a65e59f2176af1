"""Miniatures of the kit: bases, heights, the parts that count as seen, and tinted paint."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import shapely.geometry as sg

from tests.assets.kit_files import FIGURES, HEAVIES, SOLDIERS, TERRAIN, entry, parts

TINTED = 128 / 255


@pytest.mark.parametrize("name", SOLDIERS)
def test_a_soldier_has_figure_weapon_and_base(name: str):
    assert list(parts(name)) == ["figure", "weapon", "base"]
    assert entry(name)["seen_parts"] == ["figure", "weapon"]


@pytest.mark.parametrize("name", SOLDIERS)
def test_the_top_of_a_soldier_is_the_height_in_the_file_and_his_eye(name: str):
    top = float(parts(name)["figure"].v[:, 2].max())
    assert top == pytest.approx(entry(name)["height_in"], abs=0.02)
    assert entry(name)["eye_height_in"] == entry(name)["height_in"]


@pytest.mark.parametrize("name", SOLDIERS)
def test_no_weapon_of_a_soldier_rises_above_his_head(name: str):
    top = float(parts(name)["weapon"].v[:, 2].max())
    assert top <= entry(name)["height_in"] + 0.02


@pytest.mark.parametrize("name", SOLDIERS)
def test_a_soldier_stands_on_the_base_with_both_feet(name: str):
    figure = parts(name)["figure"].v
    ground = float(parts(name)["base"].v[:, 2].max())
    feet = figure[figure[:, 2] < figure[:, 2].min() + 0.02]
    assert 0.08 < figure[:, 2].min() < ground
    assert np.hypot(feet[:, 0], feet[:, 1]).max() < 0.56


@pytest.mark.parametrize("name", [name for name in FIGURES if name not in HEAVIES])
def test_a_round_base_fills_its_diameter_and_not_more(name: str):
    radius = entry(name)["base"]["diameter_mm"] / 2 / 25.4
    reach = np.hypot(*parts(name)["base"].v[:, :2].T)
    assert reach.max() <= radius + 1e-4
    low = parts(name)["base"].v[:, 2] < 1e-4
    assert reach[low].max() >= radius - 1e-4


@pytest.mark.parametrize("name", FIGURES)
def test_soldiers_stand_on_30_mm_and_vehicles_on_80_mm(name: str):
    base = entry(name)["base"]
    if name in HEAVIES:
        assert name.startswith("walker_heavy")
        assert "base" not in parts(name)
    else:
        assert base == {"shape": "disc", "diameter_mm": 30.0 if name in SOLDIERS else 80.0}


@pytest.mark.parametrize("name", HEAVIES)
def test_the_outline_of_a_heavy_walker_is_convex_and_holds_its_hull(name: str):
    points = entry(name)["base"]["points"]
    ring = sg.Polygon(points)
    assert ring.exterior.is_ccw
    assert ring.area == pytest.approx(ring.convex_hull.area, rel=1e-3)
    hull = sg.MultiPoint(parts(name)["hull"].v[:, :2]).convex_hull
    assert ring.buffer(0.01).contains(hull)
    assert hull.buffer(0.01).contains(ring)


@pytest.mark.parametrize("name", HEAVIES)
def test_a_heavy_walker_is_seen_by_its_hull_and_looks_from_its_middle(name: str):
    file = entry(name)
    assert set(file["seen_parts"]) <= {"hull", "turret"}
    assert 0.4 * file["height_in"] < file["eye_height_in"] < 0.8 * file["height_in"]


@pytest.mark.parametrize("name", FIGURES)
def test_the_parts_that_count_as_seen_exist_and_never_include_the_base(name: str):
    seen = entry(name)["seen_parts"]
    assert set(seen) <= set(parts(name))
    assert not {"base", "antenna"} & set(seen)
    top = max(float(parts(name)[part].v[:, 2].max()) for part in seen)
    assert top == pytest.approx(entry(name)["height_in"], abs=0.02)


@pytest.mark.parametrize("name", [name for name in FIGURES if name not in SOLDIERS])
def test_the_heights_of_a_vehicle_lie_on_the_vehicle_in_order(name: str):
    file = entry(name)
    heights = [file[key] for key in ("deck_in", "gun_in", "sensor_in") if key in file]
    assert all(0.3 < height <= file["height_in"] + 0.05 for height in heights)
    assert file["sensor_in"] == max(heights)
    if "barrel" in parts(name):
        z = parts(name)["barrel"].v[:, 2]
        assert z.min() <= file["gun_in"] <= z.max()


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_looks_along_x(name: str):
    gun = next((part for part in ("barrel", "weapon") if part in parts(name)), None)
    body = parts(name)["figure" if name in SOLDIERS else "hull"].v
    if gun is not None:
        assert parts(name)[gun].v[:, 0].max() > body[:, 0].mean() + 0.1


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_carries_tinted_and_fixed_paint_and_nothing_between(name: str):
    alpha = np.concatenate([mesh.rgba[:, 3] for mesh in parts(name).values()])
    tinted = np.abs(alpha - TINTED) < 1e-4
    fixed = np.abs(alpha - 1.0) < 1e-4
    assert (tinted | fixed).all()
    assert 0.15 < tinted.mean() < 0.95
    if "base" in parts(name):
        assert (np.abs(parts(name)["base"].rgba[:, 3] - 1.0) < 1e-4).all()


@pytest.mark.parametrize("name", TERRAIN)
def test_terrain_takes_no_colour_of_a_side(name: str):
    assert all((mesh.rgba[:, 3] > 0.999).all() for mesh in parts(name).values())


def test_no_two_soldiers_are_the_same_model():
    for one, two in itertools.combinations(SOLDIERS, 2):
        assert parts(one)["figure"].v.shape != parts(two)["figure"].v.shape or not np.allclose(
            parts(one)["figure"].v, parts(two)["figure"].v
        )
