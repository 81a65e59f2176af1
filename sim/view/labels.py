"""Labels in screen space: what they say, where they go without covering each other.

The layout is plain arithmetic on rectangles, shared by pictures and window.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from PIL import Image, ImageDraw, ImageFont

from sim.engine.observed import Badge, Observed, SeenUnit
from sim.table.assets import asset_root
from sim.view.livery import Livery
from sim.words import has, say

__all__ = [
    "Box",
    "Chip",
    "Label",
    "chip_of",
    "draw_labels",
    "font",
    "font_file",
    "placed",
    "unit_labels",
]

Box = tuple[float, float, float, float]

#: Badges that are a matter of course.
QUIET = ("activated", "ordered")
INK = (240, 240, 236)
PANEL = (17, 19, 23, 214)


@dataclass(frozen=True)
class Chip:
    """A short mark after a label's text; a quiet one is a matter of course, not of worry."""

    text: str
    quiet: bool = False


@dataclass(frozen=True)
class Label:
    """A text with the mark of its side, tied to a point of the picture.

    Attributes
    ----------
    text : str
    at : (x, y)
        Pixels, y down: where the thing is.
    livery : Livery or None
    chips : tuple of Chip
    """

    text: str
    at: tuple[float, float]
    livery: Livery | None = None
    chips: tuple[Chip, ...] = ()


def font_file() -> str:
    """Return the path of the font that everything is written in."""
    return str(asset_root() / "fonts" / "DejaVuSans.ttf")


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """Return the font at a size in pixels."""
    return ImageFont.truetype(font_file(), size)


def chip_of(badge: Badge, count: int) -> Chip:
    """Return the short mark of a badge: its symbol and, above one, the count."""
    key = f"view.icon.{badge.icon}"
    symbol = say(key) if has(key) else badge.icon[:1].upper()
    return Chip(f"{symbol}{count}" if count > 1 else symbol, badge.icon in QUIET)


def _chips(observed: Observed, unit: SeenUnit) -> tuple[Chip, ...]:
    """Return the marks of a unit and of its miniatures, each icon once with its total."""
    mine = [badge for piece in observed.pieces if piece.id in unit.pieces for badge in piece.badges]
    counts: dict[str, tuple[Badge, int]] = {}
    for badge in (*unit.badges, *mine):
        _, so_far = counts.get(badge.icon, (badge, 0))
        counts[badge.icon] = (badge, so_far + badge.count)
    return tuple(chip_of(badge, count) for badge, count in counts.values())


def unit_labels(
    observed: Observed, places: dict[str, tuple[float, float]], looks: dict[str, Livery]
) -> list[Label]:
    """Return a label for each unit on the table.

    Parameters
    ----------
    observed : Observed
    places : dict of piece id to pixel position
        Points over the pieces; a unit's label is tied to its leader's, else its first piece's.
    looks : dict of side to Livery
    """
    leads = {piece.id for piece in observed.pieces if piece.leads}
    labels: list[Label] = []
    for unit in observed.units:
        there = [piece for piece in unit.pieces if piece in places]
        if not there:
            continue
        first = next((piece for piece in there if piece in leads), there[0])
        chips = _chips(observed, unit)
        labels.append(Label(unit.name, places[first], looks.get(unit.side), chips))
    return labels


def _overlap(a: Box, b: Box) -> float:
    wide = min(a[2], b[2]) - max(a[0], b[0])
    high = min(a[3], b[3]) - max(a[1], b[1])
    return wide * high if wide > 0 and high > 0 else 0.0


def placed(
    anchors: Sequence[tuple[float, float]],
    sizes: Sequence[tuple[float, float]],
    frame: tuple[float, float],
    keep_clear: Sequence[Box] = (),
    gap: float = 8.0,
) -> list[Box]:
    """Return a rectangle for each label, near its anchor and clear of the others.

    Parameters
    ----------
    anchors : sequence of (x, y)
        Pixels, y down.
    sizes : sequence of (width, height)
    frame : (width, height)
        Rectangles stay inside it.
    keep_clear : sequence of (left, top, right, bottom)
        What labels should rather not cover.
    gap : float
        Pixels between a thing and its label.

    Returns
    -------
    list of (left, top, right, bottom)
        In the order of `anchors`. Where there is no free place, the least overlap is taken.
    """
    order = sorted(range(len(anchors)), key=lambda i: (anchors[i][1], anchors[i][0], i))
    done: dict[int, Box] = {}
    for index in order:
        (x, y), (wide, high) = anchors[index], sizes[index]
        best: tuple[float, Box] | None = None
        for step in range(9):
            # What lies farther away costs at least its distance.
            if best is not None and best[0] <= (gap + step * (high * 0.6 + 2)) * 0.6:
                break
            for side in (0.0, -0.6, 0.6, -1.1, 1.1):
                for way in (-1, 1):
                    lift = gap + step * (high * 0.6 + 2)
                    left = x - wide / 2 + side * wide * 0.75
                    top = y - lift - high if way < 0 else y + lift
                    left = min(max(left, 4.0), frame[0] - wide - 4)
                    top = min(max(top, 4.0), frame[1] - high - 4)
                    box = (left, top, left + wide, top + high)
                    grown = (left - 3, top - 3, left + wide + 3, top + high + 3)
                    cost = lift * 0.6 + abs(side) * 14 + (10 if way > 0 else 0)
                    cost += 4.0 * sum(_overlap(grown, other) for other in done.values())
                    cost += 0.12 * sum(_overlap(box, other) for other in keep_clear)
                    if best is None or cost < best[0] - 1e-9:
                        best = (cost, box)
        assert best is not None
        done[index] = best[1]
    return [done[index] for index in range(len(anchors))]


def _measure(label: Label, size: int) -> tuple[float, float]:
    pad = size * 0.45
    wide = pad * 2 + font(size).getlength(label.text)
    if label.livery:
        wide += size * 0.95
    for chip in label.chips:
        wide += font(size - 2).getlength(chip.text) + size * 0.85
    return wide, size * 1.55


def draw_labels(
    picture: Image.Image,
    labels: Sequence[Label],
    *,
    size: int = 15,
    keep_clear: Sequence[Box] = (),
    gap: float = 8.0,
) -> Image.Image:
    """Return the picture with its labels, each tied to its point by a thin line."""
    sizes = [_measure(label, size) for label in labels]
    boxes = placed([label.at for label in labels], sizes, picture.size, keep_clear, gap)
    scale = 2
    layer = Image.new("RGBA", (picture.width * scale, picture.height * scale), (0, 0, 0, 0))
    pen = ImageDraw.Draw(layer)
    for label, box in zip(labels, boxes, strict=True):
        x, y = label.at
        near_x = min(max(x, box[0] + 6), box[2] - 6)
        near_y = box[3] if box[3] <= y else box[1]
        line = [(near_x * scale, near_y * scale), (x * scale, y * scale)]
        pen.line(line, fill=(17, 19, 23, 170), width=4)
        pen.line(line, fill=(240, 240, 236, 210), width=2)
    for label, box in zip(labels, boxes, strict=True):
        _draw(pen, label, box, size, scale)
    out = picture.convert("RGBA")
    out.alpha_composite(layer.reduce(scale))
    return out.convert("RGB")


def _draw(pen: ImageDraw.ImageDraw, label: Label, box: Box, size: int, scale: int) -> None:
    left, top, right, low = (value * scale for value in box)
    unit = size * scale
    pen.rounded_rectangle((left, top, right, low), unit * 0.32, fill=PANEL)
    x, middle = left + unit * 0.45, (top + low) / 2
    if label.livery:
        _swatch(pen, label.livery, (x, middle - unit * 0.36, x + unit * 0.6, middle + unit * 0.36))
        x += unit * 0.95
    pen.text((x, middle), label.text, INK, font(size * scale), anchor="lm")
    x += font(size * scale).getlength(label.text) + unit * 0.3
    for chip in label.chips:
        wide = font((size - 2) * scale).getlength(chip.text) + unit * 0.5
        pen.rounded_rectangle(
            (x, middle - unit * 0.55, x + wide, middle + unit * 0.55),
            unit * 0.25,
            fill=(82, 88, 96) if chip.quiet else (206, 152, 32),
        )
        ink = INK if chip.quiet else (20, 18, 12)
        face = font((size - 2) * scale)
        pen.text((x + wide / 2, middle), chip.text, ink, face, anchor="mm")
        x += wide + unit * 0.35


def _swatch(pen: ImageDraw.ImageDraw, livery: Livery, box: Box) -> None:
    """Draw a side's mark: its colour with its rim's pattern as bars."""
    left, top, right, low = box
    pen.rectangle(box, fill=livery.rim)
    if any(light for _, light in livery.pattern):
        periods = 2 if livery.repeats < 12 else 3
        for period in range(periods):
            start = 0.0
            for share, light in livery.pattern:
                a = top + (low - top) * (period + start) / periods
                b = top + (low - top) * (period + start + share) / periods
                if light:
                    pen.rectangle((left, a, right, b), fill=(240, 238, 230))
                start += share
    pen.rectangle(box, outline=(0, 0, 0, 160), width=2)
