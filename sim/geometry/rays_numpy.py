"""The slow ray engine: a bounding volume hierarchy in plain numpy, where embree has no wheel.

Triangles are sorted along a space-filling curve into leaves of eight; the hierarchy over them is a
complete binary tree, so a level is one slice. All rays of a chunk go down together. The triangle
test works in double precision and gives both neighbours of an edge the same signed number, so no
ray slips between them; touching counts as a hit.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.geometry.mesh_data import Floats

__all__ = ["NumpyCaster"]

Singles = NDArray[np.float32]
Indices = NDArray[np.int64]

_LEAF = 8
_CHUNK = 8192
#: Boxes grow by this much, so that rounding never loses a triangle, inches.
_SLACK = 1e-5
_BITS = 10


class NumpyCaster:
    """One fixed set of triangle meshes.

    Parameters
    ----------
    meshes : list of (vertices, faces)
        float32 ``(n, 3)`` and int32 ``(m, 3)``, already checked.
    """

    def __init__(self, meshes: list[tuple[Singles, NDArray[np.int32]]]) -> None:
        corners = np.concatenate([v[f] for v, f in meshes]).astype(np.float64)
        owner = np.repeat(np.arange(len(meshes)), [len(f) for _, f in meshes])
        order = np.argsort(_curve(corners.mean(axis=1)), kind="stable")
        leaves = 1 << max(int(np.ceil(np.log2(max(len(order) / _LEAF, 1)))), 0)
        padded = np.full(leaves * _LEAF, -1, dtype=np.int64)
        spread = np.linspace(0, leaves * _LEAF, len(order), endpoint=False).astype(np.int64)
        padded[spread] = order
        self._faces = padded.reshape(leaves, _LEAF)
        self._corners, self._owner = corners, owner
        self._depth = leaves.bit_length() - 1
        self._low, self._high = _bounds(corners, self._faces)

    def blocked(self, origins: Singles, ways: Singles, shares: Singles) -> NDArray[np.bool_]:
        """Return whether anything is met within each share of the way."""
        return self._cast(origins, ways, shares)[1] >= 0

    def first(
        self, origins: Singles, ways: Singles, shares: Singles
    ) -> tuple[Singles, NDArray[np.int32]]:
        """Return share of the way and mesh number of the first hit, infinity and -1 for none."""
        distances, faces = self._cast(origins, ways, shares)
        meshes = np.where(faces >= 0, self._owner[np.maximum(faces, 0)], -1)
        return distances.astype(np.float32), meshes.astype(np.int32)

    def faces(self, origins: Singles, ways: Singles, shares: Singles) -> NDArray[np.int64]:
        """Return a number of a triangle that is met within each share, -1 where none is."""
        return self._cast(origins, ways, shares)[1]

    def _cast(self, origins: Singles, ways: Singles, shares: Singles) -> tuple[Floats, Indices]:
        """Return the least share of the way and its triangle for each ray, chunk by chunk."""
        distances = np.full(len(origins), np.inf)
        faces = np.full(len(origins), -1, dtype=np.int64)
        for start in range(0, len(origins), _CHUNK):
            run = slice(start, start + _CHUNK)
            rays = [part[run].astype(np.float64) for part in (origins, ways, shares)]
            ray, leaf = self._leaves(*rays)
            # Leaves come in pieces too, so that memory stays bounded on long lines of sight.
            for at in range(0, len(ray), _CHUNK):
                some = slice(at, at + _CHUNK)
                t, face = self._triangles(rays, ray[some], leaf[some])
                best = np.argmin(t, axis=1)
                rows = np.arange(len(t))
                t, face = t[rows, best], face[rows, best]
                hit = np.isfinite(t)
                _keep_least(distances, faces, start + ray[some][hit], t[hit], face[hit])
        return distances, faces

    def _leaves(
        self, origins: Floats, directions: Floats, lengths: Floats
    ) -> tuple[Indices, Indices]:
        """Return pairs of rays and leaves whose boxes they meet."""
        still = np.abs(directions) < 1e-30
        inverse = 1.0 / np.where(still, 1e-30, directions)
        ray = np.arange(len(origins))
        node = np.zeros(len(origins), dtype=np.int64)
        for level in range(self._depth + 1):
            at = (1 << level) - 1 + node
            near = (self._low[at] - origins[ray]) * inverse[ray]
            far = (self._high[at] - origins[ray]) * inverse[ray]
            enter = np.minimum(near, far).max(axis=1)
            leave = np.maximum(near, far).min(axis=1)
            meets = (enter <= leave) & (leave >= 0) & (enter <= lengths[ray])
            meets &= np.isfinite(self._low[at, 0])
            ray, node = ray[meets], node[meets]
            if level < self._depth:
                ray = np.repeat(ray, 2)
                node = np.repeat(node * 2, 2)
                node[1::2] += 1
        return ray, node

    def _triangles(self, rays: list[Floats], ray: Indices, leaf: Indices) -> tuple[Floats, Indices]:
        """Return distances to the triangles of each pair's leaf; infinity for a miss."""
        origins, directions, lengths = rays
        face = self._faces[leaf]
        local = self._corners[np.maximum(face, 0)] - origins[ray][:, None, None, :]
        d = np.broadcast_to(directions[ray][:, None, :], local[:, :, 0].shape)
        a, b, c = local[:, :, 0], local[:, :, 1], local[:, :, 2]
        ab, bc, ca = _side(a, b, d), _side(b, c, d), _side(c, a, d)
        through = ((ab >= 0) & (bc >= 0) & (ca >= 0)) | ((ab <= 0) & (bc <= 0) & (ca <= 0))
        normal = np.cross(b - a, c - a)
        slope = (normal * d).sum(axis=2)
        with np.errstate(divide="ignore", invalid="ignore"):
            t = (normal * a).sum(axis=2) / slope
        good = through & (slope != 0) & (face >= 0) & (t >= 0) & (t <= lengths[ray][:, None])
        return np.where(good, t, np.inf), face


def _side(a: Floats, b: Floats, d: Floats) -> Floats:
    """Return on which side of the edge a-b the ray passes; exactly minus `_side(b, a, d)`."""
    x = a[..., 1] * b[..., 2] - a[..., 2] * b[..., 1]
    y = a[..., 2] * b[..., 0] - a[..., 0] * b[..., 2]
    z = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return x * d[..., 0] + y * d[..., 1] + z * d[..., 2]


def _keep_least(distances: Floats, faces: Indices, rays: Indices, t: Floats, hit: Indices) -> None:
    """Write the least distance of each ray; equal distances keep the lower triangle number."""
    order = np.lexsort((hit, t, rays))
    rays, t, hit = rays[order], t[order], hit[order]
    first = np.ones(len(rays), dtype=bool)
    first[1:] = rays[1:] != rays[:-1]
    rays, t, hit = rays[first], t[first], hit[first]
    nearer = t < distances[rays]
    distances[rays[nearer]], faces[rays[nearer]] = t[nearer], hit[nearer]


def _curve(points: Floats) -> Indices:
    """Return places on a space-filling (Morton) curve through the points' bounds."""
    low, high = points.min(axis=0), points.max(axis=0)
    span = np.where(high > low, high - low, 1.0)
    cells = ((points - low) / span * ((1 << _BITS) - 1)).astype(np.int64)
    code = np.zeros(len(points), dtype=np.int64)
    for bit in range(_BITS):
        for axis in range(3):
            code |= ((cells[:, axis] >> bit) & 1) << (3 * bit + axis)
    return code


def _bounds(corners: Floats, faces: Indices) -> tuple[Floats, Floats]:
    """Return the boxes of all nodes, root first, level by level; empty nodes are infinite."""
    filled = faces >= 0
    points = corners[np.maximum(faces, 0)]
    low = np.where(filled[..., None], points.min(axis=2), np.inf).min(axis=1)
    high = np.where(filled[..., None], points.max(axis=2), -np.inf).max(axis=1)
    lows, highs = [low - _SLACK], [high + _SLACK]
    while len(lows[-1]) > 1:
        lows.append(lows[-1].reshape(-1, 2, 3).min(axis=1))
        highs.append(highs[-1].reshape(-1, 2, 3).max(axis=1))
    return np.concatenate(lows[::-1]), np.concatenate(highs[::-1])
