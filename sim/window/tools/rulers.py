"""Rulers: what their ends hold on to, and how long they are."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sim.geometry import measure
from sim.geometry.meshes.footprints import footprint_area
from sim.geometry.pose import GROUND, Point, Pose
from sim.geometry.shapes import Disc
from sim.table.facts import Facts
from sim.table.pieces import Stand, Terrain

__all__ = ["Edges", "End", "Measured", "Ruler", "measured"]

#: A bare point, as a base to measure from.
_POINT = Disc(1e-6)


@dataclass(frozen=True)
class End:
    """What an end of a ruler holds on to.

    Attributes
    ----------
    at : Point
        Where it was put, table inches.
    mini : str
        A miniature: measured to its base wherever it goes; empty for a fixed point.
    piece : str
        The piece whose edge the point lies on; empty for the open table.
    level : str
        What the point lies on.
    """

    at: Point
    mini: str = ""
    piece: str = ""
    level: str = GROUND


@dataclass(frozen=True)
class Ruler:
    """A ruler: its number, which is its name, and its two ends."""

    number: int
    a: End
    b: End


@dataclass(frozen=True)
class Measured:
    """A ruler's length.

    Attributes
    ----------
    inches : float
        Between the nearest points of bases, else between the points; negative where two bases
        overlap.
    a, b : (x, y, z)
        Where it begins and ends.
    """

    inches: float
    a: tuple[float, float, float]
    b: tuple[float, float, float]


def measured(facts: Facts, ruler: Ruler, stands: Mapping[str, Stand]) -> Measured | None:
    """Return how long a ruler is now; None when a miniature it holds on to is gone.

    Parameters
    ----------
    facts : Facts
    ruler : Ruler
    stands : mapping of miniature to Stand
        Where everybody is.
    """
    if any(end.mini and end.mini not in stands for end in (ruler.a, ruler.b)):
        return None
    one, other = (stands.get(end.mini) if end.mini else None for end in (ruler.a, ruler.b))
    if one is not None and other is not None:
        found = facts.gap(one, other)
        inches, (a, b) = found.inches, found.points
    elif one is not None:
        inches, (a, b) = _to_point(facts, one, ruler.b.at)
    elif other is not None:
        inches, (b, a) = _to_point(facts, other, ruler.a.at)
    else:
        inches, a, b = math.dist(ruler.a.at, ruler.b.at), ruler.a.at, ruler.b.at
    return Measured(inches, _raised(facts, a, ruler.a, one), _raised(facts, b, ruler.b, other))


def _to_point(facts: Facts, stand: Stand, point: Point) -> tuple[float, tuple[Point, Point]]:
    base = facts.model(stand).base
    found = measure.gap(base, stand.pose, _POINT, Pose(*point))
    return measure.gap_to_point(base, stand.pose, point), (found.points[0], point)


def _raised(facts: Facts, at: Point, end: End, stand: Stand | None) -> tuple[float, float, float]:
    if stand is not None:
        return (*at, facts.support_under(stand))
    return (*at, facts.support(*at, end.level))


class Edges:
    """The edges of terrain in plan, for what snaps to them.

    Parameters
    ----------
    facts : Facts
    """

    def __init__(self, facts: Facts) -> None:
        self._pieces = facts.table.terrain
        self._rings: dict[str, tuple[Point, ...]] = {}

    def ring(self, piece: str) -> tuple[Point, ...]:
        """Return a piece's outline: that of its area, else what its body covers."""
        if piece not in self._rings:
            self._rings[piece] = _ring(self._pieces[piece])
        return self._rings[piece]

    def near(self, at: Point, reach: float) -> tuple[str, Point] | None:
        """Return the edge point nearest to a place within a reach, corners before sides."""
        best: tuple[float, str, Point] | None = None
        for name, piece in self._pieces.items():
            if not _may_be_near(piece, at, reach):
                continue
            for point, away in _candidates(self.ring(name), at, reach):
                if best is None or away < best[0]:
                    best = (away, name, point)
        return None if best is None else best[1:]


def _ring(piece: Terrain) -> tuple[Point, ...]:
    if len(piece.area) >= 3:
        return piece.area
    if not piece.body.triangles:
        return ()
    found = footprint_area(piece.body, upward_only=False)
    return () if found is None else found.outline


def _may_be_near(piece: Terrain, at: Point, reach: float) -> bool:
    points: list[Sequence[float]] = list(piece.area)
    if piece.body.triangles:
        points += [*piece.body.bounds.tolist()]
    if not points:
        return False
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return (
        min(xs) - reach <= at[0] <= max(xs) + reach and min(ys) - reach <= at[1] <= max(ys) + reach
    )


def _candidates(ring: Sequence[Point], at: Point, reach: float) -> Sequence[tuple[Point, float]]:
    """Return corners (counted as nearer than they are) and feet of perpendiculars in reach."""
    found: list[tuple[Point, float]] = []
    for index, b in enumerate(ring):
        a = ring[index - 1]
        corner = math.dist(b, at)
        if corner <= reach * 0.7:
            found.append((b, corner * 0.3))
        foot = _foot(a, b, at)
        away = math.dist(foot, at)
        if away <= reach:
            found.append((foot, away))
    return found


def _foot(a: Point, b: Point, at: Point) -> Point:
    way = (b[0] - a[0], b[1] - a[1])
    square = way[0] ** 2 + way[1] ** 2
    if square <= 0:
        return a
    t = ((at[0] - a[0]) * way[0] + (at[1] - a[1]) * way[1]) / square
    t = min(1.0, max(0.0, t))
    return (a[0] + t * way[0], a[1] + t * way[1])
