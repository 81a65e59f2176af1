"""Who sees what, cell by cell and in slices: coarse at once, finer while nobody waits.

A cell is what `sim.table.dead_ground` makes of it: the verdict at its middle stands for it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.table.dead_ground import HIDDEN, NO_PLACE, PARTLY, SEEN
from sim.table.facts import Facts
from sim.table.pieces import Stand
from sim.table.what_if_glance import Glance
from sim.table.what_if_places import Places

__all__ = ["Grid", "Survey"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
#: Points of a body by which partly and wholly seen are told apart; as `dead_ground` has it.
_POINTS = 96
#: Cells asked at once at first; then as many as fit into a slice.
_FIRST, _MOST = 8, 256


@dataclass(frozen=True, eq=False)
class Grid:
    """A finished or growing map.

    Attributes
    ----------
    spacing : float
        Side of a cell, inches.
    state : (rows, columns) int array
        As of `sim.table.dead_ground`; what was not asked yet has the state of the coarser map, or
        `NO_PLACE`.
    """

    spacing: float
    state: Ints


class Survey:
    """Asks every place of the ground, from coarse to fine, a slice at a time.

    Parameters
    ----------
    facts : Facts
    lookers : sequence of Stand
    body : Stand
        Stood on every place, with its facing and level.
    solids : sequence of Stand
        Hulls that block.
    spacings : sequence of float
        Sides of a cell, from coarse to fine.
    """

    def __init__(
        self,
        facts: Facts,
        lookers: Sequence[Stand],
        body: Stand,
        solids: Sequence[Stand] = (),
        spacings: Sequence[float] = (3.0, 1.5, 0.75),
    ) -> None:
        self._facts, self._lookers, self._body = facts, tuple(lookers), body
        self._solids = tuple(solids)
        self._places = Places(facts)
        self._glance = Glance(facts, self._solids, _POINTS, facts.solids)
        self._spacings = tuple(spacings)
        self._step = 0
        self._at_once = _FIRST
        self.grid: Grid | None = None
        self._begin()

    def _begin(self) -> None:
        """Lay the grid of the present step; what the coarser one said holds until asked anew."""
        spacing = self._spacings[self._step]
        table = self._facts.table
        rows, columns = (int(np.ceil(side / spacing)) for side in (table.depth, table.width))
        x, y = (_middles(count, spacing) for count in (columns, rows))
        self._centres: Floats = np.stack(np.meshgrid(x, y), axis=2).reshape(-1, 2)
        allowed = self._places.allow(self._body, self._centres)
        state = np.full(rows * columns, NO_PLACE, dtype=np.int64)
        if self.grid is not None:
            state[allowed] = self._coarser(x, y).reshape(-1)[allowed]
        self._state = state
        self._left = np.flatnonzero(allowed)
        self._asked = 0
        self._shape = (rows, columns)
        self.grid = Grid(spacing, state.reshape(self._shape))

    def _coarser(self, x: Floats, y: Floats) -> Ints:
        assert self.grid is not None
        old = self.grid.state
        column = np.minimum((x / self.grid.spacing).astype(int), old.shape[1] - 1)
        row = np.minimum((y / self.grid.spacing).astype(int), old.shape[0] - 1)
        return old[np.ix_(row, column)]

    @property
    def done(self) -> bool:
        """Whether the finest map is whole."""
        return self._asked >= len(self._left) and self._step == len(self._spacings) - 1

    @property
    def share(self) -> float:
        """Share of the work that is done, 0..1: the finest map counts most."""
        weights = [1.0 / spacing**2 for spacing in self._spacings]
        here = weights[self._step] * (self._asked / max(1, len(self._left)))
        return (sum(weights[: self._step]) + here) / sum(weights)

    @property
    def hidden_share(self) -> float:
        """Share of the places asked in the present map in which nobody sees the body."""
        state = self._state[self._left[: self._asked]]
        return float((state == HIDDEN).mean()) if len(state) else 0.0

    def work(self, seconds: float, clock: Callable[[], float] = time.perf_counter) -> bool:
        """Ask for about so long; return whether something new is known.

        At least one batch is asked, so that it ends however slow the machine is.
        """
        if self.done:
            return False
        began = clock()
        while not self.done:
            before = clock()
            self._batch()
            took = max(clock() - before, 1e-6)
            room = seconds - (clock() - began)
            fits = int(self._at_once * max(room, 0.0) / took)
            if room <= 0 or fits < self._at_once // 3:
                self._at_once = max(2, min(_MOST, int(self._at_once * seconds * 0.7 / took)))
                break
            self._at_once = max(2, min(_MOST, fits))
        return True

    def _batch(self) -> None:
        if self._asked >= len(self._left):
            self._step += 1
            self._begin()
        cells = self._left[self._asked : self._asked + self._at_once]
        self._asked += len(cells)
        if not len(cells):
            return
        stands = [
            Stand(self._body.model, self._body.pose.moved(x, y))
            for x, y in self._centres[cells].tolist()
        ]
        self._state[cells] = self._judge(stands)

    def _judge(self, stands: Sequence[Stand]) -> Ints:
        """Return the state of bodies: whether any looker sees each, and whether one wholly."""
        state = np.full(len(stands), HIDDEN, dtype=np.int64)
        for looker in self._lookers:
            open_ = np.flatnonzero(state != SEEN)
            hidden = np.flatnonzero(state == HIDDEN)
            seen = self._facts.sees_many(
                [(looker, stands[i]) for i in hidden.tolist()], self._solids
            )
            state[hidden[np.array(seen, dtype=bool)]] = PARTLY
            asked = open_[state[open_] == PARTLY]
            if len(asked):
                free = self._glance.free([(looker, stands[i]) for i in asked.tolist()])
                state[asked[free > 1.0 - 1e-9]] = SEEN
        return state


def _middles(count: int, spacing: float) -> Floats:
    return np.round((np.arange(count, dtype=np.float64) + 0.5) * spacing, 4)
