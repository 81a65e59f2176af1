"""Arcs and half-planes: where a footprint lies with respect to a wedge.

A wedge is an apex (the origin's plan position), an axis (its facing plus a bearing) and a half
width up to 180 degrees. Depths are signed distances to the wedge's border, positive inside. Discs
are closed forms, straight sides exact, ovals found to 1e-9 in on their true curve.
"""

from __future__ import annotations

import math

import numpy as np

from sim.geometry.measure import farthest_from_line, nearest_to_line, peak
from sim.geometry.mesh_data import Floats
from sim.geometry.outlines import corners_of, nearest_on_segments, oval_points, point_in_ring
from sim.geometry.pose import Point, Pose
from sim.geometry.shapes import Disc, Footprint, Oval
from sim.geometry.units import RULE_TOL_IN

__all__ = [
    "bearing_to",
    "half_plane_depths",
    "point_depth",
    "wedge_all",
    "wedge_any",
    "wedge_depth",
    "wedge_depths",
]


def bearing_to(origin: Pose, point: Point) -> float:
    """Return the bearing of a point from the origin's facing, degrees in [0, 360).

    Rounded to 1e-7 degree, so that a point on a boundary stays on it when the table is turned.
    """
    x, y = origin.to_local(point)
    return round(math.degrees(math.atan2(y, x)), 7) % 360.0


def _in_wedge_frame(origin: Pose, bearing_deg: float, points: Floats) -> Floats:
    axis = math.radians(origin.facing + bearing_deg)
    c, s = math.cos(axis), math.sin(axis)
    d = points - np.array([origin.x, origin.y])
    return np.stack([c * d[..., 0] + s * d[..., 1], -s * d[..., 0] + c * d[..., 1]], axis=-1)


def _signed(local: Floats, half_width_deg: float) -> Floats:
    """Return signed depths of points given in the wedge's frame (apex at 0, axis along +x)."""
    if half_width_deg >= 180.0:
        return np.full(local.shape[:-1], np.inf)
    if half_width_deg > 90.0:
        return -_signed(-local, 180.0 - half_width_deg)
    h = math.radians(half_width_deg)
    x, y = local[..., 0], np.abs(local[..., 1])
    out = -x * math.sin(h) + y * math.cos(h)
    along = x * math.cos(h) + y * math.sin(h)
    return np.where(out <= 0, -out, np.where(along >= 0, -out, -np.hypot(x, y)))


def point_depth(origin: Pose, half_width_deg: float, bearing_deg: float, point: Point) -> float:
    """Return the signed depth of a point in the wedge, inches; positive inside."""
    local = _in_wedge_frame(origin, bearing_deg, np.array([point], dtype=np.float64))
    return float(_signed(local, half_width_deg)[0])


def wedge_depths(
    origin: Pose, half_width_deg: float, bearing_deg: float, shape: Footprint, pose: Pose
) -> tuple[float, float]:
    """Return the least and the greatest signed depth over the points of a footprint.

    The least is zero or more when all of it lies in the wedge; the greatest is zero or more when
    any part does. Outside, a depth is minus the distance to the wedge.

    Parameters
    ----------
    origin : Pose
        Apex and facing; levels are ignored.
    half_width_deg : float
        0 to 180; more than 90 makes the wedge reach behind its apex.
    bearing_deg : float
        Axis, counter-clockwise from the origin's facing.
    """
    if half_width_deg >= 180.0:
        return math.inf, math.inf
    behind = half_width_deg > 90.0
    if behind:
        half_width_deg, bearing_deg = 180.0 - half_width_deg, bearing_deg + 180.0
    least, most = _convex_depths(origin, half_width_deg, bearing_deg, shape, pose)
    return (-most, -least) if behind else (least, most)


def _convex_depths(
    origin: Pose, half_width_deg: float, bearing_deg: float, shape: Footprint, pose: Pose
) -> tuple[float, float]:
    """Depths in a wedge of at most 90 degrees to each side."""
    if isinstance(shape, Disc):
        centre = _in_wedge_frame(origin, bearing_deg, np.array([pose.at]))
        depth = float(_signed(centre, half_width_deg)[0])
        return depth - shape.radius, _disc_depth(centre[0], shape.radius, half_width_deg, depth)
    if isinstance(shape, Oval):

        def depths(turn: Floats) -> Floats:
            local = _in_wedge_frame(origin, bearing_deg, oval_points(shape, pose, turn))
            return _signed(local, half_width_deg)

        return -peak(lambda turn: -depths(turn))[1], peak(depths)[1]
    local = _in_wedge_frame(origin, bearing_deg, corners_of(shape, pose))
    return _ring_depths(local, half_width_deg)


def _disc_depth(centre: Floats, radius: float, half_width_deg: float, depth: float) -> float:
    """Return the greatest depth of a disc's points in a wedge of at most 90 degrees to a side.

    It lies square to the border on the disc's side or, where that would cross the axis, on the
    axis: there both borders are equally far.
    """
    h = math.radians(half_width_deg)
    x, y = float(centre[0]), abs(float(centre[1]))
    if y >= radius * math.cos(h):
        inside = x * math.sin(h) - y * math.cos(h) + radius
    else:
        inside = (x + math.sqrt(radius * radius - y * y)) * math.sin(h)
    return inside if inside > 0.0 else min(depth + radius, 0.0)


def _ring_depths(local: Floats, half_width_deg: float) -> tuple[float, float]:
    """Depths of a convex polygon in a wedge of at most 90 degrees to each side."""
    least = float(_signed(local, half_width_deg).min())
    points = [local, *_ray_cuts(local, half_width_deg), *_ray_cuts(local, 0.0)]
    nearest, _ = nearest_on_segments((0.0, 0.0), local, np.roll(local, -1, axis=0))
    points.append(nearest)
    if point_in_ring((0.0, 0.0), local):
        points.append(np.zeros((1, 2)))
    return least, float(_signed(np.concatenate(points), half_width_deg).max())


def _ray_cuts(local: Floats, half_width_deg: float) -> list[Floats]:
    """Return where the two border rays of the wedge cut the polygon's sides."""
    cuts: list[Floats] = []
    ends = np.roll(local, -1, axis=0)
    for sign in (1.0, -1.0):
        h = math.radians(half_width_deg) * sign
        ray, normal = np.array([math.cos(h), math.sin(h)]), np.array([-math.sin(h), math.cos(h)])
        a, b = local @ normal, ends @ normal
        over = (a > 0) != (b > 0)
        t = a[over] / (a[over] - b[over])
        at = local[over] + t[:, None] * (ends[over] - local[over])
        cuts.append(at[at @ ray >= 0])
    return cuts


def wedge_depth(
    origin: Pose, half_width_deg: float, bearing_deg: float, shape: Footprint, pose: Pose
) -> float:
    """Return the signed depth of a footprint in a wedge, inches.

    Zero or more: completely inside by that depth. Below zero some part lies outside by so much;
    whether another part lies inside is asked of `wedge_any`.
    """
    return wedge_depths(origin, half_width_deg, bearing_deg, shape, pose)[0]


def wedge_any(
    origin: Pose, half_width_deg: float, bearing_deg: float, shape: Footprint, pose: Pose
) -> bool:
    """Return whether any part of the footprint lies in the wedge, to 0.001 in."""
    return wedge_depths(origin, half_width_deg, bearing_deg, shape, pose)[1] >= -RULE_TOL_IN


def wedge_all(
    origin: Pose, half_width_deg: float, bearing_deg: float, shape: Footprint, pose: Pose
) -> bool:
    """Return whether all of the footprint lies in the wedge, to 0.001 in."""
    return wedge_depths(origin, half_width_deg, bearing_deg, shape, pose)[0] >= -RULE_TOL_IN


def half_plane_depths(shape: Footprint, pose: Pose, a: Point, b: Point) -> tuple[float, float]:
    """Return the least and greatest signed distance of a footprint to the left of line a to b."""
    return nearest_to_line(shape, pose, a, b), farthest_from_line(shape, pose, a, b)
