"""The proof by polygons: on scenes whose answer is known, and against the rays on random ones."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely

from sim.geometry.mesh_data import MeshData
from sim.geometry.meshes import box_mesh, cylinder_mesh, merge, transform
from sim.geometry.pose import Pose
from sim.geometry.proof import prove
from sim.geometry.proof.silhouette import shadow_of
from sim.geometry.rays import Placed, SolidSet
from sim.geometry.sight import Query, verdict
from sim.geometry.sight.bodies import Target, make_body
from sim.geometry.units import OPENING_IN

#: A box of exact size: its outline from straight ahead is a rectangle, nearly.
PLATE = make_body(box_mesh((0.0, -0.5, 0.0), (0.01, 0.5, 2.0), "figure"))
AHEAD = Query((0.0, 0.0, 1.0), Target(PLATE, Pose(20, 0)))
FRONT = 20.0
#: The plane goes through the plate's middle; what is measured on its front is that much larger.
SCALE = 20.005 / FRONT
THIN = 1e-8


def fence(gap: float, half: float = 0.25) -> SolidSet:
    """Boards at x = 10 with a vertical gap of `gap` as measured on the target's plane."""
    near = half - gap * 10.0 / 20.005
    return SolidSet(
        {
            "left": box_mesh((10.0, half, -1.0), (10.0 + THIN, 9.0, 9.0)),
            "right": box_mesh((10.0, -9.0, -1.0), (10.0 + THIN, near, 9.0)),
        }
    )


def test_a_plate_in_the_open_is_seen_whole() -> None:
    proof = prove(SolidSet({}), AHEAD)
    assert proof.visible
    assert proof.share == pytest.approx(1.0, abs=1e-9)
    assert proof.opening_in == pytest.approx(1.0 * SCALE, abs=1e-3)
    assert proof.witness is not None
    assert proof.witness[0] == pytest.approx(FRONT)
    assert shapely.Polygon(proof.outline[0]).area == pytest.approx(2 * SCALE**2, rel=1e-6)


@pytest.mark.parametrize(("edge", "share"), [(0.25, 0.0), (0.0, 0.5), (-0.125, 0.75), (0.1, 0.3)])
def test_the_share_is_exact(edge: float, share: float) -> None:
    # The shadow of an edge at y on a thin wall at x = 10 falls at 2 y on the plate's front.
    wall = SolidSet({"wall": box_mesh((10.0, -9.0, -1.0), (10.0001, edge, 9.0))})
    proof = prove(wall, AHEAD)
    assert proof.share == pytest.approx(share, abs=2e-4)
    assert proof.visible is (share > 0)
    assert sum(shapely.Polygon(ring).area for ring in proof.seen) == pytest.approx(
        share * 2 * SCALE**2, abs=1e-3
    )


@pytest.mark.parametrize("off", [0.02, 0.005, 0.0005])
@pytest.mark.parametrize("sign", [-1, 1])
def test_gaps_narrower_than_the_disc_are_closed_to_a_hundred_thousandth(
    off: float, sign: int
) -> None:
    gap = OPENING_IN * (1 + sign * off)
    proof = prove(fence(gap), AHEAD)
    assert proof.visible is (sign > 0)
    assert proof.bare_share == pytest.approx(gap, rel=0.001)
    assert proof.share == (pytest.approx(proof.bare_share, abs=2e-4) if sign > 0 else 0.0)


def test_a_limb_past_one_edge_is_seen_however_little_shows() -> None:
    for past in (1e-5, -1e-5):
        side = 0.5 * (10.0 / FRONT) - past
        wall = SolidSet({"wall": box_mesh((10.0, -9.0, -1.0), (10.0000001, side, 9.0))})
        assert prove(wall, AHEAD).visible is (past > 0)


def test_a_wall_behind_the_target_takes_nothing() -> None:
    wall = SolidSet({"wall": box_mesh((20.02, -9.0, -1.0), (21.0, 9.0, 9.0))})
    proof = prove(wall, AHEAD)
    assert (proof.visible, proof.share) == (True, pytest.approx(1.0, abs=1e-9))


def test_a_gun_through_a_wall_is_seen_and_the_hull_behind_it_is_not() -> None:
    hull = box_mesh((-2, -2, 0), (2, 2, 2), "hull")
    gun = box_mesh((-8, -0.1, 0.7), (-2, 0.1, 0.9), "barrel")
    short = box_mesh((-4.5, -0.1, 0.7), (-2, 0.1, 0.9), "barrel")
    wall = SolidSet({"wall": box_mesh((15, -9, -1), (15.2, 9, 6))})
    for parts, seen in (([hull, gun], True), ([hull, short], False)):
        proof = prove(wall, Query((0.0, 0.0, 0.8), Target(make_body(merge(parts)), Pose(20, 0))))
        assert proof.visible is seen
        if seen:
            assert proof.witness is not None
            assert proof.witness[0] == pytest.approx(12.0, abs=1e-6)
            assert 0.001 < proof.share < 0.02


def test_a_wall_that_leans_through_the_target_hides_what_is_behind_it() -> None:
    # Two plates cross like an X seen from above: half of the far wing is behind the wall.
    wall = transform(box_mesh((-9, -0.001, -1), (9, 0.001, 9)), Pose(20, 0, 60))
    plate = make_body(box_mesh((-0.001, -0.5, 0.0), (0.001, 0.5, 2.0)))
    proof = prove(SolidSet({"wall": wall}), Query((0.0, 0.0, 1.0), Target(plate, Pose(20, 0))))
    assert proof.visible
    assert proof.share == pytest.approx(0.5, abs=0.01)
    assert proof.witness is not None
    assert proof.witness[1] > 0, "there the wall stands behind the plate"


def test_hulls_hide_as_terrain_does() -> None:
    box = box_mesh((-0.5, -2.0, 0.0), (0.5, 2.0, 1.0), "hull")
    as_terrain = prove(SolidSet({"hull": transform(box, Pose(10, 0.3, 25))}), AHEAD)
    hull = Placed("hull", SolidSet({"hull": box}), Pose(10, 0.3, 25), 0.0)
    as_hull = prove(SolidSet({}), Query(AHEAD.eye, AHEAD.target, (hull,)))
    assert as_hull.share == pytest.approx(as_terrain.share, abs=1e-9)
    assert 0.3 < as_hull.share < 0.7


def test_a_finely_cut_rock_gives_the_proof_of_the_coarse_one() -> None:
    import trimesh

    wall = trimesh.creation.box(bounds=[[10, -0.2, -1], [10.3, 0.3, 9]])
    coarse = MeshData(np.asarray(wall.vertices, float), np.asarray(wall.faces, np.int32))
    points, faces = coarse.vertices, coarse.faces
    for _ in range(5):
        points, faces = trimesh.remesh.subdivide(points, faces)[:2]
    fine = MeshData(np.asarray(points, float), np.asarray(faces, np.int32))
    shares = [prove(SolidSet({"rock": mesh}), AHEAD).share for mesh in (coarse, fine)]
    assert shares[1] == pytest.approx(shares[0], abs=1e-7)


@pytest.mark.parametrize("turn", [0.0, 90.0, 211.7])
def test_turning_the_table_changes_no_proof(turn: float) -> None:
    pose = Pose(31.0, -17.0, turn)
    wall = box_mesh((10.0, -9.0, -1.0), (10.5, 0.1, 1.2))
    eye = pose.to_table((0.0, 0.0))
    query = Query((*eye, 1.0), Target(PLATE, Pose(*pose.to_table((20.0, 0.0)), turn)))
    here = prove(SolidSet({"wall": wall}), AHEAD)
    there = prove(SolidSet({"wall": transform(wall, pose)}), query)
    assert there.visible is here.visible
    assert there.share == pytest.approx(here.share, abs=1e-6)


def test_an_eye_beside_a_long_hull_looks_past_its_own_shoulder() -> None:
    hull = make_body(box_mesh((-4, -2.5, 0), (4, 2.5, 6), "hull"))
    eye = (-2.0, 3.2, 1.6)
    post = SolidSet({"post": box_mesh((-2.1, 2.6, 0), (-1.9, 2.8, 3))})
    walled = SolidSet({"wall": box_mesh((-40, 2.6, -1), (40, 2.7, 40))})
    assert prove(post, Query(eye, Target(hull, Pose(0, 0)))).visible is True
    assert prove(walled, Query(eye, Target(hull, Pose(0, 0)))).visible is False


@pytest.mark.parametrize("seed", range(12))
def test_verdict_and_proof_agree_on_walls_round_the_target(seed: int) -> None:
    rng = np.random.default_rng(seed)
    body = make_body(cylinder_mesh(0.4, 1.6, sides=32))
    boxes = {
        f"{i}": transform(
            box_mesh((-0.15, -rng.uniform(0.2, 2), 0), (0.15, rng.uniform(0.2, 2), 2.5)),
            Pose(rng.uniform(2, 20.3), rng.uniform(-1.2, 1.2), rng.uniform(0, 180)),
        )
        for i in range(4)
    }
    terrain = SolidSet(boxes)
    for _ in range(4):
        angle = rng.uniform(-0.03, 0.03)
        eye = (20 - 20 * math.cos(angle), 20 * math.sin(angle), rng.uniform(0.6, 2.6))
        query = Query(eye, Target(body, Pose(20, 0, rng.uniform(0, 360))))
        assert prove(terrain, query).visible is verdict(terrain, query), (seed, eye)


@pytest.mark.parametrize("seed", range(8))
def test_the_silhouette_s_union_is_that_of_all_triangles(seed: int) -> None:
    import trimesh

    rng = np.random.default_rng(seed)
    c, s = math.cos(seed), math.sin(seed)
    turn = np.array([[c, s], [-s, c]])
    ball = trimesh.creation.icosphere(subdivisions=2 + seed % 2, radius=1.0)
    points = np.asarray(ball.vertices) * (1 + rng.uniform(0, 0.4, (len(ball.vertices), 1)))
    kept = rng.uniform(size=len(ball.faces)) < (1.0 if seed % 3 else 0.8)
    spots = points[np.asarray(ball.faces)[kept]][..., :2]
    soup = rng.uniform(-2, 2, (50, 1, 2)) + rng.uniform(-0.3, 0.3, (50, 3, 2))
    # Edges that lie along each other without sharing their ends.
    flush = (np.arange(30)[:, None, None] * 0.1 + [[0.0, 3.0], [0.07, 3.0], [0.0, 3.1]]) @ turn
    flush = np.concatenate([flush, (flush @ turn.T + [0.031, 0.0]) @ turn])
    spots = np.concatenate([spots, spots[:60] + 0.7, soup, spots[:20, ::-1], flush])
    one_by_one = shapely.union_all(np.asarray(shapely.polygons(spots)))
    by_edges = shadow_of(np.asarray(spots, dtype=np.float64))
    assert shapely.area(by_edges) == pytest.approx(shapely.area(one_by_one), abs=1e-7)
    assert shapely.area(shapely.symmetric_difference(by_edges, one_by_one)) < 1e-7
