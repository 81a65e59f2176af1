"""A disk that is full for a while: the battle goes on, and what is missing is written later."""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.engine.dice import SeededDice
from sim.engine.match import Match
from sim.engine.record import Recorder, replay
from sim.engine.record_files import read_record
from sim.errors import HulldownError
from tests.engine.laws import state_of
from tests.engine.recording import answer_next, header, open_pebbles
from tests.toy import Pebbles


class Disk:
    """Stands in for the forcing of a file to the disk; full when the test says so."""

    def __init__(self) -> None:
        self.full = False

    def __call__(self, _: int) -> None:
        if self.full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def deed(match: Match[Any], name: str) -> None:
    if name == "answer" and not match.over:
        answer_next(match)
    elif name == "undo" and any(entry.who for entry in match.journal):
        match.undo()


DEEDS = st.tuples(st.sampled_from(["answer", "answer", "undo"]), st.booleans())


@settings(max_examples=60, deadline=None)
@given(st.lists(DEEDS, min_size=1, max_size=40))
def test_once_there_is_room_again_the_journal_is_whole(deeds: list[tuple[str, bool]]):
    disk = Disk()
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        match = Match(Pebbles(), SeededDice(3, "salt"))
        with Recorder(match, path, header()):
            patch.setattr("sim.engine.record.os.fsync", disk)
            for name, disk.full in deeds:
                before = len(match.journal)
                with contextlib.suppress(HulldownError) if disk.full else contextlib.nullcontext():
                    deed(match, name)
                assert name == "undo" or match.over or len(match.journal) > before
            disk.full = False
            deed(match, "undo" if match.over else "answer")
        assert read_record(path).entries() == match.journal
        assert state_of(replay(path, open_pebbles)) == state_of(match)
