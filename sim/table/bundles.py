"""What goes into a bundle beside the scene: its mesh and piece files under flat names."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

import tomli_w

from sim.table.files import MeshFiles

__all__ = ["bundled_files"]


def bundled_files(
    names: Iterable[str], files: MeshFiles
) -> tuple[Mapping[str, str], Mapping[str, bytes]]:
    """Return new names for a scene's files, and their bytes by those names.

    A piece file that names a mesh whose name had to change is rewritten; all others are carried
    byte for byte.

    Parameters
    ----------
    names : iterable of str
        Every file the scene's table was made of, as the scene and its piece files lead to it.
    """
    renamed: dict[str, str] = {}
    packed: dict[str, bytes] = {}
    for name in names:
        data = files.read(name)
        if data is not None:
            renamed[name] = _entry_name(name, packed)
            packed[renamed[name]] = data
    for name, entry in renamed.items():
        if name.endswith(".toml"):
            packed[entry] = _led_anew(packed[entry], PurePosixPath(name).parent, renamed)
    return renamed, packed


def _entry_name(name: str, taken: Mapping[str, bytes]) -> str:
    plain = Path(name).name
    entry, number = f"models/{plain}", 2
    while entry in taken:
        entry, number = f"models/{number}-{plain}", number + 1
    return entry


def _led_anew(data: bytes, folder: PurePosixPath, renamed: Mapping[str, str]) -> bytes:
    """Return a piece file that leads to its meshes under their new names."""
    raw: dict[str, Any] = tomllib.loads(data.decode("utf-8-sig"))
    changed = False
    for table in (raw, raw.get("drawing")):
        if not isinstance(table, dict) or not isinstance(table.get("model"), str):
            continue
        entry = renamed.get((folder / table["model"]).as_posix())
        if entry is not None and PurePosixPath(entry).name != table["model"]:
            table["model"] = PurePosixPath(entry).name
            changed = True
    return tomli_w.dumps(raw).encode() if changed else data
