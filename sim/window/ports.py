"""What the window needs of the rooms it may not know: filled in by the commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from sim.engine.game import Game
from sim.engine.journal import Entry
from sim.engine.match import Match
from sim.engine.observed import Observed
from sim.engine.ports import Chosen
from sim.engine.questions import Question
from sim.engine.reasons import Reason
from sim.engine.record import Recorder
from sim.engine.record_files import Header
from sim.engine.rule_context import ContextQuestion
from sim.table.facts import Facts, Measured
from sim.table.scene import Scene
from sim.window.cards import (
    BundleCard,
    ClauseCard,
    LevelCard,
    OptionCard,
    OptionValue,
    SavedBattle,
    SceneCard,
    SideCard,
)

__all__ = [
    "PERSON",
    "Backstage",
    "Battle",
    "BattleWish",
    "BundleCard",
    "ClauseCard",
    "FullAnswer",
    "LevelCard",
    "OptionCard",
    "OptionValue",
    "Recording",
    "SavedBattle",
    "SceneCard",
    "SideCard",
    "Thinker",
    "Work",
]

#: The player of a side that a person plays; any other name is that of a level.
PERSON = "person"


class Thinker(Protocol):
    """An opponent who thinks beside the frame loop: asked, looked at again and again, then ready.

    Attributes
    ----------
    name : str
    """

    name: str

    def begin(self, question: Question, observed: Observed, fork: Match[Any]) -> None:
        """Begin to think; returns at once.

        A question still in hand is given up. The fork is the caller's: what is needed of it
        after the call must be copied.

        Raises
        ------
        HulldownError
            When whoever thinks cannot be reached.
        """
        ...

    def ready(self) -> Chosen | None:
        """Return the choice once there is one, else None at once.

        Raises
        ------
        HulldownError
            When the thinking failed; `begin` may be tried again.
        """
        ...

    def play_now(self) -> None:
        """Ask for the best answer so far; nothing happens when nothing is thought about."""
        ...

    def drop(self) -> None:
        """Give up the question in hand: the game has gone another way."""
        ...

    def close(self) -> None:
        """End it; closing twice is allowed."""
        ...


# --- a battle ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class BattleWish:
    """A battle that a person wants to begin.

    Attributes
    ----------
    scene : Path or str
        A file, or the name of a shipped scene.
    players : mapping of side to `PERSON` or a level
        A side left out is played by the first level.
    seed : int or None
        None draws one that nobody knows.
    own_dice : bool
        A person throws real dice and taps in what came.
    bundle : str
    options : mapping of option to value
    match_style : bool
        Undo stops at rolls and reveals.
    """

    scene: Path | str
    players: Mapping[str, str]
    seed: int | None = None
    own_dice: bool = False
    bundle: str = ""
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    match_style: bool = False


@dataclass
class Battle:
    """A battle ready to be played, new or taken up again.

    Attributes
    ----------
    scene, facts : Scene, Facts
    match, recorder, header : Match, Recorder, Header
        Every answer is on disk before the next question is shown.
    thinkers : mapping of side to Thinker
        The sides that no person plays.
    hint : Thinker
        Advises a person; starts its process at the first question.
    match_style : bool
    notes : tuple of str
        What a person should know of a battle that was taken up again.
    """

    scene: Scene
    facts: Facts
    match: Match[Any]
    recorder: Recorder
    header: Header
    thinkers: Mapping[str, Thinker]
    hint: Thinker
    match_style: bool = False
    notes: tuple[str, ...] = ()

    @property
    def path(self) -> Path:
        """The journal."""
        return self.recorder.path

    def close(self) -> None:
        """End the opponents and stop writing; the battle can be taken up again."""
        for thinker in (*self.thinkers.values(), self.hint):
            thinker.close()
        self.recorder.close()
        self.match.close()


@dataclass(frozen=True)
class Recording:
    """A recorded game opened for looking: nothing is written.

    Attributes
    ----------
    scene, facts, game, header : Scene, Facts, Game, Header
    entries : sequence of Entry
        What stands after every undo.
    digest : str
        That of the recorded end; empty while the game is not over.
    notes : tuple of str
    """

    scene: Scene
    facts: Facts
    game: Game[Any]
    header: Header
    entries: Sequence[Entry]
    digest: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class FullAnswer:
    """A question of sight judged in full, as `hulldown los` judges it.

    Attributes
    ----------
    lines : tuple of str
        Verdict, margins, doubts: what a person wants to know first.
    reason : Reason
        The whole tree.
    margin_in : float
        How far the target may be moved at least before the verdict turns; 0 where none is proven.
    visible : bool
    cover : str
        The book's word for the cover; empty where no rules apply.
    sentence : str
        All of it in one sentence, by what was said to the book's questions.
    questions : tuple of ContextQuestion
        What the book wants to know that no geometry tells; none without a book.
    """

    lines: tuple[str, ...]
    reason: Reason
    margin_in: float
    visible: bool
    cover: str = ""
    sentence: str = ""
    questions: tuple[ContextQuestion, ...] = ()


class Work(Protocol):
    """Long work that goes on beside the frames."""

    @property
    def progress(self) -> float:
        """How far it is, 0 to 1."""
        ...

    @property
    def done(self) -> bool:
        """Whether `result` would return or raise at once."""
        ...

    def result(self) -> Any:
        """Return what came of it.

        Raises
        ------
        HulldownError
            When it failed, was stopped, or is not done.
        """
        ...

    def stop(self) -> None:
        """Stop it; stopping twice is allowed."""
        ...


class Backstage(Protocol):
    """Scenes, battles, saves and rules, for a window that knows no game."""

    def scenes(self) -> tuple[SceneCard, ...]:
        """Return what can be played: shipped scenes, then the person's own, by name."""
        ...

    def levels(self) -> tuple[LevelCard, ...]:
        """Return the opponents, the one to start with first."""
        ...

    def bundles(self, game: str) -> tuple[BundleCard, ...]:
        """Return a game's bundles of options, the book's letter first."""
        ...

    def options(self, game: str) -> tuple[OptionCard, ...]:
        """Return a game's table options in the register's order."""
        ...

    def begin(self, wish: BattleWish) -> Battle:
        """Begin a battle and write its journal into the folder of saves.

        Raises
        ------
        HulldownError
            When scene, options or players do not fit; nothing is written then.
        """
        ...

    def resume(self, path: Path) -> Battle:
        """Take a battle up where it stopped.

        Raises
        ------
        InputProblems
            When it cannot be read or its scene or the rules have changed since.
        """
        ...

    def rescue(self, path: Path) -> Battle:
        """Begin a new battle where a save last stood whole, when `resume` cannot take it up.

        What was answered since that step's start is lost.

        Raises
        ------
        InputProblems
            When there is no such place, or its scene has changed since.
        """
        ...

    def recording(self, path: Path) -> Recording:
        """Open a recorded game for looking.

        Raises
        ------
        InputProblems
            As `resume`.
        """
        ...

    def saves(self) -> tuple[SavedBattle, ...]:
        """Return the battles in the folder of saves, newest first."""
        ...

    def delete(self, path: Path) -> None:
        """Delete a battle of the folder of saves with all that lies beside it."""
        ...

    def clause(self, game: str, rule_id: str, match: Match[Any] | None = None) -> ClauseCard | None:
        """Return a clause, with the options as they are in force in a match; None when unknown."""
        ...

    def search_clauses(
        self, game: str, text: str, match: Match[Any] | None = None
    ) -> tuple[ClauseCard, ...]:
        """Return the clauses that hold every word of a text, best first; all for an empty one."""
        ...

    def result(self, journal: Path, viewer: str = "") -> Work:
        """Begin to work out how a battle went; comes to a `Document` without pictures."""
        ...

    def report(self, journal: Path, out: Path, viewer: str = "") -> Work:
        """Begin to write a battle's report page; comes to its path."""
        ...

    def fresh_seed(self) -> int:
        """Return a seed that nobody knows: chance enters with the commands alone."""
        ...

    def games(self) -> tuple[tuple[str, str], ...]:
        """Return the games whose rules can be asked, each as its id and its name."""
        ...

    def judge_in_full(
        self,
        scene: Scene,
        facts: Facts,
        looker: str,
        target: str,
        *,
        measured: Measured | None = None,
        answers: Mapping[str, str] | None = None,
    ) -> FullAnswer:
        """Judge a question of sight on a scene; may be called in another thread.

        Parameters
        ----------
        answers : mapping of question to option, optional
            What was said to the book's questions.

        Raises
        ------
        HulldownError
            When the rules of the scene cannot be asked.
        """
        ...

    def certificate(
        self, scene: Path, looker: str, target: str, out: Path, error: str = ""
    ) -> Work:
        """Begin to write a certificate; comes to its path.

        Parameters
        ----------
        scene : Path
            A file of the scene as it stands.
        error : str
            How well was measured, as `hulldown los --error` takes it.
        """
        ...

    def what_if(self, scene: Path, looker: str, target: str) -> Work:
        """Begin to search what would turn a verdict; comes to a `Document`."""
        ...
