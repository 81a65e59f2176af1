"""A photo of the real table: chosen, its corners set, its pieces traced, for the desk's table."""

from __future__ import annotations

from pathlib import Path

from sim.errors import HulldownError
from sim.table.draft import SceneDraft
from sim.view.inputs import Input
from sim.view.ui import Ui
from sim.window.app import App
from sim.window.page import Page
from sim.window.photo.choosing import PhotoList, PhotoReader
from sim.window.photo.corners import CornerStep
from sim.window.photo.ground import PhotoGround
from sim.window.photo.picture_view import PictureView
from sim.window.photo.tracing import TraceStep
from sim.words import say

__all__ = ["PhotoPage"]

_WIDE = 340.0
_STEPS = ("picture", "corners", "trace")


class PhotoPage(Page):
    """Three steps: the picture, the corners, the pieces.

    Parameters
    ----------
    app : App
    draft : SceneDraft
        What is set up; traced pieces become its pieces.
    ground : PhotoGround
        Stays with the desk, so that one can come back to it.
    begins : bool
        Nothing but the first spot lies on the table: it makes room for the photo's table.
    """

    name = "photo"

    def __init__(
        self, app: App, draft: SceneDraft, ground: PhotoGround, *, begins: bool = False
    ) -> None:
        self.app, self.draft, self.ground = app, draft, ground
        self._begins = begins
        self.view = PictureView(app.window, "photo-page")
        self.list, self.reader = PhotoList(app), PhotoReader(app)
        self.corners = CornerStep(app, self.view, ground)
        self.tracing = TraceStep(app, self.view, ground, draft)
        self.step = "picture"
        if ground.photo is not None:
            self.view.show(ground.photo.pixels)
            self.step = "trace" if ground.found is not None else "corners"

    def leave(self) -> None:
        """Give the pictures back."""
        self.view.close()
        self.list.close()

    # --- steps -------------------------------------------------------------------------------

    def open(self, path: Path) -> None:
        """Begin to read a photo."""
        self.reader.begin(path)

    def _take_up(self) -> None:
        """Go on to the corners of a photo that was read."""
        photo = self.reader.taken()
        if photo is None:
            return
        self.ground.take(photo)
        self.view.show(photo.pixels)
        self.tracing.back()
        self.step = "corners"
        if self.ground.found is not None:
            self.app.tell(say("photo_page.corners_kept"), "good")

    def _why_not(self, step: str) -> str:
        if step != "picture" and self.ground.photo is None:
            return say("photo_page.picture_first")
        if step == "trace" and self.ground.found is None:
            return say("photo_page.corners_first")
        return ""

    def go(self, step: str) -> None:
        """Go to a step; the table takes the photo's size once its corners are set."""
        if self._why_not(step) or (step == "trace" and not self.settle()):
            return
        if step == "picture":
            self.list.look()
        self.step = step
        self.app.wake()

    def settle(self) -> bool:
        """Give the table the size of the photo's; return whether it has it."""
        if self.ground.found is None:
            return True
        width, depth = self.ground.width, self.ground.depth
        table = self.draft.file.table
        try:
            with self.draft.together("", "size"):
                if self._begins:
                    for thing in (*self.draft.file.mini, *self.draft.file.piece):
                        self.draft.remove(thing.id)
                if (width, depth) != (table.width, table.depth):
                    self.draft.set_table(width, depth)
        except HulldownError as error:
            self.app.tell_error(error)
            return False
        self._begins = False
        return True

    def done(self) -> None:
        """Go back to the desk, where the photo lies under the pieces."""
        if self.settle():
            self.app.back()

    # --- input -------------------------------------------------------------------------------

    def act(self, action: str) -> bool:
        """Follow a key: those of the step first."""
        if action == "back":
            self._back()
            return True
        if action == "confirm" and self.app.window.ui.writes:
            # Enter ends what is typed, and means no more than that.
            return True
        if action == "whole":
            self.view.whole()
            return True
        if self.step == "corners":
            if self.corners.act(action):
                return True
            if action == "confirm":
                self.go("trace")
                return True
        return self.step == "trace" and self.tracing.act(action)

    def _back(self) -> None:
        inside = {"corners": self.corners.back, "trace": self.tracing.back}.get(self.step)
        if inside is None or not inside():
            self.app.after_frame(self.done)
        self.app.wake()

    def take(self, each: Input) -> bool:
        """Zoom and move the photo; click on it."""
        if self.step == "picture":
            return False
        if self.view.take(each):
            return True
        step = self.corners if self.step == "corners" else self.tracing
        return step.take(each)

    def tick(self, seconds: float) -> bool:
        """Follow the hand; bring small pictures."""
        if self.step == "picture":
            self._take_up()
            return self.list.tick() or self.reader.busy
        step = self.corners if self.step == "corners" else self.tracing
        moved, busy = self.view.tick(), step.tick()
        return moved or busy

    # --- drawing -----------------------------------------------------------------------------

    def draw(self, ui: Ui) -> None:
        """Draw the photo with what was clicked, and the panel beside it."""
        wide, high = ui.size
        if self.step != "picture" and self.ground.photo is not None:
            self.view.draw(ui, (_across(wide) + 20, 10, wide - 10, high - 10))
            if self.step == "corners":
                self.corners.draw_over(ui)
            else:
                self.tracing.draw_over(ui)
        else:
            ui.shade(1.0)
        across = min(620.0, wide - 20) if self.step == "picture" else _across(wide)
        with ui.panel(
            "photo", (10, 10), (across, high - 20), title=say("photo_page.title"), scroll=True
        ):
            self._draw_steps(ui)
            ui.line()
            if self.step == "picture":
                self._draw_list(ui)
            elif self.step == "corners":
                self.corners.draw_panel(ui)
            else:
                self.tracing.draw_panel(ui)
            ui.line()
            self._draw_ways(ui)

    def _draw_steps(self, ui: Ui) -> None:
        for place, step in enumerate(_STEPS):
            if place:
                ui.beside()
            kind = "chosen" if step == self.step else "plain"
            label = say(f"photo_page.step.{step}")
            if ui.button(f"step/{step}", label, kind=kind, why_not=self._why_not(step)):
                self.app.after_frame(lambda step=step: self.go(step))

    def _draw_list(self, ui: Ui) -> None:
        ui.text(say("photo_page.choose"))
        chosen = self.list.draw(ui, busy=self.reader.busy)
        if chosen is not None:
            self.app.after_frame(lambda: self.open(chosen))

    def _draw_ways(self, ui: Ui) -> None:
        if self.step == "corners":
            key = self.app.keys.key("confirm")
            why_not = self._why_not("trace")
            label = say("photo_page.next")
            if ui.button("photo/next", label, key=key, why_not=why_not, kind="primary"):
                self.app.after_frame(lambda: self.go("trace"))
        if ui.button("photo/done", say("photo_page.done"), key=self.app.keys.key("back")):
            self.app.after_frame(self.done)
        if self.step != "picture":
            ui.text(say("photo_page.camera"), "dim", size=0.9)

    def facts(self) -> dict[str, object]:
        """Return the step and what it knows."""
        known = {"corners": self.corners.facts, "trace": self.tracing.facts}.get(self.step)
        return {"step": self.step, "reading": self.reader.busy, **(known() if known else {})}


def _across(wide: float) -> float:
    """Return how wide the panel is in a window of a width, points."""
    return min(_WIDE, 0.46 * wide)
