"""Luck against expectation: what the dice gave each side, and what they could be expected to.

Read from the events of any game. An event that reports dice carries plain values in its `data`:

``faces``
    What the dice showed in the end.
``sides``
    Sides of each die; 6 when left out.
``hits_on``
    The faces that were wanted.
``for``
    The side that wanted them: who attacks for an attack, who is shot at for a save. Empty for a
    contest in which a high and a low result are both good for something; it is not counted.
``unit``
    Whose roll it was, where that is not the event's subject; empty for nobody's in particular.
``throws``
    Where dice were thrown again, or not all of them wanted the same faces: one table of
    ``faces``, ``sides`` and ``hits_on`` for each throw, in the order in which they fell.

Every die that was thrown counts once, a die thrown again counts again. How many dice there were
to throw is skill and plan, not luck: all numbers hold for the dice that were thrown.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from sim.engine.events import Event

__all__ = [
    "Group",
    "Luck",
    "Rolled",
    "Tally",
    "Throw",
    "luck_of",
    "rolls_in",
    "tally",
    "thrown",
]


class Throw(msgspec.Struct, frozen=True):
    """Dice thrown together that want the same faces."""

    faces: tuple[int, ...]
    hits_on: tuple[int, ...]
    sides: int = 6

    @property
    def successes(self) -> int:
        """How many showed a wanted face."""
        return sum(face in self.hits_on for face in self.faces)

    @property
    def chance(self) -> float:
        """How likely one die is to show a wanted face."""
        return len(set(self.hits_on) & set(range(1, self.sides + 1))) / self.sides


class Rolled(msgspec.Struct, frozen=True):
    """The dice of one event.

    Attributes
    ----------
    at : int
        Index of the event among those read.
    side, unit : str
        Who wanted the faces, and with which unit; `side` is empty for a contest.
    rule : str
        First clause of the event: what kind of roll it was.
    throws : tuple of Throw
    """

    at: int
    side: str
    unit: str
    rule: str
    throws: tuple[Throw, ...]


@dataclass(frozen=True)
class Tally:
    """Dice added up.

    Attributes
    ----------
    dice, actual : int
        Dice thrown and wanted faces among them.
    expected, variance : float
        Of the number of wanted faces.
    at_least, at_most : float
        Exact chances of so many wanted faces or more, or or fewer, with these dice.
    """

    dice: int
    actual: int
    expected: float
    variance: float
    at_least: float
    at_most: float

    @property
    def over(self) -> float:
        """How many wanted faces more than expected; negative for fewer."""
        return self.actual - self.expected

    @property
    def z(self) -> float:
        """The same in standard deviations; 0 where nothing could vary."""
        return self.over / math.sqrt(self.variance) if self.variance > 0 else 0.0

    @property
    def percentile(self) -> float:
        """Share of games with these dice that had less luck, those with the same counted half."""
        return 1.0 - self.at_least + (self.at_least + self.at_most - 1.0) / 2


@dataclass(frozen=True)
class Group:
    """The rolls of a side, a unit, or a kind of roll."""

    side: str
    name: str
    tally: Tally


@dataclass(frozen=True)
class Luck:
    """The luck of a game.

    Attributes
    ----------
    sides, units, kinds : tuple of Group
        Per side, per side and unit, per side and clause; in the order in which they first rolled.
    best, worst : tuple of (Rolled, Tally)
        Of the rolls that went better than expected the one least likely to go so well, and of
        those that went worse the one least likely to go so badly; empty when there is none. Of
        several that are as unlikely the first.
    contests : int
        Dice that were thrown in contests and are not counted.
    """

    sides: tuple[Group, ...]
    units: tuple[Group, ...]
    kinds: tuple[Group, ...]
    best: tuple[tuple[Rolled, Tally], ...]
    worst: tuple[tuple[Rolled, Tally], ...]
    contests: int

    def side(self, side: str) -> Tally:
        """Return what a side rolled; nothing at all for one that never did."""
        return next((each.tally for each in self.sides if each.name == side), tally(()))


def thrown(
    faces: Sequence[int],
    hits_on: Sequence[int],
    side: str,
    *,
    sides: int = 6,
    unit: str | None = None,
    throws: Sequence[tuple[Sequence[int], Sequence[int]]] = (),
) -> dict[str, object]:
    """Return the `data` of an event that reports dice.

    Parameters
    ----------
    faces : sequence of int
        As they lie in the end.
    hits_on : sequence of int
    side : str
        Who wanted them; empty for a contest.
    sides : int
    unit : str, optional
        Where it is not the event's subject.
    throws : sequence of (faces, hits_on)
        Every throw, where `faces` do not tell all: dice thrown again, dice that want other faces.
    """
    data: dict[str, object] = {
        "faces": list(faces),
        "sides": sides,
        "hits_on": list(hits_on),
        "for": side,
    }
    if unit is not None:
        data["unit"] = unit
    if throws:
        data["throws"] = [
            {"faces": list(each), "sides": sides, "hits_on": list(wanted)}
            for each, wanted in throws
        ]
    return data


def rolls_in(events: Iterable[Event]) -> tuple[Rolled, ...]:
    """Return the dice of the events that report some, in order.

    Raises
    ------
    msgspec.ValidationError
        When an event reports dice in another form: a mistake of the rules.
    """
    found: list[Rolled] = []
    for at, event in enumerate(events):
        data: dict[str, Any] = event.data
        if "hits_on" not in data:
            continue
        throws = msgspec.convert(data.get("throws") or [data], tuple[Throw, ...])
        rule = event.rules[0] if event.rules else ""
        unit = data.get("unit", event.subject)
        if any(throw.faces for throw in throws):
            found.append(Rolled(at, data.get("for", ""), unit, rule, throws))
    return tuple(found)


def tally(throws: Iterable[Throw]) -> Tally:
    """Return what dice came to, with the exact chances of as much and as little."""
    counts: dict[float, int] = {}
    actual = 0
    for throw in throws:
        counts[throw.chance] = counts.get(throw.chance, 0) + len(throw.faces)
        actual += throw.successes
    dice = sum(counts.values())
    spread = _distribution(counts)
    return Tally(
        dice,
        actual,
        math.fsum(chance * count for chance, count in counts.items()),
        math.fsum(chance * (1 - chance) * count for chance, count in counts.items()),
        min(1.0, math.fsum(spread[actual:])),
        min(1.0, math.fsum(spread[: actual + 1])),
    )


def luck_of(events: Sequence[Event]) -> Luck:
    """Return the luck of a game from its events."""
    rolls = rolls_in(events)
    counted = [roll for roll in rolls if roll.side]
    alone = [(roll, tally(roll.throws)) for roll in counted]
    good = [pair for pair in alone if pair[1].over > 0]
    bad = [pair for pair in alone if pair[1].over < 0]
    return Luck(
        _grouped(counted, lambda roll: roll.side),
        _grouped([roll for roll in counted if roll.unit], lambda roll: roll.unit),
        _grouped(counted, lambda roll: roll.rule),
        tuple(sorted(good, key=lambda pair: pair[1].at_least)[:1]),
        tuple(sorted(bad, key=lambda pair: pair[1].at_most)[:1]),
        sum(len(throw.faces) for roll in rolls if not roll.side for throw in roll.throws),
    )


def _grouped(rolls: Iterable[Rolled], name: Callable[[Rolled], str]) -> tuple[Group, ...]:
    groups: dict[tuple[str, str], list[Throw]] = {}
    for roll in rolls:
        groups.setdefault((roll.side, name(roll)), []).extend(roll.throws)
    return tuple(Group(side, named, tally(throws)) for (side, named), throws in groups.items())


def _distribution(counts: dict[float, int]) -> list[float]:
    """Return the chances of 0, 1, 2 ... wanted faces among dice of several chances."""
    spread = [1.0]
    for chance, count in counts.items():
        spread = _convolved(spread, _binomial(count, chance))
    return spread


def _binomial(count: int, chance: float) -> list[float]:
    """Return a binomial distribution; by logarithms, so that thousands of dice do not overflow."""
    if chance <= 0:
        return [1.0] + [0.0] * count
    if chance >= 1:
        return [0.0] * count + [1.0]
    yes, no = math.log(chance), math.log1p(-chance)
    orders = [math.lgamma(k + 1) for k in range(count + 1)]
    return [
        math.exp(orders[count] - orders[k] - orders[count - k] + k * yes + (count - k) * no)
        for k in range(count + 1)
    ]


def _convolved(one: Sequence[float], other: Sequence[float]) -> list[float]:
    """Return the distribution of a sum of two independent counts."""
    total = [0.0] * (len(one) + len(other) - 1)
    for i, p in enumerate(one):
        if p:
            for j, q in enumerate(other):
                total[i + j] += p * q
    return total
