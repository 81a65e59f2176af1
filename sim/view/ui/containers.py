"""What holds widgets: cards over the table, areas that scroll, tables, trees, tabs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from imgui_bundle import imgui

from sim.view.ui.core import Box, Core
from sim.view.ui.style import FONT_SIZE, INKS, Ink

__all__ = ["Containers"]

_W = imgui.WindowFlags_
_FIXED = (
    _W.no_title_bar.value
    | _W.no_resize.value
    | _W.no_move.value
    | _W.no_collapse.value
    | _W.no_saved_settings.value
    | _W.no_nav.value
)


class Containers(Core):
    """Everything that is a `with` block; each name is unique in a frame."""

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
        most: float = 0.0,
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
        most : float
            With a height of 0: no higher than so many points; 0 for as high as it likes.
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
        if most:
            low, high = self._px(size[0], 0.0), self._px(size[0], most)
            imgui.set_next_window_size_constraints(low, high)
        imgui.set_next_window_bg_alpha(alpha)
        imgui.begin(f"##{name}", None, flags)
        if front and not self.has_popup:
            # In front, but without the keys: a field elsewhere goes on being typed into, and a
            # button elsewhere goes on being held down.
            imgui.internal.bring_window_to_display_front(imgui.internal.get_current_window())
        where, extent = imgui.get_window_pos(), imgui.get_window_size()
        if not bare:
            self._panels_drawn.append(
                self._points(where, imgui.ImVec2(where.x + extent.x, where.y + extent.y))
            )
        try:
            if title:
                self.heading(title)
            yield
            if size[1] == 0:
                self._fit(name)
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
