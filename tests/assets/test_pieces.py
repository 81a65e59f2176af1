"""Every piece of the kit: piece file and model agree with each other and with the brief."""

from __future__ import annotations

import numpy as np
import pytest

from sim.table.kit import read_kit_piece
from tests.assets.kit_files import MODELS, NAMES, entry, parts, whole
from tools.kit.catalogue import PIECES

#: What scenes, forces and other tests call by name.
PROMISED = """
    ruin_small ruin_corner ruin_large house mill wall_6 wall_corner fence_6 hedge_6 hill_round
    hill_long hill_steep woods_3 woods_5 tree crater_small crater_large wire_6 tank_traps bridge
    river_straight_12 river_bend rock_ledges rubble crates wreck soldier_rifle soldier_kneeling
    soldier_running soldier_mg soldier_bazooka soldier_leader soldier_sniper soldier_crew hero
    walker_light_2leg walker_light_4leg walker_medium_2leg walker_medium_4leg walker_heavy_2leg
    walker_heavy_4leg tank truck
"""
COMMON = {"format", "id", "shows", "role", "model", "unit", "up", "provenance"}
TERRAIN_KEYS = COMMON | {"kind", "line", "carries", "area", "blocks"}
FIGURE_KEYS = COMMON | {"base", "height_in", "eye_height_in", "seen_parts"}


def test_the_kit_holds_every_promised_piece():
    assert set(PROMISED.split()) <= set(NAMES)


def test_every_file_among_the_models_has_a_maker_and_the_other_way_round():
    assert {path.name for path in MODELS.iterdir()} == {
        f"{name}{ending}" for name in PIECES for ending in (".toml", ".glb")
    }


@pytest.mark.parametrize("name", NAMES)
def test_a_piece_file_holds_the_keys_of_its_role(name: str):
    keys = set(entry(name))
    if entry(name)["role"] == "terrain":
        assert keys - {"floor"} == TERRAIN_KEYS
    else:
        assert keys - {"deck_in", "gun_in", "sensor_in"} == FIGURE_KEYS
    assert entry(name)["format"] == "hulldown-piece/1"
    assert entry(name)["id"] == name
    assert entry(name)["provenance"] == "house"


@pytest.mark.parametrize("name", NAMES)
def test_the_product_reads_the_piece_and_finds_the_same_mesh(name: str):
    piece = read_kit_piece(MODELS / f"{name}.toml")
    assert [part.name for part in piece.body.parts] == list(parts(name))
    assert piece.body.triangles == sum(len(mesh.f) for mesh in parts(name).values())
    low, high = piece.body.bounds
    assert low == pytest.approx(whole(name).min(axis=0), abs=1e-4)
    assert high == pytest.approx(whole(name).max(axis=0), abs=1e-4)


@pytest.mark.parametrize("name", NAMES)
def test_every_part_is_a_closed_solid_of_finite_numbers(name: str):
    for part, mesh in parts(name).items():
        assert np.isfinite(mesh.v).all(), part
        edges = mesh.welded[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2)
        assert (edges[:, 0] != edges[:, 1]).all(), f"{part} has faces without area"
        ahead = {(int(a), int(b)) for a, b in edges}
        open_edges = [pair for pair in ahead if pair[::-1] not in ahead]
        assert not open_edges, f"{part} is open at {len(open_edges)} edges"


@pytest.mark.parametrize("name", NAMES)
def test_faces_look_outwards(name: str):
    for part, mesh in parts(name).items():
        a, b, c = (mesh.v[mesh.f[:, i]] for i in range(3))
        volume = float((np.cross(a, b) * c).sum()) / 6
        assert volume > 0, part


@pytest.mark.parametrize("name", NAMES)
def test_the_piece_stands_on_the_table(name: str):
    low = float(whole(name)[:, 2].min())
    assert 0.0 <= low <= 0.02


@pytest.mark.parametrize("name", NAMES)
def test_the_origin_lies_in_the_footprint(name: str):
    v = whole(name)
    assert (v.min(axis=0)[:2] < 0).all()
    assert (v.max(axis=0)[:2] > 0).all()


@pytest.mark.parametrize("name", NAMES)
def test_a_piece_stays_within_its_budget_of_triangles(name: str):
    count = {part: len(mesh.f) for part, mesh in parts(name).items()}
    if entry(name)["role"] == "terrain":
        assert sum(count.values()) <= 30_000
    else:
        soldier = "figure" in count
        assert sum(n for part, n in count.items() if part != "base") <= (
            7500 if soldier else 12_000
        )
        assert count.get("base", 0) <= 2000


def test_all_models_and_textures_together_are_small_enough_to_ship():
    files = [path for path in MODELS.parent.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < 15_000_000
