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
from numpy.typing import NDArray

from sim.geometry.bodies import Body, Target, make_body
from sim.geometry.mesh_data import Floats
from sim.geometry.openings import DISC_SPOTS, RADIUS_IN, find_opening, find_openings
from sim.geometry.rays import Blockers, Placed, SolidSet
from sim.geometry.shares import measure_shares
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

Point3 = tuple[float, float, float]
Bools = NDArray[np.bool_]

_RAYS_AT_ONCE = 400_000
#: Samples tried for every pair; the others only where these settle nothing.
_FIRST = 24
_DISCS_A_PAIR = 3
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


@dataclass(frozen=True, eq=False)
class Query:
    """One question of sight.

    Attributes
    ----------
    eye : Point3
    target : Target
    hulls : tuple of Placed
        What blocks besides the terrain; never the looker nor the target.
    """

    eye: Point3
    target: Target
    hulls: tuple[Placed, ...] = ()


def verdict(terrain: SolidSet, query: Query) -> bool:
    """Return whether the target is visible: the same answer as `look`, sooner."""
    return verdicts(terrain, [query])[0]


def verdicts(terrain: SolidSet, queries: Sequence[Query]) -> list[bool]:
    """Return the verdict of each query, casting for many pairs at once.

    A batch gives the answers that single calls give.
    """
    return [witness is not None for witness in _settle(terrain, queries)]


def find_witness(terrain: SolidSet, query: Query, *, shortcuts: bool = True) -> Floats | None:
    """Return a seen point of the target (table frame), or None when it is blocked.

    Parameters
    ----------
    shortcuts : bool
        Without them only the thorough search answers; for tests and proofs.
    """
    if shortcuts:
        return _settle(terrain, [query])[0]
    found = find_opening(_view(terrain, query))
    return None if found is None else found.point


def look(terrain: SolidSet, query: Query) -> Sight:
    """Return verdict, share, witness, blockers and some rays of one query."""
    query = _with_near_hulls(query)
    point = _settle(terrain, [query])[0]
    view = _view(terrain, query)
    eye = _point3(view.eye)
    witness = None if point is None else (eye, _point3(_first_surface(view, point)))
    if witness is not None and not query.hulls and not _candidates(terrain, [query])[0]:
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


def _with_near_hulls(query: Query) -> Query:
    """Return the query with those hulls only that the cone from eye to target may meet."""
    if not query.hulls:
        return query
    eye = np.asarray(query.eye, dtype=np.float64)
    along = query.target.centre - eye
    length2 = max(float(along @ along), 1e-12)
    near: list[Placed] = []
    for hull in query.hulls:
        middle, radius = hull.sphere
        t = min(max(float((middle - eye) @ along) / length2, 0.0), 1.0)
        away = float(np.linalg.norm(middle - eye - t * along))
        if away <= radius + query.target.body.radius + 4 * RADIUS_IN:
            near.append(hull)
    return Query(query.eye, query.target, tuple(near))


def _view(terrain: SolidSet, query: Query) -> ViewPlane:
    eye = np.asarray(query.eye, dtype=np.float64)
    return ViewPlane(eye, query.target, Blockers(terrain, query.hulls))


def _point3(row: Floats) -> Point3:
    return (float(row[0]), float(row[1]), float(row[2]))


def _settle(terrain: SolidSet, queries: Sequence[Query]) -> list[Floats | None]:
    """Return a seen point for each query, None where the target is blocked."""
    queries = [_with_near_hulls(query) for query in queries]
    found: list[Floats | None] = [None] * len(queries)
    near = _candidates(terrain, queries)
    for i in np.flatnonzero(~near).tolist():
        if not queries[i].hulls:
            found[i] = queries[i].target.samples[0]
    open_ones = [i for i in range(len(queries)) if found[i] is None]
    for first, last in ((0, _FIRST), (_FIRST, None)):
        _by_samples(terrain, queries, open_ones, slice(first, last), found)
        open_ones = [i for i in open_ones if found[i] is None]
    views = [_view(terrain, queries[i]) for i in open_ones]
    for i, opening in zip(open_ones, find_openings(views), strict=True):
        found[i] = None if opening is None else opening.point
    return found


def _candidates(terrain: SolidSet, queries: Sequence[Query]) -> Bools:
    """Return which queries have any terrain near the cone from eye to target.

    The cone lies in the capsule of the target's ball swept to the eye, so a mesh whose box the
    capsule's bounds and plan stay clear of cannot touch a sight line.
    """
    if not len(terrain.bounds) or not queries:
        return np.zeros(len(queries), dtype=bool)
    eyes = np.array([query.eye for query in queries], dtype=np.float64)
    centres = np.array([query.target.centre for query in queries])
    reach = np.array([query.target.body.radius for query in queries])[:, None] + 4 * RADIUS_IN
    low = np.minimum(eyes, centres - reach) - 4 * RADIUS_IN
    high = np.maximum(eyes, centres + reach) + 4 * RADIUS_IN
    boxes = terrain.bounds
    meets = (low[:, None] <= boxes[None, :, 1]).all(axis=2)
    meets &= (high[:, None] >= boxes[None, :, 0]).all(axis=2)
    meets &= _near_in_plan(eyes[:, :2], centres[:, :2], reach, boxes)
    return np.asarray(meets.any(axis=1))


def _near_in_plan(a: Floats, b: Floats, reach: Floats, boxes: Floats) -> Bools:
    """Return which capsules (axis a to b) may meet which boxes, seen across their axis in plan."""
    along = b - a
    length = np.hypot(along[:, 0], along[:, 1])
    unit = np.where(length[:, None] > 1e-9, along / np.maximum(length, 1e-9)[:, None], 0.0)
    across = np.stack([-unit[:, 1], unit[:, 0]], axis=1)
    middle, half = boxes[:, :, :2].mean(axis=1), (boxes[:, 1, :2] - boxes[:, 0, :2]) / 2
    offset = np.abs(across @ middle.T - (across * a).sum(axis=1)[:, None])
    return offset <= np.abs(across) @ half.T + reach


def _by_samples(
    terrain: SolidSet,
    queries: Sequence[Query],
    pending: list[int],
    which: slice,
    found: list[Floats | None],
) -> None:
    """Settle queries by surface points that are free and lie in a clear disc."""
    for chunk in _chunks(queries, pending, which):
        points = [queries[i].target.samples[which] for i in chunk]
        counts = [len(p) for p in points]
        eyes = np.repeat(np.array([queries[i].eye for i in chunk]), counts, axis=0)
        blocked = _occluded(terrain, queries, chunk, counts, eyes, np.concatenate(points))
        firsts = np.cumsum([0, *counts])
        tries: list[tuple[int, Floats]] = []
        for k, i in enumerate(chunk):
            free = points[k][~blocked[firsts[k] : firsts[k + 1]]]
            picks = np.unique(np.linspace(0, len(free) - 1, _DISCS_A_PAIR).round().astype(int))
            tries += [(i, free[pick]) for pick in picks if len(free)]
        _confirm_discs(terrain, queries, tries, found)


def _chunks(queries: Sequence[Query], pending: list[int], which: slice) -> list[list[int]]:
    chunks: list[list[int]] = [[]]
    rays = 0
    for i in pending:
        count = len(queries[i].target.samples[which])
        if not count:
            continue
        if rays + count > _RAYS_AT_ONCE and chunks[-1]:
            chunks.append([])
            rays = 0
        chunks[-1].append(i)
        rays += count
    return [chunk for chunk in chunks if chunk]


def _occluded(
    terrain: SolidSet,
    queries: Sequence[Query],
    chunk: Sequence[int],
    counts: Sequence[int],
    eyes: Floats,
    ends: Floats,
) -> Bools:
    """Return which segments are blocked: terrain for all at once, hulls query by query."""
    blocked = terrain.occluded(eyes, ends)
    firsts = np.cumsum([0, *counts])
    for k, i in enumerate(chunk):
        for hull in queries[i].hulls:
            run = slice(firsts[k], firsts[k + 1])
            blocked[run] |= hull.occluded(eyes[run], ends[run])
    return blocked


def _confirm_discs(
    terrain: SolidSet,
    queries: Sequence[Query],
    tries: list[tuple[int, Floats]],
    found: list[Floats | None],
) -> None:
    """Accept sample points whose centred disc is clear as far as the point or the plane."""
    kept: list[tuple[int, Floats]] = []
    ends: list[Floats] = []
    for i, point in tries:
        eye = np.asarray(queries[i].eye, dtype=np.float64)
        view = ViewPlane(eye, queries[i].target, Blockers(terrain))
        spot, depth = view.project(point[None])
        if depth[0] <= NEAR_IN:
            continue
        shifts = np.array([view.right, view.up, -0.7 * (view.right + view.up)]) * 1e-3
        kept.append((i, point))
        share = min(float(depth[0]) / view.distance, 1.0)
        disc = eye + share * (view.at(spot[0] + DISC_SPOTS) - eye)
        ends.append(np.concatenate([disc, point + shifts]))
    if not kept:
        return
    each = len(DISC_SPOTS) + 3
    counts = [each] * len(kept)
    eyes = np.repeat(np.array([queries[i].eye for i, _ in kept]), each, axis=0)
    chunk = [i for i, _ in kept]
    blocked = _occluded(terrain, queries, chunk, counts, eyes, np.concatenate(ends))
    hidden: list[bool] = np.any(blocked.reshape(-1, each), axis=1).tolist()
    for (i, point), bad in zip(kept, hidden, strict=True):
        if not bad and found[i] is None:
            found[i] = point
