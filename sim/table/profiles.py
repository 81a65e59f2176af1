"""Profiles of a game: miniature types, weapons and units, from files that anybody may extend.

This room reads only what a figure is (model, base, heights); the rest of each table is the game's
and is handed on as it stands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import cast

from sim.errors import InputProblems, Problem
from sim.table.assets import asset_root
from sim.table.names import did_you_mean, is_name
from sim.table.reading import Collector, item_place, read_file, read_toml
from sim.table.schema import Opaque, ProfileEntryFile, ProfileFile

__all__ = [
    "ProfileBook",
    "ProfileEntry",
    "book_with",
    "games_with_profiles",
    "load_book",
    "load_profiles",
]


@dataclass(frozen=True)
class ProfileEntry:
    """A miniature type, a weapon or a unit of a game.

    Attributes
    ----------
    id : str
    game, faction : str
    figure : ProfileEntryFile or None
        Model, base and heights of a miniature type; None for weapons and units.
    raw : mapping
        The whole table as its file has it.
    file : str
        Name of the file, for messages.
    """

    id: str
    game: str
    faction: str
    figure: ProfileEntryFile | None
    raw: Mapping[str, object]
    file: str = ""


@dataclass(frozen=True)
class ProfileBook:
    """All profiles of one game, each mapping in file and then in line order."""

    game: str
    profiles: Mapping[str, ProfileEntry] = field(default_factory=dict)
    weapons: Mapping[str, ProfileEntry] = field(default_factory=dict)
    units: Mapping[str, ProfileEntry] = field(default_factory=dict)
    factions: Mapping[str, str] = field(default_factory=dict)


def games_with_profiles(root: Path | None = None) -> tuple[str, ...]:
    """Return the games that have a folder of profiles, sorted."""
    folder = (root or asset_root()) / "profiles"
    return tuple(sorted(each.name for each in folder.glob("*") if each.is_dir()))


def load_profiles(game: str, root: Path | None = None) -> Mapping[str, ProfileEntry]:
    """Return a game's miniature types by id, in file order.

    Raises
    ------
    InputProblems
        When a profile file cannot be read; all problems of all its files at once.
    """
    return load_book(game, root).profiles


@cache
def load_book(game: str, root: Path | None = None) -> ProfileBook:
    """Return all profiles of a game; a game without a folder has an empty book.

    Parameters
    ----------
    game : str
        Name of the folder under ``profiles``.
    root : Path, optional
        The assets folder; by default our own.

    Raises
    ------
    InputProblems
        When a profile file cannot be read; all problems of all its files at once.
    """
    folder = (root or asset_root()) / "profiles" / game
    shelves: dict[str, dict[str, ProfileEntry]] = {"profile": {}, "weapon": {}, "unit": {}}
    factions: dict[str, str] = {}
    problems: list[Problem] = []
    for path in sorted(folder.glob("*.toml")):
        problems += _read_into(path, game, shelves, factions)
    if problems:
        raise InputProblems(problems)
    return ProfileBook(
        game,
        MappingProxyType(shelves["profile"]),
        MappingProxyType(shelves["weapon"]),
        MappingProxyType(shelves["unit"]),
        MappingProxyType(factions),
    )


def book_with(path: Path) -> ProfileBook:
    """Return the profiles of a game with those of one more file in front.

    What the file names anew stands in place of ours; so a copy of one of our files, changed,
    can be looked at by itself.

    Raises
    ------
    InputProblems
        When the file cannot be read.
    """
    raw = read_toml(path, str(path))
    found = Collector(str(path))
    parsed = read_file(raw, ProfileFile, "profile", found)
    if parsed is None:
        raise InputProblems(found.problems)
    shelves: dict[str, dict[str, ProfileEntry]] = {"profile": {}, "weapon": {}, "unit": {}}
    factions: dict[str, str] = {}
    problems = _read_into(path, parsed.game, shelves, factions, str(path))
    if problems:
        raise InputProblems(problems)
    ours = load_book(parsed.game)
    return ProfileBook(
        parsed.game,
        {**shelves["profile"], **_others(ours.profiles, shelves["profile"])},
        {**shelves["weapon"], **_others(ours.weapons, shelves["weapon"])},
        {**shelves["unit"], **_others(ours.units, shelves["unit"])},
        {**ours.factions, **factions},
    )


def _others(
    ours: Mapping[str, ProfileEntry], theirs: Mapping[str, ProfileEntry]
) -> dict[str, ProfileEntry]:
    return {name: entry for name, entry in ours.items() if name not in theirs}


def _read_into(
    path: Path,
    game: str,
    shelves: dict[str, dict[str, ProfileEntry]],
    factions: dict[str, str],
    source: str = "",
) -> Sequence[Problem]:
    source = source or path.name
    found = Collector(source)
    try:
        raw = read_toml(path, source)
    except InputProblems as error:
        return error.problems
    parsed = read_file(raw, ProfileFile, "profile", found)
    if parsed is None:
        return found.problems
    if parsed.game != game:
        found.add("choice", "game", found=f'"{parsed.game}"', expected=f'"{game}"', nearest="")
    factions.setdefault(parsed.faction, parsed.name or parsed.faction)
    figures = {each.id: each for each in parsed.profile}
    for kind, shelf in shelves.items():
        tables = cast("list[Opaque]", raw.get(kind, []))
        for index, table in enumerate(tables):
            where = item_place(kind, index, table)
            name = table.get("id")
            if not isinstance(name, str) or not is_name(name):
                found.add("bad_slug", f"{where}.id", found=name)
            elif name in shelf:
                found.add("duplicate_id", where, found=name)
            else:
                figure = figures.get(name) if kind == "profile" else None
                entry = ProfileEntry(name, game, parsed.faction, figure, table, source)
                shelf[name] = entry
    return found.problems


def unknown_profile(name: str, known: Mapping[str, ProfileEntry]) -> dict[str, object]:
    """Return the message parameters for a profile that is not there."""
    return {"found": name, "nearest": did_you_mean(name, known)}
