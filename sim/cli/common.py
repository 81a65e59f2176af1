"""What the commands share: opening a scene with its table, facts and book, and printing."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from sim.cli.books import book_named
from sim.engine.game import Game
from sim.engine.ports import Book
from sim.errors import UsageError
from sim.table.facts import Facts
from sim.table.names import resolve_id
from sim.table.scene import PlacedMini, Scene, build_table, open_scene

__all__ = [
    "Opened",
    "add_options",
    "open_game",
    "open_table",
    "option_values",
    "print_json",
    "the_mini",
    "write_picture",
]


@dataclass(frozen=True)
class Opened:
    """A scene with its table's facts and, where it names a game, that game's book."""

    scene: Scene
    facts: Facts
    book: Book | None


def open_table(path: str) -> Opened:
    """Open a scene file.

    Raises
    ------
    InputProblems
        With every problem of the file at once.
    """
    scene = open_scene(Path(path))
    facts = Facts(build_table(scene))
    return Opened(scene, facts, book_named(scene.game) if scene.game else None)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the flags that choose table options."""
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--bundle", default="")


def option_values(args: argparse.Namespace) -> dict[str, str]:
    """Return the options given on the command line.

    Raises
    ------
    UsageError
        When one is not ``NAME=VALUE``.
    """
    values: dict[str, str] = {}
    for text in args.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise UsageError("cli.option_form", found=text)
        values[name.strip()] = value.strip()
    return values


def open_game(opened: Opened, options: Mapping[str, str], bundle: str) -> Game[Any]:
    """Return the game of an opened scene.

    Raises
    ------
    UsageError
        When the scene is for no game.
    """
    if opened.book is None:
        raise UsageError("cli.no_game", scene=opened.scene.source)
    return opened.book.open(opened.scene, opened.facts, dict(options), bundle)


def the_mini(scene: Scene, text: str) -> PlacedMini:
    """Return the miniature of a scene that a person named."""
    return scene.mini(resolve_id(text, [mini.id for mini in scene.minis], "mini"))


def write_picture(path: Path, png: bytes) -> None:
    """Write a picture whole and print its line.

    Raises
    ------
    UsageError
        When it cannot be written there.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(png)
    except OSError as error:
        raise UsageError("cli.cannot_write", path=path, detail=error.strerror or "") from error


def print_json(document: Any) -> None:
    """Print one JSON document and nothing else."""
    text = msgspec.json.format(msgspec.json.encode(document), indent=2)
    sys.stdout.write(text.decode() + "\n")
