"""The third step: pieces traced round their feet, figures placed by their bases."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import msgspec
import numpy as np

from sim.errors import HulldownError
from sim.geometry.outline_fits import OutlineFit
from sim.geometry.pose import Point
from sim.geometry.shapes import reach_of
from sim.geometry.units import quantise_in
from sim.table.draft import SceneDraft
from sim.table.photo import Tracing
from sim.view.inputs import Input
from sim.view.ui import Ink, Ui
from sim.window.app import App
from sim.window.photo.ground import PhotoGround
from sim.window.photo.picture_view import PictureView
from sim.words import say

__all__ = ["TraceStep"]

_KINDS = ("building", "walls", "ruin", "forest", "hills", "hedges", "")
_DEFAULT = "kit:soldier_rifle"
_ROUND = 48
_NUDGES = {
    "nudge_left": (-0.5, 0.0), "nudge_right": (0.5, 0.0),
    "nudge_up": (0.0, -0.5), "nudge_down": (0.0, 0.5),
}  # fmt: skip


class TraceStep:
    """What lies on the photo becomes pieces and figures of a draft.

    Parameters
    ----------
    app : App
    view : PictureView
    ground : PhotoGround
    draft : SceneDraft

    Attributes
    ----------
    tool : str
        ``piece`` or ``figure``.
    clicks : list of Point
        Round the foot of a piece, pixels.
    traced : Tracing or None
        The closed outline, until it is added.
    """

    def __init__(self, app: App, view: PictureView, ground: PhotoGround, draft: SceneDraft) -> None:
        self.app, self.view, self.ground, self.draft = app, view, ground, draft
        self.tool = "piece"
        self.clicks: list[Point] = []
        self.traced: Tracing | None = None
        self.fit = ""
        self._height, self._kind, self._name = 3.0, "building", ""
        self._model, self._facing = _DEFAULT, 0.0
        self._held = -1

    # --- input -------------------------------------------------------------------------------

    def take(self, each: Input) -> bool:
        """Click points, drag them, close the outline at its first point; place figures."""
        if each.name != "mouse1":
            return False
        if each.kind == "up":
            held, self._held = self._held, -1
            if held >= 0 and self.traced is not None:
                self._close()
            return held >= 0
        place = self.view.pointed
        if place is None or self.ground.found is None:
            return False
        if self.tool == "figure":
            self._place(place)
        else:
            self._click(place)
        return True

    def _click(self, place: Point) -> None:
        near = [k for k, at in enumerate(self.clicks) if self.view.near(at, 9.0)]
        if near and near[0] == 0 and len(self.clicks) > 2 and self.traced is None:
            self._close_anew()
        elif near:
            self._held = near[0]
        elif self.traced is None:
            self.clicks.append(place)

    def _close_anew(self) -> None:
        self.fit = ""
        self._close()

    def _close(self) -> None:
        """Make an outline of the clicks, or tell why they are none."""
        assert self.ground.found is not None
        try:
            self.traced = Tracing.of(self.clicks, self.ground.found)
        except HulldownError as error:
            self.traced = None
            self.app.tell_error(error)
            return
        if not self.fit:
            self.fit = self.traced.fits[0].kind

    def act(self, action: str) -> bool:
        """Close or add, take the last click back, undo and redo."""
        if action == "confirm":
            if self.traced is not None:
                self.add()
            elif len(self.clicks) > 2:
                self._close_anew()
            return True
        if action == "undo":
            self._take_back()
            return True
        if action == "redo":
            self._draft_step(self.draft.redo)
            return True
        if action in _NUDGES and self.clicks and self.tool == "piece":
            x, y = self.clicks[-1]
            self.clicks[-1] = (x + _NUDGES[action][0], y + _NUDGES[action][1])
            if self.traced is not None:
                self._close()
            return True
        return False

    def _take_back(self) -> None:
        if self.traced is not None:
            self.traced = None
        elif self.clicks:
            self.clicks.pop()
        else:
            self._draft_step(self.draft.undo)

    def _draft_step(self, step: Callable[[], object]) -> None:
        try:
            step()
        except HulldownError as error:
            self.app.tell_error(error)

    def back(self) -> bool:
        """Give the outline up; return whether there was one."""
        was = bool(self.clicks)
        self.clicks, self.traced = [], None
        return was

    def tick(self) -> bool:
        """Carry the point in hand."""
        spot = self.view.pointer
        if self._held < 0 or spot is None:
            return False
        self.clicks[self._held] = self.view.to_photo(spot)
        return True

    # --- adding ------------------------------------------------------------------------------

    def chosen_fit(self) -> OutlineFit | None:
        """Return the suggestion that is chosen."""
        if self.traced is None:
            return None
        return next((each for each in self.traced.fits if each.kind == self.fit), None)

    def add(self) -> None:
        """Add the traced piece to the table: one step that can be undone."""
        assert self.traced is not None
        try:
            made = self.traced.piece(
                "x", self._height, fit=self.chosen_fit(), name=self._name.strip(), kind=self._kind
            )
            keys = msgspec.to_builtins(made)
            del keys["id"], keys["model"], keys["at"]
            wish = self._kind or "piece"
            name = self.draft.add_piece(made.model, made.at, id=wish, **keys)
        except HulldownError as error:
            self.app.tell_error(error)
            return
        self.clicks, self.traced, self._name = [], None, ""
        self.app.tell(say("photo_page.added", name=name), "good")

    def _place(self, place: Point) -> None:
        """Stand a figure where its base's middle was clicked: one step that can be undone."""
        assert self.ground.found is not None
        x, y = self.ground.found.to_table([place])[0].tolist()
        if not (math.isfinite(x) and math.isfinite(y)):
            self.app.tell(say("photo_page.above_horizon"), "bad")
            return
        try:
            at = (quantise_in(x), quantise_in(y))
            self.draft.add_mini(at, self._model, facing=self._facing)
        except HulldownError as error:
            self.app.tell_error(error)

    # --- drawing -----------------------------------------------------------------------------

    def draw_over(self, ui: Ui) -> None:
        """Draw what is on the table already, and the outline in hand."""
        self._draw_placed(ui)
        spots = self.view.to_points(self.clicks)
        if self.traced is None and len(spots) > 1:
            ui.stroke(spots, "dark", width=3.6)
            ui.stroke(spots, "gold", width=1.8)
        elif self.traced is not None:
            ui.stroke(spots, "dim", width=1.4, closed=True, dash=4.0)
        for place, spot in enumerate(spots):
            ink: Ink = "good" if place == 0 and len(spots) > 2 and not self.traced else "gold"
            ui.disc(spot, 6.0, "dark")
            ui.disc(spot, 4.0, ink)
            ui.remember(f"click/{place}", (spot[0] - 6, spot[1] - 6, spot[0] + 6, spot[1] + 6))
        fit = self.chosen_fit()
        if fit is not None:
            self._ring(ui, fit.outline, "good", 2.4)
        self.view.draw_loupe(ui)

    def _ring(self, ui: Ui, places: Sequence[Point], ink: Ink, width: float) -> None:
        assert self.ground.found is not None
        pixels = self.ground.found.to_pixels(places)
        if np.isfinite(pixels).all():
            spots = self.view.to_points(pixels)
            ui.stroke(spots, "dark", width=width + 2.0, closed=True)
            ui.stroke(spots, ink, width=width, closed=True)

    def _draw_placed(self, ui: Ui) -> None:
        """Draw the feet of pieces and bases as the draft has them: they must fit the photo."""
        scene = self.draft.build().scene
        for piece in scene.table.terrain.values():
            self._ring(ui, piece.area, "link", 1.6)
            self._label(ui, piece.pose.at, piece.name or piece.id)
        turn = np.arange(_ROUND) * 2 * np.pi / _ROUND
        for mini in scene.minis:
            model = scene.table.models[mini.stand.model]
            r, (x, y) = reach_of(model.base), mini.stand.pose.at
            ring = [(x + r * math.cos(a), y + r * math.sin(a)) for a in turn.tolist()]
            self._ring(ui, ring, "gold", 1.6)
            self._label(ui, (x, y), mini.id, up=11.0)

    def _label(self, ui: Ui, at: Point, text: str, up: float = 0.0) -> None:
        assert self.ground.found is not None
        pixels = self.ground.found.to_pixels([at])
        if np.isfinite(pixels).all():
            x, y = self.view.to_points(pixels)[0]
            pivot = (0.5, 1.0 if up else 0.5)
            ui.tag((x, y - up), [(text, "plain")], pivot=pivot, size=0.8)

    def draw_panel(self, ui: Ui) -> None:
        """Draw the tools, and the outline's suggestion."""
        for place, tool in enumerate(("piece", "figure")):
            if place:
                ui.beside()
            kind = "chosen" if tool == self.tool else "plain"
            if ui.button(f"tool/{tool}", say(f"photo_page.tool.{tool}"), kind=kind):
                self.tool = tool
                self.clicks, self.traced = [], None
        ui.space(2)
        if self.tool == "figure":
            self._draw_figure(ui)
        elif self.traced is None:
            self._draw_clicking(ui)
        else:
            self._draw_suggestion(ui, self.traced)
        ui.line()
        for name, step in (("undo", self.draft.undoes), ("redo", self.draft.redoes)):
            why_not = "" if step else say(f"desk.nothing_to_{name}")
            hint = step.text() if step else ""
            key = self.app.keys.key(name)
            if ui.button(f"draft/{name}", say(f"desk.{name}"), key=key, why_not=why_not, hint=hint):
                self._draft_step(self.draft.undo if name == "undo" else self.draft.redo)
            ui.beside()
        ui.space(1)
        for problem in self.draft.problems()[:3]:
            ui.text(str(problem.text()), "bad", size=0.9)

    def _draw_clicking(self, ui: Ui) -> None:
        ui.text(say("photo_page.trace_feet"))
        ui.text(say("photo_page.trace_why"), "dim", size=0.9)
        why_not = "" if len(self.clicks) > 2 else say("photo_page.three_points")
        key = self.app.keys.key("confirm")
        if ui.button("trace/close", say("photo_page.close"), key=key, why_not=why_not):
            self._close_anew()
        ui.beside()
        why_not = "" if self.clicks else say("photo_page.no_points")
        if ui.button("trace/back", say("photo_page.point_back"), why_not=why_not):
            self._take_back()

    def _draw_suggestion(self, ui: Ui, traced: Tracing) -> None:
        ui.text(say("photo_page.it_looks_like"), "gold")
        for fit in traced.fits:
            kind = "chosen" if fit.kind == self.fit else "plain"
            if ui.button(f"fit/{fit.kind}", _fit_text(fit), kind=kind, width=ui.room[0]):
                self.fit = fit.kind
        off = 2 * traced.spread_in(max(1.0, self.view.click_px))
        ui.text(say("photo_page.traced_error", off=f"{off:.2f}"), "dim", size=0.9)
        self._height = ui.number("trace/height", say("photo_page.height"), self._height, step=0.5)
        kinds = [(kind or "none", say(f"photo_page.kind.{kind or 'none'}")) for kind in _KINDS]
        kind = ui.choice(
            "trace/kind", say("photo_page.what"), self._kind or "none", kinds, width=150
        )
        self._kind = "" if kind == "none" else kind
        self._name, _ = ui.entry("trace/name", say("photo_page.name"), self._name, width=150)
        key = self.app.keys.key("confirm")
        if ui.button("trace/add", say("photo_page.add"), key=key, kind="primary"):
            self.app.after_frame(self._add_if_traced)
        ui.beside()
        if ui.button("trace/give-up", say("photo_page.give_up"), key=self.app.keys.key("back")):
            self.back()

    def _add_if_traced(self) -> None:
        if self.traced is not None:
            self.add()

    def _draw_figure(self, ui: Ui) -> None:
        ui.text(say("photo_page.click_bases"))
        models = [(_DEFAULT, say("photo_page.soldier"))]
        models += [(f"figure:{each.id}", each.id) for each in self.draft.file.figure]
        self._model = ui.choice(
            "trace/model", say("photo_page.who"), self._model, models, width=150
        )
        self._facing = ui.number("trace/facing", say("photo_page.facing"), self._facing, step=15.0)
        error = self.ground.error(self.view.click_px)
        if error is not None:
            ui.text(say("photo_page.traced_error", off=f"{error.worst_in:.2f}"), "dim", size=0.9)

    def facts(self) -> dict[str, object]:
        """Return what is traced."""
        return {
            "tool": self.tool,
            "clicks": len(self.clicks),
            "fit": self.fit if self.traced is not None else "",
            "pieces": [piece.id for piece in self.draft.file.piece],
            "minis": [mini.id for mini in self.draft.file.mini],
        }


def _fit_text(fit: OutlineFit) -> str:
    sizes = {"length": f"{fit.length:.2f}", "width": f"{fit.width:.2f}"}
    return say(f"photo_page.fit.{fit.kind}", misfit=f"{100 * fit.misfit:.0f}", **sizes)
