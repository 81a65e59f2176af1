"""The referee of turns in place: what a base meets while it pivots about its centre.

The gap to a convex thing changes by at most the base's reach for every radian turned. So a turn is
cut in halves until the gap in the middle of every part is too wide, or surely too narrow, to
matter: verdicts are exact to 1e-5 in, where steps of a fixed size with a clearance would refuse
turns that fit.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from sim.geometry.mesh_data import Floats
from sim.geometry.paths import HAIR, Outlines, Posed, Size
from sim.geometry.paths.legs import signed_distance
from sim.geometry.paths.pieces import corners_of, posed_solid
from sim.geometry.shapes import Disc, reach_of
from sim.geometry.units import CONTACT_IN, RULE_TOL_IN, turn_to

__all__ = ["PivotFacts", "pivot"]

Gap = Callable[[float], float]

#: Parts of a turn in which the base's rim moves less than this are not cut further, inches.
FINEST_IN = 1e-5
#: Least gaps in a turn are found to this, inches.
LEAST_GAP_TO_IN = 1e-4


@dataclass(frozen=True)
class PivotFacts:
    """Geometry of a base that turns in place.

    Attributes
    ----------
    turned : float
        Signed turn, degrees, counter-clockwise positive.
    touched : tuple of piece ids
        Areas the base touches anywhere in the turn (contact <= 0.01 in), in the order given.
    walls : tuple of (piece id, facing)
        What the base would overlap, and the facing where it first does, degrees.
    nearest : tuple of (index of stand, gap, facing)
        For each given other stand the least gap and the facing where it is reached.
    on_table : bool
    """

    turned: float
    touched: tuple[str, ...]
    walls: tuple[tuple[str, float], ...]
    nearest: tuple[tuple[int, float, float], ...]
    on_table: bool


def pivot(
    mover: Posed,
    facing: float,
    *,
    table: Size | None = None,
    areas: Outlines | None = None,
    walls: Outlines | None = None,
    others: Sequence[Posed] = (),
) -> PivotFacts:
    """Return everything about turning a base in place, the shorter way (180: counter-clockwise).

    Parameters
    ----------
    mover : (Footprint, Pose)
        The base and the pose it starts from.
    facing : float
        The facing it turns to, degrees.
    table, areas, walls, others
        As for `sim.geometry.paths.sweep`.
    """
    turn = _Turn(mover, turn_to(mover[1].facing, facing))
    return PivotFacts(
        turned=turn.turned,
        touched=tuple(
            name
            for name, gap in ([] if areas is None else turn.gaps(areas, CONTACT_IN))
            if turn.first_below(gap, CONTACT_IN + 2 * HAIR) is not None
        ),
        walls=tuple(
            (name, turn.facing(first))
            for name, gap in ([] if walls is None else turn.gaps(walls, 0.0))
            if (first := turn.first_below(gap, -RULE_TOL_IN - HAIR)) is not None
        ),
        nearest=tuple(
            (i, least, turn.facing(at))
            for i, other in enumerate(others)
            for least, at in [turn.least(turn.gap_to(other))]
        ),
        on_table=table is None or turn.first_below(turn.room(table), -RULE_TOL_IN - HAIR) is None,
    )


class _Turn:
    """A turn as a function of the share of it, in radians from the start."""

    def __init__(self, mover: Posed, turned: float) -> None:
        self.base, self.pose = mover
        self.turned = turned
        self.sweep = math.radians(turned)
        # A round base turns on the spot: one facing tells all.
        self.span = 0.0 if isinstance(self.base, Disc) else abs(self.sweep)
        self.reach = reach_of(self.base)

    def facing(self, angle: float) -> float:
        """Return the facing after turning by an angle (radians, towards the end), degrees."""
        return (self.pose.facing + math.copysign(math.degrees(angle), self.turned)) % 360.0

    def corners(self, angle: float) -> Floats | None:
        return corners_of(self.base, self.facing(angle))

    def gap_to(self, other: Posed) -> Gap:
        """Return the gap to another base as a function of the angle turned."""
        solid = posed_solid(*other)
        return self._gap(solid.corners, solid.radius)

    def gaps(self, outlines: Outlines, margin: float) -> list[tuple[str, Gap]]:
        """Return for each id the gap as a function of the angle; far pieces are left out."""
        x, y = self.pose.at
        far = self.reach * 1.0001 + margin + HAIR
        pieces = outlines.pieces.near(np.array([x - far, y - far, x + far, y + far]))
        parts: dict[int, list[Gap]] = {}
        for corners, owner in zip(pieces.corners, pieces.owner.tolist(), strict=True):
            parts.setdefault(owner, []).append(self._gap(_distinct(corners), 0.0))
        return [
            (outlines.ids[owner], lambda angle, fs=parts[owner]: min(f(angle) for f in fs))
            for owner in sorted(parts)
        ]

    def _gap(self, outline: Floats, radius: float) -> Gap:
        """Return the gap to a convex outline, or a point, grown by a radius."""
        centre = np.array([self.pose.at])
        rel = outline - centre

        def gap(angle: float) -> float:
            mine = self.corners(angle)
            if mine is None:
                return float(signed_distance(centre, outline)[0]) - radius - self.reach
            if len(rel) == 1:
                return float(signed_distance(rel, mine)[0]) - radius
            return _convex_gap(mine, rel) - radius

        return gap

    def room(self, table: Size) -> Gap:
        """Return how far the base stays from the table's edges as a function of the angle."""
        at, size = np.array(self.pose.at), np.array(table)

        def room(angle: float) -> float:
            mine = self.corners(angle)
            low, high = (-self.reach, self.reach) if mine is None else (mine.min(0), mine.max(0))
            return float(min((at + low).min(), (size - at - high).min()))

        return room

    def first_below(self, gap: Gap, limit: float) -> float | None:
        """Return the first angle at which a gap is below a limit, or None."""
        parts = [(0.0, self.span)]
        while parts:
            low, high = parts.pop()
            middle, half = (low + high) / 2, (high - low) / 2
            if gap(low) < limit:
                return low
            if gap(middle) - self.reach * half >= limit:
                continue
            if self.reach * half < FINEST_IN:
                if gap(high) < limit:
                    return high
                continue
            parts += [(middle, high), (low, middle)]
        return None

    def least(self, gap: Gap) -> tuple[float, float]:
        """Return the least gap and the angle where it is (first) reached, to 1e-4 in."""
        best, at = min((gap(0.0), 0.0), (gap(self.span), self.span))
        parts = [(0.0, self.span)]
        while parts:
            low, high = parts.pop()
            middle, half = (low + high) / 2, (high - low) / 2
            value = gap(middle)
            if value < best - HAIR or (value < best + HAIR and middle < at):
                best, at = min(value, best), middle
            if value - self.reach * half < best - LEAST_GAP_TO_IN:
                parts += [(middle, high), (low, middle)]
        return best, at


def _distinct(corners: Floats) -> Floats:
    """Return padded corners without the repeated last one."""
    last = len(corners)
    while last > 1 and (corners[last - 1] == corners[last - 2]).all():
        last -= 1
    return corners[:last]


def _convex_gap(a: Floats, b: Floats) -> float:
    """Return the gap of two convex outlines; negative: the least way to part them."""
    depth = max(_parting(a, b), _parting(b, a))
    if depth <= 0.0:
        return depth
    return float(min(signed_distance(a, b).min(), signed_distance(b, a).min()))


def _parting(a: Floats, b: Floats) -> float:
    """Return the widest strip along a side of `a` between the two (negative: they overlap)."""
    side = np.roll(a, -1, axis=0) - a
    normal = np.column_stack([side[:, 1], -side[:, 0]]) / np.hypot(*side.T)[:, None]
    return float((b @ normal.T - (a * normal).sum(axis=1)).min(axis=0).max())
