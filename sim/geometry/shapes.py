"""Footprints of bases and hulls: discs, ovals, boxes and convex hulls, in their own frame.

Origin at the base centre, +x forward, inches. Round bases are true circles: nothing here turns
a circle into a polygon; `sim.geometry.measure` has the closed forms.
"""

from __future__ import annotations

import msgspec

from sim.geometry.pose import Point
from sim.geometry.units import mm

__all__ = ["Box", "Disc", "Footprint", "Hull", "Oval", "disc_mm", "reach_of"]


class Disc(msgspec.Struct, frozen=True, tag="disc", tag_field="shape"):
    """A round base of `radius` inches."""

    radius: float


class Oval(msgspec.Struct, frozen=True, tag="oval", tag_field="shape"):
    """An elliptical base; half axes in inches, `half_length` along +x."""

    half_length: float
    half_width: float


class Box(msgspec.Struct, frozen=True, tag="box", tag_field="shape"):
    """A rectangular base or hull; full `length` along +x and `width` along y, inches."""

    length: float
    width: float


class Hull(msgspec.Struct, frozen=True, tag="hull", tag_field="shape"):
    """A convex outline; counter-clockwise points in the local frame, inches."""

    points: tuple[Point, ...]


Footprint = Disc | Oval | Box | Hull


def disc_mm(diameter_mm: float) -> Disc:
    """Return the round base of a diameter in millimetres.

    >>> round(disc_mm(30).radius, 4)
    0.5906
    """
    return Disc(mm(diameter_mm) / 2)


def reach_of(shape: Footprint) -> float:
    """Return the greatest distance from the centre to a point of the footprint, inches."""
    if isinstance(shape, Disc):
        return shape.radius
    if isinstance(shape, Oval):
        return max(shape.half_length, shape.half_width)
    if isinstance(shape, Box):
        return (shape.length**2 + shape.width**2) ** 0.5 / 2
    return max((x * x + y * y) ** 0.5 for x, y in shape.points)
