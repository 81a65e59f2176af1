"""The dice: five types on a ladder, and rolls of one against another.

Modifiers move a die along the ladder; nothing is ever added to what was rolled.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sim.engine.questions import roll
from sim.engine.reasons import Reason, Value

__all__ = ["LADDER", "Opposed", "grade_die", "opposed", "roll_die", "shifted"]

#: The types of die, the smallest first (`ds.dice.ladder`).
LADDER: tuple[int, ...] = (4, 6, 8, 10, 12)

_GRADE_DIE: tuple[int, ...] = (6, 8, 10)


class Opposed(msgspec.Struct, frozen=True):
    """Two rolls against each other.

    Attributes
    ----------
    mine : int
    theirs : tuple of int
        One face for each of their dice.
    """

    mine: int
    theirs: tuple[int, ...]

    @property
    def won(self) -> bool:
        """Whether mine is higher than all of theirs."""
        return self.mine > max(self.theirs)


def shifted(die: int, steps: int) -> int:
    """Return the die so many steps higher on the ladder, or lower.

    Returns
    -------
    int
        Sides of the die. Above D12 it stays a D12; 0 where it would fall below D4: what needs it
        cannot be tried at all.

    Rules: ds.dice.ladder ds.dice.shift_up ds.dice.shift_down ds.dice.floor ds.dice.ceiling

    >>> shifted(6, 1), shifted(6, -1), shifted(4, -1), shifted(12, 2)
    (8, 4, 0, 12)
    """
    place = LADDER.index(die) + steps
    return 0 if place < 0 else LADDER[min(place, len(LADDER) - 1)]


def grade_die(grade: int) -> int:
    """Return what a factor rolls: 1 below average (GREEN, BASIC), 2 average, 3 above average.

    Tables of their own go before this convention.

    Rules: ds.dice.grade_default
    """
    return _GRADE_DIE[grade - 1]


async def roll_die(what: str, sides: int, rule: str, why: Reason) -> int:
    """Roll one die and return its face.

    Rules: ds.dice.ladder
    Asks: roll
    """
    asked: dict[str, Value] = {"die": f"D{sides}"}
    faces = await roll(what, 1, sides=sides, rule=rule, prompt="ds.ask.roll", params=asked, why=why)
    return faces[0]


async def opposed(what: str, mine: int, theirs: Sequence[int], rule: str, why: Reason) -> Opposed:
    """Roll a die against one or more of the other side's; all fall before anybody may react.

    Parameters
    ----------
    what : str
        Slug of what the roll is for.
    mine, theirs : int, sequence of int
        Sides of the dice.
    rule : str
        Clause that asks.
    why : Reason

    Rules: ds.dice.simultaneous
    Asks: roll
    """
    face = await roll_die(what, mine, rule, why)
    answer = [await roll_die(f"{what}-against", sides, rule, why) for sides in theirs]
    return Opposed(face, tuple(answer))
