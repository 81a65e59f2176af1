"""Trials of a verdict: the eye or the target shifted in plan to many places.

Trials find positions that turn a verdict. That they find none proves nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from sim.geometry.pose import Point
from sim.geometry.rays import SolidSet
from sim.geometry.sight import Query, verdicts
from sim.geometry.sight.bodies import Target

__all__ = ["RADII_IN", "SPOKES", "Move", "Tried", "try_shifts", "with_eye_at", "with_target_at"]

#: Radii that are tried, inches, and directions at each.
RADII_IN: tuple[float, ...] = (1 / 16, 1 / 8, 1 / 4, 1 / 2, 1.0)
SPOKES = 16
_HALVINGS = 6

Move = Callable[[Query, Point], Query]


def with_target_at(query: Query, shift: Point) -> Query:
    """Return the question with its target shifted in plan."""
    target = query.target
    pose = target.pose.moved(target.pose.x + shift[0], target.pose.y + shift[1])
    return replace(query, target=Target(target.body, pose, target.z))


def with_eye_at(query: Query, shift: Point) -> Query:
    """Return the question with its eye shifted in plan."""
    x, y, z = query.eye
    return replace(query, eye=(x + shift[0], y + shift[1], z))


@dataclass(frozen=True)
class Tried:
    """What trials of shifts in plan found.

    Attributes
    ----------
    kept_in : float
        Greatest of the radii up to which no tried place turned the verdict; 0 for none.
    tried : int
        Places tried.
    flip : Point or None
        The nearest shift that was found to turn the verdict.
    """

    kept_in: float
    tried: int
    flip: Point | None


def try_shifts(terrain: SolidSet, query: Query, seen: bool, move: Move, limit: float) -> Tried:
    """Try a question's verdict around its place, the nearest places first.

    Parameters
    ----------
    seen : bool
        The verdict where things stand.
    move : function
        `with_target_at` or `with_eye_at`.
    limit : float
        No place farther away is tried, inches.
    """
    kept, tried = 0.0, 0
    # Directions count from the line of sight, so that turning the table changes no trial.
    ahead = query.target.centre - np.asarray(query.eye)
    turns = math.atan2(ahead[1], ahead[0]) + np.arange(SPOKES) * (2 * math.pi / SPOKES)
    spokes = [(math.cos(t), math.sin(t)) for t in turns.tolist()]
    radii = [radius for radius in RADII_IN if radius < limit - 1e-9] + [limit]
    for radius in radii:
        shifts = [(radius * x, radius * y) for x, y in spokes]
        answers = verdicts(terrain, [move(query, shift) for shift in shifts])
        tried += len(shifts)
        turned = [s for s, a in zip(spokes, answers, strict=True) if a is not seen]
        if turned:
            flip, more = _nearest(terrain, query, seen, move, turned, kept, radius)
            return Tried(kept, tried + more, flip)
        kept = radius
    return Tried(kept, tried, None)


def _nearest(
    terrain: SolidSet,
    query: Query,
    seen: bool,
    move: Move,
    spokes: list[Point],
    kept: float,
    turned: float,
) -> tuple[Point, int]:
    """Return the nearest turning shift along some directions by halving, and the trials made."""
    spans = [(spoke, kept, turned) for spoke in spokes]
    tried = 0
    for _ in range(_HALVINGS):
        # A direction whose turning place cannot be the nearest any more is let go.
        nearest = min(high for _, _, high in spans)
        spans = [span for span in spans if span[1] < nearest]
        middles = [(low + high) / 2 for _, low, high in spans]
        places = [(m * x, m * y) for m, ((x, y), _, _) in zip(middles, spans, strict=True)]
        answers = verdicts(terrain, [move(query, place) for place in places])
        tried += len(places)
        spans = [
            (s, low, m) if a is not seen else (s, m, high)
            for (s, low, high), m, a in zip(spans, middles, answers, strict=True)
        ]
    (x, y), _, radius = min(spans, key=lambda span: span[2])
    return (radius * x, radius * y), tried
