"""``hulldown play`` and ``replay``: a watched game, kills, resumes, hash seeds, a text game."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sim.engine.dice import SeededDice
from tests.cli.running import ROOT, THREE_TURNS, ran, shell

ENDED = re.compile(r"journal: (.+\.jsonl)  digest: ([0-9a-f]{16})")


def ended(line: str) -> tuple[str, str]:
    match = ENDED.fullmatch(line)
    assert match, line
    return match[1], match[2]


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """A watched game of the regular level: its journal and digest."""
    folder = tmp_path_factory.mktemp("watched")
    done = shell("play", THREE_TURNS, "--watch", "--seed", "5", "--out", str(folder))
    assert done.code == 0, done.err
    pictures = [line.partition(": ")[2] for line in done.lines if line.startswith("picture: ")]
    assert len(pictures) == 3
    assert all(Path(picture).read_bytes().startswith(b"\x89PNG") for picture in pictures)
    return ended(done.lines[-1])


@pytest.mark.parametrize("hash_seed", ["1", "4711"])
def test_a_replay_gives_the_digest_under_any_hash_seed(watched, hash_seed):
    journal, digest = watched
    done = shell("replay", journal, hash_seed=hash_seed)
    assert done.lines[-1] == f"digest: {digest}"


def test_a_replay_writes_nothing(watched, capsys):
    journal, digest = watched
    before = {path: path.read_bytes() for path in Path(journal).parent.iterdir()}
    done = ran(capsys, "replay", journal, "--log")
    assert done.lines[-1] == f"digest: {digest}"
    assert len(done.lines) > 20
    assert {path: path.read_bytes() for path in Path(journal).parent.iterdir()} == before


def test_the_same_seed_gives_the_same_game_under_another_hash_seed(watched, tmp_path):
    words = ("play", THREE_TURNS, "--watch", "--no-pictures", "--seed", "5", "--out", str(tmp_path))
    assert ended(shell(*words, hash_seed="99").lines[-1])[1] == watched[1]


# --- kills: the long series is tools/kill_test.py -------------------------------------------

RANDOM = ("play", THREE_TURNS, "--watch", "--level", "random", "--seed", "5", "--no-pictures")


@pytest.fixture(scope="module")
def unkilled(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """A quick game that nobody killed: its journal and digest."""
    return ended(shell(*RANDOM, "--out", str(tmp_path_factory.mktemp("unkilled"))).lines[-1])


def kill_after(folder: Path, size: int) -> Path:
    """Watch a game and kill the process once its journal has grown to `size` bytes."""
    process = subprocess.Popen(
        [sys.executable, "-m", "sim", *RANDOM, "--out", str(folder)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    journal = folder / "three_turns-5.jsonl"
    while process.poll() is None:
        if journal.exists() and journal.stat().st_size >= size:
            process.send_signal(signal.SIGKILL)
            break
        time.sleep(0.001)
    process.wait()
    return journal


@pytest.mark.case("S01")
@pytest.mark.parametrize("moment", range(3))
def test_a_killed_game_ends_as_the_unkilled_one(unkilled, tmp_path, moment):
    length = Path(unkilled[0]).stat().st_size
    size = 200 + SeededDice(7, "kill").below(length - 400, moment)
    journal = kill_after(tmp_path, size)
    if moment == 1:
        # The machine stopped in the middle of a line.
        data = journal.read_bytes()
        journal.write_bytes(data[: len(data) - 5] if not data.endswith(b"}}\n") else data + b'{"n"')
    done = shell("play", "--resume", str(journal), "--no-pictures")
    assert done.code == 0, done.err
    assert ended(done.lines[-1])[1] == unkilled[1]


# --- broken journals ------------------------------------------------------------------------


def broken(unkilled: tuple[str, str], folder: Path, name: str, old: str, new: str) -> Path:
    """Write a copy of a journal with a text exchanged."""
    text = Path(unkilled[0]).read_text(encoding="utf-8")
    assert old in text
    path = folder / f"{name}.jsonl"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("hulldown-match/1", "hulldown-match/9", "hulldown-match/9"),
        ('{"n":7,', '{"n":8,', "7"),
        ('{"n":7,', '{"n":7 oops', "8"),
        ("hulldown-match/1", "hulldown-piece/1", "hulldown-piece"),
    ],
    ids=["newer version", "lost line", "garbled line", "no journal"],
)
@pytest.mark.parametrize("command", ["replay", "play"])
def test_a_broken_journal_is_exit_2_with_the_place_and_nothing_is_written(
    unkilled, tmp_path, capsys, command, old, new, said
):
    path = broken(unkilled, tmp_path, "broken", old, new)
    before = path.read_bytes()
    words = ("replay", str(path)) if command == "replay" else ("play", "--resume", str(path))
    done = ran(capsys, *words)
    assert done.code == 2
    assert said in done.err
    assert str(path) in done.err
    assert "Traceback" not in done.err
    assert [each.name for each in tmp_path.iterdir()] == [path.name]
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["", "no journal at all\n", '{"format":"hulldown-match/1"'])
def test_a_journal_without_a_whole_first_line_is_refused(tmp_path, capsys, text):
    path = tmp_path / "empty.jsonl"
    path.write_text(text)
    done = ran(capsys, "replay", str(path))
    assert done.code == 2
    assert path.name in done.err
    assert "Traceback" not in done.err


def test_a_truncated_journal_replays_to_where_it_was_cut(unkilled, tmp_path, capsys):
    lines = Path(unkilled[0]).read_bytes().splitlines(keepends=True)
    path = tmp_path / "cut.jsonl"
    path.write_bytes(b"".join(lines[:12]) + lines[12][:9])
    done = ran(capsys, "replay", str(path))
    assert done.code == 0, done.err
    assert done.lines[-1] != f"digest: {unkilled[1]}"


def test_a_scene_that_changed_since_is_not_played_on(unkilled, tmp_path, capsys):
    scene = tmp_path / "three_turns.toml"
    text = Path(THREE_TURNS).read_text(encoding="utf-8")
    scene.write_text(text.replace("at = [15, 12]", "at = [15, 13]"), encoding="utf-8")
    path = broken(unkilled, tmp_path, "moved", THREE_TURNS, str(scene))
    for words in (("replay", str(path)), ("play", "--resume", str(path))):
        done = ran(capsys, *words)
        assert done.code == 2
        assert "scene" in done.err
    scene.write_text(text, encoding="utf-8")
    assert ran(capsys, "replay", str(path)).lines[-1] == f"digest: {unkilled[1]}"


# --- wrong usage ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "--resume"),
        (("nowhere",), "mills"),
        ((THREE_TURNS, "--watch", "--text"), "--text"),
        ((THREE_TURNS, "--side", "alies"), "allies"),
        ((THREE_TURNS, "--level", "genius"), "regular"),
        ((THREE_TURNS, "--option", "heavy_eye"), "NAME=VALUE"),
        ((THREE_TURNS, "--option", "heavy_ey=top"), "heavy_eye"),
        ((THREE_TURNS, "--bundle", "clubb"), "club"),
        (("--resume", "nowhere.jsonl"), "nowhere.jsonl"),
    ],
)
def test_wrong_usage_says_what_was_meant_and_writes_nothing(tmp_path, capsys, words, said):
    done = ran(capsys, "play", *words, "--out", str(tmp_path / "out"))
    assert done.code == 2
    assert said in done.err
    assert not (tmp_path / "out").exists()
