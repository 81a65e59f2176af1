"""Sight against a loop over trimesh with its ray engine: one pair, and sixty by sixty.

Run as a script. Two baselines, each a plain loop over pairs through trimesh's wrapper of the same
ray engine: *points* casts at 130 surface points (what most programs do; it misses slivers), and
*lattice* casts the lattice that the sure answer needs. Times are processor
time, the best of three, so that a busy machine tells the same story.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import trimesh
from trimesh.ray.ray_pyembree import RayMeshIntersector

from sim.geometry.bodies import Body, Target, make_body
from sim.geometry.mesh_data import MeshData
from sim.geometry.meshes import Surface, box_mesh, cylinder_mesh, merge, transform
from sim.geometry.pose import Pose
from sim.geometry.rays import Blockers, SolidSet, engine_name
from sim.geometry.sight import Query, look, verdict, verdicts
from sim.geometry.view_plane import ViewPlane

WIDTH, DEPTH, EYE = 72.0, 48.0, 1.44


def _rock(rng: np.random.Generator, cuts: int) -> MeshData:
    ball = trimesh.creation.icosphere(subdivisions=cuts, radius=1.0)
    points = np.asarray(ball.vertices, dtype=np.float64)
    bumps = np.zeros(len(points))
    for k in range(12):
        bumps += np.sin(points @ rng.normal(size=3) * (1.5 + k * 0.7) + rng.uniform(0, 6)) / (2 + k)
    points = points * (1 + 0.18 * bumps)[:, None] * rng.uniform((1.2, 1.0, 0.8), (2.5, 2.0, 2.0))
    points[:, 2] = np.maximum(points[:, 2], -0.3) + 0.3
    return MeshData(points, np.asarray(ball.faces, dtype=np.int32))


def _ruin(rng: np.random.Generator, cuts: int) -> MeshData:
    walls = [
        box_mesh((-3, -2, 0), (-1.2, -1.85, 4)),
        box_mesh((-1.2, -2, 0), (-0.4, -1.85, 0.9)),
        box_mesh((-1.2, -2, 1.8), (-0.4, -1.85, 4)),
        box_mesh((-0.4, -2, 0), (3, -1.85, rng.uniform(1, 4))),
        box_mesh((-3, -1.85, 0), (-2.85, 2, rng.uniform(1, 5))),
    ]
    mesh = merge(walls)
    points, faces = mesh.vertices, mesh.faces
    for _ in range(cuts):
        cut = trimesh.Trimesh(points, faces, process=False).subdivide()
        points, faces = np.asarray(cut.vertices), np.asarray(cut.faces)
    rough = np.asarray(points) + rng.normal(scale=0.004, size=np.shape(points))
    return MeshData(rough, np.asarray(faces, dtype=np.int32))


def make_terrain(seed: int = 1) -> dict[str, MeshData]:
    """Return forty pieces of about 100,000 triangles in all."""
    rng = np.random.default_rng(seed)
    pieces: dict[str, MeshData] = {}
    for i in range(40):
        mesh = _ruin(rng, 2 + i % 4 // 2 * (i % 12 == 3)) if i % 2 else _rock(rng, 4 - (i % 4 == 0))
        pose = Pose(rng.uniform(4, WIDTH - 4), rng.uniform(4, DEPTH - 4), rng.uniform(0, 360))
        pieces[f"piece-{i}"] = transform(mesh, pose)
    return pieces


def make_figure(sides: int = 48) -> MeshData:
    """Return a soldier of about 1,500 triangles, 1.5 in tall."""
    parts = [
        transform(cylinder_mesh(0.1, 0.65, 0.0, sides), Pose(0, 0.13)),
        transform(cylinder_mesh(0.1, 0.65, 0.0, sides), Pose(0, -0.13)),
        cylinder_mesh(0.2, 0.55, 0.65, sides),
        cylinder_mesh(0.12, 0.3, 1.2, sides),
        transform(cylinder_mesh(0.06, 0.5, 0.6, sides), Pose(0, 0.28)),
        transform(cylinder_mesh(0.06, 0.5, 0.6, sides), Pose(0, -0.28)),
        box_mesh((-0.2, 0.25, 0.85), (0.7, 0.29, 0.89)),
    ]
    return merge(parts)


@dataclass(frozen=True, eq=False)
class Field:
    """The table, sixty eyes and sixty targets."""

    terrain: SolidSet
    whole: MeshData
    body: Body
    queries: list[Query]


def make_field(count: int = 60) -> Field:
    """Return the scene of the benchmark; the same numbers every time."""
    pieces = make_terrain()
    surface, body = Surface(pieces), make_body(make_figure())
    rng = np.random.default_rng(2)
    spots: list[tuple[float, float, float]] = []
    while len(spots) < 2 * count:
        x, y = rng.uniform(1, WIDTH - 1), rng.uniform(1, DEPTH - 1)
        t = np.arange(9) * math.pi / 4.5
        ring = np.column_stack([x + 0.63 * np.cos(t), y + 0.63 * np.sin(t)])
        heights = surface.heights(ring)
        if np.ptp(heights) < 0.05:
            spots.append((x, y, float(heights.max()) + 1e-3))
    eyes = [(x, y, z + EYE) for x, y, z in spots[:count]]
    targets = [Target(body, Pose(x, y, rng.uniform(0, 360)), z) for x, y, z in spots[count:]]
    queries = [Query(eye, target) for eye in eyes for target in targets]
    return Field(SolidSet(pieces), merge(pieces.values()), body, queries)


class TrimeshLoop:
    """The baseline: one pair at a time through trimesh's wrapper of the ray engine."""

    def __init__(self, field: Field) -> None:
        mesh = trimesh.Trimesh(field.whole.vertices, field.whole.faces, process=False)
        self._rays = RayMeshIntersector(mesh)

    def points(self, query: Query) -> bool:
        """Return whether any of the surface points is reached."""
        return self._any_free(np.array(query.eye), query.target.samples)

    def lattice(self, query: Query) -> bool:
        """Return whether any spot of a lattice of 0.0165 in over the outline is reached."""
        view = ViewPlane(np.array(query.eye), query.target, Blockers(SolidSet({})))
        x, y, inside = view.lattice(0.0165, 0.0, np.array([0.137, 0.291]))
        rows, columns = np.nonzero(inside)
        surface = view.hits(np.stack([x[columns], y[rows]], axis=1))
        return self._any_free(view.eye, surface[~np.isnan(surface[:, 0])])

    def _any_free(self, eye: np.ndarray, ends: np.ndarray) -> bool:
        away = ends - eye
        length = np.linalg.norm(away, axis=1)
        starts = np.tile(eye, (len(ends), 1))
        at, ray, _ = self._rays.intersects_location(
            starts, away / length[:, None], multiple_hits=False
        )
        blocked = np.zeros(len(ends), dtype=bool)
        blocked[ray] = np.linalg.norm(at - eye, axis=1) < length[ray] - 2e-4
        return not bool(blocked.all())


def _best(work: Callable[[], object], times: int = 3) -> float:
    best = math.inf
    for _ in range(times):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def main() -> None:
    """Print the times and their ratios to the baselines."""
    field = make_field()
    loop, some = TrimeshLoop(field), field.queries[::12]
    print(
        f"{field.terrain.triangles} terrain triangles, {field.body.mesh.triangles} a figure,",
        end=" ",
    )
    print(f"engine {engine_name()}; {len(some)} single pairs, {len(field.queries)} in a batch")
    answers = verdicts(field.terrain, field.queries)
    print(f"visible: {sum(answers) / len(answers):.1%}")
    for name, ask in (("points", loop.points), ("lattice", loop.lattice)):
        differ = sum(ask(q) is not a for q, a in zip(some, answers[::12], strict=True))
        each = _best(lambda ask=ask: [ask(q) for q in some]) / len(some)
        one = _best(lambda: [verdict(field.terrain, q) for q in some]) / len(some)
        batch = _best(lambda: verdicts(field.terrain, field.queries), 2) / len(field.queries)
        print(f"baseline trimesh {name}: {each * 1e3:.3f} ms a pair, {differ} verdicts differ")
        print(f"  one pair:  {one * 1e3:.3f} ms, {each / one:.2f} times as fast")
        print(f"  60 x 60:   {batch * 1e3:.3f} ms a pair, {each / batch:.2f} times as fast")
    shown = _best(lambda: [look(field.terrain, q) for q in some[:60]], 2) / 60
    print(f"full look with share and blockers: {shown * 1e3:.2f} ms a pair")


if __name__ == "__main__":
    main()
