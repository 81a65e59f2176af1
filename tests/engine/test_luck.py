"""Luck against expectation: sums, exact chances, and whose luck a roll is."""

from __future__ import annotations

import itertools
from fractions import Fraction
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.engine.dice import NoChance, SeededDice
from sim.engine.events import Event
from sim.engine.luck import Throw, luck_of, rolls_in, tally, thrown
from sim.engine.match import Match
from tests.engine.recording import SEED, answer_next
from tests.playthroughs.games import PLAYS
from tests.playthroughs.text import answers_in, file_of
from tests.toy import Pebbles

THROWS = st.lists(
    st.builds(
        lambda hits_on, faces: Throw(tuple(faces), tuple(sorted(hits_on))),
        st.sets(st.integers(1, 6)),
        st.lists(st.integers(1, 6), max_size=2),
    ),
    max_size=3,
)


def rolled(faces: list[int], hits_on: list[int], side: str, unit: str = "a") -> Event:
    return Event("rolled", "words.example", ("x.hit",), unit, data=thrown(faces, hits_on, side))


@given(THROWS)
@settings(deadline=None)
def test_the_chances_are_those_of_counting_every_way_the_dice_can_fall(throws: list[Throw]):
    wanted = [throw.hits_on for throw in throws for _ in throw.faces]
    found = tally(throws)
    at_least = at_most = ways = 0
    for faces in itertools.product(range(1, 7), repeat=len(wanted)):
        count = sum(face in hits_on for face, hits_on in zip(faces, wanted, strict=True))
        ways += 1
        at_least += count >= found.actual
        at_most += count <= found.actual
    assert found.at_least == pytest.approx(float(Fraction(at_least, ways)))
    assert found.at_most == pytest.approx(float(Fraction(at_most, ways)))
    assert found.expected == pytest.approx(sum(len(hits_on) / 6 for hits_on in wanted))


@given(st.lists(st.integers(1, 6), max_size=60), st.sets(st.integers(1, 6)))
@settings(deadline=None)
def test_what_is_luck_for_one_side_is_as_much_bad_luck_the_other_way_round(
    faces: list[int], hits_on: set[int]
):
    good = tally([Throw(tuple(faces), tuple(hits_on))])
    bad = tally([Throw(tuple(faces), tuple({1, 2, 3, 4, 5, 6} - hits_on))])
    assert good.over == pytest.approx(-bad.over)
    assert good.at_least == pytest.approx(bad.at_most)
    assert good.percentile == pytest.approx(1 - bad.percentile)


def test_thousands_of_dice_do_not_overflow():
    found = tally([Throw((6,) * 1000 + (1,) * 2000, (5, 6)), Throw((1,) * 1500, (6,))])
    assert found.at_least == pytest.approx(1)
    assert 0 < found.at_most < 1e-9
    assert found.z == pytest.approx(found.over / found.variance**0.5)


def test_a_roll_belongs_to_the_side_that_wanted_it_whoever_it_is_about():
    attack = rolled([6, 6, 1], [5, 6], "red", "red/1")
    save = rolled([1, 1], [5, 6], "blue", "blue/1")
    table = Event(
        "rolled", "words.example", ("x.table",), "blue/1", data=thrown([6], [6], "red", unit="")
    )
    luck = luck_of([attack, save, table])
    assert [(g.name, g.tally.dice, g.tally.actual) for g in luck.sides] == [
        ("red", 4, 3),
        ("blue", 2, 0),
    ]
    assert [(g.side, g.name) for g in luck.units] == [("red", "red/1"), ("blue", "blue/1")]
    assert [(g.side, g.name) for g in luck.kinds] == [
        ("red", "x.hit"),
        ("blue", "x.hit"),
        ("red", "x.table"),
    ]
    assert luck.side("green").dice == 0


def test_a_contest_is_nobodys_luck_and_other_events_are_no_rolls():
    contest = rolled([6, 6], [5, 6], "")
    luck = luck_of([Event("moved", "words.example"), contest, rolled([], [6], "red")])
    assert luck.contests == 2
    assert luck.sides == luck.best == luck.worst == ()


def test_best_and_worst_are_the_least_likely_rolls_not_the_largest():
    events = [
        rolled([5, 5, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1], [5, 6], "red"),  # just what is expected
        rolled([6, 6, 6], [6], "blue"),  # 1 in 216
        rolled([1, 1, 1, 1, 1, 1], [5, 6], "red"),
        rolled([1, 2, 3], [1, 2, 3, 4, 5, 6], "red"),  # cannot fail
    ]
    luck = luck_of(events)
    ((best, chance),) = luck.best
    assert (best.at, best.side) == (1, "blue")
    assert chance.at_least == pytest.approx(1 / 216)
    assert luck.worst[0][0].at == 2


def test_a_roll_that_went_well_is_never_the_worst_and_one_as_expected_is_neither():
    luck = luck_of([rolled([6, 6], [5, 6], "red"), rolled([1, 2, 6], [5, 6], "red")])
    assert [roll.at for roll, _ in luck.best] == [0]
    assert luck.worst == ()


def test_dice_thrown_again_count_again():
    data = thrown([6, 6], [5, 6], "red", throws=[([1, 6], [5, 6]), ([6], [5, 6])])
    (roll,) = rolls_in([Event("rolled", "words.example", data=data)])
    found = tally(roll.throws)
    assert (found.dice, found.actual) == (3, 2)


def test_faces_that_want_different_things_are_counted_each_by_its_own():
    data = thrown([1, 6], [5, 6], "red", throws=[([1], [1, 2, 3, 4]), ([6], [5, 6])])
    found = luck_of([Event("rolled", "words.example", data=data)]).side("red")
    assert (found.actual, found.expected) == (2, pytest.approx(1.0))


@pytest.mark.parametrize("name", ["mills-regular", "mills-random", "staged-wreck", "town-club"])
def test_every_die_of_a_recorded_game_is_read(name: str):
    entries = answers_in(file_of(name).read_text(encoding="utf-8"))
    match = Match(PLAYS[name].open_game(), NoChance())
    for entry in entries:
        match.replay(entry)
    dice = sum(len(entry.answer) for entry in entries if entry.ask.startswith("roll:"))
    luck = luck_of(match.events)
    assert sum(group.tally.dice for group in luck.sides) + luck.contests == dice > 0
    for groups in (luck.kinds, luck.sides):
        assert sum(group.tally.dice for group in groups) == dice - luck.contests
    match.close()


def test_over_many_games_luck_evens_out():
    shares: list[float] = []
    for seed in range(60):
        match = Match(Pebbles(), SeededDice(SEED, str(seed)))
        while not match.over:
            answer_next(match)
        shares += [group.tally.percentile for group in luck_of(match.events).sides]
    # A mean of 100 evenly spread shares is within 0.1 of a half unless something is wrong.
    assert len(shares) > 80
    assert fmean(shares) == pytest.approx(0.5, abs=0.1)
