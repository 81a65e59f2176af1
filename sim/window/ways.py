"""From anywhere to anywhere: opens the pages that need something opened first.

Pages are imported when they are opened: the first frame need not wait for all of them.
"""

from __future__ import annotations

from pathlib import Path

from sim.engine.as_seen import as_seen
from sim.table.facts import Facts
from sim.table.scene import build_table, open_scene
from sim.window.app import App
from sim.window.ports import BattleWish

__all__ = [
    "begin_battle",
    "continue_battle",
    "open_desk",
    "open_lessons",
    "open_puzzles",
    "open_replay",
    "open_table",
]


def begin_battle(app: App, wish: BattleWish) -> None:
    """Begin a battle and show it.

    Raises
    ------
    HulldownError
        When it cannot begin; nothing is written and the page stays.
    """
    from sim.window.battle.page import BattlePage

    app.go(BattlePage(app, app.backstage.begin(wish)))


def continue_battle(app: App, path: Path) -> None:
    """Take a battle up again and show it.

    Raises
    ------
    HulldownError
        When it cannot be read, or its scene has changed.
    """
    from sim.window.battle.page import BattlePage

    battle = app.backstage.resume(path)
    app.go(BattlePage(app, battle))
    for note in battle.notes:
        app.tell(note, "fair")


def open_replay(app: App, path: Path) -> None:
    """Show a recorded game.

    Raises
    ------
    HulldownError
        When it cannot be read.
    """
    from sim.window.replay.page import ReplayPage

    app.go(ReplayPage(app, app.backstage.recording(path)))


def open_table(app: App, path: Path) -> None:
    """Show the table of a scene.

    Raises
    ------
    HulldownError
        With everything that is wrong with its file.
    """
    from sim.window.looking import LookPage

    scene = open_scene(path)
    app.go(LookPage(app, Facts(build_table(scene)), as_seen(scene)))


def open_lessons(app: App) -> None:
    """Show the lessons of the first battle.

    Raises
    ------
    HulldownError
        With everything that is wrong with their files.
    """
    from sim.window.lessons.page import LessonsPage

    app.go(LessonsPage(app))


def open_desk(app: App, path: Path | None = None) -> None:
    """Show the sight desk, with a spot to begin with or with a scene.

    Raises
    ------
    HulldownError
        With everything that is wrong with the scene's file.
    """
    from sim.window.desk.page import DeskPage

    app.go(DeskPage(app, open_scene(path) if path else None))


def open_puzzles(app: App) -> None:
    """Show the tables to choose from for puzzles."""
    from sim.window.puzzles.choose_page import ChoosePuzzlesPage

    app.go(ChoosePuzzlesPage(app))
