"""Capsules: where a footprint lies with respect to all that is within a distance of a segment.

The swept ground of a round base, a zone along a line, a blast between two points. Depths are signed
distances to the capsule's border, positive inside; a point on the segment lies deepest.
"""

from __future__ import annotations

import numpy as np

from sim.geometry.measure import edge_gaps, peak
from sim.geometry.mesh_data import Floats
from sim.geometry.outlines import corners_of, oval_points
from sim.geometry.pose import Point, Pose
from sim.geometry.shapes import Disc, Footprint, Oval
from sim.geometry.units import RULE_TOL_IN

__all__ = ["capsule_all", "capsule_any", "capsule_depths"]


def capsule_depths(
    a: Point, b: Point, radius: float, shape: Footprint, pose: Pose
) -> tuple[float, float]:
    """Return the least and the greatest signed depth over the points of a footprint.

    The least is zero or more when all of it lies within `radius` of the segment a to b; the
    greatest is zero or more when any part does. Outside, a depth is minus the distance.

    Parameters
    ----------
    a, b : Point
        Ends of the segment; equal ends make a disc.
    radius : float
        Inches.
    shape, pose : Footprint, Pose

    Examples
    --------
    >>> capsule_depths((0, 0), (10, 0), 2, Disc(0.5), Pose(5, 3))
    (-1.5, -0.5)
    """
    starts, ends = np.array([a], dtype=np.float64), np.array([b], dtype=np.float64)
    nearest = max(float(edge_gaps(shape, pose, starts, ends)[0]), 0.0)
    return radius - _farthest(starts[0], ends[0], shape, pose), radius - nearest


def _farthest(a: Floats, b: Floats, shape: Footprint, pose: Pose) -> float:
    """Return the distance from a segment to the farthest point of a footprint."""
    if isinstance(shape, Disc):
        return float(_distances(np.array(pose.at), a, b)) + shape.radius
    if isinstance(shape, Oval):
        return peak(lambda turn: _distances(oval_points(shape, pose, turn), a, b))[1]
    return float(_distances(corners_of(shape, pose), a, b).max())


def _distances(points: Floats, a: Floats, b: Floats) -> Floats:
    way = b - a
    along = np.clip((points - a) @ way / max(float(way @ way), 1e-300), 0.0, 1.0)
    off = points - a - along[..., None] * way
    return np.asarray(np.hypot(off[..., 0], off[..., 1]), dtype=np.float64)


def capsule_any(a: Point, b: Point, radius: float, shape: Footprint, pose: Pose) -> bool:
    """Return whether any part of the footprint lies within `radius` of a segment, to 0.001 in."""
    return capsule_depths(a, b, radius, shape, pose)[1] >= -RULE_TOL_IN


def capsule_all(a: Point, b: Point, radius: float, shape: Footprint, pose: Pose) -> bool:
    """Return whether all of the footprint lies within `radius` of a segment, to 0.001 in."""
    return capsule_depths(a, b, radius, shape, pose)[0] >= -RULE_TOL_IN
