"""Readers of the small geometric cases in ``tests/cases/geometry_*.toml``."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from sim.geometry.mesh_data import MeshData
from sim.geometry.meshes import box_mesh, cylinder_mesh
from sim.geometry.pose import Pose
from sim.geometry.rays import SolidSet
from sim.geometry.shapes import Box, Disc, Footprint, Oval, disc_mm
from sim.geometry.sight import Query, Target, make_body

CASES = Path(__file__).resolve().parents[1] / "cases"
#: Corners of the round targets: enough that their width is true to 1e-5 in.
SIDES = 720


def cases(name: str, kind: str) -> list[dict[str, Any]]:
    """Return the tables of one kind from a case file."""
    tables = tomllib.loads((CASES / f"geometry_{name}.toml").read_text(encoding="utf-8"))[kind]
    assert tables
    return tables


def named(table: dict[str, Any]) -> str:
    """Return the id of a case, for pytest."""
    return str(table["id"])


def shape_of(words: list[Any]) -> Footprint:
    """Return the footprint that a case writes as a list."""
    kind, *numbers = words
    makers = {"disc": Disc, "disc_mm": disc_mm, "oval": Oval, "box": Box}
    return makers[kind](*(float(n) for n in numbers))


def pose_of(numbers: list[float]) -> Pose:
    """Return the pose that a case writes as [x, y] or [x, y, facing]."""
    x, y, facing = (*numbers, 0.0)[:3]
    return Pose(float(x), float(y), float(facing))


def box_of(numbers: list[float]) -> MeshData:
    """Return the box that a case writes as [x0, y0, z0, x1, y1, z1]."""
    return box_mesh(numbers[:3], numbers[3:])


def solids_of(table: dict[str, Any]) -> SolidSet:
    """Return the boxes of a case."""
    return SolidSet({f"box-{i}": box_of(box) for i, box in enumerate(table["boxes"])})


def query_of(see: dict[str, Any]) -> Query:
    """Return the question of sight that a case writes as eye and target."""
    x, y, z, radius, height = see["target"]
    body = make_body(cylinder_mesh(radius, height, sides=SIDES))
    eye = see["eye"]
    return Query((eye[0], eye[1], eye[2]), Target(body, Pose(x, y), z))
