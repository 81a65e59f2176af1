"""Dead ground: on which places a standing body is seen, and on which it is hidden.

The table is asked cell by cell; the verdict at a cell's middle stands for the cell, by the very
definition that the rules use. What lies between two middles is not asked.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.errors import UsageError
from sim.geometry.mesh_data import Floats
from sim.geometry.outlines import as_ring, point_in_ring
from sim.geometry.pose import GROUND, Point, Pose
from sim.table.facts import Facts
from sim.table.pieces import Stand
from sim.table.what_if_glance import Glance
from sim.table.what_if_places import Places

__all__ = [
    "HIDDEN",
    "MOST_CELLS",
    "NO_PLACE",
    "PARTLY",
    "SEEN",
    "DeadGround",
    "cells_of",
    "dead_ground",
    "zone_lookers",
]

#: What a cell is: nobody can stand there, hidden, seen in part, seen wholly.
NO_PLACE, HIDDEN, PARTLY, SEEN = -1, 0, 1, 2
#: Cells that one question may have.
MOST_CELLS = 250_000
_AT_ONCE = 512
#: Points of a body by which partly and wholly seen are told apart.
_POINTS = 96

Ints = NDArray[np.int64]
Progress = Callable[[int, int], None]


@dataclass(frozen=True, eq=False)
class DeadGround:
    """What some lookers see of a body that stands anywhere on a level.

    Attributes
    ----------
    level : str
    model : str
        The body that was stood on every place.
    spacing_in : float
        Side of a cell.
    origin : Point
        Lower left corner of the first cell.
    state : (rows, columns) int array
        `NO_PLACE`, `HIDDEN`, `PARTLY` or `SEEN`; rows count away from the reader.
    seen_by : (rows, columns) int array
        How many of the lookers see the body there; 0 where nobody can stand. Where it was not
        counted it only tells seen (1) from hidden (0).
    counted : bool
    lookers : int
    points : int
        Points of the body by which partly and wholly are told apart.
    """

    level: str
    model: str
    spacing_in: float
    origin: Point
    state: Ints
    seen_by: Ints
    counted: bool
    lookers: int
    points: int

    @property
    def places(self) -> int:
        """Cells in which the body can stand."""
        return int((self.state != NO_PLACE).sum())

    @property
    def hidden_share(self) -> float:
        """Share of those in which nobody sees it, 0..1."""
        return self.share(HIDDEN)

    def share(self, state: int) -> float:
        """Return the share of the places that are in a state, 0..1; 0 without any place."""
        return float((self.state == state).sum() / max(self.places, 1))

    def share_seen_by(self, count: int) -> float:
        """Return the share of the places on which so many lookers or more see the body."""
        seen = (self.state != NO_PLACE) & (self.seen_by >= count)
        return float(seen.sum() / max(self.places, 1))

    def at(self, x: float, y: float) -> int:
        """Return the state of the cell that holds a plan point; `NO_PLACE` beside the grid."""
        column = math.floor((x - self.origin[0]) / self.spacing_in)
        row = math.floor((y - self.origin[1]) / self.spacing_in)
        inside = 0 <= row < self.state.shape[0] and 0 <= column < self.state.shape[1]
        return int(self.state[row, column]) if inside else NO_PLACE


def dead_ground(
    facts: Facts,
    lookers: Sequence[Stand],
    body: Stand,
    *,
    spacing: float = 0.5,
    solids: Sequence[Stand] = (),
    count: bool = True,
    progress: Progress | None = None,
) -> DeadGround:
    """Return where on a level the lookers see a standing body, and where not.

    Parameters
    ----------
    facts : Facts
    lookers : sequence of Stand
        At least one.
    body : Stand
        The body that is stood on every place of its level, with its facing; where it is said to
        stand does not matter.
    spacing : float
        Side of a cell, inches.
    solids : sequence of Stand
        Hulls that block sight.
    count : bool
        Whether to count who sees each place. Else a place is asked until somebody sees it, which
        is much quicker for many lookers and says the same of what is hidden.
    progress : callable, optional
        Told how many pairs of how many are answered, or need no answer.

    Raises
    ------
    UsageError
        When the grid would have more than `MOST_CELLS` cells.
    """
    centres, shape = _cells(facts, spacing)
    allowed = np.flatnonzero(Places(facts).allow(body, centres))
    stands = [Stand(body.model, body.pose.moved(x, y)) for x, y in centres[allowed].tolist()]
    survey = _Survey(facts, stands, tuple(solids), count)
    for done, looker in enumerate(lookers):
        survey.look(looker, progress, done, len(lookers))
    state = np.full(len(centres), NO_PLACE, dtype=np.int64)
    state[allowed] = np.where(survey.whole, SEEN, np.where(survey.seen_by > 0, PARTLY, HIDDEN))
    seen_by = np.zeros(len(centres), dtype=np.int64)
    seen_by[allowed] = survey.seen_by
    return DeadGround(
        body.pose.level,
        body.model,
        spacing,
        (0.0, 0.0),
        state.reshape(shape),
        seen_by.reshape(shape),
        count,
        len(lookers),
        len(survey.glance.samples(body)),
    )


class _Survey:
    """The places of one level, and what the lookers so far see of a body on them."""

    def __init__(
        self, facts: Facts, stands: Sequence[Stand], solids: tuple[Stand, ...], count: bool
    ) -> None:
        self.facts, self.stands, self.solids, self.count = facts, stands, solids, count
        self.glance = Glance(facts, solids, _POINTS)
        self.seen_by = np.zeros(len(stands), dtype=np.int64)
        self.whole = np.zeros(len(stands), dtype=bool)

    def look(self, looker: Stand, progress: Progress | None, before: int, lookers: int) -> None:
        """Let one more look at every place, or at those that nobody saw yet."""
        total = len(self.stands)
        asked = np.arange(total) if self.count else np.flatnonzero(self.seen_by == 0)
        # What was seen before needs no verdict, but may be seen wholly from here.
        again = np.flatnonzero((self.seen_by > 0) & ~self.whole)
        for first in range(0, len(asked), _AT_ONCE):
            chunk = asked[first : first + _AT_ONCE]
            pairs = [(looker, self.stands[i]) for i in chunk.tolist()]
            self.seen_by[chunk] += np.array(self.facts.sees_many(pairs, self.solids))
            if progress is not None:
                progress(total * before + first + len(chunk), total * lookers)
        seen = asked[self.seen_by[asked] > 0] if self.count else asked[self.seen_by[asked] == 1]
        self._glance(looker, np.union1d(seen, again))
        if progress is not None:
            progress(total * (before + 1), total * lookers)

    def _glance(self, looker: Stand, places: Ints) -> None:
        """Mark the places whose body shows all its points."""
        places = places[~self.whole[places]]
        if len(places):
            free = self.glance.free([(looker, self.stands[i]) for i in places.tolist()])
            self.whole[places[free > 1.0 - 1e-9]] = True


def cells_of(facts: Facts, spacing: float) -> tuple[int, int]:
    """Return rows and columns of the cells that cover the table.

    Raises
    ------
    UsageError
        When there would be more than `MOST_CELLS`.
    """
    table = facts.table
    rows, columns = (math.ceil(side / spacing - 1e-9) for side in (table.depth, table.width))
    if rows * columns > MOST_CELLS:
        least = math.sqrt(table.width * table.depth / MOST_CELLS)
        raise UsageError(
            "whatif.ground.too_fine", spacing=spacing, cells=rows * columns, least=f"{least:.2f}"
        )
    return rows, columns


def _cells(facts: Facts, spacing: float) -> tuple[Floats, tuple[int, int]]:
    """Return the middles of the cells, row by row, and how many rows and columns there are."""
    rows, columns = cells_of(facts, spacing)
    x = np.round((np.arange(columns) + 0.5) * spacing, 4)
    y = np.round((np.arange(rows) + 0.5) * spacing, 4)
    plan: Floats = np.stack(np.meshgrid(x, y), axis=2).reshape(-1, 2).astype(np.float64)
    return plan, (rows, columns)


def zone_lookers(
    facts: Facts, zone: Sequence[Point], model: str, *, spacing: float = 2.0, level: str = GROUND
) -> tuple[Stand, ...]:
    """Return lookers spread over a zone from rim to rim, far ones early in the order.

    Parameters
    ----------
    facts : Facts
    zone : sequence of Point
        Polygon, table frame.
    model : str
        Who looks.
    spacing : float
        Inches between two lookers.
    level : str

    Returns
    -------
    tuple of Stand
        Where such a body can stand with its base's centre in the zone; empty when nowhere.
    """
    ring = as_ring(zone)
    (left, low), (right, high) = ring.min(axis=0), ring.max(axis=0)
    columns, rows = (_spread(a, b, spacing) for a, b in ((left, right), (low, high)))
    grid = np.stack(np.meshgrid(columns, rows), axis=2).reshape(-1, 2)
    inside = [point_in_ring((float(x), float(y)), ring) for x, y in grid]
    grid = grid[np.array(inside, dtype=bool)]
    stand = Stand(model, Pose(0.0, 0.0, 0.0, level))
    grid = grid[Places(facts).allow(stand, grid)]
    found = [Stand(model, Pose(float(x), float(y), 0.0, level)) for x, y in grid.tolist()]
    # The first few see most of it when they stand wide apart.
    step = max(1, round(0.618 * len(found)))
    while math.gcd(step, max(len(found), 1)) > 1:
        step += 1
    return tuple(found[i * step % len(found)] for i in range(len(found)))


def _spread(low: float, high: float, spacing: float) -> Floats:
    """Return places from end to end (a little inside), no farther apart than the spacing."""
    count = max(1, math.ceil((high - low) / spacing - 1e-9))
    return np.round(np.linspace(low + 1e-3, high - 1e-3, count + 1), 4)
