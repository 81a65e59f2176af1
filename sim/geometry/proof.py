"""Proof of a verdict by exact polygons: no ray is cast, and every free region is there to draw."""

from __future__ import annotations

from dataclasses import dataclass

from sim.geometry.pose import Point
from sim.geometry.rays import SolidSet
from sim.geometry.sight import Point3, Query

__all__ = ["Proof", "prove"]

Polygon = tuple[Point, ...]


@dataclass(frozen=True)
class Proof:
    """What exact projection says of one query, on the target's plane.

    Attributes
    ----------
    visible : bool
        The verdict by the definition: some disc of 0.0236 in, clear as far as the part that is
        seen in it, touches the target's outline.
    share : float
        Seen share of the outline, 0..1, exact for the polygons (slits narrower than the disc are
        closed, as in the verdict).
    bare_share : float
        The same without closing slits: whatever any line reaches.
    opening_in : float
        Diameter of the largest disc inside the free part of the outline, inches; 0 when blocked.
    witness : Point3 or None
        A seen point of the target, table frame; None when blocked.
    outline, seen : tuple of polygons
        For drawing, in plane coordinates (right, up) around the target's centre, inches; outer
        rings only.
    triangles : int
        Triangles of the blockers that lie in the beam.
    """

    visible: bool
    share: float
    bare_share: float
    opening_in: float
    witness: Point3 | None
    outline: tuple[Polygon, ...]
    seen: tuple[Polygon, ...]
    triangles: int


def prove(terrain: SolidSet, query: Query) -> Proof:
    """Return the proof of one query."""
    raise NotImplementedError
