"""Which table, and how hard."""

from __future__ import annotations

from pathlib import Path

from sim.errors import HulldownError
from sim.table.puzzles import LEVELS
from sim.view.ui import Ui
from sim.window.app import App
from sim.window.beginnings.pictures import ScenePictures
from sim.window.page import Page
from sim.window.ports import SceneCard
from sim.window.puzzles.page import PuzzlePage
from sim.window.puzzles.run import PuzzleRun
from sim.words import say

__all__ = ["ChoosePuzzlesPage"]

_COUNTS = ("5", "10", "20")


class ChoosePuzzlesPage(Page):
    """Lists the tables.

    Parameters
    ----------
    app : App
    """

    name = "choose-puzzles"

    def __init__(self, app: App) -> None:
        self.app = app
        self.cards: tuple[SceneCard, ...] = ()
        self.level, self.count, self.seed = "", "10", ""
        self._pictures = ScenePictures(app)

    def enter(self) -> None:
        """Read the list anew."""
        self.cards = self.app.backstage.scenes()

    def tick(self, seconds: float) -> bool:
        """Draw the pictures that are still missing, one a frame."""
        return self._pictures.tick([card for card in self.cards if not card.trouble])

    def act(self, action: str) -> bool:
        """Choose a table by its number, or go back."""
        if action == "back":
            self.app.after_frame(self.app.back)
            return True
        if action.startswith("option_"):
            place = int(action.removeprefix("option_")) - 1
            if place < len(self.cards) and not self.cards[place].trouble:
                path = self.cards[place].path
                self.app.after_frame(lambda: self.begin(path))
            return True
        return False

    def begin(self, path: Path) -> None:
        """Begin a run on a table."""
        seed = self.seed.strip()
        if seed and not seed.isdecimal():
            self.app.tell(say("window.new.bad_seed", seed=seed), "bad")
            return
        try:
            fresh = self.app.backstage.fresh_seed
            run = PuzzleRun(path, self.level, int(self.count), seed=int(seed) if seed else fresh())
        except HulldownError as error:
            self.app.tell_error(error)
            return
        self.app.go(PuzzlePage(self.app, run))

    # --- drawing -----------------------------------------------------------------------------

    def draw(self, ui: Ui) -> None:
        """Draw how hard and how many, and a row for each table."""
        wide, high = ui.size
        across = min(900.0, wide - 40)
        at = (wide / 2, 20)
        with ui.panel(
            "puzzles",
            at,
            (across, high - 40),
            pivot=(0.5, 0),
            title=say("puzzle.title"),
            scroll=True,
        ):
            ui.text(say("puzzle_page.about"), "dim")
            self._draw_wishes(ui)
            ui.line()
            for place, card in enumerate(self.cards):
                self._draw_row(ui, place, card)
            if ui.button("back", say("window.back"), key=self.app.keys.key("back")):
                self.app.after_frame(self.app.back)

    def _draw_wishes(self, ui: Ui) -> None:
        for level in ("", *LEVELS):
            kind = "chosen" if level == self.level else "plain"
            text = say(f"puzzle.level_name.{level}") if level else say("puzzle_page.mixed")
            if ui.button(f"level/{level or 'mixed'}", text, kind=kind):
                self.level = level
            ui.beside()
        counts = [(count, say("puzzle_page.count", count=count)) for count in _COUNTS]
        self.count = ui.choice("count", "", self.count, counts, width=140)
        ui.beside()
        self.seed, _ = ui.entry(
            "seed", say("window.new.seed"), self.seed, hint=say("puzzle_page.any_seed"), width=110
        )

    def _draw_row(self, ui: Ui, place: int, card: SceneCard) -> None:
        if self._pictures.has(card):
            ui.picture(self._pictures.name(card), 210)
            ui.beside(14)
        with ui.group():
            ui.text(card.name, "gold")
            ui.text(card.trouble or card.shows, "bad" if card.trouble else "dim", size=0.92)
            key = self.app.keys.key(f"option_{place + 1}") if place < 9 else ""
            if ui.button(
                f"begin/{card.path.stem}",
                say("puzzle_page.begin"),
                key=key,
                why_not=card.trouble,
                kind="primary",
            ):
                self.app.after_frame(lambda: self.begin(card.path))
        ui.line()

    def facts(self) -> dict[str, object]:
        """Return what is wished."""
        return {"level": self.level, "count": self.count, "seed": self.seed}
