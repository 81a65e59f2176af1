"""Sight, defined once: the verdict that rules, opponent, overlays and certificates share.

A target is visible when any part of its seen body lies in an open direction (`sim.geometry.
openings`), blocked otherwise. `verdict` and `verdicts` answer that and nothing else, as soon as it
is sure; `look` adds the seen share, the blockers and some rays. All give the same answer: the
quick ways can only find an opening that the thorough search accepts too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sim.geometry.bodies import Body, Target, make_body
from sim.geometry.mesh_data import Floats
from sim.geometry.openings import find_opening
from sim.geometry.rays import SolidSet
from sim.geometry.shares import measure_shares
from sim.geometry.sight_query import Point3, Query
from sim.geometry.sight_settle import near_terrain, settle, view_of, with_near_hulls
from sim.geometry.view_plane import NEAR_IN, ViewPlane

__all__ = [
    "Body",
    "Point3",
    "Query",
    "Sight",
    "Target",
    "find_witness",
    "look",
    "make_body",
    "verdict",
    "verdicts",
]

_DRAWN = 12


@dataclass(frozen=True)
class Sight:
    """What an eye sees of a target, by the contract's definition.

    Attributes
    ----------
    visible : bool
    share : float
        Visible share of the target's outline as seen from the eye, 0..1.
    bound : float
        Error bound of `share`.
    witness : pair of Point3 or None
        A free line: eye, point on the target; None when blocked.
    blockers : tuple of (piece id, share)
        Share of the outline that each piece hides, greatest first.
    rays : tuple of (eye, end, free)
        A small sample of the cast rays for drawing.
    sole_blockers : tuple of piece id
        Pieces each of which alone hides the whole outline.
    opening_in : float or None
        Diameter of the widest clear disc on the target's plane that reaches a seen part, inches
        (capped at the target's own size); 0 when blocked, None when nothing is in the way.
    parts : tuple of (part name, share)
        Seen share of each part of the body's own outline, in the order of its parts.
    """

    visible: bool
    share: float
    bound: float
    witness: tuple[Point3, Point3] | None
    blockers: tuple[tuple[str, float], ...]
    rays: tuple[tuple[Point3, Point3, bool], ...] = ()
    sole_blockers: tuple[str, ...] = ()
    opening_in: float | None = None
    parts: tuple[tuple[str, float], ...] = ()


def verdict(terrain: SolidSet, query: Query) -> bool:
    """Return whether the target is visible: the same answer as `look`, sooner."""
    return verdicts(terrain, [query])[0]


def verdicts(terrain: SolidSet, queries: Sequence[Query], threads: int | None = None) -> list[bool]:
    """Return the verdict of each query, casting for many pairs at once.

    A batch gives the answers that single calls give, on any number of threads.

    Parameters
    ----------
    threads : int, optional
        By default large batches share the processors that are free to this process.
    """
    return [witness is not None for witness in settle(terrain, queries, threads)]


def find_witness(terrain: SolidSet, query: Query, *, shortcuts: bool = True) -> Floats | None:
    """Return a seen point of the target (table frame), or None when it is blocked.

    Parameters
    ----------
    shortcuts : bool
        Without them only the thorough search answers; for tests and proofs.
    """
    if shortcuts:
        return settle(terrain, [query])[0]
    found = find_opening(view_of(terrain, query))
    return None if found is None else found.point


def look(terrain: SolidSet, query: Query) -> Sight:
    """Return verdict, share, witness, blockers and some rays of one query."""
    query = with_near_hulls(query)
    point = settle(terrain, [query])[0]
    view = view_of(terrain, query)
    eye = _point3(view.eye)
    witness = None if point is None else (eye, _point3(_first_surface(view, point)))
    if witness is not None and not query.hulls and not near_terrain(terrain, [query])[0]:
        return Sight(True, 1.0, 0.0, witness, (), ((*witness, True),))
    shares = measure_shares(view)
    names = view.blockers.names
    order = np.argsort(-shares.hidden, kind="stable")
    blockers = tuple((names[i], float(shares.hidden[i])) for i in order if shares.hidden[i] > 0)
    rays = [(*witness, True)] if witness is not None else []
    if point is not None:
        rays += [(eye, _point3(end), True) for end in shares.seen_points]
    rays += [(eye, _point3(end), False) for end in shares.hidden_points]
    seen, bound = (shares.seen, shares.bound) if point is not None else (0.0, 0.0)
    return Sight(point is not None, seen, bound, witness, blockers, tuple(rays[: _DRAWN + 1]))


def _first_surface(view: ViewPlane, point: Floats) -> Floats:
    """Return where the free line to a point of the target first meets the target."""
    spot, depth = view.project(point[None])
    if depth[0] <= NEAR_IN:
        return point
    surface = view.hits(spot)[0]
    nearer = np.linalg.norm(surface - view.eye) < np.linalg.norm(point - view.eye)
    return surface if nearer else point


def _point3(row: Floats) -> Point3:
    return (float(row[0]), float(row[1]), float(row[2]))
