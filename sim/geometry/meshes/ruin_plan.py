"""The plan of a parametric ruin: its walls, where its windows are, and how its edge is broken.

Frame: origin at the middle of the plan on the underside, width along x, depth along y. The back
wall stands at +y, the left one at -x. ``O`` has all four walls, ``U`` is open in front, ``L`` is
back and left, ``I`` the back wall alone, along the x axis.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Literal

__all__ = [
    "DOOR_IN",
    "LEAST_IN",
    "PARAPET_IN",
    "PLANS",
    "STUB",
    "Ruin",
    "RuinFault",
    "RuinWall",
    "WindowRow",
    "fallen_lintel",
    "openings_of",
    "ruin_faults",
    "ruin_walls",
    "top_edge",
]

Plan = Literal["I", "L", "U", "O"]
Point = tuple[float, float]
#: An opening in a wall: from and to along the wall, sill and head.
Opening = tuple[float, float, float, float]

#: The walls of each plan, counter-clockwise as the table sees them.
PLANS: Mapping[str, tuple[str, ...]] = {
    "I": ("back",),
    "L": ("back", "left"),
    "U": ("right", "back", "left"),
    "O": ("front", "right", "back", "left"),
}
#: Masonry is never thinner than this: over a head, under a sill, beside a jamb.
LEAST_IN = 0.05
#: A sill below this is a threshold: the opening is a doorway.
DOOR_IN = 1e-6
#: A thinner lintel under a broken edge has fallen.
_LINTEL_IN = 0.15
#: Least height of a broken wall, as a share of the whole.
STUB = 0.08
#: Walls that carry a floor stand at least so much above it.
PARAPET_IN = 0.1
#: Mean distance between the corners of a broken edge, and how far they jump.
_STRIDE_IN, _JAG = 0.45, 0.06


@dataclass(frozen=True)
class WindowRow:
    """A row of equal openings.

    Attributes
    ----------
    sill, head : float
        Heights of the opening's lower and upper edge, inches; a sill of 0 makes doorways.
    width : float
    jamb : float
        Least masonry on both sides of each opening.
    count : int or None
        Openings in each wall, evenly spread; one when neither this nor `every` is given.
    every : float or None
        From middle to middle; as many as fit, the row centred on its wall.
    walls : tuple of str
        Names of the walls that have them; empty for all.
    """

    sill: float
    head: float
    width: float
    jamb: float = 0.25
    count: int | None = None
    every: float | None = None
    walls: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ruin:
    """A ruin by its parameters, inches.

    Attributes
    ----------
    plan : {"I", "L", "U", "O"}
    width, depth : float
        Outside; the depth of an ``I`` is how far its floors reach to the front, 0 without floors.
    height, thickness : float
    windows : tuple of WindowRow
    broken : float
        0 for a whole upper edge, 1 for one broken down to a stub.
    seed : int
        Which broken edge: the same number gives the same one for ever.
    floors : tuple of float
        Heights of the floors' upper faces; walls stay as high as the floors they carry.
    """

    plan: Plan
    width: float
    depth: float
    height: float
    thickness: float
    windows: tuple[WindowRow, ...] = ()
    broken: float = 0.0
    seed: int = 0
    floors: tuple[float, ...] = ()


@dataclass(frozen=True)
class RuinFault:
    """Something that cannot be built: its place in the ruin's table, and the words for it."""

    where: str
    key: str
    params: Mapping[str, object]


@dataclass(frozen=True)
class RuinWall:
    """One wall.

    Attributes
    ----------
    name : str
    start : (x, y)
        Its outer corner where it begins.
    along : (x, y)
        Unit vector; outside lies to the right of it.
    length : float
        Of its outer face.
    joined : (bool, bool)
        Whether another wall meets it at its beginning and at its end.
    first : float
        How far its beginning is along the whole chain of walls.
    """

    name: str
    start: Point
    along: Point
    length: float
    joined: tuple[bool, bool]
    first: float

    def clear(self, thickness: float) -> tuple[float, float]:
        """Return from where to where along it nothing else stands behind it."""
        low = thickness if self.joined[0] else 0.0
        return low, self.length - (thickness if self.joined[1] else 0.0)

    def place(self, along: float, inward: float) -> Point:
        """Return a plan point so far along the wall and behind its outer face."""
        (x, y), (dx, dy) = self.start, self.along
        return (x + along * dx - inward * dy, y + along * dy + inward * dx)


def ruin_walls(ruin: Ruin) -> tuple[RuinWall, ...]:
    """Return the walls in the order of `PLANS`."""
    w, d, t = ruin.width / 2, ruin.depth / 2, ruin.thickness / 2
    if ruin.plan == "I":
        return (RuinWall("back", (w, t), (-1.0, 0.0), ruin.width, (False, False), 0.0),)
    shapes: dict[str, tuple[Point, Point, float]] = {
        "front": ((-w, -d), (1.0, 0.0), ruin.width),
        "right": ((w, -d), (0.0, 1.0), ruin.depth),
        "back": ((w, d), (-1.0, 0.0), ruin.width),
        "left": ((-w, d), (0.0, -1.0), ruin.depth),
    }
    names, closed, first = PLANS[ruin.plan], ruin.plan == "O", 0.0
    walls: list[RuinWall] = []
    for i, name in enumerate(names):
        joined = (closed or i > 0, closed or i < len(names) - 1)
        walls.append(RuinWall(name, *shapes[name], joined, first))
        first += shapes[name][2]
    return tuple(walls)


# --- windows ------------------------------------------------------------------------------------


def openings_of(ruin: Ruin, wall: RuinWall) -> tuple[Opening, ...]:
    """Return the openings of one wall, row by row; those of rows that do not fit are left out."""
    return tuple(
        (start, start + row.width, row.sill, row.head)
        for row in ruin.windows
        if not row.walls or wall.name in row.walls
        for start in _starts(row, *wall.clear(ruin.thickness))
    )


def _starts(row: WindowRow, low: float, high: float) -> tuple[float, ...]:
    room = high - low
    if _needed(row) > room + 1e-9:
        return ()
    if row.every is None:
        count = row.count or 1
        pier = (room - count * row.width) / (count + 1)
        return tuple(low + pier + i * (row.width + pier) for i in range(count))
    count = math.floor((room - 2 * row.jamb - row.width) / row.every + 1e-9) + 1
    first = (low + high) / 2 - (count - 1) * row.every / 2 - row.width / 2
    return tuple(first + i * row.every for i in range(count))


def _needed(row: WindowRow) -> float:
    """Return the length of wall that the row needs at least."""
    count = 1 if row.every is not None else row.count or 1
    return count * row.width + (count + 1) * row.jamb


# --- what cannot be built -----------------------------------------------------------------------


def ruin_faults(ruin: Ruin) -> tuple[RuinFault, ...]:
    """Return everything about a ruin that cannot be built, in reading order; empty when it can."""
    faults = [*_plan_faults(ruin)]
    sound = not faults
    for index, row in enumerate(ruin.windows):
        where = f"windows[{index + 1}]"
        faults += _row_faults(ruin, row, where)
        if sound:
            faults += _room_faults(ruin, row, where)
    faults += _meeting_faults(ruin) if sound else ()
    faults += _floor_faults(ruin)
    return tuple(faults)


def _plan_faults(ruin: Ruin) -> Iterator[RuinFault]:
    sides = {"width": ruin.width}
    if ruin.plan != "I":
        sides["depth"] = ruin.depth
        if ruin.depth <= 0:
            yield RuinFault("depth", "geometry.ruin.needs_depth", {"plan": ruin.plan})
            return
    least = ruin.thickness if ruin.plan == "I" else 2 * ruin.thickness + 4 * LEAST_IN
    for key, value in sides.items():
        if value < least:
            params = {"side": value, "thickness": ruin.thickness, "least": _told(least)}
            yield RuinFault(key, "geometry.ruin.too_thick", params)


def _row_faults(ruin: Ruin, row: WindowRow, where: str) -> Iterator[RuinFault]:
    if row.sill >= row.head:
        params = {"sill": row.sill, "head": row.head}
        yield RuinFault(f"{where}.sill", "geometry.ruin.sill_above_head", params)
    if DOOR_IN < row.sill < LEAST_IN:
        params = {"sill": row.sill, "least": LEAST_IN}
        yield RuinFault(f"{where}.sill", "geometry.ruin.thin_sill", params)
    if row.head > ruin.height - LEAST_IN:
        params = {"head": row.head, "height": ruin.height, "least": LEAST_IN}
        yield RuinFault(f"{where}.head", "geometry.ruin.head_above_wall", params)
    if row.jamb < LEAST_IN:
        params = {"jamb": row.jamb, "least": LEAST_IN}
        yield RuinFault(f"{where}.jamb", "geometry.ruin.thin_jamb", params)
    if row.count is not None and row.every is not None:
        yield RuinFault(where, "geometry.ruin.count_or_every", {})
    if row.every is not None and row.every < row.width + row.jamb - 1e-9:
        params = {"every": row.every, "least": _told(row.width + row.jamb)}
        yield RuinFault(f"{where}.every", "geometry.ruin.every_too_near", params)


def _room_faults(ruin: Ruin, row: WindowRow, where: str) -> Iterator[RuinFault]:
    known = PLANS[ruin.plan]
    for name in row.walls:
        if name not in known:
            params = {"found": name, "plan": ruin.plan, "walls": ", ".join(known)}
            yield RuinFault(f"{where}.walls", "geometry.ruin.no_such_wall", params)
    for wall in ruin_walls(ruin):
        low, high = wall.clear(ruin.thickness)
        if (not row.walls or wall.name in row.walls) and _needed(row) > high - low + 1e-9:
            room, needed = _told(high - low), _told(_needed(row))
            params = {"wall": wall.name, "room": room, "needed": needed}
            yield RuinFault(where, "geometry.ruin.no_room", params)


def _meeting_faults(ruin: Ruin) -> Iterator[RuinFault]:
    """Yield rows of which two openings meet, each pair of rows once."""
    told: list[tuple[int, int]] = []
    for wall in ruin_walls(ruin):
        clear = wall.clear(ruin.thickness)
        placed = [
            (number, start, row)
            for number, row in enumerate(ruin.windows, 1)
            if not row.walls or wall.name in row.walls
            for start in _starts(row, *clear)
        ]
        for (i, at, one), (j, to, other) in combinations(placed, 2):
            beside = at < to + other.width + LEAST_IN and to < at + one.width + LEAST_IN
            level = one.sill < other.head + LEAST_IN and other.sill < one.head + LEAST_IN
            if i != j and beside and level and (i, j) not in told:
                told.append((i, j))
                params = {"other": i, "wall": wall.name, "least": LEAST_IN}
                yield RuinFault(f"windows[{j}]", "geometry.ruin.rows_meet", params)


def _floor_faults(ruin: Ruin) -> Iterator[RuinFault]:
    if ruin.floors and ruin.plan == "I" and ruin.depth < ruin.thickness + 0.5:
        params: dict[str, object] = {"least": _told(ruin.thickness + 0.5)}
        yield RuinFault("depth", "geometry.ruin.ledge_depth", params)
    below = 0.0
    for index, z in enumerate(ruin.floors):
        if not below + 0.25 <= z <= ruin.height:
            params = {"found": z, "least": below + 0.25, "height": ruin.height}
            yield RuinFault(f"floors[{index + 1}]", "geometry.ruin.floor_height", params)
        below = max(below, z)


def _told(value: float) -> float:
    return round(value, 4)


# --- the broken edge ----------------------------------------------------------------------------


def top_edge(ruin: Ruin, wall: RuinWall) -> tuple[Point, ...]:
    """Return the upper edge of a wall: (along, height) from its beginning to its end.

    At a corner both walls are of one height, and no other place of the edge lies within the
    thickness of the wall that joins there.
    """
    if ruin.broken <= 0:
        return ((0.0, ruin.height), (wall.length, ruin.height))
    edge = _Edge(ruin)
    low, high = wall.clear(ruin.thickness)
    count = max(round((high - low) / _STRIDE_IN), 1)
    places = [0.0]
    for i in range(1, count):
        shift = 0.6 * (edge.roll(wall.first + i) - 0.5)
        places.append(low + (i + shift) * (high - low) / count)
    places.append(wall.length)
    return tuple((x, edge.height(wall.first + x)) for x in places)


@dataclass(frozen=True)
class _Edge:
    """How high the wall stands along the whole chain."""

    ruin: Ruin

    @cached_property
    def length(self) -> float:
        return sum(wall.length for wall in ruin_walls(self.ruin))

    @cached_property
    def carrying(self) -> float:
        """Height that the walls keep because a floor lies on them: all floors of a closed plan.

        Open plans keep their lowest floor; the higher ones are broken back.
        """
        floors = self.ruin.floors
        if not floors:
            return 0.0
        top = max(floors) if self.ruin.plan == "O" else min(floors)
        return min(top + PARAPET_IN, self.ruin.height)

    def roll(self, place: float) -> float:
        """Return a number from 0 to 1 that depends on seed and place alone."""
        return _hashed(self.ruin.seed, round(place * 1e4))

    def height(self, place: float) -> float:
        """Return the height at a place of the chain; on a closed one both ends are one."""
        closed = self.ruin.plan == "O"
        place = place % self.length if closed and place > self.length - 1e-6 else place
        turn = 2 * math.pi * place / self.length
        waves = [(k, self.roll(-float(k)), 1.0 / k) for k in range(1, 6)]
        swing = sum(share * math.sin(k * turn + 2 * math.pi * at) for k, at, share in waves)
        fallen = 0.5 + 0.35 * swing
        if not closed:  # free ends stand lower, as nothing holds them
            nearness = 1.0 - min(place, self.length - place) / (self.length / 2)
            fallen = 0.55 * fallen + 0.45 * nearness
        fallen += _JAG * (2 * self.roll(place) - 1)
        share = 1.0 - self.ruin.broken * min(max(fallen, 0.0), 1.0)
        return max(self.ruin.height * max(share, STUB), self.carrying)


def _hashed(seed: int, place: int) -> float:
    """Return a number from 0 to 1 by splitmix64, the same on every machine and version."""
    z = (seed * 0x9E3779B97F4A7C15 + place * 0xD1B54A32D192ED03 + 0x9E3779B97F4A7C15) & _WORD
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _WORD
    return ((z ^ (z >> 31)) >> 11) / (1 << 53)


_WORD = (1 << 64) - 1


def fallen_lintel(edge: Sequence[Point], opening: Opening) -> bool:
    """Return whether the edge over an opening is broken so low that its lintel has fallen."""
    low, high, _, head = opening
    over = [i for i, (x, _) in enumerate(edge) if low <= x <= high]
    before = max((i for i, (x, _) in enumerate(edge) if x < low), default=0)
    after = min((i for i, (x, _) in enumerate(edge) if x > high), default=len(edge) - 1)
    # Between its corners the edge is straight, and near a corner of the plan it turns about them.
    least = min(edge[i][1] for i in (before, *over, after))
    return least < head + (LEAST_IN if len(edge) == 2 else _LINTEL_IN) - 1e-9
