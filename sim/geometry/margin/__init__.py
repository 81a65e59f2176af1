"""How far a verdict is from its opposite: a proven bound for the target, trials for the shooter."""

from __future__ import annotations

import math
from dataclasses import dataclass

from sim.geometry.margin.hidden import prove_hidden
from sim.geometry.margin.seen import prove_seen
from sim.geometry.margin.trials import Tried, try_shifts, with_eye_at, with_target_at
from sim.geometry.mesh_data import Floats
from sim.geometry.pose import Point
from sim.geometry.rays import SolidSet
from sim.geometry.sight import Query, find_witness

__all__ = ["Margin", "find_margin", "prove_margin"]


@dataclass(frozen=True)
class Margin:
    """The margin of one verdict.

    Attributes
    ----------
    target_in : float
        Proven: wherever in plan the target is shifted by less than this, the verdict stands. 0
        when nothing could be proven. Never above `limit_in`; where it equals that, the true
        margin is at least so much.
    shooter_in : float
        Tried: the greatest of the tried radii up to which no tried position of the eye turned the
        verdict; 0 when the smallest one did. No bound.
    shooter_tried : int
        How many positions of the eye were tried.
    limit_in : float
        Nothing farther than this was looked at.
    target_flip, shooter_flip : (dx, dy) or None
        The nearest shift in plan that was found to turn the verdict, inches.
    target_tried : int
        How many positions of the target were tried; none where the bound reaches the limit.
    """

    target_in: float
    shooter_in: float
    shooter_tried: int
    limit_in: float
    target_flip: Point | None = None
    shooter_flip: Point | None = None
    target_tried: int = 0


def find_margin(terrain: SolidSet, query: Query, *, limit_in: float = 1.0) -> Margin:
    """Return the margin of one query's verdict.

    An eye within the target's own ball has none: nothing is proven and nothing tried.

    Parameters
    ----------
    limit_in : float
        How far to look, inches; above 0.

    Raises
    ------
    ValueError
        When the limit is not a positive number.
    """
    if not (math.isfinite(limit_in) and limit_in > 0):
        raise ValueError("a margin's limit must be a positive length")
    if math.dist(query.eye, query.target.centre.tolist()) <= query.target.body.radius:
        return Margin(0.0, 0.0, 0, limit_in)
    witness = find_witness(terrain, query)
    bound = _prove(terrain, query, witness, limit_in)
    target = Tried(limit_in, 0, None)
    if bound < limit_in:
        target = try_shifts(terrain, query, witness is not None, with_target_at, limit_in)
        if target.flip is not None:
            # Nothing beyond a shift that turns the verdict can be proven: looked at no farther,
            # the nearer shifts are bounded more closely.
            nearer = math.hypot(*target.flip)
            bound = min(max(bound, _prove(terrain, query, witness, nearer)), nearer)
    eye = try_shifts(terrain, query, witness is not None, with_eye_at, limit_in)
    return Margin(bound, eye.kept_in, eye.tried, limit_in, target.flip, eye.flip, target.tried)


def prove_margin(terrain: SolidSet, query: Query, limit_in: float) -> float:
    """Return the bound of `find_margin` alone, no trials: shifted by less, the verdict stands.

    Parameters
    ----------
    limit_in : float
        How far to look, inches, above 0: the nearer, the sooner and the more closely bounded. The
        distance of a shift that is known to turn the verdict is a good one.
    """
    if math.dist(query.eye, query.target.centre.tolist()) <= query.target.body.radius:
        return 0.0
    return min(_prove(terrain, query, find_witness(terrain, query), limit_in), limit_in)


def _prove(terrain: SolidSet, query: Query, witness: Floats | None, limit: float) -> float:
    """Return the proven bound of a shift of the target, at most the limit."""
    if witness is None:
        return prove_hidden(terrain, query, limit)
    return prove_seen(terrain, query, witness, limit)
