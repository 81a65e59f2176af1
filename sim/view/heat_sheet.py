"""A map of looks laid over the ground: a colour for each look, and a pattern to tell it without."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d.core import TextureStage
from PIL import Image

from sim.view.darkroom import png_bytes
from sim.view.geoms import Surface, geom, node
from sim.view.overlays import LIFT_IN, Colour, Height, flat_surface, plain_node
from sim.view.palette import palette
from sim.view.textures import panda_texture

__all__ = ["HEAT_LOOKS", "heat_mesh", "heat_sheet", "heat_swatch"]

Ints = NDArray[np.int64]

#: Looks that a cell may have; -1 is left alone.
HEAT_LOOKS = (
    *("hidden", "partly", "seen"),
    *("by_none", "only_mine", "only_theirs", "by_both"),
)
_MOST_PIXELS = 1024
_CELL_IN = 0.6
_GREEN = (104, 112, 84)
#: Pattern of each look: its kind, pixels from line to line and their width.
_PATTERNS: dict[str, tuple[str, int, int]] = {
    "hidden": ("rising", 7, 2),
    "partly": ("falling", 14, 2),
    "seen": ("plain", 0, 0),
    "by_none": ("rising", 7, 2),
    "only_mine": ("upright", 12, 3),
    "only_theirs": ("level", 12, 3),
    "by_both": ("dots", 12, 2),
}


def _colours(look: str) -> tuple[Colour, Colour]:
    """Return the fill of a look, and the colour of its pattern."""
    used = palette()
    dark: tuple[Colour, Colour] = ((8, 10, 30, 176), (150, 166, 226, 190))
    table: dict[str, tuple[Colour, Colour]] = {
        "hidden": dark,
        "by_none": dark,
        "partly": ((*used.obscured, 86), (255, 244, 200, 150)),
        "seen": ((*used.near, 96), (*used.near, 96)),
        "only_mine": ((*used.far, 96), (225, 236, 255, 170)),
        "only_theirs": ((*used.blocked, 96), (255, 226, 220, 170)),
        "by_both": ((*used.obscured, 96), (40, 30, 0, 130)),
    }
    return table[look]


def _lines(kind: str, pitch: int, width: int, shape: tuple[int, int]) -> NDArray[np.bool_]:
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]]
    if kind == "rising":
        return (x - y) % pitch < width
    if kind == "falling":
        return (x + y) % pitch < width
    if kind == "upright":
        return x % pitch < width
    if kind == "level":
        return y % pitch < width
    if kind == "dots":
        return (x % pitch < width) & (y % pitch < width)
    return np.zeros(shape, bool)


def _painted(looks: Ints) -> NDArray[np.uint8]:
    """Return pixels, ``(rows, columns, 4)``, of looks given pixel by pixel."""
    out = np.zeros((*looks.shape, 4), np.uint8)
    for number, look in enumerate(HEAT_LOOKS):
        here = looks == number
        if not here.any():
            continue
        fill, line = _colours(look)
        out[here] = fill
        out[here & _lines(*_PATTERNS[look], looks.shape)] = line
    return out


def heat_swatch(look: str, side: int = 32) -> bytes:
    """Return a sample of a look for a legend as a PNG, on the green of a table."""
    made = _painted(np.full((side, side), HEAT_LOOKS.index(look))).astype(float)
    alpha = made[..., 3:] / 255
    mixed = made[..., :3] * alpha + np.array(_GREEN) * (1 - alpha)
    return png_bytes(Image.fromarray(np.rint(mixed).astype(np.uint8)))


def heat_sheet(
    looks: Ints, spacing: float, table: tuple[float, float], height: Height, mesh: Any = None
) -> Any:
    """Return a map laid over the ground.

    Parameters
    ----------
    looks : (rows, columns) int array
        Places in `HEAT_LOOKS`, -1 for none; rows count away from the reader.
    spacing : float
        Side of a cell, inches; the first cell's corner is the table's.
    table : (width, depth)
        Inches.
    height : callable
        Height of the ground under plan points.
    mesh : Geom, optional
        What `heat_mesh` returned for the table, where it is kept.

    Returns
    -------
    NodePath
    """
    wide, deep = table
    scale = min(8.0, _MOST_PIXELS / max(wide, deep))
    size = (int(np.ceil(deep * scale)), int(np.ceil(wide * scale)))
    row = np.minimum((np.arange(size[0]) / scale / spacing).astype(int), looks.shape[0] - 1)
    column = np.minimum((np.arange(size[1]) / scale / spacing).astype(int), looks.shape[1] - 1)
    tall, across = (1 << int(np.ceil(np.log2(side))) for side in size)
    pixels = np.zeros((tall, across, 4), np.uint8)
    pixels[: size[0], : size[1]] = _painted(looks[np.ix_(row, column)])
    made = node("heat", mesh or heat_mesh(table, height))
    plain = plain_node(_speck(), order=7)
    made.setState(plain.getState())
    made.clearTexture()
    made.setTexture(TextureStage.getDefault(), panda_texture(pixels[::-1], repeat=False), 2)
    made.setTexScale(TextureStage.getDefault(), scale / across, scale / tall)
    return made


def heat_mesh(table: tuple[float, float], height: Height) -> Any:
    """Return the ground of a table as a ``Geom`` with its texture coordinates in inches."""
    counts = [int(np.ceil(side / _CELL_IN)) for side in table]
    x, y = np.meshgrid(*(np.linspace(0, s, n + 1) for s, n in zip(table, counts, strict=True)))
    flat = np.stack([x.ravel(), y.ravel()], axis=1)
    z = height(flat[:, 0], flat[:, 1]) + LIFT_IN - 0.03
    columns = counts[0] + 1
    index = np.arange(len(flat)).reshape(counts[1] + 1, columns)
    a, b = index[:-1, :-1].ravel(), index[:-1, 1:].ravel()
    c, d = index[1:, :-1].ravel(), index[1:, 1:].ravel()
    faces = np.concatenate([np.stack([a, b, c], 1), np.stack([c, b, d], 1)])
    white = np.full((len(flat), 4), 255.0)
    bare = flat_surface(np.column_stack([flat, z]), white, faces)
    return geom(Surface(bare.vertices, bare.normals, bare.colours, flat, bare.faces))


def _speck() -> Surface:
    """Return a triangle of which only the state of its node is wanted."""
    corners = np.array([(0.0, 0.0, 0.0), (1e-3, 0.0, 0.0), (0.0, 1e-3, 0.0)])
    return flat_surface(corners, np.zeros((3, 4)), np.array([(0, 1, 2)]))
