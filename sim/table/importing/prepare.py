"""From a strange file to a model ready for the table: what the child process does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from sim.errors import HulldownError, UsageError
from sim.geometry.mesh_data import Floats, MeshData, Part
from sim.geometry.meshes import seated
from sim.geometry.meshes.files import (
    IMPORT_KINDS,
    UPS,
    export_glb,
    plain_files_of,
    raw_from_bytes,
    read_bytes,
    scale_of,
)
from sim.geometry.meshes.footprints import Footprint, footprint_area
from sim.geometry.meshes.health import Cleaned, Health, cleaned, resting_areas
from sim.geometry.meshes.raw import BadMesh
from sim.geometry.meshes.reduce import Reduced, reduced_for_drawing
from sim.geometry.meshes.texture import small_texture
from sim.table.files import sha256_of
from sim.table.importing.findings import findings_of, repairs_of
from sim.table.importing.guess import Guess, guess_unit, guess_up
from sim.table.importing.orders import Line, Order, Prepared

__all__ = ["DRAWING", "MODEL", "check_flags", "prepare"]

MODEL, DRAWING = "model.glb", "drawing.glb"
#: Nothing larger or smaller than this stands on a table.
MAX_IN, MIN_IN = 100.0, 0.1

Tell = Callable[[str], None]


@dataclass(frozen=True, eq=False)
class _Read:
    """A file as read, in its own units and axes."""

    model: Cleaned
    kind: str
    sha256: str


def prepare(order: Order, tell: Tell = lambda _: None) -> Prepared:
    """Read a file, examine it and write the model into the order's scratch folder.

    Parameters
    ----------
    order : Order
    tell : function
        Called with the name of each stage as it begins: ``reading``, ``examining``, ``reducing``,
        ``outlining``.

    Raises
    ------
    HulldownError
        With key ``geometry.mesh.*`` or ``importing.*``; nothing was written then.
    """
    check_flags(order.unit, order.up)
    read = _read(order, tell)
    unit, up = _unit(order, read), _up(order, read)
    placed, moved = _on_table(order, read, unit.value, up.value)
    health = read.model.health
    tell("reducing")
    reduced = reduced_for_drawing(placed)
    tell("outlining")
    covered = _footprint(placed, reduced, health)
    scratch = Path(order.scratch)
    (scratch / MODEL).write_bytes(export_glb(placed))
    if reduced is not None:
        (scratch / DRAWING).write_bytes(export_glb(reduced.mesh))
    low, high = placed.bounds
    x, y, z = (float(value) for value in high - low)
    return Prepared(
        name=order.name,
        sha256=read.sha256,
        unit=unit.value,
        unit_why=unit.why,
        up=up.value,
        up_why=up.why,
        scale=order.scale,
        size_in=(x, y, z),
        triangles=placed.triangles,
        bodies=health.bodies,
        findings=(
            *(
                Line(f"geometry.note.{note.key}", {"found": note.found})
                for note in read.model.raw.notes
            ),
            *findings_of(placed, health, covered, up.value, _is_sure(order, read)),
        ),
        repairs=repairs_of(read.model.dropped, moved),
        outline=covered.outline if covered is not None else (),
        area=covered.area if covered is not None else 0.0,
        drawn=reduced.mesh.triangles if reduced is not None else 0,
        deviation_in=reduced.deviation_in if reduced is not None else 0.0,
    )


def check_flags(unit: str, up: str) -> None:
    """Refuse a unit or an upward axis that there is not; empty ones are to be guessed.

    Raises
    ------
    HulldownError
        ``geometry.mesh.unknown_unit`` or ``geometry.mesh.unknown_up``.
    """
    if unit:
        scale_of(_number_or_name(unit))
    if up and up not in UPS:
        raise UsageError("geometry.mesh.unknown_up", found=up, expected=", ".join(UPS))


def _read(order: Order, tell: Tell) -> _Read:
    path = Path(order.path)
    kind = path.suffix.lower()
    if kind not in IMPORT_KINDS:
        expected = ", ".join(IMPORT_KINDS)
        raise HulldownError("importing.kind", file=order.name, found=kind, expected=expected)
    tell("reading")
    data = read_bytes(path, order.name)
    raw = raw_from_bytes(data, kind, order.name, plain_files_of(path.parent))
    tell("examining")
    try:
        return _Read(cleaned(raw), kind, sha256_of(data))
    except BadMesh as bad:
        raise HulldownError(f"geometry.mesh.{bad.key}", file=order.name, **bad.params) from bad


def _unit(order: Order, read: _Read) -> Guess:
    if order.unit:
        return Guess(order.unit, Line("importing.unit.given", {"unit": order.unit}))
    x, y, z = (float(value) for value in np.ptp(read.model.raw.vertices, axis=0))
    return guess_unit(order.name, (x, y, z), read.model.raw.unit, read.kind, order.scale)


def _up(order: Order, read: _Read) -> Guess:
    if order.up:
        return Guess(order.up, Line("importing.up.given", {"up": order.up}))
    return guess_up(read.kind, resting_areas(read.model.raw.vertices, read.model.raw.faces))


def _is_sure(order: Order, read: _Read) -> bool:
    """Return whether the upward axis is beyond doubt: said by the person, or by the standard."""
    return bool(order.up) or read.kind in (".glb", ".gltf")


def _number_or_name(unit: str) -> str | float:
    try:
        return float(unit)
    except ValueError:
        return unit


def _on_table(order: Order, read: _Read, unit: str, up: str) -> tuple[MeshData, Floats]:
    """Return the model in inches on the ground, and how far seating it moved it."""
    raw = read.model.raw
    factor = scale_of(_number_or_name(unit)) * order.scale
    vertices = np.ascontiguousarray(raw.vertices @ UPS[up].T * factor)
    size = np.ptp(vertices, axis=0)
    widest = float(size.max())
    if not MIN_IN <= widest <= MAX_IN:
        raise HulldownError(
            "importing.too_large" if widest > MAX_IN else "importing.too_small",
            file=order.name,
            x=float(size[0]),
            y=float(size[1]),
            z=float(size[2]),
            unit=unit,
            limit=MAX_IN if widest > MAX_IN else MIN_IN,
        )
    parts = raw.parts or (Part(Path(order.name).stem, 0, len(raw.faces)),)
    texture = None if raw.texture is None else small_texture(raw.texture)
    stored = MeshData(vertices, raw.faces, parts, raw.colours, raw.uv, texture)
    if texture is None:
        stored = replace(stored, uv=None)
    placed = seated(stored)
    return placed, placed.vertices[0] - stored.vertices[0]


def _footprint(placed: MeshData, reduced: Reduced | None, health: Health) -> Footprint | None:
    if reduced is not None:
        return footprint_area(reduced.mesh, upward_only=False)
    return footprint_area(placed, upward_only=health.is_closed)
