"""``hulldown puzzle``: asked and answered in a terminal."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from sim.cli.common import open_table
from sim.cli.puzzle import Reply, read_reply, score_line
from sim.table.puzzle_score import Score
from sim.table.puzzles import Puzzle, make_puzzles
from tests.cli.running import Ran, ran

SCENE = """
format = "hulldown-scene/1"
name = "Some walls"
shows = "Walls and a tower"
[table]
width = 24
depth = 24
[[piece]]
id = "long"
name = "Long wall"
model = "box"
size = [0.5, 8, 2]
at = [6, 8]
blocks = "hull"
[[piece]]
id = "tower"
model = "box"
size = [3, 3, 6]
at = [18, 15]
blocks = "hull"
[[piece]]
id = "low"
model = "box"
size = [4, 0.4, 1.2]
at = [14, 9]
blocks = "hull"
[[mini]]
id = "A"
model = "cylinder"
radius = 0.4
height = 1.5
base = { diameter_mm = 30 }
at = [2, 2]
"""


@pytest.fixture
def scene(tmp_path: Path) -> str:
    path = tmp_path / "walls.toml"
    path.write_text(SCENE, encoding="utf-8")
    return str(path)


def puzzles_of(scene: str, seed: int, count: int) -> tuple[Puzzle, ...]:
    opened = open_table(scene)
    model = opened.scene.minis[0].stand.model
    return make_puzzles(opened.facts, seed=seed, count=count, models=[model])


def answered(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, typed: str, *words: str
) -> Ran:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    return ran(capsys, "puzzle", *words)


def test_right_answers_are_counted_and_the_score_is_the_last_line(scene, capsys, monkeypatch):
    puzzles = puzzles_of(scene, 3, 4)
    typed = "".join("yes\n" if puzzle.answer else "n\n" for puzzle in puzzles)
    done = answered(capsys, monkeypatch, typed, scene, "--count", "4", "--seed", "3", "--text")
    assert done.code == 0
    assert done.lines[-1].startswith("score: 4 of 4 right, best streak 4 (")
    for puzzle in puzzles:
        for line in puzzle.why:
            assert f"  {line}" in done.lines


def test_wrong_answers_and_guessed_shares_are_counted(scene, capsys, monkeypatch):
    puzzles = puzzles_of(scene, 3, 2)
    typed = "".join(("n 0" if puzzle.answer else "y 100") + "\n" for puzzle in puzzles)
    done = answered(capsys, monkeypatch, typed, scene, "--count", "2", "--seed", "3", "--text")
    off = sum(p.share if p.answer else 1.0 for p in puzzles) / 2
    assert done.lines[-1].startswith("score: 0 of 2 right, best streak 0")
    assert done.lines[-1].endswith(f"off by {100 * off:.0f} % on average")


def test_what_is_no_answer_is_asked_again(scene, capsys, monkeypatch):
    typed = "perhaps\n\nyes 130\ny\n"
    done = answered(capsys, monkeypatch, typed, scene, "--count", "1", "--seed", "3", "--text")
    assert done.out.count("Please answer") == 3
    assert " of 1 right" in done.lines[-1]


@pytest.mark.parametrize("typed", ["q\n", "", "QUIT\n"])
def test_one_may_stop_at_any_time(scene, capsys, monkeypatch, typed):
    done = answered(capsys, monkeypatch, typed, scene, "--count", "2", "--seed", "3", "--text")
    assert done.code == 0
    assert done.lines[-1] == "score: nothing answered"


def test_the_places_are_told_so_that_they_can_be_set_up(scene, capsys, monkeypatch):
    (puzzle,) = puzzles_of(scene, 3, 1)
    done = answered(capsys, monkeypatch, "", scene, "--count", "1", "--seed", "3", "--text")
    for stand in (puzzle.a, puzzle.b):
        assert f"at {stand.pose.x:.2f}, {stand.pose.y:.2f}" in done.out


def test_without_a_seed_one_is_drawn_and_told(scene, capsys, monkeypatch):
    done = answered(capsys, monkeypatch, "", scene, "--count", "1", "--text")
    told = re.search(r"seed (\d+)", done.lines[0])
    assert told is not None
    again = answered(capsys, monkeypatch, "", scene, "--count", "1", "--text", "--seed", told[1])
    assert again.out == done.out


def test_the_plan_and_the_view_are_written(scene, capsys, monkeypatch, tmp_path):
    out = tmp_path / "pictures"
    words = (scene, "--count", "1", "--seed", "3", "--out", str(out))
    done = answered(capsys, monkeypatch, "y\n", *words)
    told = [line.removeprefix("picture: ") for line in done.lines if line.startswith("picture: ")]
    assert told == [str(out / "puzzle-1.png"), str(out / "puzzle-1-answer.png")]
    for path in told:
        assert Path(path).read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--count", "0"), "--count"),
        (("--model", "nobody"), "nobody"),
        (("--hard", "fiendish"), "fiendish"),
    ],
)
def test_what_cannot_be_asked_is_refused(scene, capsys, monkeypatch, words, says):
    done = answered(capsys, monkeypatch, "", scene, *words, "--text")
    assert done.code == 2
    assert says in done.err


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("y", Reply(True)),
        (" Yes, 12.5 % \n", Reply(True, 0.125)),
        ("n0", Reply(False, 0.0)),
        ("q", Reply(None)),
        ("y 101", None),
        ("15", None),
        ("yep", None),
        ("q 5", None),
    ],
)
def test_a_reply_is_read(line, reply):
    assert read_reply(line) == reply


def test_an_unanswered_run_has_a_score_line_too():
    assert score_line(Score()).startswith("score: ")
