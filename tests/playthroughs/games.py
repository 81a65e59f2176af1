"""The recorded games: what is played, and by whom. Every game of the house is here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from sim.ai.policies import policy_named
from sim.cli.common import Opened, open_game, open_table
from sim.engine.dice import Chance, OwnDice, SeededDice
from sim.engine.drive import play_out
from sim.engine.game import Game
from sim.engine.journal import Entry
from sim.engine.match import Match
from tests.engine.laws import random_answer
from tests.playthroughs.scripts import ROUT, WRECK
from tests.playthroughs.staged import follow, on_stage
from tests.toy import Pebbles

__all__ = ["PLAYS", "Play"]

ROOT = Path(__file__).resolve().parents[2]


def at_random(match: Match[Any], seed: int) -> None:
    """Answer with one of the candidates each time, drawn evenly."""
    draws = SeededDice(seed, "playthrough")
    while match.pending is not None:
        match.answer(random_answer(match.pending, draws, len(match.journal)))


def by_policy(name: str, match: Match[Any], seed: int) -> None:
    """Let one policy play every side."""
    play_out(match, {side: policy_named(name) for side in match.game.sides})


@cache
def opened(scene: str) -> Opened:
    """Return an opened scene; plays of one scene share its geometry."""
    return open_table(str(ROOT / "scenes" / scene))


def on_scene(scene: str, bundle: str = "") -> Game[Any]:
    """Return the game of a scene."""
    return open_game(opened(scene), {}, bundle)


MILLS = "dust_warfare/mills.toml"
TOWN = "dust_warfare/ruined_town.toml"
REGULAR = partial(by_policy, "regular")


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
    scripted : bool
        Whether the players roll the dice as well.
    """

    open_game: Callable[[], Game[Any]]
    seed: int
    players: Callable[[Match[Any], int], None] = at_random
    scripted: bool = False

    def journal(self) -> list[Entry]:
        """Play the game and return its journal."""
        dice: Chance = OwnDice() if self.scripted else SeededDice(self.seed)
        match = Match(self.open_game(), dice)
        self.players(match, self.seed)
        return match.journal


PLAYS: dict[str, Play] = {
    "pebbles-1": Play(Pebbles, 1),
    "pebbles-2": Play(Pebbles, 6),
    "mills-regular": Play(partial(on_scene, MILLS), 1, REGULAR),
    "mills-random": Play(partial(on_scene, MILLS), 3),
    "staged-rout": Play(partial(on_stage, "rout"), 0, partial(follow, ROUT), scripted=True),
    "staged-wreck": Play(partial(on_stage, "wreck"), 0, partial(follow, WRECK), scripted=True),
    "town-club": Play(partial(on_scene, TOWN, "club"), 2, REGULAR),
}
