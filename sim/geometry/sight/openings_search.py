"""The search for a clear disc that touches the outline, until the answer is sure.

Places for the disc's middle are kept as square cells. A cell is given up when a blocked direction
or the outline is too far on the wrong side for any middle in it; of the others the roomiest are
tried, each try either finds the opening or adds blocked directions, and cells that stay in doubt
are quartered. What is left undecided in the end is an opening within 5e-5 in of the limit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import KDTree

from sim.geometry.mesh_data import Floats
from sim.geometry.sight.lattice import lattice_around
from sim.geometry.sight.openings_disc import DENSE_SPOTS, DISC_SPOTS, RADIUS_IN
from sim.geometry.sight.openings_outline import Outline
from sim.geometry.sight.view_plane import NEAR_IN, ViewPlane

__all__ = ["PHASE", "Opening", "beside_seen", "search_discs"]

Bools = NDArray[np.bool_]
Indices = NDArray[np.intp]

#: Lattice phases that no modelled edge shares.
PHASE: Floats = np.array([0.137, 0.291])
#: Pitch of the first cells, a quarter of the radius.
_FINE = RADIUS_IN / 4
#: Half diagonal below which a cell is no longer quartered.
_SMALLEST = RADIUS_IN / 250
#: By how much a disc must clear what is known to be blocked.
_SURE = RADIUS_IN * 1e-5
_QUICK, _BATCH = 12, 16
_TRIES, _ROUNDS = 3, 600
#: So many cells, or seeds, and more are first asked whether any line reaches a part near them.
_MANY = 100
_MANY_SEEDS = 400
#: Where in a cell (and a little around it) a middle is tried, in sides of the cell.
_STEPS = np.linspace(-0.75, 0.75, 5)
_GRID: Floats = np.stack(np.meshgrid(_STEPS, _STEPS), axis=-1).reshape(-1, 2)


@dataclass(frozen=True)
class Opening:
    """Proof that a part of the target is seen.

    Attributes
    ----------
    point : (3,) array
        The seen point on the target, table frame.
    middle : (2,) array
        Middle of a clear disc that holds its direction, on the plane.
    """

    point: Floats
    middle: Floats


def search_discs(
    view: ViewPlane, depth: float, seeds: Floats, outline: Outline, part_depth: float | None = None
) -> Opening | None:
    """Return a disc, clear as far as `depth`, that touches the outline; None when there is none.

    Parameters
    ----------
    depth : float
        Along the axis, no farther than the plane.
    seeds : (n, 2) array
        Clear directions, of which every such disc holds one.
    outline : Outline
        Of the parts that count.
    part_depth : float, optional
        No part that lies deeper counts, if that is before the plane; `depth` by default.
    """
    near, _, _ = outline.nearest(seeds, 2 * RADIUS_IN + 1e-6)
    if not len(near):
        return None
    search = _Search(view, depth, outline, depth if part_depth is None else part_depth)
    return search.quick(seeds[near]) or search.run(seeds[near])


def beside_seen(view: ViewPlane, seeds: Floats) -> Floats:
    """Return the seeds near which a part may be reached at all, where there are many.

    A long hull beside the eye fills the view, and terrain close before it leaves all directions
    free that end before the terrain. Kept are seeds near the outline's rim, near a seed that
    reaches the target, or near a corner of the target that is reached.
    """
    if len(seeds) < _MANY_SEEDS:
        return seeds
    surface = view.hits(seeds)
    on = np.flatnonzero(~np.isnan(surface[:, 0]))
    hidden = np.zeros(len(seeds), dtype=bool)
    hidden[on] = ~view.reached(surface[on])
    corners = np.unique(view.target.corners.reshape(-1, 3), axis=0)
    spots, depths = view.project(corners)
    shown = spots[(depths > NEAR_IN) & view.reached(corners)]
    kept = np.concatenate([seeds[~hidden], shown])
    if not len(kept):
        return kept
    far = KDTree(kept).query(seeds, distance_upper_bound=4 * RADIUS_IN)[0]
    return seeds[np.isfinite(far)]


@dataclass(frozen=True)
class _Cells:
    """Square cells on the plane: where the middle of a clear disc may lie.

    `room` is the distance from the cell's middle to the nearest blocked direction, `aim` the
    outline's spot nearest to the middle, `half` half a diagonal.
    """

    middle: Floats
    half: Floats
    room: Floats
    aim: Floats
    tries: Indices

    def take(self, which: Bools | Indices) -> _Cells:
        return _Cells(
            self.middle[which],
            self.half[which],
            self.room[which],
            self.aim[which],
            self.tries[which],
        )

    def alive(self) -> Bools:
        """Return which cells may hold a middle, by what is known."""
        gap = np.hypot(*(self.middle - self.aim).T)
        return (self.room >= RADIUS_IN - self.half) & (gap <= RADIUS_IN + self.half)


class _Search:
    def __init__(self, view: ViewPlane, depth: float, outline: Outline, part_depth: float) -> None:
        self._view, self._depth, self._outline = view, depth, outline
        self._part_depth = part_depth
        self._trees: list[KDTree] = []
        self._late = np.zeros((0, 2))

    def quick(self, seeds: Floats) -> Opening | None:
        """Try discs around some of the seeds themselves: most openings are wide."""
        picks = np.linspace(0, len(seeds) - 1, min(_QUICK, len(seeds))).round().astype(int)
        some = seeds[picks[np.argsort(np.abs(picks - len(seeds) // 2), kind="stable")]]
        for middle in some[self._clear(some[:, None] + DISC_SPOTS).all(axis=1)]:
            found = self._accept(middle)
            if isinstance(found, Opening):
                return found
        return None

    def run(self, seeds: Floats) -> Opening | None:
        """Search all places around the seeds."""
        cells = self._first_cells(seeds)
        for _ in range(_ROUNDS):
            cells = cells.take(cells.alive())
            if not len(cells.middle):
                return None
            gap = np.hypot(*(cells.middle - cells.aim).T)
            order = np.argsort(-np.minimum(cells.room, 2 * RADIUS_IN - gap), kind="stable")
            found, blocked, rest = self._try(cells.take(order[:_BATCH]))
            if found is not None:
                return found
            cells = _joined(cells.take(order[_BATCH:]), rest)
            if len(blocked):
                self._know(blocked)
                nearest = np.asarray(KDTree(blocked).query(cells.middle)[0])
                cells = _Cells(
                    cells.middle,
                    cells.half,
                    np.minimum(cells.room, nearest),
                    cells.aim,
                    cells.tries,
                )
        return None

    def _first_cells(self, seeds: Floats) -> _Cells:
        """Return the cells of a fine lattice in which a disc that holds a seed may lie."""
        spots = lattice_around(seeds, _FINE, 2 * RADIUS_IN + _FINE, PHASE)
        clear = self._view.clear(spots, self._depth)
        if not clear.all():
            self._trees.append(KDTree(spots[~clear]))
        half = _FINE * math.sqrt(0.5)
        room = self._room(spots)
        kept = clear & (room >= RADIUS_IN - half)
        kept[kept] = np.asarray(KDTree(seeds).query(spots[kept])[0]) <= RADIUS_IN + half
        cells = self._aimed(spots[kept], np.full(int(kept.sum()), half))
        return cells if len(cells.middle) < _MANY else self._shown(cells, spots[clear])

    def _shown(self, cells: _Cells, spots: Floats) -> _Cells:
        """Return the cells from which a disc may reach a part that a line reaches.

        Behind the plane terrain may hide what every disc before it leaves free.
        """
        near, _, points = self._outline.nearest(spots, _FINE)
        surface = self._view.hits(spots[near])
        points = np.where(np.isnan(surface), points, surface)
        seen = spots[near[self._view.reached(points)]]
        if not len(seen):
            return cells.take(np.zeros(0, dtype=np.intp))
        far = np.asarray(KDTree(seen).query(cells.middle)[0])
        return cells.take(far <= RADIUS_IN + cells.half + _FINE)

    def _aimed(self, middles: Floats, half: Floats) -> _Cells:
        """Return cells around middles, without those whose discs cannot touch the outline."""
        reach = RADIUS_IN + float(half.max(initial=0.0))
        near, _, points = self._outline.nearest(middles, reach)
        aim = self._view.project(points)[0]
        middles, half = middles[near], half[near]
        tries = np.zeros(len(near), dtype=np.intp)
        return _Cells(middles, half, self._room(middles), aim.reshape(-1, 2), tries)

    def _room(self, spots: Floats) -> Floats:
        """Return the distance to the nearest blocked direction, at most a diameter."""
        room = np.full(len(spots), 2 * RADIUS_IN)
        for tree in self._trees:
            far = tree.query(spots, distance_upper_bound=2 * RADIUS_IN)[0]
            room = np.minimum(room, np.asarray(far))
        return room

    def _know(self, blocked: Floats) -> None:
        """Keep blocked directions: one tree of many, one of the latest."""
        if len(self._late):
            self._trees.pop()
        self._late = np.concatenate([self._late, blocked])
        self._trees.append(KDTree(self._late))
        if len(self._late) > 2000:
            self._late = np.zeros((0, 2))

    def _try(self, cells: _Cells) -> tuple[Opening | None, Floats, _Cells]:
        """Try cells; return an opening, or newly blocked directions and the cells still open."""
        middles, worth = self._best_middles(cells)
        good = np.flatnonzero(worth >= _SURE)
        tried = middles[good, None] + DISC_SPOTS
        clear = self._clear(tried)
        blocked = [tried[~clear]]
        gone = np.zeros(len(middles), dtype=bool)
        for i in good[clear.all(axis=1)].tolist():
            found = self._accept(middles[i])
            if isinstance(found, Opening):
                return found, np.zeros((0, 2)), cells
            blocked.append(found)
            # A clear disc in which no part is seen: nothing is to be had there.
            gone[i] = not len(found)
        tries = cells.tries + np.where(worth >= _SURE, 1, _TRIES)
        doubtful = ~gone & (tries >= _TRIES)
        kept = _Cells(cells.middle, cells.half, cells.room, cells.aim, tries)
        kept = kept.take(~gone & ~doubtful)
        return None, np.concatenate(blocked), _joined(kept, self._quartered(cells.take(doubtful)))

    def _best_middles(self, cells: _Cells) -> tuple[Floats, Floats]:
        """Return for each cell the middle that fits best, and by how much; negative: not at all."""
        best, worth = cells.middle, np.full(len(cells.middle), -np.inf)
        side = cells.half * math.sqrt(2.0)
        for scale in (1.0, 0.25):
            near = best[:, None] + _GRID * (side * scale)[:, None, None]
            room = self._room(near.reshape(-1, 2)).reshape(near.shape[:2])
            gap = np.linalg.norm(near - cells.aim[:, None], axis=2)
            fits = np.minimum(room - RADIUS_IN, RADIUS_IN - gap)
            pick = np.argmax(fits, axis=1)
            rows = np.arange(len(near))
            best, worth = near[rows, pick], fits[rows, pick]
        return best, worth

    def _quartered(self, cells: _Cells) -> _Cells:
        cells = cells.take(cells.half > _SMALLEST)
        step = (cells.half * math.sqrt(2.0) / 4)[:, None, None]
        corners = np.array([[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]])
        middles = (cells.middle[:, None] + corners * step).reshape(-1, 2)
        return self._aimed(middles, np.repeat(cells.half / 2, 4))

    def _clear(self, discs: Floats) -> Bools:
        """Return which directions of some discs ``(n, k, 2)`` are clear."""
        clear = self._view.clear(discs.reshape(-1, 2), self._depth)
        return clear.reshape(discs.shape[:2])

    def _accept(self, middle: Floats) -> Opening | Floats:
        """Return the opening of a disc, or the blocked directions in it (none: no part is seen)."""
        view, spots = self._view, middle + DENSE_SPOTS
        clear = view.clear(spots, self._depth)
        if not clear.all():
            return spots[~clear]
        surface = view.hits(spots)
        depth = (surface - view.eye) @ view.forward
        counts = ~np.isnan(depth)
        if self._part_depth < view.distance:
            counts &= np.nan_to_num(depth, nan=np.inf) <= self._part_depth
        _, _, nearest = self._outline.nearest(middle[None], RADIUS_IN)
        # The first surface in the middle, the outline's nearest point, whatever else is there.
        points = np.concatenate([surface[:1][counts[:1]], nearest, surface[1:][counts[1:]]])
        for point in points[view.reached(points)][:: max(len(points) // 12, 1)]:
            if self._is_seen(point, middle):
                return Opening(point, middle)
        return np.zeros((0, 2))

    def _is_seen(self, point: Floats, middle: Floats) -> bool:
        """Return whether lines beside the one to a point of the target are free, too.

        A single ray may slip through where corners of the terrain meet: its neighbours inside the
        disc are tried, as far as the point itself.
        """
        view = self._view
        spots, depths = view.project(point[None])
        if depths[0] <= NEAR_IN:
            return False
        aim = middle - spots[0]
        length = float(np.hypot(aim[0], aim[1]))
        aim = aim / length if length > 1e-6 else np.array([1.0, 0.0])
        side = np.array([-aim[1], aim[0]])
        shifts = np.array([aim, aim + 0.5 * side, aim - 0.5 * side]) * 1e-3
        across = shifts[:, :1] * view.right + shifts[:, 1:] * view.up
        return bool(view.reached(point + depths[0] / view.distance * across).all())


def _joined(a: _Cells, b: _Cells) -> _Cells:
    return _Cells(
        np.concatenate([a.middle, b.middle]),
        np.concatenate([a.half, b.half]),
        np.concatenate([a.room, b.room]),
        np.concatenate([a.aim, b.aim]),
        np.concatenate([a.tries, b.tries]),
    )
