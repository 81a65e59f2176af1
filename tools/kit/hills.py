"""Hills, craters, rock ledges and rubble: ground that bases stand on."""

from __future__ import annotations

import numpy as np
import shapely
import shapely.geometry as sg

from tools.kit import palette as pot
from tools.kit.groundwork import (
    Height,
    blob_outline,
    chunk,
    outline_of,
    polygons_of,
    relief,
    tuft,
)
from tools.kit.paint import Finish, Paint, noise
from tools.kit.piece import Piece, Terrain
from tools.kit.prims import block, extrude, hull
from tools.kit.shell import Shell, join, unite
from tools.kit.vectors import Floats, points

__all__ = ["PIECES"]


TURF = Paint((94, 108, 58), mottle=0.12, grain=0.3, second=(130, 108, 74), slope=0.8, patch=0.45)
SOIL = Paint((112, 90, 64), mottle=0.16, grain=0.3, second=(94, 108, 58), patch=0.4)
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
        return 0.006 + top * rise + bumps * (1 - 0.6 * (t >= 1))

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


DUST = Paint((122, 112, 96), mottle=0.14, grain=0.25, second=(104, 88, 66), patch=0.7, spread=1.0)
EARTHY = Paint((112, 88, 60), vary=0.14, mottle=0.1)


def crater_small() -> Piece:
    """Return a shell crater that hides a soldier."""
    return _crater("crater_small", "Shell crater, 3.6 in across", 1.8, 0.42, 3)


def crater_large() -> Piece:
    """Return a bomb crater."""
    return _crater("crater_large", "Bomb crater, 6 in across", 3.0, 0.62, 5)


def _jointed(shape: sg.Polygon, rng: np.random.Generator, cuts: int) -> list[sg.Polygon]:
    """Return a plan outline broken into convex blocks along a few joints."""
    parts: list[sg.Polygon] = [shape]
    for _ in range(cuts):
        angle = rng.uniform(0, np.pi)
        way = np.array([np.cos(angle), np.sin(angle)]) * 20
        spot = np.array(shape.centroid.coords[0]) + rng.uniform(-0.7, 0.7, 2)
        joint = sg.LineString([spot - way, spot + way]).buffer(0.03)
        broken: list[sg.Polygon] = []
        for part in parts:
            rest = part.difference(joint)
            found = list(rest.geoms) if isinstance(rest, sg.MultiPolygon) else [rest]
            broken += [p for p in found if isinstance(p, sg.Polygon) and p.area > 0.12]
        parts = broken
    hulls = [part.convex_hull for part in parts]
    return [h for h in hulls if isinstance(h, sg.Polygon)]


def _shelf(shape: sg.Polygon, low: float, high: float, rng: np.random.Generator) -> list[Shell]:
    """Return a ledge: strata of jointed blocks with a level top."""
    out: list[Shell] = []
    strata = 2 if high - low < 0.8 else 3
    levels = low + (high - low) * np.array([0.0, *np.sort(rng.uniform(0.25, 0.8, strata - 1)), 1.0])
    for number in range(strata):
        z0, z1 = levels[number] - 0.06, levels[number + 1]
        grown = shape.buffer(0.10 * (strata - 1 - number) / strata - rng.uniform(0.0, 0.07))
        assert isinstance(grown, sg.Polygon)
        for part in _jointed(grown, rng, 2 + number % 2):
            ring = np.array(part.exterior.coords)[:-1]
            foot = ring + rng.uniform(-0.05, 0.05, ring.shape)
            top = ring * 1.0 + rng.uniform(-0.07, 0.03, ring.shape) * np.sign(ring)
            z = z1 - (rng.uniform(0.0, 0.09) if number < strata - 1 else rng.uniform(0.0, 0.015))
            corners = np.vstack(
                [
                    np.column_stack([foot, np.full(len(foot), z0)]),
                    np.column_stack([top, np.full(len(top), z)]),
                ]
            )
            out.append(hull(corners, pot.ROCK, 0.055))
    return out


def _scree(rng: np.random.Generator) -> list[Shell]:
    """Return fallen stones round the foot of the ledges."""
    out: list[Shell] = []
    for _ in range(34):
        angle, reach = rng.uniform(0, 2 * np.pi), rng.uniform(0.97, 1.06)
        size = float(rng.uniform(0.15, 0.5))
        stone = chunk(size, pot.ROCK, int(rng.integers(1 << 30)), 0.06)
        x, y = 3.3 * reach * np.cos(angle), 2.15 * reach * np.sin(angle)
        out.append(stone.at(x, y, size * 0.2))
    return out


def _crevice_grass(rng: np.random.Generator) -> list[Shell]:
    spots = points("""
        2.2 -0.4 0.88   1.7 0.9 0.88   0.9 -1.3 0.88   0.4 0.2 1.63  -0.2 -0.5 1.63
        -1.9 0.2 2.38  -2.6 -0.9 0.88  -0.6 1.9 0.0    3.2 0.9 0.0""")
    out: list[Shell] = []
    for x, y, z in spots:
        paint = pot.TUFT if rng.random() < 0.6 else pot.STRAW
        blades = tuft(float(rng.uniform(0.2, 0.3)), int(rng.integers(1 << 30)), paint)
        out += [blade.at(x, y, z) for blade in blades]
    return out


def rock_ledges() -> Piece:
    """Return stepped ledges of jointed rock with level tops to stand on."""
    rng = np.random.default_rng(77)
    total = blob_outline(3.3, 2.15, 101, 0.10, 13)
    steps = [
        (total, 0.0, 0.9),
        (_shifted(blob_outline(2.25, 1.6, 103, 0.10, 11), -0.75, 0.3), 0.9, 1.65),
        (_shifted(blob_outline(1.35, 1.05, 105, 0.10, 9), -1.25, 0.55), 1.65, 2.4),
    ]
    shells = [s for shape, low, high in steps for s in _shelf(shape, low, high, rng)]
    for shape, _, high in steps:
        for core in polygons_of(shape.buffer(-0.25)):
            shells.append(extrude(core, 0.0, high - 0.1, EARTHY))
    body = unite([*shells, *_scree(rng)])
    parts = {"rocks": body, "growth": unite(_crevice_grass(rng))}
    entry = Terrain("rock_ledges", outline_of(total.buffer(0.12)), carries=True)
    shows = "Jointed rock in three steps, 0.9, 1.65 and 2.4 in high"
    finish = Finish(moss=0.45, dirt_to=0.45, zenith=0.16, brush=0.2)
    return Piece("rock_ledges", shows, parts, entry, finish)


def _shifted(shape: sg.Polygon, x: float, y: float) -> sg.Polygon:
    return sg.Polygon(np.array(shape.exterior.coords) + np.array([x, y]))


def _broken_masonry(size: float, rng: np.random.Generator) -> Shell:
    """Return a piece of a fallen building: hewn stone, bricks, core, a stump of beam."""
    sort = int(rng.choice(4, p=[0.5, 0.22, 0.06, 0.22]))
    if sort == 3:
        return chunk(size, pot.CORE, int(rng.integers(1 << 30)))
    shape = ((1.1, 0.65, 0.5), (0.75, 0.5, 0.35), (2.6, 0.3, 0.34))[sort]
    paint = (pot.STONE, pot.BRICK, pot.BEAM)[sort]
    stone = block(np.array(shape) * size * rng.uniform(0.8, 1.2, 3), paint, 0.025)
    tipped = stone.turn(float(rng.normal(0, 18)), "x").turn(float(rng.normal(0, 18)), "y")
    return tipped.turn(float(rng.uniform(0, 360)))


def rubble() -> Piece:
    """Return a low field of broken masonry."""
    shape = blob_outline(3.0, 2.3, 55, 0.1)

    def surface(at: Floats) -> Floats:
        t = np.clip(_distance_in(shape, at) / 1.5, 0.0, 1.0)
        return 0.012 + 0.36 * t * t * (3 - 2 * t) + 0.05 * noise(_flat(at), 0.8, 9) * t

    rng = np.random.default_rng(8)
    shells = [relief(shape, surface, 0.3, DUST, 4)]
    inner = shape.buffer(-0.22)
    for number in range(170):
        angle, reach = 2.39996 * number, ((number + 0.5) / 170) ** 0.5
        away = np.array([2.9 * np.cos(angle), 2.2 * np.sin(angle)]) * reach
        at = away + rng.uniform(-0.12, 0.12, 2)
        if not inner.contains(sg.Point(at)):
            continue
        size = float(rng.uniform(0.22, 0.62) * (1.0 - 0.45 * reach))
        stone = _broken_masonry(size, rng)
        shells.append(stone.at(at[0], at[1], float(surface(at[None])[0]) + 0.04 * size))
    parts = {"rubble": unite(shells)}
    entry = Terrain("rubble", outline_of(shape), carries=True)
    finish = Finish(dirt_to=0.3, brush=0.2)
    return Piece("rubble", "Heap of broken masonry", parts, entry, finish)


PIECES = {
    "hill_round": hill_round,
    "hill_long": hill_long,
    "hill_steep": hill_steep,
    "crater_small": crater_small,
    "crater_large": crater_large,
    "rock_ledges": rock_ledges,
    "rubble": rubble,
}
