"""The slow ray engine: a bounding volume hierarchy in plain numpy, where embree has no wheel.

Triangles are sorted along a space-filling curve into leaves of four; the hierarchy over them is a
complete binary tree, so a level is one slice. All rays of a chunk go down together, nearest parts
of the tree first, and no ray goes on where it has been answered. The triangle test works in double
precision and gives both neighbours of an edge the same signed number (the side on which the ray
passes the edge's line, by their Pluecker coordinates), so no ray slips between them; touching
counts as a hit.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.geometry.mesh_data import Floats

__all__ = ["NumpyCaster"]

Singles = NDArray[np.float32]
Indices = NDArray[np.int64]

_LEAF = 4
_CHUNK = 8192
#: Boxes grow by this much, so that rounding never loses a triangle, inches.
_SLACK = 1e-5
_BITS = 10
#: The level whose boxes each ray meets in order, nearest first.
_TOP = 7


@dataclass(frozen=True, eq=False)
class _Rays:
    """Some rays, coordinate by coordinate, with the inverse of their ways."""

    origin: list[Floats]
    inverse: list[Floats]
    #: Way and moment: the line's Pluecker coordinates, ``(n, 6)``.
    line: Floats
    #: Origins with a 1, and ways with a 0, ``(n, 4)``: what a plane is multiplied by.
    start: Floats
    way: Floats


class NumpyCaster:
    """One fixed set of triangle meshes.

    Parameters
    ----------
    meshes : list of (vertices, faces)
        float32 ``(n, 3)`` and int32 ``(m, 3)``, already checked.
    """

    def __init__(self, meshes: list[tuple[Singles, NDArray[np.int32]]]) -> None:
        corners = np.concatenate([v[f] for v, f in meshes]).astype(np.float64)
        self._owner = np.repeat(np.arange(len(meshes)), [len(f) for _, f in meshes])
        order = np.argsort(_curve(corners.mean(axis=1)), kind="stable")
        leaves = 1 << max(int(np.ceil(np.log2(max(len(order) / _LEAF, 1)))), 0)
        # Some triangles stand twice, so that all leaves are full: that changes no answer.
        places = np.arange(leaves * _LEAF) * len(order) // (leaves * _LEAF)
        self._faces: Indices = order[places].reshape(leaves, _LEAF)
        self._depth = leaves.bit_length() - 1
        sorted_corners = corners[self._faces]
        self._low, self._high = _bounds(sorted_corners)
        a, b, c = (sorted_corners[:, :, k] for k in range(3))
        self._edges = [_line(p, q) for p, q in ((a, b), (b, c), (c, a))]
        normal = np.cross(b - a, c - a)
        self._planes = np.concatenate([normal, -(normal * a).sum(axis=2, keepdims=True)], axis=2)

    def blocked(self, origins: Singles, ways: Singles, shares: Singles) -> NDArray[np.bool_]:
        """Return whether anything is met within each share of the way."""
        return self._cast(origins, ways, shares, nearest=False)[1] >= 0

    def first(
        self, origins: Singles, ways: Singles, shares: Singles
    ) -> tuple[Singles, NDArray[np.int32]]:
        """Return share of the way and mesh number of the first hit, infinity and -1 for none."""
        found, faces = self._cast(origins, ways, shares, nearest=True)
        meshes = np.where(faces >= 0, self._owner[np.maximum(faces, 0)], -1)
        return np.where(faces >= 0, found, np.inf).astype(np.float32), meshes.astype(np.int32)

    def faces(self, origins: Singles, ways: Singles, shares: Singles) -> NDArray[np.int64]:
        """Return a number of a triangle that is met within each share, -1 where none is."""
        return self._cast(origins, ways, shares, nearest=False)[1]

    def _cast(
        self, origins: Singles, ways: Singles, shares: Singles, *, nearest: bool
    ) -> tuple[Floats, Indices]:
        """Return share of the way and triangle for each ray, chunk by chunk.

        The least share with `nearest`, else any: a ray that has met something is done.
        """
        limit = shares.astype(np.float64)
        faces = np.full(len(origins), -1, dtype=np.int64)
        for start in range(0, len(origins), _CHUNK):
            run = slice(start, start + _CHUNK)
            rays = _rays(origins[run].astype(np.float64), ways[run].astype(np.float64))
            self._cast_chunk(rays, limit[run], faces[run], nearest)
        return limit, faces

    def _cast_chunk(self, rays: _Rays, limit: Floats, faces: Indices, nearest: bool) -> None:
        """Answer some rays: `limit` becomes the share at which each meets `faces`."""
        ray = np.arange(len(limit))
        top = min(_TOP, self._depth)
        ray, node, enter = self._descend(rays, limit, ray, np.zeros_like(ray), 0, top)
        order = np.lexsort((node, enter, ray))
        ray, node, enter = ray[order], node[order], enter[order]
        rank = np.arange(len(ray)) - np.searchsorted(ray, ray)
        first, count = 0, 1
        while len(ray):
            now = rank < first + count
            asked, at = ray[now], node[now]
            asked, leaf, _ = self._descend(rays, limit, asked, at, top, self._depth)
            # Leaves come in pieces, so that memory stays bounded on long lines of sight.
            for k in range(0, len(asked), 4 * _CHUNK):
                some = slice(k, k + 4 * _CHUNK)
                hit, t, face = self._triangles(rays, limit, asked[some], leaf[some])
                _keep_least(limit, faces, hit, t, face)
            later = ~now & (enter <= limit[ray])
            if not nearest:
                later &= faces[ray] < 0
            ray, node, enter, rank = ray[later], node[later], enter[later], rank[later]
            first, count = first + count, 2 * count

    def _descend(
        self, rays: _Rays, limit: Floats, ray: Indices, node: Indices, level: int, last: int
    ) -> tuple[Indices, Indices, Floats]:
        """Return rays and the nodes of a deeper level they meet, with the share at which."""
        ray, node, enter = self._meets(rays, limit, ray, [(1 << level) - 1 + node], [node])
        for deeper in range(level + 1, last + 1):
            children = [2 * node, 2 * node + 1]
            places = [(1 << deeper) - 1 + child for child in children]
            ray, node, enter = self._meets(rays, limit, ray, places, children)
        return ray, node, enter

    def _meets(
        self,
        rays: _Rays,
        limit: Floats,
        ray: Indices,
        places: list[Indices],
        nodes: list[Indices],
    ) -> tuple[Indices, Indices, Floats]:
        """Return which rays meet which of the boxes at some places, each a list along the rays."""
        origin = [rays.origin[axis][ray] for axis in range(3)]
        inverse = [rays.inverse[axis][ray] for axis in range(3)]
        reach = limit[ray]
        kept = []
        for place, node in zip(places, nodes, strict=True):
            enter, leave = np.zeros(len(ray)), reach.copy()
            for axis in range(3):
                near = (self._low[axis][place] - origin[axis]) * inverse[axis]
                far = (self._high[axis][place] - origin[axis]) * inverse[axis]
                np.maximum(enter, np.minimum(near, far), out=enter)
                np.minimum(leave, np.maximum(near, far), out=leave)
            meets = np.flatnonzero(enter <= leave)
            kept.append((ray[meets], node[meets], enter[meets]))
        rows, found, enters = (np.concatenate(part) for part in zip(*kept, strict=True))
        return rows, found, enters

    def _triangles(
        self, rays: _Rays, limit: Floats, ray: Indices, leaf: Indices
    ) -> tuple[Indices, Floats, Indices]:
        """Return rays, shares and triangles of the hits in each pair's leaf."""
        line = rays.line[ray]
        ab, bc, ca = (np.einsum("ni,nki->nk", line, edges[leaf]) for edges in self._edges)
        through = ((ab >= 0) & (bc >= 0) & (ca >= 0)) | ((ab <= 0) & (bc <= 0) & (ca <= 0))
        pair, place = np.nonzero(through)
        ray, leaf = ray[pair], leaf[pair]
        plane = self._planes[leaf, place]
        slope = (plane * rays.way[ray]).sum(axis=1)
        rises = slope != 0
        t = -(plane * rays.start[ray]).sum(axis=1) / np.where(rises, slope, 1.0)
        good = rises & (t >= 0) & (t <= limit[ray])
        return ray[good], t[good], self._faces[leaf[good], place[good]]


def _rays(origins: Floats, ways: Floats) -> _Rays:
    still = np.abs(ways) < 1e-30
    inverse = 1.0 / np.where(still, 1e-30, ways)
    ones, zeros = np.ones((len(ways), 1)), np.zeros((len(ways), 1))
    return _Rays(
        [np.ascontiguousarray(origins[:, axis]) for axis in range(3)],
        [np.ascontiguousarray(inverse[:, axis]) for axis in range(3)],
        np.concatenate([ways, _cross(origins, ways)], axis=1),
        np.concatenate([origins, ones], axis=1),
        np.concatenate([ways, zeros], axis=1),
    )


def _cross(a: Floats, b: Floats) -> Floats:
    """Return the cross product; exactly minus that of b and a."""
    return np.stack(
        [
            a[..., 1] * b[..., 2] - a[..., 2] * b[..., 1],
            a[..., 2] * b[..., 0] - a[..., 0] * b[..., 2],
            a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0],
        ],
        axis=-1,
    )


def _line(a: Floats, b: Floats) -> Floats:
    """Return what a ray's line is multiplied by to tell on which side it passes an edge.

    Exactly minus the numbers of the edge from b to a.
    """
    return np.concatenate([_cross(a, b), b - a], axis=-1)


def _keep_least(limit: Floats, faces: Indices, rays: Indices, t: Floats, hit: Indices) -> None:
    """Write the least share of each ray; equal shares keep the lower triangle number."""
    order = np.lexsort((hit, t, rays))
    rays, t, hit = rays[order], t[order], hit[order]
    first = np.ones(len(rays), dtype=bool)
    first[1:] = rays[1:] != rays[:-1]
    rays, t, hit = rays[first], t[first], hit[first]
    nearer = (t < limit[rays]) | (faces[rays] < 0)
    limit[rays[nearer]], faces[rays[nearer]] = t[nearer], hit[nearer]


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


def _bounds(corners: Floats) -> tuple[list[Floats], list[Floats]]:
    """Return the boxes of all nodes, root first, level by level: lows and highs of each axis."""
    lows, highs = [corners.min(axis=(1, 2)) - _SLACK], [corners.max(axis=(1, 2)) + _SLACK]
    while len(lows[-1]) > 1:
        lows.append(lows[-1].reshape(-1, 2, 3).min(axis=1))
        highs.append(highs[-1].reshape(-1, 2, 3).max(axis=1))
    low, high = np.concatenate(lows[::-1]), np.concatenate(highs[::-1])
    return (
        [np.ascontiguousarray(low[:, axis]) for axis in range(3)],
        [np.ascontiguousarray(high[:, axis]) for axis in range(3)],
    )
