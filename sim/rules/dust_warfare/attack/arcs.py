"""Arcs of vehicles: four wedges of 90 degrees fixed to the hull.

Soldiers and turrets fire all round. An arc's apex is the vehicle's centre; heavy walkers use the
centre of their hull.
"""

from __future__ import annotations

import math

from sim.geometry.units import is_within
from sim.rules.dust_warfare.forces.profiles import Mount
from sim.rules.dust_warfare.play import Play
from sim.rules.dust_warfare.state import Mini

__all__ = [
    "ARCS",
    "HALF_WIDTH_DEG",
    "arcs_touched",
    "completely_in",
    "in_fire_arc",
    "mostly_behind",
    "partly_in",
    "rivets",
]

#: Arc to the bearing of its middle, degrees counter-clockwise from the facing.
ARCS: dict[str, float] = {"F": 0.0, "Lt": 90.0, "R": 180.0, "Rt": 270.0}
#: Half the width of an arc.
HALF_WIDTH_DEG = 45.0
#: Rivets in the ring on a vehicle's base.
RIVETS = 24


def rivets() -> tuple[float, ...]:
    """Return the bearings of the rivets on a vehicle's base; an arc spans six of their gaps.

    Rules: dw.arc.rivets
    """
    return tuple(360.0 / RIVETS * step for step in range(RIVETS))


def partly_in(play: Play, vehicle: Mini, arc: str, other: Mini) -> bool:
    """Return whether any part of a miniature's base lies in an arc of a vehicle.

    Rules: dw.arc.vehicle_four dw.arc.hull_based dw.arc.origin_and_boundary dw.heavy.arcs
    """
    pose = play.stand(vehicle).pose
    return play.facts.wedge_any(pose, HALF_WIDTH_DEG, ARCS[arc], play.stand(other))


def completely_in(play: Play, vehicle: Mini, arc: str, other: Mini) -> bool:
    """Return whether a miniature's whole base lies in an arc of a vehicle.

    Rules: dw.arc.vehicle_four dw.arc.hull_based dw.arc.origin_and_boundary dw.heavy.arcs
    """
    pose = play.stand(vehicle).pose
    return play.facts.wedge_all(pose, HALF_WIDTH_DEG, ARCS[arc], play.stand(other))


def _centre_in(vehicle: Mini, arc: str, other: Mini) -> bool:
    """Return whether the centre of a base lies in an arc, to 0.001 in (option ``centre``)."""
    assert vehicle.pose is not None
    assert other.pose is not None
    axis = vehicle.pose.turned(vehicle.pose.facing + ARCS[arc])
    ahead, aside = axis.to_local(other.pose.at)
    return is_within((abs(aside) - ahead) / math.sqrt(2.0), 0.0)


def in_fire_arc(play: Play, bearer: Mini, mount: Mount, target: Mini) -> bool:
    """Return whether a miniature lies in the field of fire of a weapon.

    Rules: dw.arc.soldier_360 dw.arc.turret_360 dw.arc.weapon_code dw.arc.origin_and_boundary
    """
    if not mount.arc:
        return True
    if play.options.arc_membership == "centre":
        return _centre_in(bearer, mount.arc, target)
    return partly_in(play, bearer, mount.arc, target)


def arcs_touched(play: Play, vehicle: Mini, other: Mini) -> tuple[str, ...]:
    """Return the arcs in which a base lies at least partly, front first.

    Rules: dw.arc.vehicle_four dw.arc.origin_and_boundary
    """
    return tuple(arc for arc in ARCS if partly_in(play, vehicle, arc, other))


def mostly_behind(play: Play, vehicle: Mini, attackers: list[Mini]) -> tuple[bool, tuple[str, ...]]:
    """Return whether more than half of the attackers are completely in the Rear arc, and who is.

    Rules: dw.rear_armour.condition dw.heavy.arcs
    """
    behind = tuple(mini.id for mini in attackers if completely_in(play, vehicle, "R", mini))
    return 2 * len(behind) > len(attackers), behind
