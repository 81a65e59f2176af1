"""The damage pot: 119 chits, drawn blind, and what a draw adds up to."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from sim.engine.questions import draw
from sim.engine.reasons import Reason, Value

__all__ = [
    "COLOURS",
    "SPECIALS",
    "Validity",
    "colour_of",
    "draw_chits",
    "mixes",
    "pot",
    "pot_of",
    "total",
    "value_of",
]

_FILE = Path(__file__).parent / "tables" / "chits.toml"

#: Colours of the numerical chits, with how many there are of each (`ds.chits.composition`).
COLOURS: Mapping[str, int] = {"red": 50, "yellow": 25, "green": 25}
#: BOOM, mobility, systems down of the target, systems down of the firer.
SPECIALS: tuple[str, ...] = ("BOOM", "M", "T", "F")
_LETTER = {"red": "R", "yellow": "Y", "green": "G"}
_COLOUR = {letter: colour for colour, letter in _LETTER.items()}


class Validity(msgspec.Struct, frozen=True):
    """What a chit of each colour counts: 0 is invalid, 2 doubled, a half halved."""

    red: Fraction = Fraction(0)
    yellow: Fraction = Fraction(0)
    green: Fraction = Fraction(0)

    @classmethod
    def of(cls, *colours: str, times: Fraction | int = 1) -> Validity:
        """Return the validity of some colours, ``all`` of them, each counted so many times."""
        named = tuple(COLOURS) if "all" in colours else colours
        return cls(**{colour: Fraction(times) for colour in named})

    def worth(self, chit: str) -> Fraction:
        """Return what a chit adds to a total; nothing for special chits."""
        colour = colour_of(chit)
        return Fraction(getattr(self, colour)) * value_of(chit) if colour else Fraction(0)


def colour_of(chit: str) -> str:
    """Return the colour of a numerical chit, empty for a special one."""
    return "" if chit in SPECIALS else _COLOUR[chit[0]]


def value_of(chit: str) -> int:
    """Return the number on a chit, 0 for a special one."""
    return 0 if chit in SPECIALS else int(chit[1:])


def pot_of(counts: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the chits of a mix, colour by colour, then the special ones.

    Parameters
    ----------
    counts : mapping
        For each colour how many chits show 0, 1, 2 and 3.

    Raises
    ------
    ValueError
        When the chits of a colour are not as many as the book has.

    Rules: ds.chits.composition ds.chits.values
    """
    chits: list[str] = []
    for colour, many in COLOURS.items():
        shown = [int(count) for count in counts[colour]]
        if len(shown) != 4 or sum(shown) != many:
            raise ValueError(f"{colour}: {many} chits with the values 0 to 3 are needed")
        for value, count in enumerate(shown):
            chits += [f"{_LETTER[colour]}{value}"] * count
    for special, count in _table()["specials"].items():
        chits += [special] * int(count)
    return tuple(chits)


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))


def mixes() -> tuple[str, ...]:
    """Return the names of the mixes there are."""
    return tuple(_table()["mix"])


@cache
def pot(mix: str = "third_party_1998") -> tuple[str, ...]:
    """Return the damage pot of a mix; KeyError when there is none of that name.

    Rules: ds.chits.composition ds.chits.values
    """
    return pot_of(_table()["mix"][mix])


def total(chits: Sequence[str], validity: Validity) -> Fraction:
    """Return the sum of the valid chits; invalid ones were drawn all the same.

    Rules: ds.chit.valid_only ds.chit.no_redraw
    """
    return sum((validity.worth(chit) for chit in chits), Fraction(0))


async def draw_chits(what: str, count: int, rule: str, why: Reason, mix: str) -> tuple[str, ...]:
    """Draw from the whole pot; every chit goes back before the next draw.

    Rules: ds.chits.draw ds.chits.return ds.chit.return
    Asks: draw
    """
    asked: dict[str, Value] = {"count": count}
    return await draw(what, pot(mix), count, rule=rule, prompt="ds.ask.draw", params=asked, why=why)
