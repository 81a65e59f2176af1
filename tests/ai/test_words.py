"""What the opponent says: one plain sentence a choice, nothing where there is nothing to say."""

from __future__ import annotations

from typing import Any

import pytest

from sim.ai.policies import policy_named
from sim.engine.dice import SeededDice
from sim.engine.drive import play_out
from sim.engine.match import Match
from sim.engine.ports import Chosen
from sim.engine.questions import Question
from sim.engine.reasons import Reason
from tests.ai.tables import ask, opened, regular, skirmish
from tests.rules.dust_warfare.field import Field
from tests.rules.dust_warfare.tiny import weapon


@pytest.fixture(scope="module")
def said() -> list[tuple[Question, Chosen]]:
    """Everything said in two games."""
    found: list[tuple[Question, Chosen]] = []
    for seed in (1, 2):
        game = skirmish()
        match: Match[Any] = Match(game, SeededDice(seed))
        policies = dict.fromkeys(game.sides, policy_named("regular"))
        play_out(match, policies, told=lambda *each: found.append(each))
    return found


def every(reason: Reason) -> list[Reason]:
    return [reason, *(each for child in reason.children for each in every(child))]


def test_every_reason_is_a_sentence_without_gaps(said):
    for _, chosen in said:
        for reason in every(chosen.why):
            text = reason.text()
            assert "{" not in text
            assert "None" not in text
            assert "  " not in text
            for hole in (" from;", " from,", " at :", " of harm to ;", "from )", "( AP"):
                assert hole not in text, text
            assert not text.rstrip().endswith((" from", " to", " at", ":", ";")), text


def test_choices_that_matter_are_spoken_of(said):
    spoken = {question.what for question, chosen in said if chosen.why.value is not None}
    assert {"actions", "choose-target", "order", "react", "activate", "move"} <= spoken


def test_what_is_no_choice_is_passed_over_in_silence(said):
    silent = [question.what for question, chosen in said if chosen.why.value is None]
    assert not {"actions", "order", "react", "choose-target"} & set(silent)
    field = Field()
    field.walker("gun", "axis", 10.0, 20.0, weapons=(weapon("big", "4/1", range_in=30.0),))
    field.squad("squad", "allies", 34.0, 17.0, suppression=1)
    match = opened(field)
    match.answer("attack")
    match.answer("squad")
    match.answer((6, 6, 6, 6))
    match.answer((1, 1))
    assert match.pending is not None
    assert match.pending.what == "damage"
    assert ask(regular(), match).why.value is None


def test_a_declaration_tells_what_was_passed_up(said):
    declared = [chosen for question, chosen in said if question.what == "actions"]
    told = [each for each in declared if each.why.children]
    assert len(told) > len(declared) / 2
    for each in told:
        assert "better than" in each.why.text()
        values = [child.value for child in each.why.children]
        assert values == sorted(values, reverse=True)
        assert all(value <= each.why.value for value in values)
