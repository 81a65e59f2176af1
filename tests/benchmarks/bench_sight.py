"""Sight against others and against itself: every ratio that was promised, in one run.

Run as a script. First rays: our batches against the bare ray engine, trimesh with that engine, and
trimesh's own tree search (where ``rtree`` is installed). Then all pairs of sixty by sixty figures
on a hundred thousand and on a million triangles, and the mean time of pairs that only the full
search settles. Last, two baselines, each a plain loop over pairs through trimesh's wrapper of the
same ray engine: *points* casts at 130 surface points (what most programs do; it misses slivers),
and *lattice* casts the lattice that the sure answer needs. Times are processor time, medians of
five, so that a busy machine tells the same story; all pairs on two threads are told by the clock.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import trimesh
from trimesh.ray.ray_pyembree import RayMeshIntersector
from trimesh.ray.ray_triangle import RayMeshIntersector as TreeIntersector

from sim.geometry.mesh_data import MeshData
from sim.geometry.meshes import Surface, box_mesh, cylinder_mesh, merge, transform
from sim.geometry.pose import Pose
from sim.geometry.rays import Blockers, SolidSet, engine_name
from sim.geometry.sight import Query, look, verdict, verdicts
from sim.geometry.sight.bodies import Body, Target, make_body
from sim.geometry.sight.openings import find_openings
from sim.geometry.sight.settle import settle, view_of
from sim.geometry.sight.view_plane import ViewPlane
from sim.table.scene import open_scene

ROOT = Path(__file__).resolve().parents[2]
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


def make_terrain(seed: int = 1, finer: int = 0) -> dict[str, MeshData]:
    """Return forty pieces of about 100,000 triangles in all; a million when one step finer."""
    rng = np.random.default_rng(seed)
    pieces: dict[str, MeshData] = {}
    for i in range(40):
        cuts = 2 + i % 4 // 2 * (i % 12 == 3) if i % 2 else 4 - (i % 4 == 0)
        mesh = _ruin(rng, cuts + finer) if i % 2 else _rock(rng, cuts + 2 * finer)
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


def make_field(count: int = 60, finer: int = 0) -> Field:
    """Return the scene of the benchmark; the same numbers every time."""
    return field_on(make_terrain(finer=finer), WIDTH, DEPTH, count)


def make_town(count: int = 60) -> Field:
    """Return the ruined town with figures where they can stand."""
    table = open_scene(ROOT / "scenes" / "dust_warfare" / "ruined_town.toml").table
    pieces = {each.id: each.body for each in table.terrain.values()}
    return field_on(pieces, table.width, table.depth, count)


def field_on(pieces: Mapping[str, MeshData], width: float, depth: float, count: int) -> Field:
    """Return as many eyes and targets on some terrain, at random places that are flat enough."""
    surface, body = Surface(pieces), make_body(make_figure())
    rng = np.random.default_rng(2)
    spots: list[tuple[float, float, float]] = []
    while len(spots) < 2 * count:
        x, y = rng.uniform(1, width - 1), rng.uniform(1, depth - 1)
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


def _medians(
    works: Mapping[str, Callable[[], object]], *, by_the_clock: bool = False
) -> list[float]:
    """Return the median of five times of each work, taken in turn."""
    clock = time.perf_counter if by_the_clock else time.process_time
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(5):
        for name, work in works.items():
            start = clock()
            work()
            times[name].append(clock() - start)
    return [float(np.median(each)) for each in times.values()]


def _segments(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return random sight lines across the table."""
    rng = np.random.default_rng(3)
    low, high = (1.0, 1.0, 0.3), (WIDTH - 1, DEPTH - 1, 3.0)
    return rng.uniform(low, high, (count, 3)), rng.uniform(low, high, (count, 3))


def tell_batches(field: Field) -> None:
    """Print our rate of rays as a share of the bare engine's."""
    terrain = field.terrain
    terrain.build()
    scene = getattr(terrain, "_caster")._scene  # noqa: B009
    for count, again in ((1_000, 60), (10_000, 10), (100_000, 2)):
        _tell_batch(terrain, scene, count, again)


def _tell_batch(terrain: SolidSet, scene: Any, count: int, again: int) -> None:
    a, b = _segments(count)
    rays = terrain.prepare(a, b)
    origins, ways, shares = rays.origins, rays.ways, rays.shares

    def often(work: Callable[[], object]) -> Callable[[], object]:
        return lambda: [work() for _ in range(again)]

    bare, ready, points = _medians(
        {
            "bare": often(lambda: scene.run(origins, ways, dists=shares, query="OCCLUDED")),
            "ready": often(lambda: terrain.occluded_rays(rays)),
            "points": often(lambda: terrain.occluded(a, b)),
        }
    )
    print(
        f"any hit, {count} rays: bare engine {count * again / bare / 1e6:.2f} M/s, "
        f"ours {bare / ready:.1%} of it made ready, {bare / points:.1%} from points"
    )


def tell_trimesh(field: Field) -> None:
    """Print our rate of rays as a multiple of trimesh's, with and without the ray engine."""
    mesh = trimesh.Trimesh(field.whole.vertices, field.whole.faces, process=False)
    count = 10_000
    a, b = _segments(count)
    unit = (b - a) / np.linalg.norm(b - a, axis=1)[:, None]
    rays, fast = field.terrain.prepare(a, b), RayMeshIntersector(mesh)

    def segments() -> np.ndarray:
        """The wrapper has no segments: the first hit of an endless ray, and how far it is."""
        blocked = np.zeros(count, dtype=bool)
        at, ray, _ = fast.intersects_location(a, unit, multiple_hits=False)
        near, long = np.linalg.norm(at - a[ray], axis=1), np.linalg.norm(b[ray] - a[ray], axis=1)
        blocked[ray] = near < long - 2e-4
        return blocked

    ready, points, theirs, same = _medians(
        {
            "ready": lambda: [field.terrain.occluded_rays(rays) for _ in range(10)],
            "points": lambda: [field.terrain.occluded(a, b) for _ in range(10)],
            "theirs": lambda: [fast.intersects_any(a, unit) for _ in range(10)],
            "same": lambda: [segments() for _ in range(10)],
        }
    )
    print(
        f"any hit, {count} rays: {theirs / points:.2f} times trimesh with the ray engine, "
        f"{theirs / ready:.2f} times made ready (it casts endless rays there); "
        f"{same / points:.2f} times for the same question, is the segment blocked"
    )
    try:
        slow = TreeIntersector(mesh)
        (each,) = _medians({"tree": lambda: slow.intersects_any(a[:200], unit[:200])})
    except ImportError:
        print("trimesh's tree search: not measured, rtree is not installed")
        return
    times = each / 200 / (points / 10 / count)
    print(f"any hit: {times:.0f} times trimesh's tree search a ray (200 rays of it)")


def tell_all_pairs(fields: dict[str, Field]) -> None:
    """Print the times of all pairs, by the clock, and what a million triangles cost."""
    times = {}
    for name, field in fields.items():
        settle(field.terrain, field.queries[:100])
        for sure in (False, True):
            work = {"all": lambda f=field, s=sure: settle(f.terrain, f.queries, 2, sure=s)}
            (times[name, sure],) = _medians(work, by_the_clock=True)
            stage = "with refinement" if sure else "before refinement"
            print(
                f"all pairs 60 x 60 on {field.terrain.triangles} triangles, two threads, "
                f"{stage}: {times[name, sure]:.2f} s"
            )
    for sure in (False, True):
        million, hundred = times["million", sure], times["hundred thousand", sure]
        print(f"  a million costs {million / hundred:.2f} times a hundred thousand ({sure=})")


def tell_blocked(name: str, terrain: SolidSet, queries: list[Query], count: int = 2000) -> None:
    """Print the mean time of pairs that only the full search settles as blocked."""
    quick = settle(terrain, queries, sure=False)
    left = [query for query, point in zip(queries, quick, strict=True) if point is None]
    views = [view_of(terrain, query) for query in left]
    blocked = [view for view, it in zip(views, find_openings(views), strict=True) if it is None][
        :count
    ]
    together, alone = _medians(
        {
            "together": lambda: find_openings(blocked),
            "alone": lambda: [find_openings([view]) for view in blocked[::10]],
        }
    )
    each, one = together / len(blocked), alone / len(blocked[::10])
    print(
        f"refined verdict in {name}, {len(blocked)} blocked pairs: mean {each * 1e3:.2f} ms "
        f"in a batch, {one * 1e3:.2f} ms alone"
    )


def tell_loops(field: Field) -> None:
    """Print the times of the two loops over pairs and of a full look."""
    loop, some = TrimeshLoop(field), field.queries[::12]
    print(f"{len(some)} single pairs, {len(field.queries)} in a batch")
    answers = verdicts(field.terrain, field.queries)
    print(f"visible: {sum(answers) / len(answers):.1%}")
    for name, ask in (("points", loop.points), ("lattice", loop.lattice)):
        differ = sum(ask(q) is not a for q, a in zip(some, answers[::12], strict=True))
        each, one, batch = _medians(
            {
                "each": lambda ask=ask: [ask(q) for q in some],
                "one": lambda: [verdict(field.terrain, q) for q in some],
                "batch": lambda: verdicts(field.terrain, field.queries, 1),
            }
        )
        each, one, batch = each / len(some), one / len(some), batch / len(field.queries)
        print(f"baseline trimesh {name}: {each * 1e3:.3f} ms a pair, {differ} verdicts differ")
        print(f"  one pair:  {one * 1e3:.3f} ms, {each / one:.2f} times as fast")
        print(f"  60 x 60:   {batch * 1e3:.3f} ms a pair, {each / batch:.2f} times as fast")
    (shown,) = _medians({"look": lambda: [look(field.terrain, q) for q in some[:40]]})
    print(f"full look with share and blockers: {shown / 40 * 1e3:.2f} ms a pair")


def main() -> None:
    """Print the times and their ratios to the baselines."""
    field = make_field()
    print(
        f"{field.terrain.triangles} terrain triangles, {field.body.mesh.triangles} a figure, "
        f"engine {engine_name()}"
    )
    tell_batches(field)
    tell_trimesh(field)
    tell_all_pairs({"hundred thousand": field, "million": make_field(finer=1)})
    for name, each in (("the synthetic scene", field), ("the ruined town", make_town())):
        tell_blocked(name, each.terrain, each.queries)
    tell_loops(field)


if __name__ == "__main__":
    main()
