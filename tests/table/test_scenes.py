"""The scenes that come with the program: they open, their claims hold, they are worth playing."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from sim.geometry.pose import Pose
from sim.table.assets import scene_root
from sim.table.claims import check_claims
from sim.table.facts import Facts
from sim.table.pieces import Stand
from sim.table.scene import open_scene
from tests.shared_files import shared_path

SCENES = sorted(scene_root().rglob("*.toml"))
TABLES = [path for path in SCENES if path.stem in ("mills", "ruined_town")]
MIDDLE = ("bridge", "crater")
HERE = Path(__file__).parent


def name(path: Path) -> str:
    return path.stem


def test_the_three_scenes_are_here():
    assert {path.stem for path in SCENES} >= {"mills", "ruined_town", "training_yard"}


@pytest.mark.parametrize("path", SCENES, ids=name)
def test_every_claim_about_sight_holds(path: Path):
    scene = open_scene(path)
    results = check_claims(scene, Facts(scene.table))
    assert [result.text() for result in results if result.holds is False] == []


def test_the_training_yard_has_the_published_cases():
    scene = open_scene(scene_root() / "dust_warfare" / "training_yard.toml")
    assert len(scene.file.claim) >= 16
    published = {
        "l02",
        "l04",
        "l08",
        "l12",
        "l14",
        "l18",
        "l20",
        "l21",
        "l23",
        "l24a",
        "k01",
        "k05",
    }
    lots = {piece.id.split("-")[0] for piece in scene.file.piece}
    assert published <= lots
    assert all(claim.why for claim in scene.file.claim)


def test_no_lot_of_the_yard_disturbs_another():
    scene = open_scene(scene_root() / "dust_warfare" / "training_yard.toml")
    facts = Facts(scene.table)
    minis = {mini.id: mini.stand for mini in scene.minis}
    for claim in scene.file.claim:
        a, b = minis[claim.viewer], minis[claim.target]
        touched = {each.piece for each in facts.areas_crossed(a.pose.at, b.pose.at)}
        touched |= {piece for piece, _ in facts.sight(a, b).blockers}
        touched |= set(facts.areas_touched(a)) | set(facts.areas_touched(b))
        assert len({piece.split("-")[0] for piece in touched}) <= 1, (claim.viewer, touched)


@pytest.mark.parametrize("path", TABLES, ids=name)
def test_both_long_edges_are_the_same_battlefield(path: Path):
    scene = open_scene(path)
    table = scene.table
    facts = Facts(table)
    model = next(iter(table.models))

    def turned(stand: Stand) -> Stand:
        x, y = stand.pose.at
        return Stand(stand.model, Pose(table.width - x, table.depth - y, 180.0))

    spots = [(7.0 + 11 * i, 4.5 + 7 * j) for i in range(5) for j in range(5)]
    stands = [Stand(model, Pose(x, y)) for x, y in spots]
    for a, b in zip(stands, stands[7:], strict=False):
        assert facts.sees(a, b) == facts.sees(turned(a), turned(b))
        ways = [
            facts.areas_crossed(p.pose.at, q.pose.at) for p, q in ((a, b), (turned(a), turned(b)))
        ]
        # The pieces in the very middle are not alike from both sides.
        lengths = [[w.length for w in way if w.piece not in MIDDLE] for way in ways]
        assert lengths[0] == pytest.approx(lengths[1], abs=1e-6)


@pytest.mark.parametrize("path", TABLES, ids=name)
def test_neither_an_empty_nor_a_crowded_table(path: Path):
    scene = open_scene(path)
    table = scene.table
    facts = Facts(table)
    model = next(iter(table.models))
    spots = [
        Stand(model, Pose(1.0 + 2 * i, 1.0 + 2 * j))
        for i in range(int(table.width // 2))
        for j in range(int(table.depth // 2))
    ]
    covered = sum(bool(facts.areas_touched(spot)) for spot in spots)
    assert 0.2 < covered / len(spots) < 0.6
    south = [s for s in spots if s.pose.y <= 8]
    north = [s for s in spots if s.pose.y >= table.depth - 8]
    lines = facts.sees_many([(a, b) for a in south[::13] for b in north[::13]])
    # Long lanes there are, but most of the other side's zone is out of sight.
    assert 0.02 < sum(lines) / len(lines) < 0.5


def test_soldiers_cross_the_river_of_the_mills_by_the_bridge_only():
    scene = open_scene(scene_root() / "dust_warfare" / "mills.toml")
    facts = Facts(scene.table)
    water = [each.id for each in scene.table.terrain.values() if each.id.startswith("river")]
    soldier = Stand("ranger", Pose(20, 24))
    way = facts.find_path(soldier, (40, 24), avoid=water)
    assert way == ((40, 24),)
    around = facts.find_path(Stand("ranger", Pose(26, 8)), (34, 8), avoid=water)
    assert around is not None
    crossing = facts.path(Stand("ranger", Pose(26, 8)), around, ())
    assert crossing.length > 35
    touched = {stretch.piece for stretch in crossing.touched}
    assert "bridge" in touched
    assert not touched & set(water)
    on_top = facts.support(30, 24, "ground")
    assert 1.3 < on_top < 1.7
    assert math.isclose(facts.support(30, 10, "ground"), 0.0)


def test_the_bunkers_wall_blocks_and_its_door_shows():
    mesh = shared_path("meshes/skirmishbunker/bunker_small_custom_door.stl")
    scene = open_scene(HERE / "scenes" / "bunker.toml", [mesh.parent])
    results = check_claims(scene, Facts(scene.table))
    assert [result.holds for result in results] == [True] * 4
    assert [result.found for result in results] == ["visible", "visible", "blocked", "blocked"]
    assert results[2].sight is not None
    assert results[2].sight.blockers[0][0] == "bunker"
