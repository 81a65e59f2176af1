"""``hulldown view SCENE``: the table in a plain window."""

from __future__ import annotations

import argparse
from typing import Any

from sim.cli.common import add_command, open_table
from sim.engine.as_seen import as_seen
from sim.words import say

__all__ = ["register", "run"]


def register(commands: Any) -> None:
    """Add the command."""
    parser = add_command(commands, "view")
    parser.add_argument("scene", help=say("cli.help.scene"))
    parser.add_argument("--frames", type=int, default=0, help=say("cli.help.frames"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Show the window until it is closed (or for a number of frames)."""
    from sim.cli.backstage import CommandBackstage
    from sim.view.window import Window
    from sim.window.app import App
    from sim.window.looking import LookPage

    opened = open_table(args.scene)
    app = App(Window(opened.scene.name), CommandBackstage())
    app.go(LookPage(app, opened.facts, as_seen(opened.scene), opened.scene))
    if not args.frames:
        app.run()
        return 0
    while app.window.frames < args.frames and app.step():
        app.wake()
    app.close()
    return 0
