"""Facts about sight: what an eye on the table sees of a model on the table."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from sim.geometry import proof, sight
from sim.geometry.margin import find_margin
from sim.geometry.measured import Measured, holds_within
from sim.geometry.rays import Placed, SolidSet, engine_name
from sim.geometry.sight import Point3, Query, Sight
from sim.geometry.sight.bodies import Body, Target, make_body
from sim.geometry.units import OPENING_IN
from sim.table.memo import Memo
from sim.table.pieces import Model, Stand, Table
from sim.table.sight_report import SightReport

__all__ = ["Pair", "Point3", "Sight", "SightBook"]

#: Looker and target.
Pair = tuple[Stand, Stand]
Key = tuple[Stand, Stand, tuple[Stand, ...]]


class SightBook:
    """Answers questions of sight on one table and remembers them.

    Parameters
    ----------
    table : Table
    model_of : callable
        Stand to its model.
    support_of : callable
        Stand to the height of the surface under its base's centre, inches.
    """

    def __init__(
        self,
        table: Table,
        model_of: Callable[[Stand], Model],
        support_of: Callable[[Stand], float],
    ) -> None:
        self.terrain = SolidSet({each.id: each.body for each in table.terrain.values()})
        self._model_of = model_of
        self._support_of = support_of
        self._bodies: dict[str, Body] = {}
        self._targets: Memo[Target] = Memo(5_000)
        self._sights: Memo[Sight] = Memo(20_000)
        self._verdicts: Memo[bool] = Memo(200_000)

    def eye(self, stand: Stand) -> Point3:
        """Return where a stand looks from."""
        height = self._support_of(stand) + self._model_of(stand).eye_height_in
        return (stand.pose.x, stand.pose.y, height)

    def look(self, a: Stand, b: Stand, solids: Sequence[Stand] = ()) -> Sight:
        """Return verdict and evidence of one pair."""
        key = self._key(a, b, solids)
        seen = self._sights.get(key, lambda: sight.look(self.terrain, self._query(key)))
        self._verdicts.put(key, seen.visible)
        return seen

    def report(
        self,
        a: Stand,
        b: Stand,
        solids: Sequence[Stand] = (),
        *,
        prove: bool = False,
        measured: Measured | None = None,
    ) -> SightReport:
        """Return the whole report of one pair: `look` with margin and, on request, proof."""
        query = self._query(self._key(a, b, solids))
        return SightReport(
            a,
            b,
            tuple(solids),
            self.look(a, b, solids),
            find_margin(self.terrain, query),
            proof=proof.prove(self.terrain, query) if prove else None,
            measured=measured,
            holds=None if measured is None else holds_within(self.terrain, query, measured),
            engine=engine_name(),
        )

    def verdicts(self, pairs: Sequence[Pair], solids: Sequence[Stand] = ()) -> list[bool]:
        """Return the verdict of each pair; what is not known yet is cast in one batch."""
        keys = [self._key(a, b, solids) for a, b in pairs]
        known = {key: self._verdicts.peek(key) for key in keys}
        asked = [key for key, answer in known.items() if answer is None]
        answers = sight.verdicts(self.terrain, [self._query(key) for key in asked])
        for key, answer in zip(asked, answers, strict=True):
            self._verdicts.put(key, answer)
            known[key] = answer
        return [bool(known[key]) for key in keys]

    def _key(self, a: Stand, b: Stand, solids: Sequence[Stand]) -> Key:
        """Return the question without the solids that are nowhere near its lines."""
        near = tuple(each for each in solids if each not in (a, b) and self._near(a, b, each))
        return (a, b, near)

    def _near(self, a: Stand, b: Stand, solid: Stand) -> bool:
        ax, ay = a.pose.at
        dx, dy = b.pose.x - ax, b.pose.y - ay
        px, py = solid.pose.x - ax, solid.pose.y - ay
        length2 = dx * dx + dy * dy
        along = 0.0 if length2 == 0 else max(0.0, min(1.0, (px * dx + py * dy) / length2))
        away = math.hypot(px - along * dx, py - along * dy)
        return away <= self._reach(b) + self._reach(solid) + 4 * OPENING_IN

    def _reach(self, stand: Stand) -> float:
        """Return how far from its base's centre a body can reach in plan."""
        body = self._body(stand)
        return body.radius + math.hypot(float(body.centre[0]), float(body.centre[1]))

    def _body(self, stand: Stand) -> Body:
        body = self._bodies.get(stand.model)
        if body is None:
            model = self._model_of(stand)
            body = make_body(model.body, model.seen_parts)
            self._bodies[stand.model] = body
        return body

    def _query(self, key: Key) -> Query:
        a, b, solids = key
        hulls = tuple(
            Placed(each.model, self._body(each).solid, each.pose, self._support_of(each))
            for each in solids
        )
        return Query(self.eye(a), self._targets.get(b, lambda: self._target(b)), hulls)

    def _target(self, stand: Stand) -> Target:
        return Target(self._body(stand), stand.pose, self._support_of(stand))
