"""Typed positions: ``forward 4``, ``to 30,12``, ``next to mill``, ``toward rangers 6``.

Turns a player's words about one miniature into a pose; what is legal is the question's business.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sim.engine.observed import Observed
from sim.errors import UsageError
from sim.geometry.pose import GROUND, Point, Pose, pose_from_outside
from sim.geometry.shapes import reach_of
from sim.table.facts import Facts
from sim.table.names import resolve_id
from sim.table.pieces import Stand

__all__ = ["Surroundings", "place_of", "typed_pose"]

NUMBER = r"-?\d+(?:\.\d+)?"
SIDEWAYS = {"forward": 0.0, "left": 90.0, "back": 180.0, "right": -90.0}
COMPASS = {"east": 0.0, "north": 90.0, "west": 180.0, "south": 270.0}


@dataclass(frozen=True)
class Surroundings:
    """What typed words may refer to: the table and everything that stands on it."""

    facts: Facts
    seen: Observed

    def place(self, text: str) -> Point:
        """Return the plan position of a piece, miniature or unit (its first miniature)."""
        return place_of(self, text)

    def stand(self, mini: str) -> Stand:
        """Return where a miniature stands."""
        piece = self.seen.piece(mini)
        return Stand(piece.model, piece.pose)


def place_of(around: Surroundings, text: str) -> Point:
    """Return the plan position that a name means.

    Raises
    ------
    UsageError
        Naming the nearest name there is.
    """
    known = _names(around)
    return known[resolve_id(text.strip(), list(known), "piece")]


def _names(around: Surroundings) -> Mapping[str, Point]:
    places: dict[str, Point] = {
        name: terrain.pose.at for name, terrain in around.facts.table.terrain.items()
    }
    for unit in around.seen.units:
        if unit.pieces:
            places[unit.id] = around.seen.piece(unit.pieces[0]).pose.at
    for piece in around.seen.pieces:
        places[piece.id] = piece.pose.at
    return places


def typed_pose(around: Surroundings, mini: str, start: Pose, text: str) -> Pose:
    """Return the pose that typed words ask for.

    Understood: ``forward|back|left|right N``, ``north|south|east|west N``, ``to X,Y [facing A]``,
    ``toward NAME N``, ``away NAME N``, ``next to NAME``, ``turn A``, ``face NAME``,
    ``floor PIECE/NAME`` and ``ground``.

    Raises
    ------
    UsageError
        When the words are not understood.
    """
    words = " ".join(text.split())
    for pattern, read in PHRASES:
        if match := re.fullmatch(pattern, words):
            return read(around, mini, start, match)
    raise UsageError("cli.text.not_a_place", found=text)


def _by_facing(_: Surroundings, _mini: str, start: Pose, match: re.Match[str]) -> Pose:
    return _shifted(start, start.facing + SIDEWAYS[match[1]], float(match[2]))


def _by_compass(_: Surroundings, _mini: str, start: Pose, match: re.Match[str]) -> Pose:
    return _shifted(start, COMPASS[match[1]], float(match[2]))


def _turned(_: Surroundings, _mini: str, start: Pose, match: re.Match[str]) -> Pose:
    return pose_from_outside(start.x, start.y, start.facing + float(match[1]), start.level)


def _to_point(_: Surroundings, _mini: str, start: Pose, match: re.Match[str]) -> Pose:
    facing = float(match[3]) if match[3] else start.facing
    return pose_from_outside(float(match[1]), float(match[2]), facing, start.level)


def _toward(around: Surroundings, _mini: str, start: Pose, match: re.Match[str]) -> Pose:
    bearing = _bearing(start.at, around.place(match[2]))
    return _shifted(start, bearing + (180.0 if match[1] == "away" else 0.0), float(match[3]))


def _facing(around: Surroundings, _mini: str, start: Pose, match: re.Match[str]) -> Pose:
    bearing = _bearing(start.at, around.place(match[1]))
    return pose_from_outside(start.x, start.y, bearing, start.level)


def _to_ground(_: Surroundings, _mini: str, start: Pose, _match: re.Match[str]) -> Pose:
    return Pose(start.x, start.y, start.facing, GROUND)


def _shifted(start: Pose, bearing: float, inches: float) -> Pose:
    angle = math.radians(bearing)
    x, y = start.x + inches * math.cos(angle), start.y + inches * math.sin(angle)
    return pose_from_outside(x, y, start.facing, start.level)


def _bearing(a: Point, b: Point) -> float:
    return math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))


def _next_to(around: Surroundings, mini: str, start: Pose, match: re.Match[str]) -> Pose:
    """Return the pose in contact with a piece's area or a base, on the side nearest to here."""
    terrain = around.facts.table.terrain
    known = [*terrain, *(piece.id for piece in around.seen.pieces)]
    found = resolve_id(match[1], known, "piece")
    model = around.stand(mini).model
    if found in terrain and terrain[found].area:
        goal = _nearest_on(terrain[found].area, start.at)
    else:
        goal = place_of(around, found)
    length = math.dist(start.at, goal)
    if length == 0:
        return start
    short = reach_of(around.facts.table.models[model].base)
    if found not in terrain:
        other = around.seen.piece(found)
        short += reach_of(around.facts.table.models[other.model].base)
    share = max(0.0, length - short) / length
    x = start.x + (goal[0] - start.x) * share
    y = start.y + (goal[1] - start.y) * share
    return pose_from_outside(x, y, start.facing, start.level)


def _nearest_on(outline: tuple[Point, ...], point: Point) -> Point:
    """Return the point of an outline nearest to a plan point."""
    edges = zip(outline, (*outline[1:], outline[0]), strict=True)
    return min((_foot(a, b, point) for a, b in edges), key=lambda q: math.dist(q, point))


def _foot(a: Point, b: Point, point: Point) -> Point:
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    along = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square if square else 0.0
    along = min(1.0, max(0.0, along))
    return (a[0] + along * dx, a[1] + along * dy)


def _on_floor(around: Surroundings, _mini: str, start: Pose, match: re.Match[str]) -> Pose:
    levels = [
        f"{piece.id}/{floor.name}"
        for piece in around.facts.table.terrain.values()
        for floor in piece.floors
    ]
    return Pose(start.x, start.y, start.facing, resolve_id(match[1], levels, "piece"))


Phrase = Callable[[Surroundings, str, Pose, re.Match[str]], Pose]
PHRASES: tuple[tuple[str, Phrase], ...] = (
    (rf"({'|'.join(SIDEWAYS)}) ({NUMBER})", _by_facing),
    (rf"({'|'.join(COMPASS)}) ({NUMBER})", _by_compass),
    (rf"turn ({NUMBER})", _turned),
    (rf"to ({NUMBER}) ?[, ] ?({NUMBER})(?: facing ({NUMBER}))?", _to_point),
    (rf"(toward|towards|away) (\S+) ({NUMBER})", _toward),
    (r"next to (\S+)", _next_to),
    (r"face (\S+)", _facing),
    (r"floor (\S+)", _on_floor),
    (r"ground", _to_ground),
)
