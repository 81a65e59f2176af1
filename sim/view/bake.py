"""Baked light: how much of the sun and of the sky each point of the table sees.

Rays go to the same solids that block sight. The sun is a small disc, so that shadows have soft
edges; the sky counts only what stands near, as corners and cracks look on a real table.
Directions are fixed, so that the same table gives the same picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sim.geometry.mesh_data import MeshData
from sim.geometry.rays import SolidSet, is_fallback
from sim.table.pieces import Table
from sim.view.tone import SUN

__all__ = ["Light", "ground_plane", "table_light"]

Floats = NDArray[np.float64]

#: Longer than any table is wide.
FAR_IN = 260.0
#: Half the angle under which the sun appears, as a tangent: a window on a bright day.
SUN_SPREAD = 0.022
#: How far away something may stand and still darken a corner, inches.
SKY_REACH_IN = 5.0
#: Rays leave the surface by this much, so that they do not meet it again.
LIFT_IN = 0.012
_CHUNK = 400_000
_GOLDEN = np.pi * (3.0 - np.sqrt(5.0))


class Solid(Protocol):
    """Anything that segments can be blocked by (`SolidSet`, `Placed`)."""

    def occluded(self, origins: Floats, ends: Floats) -> NDArray[np.bool_]:
        """Return which segments meet anything before their end."""
        ...


def ground_plane(width: float, depth: float, margin: float = 4.0) -> MeshData:
    """Return a flat rectangle just under z = 0 that stretches past the table's edges."""
    x0, y0, x1, y1 = -margin, -margin, width + margin, depth + margin
    corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    vertices = np.array([(x, y, -0.005) for x, y in corners])
    return MeshData(vertices, np.array([(0, 1, 2), (0, 2, 3)], np.int32))


class Light:
    """Sun and sky over a set of solids.

    Parameters
    ----------
    solids : sequence of Solid
        Everything that casts shadows, in one frame.
    economy : int
        Divides the number of rays; the slow ray engine needs it.
    """

    def __init__(self, solids: Sequence[Solid], economy: int | None = None) -> None:
        self._solids = tuple(solids)
        self._economy = (4 if is_fallback() else 1) if economy is None else economy

    def _open(self, origins: Floats, ends: Floats) -> NDArray[np.bool_]:
        blocked = np.zeros(len(origins), bool)
        for solid in self._solids:
            left = np.nonzero(~blocked)[0]
            if len(left):
                blocked[left] = solid.occluded(origins[left], ends[left])
        return ~blocked

    def _share(self, points: Floats, directions: Floats, length: float) -> Floats:
        """Return the share of free directions; `directions` is ``(n, k, 3)``."""
        count, rays = directions.shape[:2]
        out = np.empty(count)
        step = max(1, _CHUNK // rays)
        for start in range(0, count, step):
            part = slice(start, min(count, start + step))
            aims = directions[part].reshape(-1, 3)
            origins = np.repeat(points[part], rays, axis=0)
            free = self._open(origins, origins + aims * length)
            out[part] = free.reshape(-1, rays).mean(axis=1)
        return out

    def sun(self, points: Floats, normals: Floats, rays: int = 5, towards: Floats = SUN) -> Floats:
        """Return the share of the sun's disc that each point sees, ``(n,)`` in 0..1.

        Points that face away from the sun are not asked about and get 0.

        Parameters
        ----------
        points, normals : (n, 3) float arrays
        rays : int
            Rays a point.
        towards : (3,) float array
            Direction of the sun in the frame of the points.
        """
        rays = max(1, rays // self._economy)
        out = np.zeros(len(points))
        towards_it = np.nonzero(normals @ towards > 0.0)[0]
        if not len(towards_it):
            return out
        across = np.cross(towards, [0.0, 0.0, 1.0])
        across /= np.linalg.norm(across)
        upward = np.cross(across, towards)
        spin = np.random.default_rng(5).random(len(points))[towards_it, None] * 2 * np.pi
        index = np.arange(rays)
        radius = SUN_SPREAD * np.sqrt((index + 0.5) / rays)
        angle = spin + index * _GOLDEN
        aims = towards + radius[None, :, None] * (
            np.cos(angle)[..., None] * across + np.sin(angle)[..., None] * upward
        )
        origins = points[towards_it] + normals[towards_it] * LIFT_IN
        out[towards_it] = self._share(origins, aims, FAR_IN)
        return out

    def sky(
        self, points: Floats, normals: Floats, rays: int = 16, reach: float = SKY_REACH_IN
    ) -> Floats:
        """Return the share of the hemisphere that is open up to `reach` inches, ``(n,)``."""
        rays = max(4, rays // self._economy)
        spin = np.random.default_rng(6).random((len(points), 1)) * 2 * np.pi
        index = np.arange(rays)
        radius = np.sqrt((index + 0.5) / rays)
        angle = spin + index * _GOLDEN
        helper = np.where(np.abs(normals[:, 2:]) < 0.9, [[0.0, 0.0, 1.0]], [[1.0, 0.0, 0.0]])
        across = np.cross(helper, normals)
        across /= np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-12)
        along = np.cross(normals, across)
        aims = (
            (radius * np.cos(angle))[..., None] * across[:, None]
            + (radius * np.sin(angle))[..., None] * along[:, None]
            + np.sqrt(1.0 - radius**2)[None, :, None] * normals[:, None]
        )
        return self._share(points + normals * LIFT_IN, aims, reach)


def table_light(table: Table) -> Light:
    """Return the light over a table's terrain."""
    bodies = {piece.id: piece.body for piece in table.terrain.values()}
    bodies["view:ground"] = ground_plane(table.width, table.depth)
    return Light([SolidSet(bodies)])
