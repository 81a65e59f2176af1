"""The face of the widgets: containers and widgets, pictures, and free drawing over the table."""

from __future__ import annotations

import io
import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np
from imgui_bundle import imgui
from numpy.typing import NDArray
from panda3d.core import SamplerState, Texture
from PIL import Image

from sim.view.ui.core import Box, Place
from sim.view.ui.style import FONT_SIZE, INKS, Colour4, Ink, packed
from sim.view.ui.widgets import Widgets

__all__ = ["Ui"]

_CARD: Colour4 = (0.08, 0.095, 0.12, 0.86)
_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0.5, 0.5),),
    2: ((0.28, 0.28), (0.72, 0.72)),
    3: ((0.26, 0.26), (0.5, 0.5), (0.74, 0.74)),
    4: ((0.28, 0.28), (0.72, 0.28), (0.28, 0.72), (0.72, 0.72)),
    5: ((0.28, 0.28), (0.72, 0.28), (0.28, 0.72), (0.72, 0.72), (0.5, 0.5)),
    6: ((0.28, 0.25), (0.72, 0.25), (0.28, 0.5), (0.72, 0.5), (0.28, 0.75), (0.72, 0.75)),
}


class Ui(Widgets):
    """Everything a screen draws with; see `Widgets` and `Core`."""

    #: Size of labels over the table, of plain text.
    LABEL_SIZE = 0.9

    def __init__(self, root: Any, scale: float = 1.0) -> None:
        super().__init__(root, scale)
        self._pictures: dict[str, tuple[int, float, float, float]] = {}

    # --- pictures ----------------------------------------------------------------------------

    def has_picture(self, name: str) -> bool:
        """Return whether a picture is kept under a name."""
        return name in self._pictures

    def keep_picture(self, name: str, png: bytes) -> None:
        """Keep a picture under a name, in place of an older one.

        Raises
        ------
        OSError
            When the bytes are no picture.
        """
        self.keep_pixels(name, np.asarray(Image.open(io.BytesIO(png)).convert("RGB")))

    def keep_pixels(self, name: str, pixels: NDArray[np.uint8], *, smooth: bool = True) -> None:
        """Keep a picture under a name, in place of an older one.

        Parameters
        ----------
        pixels : (height, width, 3) uint8 array
            Top row first.
        smooth : bool
            Whether its pixels are blended where it is drawn larger.
        """
        self.drop_picture(name)
        high, wide = pixels.shape[:2]
        # The software renderer knows only sides that are powers of two.
        side = [1 << (length - 1).bit_length() for length in (wide, high)]
        sheet = np.zeros((side[1], side[0], 3), np.uint8)
        sheet[:high, :wide] = pixels
        texture = Texture(name)
        texture.setup2dTexture(side[0], side[1], Texture.T_unsigned_byte, Texture.F_rgb)
        filter_kind = SamplerState.FT_linear if smooth else SamplerState.FT_nearest
        texture.setMinfilter(SamplerState.FT_linear)
        texture.setMagfilter(filter_kind)
        texture.setRamImageAs(sheet.tobytes(), "RGB")
        self._pictures[name] = (
            self._painter.keep(texture),
            wide / side[0],
            high / side[1],
            wide / high,
        )

    def drop_picture(self, name: str) -> None:
        """Forget a picture; an unknown one is no mistake."""
        if name in self._pictures:
            self._painter.forget(self._pictures.pop(name)[0])

    def picture(self, name: str, width: float) -> None:
        """Show a kept picture at a width, points."""
        number, u, v, aspect = self._pictures[name]
        size = self._px(width, width / aspect)
        imgui.image(imgui.ImTextureRef(number), size, imgui.ImVec2(0, 0), imgui.ImVec2(u, v))
        self._keep(f"picture/{name}")

    def image(self, name: str, box: Box, *, over: bool = False) -> None:
        """Draw a kept picture into a rectangle, points: under all panels, or over everything."""
        number, u, v, _ = self._pictures[name]
        draw = imgui.get_foreground_draw_list() if over else imgui.get_background_draw_list()
        low, high = self._px(box[0], box[1]), self._px(box[2], box[3])
        draw.add_image(
            imgui.ImTextureRef(number), low, high, imgui.ImVec2(0, 0), imgui.ImVec2(u, v)
        )

    # --- free drawing ------------------------------------------------------------------------

    def tag(
        self,
        at: tuple[float, float],
        lines: Sequence[tuple[str, Ink]],
        *,
        edge: Ink = "dim",
        pivot: tuple[float, float] = (0.5, 1.0),
        name: str = "",
        size: float = 0.88,
    ) -> tuple[float, float, float, float]:
        """Write lines on a small card over the table, under all panels.

        Parameters
        ----------
        at : (x, y)
            Where its pivot stands, points.
        lines : sequence of (text, ink)
        edge : Ink
            Colour of its left edge: whose it is, or what it means.
        name : str
            Leaves its place behind when given; the table below it still answers.

        Returns
        -------
        (left, top, right, bottom)
        """
        draw, s = imgui.get_background_draw_list(), self.scale
        high = FONT_SIZE * size * 1.22
        wide = max((self.text_size(text)[0] * size for text, _ in lines), default=0.0) + 18
        tall = high * len(lines) + 8
        left, top = at[0] - wide * pivot[0], at[1] - tall * pivot[1]
        left = min(max(left, 2.0), max(2.0, self.size[0] - wide - 2))
        top = min(max(top, 2.0), max(2.0, self.size[1] - tall - 2))
        low, up = self._px(left, top), self._px(left + wide, top + tall)
        draw.add_rect_filled(low, up, packed(_CARD), 5 * s)
        draw.add_rect_filled(low, (low[0] + 4 * s, up[1]), packed(INKS[edge]), 2 * s)
        font = imgui.get_font()
        for index, (text, ink) in enumerate(lines):
            spot = self._px(left + 10, top + 4 + index * high)
            draw.add_text(font, FONT_SIZE * size * s, spot, packed(INKS[ink]), text)
        box = (left, top, left + wide, top + tall)
        if name:
            self.remember(name, box)
        return box

    def label(
        self,
        box: Box,
        text: str,
        chips: Sequence[tuple[str, Ink]] = (),
        *,
        rim: tuple[int, int, int] | None = None,
        light: bool = False,
    ) -> None:
        """Draw a unit's label over the table: its side's colour, its name, its marks."""
        draw, s = imgui.get_background_draw_list(), self.scale
        left, top, right, bottom = box
        draw.add_rect_filled(self._px(left, top), self._px(right, bottom), packed(_CARD), 4 * s)
        x = left + 6
        if rim is not None:
            red, green, blue = (value / 255 for value in rim)
            low, up = self._px(x, top + 5), self._px(x + 9, bottom - 5)
            draw.add_rect_filled(low, up, packed((red, green, blue, 1.0)), 2 * s)
            if light:
                middle = (low[1] + up[1]) / 2
                bar = packed((0.95, 0.94, 0.9, 1.0))
                draw.add_rect_filled((low[0], middle - 2 * s), (up[0], middle + 2 * s), bar)
            x += 14
        font, size = imgui.get_font(), FONT_SIZE * self.LABEL_SIZE
        words: list[tuple[str, Ink]] = [(text, "plain"), *chips]
        for word, ink in words:
            draw.add_text(font, size * s, self._px(x, top + 2.5), packed(INKS[ink]), word)
            x += self.text_size(word)[0] * self.LABEL_SIZE + 6

    def notice(
        self, at: tuple[float, float], texts: Sequence[tuple[str, Ink]], *, name: str, wide: float
    ) -> None:
        """Write texts on a card over everything; what lies under it still answers.

        Parameters
        ----------
        at : (x, y)
            The middle of its upper edge, points.
        texts : sequence of (text, ink)
            Each wrapped at `wide`.
        """
        wide = min(wide, self.size[0] - 60)
        sizes = [self.text_size(text, wide) for text, _ in texts]
        across = max((size[0] for size in sizes), default=0.0)
        tall = sum(size[1] + 6 for size in sizes) + 14
        left, top = at[0] - across / 2 - 16, at[1]
        box = (left, top, left + across + 32, top + tall)
        draw, s = imgui.get_foreground_draw_list(), self.scale
        low, up = self._px(*box[:2]), self._px(*box[2:])
        draw.add_rect_filled(low, up, packed((0.07, 0.085, 0.11, 0.97)), 8 * s)
        draw.add_rect(low, up, packed(INKS["dim"], 0.5), 8 * s)
        font, y = imgui.get_font(), top + 10
        for (text, ink), size in zip(texts, sizes, strict=True):
            spot = self._px(left + 16, y)
            draw.add_text(font, FONT_SIZE * s, spot, packed(INKS[ink]), text, wide * s)
            y += size[1] + 6
        self.remember(name, box)

    def remember(self, name: str, box: Box) -> None:
        """Say that something drawn freely can be clicked there: tests and lessons find it."""
        self._drawn[name] = Place(box, enabled=True, shown=True)

    def stroke(
        self,
        points: Sequence[tuple[float, float]],
        ink: Ink = "plain",
        *,
        width: float = 2.0,
        closed: bool = False,
        over: bool = False,
        on_panel: bool = False,
        dash: float = 0.0,
    ) -> None:
        """Draw a line through points: under the panels, over everything, or on this panel."""
        draw = imgui.get_foreground_draw_list() if over else imgui.get_background_draw_list()
        if on_panel:
            draw = imgui.get_window_draw_list()
        ends = [*points, points[0]] if closed and points else list(points)
        for a, b in itertools.pairwise(ends):
            for c, d in _dashes(a, b, dash):
                draw.add_line(self._px(*c), self._px(*d), packed(INKS[ink]), width * self.scale)

    def disc(
        self,
        at: tuple[float, float],
        radius: float,
        ink: Ink,
        *,
        over: bool = False,
        fill: bool = True,
    ) -> None:
        """Draw a small disc or circle."""
        draw = imgui.get_foreground_draw_list() if over else imgui.get_background_draw_list()
        spot, r = self._px(*at), radius * self.scale
        if fill:
            draw.add_circle_filled(spot, r, packed(INKS[ink]))
        else:
            draw.add_circle(spot, r, packed(INKS[ink]), thickness=2 * self.scale)

    @property
    def corner(self) -> tuple[float, float]:
        """Where the next widget of this panel will have its upper left corner, points."""
        spot = imgui.get_cursor_screen_pos()
        return (spot.x / self.scale, spot.y / self.scale)

    def write(
        self, at: tuple[float, float], text: str, ink: Ink = "plain", *, size: float = 1.0
    ) -> None:
        """Write a short text on this panel at a place, without moving what follows."""
        draw = imgui.get_window_draw_list()
        pixels = FONT_SIZE * size * self.scale
        draw.add_text(imgui.get_font(), pixels, self._px(*at), packed(INKS[ink]), text)

    def shade(self, alpha: float = 0.55) -> None:
        """Darken everything under the panels."""
        draw = imgui.get_background_draw_list()
        draw.add_rect_filled((0, 0), self._px(*self.size), packed((0.02, 0.03, 0.04, alpha)))

    def swatch(
        self, colour: tuple[int, int, int], light: bool = False, *, side: float = 12.0
    ) -> None:
        """Draw a small square in a side's colour, with a light bar where its pattern has one."""
        draw = imgui.get_window_draw_list()
        spot = imgui.get_cursor_screen_pos()
        s = self.scale
        low = (spot.x, spot.y + 4 * s)
        up = (low[0] + side * s, low[1] + side * s)
        red, green, blue = (value / 255 for value in colour)
        draw.add_rect_filled(low, up, packed((red, green, blue, 1.0)), 2 * s)
        if light:
            middle = (low[1] + up[1]) / 2
            bar = packed((0.95, 0.94, 0.9, 1.0))
            draw.add_rect_filled((low[0], middle - 2 * s), (up[0], middle + 2 * s), bar)
        imgui.dummy((side * s, side * s))

    def die(
        self, face: int, sides: int = 6, *, good: bool | None = None, side: float = 26.0
    ) -> None:
        """Draw a small die in a panel; a good face is light, a bad one dark."""
        draw, spot, s = imgui.get_window_draw_list(), imgui.get_cursor_screen_pos(), self.scale
        body: Colour4 = (0.92, 0.91, 0.87, 1.0)
        dot: Colour4 = (0.10, 0.11, 0.13, 1.0)
        if good is False:
            body, dot = (0.27, 0.29, 0.33, 1.0), (0.75, 0.77, 0.80, 1.0)
        big = side * s
        draw.add_rect_filled((spot.x, spot.y), (spot.x + big, spot.y + big), packed(body), 5 * s)
        if good:
            edge = packed(INKS["good"])
            draw.add_rect(
                (spot.x, spot.y), (spot.x + big, spot.y + big), edge, 5 * s, thickness=2 * s
            )
        if sides == 6:
            for x, y in _PIPS.get(face, ()):
                at = (spot.x + x * big, spot.y + y * big)
                draw.add_circle_filled(at, big * 0.085, packed(dot))
        else:
            size = imgui.calc_text_size(str(face))
            at = (spot.x + (big - size.x) / 2, spot.y + (big - size.y) / 2)
            draw.add_text(at, packed(dot), str(face))
        imgui.dummy((big, big))


def _dashes(
    a: tuple[float, float], b: tuple[float, float], dash: float
) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Return a stretch as dashes and gaps of one length; whole when `dash` is 0."""
    length = float(np.hypot(b[0] - a[0], b[1] - a[1]))
    if dash <= 0 or length < 1e-6:
        return [(a, b)]
    parts: list[tuple[tuple[float, float], tuple[float, float]]] = []
    for start in np.arange(0.0, length, dash * 2):
        ends = (start / length, min(length, start + dash) / length)
        low, high = ((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for t in ends)
        parts.append(((float(low[0]), float(low[1])), (float(high[0]), float(high[1]))))
    return parts
