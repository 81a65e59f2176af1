"""Formations: line, column, wedge, spread, and an arc along a wall. Plans only; rules come later.

A station is in the leader's frame: he is at the origin and faces +x. The first radius is his own.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sim.geometry.pose import Point, Pose
from sim.window.battle.asking.stations import Station, station_of

__all__ = ["FORMATIONS", "along_wall", "column", "line", "spread", "wedge"]

Floats = NDArray[np.float64]

#: Names of the formations, in the order in which they are offered.
FORMATIONS = ("line", "column", "wedge", "spread", "wall")
#: Usual gap between bases, inches.
GAP_IN = 0.25
#: How a base is kept off the wall it lines up along, inches.
WALL_GAP_IN = 0.05
_STEP_IN = 0.1


def line(radii: Sequence[float], gap: float = GAP_IN) -> list[Station]:
    """Return stations abreast of the leader, left and right in turn.

    Parameters
    ----------
    radii : sequence of float
        Of the leader and his followers, inches.
    gap : float
        Inches between the edges of neighbours.
    """
    reach = [radii[0], radii[0]]
    stations: list[Station] = []
    for number, radius in enumerate(radii[1:]):
        side = number % 2
        middle = reach[side] + gap + radius
        reach[side] = middle + radius
        stations.append(Station(0.0, middle if side == 0 else -middle))
    return stations


def column(radii: Sequence[float], gap: float = GAP_IN) -> list[Station]:
    """Return stations one behind the other, the leader in front."""
    stations: list[Station] = []
    tail = radii[0]
    for radius in radii[1:]:
        stations.append(Station(-(tail + gap + radius), 0.0))
        tail += gap + 2 * radius
    return stations


def wedge(radii: Sequence[float], gap: float = GAP_IN) -> list[Station]:
    """Return stations slanting back left and right behind the leader, who is the point."""
    stations: list[Station] = []
    # The arms begin so far out that nobody meets his neighbour across the point.
    least = (max(radii[1:], default=0.0) + gap / 2) / math.sqrt(0.5)
    arms = [(radii[0], 0.0), (radii[0], 0.0)]
    for number, radius in enumerate(radii[1:]):
        side = number % 2
        before, away = arms[side]
        away = max(away + before + gap + radius, least)
        arms[side] = (radius, away)
        step = away * math.sqrt(0.5)
        stations.append(Station(-step, step if side == 0 else -step))
    return stations


def spread(radii: Sequence[float], gap: float = 2.0) -> list[Station]:
    """Return stations as far apart as a gap says, in rings of six round the leader.

    Everybody is at least the gap from everybody else; those of the first ring just the gap from
    the leader.
    """
    widest = max(radii)
    step = 2 * widest + gap
    stations: list[Station] = []
    for ring in itertools.count(1):
        for k in range(6 * ring):
            if len(stations) == len(radii) - 1:
                return stations
            stations.append(_hexagon(ring, k, step))
    return stations


def _hexagon(ring: int, k: int, step: float) -> Station:
    """Return the k-th place on a ring of a grid of triangles, alternating ahead and behind."""
    # Opposite corners follow each other, so that a few stand evenly round the leader.
    half = 3 * ring
    k = k // 2 + (k % 2) * half if ring == 1 else k
    side, along = divmod(k, ring)
    a = math.radians(60.0 * side + 30.0)
    b = math.radians(60.0 * side + 150.0)
    x = ring * step * math.cos(a) + along * step * math.cos(b)
    y = ring * step * math.sin(a) + along * step * math.sin(b)
    return Station(x, y)


def along_wall(
    outline: Sequence[Point], leader: Pose, radii: Sequence[float], gap: float = GAP_IN
) -> tuple[Pose, list[Station]] | None:
    """Return the leader and the others lined up along the outside of a wall.

    Parameters
    ----------
    outline : sequence of Point
        Footprint of the wall or piece, either direction, table frame.
    leader : Pose
        He goes to the nearest place along the wall, and faces it; the others stand left and right
        of him in turn.
    radii : sequence of float
    gap : float

    Returns
    -------
    (Pose, list of Station) or None
        None when the wall is too short for everybody.
    """
    way = _offset(np.asarray(outline, float), max(radii) + WALL_GAP_IN)
    if len(way) < 2:
        return None
    first = int(np.argmin(np.linalg.norm(way - np.array(leader.at), axis=1)))
    spots = [way[first]]
    taken = [(way[first], radii[0])]
    cursor = [first, first]
    for number, radius in enumerate(radii[1:]):
        # The other side is tried as well where one end is reached.
        for side in (number % 2, 1 - number % 2):
            found = _next_along(way, cursor[side], 1 if side == 0 else -1, taken, radius + gap)
            if found is not None:
                break
        else:
            return None
        cursor[side] = found
        taken.append((way[found], radius))
        spots.append(way[found])
    middle = _nearest_on(np.asarray(outline, float), spots[0])
    facing = math.degrees(math.atan2(*(middle - spots[0])[::-1])) % 360.0
    pose = Pose(float(spots[0][0]), float(spots[0][1]), facing, leader.level)
    own = [_facing_wall(outline, spot, leader.level) for spot in spots[1:]]
    return pose, [station_of(pose, each) for each in own]


def _facing_wall(outline: Sequence[Point], spot: Floats, level: str) -> Pose:
    middle = _nearest_on(np.asarray(outline, float), spot)
    facing = math.degrees(math.atan2(*(middle - spot)[::-1])) % 360.0
    return Pose(float(spot[0]), float(spot[1]), facing, level)


def _next_along(
    way: Floats, start: int, step: int, taken: Sequence[tuple[Floats, float]], room: float
) -> int | None:
    """Return the next place along a closed way that is far enough from everybody, or None."""
    count = len(way)
    for k in range(1, count):
        index = (start + step * k) % count
        if all(np.linalg.norm(way[index] - at) >= radius + room for at, radius in taken):
            return index
    return None


def _offset(outline: Floats, away: float) -> Floats:
    """Return places round a polygon at a distance from it, in order.

    Those that another side of it is nearer to are left out.
    """
    x, y = outline[:, 0], outline[:, 1]
    if float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum()) < 0:
        outline = outline[::-1]
    rows: list[Floats] = []
    count = len(outline)
    for i in range(count):
        a, b, c = outline[i], outline[(i + 1) % count], outline[(i + 2) % count]
        along, after = b - a, c - b
        if np.linalg.norm(along) < 1e-9 or np.linalg.norm(after) < 1e-9:
            continue
        out = np.array([along[1], -along[0]]) / np.linalg.norm(along)
        steps = max(2, int(np.linalg.norm(along) / _STEP_IN) + 1)
        rows.append(a + np.linspace(0, 1, steps)[:, None] * along + out * away)
        turn = math.atan2(along[0] * after[1] - along[1] * after[0], float(along @ after))
        if turn > 1e-6:
            start = math.atan2(out[1], out[0])
            angles = start + np.linspace(0, turn, max(2, int(turn * away / _STEP_IN) + 1))
            rows.append(b + away * np.stack([np.cos(angles), np.sin(angles)], axis=1))
    if not rows:
        return np.zeros((0, 2))
    points = np.concatenate(rows)
    near = np.array([np.linalg.norm(_nearest_on(outline, each) - each) for each in points])
    return points[near >= away - 1e-6]


def _nearest_on(outline: Floats, at: Floats) -> Floats:
    """Return the point of a polygon's edge that is nearest to a place."""
    a, b = outline, np.roll(outline, -1, axis=0)
    along = b - a
    length = np.maximum((along**2).sum(axis=1), 1e-12)
    share = np.clip(((at - a) * along).sum(axis=1) / length, 0, 1)
    points = a + along * share[:, None]
    return points[int(np.argmin(np.linalg.norm(points - at, axis=1)))]
