"""Every public case and every book case in force is a test under its id."""

from __future__ import annotations

import re
from pathlib import Path

from tests.shared_files import shared_path

TESTS = Path(__file__).resolve().parent

#: Cases of the book that is not in yet; their plain geometry is tested where it stands alone.
NEXT_BOOK = {f"S{number}" for number in (1, 2, 3, 10, 12, 16, 17, 19, 20)}


def ids_tested() -> set[str]:
    """Return every id that a mark, a case file or the name of a test says it is."""
    found: set[str] = set()
    for path in sorted(TESTS.rglob("*")):
        if path.suffix == ".py":
            text = path.read_text(encoding="utf-8")
            for marked in re.findall(r"mark\.case\(([^)]*)\)", text):
                found.update(re.findall(r'"([A-Z]\d+)"', marked))
            found.update(re.findall(r":  # ([A-Z]\d+), ", text))
            found.update(name.upper() for name in re.findall(r"def test_([a-z]\d+)_", text))
        elif path.suffix == ".toml":
            text = path.read_text(encoding="utf-8")
            found.update(re.findall(r'^\s*id = "([A-Z]\d+)\b', text, re.MULTILINE))
    return found


def ids_of(name: str, pattern: str) -> list[str]:
    text = shared_path(f"cases/{name}").read_text(encoding="utf-8")
    ids = re.findall(pattern, text, re.MULTILINE)
    assert len(ids) > 20
    return ids


def test_every_public_case_is_a_test():
    known = ids_tested()
    public = ids_of("public_cases.md", r"^- \*\*([A-Z]\d+)\*\*")
    assert [case for case in public if case not in known] == []


def test_every_book_case_in_force_is_a_test():
    known = ids_tested()
    book = ids_of("book_geometry.md", r"^- ([DS]\d+)")
    assert [case for case in book if case not in known and case not in NEXT_BOOK] == []
