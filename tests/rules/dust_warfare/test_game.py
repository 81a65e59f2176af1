"""Whole games: opened from a scene, played by chance, under the laws of the match."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.engine.dice import SeededDice
from sim.engine.game import Game
from sim.engine.match import Match
from sim.errors import InputProblems
from sim.rules.dust_warfare.book import DustBook
from sim.rules.dust_warfare.game import DustWarfare
from sim.rules.dust_warfare.state import DustState
from sim.table.facts import Facts
from sim.table.scene import Scene, scene_from_text
from tests.engine.laws import LawBook, play_by_the_laws

HEAD = """
format = "hulldown-scene/1"
name = "A skirmish"
shows = "A small fight for tests"
game = "dust_warfare"
[table]
width = 40
depth = 30
"""
FORCES = """
[[force]]
side = "allies"
units = ["ranger-command-squad", "observer-team", "ranger-walker"]
[[force]]
side = "axis"
units = ["grenadier-command", "sniper-grenadiers", "heinrich"]
"""
GROUND = """
[[piece]]
id = "block"
model = "box"
size = [4, 4, 5]
kind = "walls"
at = [20, 15]
blocks = "hull"
[[piece]]
id = "rubble"
model = "box"
size = [6, 4, 0.4]
kind = "rubble"
at = [9, 15]
"""


def scene(text: str) -> Scene:
    return scene_from_text(HEAD + text, Path())


def open_game(text: str, options: dict[str, str] | None = None, bundle: str = "") -> DustWarfare:
    opened = scene(text)
    return DustBook().open(opened, Facts(opened.table), options or {}, bundle)


def problems_of(text: str) -> list[str]:
    with pytest.raises(InputProblems) as caught:
        open_game(text)
    return [f"{each.where}: {each.key}" for each in caught.value.problems]


@pytest.mark.parametrize("seed", [3, 8])
def test_a_random_game_comes_to_its_end_by_the_laws(seed: int):
    game = open_game(FORCES + GROUND)
    match = play_by_the_laws(LawBook(lambda: game, every=9), seed)
    assert match.over
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.why.text()
    assert match.state.turn <= 5


def test_every_event_of_a_game_has_its_words_and_its_clauses():
    match: Match[DustState] = Match(open_game(FORCES + GROUND), SeededDice(5))
    draws = SeededDice(5, "answers")
    asked = 0
    while not match.over:
        question = match.pending
        assert question is not None
        candidates = question.candidates()
        match.answer(candidates[draws.below(len(candidates), asked)])
        asked += 1
    assert all(event.text() for event in match.events)
    bare = [event.kind for event in match.events if not event.rules]
    assert not bare


@pytest.mark.rule("dw.setup.components", "dw.setup.steps")
def test_the_steps_of_setting_up_come_in_the_books_order():
    game: Game[DustState] = open_game(FORCES + GROUND)
    match: Match[DustState] = Match(game, SeededDice(1))
    phases: list[str] = []
    while match.state.turn == 0:
        phases.append(match.state.phase)
        question = match.pending
        assert question is not None
        match.answer(question.candidates()[0])
    assert list(dict.fromkeys(phases)) == ["agreement", "deployment"]
    assert all(unit.on_table for unit in match.state.units.values())
    assert len(game.sides) == 2


def test_a_scene_that_places_its_miniatures_deploys_nobody():
    placed = """
[[mini]]
id = "heinrich/1"
profile = "heinrich"
unit = "heinrich"
at = [20, 26]
facing = 270
[[mini]]
id = "ranger-walker/1"
profile = "ranger-walker"
unit = "ranger-walker"
at = [20, 4]
facing = 90
"""
    forces = """
[[force]]
side = "allies"
units = ["ranger-walker"]
[[force]]
side = "axis"
units = ["heinrich"]
"""
    match: Match[DustState] = Match(open_game(forces + placed), SeededDice(1))
    assert match.state.turn == 1
    assert match.state.units["heinrich"].leader == "heinrich/1"


def test_options_come_from_command_line_before_scene_before_bundle():
    text = FORCES + '[options.dust_warfare]\nbundle = "club"\nheavy_eye = "centre"\n'
    assert open_game(text).options.gap_per_level == "true"
    assert open_game(text).options.heavy_eye == "centre"
    assert open_game(text, {"gap_per_level": "false"}).options.gap_per_level == "false"
    assert open_game(text, bundle="book").options.gap_per_level == "false"


def test_everything_wrong_with_a_scene_is_said_at_once():
    found = problems_of(
        """
[[force]]
side = "allies"
units = ["ranger-walker"]
[scenario.dust_warfare]
objective = "glory"
turns = 0
colour = "red"
edges = { allies = "south" }
[options.dust_warfare]
heavy_eye = "sideways"
[[piece]]
id = "block"
model = "box"
size = [4, 4, 5]
kind = "walls"
at = [20, 15]
[piece.ratings.dust_warfare]
cover = "thick"
"""
    )
    assert found == [
        ": engine.option.value",
        "piece[block].ratings.dust_warfare.cover: dw.input.rating_word",
        "force: dw.input.forces",
        "scenario.dust_warfare.colour: dw.input.scenario",
        "scenario.dust_warfare.objective: dw.input.scenario",
        "scenario.dust_warfare.turns: dw.input.scenario",
        "scenario.dust_warfare.edges: dw.input.scenario",
    ]


def test_an_umpire_cannot_make_an_impossible_state():
    game = open_game(FORCES)
    match: Match[DustState] = Match(game, SeededDice(1))
    while match.state.turn == 0:
        assert match.pending is not None
        match.answer(match.pending.candidates()[0])
    state = match.state
    assert game.why_not_state(state) == ()
    units = list(state.units.values())
    walker = next(unit for unit in units if len(unit.minis) == 1)
    squad = next(unit for unit in units if len(unit.minis) > 1)
    walker.suppression = 2
    squad.leader = "nobody/1"
    squad.minis[0].pose = squad.minis[1].pose
    rules = {each.rule for each in game.why_not_state(state)}
    assert rules == {"dw.move.no_overlap", "dw.leader.every_unit", "dw.suppression.vehicle_immune"}


PUZZLE = """
[[piece]]
id = "wall"
model = "box"
size = [1, 6, 1]
kind = "walls"
at = [20, 15]
[[mini]]
id = "A"
side = "axis"
profile = "grenadier"
at = [10, 15]
[[mini]]
id = "B"
side = "allies"
profile = "ranger"
at = [28, 15]
[[mini]]
id = "C"
side = "allies"
profile = "ranger"
at = [28, 22]
[[mini]]
id = "walker"
side = "allies"
model = "cylinder"
radius = 1.5
height = 3
at = [15, 18]
base = { diameter_mm = 80 }
"""


@pytest.mark.rule("dw.obscured.from_leader", "dw.mini.base_sizes", "dw.obscured.vehicles_obscure")
def test_a_scene_tells_the_cover_of_one_miniature_from_another():
    opened = scene(PUZZLE)
    facts = Facts(opened.table)
    book = DustBook()
    assert book.cover(opened, facts, "A", "B").cover == "hard"
    assert book.cover(opened, facts, "B", "C").cover == "none"
    behind = book.cover(opened, facts, "A", "C")
    assert behind.cover == "hard"
    assert any("walker" in line for line in behind.reason.lines())
