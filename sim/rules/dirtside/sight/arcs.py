"""Which targets a mount bears on."""

from __future__ import annotations

from sim.geometry.arcs import point_depth
from sim.geometry.pose import Point, Pose
from sim.geometry.units import NOISE_IN

__all__ = ["ARTILLERY", "FIXED", "TURRET", "bears_on", "half_width"]

#: Half widths of arcs, degrees.
FIXED, HALF_ROUND, TURRET = 15.0, 90.0, 180.0
ARTILLERY = HALF_ROUND


def half_width(mount: str, *, walker: bool = False, restricted: bool = False) -> float:
    """Return half the width of a mount's arc about the hull's facing, degrees.

    Rules: ds.arcs.turret ds.arcs.restricted_turret ds.arcs.fixed ds.arcs.walker ds.walker.arc
        ds.arcs.gms
    """
    if walker:
        return HALF_ROUND
    if mount == "fixed":
        return FIXED
    return HALF_ROUND if restricted else TURRET


def bears_on(pose: Pose, half: float, centre: Point) -> bool:
    """Return whether a mount bears on a target: by the bearing of its centre from the hull's.

    Rules: ds.arcs.origin ds.arcs.artillery ds.artydesign.arc
    """
    # On the line counts: the depth is how far inside the arc the centre lies, as a length.
    return point_depth(pose, half, 0.0, centre) >= -NOISE_IN
