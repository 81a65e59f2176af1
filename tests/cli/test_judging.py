"""How the window is told what a book makes of sight: as `los` tells it, in a battle too."""

from __future__ import annotations

import pytest

from sim.ai.chooser import RandomPolicy
from sim.cli.common import open_game, open_table
from sim.cli.judged import judge as judge_los
from sim.cli.judging import judge
from sim.engine.dice import SeededDice
from sim.engine.match import Match
from sim.table.pieces import Stand
from sim.window.tools import AsItStood
from tests.toy import Pebbles

YARD = "dust_warfare/training_yard"


@pytest.mark.parametrize(("looker", "target"), [("A", "B"), ("AT", "AU"), ("AX", "AY")])
def test_a_scene_is_judged_as_los_judges_it(looker: str, target: str):
    opened = open_table(YARD)
    found = judge(opened.scene, opened.facts, looker, target)
    los = judge_los(opened, opened.scene.mini(looker), opened.scene.mini(target))
    assert found.terms.options == los.options
    assert (found.cover().cover if found.cover else None) == (
        los.cover.cover if los.cover else None
    )


def test_in_a_battle_everybody_stands_where_the_match_says():
    opened = open_table("dust_warfare/mills")
    match = Match(open_game(opened, {}, ""), SeededDice(3))
    policy = RandomPolicy()
    while len(match.observe().pieces) < 30:
        question = match.pending
        assert question is not None
        match.answer(policy.choose(question, match.observe(question.who), match.fork()).answer)
    pieces = match.observe().pieces
    first = next(each for each in pieces if each.side == "allies")
    other = next(each for each in pieces if each.side == "axis")
    found = judge(opened.scene, opened.facts, first.id, other.id, match)
    known = {each.id: Stand(each.model, each.pose) for each in pieces}
    assert found.terms.hiding
    assert all(known[name] == stand for name, stand in found.terms.hiding.items())
    assert found.cover is not None
    verdict = found.cover()
    assert verdict.name
    assert verdict.rules
    stood = judge(
        opened.scene, opened.facts, first.id, other.id, AsItStood(match.game, match.state)
    )
    assert stood.terms.hiding == found.terms.hiding
    # What was asked for stays as it was, whatever the match does meanwhile.
    before = match.digest()
    assert found.cover().cover == verdict.cover
    assert match.digest() == before


def test_a_game_without_a_book_of_sight_is_judged_by_true_sight():
    game = Pebbles()
    match = Match(game, SeededDice(1))
    opened = open_table(YARD)
    found = judge(opened.scene, opened.facts, "A", "B", match)
    assert found.cover is None
    assert found.terms.facts is opened.facts
