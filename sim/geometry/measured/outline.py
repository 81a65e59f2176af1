"""Where a solid's shadow may end, for an eye that may be a little elsewhere.

A line that meets a surface goes on meeting it while line and eye are moved a little, unless it
passes the surface's rim: an edge that only one triangle has, or one where the surface may turn
away from the eye. A surface that is cut at two depths has the cuts for a rim, too. As long as no
line comes near the rim, none gets past.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.geometry.measured.sway import Sway
from sim.geometry.mesh_data import Floats

__all__ = ["rim_of"]

#: Corners nearer than this are one corner, inches.
_SAME = 1e-6
_DEGENERATE = 1e-12


def rim_of(triangles: Floats, sway: Sway, near: float, far: float) -> Floats:
    """Return the segments ``(n, 2, 3)`` that may be the rim of a surface between two depths.

    Parameters
    ----------
    triangles : (m, 3, 3) array
        In a frame whose origin is the eye.
    sway : Sway
        How far the eye may be off, relative to the surface.
    near, far : float
        Depths along x; only what lies between them counts.
    """
    edges = _cut(_doubtful_edges(triangles, sway), near, far)
    return np.concatenate([edges, _sections(triangles, near), _sections(triangles, far)])


def _doubtful_edges(triangles: Floats, sway: Sway) -> Floats:
    """Return the edges where the surface may end or turn away."""
    corners = triangles.reshape(-1, 3)
    keys, first, number = np.unique(
        np.round(corners / _SAME).astype(np.int64), axis=0, return_index=True, return_inverse=True
    )
    faces = number.reshape(-1, 3)
    side = _sides(triangles, sway)
    a, b = faces, np.roll(faces, -1, axis=1)
    low, high = np.minimum(a, b), np.maximum(a, b)
    name = (low * len(keys) + high).ravel()
    # Seen along the edge from its lower to its higher corner: on which side the triangle lies.
    hand = (np.where(a < b, 1, -1) * side[:, None]).ravel()
    solid_faces = ((a != b) & (a != np.roll(a, 1, axis=1)))[:, :].all(axis=1)
    hand = np.where(np.repeat(solid_faces, 3), hand, 0)
    order = np.argsort(name, kind="stable")
    starts = np.flatnonzero(np.diff(name[order], prepend=-1))
    counts = np.diff(starts, append=len(order))
    total = np.add.reduceat(hand[order], starts)
    sure = np.minimum.reduceat(np.abs(hand[order]), starts) == 1
    doubtful = (counts != 2) | ~sure | (total != 0)
    ends = order[starts[doubtful]]
    points = corners[first]
    return np.stack([points[low.ravel()[ends]], points[high.ravel()[ends]]], axis=1)


def _sides(triangles: Floats, sway: Sway) -> NDArray[np.int64]:
    """Return which way each triangle faces the eye: 1, -1, or 0 where that is not sure."""
    normal = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    at = (normal * triangles[:, 0]).sum(axis=1)
    doubt = np.hypot(normal[:, 0], normal[:, 1]) * sway.eye + np.abs(normal[:, 2]) * sway.eye_z
    doubt += np.linalg.norm(normal, axis=1) * _SAME + _DEGENERATE
    return np.where(np.abs(at) > doubt, np.sign(at), 0).astype(np.int64)


def _cut(segments: Floats, near: float, far: float) -> Floats:
    """Return the parts of segments between two depths."""
    a, b = segments[:, 0], segments[:, 1]
    run = b[:, 0] - a[:, 0]
    level = np.abs(run) < 1e-15
    safe = np.where(level, 1.0, run)
    one, two = (near - a[:, 0]) / safe, (far - a[:, 0]) / safe
    inside = (a[:, 0] >= near) & (a[:, 0] <= far)
    first = np.where(level, np.where(inside, 0.0, 2.0), np.maximum(np.minimum(one, two), 0.0))
    last = np.where(level, np.where(inside, 1.0, -1.0), np.minimum(np.maximum(one, two), 1.0))
    kept = first <= last
    way = (b - a)[kept]
    return np.stack([a[kept] + first[kept, None] * way, a[kept] + last[kept, None] * way], axis=1)


def _sections(triangles: Floats, depth: float) -> Floats:
    """Return the segments where triangles cross a depth."""
    over = triangles[..., 0] > depth
    crossing = triangles[over.any(axis=1) & ~over.all(axis=1)]
    if not len(crossing):
        return np.zeros((0, 2, 3))
    over = crossing[..., 0] > depth
    ends = np.roll(crossing, -1, axis=1)
    changes = over != np.roll(over, -1, axis=1)
    run = np.where(changes, ends[..., 0] - crossing[..., 0], 1.0)
    share = (depth - crossing[..., 0]) / run
    points = crossing + share[..., None] * (ends - crossing)
    return points[changes].reshape(-1, 2, 3)
