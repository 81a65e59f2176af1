"""What an inch of movement costs where: rates of areas, and the sum over what a base is in.

A cost is counted in inches of allowance. Which areas cost what, and whether a part of the base, its
centre or all of it must be in one, is the book's word; this room only adds up.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from sim.errors import HulldownError

__all__ = ["CostLeg", "Costs", "Rate", "Touch"]


class Touch(StrEnum):
    """How much of a base must be in an area for its rate to hold."""

    PART = "part"
    CENTRE = "centre"
    WHOLE = "whole"


@dataclass(frozen=True)
class Rate:
    """What an inch costs in an area.

    Attributes
    ----------
    factor : float
        Inches of allowance for an inch of way; ``inf``: nobody enters.
    touch : Touch
        ``PART``: contact of the base counts (gap up to 0.01 in); ``CENTRE``: the centre is in it;
        ``WHOLE``: all of the base is in it (0.001 in).
    rank : int
        Where areas lie on each other those of the highest rank count alone: a road (1) through a
        wood (0). Among those of rank 0 the dearest counts, of a higher one the cheapest.

    Raises
    ------
    HulldownError
        When the factor is not positive.
    """

    factor: float
    touch: Touch = Touch.PART
    rank: int = 0

    def __post_init__(self) -> None:
        if not self.factor > 0.0:
            raise HulldownError("paths.bad_factor", found=self.factor)


@dataclass(frozen=True)
class Costs:
    """The rates of a move.

    Attributes
    ----------
    rates : tuple of (area id, Rate)
        Areas without a rate cost nothing extra.
    open_ground : float
        Inches of allowance for an inch outside all rated areas.
    flies : bool
        The mover pays for no area and is stopped by none; walls still stop it.
    """

    rates: tuple[tuple[str, Rate], ...] = ()
    open_ground: float = 1.0
    flies: bool = False

    @classmethod
    def of(
        cls, rates: Mapping[str, Rate | float], *, open_ground: float = 1.0, flies: bool = False
    ) -> Costs:
        """Return costs from a mapping; a bare number is the factor of a `Rate`.

        >>> Costs.of({"wood": 2.0}).factor(["wood"])
        2.0
        """
        pairs = (
            (name, rate if isinstance(rate, Rate) else Rate(float(rate)))
            for name, rate in rates.items()
        )
        return cls(tuple(pairs), open_ground, flies)

    @property
    def paid(self) -> tuple[tuple[str, Rate], ...]:
        """The rates that this mover pays: none for one that flies, none that nobody may enter."""
        return () if self.flies else tuple(each for each in self.rates if each[1].factor < math.inf)

    @property
    def barred(self) -> tuple[tuple[str, Rate], ...]:
        """The areas that this mover must not enter."""
        return (
            () if self.flies else tuple(each for each in self.rates if each[1].factor == math.inf)
        )

    @property
    def least(self) -> float:
        """The least that an inch can cost."""
        return min([self.open_ground, *(rate.factor for _, rate in self.paid)])

    def factor(self, areas: Iterable[str]) -> float:
        """Return what an inch costs in some areas at once.

        Those of the highest rank count; see `Rate`.
        """
        rates = dict(self.paid)
        found = [rates[name] for name in areas if name in rates]
        top = max((rate.rank for rate in found), default=0)
        factors = [rate.factor for rate in found if rate.rank == top]
        if top:
            return min(factors)
        return max(factors, default=self.open_ground)


@dataclass(frozen=True)
class CostLeg:
    """A stretch of a way on which an inch costs the same.

    Attributes
    ----------
    start, end : float
        Path lengths from the start of the move, inches.
    factor : float
    areas : tuple of area ids
        The rated areas the base is in.
    """

    start: float
    end: float
    factor: float
    areas: tuple[str, ...]

    @property
    def length(self) -> float:
        """Inches of way."""
        return self.end - self.start

    @property
    def cost(self) -> float:
        """Inches of allowance."""
        return self.length * self.factor
