"""What the start screen, the saves and the rule search show of things that are not yet opened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

__all__ = [
    "BundleCard",
    "ClauseCard",
    "LevelCard",
    "OptionCard",
    "OptionValue",
    "SavedBattle",
    "SceneCard",
    "SideCard",
]


@dataclass(frozen=True)
class SideCard:
    """A side of a scene: its id, the name of its force, the names of its units."""

    id: str
    name: str
    units: tuple[str, ...] = ()


@dataclass(frozen=True)
class SceneCard:
    """A scene that can be played or looked at.

    Attributes
    ----------
    name, shows : str
        Its name and its one line.
    path : Path
        To be given to `BattleWish`.
    game : str
        Slug of its game; empty for a table without one.
    sides : tuple of SideCard
        In the order of its forces.
    picture : Path or None
        A PNG of it that is kept already.
    own : bool
        Whether it lies in the person's folder rather than coming with the program.
    trouble : str
        Why it cannot be opened; empty when it can.
    playable : bool
        Whether a battle can begin there: it has a game and two forces or more.
    """

    name: str
    path: Path
    game: str
    shows: str
    sides: tuple[SideCard, ...]
    picture: Path | None = None
    own: bool = False
    trouble: str = ""
    playable: bool = False


@dataclass(frozen=True)
class LevelCard:
    """An opponent's level: its id and a sentence about it."""

    id: str
    text: str


@dataclass(frozen=True)
class BundleCard:
    """A bundle of table options: its id, a sentence, and what it sets."""

    id: str
    text: str
    options: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True)
class OptionValue:
    """A value that a table option may have, and what to call it."""

    id: str
    text: str


@dataclass(frozen=True)
class OptionCard:
    """A table option.

    Attributes
    ----------
    id, text : str
    values : tuple of OptionValue
    default : str
        By the book's letter.
    rules : tuple of str
        Clauses that it decides.
    """

    id: str
    text: str
    values: tuple[OptionValue, ...]
    default: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class ClauseCard:
    """A clause of the rulebook as it stands in this game.

    Attributes
    ----------
    id, gist : str
    chapter, page : str
        `page` is empty where the register names none.
    status : str
        ``in``, ``simplified`` or ``out``; `reason` says why for the latter two.
    options : mapping of option to value
        The options that decide it, as they are in force.
    """

    id: str
    gist: str
    chapter: str
    page: str = ""
    status: str = ""
    reason: str = ""
    options: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True)
class SavedBattle:
    """A battle in the folder of saves.

    Attributes
    ----------
    path : Path
        Its journal.
    name : str
        The scene's name.
    when : float
        Seconds since the epoch, of its last answer.
    turn : str
        How far it is, in words.
    picture : Path or None
        The table at the last turn's start.
    over : bool
        Whether it came to its end: it can be replayed, not continued.
    players : mapping of side to player
    trouble : str
        Why it cannot be taken up as it is; empty when nothing is known.
    """

    path: Path
    name: str
    when: float
    turn: str
    picture: Path | None = None
    over: bool = False
    players: Mapping[str, str] = field(default_factory=dict[str, str])
    trouble: str = ""
