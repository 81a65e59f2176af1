"""Checking a file of any kind, by its ``format`` line."""

from __future__ import annotations

import re
from pathlib import Path

from sim.errors import InputProblems
from sim.table.checks import check_force_units
from sim.table.kit import read_kit_piece
from sim.table.profiles import load_book
from sim.table.reading import Collector, read_file, read_toml
from sim.table.scene import open_scene
from sim.table.schema import KINDS, ForceFile, ProfileFile

__all__ = ["check_any_file"]


def check_any_file(path: Path) -> str:
    """Return the kind of a file that was read and found good.

    A scene is built with everything in it, a piece with its mesh, a force against its game's
    profiles, a profile file on its own.

    Raises
    ------
    InputProblems
        With every problem of the file at once.
    """
    if path.suffix == ".hulldown":
        open_scene(path)
        return "scene"
    raw = read_toml(path, str(path))
    kind = _kind(raw.get("format"))
    found = Collector(str(path))
    if kind == "piece":
        read_kit_piece(path)
    elif kind == "profile":
        read_file(raw, ProfileFile, kind, found)
    elif kind == "force":
        force = read_file(raw, ForceFile, kind, found)
        if force is not None:
            check_force_units(force.units, "force", force.game, load_book(force.game), found)
    else:
        # A file that does not say what it is is read as a scene, which names what is missing.
        open_scene(path)
        return "scene"
    if found.problems:
        raise InputProblems(found.problems)
    return kind


def _kind(line: object) -> str:
    match = re.fullmatch(r"hulldown-(\w+)/\d+", line) if isinstance(line, str) else None
    return match[1] if match and match[1] in KINDS else ""
