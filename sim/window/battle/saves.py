"""The folder of saves: where it is, what lies beside a journal, and what is told of it.

Beside ``NAME.jsonl`` (with its seed and snapshot) lie ``NAME.about`` (how far the battle is),
``NAME.png`` (the table at the last turn's start) and ``NAME.orders`` (standing orders). None of the
three is needed to take the battle up again: a missing or unreadable one only tells less.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import platformdirs

from sim.engine.observed import Observed, Track
from sim.engine.record_files import Header, seal_path, snapshot_path
from sim.table.files import write_whole
from sim.window.ports import SavedBattle
from sim.words import has, say

__all__ = [
    "HOME_VARIABLE",
    "Autosave",
    "about_path",
    "data_folder",
    "delete_save",
    "orders_path",
    "picture_path",
    "saved_battles",
    "saves_folder",
    "track_text",
    "turn_text",
]

#: Where everything of a person's lies, when he says so.
HOME_VARIABLE = "HULLDOWN_HOME"
#: So much of a journal's end is read to see whether the battle is over.
TAIL_BYTES = 4096


def data_folder() -> Path:
    """Return the folder of a person's own data: the platform's, or what `HOME_VARIABLE` names."""
    named = os.environ.get(HOME_VARIABLE)
    return Path(named) if named else platformdirs.user_data_path("hulldown", appauthor=False)


def saves_folder() -> Path:
    """Return the folder of saved battles; it need not exist yet."""
    return data_folder() / "saves"


def about_path(journal: Path) -> Path:
    """Return the file that tells how far a battle is."""
    return journal.with_suffix(".about")


def picture_path(journal: Path) -> Path:
    """Return the file of a battle's picture."""
    return journal.with_suffix(".png")


def orders_path(journal: Path) -> Path:
    """Return the file of a battle's standing orders."""
    return journal.with_suffix(".orders")


class _About(msgspec.Struct, frozen=True):
    """What is told of a battle without opening it."""

    name: str
    turn: str = ""


# --- writing ----------------------------------------------------------------------------------


class Autosave:
    """Writes a line about the battle and a picture of the table at every turn's start.

    The journal itself is the `Recorder`'s business and on disk at every answer.

    Parameters
    ----------
    journal : Path
    name : str
        The scene's name.
    picture : callable, optional
        Takes what is observed and returns a PNG, or None when there is none just now: it is asked
        again at the next look.
    """

    def __init__(
        self,
        journal: Path,
        name: str,
        picture: Callable[[Observed], bytes | None] | None = None,
    ) -> None:
        self.journal = journal
        self.name = name
        self.picture = picture
        self.fault = ""
        self._told = ""
        self._pictured = ""

    def look(self, observed: Observed) -> None:
        """Write what has changed; called whenever the table is still.

        What cannot be written is kept in `fault` and does not stop the battle.
        """
        turn = turn_text(observed)
        try:
            if turn != self._told:
                data = msgspec.json.encode(_About(self.name, turn))
                write_whole(about_path(self.journal), data)
                self._told = turn
            mark = _turn_of(observed)
            if self.picture is not None and mark != self._pictured:
                png = self.picture(observed)
                if png is not None:
                    write_whole(picture_path(self.journal), png)
                    self._pictured = mark
        except OSError as error:
            self.fault = error.strerror or type(error).__name__
            self._told, self._pictured = turn, _turn_of(observed)


def _turn_of(observed: Observed) -> str:
    """Return what marks a turn: the present step of the first track."""
    return f"{observed.tracks[0].now}" if observed.tracks else "-"


def turn_text(observed: Observed) -> str:
    """Return where a battle stands: turn and phase, or how it ended."""
    if observed.over and observed.result is not None:
        return observed.result.text()
    parts = [track_text(track) for track in observed.tracks[:2]]
    return say("battle.dot").join(part for part in parts if part)


def track_text(track: Track) -> str:
    """Return a track's present step with its name; empty before it begins."""
    if not 0 <= track.now < len(track.steps):
        return ""
    label, step = say(track.key, **track.params), track.steps[track.now]
    step = say(step) if has(step) else step
    if track.steps[0] == "1" and track.steps[-1].isdigit():
        return say("battle.step_of", label=label, step=step, last=track.steps[-1])
    return say("battle.step", label=label, step=step)


# --- reading ----------------------------------------------------------------------------------


def saved_battles(folder: Path | None = None) -> tuple[SavedBattle, ...]:
    """Return the battles in a folder (that of saves by default), newest first.

    Only the first line and the end of each journal are read; what is no journal of ours is left
    out, a damaged one is listed with its trouble.
    """
    found = [_saved(path) for path in (folder or saves_folder()).glob("*.jsonl")]
    battles = [battle for battle in found if battle is not None]
    return tuple(sorted(battles, key=lambda battle: (-battle.when, battle.path.name)))


def _saved(path: Path) -> SavedBattle | None:
    try:
        when = path.stat().st_mtime
        with path.open("rb") as file:
            first = file.readline()
            file.seek(max(len(first), file.seek(0, os.SEEK_END) - TAIL_BYTES))
            tail = file.read()
    except OSError:
        return None
    picture = picture_path(path)
    kept = picture if picture.is_file() else None
    about = _read_about(path)
    try:
        header = _header(first)
    except msgspec.DecodeError as error:
        trouble = say("battle.damaged", detail=str(error))
        return SavedBattle(path, about.name or path.stem, when, about.turn, kept, trouble=trouble)
    name = about.name or (Path(header.scene.path).stem if header.scene else path.stem)
    rows = tail.rstrip(b"\n").rsplit(b"\n", 1)
    over = tail.endswith(b"\n") and rows[-1].startswith(b'{"end"')
    trouble = ""
    if header.scene is not None and not _is_there(header.scene.path, path):
        trouble = say("battle.no_scene", path=header.scene.path)
    return SavedBattle(path, name, when, about.turn, kept, over, header.players, trouble)


def _is_there(scene: str, journal: Path) -> bool:
    """Return whether a scene still lies where it was, or where the journal lies."""
    return Path(scene).exists() or (journal.parent / scene).exists()


def _header(row: bytes) -> Header:
    """Return the header of a journal's first line."""
    plain: Any = msgspec.json.decode(row)
    return msgspec.convert(plain, Header)


def _read_about(journal: Path) -> _About:
    try:
        return msgspec.json.decode(about_path(journal).read_bytes(), type=_About)
    except (OSError, msgspec.DecodeError):
        return _About("")


def delete_save(journal: Path) -> None:
    """Delete a battle and all that lies beside it; what is not there is no trouble."""
    beside = (seal_path, snapshot_path, about_path, picture_path, orders_path)
    for path in (journal, *(where(journal) for where in beside)):
        path.unlink(missing_ok=True)
