"""Parametric ruins as meshes: closed walls with open windows and a broken edge, and floors.

The walls of one plan are one closed surface, mitred at the corners: outer and inner face are the
same outlines, triangulated each for itself, and joined by strips along every edge of the outlines.
Nothing coincides and nothing is cut out of anything, so no library of solids is needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import shapely
from shapely import LinearRing, Polygon

from sim.geometry.mesh_data import MeshData, Part
from sim.geometry.meshes import merge, prism_mesh
from sim.geometry.meshes.ruin_plan import (
    DOOR_IN,
    LEAST_IN,
    PARAPET_IN,
    PLANS,
    STUB,
    Point,
    Ruin,
    RuinFault,
    RuinWall,
    WindowRow,
    fallen_lintel,
    openings_of,
    ruin_faults,
    ruin_walls,
    top_edge,
)

__all__ = [
    "PLANS",
    "Ruin",
    "RuinFault",
    "RuinWall",
    "WindowRow",
    "ruin_blocks",
    "ruin_faults",
    "ruin_floor",
    "ruin_mesh",
    "ruin_walls",
]

#: Thickness of a floor, and by what share of the wall's thickness it is let into the walls.
FLOOR_IN, _LET_IN = 0.12, 0.4
#: A free edge of a floor keeps this far from the free ends of walls, inches.
_SHORT_IN = 0.1
#: Faces of floors and of windows keep apart by at least this, so that none coincide.
_APART_IN = 0.003
#: Share of an open plan's floor that is gone at the top of a wholly broken ruin.
_BROKEN_BACK = 0.75
#: Decimals by which corners are one, shifted so that no round number lies between two of them.
_WELD, _OFF_GRID = 6, 0.3137e-6

Ring = list[Point]


def ruin_mesh(ruin: Ruin) -> MeshData:
    """Return the ruin's mesh: part ``walls``, and ``floor`` for each floor.

    The walls are one closed surface (two and more where doorways have lost their lintels), each
    edge of it between exactly two faces; each floor is a closed slab let into the walls.

    Raises
    ------
    ValueError
        When the ruin cannot be built: ask `ruin_faults` before.
    """
    if ruin_faults(ruin):
        raise ValueError("this ruin cannot be built")
    triangles = [corner for wall in ruin_walls(ruin) for corner in _wall(ruin, wall)]
    points = np.array(triangles, dtype=np.float64).reshape(-1, 3)
    # Corners that are one were reckoned from two walls: equal but for the last bits.
    _, kept, faces = np.unique(
        (points + _OFF_GRID).round(_WELD), axis=0, return_index=True, return_inverse=True
    )
    welded = points[kept]
    faces = faces.reshape(-1, 3).astype(np.int32)
    walls = MeshData(welded, faces, (Part("walls", 0, len(faces)),))
    slabs = [_slab(ruin, z) for z in ruin.floors]
    return merge([walls, *slabs]) if slabs else walls


# --- walls --------------------------------------------------------------------------------------


def _elevation(ruin: Ruin, wall: RuinWall) -> list[Polygon]:
    """Return what stands of a wall, seen from outside: (along, height)."""
    edge = top_edge(ruin, wall)
    whole = Polygon([(0.0, 0.0), (wall.length, 0.0), *reversed(edge)])
    for opening in openings_of(ruin, wall):
        low, high, sill, head = opening
        top = 2 * ruin.height if fallen_lintel(edge, opening) else head
        bottom = -1.0 if sill <= DOOR_IN else sill
        whole = whole.difference(shapely.box(low, bottom, high, top))
    parts = shapely.get_parts(whole).tolist()
    # What no longer stands on the ground has fallen.
    return [shapely.orient_polygons(part) for part in parts if part.bounds[1] < LEAST_IN / 2]


def _wall(ruin: Ruin, wall: RuinWall) -> Iterator[tuple[float, float, float]]:
    """Yield the corners of a wall's triangles, three by three, outward."""
    low, high = wall.clear(ruin.thickness)

    def inner(point: Point) -> Point:
        return (min(max(point[0], low), high), point[1])

    def place(point: Point, inward: float) -> tuple[float, float, float]:
        x, y = wall.place(point[0], inward)
        return (x, y, point[1])

    for shape in _elevation(ruin, wall):
        rings = [_ring(each) for each in (shape.exterior, *shape.interiors)]
        for a, b, c in _cut(rings):
            yield from (place(p, 0.0) for p in (a, b, c))
        for a, b, c in _cut([[inner(p) for p in ring] for ring in rings]):
            yield from (place(p, ruin.thickness) for p in (c, b, a))
        for ring in rings:
            for a, b in zip(ring, [*ring[1:], ring[0]], strict=True):
                if _is_corner(wall, a, b):
                    continue
                back = place(inner(a), ruin.thickness), place(inner(b), ruin.thickness)
                yield from (place(b, 0.0), place(a, 0.0), back[0])
                yield from (place(b, 0.0), back[0], back[1])


def _ring(ring: LinearRing) -> Ring:
    """Return the ring's points without the last, which is the first, and without repetitions."""
    points = [(float(x), float(z)) for x, z in ring.coords]
    return [p for p, before in zip(points[1:], points[:-1], strict=True) if p != before]


def _is_corner(wall: RuinWall, a: Point, b: Point) -> bool:
    """Return whether an edge is the upright one along which another wall goes on."""
    ends = [end for end, joined in zip((0.0, wall.length), wall.joined, strict=True) if joined]
    return a[0] == b[0] and any(abs(a[0] - end) < 1e-6 for end in ends)


def _cut(rings: Sequence[Ring]) -> Iterator[tuple[Point, Point, Point]]:
    """Yield counter-clockwise triangles of a polygon that use its corners and no others."""
    shape = Polygon(rings[0], rings[1:])
    if not shape.is_valid:
        raise ValueError("a wall crosses itself")
    for triangle in shapely.get_parts(shapely.constrained_delaunay_triangles(shape)).tolist():
        a, b, c = ((float(x), float(y)) for x, y in triangle.exterior.coords[:3])
        area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])
        yield (a, b, c) if area > 0 else (a, c, b)


# --- floors and what blocks ---------------------------------------------------------------------


def ruin_floor(ruin: Ruin, z: float) -> tuple[Point, ...]:
    """Return where miniatures stand on the floor at a height: inside the walls, convex.

    An ``L`` has its floors in the angle of its walls, cut off towards the open corner. Where the
    plan is open, floors are broken back the more the higher they lie in a broken ruin.
    """
    return tuple(_floor(ruin, z, 0.0))


def _floor(ruin: Ruin, z: float, let_in: float) -> Ring:
    w, d, t = ruin.width / 2, ruin.depth / 2, ruin.thickness
    kept = 1.0 - _BROKEN_BACK * ruin.broken * z / ruin.height
    if ruin.plan == "I":
        back, front = -t / 2 + let_in, t / 2 - t - (ruin.depth - t) * kept
        left, right = -w + _SHORT_IN, w - _SHORT_IN
        return [(left, front), (right, front), (right, back), (left, back)]
    sides = PLANS[ruin.plan]
    left, back = -w + t - let_in, d - t + let_in
    right = w - t + let_in if "right" in sides else left + kept * (w - _SHORT_IN - left)
    front = -d + t - let_in if "front" in sides else back - kept * (back + d - _SHORT_IN)
    if ruin.plan != "L":
        return [(left, front), (right, front), (right, back), (left, back)]
    cut_x, cut_y = left + 0.4 * (right - left), back - 0.4 * (back - front)
    return [(left, front), (cut_x, front), (right, cut_y), (right, back), (left, back)]


def _slab(ruin: Ruin, z: float) -> MeshData:
    heights = [height for row in ruin.windows for height in (row.sill, row.head)]
    heights += [ruin.height, ruin.height * STUB, *(floor + PARAPET_IN for floor in ruin.floors)]
    top = z
    while any(
        abs(height - face) < _APART_IN for face in (top, top - FLOOR_IN) for height in heights
    ):
        top -= _APART_IN
    return prism_mesh(_floor(ruin, z, _LET_IN * ruin.thickness), top - FLOOR_IN, top, "floor")


def ruin_blocks(ruin: Ruin) -> tuple[tuple[Point, ...], ...]:
    """Return what nobody walks through on its level: the walls in plan, without their doorways.

    Neighbours overlap at the corners; counter-clockwise quadrilaterals.
    """
    blocks: list[tuple[Point, ...]] = []
    for wall in ruin_walls(ruin):
        doors = sorted(o[:2] for o in openings_of(ruin, wall) if o[2] <= DOOR_IN)
        starts = [0.0, *(high for _, high in doors)]
        ends = [*(low for low, _ in doors), wall.length]
        for low, high in zip(starts, ends, strict=True):
            corners = ((low, 0.0), (high, 0.0), (high, ruin.thickness), (low, ruin.thickness))
            blocks.append(tuple(wall.place(*corner) for corner in corners))
    return tuple(blocks)
