"""The nearest spot from which a miniature sees, or at which it is hidden.

A coarse grid of the places within the move is asked first, then the neighbourhood of the nearest
that serve, at a twentieth of an inch and along the way there. What is found serves at the place
that is printed; a spot that lies between the grid's places may be missed, so nobody here says that
there is none.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from sim.geometry.mesh_data import Floats
from sim.geometry.paths import path_length
from sim.geometry.pose import Point
from sim.geometry.units import is_within
from sim.table.facts import Facts, Sight
from sim.table.pieces import Stand
from sim.table.what_if_glance import Glance
from sim.table.what_if_places import Places, moved_to

__all__ = ["FINE_IN", "Spot", "SpotSearch", "SpotTerms", "nearest_spot"]

#: How finely the neighbourhood of a good spot is searched, inches.
FINE_IN = 0.05
#: How near the last step along the way comes to where the verdict turns, inches.
LAST_IN = 0.01
#: Half the arc on which a nearer place is looked for.
_ARC_IN = 1.5
_ALONG_IN = 0.1
_OUTWARD_IN = (0.0, 0.02, 0.05, 0.1, 0.2, 0.4, 0.8)
_SEEDS = 4
_ROUNDS = 60
_AT_ONCE = 192

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Spot:
    """A place that serves.

    Attributes
    ----------
    stand : Stand
        The mover there.
    path : tuple of Point
        From where it stands now to the spot.
    length_in : float
    sights : tuple of Sight
        For each of the others, in their order: of it from the spot, or from it of the spot.
    """

    stand: Stand
    path: tuple[Point, ...]
    length_in: float
    sights: tuple[Sight, ...]


@dataclass(frozen=True)
class SpotTerms:
    """On what terms a spot is looked for.

    Attributes
    ----------
    every : bool or None
        For every one of the others, or for one at least; by default one for ``see``, every one
        for ``hide``.
    solids : tuple of Stand
        Hulls that block sight.
    keep : tuple of (Stand, gap)
        Bases that stand in the way, and the gap to keep from them.
    straight : bool
        Measure the straight distance (a leap or a flight) instead of the way round terrain.
    spacing : float
        Of the first grid, inches.
    """

    every: bool | None = None
    solids: tuple[Stand, ...] = ()
    keep: tuple[tuple[Stand, float], ...] = ()
    straight: bool = False
    spacing: float = 0.5


@dataclass(frozen=True)
class SpotSearch:
    """What was looked for, how finely, and what was found.

    Attributes
    ----------
    want : str
        ``see`` or ``hide``.
    every : bool
        Whether it must hold for every one of the others, or for one of them at least.
    within_in : float
        Length of the move.
    straight : bool
        Whether the straight distance counted and not the way round terrain.
    spacing_in, fine_in : float
        How finely the grid and the neighbourhood of the nearest good spots were searched.
    tried : int
        Places that were asked.
    spot : Spot or None
        None: no place of the grid served, which is not to say that there is none.
    """

    want: str
    every: bool
    within_in: float
    straight: bool
    spacing_in: float
    fine_in: float
    tried: int
    spot: Spot | None


def nearest_spot(
    facts: Facts,
    mover: Stand,
    others: Sequence[Stand],
    within: float,
    want: str = "see",
    terms: SpotTerms | None = None,
    *,
    progress: Progress | None = None,
) -> SpotSearch:
    """Return the nearest spot within a move that sees the others, or that they do not see.

    Parameters
    ----------
    facts : Facts
    mover : Stand
        Keeps its facing and its level.
    others : sequence of Stand
        Targets (``see``) or lookers (``hide``).
    within : float
        Length of the move, inches.
    want : {"see", "hide"}
    terms : SpotTerms, optional
    progress : callable, optional
        Told how many places of how many are answered.
    """
    told = terms or SpotTerms()
    every = want == "hide" if told.every is None else told.every
    search = _Search(facts, mover, tuple(others), within, want, replace(told, every=every))
    spot = search.run(progress)
    return SpotSearch(want, every, within, told.straight, told.spacing, FINE_IN, search.tried, spot)


class _Search:
    """One search: asks places, follows ways, comes nearer."""

    def __init__(
        self,
        facts: Facts,
        mover: Stand,
        others: tuple[Stand, ...],
        within: float,
        want: str,
        terms: SpotTerms,
    ) -> None:
        self.facts, self.mover, self.others = facts, mover, others
        self.within, self.want, self.terms = within, want, terms
        self.solids = tuple(each for each in terms.solids if each != mover)
        self.places = Places(facts)
        self.glance = Glance(facts, self.solids, 96)
        self.tried = 0
        #: Whether places are judged by the verdict, or at a glance.
        self.exact = True

    # --- the question -------------------------------------------------------------------------

    def serves(self, points: Floats) -> list[bool]:
        """Return at which points the wish comes true, in one batch: by verdict or at a glance."""
        self.tried += len(points)
        here = [moved_to(self.mover, float(x), float(y)) for x, y in points]
        if self.want == "see":
            pairs = [(spot, other) for spot in here for other in self.others]
        else:
            pairs = [(other, spot) for spot in here for other in self.others]
        seen: list[bool] = (
            self.facts.sees_many(pairs, self.solids)
            if self.exact
            else (self.glance.free(pairs) > 0).tolist()
        )
        count, wish = len(self.others), self.want == "see"
        whole = all if self.terms.every else any
        return [
            whole(each == wish for each in seen[first : first + count])
            for first in range(0, len(seen), count)
        ]

    def way(self, goal: Point) -> tuple[Point, ...] | None:
        """Return the way to a place, start and end included, or None where none is short enough."""
        start = self.mover.pose.at
        if self.terms.straight or goal == start:
            return (start, goal) if is_within(math.dist(start, goal), self.within) else None
        found = self.facts.find_path(self.mover, goal, keep=self.terms.keep, limit=self.within)
        return None if found is None else (start, *found)

    # --- the search ---------------------------------------------------------------------------

    def run(self, progress: Progress | None) -> Spot | None:
        """Return the nearest spot found."""
        start = self.mover.pose.at
        if self.serves(np.array([start]))[0]:
            return self.spot((start, start))
        self.exact = False
        ways = [self.way(seed) for seed in self.seeds(progress)]
        near = [self.nearer(self.first_along(way)) for way in ways if way is not None]
        self.exact = True
        for way in sorted(near, key=_length):
            sure = self.outward(way)
            if sure is not None:
                return self.spot(self.nearer(sure))
        return None

    def seeds(self, progress: Progress | None) -> list[Point]:
        """Return the nearest places of the grid that serve, well apart from one another."""
        spacing = self.terms.spacing
        places = self.grid(spacing)
        found: list[tuple[float, Point]] = []
        for first in range(0, len(places), _AT_ONCE):
            chunk = places[first : first + _AT_ONCE]
            if len(found) >= _SEEDS and chunk[0][0] > found[0][0] + 2 * spacing:
                break
            answers = self.serves(np.array([at for _, at in chunk]))
            found += [each for each, good in zip(chunk, answers, strict=True) if good]
            if progress is not None:
                progress(min(first + _AT_ONCE, len(places)), len(places))
        apart: list[Point] = []
        for _, at in found:
            if len(apart) < _SEEDS and all(math.dist(at, each) > 3 * spacing for each in apart):
                apart.append(at)
        return apart

    def grid(self, spacing: float) -> list[tuple[float, Point]]:
        """Return the places within the move with their distance, nearest first."""
        start = self.mover.pose.at
        if self.terms.straight:
            spots = [(float(x), float(y)) for x, y in self._free_disc(spacing)]
            lengths: Sequence[float] = [math.dist(start, at) for at in spots]
        else:
            spots = list(
                self.facts.reach(self.mover, self.within, keep=self.terms.keep, spacing=spacing)
            )
            lengths = self.facts.way_lengths(self.mover, spots)
        return sorted(zip(lengths, spots, strict=True))

    def _free_disc(self, spacing: float) -> Floats:
        points = self.places.disc(self.mover, self.within, spacing)
        return points[[self._clear(float(x), float(y)) for x, y in points]]

    def _clear(self, x: float, y: float) -> bool:
        there = moved_to(self.mover, x, y)
        return all(
            self.facts.gap(there, other).inches >= gap - 1e-3 for other, gap in self.terms.keep
        )

    def first_along(self, way: tuple[Point, ...]) -> tuple[Point, ...]:
        """Return the way as far as the first place on it that serves; its end does."""
        steps = _steps(way)
        answers = self.serves(np.array([at for _, at in steps]))
        index = next((i for i, good in enumerate(answers) if good), len(steps) - 1)
        leg, at = steps[index]
        return (*way[: leg + 1], at)

    def outward(self, way: tuple[Point, ...]) -> tuple[Point, ...] | None:
        """Return the way prolonged to where the verdict agrees with the glance, or None."""
        turn, end = way[-2], way[-1]
        length = max(math.dist(turn, end), FINE_IN)
        for more in _OUTWARD_IN:
            at = moved_to(self.mover, *_at(turn, end, 1 + more / length)).pose.at
            if self._serves_at(at):
                return way if more == 0.0 else self.way(at)
        return None

    def nearer(self, way: tuple[Point, ...]) -> tuple[Point, ...]:
        """Return a way shortened for as long as a serving place lies inside the arc of its end."""
        way = self._inward(way)
        for _ in range(_ROUNDS):
            shorter = self._inside(way)
            if shorter is None:
                break
            way = shorter
        return way

    def _inside(self, way: tuple[Point, ...]) -> tuple[Point, ...] | None:
        """Return a way to a serving place on an arc a fine step nearer to the last turn."""
        turn, end = way[-2], way[-1]
        radius = math.dist(turn, end) - FINE_IN
        if radius <= FINE_IN:
            return None
        middle = math.atan2(end[1] - turn[1], end[0] - turn[0])
        half = _ARC_IN / 3 if self.exact else _ARC_IN
        count = math.ceil(min(half, math.pi * radius) / FINE_IN)
        angles = middle + np.arange(-count, count + 1) * FINE_IN / radius
        arc = np.array(turn) + radius * np.column_stack([np.cos(angles), np.sin(angles)])
        arc = arc[self.places.allow(self.mover, arc)]
        answers = self.serves(arc) if len(arc) else []
        for index in _middles(answers):
            at = moved_to(self.mover, *arc[index]).pose.at
            found = self.way(at)
            if found is not None and _length(found) < _length(way) - LAST_IN:
                return self._inward(found)
        return None

    def _inward(self, way: tuple[Point, ...]) -> tuple[Point, ...]:
        """Return the way with its last leg shortened to where the verdict turns."""
        turn, end = way[-2], way[-1]
        length = math.dist(turn, end)
        low, high, step = length, length, FINE_IN
        while low == high and high > LAST_IN:
            low = max(0.0, high - step)
            if self._serves_at(_at(turn, end, low / length)):
                high, step = low, 2 * step
        while high - low > LAST_IN:
            middle = (low + high) / 2
            if self._serves_at(_at(turn, end, middle / length)):
                high = middle
            else:
                low = middle
        if high == length:
            return way
        at = moved_to(self.mover, *_at(turn, end, high / length)).pose.at
        return (*way[:-1], at) if self._serves_at(at) else way

    def _serves_at(self, at: Point) -> bool:
        points = np.array([at])
        return bool(self.places.allow(self.mover, points)[0]) and self.serves(points)[0]

    def spot(self, way: tuple[Point, ...]) -> Spot:
        """Return the spot at the end of a way with what is seen there."""
        stand = moved_to(self.mover, *way[-1])
        sees = self.want == "see"
        sights = tuple(
            self.facts.sight(*((stand, other) if sees else (other, stand)), self.solids)
            for other in self.others
        )
        return Spot(stand, way, _length(way), sights)


def _length(way: tuple[Point, ...]) -> float:
    return path_length(way[0], way[1:])


def _middles(answers: Sequence[bool]) -> list[int]:
    """Return the middle of each run of serving places, the longest run first."""
    edges = np.flatnonzero(np.diff([0, *(int(each) for each in answers), 0]))
    runs = sorted(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True), key=_run_order)
    return [(first + last - 1) // 2 for first, last in runs]


def _run_order(run: tuple[int, int]) -> tuple[int, int]:
    return (run[0] - run[1], run[0])


def _at(a: Point, b: Point, share: float) -> Point:
    return (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))


def _steps(way: tuple[Point, ...]) -> list[tuple[int, Point]]:
    """Return places along a way a tenth of an inch apart, each with the number of its leg."""
    found: list[tuple[int, Point]] = []
    for leg, (a, b) in enumerate(itertools.pairwise(way)):
        count = max(1, math.ceil(math.dist(a, b) / _ALONG_IN))
        found += [(leg, _at(a, b, (i + 1) / count)) for i in range(count)]
    return [(leg, (round(x, 4), round(y, 4))) for leg, (x, y) in found]
