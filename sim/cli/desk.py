"""``hulldown desk [SCENE]``: set a spot up in the window and see who sees whom."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from sim.cli.common import add_command, scene_path
from sim.cli.window import open_app
from sim.table.scene import open_scene
from sim.words import say

__all__ = ["register", "run"]


def register(commands: Any) -> None:
    """Add the command."""
    parser = add_command(commands, "desk")
    parser.add_argument("scene", nargs="?", help=say("cli.help.desk_scene"))
    parser.add_argument("--out", metavar="DIR", default="", help=say("cli.help.desk_out"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Show the desk until the window is closed."""
    from sim.window.desk.page import DeskPage

    scene = open_scene(scene_path(args.scene)) if args.scene else None
    app = open_app(say("cli.desk.title"))
    app.go(DeskPage(app, scene, Path(args.out) if args.out else None))
    app.run()
    return 0
