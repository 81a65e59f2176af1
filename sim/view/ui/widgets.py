"""Panels and widgets, each with a name and in the house's look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal

from imgui_bundle import imgui

from sim.view.ui.core import Box, Core
from sim.view.ui.style import FONT_SIZE, INKS, Ink

__all__ = ["Kind", "Widgets"]

#: What a button is: what it looks like follows.
Kind = Literal["plain", "primary", "quiet", "danger", "chosen"]

_W = imgui.WindowFlags_
_FIXED = (
    _W.no_title_bar.value
    | _W.no_resize.value
    | _W.no_move.value
    | _W.no_collapse.value
    | _W.no_saved_settings.value
    | _W.no_nav.value
)
_LOOKS: dict[Kind, tuple[str, str, str]] = {
    "primary": ("256ba3", "2f81c2", "1d5785"),
    "danger": ("7c3030", "9b3d3d", "602424"),
    "chosen": ("6a5a24", "7d6b2d", "57491c"),
}


def _colour(text: str) -> imgui.ImVec4:
    red, green, blue = (int(text[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return imgui.ImVec4(red, green, blue, 1.0)


class Widgets(Core):
    """What a screen is made of. Names are unique in a frame; labels are finished texts."""

    # --- containers --------------------------------------------------------------------------

    @contextmanager
    def panel(
        self,
        name: str,
        at: tuple[float, float],
        size: tuple[float, float] = (0.0, 0.0),
        *,
        pivot: tuple[float, float] = (0.0, 0.0),
        title: str = "",
        scroll: bool = False,
        bare: bool = False,
        front: bool = False,
        alpha: float = 0.94,
    ) -> Iterator[None]:
        """Hold widgets on a card over the table.

        Parameters
        ----------
        at : (x, y)
            Where its pivot point stands, points.
        size : (width, height)
            0: as large as what it holds.
        pivot : (x, y)
            0, 0 for its upper left corner, 1, 1 for the lower right one.
        title : str
            A heading line; none when empty.
        scroll : bool
            Scroll what does not fit, instead of cutting it.
        bare : bool
            No background or border, and the table below still answers.
        front : bool
            Over all others.
        """
        flags = _FIXED | (0 if scroll else _W.no_scrollbar.value | _W.no_scroll_with_mouse.value)
        if bare:
            flags |= _W.no_background.value | _W.no_inputs.value
        if size == (0.0, 0.0):
            flags |= _W.always_auto_resize.value
        if not front:
            flags |= _W.no_bring_to_front_on_focus.value | _W.no_focus_on_appearing.value
        imgui.set_next_window_pos(self._px(*at), imgui.Cond_.always.value, pivot)
        imgui.set_next_window_size(self._px(*size))
        imgui.set_next_window_bg_alpha(alpha)
        imgui.begin(f"##{name}", None, flags)
        if front:
            imgui.set_window_focus()
        where, extent = imgui.get_window_pos(), imgui.get_window_size()
        if not bare:
            self._panels_drawn.append(
                self._points(where, imgui.ImVec2(where.x + extent.x, where.y + extent.y))
            )
        try:
            if title:
                self.heading(title)
            yield
        finally:
            imgui.end()

    def panel_box(self) -> Box:
        """Return where the present panel is, points."""
        where, extent = imgui.get_window_pos(), imgui.get_window_size()
        return self._points(where, imgui.ImVec2(where.x + extent.x, where.y + extent.y))

    @contextmanager
    def area(self, name: str, size: tuple[float, float] = (0.0, 0.0)) -> Iterator[None]:
        """Hold a part of a panel that scrolls on its own; 0 takes what is left."""
        imgui.begin_child(f"##{name}", self._px(*size))
        try:
            yield
        finally:
            imgui.end_child()

    @contextmanager
    def table(
        self, name: str, heads: Sequence[str], widths: Sequence[float] = ()
    ) -> Iterator[None]:
        """Hold a table; call `cell` before each cell. A width of 0 shares what is left."""
        flags = imgui.TableFlags_
        kind = flags.row_bg.value | flags.borders_inner_h.value | flags.sizing_fixed_fit.value
        open_ = imgui.begin_table(f"##{name}", len(heads), kind)
        if not open_:
            # Out of sight: cells must still have a home.
            yield
            return
        for index, head in enumerate(heads):
            wide = widths[index] if index < len(widths) else 0.0
            how = imgui.TableColumnFlags_
            flag = how.width_fixed.value if wide else how.width_stretch.value
            imgui.table_setup_column(head, flag, wide * self.scale)
        if any(heads):
            imgui.table_headers_row()
        try:
            yield
        finally:
            imgui.end_table()

    def cell(self) -> None:
        """Go to the next cell of the table."""
        imgui.table_next_column()

    @contextmanager
    def tree(
        self, name: str, label: str, *, opened: bool = False, leaf: bool = False, ink: Ink = "plain"
    ) -> Iterator[bool]:
        """Write a line that unfolds; what is inside is drawn only when it yields True."""
        how = imgui.TreeNodeFlags_
        flags = how.span_avail_width.value
        if leaf:
            flags |= how.leaf.value | how.bullet.value
        if opened:
            flags |= how.default_open.value
        imgui.push_style_color(imgui.Col_.text, imgui.ImVec4(*INKS[ink]))
        is_open = imgui.tree_node_ex(f"{label}###{name}", flags)
        imgui.pop_style_color()
        self._keep(name)
        try:
            yield is_open
        finally:
            if is_open:
                imgui.tree_pop()

    @contextmanager
    def greyed(self, grey: bool = True) -> Iterator[None]:
        """Everything inside does not answer."""
        imgui.begin_disabled(grey)
        try:
            yield
        finally:
            imgui.end_disabled()

    @contextmanager
    def tabs(self, name: str) -> Iterator[None]:
        """Hold a row of tabs; each is opened by `tab`."""
        if imgui.begin_tab_bar(f"##{name}"):
            try:
                yield
            finally:
                imgui.end_tab_bar()

    @contextmanager
    def tab(self, name: str, label: str) -> Iterator[bool]:
        """One tab; what is inside is drawn only when it yields True."""
        shown, _ = imgui.begin_tab_item(f"{label}###{name}")
        self._keep(name)
        try:
            yield shown
        finally:
            if shown:
                imgui.end_tab_item()

    @contextmanager
    def group(self) -> Iterator[None]:
        """Hold several lines that count as one widget: what follows may stand beside all."""
        imgui.begin_group()
        try:
            yield
        finally:
            imgui.end_group()

    # --- lay-out -----------------------------------------------------------------------------

    def beside(self, gap: float = -1.0) -> None:
        """Put the next widget on the same line."""
        imgui.same_line(0.0, gap * self.scale if gap >= 0 else -1.0)

    def space(self, points: float = 6.0) -> None:
        """Leave a gap."""
        imgui.dummy(self._px(1.0, points))

    def line(self) -> None:
        """Draw a line across."""
        imgui.separator()

    @property
    def room(self) -> tuple[float, float]:
        """Width and height that are left in the present panel, points."""
        left = imgui.get_content_region_avail()
        return (left.x / self.scale, left.y / self.scale)

    def to_right(self, width: float) -> None:
        """Put the next widget, of a width, at the right edge of the same line."""
        imgui.same_line(imgui.get_window_width() - (width + 12.0) * self.scale)

    def text_size(self, text: str, wrap: float = -1.0) -> tuple[float, float]:
        """Return how large a text is, points."""
        size = imgui.calc_text_size(text, False, wrap * self.scale if wrap > 0 else -1.0)
        return (size.x / self.scale, size.y / self.scale)

    # --- texts -------------------------------------------------------------------------------

    def text(
        self, text: str, ink: Ink = "plain", *, size: float = 1.0, wrap: bool = True, name: str = ""
    ) -> None:
        """Write a text, wrapped at the panel's edge."""
        if size != 1.0:
            imgui.push_font(None, FONT_SIZE * self.scale * size)
        imgui.push_style_color(imgui.Col_.text, imgui.ImVec4(*INKS[ink]))
        if wrap:
            imgui.push_text_wrap_pos(0.0)
        imgui.text_unformatted(text)
        if wrap:
            imgui.pop_text_wrap_pos()
        imgui.pop_style_color()
        if size != 1.0:
            imgui.pop_font()
        if name:
            self._keep(name)

    def heading(self, text: str) -> None:
        """Write a heading."""
        self.text(text, "gold", size=1.06)

    def hint(self, text: str) -> None:
        """Tell more about the last widget while the pointer rests on it."""
        flags = imgui.HoveredFlags_
        how = flags.allow_when_disabled.value | flags.delay_none.value
        if text and imgui.is_item_hovered(how) and imgui.begin_tooltip():
            imgui.push_text_wrap_pos(380 * self.scale)
            imgui.text_unformatted(text)
            imgui.pop_text_wrap_pos()
            imgui.end_tooltip()

    @property
    def hovered(self) -> bool:
        """Whether the pointer is on the last widget."""
        return bool(imgui.is_item_hovered(imgui.HoveredFlags_.allow_when_disabled.value))

    @property
    def held(self) -> bool:
        """Whether the last widget is held down: something may be dragged off it."""
        return bool(imgui.is_item_active())

    # --- buttons -----------------------------------------------------------------------------

    def button(
        self,
        name: str,
        label: str,
        *,
        key: str = "",
        why_not: str = "",
        hint: str = "",
        kind: Kind = "plain",
        width: float = 0.0,
        height: float = 0.0,
    ) -> bool:
        """Return whether the button was pressed.

        Parameters
        ----------
        key : str
            The key that does the same, shown on the button; who draws it listens to the key.
        why_not : str
            Greyed, and this is why.
        """
        shown = f"{label}  [{key}]" if key else label
        look = _LOOKS.get(kind)
        count = 0
        if look:
            which = (imgui.Col_.button, imgui.Col_.button_hovered, imgui.Col_.button_active)
            for each, colour in zip(which, look, strict=True):
                imgui.push_style_color(each, _colour(colour))
                count += 1
        elif kind == "quiet":
            imgui.push_style_color(imgui.Col_.button, imgui.ImVec4(1, 1, 1, 0.03))
            count += 1
        imgui.begin_disabled(bool(why_not))
        pressed = imgui.button(f"{shown}###{name}", self._px(width, height))
        imgui.end_disabled()
        if count:
            imgui.pop_style_color(count)
        self._keep(name, enabled=not why_not)
        self.hint(why_not or hint)
        return bool(pressed)

    def row(
        self, name: str, label: str, *, chosen: bool = False, hint: str = "", height: float = 0.0
    ) -> bool:
        """Write a line over the whole width that can be clicked; return whether it was."""
        pressed, _ = imgui.selectable(f"{label}###{name}", chosen, 0, self._px(0.0, height))
        self._keep(name)
        self.hint(hint)
        return bool(pressed)

    def spot(self, name: str, size: tuple[float, float]) -> bool:
        """Leave a place that can be clicked and shows nothing itself: draw on it."""
        pressed = imgui.invisible_button(f"##{name}", self._px(*size))
        self._keep(name)
        return bool(pressed)

    # --- fields ------------------------------------------------------------------------------

    def check(self, name: str, label: str, value: bool, *, hint: str = "") -> bool:
        """Draw a tick; return its value."""
        _, value = imgui.checkbox(f"{label}###{name}", value)
        self._keep(name)
        self.hint(hint)
        return bool(value)

    def slider(
        self,
        name: str,
        label: str,
        value: float,
        low: float,
        high: float,
        *,
        form: str = "%.2f",
        width: float = 0.0,
    ) -> float:
        """Draw a slider, on which a value can be typed, too (Ctrl and click); return the value."""
        self._wide(width)
        _, value = imgui.slider_float(f"{label}###{name}", value, low, high, form)
        self._keep(name)
        return float(value)

    def number(
        self,
        name: str,
        label: str,
        value: float,
        *,
        step: float = 0.0,
        form: str = "%.2f",
        width: float = 110.0,
        hint: str = "",
    ) -> float:
        """Draw a number that is typed, or stepped by its buttons; return the value.

        What is typed counts once Enter is pressed or the field is left.
        """
        self._wide(width)
        _, typed = imgui.input_float(f"{label}###{name}", value, step, step * 10, form)
        self._keep_field(name, width, stepped=step > 0)
        self.hint(hint)
        done = imgui.is_item_deactivated_after_edit() or not imgui.is_item_active()
        return float(typed) if done else value

    def whole(
        self, name: str, label: str, value: int, *, step: int = 1, width: float = 110.0
    ) -> int:
        """Draw a whole number with step buttons; return the value."""
        self._wide(width)
        _, value = imgui.input_int(f"{label}###{name}", value, step, step * 10)
        self._keep_field(name, width, stepped=step > 0)
        return int(value)

    def _keep_field(self, name: str, width: float, *, stepped: bool) -> None:
        """Remember where a number is typed: left of its step buttons, which are places, too."""
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        button = imgui.get_frame_height() + imgui.get_style().item_inner_spacing.x
        right = low.x + width * self.scale - (2 * button if stepped else 0.0)
        shown = bool(imgui.is_item_visible())
        self.keep_box(name, (low.x, low.y, max(right, low.x + 8), high.y), shown=shown)
        if stepped:
            self.keep_box(f"{name}/less", (right, low.y, right + button, high.y), shown=shown)
            more = (right + button, low.y, right + 2 * button, high.y)
            self.keep_box(f"{name}/more", more, shown=shown)

    def entry(
        self, name: str, label: str, text: str, *, hint: str = "", width: float = 0.0
    ) -> tuple[str, bool]:
        """Draw a line of text; return it, and whether Enter was pressed."""
        self._wide(width)
        changed, new = imgui.input_text_with_hint(f"{label}###{name}", hint, text)
        self._keep(name)
        entered = imgui.is_item_deactivated() and imgui.is_key_pressed(imgui.Key.enter)
        return (new if changed else text), bool(entered)

    def focus_here(self) -> None:
        """Put the cursor into the next field."""
        imgui.set_keyboard_focus_here()

    def choice(
        self,
        name: str,
        label: str,
        value: str,
        options: Sequence[tuple[str, str]],
        *,
        width: float = 0.0,
    ) -> str:
        """Draw a list that unfolds; return the id of what is chosen.

        Parameters
        ----------
        options : sequence of (id, text)
            Each option's place is ``name/id`` while the list is unfolded.
        """
        texts = dict(options)
        self._wide(width)
        unfolded = imgui.begin_combo(f"{label}###{name}", texts.get(value, value))
        self._keep(name)
        if unfolded:
            for each, text in options:
                picked, _ = imgui.selectable(f"{text}###{name}/{each}", each == value)
                self._keep(f"{name}/{each}")
                if picked:
                    value = each
            imgui.end_combo()
        return value

    def _wide(self, points: float) -> None:
        if points:
            imgui.set_next_item_width(points * self.scale)

    def bar(
        self, share: float, text: str = "", *, width: float = -1.0, height: float = 0.0
    ) -> None:
        """Draw a bar that is filled to a share."""
        wide = width * self.scale if width > 0 else -1.0
        imgui.progress_bar(share, (wide, height * self.scale), text)

    # --- scrolling ---------------------------------------------------------------------------

    def scroll_here(self, share: float = 0.5) -> None:
        """Scroll so that what was drawn last is in view."""
        imgui.set_scroll_here_y(share)

    @property
    def at_end(self) -> bool:
        """Whether the present area is scrolled to its end."""
        return bool(imgui.get_scroll_y() >= imgui.get_scroll_max_y() - 2.0)

    def _list(self) -> Any:
        return imgui.get_window_draw_list()
