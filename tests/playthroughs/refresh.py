"""Write the recorded games anew; read the diff before you keep it.

Every game named (all by default) is played again by its players. With ``--retell`` the recorded
answers are kept and only told anew: for changes of wording, in seconds.
"""

from __future__ import annotations

import sys

from tests.playthroughs.games import PLAYS
from tests.playthroughs.text import answers_in, file_of, text_of


def refresh(names: list[str], *, retell: bool) -> int:
    """Write the named games, or all of them, and say which ones changed."""
    for name in names or list(PLAYS):
        if name not in PLAYS:
            print(f"no recorded game is called {name}; there are: {', '.join(PLAYS)}")
            return 2
        play = PLAYS[name]
        path = file_of(name)
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        journal = answers_in(before) if retell else play.journal()
        text = text_of(name, play.open_game(), journal)
        path.write_text(text, encoding="utf-8")
        print(f"{'same' if text == before else 'changed'}: {path.name}")
    return 0


if __name__ == "__main__":
    asked = sys.argv[1:]
    sys.exit(refresh([name for name in asked if name != "--retell"], retell="--retell" in asked))
