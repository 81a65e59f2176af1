"""Terrain: the sample table, ratings from scenes, and the agreement before the game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sim.errors import Problem
from sim.rules.dust_warfare.movement.terrain import (
    TABLE_ROWS,
    UNDECLARED,
    affected_by,
    default_rating,
    movement_through,
    pieces_rated,
    rating_from_scene,
    rating_of,
)
from sim.rules.dust_warfare.options import DustOptions
from sim.rules.dust_warfare.setup.agreement import declare_step, unrated
from sim.rules.dust_warfare.state import Rating
from sim.table.facts import Facts
from tests.rules.dust_warfare.field import Field, building, offers, take
from tests.table.builders import SOLDIER, box, scene_of

ROWS = [
    ("craters", "soft", "open", "difficult"),
    ("fences", "soft", "difficult", "open"),
    ("forest", "soft", "open", "difficult"),
    ("hedges", "soft", "open", "open"),
    ("hills", "soft", "open", "difficult"),
    ("barbed_wire", "none", "difficult", "difficult"),
    ("rubble", "soft", "open", "difficult"),
    ("walls", "hard", "difficult", "difficult"),
    ("swamp", "none", "open", "difficult"),
    ("tank_obstacles", "hard", "open", "impassable"),
    ("trenches", "hard", "open", "difficult"),
    ("wreckage", "hard", "open", "difficult"),
    ("water_deep", "hard", "difficult", "impassable"),
    ("water_shallow", "soft", "open", "difficult"),
]


def piece(kind: str, name: str = "thing", **more: Any):
    return replace(box(name, (10, 14), (10, 14), 1, kind=kind), **more)


def rating_test(row: tuple[str, str, str, str]) -> Any:
    return pytest.param(*row, marks=pytest.mark.rule(f"dw.terrain_table.{row[0]}"), id=row[0])


@pytest.mark.parametrize(
    ("kind", "cover", "soldier", "vehicle"), [rating_test(row) for row in ROWS]
)
def test_the_sample_table_gives_each_kind_its_row(
    kind: str, cover: str, soldier: str, vehicle: str
):
    assert default_rating(piece(kind), DustOptions()) == Rating(cover, soldier, vehicle)
    assert len(TABLE_ROWS) == len(ROWS)


@pytest.mark.rule("dw.terrain.impassable", "dw.terrain_table.water_deep")
def test_by_option_deep_water_stops_soldiers_too():
    options = DustOptions(deep_water="impassable_all")
    assert default_rating(piece("water_deep"), options).soldier == "impassable"


@pytest.mark.rule("dw.terrain.undeclared_default")
def test_what_nobody_declared_is_hard_to_pass():
    assert default_rating(piece("mystery"), DustOptions()) == UNDECLARED
    field = Field(piece("mystery"))
    field.state.ratings.clear()
    assert rating_of(field.play, "thing") == Rating("soft", "difficult", "difficult")


@pytest.mark.rule("dw.terrain.cover_types")
@pytest.mark.parametrize(
    ("kind", "cover"), [("forest", "soft"), ("walls", "hard"), ("swamp", "none")]
)
def test_terrain_gives_soft_cover_or_hard_or_none(kind: str, cover: str):
    thing = piece(kind)
    field = Field(thing, ratings={"thing": default_rating(thing, DustOptions())})
    assert rating_of(field.play, "thing").cover == cover


@pytest.mark.rule("dw.terrain.type_dependent", "dw.terrain.difficult_def")
def test_one_piece_means_different_things_to_soldiers_and_vehicles():
    field = Field(piece("tank_obstacles"), ratings={"thing": Rating("hard", "open", "impassable")})
    soldiers = field.unit("a", "axis", (20, 20))
    walker = field.walker("w", "axis", 30, 20)
    assert movement_through(field.play, "thing", soldiers) == "open"
    assert movement_through(field.play, "thing", walker) == "impassable"
    assert pieces_rated(field.play, walker, "impassable") == ("thing",)


@pytest.mark.rule("dw.terrain.custom_profiles")
def test_a_scene_may_rate_a_piece_as_it_likes():
    river = piece(
        "river", ratings={"dust_warfare": {"soldier": "impassable", "vehicle": "difficult"}}
    )
    found: list[Problem] = []
    rating = rating_from_scene(river, DustOptions(), found, "mills.toml")
    assert rating == Rating("hard", "impassable", "difficult", agreed=True)
    assert not found
    assert rating_from_scene(piece("river"), DustOptions(), found, "mills.toml") is None


@pytest.mark.rule("dw.terrain.custom_profiles")
def test_every_wrong_word_of_a_rating_is_named():
    wrong = piece("walls", ratings={"dust_warfare": {"cover": "thick", "soldiers": "open"}})
    found: list[Problem] = []
    rating_from_scene(wrong, DustOptions(), found, "x.toml")
    assert [each.where for each in found] == [
        "piece[thing].ratings.dust_warfare.cover",
        "piece[thing].ratings.dust_warfare.soldiers",
    ]
    assert all(each.text() for each in found)


@pytest.mark.rule("dw.terrain.cover_needs_crossing")
@pytest.mark.parametrize(("option", "preset"), [("off", False), ("on_for_line_pieces", True)])
def test_the_crossing_flag_is_off_unless_the_option_presets_it_on_line_pieces(
    option: str, preset: bool
):
    options = DustOptions(crossing_flag=option)
    assert default_rating(piece("walls", is_line=True), options).needs_crossing == preset
    assert not default_rating(piece("forest"), options).needs_crossing


# --- the agreement ----------------------------------------------------------------------------


def agreement(*terrain: Any, **options: str) -> Field:
    field = Field(*terrain, phase="agreement", options=options or None)
    field.state.terrain_agreed = False
    for each in terrain:
        field.state.ratings[each.id] = default_rating(each, field.options)
    return field


def declare(field: Field, *answers: Any) -> None:
    field.run(declare_step(field.play), "", answers)


@pytest.mark.rule("dw.terrain.declare")
def test_deployment_waits_until_the_last_piece_is_rated_and_agreed():
    names = [f"piece-{n}" for n in range(8)]
    field = agreement(*(piece("rubble", name) for name in names))
    for name in names:
        assert not field.state.terrain_agreed
        assert unrated(field.play)[0].id == name
        declare(field, "guide")
    assert unrated(field.play) == []
    declare(field, take("agree"))
    assert field.state.terrain_agreed
    assert all(rating.agreed for rating in field.state.ratings.values())


@pytest.mark.rule("dw.terrain.declare")
def test_the_guide_may_be_taken_for_all_pieces_at_once():
    field = agreement(*(piece("rubble", f"piece-{n}") for n in range(8)))
    declare(field, take("rest"))
    declare(field, take("agree"))
    assert field.told.questions() == [("rate-terrain", "axis"), ("agree-terrain", "allies")]


@pytest.mark.rule("dw.terrain.declare", "dw.terrain.undeclared_default")
def test_a_contested_piece_counts_as_hard_to_pass_as_is_reasonable():
    field = agreement(piece("rubble"))
    declare(field, take("hedges"))
    assert field.state.ratings["thing"] == Rating("soft", "open", "open")
    declare(field, take("contest/thing"))
    assert field.state.ratings["thing"] == UNDECLARED
    declare(field, offers("agree", then="agree"))
    assert field.state.terrain_agreed


@pytest.mark.rule("dw.terrain.cover_needs_crossing", "dw.terrain.declare")
def test_of_a_line_piece_it_is_asked_whether_it_must_lie_between():
    field = agreement(piece("walls", is_line=True))
    declare(field, "guide", offers("touching", "between", then="between"))
    assert field.state.ratings["thing"].needs_crossing


@pytest.mark.rule("dw.vertical.agreed_exceptions")
def test_of_high_floors_it_is_asked_whether_they_are_free():
    field = agreement(building(heights=(4.0, 8.0)))
    declare(field, "guide", offers("free", "barred", then="barred"))
    assert not field.state.ratings["house"].free_floors
    low = agreement(building(heights=(2.5, 5.0)))
    declare(low, "guide")
    assert low.state.ratings["house"].free_floors


@pytest.mark.rule("dw.terrain.declare")
def test_a_table_rated_by_its_scene_asks_nothing():
    field = agreement(piece("walls"))
    field.state.ratings["thing"] = Rating("hard", "open", "open", agreed=True)
    declare(field)
    assert field.state.terrain_agreed


# --- areas ------------------------------------------------------------------------------------

WOODS = """
[[piece]]
id = "trees"
model = "boxes"
boxes = [
    { low = [-0.1, -0.1, 0], high = [0.1, 0.1, 3] },
    { low = [3.9, -0.1, 0], high = [4.1, 0.1, 3] },
    { low = [-0.1, 3.9, 0], high = [0.1, 4.1, 3] },
]
kind = "forest"
at = [20, 20]
[[piece]]
id = "trunk"
model = "cylinder"
radius = 0.3
height = 5
kind = "forest"
at = [10, 30]
area = { radius = 3 }
"""


def woods() -> Field:
    field = Field()
    field.facts = Facts(replace(scene_of(WOODS).table, models={"soldier": SOLDIER}))
    return field


@pytest.mark.rule("dw.terrain.area_outline", "dw.terrain.area_membership")
def test_without_a_base_an_area_joins_the_outermost_points_of_its_pieces():
    field = woods()
    inside = field.unit("a", "axis", (21, 21))
    beside = field.unit("b", "axis", (23, 23))
    assert affected_by(field.play, inside.minis[0]) == ("trees",)
    assert affected_by(field.play, beside.minis[0]) == ()


@pytest.mark.rule("dw.terrain.radius_area", "dw.terrain.custom_profiles")
def test_a_piece_may_cover_everything_within_a_distance_of_a_trunk():
    field = woods()
    near = field.unit("a", "axis", (10 + 2.9 + 0.5906, 30))
    far = field.unit("b", "axis", (10, 30 + 3.1 + 0.5906))
    assert affected_by(field.play, near.minis[0]) == ("trunk",)
    assert affected_by(field.play, far.minis[0]) == ()
