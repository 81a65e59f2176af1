"""``hulldown replay FILE``: read a recorded game to its end and print its digest."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from sim.cli.common import add_command
from sim.cli.records import opener
from sim.engine.record import replay
from sim.words import say

__all__ = ["register", "run"]


def register(commands: Any) -> None:
    """Add the command."""
    parser = add_command(commands, "replay")
    parser.add_argument("file", metavar="FILE", help=say("cli.help.journal"))
    parser.add_argument("--log", action="store_true", help=say("cli.help.replay_log"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Replay; nothing is rolled and nothing is written."""
    path = Path(args.file)
    match = replay(path, opener(path))
    if args.log:
        for event in match.log():
            print(event.text())
    outcome = match.outcome()
    if outcome is not None:
        print(outcome.why.text())
    print(say("cli.digest", digest=match.digest()))
    match.close()
    return 0
