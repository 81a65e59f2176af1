"""The kit: pieces and figures that come with the program, one TOML file and one mesh each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sim.errors import InputProblems
from sim.geometry.mesh_data import MeshData
from sim.geometry.pose import Pose
from sim.table.assets import asset_root
from sim.table.files import sha256_of
from sim.table.loading import load_body
from sim.table.outlines import PieceOutlines
from sim.table.reading import Collector, read_file, read_toml
from sim.table.schema import KitFile

__all__ = ["KitPiece", "kit_names", "kit_piece"]


@dataclass(frozen=True, eq=False)
class KitPiece:
    """A kit piece: what its file says, and its body in its own frame."""

    file: KitFile
    body: MeshData
    digest: str


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
    file = read_file(read_toml(path, path.name), KitFile, "piece", found)
    data = None if file is None else _mesh_bytes(path, file, found)
    if file is not None and data is not None:
        body = load_body(data, file.model, file.unit, file.up, found, "model")
        if body is not None:
            _check_outlines(file, body, found)
        if body is not None and not found.problems:
            return KitPiece(file, body, sha256_of(data))
    raise InputProblems(found.problems)


def _mesh_bytes(path: Path, file: KitFile, found: Collector) -> bytes | None:
    try:
        return (path.parent / file.model).read_bytes()
    except OSError:
        found.add("no_mesh", "model", found=file.model, nearest="")
        return None


def _check_outlines(file: KitFile, body: MeshData, found: Collector) -> None:
    """Gather what is wrong with area, walls and floors, in the piece's own frame."""
    outlines = PieceOutlines(Pose(0.0, 0.0), found)
    outlines.area("none" if file.area is None else file.area, body)
    outlines.blocks("none" if file.blocks is None else file.blocks, body)
    outlines.floors(file.floor, 0.0)
