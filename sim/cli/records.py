"""Journals of commands: what their headers say, and how to open the game of one again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from sim.cli.common import Opened, open_game, open_table
from sim.engine.game import Game
from sim.engine.record_files import Header, SceneRef
from sim.errors import InputProblems, Problem
from sim.table.scene import Scene

__all__ = ["fresh_path", "header_of", "opened_of", "opener"]


def header_of(
    opened: Opened,
    options: Mapping[str, str],
    bundle: str,
    players: Mapping[str, str],
    *,
    match_style: bool = False,
) -> Header:
    """Return the header of a new journal for an opened scene."""
    return Header(
        game=opened.scene.game,
        scene=SceneRef(opened.scene.source, opened.scene.digest()),
        profiles=_profile_digests(opened.scene),
        bundle=bundle,
        options=dict(options),
        players=dict(players),
        match_style=match_style,
    )


def _profile_digests(scene: Scene) -> dict[str, str]:
    """Return a digest per profile file of the scene's game."""
    files: dict[str, list[Any]] = {}
    for shelf in (scene.book.weapons, scene.book.profiles, scene.book.units):
        for entry in shelf.values():
            files.setdefault(entry.file, []).append(entry.raw)
    return {
        name: hashlib.sha256(msgspec.json.encode(raw, order="sorted")).hexdigest()
        for name, raw in files.items()
    }


def opened_of(header: Header, journal: Path) -> Opened:
    """Open the scene that a journal was played on.

    Raises
    ------
    InputProblems
        When the scene is not there or is not the one that was played.
    """
    if header.scene is None:
        raise InputProblems([Problem("cli.record.no_scene", "", str(journal))])
    opened = open_table(_scene_of(header.scene.path, journal))
    now = header_of(opened, header.options, header.bundle, header.players)
    changed = [
        Problem("cli.record.changed", what, str(journal), {"then": then[:16], "now": new[:16]})
        for what, then, new in header.differences(now)
        if what == "scene" or what in header.profiles
    ]
    if changed:
        raise InputProblems(changed)
    return opened


def _scene_of(path: str, journal: Path) -> str:
    """Return where the scene lies: as recorded, or from the journal's folder."""
    beside = journal.parent / path
    return str(beside) if not Path(path).exists() and beside.exists() else path


def opener(journal: Path) -> Callable[[Header], Game[Any]]:
    """Return what opens the game that a journal's header describes."""

    def open_it(header: Header) -> Game[Any]:
        return open_game(opened_of(header, journal), header.options, header.bundle)

    return open_it


def fresh_path(folder: Path, stem: str) -> Path:
    """Return a journal path in a folder that no journal has yet."""
    path = folder / f"{stem}.jsonl"
    number = 2
    while path.exists():
        path = folder / f"{stem}-{number}.jsonl"
        number += 1
    return path
