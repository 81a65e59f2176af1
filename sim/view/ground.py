"""The mat and the wooden frame round it.

The mat is one picture of the whole table: ground cover, what grows or lies inside the areas of
the terrain, and the light that falls on it. Areas are painted, because a player must see where
a wood ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFilter

from sim.geometry.mesh_data import MeshData
from sim.table.pieces import Table, Terrain
from sim.view.geoms import Surface
from sim.view.textures import DETAIL_MEAN, TILE_IN, ground_tile, noise
from sim.view.tone import shade, to_linear

__all__ = [
    "enlarged",
    "frame_mesh",
    "frame_width",
    "lit_mat",
    "mat_albedo",
    "mat_size",
    "mat_surface",
    "smoothed",
]

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Bytes = NDArray[np.uint8]

FRAME_TOP_IN = 0.35
#: Rows of a mat lit at once: all of them would take half a gigabyte for a moment.
_STRIP = 64
#: Paint inside an area, by terrain word: colour and strength; other words leave the ground as is.
_FLOOR: dict[str, tuple[tuple[int, int, int], float]] = {
    "forest": ((62, 54, 32), 0.80),
    "hedges": ((74, 72, 40), 0.4),
    "orchard": ((84, 82, 44), 0.5),
    "ruin": ((118, 108, 92), 0.75),
    "building": ((112, 104, 90), 0.6),
    "rubble": ((122, 112, 96), 0.8),
    "craters": ((82, 64, 44), 0.85),
    "mud": ((70, 56, 40), 0.85),
    "field": ((140, 120, 66), 0.6),
    "rock_ledges": ((116, 110, 98), 0.6),
    "bridge": ((96, 84, 62), 0.6),
    "river": ((70, 66, 44), 0.9),
    "road": ((126, 112, 88), 0.85),
}


def frame_width(table: Table) -> float:
    """Return the width of the wooden frame: broad round a large table, slim round a small one."""
    return min(2.2, max(0.9, 0.036 * max(table.width, table.depth)))


def mat_size(table: Table, widest: int = 2048) -> tuple[int, int]:
    """Return (width, height) of the mat's picture in pixels, both powers of two."""
    share = table.depth / table.width
    return widest, 1 << round(np.log2(widest * share) - 0.12)


def mat_albedo(table: Table, size: tuple[int, int]) -> Bytes:
    """Return the unlit mat, ``(height, width, 3)`` sRGB, top row at the far edge of the table."""
    width, height = size
    tile = ground_tile(table.ground)
    side = len(tile)
    across = (np.arange(width) / width * table.width / TILE_IN * side).astype(int) % side
    down = (np.arange(height) / height * table.depth / TILE_IN * side).astype(int) % side
    mat = tile[np.ix_(down, across)].astype(np.float32)
    mat *= _patches(size)[..., None]
    for piece in table.terrain.values():
        _paint_area(mat, piece, table)
    return _as_bytes(mat)


def _as_bytes(values: Singles) -> Bytes:
    """Return rounded bytes; the values are used up, for a mat is large."""
    np.rint(values, out=values)
    np.clip(values, 0, 255, out=values)
    return values.astype(np.uint8)


def enlarged(values: Floats | Singles, size: tuple[int, int]) -> Singles:
    """Return a grid resized smoothly to (width, height)."""
    picture = Pillow.fromarray(values.astype(np.float32))
    return np.asarray(picture.resize(size, Pillow.Resampling.BICUBIC), np.float32)


def smoothed(values: Floats | Singles) -> Floats | Singles:
    """Return a grid averaged over each cell and its eight neighbours; edges repeat."""
    wide = np.pad(values, 1, mode="edge")
    across = wide[:, :-2] + 2 * wide[:, 1:-1] + wide[:, 2:]
    return (across[:-2] + 2 * across[1:-1] + across[2:]) / 16


def _patches(size: tuple[int, int]) -> Singles:
    """Return slow changes of brightness over the whole table, so that no tile shows."""
    return 0.86 + 0.28 * enlarged(noise(256, 4, 3, 31), size)


def _paint_area(mat: Singles, piece: Terrain, table: Table) -> None:
    paint = _FLOOR.get(piece.kind)
    if paint is None or len(piece.area) < 3:
        return
    height, width = mat.shape[:2]
    scale = (width / table.width, height / table.depth)
    points = [(x * scale[0], height - y * scale[1]) for x, y in piece.area]
    margin = int(1.2 * scale[0])
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    left, right = max(0, int(min(xs)) - margin), min(width, int(max(xs)) + margin)
    top, low = max(0, int(min(ys)) - margin), min(height, int(max(ys)) + margin)
    if right <= left or low <= top:
        return
    mask = Pillow.new("L", (right - left, low - top), 0)
    ImageDraw.Draw(mask).polygon([(x - left, y - top) for x, y in points], fill=255)
    soft = np.asarray(mask.filter(ImageFilter.GaussianBlur(0.35 * scale[0])), float) / 255.0
    colour, strength = paint
    fine = noise(512, 5, 16, 41)[np.ix_(np.arange(top, low) % 512, np.arange(left, right) % 512)]
    # Noise moves the edge to and fro by a fraction of an inch: no ruler-drawn paint.
    share = np.clip((soft - 0.5 + (fine - 0.5) * 0.9) * 3.0 + 0.5, 0, 1)[..., None] * strength
    block = mat[top:low, left:right]
    speckled = np.asarray(colour) * (0.62 + 0.76 * fine)[..., None]
    mat[top:low, left:right] = block * (1 - share) + speckled * share


def lit_mat(albedo: Bytes, light: Floats) -> Bytes:
    """Return the mat under its light, brighter by what its fine grain will take away.

    Parameters
    ----------
    albedo : (height, width, 3) uint8 array, sRGB
    light : (rows, columns, 3) float array, linear
        A grid over the same table, enlarged smoothly.
    """
    size = (albedo.shape[1], albedo.shape[0])
    grown = [enlarged(light[..., channel], size) for channel in range(3)]
    out = np.empty_like(albedo)
    for row in range(0, len(albedo), _STRIP):
        strip = slice(row, row + _STRIP)
        bright = np.clip(np.stack([each[strip] for each in grown], axis=-1), 0.0, None)
        lit = shade(to_linear(albedo[strip]), bright).astype(np.float32)
        out[strip] = _as_bytes(lit / np.float32(DETAIL_MEAN))
    return out


def mat_surface(table: Table, cell: float = 3.0) -> Surface:
    """Return the mat as a flat grid with texture coordinates 0..1 over the table."""
    columns = max(2, int(np.ceil(table.width / cell)))
    rows = max(2, int(np.ceil(table.depth / cell)))
    u, v = np.meshgrid(np.linspace(0, 1, columns + 1), np.linspace(0, 1, rows + 1))
    uv = np.stack([u.ravel(), v.ravel()], axis=1)
    vertices = np.column_stack([uv * [table.width, table.depth], np.zeros(len(uv))])
    column, row = np.meshgrid(np.arange(columns), np.arange(rows))
    a = (row * (columns + 1) + column).ravel()
    b, c, d = a + 1, a + columns + 1, a + columns + 2
    faces = np.concatenate([np.stack([a, b, d], axis=1), np.stack([a, d, c], axis=1)])
    normals = np.tile([0.0, 0.0, 1.0], (len(uv), 1))
    colours = np.full((len(uv), 4), 255, np.uint8)
    return Surface(vertices, normals, colours, uv, faces.astype(np.int32))


def frame_mesh(table: Table) -> MeshData:
    """Return the wooden frame: four mitred boards with a bevelled edge on both sides."""
    width, depth, wide, top = table.width, table.depth, frame_width(table), FRAME_TOP_IN
    # Profile across a board, from the mat outwards: (distance from the mat's edge, height).
    profile = [(0.0, 0.0), (0.0, top - 0.1), (0.1, top), (wide - 0.15, top)]
    profile += [(wide, top - 0.15), (wide, -1.6)]
    corners = np.array([(0, 0), (width, 0), (width, depth), (0, depth)], float)
    outward = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], float)
    quads: list[Any] = []
    for side in range(4):
        a, b = side, (side + 1) % 4
        length = float(np.linalg.norm(corners[b] - corners[a]))
        for (d0, z0), (d1, z1) in pairwise(profile):
            quad = [
                (*(corners[a] + outward[a] * d0), z0),
                (*(corners[a] + outward[a] * d1), z1),
                (*(corners[b] + outward[b] * d1), z1),
                (*(corners[b] + outward[b] * d0), z0),
            ]
            span = [(-d0, d0 + z0), (-d1, d1 + z1), (length + d1, d1 + z1), (length + d0, d0 + z0)]
            quads.append((np.array(quad), np.array(span) / 9.0))
    return _quads(quads)


def _quads(quads: Sequence[tuple[Floats, Floats]]) -> MeshData:
    two = np.array([(0, 1, 2), (0, 2, 3)], np.int32)
    faces = np.concatenate([two + 4 * index for index in range(len(quads))])
    vertices = np.concatenate([corners for corners, _ in quads])
    colours = np.full((len(vertices), 4), 255, np.uint8)
    return MeshData(vertices, faces, (), colours, np.concatenate([span for _, span in quads]))
