"""Typed positions: ``forward 4``, ``to 30,12``, ``next to mill``, ``toward rangers 6``.

Turns a player's words about one miniature into poses; what is legal is the question's business.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from sim.cli.text.names import Surroundings, meant
from sim.errors import UsageError
from sim.geometry.pose import GROUND, Point, Pose, pose_from_outside
from sim.geometry.shapes import reach_of
from sim.table.names import did_you_mean

__all__ = ["FIRST_WORDS", "POINT", "nearest_on", "typed_way"]

NUMBER = r"-?\d+(?:\.\d+)?"
POINT = rf"({NUMBER}) ?[, ] ?({NUMBER})"
SIDEWAYS = {"forward": 0.0, "left": 90.0, "back": 180.0, "right": -90.0}
COMPASS = {"east": 0.0, "north": 90.0, "west": 180.0, "south": 270.0}
THEN = re.compile(r"\s+then\s+")


def typed_way(around: Surroundings, mini: str, start: Pose, text: str) -> list[Pose]:
    """Return the poses that typed words ask for, one after the other.

    Understood: ``forward|back|left|right N``, ``north|south|east|west N``,
    ``to X,Y [facing A|NAME] [on LEVEL]``, ``toward NAME N``, ``away NAME N``, ``next to NAME``,
    ``into NAME``, ``turn A``, ``face NAME``, ``floor LEVEL`` and ``ground``; several with
    ``then`` between them.

    Raises
    ------
    UsageError
        When the words are not understood; the nearest known one is named.
    """
    poses: list[Pose] = []
    for part in THEN.split(" ".join(text.split())):
        poses.append(_typed_pose(around, mini, poses[-1] if poses else start, part))
    return poses


def _typed_pose(around: Surroundings, mini: str, start: Pose, words: str) -> Pose:
    for pattern, read in PHRASES:
        if match := re.fullmatch(pattern, words, re.IGNORECASE):
            return read(around, mini, start, match)
    near = did_you_mean(words.split(" ")[0], FIRST_WORDS) if words else ""
    raise UsageError("cli.text.not_a_place", found=words, nearest=near)


def _by_facing(_: Surroundings, _mini: str, start: Pose, match: re.Match[str]) -> Pose:
    return _shifted(start, start.facing + SIDEWAYS[match[1].lower()], float(match[2]))


def _by_compass(_: Surroundings, _mini: str, start: Pose, match: re.Match[str]) -> Pose:
    return _shifted(start, COMPASS[match[1].lower()], float(match[2]))


def _turned(_: Surroundings, _mini: str, start: Pose, match: re.Match[str]) -> Pose:
    return pose_from_outside(start.x, start.y, start.facing + float(match[1]), start.level)


def _to_point(around: Surroundings, _mini: str, start: Pose, match: re.Match[str]) -> Pose:
    at = (float(match[1]), float(match[2]))
    facing = start.facing
    if match[3]:
        number = re.fullmatch(NUMBER, match[3])
        facing = float(match[3]) if number else _bearing(at, around.place(match[3]))
    level = _level(around, match[4]) if match[4] else start.level
    return pose_from_outside(*at, facing, level)


def _toward(around: Surroundings, _mini: str, start: Pose, match: re.Match[str]) -> Pose:
    bearing = _bearing(start.at, around.place(match[2]))
    away = match[1].lower().startswith("away")
    return _shifted(start, bearing + (180.0 if away else 0.0), float(match[3]))


def _facing(around: Surroundings, _mini: str, start: Pose, match: re.Match[str]) -> Pose:
    bearing = _bearing(start.at, around.place(match[1]))
    return pose_from_outside(start.x, start.y, bearing, start.level)


def _to_ground(_: Surroundings, _mini: str, start: Pose, _match: re.Match[str]) -> Pose:
    return Pose(start.x, start.y, start.facing, GROUND)


def _on_floor(around: Surroundings, _mini: str, start: Pose, match: re.Match[str]) -> Pose:
    return Pose(start.x, start.y, start.facing, _level(around, match[1]))


def _level(around: Surroundings, text: str) -> str:
    return meant(text, {**around.levels(), GROUND: GROUND}, "level")


def _shifted(start: Pose, bearing: float, inches: float) -> Pose:
    angle = math.radians(bearing)
    x, y = start.x + inches * math.cos(angle), start.y + inches * math.sin(angle)
    return pose_from_outside(x, y, start.facing, start.level)


def _bearing(a: Point, b: Point) -> float:
    return math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))


def _next_to(around: Surroundings, mini: str, start: Pose, match: re.Match[str]) -> Pose:
    """Return the pose in contact with a piece's area or a base, on the side nearest to here."""
    goal, room = _edge_of(around, match[1], start)
    room += _own_reach(around, mini)
    length = math.dist(start.at, goal)
    return _along(start, goal, max(0.0, length - room))


def _into(around: Surroundings, mini: str, start: Pose, match: re.Match[str]) -> Pose:
    """Return the pose just inside a piece's area, all of the base within the near edge."""
    goal, room = _edge_of(around, match[1], start)
    if room:
        raise UsageError("cli.text.no_inside", name=match[1])
    return _along(start, goal, math.dist(start.at, goal) + _own_reach(around, mini))


def _edge_of(around: Surroundings, text: str, start: Pose) -> tuple[Point, float]:
    """Return the nearest point of what is named, and how far its base reaches around it."""
    thing = around.thing(text)
    if thing in around.terrain:
        area = around.terrain[thing].area
        return (nearest_on(area, start.at) if area else around.place(thing)), 0.0
    near = min(around.pieces(thing), key=lambda piece: math.dist(piece.pose.at, start.at))
    return near.pose.at, reach_of(around.facts.table.models[near.model].base)


def _own_reach(around: Surroundings, mini: str) -> float:
    return reach_of(around.facts.table.models[around.model(mini)].base)


def _along(start: Pose, goal: Point, inches: float) -> Pose:
    length = math.dist(start.at, goal)
    if length == 0:
        return start
    x = start.x + (goal[0] - start.x) * inches / length
    y = start.y + (goal[1] - start.y) * inches / length
    return pose_from_outside(x, y, start.facing, start.level)


def nearest_on(outline: tuple[Point, ...], point: Point) -> Point:
    """Return the point of an outline nearest to a plan point."""
    edges = zip(outline, (*outline[1:], outline[0]), strict=True)
    return min((_foot(a, b, point) for a, b in edges), key=lambda q: math.dist(q, point))


def _foot(a: Point, b: Point, point: Point) -> Point:
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    along = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square if square else 0.0
    along = min(1.0, max(0.0, along))
    return (a[0] + along * dx, a[1] + along * dy)


Phrase = Callable[[Surroundings, str, Pose, re.Match[str]], Pose]
PHRASES: tuple[tuple[str, Phrase], ...] = (
    (rf"({'|'.join(SIDEWAYS)}) ({NUMBER})", _by_facing),
    (rf"({'|'.join(COMPASS)}) ({NUMBER})", _by_compass),
    (rf"turn ({NUMBER})", _turned),
    (rf"to {POINT}(?: facing (\S+))?(?: on (\S+))?", _to_point),
    (rf"(toward|towards|away from|away) (.+?) ({NUMBER})", _toward),
    (r"next to (.+)", _next_to),
    (r"into (.+)", _into),
    (r"face (.+)", _facing),
    (r"floor (\S+)", _on_floor),
    (r"ground", _to_ground),
)
#: What a phrase may begin with, for the nearest word in a message.
FIRST_WORDS = (
    *(*SIDEWAYS, *COMPASS),
    *("turn", "to", "toward", "away", "next", "into", "face", "floor", "ground"),
)
