"""Baked light: shares against closed forms, refined meshes, creases."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.geometry import light
from sim.geometry.light import Lamp, bake, ground_light, sky_share, sun_share
from sim.geometry.light.mesh import crease_normals, refine
from sim.geometry.mesh_data import Floats, MeshData, Part
from sim.geometry.rays import SolidSet

UP = np.array([[0.0, 0.0, 1.0]])
BOX_FACES = [
    (0, 2, 1),
    (1, 2, 3),
    (4, 5, 6),
    (5, 7, 6),
    (0, 1, 4),
    (1, 5, 4),
    (2, 6, 3),
    (3, 6, 7),
    (0, 4, 2),
    (2, 4, 6),
    (1, 3, 5),
    (3, 7, 5),
]


def box(low: tuple[float, float, float], high: tuple[float, float, float]) -> MeshData:
    corners = [
        (x, y, z) for z in (low[2], high[2]) for y in (low[1], high[1]) for x in (low[0], high[0])
    ]
    parts = (Part("lid", 0, 4), Part("sides", 4, 8))
    return MeshData(np.array(corners), np.array(BOX_FACES, dtype=np.int32), parts)


def tube(sides: int) -> MeshData:
    turn = np.linspace(0, 2 * math.pi, sides, endpoint=False)
    ring = np.column_stack([np.cos(turn), np.sin(turn)])
    low, high = (np.column_stack([ring, np.full(sides, z)]) for z in (0.0, 2.0))
    faces = []
    for i in range(sides):
        j = (i + 1) % sides
        faces += [(i, j, sides + i), (j, sides + j, sides + i)]
    return MeshData(np.concatenate([low, high]), np.array(faces, dtype=np.int32))


def area(mesh: MeshData) -> float:
    a, b, c = np.moveaxis(mesh.vertices[mesh.faces], 1, 0)
    return float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2)


def edges(mesh: MeshData) -> tuple[np.ndarray, np.ndarray]:
    pairs = np.sort(mesh.faces[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1)
    return np.unique(pairs, axis=0, return_counts=True)


# --- refining -------------------------------------------------------------------------------


@settings(derandomize=True, deadline=None, max_examples=25)
@given(
    size=st.tuples(st.floats(0.05, 6), st.floats(0.05, 6), st.floats(0.05, 6)),
    max_edge=st.floats(0.3, 2),
)
def test_refining_keeps_the_shape_and_leaves_no_crack(
    size: tuple[float, float, float], max_edge: float
) -> None:
    mesh = box((0, 0, 0), size)
    fine = refine(mesh, max_edge)
    unique, uses = edges(fine)
    length = np.linalg.norm(fine.vertices[unique[:, 0]] - fine.vertices[unique[:, 1]], axis=1)
    assert length.max() <= max_edge + 1e-9
    assert (uses == 2).all()
    assert area(fine) == pytest.approx(area(mesh))
    corners = fine.vertices[fine.faces]
    volume = np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2]))
    assert volume.sum() / 6 == pytest.approx(math.prod(size))


def test_refining_keeps_parts_colours_and_texture_coordinates() -> None:
    mesh = box((0, 0, 0), (4, 2, 1))
    red = np.clip(mesh.vertices[:, :1] * 60, 0, 255)
    colours = np.concatenate([red, np.zeros((8, 2)), np.full((8, 1), 255)], axis=1)
    mesh = MeshData(
        mesh.vertices, mesh.faces, mesh.parts, colours.astype(np.uint8), mesh.vertices[:, :2] / 4
    )
    fine = refine(mesh, 0.4)
    assert [part.name for part in fine.parts] == ["lid", "sides"]
    assert fine.parts[0].count + fine.parts[1].count == fine.triangles
    assert fine.parts[1].first == fine.parts[0].count
    lid = fine.vertices[fine.faces[: fine.parts[0].count]]
    assert np.isin(lid[..., 2], (0.0, 1.0)).all()
    assert fine.colours is not None
    assert np.abs(fine.colours[:, 0] - fine.vertices[:, 0] * 60).max() <= 1.0
    assert fine.uv == pytest.approx(fine.vertices[:, :2] / 4)


def test_refining_stops_before_too_many_triangles() -> None:
    mesh = box((0, 0, 0), (40, 40, 4))
    fine = refine(mesh, 0.1, most=5000)
    assert 1000 < fine.triangles <= 5000
    assert refine(mesh, 100).triangles == 12


# --- creases --------------------------------------------------------------------------------


def test_a_box_has_a_sharp_edge_all_round() -> None:
    split, normals = crease_normals(box((0, 0, 0), (4, 2, 1)))
    assert len(split.vertices) == 24
    flat = _face_normals(split)
    assert normals[split.faces] == pytest.approx(np.repeat(flat[:, None], 3, axis=1))


def test_a_round_tower_is_smooth_though_its_faces_are_flat() -> None:
    mesh = tube(24)
    split, normals = crease_normals(mesh)
    assert len(split.vertices) == len(mesh.vertices)
    outward = split.vertices * (1, 1, 0)
    assert np.einsum("ij,ij->i", normals, outward).min() > 0.999


def test_vertices_that_a_file_doubled_are_smoothed_as_one() -> None:
    mesh = tube(24)
    soup = MeshData(
        mesh.vertices[mesh.faces.ravel()],
        np.arange(len(mesh.faces) * 3, dtype=np.int32).reshape(-1, 3),
    )
    split, normals = crease_normals(soup)
    outward = split.vertices * (1, 1, 0)
    assert np.einsum("ij,ij->i", normals, outward).min() > 0.999


def test_the_crease_angle_decides() -> None:
    mesh = tube(8)  # faces meet at 45 degrees
    assert len(crease_normals(mesh)[0].vertices) == 4 * 8
    assert len(crease_normals(mesh, crease_deg=50)[0].vertices) == 2 * 8


def test_a_face_without_area_gets_a_normal_all_the_same() -> None:
    mesh = MeshData(np.zeros((3, 3)), np.array([[0, 1, 2]], dtype=np.int32))
    _, normals = crease_normals(mesh)
    assert np.linalg.norm(normals, axis=1) == pytest.approx(1.0)


def _face_normals(mesh: MeshData) -> Floats:
    a, b, c = np.moveaxis(mesh.vertices[mesh.faces], 1, 0)
    cross = np.cross(b - a, c - a)
    return cross / np.linalg.norm(cross, axis=1, keepdims=True)


# --- sky and sun ----------------------------------------------------------------------------


@pytest.mark.parametrize(("away", "high"), [(1.0, 1.0), (1.0, 3.0), (2.0, 0.5), (0.2, 5.0)])
def test_a_long_wall_hides_the_sky_by_the_closed_form(away: float, high: float) -> None:
    wall = SolidSet({"wall": box((away, -500, 0), (away + 0.5, 500, high))})
    lamp = Lamp(sky_rays=400, reach_in=2000)
    share = sky_share(wall, np.zeros((1, 3)), UP, lamp)[0]
    # Half of one less the cosine of the angle up to its top.
    assert 1 - share == pytest.approx((1 - away / math.hypot(away, high)) / 2, abs=0.02)


def test_only_what_stands_near_darkens() -> None:
    wall = SolidSet({"wall": box((6, -50, 0), (7, 50, 30))})
    points = np.zeros((1, 3))
    assert sky_share(wall, points, UP, Lamp(reach_in=5))[0] == 1.0
    assert sky_share(wall, points, UP, Lamp(reach_in=20))[0] < 0.8


def test_the_sun_is_hidden_seen_or_half_hidden() -> None:
    roof = SolidSet({"roof": box((0, -50, 10), (100, 50, 11))})
    lamp = Lamp(towards=(0, 0, 1), spread=0.05, sun_rays=64)
    points = np.array([(-1.0, 0, 0), (0.0, 0, 0), (1.0, 0, 0)])
    lit, edge, dark = sun_share(roof, points, np.repeat(UP, 3, axis=0), lamp)
    assert (lit, dark) == (1.0, 0.0)
    assert edge == pytest.approx(0.5, abs=0.06)


def test_what_faces_away_sees_no_sun() -> None:
    wall = SolidSet({"wall": box((50, 50, 0), (51, 51, 1))})
    points, down = np.zeros((1, 3)), -UP
    assert sun_share(wall, points, down, Lamp()) == 0.0
    assert sun_share(None, points, down, Lamp()) == 0.0
    assert sun_share(None, points, UP, Lamp()) == 1.0


def test_the_same_place_has_the_same_light_in_any_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(3)
    solid = SolidSet({"box": box((4, 4, 0), (6, 6, 3))})
    points = np.column_stack([rng.uniform(0, 10, (300, 2)), np.zeros(300)])
    normals = np.repeat(UP, 300, axis=0)
    whole = sky_share(solid, points, normals, Lamp())
    assert whole.min() > 0 or whole.max() == 1.0
    assert len(set(whole)) > 3
    monkeypatch.setattr(light, "BATCH", 160)
    assert (sky_share(solid, points, normals, Lamp()) == whole).all()
    order = rng.permutation(300)
    assert (sky_share(solid, points[order], normals, Lamp()) == whole[order]).all()


def test_shadows_on_the_ground_fall_away_from_the_sun() -> None:
    solid = SolidSet({"post": box((10, 5, 0), (11, 6, 4))})
    lamp = Lamp(towards=(-1, 0, 1))
    sky, sun = ground_light((24, 12), solid, lamp=lamp, cells_per_in=2)
    assert sky.shape == sun.shape == (24, 48)
    assert sun[11, 2 * 13] == 0.0  # beyond the post, seen from the sun
    assert sun[11, 2 * 8] == 1.0  # on the sun's side
    assert sun[2, 2 * 13] == 1.0  # beside the shadow
    assert sky[11, 19] < sky[2, 2] == 1.0


def test_a_baked_table_is_darkest_in_its_corners() -> None:
    meshes = {
        "floor": box((0, 0, -1), (20, 20, 0)),
        "wall": box((10, 0, 0), (11, 20, 6)),
    }
    lit = bake(meshes, lamp=Lamp(sky_rays=32), max_edge=0.5)
    floor = lit["floor"]
    assert len(floor.sky) == len(floor.sun) == len(floor.normals) == len(floor.mesh.vertices)
    top = (floor.normals[:, 2] > 0.9) & (np.abs(floor.mesh.vertices[:, 1] - 10) < 4)
    x = floor.mesh.vertices[:, 0]
    corner = floor.sky[top & (x < 10) & (x > 9)].mean()
    middle = floor.sky[top & (x < 6) & (x > 4)].mean()
    assert corner < 0.75 < middle
    assert floor.sun[top & (x > 11.5) & (x < 13)].mean() < 0.1
    assert floor.sun[top & (x < 9)].mean() > 0.95


def test_without_the_ray_engine_nothing_throws_a_shadow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(light, "is_fallback", lambda: True)
    lit = bake({"box": box((0, 0, 0), (4, 4, 4)), "lid": box((0, 0, 5), (4, 4, 6))})
    for each in lit.values():
        assert (each.sky == 1.0).all()
        assert set(each.sun) == {0.0, 1.0}
