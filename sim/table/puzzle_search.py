"""The search for close calls: glance at thousands of pairs, settle a few dozen."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from sim.errors import HulldownError
from sim.geometry.margin import prove_margin
from sim.geometry.mesh_data import Floats
from sim.geometry.pose import Point, Pose
from sim.geometry.proof import prove
from sim.geometry.sight import Query, Target
from sim.table.facts import Facts
from sim.table.pieces import Stand
from sim.table.puzzle import LEVELS, MARGINS_IN, OPEN_SHARE, Call, Puzzle, puzzle_of
from sim.table.puzzle_places import Draws, StandingPlaces
from sim.table.what_if_glance import Glance
from sim.table.what_if_places import moved_to

__all__ = ["Search", "Wish"]

_PLACES, _PAIRS, _POINTS = 900, 2600, 64
_NEAR_IN, _FAR_AWAY_IN = 5.0, 44.0
#: Steps that bring a target out of sight, inches, and how many ways they go.
_STEPS = (0.15, 0.4, 0.9)
_WAYS = 6
#: Different figures in one set of puzzles.
_SIZES = 2
#: Times the search starts over with new places.
_ROUNDS = 4
#: Two puzzles' lookers, or targets, stand at least so far apart; the second where need be.
_APART_IN, _CLOSE_IN = 2.0, 0.5

#: Pairs of a round that are looked at more closely: for each puzzle wanted, and at least.
_FOR_EACH, _AT_LEAST = 8, 60
#: Places that are glanced at between a seen and a hidden one.
_BETWEEN = 15
#: How much farther a place is tried where the verdict sees what a glance missed, inches.
_MORE = (0.0, 0.05, 0.2)

#: Who looks, the target where it shows, and a step farther where it does not.
Flip = tuple[Stand, Stand, Stand]
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Wish:
    """What is looked for; see `sim.table.puzzles.make_puzzles`."""

    seed: int
    count: int
    hard: str = ""
    models: tuple[str, ...] = ()
    taken: tuple[Stand, ...] = ()


class Search:
    """Draws places, glances, settles, and keeps what makes a good mixture.

    Parameters
    ----------
    facts : Facts
    wish : Wish

    Raises
    ------
    HulldownError
        When a model is not on the table, or there is no figure at all.
    """

    def __init__(self, facts: Facts, wish: Wish) -> None:
        self.facts, self.wish = facts, wish
        self.draws = Draws(wish.seed)
        self.models = wish.models or self._figures()
        for model in self.models:
            facts.model(Stand(model, Pose(0.0, 0.0)))  # says so when there is no such model
        self.places = StandingPlaces(facts, wish.taken)
        self.glance = Glance(facts, (), _POINTS, self.places.terrain)
        self.found: list[Puzzle] = []
        #: How many of each answer are wanted: half, the odd one by lot.
        more = bool(self.draws.numbers(1)[0] < 0.5)
        self.wanted = {True: (wish.count + more) // 2, False: (wish.count + 1 - more) // 2}
        self.blocking: Counter[str] = Counter()

    def _figures(self) -> tuple[str, ...]:
        table = self.facts.table.models
        known = [name for name, model in table.items() if model.has_base and not model.is_solid]
        if not known:
            raise HulldownError("puzzle.no_figure")
        return tuple(known[k] for k in self.draws.order(len(known))[:_SIZES])

    def run(self, progress: Progress | None = None) -> list[Puzzle]:
        """Return as many puzzles as were asked for, or as there are, in a drawn order."""
        for _ in range(_ROUNDS):
            self._round(progress)
            if len(self.found) >= self.wish.count:
                break
        return [self.found[k] for k in self.draws.order(len(self.found))]

    def _round(self, progress: Progress | None) -> None:
        """Look through one drawing of places."""
        flips = self._flips(self._partly(self._pairs()))
        for apart in (True, False):
            for flip, lot in zip(flips, self.draws.numbers(len(flips)).tolist(), strict=True):
                if len(self.found) >= self.wish.count:
                    return
                puzzle = self._made(flip, lot, apart)
                if puzzle is not None:
                    self.found.append(puzzle)
                    self.blocking[_first(puzzle)] += 1
                    if progress is not None:
                        progress(len(self.found), self.wish.count)

    # --- at a glance --------------------------------------------------------------------------

    def _pairs(self) -> list[tuple[Stand, Stand]]:
        """Return pairs at shooting distances, everybody with several others."""
        each = _PLACES // len(self.models)
        stands = [s for model in self.models for s in self.places.draw(model, each, self.draws)]
        if len(stands) < 2:
            return []
        ends = (self.draws.numbers(2 * _PAIRS) * len(stands)).astype(int).reshape(-1, 2)
        at = np.array([stand.pose.at for stand in stands])
        away = np.hypot(*(at[ends[:, 0]] - at[ends[:, 1]]).T)
        fit = (away > _NEAR_IN) & (away < _FAR_AWAY_IN)
        return [(stands[a], stands[b]) for a, b in ends[fit].tolist()]

    def _partly(self, pairs: Sequence[tuple[Stand, Stand]]) -> list[tuple[Stand, Stand]]:
        """Return the pairs that show a part, so ordered that the pieces in the way take turns."""
        free = self.glance.free(pairs) if pairs else np.zeros(0)
        chosen = [pairs[k] for k in np.flatnonzero((free > 0) & (free < OPEN_SHARE)).tolist()]
        if not chosen:
            return []
        chosen = [chosen[k] for k in self.draws.order(len(chosen))]
        eyes = np.array([self.facts.eye(a) for a, _ in chosen])
        middles = np.array([self.glance.samples(b).mean(axis=0) for _, b in chosen])
        pieces = self.places.terrain.first_hit(eyes, middles)[1].tolist()
        nth: Counter[int] = Counter()
        keyed: list[tuple[int, int]] = []
        for k, piece in enumerate(pieces):
            keyed.append((nth[piece], k))
            nth[piece] += 1
        most = max(_AT_LEAST, _FOR_EACH * self.wish.count)
        return [chosen[k] for _, k in sorted(keyed)][:most]

    def _flips(self, pairs: Sequence[tuple[Stand, Stand]]) -> list[Flip]:
        """Return for each pair a short step of the target that brings it out of sight."""
        turns = 2 * math.pi * np.arange(_WAYS) / _WAYS
        ways = np.stack([np.cos(turns), np.sin(turns)], axis=1)
        shifts: Floats = np.concatenate([ways * step for step in _STEPS])
        asked = [
            (k, there) for k, (_, b) in enumerate(pairs) for there in self.places.beside(b, shifts)
        ]
        if not asked:
            return []
        free = self.glance.free([(pairs[k][0], there) for k, there in asked])
        gone: dict[int, list[Stand]] = {}
        for (k, there), share in zip(asked, free.tolist(), strict=True):
            if share == 0.0:
                gone.setdefault(k, []).append(there)
        lots = self.draws.numbers(len(gone)).tolist()
        return self._closer(
            [
                (*pairs[k], each[int(lot * len(each))])
                for (k, each), lot in zip(gone.items(), lots, strict=True)
            ]
        )

    def _closer(self, flips: list[Flip]) -> list[Flip]:
        """Return flips narrowed to the two neighbouring places where a glance's answer turns."""
        rows = [
            [moved_to(seen, *at) for at in _between(seen.pose.at, hidden.pose.at)]
            for _, seen, hidden in flips
        ]
        asked = [(a, b) for (a, _, _), row in zip(flips, rows, strict=True) for b in row]
        free = iter((self.glance.free(asked) if asked else np.zeros(0)).tolist())
        found: list[Flip] = []
        for (a, seen, hidden), row in zip(flips, rows, strict=True):
            shown = [next(free) > 0 for _ in row]
            last = max((k for k, good in enumerate(shown) if good), default=-1)
            near = row[last] if last >= 0 else seen
            beyond = row[last + 1] if last + 1 < len(row) else hidden
            found.append((a, near, beyond))
        return found

    # --- by the verdict -----------------------------------------------------------------------

    def _made(self, flip: Flip, lot: float, apart: bool) -> Puzzle | None:
        """Return the puzzle near a flip, or None where none can be made of it."""
        a, seen, hidden = flip
        if self._again(a, seen, apart) or not self.places.clear(a):
            return None
        answer = self._wanted_answer()
        near, beyond = (seen, hidden) if answer else (hidden, seen)
        b = self._away(near, beyond, self._wanted_margin(lot))
        if b is None or not self.places.clear(b, a) or self.facts.sees(a, b) != answer:
            return None
        sight = self.facts.sight(a, b)
        if apart and sight.blockers and self._too_often(sight.blockers[0][0]):
            return None
        shift = self._shift(a, b, beyond, answer)
        if shift is None:
            return None
        query = self._query(a, b)
        margin = prove_margin(self.places.terrain, query, math.hypot(*shift))
        puzzle = puzzle_of(self.facts.table, Call(a, b, sight, margin, shift))
        if puzzle is None or (self.wish.hard and puzzle.level != self.wish.hard):
            return None
        # The margin is a proof of its own; the closest calls are proven the other way, too.
        sure = puzzle.level != LEVELS[-1] or prove(self.places.terrain, query).visible == answer
        return puzzle if sure else None

    def _wanted_answer(self) -> bool:
        """Return the answer of which more are still wanted."""
        have = Counter(puzzle.answer for puzzle in self.found)
        return self.wanted[True] - have[True] > self.wanted[False] - have[False]

    def _wanted_margin(self, lot: float) -> float:
        level = self.wish.hard or LEVELS[len(self.found) % len(LEVELS)]
        low, high = MARGINS_IN[level]
        return low + lot * (high - low)

    def _away(self, near: Stand, beyond: Stand, length: float) -> Stand | None:
        """Return the place so far from a turn on its near side, or None where nobody can stand."""
        way = np.subtract(near.pose.at, beyond.pose.at)
        found = self.places.beside(near, (way / np.hypot(*way) * length)[None])
        return found[0] if found else None

    def _shift(self, a: Stand, b: Stand, beyond: Stand, answer: bool) -> Point | None:
        """Return a shift of the target that the verdict says turns the answer."""
        way = np.subtract(beyond.pose.at, b.pose.at)
        length = float(np.hypot(*way))
        for more in _MORE:
            there = moved_to(b, *(np.asarray(b.pose.at) + way * (1 + more / length)))
            if self.facts.sees(a, there) != answer:
                return (there.pose.x - b.pose.x, there.pose.y - b.pose.y)
        return None

    def _query(self, a: Stand, b: Stand) -> Query:
        target = Target(self.glance.body(b), b.pose, self.facts.support_under(b))
        return Query(self.facts.eye(a), target, ())

    # --- the mixture --------------------------------------------------------------------------

    def _again(self, a: Stand, b: Stand, apart: bool) -> bool:
        least = _APART_IN if apart else _CLOSE_IN
        return any(
            math.dist(a.pose.at, each.a.pose.at) < least
            or math.dist(b.pose.at, each.b.pose.at) < least
            for each in self.found
        )

    def _too_often(self, piece: str) -> bool:
        return self.blocking[piece] >= max(1, self.wish.count // 5)


def _first(puzzle: Puzzle) -> str:
    return puzzle.blockers[0][0] if puzzle.blockers else ""


def _between(start: Point, end: Point) -> list[Point]:
    shares = [(k + 1) / (_BETWEEN + 1) for k in range(_BETWEEN)]
    return [
        (start[0] + t * (end[0] - start[0]), start[1] + t * (end[1] - start[1])) for t in shares
    ]
