"""The frame of one sight line: along, across and up from the eye, and what may lie in a beam.

A beam holds every segment from the eye to a box of places. Only terrain that reaches into it can
hide one of those places, so a proof looks at its triangles and at no others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.geometry.mesh_data import Floats, Ints
from sim.geometry.rays import SolidSet
from sim.geometry.sight import Query

__all__ = ["Beam", "Frame", "Solid", "solids_of", "triangles_in"]

_CORNERS = np.array([[i, j, k] for i in (0, 1) for j in (0, 1) for k in (0, 1)])


@dataclass(frozen=True, eq=False)
class Frame:
    """Coordinates from the eye: x in plan towards the target's centre, y to its left, z up.

    Attributes
    ----------
    eye : (3,) array, table frame
    along : (2,) array
        Unit vector in plan.
    plan : float
        Distance of the target's centre in plan, inches.
    """

    eye: Floats
    along: Floats
    plan: float

    @staticmethod
    def of(query: Query) -> Frame:
        """Return the frame of a question of sight."""
        eye = np.asarray(query.eye, dtype=np.float64)
        away = query.target.centre[:2] - eye[:2]
        plan = float(np.hypot(away[0], away[1]))
        along = away / plan if plan > 1e-9 else np.array([1.0, 0.0])
        return Frame(eye, along, plan)

    def local(self, points: Floats) -> Floats:
        """Return table points ``(..., 3)`` in this frame."""
        d = np.asarray(points, dtype=np.float64) - self.eye
        c, s = float(self.along[0]), float(self.along[1])
        return np.stack(
            [c * d[..., 0] + s * d[..., 1], c * d[..., 1] - s * d[..., 0], d[..., 2]], axis=-1
        )

    def to_table(self, points: Floats) -> Floats:
        """Return points ``(..., 3)`` of this frame in the table frame."""
        c, s = float(self.along[0]), float(self.along[1])
        x, y = points[..., 0], points[..., 1]
        return np.stack([c * x - s * y, s * x + c * y, points[..., 2]], axis=-1) + self.eye


@dataclass(frozen=True, eq=False)
class Solid:
    """One thing that blocks, in the table frame."""

    name: str
    vertices: Floats
    faces: Ints
    is_hull: bool = False


def solids_of(terrain: SolidSet, query: Query) -> Iterator[Solid]:
    """Return every solid of a question: the terrain's pieces, then the hulls in the way."""
    for name, mesh in terrain.meshes.items():
        if mesh.triangles:
            yield Solid(name, mesh.vertices, mesh.faces)
    for hull in query.hulls:
        for mesh in hull.solid.meshes.values():
            if mesh.triangles:
                yield Solid(hull.name, hull.to_table(mesh.vertices), mesh.faces, is_hull=True)


@dataclass(frozen=True, eq=False)
class Beam:
    """All segments from the eye to a box of places, in the frame of a sight line.

    Attributes
    ----------
    low, high : (3,) arrays
        Corners of the box.
    """

    low: Floats
    high: Floats

    def outside(self, points: Floats) -> NDArray[np.uint8]:
        """Return for points ``(n, 3)`` beyond which sides of the beam each lies, as bits.

        What has all its corners beyond one side does not reach into the beam.
        """
        x, y, z = points.T
        bits = (x > self.high[0]) * np.uint8(1) | (x < min(0.0, self.low[0])) * np.uint8(2)
        for axis, at, first in ((1, y, 4), (2, z, 16)):
            low, high = float(self.low[axis]), float(self.high[axis])
            if self.low[0] > 0:
                near, far = float(self.low[0]), float(self.high[0])
                over = at > max(high / near, high / far) * x
                under = at < min(low / near, low / far) * x
            else:
                over, under = at > max(0.0, high), at < min(0.0, low)
            bits |= over * np.uint8(first) | under * np.uint8(2 * first)
        return bits


def triangles_in(frame: Frame, beam: Beam, solid: Solid) -> Floats:
    """Return the triangles ``(n, 3, 3)`` of a solid that may reach into the beam, in its frame."""
    low, high = solid.vertices.min(axis=0), solid.vertices.max(axis=0)
    corners = frame.local(np.where(_CORNERS, high, low))
    if np.bitwise_and.reduce(beam.outside(corners)):
        return np.zeros((0, 3, 3))
    points = frame.local(solid.vertices)
    bits = beam.outside(points)[solid.faces]
    kept = (bits[:, 0] & bits[:, 1] & bits[:, 2]) == 0
    return points[solid.faces[kept]]
