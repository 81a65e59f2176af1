"""Which unit and which way up: read from the file where it says so, else guessed with a reason.

A guess is only a proposal: its reason is printed, the picture beside a base shows what it means,
and ``--unit`` and ``--up`` overrule it. Where two readings are about as likely, he is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sim.errors import UsageError
from sim.geometry.units import MM_PER_IN
from sim.table.importing.orders import Line

__all__ = ["Guess", "guess_unit", "guess_up"]

#: Files without a unit: below the first, metres; up to the second, inches; above the third,
#: millimetres; between them nobody knows.
METRES_BELOW, INCHES_UP_TO, MILLIMETRES_ABOVE = 0.3, 12.0, 25.0
#: A file in metres that is wider than this is rather a game kit in tiles, or at real size.
WIDE_IN = 24.0
#: A scale that brings real size to that of most figures.
REAL_SIZE = 56
_IN_PER_M = 1000 / MM_PER_IN
_FLAT, _NOT_FLAT = 0.25, 0.05

Sizes = tuple[float, float, float]


@dataclass(frozen=True)
class Guess:
    """A proposal and why."""

    value: str
    why: Line


def guess_unit(name: str, sizes: Sizes, says: str, kind: str, scale: float) -> Guess:
    """Return the unit of a file whose extents, in its own units, are `sizes`.

    Parameters
    ----------
    name : str
        What the message calls the file.
    says : str
        What the file says of its unit; empty when it says nothing.
    kind : str
        Its ending, such as ``.glb``.
    scale : float
        Table size over size in the file, as the person gave it.

    Raises
    ------
    UsageError
        ``importing.unit_unclear`` or ``importing.metres_unlikely``, with the readings.
    """
    x, y, z = sizes
    widest = max(sizes)
    if says and kind == ".3mf":
        return Guess(says, Line("importing.unit.said", {"unit": says}))
    if says:
        wide = widest * scale * _IN_PER_M
        if wide > WIDE_IN:
            raise UsageError(
                "importing.metres_unlikely",
                file=name,
                wide=wide,
                x=x,
                y=y,
                z=z,
                real=REAL_SIZE,
                small=widest * _IN_PER_M / REAL_SIZE,
            )
        return Guess(says, Line("importing.unit.standard", {"wide": wide}))
    if scale != 1.0:
        # At another scale the sizes say nothing of the unit.
        raise UsageError("importing.scale_needs_unit", file=name)
    if widest < METRES_BELOW:
        return Guess(
            "m", Line("importing.unit.metres", {"wide": widest, "in_m": widest * _IN_PER_M})
        )
    if widest < INCHES_UP_TO:
        return Guess(
            "in", Line("importing.unit.inches", {"mm": widest, "tiny": widest / MM_PER_IN})
        )
    if widest > MILLIMETRES_ABOVE:
        wide = widest / MM_PER_IN
        return Guess("mm", Line("importing.unit.millimetres", {"units": widest, "wide": wide}))
    raise UsageError(
        "importing.unit_unclear",
        file=name,
        x=x,
        y=y,
        z=z,
        x_in=x / MM_PER_IN,
        y_in=y / MM_PER_IN,
        z_in=z / MM_PER_IN,
    )


def guess_up(kind: str, resting: Mapping[str, float]) -> Guess:
    """Return the up axis of a file of a kind.

    Parameters
    ----------
    resting : mapping of up axis to share
        How flat the model's underside would be with that axis up; see `health.resting_areas`.
    """
    if kind in (".glb", ".gltf"):
        return Guess("y", Line("importing.up.gltf"))
    if kind == ".3mf":
        return Guess("z", Line("importing.up.threemf"))
    usual, other = ("y", "z") if kind == ".obj" else ("z", "y")
    if kind == ".obj" and resting[usual] < _NOT_FLAT and resting[other] > _FLAT:
        share = resting[other] * 100
        return Guess(other, Line("importing.up.flat", {"up": other, "share": share}))
    return Guess(usual, Line("importing.up.usual", {"up": usual, "kind": kind[1:].upper()}))
