"""The laws of the match at every question of forty random skirmishes."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from sim.cli.common import open_game, open_table
from sim.engine.game import Game
from tests.cli.running import SKIRMISH
from tests.engine.laws import LawBook, play_by_the_laws


@cache
def skirmish() -> Game[Any]:
    """One game object for all: a match never writes to it."""
    return open_game(open_table(SKIRMISH), {}, "")


@pytest.mark.parametrize("seed", range(1, 41))
def test_the_laws_hold_at_every_question(seed: int):
    match = play_by_the_laws(LawBook(skirmish), seed)
    assert match.over
