"""E: what a miniature sees, live in a corner of the window, or large."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sim.engine.observed import SeenPiece
from sim.table.pieces import Stand
from sim.view.cameras import View
from sim.view.inputs import Input
from sim.view.live_eye import LiveEye
from sim.view.screen import Inset
from sim.view.ui import Box, Ui
from sim.window.tools.at_hand import AtHand, Tool
from sim.words import say

__all__ = ["EyeTool"]

_ASPECT = 1.6
_SMALL, _LARGEST_SHARE = 336.0, 0.72
_CORNER = 18.0
_LEAST, _BAR = 180.0, 24.0


class EyeTool(Tool):
    """The inset: dragged by its inside, sized by its corner or the key."""

    name = "eye"

    def __init__(self, hand: AtHand) -> None:
        super().__init__(hand)
        self.size = ""
        self._wide = _SMALL
        self._at: tuple[float, float] | None = None
        self._eye: LiveEye | None = None
        self._last = ""
        self._drag: tuple[str, tuple[float, float], Box] | None = None
        self._box: Box | None = None
        self._seen: tuple[View, Stand | None] | None = None
        self.who: SeenPiece | None = None
        self.pair: tuple[str, str] = ("", "")

    @property
    def actions(self) -> dict[str, Callable[[], bool]]:
        """The key opens it small, makes it large, closes it."""
        return {"eye": self._next_size}

    def _next_size(self) -> bool:
        order = {"": "small", "small": "large", "large": ""}
        self.size = order[self.size]
        if self.size and self._wanted() is None:
            self.hand.app.tell(say("tools.eye.whose"), "dim")
        if not self.size:
            self._shut()
        return True

    def back(self) -> bool:
        """Close the large picture first, then the small one."""
        if not self.size:
            return False
        self.size = "small" if self.size == "large" else ""
        if not self.size:
            self._shut()
        return True

    def _shut(self) -> None:
        if self._eye is not None:
            self._eye.close()
            self._eye = None
        self.who = self._box = self._drag = None

    # --- who looks, and where ----------------------------------------------------------------

    def _wanted(self) -> SeenPiece | None:
        """Return whose eye it is: of a pair that is asked about, selected, pointed at, last."""
        if self.pair[0]:
            return self.hand.piece(self.pair[0])
        return self.hand.selected or self.hand.hovered or self.hand.piece(self._last)

    def tick(self, seconds: float) -> bool:
        """Follow the drag, and look where one points."""
        if not self.size:
            return False
        self._follow()
        self.who = self._wanted()
        if self.who is None:
            self._shut()
            return False
        self._last = self.who.id
        stand = self.hand.stand(self.who.id)
        assert stand is not None
        if self._eye is None:
            self._eye = LiveEye(self.hand.view)
        self._eye.frame(_ASPECT)
        target, towards = self._looked_at(self.who)
        self._seen = (self._eye.look(stand, self.who.id, target, towards), target)
        return self._drag is not None

    def _looked_at(self, who: SeenPiece) -> tuple[Stand | None, tuple[float, float, float] | None]:
        """Return the miniature that is looked at, or the place."""
        if self.pair[1]:
            return self.hand.stand(self.pair[1]), None
        pointed = self.hand.pointed
        if pointed is None or self.hand.selected is None or self._drag is not None:
            return None, None
        if pointed.mini and pointed.mini != who.id:
            return self.hand.stand(pointed.mini), None
        return None, pointed.hit if pointed.mini != who.id else None

    # --- the frame ---------------------------------------------------------------------------

    def box(self, area: Box, window: tuple[float, float]) -> Box:
        """Return where the picture lies, points: in the lower left corner until it is dragged."""
        left, _, right, bottom = area
        wide = min(self._wide, right - left)
        if self.size == "large":
            wide = min(window[0] * _LARGEST_SHARE, (window[1] - 130) * _ASPECT)
            at = ((window[0] - wide) / 2, max(8.0, (window[1] - 60 - wide / _ASPECT) / 2))
            return (*at, at[0] + wide, at[1] + wide / _ASPECT)
        high = wide / _ASPECT
        x, y = self._at or (left, bottom - high)
        x = min(max(x, 0.0), max(0.0, window[0] - wide))
        y = min(max(y, 0.0), max(0.0, window[1] - high))
        return (x, y, x + wide, y + high)

    @property
    def insets(self) -> Sequence[tuple[Any, Inset]]:
        """The eye's camera and its part of the window."""
        if self._eye is None or self._box is None:
            return ()
        ui = self.hand.app.window.ui
        wide, high = ui.size
        left, top, right, bottom = self._box
        part = (left / wide, right / wide, 1 - bottom / high, 1 - top / high)
        return ((self._eye.camera, part),)

    @property
    def shown_box(self) -> Box | None:
        """Where the picture is, points; None while it is closed."""
        return self._box if self._eye is not None else None

    def _pointer(self) -> tuple[float, float] | None:
        window = self.hand.app.window
        if window.pointer is None:
            return None
        return (window.pointer[0] / window.ui.scale, window.pointer[1] / window.ui.scale)

    def _part(self) -> str:
        """Return what of the picture the pointer is on: ``corner``, ``inside`` or nothing."""
        spot = self._pointer()
        if spot is None or self._box is None or self._eye is None:
            return ""
        left, top, right, bottom = self._box
        if not (left <= spot[0] <= right and top <= spot[1] <= bottom):
            return ""
        near = spot[0] > right - _CORNER and spot[1] < top + _CORNER
        return "corner" if near and self.size == "small" else "inside"

    def take(self, each: Input) -> bool:
        """Drag the picture by its inside, size it by its upper right corner."""
        if each.kind == "up":
            dragged, self._drag = self._drag, None
            return dragged is not None and each.name == "mouse1"
        part = self._part()
        if not part or not each.name.startswith(("mouse", "wheel")):
            return False
        if each.name == "mouse1" and self.size == "small":
            spot = self._pointer()
            assert spot is not None
            assert self._box is not None
            self._drag = (part, spot, self._box)
        return True

    def _follow(self) -> None:
        spot = self._pointer()
        if self._drag is None or spot is None:
            return
        part, start, (left, top, right, bottom) = self._drag
        dx, dy = spot[0] - start[0], spot[1] - start[1]
        if part == "inside":
            self._at = (left + dx, top + dy)
            return
        most = self.hand.app.window.ui.size[0] * _LARGEST_SHARE
        self._wide = min(most, max(_LEAST, right - left + dx))
        # The lower left corner stays where it is.
        self._at = (left, bottom - self._wide / _ASPECT)

    def draw(self, ui: Ui) -> None:
        """Draw the frame and whose eye it is."""
        if not self.size or self._eye is None or self.who is None:
            return
        if self.size == "small" and self._at is not None and self._drag is None:
            self._keep_inside(ui)
        self._box = self.box(self.hand.area(ui), ui.size)
        left, top, right, bottom = self._box
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        ui.stroke(corners, "dark", width=5.0, closed=True)
        ui.stroke(corners, "gold", width=1.6, closed=True)
        key = self.hand.app.keys.key("eye")
        text = say("tools.eye.title", name=self.who.id, key=key)
        ui.tag((left + 6, top + 6), [(text, "gold")], edge="gold", pivot=(0, 0), name="eye/title")
        self._mark_target(ui)
        if self.size == "small":
            grip = [(right - _CORNER, top + 2), (right - 2, top + 2), (right - 2, top + _CORNER)]
            ui.stroke(grip, "gold", width=4.0)

    def _mark_target(self, ui: Ui) -> None:
        """Draw corners round the target, seen or not: there one looks."""
        if self._seen is None or self._seen[1] is None or self._box is None:
            return
        view, stand = self._seen[0], self._seen[1]
        model = self.hand.facts.model(stand)
        low = self.hand.facts.support_under(stand)
        reach = max(0.35, model.height_in * 0.3)
        points = np.array(
            [
                (stand.pose.x + dx, stand.pose.y + dy, low + z)
                for dx in (-reach, reach)
                for dy in (-reach, reach)
                for z in (0.0, model.height_in)
            ]
        )
        seen = view.project(points, _ASPECT)
        if (seen[:, 2] <= 0.1).any():
            return
        left, top, right, bottom = self._box
        xs = np.clip(left + (seen[:, 0] + 1) / 2 * (right - left), left + 4, right - 4)
        ys = np.clip(top + (1 - seen[:, 1]) / 2 * (bottom - top), top + 4, bottom - 4)
        for line in _corners(float(xs.min()), float(ys.min()), float(xs.max()), float(ys.max())):
            ui.stroke(line, "dark", width=4.0)
            ui.stroke(line, "gold", width=2.0)

    def _keep_inside(self, ui: Ui) -> None:
        assert self._at is not None
        high = self._wide / _ASPECT
        self._at = (
            min(max(self._at[0], 0.0), ui.size[0] - self._wide),
            min(max(self._at[1], 0.0), ui.size[1] - high),
        )

    def facts(self) -> dict[str, object]:
        """Return whose eye is open and how large it is."""
        if not self.size or self.who is None:
            return {}
        return {"eye": self.who.id, "eye_size": self.size}

    def close(self) -> None:
        """Close the eye."""
        self.size = ""
        self._shut()


def _corners(
    left: float, top: float, right: float, bottom: float
) -> Sequence[Sequence[tuple[float, float]]]:
    """Return the four corners of a frame, each as a bent line."""
    x, y = (right - left) * 0.3, (bottom - top) * 0.22
    return (
        [(left, top + y), (left, top), (left + x, top)],
        [(right - x, top), (right, top), (right, top + y)],
        [(right, bottom - y), (right, bottom), (right - x, bottom)],
        [(left + x, bottom), (left, bottom), (left, bottom - y)],
    )
