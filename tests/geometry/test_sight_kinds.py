"""The kinds behind the cases as laws: seams, sheets, doors, floors, tables turned and far off."""

from __future__ import annotations

import numpy as np
import pytest

from sim.geometry.mesh_data import MeshData
from sim.geometry.meshes import box_mesh, mirrored, transform
from sim.geometry.pose import Pose
from sim.geometry.proof import prove
from sim.geometry.rays import Blockers, SolidSet
from sim.geometry.sight import Query, Target, make_body, verdict
from tests.geometry.test_sight_laws import BODY, FIGURE

Pieces = dict[str, MeshData]


def table(seed: int) -> tuple[Pieces, Query]:
    """Return boxes before, beside and among a figure, and a question across them."""
    rng = np.random.default_rng(seed)
    pieces: Pieces = {}
    for i in range(7):
        w, d, h = rng.uniform(0.05, 0.8), rng.uniform(0.02, 0.4), rng.uniform(0.3, 2.0)
        at = Pose(
            float(rng.uniform(6, 20.8)), float(rng.uniform(-0.8, 0.8)), float(rng.uniform(0, 180))
        )
        pieces[f"{i}"] = transform(box_mesh((-d, -w, 0), (d, w, h)), at)
    eye = (float(rng.uniform(-1, 1)), float(rng.uniform(-1, 1)), float(rng.uniform(0.6, 2.0)))
    return pieces, Query(eye, Target(BODY, Pose(20, 0, float(rng.uniform(0, 360)))))


def moved(pieces: Pieces, query: Query, by: Pose) -> tuple[Pieces, Query]:
    x, y = by.to_table((query.eye[0], query.eye[1]))
    pose = query.target.pose
    there = Pose(*by.to_table(pose.at), pose.facing + by.facing)
    eye = (x, y, query.eye[2])
    moved_pieces = {name: transform(mesh, by) for name, mesh in pieces.items()}
    return moved_pieces, Query(eye, Target(query.target.body, there))


def test_the_seeded_tables_hold_seen_and_hidden_figures() -> None:
    seen = [verdict(SolidSet(pieces), query) for pieces, query in map(table, range(24))]
    assert 5 <= sum(seen) <= 19


@pytest.mark.parametrize("seed", range(24))
def test_the_verdict_is_the_proof_s_also_where_terrain_stands_among_the_parts(seed: int) -> None:
    pieces, query = table(seed)
    terrain = SolidSet(pieces)
    proof = prove(terrain, query)
    if abs(proof.bare_opening_in - 0.0236) > 3e-4:
        assert verdict(terrain, query) is proof.visible


@pytest.mark.parametrize("by", [Pose(1e4, -1e4, 37.0), Pose(1e6, 1e6, 0.0), Pose(3, 4, 211.3)])
def test_a_table_far_off_or_turned_gives_the_same_verdicts(by: Pose) -> None:
    for seed in range(24):
        pieces, query = table(seed)
        there, asked = moved(pieces, query, by)
        assert verdict(SolidSet(there), asked) is verdict(SolidSet(pieces), query), seed


def test_a_mirrored_table_gives_the_same_verdicts() -> None:
    body = make_body(mirrored(FIGURE))
    for seed in range(24):
        pieces, query = table(seed)
        other = {name: mirrored(mesh) for name, mesh in pieces.items()}
        x, y, z = query.eye
        pose = query.target.pose
        asked = Query((x, -y, z), Target(body, Pose(pose.x, -pose.y, -pose.facing)))
        assert verdict(SolidSet(other), asked) is verdict(SolidSet(pieces), query), seed


@pytest.mark.parametrize("turn", [0.0, 13.7, 45.0, 90.0])
@pytest.mark.parametrize(("gap", "seen"), [(0.0, False), (0.005, False), (0.05, True)])
def test_a_seam_between_touching_pieces_shows_nothing(gap: float, seen: bool, turn: float) -> None:
    halves = {
        "left": box_mesh((10, gap / 2, 0), (10.2, 9, 4)),
        "right": box_mesh((10, -9, 0), (10.2, -gap / 2, 4)),
    }
    query = Query((0.0, 0.0, 0.8), Target(BODY, Pose(20, 0)))
    there, asked = moved(halves, query, Pose(5, 7, turn))
    assert verdict(SolidSet(there), asked) is seen


@pytest.mark.parametrize("turn", [0.0, 30.0, 123.4])
def test_a_sheet_seen_end_on_hides_nobody_and_seen_flat_hides_him(turn: float) -> None:
    corners = np.array([[5, 0, 0], [9, 0, 0], [9, 0, 4], [5, 0, 4]], dtype=float)
    sheet = MeshData(corners, np.array([[0, 1, 2], [0, 2, 3]], np.int32))
    query = Query((0.0, 0.0, 1.2), Target(BODY, Pose(20, 0)))
    there, asked = moved({"sheet": sheet}, query, Pose(2, 3, turn))
    assert verdict(SolidSet(there), asked) is True
    flat = transform(sheet, Pose(10, -7, 90.0))
    there, asked = moved({"sheet": flat}, query, Pose(2, 3, turn))
    assert verdict(SolidSet(there), asked) is False


@pytest.mark.parametrize(("beside", "seen"), [(0.0, True), (0.5, True), (3.0, False)])
def test_a_door_shows_who_stands_behind_it_and_not_who_stands_beside(
    beside: float, seen: bool
) -> None:
    walls = {
        "left": box_mesh((10, 0.5, 0), (10.2, 9, 3)),
        "right": box_mesh((10, -9, 0), (10.2, -0.5, 3)),
        "lintel": box_mesh((10, -0.5, 2), (10.2, 0.5, 3)),
    }
    assert verdict(SolidSet(walls), Query((0.0, 0.0, 1.2), Target(BODY, Pose(14, beside)))) is seen
    shut = SolidSet({"door": box_mesh((10, -0.5, 0), (10.2, 0.5, 2)), **walls})
    assert verdict(shut, Query((0.0, 0.0, 1.2), Target(BODY, Pose(14, beside)))) is False


@pytest.mark.parametrize(
    ("eye_z", "target_z", "seen"),
    [(1.4, 0, True), (1.4, 3, False), (4.4, 3, True), (4.4, 0, False)],
)
def test_a_floor_parts_those_above_from_those_below(
    eye_z: float, target_z: float, seen: bool
) -> None:
    floor = SolidSet({"floor": box_mesh((-20, -20, 2.9), (40, 20, 3.0))})
    query = Query((0.0, 0.0, eye_z), Target(BODY, Pose(8, 1), float(target_z)))
    assert verdict(floor, query) is seen


@pytest.mark.parametrize("seed", range(10))
def test_two_eyes_see_each_other_or_neither_does(seed: int) -> None:
    pieces, _ = table(seed)
    blockers = Blockers(SolidSet(pieces))
    rng = np.random.default_rng(seed)
    for _ in range(20):
        a = rng.uniform((-1, -1, 0.1), (4, 1, 1.5))
        b = rng.uniform((20, -1, 0.1), (24, 1, 1.5))
        assert blockers.clear_line(a, b) is blockers.clear_line(b, a)
