"""The referee of paths: what a base meets while it slides along straight legs.

Exact closed forms, written apart from the planner so that each can check the other. A base that is
not round keeps its facing on all legs; round bases sweep capsules. Lengths along a path are those
of the centre, so nobody gains a base's width (public case V04).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sim.geometry.mesh_data import Floats
from sim.geometry.paths.clearance import Clearances, find_clearances
from sim.geometry.paths.legs import Leg, intervals, least_gap, least_gaps_to_discs, legs_of
from sim.geometry.paths.legs import least_gaps as _least_gaps
from sim.geometry.paths.pieces import (
    Outlines,
    Solid,
    corners_of,
    pad_pieces,
    posed_solid,
    solid_for,
)
from sim.geometry.pose import Point, Pose
from sim.geometry.shapes import Disc, Footprint, reach_of
from sim.geometry.units import CONTACT_IN, RULE_TOL_IN, is_within

__all__ = [
    "Outlines",
    "PathFacts",
    "Posed",
    "StretchIn",
    "centre_leaves",
    "closes_in",
    "first_overlaps",
    "first_within",
    "least_gaps",
    "overlap_stretches",
    "path_length",
    "stays_on_table",
    "stretches",
    "sweep",
    "touched_stretches",
]

Posed = tuple[Footprint, Pose]
Size = tuple[float, float]

#: Float noise: a gap that equals a tolerance on paper is judged as the closed interval says.
HAIR = 1e-9


@dataclass(frozen=True)
class StretchIn:
    """A stretch of a swept base's path that touches a terrain area (contact counts).

    `start` and `end` are path lengths in inches from the start of the move.
    """

    piece: str
    start: float
    end: float


@dataclass(frozen=True)
class PathFacts:
    """Geometry of a swept base along a path on one level.

    Attributes
    ----------
    length : float
        Length of the centre's path, inches.
    touched : tuple of StretchIn
        Areas the swept base touches, in the order met.
    walls : tuple of (piece id, Point)
        Impassable parts of pieces that the base would overlap, and the centre where first.
    nearest : tuple of (index of stand, gap, Point)
        For each given other stand: least gap along the path and the centre where it is reached.
    on_table : bool
        Whether the base stays completely on the table all the way.
    clearances : Clearances or None
        The least gaps on both sides of the way, where they were asked for.
    """

    length: float
    touched: tuple[StretchIn, ...]
    walls: tuple[tuple[str, Point], ...]
    nearest: tuple[tuple[int, float, Point], ...]
    on_table: bool
    clearances: Clearances | None = None


def path_length(start: Point, points: Sequence[Point]) -> float:
    """Return the length of the centre's path, inches.

    >>> path_length((0, 0), [(3, 4), (3, 5)])
    6.0
    """
    last = legs_of(start, points)[-1]
    return last.before + last.length


def sweep(
    mover: Posed,
    points: Sequence[Point],
    *,
    table: Size | None = None,
    areas: Outlines | None = None,
    walls: Outlines | None = None,
    others: Sequence[Posed] = (),
    clearances: bool = False,
) -> PathFacts:
    """Return everything about moving a base along straight legs on one level.

    Parameters
    ----------
    mover : (Footprint, Pose)
        The base and where it starts; a base that is not round keeps that facing.
    points : sequence of Point
        Waypoints after the start; may be empty (then the facts of standing there).
    table : (width, depth), optional
        The rectangle to stay on, inches; None: no edge.
    areas : Outlines, optional
        Terrain areas: contact (gap <= 0.01 in) is touching.
    walls : Outlines, optional
        What nothing passes: an overlap is a gap below -0.001 in.
    others : sequence of (Footprint, Pose)
        Bases whose least gap along the path is wanted.
    clearances : bool
        Whether the gaps to the left and right are wanted, to walls and others.
    """
    sides = find_clearances(mover, points, walls=walls, others=others) if clearances else None
    return PathFacts(
        length=path_length(mover[1].at, points),
        touched=() if areas is None else touched_stretches(mover, points, areas),
        walls=() if walls is None else first_overlaps(mover, points, walls),
        nearest=least_gaps(mover, points, others),
        on_table=table is None or stays_on_table(mover, points, table),
        clearances=sides,
    )


def _meetings(
    mover: Posed, points: Sequence[Point], outlines: Outlines, gap: float
) -> list[tuple[int, Leg, float, float]]:
    """Return (owner, leg, from, to) for each convex piece within a gap, leg by leg."""
    base, pose = mover
    corners = corners_of(base, pose.facing)
    radius = gap + (base.radius if isinstance(base, Disc) else 0.0)
    margin = reach_of(base) * 1.0001 + abs(gap)
    met: list[tuple[int, Leg, float, float]] = []
    for leg in legs_of(pose.at, points):
        pieces = outlines.pieces.near(leg.box(margin))
        if not len(pieces):
            continue
        solids = pieces if corners is None else pieces.against(corners)
        low, high = intervals(leg, solids, radius)
        met.extend(
            (int(pieces.owner[i]), leg, float(low[i]), float(high[i]))
            for i in np.flatnonzero(low <= high)
        )
    return met


def touched_stretches(
    mover: Posed, points: Sequence[Point], areas: Outlines
) -> tuple[StretchIn, ...]:
    """Return the stretches of path on which the base touches areas, in the order met.

    Touching is contact, a gap of up to 0.01 in, or overlapping. A base that leaves an area and
    meets it again has two stretches there.
    """
    return stretches(mover, points, areas, CONTACT_IN + HAIR)


def overlap_stretches(
    mover: Posed, points: Sequence[Point], walls: Outlines
) -> tuple[StretchIn, ...]:
    """Return the stretches of path on which the base overlaps walls (gap below -0.001 in)."""
    return stretches(mover, points, walls, -RULE_TOL_IN - HAIR)


def stretches(
    mover: Posed, points: Sequence[Point], outlines: Outlines, gap: float
) -> tuple[StretchIn, ...]:
    """Return the stretches of path on which the base comes within a gap of outlines.

    A negative gap asks for at least that depth inside.
    """
    spans: dict[int, list[tuple[float, float]]] = {}
    for owner, leg, low, high in _meetings(mover, points, outlines, gap):
        spans.setdefault(owner, []).append((leg.before + low, leg.before + high))
    stretches = [
        StretchIn(outlines.ids[owner], low, high)
        for owner, parts in spans.items()
        for low, high in _merged(parts)
    ]
    return tuple(sorted(stretches, key=lambda s: (s.start, s.end, s.piece)))


def _merged(spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return overlapping or abutting spans as one (1e-7 in bridges float noise at a bend)."""
    out: list[tuple[float, float]] = []
    for low, high in sorted(spans):
        if out and low <= out[-1][1] + 1e-7:
            out[-1] = (out[-1][0], max(out[-1][1], high))
        else:
            out.append((low, high))
    return out


def first_overlaps(
    mover: Posed, points: Sequence[Point], walls: Outlines
) -> tuple[tuple[str, Point], ...]:
    """Return each wall that the base would overlap and the centre where it first does.

    An overlap is a gap below -0.001 in; the walls come in the order met.
    """
    first: dict[int, tuple[float, Point]] = {}
    for owner, leg, low, _ in _meetings(mover, points, walls, -RULE_TOL_IN - HAIR):
        length = leg.before + low
        if owner not in first or length < first[owner][0]:
            first[owner] = (length, leg.at(low))
    ordered = sorted(first.items(), key=lambda item: (item[1][0], item[0]))
    return tuple((walls.ids[owner], at) for owner, (_, at) in ordered)


def least_gaps(
    mover: Posed, points: Sequence[Point], others: Sequence[Posed]
) -> tuple[tuple[int, float, Point], ...]:
    """Return for each other base its index, the least gap along the path and where it is reached.

    The place is the centre of the moving base; of several equal places the first.
    """
    if not others:
        return ()
    discs, cornered = _obstacles(mover, others)
    best: list[tuple[float, Point]] = [(np.inf, mover[1].at)] * len(others)
    for leg in legs_of(mover[1].at, points):
        found = list(
            zip(discs.which, *least_gaps_to_discs(leg, discs.at, discs.radii), strict=True)
        )
        if cornered.which:
            gaps = _least_gaps(leg, cornered.at, cornered.radii)
            found += list(zip(cornered.which, *gaps, strict=True))
        for i, gap, stop in found:
            if gap < best[i][0] - 1e-12:
                best[i] = (float(gap), leg.at(float(stop)))
    return tuple((i, gap, at) for i, (gap, at) in enumerate(best))


class _Group(NamedTuple):
    """Obstacles of one kind: centres ``(n, 2)`` or padded corners ``(n, k, 2)``, and radii."""

    which: list[int]
    at: Floats
    radii: Floats


def _obstacles(mover: Posed, others: Sequence[Posed]) -> tuple[_Group, _Group]:
    """Return what other bases are to the mover's centre: points with radii, and outlines."""
    base, pose = mover
    mine = corners_of(base, pose.facing)
    radius = base.radius if isinstance(base, Disc) else 0.0
    solids = [posed_solid(*other) for other in others]
    round_ones = [i for i, solid in enumerate(solids) if len(solid.corners) == 1]
    cornered = [i for i, solid in enumerate(solids) if len(solid.corners) > 1]
    at = np.array([solids[i].corners[0] for i in round_ones]).reshape(-1, 2)
    radii = np.array([solids[i].radius for i in round_ones]) + radius
    outlines = pad_pieces([solids[i].corners for i in cornered], cornered)
    if mine is None:
        flat = _Group(cornered, outlines.corners, np.full(len(cornered), radius))
        return _Group(round_ones, at, radii), flat
    sums = outlines.against(mine).corners if cornered else np.zeros((0, 3, 2))
    swept = at[:, None, :] - mine[None, :, :]
    wide = max(swept.shape[1], sums.shape[1])
    both = np.concatenate([_widened(swept, wide), _widened(sums, wide)])
    sizes = np.concatenate([radii, np.zeros(len(cornered))])
    none = _Group([], np.zeros((0, 2)), np.zeros(0))
    return none, _Group(round_ones + cornered, both, sizes)


def _widened(corners: Floats, count: int) -> Floats:
    """Return outlines padded to a number of corners by repeating the last."""
    missing = count - corners.shape[1]
    return np.concatenate([corners, np.repeat(corners[:, -1:], missing, axis=1)], axis=1)


def first_within(
    mover: Posed, points: Sequence[Point], other: Posed, limit: float
) -> tuple[float, Point] | None:
    """Return path length and centre where the base first is within `limit` of another, or None.

    Where mines and reactions interrupt a move. Within is a gap of up to ``limit + 0.001`` in; the
    place is where the gap is the limit itself, or the nearest place if it never comes so near.
    """
    solid = solid_for(mover[0], mover[1].facing, *other)
    pieces = pad_pieces([solid.corners], [0])
    nearest: tuple[float, Point] | None = None
    for leg in legs_of(mover[1].at, points):
        low, high = intervals(leg, pieces, solid.radius + limit + HAIR)
        if low[0] <= high[0]:
            return leg.before + float(low[0]), leg.at(float(low[0]))
        least, stop = least_gap(leg, solid)
        if nearest is None and is_within(least, limit):
            nearest = (leg.before + stop, leg.at(stop))
    return nearest


def closes_in(mover: Posed, points: Sequence[Point], other: Posed, limit: float) -> Point | None:
    """Return the centre where the gap to another base first shrinks while below a limit, or None.

    The rule of a base that starts too near: it may go as long as the gap only widens until the
    limit is reached (``dw.move.enemy_gap``). A base that starts far enough and dips below the
    limit is reported where it crosses the limit.

    Parameters
    ----------
    mover : (Footprint, Pose)
    points : sequence of Point
        Waypoints after the start.
    other : (Footprint, Pose)
    limit : float
        Inches; a gap of ``limit - 0.001`` or more keeps the distance.
    """
    solid = solid_for(mover[0], mover[1].facing, *other)
    floor = limit - RULE_TOL_IN - HAIR
    for leg in legs_of(mover[1].at, points):
        least, stop = least_gap(leg, solid)
        if least >= floor:
            continue
        begin, _ = least_gap(Leg(leg.x, leg.y, leg.ux, leg.uy, 0.0, 0.0), solid)
        if min(begin, floor) <= least + HAIR:
            continue
        return leg.at(0.0 if begin <= floor else _crossing(leg, solid, floor, stop))
    return None


def _crossing(leg: Leg, solid: Solid, gap: float, high: float) -> float:
    """Return where on a leg a falling gap reaches a value, before `high` (halving, convex)."""
    low = 0.0
    for _ in range(60):
        middle = (low + high) / 2
        x, y = leg.at(middle)
        value, _ = least_gap(Leg(x, y, 1.0, 0.0, 0.0, 0.0), solid)
        low, high = (middle, high) if value > gap else (low, middle)
    return high


def stays_on_table(mover: Posed, points: Sequence[Point], table: Size) -> bool:
    """Return whether the base stays completely on the table rectangle, to 0.001 in."""
    base, pose = mover
    low, high = _extent(base, pose.facing)
    centres = np.array([pose.at, *points])
    edge = RULE_TOL_IN + HAIR
    return bool((centres + low >= -edge).all() and (centres + high <= np.array(table) + edge).all())


def _extent(base: Footprint, facing: float) -> tuple[Floats, Floats]:
    corners = corners_of(base, facing)
    if corners is None:
        radius = reach_of(base)
        return np.array([-radius, -radius]), np.array([radius, radius])
    return corners.min(axis=0), corners.max(axis=0)


def centre_leaves(start: Point, points: Sequence[Point], outline: Outlines) -> Point | None:
    """Return the first place where a centre's path leaves a floor, or None.

    Parameters
    ----------
    start : Point
    points : sequence of Point
        Waypoints after the start.
    outline : Outlines
        The floor: one polygon, or several that touch. Its edge belongs to it (0.001 in).
    """
    for leg in legs_of(start, points):
        low, high = intervals(leg, outline.pieces, RULE_TOL_IN)
        spans = [(float(a), float(b)) for a, b in zip(low, high, strict=True) if a <= b]
        covered = _merged(spans)
        if not covered or covered[0][0] > 0.0:
            return leg.at(0.0)
        if covered[0][1] < leg.length - HAIR:
            return leg.at(covered[0][1])
    return None
