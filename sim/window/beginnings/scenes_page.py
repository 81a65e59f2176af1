"""Tables to look at, to take to the sight desk, or to play on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sim.errors import HulldownError
from sim.view.ui import Ui
from sim.window.app import App
from sim.window.beginnings.pictures import ScenePictures
from sim.window.page import Page
from sim.window.ports import SceneCard
from sim.window.ways import open_desk, open_table
from sim.words import say

__all__ = ["ScenesPage"]


class ScenesPage(Page):
    """Lists the scenes; any other file can be named.

    Parameters
    ----------
    app : App
    """

    name = "scenes"

    def __init__(self, app: App) -> None:
        self.app = app
        self.cards: tuple[SceneCard, ...] = ()
        self._pictures = ScenePictures(app)
        self._typed = ""

    def enter(self) -> None:
        """Read the list anew."""
        self.cards = self.app.backstage.scenes()

    def tick(self, seconds: float) -> bool:
        """Draw the pictures that are still missing, one a frame."""
        return self._pictures.tick([card for card in self.cards if not card.trouble])

    def act(self, action: str) -> bool:
        """Go back."""
        if action != "back":
            return False
        self.app.after_frame(self.app.back)
        return True

    def _go(self, way: Callable[[App, Path], None], path: Path) -> None:
        try:
            way(self.app, path)
        except HulldownError as error:
            self.app.tell_error(error)

    def draw(self, ui: Ui) -> None:
        """Draw a row for each scene."""
        wide, high = ui.size
        with ui.panel(
            "scenes",
            (wide / 2, 20),
            (min(900.0, wide - 40), high - 130),
            pivot=(0.5, 0),
            title=say("window.scenes.title"),
            scroll=True,
        ):
            for card in self.cards:
                self._row(ui, card)
        with ui.panel(
            "scenes-foot", (wide / 2, high - 20), (min(900.0, wide - 40), 76), pivot=(0.5, 1)
        ):
            self._foot(ui)

    def _row(self, ui: Ui, card: SceneCard) -> None:
        name = card.path.stem
        if self._pictures.has(card):
            ui.picture(self._pictures.name(card), 210)
            ui.beside(14)
        with ui.group():
            ui.text(card.name, "gold")
            ui.text(card.trouble or card.shows, "bad" if card.trouble else "dim", size=0.92)
            if ui.button(f"look/{name}", say("window.scenes.look"), why_not=card.trouble):
                self.app.after_frame(lambda: self._go(open_table, card.path))
            ui.beside()
            if ui.button(f"desk/{name}", say("window.scenes.desk"), why_not=card.trouble):
                self.app.after_frame(lambda: self._go(open_desk, card.path))
        ui.line()

    def _foot(self, ui: Ui) -> None:
        self._typed, entered = ui.entry(
            "scene-file", "", self._typed, hint=say("window.scenes.file"), width=460
        )
        ui.beside()
        why_not = "" if self._typed else say("window.scenes.type_a_file")
        if ui.button("look-file", say("window.scenes.look"), why_not=why_not) or (
            entered and not why_not
        ):
            self.app.after_frame(lambda: self._go(open_table, Path(self._typed).expanduser()))
        ui.beside()
        if ui.button("back", say("window.back"), key=self.app.keys.key("back")):
            self.app.after_frame(self.app.back)
