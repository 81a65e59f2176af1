"""``hulldown odds GAME …``: what an attack can be expected to do, exactly."""

from __future__ import annotations

import argparse
import shutil
import sys
from typing import Any

from rich.console import Console

from sim.cli.books import BOOKS, book_named
from sim.cli.common import add_command
from sim.reports.terminal import as_text, document_renderable
from sim.words import say

__all__ = ["register", "run"]


def register(commands: Any) -> None:
    """Add the command."""
    parser = add_command(commands, "odds")
    parser.add_argument("game", metavar="|".join(BOOKS), help=say("cli.help.game"))
    parser.add_argument(
        "words", nargs=argparse.REMAINDER, metavar="…", help=say("cli.help.odds_words")
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the table; colours only where a person looks."""
    document = book_named(args.game).odds(args.words)
    if sys.stdout.isatty():
        Console(highlight=False).print(document_renderable(document))
    else:
        width = max(100, shutil.get_terminal_size().columns)
        sys.stdout.write(as_text(document, width))
    return 0
