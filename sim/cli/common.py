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
from sim.table.assets import scene_root
from sim.table.facts import Facts
from sim.table.names import did_you_mean, resolve_id
from sim.table.scene import PlacedMini, Scene, build_table, open_scene
from sim.words import say

__all__ = [
    "Opened",
    "add_command",
    "add_options",
    "open_game",
    "open_table",
    "option_values",
    "print_json",
    "scene_path",
    "the_mini",
    "write_picture",
]


@dataclass(frozen=True)
class Opened:
    """A scene with its table's facts and, where it names a game, that game's book."""

    scene: Scene
    facts: Facts
    book: Book | None


def scene_path(text: str) -> Path:
    """Return the file that a person means by a path, or by the name of a shipped scene.

    ``mills`` and ``dust_warfare/mills`` mean the scene that comes with the program, where no file
    of that name lies here.

    Raises
    ------
    UsageError
        When a bare name is neither; the nearest shipped scene is named.
    """
    path = Path(text)
    if path.exists() or path.suffix:
        return path
    root = scene_root()
    shipped = {
        name: found
        for found in sorted(root.rglob("*.toml"))
        for name in (found.stem, found.relative_to(root).with_suffix("").as_posix())
    }
    if text not in shipped:
        known = ", ".join(sorted({found.stem for found in shipped.values()}))
        near = did_you_mean(text, shipped)
        raise UsageError("cli.no_scene", found=text, nearest=near, known=known)
    return shipped[text]


def open_table(path: str) -> Opened:
    """Open a scene by its file or by its name among those that come with the program.

    Raises
    ------
    InputProblems
        With every problem of the file at once.
    """
    scene = open_scene(scene_path(path))
    facts = Facts(build_table(scene))
    return Opened(scene, facts, book_named(scene.game) if scene.game else None)


def add_command(commands: Any, name: str) -> argparse.ArgumentParser:
    """Add a command with its line in the list of commands and its own help with examples."""
    return commands.add_parser(
        name,
        help=say(f"cli.help.{name}"),
        description=say(f"cli.about.{name}"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the flags that choose table options."""
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=say("cli.help.option"),
    )
    parser.add_argument("--bundle", default="", help=say("cli.help.bundle"))


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
