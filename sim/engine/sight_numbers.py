"""Numbers of a sight report as a person reads them: a sliver never reads as nothing.

Shares keep two significant digits below a tenth of a per cent. What is proven is rounded down,
what may be wrong is rounded up, so that no written number promises more than the measured one.
"""

from __future__ import annotations

import math
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Decimal

from sim.geometry.units import MM_PER_IN

__all__ = [
    "at_least_in",
    "at_most_in",
    "at_most_mm",
    "error_percent",
    "inches",
    "percent",
    "signed_inches",
]

#: Decimals of a share in per cent and of a length in inches where nothing small is at stake.
PERCENT_DECIMALS, INCH_DECIMALS = 1, 3
NOTHING = "0"
#: Digits that a number too small for those keeps.
DIGITS = 2


def percent(share: float) -> str:
    """Return a share (0..1) in per cent, without the sign.

    >>> percent(0.1344), percent(0.00012), percent(0.0)
    ('13.4', '0.012', '0.0')
    """
    return f"{100 * share:.{_decimals(100 * share, PERCENT_DECIMALS)}f}"


def error_percent(bound: float, share: float) -> str:
    """Return an error bound of a share in per cent, rounded up, with the share's decimals.

    >>> error_percent(0.00112, 0.1344), error_percent(0.0, 0.5)
    ('0.2', '0.1')
    """
    decimals = _decimals(100 * share, PERCENT_DECIMALS)
    least = Decimal(1).scaleb(-decimals)
    return f"{max(_rounded(100 * bound, decimals, ROUND_CEILING), least):f}"


def inches(length_in: float) -> str:
    """Return a length in inches, rounded to the nearest.

    >>> inches(1.25), inches(12.0), inches(0.00012)
    ('1.25', '12', '0.00012')
    """
    return _trimmed(_rounded(length_in, _decimals(length_in, INCH_DECIMALS), ROUND_HALF_EVEN))


def exact_inches(length_in: float) -> str:
    """Return a length that somebody set, in inches: a sixteenth is 0.0625, not 0.062.

    >>> exact_inches(0.0625), exact_inches(0.02362204), exact_inches(0.000001)
    ('0.0625', '0.0236', '0.000001')
    """
    decimals = _decimals(length_in, INCH_DECIMALS + 1)
    return _trimmed(_rounded(length_in, decimals, ROUND_HALF_EVEN))


def signed_inches(length_in: float) -> str:
    """Return a shift in inches with its sign, rounded to the nearest.

    >>> signed_inches(0.0625), signed_inches(-0.5), signed_inches(0.0)
    ('+0.0625', '-0.5', '0')
    """
    text = exact_inches(abs(length_in))
    if text == NOTHING:
        return text
    return f"+{text}" if length_in > 0.0 else f"-{text}"


def at_most_in(length_in: float) -> str:
    """Return a proven length in inches, rounded down: never more than was proven.

    >>> at_most_in(0.0239), at_most_in(0.02369), at_most_in(0.000239)
    ('0.023', '0.023', '0.00023')
    """
    return _trimmed(_rounded(length_in, _decimals(length_in, INCH_DECIMALS), ROUND_FLOOR))


def at_most_mm(length_in: float) -> str:
    """Return a proven length given in inches as millimetres, rounded down.

    >>> at_most_mm(0.0236)
    '0.59'
    """
    value = length_in * MM_PER_IN
    return _trimmed(_rounded(value, _decimals(value, INCH_DECIMALS - 1), ROUND_FLOOR))


def at_least_in(length_in: float) -> str:
    """Return a length in inches rounded up: never less than it is.

    >>> at_least_in(0.0231)
    '0.024'
    """
    return _trimmed(_rounded(length_in, _decimals(length_in, INCH_DECIMALS), ROUND_CEILING))


def _rounded(value: float, decimals: int, way: str) -> Decimal:
    """Return a value rounded one way; its shortest decimal form is what is rounded."""
    return Decimal(repr(float(value))).quantize(Decimal(1).scaleb(-decimals), rounding=way)


def _decimals(value: float, usual: int) -> int:
    """Return how many decimals a value needs to keep two digits, at least the usual ones."""
    size = abs(value)
    if size == 0.0 or size >= 10.0**-usual:
        return usual
    return min(DIGITS - 1 - math.floor(math.log10(size)), 12)


def _trimmed(value: Decimal) -> str:
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
