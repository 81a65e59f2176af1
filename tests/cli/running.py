"""Running commands in tests: in this process, or as a person's shell would."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from sim.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
SKIRMISH = str(ROOT / "tests" / "cli" / "scenes" / "skirmish.toml")
THREE_TURNS = str(ROOT / "tests" / "cli" / "scenes" / "three_turns.toml")
YARD = str(ROOT / "scenes" / "dust_warfare" / "training_yard.toml")


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


def ran(capsys: pytest.CaptureFixture[str], *words: str) -> Ran:
    """Run a command in this process."""
    code = main(list(words))
    captured = capsys.readouterr()
    return Ran(code, captured.out, captured.err)


def shell(*words: str, hash_seed: str = "0", typed: str | None = None) -> Ran:
    """Run a command in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "sim", *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def typed(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    lines: Sequence[str],
    *words: str,
) -> Ran:
    """Run a command in this process with lines on its standard input."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    return ran(capsys, *words)
