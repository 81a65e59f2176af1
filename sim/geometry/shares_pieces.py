"""Which pieces alone hide a whole target."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import numpy as np

from sim.geometry.mesh_data import Floats, MeshData
from sim.geometry.openings import RADIUS_IN, find_opening
from sim.geometry.rays import Blockers, SolidSet
from sim.geometry.view_plane import NEAR_IN, ViewPlane

__all__ = ["find_sole_blockers"]

#: A piece that leaves more than this share of some rays free cannot hide the whole.
_LEAKS = 0.5

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
    found: list[str] = []
    terrain = view.blockers.terrain
    for name, mesh in terrain.meshes.items():
        if mesh.triangles and _may_cover(view, mesh):
            single = Blockers(_piece_alone(terrain, name, mesh))
            if _hides(view, single, surface):
                found.append(name)
    nothing = SolidSet({})
    for model in view.blockers.placed:
        if _hides(view, Blockers(nothing, (model,)), surface):
            found.append(model.name)
    return tuple(found)


def _hides(view: ViewPlane, single: Blockers, surface: Floats) -> bool:
    if len(surface) and not single.occluded(view.eye, surface).mean() > _LEAKS:
        return False
    return find_opening(ViewPlane(view.eye, view.target, single)) is None


def _piece_alone(terrain: SolidSet, name: str, mesh: MeshData) -> SolidSet:
    pieces = _alone.setdefault(terrain, {})
    if name not in pieces:
        pieces[name] = SolidSet({name: mesh})
    return pieces[name]


def _may_cover(view: ViewPlane, mesh: MeshData) -> bool:
    """Return whether the shadow of a mesh's box reaches over the middle of the outline."""
    low, high = mesh.bounds
    corners = np.array(
        [[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])]
    )
    spots, depth = view.project(corners)
    if (depth <= NEAR_IN).any():
        return bool((depth > NEAR_IN).any()) or _holds(low, high, view.eye)
    first, last = view.window(-2 * RADIUS_IN)
    return bool((spots.min(axis=0) <= first).all() and (spots.max(axis=0) >= last).all())


def _holds(low: Floats, high: Floats, point: Floats) -> bool:
    return bool(((point >= low) & (point <= high)).all())
