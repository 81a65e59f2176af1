"""Checking a file of any kind, by its ``format`` line."""

from __future__ import annotations

import re
from pathlib import Path

from sim.errors import InputProblems
from sim.table.bodies import Bodies
from sim.table.checks import check_force_units
from sim.table.files import FolderFiles
from sim.table.kit import read_kit_piece
from sim.table.models import ModelMaker
from sim.table.profiles import ProfileBook, book_with, load_book
from sim.table.reading import Collector, read_file, read_toml
from sim.table.scene import open_scene
from sim.table.schema import KINDS, ForceFile

__all__ = ["check_any_file"]


def check_any_file(path: Path) -> str:
    """Return the kind of a file that was read and found good.

    A scene is built with everything in it, a piece with its mesh, a force against its game's
    profiles, a profile file with its models; what its game makes of it is that book's business.

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
        _check_figures(path, book_with(path), found)
    elif kind == "force":
        read_file(raw, ForceFile, kind, found)
        units, game = raw.get("units"), raw.get("game")
        if isinstance(units, list) and isinstance(game, str):
            # A force with another fault is still asked for its units.
            named = [unit for unit in units if isinstance(unit, str | dict)]
            check_force_units(named, "force", game, load_book(game), found)
    else:
        # A file that does not say what it is is read as a scene, which names what is missing.
        open_scene(path)
        return "scene"
    if found.problems:
        raise InputProblems(found.problems)
    return kind


def _check_figures(path: Path, book: ProfileBook, found: Collector) -> None:
    """Make the model of every miniature type that the file names."""
    maker = ModelMaker(Bodies(FolderFiles(path.parent), found), (), book)
    for name, entry in book.profiles.items():
        if entry.file == str(path):
            try:
                maker.of_profile(name)
            except InputProblems as error:
                found.problems.extend(error.problems)


def _kind(line: object) -> str:
    match = re.fullmatch(r"hulldown-(\w+)/\d+", line) if isinstance(line, str) else None
    return match[1] if match and match[1] in KINDS else ""
