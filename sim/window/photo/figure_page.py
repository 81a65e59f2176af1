"""A figure cut out of a photo: background, base, eye, and it stands on the desk's table."""

from __future__ import annotations

from pathlib import Path

from sim.errors import HulldownError
from sim.geometry.pose import Point
from sim.table.draft import SceneDraft
from sim.view.inputs import Input
from sim.view.ui import Ui
from sim.window.app import App
from sim.window.desk.adding import place_free
from sim.window.page import Page
from sim.window.photo.choosing import PhotoList, PhotoReader
from sim.window.photo.cutout import Cutout
from sim.window.photo.picture_view import PictureView
from sim.words import say

__all__ = ["FigurePage"]

_WIDE = 340.0
_TOOLS = ("background", "base", "eye")
_NUDGES = {
    f"{kind}_{way}": (dx * size, dy * size)
    for kind, size in (("nudge", 0.5), ("fine", 0.1))
    for way, dx, dy in (("left", -1, 0), ("right", 1, 0), ("up", 0, -1), ("down", 0, 1))
}
_EYE = 2


class FigurePage(Page):
    """Cuts a figure out and puts it on a draft's table.

    Parameters
    ----------
    app : App
    draft : SceneDraft
    at : Point
        Where on the table it is wished.
    """

    name = "figure-photo"

    def __init__(self, app: App, draft: SceneDraft, at: Point) -> None:
        self.app, self.draft = app, draft
        self._at = at
        self.cut = Cutout()
        self.view = PictureView(app.window, "figure-page")
        self.list, self.reader = PhotoList(app), PhotoReader(app)
        self.tool = "background"
        self._held = self._chosen = -1
        self._name, self._thick, self._from = say("photo_page.figure_name"), 0.3, "front"

    def leave(self) -> None:
        """Give the pictures back."""
        self.view.close()
        self.list.close()

    def open(self, path: Path) -> None:
        """Begin to read a photo."""
        self.reader.begin(path)

    def _take_up(self) -> None:
        photo = self.reader.taken()
        if photo is not None:
            self.cut.take(photo)
            self.view.show(photo.pixels)
            self.tool = "background"

    # --- input -------------------------------------------------------------------------------

    def act(self, action: str) -> bool:
        """Follow a key."""
        if action == "back":
            self.app.after_frame(self.app.back)
            return True
        if action == "whole":
            self.view.whole()
            return True
        if action == "confirm":
            # Enter in a field ends what is typed, and means no more than that.
            if not self.app.window.ui.writes and not self._why_not():
                self.app.after_frame(self.add)
            return True
        if action == "undo" and self.cut.background:
            self.cut.background.pop()
            return True
        if action in _NUDGES and self._chosen >= 0:
            x, y = self._handles()[self._chosen]
            self._set(self._chosen, (x + _NUDGES[action][0], y + _NUDGES[action][1]))
            return True
        return False

    def _handles(self) -> list[Point]:
        """Return both ends of the base and the eye, pixels; the eye's is on the figure's middle."""
        if len(self.cut.ends) < 2:
            return list(self.cut.ends)
        x, y = self.cut.pixels_of([(0.0, self.cut.eye_in)])[0].tolist()
        return [*self.cut.ends, (x, y)]

    def _set(self, which: int, at: Point) -> None:
        if which == _EYE:
            self.cut.eye = at
        else:
            self.cut.set_end(which, at)
        self.app.wake()

    def take(self, each: Input) -> bool:
        """Zoom and move; click on the photo, or drag what was set."""
        if self.cut.photo is None:
            return False
        if self.view.take(each):
            return True
        if each.name != "mouse1":
            return False
        if each.kind == "up":
            held, self._held = self._held, -1
            return held >= 0
        place = self.view.pointed
        if place is None:
            return False
        near = [k for k, at in enumerate(self._handles()) if self.view.near(at)]
        if near and self.tool != "background":
            self._held = self._chosen = near[0]
        else:
            self._click(place)
        return True

    def _click(self, place: Point) -> None:
        if self.tool == "background":
            self.cut.background.append(place)
        elif self.tool == "base":
            self._chosen = self.cut.set_nearer_end(place)
        elif len(self.cut.ends) == 2:
            self._chosen = _EYE
            self._set(_EYE, place)

    def tick(self, seconds: float) -> bool:
        """Follow the hand; look for the outline."""
        if self.cut.photo is None:
            self._take_up()
            return self.list.tick() or self.reader.busy
        spot = self.view.pointer
        if self._held >= 0 and spot is not None:
            self._set(self._held, self.view.to_photo(spot))
        moved, busy = self.view.tick(), self.cut.tick(seconds)
        return moved or busy or self._held >= 0

    # --- adding ------------------------------------------------------------------------------

    def _why_not(self) -> str:
        if self.cut.works:
            return say("photo_page.cutting")
        if self.cut.found is None:
            return self.cut.trouble or say("photo_page.base_first")
        return "" if self._name.strip() else say("photo_page.name_first")

    def add(self) -> None:
        """Put the figure on the table: one step that can be undone."""
        found = self.cut.found
        assert found is not None, "the button is greyed without a silhouette"
        plate = {
            "points": [list(point) for point in found.points],
            "thickness_in": self._thick,
            "seen_from": self._from,
        }
        base = {"shape": "disc", "diameter_mm": self.cut.base_mm}
        try:
            with self.draft.together(self._name.strip(), "add"):
                figure = self.draft.add_figure(
                    self._name,
                    silhouette=plate,
                    base=base,
                    height_in=round(found.height_in, 4),
                    eye_height_in=self.cut.eye_in,
                )
                name = self.draft.add_mini(place_free(self.draft, self._at), figure)
        except HulldownError as error:
            self.app.tell_error(error)
            return
        self.app.tell(say("photo_page.added", name=name), "good")
        self.app.back()

    # --- drawing -----------------------------------------------------------------------------

    def draw(self, ui: Ui) -> None:
        """Draw the photo with the outline, and the panel beside it."""
        wide, high = ui.size
        ui.shade(1.0)
        if self.cut.photo is not None:
            self.view.draw(ui, (_across(wide) + 20, 10, wide - 10, high - 10))
            self._draw_over(ui)
            self.view.draw_loupe(ui)
        across = min(620.0, wide - 20) if self.cut.photo is None else _across(wide)
        title = say("photo_page.figure_title")
        with ui.panel("figure", (10, 10), (across, high - 20), title=title, scroll=True):
            if self.cut.photo is None:
                ui.text(say("photo_page.choose_figure"))
                chosen = self.list.draw(ui, busy=self.reader.busy)
                if chosen is not None:
                    self.app.after_frame(lambda: self.open(chosen))
            else:
                self._draw_tools(ui)
                ui.line()
                self._draw_measures(ui)
            ui.line()
            if ui.button("figure/back", say("photo_page.done"), key=self.app.keys.key("back")):
                self.app.after_frame(self.app.back)

    def _draw_tools(self, ui: Ui) -> None:
        for place, tool in enumerate(_TOOLS):
            if place:
                ui.beside()
            kind = "chosen" if tool == self.tool else "plain"
            if ui.button(f"tool/{tool}", say(f"photo_page.figure_tool.{tool}"), kind=kind):
                self.tool = tool
        ui.text(say(f"photo_page.figure_hint.{self.tool}"))
        if self.tool == "background":
            text = say("photo_page.tolerance") if self.cut.tolerance else say("photo_page.by_noise")
            form = "%.0f" if self.cut.tolerance else "·"
            self.cut.tolerance = ui.slider(
                "figure/tolerance", text, self.cut.tolerance, 0.0, 300.0, form=form, width=150
            )
            why_not = "" if self.cut.background else say("photo_page.no_points")
            if ui.button("figure/forget", say("photo_page.forget"), why_not=why_not):
                self.cut.background.clear()
        if self.cut.works:
            ui.text(say("photo_page.cutting"), "dim")
        elif self.cut.trouble:
            ui.text(self.cut.trouble, "bad")

    def _draw_measures(self, ui: Ui) -> None:
        cut = self.cut
        base = ui.number("figure/base", say("photo_page.base_mm"), cut.base_mm, step=1.0)
        top = ui.number("figure/top", say("photo_page.top_in"), cut.top_in, step=0.01)
        if (base, top) != (cut.base_mm, cut.top_in):
            cut.base_mm, cut.top_in = base, top
            cut.scale()
        self._thick = ui.number("figure/thick", say("photo_page.thick"), self._thick, step=0.05)
        sides = [(side, say(f"photo_page.seen_from.{side}")) for side in ("front", "side")]
        self._from = ui.choice("figure/from", say("photo_page.from"), self._from, sides, width=110)
        self._name, _ = ui.entry("figure/name", say("photo_page.name"), self._name, width=170)
        if cut.found is not None:
            measures = {
                "height": f"{cut.found.height_in:.2f}",
                "eye": f"{cut.eye_in:.2f}",
                "area": f"{cut.found.area_in2:.2f}",
            }
            ui.text(say("photo_page.measures", **measures), "gold", name="figure/measures")
            if cut.found.holes_in2 > 0.005:
                holes = f"{cut.found.holes_in2:.2f}"
                ui.text(say("photo_page.holes", area=holes), "dim", size=0.9)
            fine = 1.5 / cut.found.pixels_per_inch
            ui.text(say("photo_page.fine", inches=f"{fine:.3f}"), "dim", size=0.9)
        key, why_not = self.app.keys.key("confirm"), self._why_not()
        if ui.button("figure/add", say("photo_page.add"), key=key, why_not=why_not, kind="primary"):
            self.app.after_frame(self.add)

    def _draw_over(self, ui: Ui) -> None:
        cut, view = self.cut, self.view
        if cut.outline is not None:
            for ring in (cut.outline.outline_px, *cut.outline.holes_px):
                ui.stroke(view.to_points(ring), "link", width=1.2, closed=True)
        if cut.found is not None:
            spots = view.to_points(cut.pixels_of(cut.found.points))
            ui.stroke(spots, "dark", width=4.0, closed=True)
            ui.stroke(spots, "good", width=2.0, closed=True)
        for spot in view.to_points(cut.background):
            ui.disc(spot, 5.0, "dark")
            ui.disc(spot, 3.5, "fair")
        handles = view.to_points(self._handles())
        if len(handles) > 1:
            ui.stroke(handles[:2], "gold", width=1.6)
        for which, (x, y) in enumerate(handles):
            if which == _EYE:
                ui.stroke([(x - 70, y), (x + 70, y)], "fair", width=1.6, dash=5.0)
                ui.tag((x + 74, y), [(say("photo_page.eye"), "fair")], pivot=(0.0, 0.5))
            ui.disc((x, y), 9.0, "dark", fill=False)
            ui.disc((x, y), 8.0, "link" if which == self._chosen else "gold", fill=False)
            ui.remember(f"handle/{which}", (x - 8, y - 8, x + 8, y + 8))

    def facts(self) -> dict[str, object]:
        """Return what was found."""
        found = self.cut.found
        return {
            "tool": self.tool,
            "reading": self.reader.busy,
            "works": self.cut.works,
            "height_in": found.height_in if found else None,
            "eye_in": self.cut.eye_in,
            "trouble": self.cut.trouble,
        }


def _across(wide: float) -> float:
    """Return how wide the panel is in a window of a width, points."""
    return min(_WIDE, 0.46 * wide)
