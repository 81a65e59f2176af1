"""Every message of this room is in the catalogue and gets the values it names."""

from __future__ import annotations

import ast
from pathlib import Path

import sim.table
from sim import words

SOURCES = sorted(Path(sim.table.__file__).parent.glob("*.py"))


def added() -> list[tuple[str, str, set[str]]]:
    """Return (file, word key, names of the values given) of each gathered problem."""
    calls: list[tuple[str, str, set[str]]] = []
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            first = node.args[0]
            if not isinstance(first, ast.Constant) or not isinstance(first.value, str):
                continue
            given = {each.arg or "" for each in node.keywords}
            if name == "add":
                calls.append((path.name, f"table.problem.{first.value}", given))
            elif name in ("HulldownError", "UsageError", "say"):
                calls.append((path.name, first.value, given))
    return calls


def test_every_message_has_its_text_and_its_values():
    calls = added()
    assert len(calls) > 50
    for file, key, given in calls:
        assert words.has(key), f"{file}: {key}"
        missing = set(words.parameters(key)) - given
        assert not missing, f"{file}: {key} lacks {missing}"


def test_no_problem_text_is_left_without_a_caller():
    used = {key for _, key, _ in added()}
    texts = {key for key in words.all_keys() if key.startswith("table.problem.")}
    assert texts == {key for key in used if key.startswith("table.problem.")}
