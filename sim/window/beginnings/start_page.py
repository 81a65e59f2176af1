"""The start screen: continue, new battle, first battle, sight desk, tables, replays, settings."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from sim import __version__
from sim.errors import HulldownError
from sim.view.table_view import TableView
from sim.view.ui import Ui
from sim.window.app import App
from sim.window.beginnings.background import Background
from sim.window.beginnings.new_battle import NewBattlePage
from sim.window.beginnings.saves_page import SavesPage
from sim.window.beginnings.scenes_page import ScenesPage
from sim.window.beginnings.settings_page import SettingsPage
from sim.window.page import Page
from sim.window.ports import SavedBattle
from sim.window.ways import continue_battle, open_desk, open_lessons, open_puzzles
from sim.words import say

__all__ = ["StartPage", "when_text"]

_WIDE = 330.0
#: Width of the picture of the battle that can be continued.
_PICTURE = 170.0
#: In a window lower than this buttons stand two by two, after the first three, points.
_SHORT, _WIDE_SHORT, _ALONE = 560.0, 460.0, 3


class StartPage(Page):
    """Where the program begins.

    Parameters
    ----------
    app : App
    table : Path
        Scene of the table behind it.
    """

    name = "start"

    def __init__(self, app: App, table: Path) -> None:
        self.app = app
        wide, high = app.window.size
        self._background = Background(table, wide / high)
        self._last: SavedBattle | None = None
        self._scrolls = False

    @property
    def table(self) -> TableView | None:
        """The table in the background, once it is built."""
        return self._background.view

    def enter(self) -> None:
        """Look which battle can be continued."""
        self._last = next((each for each in self.app.backstage.saves() if not each.over), None)
        ui = self.app.window.ui
        ui.drop_picture("start/continue")
        if self._last is not None and self._last.picture is not None:
            try:
                ui.keep_picture("start/continue", self._last.picture.read_bytes())
            except OSError:
                # A picture that cannot be read only tells less.
                ui.drop_picture("start/continue")

    def leave(self) -> None:
        """Let go of the table."""
        self._background.close()

    def tick(self, seconds: float) -> bool:
        """Build the table behind the buttons after the first frames."""
        self._background.tick()
        return self._background.waits

    def act(self, action: str) -> bool:
        """Follow the keys of the buttons: numbers, and Esc to close."""
        ways = self._ways()
        if action.startswith("option_"):
            place = int(action.removeprefix("option_")) - 1
            if place < len(ways) and not ways[place][2]:
                self._go(*ways[place][:2])
            return True
        if action == "confirm":
            self._go(*next((name, way) for name, way, why_not in ways if not why_not))
            return True
        return False

    def _ways(self) -> list[tuple[str, Callable[[], None], str]]:
        """Return name, what it does, and why it cannot be done now, of every button."""
        app = self.app
        nothing = "" if self._last else say("window.start.nothing_saved")
        return [
            ("continue", self._continue, nothing),
            ("battle", lambda: app.go(NewBattlePage(app)), ""),
            ("lessons", self._lessons, ""),
            ("desk", lambda: open_desk(app), ""),
            ("puzzles", lambda: open_puzzles(app), ""),
            ("scenes", lambda: app.go(ScenesPage(app)), ""),
            ("replays", lambda: app.go(SavesPage(app)), ""),
            ("settings", lambda: app.go(SettingsPage(app)), ""),
            ("quit", app.quit, ""),
        ]

    def _continue(self) -> None:
        assert self._last is not None, "the button is greyed without a battle"
        try:
            continue_battle(self.app, self._last.path)
        except HulldownError as error:
            self.app.tell_error(error)

    def _lessons(self) -> None:
        try:
            open_lessons(self.app)
        except HulldownError as error:
            self.app.tell_error(error)

    # --- drawing -----------------------------------------------------------------------------

    def draw(self, ui: Ui) -> None:
        """Draw the title and the buttons."""
        wide, high = ui.size
        ui.shade(0.32)
        most = high - 40
        short = high < _SHORT
        across = min(_WIDE_SHORT, wide - 64) if short else _WIDE
        size = (across + 24, most if self._scrolls else 0.0)
        # Where there is room the table is seen beside the panel.
        beside = wide > 2.4 * across and not short
        middle = (max(across / 2 + 40, wide * 0.22) if beside else wide * 0.5, high * 0.5)
        if beside and self.table is not None:
            self.table.keep_clear((middle[0] + across / 2 + 20, 12, wide - 12, high - 12), ui.size)
        with ui.panel("start", middle, size, pivot=(0.5, 0.5), scroll=self._scrolls):
            ui.text(say("window.title"), "gold", size=2.3)
            ui.text(say("window.start.under_title"), "dim")
            ui.space(10)
            for place, (name, way, why_not) in enumerate(self._ways()):
                by_twos = short and place >= _ALONE
                if by_twos and (place - _ALONE) % 2:
                    ui.beside()
                width = (across - 8) / 2 if by_twos else across
                self._button(ui, place, name, way, why_not, width)
                if name == "continue":
                    self._continue_card(ui)
            ui.space(4)
            ui.text(say("window.start.version", version=__version__), "dim", size=0.82)
            _, top, _, bottom = ui.panel_box()
            natural = bottom - top - (ui.room[1] if self._scrolls else 0.0)
        if (natural > most) != self._scrolls:
            self._scrolls = natural > most
            ui.again = True

    def _button(
        self, ui: Ui, place: int, name: str, way: Callable[[], None], why_not: str, width: float
    ) -> None:
        kind = "primary" if (name == "continue" and not why_not) else "plain"
        if name == "battle" and not self._last:
            kind = "primary"
        key = str(place + 1)
        label = say(f"window.start.{name}")
        hint = say(f"window.start.{name}_hint")
        pressed = ui.button(
            f"start/{name}",
            label,
            key=key,
            why_not=why_not,
            hint=hint,
            kind=kind,
            width=width,
            height=38.0,
        )
        if pressed:
            self._go(name, way)

    def _go(self, name: str, way: Callable[[], None]) -> None:
        """Take a way once the frame is drawn; what takes a moment is said in it."""
        if name == "continue":
            self.app.tell(say("looks.taking_up"))
        self.app.after_frame(way)

    def _continue_card(self, ui: Ui) -> None:
        """Show what would be continued."""
        if self._last is None:
            return
        if ui.has_picture("start/continue"):
            ui.picture("start/continue", _PICTURE)
            ui.beside()
        with ui.group():
            since = when_text(self._last.when)
            ui.text(self._last.name)
            ui.text(say("window.start.since", turn=self._last.turn, when=since), "dim", size=0.9)
        ui.space(4)

    def facts(self) -> dict[str, object]:
        """Return what can be continued."""
        return {"continue": str(self._last.path) if self._last else ""}


def when_text(seconds: float) -> str:
    """Return a moment as date and time where the player lives."""
    return datetime.fromtimestamp(seconds, UTC).astimezone().strftime("%Y-%m-%d %H:%M")
