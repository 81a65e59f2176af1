"""Places beside a leader, and legal ones near them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from sim.engine.questions import Question
from sim.geometry.pose import Point, Pose
from sim.geometry.units import quantise_in, turn_to

__all__ = ["Station", "Stations", "fitted", "standing", "station_of"]

#: Rings of places tried round one that was refused: distance between them, their number, places.
RING_STEP_IN = 0.6
RINGS = 4
SPOTS = 10


@dataclass(frozen=True)
class Station:
    """A place in the leader's frame: he is the origin, +x is where he faces, inches and degrees."""

    ahead: float
    left: float
    turn: float = 0.0


Stations = Mapping[str, Station]


def station_of(leader: Pose, own: Pose) -> Station:
    """Return the place of a pose in a leader's frame."""
    ahead, left = leader.to_local(own.at)
    return Station(ahead, left, turn_to(leader.facing, own.facing))


def standing(leader: Pose, slot: Station) -> Pose:
    """Return the pose of a place when the leader stands at a pose; on the leader's level."""
    x, y = leader.to_table((slot.ahead, slot.left))
    return Pose(round(x, 4), round(y, 4), (leader.facing + slot.turn) % 360.0, leader.level)


def fitted(
    question: Question,
    wanted: Mapping[str, Pose],
    leader: str,
    radius: Callable[[str], float],
    *,
    keep: frozenset[str] = frozenset(),
) -> dict[str, Pose]:
    """Return places near the wanted ones, legal where such are found close by.

    Parameters
    ----------
    question : Question
        Of kind ``place``: its checker judges.
    wanted : mapping of miniature to Pose
    leader : str
        Stays where he is wanted.
    radius : callable
        Radius of the circle round a miniature's base, inches.
    keep : frozenset of str
        Others that stay where they are wanted.
    """
    poses = dict(wanted)
    wrong = {each.subject for each in question.why_not(poses)} - {leader} - keep
    for mini in [mini for mini in wanted if mini in wrong]:
        others = [(m, p) for m, p in poses.items() if m != mini]
        for spot in _near(wanted[mini], poses[leader].at if leader in poses else None):
            if any(math.dist(spot, p.at) < radius(mini) + radius(m) for m, p in others):
                continue
            tried = {**poses, mini: wanted[mini].moved(*spot)}
            if not any(each.subject == mini for each in question.why_not(tried)):
                poses = tried
                break
    return poses


def _near(pose: Pose, leader: Point | None) -> Iterator[Point]:
    """Yield places on rings round a pose, those nearer to the leader first."""
    for ring in range(1, RINGS + 1):
        around = [
            (
                quantise_in(pose.x + ring * RING_STEP_IN * math.cos(angle)),
                quantise_in(pose.y + ring * RING_STEP_IN * math.sin(angle)),
            )
            for angle in (2 * math.pi * k / SPOTS for k in range(SPOTS))
        ]
        yield from sorted(
            around, key=lambda at: (round(math.dist(at, leader), 6) if leader else 0.0, at)
        )
