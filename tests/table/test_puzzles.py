"""Puzzles: close calls that are proven, mixed, legal, and the same for a seed."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import HulldownError
from sim.geometry.shapes import Disc
from sim.geometry.units import overlaps
from sim.table.assets import scene_root
from sim.table.facts import Facts
from sim.table.puzzle import CLOSEST_IN, LEVELS, OPEN_SHARE, Puzzle, level_of
from sim.table.puzzle_places import Draws, StandingPlaces
from sim.table.puzzle_score import Score
from sim.table.puzzles import make_puzzles
from sim.table.scene import build_table, open_scene
from tests.table.builders import box, cylinder, facts_of, man

FIGURE = cylinder("man", Disc(0.6), radius=0.4, height=1.6)
WALLS = (
    box("long", (6.0, 6.5), (4.0, 12.0), 2.0),
    box("low", (12.0, 16.0), (9.0, 9.4), 1.2),
    box("tower", (17.0, 20.0), (14.0, 17.0), 6.0),
    box("block", (10.0, 13.0), (16.0, 19.0), 3.0),
)


def walls() -> Facts:
    return facts_of(*WALLS, size=(24.0, 24.0), man=FIGURE)


@pytest.fixture(scope="module")
def facts() -> Facts:
    return walls()


@pytest.fixture(scope="module")
def puzzles(facts: Facts) -> tuple[Puzzle, ...]:
    return make_puzzles(facts, seed=4, count=12)


def test_there_are_as_many_as_asked_numbered_in_order(puzzles: tuple[Puzzle, ...]):
    assert [puzzle.id for puzzle in puzzles] == [str(k + 1) for k in range(12)]


def test_half_of_them_are_seen(puzzles: tuple[Puzzle, ...]):
    assert Counter(puzzle.answer for puzzle in puzzles) == {True: 6, False: 6}


def test_the_answer_is_the_verdict_and_the_share_is_its_own(facts, puzzles):
    for puzzle in puzzles:
        sight = facts.sight(puzzle.a, puzzle.b)
        assert (sight.visible, sight.share) == (puzzle.answer, puzzle.share)
        assert puzzle.share <= OPEN_SHARE
        assert puzzle.share > puzzle.bound or not puzzle.answer


def test_within_its_margin_no_shift_turns_an_answer(facts: Facts, puzzles: tuple[Puzzle, ...]):
    for puzzle in puzzles:
        assert CLOSEST_IN <= puzzle.margin < 1.0
        turns = np.arange(24) * 2 * math.pi / 24
        for radius in (0.5, 0.98):
            moved = [
                type(puzzle.b)(
                    puzzle.b.model,
                    puzzle.b.pose.moved(
                        puzzle.b.pose.x + radius * puzzle.margin * math.cos(turn),
                        puzzle.b.pose.y + radius * puzzle.margin * math.sin(turn),
                    ),
                )
                for turn in turns.tolist()
            ]
            seen = facts.sees_many([(puzzle.a, b) for b in moved])
            assert seen == [puzzle.answer] * len(moved)


def test_the_shift_that_is_told_turns_the_answer(facts: Facts, puzzles: tuple[Puzzle, ...]):
    for puzzle in puzzles:
        x, y = puzzle.b.pose.at
        there = type(puzzle.b)(
            puzzle.b.model, puzzle.b.pose.moved(x + puzzle.flip[0], y + puzzle.flip[1])
        )
        assert facts.sees(puzzle.a, there) != puzzle.answer
        assert puzzle.margin <= math.hypot(*puzzle.flip) <= 1.2


def test_everybody_stands_on_the_table_and_in_nothing(facts: Facts, puzzles: tuple[Puzzle, ...]):
    for puzzle in puzzles:
        assert not overlaps(facts.gap(puzzle.a, puzzle.b).inches)
        for stand in (puzzle.a, puzzle.b):
            assert facts.on_table(stand)
            x, y = stand.pose.at
            for wall in WALLS:
                low, high = wall.body.bounds[:, :2]
                # The figure of the model is 0.4 in round; its places keep 0.36 clear.
                near = np.clip((x, y), low, high)
                assert math.dist((x, y), near) > 0.3


def test_several_pieces_take_part(puzzles: tuple[Puzzle, ...]):
    pieces = Counter(puzzle.blockers[0][0] for puzzle in puzzles)
    assert len(pieces) >= 3
    assert max(pieces.values()) <= 5


def test_the_reasons_say_what_is_seen_and_how_close_it_was(puzzles: tuple[Puzzle, ...]):
    for puzzle in puzzles:
        text = " ".join(puzzle.why)
        assert ("hidden" if puzzle.answer else "would show") in text
        assert f"{math.floor(puzzle.margin * 100) / 100:.2f}″" in puzzle.why[-1]


def test_the_same_seed_gives_the_same_puzzles_and_another_gives_others(puzzles):
    again = make_puzzles(walls(), seed=4, count=12)
    assert again == puzzles
    other = make_puzzles(walls(), seed=5, count=2)
    assert {p.b for p in other}.isdisjoint({p.b for p in puzzles})


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_may_be_asked_for(facts: Facts, level: str):
    found = make_puzzles(facts, seed=1, count=2, hard=level)
    assert [puzzle.level for puzzle in found] == [level] * 2


def test_harder_is_closer():
    assert level_of(False, 0.0, 0.05) == level_of(True, 0.01, 0.9) == "hard"
    assert level_of(False, 0.0, 0.3) == level_of(True, 0.1, 0.9) == "medium"
    assert level_of(False, 0.0, 0.6) == level_of(True, 0.5, 0.6) == "easy"


def test_the_mills_give_ten_with_figures_on_floors_and_several_pieces():
    mills = Facts(build_table(open_scene(scene_root() / "dust_warfare" / "mills.toml")))
    found = make_puzzles(mills, seed=1, count=10)
    assert len(found) == 10
    assert sum(puzzle.answer for puzzle in found) == 5
    assert len({puzzle.blockers[0][0] for puzzle in found}) >= 5
    assert any(puzzle.b.pose.level != "ground" for puzzle in found)
    for puzzle in found:
        assert mills.on_level(puzzle.a)
        assert mills.on_level(puzzle.b)


# --- what cannot be --------------------------------------------------------------------------


def test_an_empty_table_has_no_close_call():
    with pytest.raises(HulldownError) as refused:
        make_puzzles(facts_of(size=(24.0, 24.0), man=FIGURE), seed=1)
    assert refused.value.key == "puzzle.none"


def test_a_table_without_figures_has_none(facts: Facts):
    with pytest.raises(HulldownError) as refused:
        make_puzzles(Facts(replace(facts.table, models={})), seed=1)
    assert refused.value.key == "puzzle.no_figure"


@pytest.mark.parametrize(
    ("wish", "key"),
    [
        ({"hard": "fiendish"}, "puzzle.level"),
        ({"count": 0}, "puzzle.count"),
        ({"models": ["nobody"]}, "table.no_model"),
    ],
)
def test_a_wish_that_cannot_be_met_says_why(facts: Facts, wish, key):
    with pytest.raises(HulldownError) as refused:
        make_puzzles(facts, seed=1, **wish)
    assert refused.value.key == key


# --- places ----------------------------------------------------------------------------------


def test_nobody_stands_in_a_wall_or_on_somebodys_base(facts: Facts):
    places = StandingPlaces(facts, [man(3, 3)])
    assert places.clear(man(9, 8))
    assert not places.clear(man(6.2, 8))
    assert not places.clear(man(6.8, 8))
    assert not places.clear(man(3.5, 3))
    assert not places.clear(man(18.5, 15.5))
    assert not places.clear(man(9, 8), man(9.5, 8))


def test_nobody_stands_with_half_his_base_over_an_edge():
    hill = box("hill", (4.0, 10.0), (4.0, 10.0), 1.0, carries=True)
    places = StandingPlaces(facts_of(hill, size=(24.0, 24.0)))
    assert places.clear(man(7, 7))
    assert places.clear(man(12, 7))
    assert not places.clear(man(9.8, 7))


@given(st.integers(), st.integers(0, 300))
def test_draws_are_numbers_from_0_to_1_and_orders_hold_everything(seed: int, count: int):
    draws = Draws(seed)
    numbers = draws.numbers(count)
    assert ((numbers >= 0) & (numbers < 1)).all()
    assert sorted(draws.order(count)) == list(range(count))
    assert Draws(seed).numbers(count).tolist() == numbers.tolist()


# --- the score -------------------------------------------------------------------------------

answers = st.lists(
    st.tuples(st.integers(0, 11), st.booleans(), st.none() | st.floats(-0.5, 1.5)), max_size=30
)


@given(answers)
def test_the_score_counts_every_answer_once(puzzles: tuple[Puzzle, ...], given_answers):
    score, longest, now = Score(), 0, 0
    for index, answer, share in given_answers:
        puzzle = puzzles[index]
        score = score.after(puzzle, answer, share)
        now = now + 1 if answer == puzzle.answer else 0
        longest = max(longest, now)
        assert score.streak == now
    assert score.asked == len(given_answers) == sum(asked for _, asked in score.by_level.values())
    assert score.right == sum(right for right, _ in score.by_level.values())
    assert score.best_streak == longest
    assert score.guesses == sum(share is not None for _, _, share in given_answers)
    assert (score.mean_off is None) == (score.guesses == 0)
    assert score.mean_off is None or 0 <= score.mean_off <= 1


def test_a_guessed_share_is_measured_against_the_true_one(puzzles: tuple[Puzzle, ...]):
    seen = next(puzzle for puzzle in puzzles if puzzle.answer)
    blocked = next(puzzle for puzzle in puzzles if not puzzle.answer)
    score = Score().after(seen, True, seen.share + 0.1).after(blocked, True, 0.3)
    assert score.mean_off == pytest.approx(0.2)
    assert (score.right, score.wrong, score.streak, score.best_streak) == (1, 1, 0, 1)
