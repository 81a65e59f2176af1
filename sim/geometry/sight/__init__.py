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

from sim.geometry.mesh_data import Floats
from sim.geometry.rays import SolidSet
from sim.geometry.sight.bodies import Body, Target, make_body
from sim.geometry.sight.openings import find_opening
from sim.geometry.sight.query import Point3, Query
from sim.geometry.sight.settle import near_terrain, settle, view_of, with_near_hulls
from sim.geometry.sight.shares import measure_shares, parts_in_the_open
from sim.geometry.sight.shares_opening import widest_opening
from sim.geometry.sight.shares_pieces import find_sole_blockers
from sim.geometry.sight.shares_witness import confirm_witness, roomiest_point
from sim.geometry.sight.view_plane import NEAR_IN, ViewPlane

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
#: Rays by which a piece is tried before it is asked whether it hides everything.
_ASKED = 200


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
    if point is None:
        return _blocked(view)
    first = _first_surface(view, point)
    if not query.hulls and not near_terrain(terrain, [query])[0]:
        witness = (_point3(view.eye), _point3(first))
        return Sight(
            True, 1.0, 0.0, witness, (), ((*witness, True),), parts=parts_in_the_open(view)
        )
    return _shown(view, first)


def _blocked(view: ViewPlane) -> Sight:
    """Return what is to be said of a target that is blocked."""
    shares, eye = measure_shares(view), _point3(view.eye)
    rays = tuple((eye, _point3(end), False) for end in shares.hidden_points)
    return Sight(
        visible=False,
        share=0.0,
        bound=0.0,
        witness=None,
        blockers=shares.blockers,
        rays=rays,
        sole_blockers=find_sole_blockers(view, shares.points(_ASKED)),
        opening_in=0.0,
        parts=tuple((name, 0.0) for name, _ in shares.parts),
    )


def _shown(view: ViewPlane, point: Floats) -> Sight:
    """Return what is to be said of a target that is seen, given one seen point."""
    shares, eye = measure_shares(view), _point3(view.eye)
    roomy = roomiest_point(shares.raster, shares.seen_cells)
    candidates = np.concatenate([roomy, point[None], shares.seen_points])
    witness = (eye, _point3(confirm_witness(view, candidates)))
    rays = [(*witness, True)]
    rays += [(eye, _point3(end), True) for end in shares.seen_points]
    rays += [(eye, _point3(end), False) for end in shares.hidden_points]
    return Sight(
        visible=True,
        share=shares.seen,
        bound=shares.bound,
        witness=witness,
        blockers=shares.blockers,
        rays=tuple(rays[: _DRAWN + 1]),
        opening_in=widest_opening(shares.raster, shares.seen_cells) if shares.blockers else None,
        parts=shares.parts,
    )


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
