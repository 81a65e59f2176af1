"""Layers of a plan: shaded cells, lines, ghosts of bases, and the legend under it.

Nothing is told by colour alone: what is hidden is dark and hatched, what is partly seen is hatched
the other way and wider; a clear line is solid, a blocked one dotted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from sim.engine.plan_layers import Ghost, Key, Look, PlanLayers, PlanLine, Shade
from sim.table.pieces import Model
from sim.view.labels import font
from sim.view.plan_sheet import SCALE, Colour, Sheet, dashes
from sim.view.rims import outline

__all__ = ["draw_ghosts", "draw_lines", "draw_shade", "with_legend"]

Floats = NDArray[np.float64]

#: Tint, hatch colour, hatch pitch and width in inches, and whether the hatch rises.
_CELLS: dict[str, tuple[Colour, Colour, float, float, bool]] = {
    "hidden": ((10, 12, 30, 168), (132, 150, 214, 150), 0.55, 0.07, True),
    "partly": ((24, 26, 44, 62), (226, 214, 160, 120), 1.1, 0.06, False),
}
#: Colour, width in inches, dash and gap in inches (a gap of 0: solid).
_LINES: dict[str, tuple[Colour, float, float, float]] = {
    "clear": ((64, 214, 96, 255), 0.16, 1.0, 0.0),
    "obscured": ((244, 180, 48, 255), 0.16, 0.7, 0.35),
    "blocked": ((242, 62, 52, 255), 0.15, 0.16, 0.34),
    "way": ((250, 250, 250, 255), 0.14, 0.5, 0.28),
}
_DARK: Colour = (12, 14, 16, 200)
_GHOST: Colour = (255, 226, 64, 255)
_LOOKER: Colour = (255, 255, 255, 255)
_RIM = (160, 176, 232)
_PANEL = (28, 29, 33)
#: Where along a line its text may stand, and how far texts keep apart, inches.
_TEXT_SHARES = (0.5, 0.4, 0.6, 0.3, 0.7, 0.22, 0.78)
_FAR = 4.0
_INK: Colour = (240, 240, 236, 255)


def draw_shade(sheet: Sheet, shade: Shade) -> None:
    """Hatch the cells of a shade; what is seen stays as it is."""
    for look in ("partly", "hidden"):
        mask = _mask(sheet, shade, look)
        sheet.layer.paste(_hatch(sheet, look), (0, 0), mask)
        if look == "hidden":
            inner = mask.filter(ImageFilter.MinFilter(2 * max(1, round(0.04 * sheet.inch)) + 1))
            sheet.layer.paste((*_RIM, 255), (0, 0), ImageChops.subtract(mask, inner))


def _mask(sheet: Sheet, shade: Shade, look: str) -> Image.Image:
    """Return where cells have a look, with corners rounded by less than half a cell."""
    cells = np.array([[cell == look for cell in row] for row in shade.rows[::-1]], dtype=np.uint8)
    rows, columns = cells.shape
    corners = np.array([(0.0, rows * shade.cell_in), (columns * shade.cell_in, 0.0)])
    (left, top), (right, low) = sheet.at(corners)
    size = (max(1, round(right - left)), max(1, round(low - top)))
    grown = Image.fromarray(cells * 255).resize(size, Image.Resampling.BICUBIC)
    mask = Image.new("L", sheet.layer.size, 0)
    mask.paste(grown.point([255 if v >= 128 else 0 for v in range(256)]), (round(left), round(top)))
    return mask


def _hatch(sheet: Sheet, look: str) -> Image.Image:
    tint, colour, pitch, width, rises = _CELLS[look]
    return _hatched(sheet.layer.size, tint, colour, (pitch * sheet.inch, width * sheet.inch), rises)


def _hatched(
    size: tuple[int, int], tint: Colour, colour: Colour, pitch: tuple[float, float], rises: bool
) -> Image.Image:
    picture = Image.new("RGBA", size, tint)
    pen = ImageDraw.Draw(picture)
    step, wide, high = max(6.0, pitch[0]), size[0], size[1]
    for start in np.arange(-high, wide + high, step).tolist():
        ends = (high, 0) if rises else (0, high)
        line = [(start, ends[0]), (start + high, ends[1])]
        pen.line(line, fill=colour, width=max(2, round(pitch[1])))
    return picture


def draw_lines(sheet: Sheet, lines: Iterable[PlanLine]) -> None:
    """Draw lines with a dark edge, blocked ones first, and their texts on top."""
    order = ("blocked", "obscured", "way", "clear")
    ordered = sorted(lines, key=lambda line: order.index(line.look) if line.look in order else 0)
    for line in ordered:
        points = np.array(line.points, float)
        if len(points) < 2 or float(np.abs(np.diff(points, axis=0)).sum()) < 1e-6:
            continue
        colour, width, dash, gap = _LINES[line.look]
        parts = dashes(points, dash, gap) if gap else [points]
        for part in parts:
            sheet.line(part, _DARK, width + 0.12)
        for part in parts:
            sheet.line(part, colour, width)
    _line_texts(sheet, [line for line in ordered if line.text])


def _line_texts(sheet: Sheet, lines: Sequence[PlanLine]) -> None:
    """Write each line's text on a dark plate where it is farthest from the others."""
    taken: list[Floats] = []
    size = _size(sheet)
    for line in lines:
        start, stop = (np.array(at, float) for at in line.points[-2:])
        spots = [start + share * (stop - start) for share in _TEXT_SHARES]
        room = [min([_FAR, *(float(np.hypot(*(s - t))) for t in taken)]) for s in spots]
        # The first place with room enough, else the one with the most.
        best = next((i for i, free in enumerate(room) if free >= _FAR), int(np.argmax(room)))
        taken.append(spots[best])
        x, y = sheet.at(spots[best][None])[0]
        wide = font(size * SCALE).getlength(line.text) / 2 + size * 0.8
        high = size * 1.35
        ink = _LINES[line.look][0]
        box = (x - wide, y - high, x + wide, y + high)
        sheet.pen.rounded_rectangle(box, size * 0.6, fill=(17, 19, 23, 230), outline=ink, width=3)
        sheet.pen.text((x, y), line.text, _INK, font(size * SCALE), anchor="mm")


def draw_ghosts(sheet: Sheet, ghosts: Iterable[Ghost], models: Mapping[str, Model]) -> None:
    """Draw bases where nobody stands yet, dashed, and rings round those that do."""
    for ghost in ghosts:
        model = models[ghost.model]
        edge = outline(model.base, 96)
        if ghost.look == "looker":
            edge = edge * (1.0 + 0.25 / max(float(np.abs(edge).max()), 0.1))
        ring = np.array([ghost.pose.to_table((float(x), float(y))) for x, y in edge])
        closed = np.concatenate([ring, ring[:1]])
        if ghost.look == "looker":
            sheet.line(closed, _DARK, 0.3)
            sheet.line(closed, _LOOKER, 0.16)
        else:
            sheet.pen.polygon(sheet.at(ring), fill=(*_GHOST[:3], 70))
            sheet.line(closed, _DARK, 0.26)
            for part in dashes(closed, 0.3, 0.18):
                sheet.line(part, _GHOST, 0.16)
        if ghost.text:
            top = float(ring[:, 1].max())
            sheet.text((ghost.pose.x, top + 0.55), ghost.text, _size(sheet), _GHOST, "ms")


def _size(sheet: Sheet) -> int:
    return max(11, round(sheet.size[0] / 110))


def with_legend(picture: Image.Image, layers: PlanLayers, inch: float) -> Image.Image:
    """Return the picture with a title over the legend in a strip under it.

    Parameters
    ----------
    picture : Image
    layers : PlanLayers
    inch : float
        Pixels of an inch of the plan: samples look as they do on it.
    """
    if not layers.legend and not layers.title:
        return picture
    size = max(12, round(picture.width / 100))
    pad = size
    rows = _legend_rows(layers.legend, size, picture.width - 2 * pad)
    head = [layers.title] if layers.title else []
    high = pad + round(size * 1.9) * (len(rows) + len(head)) + pad // 2
    out = Image.new("RGB", (picture.width, picture.height + high), _PANEL)
    out.paste(picture, (0, 0))
    pen = ImageDraw.Draw(out)
    y = picture.height + pad
    for line in head:
        pen.text((pad, y), line, _INK[:3], font(round(size * 1.15)), anchor="lt")
        y += round(size * 1.9)
    for row in rows:
        x = pad
        for key in row:
            out.paste(_swatch(key.look, size, inch), (x, y))
            pen.text((x + 4 * size, y + size * 0.65), key.text, _INK[:3], font(size), anchor="lm")
            x += _width(key, size)
        y += round(size * 1.9)
    return out


def _width(key: Key, size: int) -> int:
    return round(font(size).getlength(key.text)) + 6 * size


def _legend_rows(keys: Sequence[Key], size: int, wide: float) -> list[list[Key]]:
    rows: list[list[Key]] = []
    left = 0.0
    for key in keys:
        if not rows or left < _width(key, size):
            rows.append([])
            left = wide
        rows[-1].append(key)
        left -= _width(key, size)
    return rows


def _swatch(look: Look, size: int, inch: float) -> Image.Image:
    """Return a sample of a look, on the grey-green of a table."""
    scale = 2
    wide, high = round(3.4 * size) * scale, round(1.3 * size) * scale
    sample = Image.new("RGBA", (wide, high), (112, 116, 96, 255))
    pen = ImageDraw.Draw(sample)
    unit = inch * scale
    if look in _CELLS:
        tint, colour, pitch, width, rises = _CELLS[look]
        sizes = (pitch * unit, width * unit)
        sample.alpha_composite(_hatched((wide, high), tint, colour, sizes, rises))
    elif look in _LINES:
        colour, width, dash, gap = _LINES[look]
        row = np.array([(0.2 * high, high / 2), (wide - 0.2 * high, high / 2)])
        parts = dashes(row, dash * unit, gap * unit) if gap else [row]
        for extra, ink in ((0.12, _DARK), (0.0, colour)):
            for part in parts:
                ends = [(float(x), float(y)) for x, y in part]
                pen.line(ends, fill=ink, width=max(2, round((width + extra) * unit)))
    elif look in ("ghost", "looker"):
        box = ((wide - high) / 2 + 4, 4, (wide + high) / 2 - 4, high - 4)
        colour = _GHOST if look == "ghost" else _LOOKER
        pen.ellipse(
            box, fill=(*colour[:3], 70) if look == "ghost" else None, outline=_DARK, width=7
        )
        pen.ellipse(box, outline=colour, width=4)
    pen.rectangle((0, 0, wide - 1, high - 1), outline=(70, 72, 76, 255), width=scale)
    return sample.reduce(scale).convert("RGB")
