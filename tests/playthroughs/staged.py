"""Staged games: small scenes whose answers and dice are written down, for what is rarely played.

A script is a list of lines, each naming what is asked and the answer. The next line waits for its
question; what is asked in between gets the usual answer: pass, nobody reacts, no action, blanks.
Dice are written ``h`` for a hit and ``b`` for a blank.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from sim.cli.common import Opened, open_game, open_table
from sim.engine.game import Game
from sim.engine.match import Match
from sim.engine.questions import Move, Question
from sim.table.profiles import ProfileBook, load_book

__all__ = ["Script", "follow", "go", "on_stage"]

SCENES = Path(__file__).resolve().parent / "scenes"

Line = tuple[str, Any]
Script = Sequence[Line]

#: The answer to what the script does not speak of, where it is offered.
USUAL: Mapping[str, str] = {
    "order": "pass",
    "react": "none",
    "actions": "none",
    "choose-target": "hold",
}


def go(*points: tuple[float, float], before: float = 0.0, after: float = 0.0) -> Move:
    """Return one miniature's part of a path."""
    return Move(before, points, after)


def _faces(dice: str) -> tuple[int, ...]:
    return tuple({"h": 6, "b": 1}[each] for each in dice if each != " ")


def follow(script: Script, match: Match[Any], _seed: int) -> None:
    """Answer every question and every roll of a match by a script, to the end of the game.

    Raises
    ------
    ValueError
        When a line was never asked for: the game has gone another way than its script.
    """
    waiting = list(script)
    while match.pending is not None:
        question = match.pending
        said = waiting.pop(0)[1] if waiting and waiting[0][0] == question.what else None
        match.answer(_answer(question, said))
    if waiting:
        raise ValueError(f"nobody asked for {waiting[0]}")


def _answer(question: Question, said: Any) -> Any:
    if question.chance:
        faces = _faces(said) if said is not None else (1,) * question.count
        if len(faces) != question.count:
            raise ValueError(f"{question.key} rolls {question.count} dice, not {said}")
        return faces
    if said is not None:
        return said
    usual = USUAL.get(question.what, "")
    offered = [each.id for each in question.options if not each.blocked]
    return usual if usual in offered else question.candidates()[0]


@cache
def _opened(name: str) -> Opened:
    return open_table(str(SCENES / f"{name}.toml"))


@cache
def _range_book(game: str) -> ProfileBook:
    """Return the shipped profiles with those of the firing range over them."""
    ours, more = load_book(game), load_book(game, SCENES)
    return ProfileBook(
        game,
        {**ours.profiles, **more.profiles},
        {**ours.weapons, **more.weapons},
        {**ours.units, **more.units},
        {**ours.factions, **more.factions},
    )


def on_stage(name: str, bundle: str = "") -> Game[Any]:
    """Return the game of a staged scene, with the profiles of the firing range."""
    opened = _opened(name)
    scene = replace(opened.scene, book=_range_book(opened.scene.game))
    return open_game(replace(opened, scene=scene), {}, bundle)
