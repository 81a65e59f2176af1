"""A question of sight whose eye, target and solids can all be moved: for trials.

Far solids never matter, so the stage holds those only that may come near the line. Each is placed
on its own, so that a shift moves it without rebuilding anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from sim.geometry.margin.frame import Beam, Frame
from sim.geometry.measured.sway import Measured
from sim.geometry.mesh_data import Floats, MeshData
from sim.geometry.meshes import transform
from sim.geometry.pose import Pose
from sim.geometry.rays import Placed, SolidSet
from sim.geometry.sight import Query
from sim.geometry.sight.bodies import Body, Target, make_body

__all__ = ["EYE", "NOTHING", "TARGET", "Shift", "Shifts", "Stage"]

EYE, TARGET = "eye", "target"
#: In plan, and of the top (of the eye: its height), inches.
Shift = tuple[float, float, float]
Shifts = Mapping[str, Shift]
#: The terrain of every question on a stage: all that matters is placed.
NOTHING = SolidSet({})
_CORNERS = np.array([[i, j, k] for i in (0, 1) for j in (0, 1) for k in (0, 1)])


@dataclass(frozen=True, eq=False)
class Movable:
    """A solid that can be shifted in plan and stretched in height.

    Attributes
    ----------
    name : str
    meshes : mapping of name to MeshData
        In the solid's own frame.
    pose, z : Pose, float
        Where that frame stands.
    is_hull : bool
    middle : (3,) array
        Of its bounds in the frame of the sight line.
    """

    name: str
    meshes: Mapping[str, MeshData]
    pose: Pose
    z: float
    is_hull: bool
    middle: Floats
    made: dict[float, SolidSet] = field(default_factory=dict)

    def at(self, shift: Shift) -> Placed:
        """Return the solid shifted and stretched."""
        x, y, rise = shift
        if rise not in self.made:
            low = min(float(mesh.bounds[0, 2]) for mesh in self.meshes.values())
            top = max(float(mesh.bounds[1, 2]) for mesh in self.meshes.values())
            self.made[rise] = SolidSet(
                {name: _stretched(mesh, low, top, rise) for name, mesh in self.meshes.items()}
            )
        pose = self.pose.moved(self.pose.x + x, self.pose.y + y)
        return Placed(self.name, self.made[rise], pose, self.z)


def _stretched(mesh: MeshData, low: float, top: float, rise: float) -> MeshData:
    if not rise or top - low < 1e-9:
        return mesh
    scale = max(1 + rise / (top - low), 0.01)
    points = mesh.vertices.copy()
    points[:, 2] = low + (points[:, 2] - low) * scale
    return MeshData(points, mesh.faces, mesh.parts)


class Stage:
    """The movable things of one question.

    Parameters
    ----------
    terrain, query
        The question where things were measured.
    measured : Measured
        How far anything will be moved at most.
    """

    def __init__(self, terrain: SolidSet, query: Query, measured: Measured) -> None:
        self.query, self.frame = query, Frame.of(query)
        self._bodies: dict[float, Body] = {0.0: query.target.body}
        reach = measured.greatest_in + 0.1
        body = self.frame.local(query.target.hull)
        self._beam = Beam(body.min(axis=0) - reach, body.max(axis=0) + reach)
        self.movables: tuple[Movable, ...] = (
            *self._near_pieces(terrain, reach),
            *(self._hull(hull) for hull in query.hulls),
        )

    def _near_pieces(self, terrain: SolidSet, reach: float) -> list[Movable]:
        found: list[Movable] = []
        for name, mesh in terrain.meshes.items():
            if not mesh.triangles:
                continue
            low, high = mesh.bounds
            corners = self.frame.local(np.where(_CORNERS, high + reach, low - reach))
            if not np.bitwise_and.reduce(self._beam.outside(corners)):
                middle = corners.mean(axis=0)
                found.append(Movable(name, {name: mesh}, Pose(0.0, 0.0), 0.0, False, middle))
        return found

    def _hull(self, hull: Placed) -> Movable:
        middle = self.frame.local(hull.sphere[0])
        return Movable(hull.name, hull.solid.meshes, hull.pose, hull.z, True, middle)

    def at(self, shifts: Shifts) -> Query:
        """Return the question with things shifted; its terrain is `NOTHING`."""
        x, y, z = self.query.eye
        dx, dy, dz = shifts.get(EYE, (0.0, 0.0, 0.0))
        hulls = [m.at(shifts.get(m.name, (0.0, 0.0, 0.0))) for m in self.movables]
        target = self._target(shifts.get(TARGET, (0.0, 0.0, 0.0)))
        return Query((x + dx, y + dy, z + dz), target, tuple(hulls))

    def _target(self, shift: Shift) -> Target:
        target, (x, y, rise) = self.query.target, shift
        if rise not in self._bodies:
            top = float(target.body.hull[:, 2].max())
            scale = max(1 + rise / top, 0.01) if top > 1e-9 else 1.0
            self._bodies[rise] = make_body(transform(target.body.mesh, scale=(1.0, 1.0, scale)))
        pose = target.pose.moved(target.pose.x + x, target.pose.y + y)
        return Target(self._bodies[rise], pose, target.z)
