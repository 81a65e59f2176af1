"""Health of models, what they cover on the ground, and lighter copies of them."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from sim.geometry.mesh_data import MeshData, Part
from sim.geometry.meshes import box_mesh, cylinder_mesh, footprints, merge, prism_mesh, transform
from sim.geometry.meshes.footprints import footprint_area
from sim.geometry.meshes.health import cleaned, examined, is_flat_cutout, resting_areas
from sim.geometry.meshes.raw import BadMesh, RawMesh
from sim.geometry.meshes.reduce import deviation, reduced_for_drawing
from sim.geometry.pose import Pose

BOX = box_mesh((0, 0, 0), (2, 3, 4))


def raw_of(mesh: MeshData) -> RawMesh:
    return RawMesh(mesh.vertices, mesh.faces, mesh.parts)


def with_faces(mesh: MeshData, faces: np.ndarray) -> RawMesh:
    return RawMesh(mesh.vertices, faces.astype(np.int32))


def soup_of(mesh: MeshData) -> MeshData:
    """The same triangles, each with corners of its own."""
    corners = mesh.vertices[mesh.faces].reshape(-1, 3)
    return MeshData(corners, np.arange(len(corners), dtype=np.int32).reshape(-1, 3))


# ------------------------------------------------------------------ health


def test_a_box_is_one_closed_body() -> None:
    for mesh in (BOX, soup_of(BOX)):
        health = examined(mesh.vertices, mesh.faces)
        assert (health.triangles, health.corners, health.bodies) == (12, 8, 1)
        assert (health.open_edges, health.crowded_edges, health.is_closed) == (0, 0, True)


def test_a_missing_side_leaves_a_rim_of_four_edges() -> None:
    health = examined(BOX.vertices, BOX.faces[2:])
    assert (health.open_edges, health.is_closed) == (4, False)


def test_two_boxes_that_share_an_edge_crowd_it() -> None:
    pair = merge([box_mesh((0, 0, 0), (1, 1, 1)), box_mesh((1, 1, 0), (2, 2, 1))])
    health = examined(pair.vertices, pair.faces)
    assert (health.crowded_edges, health.bodies, health.is_closed) == (1, 1, False)


def test_a_turned_face_is_no_inside() -> None:
    faces = BOX.faces.copy()
    faces[0] = faces[0][::-1]
    assert not examined(BOX.vertices, faces).is_closed


def test_corners_that_differ_by_noise_are_one() -> None:
    soup = soup_of(BOX)
    noise = np.random.default_rng(1).normal(scale=1e-8, size=soup.vertices.shape)
    assert examined(soup.vertices + noise, soup.faces).open_edges == 0


def test_health_does_not_depend_on_place_and_size() -> None:
    far = BOX.vertices * 1e-3 + 50.0
    assert examined(far, BOX.faces) == examined(BOX.vertices, BOX.faces)


# ------------------------------------------------------------------ what is dropped


def test_faces_without_area_and_faces_there_twice_are_dropped() -> None:
    faces = np.concatenate([BOX.faces, BOX.faces[:2, ::-1], [[0, 0, 1], [3, 3, 3]]])
    found = cleaned(with_faces(BOX, faces))
    assert (found.dropped.no_area, found.dropped.twice) == (2, 2)
    assert found.raw.faces.tolist() == BOX.faces.tolist()


def test_a_few_faces_at_no_place_are_dropped_with_their_corners() -> None:
    many = merge([transform(BOX, Pose(5.0 * i, 0)) for i in range(20)])
    vertices = np.concatenate([many.vertices, [[np.nan, 0, 0], [1e30, 0, 0]]])
    last = len(many.vertices)
    faces = np.concatenate([many.faces, [[0, 1, last], [0, 1, last + 1]]]).astype(np.int32)
    found = cleaned(RawMesh(vertices, faces, (Part("all", 0, len(faces)),)))
    assert found.dropped.not_finite == 2
    assert np.isfinite(found.raw.vertices).all()
    assert found.raw.parts == (Part("all", 0, 240),)


def test_a_model_with_many_faces_at_no_place_is_refused() -> None:
    vertices = BOX.vertices.copy()
    vertices[0] = np.inf
    with pytest.raises(BadMesh) as caught:
        cleaned(with_faces(MeshData(vertices, BOX.faces), BOX.faces))
    assert caught.value.key == "not_finite"


def test_parts_shrink_with_the_faces_they_lose() -> None:
    pair = merge([BOX, transform(BOX, Pose(9, 0))])
    faces = pair.faces.copy()
    faces[3] = faces[2]
    parts = (Part("left", 0, 12), Part("right", 12, 12))
    found = cleaned(RawMesh(pair.vertices, faces, parts))
    assert found.raw.parts == (Part("left", 0, 11), Part("right", 11, 12))


def test_vertices_that_no_face_uses_are_dropped() -> None:
    stray = np.concatenate([BOX.vertices, [[99, 99, 99]]])
    assert len(cleaned(RawMesh(stray, BOX.faces)).raw.vertices) == 8


# ------------------------------------------------------------------ which way up


def test_a_roof_rests_on_its_flat_side() -> None:
    corners = np.array([[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0], [2, 0, 3], [2, 4, 3]], float)
    faces = [[0, 2, 1], [0, 3, 2], [0, 1, 4], [1, 2, 5], [1, 5, 4], [2, 3, 5], [3, 0, 4], [3, 4, 5]]
    resting = resting_areas(corners, np.array(faces, np.int32))
    assert resting["z"] == pytest.approx(1.0)
    assert resting["-z"] == 0.0
    assert resting["y"] == pytest.approx(0.5), "a gable is half of its box's side"


def test_a_ragged_board_on_its_side_is_told_from_a_plate() -> None:
    tooth = [box_mesh((x, 0, 0), (x + 1, 2 + x % 2, 0.3)) for x in range(5)]
    board = merge(tooth)
    plate = box_mesh((0, 0, 0), (5, 3, 0.3))
    upright = MeshData(board.vertices[:, [0, 2, 1]], board.faces[:, ::-1].copy())
    sloped = cylinder_mesh(3, 0.3)
    assert is_flat_cutout(board.vertices, board.faces)
    for other in (plate, upright, sloped):
        assert not is_flat_cutout(other.vertices, other.faces)


# ------------------------------------------------------------------ footprints


def outline(mesh: MeshData, *, upward_only: bool = False) -> shapely.Polygon:
    found = footprint_area(mesh, upward_only=upward_only)
    assert found is not None
    return shapely.Polygon(found.outline)


def test_a_box_covers_its_rectangle() -> None:
    for upward_only in (True, False):
        found = footprint_area(BOX, upward_only=upward_only)
        assert found is not None
        assert sorted(found.outline) == [(0, 0), (0, 3), (2, 0), (2, 3)]
        assert found.area == pytest.approx(6)


def test_an_outline_is_concave_where_the_model_is() -> None:
    corner = merge([box_mesh((0, 0, 0), (5, 1, 2)), box_mesh((0, 0, 0), (1, 5, 2))])
    assert outline(corner).area == pytest.approx(9)


def test_holes_are_filled_and_outlines_run_to_the_left() -> None:
    ring = merge(
        [
            box_mesh((0, 0, 0), (6, 1, 1)),
            box_mesh((0, 5, 0), (6, 6, 1)),
            box_mesh((0, 0, 0), (1, 6, 1)),
            box_mesh((5, 0, 0), (6, 6, 1)),
        ]
    )
    found = footprint_area(ring, upward_only=False)
    assert found is not None
    assert shapely.LinearRing(found.outline).is_ccw
    assert found.area == pytest.approx(36)


def test_bodies_close_together_are_bridged_and_far_ones_hulled() -> None:
    close = merge([box_mesh((0, 0, 0), (2, 2, 1)), box_mesh((2.15, 0, 0), (4, 2, 1))])
    found = footprint_area(close, upward_only=True)
    assert found is not None
    assert (found.bodies, found.is_hull) == (2, False)
    far = merge([box_mesh((0, 0, 0), (2, 2, 1)), box_mesh((5, 0, 0), (6, 1, 1))])
    found = footprint_area(far, upward_only=True)
    assert found is not None
    assert (found.bodies, found.is_hull) == (2, True)


def test_a_sheet_on_its_edge_covers_nothing() -> None:
    sheet = MeshData(
        np.array([[0, 0, 0], [4, 0, 0], [4, 0, 3], [0, 0, 3]], float),
        np.array([[0, 1, 2], [0, 2, 3]], np.int32),
    )
    assert footprint_area(sheet, upward_only=False) is None


def rolling(side: int, wide: float = 8.0) -> MeshData:
    """A hill of many small triangles on a round plan."""
    radius, turn = np.meshgrid(np.linspace(0.02, 1, side), np.arange(side) * 2 * np.pi / side)
    lobes = wide / 2 * (1 + 0.3 * np.cos(3 * turn)) * radius
    x, y = lobes * np.cos(turn), lobes * np.sin(turn)
    z = 1.5 * np.cos(radius * np.pi / 2) + 0.05 * np.sin(9 * x)
    number = np.arange(side * side).reshape(side, side)
    a, b = number[:, :-1].ravel(), np.roll(number, -1, axis=0)[:, :-1].ravel()
    c, d = np.roll(number, -1, axis=0)[:, 1:].ravel(), number[:, 1:].ravel()
    faces = np.concatenate([np.stack([a, d, c], 1), np.stack([a, c, b], 1)]).astype(np.int32)
    return MeshData(np.stack([x, y, z], axis=-1).reshape(-1, 3), faces)


def test_many_triangles_give_the_same_outline_as_all_united(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hill = rolling(90)
    assert hill.triangles > 15_000
    quick = outline(hill)
    monkeypatch.setattr(footprints, "_MANY", 10**9)
    whole = outline(hill)
    assert quick.hausdorff_distance(whole) < 0.02
    assert quick.area == pytest.approx(whole.area, abs=0.02)


# ------------------------------------------------------------------ reducing


def test_a_surface_does_not_deviate_from_itself() -> None:
    assert deviation(BOX, BOX) < 1e-12
    thin = prism_mesh([(0, 0), (9, 0), (9, 0.01), (0, 0.01)], 0, 1)
    assert deviation(thin, thin) < 1e-12


def test_the_deviation_is_the_largest_distance_both_ways() -> None:
    higher = box_mesh((0, 0, 0), (2, 3, 4.25))
    assert deviation(BOX, higher) == pytest.approx(0.25, abs=0.01)
    spike = merge([BOX, box_mesh((0.9, 1.4, 4), (1.1, 1.6, 6))])
    assert deviation(BOX, spike) == pytest.approx(2.0, abs=0.05), "what is added counts, too"
    assert deviation(spike, BOX) == deviation(BOX, spike)


def test_a_light_model_is_drawn_as_it_is() -> None:
    assert reduced_for_drawing(rolling(90)) is None


def test_a_reduced_model_keeps_colours_and_stays_near() -> None:
    hill = rolling(90)
    colours = np.full((len(hill.vertices), 4), 255, np.uint8)
    colours[hill.vertices[:, 0] > 0] = (200, 10, 10, 255)
    painted = MeshData(hill.vertices, hill.faces, (), colours)
    found = reduced_for_drawing(painted, 8_000)
    assert found is not None
    assert 7_000 < found.mesh.triangles <= 8_000
    assert found.deviation_in <= 0.01
    assert found.mesh.colours is not None
    clear = np.abs(found.mesh.vertices[:, 0]) > 0.3
    is_red = found.mesh.colours[clear][:, 1] == 10
    assert (is_red == (found.mesh.vertices[clear, 0] > 0)).all()


def test_a_reduction_that_strays_is_not_used() -> None:
    rough = rolling(60)
    bumps = np.random.default_rng(5).uniform(-0.3, 0.3, len(rough.vertices))
    vertices = rough.vertices + np.column_stack([np.zeros((len(bumps), 2)), bumps])
    assert reduced_for_drawing(MeshData(vertices, rough.faces), 500) is None
