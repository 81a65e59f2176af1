"""What lies on the ground: stones, heaps, flagstones, tufts of grass."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np
import shapely
import shapely.geometry as sg
from numpy.typing import NDArray
from scipy.spatial import Delaunay

from tools.kit import palette as pot
from tools.kit.paint import Coat, Paint
from tools.kit.prims import block, bricked, extrude, hull, lathe
from tools.kit.shell import Shell, cut

__all__ = [
    "Height",
    "blob_outline",
    "chunk",
    "flagstones",
    "grounded",
    "heap",
    "outline_of",
    "polygons_of",
    "relief",
    "tuft",
]


Height = Callable[[NDArray[np.float64]], NDArray[np.float64]]


def chunk(size: float, paint: Paint, seed: int, bevel: float = 0.0) -> Shell:
    """Return an angular stone about `size` inches across, centred on the origin."""
    rng = np.random.default_rng(seed)
    points = rng.normal(size=(11, 3))
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    points *= 0.5 * size * np.array([1.0, rng.uniform(0.65, 0.95), rng.uniform(0.5, 0.8)])
    return hull(points, paint, bevel * size).turn(float(rng.uniform(0, 360)))


def heap(radius: float, height: float, seed: int, paint: Paint = pot.EARTH) -> Shell:
    """Return a low mound of spoil."""
    rng = np.random.default_rng(seed)
    profile = [
        (radius, 0.0),
        (radius * 0.8, height * 0.35),
        (radius * 0.4, height * 0.85),
        (0, height),
    ]
    body = lathe(profile, paint, 12)
    shake = 1.0 + rng.uniform(-0.18, 0.18, (len(body.v), 1)) * np.array([1.0, 1.0, 0.3])
    return body.warp(body.v * shake)


def tuft(size: float, seed: int, paint: Paint = pot.TUFT) -> list[Shell]:
    """Return a few blades of grass, each a closed spike."""
    rng = np.random.default_rng(seed)
    out: list[Shell] = []
    for _ in range(5):
        lean, turn = rng.uniform(5, 32), rng.uniform(0, 360)
        blade = lathe([(size * 0.08, -0.03), (0, size * rng.uniform(0.8, 1.2))], paint, 3)
        at = rng.uniform(-0.12, 0.12, 2) * size * 2
        out.append(blade.turn(float(lean), "y").turn(float(turn)).at(at[0], at[1]))
    return out


def flagstones(shape: sg.Polygon, top: float, seed: int, paint: Paint = pot.FLAG) -> list[Shell]:
    """Return a thin slab over a plan polygon, paved, its rim crumbled."""
    rng = np.random.default_rng(seed)
    x0, y0, x1, y1 = shape.bounds
    rim = shape.buffer(-0.25).segmentize(0.45)
    ring = np.array(rim.exterior.coords)[:-1]
    ring = ring + rng.uniform(-0.16, 0.22, ring.shape)
    ragged = sg.Polygon(ring).buffer(0).intersection(shape)
    if not isinstance(ragged, sg.Polygon):
        ragged = shape
    out = [extrude(ragged, 0.0, top * 0.55, pot.EARTH)]
    inner = shape.buffer(-0.3)
    y = y0
    while y < y1:
        deep = rng.uniform(0.5, 0.75)
        x = x0 - rng.uniform(0.0, 0.5)
        while x < x1:
            wide = rng.uniform(0.6, 1.1)
            cell = sg.box(x + 0.025, y + 0.025, x + wide - 0.025, y + deep - 0.025).intersection(
                inner
            )
            if isinstance(cell, sg.Polygon) and cell.area > 0.08 and rng.random() < 0.93:
                cell = shapely.convex_hull(cell)
                if isinstance(cell, sg.Polygon):
                    out.append(bricked(cell, 0.0, top - rng.uniform(0, 0.012), 0.02, paint))
            x += wide
        y += deep
    return out


def _stepped(ring: NDArray[np.float64], step: float) -> NDArray[np.float64]:
    """Return the points of a closed ring with none farther apart than `step`."""
    out: list[NDArray[np.float64]] = []
    for a, b in itertools.pairwise(ring):
        count = max(1, int(np.ceil(np.linalg.norm(b - a) / step)))
        out.append(a + (b - a) * (np.arange(count) / count)[:, None])
    return np.vstack(out)


def relief(shape: sg.Polygon, height: Height, step: float, paint: Paint, seed: int = 1) -> Shell:
    """Return a closed body over a plan polygon: flat below at z = 0, ``height(xy)`` above.

    Parameters
    ----------
    shape : Polygon
        Without holes.
    height : callable
        Takes ``(n, 2)`` points, gives ``(n,)`` heights; raised to 0.01 where lower.
    step : float
        Distance between the points of the surface, inches.
    """
    rng = np.random.default_rng(seed)
    shape = sg.polygon.orient(shapely.normalize(shape))
    ring = _stepped(np.array(shape.exterior.coords), step)
    x0, y0, x1, y1 = shape.bounds
    xs, ys = np.arange(x0, x1 + step, step), np.arange(y0, y1 + step, step * 0.87)
    grid = np.array([(x + (j % 2) * step / 2, y) for j, y in enumerate(ys) for x in xs])
    grid += rng.uniform(-0.18, 0.18, grid.shape) * step
    inner = shape.buffer(-step * 0.45)
    grid = grid[shapely.contains_xy(inner, grid[:, 0], grid[:, 1])]
    flat = np.vstack([ring, grid])
    tris = np.asarray(Delaunay(flat).simplices, dtype=np.int64)
    middle = flat[tris].mean(axis=1)
    tris = tris[shapely.contains_xy(shape, middle[:, 0], middle[:, 1])]
    one, two = flat[tris[:, 1]] - flat[tris[:, 0]], flat[tris[:, 2]] - flat[tris[:, 0]]
    turned = one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0] < 0
    tris[turned] = tris[turned][:, ::-1]
    top = np.column_stack([flat, np.maximum(height(flat), 0.01)])
    n = len(flat)
    edges = tris[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2)
    both = {(int(a), int(b)) for a, b in edges}
    rim = np.array([(a, b) for a, b in edges if (int(b), int(a)) not in both])
    a, b = rim[:, 0], rim[:, 1]
    sides = [np.column_stack([n + a, n + b, a]), np.column_stack([n + b, b, a])]
    f = np.vstack([tris, tris[:, ::-1] + n, *sides])
    foot = np.column_stack([flat, np.zeros(n)])
    return Shell(np.vstack([top, foot]), f, (Coat(paint),), np.zeros(len(f), dtype=np.int64))


def blob_outline(
    radius_x: float, radius_y: float, seed: int, wobble: float = 0.08, points: int = 40
) -> sg.Polygon:
    """Return a rounded, irregular plan outline about the origin."""
    rng = np.random.default_rng(seed)
    angle = 2 * np.pi * np.arange(points) / points
    bump = np.zeros(points)
    for k in range(2, 6):
        bump += rng.uniform(-1, 1) * np.cos(k * angle + rng.uniform(0, 6.28)) / k
    reach = 1.0 + wobble * 2 * bump
    return sg.Polygon(
        np.column_stack([radius_x * reach * np.cos(angle), radius_y * reach * np.sin(angle)])
    )


def outline_of(shape: sg.Polygon, simplify: float = 0.03) -> list[tuple[float, float]]:
    """Return the outline of a plan polygon as a list of points, counter-clockwise."""
    simple = shape.simplify(simplify)
    ring = sg.polygon.orient(simple if isinstance(simple, sg.Polygon) else shape).exterior
    return [(float(x), float(y)) for x, y in ring.coords[:-1]]


def polygons_of(shape: sg.base.BaseGeometry, least: float = 0.0) -> list[sg.Polygon]:
    """Return the polygons of any plan shape that cover more than `least` square inches."""
    if isinstance(shape, sg.Polygon):
        return [shape] if shape.area > least else []
    parts = getattr(shape, "geoms", ())
    return [polygon for part in parts for polygon in polygons_of(part, least)]


def grounded(shell: Shell) -> Shell:
    """Return a shell cut off at the table, z = 0."""
    if float(shell.low[2]) >= 0.0:
        return shell
    (x0, y0, _), (x1, y1, _) = shell.low - 1.0, shell.high + 1.0
    below = block((x1 - x0, y1 - y0, 4.0), pot.EARTH)
    return cut(shell, [below.at((x0 + x1) / 2, (y0 + y1) / 2, -2.0)])
