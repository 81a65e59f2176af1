"""The margin of a seen target: shifts in plan for which some point of it surely stays seen."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from sim.geometry.margin.frame import Beam, Frame, solids_of, triangles_in
from sim.geometry.margin.shadow import plan_distances, shadow_outlines, shadows_at
from sim.geometry.mesh_data import Floats
from sim.geometry.rays import Blockers, SolidSet
from sim.geometry.sight import Query
from sim.geometry.units import OPENING_IN

__all__ = ["prove_seen"]

_MOST_POINTS = 128
#: Points chosen at first, and with those added later.
_USED_POINTS = 5
_MOST_USED = 12
_RINGS = (1 / 16, 1 / 8, 1 / 4, 1 / 2, 3 / 4, 1.0)
_SPOKES = 16
#: Room for rounding in the ray engine, inches.
_ROUNDING = 2e-4


@dataclass(frozen=True, eq=False)
class _Scene:
    """Triangles in the target's beam, and how wide an opening must be at the target."""

    triangles: Floats
    opening: float
    reach: float
    limit: float


def prove_seen(terrain: SolidSet, query: Query, witness: Floats, limit: float) -> float:
    """Return a distance, at most `limit`: the target, shifted less in plan, stays visible.

    For a seen point of the target the shifts that hide it are the shadows at its height, moved to
    the point. A shift that hides several chosen points at once lies in all their shadows; the
    nearest such shift bounds the margin from below. An opening's disc is added all around.

    Parameters
    ----------
    witness : (3,) array
        A seen point, table frame.
    limit : float
        Inches; what lies farther is not looked at.
    """
    frame = Frame.of(query)
    radius = query.target.body.radius
    distance = float(np.linalg.norm(query.target.centre - frame.eye))
    # Nearer than that, parts of the target would lie too far aside of the axis of sight.
    limit = min(limit, distance - 1.2 * radius - 0.1)
    if limit <= 0:
        return 0.0
    opening = OPENING_IN / 2 * (1 + 1.1 * radius / (distance - limit)) * 1.01 + _ROUNDING
    body = frame.local(query.target.hull)
    pad = np.array([limit + opening, limit + opening, opening])
    beam = Beam(body.min(axis=0) - pad, body.max(axis=0) + pad)
    found = [triangles_in(frame, beam, solid) for solid in solids_of(terrain, query)]
    triangles = np.concatenate([np.zeros((0, 3, 3)), *found])
    if not len(triangles):
        return limit
    scene = _Scene(triangles, opening, frame.plan + radius + limit, limit)
    blockers = Blockers(terrain, query.hulls)
    points = _free_points(blockers, frame, _candidates(query, witness))
    return _bound(scene, frame, blockers, points)


def _candidates(query: Query, witness: Floats) -> Floats:
    """Return points of the target, the seen one first."""
    hull = query.target.hull
    return np.concatenate([witness[None], query.target.samples, hull])


def _free_points(blockers: Blockers, frame: Frame, points: Floats) -> Floats:
    """Return the first point and some of the others that a ray reaches."""
    free = np.flatnonzero(~blockers.occluded(frame.eye, points))
    return points[np.unique(np.concatenate([[0], _evenly(free)]).astype(int))]


def _choose(blockers: Blockers, frame: Frame, points: Floats, limit: float) -> list[int]:
    """Return a few points that between them stay seen for most shifts, by trial.

    The trial only chooses: what is proven of the chosen points does not rest on it.
    """
    turns = np.arange(_SPOKES) * (2 * math.pi / _SPOKES)
    spokes = np.stack([np.cos(turns), np.sin(turns), np.zeros(_SPOKES)], axis=1)
    shifts = (np.array(_RINGS)[:, None, None] * limit * spokes).reshape(-1, 3)
    ends = (points[:, None] + shifts).reshape(-1, 3)
    stays = ~blockers.occluded(frame.eye, ends).reshape(len(points), len(_RINGS), _SPOKES)
    return _cover(stays)


def _staying(
    blockers: Blockers, frame: Frame, points: Floats, shift: Floats, opening: float
) -> int | None:
    """Return a point that stays seen at one shift and about it, by trial; None for none."""
    turns = np.arange(8) * (math.pi / 4)
    ring = 2 * opening * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    about = np.column_stack([shift + np.concatenate([np.zeros((1, 2)), ring]), np.zeros(9)])
    ends = frame.to_table((frame.local(points)[:, None] + about).reshape(-1, 3))
    stays = (~blockers.occluded(frame.eye, ends)).reshape(len(points), 9).sum(axis=1)
    best = int(np.argmax(stays))
    return best if stays[best] >= 6 else None


def _evenly(indices: NDArray[np.intp]) -> NDArray[np.intp]:
    if len(indices) <= _MOST_POINTS:
        return indices
    return indices[np.linspace(0, len(indices) - 1, _MOST_POINTS).round().astype(int)]


def _cover(stays: NDArray[np.bool_]) -> list[int]:
    """Return rows that between them cover the rings of shifts, the inmost rings first."""
    full = np.all(stays, axis=2)
    rings = np.where(np.all(full, axis=1), len(_RINGS), np.argmin(full, axis=1))
    chosen = [int(np.argmax(rings * 1000 + stays.sum(axis=(1, 2))))]
    covered = stays[chosen[0]].copy()
    while not covered.all() and len(chosen) < _USED_POINTS:
        ring = int(np.argmin(np.all(covered, axis=1)))
        gained = (stays[:, ring] & ~covered[ring]).sum(axis=1)
        total = (stays & ~covered).sum(axis=(1, 2))
        best = int(np.argmax(gained * 1000 + total))
        if not gained[best]:
            break
        chosen.append(best)
        covered |= stays[best]
    return chosen


def _bound(scene: _Scene, frame: Frame, blockers: Blockers, points: Floats) -> float:
    """Return how far the points may be shifted until none of them need be seen.

    After the points chosen first, one is added for the nearest shift that may still hide them all,
    as long as there is one.
    """
    waiting = _choose(blockers, frame, points, scene.limit)
    used: list[int] = []
    hidden: shapely.Geometry | None = None
    best = 0.0
    while waiting and len(used) < _MOST_USED:
        used.append(waiting.pop(0))
        there = _hiding_shifts(scene, frame.local(points[used[-1]]))
        hidden = there if hidden is None else shapely.intersection(hidden, there)
        if shapely.is_empty(hidden):
            return scene.limit
        nearest = shapely.shortest_line(shapely.Point(0, 0), hidden)
        best = float(shapely.length(nearest))
        if not waiting and best < scene.limit:
            shift = shapely.get_coordinates(nearest)[-1]
            row = _staying(blockers, frame, points, shift, scene.opening)
            waiting = [row] if row is not None and row not in used else []
    return min(best, scene.limit)


def _hiding_shifts(scene: _Scene, point: Floats) -> shapely.Geometry:
    """Return the shifts within the limit that may hide a point, in the frame."""
    triangles = _before(scene, point, scene.limit)
    shadows = shadows_at(triangles, float(point[2]), scene.opening, scene.reach)
    distances = plan_distances(shadows, triangles, point[:2])
    near = shadows[distances < scene.limit + scene.opening]
    if not len(near):
        return shapely.Polygon()
    reach = scene.limit + 2 * scene.opening
    window = shapely.box(-reach, -reach, reach, reach)
    region = shapely.intersection(shadow_outlines(near - point[:2]), window)
    return shapely.buffer(region, scene.opening * 1.01, quad_segs=8)


def _before(scene: _Scene, point: Floats, limit: float) -> Floats:
    """Return the triangles that may hide a point shifted within the limit."""
    pad = np.array([limit + scene.opening, limit + scene.opening, scene.opening])
    beam = Beam(point - pad, point + pad)
    bits = beam.outside(scene.triangles.reshape(-1, 3)).reshape(-1, 3)
    return scene.triangles[(bits[:, 0] & bits[:, 1] & bits[:, 2]) == 0]
