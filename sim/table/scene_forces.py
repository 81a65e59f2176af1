"""The forces of a scene: listed in it, or in force files beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sim.errors import InputProblems
from sim.table.checks import check_force_units
from sim.table.profiles import ProfileBook
from sim.table.reading import Collector, read_file, read_toml
from sim.table.schema import ForceEntry, ForceFile, SceneFile

__all__ = ["Force", "ForceUnit", "read_forces"]


@dataclass(frozen=True)
class ForceUnit:
    """A unit of a force: its id on the table, its unit profile, and the table as written."""

    id: str
    unit: str
    raw: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Force:
    """One side's force."""

    side: str
    name: str
    faction: str
    units: tuple[ForceUnit, ...]


def read_forces(
    file: SceneFile, folder: Path | None, book: ProfileBook, found: Collector
) -> tuple[Force, ...]:
    """Return a scene's forces, with what is wrong with them gathered.

    Parameters
    ----------
    folder : Path or None
        Where force files are looked for.
    """
    taken: dict[str, str] = {}
    forces: list[Force] = []
    for index, entry in enumerate(file.force):
        name, faction = entry.name, entry.faction
        units: Sequence[object] = entry.units
        if entry.file and not entry.units:
            loaded = _force_file(entry, f"force[{index + 1}]", file.game, folder, book, found)
            if loaded is None:
                continue
            name, faction = name or loaded.name, faction or loaded.faction
            units = loaded.units
        forces.append(Force(entry.side, name or entry.side, faction, _units(units, taken, found)))
    return tuple(forces)


def _force_file(
    entry: ForceEntry,
    where: str,
    game: str,
    folder: Path | None,
    book: ProfileBook,
    found: Collector,
) -> ForceFile | None:
    if folder is None:
        found.add("no_mesh", f"{where}.file", found=entry.file, nearest="")
        return None
    inner = Collector(entry.file)
    try:
        loaded = read_file(read_toml(folder / entry.file, entry.file), ForceFile, "force", inner)
    except InputProblems as error:
        found.problems += error.problems
        return None
    if loaded is not None:
        if loaded.game != game:
            inner.add("force_game", "game", found=loaded.game, expected=game)
        check_force_units(loaded.units, "force", game, book, inner)
    found.problems += inner.problems
    return loaded


def _units(
    units: Sequence[object], taken: dict[str, str], found: Collector
) -> tuple[ForceUnit, ...]:
    """Return a force's units with ids unique in the scene, given or made from the profile's."""
    made: list[ForceUnit] = []
    for unit in units:
        raw: Mapping[str, object] = unit if isinstance(unit, dict) else {}
        profile = unit if isinstance(unit, str) else str(raw.get("unit", ""))
        given = raw.get("id")
        if isinstance(given, str):
            if given in taken:
                found.add("duplicate_id", f"force.units[{given}]", found=given)
            name = given
        else:
            plain = profile.replace("_", "-")
            name, number = plain, 2
            while name in taken:
                name, number = f"{plain}-{number}", number + 1
        taken[name] = profile
        made.append(ForceUnit(name, profile, raw))
    return tuple(made)
