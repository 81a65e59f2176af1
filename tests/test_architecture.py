"""The house itself: sizes, rooms and the rules about who may name whom."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.source import imported_modules

ROOT = Path(__file__).resolve().parents[1]
SOURCES = sorted((ROOT / "sim").rglob("*.py"))
ROOMS = {
    "ai",
    "cli",
    "engine",
    "geometry",
    "reports",
    "rules",
    "table",
    "view",
    "window",
    "words",
}
LONGEST_FILE = 500
LONGEST_FUNCTION = 60
#: Rooms that both books share and that must not know either.
SHARED = ("geometry", "table", "engine", "view", "window", "reports", "words")
BOOKS = ("dust_warfare", "dirtside", "Dust Warfare", "Dirtside")


def names(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_the_package_has_the_rooms_of_the_map_and_no_others():
    found = {p.name for p in (ROOT / "sim").iterdir() if p.is_dir() and p.name[0] not in "_."}
    assert found == ROOMS


@pytest.mark.parametrize("path", SOURCES, ids=names)
def test_a_file_stays_readable_in_one_sitting(path: Path):
    assert len(path.read_text().splitlines()) <= LONGEST_FILE


@pytest.mark.parametrize("path", SOURCES, ids=names)
def test_a_function_holds_one_idea(path: Path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            doc = ast.get_docstring(node, clean=False) or ""
            lines = (node.end_lineno or 0) - node.lineno + 1 - len(doc.splitlines())
            assert lines <= LONGEST_FUNCTION, f"{node.name} has {lines} lines"


@pytest.mark.parametrize("room", SHARED)
def test_rooms_shared_by_the_books_name_neither(room: str):
    for path in sorted((ROOT / "sim" / room).rglob("*")):
        # A book's own words are its own, and the commands know every room.
        own = path.name.startswith(("en.dust_warfare", "en.dirtside", "en.cli"))
        if path.suffix not in (".py", ".toml") or own:
            continue
        for book in BOOKS:
            assert book not in path.read_text(), f"{names(path)} names {book}"


def test_only_the_dice_room_draws_random_numbers():
    for path in SOURCES:
        imported = imported_modules(path)
        assert "random" not in imported, names(path)
        assert "secrets" not in imported or path.parent.name == "cli", names(path)


def test_no_rule_reads_a_clock():
    for room in ("rules", "engine", "table", "geometry"):
        for path in sorted((ROOT / "sim" / room).rglob("*.py")):
            assert not {"time", "datetime"} & set(imported_modules(path)), names(path)
