"""Which face of a vehicle an attack strikes, and the armour there."""

from __future__ import annotations

from typing import Literal

from sim.geometry.pose import Point, Pose
from sim.geometry.units import NOISE_IN
from sim.rules.dirtside.design.design import Design

__all__ = ["Face", "armour_on", "face_struck"]

Face = Literal["front", "side", "rear", "top", "bottom"]


def face_struck(pose: Pose, size: tuple[float, float], attacker: Point) -> Face:
    """Return the face in whose arc an attacker stands.

    The diagonals of the hull, drawn on outward, part the table into four arcs; who stands on such
    a line stands before or behind.

    Parameters
    ----------
    pose : Pose
        Of the hull's centre.
    size : (length, width)
        Of its rectangle, inches.
    attacker : Point
        The attacker's centre.

    Rules: ds.angle.arcs
    """
    ahead, aside = pose.to_local(attacker)
    length, width = size
    if abs(aside) * length <= abs(ahead) * width + NOISE_IN:
        return "front" if ahead > 0 else "rear"
    return "side"


def armour_on(design: Design, face: Face, *, rockets: bool = False) -> int:
    """Return the armour of a face.

    Parameters
    ----------
    design : Design
    face : str
        ``bottom`` is met by mines.
    rockets : bool
        Artillery or SLAM, for which open-topped vehicles have no armour.

    Rules: ds.angle.faces ds.angle.top ds.armour.facing ds.armour.minimum ds.armour.open_topped
    """
    if rockets and design.open_topped:
        return 0
    less = {"front": 0, "bottom": 2}.get(face, 1)
    return max(0, design.armour - less)
