"""How widgets look: one dark theme, one font, inks by meaning."""

from __future__ import annotations

from typing import Any, Literal

from imgui_bundle import imgui

from sim.view.labels import font_file

__all__ = ["FONT_SIZE", "INKS", "Colour4", "Ink", "dress", "packed"]

Ink = Literal["plain", "dim", "gold", "good", "fair", "bad", "link", "dark"]
Colour4 = tuple[float, float, float, float]

#: Size of plain text in pixels at a scale of 1.
FONT_SIZE = 16.0


def _hex(text: str, alpha: float = 1.0) -> Colour4:
    red, green, blue = (int(text[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return (red, green, blue, alpha)


#: Inks by what they mean. None of them is the only carrier of a meaning.
INKS: dict[Ink, Colour4] = {
    "plain": _hex("e9ebee"),
    "dim": _hex("98a2af"),
    "gold": _hex("f4cf63"),
    "good": _hex("6fdc8c"),
    "fair": _hex("f5bb44"),
    "bad": _hex("ff7a6b"),
    "link": _hex("8cc1f2"),
    "dark": _hex("14171b"),
}

_C = imgui.Col_
_COLOURS: dict[Any, Colour4] = {
    _C.window_bg: _hex("14181e", 0.94),
    _C.popup_bg: _hex("1a1f27", 0.98),
    _C.child_bg: _hex("0e1216", 0.0),
    _C.border: _hex("39424f", 0.85),
    _C.text: INKS["plain"],
    _C.text_disabled: INKS["dim"],
    _C.frame_bg: _hex("232a34"),
    _C.frame_bg_hovered: _hex("2c3643"),
    _C.frame_bg_active: _hex("33404f"),
    _C.button: _hex("2a3442"),
    _C.button_hovered: _hex("37475b"),
    _C.button_active: _hex("22608f"),
    _C.header: _hex("24405c", 0.85),
    _C.header_hovered: _hex("2d5478", 0.85),
    _C.header_active: _hex("2f6796", 0.9),
    _C.slider_grab: _hex("5c9bd6"),
    _C.slider_grab_active: _hex("8cc1f2"),
    _C.check_mark: _hex("f4cf63"),
    _C.separator: _hex("333c48"),
    _C.scrollbar_bg: _hex("0e1216", 0.4),
    _C.scrollbar_grab: _hex("3a4655"),
    _C.title_bg: _hex("14181e"),
    _C.title_bg_active: _hex("1b222b"),
    _C.table_header_bg: _hex("1d242d"),
    _C.table_row_bg_alt: _hex("ffffff", 0.03),
    _C.tab: _hex("232a34"),
    _C.tab_selected: _hex("2d5478"),
    _C.nav_cursor: _hex("f4cf63", 0.9),
    _C.text_selected_bg: _hex("2f6796", 0.7),
    _C.modal_window_dim_bg: _hex("05070a", 0.6),
}


def dress(scale: float) -> None:
    """Give the present context its look at a scale; may be called again for another scale."""
    style = imgui.get_style()
    style.window_padding, style.frame_padding = imgui.ImVec2(12, 10), imgui.ImVec2(10, 6)
    style.item_spacing, style.item_inner_spacing = imgui.ImVec2(8, 7), imgui.ImVec2(7, 5)
    style.cell_padding = imgui.ImVec2(6, 3)
    style.window_rounding, style.frame_rounding, style.child_rounding = 9, 6, 6
    style.popup_rounding, style.grab_rounding, style.tab_rounding = 7, 5, 6
    style.window_border_size, style.frame_border_size = 1, 0
    style.scrollbar_size, style.grab_min_size, style.indent_spacing = 11, 12, 16
    style.disabled_alpha = 0.45
    # Scaled with the rest below, and would grow at every call.
    style.window_min_size = imgui.ImVec2(16, 16)
    for which, colour in _COLOURS.items():
        style.set_color_(which, imgui.ImVec4(*colour))
    style.scale_all_sizes(scale)
    style.font_size_base = FONT_SIZE * scale


def load_font() -> None:
    """Load the house font into the present context: any size, any script it has."""
    fonts = imgui.get_io().fonts
    # Lines that came from the texture would not survive our clipping.
    fonts.flags |= imgui.ImFontAtlasFlags_.no_baked_lines.value
    fonts.add_font_from_file_ttf(font_file(), FONT_SIZE)


def packed(colour: Colour4, alpha: float = 1.0) -> int:
    """Return a colour as the widget library's 32-bit number."""
    red, green, blue, own = colour
    return imgui.color_convert_float4_to_u32(imgui.ImVec4(red, green, blue, own * alpha))
