"""A small table to draw: a wall with a gap, a block to stand on, two squads and a tank."""

from __future__ import annotations

import io

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from sim.engine.observed import Badge, Observed, SeenPiece, SeenUnit, Side, Track
from sim.geometry.mesh_data import MeshData
from sim.geometry.meshes import box_mesh, cylinder_mesh, merge
from sim.geometry.pose import Pose
from sim.geometry.shapes import Box, Disc
from sim.table.facts import Facts
from sim.table.pieces import Model, Table, Terrain

__all__ = ["pixels", "small_facts", "small_scene", "small_table", "stand_in"]

Pixels = NDArray[np.int64]


def _painted(mesh: MeshData, rgba: tuple[int, int, int, int]) -> MeshData:
    colours = np.tile(np.array(rgba, np.uint8), (len(mesh.vertices), 1))
    return MeshData(mesh.vertices, mesh.faces, mesh.parts, colours)


def stand_in() -> MeshData:
    """A soldier of two shapes: a dark base and a tinted figure."""
    base = _painted(cylinder_mesh(0.59, 0.12, name="base"), (40, 40, 40, 255))
    figure = _painted(cylinder_mesh(0.35, 1.4, 0.12, 24, "figure"), (128, 128, 128, 128))
    return merge([base, figure])


def _tank() -> MeshData:
    hull = _painted(box_mesh((-2, -1, 0.2), (2, 1, 1.1), "hull"), (128, 128, 128, 128))
    turret = _painted(box_mesh((-0.7, -0.6, 1.1), (0.7, 0.6, 1.7), "turret"), (90, 90, 90, 255))
    return merge([hull, turret])


def _terrain(
    name: str, body: MeshData, area: tuple[tuple[float, float], ...], kind: str
) -> Terrain:
    return Terrain(name, name, kind, Pose(0, 0), body, area, carries=kind == "hills")


def small_table() -> Table:
    """A table of 24 by 18 inches."""
    wall = merge([box_mesh((12, 4, 0), (12.3, 8.7, 2)), box_mesh((12, 8.95, 0), (12.3, 14, 2))])
    block = box_mesh((3, 12, 0), (8, 16, 1.5))
    wood = _painted(cylinder_mesh(0.3, 3.0), (90, 60, 40, 255))
    tree = MeshData(np.add(wood.vertices, (18.0, 14.0, 0.0)), wood.faces, wood.parts, wood.colours)
    pieces = [
        _terrain("wall", wall, (), "walls"),
        _terrain("block", block, ((3, 12), (8, 12), (8, 16), (3, 16)), "hills"),
        _terrain("copse", tree, ((16, 12), (20, 12), (20, 16), (16, 16)), "forest"),
    ]
    models = [
        Model("soldier", Disc(0.59), 1.5, 1.52, stand_in()),
        Model("tank", Box(4, 2), 1.4, 1.7, _tank(), has_base=False),
    ]
    terrain = {piece.id: piece for piece in pieces}
    return Table(24.0, 18.0, "grass", terrain, {model.id: model for model in models})


def small_facts() -> Facts:
    return Facts(small_table())


def small_scene() -> Observed:
    """Two sides: a squad each, a leader, a suppressed unit, a tank."""
    pieces = [
        SeenPiece("blue/1", "mini", "soldier", "blue", "left", Pose(6, 8.8), leads=True),
        SeenPiece("blue/2", "mini", "soldier", "blue", "left", Pose(6, 6.5)),
        SeenPiece("red/1", "mini", "soldier", "red", "right", Pose(18, 8.8, 180.0), leads=True),
        SeenPiece("red/2", "mini", "soldier", "red", "right", Pose(18, 5.5, 180.0)),
        SeenPiece("heavy/1", "mini", "tank", "heavy", "right", Pose(19, 3, 160.0)),
    ]
    units = (
        SeenUnit("blue", "left", "Blue Squad", ("blue/1", "blue/2"), (Badge("suppression", 2),)),
        SeenUnit("red", "right", "Red Squad", ("red/1", "red/2")),
        SeenUnit("heavy", "right", "Heavy", ("heavy/1",)),
    )
    return Observed(
        "toy",
        "",
        (Side("left", "Left"), Side("right", "Right")),
        units,
        tuple(pieces),
        tracks=(Track("Turn", ("1", "2", "3"), 1),),
        asked="left",
    )


def pixels(png: bytes) -> Pixels:
    """The pixels of a PNG, ``(height, width, 3)``."""
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"), np.int64)
