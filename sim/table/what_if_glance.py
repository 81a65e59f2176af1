"""A glance: how many points of a body are free of terrain, for very many pairs at once.

Quick and almost right: what a glance sees is seen but for openings narrower than the contract's,
what it misses may show by a sliver. The searches glance first and settle by the verdict.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sim.geometry.mesh_data import Floats
from sim.geometry.rays import Placed, SolidSet
from sim.geometry.sight.bodies import Body, make_body
from sim.table.facts import Facts
from sim.table.pieces import Stand

__all__ = ["Glance"]

Bools = NDArray[np.bool_]
_RAYS_AT_ONCE = 400_000


class Glance:
    """Casts from eyes to points of bodies.

    Parameters
    ----------
    facts : Facts
    solids : sequence of Stand
        Hulls that block, besides the terrain; never those of the pair itself.
    points : int
        Points of each body, spread over its surface; a small body may have fewer.
    terrain : SolidSet, optional
        Instead of all of the table's.
    """

    def __init__(
        self,
        facts: Facts,
        solids: Sequence[Stand] = (),
        points: int = 64,
        terrain: SolidSet | None = None,
    ) -> None:
        self.facts = facts
        self.points = points
        pieces = facts.table.terrain.values()
        self.terrain = terrain or SolidSet({each.id: each.body for each in pieces})
        self._solids = tuple(solids)
        self._bodies: dict[str, Body] = {}

    def body(self, stand: Stand) -> Body:
        """Return the seen body of a stand's model."""
        found = self._bodies.get(stand.model)
        if found is None:
            model = self.facts.model(stand)
            found = make_body(model.body, model.seen_parts)
            self._bodies[stand.model] = found
        return found

    def placed(self, stand: Stand) -> Placed:
        """Return the seen body of a stand where it stands."""
        height = self.facts.support_under(stand)
        return Placed(stand.model, self.body(stand).solid, stand.pose, height)

    def samples(self, stand: Stand) -> Floats:
        """Return the points that are looked at, ``(k, 3)``, table frame."""
        return self.placed(stand).to_table(self.body(stand).samples[: self.points])

    def free(self, pairs: Sequence[tuple[Stand, Stand]]) -> Floats:
        """Return for each (looker, target) the share of the target's points that are free."""
        shares = np.zeros(len(pairs))
        at_once = max(1, _RAYS_AT_ONCE // self.points)
        for first in range(0, len(pairs), at_once):
            chunk = pairs[first : first + at_once]
            shares[first : first + at_once] = self._free(chunk)
        return shares

    def _free(self, pairs: Sequence[tuple[Stand, Stand]]) -> Floats:
        points = [self._points(target) for _, target in pairs]
        counts = np.array([len(each) for each in points])
        eyes = np.repeat(np.array([self.facts.eye(a) for a, _ in pairs]), counts, axis=0)
        ends = np.concatenate(points)
        blocked = self.terrain.occluded(eyes, ends)
        owners = np.repeat(np.arange(len(pairs)), counts)
        for solid in self._solids:
            others = np.array([solid not in pair for pair in pairs])
            blocked |= others[owners] & self.placed(solid).occluded(eyes, ends)
        return np.bincount(owners[~blocked], minlength=len(pairs)) / counts

    def _points(self, stand: Stand) -> Floats:
        local = self.body(stand).samples[: self.points]
        turn = math.radians(stand.pose.facing)
        c, s = math.cos(turn), math.sin(turn)
        moved = local @ np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])
        place = [stand.pose.x, stand.pose.y, self.facts.support_under(stand)]
        return moved + np.array(place)
