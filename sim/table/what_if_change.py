"""The cheapest change that opens or closes a line of sight, each candidate with its evidence.

One thing is changed at a time: a figure is shifted, the eye rises or sinks, one piece is shifted,
cut down, built up or taken away. The sight in the answer is that of the changed table.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from sim.geometry.mesh_data import Floats
from sim.geometry.units import quantise_in
from sim.table.facts import Facts, Sight
from sim.table.pieces import Stand, Terrain
from sim.table.what_if_bench import Bench, Changed, cut_down, stretched
from sim.table.what_if_places import Places, moved_to
from sim.table.what_if_turn import Bools, Turn, least_amount, least_shift

__all__ = ["KINDS", "MOST_IN", "Change", "Changes", "cheapest_change"]

#: Kinds of change in the order in which equal costs are listed.
KINDS = (
    "shift_target",
    "shift_shooter",
    "raise_eye",
    "lower_eye",
    "shift_piece",
    "lower_piece",
    "raise_piece",
    "remove_piece",
)
#: Nothing is moved farther than this unless asked, inches.
MOST_IN = 6.0
#: What is flatter (a river, a road) is not built up.
_LEAST_HIGH_IN = 0.25
#: An eye never sinks lower than this over its support.
_LEAST_EYE_IN = 0.1

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Change:
    """One change that turns the verdict.

    Attributes
    ----------
    kind : str
        One of `KINDS`.
    cost_in : float or None
        Inches; None for a piece that is taken away.
    sight : Sight
        What is seen after it.
    short_in : float or None
        The most of the same change that was tried and did not turn the verdict.
    piece : str
        Id, where a piece is changed.
    shift : (dx, dy) or None
        Of a figure or piece, inches.
    stand : Stand or None
        Where the shifted figure stands then.
    height_in : float or None
        Height of the piece's top over the table, or of the eye over its support, after it.
    """

    kind: str
    cost_in: float | None
    sight: Sight
    short_in: float | None = None
    piece: str = ""
    shift: tuple[float, float] | None = None
    stand: Stand | None = None
    height_in: float | None = None


@dataclass(frozen=True)
class Changes:
    """The verdict as it is and what would turn it.

    Attributes
    ----------
    before : Sight
        As the table stands.
    most_in : float
        How far anything was moved.
    changes : tuple of Change
        Cheapest first; removals, which have no length, last.
    """

    before: Sight
    most_in: float
    changes: tuple[Change, ...]


def cheapest_change(
    facts: Facts,
    a: Stand,
    b: Stand,
    *,
    solids: Sequence[Stand] = (),
    others: Sequence[Stand] = (),
    most: float = MOST_IN,
    progress: Progress | None = None,
) -> Changes:
    """Return what would open the line from `a` to `b` when it is closed, or close it when open.

    Parameters
    ----------
    facts : Facts
    a, b : Stand
        Who looks, and at whom.
    solids : sequence of Stand
        Hulls that block sight.
    others : sequence of Stand
        Who stands in the way of a shifted figure.
    most : float
        How far anything may be moved, inches.
    progress : callable, optional
        Told how many kinds of change of how many are tried.
    """
    hulls = tuple(each for each in solids if each not in (a, b))
    search = _Search(Bench(facts, a, b, hulls, most), tuple(others))
    tasks = list(search.tasks())
    found: list[Change] = []
    for done, task in enumerate(tasks, start=1):
        change = task()
        if change is not None:
            found.append(change)
        if progress is not None:
            progress(done, len(tasks))
    return Changes(facts.sight(a, b, hulls), most, tuple(sorted(found, key=_order)))


def _order(change: Change) -> tuple[float, int, str]:
    cost = math.inf if change.cost_in is None else change.cost_in
    return (cost, KINDS.index(change.kind), change.piece)


class _Search:
    """The changes of one pair."""

    def __init__(self, bench: Bench, others: tuple[Stand, ...]) -> None:
        self.bench = bench
        self.others = tuple(each for each in others if each not in (bench.a, bench.b))
        self.opens = not bench.as_is.is_visible()
        self.places = Places(bench.facts)
        self.points = bench.glance.samples(bench.b)

    def turned(self, changed: Changed) -> bool:
        """Return whether a change turns the verdict."""
        return changed.is_visible() == self.opens

    def tasks(self) -> Iterator[Callable[[], Change | None]]:
        """Yield the searches, one for each thing that can be changed."""
        yield partial(self.figure, "shift_target", self.bench.b)
        yield partial(self.figure, "shift_shooter", self.bench.a)
        yield partial(self.eye, "raise_eye", 1.0)
        yield partial(self.eye, "lower_eye", -1.0)
        hiding = dict(self.bench.as_is.look().blockers) if self.opens else {}
        for piece in self.bench.pieces:
            if self.bench.is_under(piece) or (self.opens and piece.id not in hiding):
                continue
            # What a piece hides wherever it is moved, it hides less than nothing at all does.
            if self.opens and not self.turned(self.bench.without(piece)):
                continue
            yield partial(self.shifted, piece)
            yield partial(self.lowered if self.opens else self.raised, piece)
            if self.opens:
                yield partial(self.removed, piece)

    # --- figures --------------------------------------------------------------------------------

    def figure(self, kind: str, stand: Stand) -> Change | None:
        """Return the least shift of the target or the shooter."""
        is_target = kind == "shift_target"
        change = self.bench.with_target if is_target else self.bench.with_shooter

        def there(dx: float, dy: float) -> Stand:
            return moved_to(stand, stand.pose.x + dx, stand.pose.y + dy)

        def turns(dx: float, dy: float) -> bool:
            moved = there(dx, dy)
            return self._can_stand(moved) and self.turned(change(moved))

        def glance(shifts: Floats) -> Bools:
            spots = np.round(np.array(stand.pose.at) + shifts, 4)
            seems = self.places.allow(stand, spots)
            moved = [there(dx, dy) for dx, dy in shifts[seems].tolist()]
            pairs = [(self.bench.a, m) if is_target else (m, self.bench.b) for m in moved]
            seems[seems] = (self.bench.glance.free(pairs) > 0) == self.opens
            return seems

        turn = least_shift(turns, glance, self.bench.most)
        if turn is None:
            return None
        moved = there(*turn.shift)
        sight = change(moved).look()
        return Change(kind, turn.amount, sight, turn.short, shift=turn.shift, stand=moved)

    def _can_stand(self, stand: Stand) -> bool:
        if not self.places.allow(stand, np.array([stand.pose.at]))[0]:
            return False
        gaps = (self.bench.facts.gap(stand, other).inches for other in self.others)
        return all(gap >= -1e-3 for gap in gaps)

    def eye(self, kind: str, sign: float) -> Change | None:
        """Return the least rise, or fall, of the eye."""
        height = self.bench.facts.model(self.bench.a).eye_height_in
        most = self.bench.most if sign > 0 else min(self.bench.most, height - _LEAST_EYE_IN)
        eye = np.array(self.bench.as_is.eye)

        def turns(rise: float) -> bool:
            return self.turned(self.bench.with_eye(sign * rise))

        def glance(rises: Floats) -> Bools:
            eyes = eye + sign * rises[:, None] * np.array([0.0, 0.0, 1.0])
            return self._glance(eyes, self.points)

        turn = least_amount(turns, glance, most)
        if turn is None:
            return None
        sight = self.bench.with_eye(sign * turn.amount).look()
        after = quantise_in(height + sign * turn.amount)
        return Change(kind, turn.amount, sight, turn.short, height_in=after)

    def _glance(self, eyes: Floats, points: Floats) -> Bools:
        """Return which eyes seem to see, or not to see, any of the points."""
        starts = np.repeat(eyes, len(points), axis=0)
        ends = np.tile(points, (len(eyes), 1))
        blocked = self.bench.terrain().occluded(starts, ends)
        for hull in self.bench.hulls:
            blocked |= hull.occluded(starts, ends)
        free = ~blocked.reshape(len(eyes), -1)
        return free.any(axis=1) == self.opens

    # --- pieces ---------------------------------------------------------------------------------

    def shifted(self, piece: Terrain) -> Change | None:
        """Return the least shift of a piece."""
        eye = np.array(self.bench.as_is.eye)
        points = self.bench.free_points(piece)
        solid = self.bench.alone(piece)

        def turns(dx: float, dy: float) -> bool:
            shift = (dx, dy)
            return self.turned(self.bench.with_piece(piece, shift)) and not self.bench.stands_in(
                piece, shift
            )

        def glance(shifts: Floats) -> Bools:
            flat = np.column_stack([shifts, np.zeros(len(shifts))])
            starts = np.repeat(eye - flat, len(points), axis=0)
            ends = (points[None] - flat[:, None]).reshape(-1, 3)
            free = ~solid.occluded(starts, ends).reshape(len(shifts), -1)
            return free.any(axis=1) == self.opens

        turn = least_shift(turns, glance, self.bench.most)
        if turn is None:
            return None
        sight = self.bench.with_piece(piece, turn.shift).look()
        return Change(
            "shift_piece", turn.amount, sight, turn.short, piece=piece.id, shift=turn.shift
        )

    def lowered(self, piece: Terrain) -> Change | None:
        """Return the least that is to be cut off a piece's top."""
        low, high = (float(z) for z in piece.body.bounds[:, 2])

        def cut(amount: float) -> Changed:
            return self.bench.with_body(piece, cut_down(piece.body, high - amount))

        # The lower it is the more it opens, so the whole cut is glance enough.
        turn = least_amount(
            lambda amount: self.turned(cut(amount)),
            lambda amounts: amounts >= high - low,
            high - low,
        )
        return self._heightened("lower_piece", piece, turn, cut, high, -1.0)

    def raised(self, piece: Terrain) -> Change | None:
        """Return the least that a piece must grow."""
        low, high = (float(z) for z in piece.body.bounds[:, 2])
        if high - low < _LEAST_HIGH_IN:
            return None

        def grown(amount: float) -> Changed:
            return self.bench.with_body(piece, stretched(piece.body, high + amount))

        points, eye = self.bench.free_points(piece), np.array(self.bench.as_is.eye)
        solid = self.bench.alone(piece)

        def glance(amounts: Floats) -> Bools:
            # Lines pressed flat meet the piece as it is where the lines meet the taller piece.
            flat = (high - low) / (high - low + amounts)
            starts = np.tile(eye, (len(amounts), 1))
            starts[:, 2] = low + (starts[:, 2] - low) * flat
            ends = np.tile(points, (len(amounts), 1, 1))
            ends[:, :, 2] = low + (ends[:, :, 2] - low) * flat[:, None]
            rays = np.repeat(starts, len(points), axis=0), ends.reshape(-1, 3)
            return np.asarray(solid.occluded(*rays).reshape(len(amounts), -1).all(axis=1))

        turn = least_amount(lambda amount: self.turned(grown(amount)), glance, self.bench.most)
        return self._heightened("raise_piece", piece, turn, grown, high, 1.0)

    def _heightened(
        self,
        kind: str,
        piece: Terrain,
        turn: Turn | None,
        change: Callable[[float], Changed],
        high: float,
        sign: float,
    ) -> Change | None:
        if turn is None:
            return None
        sight = change(turn.amount).look()
        after = quantise_in(high + sign * turn.amount)
        return Change(kind, turn.amount, sight, turn.short, piece=piece.id, height_in=after)

    def removed(self, piece: Terrain) -> Change | None:
        """Return the removal of a piece, when that alone turns the verdict."""
        changed = self.bench.without(piece)
        if not self.turned(changed):
            return None
        return Change("remove_piece", None, changed.look(), piece=piece.id)
