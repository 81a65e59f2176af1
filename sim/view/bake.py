"""Baked light: which rays make the pictures' light, and what throws shadows on a table."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from sim.geometry.light import Lamp, sky_share, sun_share
from sim.geometry.mesh_data import MeshData
from sim.geometry.rays import SolidSet, is_fallback
from sim.table.pieces import Table
from sim.view.tone import SUN

__all__ = ["Light", "ground_plane", "table_light"]

Floats = NDArray[np.float64]


def ground_plane(width: float, depth: float, margin: float = 4.0) -> MeshData:
    """Return a flat rectangle just under z = 0 that stretches past the table's edges."""
    x0, y0, x1, y1 = -margin, -margin, width + margin, depth + margin
    corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    vertices = np.array([(x, y, -0.005) for x, y in corners])
    return MeshData(vertices, np.array([(0, 1, 2), (0, 2, 3)], np.int32))


class Light:
    """Sun and sky over some meshes.

    Where the ray engine's wheel is missing nothing throws shadows: casting millions of rays
    without it would take minutes, and a picture may be plain but must come.

    Parameters
    ----------
    meshes : mapping of name to MeshData, or SolidSet
        What throws shadows, in one frame.
    """

    def __init__(self, meshes: Mapping[str, MeshData] | SolidSet) -> None:
        solids = meshes if isinstance(meshes, SolidSet) else SolidSet(meshes)
        self._casters = None if is_fallback() else solids

    def sun(self, points: Floats, normals: Floats, rays: int, towards: Floats = SUN) -> Floats:
        """Return the share of the sun's disc that each point sees, 0 where it faces away.

        Parameters
        ----------
        points, normals : (n, 3) float arrays
        rays : int
            Rays a point.
        towards : (3,) float array
            Direction of the sun in the frame of the points.
        """
        x, y, z = (float(value) for value in towards)
        lamp = Lamp(towards=(x, y, z), sun_rays=rays)
        return sun_share(self._casters, points, normals, lamp)

    def sky(self, points: Floats, normals: Floats, rays: int, reach: float = 5.0) -> Floats:
        """Return the share of the hemisphere that is open up to `reach` inches, ``(n,)``."""
        return sky_share(self._casters, points, normals, Lamp(sky_rays=rays, reach_in=reach))


def table_light(table: Table) -> Light:
    """Return the light over a table's terrain."""
    bodies = {piece.id: piece.picture for piece in table.terrain.values()}
    return Light({**bodies, "view:ground": ground_plane(table.width, table.depth)})
