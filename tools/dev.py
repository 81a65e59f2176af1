"""Set up, play, test, check and benchmark Hulldown; ``dev.py play | test | check | bench``.

Standard library only: it makes ``.venv``, installs the project there and runs it.

``play`` opens the demo table, or without a screen plays a game and writes pictures. ``test`` runs
the test suite and writes what the register calls proven; ``test --slow`` runs the long tests that
it leaves out. ``check`` runs every gate (lint, format, types, import contracts, registers, recorded
games under two hash seeds) and ``test``, which ``--rest`` leaves out. ``bench`` prints benchmarks
as ratios within one run.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
STAMP = VENV / "installed.sha256"
DEMO = "scenes/dust_warfare/mills.toml"
APT_LINE = "apt-get install -y python3-venv"
PIP = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]


def run(*command: str | Path, env: dict[str, str] | None = None) -> int:
    """Run a command in the project's root and return its exit code."""
    words = [str(word) for word in command]
    return subprocess.run(
        words, cwd=ROOT, env={**os.environ, **(env or {})}, check=False
    ).returncode


def must(*command: str | Path) -> None:
    """Run a command and stop with its exit code when it fails."""
    code = run(*command)
    if code:
        sys.exit(code)


def make_venv() -> None:
    """Make the virtual environment, or name the one line that a bare Debian needs."""
    if PYTHON.exists():
        return
    try:
        import ensurepip  # noqa: F401
        import venv
    except ImportError:
        print(f"Python's venv module is missing. On Debian: {APT_LINE}", file=sys.stderr)
        sys.exit(2)
    print("making .venv ...", flush=True)
    venv.create(VENV, with_pip=True)


def install(*, develop: bool) -> None:
    """Install the project in place, once for each content of pyproject.toml."""
    make_venv()
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
    wanted += " develop" if develop else ""
    have = STAMP.read_text() if STAMP.exists() else ""
    if have == wanted or have == f"{wanted} develop":
        return
    print("installing (the first time takes a minute) ...", flush=True)
    must(PYTHON, *PIP, "--upgrade", "pip>=25.1")
    groups = ["--group", "dev"] if develop else []
    must(PYTHON, *PIP, "-e", ".", *groups)
    STAMP.write_text(wanted)


def play(arguments: list[str]) -> int:
    """Open the demo table; without a screen watch a whole game and write pictures."""
    install(develop=False)
    screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    shown = bool(screen) or os.name == "nt" or sys.platform == "darwin"
    extra = arguments or ([] if shown else ["--watch", "--seed", "1"])
    return run(PYTHON, "-m", "sim", "play", DEMO, *extra)


def test(arguments: list[str]) -> int:
    """Run the test suite with coverage contexts, so that the register knows what is proven.

    ``--slow`` runs the long tests instead, which the suite leaves out.
    """
    install(develop=True)
    (ROOT / "build").mkdir(exist_ok=True)
    slow = arguments == ["--slow"]
    if arguments and not slow:
        return run(PYTHON, "-m", "pytest", *arguments)
    jobs = ["-n", str(min(4, os.cpu_count() or 1)), "--dist", "worksteal"]
    if slow:
        return run(PYTHON, "-m", "pytest", "-q", *jobs, "-m", "slow")
    proof = ["--cov=sim", "--cov-context=test", "--cov-report="]
    return run(PYTHON, "-m", "pytest", "-q", *jobs, "-m", "not slow", *proof)


GATES: list[tuple[str, list[str]]] = [
    ("lint", ["-m", "ruff", "check", "."]),
    ("format", ["-m", "ruff", "format", "--check", "."]),
    ("types", ["-m", "pyright"]),
    ("import contracts", ["-c", "from importlinter.cli import lint_imports_command as c; c()"]),
    ("files", ["-m", "sim", "check", "--all"]),
    ("register", ["-m", "sim", "rules"]),
    ("recorded games, hash seed 1", ["-m", "tests.playthroughs.check"]),
    ("recorded games, hash seed 2", ["-m", "tests.playthroughs.check"]),
]


def check(arguments: list[str]) -> int:
    """Run every gate, say how long each took, and fail when any failed."""
    install(develop=True)
    failed = []
    if "--rest" not in arguments and test([]):
        failed.append("test")
    for name, command in GATES:
        seed = {"PYTHONHASHSEED": name[-1]} if name[-1].isdigit() else {}
        print(f"== {name}", flush=True)
        began = time.monotonic()
        if run(PYTHON, *command, env=seed):
            failed.append(name)
        print(f"   {time.monotonic() - began:.0f} s", flush=True)
    print("all gates passed" if not failed else f"failed: {', '.join(failed)}")
    return 1 if failed else 0


def bench(arguments: list[str]) -> int:
    """Run every benchmark, or those named."""
    install(develop=True)
    found = sorted((ROOT / "tests" / "benchmarks").glob("bench_*.py"))
    chosen = [p for p in found if not arguments or any(word in p.stem for word in arguments)]
    return max((run(PYTHON, "-m", f"tests.benchmarks.{p.stem}") for p in chosen), default=0)


def main() -> int:
    """Read the command line and do it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["play", "test", "check", "bench"])
    known, rest = parser.parse_known_args()
    return {"play": play, "test": test, "check": check, "bench": bench}[known.what](rest)


if __name__ == "__main__":
    sys.exit(main())
