"""Baked light: which rays make the pictures' light, and what throws shadows on a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.geometry.light import Casters, Lamp, sky_share, sun_share
from sim.geometry.mesh_data import MeshData
from sim.geometry.rays import SolidSet, is_fallback
from sim.table.pieces import Table
from sim.view.tone import SUN

__all__ = ["ROOF", "Light", "ground_plane", "table_light", "without_roof"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

#: Name of the part of a piece that can be lifted off to look inside.
ROOF = "roof"


def ground_plane(width: float, depth: float, margin: float = 4.0) -> MeshData:
    """Return a flat rectangle just under z = 0 that stretches past the table's edges."""
    x0, y0, x1, y1 = -margin, -margin, width + margin, depth + margin
    corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    vertices = np.array([(x, y, -0.005) for x, y in corners])
    return MeshData(vertices, np.array([(0, 1, 2), (0, 2, 3)], np.int32))


@dataclass(frozen=True, eq=False)
class _Both:
    """Two sets of solids as one."""

    first: SolidSet
    second: SolidSet

    def occluded(self, origins: Floats, ends: Floats) -> Bools:
        """Return which segments meet either; see `SolidSet.occluded`."""
        found = self.first.occluded(origins, ends)
        free = np.flatnonzero(~found)
        found[free] = self.second.occluded(origins[free], ends[free])
        return found


class Light:
    """Sun and sky over some meshes.

    Where the ray engine's wheel is missing nothing throws shadows: casting millions of rays
    without it would take minutes, and a picture may be plain but must come.

    Parameters
    ----------
    meshes : mapping of name to MeshData, or SolidSet
        What throws shadows and hides the sky, in one frame.
    roofs : mapping of name to MeshData, optional
        What throws shadows but hides no sky: roofs can be lifted, and rooms are dim but not dark.
    """

    def __init__(
        self,
        meshes: Mapping[str, MeshData] | SolidSet,
        roofs: Mapping[str, MeshData] | None = None,
    ) -> None:
        solids = meshes if isinstance(meshes, SolidSet) else SolidSet(meshes)
        self._cover = None if is_fallback() else solids
        self._casters: Casters | None = self._cover
        if roofs and not is_fallback():
            # The rest is not held twice: a large table is the better part of the memory.
            self._casters = _Both(solids, SolidSet(roofs))

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
        return sky_share(self._cover, points, normals, Lamp(sky_rays=rays, reach_in=reach))


def table_light(table: Table) -> Light:
    """Return the light over a table's terrain."""
    floor = {"view:ground": ground_plane(table.width, table.depth)}
    bodies = {piece.id: piece.picture for piece in table.terrain.values()}
    roofs = {name: _only_roof(body) for name, body in bodies.items() if _roof_runs(body)}
    opened = {name: without_roof(body) for name, body in bodies.items()}
    return Light({**opened, **floor}, roofs)


def _roof_runs(mesh: MeshData) -> list[slice]:
    return [slice(part.first, part.first + part.count) for part in mesh.parts if part.name == ROOF]


def _only_roof(mesh: MeshData) -> MeshData:
    return MeshData(mesh.vertices, np.concatenate([mesh.faces[run] for run in _roof_runs(mesh)]))


def without_roof(mesh: MeshData) -> MeshData:
    """Return a mesh without its part `ROOF`; a mesh that has none is returned as it is."""
    runs = _roof_runs(mesh)
    if not runs:
        return mesh
    kept = np.ones(len(mesh.faces), bool)
    for run in runs:
        kept[run] = False
    return MeshData(mesh.vertices, mesh.faces[kept])
