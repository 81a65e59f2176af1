"""Bodies for sight: the seen parts of a model, prepared once for all models of its type."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.spatial import ConvexHull, QhullError

from sim.geometry.mesh_data import Floats, MeshData
from sim.geometry.meshes import select_parts
from sim.geometry.pose import Pose
from sim.geometry.rays import Placed, SolidSet

__all__ = ["Body", "Target", "make_body"]

_FEWEST, _MOST = 48, 256
#: One sample for each such patch of surface, square inches.
_PATCH = 0.007
_GOLDEN = (math.sqrt(5.0) - 1.0) / 2.0


@dataclass(frozen=True, eq=False)
class Body:
    """What of a model counts as seen, in the model's frame.

    Attributes
    ----------
    mesh : MeshData
        The seen parts only, inches.
    solid : SolidSet
        The same for rays, a mesh for each named part.
    centre : (3,) array
        Middle of the bounds: the plane of sight goes through it.
    radius : float
        Of a ball around the centre that holds the mesh.
    hull : (k, 3) array
        Corners of the convex hull.
    samples : (n, 3) array
        Points spread evenly over the surface; any first few of them are spread, too.
    """

    mesh: MeshData
    solid: SolidSet
    centre: Floats
    radius: float
    hull: Floats
    samples: Floats


def make_body(mesh: MeshData, parts: Iterable[str] | None = None) -> Body:
    """Prepare a model's seen parts for sight.

    Parameters
    ----------
    mesh : MeshData
        The model in its own frame: origin at the base centre, z up, inches.
    parts : iterable of str, optional
        Names of the parts that count; all by default.

    Raises
    ------
    HulldownError
        ``geometry.mesh.no_such_part`` when none of the names is there.
    """
    seen = mesh if parts is None else select_parts(mesh, parts, required=True)
    low, high = (
        seen.vertices[seen.faces].min(axis=(0, 1)),
        seen.vertices[seen.faces].max(axis=(0, 1)),
    )
    centre = (low + high) / 2
    used = seen.vertices[np.unique(seen.faces)]
    try:
        hull = used[ConvexHull(used).vertices]
    except QhullError:  # a flat body
        hull = used
    radius = float(np.linalg.norm(hull - centre, axis=1).max())
    return Body(seen, SolidSet(_by_part(seen)), centre, radius, hull, _spread(seen))


def _by_part(mesh: MeshData) -> dict[str, MeshData]:
    """Return a mesh in one mesh for each of its parts, so that a ray tells which one it meets."""
    names = dict.fromkeys(part.name for part in mesh.parts)
    if len(names) < 2 or sum(part.count for part in mesh.parts) != mesh.triangles:
        return {next(iter(names), "body"): mesh}
    return {name: select_parts(mesh, [name]) for name in names}


def _spread(mesh: MeshData) -> Floats:
    """Return points on the surface: strata of equal area, a low-discrepancy place in each."""
    corners = mesh.vertices[mesh.faces]
    sides = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    areas = np.linalg.norm(np.cross(*sides), axis=1) / 2
    total = float(areas.sum())
    n = int(np.clip(total / _PATCH, _FEWEST, _MOST))
    if total <= 0:
        return corners[:, 0][:n].copy()
    i = np.arange(n)
    order = np.argsort((i * _GOLDEN) % 1.0, kind="stable")
    face = np.searchsorted(np.cumsum(areas), (order + 0.5) / n * total)
    face = np.minimum(face, len(areas) - 1)
    # The plastic number's pair fills the square evenly; folded, it fills the triangle.
    u, v = (0.5 + i * 0.7548776662466927) % 1.0, (0.5 + i * 0.5698402909980532) % 1.0
    fold = u + v > 1.0
    u, v = np.where(fold, 1.0 - u, u), np.where(fold, 1.0 - v, v)
    base = corners[face, 0]
    return base + u[:, None] * sides[0][face] + v[:, None] * sides[1][face]


@dataclass(frozen=True, eq=False)
class Target:
    """A body where it stands.

    Attributes
    ----------
    body : Body
    pose : Pose
    z : float
        Height of the support under its base centre, inches.
    """

    body: Body
    pose: Pose
    z: float = 0.0

    @cached_property
    def placed(self) -> Placed:
        """The body's solid for rays in the table frame."""
        return Placed("target", self.body.solid, self.pose, self.z)

    @cached_property
    def centre(self) -> Floats:
        """The middle of its bounds in the table frame."""
        return self.placed.to_table(self.body.centre)

    @cached_property
    def hull(self) -> Floats:
        """Corners of its convex hull in the table frame."""
        return self.placed.to_table(self.body.hull)

    @cached_property
    def samples(self) -> Floats:
        """Surface points in the table frame."""
        return self.placed.to_table(self.body.samples)

    @cached_property
    def corners(self) -> Floats:
        """Corners of all its triangles in the table frame, ``(m, 3, 3)``."""
        return self.placed.to_table(self.body.mesh.vertices[self.body.mesh.faces])
