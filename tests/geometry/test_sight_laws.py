"""Laws of sight on random tables, and a second method that checks the first.

The second method projects all triangles onto the target's plane and lets polygon overlays decide:
no ray is cast. It holds where every occluder stands wholly between eye and target, so the random
tables of this file put theirs there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.geometry.mesh_data import Floats, MeshData
from sim.geometry.meshes import box_mesh, cylinder_mesh, merge, mirrored, transform
from sim.geometry.pose import Pose
from sim.geometry.rays import Blockers, SolidSet
from sim.geometry.sight import (
    Body,
    Query,
    Target,
    find_witness,
    look,
    make_body,
    verdict,
    verdicts,
)
from sim.geometry.sight.view_plane import ViewPlane
from sim.geometry.units import OPENING_IN

FIGURE = merge(
    [
        transform(box_mesh((-0.12, -0.22, 0.6), (0.12, 0.22, 1.15)), lift=0.0),
        transform(cylinder_mesh(0.12, 0.3, 1.15, sides=12)),
        transform(cylinder_mesh(0.09, 0.6, 0.0, sides=12), Pose(0.02, 0.14)),
        transform(cylinder_mesh(0.09, 0.6, 0.0, sides=12), Pose(-0.02, -0.14)),
        box_mesh((-0.2, 0.2, 0.85), (0.55, 0.24, 0.89), "weapon"),
    ]
)
BODY = make_body(FIGURE)
MIRRORED = make_body(mirrored(FIGURE))


@dataclass(frozen=True)
class Scene:
    """Boxes between an eye near the origin and a figure some twenty inches off."""

    boxes: tuple[tuple[MeshData, Pose], ...]
    eye: tuple[float, float, float]
    at: Pose

    def terrain(self, count: int | None = None) -> SolidSet:
        return SolidSet(
            {f"{i}": transform(box, pose) for i, (box, pose) in enumerate(self.boxes[:count])}
        )

    def query(self, body: Body = BODY) -> Query:
        return Query(self.eye, Target(body, self.at))


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    boxes = []
    for _ in range(draw(st.integers(1, 5))):
        width, depth = draw(st.floats(0.05, 1.6)), draw(st.floats(0.02, 1.0))
        low = draw(st.sampled_from([0.0, 0.0, 0.0, 0.9]))
        height = draw(st.floats(0.4, 2.2))
        pose = Pose(draw(st.floats(4, 17)), draw(st.floats(-0.9, 0.9)), draw(st.floats(0, 180)))
        boxes.append((box_mesh((-depth, -width, low), (depth, width, low + height)), pose))
    eye = (draw(st.floats(-1, 1)), draw(st.floats(-1, 1)), draw(st.floats(0.6, 2.0)))
    at = Pose(draw(st.floats(20, 24)), draw(st.floats(-0.6, 0.6)), draw(st.floats(0, 359)))
    return Scene(tuple(boxes), eye, at)


def _flat(view: ViewPlane, mesh: MeshData) -> shapely.Geometry:
    """Return the outline of a mesh on the plane, by polygons."""
    spots, depth = view.project(mesh.vertices[mesh.faces])
    assert (depth > 0.1).all()
    polygons = np.asarray(shapely.polygons(spots))
    return shapely.union_all(polygons[shapely.area(polygons) > 1e-14])


def by_polygons(scene: Scene) -> tuple[float, float]:
    """Return the free share of the outline, and how far inside an open direction it reaches.

    The second number is the greatest overlap of outline and open directions, as the radius by
    which the opening may still grow: above 0 means visible, below 0 blocked, by that margin.
    """
    query = scene.query()
    view = ViewPlane(np.array(query.eye), query.target, Blockers(SolidSet({})))
    outline = _flat(view, MeshData(query.target.corners.reshape(-1, 3), _faces(query.target)))
    shadows = [_flat(view, transform(box, pose)) for box, pose in scene.boxes]
    covered = shapely.union_all(shadows)
    free = shapely.difference(outline, covered)
    window = shapely.buffer(shapely.envelope(outline), 0.5)
    clear = shapely.difference(window, covered)
    radius = OPENING_IN / 2
    margins = (-4e-3, -2e-3, -1e-3, -5e-4, 5e-4, 1e-3, 2e-3, 4e-3)
    reached = -math.inf
    for margin in margins:
        middles = shapely.buffer(clear, -(radius + margin), quad_segs=64)
        opened = shapely.buffer(middles, radius + margin - abs(margin) / 2, quad_segs=64)
        if opened.intersects(shapely.buffer(outline, -margin / 2)):
            reached = margin
    return float(shapely.area(free) / shapely.area(outline)), reached


def _faces(target: Target) -> np.ndarray:
    return np.arange(3 * target.body.mesh.triangles, dtype=np.int32).reshape(-1, 3)


@settings(max_examples=150, deadline=None)
@given(scenes())
def test_verdict_and_share_agree_with_polygons(scene: Scene) -> None:
    share, margin = by_polygons(scene)
    sight = look(scene.terrain(), scene.query())
    if margin >= 1e-3:
        assert sight.visible
    elif margin <= -2e-3:
        assert not sight.visible
    if sight.visible and share > 0.02:
        assert abs(sight.share - share) <= sight.bound + 0.01
    assert verdict(scene.terrain(), scene.query()) is sight.visible


@settings(max_examples=120, deadline=None)
@given(scenes())
def test_the_quick_verdict_is_the_thorough_one(scene: Scene) -> None:
    terrain, query = scene.terrain(), scene.query()
    thorough = find_witness(terrain, query, shortcuts=False) is not None
    _, margin = by_polygons(scene)
    if abs(margin) > 5e-4:
        assert verdict(terrain, query) is thorough


def _moved(scene: Scene, by: Pose) -> Scene:
    def move(pose: Pose) -> Pose:
        return Pose(*by.to_table(pose.at), pose.facing + by.facing)

    boxes = tuple((box, move(pose)) for box, pose in scene.boxes)
    x, y = by.to_table((scene.eye[0], scene.eye[1]))
    return Scene(boxes, (x, y, scene.eye[2]), move(scene.at))


@settings(max_examples=80, deadline=None)
@given(scenes(), st.floats(-60, 60), st.floats(-60, 60), st.floats(0, 359))
def test_moving_and_turning_the_whole_table_changes_no_verdict(
    scene: Scene, x: float, y: float, turn: float
) -> None:
    if abs(by_polygons(scene)[1]) < 2e-3:
        return
    there = _moved(scene, Pose(x, y, turn))
    assert verdict(there.terrain(), there.query()) is verdict(scene.terrain(), scene.query())


@settings(max_examples=80, deadline=None)
@given(scenes())
def test_mirroring_the_whole_table_changes_no_verdict(scene: Scene) -> None:
    if abs(by_polygons(scene)[1]) < 2e-3:
        return
    boxes = tuple((box, Pose(p.x, -p.y, -p.facing)) for box, p in scene.boxes)
    at = Pose(scene.at.x, -scene.at.y, -scene.at.facing)
    other = Scene(boxes, (scene.eye[0], -scene.eye[1], scene.eye[2]), at)
    assert verdict(other.terrain(), other.query(MIRRORED)) is verdict(
        scene.terrain(), scene.query()
    )


@settings(max_examples=80, deadline=None)
@given(scenes())
def test_adding_terrain_never_reveals(scene: Scene) -> None:
    seen = [verdict(scene.terrain(count), scene.query()) for count in range(len(scene.boxes) + 1)]
    assert seen == sorted(seen, reverse=True)
    shares = [look(scene.terrain(count), scene.query()) for count in (0, len(scene.boxes))]
    assert shares[1].share <= shares[0].share + 1e-9


@settings(max_examples=80, deadline=None)
@given(scenes())
def test_a_sight_line_is_clear_from_both_ends_or_from_none(scene: Scene) -> None:
    blockers = Blockers(scene.terrain())
    a, b = np.array(scene.eye), np.array([scene.at.x, scene.at.y, 1.4])
    assert blockers.clear_line(a, b) is blockers.clear_line(b, a)


@settings(max_examples=15, deadline=None)
@given(st.lists(scenes(), min_size=2, max_size=8))
def test_a_batch_gives_the_verdicts_of_single_questions(many: list[Scene]) -> None:
    terrain = many[0].terrain()
    queries = [scene.query() for scene in many]
    assert verdicts(terrain, queries) == [verdict(terrain, query) for query in queries]
    assert verdicts(terrain, []) == []


@settings(max_examples=40, deadline=None)
@given(scenes())
def test_the_witness_is_a_free_line_to_the_target(scene: Scene) -> None:
    terrain, query = scene.terrain(), scene.query()
    sight = look(terrain, query)
    if sight.witness is None:
        return
    eye, end = (np.array(point) for point in sight.witness)
    assert not terrain.occluded(eye, end[None])[0]
    assert _distance_to(query.target, end) < 1e-4


def _distance_to(target: Target, point: Floats) -> float:
    import trimesh

    mesh = trimesh.Trimesh(target.corners.reshape(-1, 3), _faces(target), process=False)
    return float(trimesh.proximity.closest_point_naive(mesh, point[None])[1][0])


@settings(max_examples=25, deadline=None)
@given(scenes())
def test_the_built_in_engine_gives_the_same_verdicts(scene: Scene) -> None:
    meshes = {f"{i}": transform(box, pose) for i, (box, pose) in enumerate(scene.boxes)}
    plain = SolidSet(meshes, engine="numpy")
    if abs(by_polygons(scene)[1]) > 5e-4:
        assert verdict(plain, scene.query()) is verdict(scene.terrain(), scene.query())


@pytest.mark.parametrize("seed", range(6))
def test_shares_agree_with_a_fine_lattice_of_rays(seed: int) -> None:
    # Boxes anywhere, also beside and behind the target: here only rays can tell.
    rng = np.random.default_rng(seed)
    boxes = {
        f"{i}": transform(
            box_mesh((-0.3, -0.8, 0), (0.3, 0.8, float(rng.uniform(0.3, 2)))),
            Pose(
                float(rng.uniform(2, 22)), float(rng.uniform(-1.5, 1.5)), float(rng.uniform(0, 180))
            ),
        )
        for i in range(6)
    }
    terrain, query = SolidSet(boxes), Query((0.0, 0.0, 1.7), Target(BODY, Pose(21, 0.2, 40.0)))
    view = ViewPlane(np.array(query.eye), query.target, Blockers(terrain))
    low, high = view.window(0.0)
    xs = np.arange(low[0], high[0], 0.002) + 0.0007
    ys = np.arange(low[1], high[1], 0.002) + 0.0003
    spots = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    surface = view.hits(spots)
    surface = surface[~np.isnan(surface[:, 0])]
    free = float((~terrain.occluded(view.eye, surface)).mean())
    sight = look(terrain, query)
    assert abs(sight.share - free) <= sight.bound + 0.005
