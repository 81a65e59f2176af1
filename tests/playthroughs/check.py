"""Replay every recorded game and compare its text; exit 1 where the rules tell it otherwise."""

from __future__ import annotations

import difflib
import sys

from tests.playthroughs.games import PLAYS
from tests.playthroughs.text import FOLDER, replayed_text

#: Lines of a difference that are shown; the first one is the cause.
SHOWN = 12


def difference(name: str) -> list[str]:
    """Return what differs between a recorded game and its replay today; empty when nothing does."""
    recorded, today = replayed_text(name, PLAYS[name].open_game())
    lines = difflib.unified_diff(
        recorded.splitlines(), today.splitlines(), "recorded", "today", lineterm="", n=1
    )
    return list(lines)


def strays() -> list[str]:
    """Return texts that no game writes, and games that have no text."""
    files = {path.stem for path in FOLDER.glob("*.txt")}
    return sorted(files ^ set(PLAYS))


def main() -> int:
    """Check all and print a line for each."""
    wrong = 0
    for name in strays():
        print(f"{name}: recorded and listed games differ")
        wrong += 1
    for name in PLAYS:
        if name in strays():
            continue
        found = difference(name)
        print(f"{name}: {'differs' if found else 'same'}")
        print("\n".join(found[:SHOWN]), end="\n" if found else "")
        wrong += bool(found)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
