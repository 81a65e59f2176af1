"""Behind the window's stage: opens scenes, begins battles, keeps saves, knows the books.

The window asks through `sim.window.ports.Backstage` and never sees a book, an opponent or a
command.
"""

from __future__ import annotations

import functools
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from sim.ai.policies import LEVELS, policy_named
from sim.cli.backstage_work import BesideTheFrames
from sim.cli.books import book_named
from sim.cli.common import Opened, open_game, open_table, scene_path
from sim.cli.judging import judge
from sim.cli.opponents import LazyThinker, thinker_of, warm
from sim.cli.records import fresh_path, header_of, opened_of
from sim.cli.shelf import SceneShelf
from sim.engine.dice import Chance, OwnDice, SeededDice
from sim.engine.game import Game
from sim.engine.match import Match
from sim.engine.ports import Book
from sim.engine.record import Recorder, rescue, resume
from sim.engine.record_files import Header, read_record
from sim.engine.rulebook import REGISTER, Clause, Register, load_register
from sim.errors import HulldownError, UsageError
from sim.table.names import did_you_mean
from sim.window.battle.saves import Autosave, delete_save, saved_battles, saves_folder
from sim.window.ports import (
    PERSON,
    Battle,
    BattleWish,
    BundleCard,
    ClauseCard,
    LevelCard,
    OptionCard,
    OptionValue,
    Recording,
    SavedBattle,
    SceneCard,
)
from sim.words import say

__all__ = ["CommandBackstage"]

#: What a person may choose from: the levels of the commands, and one that does not plan.
OFFERED = (*LEVELS, "random")


class CommandBackstage(BesideTheFrames):
    """`Backstage` by the means of the commands.

    Parameters
    ----------
    folder : Path, optional
        Where battles are kept; by default the folder of saves.
    sync : bool
        Whether every answer is forced to the disk.
    """

    def __init__(self, folder: Path | None = None, *, sync: bool = True) -> None:
        self._folder = folder
        self._sync = sync
        self._shelf = SceneShelf()

    @property
    def folder(self) -> Path:
        """Where battles are kept."""
        return self._folder or saves_folder()

    # --- what there is ----------------------------------------------------------------------

    def scenes(self) -> tuple[SceneCard, ...]:
        """Return the scenes of the program, then the person's own, by name."""
        return self._shelf.cards()

    def keep_picture(self, card: SceneCard, png: bytes) -> SceneCard:
        """Keep a picture of a scene and return its card with it."""
        return self._shelf.keep_picture(card, png)

    def levels(self) -> tuple[LevelCard, ...]:
        """Return the opponents, the one to start with first."""
        return tuple(LevelCard(name, say(f"battle.level_{name}")) for name in OFFERED)

    def bundles(self, game: str) -> tuple[BundleCard, ...]:
        """Return a game's bundles of options, the book's letter first."""
        book = book_named(game)
        return tuple(
            BundleCard(name, book.bundle_text(name), dict(sets))
            for name, sets in book.option_set.bundles.items()
        )

    def options(self, game: str) -> tuple[OptionCard, ...]:
        """Return the options that decide something, in the register's order."""
        book, clauses = book_named(game), _register(game).clauses
        return tuple(
            OptionCard(
                name,
                book.option_text(name),
                tuple(OptionValue(v, book.option_text(name, v)) for v in choices),
                book.option_set.defaults[name],
                tuple(clause.id for clause in clauses if name in clause.options),
            )
            for name, choices in book.option_set.choices.items()
            if book.option_text(name)
        )

    # --- battles ----------------------------------------------------------------------------

    def begin(self, wish: BattleWish) -> Battle:
        """Begin a battle and write its journal into the folder of saves.

        Raises
        ------
        HulldownError
            When scene, options or players do not fit; nothing is written then.
        """
        path = scene_path(str(wish.scene)).resolve()
        opened = open_table(str(path))
        options = dict(wish.options)
        game = open_game(opened, options, wish.bundle)
        players = _players(wish.players, game)
        header = header_of(opened, options, wish.bundle, players, match_style=wish.match_style)
        match = Match(game, _chance(own_dice=wish.own_dice, seed=wish.seed))
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            detail = error.strerror or type(error).__name__
            raise UsageError("cli.cannot_write", path=self.folder, detail=detail) from error
        journal = fresh_path(self.folder, path.stem)
        recorder = Recorder(match, journal, header, sync=self._sync)
        return self._battle(opened, match, recorder, ())

    def resume(self, path: Path) -> Battle:
        """Take a battle up where it stopped.

        Raises
        ------
        InputProblems
            When it cannot be read or its scene or the rules have changed since.
        """
        opened: list[Opened] = []

        def open_it(header: Header) -> Game[Any]:
            opened.append(opened_of(header, path))
            return open_game(opened[-1], header.options, header.bundle)

        resumed = resume(path, open_it, sync=self._sync)
        return self._battle(opened[-1], resumed.match, resumed.recorder, resumed.notes)

    def rescue(self, path: Path) -> Battle:
        """Begin a new battle where a save last stood whole, when it cannot be taken up as it is.

        What was answered since that step's start is lost, and the dice are new ones.

        Raises
        ------
        InputProblems
            When there is no such place, or its scene has changed since.
        """
        header = read_record(path).header
        opened = opened_of(header, path)
        game = open_game(opened, header.options, header.bundle)
        match = rescue(path, lambda _: game, _chance(own_dice=header.dice == "own", seed=None))
        fresh = header_of(
            opened, header.options, header.bundle, header.players, match_style=header.match_style
        )
        fresh = msgspec.structs.replace(fresh, start=match.beginning)
        journal = fresh_path(self.folder, path.stem)
        recorder = Recorder(match, journal, fresh, sync=self._sync)
        return self._battle(opened, match, recorder, (say("battle.rescued"),))

    def _battle(
        self, opened: Opened, match: Match[Any], recorder: Recorder, notes: tuple[str, ...]
    ) -> Battle:
        header = recorder.header
        try:
            thinkers = {
                side: thinker_of(name, opened, header)
                for side, name in header.players.items()
                if name != PERSON and side in match.game.sides
            }
        except HulldownError:
            recorder.close()
            raise
        seen = match.observe()
        Autosave(recorder.path, opened.scene.name).look(seen)
        warm(getattr(match.game, "facts", opened.facts), seen)
        return Battle(
            opened.scene,
            opened.facts,
            match,
            recorder,
            header,
            thinkers,
            LazyThinker(OFFERED[0], lambda: thinker_of(OFFERED[0], opened, header)),
            header.match_style,
            notes,
        )

    def recording(self, path: Path) -> Recording:
        """Open a recorded game for looking; nothing is written.

        Raises
        ------
        InputProblems
            When it cannot be read or its scene has changed since.
        """
        read = read_record(path)
        opened = opened_of(read.header, path)
        return Recording(
            opened.scene,
            opened.facts,
            open_game(opened, read.header.options, read.header.bundle),
            read.header,
            tuple(read.entries()),
            read.end.digest if read.end is not None else "",
            read.notes,
        )

    def saves(self) -> tuple[SavedBattle, ...]:
        """Return the battles in the folder of saves, newest first."""
        return saved_battles(self.folder)

    def delete(self, path: Path) -> None:
        """Delete a battle of the folder of saves with all that lies beside it.

        Raises
        ------
        UsageError
            When it lies elsewhere or cannot be deleted.
        """
        if path.resolve().parent != self.folder.resolve():
            raise UsageError("battle.not_ours", path=path)
        try:
            delete_save(path)
        except OSError as error:
            detail = error.strerror or type(error).__name__
            raise UsageError("cli.cannot_write", path=path, detail=detail) from error

    # --- the book ---------------------------------------------------------------------------

    judge = staticmethod(judge)

    def clause(self, game: str, rule_id: str, match: Match[Any] | None = None) -> ClauseCard | None:
        """Return a clause, with the options as they are in force in a match; None when unknown."""
        found = next((each for each in _register(game).clauses if each.id == rule_id), None)
        return _card(found, book_named(game), match) if found is not None else None

    def search_clauses(
        self, game: str, text: str, match: Match[Any] | None = None
    ) -> tuple[ClauseCard, ...]:
        """Return the clauses that hold every word of a text, best first; all for an empty one."""
        words = text.casefold().split()
        book = book_named(game)
        found = [
            (rank, place, clause)
            for place, clause in enumerate(_register(game).clauses)
            if (rank := _rank(clause, words)) is not None
        ]
        return tuple(_card(clause, book, match) for _, _, clause in sorted(found, key=_first_two))


def _first_two(row: tuple[int, int, Clause]) -> tuple[int, int]:
    return row[:2]


def _rank(clause: Clause, words: list[str]) -> int | None:
    """Return how good a find a clause is (0 is best), or None when a word is not in it."""
    rank = 0
    for word in words:
        if word in clause.gist.casefold().split() or word == clause.id:
            continue
        if word in clause.gist.casefold():
            rank += 1
        elif word in clause.id or word in clause.chapter.casefold():
            rank += 2
        elif word in clause.reason.casefold() or any(word in each for each in clause.options):
            rank += 3
        else:
            return None
    return rank


def _card(clause: Clause, book: Book, match: Match[Any] | None) -> ClauseCard:
    in_force = dict(book.option_set.defaults)
    if match is not None:
        chosen = getattr(match.game, "in_force", None)
        in_force.update(chosen.differences if chosen is not None else {})
    return ClauseCard(
        clause.id,
        clause.gist,
        clause.chapter,
        str(clause.page),
        clause.status,
        clause.reason,
        {name: in_force[name] for name in clause.options if name in in_force},
    )


@functools.cache
def _register(game: str) -> Register:
    book = book_named(game)
    return load_register(book.folder / REGISTER, book.option_names)


# --- players and dice -------------------------------------------------------------------------


def _players(wished: Mapping[str, str], game: Game[Any]) -> dict[str, str]:
    """Return who plays each side.

    Raises
    ------
    UsageError
        For a side or a level that there is not.
    """
    for side, name in wished.items():
        if side not in game.sides:
            near = did_you_mean(side, game.sides)
            sides = ", ".join(game.sides)
            raise UsageError("battle.players", side=side, sides=sides, nearest=near)
        if name != PERSON:
            policy_named(name)
    return {side: wished.get(side, OFFERED[0]) for side in game.sides}


def _chance(*, own_dice: bool, seed: int | None) -> Chance:
    if own_dice:
        return OwnDice()
    if seed is not None:
        return SeededDice(seed)
    return SeededDice(secrets.randbelow(2**31), secrets.token_hex(8))
