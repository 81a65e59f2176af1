"""Questions of sight settled in batches: cull, surface points, then the search until sure.

Each stage leaves fewer questions to the next. Answers do not depend on what else is in the batch
nor on the number of threads.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from sim.geometry.mesh_data import Floats
from sim.geometry.rays import Blockers, SolidSet, is_fallback
from sim.geometry.sight.openings import DENSE_SPOTS, DISC_SPOTS, RADIUS_IN, find_openings
from sim.geometry.sight.query import Query
from sim.geometry.sight.view_plane import NEAR_IN, ViewPlane

__all__ = ["near_terrain", "settle", "view_of", "with_near_hulls"]

Bools = NDArray[np.bool_]

_RAYS_AT_ONCE = 400_000
#: Samples tried for every pair; the others only where these settle nothing.
_FIRST = 24
_DISCS_A_PAIR = 3
#: Fewest questions a thread is worth, and most threads used unasked.
_A_THREAD, _MOST_THREADS = 200, 4


def settle(
    terrain: SolidSet, queries: Sequence[Query], threads: int | None = None, *, sure: bool = True
) -> list[Floats | None]:
    """Return a seen point of each target (table frame), None where it is blocked.

    Parameters
    ----------
    threads : int, optional
        The ray engine works outside the interpreter's lock. By default large batches share the
        processors that are free to this process, four at most.
    sure : bool
        Without it only the quick stages answer, and None means "not settled"; for measurements.
    """
    count = _threads(len(queries)) if threads is None else max(threads, 1)
    if count == 1 or len(queries) < 2:
        return _settle(terrain, queries, sure)
    terrain.build()
    for body in {id(query.target.body): query.target.body for query in queries}.values():
        body.solid.build()
    # More parts than threads, for some take longer than others.
    size = -(-len(queries) // (4 * count))
    parts = [queries[i : i + size] for i in range(0, len(queries), size)]
    with ThreadPoolExecutor(count) as pool:
        answers = list(pool.map(lambda part: _settle(terrain, part, sure), parts))
    return [point for part in answers for point in part]


def _threads(queries: int) -> int:
    """Return how many threads a batch is worth."""
    if is_fallback():
        return 1
    free = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(min(queries // _A_THREAD, free or 1, _MOST_THREADS), 1)


def view_of(terrain: SolidSet, query: Query) -> ViewPlane:
    """Return the target's plane as the query's eye sees it."""
    eye = np.asarray(query.eye, dtype=np.float64)
    return ViewPlane(eye, query.target, Blockers(terrain, query.hulls))


def with_near_hulls(query: Query) -> Query:
    """Return the query with those hulls only that the cone from eye to target may meet."""
    if not query.hulls:
        return query
    eye = np.asarray(query.eye, dtype=np.float64)
    along = query.target.centre - eye
    length2 = max(float(along @ along), 1e-12)
    near = []
    for hull in query.hulls:
        middle, radius = hull.sphere
        t = min(max(float((middle - eye) @ along) / length2, 0.0), 1.0)
        away = float(np.linalg.norm(middle - eye - t * along))
        if away <= radius + query.target.body.radius + 4 * RADIUS_IN:
            near.append(hull)
    return Query(query.eye, query.target, tuple(near))


def near_terrain(terrain: SolidSet, queries: Sequence[Query]) -> Bools:
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


def _settle(terrain: SolidSet, queries: Sequence[Query], sure: bool) -> list[Floats | None]:
    queries = [with_near_hulls(query) for query in queries]
    found: list[Floats | None] = [None] * len(queries)
    near = near_terrain(terrain, queries)
    for i in np.flatnonzero(~near).tolist():
        if not queries[i].hulls:
            found[i] = queries[i].target.samples[0]
    pending = {i: view_of(terrain, queries[i]) for i, point in enumerate(found) if point is None}
    for first, last in ((0, _FIRST), (_FIRST, None)):
        _by_samples(terrain, pending, slice(first, last), found)
        pending = {i: view for i, view in pending.items() if found[i] is None}
    if sure:
        openings = find_openings(list(pending.values()))
        for i, opening in zip(pending, openings, strict=True):
            found[i] = None if opening is None else opening.point
    return found


def _by_samples(
    terrain: SolidSet, pending: dict[int, ViewPlane], which: slice, found: list[Floats | None]
) -> None:
    """Settle queries by surface points that are free and lie in a clear disc."""
    for chunk in _chunks(pending, which):
        views = [pending[i] for i in chunk]
        ends = [view.target.samples[which] for view in views]
        blocked = np.split(_occluded(terrain, views, ends), np.cumsum([len(e) for e in ends])[:-1])
        tries: list[tuple[int, Floats]] = []
        for i, points, hidden in zip(chunk, ends, blocked, strict=True):
            free = points[~hidden]
            picks = np.linspace(0, len(free) - 1, min(_DISCS_A_PAIR, len(free))).round()
            tries += [(i, free[pick]) for pick in picks.astype(int)]
        _confirm_discs(terrain, pending, tries, found)


def _chunks(pending: dict[int, ViewPlane], which: slice) -> list[list[int]]:
    chunks: list[list[int]] = [[]]
    rays = 0
    for i, view in pending.items():
        count = len(view.target.samples[which])
        if not count:
            continue
        if rays + count > _RAYS_AT_ONCE and chunks[-1]:
            chunks.append([])
            rays = 0
        chunks[-1].append(i)
        rays += count
    return [chunk for chunk in chunks if chunk]


def _occluded(terrain: SolidSet, views: Sequence[ViewPlane], ends: Sequence[Floats]) -> Bools:
    """Return which segments are blocked: terrain for all at once, hulls view by view."""
    counts = [len(each) for each in ends]
    eyes = np.repeat(np.array([view.eye for view in views]), counts, axis=0)
    stops = np.concatenate(ends)
    blocked = terrain.occluded(eyes, stops)
    last = np.cumsum(counts)
    for view, count, stop in zip(views, counts, last.tolist(), strict=True):
        for hull in view.blockers.placed:
            run = slice(stop - count, stop)
            blocked[run] |= hull.occluded(eyes[run], stops[run])
    return blocked


def _confirm_discs(
    terrain: SolidSet,
    pending: dict[int, ViewPlane],
    tries: list[tuple[int, Floats]],
    found: list[Floats | None],
) -> None:
    """Accept sample points whose centred disc is clear as far as the point or the plane."""
    good = _clear_discs(terrain, pending, tries, DISC_SPOTS)
    tries = [each for each, clear in zip(tries, good, strict=True) if clear]
    while tries:
        # The first of each pair, to the last thread of the disc; the others only if that fails.
        firsts = list({i: (i, point) for i, point in reversed(tries)}.values())
        clear = _clear_discs(terrain, pending, firsts, DENSE_SPOTS)
        for (i, point), sure in zip(firsts, clear, strict=True):
            if sure:
                found[i] = point
        spent = {id(point) for _, point in firsts}
        tries = [(i, point) for i, point in tries if found[i] is None and id(point) not in spent]


def _clear_discs(
    terrain: SolidSet,
    pending: dict[int, ViewPlane],
    tries: Sequence[tuple[int, Floats]],
    disc: Floats,
) -> list[bool]:
    """Return which points have a clear disc around them, and lines free beside their own."""
    views: list[ViewPlane] = []
    ends: list[Floats] = []
    clear = [False] * len(tries)
    asked: list[int] = []
    for k, (i, point) in enumerate(tries):
        view = pending[i]
        spot, depth = view.project(point[None])
        if depth[0] <= NEAR_IN:
            continue
        shifts = np.array([view.right, view.up, -0.7 * (view.right + view.up)]) * 1e-3
        share = min(float(depth[0]) / view.distance, 1.0)
        on_plane = view.eye + share * (view.at(spot[0] + disc) - view.eye)
        asked.append(k)
        views.append(view)
        ends.append(np.concatenate([on_plane, point + shifts]))
    if asked:
        blocked = _occluded(terrain, views, ends).reshape(len(asked), -1)
        hidden: list[bool] = np.any(blocked, axis=1).tolist()
        for k, bad in zip(asked, hidden, strict=True):
            clear[k] = not bad
    return clear
