"""``hulldown preview SCENE --out PNG``: a picture of a table before anyone carries a box."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from sim.cli.cameras import camera_of
from sim.cli.common import Opened, add_command, open_table, the_mini, write_picture
from sim.engine.as_seen import as_seen
from sim.errors import UsageError
from sim.words import say

__all__ = ["register", "run"]


def register(commands: Any) -> None:
    """Add the command."""
    parser = add_command(commands, "preview")
    parser.add_argument("scene", help=say("cli.help.scene"))
    parser.add_argument("--out", required=True, metavar="PNG", help=say("cli.help.preview_out"))
    parser.add_argument(
        "--view", default="table", metavar="top|table|eye:MINI", help=say("cli.help.preview_view")
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the picture and print where it is."""
    opened = open_table(args.scene)
    png = _picture(opened, args.view)
    write_picture(Path(args.out), png)
    print(say("cli.picture", path=args.out))
    return 0


def _picture(opened: Opened, view: str) -> bytes:
    camera = camera_of(opened)
    seen = as_seen(opened.scene)
    kind, _, name = view.partition(":")
    if kind == "top" and not name:
        return camera.plan(seen)
    if kind == "table" and not name:
        return camera.table(seen)
    if kind == "eye" and name:
        return camera.look_from(the_mini(opened.scene, name).stand, seen)
    raise UsageError("cli.view_form", found=view)
