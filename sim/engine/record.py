"""Recording a match while it is played; taking it up again, and replaying it.

Every answer is on disk before the next question is shown. The journal is only ever appended to;
the snapshot beside it is written whole. Whatever moment the process is killed at, `resume` ends
with the game that would have been played.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from sim.engine.answers import plain_answer
from sim.engine.dice import Chance, NoChance, OwnDice, SeededDice, commitment
from sim.engine.game import Game
from sim.engine.match import Match
from sim.engine.record_files import (
    UNDO,
    End,
    Header,
    Line,
    Recorded,
    Seal,
    Snapshot,
    read_record,
    read_seal,
    read_snapshot,
    seal_path,
    snapshot_path,
)
from sim.engine.steps import Diverged
from sim.errors import HulldownError, InputProblems, Problem
from sim.table.files import write_whole

__all__ = ["OpenGame", "Recorder", "Resumed", "replay", "rescue", "resume"]

#: Opens the game that a header describes; InputProblems when scene or profiles are not there.
OpenGame = Callable[[Header], Game[Any]]


class Recorder:
    """Writes a match down as it is played.

    Parameters
    ----------
    match : Match
        Listened to from now on; what it has in its journal already is written at once.
    path : Path
        ``NAME.jsonl``, must not exist; ``NAME.seed`` and ``NAME.snapshot`` are written beside.
    header : Header
        Dice and commitment are filled in here.
    sync : bool
        Whether every answer is forced to the disk; False for long series that may be lost.

    Raises
    ------
    HulldownError
        When the journal exists already or cannot be written.
    """

    def __init__(self, match: Match[Any], path: Path, header: Header, *, sync: bool = True) -> None:
        if path.exists():
            raise HulldownError("engine.record.exists", path=path)
        chance = match.chance
        if isinstance(chance, SeededDice):
            sealed = commitment(chance.seed, chance.salt)
            header = msgspec.structs.replace(header, dice="seeded", commitment=sealed)
        self._stand(match, path, sync)
        self.header = header
        try:
            if isinstance(chance, SeededDice):
                seal = msgspec.json.encode(Seal(chance.seed, chance.salt))
                write_whole(seal_path(path), seal)
            write_whole(path, header.to_line() + b"\n")
        except OSError as error:
            raise _unwritable(path, error) from error
        self._open(path.stat().st_size)
        self._changed(0)

    def _stand(self, match: Match[Any], path: Path, sync: bool) -> None:
        self.match = match
        self.path = path
        self._sync = sync
        self._lines = 0
        #: Entries on disk, and how many of them the match has kept since they were written.
        self._entries = self._kept = 0
        self._ended = False
        self._snapshot_at = -1

    @classmethod
    def taken_up(cls, match: Match[Any], recorded: Recorded, *, sync: bool) -> Recorder:
        """Return a recorder that goes on where a journal stops; a torn last line is cut off."""
        recorder = object.__new__(cls)
        recorder._stand(match, recorded.path, sync)
        recorder.header = recorded.header
        recorder._lines = len(recorded.lines)
        recorder._entries = recorder._kept = len(match.journal)
        recorder._ended = recorded.end is not None
        try:
            os.truncate(recorded.path, recorded.good_bytes)
        except OSError as error:
            raise _unwritable(recorded.path, error) from error
        if recorder._ended:
            seal_path(recorded.path).unlink(missing_ok=True)
        recorder._open(recorded.good_bytes)
        recorder._changed(len(match.journal))
        return recorder

    def _open(self, size: int) -> None:
        try:
            # Unbuffered: a line goes out in one write, and a failed one can be cut off again.
            self._file = self.path.open("ab", buffering=0)
        except OSError as error:
            raise _unwritable(self.path, error) from error
        self._size = size
        self.match.watcher = self._changed

    def _changed(self, kept: int) -> None:
        """Write what happened since: the match has kept `kept` of the entries it had.

        What could not be written before (a full disk) is written now, as if it had happened now.
        """
        self._kept = min(self._kept, kept)
        number = self._lines
        lines: list[Line] = []
        if self._kept < self._entries:
            number += 1
            lines.append(Line(number, UNDO, "", self._kept))
        for entry in self.match.journal[self._kept :]:
            number += 1
            lines.append(Line(number, entry.ask, entry.who, entry.answer, entry.seen_by))
        rows = [msgspec.json.encode(line) for line in lines]
        try:
            if rows:
                self._write(b"\n".join(rows) + b"\n")
                self._ended = False
            self._lines = number
            self._entries = self._kept = len(self.match.journal)
            self._snap()
            if self.match.over and not self._ended:
                self._end()
        except OSError as error:
            raise _unwritable(self.path, error) from error

    def _write(self, data: bytes) -> None:
        try:
            written = self._file.write(data)
            if written != len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            if self._sync:
                os.fsync(self._file.fileno())
        except OSError:
            os.truncate(self.path, self._size)
            raise
        self._size += len(data)

    def _snap(self) -> None:
        """Write the step's start, when another step has begun."""
        state, since, dice = self.match.step_start()
        entries = len(self.match.journal) - len(since)
        if entries == self._snapshot_at:
            return
        digest = self.match.step_digest()
        snapshot = Snapshot(self._lines, entries, dice, state, digest)
        write_whole(snapshot_path(self.path), msgspec.json.encode(snapshot))
        self._snapshot_at = entries

    def _end(self) -> None:
        """Open the seed and write the last line."""
        outcome = self.match.outcome()
        chance = self.match.chance
        seed, salt = (chance.seed, chance.salt) if isinstance(chance, SeededDice) else (0, "")
        end = End(outcome.winner if outcome else "", seed, salt, self.match.digest())
        self._write(msgspec.json.encode(end) + b"\n")
        seal_path(self.path).unlink(missing_ok=True)
        self._ended = True

    def close(self) -> None:
        """Stop listening and close the file; the journal can be taken up later."""
        self.match.watcher = None
        self._file.close()

    def __enter__(self) -> Recorder:
        """Return the recorder; it is closed at the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()


def _unwritable(path: Path, error: OSError) -> HulldownError:
    detail = error.strerror or type(error).__name__
    return HulldownError("engine.record.unwritable", path=path, detail=detail)


@dataclass(frozen=True)
class Resumed:
    """A match taken up again: the match, who writes it down, and what a person should know."""

    match: Match[Any]
    recorder: Recorder
    header: Header
    notes: tuple[str, ...]


def resume(
    path: Path, open_game: OpenGame, *, chance: Chance | None = None, sync: bool = True
) -> Resumed:
    """Take up a recorded match where it stopped.

    Parameters
    ----------
    path : Path
    open_game : callable
    chance : Chance, optional
        Dice from now on; by default those of the record (its sealed seed, or own dice).
    sync : bool

    Raises
    ------
    InputProblems
        When the journal or its seed cannot be read, or the rules have changed since.
    """
    recorded = read_record(path)
    dice: Chance = chance or read_seal(recorded) or OwnDice()
    match = _replayed(recorded, open_game, read_snapshot(path))
    match.chance = dice
    recorder = Recorder.taken_up(match, recorded, sync=sync)
    match.settle()
    return Resumed(match, recorder, recorded.header, recorded.notes)


def replay(
    path: Path, open_game: OpenGame, *, each: Callable[[Match[Any]], None] | None = None
) -> Match[Any]:
    """Read a recorded match to its last answer. Nothing is rolled, nothing is written.

    Parameters
    ----------
    path : Path
    open_game : callable
    each : callable, optional
        Called with the match before the first entry and after every one, to look at.

    Raises
    ------
    InputProblems
        When it cannot be read, the rules have changed since, or the end is not the one recorded.
    """
    recorded = read_record(path)
    match = _replayed(recorded, open_game, None, each)
    if recorded.end is not None and recorded.end.digest != match.digest():
        params: dict[str, object] = {"recorded": recorded.end.digest, "found": match.digest()}
        raise InputProblems([Problem("engine.record.other_end", "", str(path), params)])
    return match


def rescue(path: Path, open_game: OpenGame, chance: Chance) -> Match[Any]:
    """Return a new match from a record's snapshot, for when the rules have changed since.

    What was answered since the step's start is lost; the header of the new record should hold
    the state as its `start`.

    Raises
    ------
    InputProblems
        When there is no snapshot or its state does not fit the game any more.
    """
    recorded = read_record(path)
    snapshot = read_snapshot(path)
    if snapshot is None:
        raise InputProblems([Problem("engine.record.no_snapshot", "", str(snapshot_path(path)))])
    game = open_game(recorded.header)
    return Match(game, chance, _state(game, snapshot.state, snapshot_path(path)))


def _state(game: Game[Any], data: bytes, path: Path) -> Any:
    try:
        return msgspec.msgpack.decode(data, type=game.state_type)
    except msgspec.DecodeError as error:
        params: dict[str, object] = {"detail": str(error)}
        raise InputProblems([Problem("engine.record.state", "", str(path), params)]) from error


def _replayed(
    recorded: Recorded,
    open_game: OpenGame,
    snapshot: Snapshot | None,
    each: Callable[[Match[Any]], None] | None = None,
) -> Match[Any]:
    """Return a match with the record's entries given again and checked."""
    game = open_game(recorded.header)
    start = recorded.header.start
    match = Match(game, NoChance(), _state(game, start, recorded.path) if start else None)
    dice = read_seal(recorded) if recorded.opened else None
    look = each or _look_away
    look(match)
    for entry in recorded.entries():
        _check_snapshot(recorded, snapshot, match)
        _check_die(recorded, dice, match, entry.answer)
        try:
            match.replay(entry, check=True)
        except Diverged as error:
            problem = Problem(error.key, "", str(recorded.path), error.params)
            raise InputProblems([problem, _both_versions(recorded)]) from error
        look(match)
    _check_snapshot(recorded, snapshot, match)
    return match


def _look_away(_match: Match[Any]) -> None:
    """Take no notice of a match."""


def _both_versions(recorded: Recorded) -> Problem:
    here = Header(recorded.header.game)
    params: dict[str, object] = {"then": recorded.header.package, "now": here.package}
    return Problem("engine.record.versions", "", str(recorded.path), params)


def _check_die(recorded: Recorded, dice: SeededDice | None, match: Match[Any], answer: Any) -> None:
    """Refuse a die that is not the one its opened seed gives."""
    question = match.pending
    if dice is None or question is None or not question.chance:
        return
    fallen = dice.answer(question, match.dice_used)
    assert fallen is not None
    if plain_answer(fallen) != answer:
        params: dict[str, object] = {"n": len(match.journal) + 1, "ask": question.key}
        raise InputProblems([Problem("engine.record.loaded_die", "", str(recorded.path), params)])


def _check_snapshot(recorded: Recorded, snapshot: Snapshot | None, match: Match[Any]) -> None:
    """Refuse to go on where the same answers led to another state than they did then."""
    if snapshot is None or snapshot.entries != len(match.journal):
        return
    _, since, _ = match.step_start()
    then = recorded.entries(snapshot.lines)[: snapshot.entries]
    if since or then != match.journal:
        return  # the snapshot is of a line of play that was taken back
    if match.step_digest() != snapshot.digest:
        problem = Problem("engine.record.other_state", "", str(recorded.path))
        raise InputProblems([problem, _both_versions(recorded)])
