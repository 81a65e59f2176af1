"""Recorded matches: written while played, read again, taken up after a crash."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sim import __version__
from sim.engine.dice import OwnDice, SeededDice, commitment
from sim.engine.match import Match, Refused
from sim.engine.record import Recorder, replay, rescue, resume
from sim.engine.record_files import FORMAT, Header, read_record, seal_path, snapshot_path
from sim.errors import HulldownError, InputProblems
from tests.engine.laws import state_of
from tests.engine.recording import (
    SEED,
    answer_next,
    header,
    open_pebbles,
    play_on,
    recorded_game,
)
from tests.toy import Pebbles

ROOT = Path(__file__).resolve().parents[2]


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def keys_of(error: InputProblems) -> list[str]:
    return [problem.key for problem in error.problems]


# --- what is written ----------------------------------------------------------------------


def test_a_journal_is_a_header_a_line_for_each_answer_and_an_end(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    match = recorded_game(path)
    first, *lines, last = rows(path)
    assert first["format"] == FORMAT
    assert first["package"] == __version__
    assert first["commitment"] == commitment(SEED, "salt")
    assert [line["n"] for line in lines] == list(range(1, len(match.journal) + 1))
    assert [line["ask"] for line in lines] == [entry.ask for entry in match.journal]
    outcome = match.outcome()
    assert outcome is not None
    assert last == {"end": outcome.winner, "seed": SEED, "salt": "salt", "digest": match.digest()}


def test_the_seed_is_sealed_until_the_game_ends(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    match = Match(Pebbles(), SeededDice(SEED, "pepper"))
    recorder = Recorder(match, path, header())
    answer_next(match)
    assert "pepper" not in path.read_text()
    assert "pepper" in seal_path(path).read_text()
    play_on(match)
    recorder.close()
    assert not seal_path(path).exists()
    assert rows(path)[-1]["salt"] == "pepper"


def test_every_answer_is_in_the_file_before_the_next_one_is_given(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    match = Match(Pebbles(), SeededDice(SEED))
    recorder = Recorder(match, path, header())
    while not match.over:
        assert [entry.ask for entry in match.journal] == [row["ask"] for row in rows(path)[1:]]
        answer_next(match)
    recorder.close()


def test_an_undo_is_a_line_and_nothing_is_ever_cut(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    match = Match(Pebbles(), SeededDice(SEED))
    recorder = Recorder(match, path, header())
    grown = path.read_bytes()
    for _ in range(6):
        answer_next(match)
    match.undo()
    match.undo()
    kept = len(match.journal)
    assert path.read_bytes().startswith(grown)
    assert rows(path)[-1]["ask"] == "undo"
    assert rows(path)[-1]["answer"] == kept
    play_on(match)
    recorder.close()
    assert state_of(replay(path, open_pebbles)) == state_of(match)


def test_a_refused_answer_writes_nothing(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    match = Match(Pebbles(), SeededDice(SEED))
    with Recorder(match, path, header()):
        before = path.read_bytes()
        with pytest.raises(Refused):
            match.answer("nonsense")
        assert path.read_bytes() == before


def test_an_edit_is_recorded_with_its_reason_and_replayed(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    match = Match(Pebbles(), SeededDice(SEED))
    recorder = Recorder(match, path, header())
    match.edit({"pebbles.red/1.health": 1}, "knocked over by the cat")
    play_on(match)
    recorder.close()
    assert rows(path)[1]["answer"]["reason"] == "knocked over by the cat"
    assert state_of(replay(path, open_pebbles)) == state_of(match)


def test_a_record_is_never_written_over(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    recorded_game(path, answers=1)
    with pytest.raises(HulldownError) as refused:
        Recorder(Match(Pebbles(), SeededDice(1)), path, header())
    assert refused.value.key == "engine.record.exists"


def test_a_folder_that_is_not_there_is_one_message(tmp_path: Path):
    with pytest.raises(HulldownError) as refused:
        Recorder(Match(Pebbles(), SeededDice(1)), tmp_path / "no" / "game.jsonl", header())
    assert refused.value.key == "engine.record.unwritable"


# --- replay -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_a_replay_ends_with_the_same_digest_and_log(tmp_path: Path, seed: int):
    path = tmp_path / "game.jsonl"
    match = recorded_game(path, seed)
    files = sorted(tmp_path.iterdir())
    again = replay(path, open_pebbles)
    assert state_of(again) == state_of(match)
    assert sorted(tmp_path.iterdir()) == files


def test_a_replay_of_an_unfinished_game_stops_at_its_last_answer(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    match = recorded_game(path, answers=7)
    again = replay(path, open_pebbles)
    assert not again.over
    assert state_of(again) == state_of(match)


def test_a_die_that_the_opened_seed_does_not_roll_is_found(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    recorded_game(path)
    lines = path.read_text().splitlines()
    place = next(n for n, line in enumerate(lines) if "draw:allowance" in line)
    other = "long" if "short" in lines[place] else "short"
    lines[place] = lines[place].replace("short", other).replace("long", other)
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(InputProblems) as found:
        replay(path, open_pebbles)
    assert keys_of(found.value) == ["engine.record.loaded_die"]


def test_an_end_that_is_not_the_end_is_found(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    match = recorded_game(path)
    path.write_text(path.read_text().replace(match.digest(), "0" * 16))
    with pytest.raises(InputProblems) as found:
        replay(path, open_pebbles)
    assert keys_of(found.value) == ["engine.record.other_end"]


def test_rules_that_ask_something_else_now_stop_the_replay_with_both_versions(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    recorded_game(path)
    path.write_text(path.read_text().replace("toy.bid", "toy.old_bid"))
    with pytest.raises(InputProblems) as found:
        replay(path, open_pebbles)
    assert keys_of(found.value) == ["engine.match.diverged", "engine.record.versions"]
    assert "toy.old_bid" in str(found.value)


def test_a_match_may_begin_with_any_state(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    played = recorded_game(tmp_path / "first.jsonl", answers=9)
    snapshot, _, _ = played.step_start()
    game = Pebbles()
    begun = rescue(tmp_path / "first.jsonl", open_pebbles, SeededDice(3))
    assert begun.step_digest() == played.step_digest()
    start = Header("pebbles", start=snapshot)
    recorder = Recorder(begun, path, start)
    play_on(begun)
    recorder.close()
    assert game.name == start.game
    assert state_of(replay(path, open_pebbles)) == state_of(begun)


def test_what_differs_from_the_recording_is_named():
    then = Header("pebbles", rules="1", options={"a": "x"}, profiles={"p.toml": "11"})
    now = Header("pebbles", rules="2", options={"b": "y"}, profiles={"p.toml": "11"})
    assert then.differences(now) == (("rules", "1", "2"), ("a", "x", ""), ("b", "", "y"))
    assert then.differences(then) == ()


# --- broken files -------------------------------------------------------------------------


def broken(path: Path, data: bytes) -> InputProblems:
    path.write_bytes(data)
    with pytest.raises(InputProblems) as found:
        resume(path, open_pebbles)
    assert path.read_bytes() == data, "a refused file was touched"
    assert str(path) in str(found.value)
    assert found.value.exit_code == 2
    return found.value


def test_a_torn_last_line_is_left_out_with_a_note(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    recorded_game(path, answers=8)
    whole = path.read_bytes()
    last = whole.rstrip(b"\n").rfind(b"\n") + 1
    path.write_bytes(whole[: last + 9])
    assert len(read_record(path).notes) == 1
    assert len(read_record(path).lines) == len(whole.splitlines()) - 2
    resumed = resume(path, open_pebbles)
    assert resumed.notes
    resumed.recorder.close()
    assert path.read_bytes() == whole, "the torn answer was a die, and falls again as it did"


@pytest.mark.case("S01")
def test_an_empty_file_and_a_file_of_something_else_say_so(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    assert keys_of(broken(path, b"")) == ["engine.record.empty"]
    assert keys_of(broken(path, b"not a journal\n")) == ["engine.record.no_header"]
    assert keys_of(broken(path, b'{"format": "hulldown-ma')) == ["engine.record.no_header"]
    assert keys_of(broken(path, b'{"format": "hulldown-scene/1"}\n')) == [
        "engine.record.other_kind"
    ]
    assert keys_of(broken(path, b'["hulldown-match/1"]\n')) == ["engine.record.no_header"]
    assert keys_of(broken(path, b"\xff\xfe\n")) == ["engine.record.no_header"]


@pytest.mark.case("S05")
def test_a_journal_of_a_newer_version_names_both_versions(tmp_path: Path):
    found = broken(
        tmp_path / "game.jsonl",
        b'{"format": "hulldown-match/2", "package": "9.9.9", "moons": 4}\n',
    )
    assert keys_of(found) == ["engine.record.newer"]
    for part in ("hulldown-match/2", "hulldown-match/1", "9.9.9", __version__):
        assert part in str(found)


@pytest.mark.case("S05")
def test_a_header_with_unknown_fields_names_them_and_both_versions(tmp_path: Path):
    found = broken(
        tmp_path / "game.jsonl",
        b'{"format": "hulldown-match/1", "package": "0.9", "game": "pebbles", "moons": 4}\n',
    )
    assert keys_of(found) == ["engine.record.header"]
    for part in ("moons", "0.9", __version__):
        assert part in str(found)


def test_every_garbled_line_is_named_at_once(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    recorded_game(path, answers=9)
    lines = path.read_bytes().splitlines()
    lines[3] = lines[3][:10]
    lines[5] = b"\x00\x00\x00"
    lines[6] = lines[6].replace(b'"ask"', b'"asked"')
    found = broken(path, b"\n".join(lines) + b"\n")
    garbled = [p.where for p in found.problems if p.key == "engine.record.garbled"]
    assert garbled == ["line 4", "line 6", "line 7"]


def test_missing_lines_in_the_middle_are_found(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    recorded_game(path, answers=9)
    lines = path.read_bytes().splitlines()
    found = broken(path, b"\n".join([*lines[:3], *lines[5:]]) + b"\n")
    assert keys_of(found) == ["engine.record.gap"]


def test_an_undo_to_nowhere_is_found(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    recorded_game(path, answers=2)
    line = b'{"n":3,"ask":"undo","who":"","answer":7}\n'
    assert keys_of(broken(path, path.read_bytes() + line)) == ["engine.record.undo"]


def test_an_answer_that_the_rules_refuse_is_found(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    recorded_game(path, answers=1)
    data = path.read_bytes().replace(b'"blue/', b'"green/')
    assert keys_of(broken(path, data))[0] == "engine.match.unfit"


def test_a_lost_or_a_foreign_seed_is_found(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    recorded_game(path, answers=3)
    data = path.read_bytes()
    seal_path(path).write_text('{"seed": 12, "salt": "salt"}')
    assert keys_of_seal(path) == ["engine.record.wrong_seal"]
    seal_path(path).write_text("{")
    assert keys_of_seal(path) == ["engine.record.no_seal"]
    seal_path(path).unlink()
    assert keys_of_seal(path) == ["engine.record.no_seal"]
    assert path.read_bytes() == data
    resumed = resume(path, open_pebbles, chance=OwnDice())
    assert resumed.match.pending is not None
    resumed.recorder.close()


def keys_of_seal(path: Path) -> list[str]:
    with pytest.raises(InputProblems) as found:
        resume(path, open_pebbles)
    return keys_of(found.value)


def test_the_same_answers_leading_to_another_state_are_found(tmp_path: Path):
    class Changed(Pebbles):
        def first_state(self) -> Any:
            state = super().first_state()
            state.pebbles["red/1"].health = 1
            return state

    path = tmp_path / "game.jsonl"
    recorded_game(path, answers=3)
    with pytest.raises(InputProblems) as found:
        resume(path, lambda _: Changed())
    assert keys_of(found.value) == ["engine.record.other_state", "engine.record.versions"]


# --- taking up ----------------------------------------------------------------------------


@pytest.mark.parametrize("answers", range(0, 30, 3))
def test_a_game_taken_up_anywhere_ends_as_the_game_in_one_sitting(tmp_path: Path, answers: int):
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    match = recorded_game(whole)
    recorded_game(parts, answers=answers)
    resumed = resume(parts, open_pebbles)
    play_on(resumed.match)
    resumed.recorder.close()
    assert state_of(resumed.match) == state_of(match)
    assert parts.read_bytes() == whole.read_bytes()


def test_a_file_torn_at_any_byte_ends_as_the_game_in_one_sitting(tmp_path: Path):
    whole, torn = tmp_path / "whole.jsonl", tmp_path / "torn.jsonl"
    match = recorded_game(whole)
    seal = b'{"seed":%d,"salt":"salt"}' % SEED
    data = whole.read_bytes()
    begin = data.index(b"\n") + 1
    for cut in range(begin, len(data), 97):
        torn.write_bytes(data[:cut])
        seal_path(torn).write_bytes(seal)
        snapshot_path(torn).unlink(missing_ok=True)
        resumed = resume(torn, open_pebbles, sync=False)
        play_on(resumed.match)
        resumed.recorder.close()
        assert torn.read_bytes() == data
        assert resumed.match.digest() == match.digest()


def test_a_snapshot_from_before_the_last_answers_or_after_an_undo_does_no_harm(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    match = Match(Pebbles(), SeededDice(SEED, "salt"))
    recorder = Recorder(match, path, header())
    for _ in range(8):
        answer_next(match)
    old = snapshot_path(path).read_bytes()
    for _ in range(6):
        answer_next(match)
    new = snapshot_path(path).read_bytes()
    assert new != old
    match.rewind(3)
    recorder.close()
    for stale in (old, new, b"torn"):
        snapshot_path(path).write_bytes(stale)
        resumed = resume(path, open_pebbles)
        assert state_of(resumed.match) == state_of(match)
        resumed.recorder.close()


def test_a_finished_game_taken_up_and_taken_back_ends_again(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    match = recorded_game(path)
    resumed = resume(path, open_pebbles)
    assert resumed.match.over
    resumed.match.undo()
    resumed.recorder.close()
    assert read_record(path).end is None
    again = resume(path, open_pebbles)
    play_on(again.match)
    again.recorder.close()
    assert again.match.digest() == match.digest()
    assert sum("end" in row for row in rows(path)) == 2
    assert state_of(replay(path, open_pebbles)) == state_of(match)


KILLED = """
import os, signal, sys
from pathlib import Path
from sim.engine import record
from sim.engine.record import Recorder, resume
from tests.engine.recording import *
from sim.engine.match import Match
from sim.engine.dice import SeededDice
from tests.toy import Pebbles

path, moment = Path(sys.argv[1]), int(sys.argv[2])
calls = 0

def mortal(call):
    def lives(*args, **kwargs):
        global calls
        calls += 1
        if calls == moment:
            if call is write and len(args[1]) > 2:
                # die in the middle of a line
                write(args[0], args[1][: len(args[1]) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        return call(*args, **kwargs)
    return lives

write = Recorder._write
Recorder._write = mortal(Recorder._write)
Recorder._snap = mortal(Recorder._snap)
record.write_whole = mortal(record.write_whole)
os.fsync = mortal(os.fsync)
Path.replace = mortal(Path.replace)
Path.unlink = mortal(Path.unlink)
if path.exists():
    match = resume(path, open_pebbles).match
else:
    match = Match(Pebbles(), SeededDice(SEED, "salt"))
    Recorder(match, path, header())
play_on(match)
print(match.digest())
"""


@pytest.mark.parametrize("round_", range(5))
def test_killed_again_and_again_the_game_still_ends_as_the_game_in_one_sitting(
    tmp_path: Path, round_: int
):
    match = recorded_game(tmp_path / "whole.jsonl")
    path = tmp_path / "killed.jsonl"
    moments = SeededDice(round_, "kills")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    died = 0
    for attempt in range(40):
        moment = 1 + moments.below(60, attempt)
        ran = subprocess.run(
            [sys.executable, "-c", KILLED, str(path), str(moment)],
            capture_output=True,
            text=True,
            env=environment,
            cwd=ROOT,
            check=False,
        )
        if ran.returncode == 0:
            break
        assert ran.returncode == -signal.SIGKILL, ran.stderr
        died += 1
    else:
        pytest.fail("the game never came to its end")
    assert died > 0
    assert ran.stdout.strip() == match.digest()
    assert path.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert not seal_path(path).exists()
