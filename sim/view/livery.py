"""What tells sides apart: a colour and, because colour alone is not enough, a pattern."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.view.palette import PALETTES, palette, use_palette

__all__ = ["PALETTES", "TINTED", "Livery", "liveries", "palette", "tinted", "use_palette"]

Bytes = NDArray[np.uint8]
Colour = tuple[int, int, int]

#: Alpha of a vertex whose luminance takes the colour of the side.
TINTED = 128


@dataclass(frozen=True)
class Livery:
    """Looks of one side.

    Attributes
    ----------
    cloth : Colour
        Colour of uniforms and hulls.
    rim : Colour
        Colour of base rims, labels and zones: brighter than the cloth.
    pattern : tuple of (share, light)
        One period of the rim round a base: stretches with their share of the period and whether
        they are light. One dark stretch is a solid rim.
    repeats : int
        Periods round a base.
    """

    cloth: Colour
    rim: Colour
    pattern: tuple[tuple[float, bool], ...]
    repeats: int


#: Patterns of the first side, the second, and so on, with the periods round a base: the same in
#: every palette.
_PATTERNS: tuple[tuple[tuple[tuple[float, bool], ...], int], ...] = (
    (((1.0, False),), 1),
    (((0.62, False), (0.38, True)), 8),
    (((0.5, False), (0.2, True), (0.1, False), (0.2, True)), 4),
    (((0.25, False), (0.25, True)), 16),
)
_NOBODY = Livery((128, 128, 120), (190, 190, 184), ((1.0, True),), 1)


def liveries(sides: Sequence[str]) -> dict[str, Livery]:
    """Return each side's livery, by the order of the sides; further sides start over.

    The colours are those of the palette in use. The empty side (terrain, markers of nobody) is
    grey.
    """
    looks = [
        Livery(cloth, rim, *pattern)
        for (cloth, rim), pattern in zip(palette().sides, _PATTERNS, strict=True)
    ]
    named = {side: looks[index % len(looks)] for index, side in enumerate(sides) if side}
    return {**named, "": _NOBODY}


def tinted(colours: Bytes, cloth: Colour) -> Bytes:
    """Return vertex colours with the tinted ones in a side's cloth, all opaque.

    A tinted vertex keeps its luminance: middle grey becomes the cloth itself.

    Parameters
    ----------
    colours : (n, 4) uint8 array
        Vertices with alpha `TINTED` take the livery.
    cloth : Colour
    """
    out = colours.copy()
    marked = colours[:, 3] == TINTED
    grey = colours[marked, :3].astype(float) @ np.array([0.3, 0.59, 0.11])
    value = np.asarray(cloth, float)[None, :] * (grey / 128.0)[:, None]
    # Light greys fade towards white instead of clipping to a garish cloth.
    over = np.clip(grey / 128.0 - 1.0, 0.0, 1.0)[:, None] * 0.35
    out[marked, :3] = np.clip(np.rint(value * (1 - over) + 235.0 * over), 0, 255).astype(np.uint8)
    out[:, 3] = 255
    return out
