"""The Combat Die: two hit faces, four blank faces, read off an ordinary die."""

from __future__ import annotations

from collections.abc import Sequence

from sim.engine.questions import roll
from sim.engine.reasons import Reason, Value

__all__ = ["HIT_FROM", "blanks", "hits", "is_hit", "roll_dice"]

#: Lowest face of an ordinary six-sided die that is a hit.
HIT_FROM = 5


def is_hit(face: int) -> bool:
    """Return whether a face is a hit: 5 and 6 are, 1 to 4 are blanks.

    Rules: dw.dice.combat_die dw.dice.d6_substitute
    """
    return face >= HIT_FROM


def hits(faces: Sequence[int], *, inverted: bool = False) -> int:
    """Return the number of hits; inverted, the number of blanks.

    Inversion happens when counting, after any reroll.

    Rules: dw.dice.invert
    """
    return sum(is_hit(face) != inverted for face in faces)


def blanks(faces: Sequence[int]) -> int:
    """Return the number of blank faces."""
    return hits(faces, inverted=True)


async def roll_dice(what: str, count: int, rule: str, why: Reason) -> tuple[int, ...]:
    """Roll Combat Dice and return the faces; no dice, no roll.

    Rules: dw.dice.combat_die
    Asks: roll
    """
    asked: dict[str, Value] = {"count": count}
    return await roll(what, count, rule=rule, prompt="dw.ask.roll", params=asked, why=why)
