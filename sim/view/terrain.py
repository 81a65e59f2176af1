"""The part of the picture that never moves: mat, frame and terrain under baked light, cached."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.geometry.light import refine
from sim.geometry.mesh_data import MeshData
from sim.table.pieces import Table, Terrain
from sim.view import ground
from sim.view.bake import ROOF, Light, table_light
from sim.view.cache import digest_of, kept
from sim.view.geoms import Surface, surface
from sim.view.textures import DETAIL_MEAN, GRAIN_MEAN, TILE_IN, ground_colour
from sim.view.tone import lit, shade, to_linear

__all__ = [
    "FULL",
    "SKETCH",
    "TURF_KINDS",
    "Baked",
    "Fineness",
    "LitPiece",
    "baked_table",
    "plain_mat",
]

Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]
Arrays = dict[str, NDArray[Any]]

#: Pieces that are ground themselves: their turf takes the colour of the table's ground.
TURF_KINDS = ("hills", "craters", "river", "ford", "trench")


@dataclass(frozen=True)
class Fineness:
    """How finely light is baked.

    Attributes
    ----------
    edge_in : float
        Longest edge of a terrain triangle after refining: light is baked at vertices.
    sun_cells, sky_cells : float
        Cells an inch of the mat's light map: for the sun, and for the smoother sky.
    sun_rays, sky_rays, mat_rays : int
        Rays a vertex, and a cell of the mat's sky.
    widest : int
        Pixels across the mat's picture.
    """

    edge_in: float = 0.45
    sun_cells: float = 14.0
    sky_cells: float = 5.0
    sun_rays: int = 4
    sky_rays: int = 9
    mat_rays: int = 14
    widest: int = 2048


FULL = Fineness()
#: For a table that is being set up: there at once, and good enough to see where things stand.
SKETCH = Fineness(2.0, 5.0, 1.5, 1, 4, 8, 512)


@dataclass(frozen=True, eq=False)
class LitPiece:
    """A surface with two sets of colours.

    Attributes
    ----------
    surface : Surface
        Its colours are lit; alpha is 255.
    plain : (n, 4) uint8 array
        The colours without light, and in the alpha the share of the open sky: what a shader that
        casts its own shadows needs.
    roof : (first, count)
        The run of faces that is the roof; no faces where there is none.
    """

    surface: Surface
    plain: Bytes
    roof: tuple[int, int] = (0, 0)


class Baked:
    """Lit surfaces of a table.

    Attributes
    ----------
    mat : (height, width, 3) uint8 array
        The lit picture of the mat, top row at the far edge.
    frame : LitPiece
    pieces : dict of piece id to LitPiece
    """

    def __init__(self, mat: Bytes, frame: LitPiece, pieces: dict[str, LitPiece]) -> None:
        self.mat, self.frame, self.pieces = mat, frame, pieces


def table_digest(table: Table) -> str:
    """Return a digest of everything the unmoving picture depends on."""
    parts: list[Any] = [table.width, table.depth, table.ground]
    for piece in table.terrain.values():
        body = piece.picture
        parts += [piece.id, piece.kind, piece.area, body.vertices, body.faces]
        parts += [body.colours, body.uv, body.texture is None]
    return digest_of(*parts)


def baked_table(table: Table, fineness: Fineness = FULL) -> Baked:
    """Return the lit table, from the cache where it was baked in full before."""
    if fineness == FULL:
        arrays = kept("table", table_digest(table), lambda: _bake(table, FULL))
    else:
        arrays = _bake(table, fineness)
    names = list(table.terrain)
    pieces = {name: _unpack(arrays, f"piece{index}") for index, name in enumerate(names)}
    return Baked(arrays["mat"], _unpack(arrays, "frame"), pieces)


def _bake(table: Table, fine: Fineness) -> Arrays:
    light = table_light(table)
    size = ground.mat_size(table, fine.widest)

    def mat() -> Arrays:
        albedo = ground.mat_albedo(table, size)
        return {"mat": ground.lit_mat(albedo, _mat_light(table, light, fine))}

    def frame() -> Arrays:
        made = surface(ground.frame_mesh(table), max_edge=max(2.5, fine.edge_in))
        return _pack("frame", _lit(made, light, fine, gain=1.25))

    def piece(index: int, terrain: Terrain) -> Arrays:
        return _pack(f"piece{index}", _lit_piece(table, terrain, light, fine))

    jobs: list[Callable[[], Arrays]] = [mat, frame]
    jobs += [partial(piece, index, each) for index, each in enumerate(table.terrain.values())]
    # Rays and large arrays leave the interpreter to other threads.
    with ThreadPoolExecutor(min(4, os.cpu_count() or 1)) as pool:
        parts = list(pool.map(lambda job: job(), jobs))
    return {name: array for part in parts for name, array in part.items()}


def plain_mat(table: Table) -> Bytes:
    """Return the mat without light, ``(height, width, 4)``, top row at the far edge.

    Its alpha is the share of the open sky. Made only when a shader needs it, and kept.
    """

    def arrays() -> Arrays:
        size = ground.mat_size(table)
        albedo = ground.mat_albedo(table, size).astype(np.float32) / DETAIL_MEAN
        sky = ground.enlarged(_mat_sky(table, table_light(table), FULL), size)
        out = np.empty((*albedo.shape[:2], 4), np.uint8)
        out[..., :3] = np.clip(np.rint(albedo), 0, 255)
        out[..., 3] = np.rint(255 * np.clip(sky, 0, 1))
        return {"mat": out}

    return kept("plain", table_digest(table), arrays)["mat"]


def _lit_piece(table: Table, piece: Terrain, light: Light, fineness: Fineness) -> LitPiece:
    textured = piece.picture.texture is not None and piece.picture.uv is not None
    fine = refine(piece.picture, fineness.edge_in)
    if piece.kind in TURF_KINDS and not textured:
        base = surface(fine, mapped_from_above_in=TILE_IN)
        base = base.painted(_turfed(base.colours, ground_colour(table.ground)))
    else:
        base = surface(fine)
    if len(base.vertices) > 120_000:
        fineness = replace(fineness, sky_rays=min(8, fineness.sky_rays))
    gain = 1.0 if textured else 1 / GRAIN_MEAN
    return _lit(base, light, fineness, gain=gain, roof=_roof(fine))


def _roof(mesh: MeshData) -> tuple[int, int]:
    for part in mesh.parts:
        if part.name == ROOF:
            return part.first, part.count
    return 0, 0


def _turfed(colours: Bytes, ground: Floats) -> Bytes:
    """Return vertex colours with what is green in the colour of the ground."""
    out = colours.copy()
    rgb = colours[:, :3].astype(float)
    green = rgb[:, 1] - np.maximum(rgb[:, 0] * 0.96, rgb[:, 2])
    share = np.clip(green / 24.0, 0, 1)[:, None] * 0.85
    grey = rgb @ np.array([0.3, 0.59, 0.11])
    mean = float(grey[share[:, 0] > 0.4].mean()) if (share > 0.4).any() else 128.0
    turf = ground * np.clip(grey / max(mean, 1.0), 0.6, 1.4)[:, None]
    out[:, :3] = np.clip(np.rint(rgb * (1 - share) + turf * share), 0, 255).astype(np.uint8)
    return out


def _lit(
    base: Surface, light: Light, fine: Fineness, *, gain: float, roof: tuple[int, int] = (0, 0)
) -> LitPiece:
    """Return a surface with the light of the table painted on it."""
    sun = light.sun(base.vertices, base.normals, fine.sun_rays)
    sky = light.sky(base.vertices, base.normals, fine.sky_rays)
    colours = np.full_like(base.colours, 255)
    falls = lit(base.normals, sun, sky)
    bright = shade(to_linear(base.colours[:, :3]), falls).astype(float) * gain
    colours[:, :3] = np.clip(np.rint(bright), 0, 255)
    plain = np.empty_like(colours)
    plain[:, :3] = np.clip(np.rint(base.colours[:, :3].astype(float) * gain), 0, 255)
    plain[:, 3] = np.rint(255 * np.clip(sky, 0, 1))
    return LitPiece(base.painted(colours), plain, roof)


def _cells(table: Table, density: float) -> tuple[Floats, tuple[int, int]]:
    """Return cell centres on the mat, top row first, and the grid's (rows, columns)."""
    columns = max(8, round(table.width * density))
    rows = max(8, round(table.depth * density))
    x = (np.arange(columns) + 0.5) / columns * table.width
    y = (1.0 - (np.arange(rows) + 0.5) / rows) * table.depth
    grid = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    return np.column_stack([grid, np.zeros(len(grid))]), (rows, columns)


def _mat_light(table: Table, light: Light, fine: Fineness) -> Floats:
    """Return the light on the mat as a grid, ``(rows, columns, 3)``, top row at the far edge."""
    points, shape = _cells(table, fine.sun_cells)
    up = np.tile([0.0, 0.0, 1.0], (len(points), 1))
    sun = light.sun(points, up, fine.sun_rays).reshape(shape)
    sky = ground.smoothed(ground.enlarged(_mat_sky(table, light, fine), (shape[1], shape[0])))
    return lit(up.reshape(*shape, 3), ground.smoothed(sun), np.asarray(np.clip(sky, 0, 1), float))


def _mat_sky(table: Table, light: Light, fine: Fineness) -> Floats:
    """Return the open sky over the mat as a coarse grid, top row at the far edge."""
    coarse, small = _cells(table, fine.sky_cells)
    sky = light.sky(coarse, np.tile([0.0, 0.0, 1.0], (len(coarse), 1)), fine.mat_rays).reshape(
        small
    )
    return np.asarray(ground.smoothed(sky), float)


def _pack(name: str, lit_piece: LitPiece) -> Arrays:
    each = lit_piece.surface
    return {
        f"{name}.a": lit_piece.plain,
        f"{name}.r": np.array(lit_piece.roof, np.int32),
        f"{name}.v": each.vertices.astype(np.float32),
        f"{name}.n": each.normals.astype(np.float32),
        f"{name}.c": each.colours,
        f"{name}.t": each.uv.astype(np.float32),
        f"{name}.f": each.faces,
    }


def _unpack(arrays: Arrays, name: str) -> LitPiece:
    first, count = (int(value) for value in arrays[f"{name}.r"])
    each = Surface(*(arrays[f"{name}.{field}"] for field in "vnctf"))
    return LitPiece(each, arrays[f"{name}.a"], (first, count))
