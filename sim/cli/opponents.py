"""Opponents in processes of their own, and making a table ready for them."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from sim.ai.policies import policy_named
from sim.ai.remote import RemotePolicy
from sim.cli.common import Opened, open_game, open_table
from sim.engine.game import Game
from sim.engine.match import Match
from sim.engine.observed import Observed
from sim.engine.ports import Chosen
from sim.engine.questions import Question
from sim.engine.record_files import Header
from sim.geometry.pose import Pose
from sim.table.facts import Facts
from sim.table.pieces import Stand
from sim.window.ports import Thinker

__all__ = ["LazyThinker", "thinker_of", "warm"]


class LazyThinker:
    """A thinker that is made when it is first asked: most battles never ask for a hint.

    Parameters
    ----------
    name : str
    make : callable
        Returns the thinker.
    """

    def __init__(self, name: str, make: Callable[[], Thinker]) -> None:
        self.name = name
        self._make = make
        self._made: Thinker | None = None

    def begin(self, question: Question, observed: Observed, fork: Match[Any]) -> None:
        """Make the thinker, if need be, and ask it."""
        if self._made is None:
            self._made = self._make()
        self._made.begin(question, observed, fork)

    def ready(self) -> Chosen | None:
        """Return the choice once there is one; None before anything was asked, too."""
        return self._made.ready() if self._made is not None else None

    def play_now(self) -> None:
        """Pass it on."""
        if self._made is not None:
            self._made.play_now()

    def drop(self) -> None:
        """Pass it on."""
        if self._made is not None:
            self._made.drop()

    def close(self) -> None:
        """End the thinker, if there is one."""
        if self._made is not None:
            self._made.close()


def thinker_of(name: str, opened: Opened, header: Header) -> Thinker:
    """Return a level in its own process, so that the window stays live.

    Raises
    ------
    UsageError
        When there is no such level.
    """
    policy_named(name)
    source = opened.scene.source
    return RemotePolicy(name, functools.partial(_again, source, header.options, header.bundle))


def warm(facts: Facts, seen: Observed) -> None:
    """Look once at every model that takes part.

    What sight needs of table and models is made at the first look, in up to half a second: better
    now than in the middle of an action, where the window would stand still.
    """
    models = list(dict.fromkeys(model for unit in seen.units for model in unit.models))
    table = facts.table
    for model in models:
        here = Stand(models[0], Pose(table.width / 3, table.depth / 2))
        there = Stand(model, Pose(2 * table.width / 3, table.depth / 2))
        facts.sees(here, there)
        facts.sees(there, here)


def _again(scene: str, options: dict[str, str], bundle: str) -> Game[Any]:
    """Open the same game in the opponent's process."""
    return open_game(open_table(scene), options, bundle)
