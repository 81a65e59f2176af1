"""Meshes made ready for light at their vertices: refined, with smooth normals but for creases."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from sim.geometry.mesh_data import Floats, MeshData, Part

__all__ = ["CREASE_DEG", "MOST_TRIANGLES", "crease_normals", "refine"]

Longs = NDArray[np.int64]

#: Faces that meet at a wider angle than this keep a sharp edge between them.
CREASE_DEG = 40.0
#: Refining stops before a mesh grows beyond this.
MOST_TRIANGLES = 400_000
#: Vertices nearer than this are one corner for smoothing, inches.
WELD_IN = 1e-4


def refine(mesh: MeshData, max_edge: float, *, most: int = MOST_TRIANGLES) -> MeshData:
    """Return a mesh without edges longer than `max_edge`, of the same shape.

    Edges are halved wherever they are too long; faces that share an edge's two vertices share its
    middle, so no cracks open. Colours and texture coordinates are interpolated; parts keep their
    faces.

    Parameters
    ----------
    mesh : MeshData
    max_edge : float
        Inches.
    most : int
        Coarser edges are left rather than more triangles than this made.
    """
    faces = np.asarray(mesh.faces, dtype=np.int64)
    columns = [mesh.vertices]
    if mesh.colours is not None:
        columns.append(mesh.colours.astype(np.float64))
    if mesh.uv is not None:
        columns.append(mesh.uv)
    data = np.concatenate(columns, axis=1)
    origin = np.arange(len(faces))
    while len(faces):
        edges = np.sort(faces[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1)
        # One number an edge sorts many times faster than pairs, in the same order.
        keys, of_face = np.unique(edges[:, 0] * len(data) + edges[:, 1], return_inverse=True)
        unique = np.stack(np.divmod(keys, len(data)), axis=1)
        span = data[unique[:, 0], :3] - data[unique[:, 1], :3]
        long = (span * span).sum(axis=1) > max_edge * max_edge
        marked = long[of_face].reshape(-1, 3)
        grown = len(faces) + int(marked.sum())
        if not long.any() or grown > most:
            break
        middle = np.full(len(unique), -1, dtype=np.int64)
        middle[long] = len(data) + np.arange(int(long.sum()))
        halves = (data[unique[long, 0]] + data[unique[long, 1]]) / 2
        length = np.sqrt((span * span).sum(axis=1))[of_face].reshape(-1, 3)
        data = np.concatenate([data, halves])
        faces, source = _split(faces, middle[of_face].reshape(-1, 3), length)
        origin = origin[source]
    order = np.argsort(origin, kind="stable")
    return _rebuilt(mesh, data, faces[order], origin[order])


def _split(faces: Longs, middle: Longs, length: Floats) -> tuple[Longs, Longs]:
    """Return faces with their marked edges halved, and the face each comes from.

    `middle` holds the new vertex on edges 0-1, 1-2 and 2-0 of each face, or -1.
    """
    count = (middle >= 0).sum(axis=1)
    # Turn each face so that one marked edge comes first; two marked: the unmarked one last.
    first = np.where(
        count == 2, (np.argmin(middle, axis=1) + 1) % 3, np.argmax(middle >= 0, axis=1)
    )
    turn = (first[:, None] + np.arange(3)) % 3
    a, b, c = np.take_along_axis(faces, turn, axis=1).T
    ab, bc, ca = np.take_along_axis(middle, turn, axis=1).T
    size = np.take_along_axis(length, turn, axis=1)
    index = np.arange(len(faces))
    none, one, three = count == 0, count == 1, count == 3
    # Two halved edges leave a four-sided rest: cut it from the middle of the longer one.
    to_c, to_a = (count == 2) & (size[:, 0] >= size[:, 1]), (count == 2) & (size[:, 0] < size[:, 1])
    made = [
        (none, (a, b, c)),
        (one, (a, ab, c)),
        (one, (ab, b, c)),
        (to_c | to_a | three, (ab, b, bc)),
        (to_c, (a, ab, c)),
        (to_c, (ab, bc, c)),
        (to_a, (a, ab, bc)),
        (to_a, (a, bc, c)),
        (three, (a, ab, ca)),
        (three, (ca, bc, c)),
        (three, (ab, bc, ca)),
    ]
    parts = [np.column_stack([corner[keep] for corner in corners]) for keep, corners in made]
    return np.concatenate(parts), np.concatenate([index[keep] for keep, _ in made])


def _rebuilt(mesh: MeshData, data: Floats, faces: Longs, origin: Longs) -> MeshData:
    parts = []
    for part in mesh.parts:
        low = int(np.searchsorted(origin, part.first))
        high = int(np.searchsorted(origin, part.first + part.count))
        parts.append(Part(part.name, low, high - low))
    at = 3
    colours = uv = None
    if mesh.colours is not None:
        colours = np.clip(np.round(data[:, 3:7]), 0, 255).astype(np.uint8)
        at = 7
    if mesh.uv is not None:
        uv = data[:, at : at + 2]
    return replace(
        mesh,
        vertices=np.ascontiguousarray(data[:, :3]),
        faces=faces.astype(np.int32),
        parts=tuple(parts),
        colours=colours,
        uv=uv,
    )


def crease_normals(mesh: MeshData, *, crease_deg: float = CREASE_DEG) -> tuple[MeshData, Floats]:
    """Return a mesh and unit normals at its vertices, smooth but for creases.

    At each corner of a face the normals of the faces around it that lean less than `crease_deg`
    from it are averaged by area. Vertices are split where their normals differ; faces, and with
    them parts, keep their order. Faces without area get a normal that points up.

    Returns
    -------
    mesh : MeshData
    normals : (n, 3) array
    """
    corners = mesh.vertices[mesh.faces]
    cross = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    size = np.linalg.norm(cross, axis=1)
    flat = np.where(size[:, None] > 0.0, cross / np.maximum(size, 1e-300)[:, None], (0.0, 0.0, 1.0))
    smooth = _smoothed(_welded(mesh.vertices)[mesh.faces.ravel()], cross, flat, crease_deg)
    steps = np.round(smooth * 500).astype(np.int64) + 500
    keys = mesh.faces.ravel().astype(np.int64)
    for axis in range(3):
        keys = keys * 1001 + steps[:, axis]
    _, first, place = np.unique(keys, return_index=True, return_inverse=True)
    vertex = mesh.faces.ravel()[first]
    split = replace(
        mesh,
        vertices=mesh.vertices[vertex],
        faces=place.reshape(-1, 3).astype(np.int32),
        colours=None if mesh.colours is None else mesh.colours[vertex],
        uv=None if mesh.uv is None else mesh.uv[vertex],
    )
    return split, smooth[first]


def _welded(vertices: Floats) -> Longs:
    """Return for each vertex the number of the place it lies at."""
    if not len(vertices):
        return np.zeros(0, dtype=np.int64)
    grid = np.round(vertices / WELD_IN).astype(np.int64)
    grid -= grid.min(axis=0)
    span = 1 << 21
    if int(grid.max()) < span:
        return np.unique((grid[:, 0] * span + grid[:, 1]) * span + grid[:, 2], return_inverse=True)[
            1
        ]
    return np.unique(grid, axis=0, return_inverse=True)[1].reshape(-1)


def _smoothed(place: Longs, cross: Floats, flat: Floats, crease_deg: float) -> Floats:
    """Return the normal of each face corner ``(3 m, 3)``; `place` numbers the corners' places."""
    face = np.repeat(np.arange(len(flat)), 3)
    order = np.argsort(place, kind="stable")
    counts = np.bincount(place[order])
    start = np.concatenate([[0], np.cumsum(counts)[:-1]])
    around = counts[place[order]]
    # Every corner with every corner at the same place.
    mine = np.repeat(order, around)
    step = np.arange(len(mine)) - np.repeat(np.cumsum(around) - around, around)
    theirs = order[np.repeat(start[place[order]], around) + step]
    level = np.einsum("ij,ij->i", flat[face[mine]], flat[face[theirs]])
    near = level > np.cos(np.radians(crease_deg)) - 1e-9
    mine, theirs = mine[near], face[theirs[near]]
    total = np.column_stack(
        [np.bincount(mine, weights=cross[theirs, k], minlength=len(face)) for k in range(3)]
    )
    size = np.linalg.norm(total, axis=1, keepdims=True)
    return np.where(size > 1e-12, total / np.maximum(size, 1e-300), flat[face])
