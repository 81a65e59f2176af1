"""Kinds of ground: every row of the terrain table by what it lets an element move."""

from __future__ import annotations

import math
from typing import Any

import pytest

from sim.geometry.meshes import box_mesh
from sim.geometry.pose import Pose
from sim.geometry.weighted import CostLeg
from sim.rules.dirtside.design.design import Design, base_move_in
from sim.rules.dirtside.design.teams import Team, move_in
from sim.rules.dirtside.movement.costs import Mover, costs_of, grounds_of
from sim.rules.dirtside.movement.grades import (
    FACTOR,
    GROUNDS,
    Ground,
    factor,
    grade_of,
    ground_of,
    row_of,
)
from sim.rules.dirtside.movement.spending import farthest
from sim.table.pieces import Terrain

#: Inches a turn if all of it is one kind of ground, EASY in travel mode.
TURNS: dict[str, tuple[float, str]] = {
    "infantry_line": (2, "4 2 2 2 2 2 2 1 1 0 0 2 1"),
    "infantry_powered": (6, "12 6 6 6 6 6 6 3 3 3 2 6 3"),
    "cavalry": (4, "8 4 4 4 4 4 4 2 2 0 1 4 2"),
    "low_wheeled": (10, "20 5 3 0 3 5 5 0 0 0 3 0 0"),
    "high_wheeled": (10, "20 10 5 3 5 5 5 0 3 0 3 0 0"),
    "slow_tracked": (8, "16 8 8 4 4 4 4 2 0 0 2 2 0"),
    "fast_tracked": (12, "24 12 12 6 6 6 6 4 0 0 4 4 0"),
    "slow_gev": (12, "24 24 6 4 4 4 6 0 12 24 4 0 0"),
    "fast_gev": (15, "30 30 7 5 5 5 7 0 15 30 5 0 0"),
    "grav": (15, "30 30 15 15 15 7 7 5 15 30 30 0 0"),
    "walker_combat": (12, "12 12 12 12 12 4 12 6 6 6 12 6 6"),
    "walker_transport": (8, "8 8 8 8 8 2 8 4 4 0 8 4 4"),
}


def area(kind: str, **ratings: Any) -> Terrain:
    corners = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
    body = box_mesh((0, 0, 0), (10, 10, 0.1), "body")
    rated = {"dirtside": ratings} if ratings else {}
    return Terrain(kind, kind, kind, Pose(0.0, 0.0), body, corners, ratings=rated)


@pytest.mark.parametrize(
    "row", [pytest.param(row, marks=pytest.mark.rule(f"ds.terrain.{row}")) for row in TURNS]
)
def test_a_turn_of_movement_in_each_kind_of_ground(row: str):
    allowance, inches = TURNS[row]
    found: list[float] = []
    for kind in GROUNDS:
        grade = grade_of(row, Ground(kind, ford=row == "low_wheeled"))
        each = factor(grade, easy=True)
        leg = CostLeg(0.0, 100.0, each, ())
        found.append(0 if math.isinf(each) else farthest(leg, allowance, whole=True))
    assert found == [float(each) for each in inches.split()]


def test_the_rows_move_as_fast_as_designs_and_teams_say():
    slugs = {"walker_combat": "combat_walker", "walker_transport": "transport_walker"}
    for row, (allowance, _) in TURNS.items():
        if row == "cavalry":
            assert move_in(Team(mounted=True)) == allowance
        elif row.startswith("infantry"):
            kind: Any = "powered" if row.endswith("powered") else "line"
            assert move_in(Team(kind=kind)) == allowance
        else:
            assert base_move_in(Design("a", 4, slugs.get(row, row), "fgp")) == allowance


@pytest.mark.rule("ds.terrain.grade_easy", "ds.terrain.grade_normal", "ds.terrain.grade_poor")
def test_grades_cost_half_one_and_two_factors_an_inch():
    grades: Any = ("easy", "normal", "poor")
    assert [factor(grade, easy=True) for grade in grades] == [0.5, 1.0, 2.0]


@pytest.mark.rule("ds.terrain.grade_difficult", "ds.terrain.grade_impassable")
def test_difficult_ground_costs_three_and_impassable_cannot_be_entered():
    assert factor("difficult", easy=False) == 3.0
    assert factor(grade_of("slow_tracked", Ground("swamp")), easy=True) == math.inf
    assert FACTOR["impassable"] == math.inf


@pytest.mark.rule("ds.move.easy_conditions", "ds.underfire.easy_ban")
def test_easy_ground_is_normal_for_who_fights_or_is_under_fire():
    assert factor("easy", easy=False) == 1.0


@pytest.mark.rule("ds.terrain.amphibious")
def test_amphibious_wheels_and_tracks_swim():
    lake = Ground("open_water")
    assert grade_of("high_wheeled", lake, amphibious=True) == "poor"
    assert grade_of("high_wheeled", lake) == "impassable"
    assert grade_of("fast_gev", lake, amphibious=True) == "easy"
    assert grade_of("low_wheeled", Ground("rivers"), amphibious=True) == "impassable"
    option = "amphibious_difficult"
    river = Ground("rivers")
    assert grade_of("low_wheeled", river, amphibious=True, river_option=option) == "difficult"


@pytest.mark.parametrize(
    ("kind", "ground"),
    [
        pytest.param(word, ground, marks=pytest.mark.rule(f"ds.terrain.{ground}"))
        for word, ground in (
            ("road", "roads"),
            ("scrub", "light_scrub"),
            ("rough", "rough"),
            ("field", "cultivated"),
            ("urban", "urban"),
            ("hill", "hills"),
            ("mountain", "mountains"),
            ("swamp", "swamp"),
            ("water", "open_water"),
            ("river", "rivers"),
            ("wood", "light_woods"),
            ("dense-wood", "dense_woods"),
        )
    ],
)
def test_pieces_are_what_their_kind_says(kind: str, ground: str):
    found = ground_of(area(kind))
    assert found is not None
    assert found.kind == ground


@pytest.mark.rule("ds.terrain.open", "ds.terrain.wide_river", "ds.building.isolated")
def test_the_scene_may_say_otherwise_and_buildings_hinder_nobody():
    assert ground_of(area("wood", ground="open")) == Ground("open")
    assert ground_of(area("river", navigable=True)) == Ground("open_water")
    assert ground_of(area("river", ford=True)) == Ground("rivers", ford=True)
    assert ground_of(area("building")) is None


@pytest.mark.rule("ds.walker.infantry_as_powered")
def test_infantry_walkers_move_like_powered_infantry():
    assert row_of("infantry_walker") == row_of("powered") == "infantry_powered"
    assert row_of("militia") == "infantry_line"
    assert row_of("grav") == "grav"


def costs(*kinds: str, row: str = "slow_tracked", travels: bool = False, **ratings: Any) -> Any:
    terrain = {kind: area(kind, **ratings) for kind in kinds}
    return costs_of(grounds_of(terrain), Mover(row, travels))


@pytest.mark.rule("ds.terrain.overlap", "ds.terrain.urban_highway", "ds.urban.terrain")
def test_the_dearest_ground_counts_but_roads_go_first_and_towns_before_their_streets():
    found = costs("hill", "rough", "road", "urban", row="slow_tracked", travels=True)
    assert found.factor(["hill", "rough"]) == 2.0
    assert found.factor(["hill", "road"]) == 0.5
    assert found.factor(["road", "urban"]) == 2.0
    wide = costs("highway", "urban", travels=True)
    assert wide.factor(["highway", "urban"]) == 0.5


def test_a_road_is_no_faster_than_open_ground_for_who_wants_to_fight():
    assert costs("road").factor(["road"]) == 1.0


@pytest.mark.rule("ds.walker.run")
def test_a_running_walker_finds_normal_ground_easy_and_towns_as_hard_as_ever():
    terrain = {kind: area(kind) for kind in ("hill", "urban")}
    found = costs_of(grounds_of(terrain), Mover("walker_combat", runs=True))
    assert found.open_ground == 0.5
    assert found.factor(["hill"]) == 0.5
    assert found.factor(["urban"]) == 3.0
