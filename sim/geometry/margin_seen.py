"""The margin of a seen target: shifts in plan for which some point of it surely stays seen."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from sim.geometry.margin_frame import Beam, Frame, solids_of, triangles_in
from sim.geometry.margin_shadow import plan_distances, shadow_outlines, shadows_at
from sim.geometry.mesh_data import Floats
from sim.geometry.rays import Blockers, SolidSet
from sim.geometry.sight import Query
from sim.geometry.units import OPENING_IN

__all__ = ["prove_seen"]

_MOST_POINTS = 128
_USED_POINTS = 6
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
    limit = min(limit, distance - radius - 0.1)
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
    scene = _Scene(triangles, opening, frame.plan + radius + limit)
    points = _choose(Blockers(terrain, query.hulls), frame, _candidates(query, witness), limit)
    return _bound(scene, frame.local(points), limit)


def _candidates(query: Query, witness: Floats) -> Floats:
    """Return points of the target, the seen one first."""
    hull = query.target.hull
    return np.concatenate([witness[None], query.target.samples, hull])


def _choose(blockers: Blockers, frame: Frame, points: Floats, limit: float) -> Floats:
    """Return a few seen points that between them stay seen for most shifts, by trial.

    The trial only chooses: what is proven of the chosen points does not rest on it.
    """
    free = np.flatnonzero(~blockers.occluded(frame.eye, points))
    if not len(free):
        return points[:1]
    points = points[np.unique(np.concatenate([[0], _evenly(free)]))]
    turns = np.arange(_SPOKES) * (2 * math.pi / _SPOKES)
    spokes = np.stack([np.cos(turns), np.sin(turns), np.zeros(_SPOKES)], axis=1)
    shifts = (np.array(_RINGS)[:, None, None] * limit * spokes).reshape(-1, 3)
    ends = (points[:, None] + shifts).reshape(-1, 3)
    stays = ~blockers.occluded(frame.eye, ends).reshape(len(points), len(_RINGS), _SPOKES)
    return points[_cover(stays)]


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


def _bound(scene: _Scene, points: Floats, limit: float) -> float:
    """Return how far the points may be shifted until none of them need be seen."""
    best = 0.0
    hidden: shapely.Geometry | None = None
    for point in points:
        triangles = _before(scene, point, limit)
        shadows = shadows_at(triangles, float(point[2]), scene.opening, scene.reach)
        distances = plan_distances(shadows, triangles, point[:2])
        near = distances < limit + scene.opening
        if not near.any():
            return limit
        best = max(best, float(distances.min()) - scene.opening)
        if len(points) > 1:
            there = _hiding_shifts(shadows[near], point, scene.opening, limit)
            hidden = there if hidden is None else shapely.intersection(hidden, there)
            if shapely.is_empty(hidden):
                return limit
    if hidden is not None:
        best = max(best, float(shapely.distance(hidden, shapely.Point(0, 0))))
    return min(best, limit)


def _before(scene: _Scene, point: Floats, limit: float) -> Floats:
    """Return the triangles that may hide a point shifted within the limit."""
    pad = np.array([limit + scene.opening, limit + scene.opening, scene.opening])
    beam = Beam(point - pad, point + pad)
    bits = beam.outside(scene.triangles.reshape(-1, 3)).reshape(-1, 3)
    return scene.triangles[(bits[:, 0] & bits[:, 1] & bits[:, 2]) == 0]


def _hiding_shifts(
    shadows: Floats, point: Floats, opening: float, limit: float
) -> shapely.Geometry:
    """Return the shifts within the limit that may hide a point."""
    reach = limit + 2 * opening
    window = shapely.box(-reach, -reach, reach, reach)
    region = shapely.intersection(shadow_outlines(shadows - point[:2]), window)
    return shapely.buffer(region, opening * 1.01, quad_segs=8)
