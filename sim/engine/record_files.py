"""The files of a recorded match: header, lines, end, sidecar and snapshot; reading them safely.

``NAME.jsonl`` holds a header, then a line per journal entry or undo, then the end. ``NAME.seed``
keeps seed and salt sealed while the game goes on, ``NAME.snapshot`` the last step's start. A last
line without its line break was torn by a crash and is dropped with a note; anything else that is
wrong is an `InputProblems`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from sim import __version__
from sim.engine.dice import SeededDice, commitment
from sim.engine.journal import Entry
from sim.errors import InputProblems, Problem
from sim.words import say

__all__ = [
    "FORMAT",
    "UNDO",
    "End",
    "Header",
    "Line",
    "Recorded",
    "SceneRef",
    "Seal",
    "Snapshot",
    "read_record",
    "read_seal",
    "read_snapshot",
    "seal_path",
    "snapshot_path",
]

KIND = "hulldown-match"
VERSION = 1
FORMAT = f"{KIND}/{VERSION}"
#: `ask` of a line that takes entries back; its answer is the number of entries kept.
UNDO = "undo"
#: No more problems of one file are listed than this.
MOST_PROBLEMS = 20


class SceneRef(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The scene that was played: where it was, its digest, and its own text when embedded."""

    path: str
    digest: str
    text: str = ""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """First line of a journal: all that is needed to open the same game again.

    Attributes
    ----------
    game, rules : str
        Slug of the rule set and its version.
    scene : SceneRef or None
    profiles : dict of file name to digest
    bundle, options : str, dict
        Bundle of table options and what differs from it.
    players : dict of side to policy name or ``person``
    dice : str
        ``seeded`` or ``own`` (typed in from real dice, or scripted).
    commitment : str
        Sealed seed of seeded dice.
    versions : dict of library to version
    start : bytes
        State the match began with, when it was not the game's first state.
    match_style : bool
        Whether undo stops at rolls and reveals.
    format, package : str
        Filled in by the recorder.
    """

    game: str
    format: str = FORMAT
    package: str = __version__
    rules: str = ""
    scene: SceneRef | None = None
    profiles: dict[str, str] = {}
    bundle: str = ""
    options: dict[str, str] = {}
    players: dict[str, str] = {}
    dice: str = "own"
    commitment: str = ""
    versions: dict[str, str] = {}
    start: bytes = b""
    match_style: bool = False

    def to_line(self) -> bytes:
        """Return the header as one JSON object that always names format and versions."""
        named: dict[str, Any] = {"format": self.format, "package": self.package}
        return msgspec.json.encode({**named, **msgspec.to_builtins(self)})

    def differences(self, now: Header) -> tuple[tuple[str, str, str], ...]:
        """Return ``(what, recorded, now)`` of versions, scene and profiles that are not as then."""
        found = [
            (what, str(getattr(self, what)), str(getattr(now, what)))
            for what in ("package", "rules", "bundle")
        ]
        found.append(
            (
                "scene",
                self.scene.digest if self.scene else "",
                now.scene.digest if now.scene else "",
            )
        )
        pairs = ((self.profiles, now.profiles), (self.options, now.options))
        for then, today in (*pairs, (self.versions, now.versions)):
            names = list(dict.fromkeys((*then, *today)))
            found.extend((name, then.get(name, ""), today.get(name, "")) for name in names)
        return tuple(row for row in found if row[1] != row[2])


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line after the header: an entry of the journal, or an undo."""

    n: int
    ask: str
    who: str
    answer: Any
    seen_by: tuple[str, ...] = ()

    @property
    def entry(self) -> Entry:
        """The journal entry that the line holds."""
        return Entry(self.ask, self.who, self.answer, self.seen_by)


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Last line: the winner (empty for a draw), the opened seed, and the final digest."""

    end: str
    seed: int
    salt: str
    digest: str


class Seal(msgspec.Struct, frozen=True):
    """Seed and salt, kept beside the journal until the game ends."""

    seed: int
    salt: str


class Snapshot(msgspec.Struct, frozen=True):
    """The last step's start.

    Attributes
    ----------
    lines : int
        Lines of the journal (header and ends not counted) when it was taken.
    entries, dice : int
        Entries kept and dice used at the step's start.
    state : bytes
    digest : str
    """

    lines: int
    entries: int
    dice: int
    state: bytes
    digest: str
    format: str = "hulldown-snapshot/1"


@dataclass(frozen=True)
class Recorded:
    """A journal that was read.

    Attributes
    ----------
    lines : tuple of Line
    end : End or None
        The last end line, when nothing follows it.
    opened : End or None
        The last end line anywhere: its seed is no secret any more.
    good_bytes : int
        Length of the file without a torn last line.
    notes : tuple of str
        What a reader should know.
    """

    path: Path
    header: Header
    lines: tuple[Line, ...]
    end: End | None
    opened: End | None
    good_bytes: int
    notes: tuple[str, ...]

    def entries(self, lines: int | None = None) -> list[Entry]:
        """Return the entries that stand after the first `lines` lines (all by default)."""
        kept: list[Entry] = []
        for line in self.lines[:lines]:
            if line.ask == UNDO:
                del kept[line.answer :]
            else:
                kept.append(line.entry)
        return kept


def seal_path(path: Path) -> Path:
    """Return the sidecar that keeps the seed of a journal."""
    return path.with_suffix(".seed")


def snapshot_path(path: Path) -> Path:
    """Return the snapshot beside a journal."""
    return path.with_suffix(".snapshot")


def read_record(path: Path) -> Recorded:
    """Read a journal.

    Raises
    ------
    InputProblems
        When it cannot be read: absent, empty, no journal, of a newer version, garbled, or with
        lines missing.
    """
    name = str(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        detail: dict[str, object] = {"detail": error.strerror or type(error).__name__}
        raise InputProblems([Problem("engine.record.unreadable", "", name, detail)]) from error
    if not data:
        raise InputProblems([Problem("engine.record.empty", "", name)])
    good = data.rfind(b"\n") + 1
    notes = () if good == len(data) else (say("engine.record.torn", bytes=len(data) - good),)
    rows = data[:good].split(b"\n")[:-1]
    if not rows:
        raise InputProblems([Problem("engine.record.no_header", "", name)])
    header = _header(rows[0], name)
    lines, end, opened = _Rows(name).read(rows[1:])
    return Recorded(path, header, tuple(lines), end, opened, good, notes)


def _header(row: bytes, name: str) -> Header:
    """Return the header; its format is looked at before anything else is expected of it."""
    where = _where(1)
    try:
        plain: Any = msgspec.json.decode(row)
        written = str(plain["format"])
        kind, _, number = written.partition("/")
        version = int(number)
    except (msgspec.DecodeError, UnicodeDecodeError, TypeError, KeyError, ValueError) as error:
        raise InputProblems([Problem("engine.record.no_header", where, name)]) from error
    ours: dict[str, object] = {"found": written, "expected": FORMAT, "package": __version__}
    if kind != KIND:
        raise InputProblems([Problem("engine.record.other_kind", where, name, ours)])
    if version != VERSION:
        ours["written_by"] = plain.get("package", "?")
        raise InputProblems([Problem("engine.record.newer", where, name, ours)])
    try:
        return msgspec.convert(plain, Header)
    except msgspec.ValidationError as error:
        ours["detail"] = str(error)
        ours["written_by"] = plain.get("package", "?")
        raise InputProblems([Problem("engine.record.header", where, name, ours)]) from error


def _where(row: int) -> str:
    return say("engine.record.line", n=row)


class _Rows:
    """Reads the rows after the header and collects what is wrong with them."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.problems: list[Problem] = []
        self.lines: list[Line] = []
        self.entries = 0
        self.opened: End | None = None

    def read(self, rows: list[bytes]) -> tuple[list[Line], End | None, End | None]:
        """Return lines, the end when it comes last, and the last end anywhere."""
        last: End | None = None
        for number, row in enumerate(rows, start=2):
            last = self._row(number, row)
            if len(self.problems) >= MOST_PROBLEMS:
                break
        if self.problems:
            raise InputProblems(self.problems)
        return self.lines, last, self.opened

    def _row(self, number: int, row: bytes) -> End | None:
        try:
            read = msgspec.json.decode(row, type=End if row.startswith(b'{"end"') else Line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            self._wrong("engine.record.garbled", number, detail=str(error))
            return None
        if isinstance(read, End):
            self.opened = read
            return read
        expected = self.lines[-1].n + 1 if self.lines else 1
        if read.n != expected:
            self._wrong("engine.record.gap", number, found=read.n, expected=expected)
        self._count(number, read)
        self.lines.append(read)
        return None

    def _count(self, number: int, line: Line) -> None:
        """Follow how many entries stand, to see an undo that goes nowhere."""
        if line.ask != UNDO:
            self.entries += 1
        elif isinstance(line.answer, int) and 0 <= line.answer <= self.entries:
            self.entries = line.answer
        else:
            self._wrong("engine.record.undo", number, found=line.answer, most=self.entries)

    def _wrong(self, key: str, number: int, **params: object) -> None:
        self.problems.append(Problem(key, _where(number), self.name, params))


def read_seal(recorded: Recorded) -> SeededDice | None:
    """Return the dice of a seeded record from its sidecar or its end, or None for own dice.

    Raises
    ------
    InputProblems
        When the seed is lost or is not the one that was committed to.
    """
    if recorded.header.dice != "seeded":
        return None
    path = seal_path(recorded.path)
    seal: Seal | None = None
    if recorded.opened is not None:
        seal = Seal(recorded.opened.seed, recorded.opened.salt)
    else:
        try:
            seal = msgspec.json.decode(path.read_bytes(), type=Seal)
        except (OSError, msgspec.DecodeError) as error:
            raise InputProblems([Problem("engine.record.no_seal", "", str(path))]) from error
    if commitment(seal.seed, seal.salt) != recorded.header.commitment:
        raise InputProblems([Problem("engine.record.wrong_seal", "", str(path))])
    return SeededDice(seal.seed, seal.salt)


def read_snapshot(path: Path) -> Snapshot | None:
    """Return the snapshot beside a journal; None when there is none that can be read."""
    try:
        return msgspec.json.decode(snapshot_path(path).read_bytes(), type=Snapshot)
    except (OSError, msgspec.DecodeError):
        return None
