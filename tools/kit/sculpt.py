"""Sculpting soft forms: distance fields blended together and skinned with triangles.

A field takes ``(n, 3)`` points and gives ``(n,)`` signed distances in inches, negative inside.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

import manifold3d
import numpy as np

from tools.kit.paint import Coat, Paint, noise
from tools.kit.shell import Shell
from tools.kit.vectors import Floats, Ints, Vec

__all__ = [
    "Field",
    "above",
    "band",
    "blend",
    "both",
    "egg",
    "grown",
    "limb",
    "minus",
    "rough",
    "skin",
    "slab",
]

Field = Callable[[Floats], Floats]


def limb(a: Vec, b: Vec, ra: float, rb: float) -> Field:
    """Return a rounded bar from `a` to `b` whose radius runs from `ra` to `rb`."""
    start, along = np.asarray(a, dtype=float), np.subtract(b, a).astype(float)
    square = max(float(along @ along), 1e-12)

    def field(p: Floats) -> Floats:
        t = np.clip((p - start) @ along / square, 0.0, 1.0)
        return np.linalg.norm(p - start - t[:, None] * along, axis=1) - (ra + (rb - ra) * t)

    return field


def egg(centre: Vec, radii: Vec, frame: Floats | None = None) -> Field:
    """Return an ellipsoid; `frame` has its axes as columns."""
    c, r = np.asarray(centre, dtype=float), np.asarray(radii, dtype=float)

    def field(p: Floats) -> Floats:
        q = p - c if frame is None else (p - c) @ frame
        near = np.linalg.norm(q / r, axis=1)
        far = np.maximum(np.linalg.norm(q / (r * r), axis=1), 1e-9)
        return near * (near - 1.0) / far

    return field


def blend(fields: Sequence[Field], soft: float) -> Field:
    """Return the union of fields with fillets of about `soft` inches."""

    def field(p: Floats) -> Floats:
        total = fields[0](p)
        for other in fields[1:]:
            d = other(p)
            if soft <= 0:
                total = np.minimum(total, d)
                continue
            h = np.clip(0.5 + 0.5 * (d - total) / soft, 0.0, 1.0)
            total = d * (1 - h) + total * h - soft * h * (1 - h)
        return total

    return field


def both(one: Field, two: Field) -> Field:
    """Return where both fields are inside."""
    return lambda p: np.maximum(one(p), two(p))


def minus(one: Field, two: Field) -> Field:
    """Return the first field without the second."""
    return lambda p: np.maximum(one(p), -two(p))


def grown(one: Field, by: float) -> Field:
    """Return a field grown outwards by `by` inches."""
    return lambda p: one(p) - by


def above(point: Vec, normal: Vec) -> Field:
    """Return the half space on the side of a plane that `normal` points to."""
    at, n = np.asarray(point, dtype=float), np.asarray(normal, dtype=float)
    n = n / np.linalg.norm(n)
    return lambda p: -((p - at) @ n)


def slab(point: Vec, normal: Vec, thick: float) -> Field:
    """Return the space within ``thick / 2`` of a plane."""
    at, n = np.asarray(point, dtype=float), np.asarray(normal, dtype=float)
    n = n / np.linalg.norm(n)
    return lambda p: np.abs((p - at) @ n) - thick / 2


def rough(one: Field, size: float, depth: float, salt: int = 0) -> Field:
    """Return a field with folds: noise of `size` inches and `depth` inches on its surface."""
    return lambda p: one(p) + depth * noise(p, size, salt, 2)


# The six tetrahedra of a cube share its long diagonal: one per order of the axes.
_TETS = [
    np.cumsum([np.zeros(3, int), *(np.eye(3, dtype=int)[axis] for axis in order)], axis=0)
    for order in itertools.permutations(range(3))
]


def _cases() -> dict[int, list[tuple[tuple[int, int], ...]]]:
    """Return, for each pattern of corners inside, the triangles as triples of tet edges."""
    out: dict[int, list[tuple[tuple[int, int], ...]]] = {}
    for code in range(1, 15):
        inside = [i for i in range(4) if code >> i & 1]
        outside = [i for i in range(4) if not code >> i & 1]
        if len(inside) == 2:
            a, b = inside
            c, d = outside
            out[code] = [((a, c), (a, d), (b, d)), ((a, c), (b, d), (b, c))]
        else:
            lone = inside[0] if len(inside) == 1 else outside[0]
            rest = [i for i in range(4) if i != lone]
            out[code] = [((lone, rest[0]), (lone, rest[1]), (lone, rest[2]))]
    return out


_CASES = _cases()


def _march(values: Floats, counts: Ints) -> tuple[Ints, Ints, Ints]:
    """Return crossing edges (node pairs), triangles over them and an inside-outside pair each."""
    strides = np.array([counts[1] * counts[2], counts[2], 1])
    cells = np.stack(np.meshgrid(*(np.arange(n - 1) for n in counts), indexing="ij"), -1)
    first = cells.reshape(-1, 3) @ strides
    pairs: list[Ints] = []
    ways: list[Ints] = []
    for tet in _TETS:
        nodes = first[:, None] + (tet @ strides)[None, :]
        code = ((values[nodes] < 0) * np.array([1, 2, 4, 8])).sum(axis=1)
        for pattern, triangles in _CASES.items():
            here = nodes[code == pattern]
            inside = next(i for i in range(4) if pattern >> i & 1)
            outside = next(i for i in range(4) if not pattern >> i & 1)
            for triangle in triangles:
                pairs.append(np.stack([np.sort(here[:, list(e)], axis=1) for e in triangle], 1))
                ways.append(here[:, [inside, outside]])
    every = np.concatenate(pairs)
    edges, index = np.unique(every.reshape(-1, 2), axis=0, return_inverse=True)
    return edges, index.reshape(-1, 3).astype(np.int64), np.concatenate(ways)


def _project(field: Field, v: Floats, step: float) -> Floats:
    """Move points onto the surface of a field along its gradient."""
    tiny = step * 0.05
    for _ in range(2):
        d = field(v)
        slope = np.stack(
            [(field(v + tiny * e) - field(v - tiny * e)) / (2 * tiny) for e in np.eye(3)], axis=1
        )
        square = np.maximum((slope * slope).sum(axis=1), 0.05)
        move = -(d / square)[:, None] * slope
        length = np.linalg.norm(move, axis=1, keepdims=True)
        v = v + move * np.minimum(1.0, 0.2 * step / np.maximum(length, 1e-12))
    return v


def skin(field: Field, low: Vec, high: Vec, step: float, paint: Paint, keep: float = 0.0) -> Shell:
    """Return the closed surface of a field inside a box.

    Parameters
    ----------
    low, high : corners of a box that holds the whole body
    step : float
        Distance of the sampling points, inches.
    keep : float
        Triangles are merged where the surface stays within this many inches.
    """
    start = np.asarray(low, dtype=float)
    counts = np.ceil(np.subtract(high, low) / step).astype(np.int64) + 1
    axes = [start[i] + step * np.arange(counts[i]) for i in range(3)]
    nodes = np.stack(np.meshgrid(*axes, indexing="ij"), -1).reshape(-1, 3)
    values = field(nodes)
    values = np.where(np.abs(values) < 1e-4 * step, 1e-4 * step, values)
    edges, faces, ways = _march(values, counts)
    a, b = values[edges[:, 0]], values[edges[:, 1]]
    t = np.clip(a / (a - b), 0.1, 0.9)[:, None]
    v = nodes[edges[:, 0]] * (1 - t) + nodes[edges[:, 1]] * t
    out = nodes[ways[:, 1]] - nodes[ways[:, 0]]
    normal = np.cross(v[faces[:, 1]] - v[faces[:, 0]], v[faces[:, 2]] - v[faces[:, 0]])
    wrong = (normal * out).sum(axis=1) < 0
    faces[wrong] = faces[wrong][:, ::-1]
    v = _project(field, v, step)
    if keep > 0:
        mesh = manifold3d.Mesh64(np.ascontiguousarray(v), np.ascontiguousarray(faces, np.uint64))
        less = manifold3d.Manifold(mesh).simplify(keep).to_mesh64()
        v = np.array(less.vert_properties, dtype=float)[:, :3]
        faces = np.array(less.tri_verts, dtype=np.int64)
    return Shell(v, faces, (Coat(paint),), np.zeros(len(faces), dtype=np.int64))


def band(
    field: Field, centre: Vec, normal: Vec, size: tuple[float, float], paint: Paint, sides: int = 20
) -> Shell:
    """Return a strap laid round a body.

    The strap follows where the body, seen from `centre` inside it, ends in the plane across
    `normal`.

    Parameters
    ----------
    size : (width, thickness)
        Inches; the strap reaches `thickness` out of the surface and well into it.
    sides : int
        Straight pieces of the loop.
    """
    at, axis = np.asarray(centre, dtype=float), np.asarray(normal, dtype=float)
    axis = axis / np.linalg.norm(axis)
    one = np.cross(axis, [0.0, 0.0, 1.0] if abs(axis[2]) < 0.9 else [1.0, 0.0, 0.0])
    one /= np.linalg.norm(one)
    angle = 2 * np.pi * np.arange(sides) / sides
    out = np.cos(angle)[:, None] * one + np.sin(angle)[:, None] * np.cross(axis, one)
    near, far = np.zeros(sides), np.full(sides, 0.6)
    for _ in range(18):
        middle = (near + far) / 2
        inside = field(at + middle[:, None] * out) < 0
        near, far = np.where(inside, middle, near), np.where(inside, far, middle)
    width, thick = size
    # A loop never dips into a fold: each point lies on the line of its neighbours or outside it.
    reach = np.maximum(near, (np.roll(near, 1) + np.roll(near, -1)) / 2) + thick
    rims = [
        at + (r[:, None] * out) + s * width / 2 * axis
        for r, s in ((reach * 0.72, -1), (reach, -1), (reach, 1), (reach * 0.72, 1))
    ]
    v = np.vstack(rims)
    i = np.arange(sides)
    j = (i + 1) % sides
    faces = []
    for row in range(4):
        a, b = row * sides, (row + 1) % 4 * sides
        faces += [np.column_stack([a + i, a + j, b + i]), np.column_stack([a + j, b + j, b + i])]
    return Shell(v, np.vstack(faces), (Coat(paint),), np.zeros(8 * sides, dtype=np.int64))
