"""Seeded random scenes for margins: boxes, sheets and lumps between an eye and a body."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from sim.geometry.mesh_data import MeshData
from sim.geometry.meshes import box_mesh, cylinder_mesh, merge, mirrored, transform
from sim.geometry.pose import Pose
from sim.geometry.rays import Placed, SolidSet
from sim.geometry.sight import Query
from sim.geometry.sight.bodies import Body, Target, make_body
from tests.geometry.test_sight_laws import BODY

TANK = merge([box_mesh((-1, -0.6, 0), (1, 0.6, 0.7)), box_mesh((-0.4, -0.4, 0.7), (0.3, 0.4, 1.1))])
BODIES: tuple[Body, ...] = (BODY, make_body(cylinder_mesh(0.4, 1.6, sides=48)), make_body(TANK))
_MIRRORED: tuple[Body, ...] = tuple(make_body(mirrored(body.mesh)) for body in BODIES)


@dataclass(frozen=True)
class Scene:
    """One question, kept as numbers, so that it can be moved and mirrored as a whole."""

    pieces: tuple[tuple[MeshData, Pose], ...]
    eye: tuple[float, float, float]
    body: int
    at: Pose
    z: float
    hull: Pose | None

    def terrain(self) -> SolidSet:
        return SolidSet({f"p{i}": transform(mesh, at) for i, (mesh, at) in enumerate(self.pieces)})

    def query(self, mirror: bool = False) -> Query:
        body = (_MIRRORED if mirror else BODIES)[self.body]
        tank = (_MIRRORED if mirror else BODIES)[2]
        hulls = () if self.hull is None else (Placed("hull", tank.solid, self.hull, 0.0),)
        return Query(self.eye, Target(body, self.at, self.z), hulls)

    def moved(self, by: Pose) -> Scene:
        """Return the scene moved and turned as a whole."""

        def move(pose: Pose) -> Pose:
            return Pose(*by.to_table(pose.at), pose.facing + by.facing)

        pieces = tuple((mesh, move(at)) for mesh, at in self.pieces)
        x, y = by.to_table(self.eye[:2])
        hull = None if self.hull is None else move(self.hull)
        return Scene(pieces, (x, y, self.eye[2]), self.body, move(self.at), self.z, hull)

    def mirrored(self) -> Scene:
        """Return the mirror image; ask it with ``query(mirror=True)``."""

        def turn(pose: Pose) -> Pose:
            return Pose(pose.x, -pose.y, -pose.facing)

        pieces = tuple((mirrored(mesh), turn(at)) for mesh, at in self.pieces)
        x, y, z = self.eye
        hull = None if self.hull is None else turn(self.hull)
        return Scene(pieces, (x, -y, z), self.body, turn(self.at), self.z, hull)


def _lump(rng: np.random.Generator) -> MeshData:
    steps = np.linspace(0, math.pi, 9)
    turns = np.arange(14) * (2 * math.pi / 14)
    radius = rng.uniform(0.5, 1.2) * (1 + 0.15 * rng.uniform(-1, 1, (9, 14)))
    radius[[0, -1]] = radius[[0, -1], :1]
    points = np.stack(
        [
            radius * np.sin(steps)[:, None] * np.cos(turns),
            radius * np.sin(steps)[:, None] * np.sin(turns),
            radius * np.cos(steps)[:, None] + 0.4,
        ],
        axis=-1,
    )
    i, j = (grid.ravel() for grid in np.meshgrid(np.arange(8), np.arange(14), indexing="ij"))
    k = (j + 1) % 14
    a, b, c, d = i * 14 + j, i * 14 + k, (i + 1) * 14 + k, (i + 1) * 14 + j
    faces = np.concatenate([np.stack([a, d, c], axis=1), np.stack([a, c, b], axis=1)])
    return MeshData(points.reshape(-1, 3), faces.astype(np.int32))


def _piece(rng: np.random.Generator) -> MeshData:
    kind = int(rng.integers(5))
    wide, thick = rng.uniform(0.05, 2.0), rng.uniform(0.02, 1.0)
    low, high = float(rng.choice([0.0, 0.0, 0.0, 0.9])), rng.uniform(0.3, 2.5)
    if kind < 3:
        return box_mesh((-thick / 2, -wide, low), (thick / 2, wide, low + high))
    if kind == 3:
        return _lump(rng)
    corners = np.array([[0.0, -wide, 0.0], [0.0, wide, 0.0], [0.0, wide, high], [0.0, -wide, high]])
    return MeshData(corners, np.array([[0, 1, 2], [0, 2, 3]], dtype=np.int32))


def make_scene(seed: int) -> Scene:
    """Return the random scene of a seed."""
    rng = np.random.default_rng(seed)
    away = float(rng.choice([2.5, 5.0, 10.0, 20.0, 30.0]))
    pieces: list[tuple[MeshData, Pose]] = []
    for _ in range(int(rng.integers(1, 7))):
        at = Pose(rng.uniform(0.1, 1.1) * away, rng.uniform(-0.8, 0.8), rng.uniform(0, 180))
        pieces.append((_piece(rng), at))
    eye_z = rng.uniform(0.6, 1.6) if rng.random() < 0.5 else rng.uniform(1, 5)
    hull = None
    if rng.random() < 0.25:
        hull = Pose(rng.uniform(0.2, 0.9) * away, rng.uniform(-0.7, 0.7), rng.uniform(0, 360))
    at = Pose(away, rng.uniform(-0.5, 0.5), rng.uniform(0, 360))
    z = float(rng.choice([0.0, 0.0, 0.5]))
    return Scene(tuple(pieces), (0.0, 0.0, eye_z), int(rng.integers(3)), at, z, hull)
