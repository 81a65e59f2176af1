"""Piece files, one TOML file and one mesh each: the kit's own, and those people import."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

from sim.errors import InputProblems
from sim.geometry.mesh_data import MeshData
from sim.geometry.pose import Pose
from sim.table.assets import asset_root
from sim.table.files import sha256_of
from sim.table.loading import load_body
from sim.table.outlines import PieceOutlines
from sim.table.reading import Collector, read_file, read_toml
from sim.table.schema import KitFile

__all__ = ["KitPiece", "kit_names", "kit_piece", "piece_from", "read_kit_piece"]


@dataclass(frozen=True, eq=False)
class KitPiece:
    """A piece: what its file says, and its body in its own frame.

    Attributes
    ----------
    digest : str
        SHA-256 of its mesh.
    drawn : MeshData or None
        A lighter body for pictures.
    """

    file: KitFile
    body: MeshData
    digest: str
    drawn: MeshData | None = None


@cache
def kit_names() -> tuple[str, ...]:
    """Return the names of all kit pieces, sorted."""
    return tuple(sorted(each.stem for each in (asset_root() / "models").glob("*.toml")))


@cache
def kit_piece(name: str) -> KitPiece:
    """Return a kit piece by name.

    Raises
    ------
    InputProblems
        When its file or mesh cannot be read.
    """
    return read_kit_piece(asset_root() / "models" / f"{name}.toml")


def read_kit_piece(path: Path) -> KitPiece:
    """Return the kit piece of a piece file.

    Raises
    ------
    InputProblems
        With every problem of the file, or of its mesh.
    """
    found = Collector(path.name)

    def read(name: str) -> bytes | None:
        try:
            return (path.parent / name).read_bytes()
        except OSError:
            return None

    piece = piece_from(read_toml(path, path.name), read, found)
    if piece is None:
        raise InputProblems(found.problems)
    return piece


def piece_from(
    raw: Mapping[str, object], read: Callable[[str], bytes | None], found: Collector
) -> KitPiece | None:
    """Return the piece of a parsed piece file, or None with its problems gathered.

    Parameters
    ----------
    raw : mapping
    read : function
        Gives the bytes of a mesh file by its name beside the piece file.
    found : Collector
    """
    before = len(found.problems)
    file = read_file(raw, KitFile, "piece", found)
    if file is None:
        return None
    data = _mesh_bytes(file.model, "model", read, found)
    body = None
    if data is not None:
        body = load_body(data, file.model, file.unit, file.up, found, "model")
    if body is not None:
        _check_outlines(file, body, found)
    drawn = _drawn(file, read, found)
    if data is None or body is None or len(found.problems) > before:
        return None
    return KitPiece(file, body, sha256_of(data), drawn)


def _drawn(file: KitFile, read: Callable[[str], bytes | None], found: Collector) -> MeshData | None:
    """Return the lighter mesh of a piece that names one."""
    if file.drawing is None:
        return None
    name = file.drawing.model
    data = _mesh_bytes(name, "drawing.model", read, found)
    if data is None:
        return None
    return load_body(data, name, file.unit, file.up, found, "drawing.model")


def _mesh_bytes(
    name: str, where: str, read: Callable[[str], bytes | None], found: Collector
) -> bytes | None:
    plain = PurePosixPath(name)
    outside = plain.is_absolute() or ".." in plain.parts or ":" in name or "\\" in name
    data = None if outside else read(name)
    if data is None:
        found.add("no_mesh", where, found=name, nearest="")
    return data


def _check_outlines(file: KitFile, body: MeshData, found: Collector) -> None:
    """Gather what is wrong with area, walls and floors, in the piece's own frame."""
    outlines = PieceOutlines(Pose(0.0, 0.0), found)
    outlines.area("none" if file.area is None else file.area, body)
    outlines.blocks("none" if file.blocks is None else file.blocks, body)
    outlines.floors(file.floor, 0.0)
