"""Places where two bases could stand, drawn by a seed: the raw matter of puzzles."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence

import numpy as np

from sim.geometry.mesh_data import Floats, MeshData
from sim.geometry.pose import Pose
from sim.geometry.rays import SolidSet
from sim.geometry.shapes import reach_of
from sim.geometry.units import overlaps, quantise_in
from sim.table.facts import Facts
from sim.table.levels import Levels
from sim.table.pieces import Stand
from sim.table.what_if_places import Places

__all__ = ["Draws", "StandingPlaces"]

#: How much lower or higher than under its middle the ground under a base's rim may lie, inches.
_STEEP_IN = 0.3
_ROUND = 8
#: Heights, as shares of the figure's, at which it must not stick in terrain.
_AT = (0.3, 0.6, 0.9)
#: Part of the base's breadth that the figure is taken to fill.
_FILLED = 0.6
_FACING_DEG = 5


class Draws:
    """Numbers that follow from a seed and from nothing else.

    Parameters
    ----------
    seed : int
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._block = 0

    def numbers(self, count: int) -> Floats:
        """Return the next numbers, evenly in 0..1 (1 excluded)."""
        found: list[int] = []
        while len(found) < count:
            text = f"{self._seed}/{self._block}".encode()
            self._block += 1
            found += np.frombuffer(hashlib.blake2b(text).digest(), ">u8").tolist()
        return np.array([value >> 11 for value in found[:count]], np.float64) / 2.0**53

    def order(self, count: int) -> list[int]:
        """Return 0..count-1 in a drawn order."""
        return np.argsort(self.numbers(count), kind="stable").tolist() if count else []


class StandingPlaces:
    """Says where a model could really stand: on a support, clear of terrain, on the table.

    Parameters
    ----------
    facts : Facts
    taken : sequence of Stand
        Bases that stand there already.
    """

    def __init__(self, facts: Facts, taken: Sequence[Stand] = ()) -> None:
        self.facts, self.taken = facts, tuple(taken)
        self.terrain = SolidSet({each.id: each.body for each in facts.table.terrain.values()})
        #: In the order of the solids' bounds.
        self._solid = [p.body for p in facts.table.terrain.values() if p.body.triangles]
        self._places = Places(facts)
        self._levels = Levels(facts.table)

    def draw(self, model: str, count: int, draws: Draws, upstairs: float = 0.15) -> list[Stand]:
        """Return places drawn over the table, with facings; some of them on floors.

        Parameters
        ----------
        upstairs : float
            Part of the places that lie on the floors of buildings, where there are any.

        Returns
        -------
        list of Stand
            At most `count`; those on walls, in water without bed and off the table are left out.
            Whether one sticks in terrain is only said by `clear`.
        """
        floors = [name for name in self._levels.names if self._outline(name) is not None]
        above = round(count * upstairs) if floors else 0
        spots = draws.numbers(2 * count).reshape(-1, 2)
        turns = draws.numbers(count)
        found: list[Stand] = []
        for k, name in enumerate([self._levels.names[0], *floors]):
            chosen = np.arange(above, count) if k == 0 else np.arange(k - 1, above, len(floors))
            found += self._on_level(model, name, spots[chosen], turns[chosen])
        return [found[k] for k in draws.order(len(found))]

    def _outline(self, name: str) -> Floats | None:
        level = self._levels.get(name)
        floor = None if level is None else level.floor
        return None if floor is None else np.asarray(floor.outline, np.float64)

    def _on_level(self, model: str, name: str, spots: Floats, turns: Floats) -> list[Stand]:
        outline = self._outline(name)
        if outline is None:
            low, high = np.zeros(2), np.array([self.facts.table.width, self.facts.table.depth])
        else:
            low, high = outline.min(axis=0), outline.max(axis=0)
        points = np.round(low + spots * (high - low), 2)
        start = Stand(model, Pose(float(points[0, 0]), float(points[0, 1]), 0.0, name))
        good = self._places.allow(start, points) if len(points) else np.zeros(0, bool)
        steps = 360 // _FACING_DEG
        return [
            Stand(model, Pose(float(x), float(y), float(int(turn * steps) * _FACING_DEG), name))
            for (x, y), turn in zip(points[good].tolist(), turns[good].tolist(), strict=True)
        ]

    def beside(self, stand: Stand, shifts: Floats) -> list[Stand]:
        """Return those neighbours of a stand, ``(n, 2)`` inches away, on which it may stand."""
        points = np.round(np.asarray(stand.pose.at) + shifts, 4)
        good = self._places.allow(stand, points)
        return [
            Stand(stand.model, stand.pose.moved(quantise_in(x), quantise_in(y)))
            for x, y in points[good].tolist()
        ]

    def clear(self, stand: Stand, other: Stand | None = None) -> bool:
        """Return whether a figure stands well: level, touching no terrain and nobody's base."""
        near = self.taken if other is None else (*self.taken, other)
        if any(overlaps(self.facts.gap(stand, each).inches) for each in near):
            return False
        return self._level_under(stand) and self._free_of_terrain(stand)

    def _level_under(self, stand: Stand) -> bool:
        radius = reach_of(self.facts.model(stand).base)
        under = self.facts.support_under(stand)
        name, (x, y) = stand.pose.level, stand.pose.at
        for k in range(_ROUND):
            turn = 2 * math.pi * k / _ROUND
            rim = (x + radius * math.cos(turn), y + radius * math.sin(turn))
            if abs(self.facts.support(*rim, name) - under) > _STEEP_IN:
                return False
        return True

    def _free_of_terrain(self, stand: Stand) -> bool:
        model = self.facts.model(stand)
        under = self.facts.support_under(stand)
        turn = 2 * math.pi * np.arange(_ROUND) / _ROUND
        rim = _FILLED * reach_of(model.base) * np.stack([np.cos(turn), np.sin(turn)], axis=1)
        starts: list[Floats] = []
        ends: list[Floats] = []
        for share in _AT:
            middle = np.array([*stand.pose.at, under + share * model.height_in])
            starts.append(np.repeat(middle[None], _ROUND, axis=0))
            ends.append(middle + np.column_stack([rim, np.zeros(_ROUND)]))
        foot = np.array([*stand.pose.at, under + 0.05])
        starts.append(foot[None])
        ends.append(foot[None] + [0.0, 0.0, model.height_in])
        if self.terrain.occluded(np.concatenate(starts), np.concatenate(ends)).any():
            return False
        middle = np.array([*stand.pose.at, under + model.height_in / 2])
        over = ((self.terrain.bounds[:, 0] < middle) & (middle < self.terrain.bounds[:, 1])).all(1)
        return not any(_holds(self._solid[k], middle) for k in np.flatnonzero(over).tolist())


def _holds(mesh: MeshData, point: Floats) -> bool:
    """Return whether a point lies inside a closed mesh: no ray from in there meets a surface.

    Above a point inside, one more surface faces up than down.
    """
    # A little aside, so that the line up meets no edge of a model made on a grid.
    x, y = point[0] + 1.3e-5, point[1] + 0.7e-5
    corners = mesh.vertices[mesh.faces] - np.array([x, y, point[2]])
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    double = _cross(b - a, c - a)
    over = np.stack([_cross(b, c), _cross(c, a), _cross(a, b)], axis=1)
    with_sign = over * np.sign(double)[:, None]
    met = (with_sign > 0).all(axis=1) & (double != 0)
    heights = (over[met] * corners[met, :, 2]).sum(axis=1) / double[met]
    return int(np.sign(double[met])[heights > 0].sum()) > 0


def _cross(a: Floats, b: Floats) -> Floats:
    return a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
