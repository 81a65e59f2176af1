"""Recording the toy game in tests: a player who answers the same wherever the game stands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sim.engine.dice import SeededDice
from sim.engine.match import Match
from sim.engine.record import Recorder
from sim.engine.record_files import Header
from tests.engine.laws import random_answer
from tests.toy import Pebbles

__all__ = ["SEED", "answer_next", "header", "open_pebbles", "play_on", "recorded_game"]

SEED = 11


def header() -> Header:
    return Header("pebbles", rules="1", players={"red": "random", "blue": "random"})


def open_pebbles(found: Header) -> Pebbles:
    assert found.game == "pebbles"
    return Pebbles()


def answer_next(match: Match[Any]) -> None:
    """Give the answer that this moment gets in every run: drawn by the length of the journal."""
    assert match.pending is not None
    match.answer(random_answer(match.pending, SeededDice(SEED, "player"), len(match.journal)))


def play_on(match: Match[Any]) -> Match[Any]:
    while not match.over:
        answer_next(match)
    return match


def recorded_game(path: Path, seed: int = SEED, answers: int | None = None) -> Match[Any]:
    """Play and record a game, whole or its first answers."""
    match = Match(Pebbles(), SeededDice(seed, "salt"))
    recorder = Recorder(match, path, header(), sync=False)
    given = 0
    while not match.over and (answers is None or given < answers):
        answer_next(match)
        given += 1
    recorder.close()
    return match
