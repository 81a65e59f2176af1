"""Typed positions and names."""

from __future__ import annotations

import math

import pytest

from sim.cli.text.names import Surroundings, meant
from sim.cli.text.typed import typed_way
from sim.errors import UsageError
from sim.geometry.measure import completely_inside, gap_to_area
from sim.geometry.pose import Pose
from sim.table.pieces import Stand
from tests.cli.text.talking import around, match_on

MINI = "rangers/1"
#: Where rangers/1 stands in the scene.
START = Pose(11.0, 6.0, 90.0)


@pytest.fixture(scope="module")
def table(across) -> Surroundings:
    return around(across, match_on(across))


def end(table: Surroundings, words: str, start: Pose = START) -> Pose:
    return typed_way(table, MINI, start, words)[-1]


@pytest.mark.parametrize(
    ("words", "x", "y", "facing"),
    [
        ("forward 4", 11, 10, 90),
        ("back 2.5", 11, 3.5, 90),
        ("left 1", 10, 6, 90),
        ("right 1", 12, 6, 90),
        ("north 2", 11, 8, 90),
        ("south 2", 11, 4, 90),
        ("east 2", 13, 6, 90),
        ("west 2", 9, 6, 90),
        ("to 30,12", 30, 12, 90),
        ("to 30 , 12", 30, 12, 90),
        ("to 30 12.5 facing 180", 30, 12.5, 180),
        ("turn 45", 11, 6, 135),
        ("turn -100", 11, 6, 350),
        ("  FORWARD   4 ", 11, 10, 90),
        ("forward 2 then right 3", 14, 8, 90),
        ("toward walker 6", 17, 6, 90),
        ("away from walker 6", 5, 6, 90),
        ("face walker", 11, 6, 0),
        ("to 11,18 facing grenadiers", 11, 18, 0),
    ],
)
def test_a_phrase_means_a_pose(table, words, x, y, facing):
    pose = end(table, words)
    assert pose.at == pytest.approx((x, y), abs=1e-4)
    assert pose.facing == pytest.approx(facing, abs=0.01)
    assert pose.level == "ground"


def test_legs_with_then_are_all_kept(table):
    way = typed_way(table, MINI, START, "forward 2 then left 1 then turn 90")
    assert [pose.at for pose in way] == [(11, 8), (10, 8), (10, 8)]
    assert way[-1].facing == 180


@pytest.mark.parametrize("name", ["wood", "wall", "the wall", "WO"])
def test_next_to_a_piece_is_contact_with_its_area(table, name):
    pose = end(table, f"next to {name}")
    piece = table.thing(name)
    base = table.facts.model(table.stand(MINI)).base
    assert gap_to_area(base, pose, table.terrain[piece].area) == pytest.approx(0, abs=1e-3)
    assert piece in table.facts.areas_touched(Stand(table.model(MINI), pose))


def test_next_to_a_unit_is_contact_with_its_nearest_miniature(table):
    pose = end(table, "next to grenadiers")
    stand = Stand(table.model(MINI), pose)
    gaps = [table.facts.gap(stand, Stand(p.model, p.pose)).inches for p in table.seen.pieces]
    enemies = [g for g, p in zip(gaps, table.seen.pieces, strict=True) if p.unit == "grenadiers"]
    assert min(enemies) == pytest.approx(0, abs=1e-3)


def test_into_a_piece_is_just_inside_it(table):
    pose = end(table, "into wood")
    base = table.facts.model(table.stand(MINI)).base
    area = table.terrain["wood"].area
    edge = min(math.dist(pose.at, corner) for corner in area)
    assert edge < 4
    assert gap_to_area(base, pose, area) < 0
    assert not completely_inside(base, START, area)


def test_floors_and_the_ground_change_the_level_only(mills):
    there = around(mills, match_on(mills, 1))
    level = next(iter(there.levels()))
    pose = typed_way(there, "nobody", START, f"floor {level}")[-1]
    assert pose == Pose(START.x, START.y, START.facing, level)
    assert typed_way(there, "nobody", pose, "ground")[-1] == START
    assert typed_way(there, "nobody", START, f"to 3,4 on {level}")[-1].level == level


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("forwrd 4", "forward"),
        ("forward", "forward 4"),
        ("next to mill", "piece"),
        ("toward grenadirs 4", "grenadiers"),
        ("floor wall/1", "level"),
        ("into walker", "area"),
        ("", "forward 4"),
    ],
)
def test_words_that_mean_nothing_name_what_could_be_meant(table, words, said):
    with pytest.raises(UsageError, match=said):
        end(table, words)


# --- names ----------------------------------------------------------------------------------

KNOWN = {"rangers": "Combat Rangers", "walker": "Light Walker", "wall": "", "wood": "Dark Wood"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("wall", "wall"),
        ("walk", "walker"),
        ("WOOD", "wood"),
        ("the wood", "wood"),
        ("combat rangers", "rangers"),
        ("Light", "walker"),
        ("dark", "wood"),
    ],
)
def test_a_name_is_an_id_a_shown_name_or_the_beginning_of_one(text, found):
    assert meant(text, KNOWN, "thing") == found


@pytest.mark.parametrize(
    ("text", "said"),
    [("wa", "wall, walker|walker, wall"), ("rngers", "rangers"), ("", "thing|unit")],
)
def test_a_name_that_fits_none_or_many_is_refused(text, said):
    with pytest.raises(UsageError, match=said):
        meant(text, KNOWN, "thing")
