"""The Combat Die: two hit faces, four blank faces, read off an ordinary die."""

from __future__ import annotations

from collections.abc import Sequence

from sim.engine.luck import thrown
from sim.engine.questions import roll
from sim.engine.reasons import Reason, Value

__all__ = ["HIT_FROM", "blanks", "dice_data", "hits", "is_hit", "roll_dice", "wanted"]

#: Lowest face of an ordinary six-sided die that is a hit.
HIT_FROM = 5
SIDES = 6


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


def wanted(*, inverted: bool = False) -> tuple[int, ...]:
    """Return the faces that count as hits; inverted, the blanks.

    Rules: dw.dice.combat_die dw.dice.invert
    """
    return tuple(face for face in range(1, SIDES + 1) if is_hit(face) != inverted)


def dice_data(
    faces: Sequence[int],
    side: str,
    *,
    inverted: bool = False,
    unit: str | None = None,
    throws: Sequence[tuple[Sequence[int], Sequence[int]]] = (),
) -> dict[str, object]:
    """Return what an event says of Combat Dice, as `sim.engine.luck` reads it.

    Parameters
    ----------
    faces : sequence of int
    side : str
        Who wants hits (blanks, inverted); empty where both are good for something.
    unit : str, optional
        Whose roll it was, where that is not the event's subject.
    throws : sequence of (faces, wanted faces), optional
        Where the dice lie otherwise than they fell in one throw.
    """
    return thrown(faces, wanted(inverted=inverted), side, sides=SIDES, unit=unit, throws=throws)


async def roll_dice(what: str, count: int, rule: str, why: Reason) -> tuple[int, ...]:
    """Roll Combat Dice and return the faces; no dice, no roll.

    Rules: dw.dice.combat_die
    Asks: roll
    """
    asked: dict[str, Value] = {"count": count}
    return await roll(what, count, rule=rule, prompt="dw.ask.roll", params=asked, why=why)
