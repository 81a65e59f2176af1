"""The README holds what it says: its session runs, its commands exist, its picture is there."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from sim.cli.main import build_parser

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^hulldown (.+)$", README, flags=re.MULTILINE)


def test_the_python_session_runs_and_is_short(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(ROOT)
    session = doctest.DocTestParser().get_doctest(README, {}, "README", "README.md", 0)
    assert 0 < len(session.examples) <= 15
    said: list[str] = []
    result = doctest.DocTestRunner().run(session, out=said.append)
    assert result.failed == 0, "".join(said)


def test_commands_are_shown():
    assert len(COMMANDS) >= 3


@pytest.mark.parametrize("command", COMMANDS)
def test_a_shown_command_is_understood_and_its_files_are_there(command: str):
    words = command.split()
    args = build_parser().parse_args(words)
    assert args.command == words[0]
    for word in words:
        if word.startswith("scenes/"):
            assert (ROOT / word).exists()


@pytest.mark.parametrize("path", re.findall(r"\]\(([^)h][^)]*)\)", README))
def test_what_is_linked_is_there(path: str):
    assert (ROOT / path).exists()
