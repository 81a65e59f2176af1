"""Hills, craters, rock ledges and rubble: ground that bases stand on."""

from __future__ import annotations

import numpy as np
import shapely
import shapely.geometry as sg
from numpy.typing import NDArray

from tools.kit import palette as pot
from tools.kit.groundwork import Height, blob_outline, chunk, outline_of, relief, tuft
from tools.kit.paint import Finish, Paint, noise
from tools.kit.piece import Piece, Terrain
from tools.kit.shell import Shell, join, unite

__all__ = ["PIECES"]

Floats = NDArray[np.float64]

TURF = Paint((112, 132, 60), mottle=0.13, grain=0.3, second=(140, 112, 74), slope=0.85, patch=0.6)
CLIFF = Paint((132, 124, 110), mottle=0.12, grain=0.4, second=(112, 132, 60), patch=0.25)
SOIL = Paint((118, 94, 66), mottle=0.16, grain=0.3, second=(96, 112, 54), patch=0.35)
FINISH = Finish(zenith=0.06, brush=0.1, wash=0.1, crease=50.0)


def _distance_in(shape: sg.Polygon, at: Floats) -> Floats:
    points = shapely.points(at)
    inside = shapely.contains_xy(shape, at[:, 0], at[:, 1])
    return np.where(inside, shapely.distance(points, shape.exterior), 0.0)


def _flat(at: Floats) -> Floats:
    return np.column_stack([at, np.zeros(len(at))])


def _dress(shape: sg.Polygon, surface: Height, count: int, seed: int) -> list[Shell]:
    """Return `count` tufts and stones strewn over a height function."""
    rng = np.random.default_rng(seed)
    out: list[Shell] = []
    x0, y0, x1, y1 = shape.bounds
    inner = shape.buffer(-0.4)
    for at in rng.uniform((x0, y0), (x1, y1), (count, 2)):
        if not inner.contains(sg.Point(at)):
            continue
        z = float(surface(at[None])[0])
        if rng.random() < 0.7:
            paint = pot.TUFT if rng.random() < 0.7 else pot.STRAW
            blades = tuft(float(rng.uniform(0.14, 0.24)), int(rng.integers(1 << 30)), paint)
            out += [b.at(at[0], at[1], z) for b in blades]
        else:
            stone = chunk(float(rng.uniform(0.12, 0.3)), pot.ROCK, int(rng.integers(1 << 30)))
            out.append(stone.at(at[0], at[1], z))
    return out


def _hill(
    name: str, shows: str, radii: tuple[float, float], top: float, run: float, seed: int
) -> Piece:
    shape = blob_outline(*radii, seed)

    def surface(at: Floats) -> Floats:
        t = np.clip(_distance_in(shape, at) / run, 0.0, 1.0)
        rise = t * t * (3 - 2 * t)
        bumps = 0.09 * noise(_flat(at), 1.8, seed) * np.clip(t * 3, 0, 1)
        return 0.02 + top * rise + bumps * (1 - 0.6 * (t >= 1))

    body = unite([relief(shape, surface, 0.3, TURF, seed)])
    dressing = _dress(shape, surface, 16, seed + 5)
    entry = Terrain("hills", outline_of(shape), carries=True)
    return Piece(name, shows, {"hill": body, "growth": join(dressing)}, entry, FINISH)


def hill_round() -> Piece:
    """Return a round hill, gentle on all sides."""
    return _hill("hill_round", "Round hill, 2 in high, gentle slopes", (5.2, 4.6), 2.0, 3.0, 7)


def hill_long() -> Piece:
    """Return a long ridge."""
    return _hill("hill_long", "Long ridge, 1.6 in high", (8.0, 3.8), 1.6, 2.6, 19)


def hill_steep() -> Piece:
    """Return a hill with a flat top and steep rocky sides."""
    return _hill("hill_steep", "Steep hill with a flat top, 3 in high", (4.4, 3.8), 3.0, 1.4, 29)


def _crater(name: str, shows: str, radius: float, rim: float, seed: int) -> Piece:
    shape = blob_outline(radius, radius * 0.94, seed, wobble=0.05)

    def surface(at: Floats) -> Floats:
        r = np.hypot(at[:, 0], at[:, 1] / 0.94) / radius
        r = r + 0.05 * noise(_flat(at), 1.1, seed)
        lip = np.exp(-(((r - 0.62) / 0.17) ** 2)) * rim
        bowl = 0.03 + 0.05 * np.clip(r - 0.2, 0, 1)
        fade = np.clip((1.0 - r) / 0.12, 0.0, 1.0)
        return (lip + bowl) * fade + 0.05 * noise(_flat(at), 0.5, seed + 1) * lip / rim

    body = relief(shape, surface, 0.16 if radius < 2.5 else 0.22, SOIL, seed)
    rng = np.random.default_rng(seed)
    clods: list[Shell] = []
    for _ in range(int(14 * radius)):
        angle, reach = rng.uniform(0, 2 * np.pi), rng.uniform(0.35, 0.9) * radius
        at = np.array([[reach * np.cos(angle), reach * np.sin(angle)]])
        size = rng.uniform(0.08, 0.22)
        paint = EARTHY if rng.random() < 0.7 else pot.ROCK
        clod = chunk(size, paint, int(rng.integers(1 << 30)))
        clods.append(clod.at(at[0, 0], at[0, 1], float(surface(at)[0])))
    entry = Terrain("craters", outline_of(shape), carries=True)
    return Piece(name, shows, {"crater": unite([body, *clods])}, entry, FINISH)


EARTHY = Paint((112, 88, 60), vary=0.14, mottle=0.1)


def crater_small() -> Piece:
    """Return a shell crater that hides a soldier."""
    return _crater("crater_small", "Shell crater, 3.6 in across", 1.8, 0.42, 3)


def crater_large() -> Piece:
    """Return a bomb crater."""
    return _crater("crater_large", "Bomb crater, 6 in across", 3.0, 0.62, 5)


def rock_ledges() -> Piece:
    """Return stepped ledges of layered rock with tops to stand on."""
    shells: list[Shell] = []
    rng = np.random.default_rng(77)
    shelves = [
        (3.3, 2.1, 0.0, 0.9, 0.0, 0.0),
        (2.35, 1.55, 0.8, 1.65, -0.5, 0.2),
        (1.25, 0.95, 1.55, 2.4, -1.0, 0.35),
    ]
    total = blob_outline(3.3, 2.1, 101, 0.10, 26)
    for number, (rx, ry, low, high, x, y) in enumerate(shelves):
        layers = 3
        for layer in range(layers):
            z0 = low + (high - low) * layer / layers
            z1 = low + (high - low) * (layer + 1) / layers + (0.02 if layer < layers - 1 else 0)
            shape = blob_outline(
                rx - 0.05 * layer + rng.uniform(-0.07, 0.07),
                ry - 0.05 * layer,
                101 + number,
                0.10,
                26,
            )
            ring = np.array(shape.exterior.coords)[:-1] + rng.uniform(-0.09, 0.09, (26, 2))
            slab = sg.Polygon(ring).buffer(0)
            if isinstance(slab, sg.Polygon):
                shells.append(_ledge(slab, z0, z1, rng).at(x, y))
    stones = []
    for _ in range(26):
        angle = rng.uniform(0, 2 * np.pi)
        size = rng.uniform(0.15, 0.5)
        stone = chunk(size, pot.ROCK, int(rng.integers(1 << 30)))
        stones.append(stone.at(3.25 * np.cos(angle), 2.05 * np.sin(angle), size * 0.2))
    body = unite([*shells, *(s.at(0, 0, 0) for s in stones)])
    body = body.warp(np.column_stack([body.v[:, :2], np.maximum(body.v[:, 2], 0.0)]))
    entry = Terrain("rock_ledges", outline_of(total.buffer(0.12)), carries=True)
    return Piece(
        "rock_ledges",
        "Layered rock in three steps, 0.9, 1.65 and 2.4 in high",
        {"rocks": body},
        entry,
        Finish(moss=0.5, dirt_to=0.5, wash=0.12),
    )


def _ledge(shape: sg.Polygon, low: float, high: float, rng: np.random.Generator) -> Shell:
    top = relief(
        shape, lambda at: np.full(len(at), high - low), 0.55, pot.ROCK, int(rng.integers(99))
    )
    return top.at(0, 0, low)


def rubble() -> Piece:
    """Return a low field of broken masonry."""
    shape = blob_outline(3.0, 2.3, 55, 0.1)

    def surface(at: Floats) -> Floats:
        t = np.clip(_distance_in(shape, at) / 1.4, 0.0, 1.0)
        return 0.02 + 0.34 * t * t * (3 - 2 * t) + 0.06 * noise(_flat(at), 0.8, 9) * t

    rng = np.random.default_rng(8)
    body = relief(shape, surface, 0.28, SOIL, 4)
    stones: list[Shell] = []
    for _ in range(150):
        angle, reach = rng.uniform(0, 2 * np.pi), rng.uniform(0, 1) ** 0.6
        at = np.array([[2.8 * reach * np.cos(angle), 2.1 * reach * np.sin(angle)]])
        size = rng.uniform(0.16, 0.5) * (1.05 - 0.4 * reach)
        paint = (pot.STONE, pot.BRICK, pot.BEAM, pot.CORE)[
            int(rng.choice(4, p=[0.5, 0.25, 0.08, 0.17]))
        ]
        stone = chunk(size, paint, int(rng.integers(1 << 30)))
        stones.append(stone.at(at[0, 0], at[0, 1], float(surface(at)[0]) + size * 0.05))
    body = unite([body, *stones])
    body = body.warp(np.column_stack([body.v[:, :2], np.maximum(body.v[:, 2], 0.0)]))
    entry = Terrain("rubble", outline_of(shape), carries=True)
    return Piece("rubble", "Heap of broken masonry", {"rubble": body}, entry, Finish(dirt_to=0.4))


PIECES = {
    "hill_round": hill_round,
    "hill_long": hill_long,
    "hill_steep": hill_steep,
    "crater_small": crater_small,
    "crater_large": crater_large,
    "rock_ledges": rock_ledges,
    "rubble": rubble,
}
