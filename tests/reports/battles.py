"""Recorded battles of the toy game for the tests of the report: no book is named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from sim.engine.dice import OwnDice, SeededDice
from sim.engine.match import Match
from sim.engine.record import Recorder
from sim.reports.battle_record import BattleRecord, read_battle
from tests.engine.laws import random_answer
from tests.engine.recording import header, open_pebbles
from tests.toy import Pebbles

__all__ = ["play", "report_of", "until_turn"]

Until = Callable[[Match[Any]], bool]


def until_turn(turn: int) -> Until:
    """Stop at the beginning of a turn, counted from 0."""
    return lambda match: match.state.phase == "turn" and match.state.turn >= turn


def play(
    path: Path,
    seed: int = 1,
    *,
    until: Until = lambda _: False,
    own_dice: bool = False,
    edit: str = "",
) -> Match[Any]:
    """Play and record a game that ends or is left.

    Parameters
    ----------
    own_dice : bool
        Somebody throws the dice and types them in.
    edit : str
        Why the umpire heals the first who was hurt; needs own dice, for a seeded turn has begun
        with its draw before anybody can step in.
    """
    chance = OwnDice() if own_dice else SeededDice(seed, "salt")
    match = Match(Pebbles(), chance)
    recorder = Recorder(match, path, header(), sync=False)
    draws = SeededDice(seed, "answers")
    while not match.over and not until(match):
        if edit and _healed(match, edit):
            edit = ""
        asked, k = match.pending, len(match.journal) * 100
        assert asked is not None
        match.answer(draws.answer(asked, k) if asked.chance else random_answer(asked, draws, k))
    recorder.close()
    return match


def _healed(match: Match[Any], why: str) -> bool:
    hurt = [p.id for p in match.state.pebbles.values() if p.health == 1]
    if not hurt or match.step_start()[1]:
        return False
    match.edit({f"pebbles.{hurt[0]}.health": 2}, why)
    return True


def report_of(path: Path, **more: Any) -> BattleRecord:
    """Read a recorded game of pebbles."""
    return read_battle(path, open_pebbles, **more)
