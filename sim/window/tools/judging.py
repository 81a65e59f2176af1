"""What a game makes of a sight line, as far as the window may know it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from sim.engine.game import Game
from sim.engine.match import Match
from sim.engine.observed import Observed
from sim.engine.ports import CoverVerdict, SightTerms
from sim.table.facts import Facts
from sim.table.scene import Scene

__all__ = ["AsItStood", "Judge", "Judgement"]


@dataclass(frozen=True)
class Judgement:
    """On what terms one miniature looks at another, and what it is worth.

    Attributes
    ----------
    terms : SightTerms
        Facts with eyes and bodies as the book takes them, and who hides.
    cover : callable or None
        Returns the book's cover with its reasons. It may take a tenth of a second and may be
        called in another thread; None where no book judges.
    """

    terms: SightTerms
    cover: Callable[[], CoverVerdict] | None = None


@dataclass(frozen=True)
class AsItStood:
    """A moment of a game that is looked at again: for whoever needs a match only to look."""

    game: Game[Any]
    state: Any

    def observe(self, viewer: str = "") -> Observed:
        """Return what a side saw then."""
        return self.game.observe(self.state, viewer)


class Judge(Protocol):
    """Whoever can say how a game asks for sight."""

    def judge(
        self,
        scene: Scene,
        facts: Facts,
        looker: str,
        target: str,
        match: Match[Any] | AsItStood | None = None,
    ) -> Judgement:
        """Return how sight between two miniatures is judged.

        Parameters
        ----------
        scene : Scene
            Of the table; who stands where when there is no match.
        facts : Facts
        looker, target : str
            Miniatures by their ids.
        match : Match or AsItStood, optional
            A battle: miniatures stand where it says.
        """
        ...
