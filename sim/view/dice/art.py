"""What dice and chips look like: bevelled bodies, and pictures of pips, numerals and names."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from sim.view.dice.solids import Solid, solid
from sim.view.dice.tumble import CHIP_IN
from sim.view.labels import font
from sim.view.textures import panda_texture

__all__ = [
    "CHIP_HIGH_IN",
    "Body",
    "chip_body",
    "chip_picture",
    "chip_texture",
    "die_body",
    "die_texture",
]

Floats = NDArray[np.float64]
Rgb = tuple[int, int, int]

#: Pixels of a face's cell, and cells along a side of the picture.
_CELL = 128
CHIP_HIGH_IN = 0.2
#: Share of a face that is flat; the rest is its rounded edge.
_FLAT = 0.86
_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, 1), (1, 1), (-1, -1), (1, -1)),
    5: ((-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)),
    6: ((-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)),
}


@dataclass(frozen=True, eq=False)
class Body:
    """Triangles of a die or chip in its own frame; ``normals`` are rounded over the edges."""

    vertices: Floats
    normals: Floats
    uv: Floats
    faces: NDArray[np.int32]


def _cells(sides: int) -> int:
    """Return how many cells a picture has along a side: room for all faces and a blank one."""
    return 4 if sides < 16 else 8


def _ink(body: Rgb) -> Rgb:
    """Return a colour that reads well on a body."""
    light = body[0] * 0.3 + body[1] * 0.59 + body[2] * 0.11
    return (28, 26, 30) if light > 140 else (250, 246, 232)


def _centre(sides: int, cell: int) -> Floats:
    """Return the middle of a cell in texture coordinates, v upward."""
    count = _cells(sides)
    row, column = divmod(cell, count)
    return np.array([(column + 0.5) / count, 1.0 - (row + 0.5) / count])


def _flat_size(die: Solid, which: int) -> float:
    """Return the radius of the circle about a face's middle that holds the face."""
    polygon = die.polygons[which]
    return float(np.linalg.norm(polygon - polygon.mean(axis=0), axis=1).max())


class _Builder:
    def __init__(self) -> None:
        self.vertices: list[Floats] = []
        self.normals: list[Floats] = []
        self.uv: list[Floats] = []
        self.faces: list[tuple[int, int, int]] = []

    def fan(self, points: Floats, normals: Floats, uv: Floats) -> None:
        """Add a convex polygon, counter-clockwise from outside."""
        start = sum(len(each) for each in self.vertices)
        self.vertices.append(points)
        self.normals.append(normals)
        self.uv.append(uv)
        self.faces += [(start, start + i, start + i + 1) for i in range(1, len(points) - 1)]

    def done(self) -> Body:
        return Body(
            np.concatenate(self.vertices),
            np.concatenate(self.normals),
            np.concatenate(self.uv),
            np.array(self.faces, np.int32),
        )


@cache
def die_body(sides: int) -> Body:
    """Return the bevelled triangles of a die."""
    die = solid(sides)
    made = _Builder()
    blank = _centre(sides, sides)
    inset = [middle + (p - middle) * _FLAT for p in die.polygons for middle in (p.mean(axis=0),)]
    for which, points in enumerate(inset):
        normal, up = die.normals[which], die.ups[which]
        right = np.cross(up, normal)
        middle = die.polygons[which].mean(axis=0)
        local = np.stack([(points - middle) @ right, (points - middle) @ up], axis=1)
        reach = 0.5 / _cells(sides) / _flat_size(die, which) * 0.98
        uv = _centre(sides, which) + local * reach
        made.fan(points, np.tile(normal, (len(points), 1)), uv)
    _bevels(made, die, inset, blank)
    return made.done()


def _bevels(made: _Builder, die: Solid, inset: list[Floats], blank: Floats) -> None:
    """Join the inset faces by strips along the edges and caps over the corners."""
    corners: dict[tuple[float, ...], list[tuple[int, int]]] = {}
    for which, polygon in enumerate(die.polygons):
        for index, point in enumerate(polygon):
            key = tuple(np.round(point, 5) + 0.0)
            corners.setdefault(key, []).append((which, index))
    at = {(w, i): key for key, uses in corners.items() for w, i in uses}
    edges: dict[tuple[Any, Any], tuple[int, int, int]] = {}
    for which, polygon in enumerate(die.polygons):
        for index in range(len(polygon)):
            after = (index + 1) % len(polygon)
            edges[at[which, index], at[which, after]] = (which, index, after)
    for (a, b), (one, i, j) in edges.items():
        if (b, a) not in edges or (b, a) < (a, b):
            continue
        two, k, m = edges[b, a]
        points = np.array([inset[one][j], inset[one][i], inset[two][m], inset[two][k]])
        normals = die.normals[[one, one, two, two]]
        made.fan(points, normals, np.tile(blank, (4, 1)))
    for key, uses in corners.items():
        out = np.array(key) / np.linalg.norm(key)
        helper = np.eye(3)[int(np.abs(out).argmin())]
        right = np.cross(helper, out)
        up = np.cross(out, right)
        points = np.array([inset[w][i] for w, i in uses])
        order = np.argsort(np.arctan2(points @ up, points @ right))
        normals = die.normals[[uses[n][0] for n in order]]
        made.fan(points[order], normals, np.tile(blank, (len(uses), 1)))


def _numeral(text: str, size: int, ink: Rgb, body: Rgb, marked: bool) -> Image.Image:
    tile = Image.new("RGB", (_CELL, _CELL), body)
    pen = ImageDraw.Draw(tile)
    pen.text((_CELL / 2, _CELL / 2), text, ink, font(size), anchor="mm")
    if marked:
        wide, low = size * 0.28, _CELL / 2 + size * 0.47
        pen.line([(_CELL / 2 - wide, low), (_CELL / 2 + wide, low)], fill=ink, width=size // 10)
    return tile


def _face(sides: int, which: int, body: Rgb) -> Image.Image:
    """Return the picture of a face, as large as its cell, the numeral upright."""
    ink = _ink(body)
    if sides == 6:
        tile = Image.new("RGB", (_CELL, _CELL), body)
        pen = ImageDraw.Draw(tile)
        step, dot = _CELL * 0.19, _CELL * 0.072
        for x, y in _PIPS[which + 1]:
            at = (_CELL / 2 + x * step, _CELL / 2 - y * step)
            pen.ellipse((at[0] - dot, at[1] - dot, at[0] + dot, at[1] + dot), fill=ink)
        return tile
    if sides == 4:
        return _four(which, ink, body)
    value = which + 1
    size = {8: 50, 10: 46, 12: 66, 20: 44}[sides]
    size = round(size * (0.82 if value > 9 else 1.0))
    return _numeral(str(value), size, ink, body, value in (6, 9) and sides > 8)


def _four(which: int, ink: Rgb, body: Rgb) -> Image.Image:
    """Return a face of a four-sided die: at each corner the number that is up with it."""
    die = solid(4)
    tile = Image.new("RGB", (_CELL, _CELL), body)
    normal, up = die.normals[which], die.ups[which]
    right = np.cross(up, normal)
    middle = die.polygons[which].mean(axis=0)
    for value in range(1, 5):
        if value - 1 == which:
            continue
        corner = die.shows[value - 1] * np.linalg.norm(die.polygons[which][0])
        x, y = (corner - middle) @ right, (corner - middle) @ up
        turned = _numeral(str(value), 34, ink, body, False)
        turned = turned.rotate(np.degrees(np.arctan2(y, x)) - 90.0, fillcolor=body)
        reach = 0.5 * _CELL * 0.47 / np.hypot(x, y)
        piece = turned.crop((_CELL // 2 - 18, _CELL // 2 - 18, _CELL // 2 + 18, _CELL // 2 + 18))
        tile.paste(piece, (round(_CELL / 2 + x * reach - 18), round(_CELL / 2 - y * reach - 18)))
    return tile


@lru_cache(maxsize=48)
def die_texture(sides: int, body: Rgb) -> Any:
    """Return the picture of all faces of a die in a colour, as a texture."""
    count = _cells(sides)
    sheet = Image.new("RGB", (count * _CELL, count * _CELL), body)
    for which in range(sides):
        row, column = divmod(which, count)
        sheet.paste(_face(sides, which, body), (column * _CELL, row * _CELL))
    return panda_texture(np.asarray(sheet), repeat=False, layered=True)


def chip_picture(name: str, body: Rgb, side: int = 256) -> Image.Image:
    """Return the picture of a chip's face: its name inside a ring, as large as it fits."""
    grown = 2 * side
    ink = _ink(body)
    tile = Image.new("RGB", (grown, grown), body)
    pen = ImageDraw.Draw(tile)
    edge = grown * 0.055
    pen.ellipse((edge, edge, grown - edge, grown - edge), outline=ink, width=round(grown * 0.02))
    words = name.split()
    lines = [name] if len(words) < 2 or len(name) < 9 else _two_lines(words)
    size = round(grown * (0.44 if len(name) < 3 else 0.3))
    while size > 8 and max(font(size).getlength(line) for line in lines) > grown * 0.74:
        size -= 2
    for index, line in enumerate(lines):
        y = grown / 2 + (index - (len(lines) - 1) / 2) * size * 1.12
        pen.text((grown / 2, y), line, ink, font(size), anchor="mm")
    return tile.reduce(2)


def _two_lines(words: list[str]) -> list[str]:
    cuts = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    return list(min(cuts, key=lambda pair: max(len(pair[0]), len(pair[1]))))


@lru_cache(maxsize=64)
def chip_texture(name: str, body: Rgb) -> Any:
    """Return a chip's face as a texture."""
    return panda_texture(np.asarray(chip_picture(name, body)), repeat=False, layered=True)


@cache
def chip_body() -> Body:
    """Return the triangles of a chip: a flat counter, face up, with a bevelled edge."""
    count = 40
    turn = np.arange(count) * 2 * np.pi / count
    ring = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    radius, high = CHIP_IN / 2, CHIP_HIGH_IN / 2
    made = _Builder()
    blank = np.array([0.5, 0.985])
    for side in (1.0, -1.0):
        flat = np.column_stack([ring * radius * 0.94, np.full(count, high * side)])[:: int(side)]
        uv = 0.5 + ring[:: int(side)] * 0.47 * 0.94 if side > 0 else np.tile(blank, (count, 1))
        made.fan(flat, np.tile([0.0, 0.0, side], (count, 1)), uv)
    rows = [(0.94, high, 0.8), (1.0, high * 0.5, 0.0), (1.0, -high * 0.5, 0.0), (0.94, -high, -0.8)]
    for (r0, z0, n0), (r1, z1, n1) in itertools.pairwise(rows):
        for i in range(count):
            j = (i + 1) % count
            points = [(*ring[i] * radius * r0, z0), (*ring[i] * radius * r1, z1)]
            points += [(*ring[j] * radius * r1, z1), (*ring[j] * radius * r0, z0)]
            out = [(*ring[i], n0), (*ring[i], n1), (*ring[j], n1), (*ring[j], n0)]
            normals = np.array(out) / np.linalg.norm(out, axis=1, keepdims=True)
            made.fan(np.array(points), normals, np.tile(blank, (4, 1)))
    return made.done()
