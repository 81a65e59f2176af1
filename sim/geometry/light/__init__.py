"""Baked light: how much of the sky and of the sun each point of a table sees.

The sun is a small disc, so that shadows have soft edges; the sky counts only what stands near, as
corners and cracks look on a real table. Directions are fixed and spun by a number that follows
from the place, so the same table gives the same light however it is cut into batches. What the
shares mean in colour is the picture's business.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sim.geometry.light.mesh import MOST_TRIANGLES, crease_normals, refine
from sim.geometry.mesh_data import Floats, MeshData
from sim.geometry.rays import SolidSet, is_fallback

__all__ = [
    "Casters",
    "Lamp",
    "LitMesh",
    "bake",
    "crease_normals",
    "ground_light",
    "refine",
    "sky_share",
    "sun_share",
]

#: Rays leave a surface by this much, so that they do not meet it again, inches.
LIFT_IN = 0.015
#: Longer than any table is wide, inches.
FAR_IN = 260.0
GOLDEN_TURN = math.pi * (3.0 - math.sqrt(5.0))
#: Rays cast at once.
BATCH = 100_000


class Casters(Protocol):
    """What throws shadows; a `SolidSet` does."""

    def occluded(self, origins: Floats, ends: Floats) -> NDArray[np.bool_]:
        """Return which segments ``(n, 3)`` to ``(n, 3)`` meet anything before their end."""
        ...


@dataclass(frozen=True)
class Lamp:
    """Sun and sky.

    Attributes
    ----------
    towards : (x, y, z)
        Direction of the sun, of any length.
    spread : float
        Tangent of half the angle under which the sun appears.
    sun_rays, sky_rays : int
        Rays a point.
    reach_in : float
        How far away something may stand and still darken a corner.
    """

    towards: tuple[float, float, float] = (-0.5, -0.4, 0.77)
    spread: float = 0.022
    sun_rays: int = 4
    sky_rays: int = 16
    reach_in: float = 5.0

    @property
    def unit(self) -> Floats:
        """The direction of the sun as a unit vector."""
        return np.array(self.towards) / math.hypot(*self.towards)


@dataclass(frozen=True, eq=False)
class LitMesh:
    """A mesh with normals and light at its vertices.

    Attributes
    ----------
    mesh : MeshData
        Refined, and split at creases.
    normals : (n, 3) array
    sky : (n,) array
        Share of the sky over the surface that is open, 0..1.
    sun : (n,) array
        Share of the sun's disc that is seen, 0..1; 0 where the surface faces away.
    """

    mesh: MeshData
    normals: Floats
    sky: Floats
    sun: Floats


def bake(
    meshes: Mapping[str, MeshData],
    casters: SolidSet | None = None,
    *,
    lamp: Lamp | None = None,
    max_edge: float = 0.45,
    most: int = MOST_TRIANGLES,
) -> dict[str, LitMesh]:
    """Return meshes with light at their vertices.

    Parameters
    ----------
    meshes : mapping of name to MeshData
        In the table frame, inches.
    casters : SolidSet, optional
        What throws shadows; by default the meshes themselves. Without the ray engine's wheel
        nothing throws any: pictures then keep the plain light of sky and sun.
    lamp : Lamp, optional
    max_edge : float
        Larger triangles are refined first, inches.
    most : int
        No mesh is refined beyond this many triangles.
    """
    lamp = lamp or Lamp()
    if casters is None and not is_fallback():
        casters = SolidSet(meshes)
    lit = {}
    for name, mesh in meshes.items():
        split, normals = crease_normals(refine(mesh, max_edge, most=most))
        lit[name] = LitMesh(
            split,
            normals,
            sky_share(casters, split.vertices, normals, lamp),
            sun_share(casters, split.vertices, normals, lamp),
        )
    return lit


def ground_light(
    size: tuple[float, float],
    casters: SolidSet | None,
    *,
    lamp: Lamp | None = None,
    cells_per_in: float = 8.0,
) -> tuple[Floats, Floats]:
    """Return how much sky and sun the flat ground of a table sees.

    Parameters
    ----------
    size : (width, depth)
        Inches.
    casters : SolidSet or None
        What throws shadows; None: nothing does.
    lamp : Lamp, optional
    cells_per_in : float

    Returns
    -------
    sky, sun : (rows, columns) arrays, 0..1
        Taken at cell centres; the first row lies along y = 0.
    """
    lamp = lamp or Lamp()
    columns, rows = (max(1, round(length * cells_per_in)) for length in size)
    points = np.zeros((rows, columns, 3))
    points[..., 0] = (np.arange(columns) + 0.5) * (size[0] / columns)
    points[..., 1] = ((np.arange(rows) + 0.5) * (size[1] / rows))[:, None]
    points = points.reshape(-1, 3)
    normals = np.broadcast_to(np.array([0.0, 0.0, 1.0]), points.shape)
    sky = sky_share(casters, points, normals, lamp)
    sun = sun_share(casters, points, normals, lamp)
    return sky.reshape(rows, columns), sun.reshape(rows, columns)


def sky_share(casters: Casters | None, points: Floats, normals: Floats, lamp: Lamp) -> Floats:
    """Return the share of open sky over surface points ``(n, 3)``, weighted as matt paint does."""
    if casters is None:
        return np.ones(len(points))
    index = np.arange(lamp.sky_rays) + 0.5
    radius = np.sqrt(index / lamp.sky_rays)
    out = np.empty(len(points))
    for part in _batches(len(points), lamp.sky_rays):
        normal = normals[part]
        across, along = _frame(normal)
        angle = _spin(points[part])[:, None] + index * GOLDEN_TURN
        aims = (
            (radius * np.cos(angle))[..., None] * across[:, None]
            + (radius * np.sin(angle))[..., None] * along[:, None]
            + np.sqrt(1.0 - radius**2)[:, None] * normal[:, None]
        )
        out[part] = _free(casters, points[part] + normal * LIFT_IN, aims * lamp.reach_in)
    return out


def sun_share(casters: Casters | None, points: Floats, normals: Floats, lamp: Lamp) -> Floats:
    """Return the share of the sun's disc that surface points ``(n, 3)`` see; 0 facing away."""
    out = np.zeros(len(points))
    facing = np.flatnonzero(normals @ lamp.unit > 0.0)
    if casters is None:
        out[facing] = 1.0
        return out
    across, along = (v[0] for v in _frame(lamp.unit[None]))
    index = np.arange(lamp.sun_rays) + 0.5
    radius = lamp.spread * np.sqrt(index / lamp.sun_rays)
    for part in _batches(len(facing), lamp.sun_rays):
        at = facing[part]
        angle = _spin(points[at])[:, None] + index * GOLDEN_TURN
        aims = (
            lamp.unit
            + (radius * np.cos(angle))[..., None] * across
            + (radius * np.sin(angle))[..., None] * along
        )
        out[at] = _free(casters, points[at] + normals[at] * LIFT_IN, aims * FAR_IN)
    return out


def _free(casters: Casters, origins: Floats, ways: Floats) -> Floats:
    """Return for each origin the share of its ways ``(n, k, 3)`` that nothing blocks."""
    count, rays = ways.shape[:2]
    begin = np.repeat(origins, rays, axis=0)
    blocked = casters.occluded(begin, begin + ways.reshape(-1, 3))
    return 1.0 - blocked.reshape(count, rays).mean(axis=1)


def _batches(count: int, rays: int) -> list[slice]:
    step = max(1, BATCH // max(1, rays))
    return [slice(low, min(count, low + step)) for low in range(0, count, step)]


def _frame(normals: Floats) -> tuple[Floats, Floats]:
    """Return two unit vectors across each normal and each other."""
    upright = np.abs(normals[:, 2:]) < 0.9
    helper = np.where(upright, (0.0, 0.0, 1.0), (1.0, 0.0, 0.0))
    across: Floats = np.cross(helper, normals)
    across /= np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-12)
    along: Floats = np.cross(normals, across)
    return across, along


def _spin(points: Floats) -> Floats:
    """Return an angle that looks random but follows from the place alone."""
    grid = np.round(points * 1000.0).astype(np.int64).astype(np.uint64)
    mixed = (
        grid[:, 0] * np.uint64(0x9E3779B97F4A7C15)
        ^ grid[:, 1] * np.uint64(0xC2B2AE3D27D4EB4F)
        ^ grid[:, 2] * np.uint64(0x165667B19E3779F9)
    )
    mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(32)
    return (mixed >> np.uint64(11)).astype(np.float64) * (2 * math.pi / 2**53)
