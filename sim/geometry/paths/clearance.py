"""The room a sliding base has on each side of its way: how much, where, and against what.

A place is to the left or right of the way as the nearest point of the obstacle is, looking along
the leg. Every convex part of a wall is asked by itself, so the two posts of a doorway count apart
whether or not they are one piece. Ovals are slid as polygons: exact to 1e-4 in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from sim.geometry import measure
from sim.geometry.mesh_data import Floats
from sim.geometry.outlines import nearest_on_segments, point_in_ring
from sim.geometry.paths.legs import Leg, least_gaps, legs_of
from sim.geometry.paths.pieces import Outlines, corners_of, pad_pieces, solid_for
from sim.geometry.pose import Point, Pose
from sim.geometry.shapes import Disc, Footprint, Hull

__all__ = ["Clearance", "Clearances", "find_clearances"]

Posed = tuple[Footprint, Pose]


@dataclass(frozen=True)
class Clearance:
    """The least gap on one side of a way.

    Attributes
    ----------
    inches : float
        Negative: the base does not pass, by so much.
    at : Point
        The centre of the base there.
    points : pair of Point
        The nearest two points there: on the base, and on what it passes.
    wall : str or None
        The wall it passes.
    other : int or None
        Or the base it passes: its index among those given.
    """

    inches: float
    at: Point
    points: tuple[Point, Point]
    wall: str | None = None
    other: int | None = None


@dataclass(frozen=True)
class Clearances:
    """The least gap on the left and on the right of a way; None where nothing is near."""

    left: Clearance | None
    right: Clearance | None

    @property
    def least(self) -> float:
        """The lesser of both, inches; ``inf`` where nothing is near."""
        return min((side.inches for side in (self.left, self.right) if side), default=float("inf"))


@dataclass(frozen=True)
class _Near:
    """An obstacle's least gap along a leg."""

    gap: float
    at: Point
    shape: Posed
    wall: str | None
    other: int | None


def find_clearances(
    mover: Posed,
    points: Sequence[Point],
    *,
    walls: Outlines | None = None,
    others: Sequence[Posed] = (),
    within: float = 3.0,
) -> Clearances:
    """Return the least gaps of a base on both sides of its way.

    Parameters
    ----------
    mover : (Footprint, Pose)
        The base and where it starts; a base that is not round keeps its facing.
    points : sequence of Point
        Waypoints after the start.
    walls : Outlines, optional
    others : sequence of (Footprint, Pose)
    within : float
        Walls farther away than this are not asked, inches.
    """
    best: dict[bool, _Near] = {}
    for leg in legs_of(mover[1].at, points):
        for near in (*_walls(mover, leg, walls, within), *_others(mover, leg, others)):
            left = _on_left(leg, near)
            if left not in best or near.gap < best[left].gap - 1e-9:
                best[left] = near
    return Clearances(_told(mover, best.get(True)), _told(mover, best.get(False)))


def _walls(mover: Posed, leg: Leg, walls: Outlines | None, within: float) -> Iterator[_Near]:
    """Yield the least gap to each convex part of a wall near a leg."""
    if walls is None:
        return
    base, pose = mover
    mine = corners_of(base, pose.facing)
    reach = base.radius if isinstance(base, Disc) else float(np.hypot(*_some(mine).T).max())
    pieces = walls.pieces.near(leg.box(reach + within))
    if not len(pieces):
        return
    solids = pieces if mine is None else pieces.against(mine)
    radius = base.radius if isinstance(base, Disc) else 0.0
    gaps, stops = least_gaps(leg, solids.corners, np.full(len(pieces), radius))
    for i in np.flatnonzero(gaps <= within):
        ring = tuple(dict.fromkeys((float(x), float(y)) for x, y in pieces.corners[i]))
        name = walls.ids[int(pieces.owner[i])]
        posed = (Hull(ring), Pose(0.0, 0.0))
        yield _Near(float(gaps[i]), leg.at(float(stops[i])), posed, name, None)


def _some(corners: Floats | None) -> Floats:
    return np.zeros((1, 2)) if corners is None else corners


def _others(mover: Posed, leg: Leg, others: Sequence[Posed]) -> Iterator[_Near]:
    """Yield the least gap to each other base along a leg."""
    for index, other in enumerate(others):
        solid = solid_for(mover[0], mover[1].facing, *other)
        corners = pad_pieces([solid.corners], [0]).corners
        gaps, stops = least_gaps(leg, corners, np.array([solid.radius]))
        yield _Near(float(gaps[0]), leg.at(float(stops[0])), other, None, index)


def _on_left(leg: Leg, near: _Near) -> bool:
    """Return whether the nearest point of an obstacle lies to the left, looking along the leg."""
    shape, pose = near.shape
    corners = corners_of(shape, pose.facing)
    target = np.array(pose.at)
    if corners is not None:
        ring = corners + target
        target = ring.mean(axis=0)
        if not point_in_ring(near.at, ring):
            found, away = nearest_on_segments(near.at, ring, np.roll(ring, -1, axis=0))
            target = found[int(np.argmin(away))]
    _, across = leg.frame(target)
    return float(across) > float(leg.frame(np.array(near.at))[1])


def _told(mover: Posed, near: _Near | None) -> Clearance | None:
    if near is None:
        return None
    base, pose = mover
    found = measure.gap(base, pose.moved(*near.at), *near.shape)
    return Clearance(found.inches, near.at, found.points, near.wall, near.other)
