"""The second step: the four corners of the table, set by hand or by the table's edges."""

from __future__ import annotations

from sim.errors import HulldownError
from sim.geometry.pose import Point
from sim.view.inputs import Input
from sim.view.ui import Ink, Ui
from sim.window.app import App
from sim.window.beside import Beside
from sim.window.photo.ground import PhotoGround
from sim.window.photo.picture_view import PictureView
from sim.words import say

__all__ = ["CornerStep"]

_NUDGES = {
    f"{kind}_{way}": (dx * size, dy * size)
    for kind, size in (("nudge", 0.5), ("fine", 0.1))
    for way, dx, dy in (("left", -1, 0), ("right", 1, 0), ("up", 0, -1), ("down", 0, 1))
}
#: Errors on the table up to which they are called good, and fair, inches.
_GOOD_IN, _FAIR_IN = 0.15, 0.5
_GRID_IN = 6.0
#: Corners that the edges move farther than this were perhaps hidden by the lip of a frame, pixels.
_FAR_PX = 4.0


class CornerStep:
    """Corners are clicked, dragged, nudged and snapped.

    Parameters
    ----------
    app : App
    view : PictureView
    ground : PhotoGround

    Attributes
    ----------
    chosen : int
        The corner that keys move; -1 for none.
    """

    def __init__(self, app: App, view: PictureView, ground: PhotoGround) -> None:
        self.app, self.view, self.ground = app, view, ground
        self.chosen = -1
        self._held = -1
        self._grip: Point = (0.0, 0.0)
        self._snapping: tuple[int, Beside] | None = None

    # --- input -------------------------------------------------------------------------------

    def take(self, each: Input) -> bool:
        """Set a corner, or take one in hand."""
        if each.name != "mouse1":
            return False
        if each.kind == "up":
            return self._let_go()
        place = self.view.pointed
        if place is None:
            return False
        near = [k for k, at in enumerate(self.ground.corners) if self.view.near(at)]
        if near:
            self.chosen = self._held = near[0]
            x, y = self.ground.corners[near[0]]
            self._grip = (x - place[0], y - place[1])
        elif len(self.ground.corners) < 4:
            self.ground.add(place, self.view.click_px)
            at = self.ground.corners
            self.chosen = at.index(place)
            self._keep()
        else:
            self.chosen = -1
        return True

    def _let_go(self) -> bool:
        if self._held < 0:
            return False
        held, self._held = self.ground.corners[self._held], -1
        if len(self.ground.corners) == 4:
            self.ground.order()
            self.chosen = self.ground.corners.index(held)
        self._keep()
        return True

    def act(self, action: str) -> bool:
        """Nudge, go to the next corner, take one back."""
        corners = self.ground.corners
        if action in ("next", "previous") and corners:
            step = 1 if action == "next" else -1
            self.chosen = (self.chosen + step) % len(corners)
            return True
        if action in _NUDGES and 0 <= self.chosen < len(corners):
            self.ground.nudge(self.chosen, *_NUDGES[action])
            self._keep()
            return True
        if action == "undo" and corners:
            self.ground.take_back()
            self.chosen = -1
            return True
        if action == "focus" and 0 <= self.chosen < len(corners):
            self.view.look_at(corners[self.chosen], 3.0)
            return True
        return False

    def back(self) -> bool:
        """Let go of a corner; return whether one was chosen."""
        was, self.chosen = self.chosen >= 0, -1
        return was

    def tick(self) -> bool:
        """Carry the corner in hand; take up the edges once they are found."""
        spot = self.view.pointer
        if self._held >= 0 and spot is not None:
            x, y = self.view.to_photo(spot)
            at = (x + self._grip[0], y + self._grip[1])
            if at != self.ground.corners[self._held]:
                self.ground.move(self._held, at, self.view.click_px)
        if self._snapping is not None and self._snapping[1].done:
            self._take_up()
        return self._held >= 0 or self._snapping is not None

    # --- the table's edges -------------------------------------------------------------------

    def snap(self) -> None:
        """Look for the table's edges near the corners."""
        if self._snapping is None and self.ground.found is not None:
            self._snapping = (self.ground.changes, Beside(self.ground.edges))

    def _take_up(self) -> None:
        assert self._snapping is not None
        (changes, work), self._snapping = self._snapping, None
        if changes != self.ground.changes:
            return
        try:
            edges = work.result()
        except HulldownError as error:
            self.app.tell_error(error)
            return
        count = self.ground.snap(edges)
        if count:
            far = float(edges.moved_px.max())
            key = self.app.keys.key("undo")
            self.app.tell(say("photo_page.snapped", count=count, moved=f"{far:.1f}"), "good")
            if far > _FAR_PX:
                self.app.tell(say("photo_page.lip", key=key), "fair")
        else:
            self.app.tell(say("photo_page.no_edges"), "fair")
        self._keep()
        self.app.wake()

    def _keep(self) -> None:
        if self.ground.found is not None and self._held < 0:
            self.ground.keep()

    # --- drawing -----------------------------------------------------------------------------

    def draw_over(self, ui: Ui) -> None:
        """Draw corners, edges and a grid of the table over the photo."""
        ground, view = self.ground, self.view
        if ground.found is not None:
            self._draw_grid(ui)
        spots = view.to_points(ground.corners)
        if len(spots) > 1:
            ui.stroke(spots, "dark", width=3.6, closed=len(spots) == 4)
            ui.stroke(spots, "gold", width=1.6, closed=len(spots) == 4)
        for which, spot in enumerate(spots):
            ink: Ink = "link" if which == self.chosen else "gold"
            ui.disc(spot, 9.0, "dark", fill=False)
            ui.disc(spot, 8.0, ink, fill=False)
            ui.disc(spot, 1.6, ink)
            ui.remember(f"corner/{which}", (spot[0] - 8, spot[1] - 8, spot[0] + 8, spot[1] + 8))
        self._name_corners(ui)
        view.draw_loupe(ui)

    def _name_corners(self, ui: Ui) -> None:
        found = self.ground.found
        if found is None:
            return
        spots = self.view.to_points(found.marks_px)
        names = ("near_left", "near_right", "far_right", "far_left")
        for name, (x, y) in zip(names, spots, strict=True):
            text = say(f"photo_page.corner.{name}")
            ui.tag((x + 14, y - 12), [(text, "plain")], edge="gold", pivot=(0.0, 1.0))

    def _draw_grid(self, ui: Ui) -> None:
        """Draw a line every six inches: whether they lie right shows at once."""
        found = self.ground.found
        assert found is not None
        wide, deep = found.width_in, found.depth_in
        ends: list[tuple[Point, Point]] = []
        for k in range(1, int((wide - 1e-6) // _GRID_IN) + 1):
            ends.append(((k * _GRID_IN, 0.0), (k * _GRID_IN, deep)))
        for k in range(1, int((deep - 1e-6) // _GRID_IN) + 1):
            ends.append(((0.0, k * _GRID_IN), (wide, k * _GRID_IN)))
        for a, b in ends:
            ui.stroke(self.view.to_points(found.to_pixels([a, b])), "dim", width=1.0, dash=5.0)

    def draw_panel(self, ui: Ui) -> None:
        """Draw what is to be done, the size, and how good it is."""
        ground = self.ground
        left = 4 - len(ground.corners)
        text = say("photo_page.click_corners", left=left) if left else say("photo_page.set_well")
        ui.text(text)
        ui.line()
        width = ui.number("photo/width", say("photo_page.width"), ground.width, step=1.0)
        depth = ui.number("photo/depth", say("photo_page.depth"), ground.depth, step=1.0)
        if (width, depth) != (ground.width, ground.depth):
            ground.set_size(width, depth)
            self._keep()
        why_not = "" if ground.found is not None else say("photo_page.corners_first")
        if ui.button(
            "photo/turn", say("photo_page.turn"), why_not=why_not, hint=say("photo_page.turn_hint")
        ):
            ground.turn()
            self._keep()
        if self._snapping is not None:
            ui.text(say("photo_page.snapping"), "dim")
        elif ui.button(
            "photo/snap", say("photo_page.snap"), why_not=why_not, hint=say("photo_page.snap_hint")
        ):
            self.snap()
        ui.line()
        self._draw_error(ui)
        ui.space(4)
        ui.text(say("photo_page.corner_keys"), "dim", size=0.9)

    def _draw_error(self, ui: Ui) -> None:
        if self.ground.trouble:
            ui.text(self.ground.trouble, "bad")
            return
        error = self.ground.error(1.0)
        if error is None:
            return
        fine = error.worst_in <= _GOOD_IN
        ink: Ink = "good" if fine else "fair" if error.worst_in <= _FAIR_IN else "bad"
        inches = {"usual": f"{error.usual_in:.2f}", "worst": f"{error.worst_in:.2f}"}
        ui.text(say("photo_page.error", **inches), ink, name="photo/error")
        ui.text(say("photo_page.error_means"), "dim", size=0.9)
        if not fine:
            ui.text(say("photo_page.error_better"), "dim", size=0.9)

    def facts(self) -> dict[str, object]:
        """Return the corners and what they are good for."""
        error = self.ground.error(1.0)
        return {
            "corners": [list(at) for at in self.ground.corners],
            "chosen": self.chosen,
            "fits": self.ground.found is not None,
            "error_in": error.worst_in if error else None,
            "snapping": self._snapping is not None,
        }
