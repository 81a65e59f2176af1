"""The see-through layer over a plan, drawn in inches at twice its size."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from sim.geometry.pose import Point
from sim.view.cameras import View
from sim.view.labels import font

__all__ = ["SCALE", "Colour", "Sheet", "dashes"]

Floats = NDArray[np.float64]
Colour = tuple[int, int, int, int]

SCALE = 2


class Sheet:
    """A see-through layer over the plan, drawn in inches at twice its size."""

    def __init__(self, view: View, size: tuple[int, int]) -> None:
        self.view, self.size = view, size
        full = (size[0] * SCALE, size[1] * SCALE)
        self.layer = Image.new("RGBA", full, (0, 0, 0, 0))
        self.pen = ImageDraw.Draw(self.layer)
        self.inch = full[1] / view.tall

    def at(self, points: Floats) -> list[tuple[float, float]]:
        """Return pixels of the layer for plan points, ``(n, 2)`` inches."""
        flat = np.column_stack([points, np.zeros(len(points))])
        seen = self.view.project(flat, self.size[0] / self.size[1])
        x = (seen[:, 0] + 1) / 2 * self.layer.width
        y = (1 - seen[:, 1]) / 2 * self.layer.height
        return [(float(a), float(b)) for a, b in zip(x, y, strict=True)]

    def line(self, points: Floats, colour: Colour, inches: float) -> None:
        """Draw an open line of a width in inches."""
        self.pen.line(self.at(points), fill=colour, width=max(1, round(inches * self.inch)))

    def text(self, at: Point, text: str, size: int, colour: Colour, anchor: str = "mm") -> None:
        """Write a text with a dark halo, `size` in pixels of the finished picture."""
        place = self.at(np.array([at], float))[0]
        self.pen.text(
            place,
            text,
            colour,
            font(size * SCALE),
            anchor=anchor,
            stroke_width=2 * SCALE,
            stroke_fill=(18, 20, 22, 190),
        )

    def over(self, picture: Image.Image) -> Image.Image:
        """Return the picture with this layer on it."""
        out = picture.convert("RGBA")
        out.alpha_composite(self.layer.reduce(SCALE))
        return out


def dashes(ring: Floats, dash: float, gap: float) -> list[Floats]:
    """Return the dashes of a line, each as its points in order."""
    length = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(ring, axis=0), axis=1))])
    total = float(length[-1])
    count = max(1, round(total / (dash + gap)))
    period = total / count
    out: list[Floats] = []
    for start in np.arange(count) * period:
        stop = start + period * dash / (dash + gap)
        inner = length[(length > start) & (length < stop)]
        along = np.concatenate([[start], inner, [stop]])
        out.append(np.stack([np.interp(along, length, ring[:, axis]) for axis in (0, 1)], axis=1))
    return out
