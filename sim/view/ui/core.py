"""The frame of the widgets: what comes in, what goes out, and where everything was drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from imgui_bundle import imgui

from sim.view.inputs import Input
from sim.view.ui.painter import Painter
from sim.view.ui.style import dress, load_font

__all__ = ["Box", "Core", "Place"]

#: (left, top, right, bottom) in points: pixels at a UI scale of 1.
Box = tuple[float, float, float, float]

_K = imgui.Key
_KEYS: dict[str, Any] = {
    "tab": _K.tab,
    "arrow_left": _K.left_arrow,
    "arrow_right": _K.right_arrow,
    "arrow_up": _K.up_arrow,
    "arrow_down": _K.down_arrow,
    "enter": _K.enter,
    "escape": _K.escape,
    "backspace": _K.backspace,
    "space": _K.space,
    "delete": _K.delete,
    "home": _K.home,
    "end": _K.end,
    "page_up": _K.page_up,
    "page_down": _K.page_down,
    "control": _K.mod_ctrl,
    "shift": _K.mod_shift,
    "alt": _K.mod_alt,
    **{letter: getattr(_K, letter) for letter in "acvxyz"},
}
_BUTTONS = {"mouse1": 0, "mouse3": 1, "mouse2": 2}


@dataclass(frozen=True)
class Place:
    """Where a widget was drawn in the last frame.

    Attributes
    ----------
    box : Box
    enabled : bool
        Whether it answers.
    shown : bool
        Whether its middle can be seen: scrolled away, it cannot be clicked.
    """

    box: Box
    enabled: bool
    shown: bool

    @property
    def middle(self) -> tuple[float, float]:
        """The point to click on."""
        left, top, right, bottom = self.box
        return ((left + right) / 2, (top + bottom) / 2)


class Core:
    """One context of the widget library, drawn under a 2D root.

    Parameters
    ----------
    root : NodePath
        Measured in pixels, origin at the upper left corner, z upwards.
    scale : float
        Size of everything, 1 for 100 %.

    Attributes
    ----------
    places : dict of name to Place
        Every named widget of the last frame.
    size : (width, height)
        Of the window, in points.
    again : bool
        Whether something drawn in this frame found out only then how large it is: it has to be
        drawn once more before it is looked at.
    """

    def __init__(self, root: Any, scale: float = 1.0) -> None:
        self._context: imgui.internal.Context | None = imgui.create_context()
        self._use()
        io = imgui.get_io()
        io.set_ini_filename("")
        io.backend_flags |= imgui.BackendFlags_.renderer_has_textures.value
        io.backend_flags |= imgui.BackendFlags_.renderer_has_vtx_offset.value
        # The window hands over one press or release a frame; a second queue would only lag.
        io.config_input_trickle_event_queue = False
        load_font()
        self.scale = scale
        dress(scale)
        self._painter = Painter(root)
        self.places: dict[str, Place] = {}
        self._drawn: dict[str, Place] = {}
        self._panels: list[Box] = []
        self._panels_drawn: list[Box] = []
        self.size = (1.0, 1.0)
        self._pixels = (1, 1)
        self._modal = False
        self.again = False
        self._wanted: dict[str, float] = {}

    def _use(self) -> None:
        assert self._context is not None, "the widgets were closed"
        imgui.set_current_context(self._context)

    def rescale(self, scale: float) -> None:
        """Draw everything larger or smaller from the next frame on."""
        self._use()
        self.scale = scale
        dress(scale)

    # --- frames ----------------------------------------------------------------------------

    def begin(
        self,
        pixels: tuple[int, int],
        seconds: float,
        pointer: tuple[float, float] | None,
        inputs: Sequence[Input],
    ) -> None:
        """Begin a frame.

        Parameters
        ----------
        pixels : (width, height)
        seconds : float
            Since the last frame.
        pointer : (x, y) or None
            Pixels from the upper left corner; None outside.
        inputs : sequence of Input
            What the devices said since the last frame, in order.
        """
        self._use()
        io = imgui.get_io()
        self._pixels = pixels
        self.size = (pixels[0] / self.scale, pixels[1] / self.scale)
        io.display_size = imgui.ImVec2(*pixels)
        io.delta_time = max(1e-4, seconds)
        io.add_mouse_pos_event(*(pointer or (-3e38, -3e38)))
        for each in inputs:
            self._feed(io, each)
        self._drawn, self._panels_drawn, self._modal = {}, [], False
        self.again = False
        imgui.new_frame()

    def _feed(self, io: Any, each: Input) -> None:
        if each.kind == "text":
            io.add_input_characters_utf8(each.name)
        elif each.name in _BUTTONS:
            io.add_mouse_button_event(_BUTTONS[each.name], each.kind == "down")
        elif each.name in ("wheel_up", "wheel_down"):
            if each.kind == "down":
                io.add_mouse_wheel_event(0.0, 1.0 if each.name == "wheel_up" else -1.0)
        elif each.name in _KEYS:
            io.add_key_event(_KEYS[each.name], each.kind == "down")

    def end(self) -> None:
        """End the frame: what was drawn replaces what was there."""
        imgui.render()
        self._painter.paint(imgui.get_draw_data(), self._pixels)
        self.places, self._panels = self._drawn, self._panels_drawn

    def close(self) -> None:
        """Give the context back."""
        if self._context is not None:
            imgui.destroy_context(self._context)
            self._context = None

    # --- whose is the pointer, whose are the keys --------------------------------------------

    def covers(self, pointer: tuple[float, float] | None) -> bool:
        """Return whether a point (pixels) lies on a panel: then the table is not meant.

        Asked of the rectangles that were drawn, because the library's own answer lags behind.
        """
        if pointer is None:
            return False
        x, y = pointer[0] / self.scale, pointer[1] / self.scale
        return any(a <= x < c and b <= y < d for a, b, c, d in self._panels)

    @property
    def writes(self) -> bool:
        """Whether a text field takes the keys."""
        self._use()
        return bool(imgui.get_io().want_text_input)

    @property
    def has_popup(self) -> bool:
        """Whether a list is unfolded: it takes clicks and Esc."""
        self._use()
        flags = imgui.PopupFlags_.any_popup_id.value | imgui.PopupFlags_.any_popup_level.value
        return bool(imgui.is_popup_open("", flags))

    # --- remembering -------------------------------------------------------------------------

    def _keep(self, name: str, *, enabled: bool = True) -> None:
        """Remember where the last widget was drawn."""
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        shown = bool(imgui.is_item_visible()) and _holds_middle(low, high)
        if name in self._drawn:
            raise ValueError(f"two widgets of one frame are called {name!r}")
        self._drawn[name] = Place(self._points(low, high), enabled, shown)

    def keep_box(self, name: str, pixels: Box, *, shown: bool = True) -> None:
        """Remember a rectangle of the window, in pixels, as a place that answers."""
        left, top, right, bottom = (value / self.scale for value in pixels)
        self._drawn[name] = Place((left, top, right, bottom), enabled=True, shown=shown)

    def _fit(self, name: str) -> None:
        """Ask for another drawing when a panel that fits what it holds has the wrong height.

        The library lets it grow or shrink a frame later: until then it cuts what it holds. Asked
        once for each height, so that a panel as large as the window does not ask for ever.
        """
        window: Any = imgui.internal.get_current_window()
        inside = window.dc.cursor_max_pos.y - window.pos.y
        wanted = inside + imgui.get_style().window_padding.y
        if abs(wanted - window.size.y) > 1 and abs(wanted - self._wanted.get(name, -1.0)) > 1:
            self.again = True
        self._wanted[name] = wanted

    def _points(self, low: Any, high: Any) -> Box:
        s = self.scale
        return (low.x / s, low.y / s, high.x / s, high.y / s)

    def _px(self, x: float, y: float) -> tuple[float, float]:
        return (x * self.scale, y * self.scale)


def _holds_middle(low: Any, high: Any) -> bool:
    """Return whether the middle of a rectangle lies where the window may draw."""
    draw = imgui.get_window_draw_list()
    left, right = draw.get_clip_rect_min(), draw.get_clip_rect_max()
    x, y = (low.x + high.x) / 2, (low.y + high.y) / 2
    return left.x <= x <= right.x and left.y <= y <= right.y
