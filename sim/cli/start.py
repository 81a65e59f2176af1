"""``hulldown`` alone: the start screen."""

from __future__ import annotations

import argparse

from sim.cli.window import open_app, start_table

__all__ = ["run"]


def run(_: argparse.Namespace) -> int:
    """Show the start screen until the program is left.

    Raises
    ------
    HulldownError
        When there is no window to be had; the sentence says what works without one.
    """
    from sim.window.beginnings.start_page import StartPage

    app = open_app()
    app.go(StartPage(app, start_table()))
    app.run()
    return 0
