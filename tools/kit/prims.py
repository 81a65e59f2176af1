"""Closed shapes to build with: bevelled blocks, prisms, rods, lathed and extruded bodies."""

from __future__ import annotations

import manifold3d
import numpy as np
import shapely
import shapely.geometry as sg
from numpy.typing import NDArray

from tools.kit.paint import Coat, Paint
from tools.kit.shell import Shell
from tools.kit.vectors import Floats, Ints, Points, Vec

__all__ = [
    "ball",
    "block",
    "bricked",
    "disc",
    "extrude",
    "hull",
    "lathe",
    "plate",
    "ring_points",
    "rod",
    "tube",
]


def _of(v: Floats, f: Ints, paint: Paint, edge: NDArray[np.bool_] | None = None) -> Shell:
    coats = (Coat(paint), Coat(paint, edge=True))
    which = np.zeros(len(f), dtype=np.int64) if edge is None else edge.astype(np.int64)
    return Shell(np.asarray(v, dtype=float), np.asarray(f, dtype=np.int64), coats, which)


def _hull_mesh(points: Floats) -> tuple[Floats, Ints]:
    solid = manifold3d.Manifold.hull_points(np.ascontiguousarray(points, dtype=float))
    mesh = solid.to_mesh64()
    return (
        np.array(mesh.vert_properties, dtype=float)[:, :3],
        np.array(mesh.tri_verts, dtype=np.int64),
    )


def _planes(v: Floats, f: Ints) -> tuple[Floats, Floats]:
    """Return the distinct planes of a convex body: unit normals and offsets."""
    normal = np.cross(v[f[:, 1]] - v[f[:, 0]], v[f[:, 2]] - v[f[:, 0]])
    area = np.linalg.norm(normal, axis=1)
    solid = area > 1e-9
    normal = normal[solid] / area[solid, None]
    offset = (normal * v[f[solid, 0]]).sum(axis=1)
    kept: list[int] = []
    for i in np.argsort(-area[solid], kind="stable"):
        if all(normal[i] @ normal[k] < 0.9995 for k in kept):
            kept.append(int(i))
    return normal[kept], offset[kept]


def _face_polygon(v: Floats, normal: Floats, offset: float) -> tuple[sg.Polygon, Floats, Floats]:
    on = v[np.abs(v @ normal - offset) < 1e-5]
    across = np.cross(normal, [0.0, 0.0, 1.0] if abs(normal[2]) < 0.9 else [1.0, 0.0, 0.0])
    across /= np.linalg.norm(across)
    frame = np.stack([across, np.cross(normal, across)])
    shape = sg.MultiPoint(on @ frame.T).convex_hull
    return shape if isinstance(shape, sg.Polygon) else sg.Polygon(), frame, normal * offset


def hull(points: Points, paint: Paint, bevel: float = 0.0) -> Shell:
    """Return the convex hull of points, its edges chamfered by `bevel` inches.

    Every face shrinks by the bevel inside its own plane; the strips between are the edges a
    painter would brush lighter.
    """
    v, f = _hull_mesh(np.asarray(points, dtype=float))
    if bevel <= 0.0:
        return _of(v, f, paint)
    normals, offsets = _planes(v, f)
    corners: list[Floats] = []
    for normal, offset in zip(normals, offsets, strict=True):
        shape, frame, centre = _face_polygon(v, normal, float(offset))
        inner = shape.buffer(-bevel, join_style="mitre", mitre_limit=10.0)
        if isinstance(inner, sg.Polygon) and not inner.is_empty:
            flat = np.array(shapely.normalize(inner).exterior.coords)[:-1]
            corners.append(centre + flat @ frame)
    v, f = _hull_mesh(np.vstack(corners))
    face = np.cross(v[f[:, 1]] - v[f[:, 0]], v[f[:, 2]] - v[f[:, 0]])
    face /= np.maximum(np.linalg.norm(face, axis=1, keepdims=True), 1e-12)
    edge = (face @ normals.T).max(axis=1) < 0.9995
    return _of(v, f, paint, edge)


def block(size: Vec, paint: Paint, bevel: float = 0.0) -> Shell:
    """Return a box of (x, y, z) `size` centred on the origin."""
    half = np.asarray(size, dtype=float) / 2
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    return hull(signs * half, paint, bevel)


def plate(points: Points, thick: float, paint: Paint, bevel: float = 0) -> Shell:
    """Return a convex plan polygon as a plate from z = 0 to `thick`."""
    flat = np.asarray(points, dtype=float)
    low = np.column_stack([flat, np.zeros(len(flat))])
    high = np.column_stack([flat, np.full(len(flat), thick)])
    return hull(np.vstack([low, high]), paint, bevel)


def ring_points(radius: float, sides: int, start: float = 0.0) -> Floats:
    """Return `sides` points of a circle, counter-clockwise from `start` degrees."""
    angle = np.radians(start) + 2 * np.pi * np.arange(sides) / sides
    return radius * np.column_stack([np.cos(angle), np.sin(angle)])


def lathe(profile: Points, paint: Paint, sides: int = 16) -> Shell:
    """Return a body turned about z from (radius, z) pairs, bottom first.

    A radius of 0 at either end makes a point; otherwise the end is closed flat.
    """
    rows = [(float(r), float(z)) for r, z in profile]
    if rows[0][0] > 0:
        rows.insert(0, (0.0, rows[0][1]))
    if rows[-1][0] > 0:
        rows.append((0.0, rows[-1][1]))
    circle = ring_points(1.0, sides, 180.0 / sides)
    points = [np.array([[0.0, 0.0, rows[0][1]]])]
    for radius, z in rows[1:-1]:
        points.append(np.column_stack([circle * radius, np.full(sides, z)]))
    points.append(np.array([[0.0, 0.0, rows[-1][1]]]))
    v = np.vstack(points)
    i = np.arange(sides)
    j = (i + 1) % sides
    faces = [np.column_stack([np.zeros(sides, int), 1 + j, 1 + i])]
    for row in range(len(rows) - 3):
        a = 1 + row * sides
        faces.append(np.column_stack([a + i, a + j, a + sides + i]))
        faces.append(np.column_stack([a + j, a + sides + j, a + sides + i]))
    a = 1 + (len(rows) - 3) * sides
    faces.append(np.column_stack([a + i, a + j, np.full(sides, len(v) - 1)]))
    return _of(v, np.vstack(faces), paint)


def disc(radius: float, low: float, high: float, paint: Paint, sides: int = 32) -> Shell:
    """Return an upright cylinder between two heights."""
    return lathe([(radius, low), (radius, high)], paint, sides)


def rod(
    start: Vec,
    end: Vec,
    radius: float | Vec,
    paint: Paint,
    sides: int = 8,
) -> Shell:
    """Return a straight round bar between two points, tapering when `radius` is a pair."""
    ra, rb = (radius, radius) if isinstance(radius, (int, float)) else radius
    length = float(np.linalg.norm(np.subtract(end, start)))
    bar = lathe([(ra, 0.0), (rb, length)], paint, sides).turn(90, "y")
    return bar.aim(start, end)


def ball(radius: float, paint: Paint, sides: int = 10, rows: int = 6) -> Shell:
    """Return a sphere of few faces, centred on the origin."""
    angle = np.pi * np.arange(rows + 1) / rows
    profile = [(radius * float(np.sin(t)), -radius * float(np.cos(t))) for t in angle]
    profile[0], profile[-1] = (0.0, -radius), (0.0, radius)
    return lathe(profile, paint, sides)


def tube(path: Points, radius: float, paint: Paint, sides: int = 6) -> Shell:
    """Return a round bar along a path of points, closed flat at both ends."""
    line = np.asarray(path, dtype=float)
    ahead = np.gradient(line, axis=0)
    ahead /= np.linalg.norm(ahead, axis=1, keepdims=True)
    side = np.cross(ahead[0], [0.0, 0.0, 1.0] if abs(ahead[0][2]) < 0.9 else [1.0, 0.0, 0.0])
    circle = ring_points(1.0, sides)
    rings: list[Floats] = []
    for point, along in zip(line, ahead, strict=True):
        side = side - along * (side @ along)
        side /= np.linalg.norm(side)
        other = np.cross(along, side)
        rings.append(point + radius * (circle[:, :1] * side + circle[:, 1:] * other))
    v = np.vstack([*rings, line[:1], line[-1:]])
    i = np.arange(sides)
    j = (i + 1) % sides
    faces: list[Ints] = []
    for row in range(len(line) - 1):
        a = row * sides
        faces.append(np.column_stack([a + i, a + j, a + sides + i]))
        faces.append(np.column_stack([a + j, a + sides + j, a + sides + i]))
    last = (len(line) - 1) * sides
    faces.append(np.column_stack([j, i, np.full(sides, len(v) - 2)]))
    faces.append(np.column_stack([last + i, last + j, np.full(sides, len(v) - 1)]))
    return _of(v, np.vstack(faces), paint)


def extrude(
    shape: sg.Polygon, low: float, high: float, paint: Paint, rim: Paint | None = None
) -> Shell:
    """Return a plan polygon (holes allowed) between two heights; its sides in `rim` paint."""
    shape = sg.polygon.orient(shapely.normalize(shape))
    rings = [np.array(shape.exterior.coords)[:-1]]
    rings += [np.array(hole.coords)[:-1] for hole in shape.interiors]
    tris = np.asarray(
        manifold3d.triangulate([np.ascontiguousarray(r) for r in rings]), dtype=np.int64
    )
    flat = np.vstack(rings)
    n = len(flat)
    v = np.vstack([np.column_stack([flat, np.full(n, z)]) for z in (low, high)])
    faces = [tris[:, ::-1], tris + n]
    first = 0
    for ring in rings:
        i = first + np.arange(len(ring))
        j = first + (np.arange(len(ring)) + 1) % len(ring)
        faces.append(np.column_stack([i, j, i + n]))
        faces.append(np.column_stack([j, j + n, i + n]))
        first += len(ring)
    f = np.vstack(faces)
    which = (np.arange(len(f)) >= 2 * len(tris)).astype(np.int64)
    return Shell(v, f, (Coat(paint), Coat(rim or paint)), which)


def bricked(shape: sg.Polygon, low: float, high: float, inset: float, paint: Paint) -> Shell:
    """Return a convex plan polygon as a pillow: full at `low`, shrunk by `inset` at `high`."""
    inner = shape.buffer(-inset, join_style="mitre", mitre_limit=4.0)
    if not isinstance(inner, sg.Polygon) or inner.is_empty:
        inner = shape.buffer(-inset / 4, join_style="mitre")
    if not isinstance(inner, sg.Polygon) or inner.is_empty:
        inner = shape
    outer = np.array(shapely.normalize(shape).exterior.coords)[:-1]
    top = np.array(shapely.normalize(inner).exterior.coords)[:-1]
    points = np.vstack(
        [
            np.column_stack([outer, np.full(len(outer), low)]),
            np.column_stack([top, np.full(len(top), high)]),
        ]
    )
    return hull(points, paint)
