"""Where siblings meet: small protocols that the commands wire together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import msgspec

from sim.engine.documents import Document
from sim.engine.game import Game
from sim.engine.match import Match
from sim.engine.observed import Observed
from sim.engine.options import OptionSet
from sim.engine.plan_layers import PlanLayers
from sim.engine.questions import Question
from sim.engine.reasons import Reason
from sim.table.facts import Facts, Sight
from sim.table.pieces import Stand
from sim.table.profiles import ProfileBook
from sim.table.scene import Scene

__all__ = ["Book", "Chosen", "CoverVerdict", "Opponent", "ReportMaker", "SightTerms", "TableCamera"]


class Chosen(msgspec.Struct, frozen=True):
    """A policy's answer with its one-sentence reason and, as children, what it passed up."""

    answer: Any
    why: Reason


class Opponent(Protocol):
    """A policy: it sees an observation and may fork, never the live match or its dice."""

    name: str

    def choose(self, question: Question, observed: Observed, fork: Match[Any]) -> Chosen:
        """Answer a question.

        Parameters
        ----------
        question : Question
            The pending question of `fork`.
        observed : Observed
        fork : Match
            A copy that stops at rolls; the policy may fork it again and answer on the copies.
        """
        ...


class CoverVerdict(msgspec.Struct, frozen=True):
    """What a book makes of a sight line.

    Attributes
    ----------
    cover : str
        Slug: ``none``, ``soft`` and so on.
    name : str
        The book's word for it, as the player reads it.
    reason : Reason
        The whole chain, with what does not count.
    rules : tuple of str
        The clauses that decided.
    turned : Reason or None
        The least shift of the target that was found to give another cover, its value in inches;
        None when none was found. Found, not proven.
    """

    cover: str
    name: str
    reason: Reason
    rules: tuple[str, ...] = ()
    turned: Reason | None = None


@dataclass(frozen=True)
class SightTerms:
    """How a book asks for sight.

    Attributes
    ----------
    facts : Facts
        About the table with eyes and bodies as the book takes them.
    hiding : mapping of miniature to Stand
        Everybody whose body blocks sight; looker and target may be among them.
    options : mapping of name to value
        Those in force that sight and cover rest on.
    """

    facts: Facts
    hiding: Mapping[str, Stand]
    options: Mapping[str, str]


class Book(Protocol):
    """A rulebook as the commands see it.

    Attributes
    ----------
    name : str
    folder : Path
        Holds the register (``rules.toml``) and the modules that speak its clauses.
    option_names : tuple of str
        Names of its table options.
    option_set : OptionSet
        Their defaults, choices and bundles.
    """

    name: str
    folder: Path
    option_names: tuple[str, ...]
    option_set: OptionSet[Any]

    def open(self, scene: Any, facts: Facts, options: dict[str, str], bundle: str) -> Game[Any]:
        """Return the game of a scene; InputProblems when its data does not fit the book."""
        ...

    def check_profiles(self, profiles: ProfileBook) -> None:
        """Read profiles as the book does; InputProblems with everything that does not fit it."""
        ...

    def random_forces(self, scene: Scene, points: int, below: Callable[[int], int]) -> Scene:
        """Return a scene whose forces are drawn at random from its factions.

        Parameters
        ----------
        scene : Scene
        points : int
            What a force may cost.
        below : callable
            ``below(limit)``: the next number from 0 to limit - 1.

        Raises
        ------
        UsageError
            When no force of a faction can be had for the points.
        """
        ...

    def option_text(self, option: str, value: str = "") -> str:
        """Return what to call an option, or a value of it; empty when it decides nothing yet."""
        ...

    def bundle_text(self, bundle: str) -> str:
        """Return what to call a bundle of options."""
        ...

    def gist(self, rule_id: str) -> str:
        """Return the register's line for a clause; empty when it is unknown."""
        ...

    def odds(self, arguments: Sequence[str]) -> Document:
        """Return what an attack can be expected to do, from words on the command line.

        Raises
        ------
        UsageError
            When the words are not understood; the message says how to ask.
        """
        ...

    def cover(
        self,
        scene: Any,
        facts: Facts,
        shooter: str,
        target: str,
        options: Mapping[str, str] | None = None,
    ) -> CoverVerdict:
        """Return the cover of one miniature or unit of a scene from another.

        Parameters
        ----------
        options : mapping, optional
            Table options that go before the scene's; InputProblems for those it does not know.
        """
        ...

    def sight_terms(
        self,
        scene: Any,
        facts: Facts,
        shooter: str,
        target: str,
        options: Mapping[str, str] | None = None,
    ) -> SightTerms:
        """Return how the book asks for the sight of one miniature or unit of another."""
        ...


@runtime_checkable
class JudgesPlay(Protocol):
    """A book that says in the middle of a battle what it says of a scene."""

    def sight_terms_in(self, game: Game[Any], state: Any, shooter: str, target: str) -> SightTerms:
        """Return how the book asks for the sight of one miniature of another, as they stand.

        KeyError for a miniature that is not alive.
        """
        ...

    def cover_in(self, game: Game[Any], state: Any, shooter: str, target: str) -> CoverVerdict:
        """Return the cover of one miniature from another, as they stand, with the whole chain.

        KeyError for a miniature that is not alive.
        """
        ...


class TableCamera(Protocol):
    """Makes PNG pictures of a table; reports get bytes and never see the renderer."""

    def table(self, observed: Observed | None = None) -> bytes:
        """Return a picture of the whole table at an angle."""
        ...

    def plan(self, observed: Observed | None = None, *, layers: PlanLayers | None = None) -> bytes:
        """Return a plan from straight above, with what is to be drawn on it besides."""
        ...

    def eye(
        self, looker: Stand, target: Stand, sight: Sight, *, names: Sequence[str] = ()
    ) -> bytes:
        """Return what a model's eye sees, the target outlined and the share written.

        Parameters
        ----------
        names : (looker, target), optional
            What to call them; by default the names of the miniatures that stand there.
        """
        ...

    def look_from(self, looker: Stand, observed: Observed | None = None) -> bytes:
        """Return what a model's eye sees along its facing."""
        ...


class ReportMaker(Protocol):
    """Writes the report of a recorded battle as a page, PDF or text."""

    def __call__(
        self,
        journal: Path,
        out: Path,
        camera: TableCamera | None = None,
        *,
        viewer: str = "",
        pictures: bool = True,
        progress: Callable[[int, int], bool] | None = None,
    ) -> Path:
        """Write the report and return where.

        Parameters
        ----------
        journal : Path
            Of a finished or unfinished game; it is only read.
        out : Path
            Its ending chooses the kind of file.
        camera : TableCamera, optional
            Takes the pictures; without one the maker takes its own on the journal's scene.
        viewer : str
            Of an unfinished game, tell what this side may know; empty: what every side may know.
        pictures : bool
        progress : callable, optional
            Called with the part done and the whole, often enough for a frame loop between two
            calls; false stops the work.

        Raises
        ------
        HulldownError
            When the journal or the file to write is no good; nothing was written then.
        Stopped
            (`sim.engine.chronicle`) When `progress` said so; nothing was written.
        """
        ...
