"""Arcs with degrees to spare: how far a base is in or out, and the line that decides it.

A base seen from an origin fills an interval of bearings between two tangents. Against that interval
an arc is a number of degrees too narrow or to spare, which says how much a disputed turn of the
shooter would have to be.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from sim.geometry.arcs import wedge_all, wedge_any
from sim.geometry.areas import span_in_footprint
from sim.geometry.measure import gap, gap_to_point
from sim.geometry.mesh_data import Floats
from sim.geometry.outlines import corners_of, oval_points
from sim.geometry.pose import Point, Pose
from sim.geometry.shapes import Disc, Footprint, Oval, reach_of

__all__ = ["ArcRange", "ArcVerdict", "arc_verdict", "nearest_in_wedge", "range_in_arc"]

Line = tuple[Point, Point]

APEX: Point = (0.0, 0.0)


@dataclass(frozen=True)
class ArcVerdict:
    """Where a base lies with respect to an arc.

    Attributes
    ----------
    any, all : bool
        Whether any part, and all, of the base lies in the arc (0.001 in).
    spare_any_deg, spare_all_deg : float
        No turn of the arc, and no narrowing of its half width, by less than this changes the
        answer; negative: no turn or widening by less than its size does.
    any_line, all_line : pair of Point
        From the origin to the point of the base that decides each: the tangent point nearest to
        and farthest from the axis; where the base lies across the axis (or straight behind), the
        point on it.
    range : ArcRange or None
        The nearest point of the base inside the arc; None when there is none.
    """

    any: bool
    all: bool
    spare_any_deg: float
    spare_all_deg: float
    any_line: Line
    all_line: Line
    range: ArcRange | None

    @property
    def line(self) -> Line:
        """The line of the answer that is nearer to changing."""
        by_any = abs(self.spare_any_deg) < abs(self.spare_all_deg)
        return self.any_line if by_any else self.all_line


@dataclass(frozen=True)
class ArcRange:
    """The range to a base within an arc.

    Attributes
    ----------
    inches : float
        From the apex to the nearest point of the base that lies in the arc.
    point : Point
        That point, table frame.
    """

    inches: float
    point: Point


def arc_verdict(
    origin: Pose, half_width_deg: float, bearing_deg: float, shape: Footprint, pose: Pose
) -> ArcVerdict:
    """Return whether a base lies in an arc, with the degrees to spare and the deciding lines.

    Parameters
    ----------
    origin : Pose
        Apex and facing; levels are ignored.
    half_width_deg : float
        0 to 180.
    bearing_deg : float
        Axis, counter-clockwise from the origin's facing.
    shape, pose : Footprint, Pose

    Examples
    --------
    >>> found = arc_verdict(Pose(0, 0), 45, 0, Disc(1), Pose(0, 4))
    >>> found.any, round(found.spare_any_deg, 3)
    (False, -30.522)
    """
    arc = (origin, half_width_deg, bearing_deg)
    seen = _Seen(origin, bearing_deg, shape, pose)
    (near, near_at), (far, far_at) = seen.nearest_to_axis(), seen.farthest_from_axis()
    return ArcVerdict(
        any=wedge_any(*arc, shape, pose),
        all=wedge_all(*arc, shape, pose),
        spare_any_deg=half_width_deg - near,
        spare_all_deg=half_width_deg - far,
        any_line=(origin.at, seen.on_table(near_at)),
        all_line=(origin.at, seen.on_table(far_at)),
        range=range_in_arc(*arc, shape, pose),
    )


def range_in_arc(
    origin: Pose, half_width_deg: float, bearing_deg: float, shape: Footprint, pose: Pose
) -> ArcRange | None:
    """Return the nearest point of a footprint inside a wedge with its distance from the apex.

    None when no part lies in the wedge (0.001 in). A point of the footprint outside the arc never
    shortens the range.
    """
    if not wedge_any(origin, half_width_deg, bearing_deg, shape, pose):
        return None
    seen = _Seen(origin, bearing_deg, shape, pose)
    at = seen.nearest_within(half_width_deg)
    return ArcRange(math.hypot(*at), seen.on_table(at))


def nearest_in_wedge(
    origin: Pose, half_width_deg: float, bearing_deg: float, shape: Footprint, pose: Pose
) -> float | None:
    """Return the distance from the apex to the nearest point of the footprint inside the wedge.

    As `range_in_arc`, the number alone.
    """
    found = range_in_arc(origin, half_width_deg, bearing_deg, shape, pose)
    return None if found is None else found.inches


class _Seen:
    """A footprint as seen from an apex: in the frame with the apex at 0 and the axis along +x."""

    def __init__(self, origin: Pose, bearing_deg: float, shape: Footprint, pose: Pose) -> None:
        self.frame = Pose(origin.x, origin.y, origin.facing + bearing_deg)
        self.shape = shape
        self.pose = Pose(*self.frame.to_local(pose.at), pose.facing - self.frame.facing)
        self.around = gap_to_point(shape, self.pose, (0.0, 0.0)) <= 0.0
        self.right, self.left = (APEX, APEX) if self.around else _tangents(shape, self.pose)

    def on_table(self, point: Point) -> Point:
        """Return a point of this frame in the table frame."""
        return self.frame.to_table(point)

    def nearest_to_axis(self) -> tuple[float, Point]:
        """Return the least bearing off the axis that the footprint reaches, and its point."""
        if self.around:
            return 0.0, APEX
        right, left = _bearing(self.right), _bearing(self.left)
        if right <= 0.0 <= left:
            return 0.0, self._first_along(0.0) or self.right
        return min((abs(right), self.right), (abs(left), self.left))

    def farthest_from_axis(self) -> tuple[float, Point]:
        """Return the greatest bearing off the axis that the footprint reaches, and its point."""
        if self.around:
            return 180.0, APEX
        right, left = _bearing(self.right), _bearing(self.left)
        if right > left:
            return 180.0, self._first_along(180.0) or self.right
        return max((abs(right), self.right), (abs(left), self.left))

    def nearest_within(self, half_width_deg: float) -> Point:
        """Return the nearest point to the apex whose bearing is at most a half width."""
        if self.around:
            return APEX
        at = gap(self.shape, self.pose, Disc(0.0), Pose(0.0, 0.0)).points[0]
        if abs(_bearing(at)) <= half_width_deg:
            return at
        # Seen from the apex the near rim falls off to both sides: a border of the wedge decides.
        rays = (self._first_along(half_width_deg), self._first_along(-half_width_deg))
        met = [point for point in rays if point is not None]
        if not met:
            return self.nearest_to_axis()[1]
        return min(met, key=lambda point: math.hypot(*point))

    def _first_along(self, bearing_deg: float) -> Point | None:
        """Return where a ray from the apex first meets the footprint, None where it grazes."""
        turn = math.radians(bearing_deg)
        far = math.hypot(*self.pose.at) + reach_of(self.shape) + 1.0
        end = (far * math.cos(turn), far * math.sin(turn))
        span = span_in_footprint(APEX, end, self.shape, self.pose)
        return None if span is None else (span[0] * end[0], span[0] * end[1])


def _bearing(point: Point) -> float:
    return math.degrees(math.atan2(point[1], point[0]))


def _tangents(shape: Footprint, pose: Pose) -> tuple[Point, Point]:
    """Return the points where tangents from 0 touch a footprint: the clockwise one first."""
    if isinstance(shape, Disc):
        away, turn = math.hypot(*pose.at), math.atan2(pose.y, pose.x)
        half, far = math.asin(shape.radius / away), math.sqrt(away**2 - shape.radius**2)
        ends = (turn - half, turn + half)
        return (_polar(far, ends[0]), _polar(far, ends[1]))
    if isinstance(shape, Oval):
        # Stretched to a circle of radius 1, tangents stay tangents.
        x, y = pose.to_local(APEX)
        u, v = x / shape.half_length, y / shape.half_width
        turn, half = math.atan2(v, u), math.acos(1.0 / math.hypot(u, v))
        first, second = oval_points(shape, pose, np.array([turn + half, turn - half]))
        return (_point(first), _point(second))
    corners = corners_of(shape, pose)
    x, y = corners.mean(axis=0)
    # Turned so that the middle lies ahead, bearings cannot wrap.
    off = np.arctan2(corners @ np.array([-y, x]), corners @ np.array([x, y]))
    return (_point(corners[int(np.argmin(off))]), _point(corners[int(np.argmax(off))]))


def _polar(far: float, turn: float) -> Point:
    return (far * math.cos(turn), far * math.sin(turn))


def _point(row: Floats) -> Point:
    return (float(row[0]), float(row[1]))
