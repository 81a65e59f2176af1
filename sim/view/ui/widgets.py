"""Panels and widgets, each with a name and in the house's look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from imgui_bundle import imgui

from sim.view.ui.containers import Containers

__all__ = ["Kind", "Widgets"]

#: What a button is: what it looks like follows.
Kind = Literal["plain", "primary", "quiet", "danger", "chosen"]

_LOOKS: dict[Kind, tuple[str, str, str]] = {
    "primary": ("256ba3", "2f81c2", "1d5785"),
    "danger": ("7c3030", "9b3d3d", "602424"),
    "chosen": ("6a5a24", "7d6b2d", "57491c"),
}


def _colour(text: str) -> imgui.ImVec4:
    red, green, blue = (int(text[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return imgui.ImVec4(red, green, blue, 1.0)


class Widgets(Containers):
    """What a screen is made of. Names are unique in a frame; labels are finished texts."""

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

    # --- hints ---------------------------------------------------------------------------------

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
