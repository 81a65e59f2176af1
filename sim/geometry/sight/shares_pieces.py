"""Which pieces alone hide a whole target."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from sim.geometry.mesh_data import Floats
from sim.geometry.rays import Blockers, SolidSet
from sim.geometry.sight.openings import DISC_SPOTS, RADIUS_IN, find_opening
from sim.geometry.sight.view_plane import NEAR_IN, ViewPlane

__all__ = ["find_sole_blockers"]

#: Free directions around which a clear disc is tried before the thorough search.
_TRIED = 6

#: Pieces as terrain of their own, built when first asked about and dropped with their terrain.
_alone: WeakKeyDictionary[SolidSet, dict[str, SolidSet]] = WeakKeyDictionary()


def find_sole_blockers(view: ViewPlane, surface: Floats) -> tuple[str, ...]:
    """Return the blockers each of which, were it alone, would hide the whole target.

    Parameters
    ----------
    view : ViewPlane
        Of a target that is blocked.
    surface : (n, 3) array
        Some points all over the side of the target that faces the eye, table frame.
    """
    terrain = view.blockers.terrain
    solid = [name for name, mesh in terrain.meshes.items() if mesh.triangles]
    found: list[str] = []
    for i in np.flatnonzero(_may_cover(view, terrain.bounds)).tolist():
        single = Blockers(_piece_alone(terrain, solid[i]))
        if _hides(view, single, surface):
            found.append(solid[i])
    nothing = SolidSet({})
    for model in view.blockers.placed:
        if _hides(view, Blockers(nothing, (model,)), surface):
            found.append(model.name)
    return tuple(found)


def _hides(view: ViewPlane, single: Blockers, surface: Floats) -> bool:
    alone = ViewPlane(view.eye, view.target, single)
    free = surface[alone.reached(surface)] if len(surface) else surface
    if len(free) and _any_disc_clear(alone, free):
        return False
    return find_opening(alone) is None


def _any_disc_clear(view: ViewPlane, points: Floats) -> bool:
    """Return whether a disc around the direction of one of some free points is clear."""
    picks = np.unique(np.linspace(0, len(points) - 1, _TRIED).round().astype(int))
    spots, depth = view.project(points[picks])
    share = np.minimum(depth / view.distance, 1.0)[:, None, None]
    rims = view.at((spots[:, None] + DISC_SPOTS).reshape(-1, 2)).reshape(*spots.shape[:1], -1, 3)
    ends = view.eye + share * (rims - view.eye)
    clear = view.reached(ends.reshape(-1, 3)).reshape(len(picks), -1)
    return bool((np.all(clear, axis=1) & (depth > NEAR_IN)).any())


def _piece_alone(terrain: SolidSet, name: str) -> SolidSet:
    pieces = _alone.setdefault(terrain, {})
    if name not in pieces:
        pieces[name] = SolidSet({name: terrain.meshes[name]})
    return pieces[name]


_CORNERS = np.array([[i >> k & 1 for k in range(3)] for i in range(8)])


def _may_cover(view: ViewPlane, boxes: Floats) -> NDArray[np.bool_]:
    """Return which boxes ``(n, 2, 3)`` throw a shadow that reaches over the whole outline."""
    corners = np.where(_CORNERS == 1, boxes[:, 1:], boxes[:, :1])
    spots, depth = view.project(corners)
    before = depth > NEAR_IN
    first, last = view.window(-2 * RADIUS_IN)
    covers = (spots.min(axis=1) <= first).all(axis=1) & (spots.max(axis=1) >= last).all(axis=1)
    # A box that reaches past the eye has no shadow that can be told by its corners.
    return np.where(np.all(before, axis=1), covers, np.any(before, axis=1))
