"""``hulldown simulate``: counts, intervals, series in parts."""

from __future__ import annotations

import re

import pytest

from sim.cli.simulate import wilson
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
