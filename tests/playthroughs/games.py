"""The recorded games: what is played, and by whom. Every game of the house is here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sim.engine.dice import SeededDice
from sim.engine.game import Game
from sim.engine.journal import Entry
from sim.engine.match import Match
from tests.engine.laws import random_answer
from tests.toy import Pebbles

__all__ = ["PLAYS", "Play"]


def at_random(match: Match[Any], seed: int) -> None:
    """Answer with one of the candidates each time, drawn evenly."""
    draws = SeededDice(seed, "playthrough")
    while match.pending is not None:
        match.answer(random_answer(match.pending, draws, len(match.journal)))


@dataclass(frozen=True)
class Play:
    """One game to be recorded.

    Attributes
    ----------
    open_game : callable
    seed : int
        Of the dice and of whoever plays.
    players : callable
        Answers until the match is over.
    """

    open_game: Callable[[], Game[Any]]
    seed: int
    players: Callable[[Match[Any], int], None] = at_random

    def journal(self) -> list[Entry]:
        """Play the game and return its journal."""
        match = Match(self.open_game(), SeededDice(self.seed))
        self.players(match, self.seed)
        return match.journal


PLAYS: dict[str, Play] = {
    "pebbles-1": Play(Pebbles, 1),
    "pebbles-2": Play(Pebbles, 6),
}
