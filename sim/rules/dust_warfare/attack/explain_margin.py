"""How far a cover is from another one: positions of the target that were tried, and no more.

Cover is a matter of plan lines that cross an area or do not; a hair can decide it. What is told
here is no bound: it is what was tried, and the nearest shift that was found to change the cover.
"""

from __future__ import annotations

import math

from sim.engine.reasons import Reason, Value
from sim.engine.sight_numbers import at_most_in, inches, signed_inches
from sim.geometry.pose import Point
from sim.geometry.units import quantise_in
from sim.rules.dust_warfare.attack.cover import mini_cover, unit_cover
from sim.rules.dust_warfare.attack.explain_pairing import Pairing
from sim.words import say

__all__ = ["cover_margin"]

#: Radii and directions of the shifts that are tried, inches.
RADII_IN: tuple[float, ...] = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2)
DIRECTIONS = 16
#: Halvings of the way to the nearest change that was met.
HALVINGS = 8


def cover_margin(pairing: Pairing, cover: str) -> Reason:
    """Return up to which shift of the target no tried position changes the cover."""
    tried, robust = 0, 0.0
    for radius in RADII_IN:
        changing = [shift for shift in _ring(radius) if cover_at(pairing, shift) != cover]
        tried += DIRECTIONS
        if changing:
            nearest = min((_pulled_in(pairing, cover, each) for each in changing), key=_length)
            return _reason(pairing, robust, tried, nearest)
        robust = radius
    return _reason(pairing, robust, tried, None)


def cover_at(pairing: Pairing, shift: Point) -> str:
    """Return the cover with the target, or its whole unit, shifted in plan."""
    poses = {
        mini.id: mini.pose.moved(
            quantise_in(mini.pose.x + shift[0]), quantise_in(mini.pose.y + shift[1])
        )
        for mini in pairing.targets
        if mini.pose is not None
    }
    play = pairing.play.imagined(poses)
    leader = play.mini(pairing.leader.id)
    shooters = [play.mini(mini.id) for mini in pairing.shooters]
    if pairing.whole_unit:
        return unit_cover(play, leader, play.unit(pairing.unit.id), shooters).cover
    return mini_cover(play, leader, play.mini(pairing.targets[0].id), shooters).cover


def _ring(radius: float) -> list[Point]:
    angles = [2 * math.pi * step / DIRECTIONS for step in range(DIRECTIONS)]
    return [(radius * math.cos(angle), radius * math.sin(angle)) for angle in angles]


def _length(shift: Point) -> float:
    return math.hypot(*shift)


def _pulled_in(pairing: Pairing, cover: str, shift: Point) -> Point:
    """Return the least shift in its direction that was found to change the cover."""
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        share = (low + high) / 2
        if cover_at(pairing, (share * shift[0], share * shift[1])) == cover:
            low = share
        else:
            high = share
    return (high * shift[0], high * shift[1])


def _reason(pairing: Pairing, robust: float, tried: int, nearest: Point | None) -> Reason:
    target = pairing.unit.id if pairing.whole_unit else pairing.targets[0].id
    params: dict[str, Value] = {"target": target, "inches": at_most_in(robust), "tried": tried}
    children: tuple[Reason, ...] = ()
    if nearest is not None:
        changed = cover_at(pairing, nearest)
        found: dict[str, Value] = {
            "target": target,
            "dx": signed_inches(nearest[0]),
            "dy": signed_inches(nearest[1]),
            "inches": inches(_length(nearest)),
            "cover": say(f"dw.cover_name.{changed}"),
        }
        children = (Reason("dw.explain.margin.flip", found, _length(nearest)),)
    key = "dw.explain.margin.robust" if robust > 0.0 else "dw.explain.margin.none"
    return Reason(key, params, robust, children=children)
