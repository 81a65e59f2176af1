"""Chance as an input: seeded, scripted, or typed in from real dice. The only room with dice.

Die `k` of a seeded match is a hash of seed, salt and `k`, so undoing and trying again shows the
same face: nobody can fish for a roll.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Protocol

from sim.engine.questions import Question

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

    def below(self, limit: int, k: int) -> int:
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
            return tuple(self.below(question.sides, k + i) + 1 for i in range(question.count))
        bag = list(question.bag)
        return tuple(bag.pop(self.below(len(bag), k + i)) for i in range(question.count))


class ScriptedDice:
    """Dice that were written down: tests and worked examples. Too few faces is an error.

    Parameters
    ----------
    faces : sequence of int or str
        Faces and draws in the order in which the rules ask for them.
    """

    def __init__(self, faces: Sequence[int | str]) -> None:
        self.faces = tuple(faces)

    def answer(self, question: Question, k: int) -> Any:
        """Return the faces or draws from place `k` on.

        Raises
        ------
        LookupError
            When the script has run out.
        """
        found = self.faces[k : k + question.count]
        if len(found) < question.count:
            raise LookupError(f"scripted dice ran out at {question.key} (die {k + 1})")
        return found

    def left(self, used: int) -> tuple[int | str, ...]:
        """Return what was never asked for, when `used` dice and draws were."""
        return self.faces[used:]


class OwnDice:
    """A person rolls real dice: every roll stays a pending question."""

    def answer(self, question: Question, k: int) -> None:
        """Leave it open."""


class NoChance(OwnDice):
    """For forks of the opponent, who may not foresee a roll: the fork stops there."""


def commitment(seed: int, salt: str) -> str:
    """Return the sealed form of a seed, shown at the start and opened at the end."""
    return hashlib.sha256(f"{seed}:{salt}".encode()).hexdigest()
