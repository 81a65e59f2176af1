"""Terrain of the kit: areas, walls with their doorways, floors to stand on, ground that carries."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
import shapely.geometry as sg
import trimesh
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from tests.assets.kit_files import TERRAIN, entry, parts, whole

SOLDIER = 30 / 2 / 25.4
LINES = ["wall_6", "wall_corner", "fence_6", "hedge_6", "wire_6"]
CARRIES = [name for name in TERRAIN if entry(name)["carries"]]
FLOORED = [name for name in TERRAIN if entry(name).get("floor")]
OUTLINED = [name for name in TERRAIN if entry(name)["area"] != "hull"]


def solid(name: str, only: tuple[str, ...] = ()) -> trimesh.Trimesh:
    chosen = [mesh for part, mesh in parts(name).items() if not only or part in only]
    first = np.cumsum([0, *(len(mesh.v) for mesh in chosen)])
    faces = [mesh.f + start for mesh, start in zip(chosen, first, strict=False)]
    return trimesh.Trimesh(np.vstack([m.v for m in chosen]), np.vstack(faces), process=False)


def tops(mesh: trimesh.Trimesh, xy: np.ndarray, start: float) -> np.ndarray:
    """Return the first surface below `start` at plan points; nan where there is none."""
    origins = np.column_stack([xy, np.full(len(xy), start)])
    down = np.tile([0.0, 0.0, -1.0], (len(xy), 1))
    hits, rays, _ = mesh.ray.intersects_location(origins, down, multiple_hits=False)
    out = np.full(len(xy), np.nan)
    out[rays] = hits[:, 2]
    return out


def grid_in(shape: BaseGeometry, step: float) -> np.ndarray:
    x0, y0, x1, y1 = shape.bounds
    xs, ys = np.meshgrid(np.arange(x0, x1, step), np.arange(y0, y1, step))
    points = np.column_stack([xs.ravel(), ys.ravel()])
    return points[shapely.contains_xy(shape, points[:, 0], points[:, 1])]


@pytest.mark.parametrize("name", TERRAIN)
def test_line_pieces_say_so(name: str):
    assert entry(name)["line"] == (name in LINES)


def test_hills_bridge_ledges_craters_and_rubble_carry_what_stands_on_them():
    assert CARRIES == [
        "bridge",
        "crater_large",
        "crater_small",
        "hill_long",
        "hill_round",
        "hill_steep",
        "rock_ledges",
        "rubble",
    ]


@pytest.mark.parametrize("name", OUTLINED)
def test_the_area_is_a_sound_outline_that_fits_the_model(name: str):
    area = sg.Polygon(entry(name)["area"])
    assert area.is_valid
    assert area.exterior.is_ccw
    low, high = whole(name).min(axis=0)[:2], whole(name).max(axis=0)[:2]
    x0, y0, x1, y1 = area.bounds
    # Roofs and crowns reach over their area, banks lie beside theirs.
    slack = 0.75 if entry(name)["kind"] != "forest" else 2.2
    assert np.abs(np.array([x0, y0, x1, y1]) - [*low, *high]).max() < slack


@pytest.mark.parametrize("name", TERRAIN)
def test_walls_stand_inside_the_area_and_are_sound_polygons(name: str):
    blocks = [sg.Polygon(block) for block in entry(name)["blocks"]]
    assert all(block.is_valid and block.area > 0.01 for block in blocks)
    if blocks:
        area = sg.Polygon(entry(name)["area"]).buffer(0.1)
        assert all(area.contains(block) for block in blocks)


@pytest.mark.parametrize("name", [n for n in TERRAIN if entry(n)["blocks"] and n != "bridge"])
def test_where_nothing_walks_there_is_something_in_the_way(name: str):
    mesh = solid(name)
    for block in entry(name)["blocks"]:
        points = grid_in(sg.Polygon(block).buffer(-0.1), 0.2)
        if len(points):
            high = tops(mesh, points, 12.0)
            assert np.nanmedian(high) > 0.35
            # A water wheel has gaps.
            assert np.isfinite(high).mean() > (0.65 if name == "mill" else 0.9)


@pytest.mark.parametrize("name", FLOORED)
def test_a_soldier_can_walk_in_from_outside(name: str):
    walls = unary_union([sg.Polygon(block) for block in entry(name)["blocks"]])
    area = sg.Polygon(entry(name)["area"])
    x0, y0, x1, y1 = area.bounds
    free = sg.box(x0 - 2, y0 - 2, x1 + 2, y1 + 2).difference(walls.buffer(SOLDIER))
    outside = sg.Point(x0 - 1.5, y0 - 1.5)
    (reached,) = [p for p in shapely.get_parts(free) if p.contains(outside)]
    inside = sg.Polygon(entry(name)["floor"][0]["outline"])
    assert reached.intersection(inside).area > 1.0


@pytest.mark.parametrize("name", FLOORED)
def test_a_floor_lies_in_the_area_and_has_room_for_a_base(name: str):
    area = sg.Polygon(entry(name)["area"])
    for floor in entry(name)["floor"]:
        outline = sg.Polygon(floor["outline"])
        assert outline.is_valid
        assert outline.exterior.is_ccw
        assert area.contains(outline)
        assert not outline.buffer(-SOLDIER).is_empty


@pytest.mark.parametrize("name", FLOORED)
def test_there_are_boards_under_every_part_of_a_floor(name: str):
    mesh = solid(name, tuple(part for part in parts(name) if part != "roof"))
    for floor in entry(name)["floor"]:
        points = grid_in(sg.Polygon(floor["outline"]), 0.23)
        z = tops(mesh, points, floor["z_in"] + 0.3)
        near = np.abs(z - floor["z_in"]) < 0.03
        # Cracks between boards let a few rays through.
        assert near.mean() > 0.85


@pytest.mark.parametrize("name", CARRIES)
def test_ground_that_carries_has_a_surface_all_over_its_area(name: str):
    points = grid_in(sg.Polygon(entry(name)["area"]).buffer(-0.2), 0.4)
    z = tops(solid(name), points, 12.0)
    assert np.isfinite(z).all()
    assert (z >= 0.0).all()


def test_the_bridge_rises_over_the_water_and_lets_a_medium_walker_pass():
    file = entry("bridge")
    left, right = (sg.Polygon(block) for block in file["blocks"])
    assert left.distance(right) > 80 / 25.4 + 0.2
    road = np.column_stack([np.linspace(-5.9, 5.9, 60), np.zeros(60)])
    z = tops(solid("bridge"), road, 6.0)
    assert z[0] < 0.2
    assert z[-1] < 0.2
    assert z.max() == pytest.approx(1.53, abs=0.1)
    assert np.abs(np.diff(z)).max() < 0.15
    water = sg.Polygon(entry("river_straight_12")["area"])
    under = tops(solid("bridge"), np.array([[0.0, 0.0]]), 0.9)
    assert water.bounds[3] - water.bounds[1] < 5.3
    assert np.isnan(under).all()


def test_rivers_join_each_other_end_to_end():
    straight, bend = (sg.Polygon(entry(f"river_{k}")["area"]) for k in ("straight_12", "bend"))
    west = straight.intersection(sg.LineString([(-5.999, -9), (-5.999, 9)])).bounds
    east = straight.intersection(sg.LineString([(5.999, -9), (5.999, 9)])).bounds
    entry_end = bend.intersection(sg.LineString([(-1.999, -9), (-1.999, 9)])).bounds
    exit_end = bend.intersection(sg.LineString([(-9, 1.999), (9, 1.999)])).bounds
    assert np.allclose([west[1], west[3]], [east[1], east[3]], atol=0.02)
    assert np.allclose([entry_end[1] + 4, entry_end[3] + 4], [west[1], west[3]], atol=0.02)
    assert exit_end[2] - exit_end[0] == pytest.approx(west[3] - west[1], abs=0.04)


@pytest.mark.parametrize(("name", "steps"), [("rock_ledges", (0.9, 1.65, 2.4))])
def test_ledges_are_level_enough_for_a_base(name: str, steps: tuple[float, ...]):
    points = grid_in(sg.Polygon(entry(name)["area"]), 0.1)
    z = tops(solid(name, ("rocks",)), points, 6.0)
    for step in steps:
        level = points[np.abs(z - step) < 0.04]
        shape = unary_union([sg.Point(p).buffer(0.09) for p in level])
        assert not shape.buffer(-SOLDIER * 0.8).is_empty, f"no room at {step}"


def test_trees_leave_room_between_their_trunks():
    for name, count in (("woods_3", 3), ("woods_5", 5), ("tree", 1)):
        trunks = parts(name)["trunks"]
        foot = trunks.v[(trunks.v[:, 2] > 0.36) & (trunks.v[:, 2] < 0.5)][:, :2]
        clumps = unary_union([sg.Point(p).buffer(0.25) for p in foot])
        assert len(shapely.get_parts(clumps)) == count
