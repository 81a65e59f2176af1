"""Open directions: a free disc of 0.6 mm that holds a part of the target.

A visible part shows in an open direction: some disc of the opening's size holds that direction and
is clear everywhere. The disc need not be centred, so a limb that shows past an edge is seen
however little shows; a slit narrower than the disc stays closed.

The search is sure by a covering argument: every disc of the opening's size holds a spot of the
lattice, so where every lattice spot near the outline is blocked before the target, nothing is
open. Where some are not, a finer lattice finds every place where a disc can lie, and the exact
outline says whether the target reaches into it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.spatial import KDTree

from sim.geometry.lattice import lattice_around, unblocked_spots
from sim.geometry.mesh_data import Floats
from sim.geometry.units import OPENING_IN
from sim.geometry.view_plane import NEAR_IN, Outline, ViewPlane

__all__ = ["DISC_SPOTS", "RADIUS_IN", "Opening", "find_opening", "fit_disc"]

#: Radius of the disc that must be clear, inches on the target's plane.
RADIUS_IN = OPENING_IN / 2
#: Pitch of the lattice: every disc of that radius holds one of its spots (pitch < radius * 2**.5).
_PITCH = RADIUS_IN * 1.4
#: Pitch of the fine lattice, a quarter of the radius.
_FINE = RADIUS_IN / 4
_HALF_DIAGONAL = _FINE * math.sqrt(0.5)
_TRIES = 8
_MOST_TRIES = 12
#: Lattice phases that no modelled edge shares.
_PHASE = np.array([0.137, 0.291])


def _rings(radius: float, counts: tuple[int, ...]) -> Floats:
    """Return the centre and evenly filled rings out to `radius`, as plane offsets."""
    spots = [np.zeros((1, 2))]
    for k, count in enumerate(counts, start=1):
        t = (np.arange(count) + 0.5 * (k % 2)) * (2 * math.pi / count)
        spots.append(radius * k / len(counts) * np.stack([np.cos(t), np.sin(t)], axis=1))
    return np.concatenate(spots)


#: The directions by which a disc is tried: rim every 1/32 turn, two inner rings, the middle.
DISC_SPOTS: Floats = _rings(RADIUS_IN, (8, 16, 32))
#: Where a disc that holds a given spot may have its middle.
_MIDDLES: Floats = _rings(RADIUS_IN, (6, 12, 18, 24, 30, 36, 42, 48))


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


def fit_disc(view: ViewPlane, spot: Floats, depth: float) -> Floats | None:
    """Return the middle of a clear disc that holds `spot`, or None when there is none.

    The disc must be clear for a point of the target at `depth` along the axis of sight.

    Blocked directions met on the way are kept: the next middle tried is the one farthest from all
    of them, until a disc is clear or none can be.
    """
    blocked = np.zeros((0, 2))
    for _ in range(60):
        middle = _best_middle(spot, blocked)
        if middle is None:
            return None
        tried = middle + DISC_SPOTS
        clear = view.clear(tried, depth)
        if clear.all():
            return middle
        blocked = np.concatenate([blocked, tried[~clear]])
    return None


def _best_middle(spot: Floats, blocked: Floats) -> Floats | None:
    """Return the middle farthest from all blocked spots if a disc fits there, else None."""
    if not len(blocked):
        return spot
    middles, step = spot + _MIDDLES, RADIUS_IN / 8
    nearest = KDTree(blocked)
    for _ in range(4):
        room = np.asarray(nearest.query(middles)[0])
        best = int(np.argmax(room))
        if room[best] > RADIUS_IN * (1 + 1e-5):
            return middles[best]
        if room[best] < RADIUS_IN - 2 * step:
            return None
        near = middles[best] + _MIDDLES * (step / RADIUS_IN)
        off = near - spot
        far = np.hypot(off[:, 0], off[:, 1])
        # A middle beyond the radius would lose the spot: pull it back onto the rim.
        middles = spot + off * np.minimum(1.0, RADIUS_IN / np.maximum(far, 1e-12))[:, None]
        step /= 8
    return None


def find_opening(view: ViewPlane) -> Opening | None:
    """Return a proof that some part of the target lies in an open direction, or None.

    None is sure: no disc of the opening's size, clear everywhere, touches the outline (openings
    within 1e-4 in of the limit may be taken either way).
    """
    spots = unblocked_spots(view, _PITCH, 2 * RADIUS_IN, _PHASE)
    if not len(spots):
        return None
    surface = view.hits(spots)
    on = np.flatnonzero(~np.isnan(surface[:, 0]))
    reached = on[view.reached(surface[on])]
    for i in _spread(reached):
        found = _confirm(view, surface[i], spots[i])
        if found is not None:
            return found
    found = _refine(view, spots[view.clear(spots, view.distance)])
    return found or _try_foremost(view, surface[reached])


def _spread(indices: np.ndarray) -> np.ndarray:
    """Return a few of the indices, evenly spread and from the middle outwards."""
    if len(indices) <= _TRIES:
        return indices
    picks = np.linspace(0, len(indices) - 1, _TRIES + 2)[1:-1].round().astype(int)
    return indices[picks[np.argsort(np.abs(picks - len(indices) // 2), kind="stable")]]


def _confirm(view: ViewPlane, point: Floats, spot: Floats) -> Opening | None:
    """Return an opening for one point of the target whose own segment is free."""
    depth = float((point - view.eye) @ view.forward)
    if depth <= NEAR_IN:
        return None
    middle = fit_disc(view, spot, depth)
    if middle is None:
        return None
    # A single ray may slip through where corners of the terrain meet: try its neighbours inside
    # the disc, as far as the point itself.
    aim = middle - spot
    length = float(np.hypot(aim[0], aim[1]))
    aim = aim / length if length > 1e-6 else np.array([1.0, 0.0])
    side = np.array([-aim[1], aim[0]])
    shifts = np.array([aim, aim + 0.5 * side, aim - 0.5 * side]) * 1e-3
    ends = point + depth / view.distance * (shifts[:, :1] * view.right + shifts[:, 1:] * view.up)
    return Opening(point, middle) if view.reached(ends).all() else None


def _refine(view: ViewPlane, seeds: Floats) -> Opening | None:
    """Search around clear lattice spots near the outline until the answer is sure."""
    if not len(seeds):
        return None
    outline = Outline(view, seeds, 4 * RADIUS_IN)
    near, _, _ = outline.nearest(seeds, 2 * RADIUS_IN + 1e-6)
    if not len(near):
        return None
    seeds = seeds[near]
    # First where a disc holding a seed may lie, then, four times finer, where one still may.
    middles, room = _middles(view, seeds, _FINE, 2 * RADIUS_IN)
    close = np.asarray(KDTree(seeds).query(middles)[0]) <= RADIUS_IN + _HALF_DIAGONAL
    middles, room = middles[close], room[close]
    touching, _, _ = outline.nearest(middles, RADIUS_IN + _HALF_DIAGONAL)
    middles, room = middles[touching], room[touching]
    if not len(middles):
        return None
    if room.max() < RADIUS_IN + _HALF_DIAGONAL:
        first = middles
        middles, room = _middles(view, first, _FINE / 4, RADIUS_IN + 2 * _FINE)
        close = np.asarray(KDTree(first).query(middles)[0]) <= _FINE
        middles, room = middles[close], room[close]
    touching, _, points = outline.nearest(middles, RADIUS_IN + _HALF_DIAGONAL)
    if not len(touching):
        return None
    # Inside the outline the first surface counts, not whichever triangle lies there too.
    surface = view.hits(middles[touching])
    points = np.where(np.isnan(surface), points, surface)
    return _try_points(view, points[np.argsort(-room[touching], kind="stable")])


def _try_foremost(view: ViewPlane, surface: Floats) -> Opening | None:
    """Try the target's foremost points, where terrain may stand among its own parts.

    A part before such terrain may be thinner than the lattice, so its corners are tried too.
    """
    corners = np.unique(view.target.corners.reshape(-1, 3), axis=0)
    points = np.concatenate([surface, corners[view.reached(corners)]])
    depth = (points - view.eye) @ view.forward
    points = points[np.argsort(depth, kind="stable")]
    points = points[(np.sort(depth) > NEAR_IN) & (np.sort(depth) < view.distance)]
    return _try_points(view, points) if len(points) else None


def _middles(view: ViewPlane, around: Floats, pitch: float, reach: float) -> tuple[Floats, Floats]:
    """Return lattice spots within `reach` of others that may be middles, and their room.

    The room is the distance to the nearest blocked spot; a true middle lies within half a cell's
    diagonal of a spot that has at least the radius less that much.
    """
    spots = lattice_around(around, pitch, reach + pitch, _PHASE)
    clear = view.clear(spots, view.distance)
    room = np.full(len(spots), 2 * RADIUS_IN)
    if not clear.all():
        far = KDTree(spots[~clear]).query(spots, distance_upper_bound=2 * RADIUS_IN)[0]
        room = np.minimum(np.asarray(far), 2 * RADIUS_IN)
    kept = clear & (room >= RADIUS_IN - pitch * math.sqrt(0.5))
    return spots[kept], room[kept]


def _try_points(view: ViewPlane, points: Floats) -> Opening | None:
    """Try points of the target in turn; near duplicates and blocked ones are passed over."""
    spots, _ = view.project(points)
    cells = np.round(spots / (_FINE / 2)).astype(np.int64)
    _, first = np.unique(cells, axis=0, return_index=True)
    kept = np.sort(first)
    kept = kept[view.reached(points[kept])]
    # The roomiest come first: what fails there fits nowhere, but for openings at the very limit.
    rest = kept[_MOST_TRIES:]
    for i in (*kept[:_MOST_TRIES], *rest[:: max(len(rest) // _MOST_TRIES, 1)]):
        found = _confirm(view, points[i], spots[i])
        if found is not None:
            return found
    return None
