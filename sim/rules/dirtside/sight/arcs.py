"""Which targets a mount bears on."""

from __future__ import annotations

import math

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
    if half >= TURRET:
        return True
    x, y = centre[0] - pose.x, centre[1] - pose.y
    turn = math.radians(pose.facing)
    ahead = x * math.cos(turn) + y * math.sin(turn)
    aside = abs(y * math.cos(turn) - x * math.sin(turn))
    limit = math.radians(half)
    # On the line counts: how far the centre lies outside the arc, as a length.
    return aside * math.cos(limit) - ahead * math.sin(limit) <= NOISE_IN
