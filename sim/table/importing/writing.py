"""Writing a prepared model as a piece: its file, meshes and thumbnail, all or nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomli_w

from sim import __version__
from sim.errors import HulldownError, UsageError
from sim.table.files import write_whole
from sim.table.importing.orders import Prepared
from sim.table.importing.prepare import DRAWING, MODEL
from sim.words import say

__all__ = ["Wishes", "check_free", "piece_path", "slug_of", "write_piece"]


@dataclass(frozen=True)
class Wishes:
    """What the person says of a piece that no file can.

    Attributes
    ----------
    into : Path
        The folder for the piece.
    name, kind, licence : str
    replace : bool
        Write over a piece of the same name.
    """

    into: Path
    name: str = ""
    kind: str = ""
    licence: str = ""
    replace: bool = False


def slug_of(source: str) -> str:
    """Return the id of a piece made of a file: its name in small letters, digits and ``-``.

    >>> slug_of("Bunker small (v2).STL")
    'bunker-small-v2'
    """
    stem = Path(source).name.partition(".")[0] or Path(source).name
    return re.sub(r"[^a-z0-9]+", "-", stem.lower()).strip("-") or "model"


def piece_path(source: str, wishes: Wishes) -> Path:
    """Return where the piece of a file is written."""
    return wishes.into / f"{slug_of(wishes.name or source)}.toml"


def check_free(source: str, wishes: Wishes) -> None:
    """Refuse to write over a piece that is there.

    Raises
    ------
    UsageError
        ``importing.exists``, unless the person wishes to replace it.
    """
    path = piece_path(source, wishes)
    if path.exists() and not wishes.replace:
        raise UsageError("importing.exists", file=source, path=path)


def write_piece(
    made: Prepared, scratch: Path, wishes: Wishes, thumbnail: bytes | None = None
) -> Path:
    """Write the piece and return its file; the piece file is written last.

    Parameters
    ----------
    made : Prepared
    scratch : Path
        Where the child left the meshes.
    wishes : Wishes
    thumbnail : bytes, optional
        A PNG.

    Raises
    ------
    HulldownError
        When it cannot be written there.
    """
    path = piece_path(made.name, wishes)
    files = {".glb": (scratch / MODEL).read_bytes()}
    if made.drawn:
        files[".drawing.glb"] = (scratch / DRAWING).read_bytes()
    if thumbnail is not None:
        files[".png"] = thumbnail
    files[".toml"] = _text(made, path.stem, wishes, thumbnail is not None).encode()
    try:
        wishes.into.mkdir(parents=True, exist_ok=True)
        for ending, data in files.items():
            write_whole(path.with_name(path.stem + ending), data)
    except OSError as error:
        detail = error.strerror or ""
        raise HulldownError("importing.cannot_write", path=path, detail=detail) from error
    return path


def _text(made: Prepared, name: str, wishes: Wishes, pictured: bool) -> str:
    """Return the piece file, with a remark where the person has something to fill in."""
    called = wishes.name or name.replace("-", " ").capitalize()
    head: dict[str, Any] = {"format": "hulldown-piece/1", "id": name, "name": called}
    head["role"] = "terrain"
    lines = [
        _toml(head),
        _remark("importing.remark.kind"),
        _toml({"kind": wishes.kind}),
        _toml({"model": f"{name}.glb", "unit": "m", "up": "y"}),
        _remark("importing.remark.area"),
        f"area = {_outline(made.outline)}\n",
        _toml({"thumbnail": f"{name}.png"}) if pictured else "",
        _toml({"provenance": "import"}),
        _remark("importing.remark.licence"),
        _toml({"licence": wishes.licence}),
        "\n",
        _toml({"source": _source(made)}),
    ]
    if made.drawn:
        drawing = {
            "model": f"{name}.drawing.glb",
            "triangles": made.drawn,
            "deviation_in": round(made.deviation_in, 5),
        }
        lines += ["\n", _toml({"drawing": drawing})]
    return "".join(lines)


def _source(made: Prepared) -> dict[str, Any]:
    return {
        "file": made.name,
        "sha256": made.sha256,
        "unit": made.unit,
        "up": made.up,
        "scale": made.scale,
        "made_by": f"hulldown {__version__}",
    }


def _toml(table: dict[str, Any]) -> str:
    return tomli_w.dumps(table)


def _remark(key: str) -> str:
    return "".join(f"# {line}\n" for line in say(key).splitlines())


def _outline(points: Sequence[tuple[float, float]]) -> str:
    """Return an outline as TOML on one line, as a person edits it."""
    if not points:
        return '"none"'
    return "[" + ", ".join(f"[{round(x, 4):g}, {round(y, 4):g}]" for x, y in points) + "]"
