"""The whole state of the toy game, as plain data."""

from __future__ import annotations

import itertools
import math

import msgspec

from sim.geometry.pose import Point, Pose

RADIUS_IN = 0.5
WIDTH_IN, DEPTH_IN = 20.0, 12.0
STRIP_IN = 3.5
NEAR_IN = 3.0
THROW_IN = 6.0
ALLOWANCES = {"short": 3.0, "long": 6.0}
TURNS = 10
HEALTH = 2


class Pebble(msgspec.Struct):
    id: str
    side: str
    pose: Pose | None = None
    health: int = HEALTH


class ToyState(msgspec.Struct):
    pebbles: dict[str, Pebble]
    phase: str = "mark"
    turn: int = 0
    active: str = "red"
    #: Each side's marked enemy; secret to the end.
    marks: dict[str, str] = {}
    #: Pebbles that answered in this turn.
    answered: tuple[str, ...] = ()

    def side(self, side: str) -> list[Pebble]:
        return [p for p in self.pebbles.values() if p.side == side and p.health > 0]

    def standing(self) -> list[Pebble]:
        return [p for p in self.pebbles.values() if p.health > 0 and p.pose is not None]


def at(pebble: Pebble) -> Point:
    assert pebble.pose is not None
    return pebble.pose.at


def gap(a: Point, b: Point) -> float:
    """Inches between the bases of pebbles at two points."""
    return math.dist(a, b) - 2 * RADIUS_IN


def length(points: tuple[Point, ...]) -> float:
    return sum(math.dist(a, b) for a, b in itertools.pairwise(points))


def along(points: tuple[Point, ...], inches: float) -> tuple[Point, ...]:
    """The first `inches` of a line through points."""
    walked = [points[0]]
    for a, b in itertools.pairwise(points):
        leg = math.dist(a, b)
        if leg >= inches:
            share = inches / leg if leg else 0.0
            walked.append((a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])))
            return tuple(walked)
        walked.append(b)
        inches -= leg
    return tuple(walked)


def first_within(points: tuple[Point, ...], centre: Point, reach: float) -> float | None:
    """How far along a line its bearer first comes within `reach` of a pebble, or None."""
    done = 0.0
    for a, b in itertools.pairwise(points):
        leg = math.dist(a, b)
        if gap(a, centre) <= reach:
            return done
        if leg > 0:
            ux, uy = (b[0] - a[0]) / leg, (b[1] - a[1]) / leg
            along_it = (centre[0] - a[0]) * ux + (centre[1] - a[1]) * uy
            off = (centre[0] - a[0]) * uy - (centre[1] - a[1]) * ux
            half = (reach + 2 * RADIUS_IN) ** 2 - off * off
            if half > 0 and 0 <= along_it - math.sqrt(half) <= leg:
                return done + along_it - math.sqrt(half)
        done += leg
    return None
