"""``hulldown check FILE…``: is it readable, does it make sense, do its claims hold."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sim.cli.backstage import OFFERED
from sim.cli.books import BOOKS
from sim.cli.common import Opened, add_command, open_table
from sim.errors import InputProblems, Problem, UsageError
from sim.rules.dirtside.design.files import read_design
from sim.rules.dirtside.design.limits import objections
from sim.table.any_file import check_any_file
from sim.table.assets import asset_root, scene_root
from sim.table.claims import check_claims
from sim.table.profiles import book_with
from sim.table.schema import schema_text
from sim.window.lessons.course import lesson_schema, read_lesson
from sim.words import say

__all__ = ["register", "run"]

#: The kind of file that only the window reads, and the one that only its book does.
LESSON, DESIGN = "lesson", "design"


def register(commands: Any) -> None:
    """Add the command."""
    parser = add_command(commands, "check")
    parser.add_argument("files", nargs="*", metavar="FILE", help=say("cli.help.files"))
    parser.add_argument("--schema", metavar="KIND", help=say("cli.help.schema"))
    parser.add_argument("--all", action="store_true", help=say("cli.help.check_all"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Check every file; exit 2 when one cannot be read, 1 when a claim fails, else 0."""
    if args.schema:
        print(lesson_schema() if args.schema == LESSON else schema_text(args.schema))
        return 0
    files = [*args.files, *(_shipped() if args.all else [])]
    if not files:
        raise UsageError("cli.nothing_to_check")
    unreadable = refused = 0
    for name in files:
        try:
            objections = _objections(name)
        except InputProblems as error:
            unreadable += 1
            print(error, file=sys.stderr)
            continue
        refused += bool(objections)
        for line in objections:
            print(f"{name}: {line}")
    if unreadable or refused:
        return 2 if unreadable else 1
    print(say("cli.check.ok", count=len(files)))
    return 0


def _shipped() -> Iterable[str]:
    """Return every file of data that comes with the program."""
    for root in (scene_root(), asset_root()):
        yield from (str(path) for path in sorted(root.rglob("*.toml")))


def _objections(name: str) -> list[str]:
    """Return what a readable file claims wrongly.

    Raises
    ------
    InputProblems
        When the file is not valid.
    """
    if _says_it_is(Path(name), DESIGN):
        return [each.text() for each in objections(read_design(Path(name)))]
    kind = _readable(Path(name))
    if kind != "scene":
        return []
    opened = open_table(name)
    if opened.book is not None and opened.scene.forces:
        opened.book.open(opened.scene, opened.facts, {}, "")
    results = check_claims(opened.scene, opened.facts, cover_of=_cover_of(opened))
    return [result.text() for result in results if result.holds is not True]


def _readable(path: Path) -> str:
    """Return the kind of a valid file; profiles are shown to their game's book, too.

    Raises
    ------
    InputProblems
        With every problem at once, the table's and the book's.
    """
    if _says_it_is(path, LESSON):
        read_lesson(path, OFFERED)
        return LESSON
    problems: list[Problem] = []
    kind = ""
    try:
        kind = check_any_file(path)
    except InputProblems as error:
        problems += error.problems
    try:
        profiles = book_with(path) if _says_it_is(path, "profile") else None
        if profiles is not None and profiles.game in BOOKS:
            BOOKS[profiles.game].check_profiles(profiles)
    except InputProblems as error:
        known = [problem.text() for problem in problems]
        problems += [each for each in error.problems if each.text() not in known]
    if problems:
        raise InputProblems(problems)
    return kind


def _says_it_is(path: Path, kind: str) -> bool:
    """Return whether a file says of itself, in its first line, that it is of a kind."""
    try:
        first = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    return f'"hulldown-{kind}/' in first.partition("\n")[0]


def _cover_of(opened: Opened) -> Any:
    if opened.book is None:
        return None
    book = opened.book
    return lambda shooter, target: book.cover(opened.scene, opened.facts, shooter, target).cover
