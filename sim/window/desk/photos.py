"""Photos at the desk: the real table as the ground, and figures cut out of pictures."""

from __future__ import annotations

from typing import Any

from sim.errors import HulldownError
from sim.view.photo_ground import photo_texture
from sim.view.ui import Ui
from sim.window.app import App
from sim.window.battle.saves import data_folder
from sim.window.beside import Beside
from sim.window.desk.bench import Bench
from sim.window.desk.view import DeskView
from sim.window.photo.ground import PhotoGround
from sim.words import say

__all__ = ["DeskPhotos"]


class DeskPhotos:
    """The photo under the desk's table.

    Parameters
    ----------
    app : App
    bench : Bench
    view : DeskView
    begins : bool
        The table holds the first spot, which makes room for a photo's table.

    Attributes
    ----------
    shown : bool
        Whether the photo lies there, once it is set up.
    """

    def __init__(self, app: App, bench: Bench, view: DeskView, *, begins: bool) -> None:
        self.app, self.bench, self.view = app, bench, view
        self._first = bench.draft.file if begins else None
        table = bench.draft.file.table
        self.ground = PhotoGround(table.width, table.depth, data_folder() / "photos" / "marks")
        self.shown = True
        self._work: Beside | None = None
        self._laid: tuple[object, ...] = ()

    def open_ground(self) -> None:
        """Open the page of the table's photo."""
        from sim.window.photo.page import PhotoPage

        # Once anything was done, what lies there is meant to stay.
        begins = self.bench.draft.file is self._first
        self.app.go(PhotoPage(self.app, self.bench.draft, self.ground, begins=begins))

    def open_figure(self) -> None:
        """Open the page that cuts a figure out of a photo."""
        from sim.window.photo.figure_page import FigurePage

        self.app.go(FigurePage(self.app, self.bench.draft, self.view.table.orbit.looks_at))

    def tick(self) -> bool:
        """Straighten the photo when table or corners have changed, and lay it when it is ready."""
        if self._work is not None:
            if self._work.done:
                self._take_up()
            return True
        table, found, photo = self.bench.facts.table, self.ground.found, self.ground.photo
        if found is None or photo is None or not self.shown:
            self.view.lay_photo(None)
            self._laid = ()
            return False
        wanted = (self.ground.changes, table.width, table.depth)
        if wanted == self._laid:
            return False
        self._laid = wanted
        pixels = photo.pixels
        self._work = Beside(lambda: photo_texture(pixels, found, table))
        return True

    def _take_up(self) -> None:
        work, self._work = self._work, None
        assert work is not None
        try:
            picture: Any = work.result()
        except HulldownError as error:
            self.app.tell_error(error)
            return
        self.view.lay_photo(picture)
        self.app.wake()

    def draw(self, ui: Ui, width: float) -> None:
        """Draw the ways to both pages, and whether the photo is shown."""
        if ui.button("photo/ground", say("photo_page.ground"), width=width):
            self.app.after_frame(self.open_ground)
        if self.ground.found is not None:
            self.shown = ui.check("photo/shown", say("photo_page.shown"), self.shown)
        if ui.button("photo/figure", say("photo_page.figure"), width=width):
            self.app.after_frame(self.open_figure)
