"""Thinking is counted: the same answers on any machine, and an answer whenever it must end."""

from __future__ import annotations

import msgspec

from sim.ai.budget import Budget
from sim.ai.dust_warfare.regular_1 import places
from sim.ai.dust_warfare.regular_1.style import REGULAR
from sim.engine.dice import SeededDice
from sim.engine.drive import play_out
from sim.engine.match import Match
from tests.ai.tables import ask, opened, regular, skirmish
from tests.rules.dust_warfare.field import Field


def test_a_budget_counts_down_to_nothing():
    budget = Budget(3)
    assert budget.left
    budget.spend(2)
    assert budget.left
    budget.spend()
    assert not budget.left
    assert not budget.stopped


def test_play_now_leaves_nothing_and_is_remembered():
    said = [False]
    budget = Budget(100, lambda: said[0])
    assert budget.left
    said[0] = True
    assert not budget.left
    said[0] = False
    assert not budget.left
    assert budget.stopped


def meeting() -> Field:
    field = Field()
    field.squad("squad", "axis", 10.0, 10.0)
    field.squad("enemy", "allies", 30.0, 10.0)
    return field


def looked(monkeypatch, **more) -> int:
    """Return how many places are looked at exactly for one declaration."""
    calls: list[int] = []
    real = places.standing

    def counted(*args):
        calls.append(1)
        return real(*args)

    monkeypatch.setattr(places, "standing", counted)
    ask(regular(**more), opened(meeting()))
    return len(calls)


def test_a_smaller_budget_looks_at_fewer_places(monkeypatch):
    # One enemy and three threats: four evaluations a place.
    few = msgspec.structs.replace(REGULAR, budget=8)
    assert looked(monkeypatch, style=few) < looked(monkeypatch)


def test_play_now_looks_at_no_more_than_it_must(monkeypatch):
    # Standing still alone.
    assert looked(monkeypatch, stop=lambda: True) == 1


def test_a_whole_game_is_legal_with_next_to_no_budget():
    poor = msgspec.structs.replace(REGULAR, budget=1)
    match = Match(skirmish(), SeededDice(5))
    assert play_out(match, {"allies": regular(poor), "axis": regular(stop=lambda: True)})


def test_answers_after_play_now_are_thought_through_again():
    hurried = [True]
    policy = regular(stop=lambda: hurried[0])
    match = opened(meeting())
    ask(policy, match)
    hurried[0] = False
    assert ask(policy, match) == ask(regular(), match)
