"""Opens the window for the commands: settings, photos, and what to do where there is none."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from sim.cli.backstage import CommandBackstage
from sim.errors import HulldownError
from sim.table.assets import scene_root
from sim.window.app import App
from sim.window.battle.saves import data_folder
from sim.window.storage import load_settings
from sim.words import say

__all__ = ["has_screen", "open_app", "start_table"]


def has_screen() -> bool:
    """Return whether this machine says that it has a screen to open a window on."""
    named = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(named) or sys.platform in ("win32", "darwin")


def start_table() -> Path:
    """Return the scene behind the start screen."""
    return scene_root() / "dust_warfare" / "mills.toml"


def open_app(title: str = "", *, backstage: CommandBackstage | None = None) -> App:
    """Return the program in a new window, with no page yet.

    Raises
    ------
    HulldownError
        When there is no display, or nothing can draw on it; the sentence says what to do.
    """
    from sim.view.window import Window

    settings, trouble = load_settings()
    if trouble:
        print(trouble, file=sys.stderr)
    try:
        window = Window(title or say("window.title"), scale=settings.scale)
    except ImportError as error:
        raise HulldownError("window.no_widgets", detail=str(error)) from error
    app = App(
        window,
        backstage or CommandBackstage(),
        settings,
        photos=data_folder() / "photos",
    )
    if window.screen.note:
        app.tell(window.screen.note, "fair")
    if settings.full_screen:
        window.screen.full(True)
    return app
