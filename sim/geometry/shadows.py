"""What a base shows to a point: shadow subtraction in plan.

From a point, each obstacle covers itself and everything behind it. What is left of the target's
base after all shadows are taken away is the part that some clear line reaches.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from shapely import Geometry, Polygon

from sim.geometry.mesh_data import Floats
from sim.geometry.outlines import outline_of
from sim.geometry.pose import Point, Pose
from sim.geometry.shapes import Footprint
from sim.geometry.units import NOISE_IN, RULE_TOL_IN

__all__ = ["clear_share_of_base"]

#: Round outlines are overlaid as polygons of this many corners: 8e-6 of the radius too small.
_SEGMENTS = 1024


def clear_share_of_base(
    origin: Point,
    base: tuple[Footprint, Pose],
    areas: Sequence[Floats] = (),
    others: Sequence[tuple[Footprint, Pose]] = (),
) -> tuple[float, Point | None]:
    """Return the share of a base that clear plan lines from a point reach, and one such place.

    A line is covered when it runs through the interior of an area or of another base; grazing
    leaves it clear.

    Parameters
    ----------
    origin : Point
        Where the lines start, table frame.
    base : (Footprint, Pose)
        The target.
    areas : sequence of (n, 2) outlines
        Checked outlines (`areas.check_area`).
    others : sequence of (Footprint, Pose)
        Bases that cover as areas do.

    Returns
    -------
    share : float
        0 to 1, of the base's plan area.
    place : Point or None
        A clear point of the base, None when every line is covered.
    """
    target = Polygon(outline_of(*base, _SEGMENTS))
    rings = [*areas, *(outline_of(shape, pose, _SEGMENTS) for shape, pose in others)]
    reach = _reach(origin, target)
    left: Geometry = target
    corridor = shapely.convex_hull(shapely.union(shapely.Point(origin), target))
    for ring in rings:
        if left.is_empty:
            break
        # What no line to the base can meet throws no shadow on it.
        if shapely.intersects(corridor, Polygon(ring)):
            left = shapely.difference(left, _shadow(origin, ring, reach))
    # What is thinner than the rules' tolerance is no clear part: a base that lies completely in an
    # area to 0.001 in is covered by it, rim and all.
    parts = np.asarray(shapely.get_parts(left))
    kept = parts[~shapely.is_empty(shapely.buffer(parts, -RULE_TOL_IN / 2))]
    if not len(kept):
        return 0.0, None
    widest = kept[int(np.argmax(shapely.area(kept)))]
    place = shapely.get_coordinates(shapely.maximum_inscribed_circle(widest))[0]
    share = float(shapely.area(kept).sum()) / target.area
    return min(share, 1.0), (float(place[0]), float(place[1]))


def _reach(origin: Point, target: Geometry) -> float:
    corners = shapely.get_coordinates(target)
    return float(np.hypot(corners[:, 0] - origin[0], corners[:, 1] - origin[1]).max()) + 1.0


def _shadow(origin: Point, ring: Floats, reach: float) -> Geometry:
    """Return an obstacle shrunk by the noise together with all that lies behind it."""
    core = shapely.buffer(Polygon(ring), -NOISE_IN, join_style="mitre")
    if core.is_empty:
        return core
    if _is_convex(core) and not shapely.intersects(core, shapely.Point(origin)):
        # Everything on or behind a convex body is convex itself: one hull, no overlay.
        own = shapely.get_coordinates(core)
        far = _beyond(np.asarray(origin, dtype=np.float64), own, reach)
        return shapely.MultiPoint(np.concatenate([own, far])).convex_hull
    pieces = [np.array([core], dtype=object)]
    start = np.asarray(origin, dtype=np.float64)
    for part in np.asarray(shapely.get_parts(core)):
        a = shapely.get_coordinates(part)[:-1]
        b = np.roll(a, -1, axis=0)
        quads = np.stack([a, b, _beyond(start, b, reach), _beyond(start, a, reach)], axis=1)
        cross = (quads[:, 1] - quads[:, 0])[:, ::-1] * (quads[:, 3] - quads[:, 0])
        solid = np.abs(cross[:, 1] - cross[:, 0]) > 1e-12
        polygons = np.asarray(shapely.polygons(quads[solid]))
        pieces.append(polygons[shapely.is_valid(polygons)])
    return shapely.union_all(np.concatenate(pieces))


def _is_convex(core: Geometry) -> bool:
    """Return whether an outline is one convex polygon, to the noise."""
    if shapely.get_num_geometries(core) != 1:
        return False
    return float(shapely.area(shapely.convex_hull(core)) - shapely.area(core)) < NOISE_IN**2


def _beyond(start: Floats, points: Floats, reach: float) -> Floats:
    """Move points straight away from `start`, out to well past `reach`."""
    away = points - start
    length = np.hypot(away[:, 0], away[:, 1])
    unit = away / np.where(length > 0, length, 1.0)[:, None]
    # Far enough that the outer chord of a wide quad still lies beyond the target.
    return points + unit * (reach * 50.0)
