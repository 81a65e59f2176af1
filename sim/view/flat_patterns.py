"""How kinds of terrain look on the map: a colour and a pattern each, as maps have them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.view.textures import panda_texture

__all__ = ["PATTERN_IN", "TerrainLook", "pattern_texture", "terrain_look"]

#: Inches after which a pattern repeats.
PATTERN_IN = 1.6
_SIDE = 64

Colour = tuple[int, int, int]
#: Fill, edge, and the name of the pattern.
TerrainLook = tuple[Colour, Colour, str]

_LOOKS: dict[str, TerrainLook] = {
    "forest": ((74, 112, 62), (36, 62, 30), "trees"),
    "hedges": ((70, 104, 56), (34, 58, 28), "trees"),
    "river": ((74, 122, 160), (38, 72, 104), "waves"),
    "water": ((74, 122, 160), (38, 72, 104), "waves"),
    "building": ((150, 124, 104), (58, 42, 34), "cross"),
    "ruin": ((142, 126, 110), (58, 46, 38), "rising"),
    "walls": ((96, 90, 84), (30, 28, 26), "plain"),
    "fences": ((120, 96, 66), (48, 34, 20), "plain"),
    "bridge": ((150, 122, 84), (62, 44, 24), "planks"),
    "hills": ((126, 128, 84), (66, 66, 38), "ticks"),
    "rock_ledges": ((130, 126, 114), (62, 58, 50), "ticks"),
    "rubble": ((134, 124, 112), (66, 58, 50), "specks"),
    "craters": ((116, 98, 76), (60, 46, 32), "rings"),
    "wreckage": ((112, 104, 100), (50, 44, 42), "specks"),
    "barbed_wire": ((120, 116, 108), (52, 50, 46), "cross"),
    "tank_obstacles": ((128, 128, 126), (52, 52, 52), "cross"),
}
_OTHER: TerrainLook = ((124, 120, 104), (56, 52, 44), "falling")


def terrain_look(kind: str) -> TerrainLook:
    """Return the look of a kind of terrain; one that is not known is hatched grey."""
    return _LOOKS.get(kind, _OTHER)


def _spots(radius: float, rim: float) -> Callable[..., Any]:
    """Return discs, or rings of a width, at the middle and corner of the tile."""

    def made(x: Any, y: Any) -> Any:
        out = np.zeros(x.shape, bool)
        for cx, cy in ((0.25, 0.25), (0.75, 0.75)):
            away = np.hypot(x - cx, y - cy)
            out |= (away < radius) & (away > radius - rim)
        return out

    return made


_DRAWN: dict[str, Callable[[Any, Any], Any]] = {
    "plain": lambda x, y: np.zeros(x.shape, bool),
    "rising": lambda x, y: (x - y) % 0.5 < 0.09,
    "falling": lambda x, y: (x + y) % 0.5 < 0.09,
    "cross": lambda x, y: ((x - y) % 0.5 < 0.07) | ((x + y) % 0.5 < 0.07),
    "planks": lambda x, y: (x % 0.25 < 0.05) | (((y + 0.5 * (x // 0.25)) % 1.0) < 0.05),
    "waves": lambda x, y: (y + 0.05 * np.sin(4 * np.pi * x)) % 0.5 < 0.09,
    "ticks": lambda x, y: ((x + 0.5 * (y // 0.5)) % 1.0 < 0.42) & (y % 0.5 < 0.09),
    "specks": lambda x, y: ((x * 4 + 2 * np.floor(y * 4)) % 4.0 < 0.9) & ((y * 4) % 1.0 < 0.55),
    "trees": _spots(0.19, 0.08),
    "rings": _spots(0.22, 0.06),
}


@cache
def pattern_texture(name: str) -> Any:
    """Return a tile: opaque pattern over a lighter fill, white all over; KeyError if unknown."""
    y, x = (np.mgrid[0:_SIDE, 0:_SIDE] + 0.5) / _SIDE
    lines: NDArray[np.bool_] = _DRAWN[name](x, y)
    pixels = np.full((_SIDE, _SIDE, 4), 255, np.uint8)
    pixels[..., :3] = np.where(lines[..., None], 96, 255)
    pixels[..., 3] = 255
    return panda_texture(pixels)
