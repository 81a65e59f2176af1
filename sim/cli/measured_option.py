"""``--error places=1/16,heights=0.05``: how well a table was measured, as a person writes it."""

from __future__ import annotations

import math
import re
from fractions import Fraction

from sim.errors import UsageError
from sim.geometry.units import mm
from sim.table.facts import Measured
from sim.table.names import did_you_mean

__all__ = ["measured_of", "read_length"]

#: What may be measured badly, and the field of `Measured` that holds it.
FIELDS: dict[str, str] = {
    "places": "places_in",
    "pieces": "pieces_in",
    "heights": "heights_in",
    "eye": "eye_in",
}
_LENGTH = re.compile(r"(\d+/\d+|\d*\.?\d+)\s*(in|mm|\")?")
#: More than this is no error of measurement.
MOST_IN = 6.0


def measured_of(text: str) -> Measured | None:
    """Return the errors that a text names, None for an empty text; what it leaves out is exact.

    Raises
    ------
    UsageError
        When a part is not ``NAME=LENGTH``, names nothing known, or is no length.

    Examples
    --------
    >>> measured_of("places=1/16,eye=2.54mm")
    Measured(places_in=0.0625, pieces_in=0.0, heights_in=0.0, eye_in=0.1)
    """
    if not text.strip():
        return None
    given: dict[str, float] = {}
    for part in text.split(","):
        name, equals, length = (each.strip() for each in part.partition("="))
        known = ", ".join(FIELDS)
        if not equals:
            raise UsageError("sight.los.error_form", found=part.strip(), known=known)
        if name not in FIELDS:
            near = did_you_mean(name, FIELDS)
            raise UsageError("sight.los.error_name", found=name, nearest=near, known=known)
        given[FIELDS[name]] = read_length(length)
    return Measured(**given)


def read_length(text: str) -> float:
    """Return a length in inches: ``0.05``, ``1/16``, ``1/16in`` or ``1.5mm``.

    Raises
    ------
    UsageError
        When it is none, or more than any measurement is off by.
    """
    found = _LENGTH.fullmatch(text)
    try:
        value = float(Fraction(found[1])) if found else math.nan
    except ZeroDivisionError:
        value = math.nan
    if found and found[2] == "mm":
        value = mm(value)
    if not 0.0 <= value <= MOST_IN:
        raise UsageError("sight.los.error_length", found=text, most=MOST_IN)
    return value
