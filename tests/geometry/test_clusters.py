"""Fewer triangles for drawing."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial import KDTree

from sim.geometry.mesh_data import MeshData
from sim.geometry.meshes import box_mesh, cylinder_mesh, merge, transform
from sim.geometry.meshes.clusters import clustered, share_out
from sim.geometry.pose import Pose


def rough(count: int = 60) -> MeshData:
    """Return a bumpy field."""
    x, y = np.meshgrid(np.linspace(0, 12, count), np.linspace(0, 9, count), indexing="ij")
    z = 0.5 * np.sin(x) * np.cos(y)
    corners = np.arange(count * count).reshape(count, count)
    a, b = corners[:-1, :-1].ravel(), corners[1:, :-1].ravel()
    c, d = corners[1:, 1:].ravel(), corners[:-1, 1:].ravel()
    faces = np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)]).astype(np.int32)
    return MeshData(np.stack([x, y, z], -1).reshape(-1, 3), faces)


def test_a_mesh_that_is_small_enough_stays_itself():
    mesh = box_mesh((0, 0, 0), (1, 1, 1))
    assert clustered(mesh, 12) == (mesh, 0.0)


@pytest.mark.parametrize("most", [5000, 1000, 50])
def test_a_large_mesh_keeps_to_its_budget_and_near_its_surface(most: int):
    mesh = rough()
    found, moved = clustered(mesh, most)
    assert most / 2 < found.triangles <= most
    # Corners are corners of the old mesh, and no old corner is farther than told from a new one.
    old = {tuple(row) for row in mesh.vertices.tolist()}
    assert {tuple(row) for row in found.vertices.tolist()} <= old
    away = np.asarray(KDTree(found.vertices).query(mesh.vertices)[0])
    assert away.max() <= moved + 1e-12
    assert len(np.unique(np.sort(found.faces, axis=1), axis=0)) == found.triangles


def test_colours_stay_with_their_corners():
    mesh = rough(40)
    colours = np.zeros((len(mesh.vertices), 4), np.uint8)
    colours[:, 0] = np.rint(mesh.vertices[:, 0] * 20)
    found, _ = clustered(MeshData(mesh.vertices, mesh.faces, (), colours), 300)
    assert found.colours is not None
    assert np.array_equal(found.colours[:, 0], np.rint(found.vertices[:, 0] * 20).astype(np.uint8))


def test_a_scatter_of_small_things_keeps_to_the_budget_too():
    things = [
        transform(cylinder_mesh(0.05, 0.2), Pose(float(i % 20), float(i // 20))) for i in range(200)
    ]
    mesh = merge(things)
    found, _ = clustered(mesh, 60)
    assert found.triangles <= 60


def test_budgets_are_shared_out_so_that_the_small_keep_all():
    assert share_out([10, 500, 30, 900], 1000) == [10, 480, 30, 480]
    assert share_out([10, 20], 100) == [10, 20]
    assert share_out([], 100) == []
    assert sum(share_out([7, 7, 7], 10)) <= 10
