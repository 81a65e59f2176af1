"""A photo in the window: zoomed, moved about, and magnified round the pointer."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from sim.geometry.pose import Point
from sim.view.inputs import Input
from sim.view.ui import Box, Ui
from sim.view.window import Window

__all__ = ["PictureView"]

Bytes = NDArray[np.uint8]

#: Longest side of the copy that is shown; clicks and the loupe use the photo itself.
_SHOWN_PX = 2048
_NOTCH, _FINEST, _COARSEST = 1.25, 12.0, 0.4
#: The loupe shows so many pixels to each side of the pointer, each so many points large.
_AROUND, _TIMES = 16, 4.0
_AWAY = 26.0


@dataclass
class PictureView:
    """Where a photo lies in the window.

    Parameters
    ----------
    window : Window
    name : str
        What the widgets call its texture.

    Attributes
    ----------
    pixels : (height, width, 3) uint8 array
    zoom : float
        Points of the window a pixel of the photo.
    """

    window: Window
    name: str

    def __post_init__(self) -> None:
        self.pixels: Bytes = np.zeros((1, 1, 3), np.uint8)
        self.zoom = 1.0
        self._at = (0.0, 0.0)
        self._fitted = 1.0
        self._grip: Point | None = None
        self._fits = False
        self._under: tuple[int, int] | None = None

    def show(self, pixels: Bytes) -> None:
        """Show a photo from the next frame on, whole."""
        self.pixels = pixels
        step = max(1, math.ceil(max(pixels.shape[:2]) / _SHOWN_PX))
        small = np.asarray(Image.fromarray(pixels).reduce(step)) if step > 1 else pixels
        self.window.ui.keep_pixels(self.name, small)
        self._fits = False
        self._under = None

    def close(self) -> None:
        """Give the textures back."""
        for name in (self.name, f"{self.name}/loupe"):
            self.window.ui.drop_picture(name)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the photo, pixels."""
        return (self.pixels.shape[1], self.pixels.shape[0])

    # --- from the window to the photo and back -------------------------------------------------

    @property
    def pointer(self) -> Point | None:
        """Where the pointer is, points; None outside the window."""
        spot, s = self.window.pointer, self.window.ui.scale
        return None if spot is None else (spot[0] / s, spot[1] / s)

    @property
    def pointed(self) -> Point | None:
        """The place in the photo under the pointer, pixels; None beside it or on a panel."""
        spot = self.pointer
        if spot is None or self.window.on_panel:
            return None
        x, y = self.to_photo(spot)
        wide, high = self.size
        return (x, y) if 0 <= x <= wide and 0 <= y <= high else None

    def to_photo(self, spot: Point) -> Point:
        """Return where a point of the window lies in the photo, pixels."""
        return ((spot[0] - self._at[0]) / self.zoom, (spot[1] - self._at[1]) / self.zoom)

    def to_points(self, places: Sequence[Point] | NDArray[np.float64]) -> list[Point]:
        """Return where pixels of the photo lie in the window, points."""
        return [(self._at[0] + x * self.zoom, self._at[1] + y * self.zoom) for x, y in places]

    def near(self, place: Point, within: float = 12.0) -> bool:
        """Return whether the pointer is within so many points of a pixel of the photo."""
        spot = self.pointer
        return spot is not None and math.dist(spot, self.to_points([place])[0]) <= within

    @property
    def click_px(self) -> float:
        """How well a click can be set at this size, pixels of the photo (standard deviation).

        A hand is good to about one and a half points of the screen, or pixels if they are larger.
        """
        return max(1.0, 1.5 / self.zoom)

    # --- moving about ----------------------------------------------------------------------------

    def take(self, each: Input) -> bool:
        """Zoom with the wheel, move with the right or the middle button."""
        if each.name in ("wheel_up", "wheel_down"):
            if each.kind == "down":
                self._zoom_by(_NOTCH if each.name == "wheel_up" else 1 / _NOTCH)
            return True
        if each.name in ("mouse2", "mouse3"):
            self._grip = self.pointer if each.kind == "down" else None
            return True
        return False

    def _zoom_by(self, factor: float) -> None:
        spot = self.pointer
        if spot is None:
            return
        x, y = self.to_photo(spot)
        self.zoom = min(max(self.zoom * factor, self._fitted * _COARSEST), _FINEST)
        self._at = (spot[0] - x * self.zoom, spot[1] - y * self.zoom)
        self.window.wake()

    def whole(self) -> None:
        """Show the whole photo again."""
        self._fits = False
        self.window.wake()

    def look_at(self, place: Point, zoom: float) -> None:
        """Bring a place of the photo to the middle, at so many points a pixel."""
        self.zoom = min(max(zoom, self._fitted * _COARSEST), _FINEST)
        wide, high = self.window.ui.size
        self._at = (wide / 2 - place[0] * self.zoom, high / 2 - place[1] * self.zoom)
        self._fits = True
        self.window.wake()

    def tick(self) -> bool:
        """Follow the hand that moves the photo; return whether it does."""
        spot = self.pointer
        if self._grip is None or spot is None:
            return False
        dx, dy = spot[0] - self._grip[0], spot[1] - self._grip[1]
        self._at = (self._at[0] + dx, self._at[1] + dy)
        self._grip = spot
        return True

    # --- drawing -----------------------------------------------------------------------------

    def draw(self, ui: Ui, room: Box) -> None:
        """Draw the photo under all panels; the first time as large as fits into a rectangle."""
        wide, high = self.size
        if not self._fits:
            left, top, right, bottom = room
            self.zoom = self._fitted = min((right - left) / wide, (bottom - top) / high)
            shown = (wide * self.zoom, high * self.zoom)
            self._at = ((left + right - shown[0]) / 2, (top + bottom - shown[1]) / 2)
            self._fits = True
        (left, top), (right, bottom) = self.to_points([(0, 0), (wide, high)])
        ui.shade(1.0)
        ui.image(self.name, (left, top, right, bottom))

    def draw_loupe(self, ui: Ui) -> None:
        """Draw the pixels round the pointer, magnified, beside it."""
        spot, place = self.pointer, self.pointed
        if spot is None or place is None or self.zoom > _TIMES:
            return
        self._cut(ui, (math.floor(place[0]), math.floor(place[1])))
        side = (2 * _AROUND + 1) * _TIMES
        left, top = spot[0] + _AWAY, spot[1] - _AWAY - side
        left = left if left + side < ui.size[0] else spot[0] - _AWAY - side
        top = top if top > 0 else spot[1] + _AWAY
        box = (left, top, left + side, top + side)
        ui.image(f"{self.name}/loupe", box, over=True)
        corners = [(left, top), (left + side, top), (left + side, top + side), (left, top + side)]
        ui.stroke(corners, "dark", width=5.0, closed=True, over=True)
        ui.stroke(corners, "gold", width=1.6, closed=True, over=True)
        # The cross stands where the click would be, between the pixels if need be.
        x = left + (_AROUND + place[0] % 1.0) * _TIMES
        y = top + (_AROUND + place[1] % 1.0) * _TIMES
        for a, b in (((x, top), (x, top + side)), ((left, y), (left + side, y))):
            ui.stroke([a, b], "dark", width=2.4, over=True)
            ui.stroke([a, b], "gold", width=1.0, over=True)

    def _cut(self, ui: Ui, at: tuple[int, int]) -> None:
        """Keep the pixels round a place as the loupe's picture."""
        if at == self._under:
            return
        self._under = at
        rows = np.clip(np.arange(at[1] - _AROUND, at[1] + _AROUND + 1), 0, self.size[1] - 1)
        columns = np.clip(np.arange(at[0] - _AROUND, at[0] + _AROUND + 1), 0, self.size[0] - 1)
        around = self.pixels[np.ix_(rows, columns)]
        ui.keep_pixels(f"{self.name}/loupe", around, smooth=False)
