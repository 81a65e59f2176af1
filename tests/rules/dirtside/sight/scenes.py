"""Banks, plateaus and woods at 6 mm, and hulls of 35 by 20 mm with a turret."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from sim.geometry.mesh_data import MeshData, Part
from sim.geometry.meshes import box_mesh
from sim.geometry.pose import Pose
from sim.geometry.shapes import Box
from sim.geometry.units import mm
from sim.rules.dirtside.sight.parts import sight_table
from sim.table.facts import Facts
from sim.table.pieces import Model, Stand, Table, Terrain
from tests.rules.dirtside.field import TEAM

LONG, WIDE = mm(35), mm(20)


def turreted() -> MeshData:
    """Return a hull up to its deck and a turret on it, as two parts."""
    hull = box_mesh((-LONG / 2, -WIDE / 2, 0), (LONG / 2, WIDE / 2, 0.35), "hull")
    turret = box_mesh((-0.3, -0.25, 0.35), (0.3, 0.25, 0.65), "turret")
    count = len(hull.faces)
    return MeshData(
        np.concatenate([hull.vertices, turret.vertices]),
        np.concatenate([hull.faces, turret.faces + len(hull.vertices)]).astype(np.int32),
        parts=(Part("hull", 0, count), Part("turret", count, len(turret.faces))),
    )


TANK = Model(
    "tank",
    Box(LONG, WIDE),
    eye_height_in=0.65,
    height_in=0.65,
    body=turreted(),
    has_base=False,
    deck_in=0.35,
    gun_in=0.5,
    sensor_in=0.65,
)
#: The same with its eye elsewhere, as if it stood on contours.
SHIFT = 30.0


def solid(
    name: str, kind: str, x: tuple[float, float], y: tuple[float, float], top: float, **more: Any
) -> Terrain:
    """Return a block of ground."""
    corners = ((x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1]))
    body = box_mesh((x[0], y[0], 0), (x[1], y[1], top), "body")
    return Terrain(name, name, kind, Pose(0.0, 0.0), body, corners, **more)


def scene(*terrain: Terrain, eye: float = 0.65) -> Facts:
    """Return facts about a table whose looker sees from `eye`."""
    looker = replace(TANK, id="looker", sensor_in=eye)
    models = {"tank": TANK, "looker": looker, "team": TEAM}
    table = Table(96.0, 96.0, "grass", {each.id: each for each in terrain}, models)
    return Facts(sight_table(table))


def tank(x: float, y: float, facing: float = 0.0) -> Stand:
    """Return a tank."""
    return Stand("tank", Pose(x, y, facing))


def looker(x: float, y: float, facing: float = 0.0) -> Stand:
    """Return a tank whose sensor stands as high as the scene says."""
    return Stand("looker", Pose(x, y, facing))
