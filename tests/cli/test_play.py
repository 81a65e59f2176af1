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
from tests.cli.running import ROOT, SKIRMISH, ran, shell

ENDED = re.compile(r"journal: (.+\.jsonl)  digest: ([0-9a-f]{16})")


def ended(line: str) -> tuple[str, str]:
    match = ENDED.fullmatch(line)
    assert match, line
    return match[1], match[2]


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """A watched skirmish: its journal and digest."""
    folder = tmp_path_factory.mktemp("watched")
    done = shell("play", SKIRMISH, "--watch", "--seed", "5", "--out", str(folder))
    assert done.code == 0, done.err
    assert sum(line.startswith("picture: ") for line in done.lines) == 3
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
    words = ("play", SKIRMISH, "--watch", "--seed", "5", "--out", str(tmp_path))
    assert ended(shell(*words, hash_seed="99").lines[-1])[1] == watched[1]


def kill_after(folder: Path, size: int) -> Path:
    """Watch a game and kill the process once its journal has grown to `size` bytes."""
    words = [sys.executable, "-m", "sim", "play", SKIRMISH, "--watch", "--seed", "5"]
    process = subprocess.Popen(
        [*words, "--out", str(folder)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    journal = folder / "skirmish-5.jsonl"
    while process.poll() is None:
        if journal.exists() and journal.stat().st_size >= size:
            process.send_signal(signal.SIGKILL)
            break
        time.sleep(0.002)
    process.wait()
    return journal


@pytest.mark.parametrize("moment", range(3))
def test_a_killed_game_ends_as_the_unkilled_one(watched, tmp_path, moment):
    length = Path(watched[0]).stat().st_size
    size = 200 + SeededDice(7, "kill").below(length - 400, moment)
    journal = kill_after(tmp_path, size)
    if moment == 1:
        # The machine stopped in the middle of a line.
        data = journal.read_bytes()
        journal.write_bytes(data[: len(data) - 5] if not data.endswith(b"}}\n") else data + b'{"n"')
    done = shell("play", "--resume", str(journal), "--watch")
    assert done.code == 0, done.err
    assert ended(done.lines[-1])[1] == watched[1]


def test_a_truncated_journal_of_a_newer_version_is_refused_plainly(watched, tmp_path, capsys):
    text = Path(watched[0]).read_text()
    path = tmp_path / "newer.jsonl"
    path.write_text(text.replace("hulldown-match/1", "hulldown-match/9", 1))
    done = ran(capsys, "replay", str(path))
    assert done.code == 2
    assert "9" in done.err
    empty = tmp_path / "empty.jsonl"
    empty.write_text("")
    done = ran(capsys, "replay", str(empty))
    assert done.code == 2
    assert "Traceback" not in done.err


def test_a_scene_that_changed_since_is_not_played_on(watched, tmp_path, capsys):
    scene = tmp_path / "skirmish.toml"
    scene.write_text(Path(SKIRMISH).read_text())
    words = ("play", str(scene), "--watch", "--seed", "1", "--out", str(tmp_path / "out"))
    journal = ended(ran(capsys, *words).lines[-1])[0]
    scene.write_text(scene.read_text().replace("at = [18, 15]", "at = [18, 16]"))
    done = ran(capsys, "replay", journal)
    assert done.code == 2
    assert "scene" in done.err
