"""A measured opponent never changes: its numbers and its code are held by a digest.

Comments, docstrings and blanks may change. See the package's own words for what to do when a
better opponent comes, or a rule's face changes.
"""

from __future__ import annotations

import ast
import hashlib
import io
import tokenize
from pathlib import Path

from sim.ai.regular import LATEST, VERSIONS

ROOT = Path(__file__).resolve().parents[2] / "sim" / "ai"
#: Code outside the packages that decides what they answer.
SHARED = (ROOT / "budget.py", ROOT.parent / "engine" / "formation.py")
FROZEN = {1: "554c8d87a7e5c200", 2: "06d7a236eb1f5a23"}


def bare(source: str) -> str:
    """Return source without comments, docstrings and white space."""
    dropped: list[tuple[int, int, int, int]] = [
        (*token.start, *token.end)
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    ]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                end = (first.end_lineno or first.lineno, first.end_col_offset or 0)
                dropped.append((first.lineno, first.col_offset, *end))
    kept: list[str] = []
    lines = source.splitlines()
    for number, line in enumerate(lines, start=1):
        for column, letter in enumerate(line):
            here = (number, column)
            if not any((a, b) <= here < (c, d) for a, b, c, d in dropped):
                kept.append(letter)
    return "".join("".join(kept).split())


def digest(version: int) -> str:
    """Return a digest of the code and numbers of a version."""
    package = ROOT / "dust_warfare" / f"regular_{version}"
    files = [*sorted(package.glob("*.py")), *SHARED]
    text = "".join(f"{path.name}\n{bare(path.read_text())}\n" for path in files)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def test_every_version_is_frozen_and_the_latest_is_known():
    assert set(FROZEN) == set(VERSIONS)
    assert max(FROZEN) == LATEST


def test_a_frozen_version_is_what_it_was():
    assert {version: digest(version) for version in FROZEN} == FROZEN


def test_words_about_the_code_may_change_but_not_the_code():
    plain = "def f(x):\n    return x + 1\n"
    assert bare(plain) == bare('def f(x):\n    """Say."""\n    return x + 1  # so\n')
    assert bare(plain) != bare(plain.replace("1", "2"))
