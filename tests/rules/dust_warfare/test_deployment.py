"""Deployment: who chooses, who follows, and where units may stand."""

from __future__ import annotations

from typing import Any, cast

import pytest

from sim.engine.questions import Question
from sim.geometry.pose import Pose
from sim.rules.dust_warfare.setup.deployment import (
    deploy_step,
    long_edges,
    next_to_deploy,
    why_not_deployed,
)
from tests.rules.dust_warfare.field import CLIFF, Field, offers, pose
from tests.table.builders import box, facts_of

R = 0.5906
EDGES = {"axis": "south", "allies": "north"}


def muster(axis: int, allies: int, **state: Any) -> Field:
    """Return a field in deployment with so many undeployed one-man units a side."""
    field = Field(phase="deployment", active="", **state)
    for side, count in (("axis", axis), ("allies", allies)):
        for number in range(count):
            unit = field.unit(f"{side}-{number}", side, (5, 5))
            field.off_table(unit)
    return field


def step(field: Field, *answers: Any, dice: str = "") -> None:
    field.run(deploy_step(field.play), dice, answers)


def first_spot(question: Question) -> Any:
    return question.candidates()[0]


@pytest.mark.rule("dw.builder.who_first")
def test_fewest_hits_of_five_dice_choose_first_and_ties_are_rolled_again():
    field = muster(1, 1)
    step(field, dice="hbbbb hbbbb" + "hhbbb hbbbb")
    assert field.state.first_chooser == "allies"
    assert [count for _, count in field.told.rolls()] == [5, 5, 5, 5]


@pytest.mark.rule("dw.deploy.advancing_lines")
def test_the_first_player_picks_a_long_edge_and_the_other_gets_the_opposite():
    field = muster(1, 1, first_chooser="allies")
    assert long_edges(field.play) == ("south", "north")
    step(field, offers("south", "north", then="north"))
    assert field.told.questions() == [("edge", "allies")]
    assert field.state.zone_edges == {"allies": "north", "axis": "south"}


@pytest.mark.rule("dw.setup.sizes")
@pytest.mark.parametrize(
    ("size", "edges"),
    [
        ((72, 48), ("south", "north")),
        ((48, 60), ("west", "east")),
        ((48, 48), ("south", "north", "west", "east")),
    ],
)
def test_the_long_edges_follow_from_the_table(size: tuple[float, float], edges: tuple[str, ...]):
    field = muster(1, 1)
    field.facts = facts_of(size=size)
    assert long_edges(field.play) == edges


@pytest.mark.rule("dw.deploy.advancing_lines", "dw.deploy.inside_zone")
@pytest.mark.parametrize(("far", "refused"), [(9.0, False), (9.1, True)])
def test_the_zone_is_nine_inches_deep_for_the_whole_base(far: float, refused: bool):
    field = muster(1, 1, zone_edges=EDGES)
    for name, y in (("axis-0", far - R), ("allies-0", 48 - far + R)):
        found = why_not_deployed(field.play, field.units[name], {f"{name}/1": pose(30, y)})
        assert [each.rule for each in found] == (["dw.deploy.inside_zone"] if refused else [])


@pytest.mark.rule("dw.deploy.formation")
@pytest.mark.parametrize(("gap", "leadership", "refused"), [(6.0, 6, 0), (6.1, 6, 1), (9.0, 9, 0)])
def test_units_are_set_up_in_formation(gap: float, leadership: float, refused: int):
    field = muster(0, 1, zone_edges=EDGES)
    unit = field.off_table(field.unit("a", "axis", (5, 5), (8, 5)))
    field.profile("a", leadership_in=leadership)
    answer = {"a/1": pose(20, 5), "a/2": pose(20 + 2 * R + gap, 5)}
    found = why_not_deployed(field.play, unit, answer)
    assert [each.rule for each in found] == ["dw.deploy.formation"] * refused


@pytest.mark.rule("dw.deploy.alternate")
def test_sides_alternate_and_the_longer_list_finishes():
    field = muster(3, 5, first_chooser="axis", zone_edges=EDGES)
    turns: list[str] = []
    while any(not unit.on_table for unit in field.units.values()):
        turns.append(next_to_deploy(field.play))
        left = sum(not unit.on_table for unit in field.units.values() if unit.side == turns[-1])
        picks = [lambda question: question.options[0].id] if left > 1 else []
        step(field, *picks, first_spot)
    assert "".join("A" if side == "axis" else "B" for side in turns) == "ABABABBB"


@pytest.mark.rule("dw.deploy.inside_zone")
def test_every_objection_to_a_place_is_given_at_once():
    cliff = box("cliff", (20, 24), (2, 6), 1)
    field = Field(cliff, ratings={"cliff": CLIFF}, phase="deployment", zone_edges=EDGES)
    field.unit("friend", "axis", (30, 5))
    unit = field.off_table(field.unit("a", "axis", *((5.0, 5.0),) * 4))
    answer: dict[str, Pose] = {
        "a/1": pose(30.2, 5),
        "a/2": pose(22, 4),
        "a/3": pose(31, 0.2),
        "a/4": pose(31, 13),
    }
    found = [(each.subject, each.rule) for each in why_not_deployed(field.play, unit, answer)]
    assert ("a/1", "dw.move.no_overlap") in found
    assert ("a/2", "dw.terrain.impassable") in found
    assert ("a/3", "dw.move.table_edge") in found
    assert ("a/4", "dw.deploy.inside_zone") in found
    assert ("a/4", "dw.deploy.formation") in found


@pytest.mark.rule("dw.deploy.inside_zone")
def test_a_unit_is_set_up_whole():
    field = muster(0, 1, zone_edges=EDGES)
    unit = field.off_table(field.squad("a", "axis", 5, 5, count=3))
    found = why_not_deployed(field.play, unit, {"a/1": pose(20, 5)})
    assert [each.subject for each in found] == ["a/2", "a/3"]


@pytest.mark.rule("dw.deploy.inside_zone", "dw.deploy.formation")
def test_the_suggested_places_are_all_legal_and_face_the_enemy():
    wood = box("wood", (30, 42), (3, 9), 2)
    field = Field(
        wood, ratings={"wood": CLIFF}, phase="deployment", zone_edges=EDGES, first_chooser="axis"
    )
    field.off_table(field.squad("a", "axis", 5, 5))
    field.unit("b", "allies", (30, 45))

    def look(question: Question) -> Any:
        found = cast("list[dict[str, Pose]]", list(question.candidates()))
        assert len(found) >= 5
        assert all(place.facing == 90 for answer in found for place in answer.values())
        assert question.reach_of("a/1")
        return found[0]

    step(field, look)
    assert field.told.only("deployed").subject == "a"
