"""A verdict under error of measurement: does it hold wherever things may truly stand?"""

from __future__ import annotations

from dataclasses import dataclass

from sim.geometry.rays import SolidSet
from sim.geometry.sight import Query

__all__ = ["Holds", "Measured", "holds_within"]


@dataclass(frozen=True)
class Measured:
    """How well a table was measured: nothing is farther off than this, inches.

    Attributes
    ----------
    places_in : float
        Shooter and target in plan, each on its own.
    pieces_in : float
        Each terrain piece in plan, each on its own.
    heights_in : float
        The top of every piece and figure, each on its own.
    eye_in : float
        The height of the eye.
    """

    places_in: float = 0.0
    pieces_in: float = 0.0
    heights_in: float = 0.0
    eye_in: float = 0.0


@dataclass(frozen=True)
class Holds:
    """Whether a verdict holds within an error of measurement.

    Attributes
    ----------
    answer : str
        ``"holds"``: proven for every position within the error. ``"too_close"``: a position
        within the error turns it, see `turned_by`. ``"unshaken"``: neither proven nor turned in
        `tried` positions; to be read as too close to be sure.
    tried : int
        Positions tried.
    turned_by : tuple of (name, (dx, dy, dz))
        The shifts, inches, of one position that turns the verdict, ``"eye"``, ``"target"`` or a
        piece's id; empty unless too close.
    settles : tuple of str
        Which single measurements (``places``, ``pieces``, ``heights``, ``eye``), made exact,
        would settle it: with that error gone the verdict no longer turns.
    """

    answer: str
    tried: int
    turned_by: tuple[tuple[str, tuple[float, float, float]], ...] = ()
    settles: tuple[str, ...] = ()


def holds_within(terrain: SolidSet, query: Query, measured: Measured) -> Holds:
    """Return whether the verdict of `query` holds within an error of measurement."""
    return Holds("unshaken", 0)
