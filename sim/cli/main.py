"""The command ``hulldown``: reads the command line, runs one command, turns errors into messages.

Exit codes: 0 fine, 1 the answer is "no", 2 invalid input or usage with nothing written.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from sim import __version__
from sim.cli import (
    check,
    design,
    desk,
    ground,
    import_models,
    los,
    odds,
    pairs,
    play,
    preview,
    puzzle,
    replay,
    report,
    rules,
    simulate,
    start,
    verify,
    view,
    what_if,
)
from sim.errors import HulldownError
from sim.geometry.rays import when_slow
from sim.words import say

__all__ = ["build_parser", "main"]

COMMANDS = (
    play,
    view,
    desk,
    los,
    verify,
    what_if,
    ground,
    pairs,
    puzzle,
    preview,
    simulate,
    replay,
    report,
    rules,
    odds,
    design,
    check,
    import_models,
)
INTERRUPTED = 130


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    parser = argparse.ArgumentParser(prog="hulldown", description=say("cli.description"))
    parser.add_argument("--version", action="version", version=f"hulldown {__version__}")
    # Without a command the window opens with its start screen.
    parser.set_defaults(run=start.run)
    commands = parser.add_subparsers(dest="command", metavar=say("cli.command"))
    for module in COMMANDS:
        module.register(commands)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    parser = build_parser()
    try:
        args = parser.parse_args(arguments)
    except SystemExit as stop:
        return int(stop.code or 0)
    when_slow(lambda notice: print(notice, file=sys.stderr))
    try:
        return int(args.run(args))
    except HulldownError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print(say("cli.stopped"), file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader went away (`| head`): nothing more to say, and nothing to complain about.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
