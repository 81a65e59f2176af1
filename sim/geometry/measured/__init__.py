"""A verdict under error of measurement: whether it holds wherever things may truly stand."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from sim.geometry.measured.hidden import stays_hidden
from sim.geometry.measured.seen import stays_seen
from sim.geometry.measured.stage import Stage
from sim.geometry.measured.sway import Measured
from sim.geometry.measured.trials import try_positions
from sim.geometry.mesh_data import Floats
from sim.geometry.rays import SolidSet
from sim.geometry.sight import Query, find_witness

__all__ = ["MEASUREMENTS", "Holds", "Measured", "holds_within"]

#: The single measurements, as fields of `Measured` and as named in `Holds`.
MEASUREMENTS: tuple[str, ...] = ("places", "pieces", "heights", "eye")


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
        piece's id; empty unless too close. The third number is the change of the top's height,
        for the eye of its own.
    settles : tuple of str
        Which single measurements (``places``, ``pieces``, ``heights``, ``eye``), made exact,
        would settle it: with that error gone the verdict is proven to hold.
    may_settle : tuple of str
        Which others might: with that error gone no tried position turns the verdict, but nothing
        is proven.
    """

    answer: str
    tried: int
    turned_by: tuple[tuple[str, tuple[float, float, float]], ...] = ()
    settles: tuple[str, ...] = ()
    may_settle: tuple[str, ...] = ()


def holds_within(terrain: SolidSet, query: Query, measured: Measured) -> Holds:
    """Return whether the verdict of `query` holds within an error of measurement.

    Raises
    ------
    ValueError
        When an error is negative or not finite.
    """
    errors = [getattr(measured, f"{name}_in") for name in MEASUREMENTS]
    if not all(math.isfinite(error) and error >= 0 for error in errors):
        raise ValueError("an error of measurement must be a length of at least 0")
    if not any(errors):
        return Holds("holds", 0)
    witness = find_witness(terrain, query)
    if _is_proven(terrain, query, measured, witness):
        return Holds("holds", 0)
    stage = Stage(terrain, query, measured)
    trials = try_positions(stage, witness is not None, measured)
    if not trials.turned_by:
        return Holds("unshaken", trials.tried)
    settles: list[str] = []
    may: list[str] = []
    for name, error in zip(MEASUREMENTS, errors, strict=True):
        if not error:
            continue
        rest = replace(measured, **{f"{name}_in": 0.0})
        if _is_proven(terrain, query, rest, witness):
            settles.append(name)
        elif not try_positions(stage, witness is not None, rest).turned_by:
            may.append(name)
    return Holds("too_close", trials.tried, trials.turned_by, tuple(settles), tuple(may))


def _is_proven(terrain: SolidSet, query: Query, measured: Measured, witness: Floats | None) -> bool:
    """Return whether the verdict is proven to hold within the error."""
    if measured == Measured():
        return True
    if witness is None:
        return stays_hidden(terrain, query, measured)
    return stays_seen(terrain, query, measured, witness)
