"""Chance as an input: seeded, scripted, or typed in from real dice. The only room with dice.

Die `k` of a seeded match is a hash of seed, salt and `k`, so undoing and trying again shows the
same face: nobody can fish for a roll.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Protocol, TypeVar

from sim.engine.questions import Question

T = TypeVar("T")

__all__ = ["Chance", "NoChance", "OwnDice", "ScriptedDice", "SeededDice", "commitment"]


class Chance(Protocol):
    """A source of answers to ``roll`` and ``draw``."""

    def answer(self, question: Question, k: int) -> tuple[int, ...] | tuple[str, ...] | None:
        """Return the answer when it is the `k`-th single die or draw on; None leaves it open."""
        ...


class SeededDice:
    """Dice from a seed: the same on every machine and under every hash seed.

    Parameters
    ----------
    seed : int
    salt : str
        Mixed in so that a published seed cannot be computed ahead.
    """

    def __init__(self, seed: int, salt: str = "") -> None:
        self.seed = seed
        self.salt = salt

    def _below(self, limit: int, k: int) -> int:
        """Return a uniform number in 0..limit-1 for die `k`, by rejection."""
        attempt = 0
        bound = (1 << 64) - (1 << 64) % limit
        while True:
            text = f"{self.seed}:{self.salt}:{k}:{attempt}".encode()
            value = int.from_bytes(hashlib.sha256(text).digest()[:8], "big")
            if value < bound:
                return value % limit
            attempt += 1

    def answer(self, question: Question, k: int) -> tuple[int, ...] | tuple[str, ...] | None:
        """Return faces 1..sides, or draws without putting back."""
        if question.kind == "roll":
            return tuple(self._below(question.sides, k + i) + 1 for i in range(question.count))
        bag = list(question.bag)
        return tuple(bag.pop(self._below(len(bag), k + i)) for i in range(question.count))


class ScriptedDice:
    """Dice that were written down: tests and worked examples. Too few faces is an error."""

    def __init__(self, faces: Sequence[int], draws: Sequence[str] = ()) -> None:
        self.faces = tuple(faces)
        self.draws = tuple(draws)

    def answer(self, question: Question, k: int) -> tuple[int, ...] | tuple[str, ...] | None:
        """Return the faces from place `k` on; the bag's draws keep the same count."""
        if question.kind == "roll":
            return _taken(self.faces, question, k)
        return _taken(self.draws, question, k)


def _taken(source: tuple[T, ...], question: Question, k: int) -> tuple[T, ...]:
    found = source[k : k + question.count]
    if len(found) < question.count:
        raise LookupError(f"scripted dice ran out at {question.key} (die {k + 1})")
    return found


class OwnDice:
    """A person rolls real dice: every roll stays a pending question."""

    def answer(self, question: Question, k: int) -> None:
        """Leave it open."""


class NoChance(OwnDice):
    """For forks of the opponent, who may not foresee a roll: the fork stops there."""


def commitment(seed: int, salt: str) -> str:
    """Return the sealed form of a seed, shown at the start and opened at the end."""
    return hashlib.sha256(f"{seed}:{salt}".encode()).hexdigest()
