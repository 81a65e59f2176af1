"""``hulldown simulate``: counts, intervals, series in parts."""

from __future__ import annotations

import itertools
import re

import pytest

from sim.cli.common import open_table
from sim.cli.simulate import wilson
from sim.engine.dice import SeededDice
from sim.rules.dust_warfare.forces.profile_files import load_dust_profiles
from tests.cli.running import THREE_TURNS, ran, shell

LAST = re.compile(
    r"(\d+) games: random (\d+), random (\d+), draws (\d+)  \(Wilson 95 %: [\d.]+–[\d.]+\)"
)
RANDOM = ("--left", "random", "--right", "random")


def counts(line: str) -> list[int]:
    match = LAST.fullmatch(line)
    assert match, line
    return [int(number) for number in match.groups()]


def test_the_last_line_adds_up(capsys):
    done = ran(capsys, "simulate", THREE_TURNS, "--games", "3", *RANDOM)
    games, left, right, draws = counts(done.lines[-1])
    assert games == left + right + draws == 3


def test_a_series_in_parts_ends_as_one_in_a_run(capsys, tmp_path):
    whole = ran(capsys, "simulate", THREE_TURNS, "--games", "4", *RANDOM).lines[-1]
    store = ("--resume", str(tmp_path))
    ran(capsys, "simulate", THREE_TURNS, "--games", "2", *RANDOM, *store)
    games = tmp_path / "games.jsonl"
    kept = games.read_bytes()
    games.write_bytes(kept[:-9])  # the last line was torn
    parts = ran(capsys, "simulate", THREE_TURNS, "--games", "4", *RANDOM, *store)
    assert parts.lines[-1] == whole
    assert len({line for line in games.read_text().splitlines() if "digest" in line}) >= 4


def test_another_series_does_not_mix_in(capsys, tmp_path):
    store = ("--resume", str(tmp_path))
    ran(capsys, "simulate", THREE_TURNS, "--games", "1", *RANDOM, *store)
    done = ran(capsys, "simulate", THREE_TURNS, "--games", "1", *store)
    assert done.code == 2
    assert str(tmp_path) in done.err


def test_jobs_change_nothing_but_time():
    one = shell("simulate", THREE_TURNS, "--games", "2", *RANDOM)
    two = shell("simulate", THREE_TURNS, "--games", "2", "--jobs", "2", *RANDOM)
    assert one.lines[-1] == two.lines[-1]


def test_an_unknown_policy_names_those_there_are(capsys):
    done = ran(capsys, "simulate", THREE_TURNS, "--games", "1", "--left", "genius")
    assert done.code == 2
    assert "regular" in done.err


@pytest.mark.parametrize(("wins", "games"), [(0, 10), (5, 10), (10, 10), (95, 100)])
def test_the_wilson_interval_holds_the_share_and_stays_in_bounds(wins, games):
    low, high = wilson(wins, games)
    assert 0.0 <= low <= wins / games <= high <= 1.0


# --- random forces --------------------------------------------------------------------------


def test_random_forces_play_and_are_those_of_the_seed(capsys, tmp_path):
    words = ("simulate", THREE_TURNS, "--games", "2", *RANDOM, "--forces", "random:60")
    one = ran(capsys, *words, "--resume", str(tmp_path / "one"))
    ran(capsys, *words, "--resume", str(tmp_path / "two"))
    assert counts(one.lines[-1])[0] == 2
    games = [(tmp_path / name / "games.jsonl").read_text() for name in ("one", "two")]
    assert games[0] == games[1]


@pytest.mark.parametrize("seed", range(1, 6))
@pytest.mark.parametrize("points", [30, 60, 150])
def test_a_random_force_is_led_costs_what_it_may_and_leaves_nothing_that_fits(seed, points):
    opened = open_table(THREE_TURNS)
    assert opened.book is not None
    dice, draws = SeededDice(seed, "forces"), itertools.count()
    scene = opened.book.random_forces(
        opened.scene, points, lambda limit: dice.below(limit, next(draws))
    )
    units = load_dust_profiles().units
    for force in scene.forces:
        drawn = [units[unit.unit] for unit in force.units]
        spent = sum(unit.ap for unit in drawn)
        factions = {scene.book.units[unit.id].faction for unit in drawn}
        assert spent <= points
        assert factions <= {force.faction, "common"}
        assert [unit.section for unit in drawn].count("command") == 1
        assert len({unit.id for unit in force.units}) == len(drawn)
        names = [unit.id for unit in drawn]
        assert all(names.count(name) <= 2 for name in names)


@pytest.mark.parametrize(
    ("forces", "said"), [("random:5", "5"), ("80", "random:POINTS"), ("random:", "random:POINTS")]
)
def test_forces_that_cannot_be_had_are_refused(capsys, forces, said):
    done = ran(capsys, "simulate", THREE_TURNS, "--games", "1", *RANDOM, "--forces", forces)
    assert done.code == 2
    assert said in done.err
