"""Victory: Eliminate the Enemy, ties, and when the battle ends."""

from __future__ import annotations

import pytest

from sim.rules.dust_warfare.turn.end_phase import end_phase
from sim.rules.dust_warfare.turn.objective import (
    destroyed_ap,
    judge,
    outcome_of,
    settled,
    victory_points,
)
from tests.rules.dust_warfare.field import Field


def battle(axis: dict[str, int], allies: dict[str, int], **state: object) -> Field:
    """Return a field with units by name and AP; call `lose` to destroy some."""
    field = Field()
    for side, units in (("axis", axis), ("allies", allies)):
        for number, (name, ap) in enumerate(units.items()):
            y = 5 if side == "axis" else 43
            field.unit(name, side, (5 + 3 * number, y), (5 + 3 * number, y + 1.5))
            field.buys(name, ap=ap)
    for key, value in state.items():
        setattr(field.state, key, value)
    return field


def lose(field: Field, *names: str) -> None:
    for name in names:
        field.units[name].minis.clear()


def result(field: Field) -> tuple[str, str]:
    judge(field.play)
    outcome = outcome_of(field.state)
    assert outcome is not None
    assert outcome.why.text()
    return outcome.winner, outcome.why.key


@pytest.mark.rule("dw.objective.eliminate")
def test_each_enemy_unit_completely_destroyed_is_a_point():
    field = battle({"a": 20}, {"x": 20, "y": 20, "z": 20})
    lose(field, "x")
    field.units["y"].minis.pop()
    assert victory_points(field.play, "axis") == 1
    assert result(field) == ("axis", "dw.result.points")


@pytest.mark.rule("dw.tie.break")
def test_equal_points_are_decided_by_the_army_points_destroyed():
    field = battle({"a": 90, "b": 10}, {"x": 120, "y": 10})
    lose(field, "a", "x")
    assert (destroyed_ap(field.play, "axis"), destroyed_ap(field.play, "allies")) == (120, 90)
    assert result(field) == ("axis", "dw.result.tie_break")


@pytest.mark.rule("dw.tie.still_tied")
def test_equal_army_points_are_a_draw():
    field = battle({"a": 100, "b": 10}, {"x": 100, "y": 10})
    lose(field, "a", "x")
    assert result(field) == ("", "dw.result.draw")
    assert "dw.tie.still_tied" in field.told.only("ended").rules


@pytest.mark.rule("dw.tie.friendly_ok")
def test_in_a_friendly_game_a_tie_stands():
    field = battle({"a": 90, "b": 10}, {"x": 120, "y": 10}, friendly=True)
    lose(field, "a", "x")
    assert result(field) == ("", "dw.result.friendly_draw")


@pytest.mark.rule("dw.builder.game_length", "dw.turn.game_end")
@pytest.mark.parametrize(("turn", "over"), [(4, False), (5, True)])
def test_a_tournament_game_is_over_after_the_end_phase_of_turn_five(turn: int, over: bool):
    field = battle({"a": 20}, {"x": 20}, turn=turn, phase="end", active="")
    match = field.match("b" * 1 + "h")
    assert match.over == over
    assert (match.state.phase == "over") == over
    assert (match.outcome() is not None) == over


@pytest.mark.rule("dw.end_phase.scenario_first", "dw.end_phase.order")
def test_eliminate_the_enemy_adds_nothing_before_the_markers_go():
    field = battle({"a": 20}, {"x": 20})
    field.units["a"].suppression = 1
    field.run(end_phase(field.play))
    assert field.told.kinds() == ["rallied", "steadied"]


@pytest.mark.rule("dw.objective.eliminate")
def test_a_battle_ends_early_only_when_nothing_can_change_it():
    field = battle({"a": 20, "b": 20, "c": 20}, {"x": 20, "y": 20})
    lose(field, "x", "y")
    assert not settled(field.play)
    lose(field, "a")
    assert not settled(field.play)
    field = battle({"a": 20}, {"x": 20, "y": 20})
    assert not settled(field.play)
    lose(field, "x", "y")
    assert settled(field.play)
    field.state.phase, field.state.active, field.state.turn = "end", "", 2
    match = field.match()
    assert match.over
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.winner == "axis"
