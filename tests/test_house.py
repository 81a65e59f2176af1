"""The house's own tools: standard library only, and the gates that everybody runs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.source import imported_modules

ROOT = Path(__file__).resolve().parents[1]
DEV = ROOT / "tools" / "dev.py"


def test_the_set_up_script_needs_nothing_but_python():
    imported = [name.split(".")[0] for name in imported_modules(DEV)]
    assert imported
    assert [name for name in imported if name not in sys.stdlib_module_names] == []


def test_ci_runs_the_test_command_of_the_readme_and_then_the_other_gates():
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "python3 tools/dev.py test\n" in readme
    assert ci.index("python3 tools/dev.py test") < ci.index("python3 tools/dev.py check --rest")


def test_the_set_up_script_says_what_it_can_do():
    done = subprocess.run(
        [sys.executable, str(DEV), "--help"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    for word in ("play", "test", "check", "bench"):
        assert word in done.stdout


def test_no_file_of_the_tree_names_the_place_it_was_made_in():
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    names = listed.stdout.splitlines() if listed.returncode == 0 else []
    marks = ("/" + "work" + "/", "/" + "root" + "/.")
    found = [
        name
        for name in names
        if name.endswith((".py", ".toml", ".md")) and (ROOT / name).exists()
        for mark in marks
        if mark in (ROOT / name).read_text(encoding="utf-8")
    ]
    assert found == []
