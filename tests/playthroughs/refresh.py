"""Play the recorded games anew and write their texts; read the diff before you keep it."""

from __future__ import annotations

import sys

from tests.playthroughs.games import PLAYS
from tests.playthroughs.text import file_of, text_of


def refresh(names: list[str]) -> int:
    """Write the named games, or all of them, and say which ones changed."""
    for name in names or list(PLAYS):
        if name not in PLAYS:
            print(f"no recorded game is called {name}; there are: {', '.join(PLAYS)}")
            return 2
        play = PLAYS[name]
        text = text_of(name, play.open_game(), play.journal())
        path = file_of(name)
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(text, encoding="utf-8")
        print(f"{'same' if text == before else 'changed'}: {path.name}")
    return 0


if __name__ == "__main__":
    sys.exit(refresh(sys.argv[1:]))
