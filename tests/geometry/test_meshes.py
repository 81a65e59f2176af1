from __future__ import annotations

import math

import numpy as np
import pytest

from sim.errors import HulldownError
from sim.geometry.mesh_data import Floats, MeshData
from sim.geometry.meshes import (
    Surface,
    box_mesh,
    cylinder_mesh,
    export_glb,
    merge,
    mirrored,
    plan_hull,
    seated,
    select_parts,
    transform,
)
from sim.geometry.meshes.files import mesh_from_bytes
from sim.geometry.pose import Pose
from sim.geometry.rays import SolidSet


def volume(mesh: MeshData) -> float:
    """Return the enclosed volume; positive when the faces look outward."""
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


def extent(mesh: MeshData) -> Floats:
    return mesh.bounds[1] - mesh.bounds[0]


def test_boxes_and_cylinders_are_closed_and_look_outward() -> None:
    assert volume(box_mesh((1, 2, 3), (2, 4, 6))) == pytest.approx(6)
    n = 64
    polygon = n / 2 * math.sin(2 * math.pi / n)
    assert volume(cylinder_mesh(1, 2, 5, sides=n)) == pytest.approx(2 * polygon)
    assert cylinder_mesh(1, 2, 5).bounds[:, 2] == pytest.approx([5, 7])


def test_a_mesh_turns_and_moves_with_its_pose() -> None:
    moved = transform(box_mesh((0, 0, 0), (2, 1, 1)), Pose(10, 5, 90), lift=3)
    assert moved.bounds == pytest.approx(np.array([[9, 5, 3], [10, 7, 4]]))
    assert volume(moved) == pytest.approx(2)


def test_an_uneven_scale_is_what_rays_meet() -> None:  # I10, drwhut/tabletop-club#117
    mesh = transform(box_mesh((-0.5, -0.5, 0), (0.5, 0.5, 1)), scale=(2, 1, 0.5))
    assert extent(mesh) == pytest.approx([2, 1, 0.5])
    solid = SolidSet({"it": mesh})
    starts = np.array([[-5, 0, 0.25], [-5, 0.51, 0.25], [-5, 0, 0.51]])
    distances, _ = solid.first_hit(starts, starts + np.array([10, 0, 0]))
    assert distances[0] == pytest.approx(4, abs=1e-4)
    assert np.isinf(distances[1:]).all()


@pytest.mark.parametrize("scale", [0.0, -1.0, math.nan, (1.0, 0.0, 1.0)])
def test_a_scale_that_flattens_or_turns_inside_out_is_refused(
    scale: float | tuple[float, float, float],
) -> None:
    with pytest.raises(ValueError, match="positive"):
        transform(box_mesh((0, 0, 0), (1, 1, 1)), scale=scale)


def test_a_mirror_image_still_looks_outward() -> None:
    mesh = mirrored(box_mesh((0, 1, 0), (1, 3, 1)))
    assert volume(mesh) == pytest.approx(2)
    assert mesh.bounds[:, 1] == pytest.approx([-3, -1])


def test_a_seated_mesh_stands_on_its_base_centre() -> None:
    mesh = seated(box_mesh((5, 18, -9), (7, 22, -4)))
    assert mesh.bounds == pytest.approx(np.array([[-1, -2, 0], [1, 2, 5]]))


def test_merged_meshes_keep_their_parts_and_surfaces() -> None:
    both = merge([box_mesh((0, 0, 0), (1, 1, 1), "figure"), cylinder_mesh(1, 0.1, name="base")])
    assert [part.name for part in both.parts] == ["figure", "base"]
    assert both.parts[1].first == 12
    figure = select_parts(both, ["figure", "weapon"])
    assert figure.triangles == 12
    assert len(figure.vertices) == 8
    assert volume(figure) == pytest.approx(1)
    assert select_parts(both, ["weapon"]).triangles == 0


def test_a_missing_part_is_refused_where_it_is_needed() -> None:
    with pytest.raises(HulldownError) as caught:
        select_parts(box_mesh((0, 0, 0), (1, 1, 1), "hull"), ["turret"], required=True)
    assert caught.value.key == "geometry.mesh.no_such_part"
    assert "hull" in str(caught.value)


def test_merging_keeps_colours_and_one_texture() -> None:
    plain = box_mesh((0, 0, 0), (1, 1, 1))
    red = np.tile(np.array([255, 0, 0, 255], dtype=np.uint8), (8, 1))
    painted = MeshData(plain.vertices, plain.faces, plain.parts, red, np.zeros((8, 2)), b"one")
    both = merge([plain, painted])
    assert both.colours is not None
    assert both.colours[:8].min() == 255
    assert both.colours[8:, 1].max() == 0
    assert both.texture == b"one"
    other = MeshData(plain.vertices, plain.faces, plain.parts, red, np.zeros((8, 2)), b"two")
    assert merge([painted, other]).texture is None
    assert merge([]).triangles == 0


def test_the_plan_hull_is_counter_clockwise_and_wraps_the_mesh() -> None:
    mesh = merge([box_mesh((0, 0, 0), (4, 1, 1)), box_mesh((0, 0, 0), (1, 3, 9))])
    ring = np.array(plan_hull(mesh).points)
    x, y = ring[:, 0], ring[:, 1]
    assert (x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2 == pytest.approx(8.5 + 0.5 - 0.0)
    assert len(ring) == 5


def test_heights_are_those_of_the_highest_surface_below() -> None:
    surface = Surface(
        {"floor": box_mesh((0, 0, 2.9), (6, 6, 3)), "hill": box_mesh((10, 0, 0), (12, 2, 1.5))}
    )
    points = np.array([[3, 3], [11, 1], [20, 20]], dtype=float)
    assert surface.heights(points) == pytest.approx([3, 1.5, 0], abs=1e-4)
    assert surface.heights(points, below=2.0) == pytest.approx([0, 1.5, 0], abs=1e-4)
    assert surface.height(3, 3, below=3.0) == pytest.approx(3, abs=1e-4)
    assert Surface({}).heights(points).tolist() == [0, 0, 0]


def test_a_surface_below_the_table_counts_as_the_table() -> None:
    pit = Surface({"pit": box_mesh((0, 0, -2), (4, 4, -1))})
    assert pit.height(1, 1) == 0.0
    assert pit.height(1, 1, otherwise=-5.0) == pytest.approx(-1, abs=1e-4)


def test_an_exported_mesh_comes_back_the_same() -> None:
    mesh = merge([box_mesh((1, 2, 3), (4, 6, 8), "hull"), cylinder_mesh(2, 3, 8, name="turret")])
    rng = np.random.default_rng(3)
    n = len(mesh.vertices)
    colours = rng.integers(0, 256, (n, 4)).astype(np.uint8)
    full = MeshData(mesh.vertices, mesh.faces, mesh.parts, colours, rng.uniform(0, 1, (n, 2)), PNG)
    back = mesh_from_bytes(export_glb(full), ".glb", unit="m", up="y")
    assert back.parts == full.parts
    assert back.vertices[back.faces] == pytest.approx(full.vertices[full.faces], abs=5e-6)
    assert back.colours is not None
    assert back.uv is not None
    assert np.abs(back.colours[back.faces].astype(int) - colours[full.faces]).max() <= 1
    assert full.uv is not None
    assert back.uv[back.faces] == pytest.approx(full.uv[full.faces], abs=1e-6)
    assert back.texture == PNG
    assert export_glb(full) == export_glb(full)


#: The smallest picture: one grey pixel.
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010800000000"
    "3a7e9b550000000a49444154789c63680000008200814dd7db280000000049454e44ae426082"
)
