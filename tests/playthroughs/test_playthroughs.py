"""Every recorded game is told the same today, in this process and under other hash seeds."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sim.engine.dice import OwnDice
from sim.engine.match import Match
from tests.playthroughs import check, text
from tests.playthroughs.games import PLAYS, Play
from tests.playthroughs.scripts import WRECK
from tests.playthroughs.staged import follow, on_stage

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", list(PLAYS))
def test_a_recorded_game_is_told_the_same_today(name: str):
    assert check.difference(name) == []


def test_every_game_is_recorded_and_every_record_is_a_game():
    assert check.strays() == []


@pytest.mark.parametrize("hash_seed", ["1", "20"])
def test_the_check_finds_the_same_under_another_hash_seed(hash_seed: str):
    quick = "; ".join(
        [
            "from tests.playthroughs import check, games",
            "[games.PLAYS.pop(n) for n in list(games.PLAYS) if not n.startswith('pebbles')]",
            "check.strays = lambda: []",
            "raise SystemExit(check.main())",
        ]
    )
    done = subprocess.run(
        [sys.executable, "-c", quick],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "pebbles-1: same" in done.stdout


def test_a_game_told_otherwise_is_shown_where_it_begins_to_differ(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    play: Play = PLAYS["pebbles-1"]
    monkeypatch.setattr(text, "FOLDER", tmp_path)
    monkeypatch.setattr(check, "FOLDER", tmp_path)
    monkeypatch.setattr(check, "PLAYS", {"pebbles-1": play})
    told = text.text_of("pebbles-1", play.open_game(), play.journal())
    assert "* revealed: bids:" in told
    text.file_of("pebbles-1").write_text(told.replace("* revealed: bids:", "* revealed: offers:"))
    assert check.main() == 1
    shown = capsys.readouterr().out
    assert "pebbles-1: differs" in shown
    assert "-    * revealed: offers:" in shown


def test_a_text_with_an_answer_missing_is_refused():
    told = text.file_of("pebbles-1").read_text(encoding="utf-8")
    lines = [line for line in told.splitlines() if not line.startswith("3 ")]
    with pytest.raises(ValueError, match="answer 3 is missing"):
        text.answers_in("\n".join(lines))


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        (("initiative", "hb"), "rolls 4 dice, not hb"),
        (("retreat-edge", "north"), "nobody asked for"),
    ],
)
def test_a_script_that_the_game_does_not_follow_is_refused(line: tuple[str, str], wrong: str):
    script = [line, *WRECK[1:]] if line[0] == WRECK[0][0] else [*WRECK, line]
    with pytest.raises(ValueError, match=wrong):
        follow(script, Match(on_stage("wreck"), OwnDice()), 0)
