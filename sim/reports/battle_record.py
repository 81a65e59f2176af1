"""A recorded battle read for its report: replayed and checked, never believed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, cast

import msgspec

from sim.engine.chronicle import Chronicle, Chronicler
from sim.engine.game import Outcome
from sim.engine.journal import EDIT, Entry
from sim.engine.luck import Luck, luck_of
from sim.engine.match import Match
from sim.engine.options import OptionsInForce
from sim.engine.record import OpenGame, replay
from sim.engine.record_files import End, Header, read_record
from sim.engine.timeline import Timeline, timeline_of

__all__ = ["BattleRecord", "BookWords", "Edit", "NoWords", "read_battle"]


class BookWords(Protocol):
    """The words of a book that a report uses; `sim.engine.ports.Book` has them. Empty: none."""

    def gist(self, rule_id: str) -> str:
        """Return the register's line for a clause."""
        ...

    def option_text(self, option: str, value: str = "") -> str:
        """Return what to call an option, or a value of it."""
        ...

    def bundle_text(self, bundle: str) -> str:
        """Return what to call a bundle of options."""
        ...


class NoWords:
    """A book without words of its own: ids stand for themselves."""

    def gist(self, rule_id: str) -> str:
        """Return nothing."""
        return ""

    def option_text(self, option: str, value: str = "") -> str:
        """Return nothing."""
        return ""

    def bundle_text(self, bundle: str) -> str:
        """Return nothing."""
        return ""


@dataclass(frozen=True)
class Edit:
    """A change by the umpire's hand: which journal entry, by whom, what, and why."""

    entry: int
    who: str
    changes: Mapping[str, str]
    reason: str


@dataclass(frozen=True)
class BattleRecord:
    """All that a report tells.

    Attributes
    ----------
    journal : str
        Name of its file.
    header : Header
    game_name, scene_name : str
    chronicle, timeline, luck
    outcome : Outcome or None
        None while the game goes on.
    digest : str
    entries : int
    edits : tuple of Edit
    opened : End or None
        The last end line with the opened seed.
    words : BookWords
    bundle : str
        Of table options; empty where the game has none.
    options : tuple of (name, value, what the book has)
        Those that differ, from the scene or the command.
    """

    journal: str
    header: Header
    game_name: str
    scene_name: str
    chronicle: Chronicle
    timeline: Timeline
    luck: Luck
    outcome: Outcome | None
    digest: str
    entries: int
    edits: tuple[Edit, ...]
    opened: End | None
    words: BookWords
    bundle: str
    options: tuple[tuple[str, str, str], ...]

    @property
    def over(self) -> bool:
        """Whether the game was played to its end."""
        return self.outcome is not None


def read_battle(
    path: Path,
    open_game: OpenGame,
    *,
    viewer: str = "",
    names: tuple[str, str] = ("", ""),
    words: BookWords | None = None,
    each: Callable[[int, int], None] | None = None,
) -> BattleRecord:
    """Read and replay a journal.

    Parameters
    ----------
    path : Path
    open_game : callable
    viewer : str
        Of an unfinished game, tell what this side may know; empty for what every side may know.
        A finished one is told whole.
    names : (game, scene)
        As a person says them; by default the slugs of the header.
    words : BookWords, optional
        What the book calls its clauses and options; by default their ids stand for themselves.
    each : callable, optional
        Called with the entries done and all there are; may raise `Stopped`.

    Raises
    ------
    InputProblems
        When the journal cannot be read or does not replay.
    """
    recorded = read_record(path)
    entries = recorded.entries()
    chronicler = Chronicler("" if recorded.end is not None else viewer or None)

    def look(match: Match[Any]) -> None:
        chronicler.look(match)
        if each is not None:
            each(len(match.journal), len(entries))

    match = replay(path, open_game, each=look)
    chronicle = chronicler.finished(match)
    header = recorded.header
    bundle, options = _options(match.game, header)
    found = BattleRecord(
        journal=path.name,
        header=header,
        game_name=names[0] or header.game,
        scene_name=names[1] or (Path(header.scene.path).stem if header.scene else header.game),
        chronicle=chronicle,
        timeline=timeline_of(chronicle),
        luck=luck_of(chronicle.events),
        outcome=match.outcome(),
        digest=match.digest(),
        entries=len(entries),
        edits=tuple(_edits(entries)),
        opened=recorded.opened,
        words=words or NoWords(),
        bundle=bundle,
        options=options,
    )
    match.close()
    return found


def _options(game: Any, header: Header) -> tuple[str, tuple[tuple[str, str, str], ...]]:
    """Return the bundle and the options that differ, as the game has them, else as recorded."""
    in_force = getattr(game, "in_force", None)
    if not isinstance(in_force, OptionsInForce):
        return header.bundle, tuple((name, value, "") for name, value in header.options.items())
    chosen = cast("OptionsInForce[msgspec.Struct]", in_force)
    usual: dict[str, str] = msgspec.to_builtins(type(chosen.options)())
    rows = ((name, value, usual.get(name, "")) for name, value in chosen.differences.items())
    return chosen.bundle, tuple(rows)


def _edits(entries: list[Entry]) -> list[Edit]:
    return [
        Edit(
            n,
            entry.who,
            {
                place: msgspec.json.encode(value).decode()
                for place, value in entry.answer["changes"].items()
            },
            entry.answer["reason"],
        )
        for n, entry in enumerate(entries, start=1)
        if entry.ask == EDIT
    ]
