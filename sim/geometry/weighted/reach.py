"""Where a base can get to for what its move may cost: a lattice of places, by exact prices.

Ways run from place to place of the lattice in sixteen directions, each leg priced as any other way
is. So what is reached is reached in truth; what the lattice misses is less than a tenth farther.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from sim.geometry.mesh_data import Floats
from sim.geometry.paths import Posed
from sim.geometry.planner.judge import Keep
from sim.geometry.pose import Point
from sim.geometry.units import RULE_TOL_IN
from sim.geometry.weighted.costs import Costs
from sim.geometry.weighted.ground import WeightedGround, keepers_of
from sim.geometry.weighted.regions import Mover
from sim.geometry.weighted.search import Field

__all__ = ["reachable"]

#: Half of the directions of a leg, in steps of the lattice; the others are their opposites.
_WAYS = ((1, 0), (0, 1), (1, 1), (1, -1), (2, 1), (1, 2), (2, -1), (1, -2))
#: What is shut is drawn smaller by this, so that a way along its border is free, inches.
_HAIR_IN = 1e-6


def reachable(
    ground: WeightedGround,
    mover: Posed,
    limit: float,
    costs: Costs,
    *,
    keep: Sequence[Keep] = (),
    spacing: float = 1.0,
) -> tuple[tuple[Point, float], ...]:
    """Return places of a lattice through the start that cost at most `limit`, with their costs.

    Parameters
    ----------
    ground : WeightedGround
    mover : (Footprint, Pose)
        The base and where it starts; a base that is not round keeps its facing.
    limit : float
        The most a way may cost (to 0.001 in).
    costs : Costs
    keep : sequence of ((Footprint, Pose), gap)
        Bases to keep that gap from all along.
    spacing : float
        Of the lattice, inches.

    Returns
    -------
    tuple of (Point, float)
        In rows from the near edge, left to right; the start itself costs nothing.
    """
    base, pose = mover
    known = ground.prepared(Mover(base, pose.facing), costs)
    steps = int(limit / known.costs.least / spacing) + 1
    shifts = np.arange(-steps, steps + 1, dtype=np.float64) * spacing
    far = steps * spacing
    box = np.array([pose.x - far, pose.y - far, pose.x + far, pose.y + far])
    field = Field.of(known, keepers_of(known.mover, tuple(keep), box), box)
    x, y = np.meshgrid(pose.x + shifts, pose.y + shifts)
    places = np.column_stack([x.ravel(), y.ravel()])
    start = steps * (2 * steps + 1) + steps
    allowed = field.allows(places)
    allowed[start] = True
    from_, to, price = _legs(field, places, allowed, 2 * steps + 1)
    graph = csr_array((price, (from_, to)), shape=(len(places), len(places)))
    spent = dijkstra(graph, directed=False, indices=start, limit=limit + RULE_TOL_IN)
    found = np.flatnonzero(np.isfinite(spent))
    return tuple(
        ((float(places[i, 0]), float(places[i, 1])), float(spent[i])) for i in found.tolist()
    )


def _legs(
    field: Field, places: Floats, allowed: np.ndarray, wide: int
) -> tuple[np.ndarray, np.ndarray, Floats]:
    """Return the free legs of the lattice: from which place to which, and their prices."""
    index = np.arange(len(places)).reshape(-1, wide)
    pairs: list[np.ndarray] = []
    for right, up in _WAYS:
        low, high = max(0, -up), wide - max(0, up)
        first = index[low:high, : wide - right]
        second = index[low + up : high + up, right:]
        pairs.append(np.stack([first.ravel(), second.ravel()], axis=1))
    both = np.concatenate(pairs)
    both = both[allowed[both].all(axis=1)]
    both = both[_free(field, places[both[:, 0]], places[both[:, 1]])]
    price = field.fees.of(places[both[:, 0]], places[both[:, 1]])
    return both[:, 0], both[:, 1], price


def _free(field: Field, starts: Floats, ends: Floats) -> np.ndarray:
    """Return which straight ways pass through nothing that is shut."""
    shut = shapely.buffer(field.shut, -_HAIR_IN, quad_segs=2)
    if shut.is_empty or not len(starts):
        return np.ones(len(starts), dtype=bool)
    shapely.prepare(shut)
    legs = shapely.linestrings(np.stack([starts, ends], axis=1))
    return ~np.asarray(shapely.intersects(shut, legs), dtype=bool)
