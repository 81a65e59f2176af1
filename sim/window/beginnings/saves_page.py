"""Battles that were played: continue, look at again, report, delete."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sim.errors import HulldownError
from sim.view.ui import Ui
from sim.window.app import App
from sim.window.page import Page
from sim.window.ports import SavedBattle
from sim.window.ways import continue_battle, open_replay
from sim.words import say

__all__ = ["SavesPage"]


class SavesPage(Page):
    """Lists the folder of saves; any other journal can be named.

    Parameters
    ----------
    app : App
    """

    name = "saves"

    def __init__(self, app: App) -> None:
        self.app = app
        self.saves: tuple[SavedBattle, ...] = ()
        self._typed = ""
        self._doomed: Path | None = None

    def enter(self) -> None:
        """Read the folder anew, with its pictures."""
        self.saves = self.app.backstage.saves()
        self._doomed = None
        for save in self.saves:
            if save.picture is None:
                continue
            try:
                self.app.window.ui.keep_picture(f"save/{save.path}", save.picture.read_bytes())
            except OSError:
                # A picture that cannot be read only tells less.
                continue

    def leave(self) -> None:
        """Forget the pictures."""
        for save in self.saves:
            self.app.window.ui.drop_picture(f"save/{save.path}")

    def act(self, action: str) -> bool:
        """Go back."""
        if action != "back":
            return False
        self.app.after_frame(self.app.back)
        return True

    def _try(self, do: Callable[[App, Path], None], path: Path) -> None:
        try:
            do(self.app, path)
        except HulldownError as error:
            self.app.tell_error(error)

    def draw(self, ui: Ui) -> None:
        """Draw a row for each battle."""
        wide, high = ui.size
        across = min(900.0, wide - 40)
        with ui.panel(
            "saves",
            (wide / 2, 20),
            (across, high - 130),
            pivot=(0.5, 0),
            title=say("window.saves.title"),
            scroll=True,
        ):
            if not self.saves:
                ui.text(say("window.start.nothing_saved"), "dim")
            for save in self.saves:
                self._row(ui, save)
        with ui.panel("saves-foot", (wide / 2, high - 20), (across, 76), pivot=(0.5, 1)):
            self._foot(ui)

    def _row(self, ui: Ui, save: SavedBattle) -> None:
        from sim.window.beginnings.start_page import when_text

        name = save.path.stem
        if ui.has_picture(f"save/{save.path}"):
            ui.picture(f"save/{save.path}", 190)
            ui.beside(14)
        with ui.group():
            ui.text(save.name, "gold")
            ended = say("window.saves.over") if save.over else save.turn
            ui.text(say("window.saves.when", turn=ended, when=when_text(save.when)), "dim")
            if save.trouble:
                ui.text(save.trouble, "bad", size=0.9)
            self._buttons(ui, save, name)
        ui.line()

    def _buttons(self, ui: Ui, save: SavedBattle, name: str) -> None:
        over = say("window.saves.is_over") if save.over else ""
        if ui.button(
            f"continue/{name}", say("window.saves.continue"), why_not=save.trouble or over
        ):
            self.app.after_frame(lambda: self._try(continue_battle, save.path))
        ui.beside()
        if ui.button(f"replay/{name}", say("window.saves.replay"), why_not=save.trouble):
            self.app.after_frame(lambda: self._try(open_replay, save.path))
        ui.beside()
        sure = self._doomed == save.path
        label = say("window.saves.really" if sure else "window.saves.delete")
        if ui.button(f"delete/{name}", label, kind="danger" if sure else "quiet"):
            if sure:
                self.app.after_frame(lambda: self._delete(save.path))
            else:
                self._doomed = save.path

    def _delete(self, path: Path) -> None:
        try:
            self.app.backstage.delete(path)
        except HulldownError as error:
            self.app.tell_error(error)
        self.enter()

    def _foot(self, ui: Ui) -> None:
        self._typed, entered = ui.entry(
            "journal-file", "", self._typed, hint=say("window.saves.file"), width=460
        )
        ui.beside()
        why_not = "" if self._typed else say("window.saves.type_a_file")
        if ui.button("replay-file", say("window.saves.replay"), why_not=why_not) or (
            entered and not why_not
        ):
            self.app.after_frame(lambda: self._try(open_replay, Path(self._typed).expanduser()))
        ui.beside()
        if ui.button("back", say("window.back"), key=self.app.keys.key("back")):
            self.app.after_frame(self.app.back)
