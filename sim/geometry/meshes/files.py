"""Model files: STL, OBJ, GLB, glTF, PLY and 3MF in, GLB out.

A file is read whole, checked before anything is built from its numbers, and opens no other file but
those plainly named in its own folder. Unit and up axis are given by the person, never guessed here:
most formats carry neither.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from sim.errors import HulldownError
from sim.geometry.mesh_data import Floats, MeshData, Part
from sim.geometry.meshes.glb import export_glb, read_glb
from sim.geometry.meshes.gltf import read_gltf
from sim.geometry.meshes.obj import read_obj
from sim.geometry.meshes.ply import read_ply
from sim.geometry.meshes.raw import (
    MAX_TRIANGLES,
    BadMesh,
    Beside,
    RawMesh,
    nothing_beside,
    plain_name,
)
from sim.geometry.meshes.stl import read_stl
from sim.geometry.meshes.threemf import read_3mf
from sim.geometry.units import MM_PER_IN

__all__ = [
    "IMPORT_KINDS",
    "KINDS",
    "UNITS",
    "UPS",
    "check_raw",
    "export_glb",
    "load_mesh",
    "mesh_from_bytes",
    "plain_files_of",
    "raw_from_bytes",
    "read_bytes",
    "scale_of",
]

#: Inches in one unit of length.
UNITS: dict[str, float] = {
    "in": 1.0,
    "mm": 1 / MM_PER_IN,
    "cm": 10 / MM_PER_IN,
    "m": 1000 / MM_PER_IN,
    "ft": 12.0,
}

#: How each up axis is turned to z: the new x, y, z as rows in terms of the old ones.
UPS: dict[str, Floats] = {
    "z": np.array([[1.0, 0, 0], [0, 1, 0], [0, 0, 1]]),
    "y": np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]]),
    "x": np.array([[0.0, 1, 0], [0, 0, 1], [1, 0, 0]]),
    "-z": np.array([[1.0, 0, 0], [0, -1, 0], [0, 0, -1]]),
    "-y": np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]]),
    "-x": np.array([[0.0, 1, 0], [0, 0, -1], [-1, 0, 0]]),
}

#: Self-contained files, which scenes may name.
KINDS: dict[str, Callable[[bytes], RawMesh]] = {
    ".stl": read_stl,
    ".obj": read_obj,
    ".glb": read_glb,
    ".ply": read_ply,
}
#: Files that become pieces by ``hulldown import``.
IMPORT_KINDS = (*KINDS, ".gltf", ".3mf")

MAX_BYTES = 300_000_000
MAX_EXTENT_IN = 400.0
MIN_EXTENT_IN = 0.01


def load_mesh(
    path: str | Path,
    *,
    unit: str | float,
    up: str = "z",
    name: str | None = None,
) -> MeshData:
    """Read a model file into inches, z up.

    Parameters
    ----------
    path : str or Path
        ``.stl``, ``.obj``, ``.glb`` or ``.ply``, in any case.
    unit : str or float
        ``"in"``, ``"mm"``, ``"cm"``, ``"m"``, ``"ft"``, or inches per file unit.
    up : str
        The file's up axis: ``"z"``, ``"y"``, ``"x"`` or the same with ``-`` in front. GLB files
        are y up by their standard, but say so.
    name : str, optional
        What messages call the file; its file name by default.

    Returns
    -------
    MeshData
        Origin and plan orientation as stored (y up turns the old -z into y); `meshes.seated`
        moves it onto its base. Parts carry node or group names.

    Raises
    ------
    HulldownError
        With key ``geometry.mesh.*``: missing or unreadable, empty, not finite, an index out of
        range, an absurd size, a reference to another file.
    """
    file = Path(path)
    called = name or file.name
    kind = file.suffix.lower()
    if kind not in KINDS:
        raise HulldownError("geometry.mesh.unknown_kind", file=called, found=file.suffix)
    return mesh_from_bytes(read_bytes(file, called), kind, unit=unit, up=up, name=called)


def read_bytes(file: Path, called: str) -> bytes:
    """Return the bytes of a model file.

    Raises
    ------
    HulldownError
        ``geometry.mesh.missing``, ``too_big_file`` or ``empty``.
    """
    try:
        size = file.stat().st_size if file.is_file() else -1
        if size > MAX_BYTES:
            raise HulldownError(
                "geometry.mesh.too_big_file",
                file=called,
                found=size // 1_000_000,
                limit=MAX_BYTES // 1_000_000,
            )
        data = file.read_bytes() if size >= 0 else None
    except (OSError, ValueError):
        data = None
    if data is None:
        raise HulldownError("geometry.mesh.missing", file=called)
    return data


def plain_files_of(folder: Path) -> Beside:
    """Return a function that reads files of a folder by the names a model file gives.

    A name with ``..``, a drive, a scheme or a root is refused, and so is a link that leads out;
    what is not there or too large reads as None.
    """
    root = folder.resolve()

    def read(uri: str) -> bytes | None:
        plain = plain_name(uri)
        try:
            place = (root / plain).resolve()
            if not place.is_relative_to(root):
                raise BadMesh("external", found=uri[:80])
            if not place.is_file() or place.stat().st_size > MAX_BYTES:
                return None
            return place.read_bytes()
        except OSError:
            return None

    return read


def mesh_from_bytes(
    data: bytes, kind: str, *, unit: str | float, up: str = "z", name: str = "model"
) -> MeshData:
    """Read a model from the bytes of a file of `kind` (``.stl`` ...); see `load_mesh`."""
    scale = scale_of(unit)
    if up not in UPS:
        raise HulldownError("geometry.mesh.unknown_up", found=up, expected=", ".join(UPS))
    raw = raw_from_bytes(data, kind, name)
    check_raw(raw, name)
    vertices = np.ascontiguousarray(raw.vertices @ UPS[up].T * scale)
    _check_size(vertices[raw.faces.ravel()], name, unit)
    parts = raw.parts or (Part(Path(name).stem, 0, len(raw.faces)),)
    return MeshData(vertices, raw.faces, parts, raw.colours, raw.uv, raw.texture)


def raw_from_bytes(data: bytes, kind: str, name: str, beside: Beside = nothing_beside) -> RawMesh:
    """Return the triangles of a file as stored, its indices checked, its numbers not.

    Raises
    ------
    HulldownError
        With key ``geometry.mesh.*``.
    """
    try:
        match kind:
            case ".gltf":
                raw = read_gltf(data, beside)
            case ".glb":
                raw = read_glb(data, beside)
            case ".3mf":
                raw = read_3mf(data)
            case _:
                raw = KINDS[kind](data)
    except BadMesh as bad:
        raise HulldownError(f"geometry.mesh.{bad.key}", file=name, **bad.params) from bad
    _check_faces(raw, name)
    return raw


def scale_of(unit: str | float) -> float:
    """Return the inches in one file unit.

    Raises
    ------
    HulldownError
        ``geometry.mesh.unknown_unit``.
    """
    if isinstance(unit, str):
        if unit not in UNITS:
            raise HulldownError("geometry.mesh.unknown_unit", found=unit, expected=", ".join(UNITS))
        return UNITS[unit]
    if not (np.isfinite(unit) and unit > 0):
        raise HulldownError("geometry.mesh.unknown_unit", found=unit, expected=", ".join(UNITS))
    return float(unit)


def _check_faces(raw: RawMesh, name: str) -> None:
    if not len(raw.faces):
        raise HulldownError("geometry.mesh.empty", file=name)
    if len(raw.faces) > MAX_TRIANGLES:
        raise HulldownError(
            "geometry.mesh.too_many", file=name, found=len(raw.faces), limit=MAX_TRIANGLES
        )
    low, high = int(raw.faces.min()), int(raw.faces.max())
    if low < 0 or high >= len(raw.vertices):
        raise HulldownError(
            "geometry.mesh.index_range",
            file=name,
            found=low if low < 0 else high,
            count=len(raw.vertices),
        )


def check_raw(raw: RawMesh, name: str) -> None:
    """Refuse vertices that are not finite numbers.

    Raises
    ------
    HulldownError
        ``geometry.mesh.not_finite``.
    """
    bad = int(np.count_nonzero(~np.isfinite(raw.vertices).all(axis=1)))
    if bad:
        raise HulldownError("geometry.mesh.not_finite", file=name, count=bad)


def _check_size(used: Floats, name: str, unit: str | float) -> None:
    extent = float((used.max(axis=0) - used.min(axis=0)).max())
    if extent > MAX_EXTENT_IN:
        raise HulldownError(
            "geometry.mesh.too_large", file=name, found=extent, unit=unit, limit=MAX_EXTENT_IN
        )
    if extent < MIN_EXTENT_IN:
        raise HulldownError(
            "geometry.mesh.too_small", file=name, found=extent, unit=unit, limit=MIN_EXTENT_IN
        )
