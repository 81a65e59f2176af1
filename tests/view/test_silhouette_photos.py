"""Silhouettes from photos of the kit's own soldiers, drawn by ourselves, against their meshes."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from panda3d.core import ColorAttrib, NodePath
from shapely.geometry.base import BaseGeometry

from sim.geometry.mesh_data import MeshData
from sim.geometry.meshes import select_parts
from sim.geometry.silhouettes import silhouette
from sim.table.kit import kit_piece
from sim.view.cameras import View
from sim.view.darkroom import expose
from sim.view.geoms import geom, node, surface

SIZE = (900, 675)
SOLDIERS = ("soldier_rifle", "soldier_leader", "soldier_mg", "soldier_kneeling")
PAPER = (204, 206, 210)


def photo(body: MeshData, distance: float = 60.0) -> np.ndarray:
    """The figure from the front on plain paper, the camera level with its belt."""
    drawn = surface(body)
    light = np.clip(0.45 + 0.55 * (drawn.normals @ np.array([0.6, -0.4, 0.7])), 0.2, 1)
    colours = drawn.colours.copy()
    colours[:, :3] = (colours[:, :3] * light[:, None]).astype(np.uint8)
    colours[:, 3] = 255
    root = NodePath("studio")
    figure = node("figure", geom(drawn.painted(colours)))
    figure.setAttrib(ColorAttrib.makeVertex())
    figure.reparentTo(root)
    angle = float(2 * np.degrees(np.arctan(1.2 / distance)))
    view = View((distance, 0, 0.8), (0, 0, 0.8), angle, near=distance - 5, far=distance + 8)
    made = expose(root, view, SIZE, room=((-90, PAPER), (90, PAPER)))
    noise = np.random.default_rng(2).normal(0, 3, (SIZE[1], SIZE[0], 3))
    return np.clip(np.asarray(made.convert("RGB")) + noise, 0, 255).astype(np.uint8)


def front(body: MeshData, above: float) -> BaseGeometry:
    """The mesh without its base as it projects along its facing, above a height."""
    figure = select_parts(body, [part.name for part in body.parts if part.name != "base"])
    faces = [shapely.Polygon(face) for face in figure.vertices[figure.faces][:, :, 1:]]
    solid = [face.buffer(1e-5) for face in faces if face.area > 1e-9]
    return shapely.union_all(solid).intersection(shapely.box(-9, above, 9, 9))


@pytest.mark.parametrize("name", SOLDIERS)
def test_area_and_height_of_a_photographed_soldier_are_those_of_its_mesh(name: str):
    body = kit_piece(name).body
    base = select_parts(body, ["base"])
    top = float(base.bounds[1, 2])
    diameter_mm = float(base.bounds[1, 1] - base.bounds[0, 1]) * 25.4
    found = silhouette(photo(body))
    made = found.scaled(found.base_ends(), diameter_mm, top)
    true = front(body, top)
    outline = shapely.Polygon(made.points)
    shared = outline.intersection(true).area / outline.union(true).area
    print(
        f"{name}: area {made.area_in2 / true.area:.4f}, height {made.height_in:.3f}, {shared:.3f}"
    )
    assert made.area_in2 == pytest.approx(true.area, rel=0.03)
    assert made.height_in == pytest.approx(true.bounds[3], rel=0.03)
    assert shared > 0.95
    assert len(made.points) <= 60
