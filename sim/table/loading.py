"""Mesh files into bodies, with what is wrong with them gathered instead of raised."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePosixPath

from sim.errors import HulldownError
from sim.geometry.mesh_data import MeshData, Part
from sim.geometry.meshes.files import KINDS, mesh_from_bytes
from sim.table.reading import Collector

__all__ = ["FIGURE_PARTS", "body_named", "load_body"]

#: Names of a figure's parts that a rule set may count as seen.
FIGURE_PARTS = ("figure", "weapon", "banner", "hull", "turret", "barrel")


def load_body(
    data: bytes, name: str, unit: str | float, up: str, found: Collector, where: str
) -> MeshData | None:
    """Return the mesh of a file's bytes in inches, z up, or None with the problem gathered."""
    suffix = PurePosixPath(name).suffix.lower()
    if suffix not in KINDS:
        kinds = ", ".join(KINDS)
        found.add("mesh_kind", where, found=name, expected=kinds)
        return None
    try:
        return mesh_from_bytes(data, suffix, unit=unit, up=up, name=name)
    except HulldownError as error:
        found.add_error(error, where)
        return None


def body_named(body: MeshData, part: str) -> MeshData:
    """Return a figure's mesh with parts that have no name we know called `part`."""
    parts = [
        each if each.name in (*FIGURE_PARTS, "base") else Part(part, each.first, each.count)
        for each in body.parts
    ]
    return replace(body, parts=tuple(parts))
