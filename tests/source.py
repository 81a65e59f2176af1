"""Reading the project's own source."""

from __future__ import annotations

import ast
from pathlib import Path

__all__ = ["imported_modules"]


def imported_modules(path: Path) -> list[str]:
    """Return the dotted names of every module a file imports, wherever in it."""
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names.append(node.module or "")
    return names
