"""Tolerances, predicates and quantising: the one place that says what "within" means.

Inches and degrees throughout. Every verdict names the predicates it used (`Predicate.name`).
Nothing else in the project may compare a measured length with a printed one.
"""

from __future__ import annotations

import math

__all__ = [
    "CONTACT_IN",
    "MM_PER_IN",
    "NOISE_IN",
    "OPENING_IN",
    "RULE_TOL_IN",
    "crosses",
    "in_contact",
    "is_within",
    "keeps_from",
    "mm",
    "overlaps",
    "quantise_deg",
    "quantise_in",
    "turn_to",
]

MM_PER_IN = 25.4
#: Gap up to which two bases, or a base and an area, are in contact.
CONTACT_IN = 0.01
#: Tolerance of every printed distance: a move of 6 may measure 6.001.
RULE_TOL_IN = 0.001
#: Numerical noise inside geometry; never used in a rule.
NOISE_IN = 1e-6
#: Diameter of the free disc a direction needs to be open, on the target's plane (0.6 mm).
OPENING_IN = 0.6 / MM_PER_IN


def mm(value: float) -> float:
    """Return `value` millimetres in inches.

    >>> round(mm(30) / 2, 4)
    0.5906
    """
    return value / MM_PER_IN


def quantise_in(value: float) -> float:
    """Round a length given from outside to 0.0001 in, once.

    >>> quantise_in(1.00004)
    1.0
    """
    return _finite(round(value, 4) + 0.0)


def quantise_deg(value: float) -> float:
    """Round an angle given from outside to 0.01 degree and bring it into [0, 360).

    >>> quantise_deg(-90.001)
    270.0
    """
    return _finite(round(value, 2)) % 360.0


def _finite(value: float) -> float:
    if not math.isfinite(value):
        raise ValueError("not a finite number")
    return value


def in_contact(gap_in: float) -> bool:
    """Return whether things are in contact: gap <= 0.01 in."""
    return gap_in <= CONTACT_IN


def overlaps(gap_in: float) -> bool:
    """Return whether two bases overlap: gap < -0.001 in."""
    return gap_in < -RULE_TOL_IN


def is_within(length_in: float, limit_in: float) -> bool:
    """Return whether a length is within X: length <= X + 0.001 in (closed).

    Also "completely within" when `length_in` is the farthest point of the base.

    >>> is_within(6.001, 6), is_within(6.002, 6)
    (True, False)
    """
    return length_in <= limit_in + RULE_TOL_IN + 1e-9


def keeps_from(gap_in: float, limit_in: float) -> bool:
    """Return whether a base keeps X from: gap >= X - 0.001 in."""
    return gap_in >= limit_in - RULE_TOL_IN - 1e-9


def crosses(length_inside_in: float) -> bool:
    """Return whether a line crosses an area: more than 1e-6 in of it in the interior."""
    return length_inside_in > NOISE_IN


def turn_to(from_deg: float, to_deg: float) -> float:
    """Return the signed turn from one facing to another in (-180, 180], degrees.

    >>> turn_to(350, 10), turn_to(10, 350)
    (20.0, -20.0)
    """
    turn = (to_deg - from_deg) % 360.0
    return turn - 360.0 if turn > 180.0 else float(turn)
