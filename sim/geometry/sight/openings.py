"""Open directions: a free disc of 0.6 mm that holds a part of the target.

A visible part shows in an open direction: some disc of the opening's size holds that direction and
is clear everywhere. The disc need not be centred, so a limb that shows past an edge is seen
however little shows; a slit narrower than the disc stays closed.

The search is sure by a covering argument: every disc of the opening's size holds a spot of the
lattice, so where every lattice spot near the outline is blocked before the target, nothing is
open. Where some are not, `sim.geometry.sight.openings_search` looks for the disc until it is sure.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sim.geometry.mesh_data import Floats
from sim.geometry.rays import END_GAP_IN
from sim.geometry.sight.lattice import unblocked_spots
from sim.geometry.sight.openings_disc import DENSE_SPOTS, DISC_SPOTS, RADIUS_IN
from sim.geometry.sight.openings_outline import Outline
from sim.geometry.sight.openings_search import PHASE, Opening, beside_seen, search_discs
from sim.geometry.sight.view_plane import NEAR_IN, ViewPlane

__all__ = ["DENSE_SPOTS", "DISC_SPOTS", "RADIUS_IN", "Opening", "find_opening", "find_openings"]

#: Pitch of the lattice: every disc of that radius holds one of its spots (pitch < radius * 2**.5).
_PITCH = RADIUS_IN * 1.4
#: Depths closer than this are not told apart; so many of them are asked about at most.
_SLAB_IN, _MOST_SLABS = 1e-3, 200


def find_opening(view: ViewPlane) -> Opening | None:
    """Return a proof that some part of the target lies in an open direction, or None.

    None is sure: no disc of the opening's size, clear everywhere, touches the outline (openings
    within 5e-5 in of the limit may be taken either way).
    """
    return find_openings([view])[0]


def find_openings(views: Sequence[ViewPlane]) -> list[Opening | None]:
    """Return `find_opening` of many views of one terrain, cast together."""
    lattices = unblocked_spots(views, _PITCH, 2 * RADIUS_IN, PHASE)
    return [_settle(view, spots) for view, spots in zip(views, lattices, strict=True)]


def _settle(view: ViewPlane, spots: Floats) -> Opening | None:
    """Return the opening among lattice spots that nothing before the target blocks, or None."""
    spots = beside_seen(view, spots)
    if not len(spots):
        return None
    clear = view.clear(spots, view.distance)
    if clear.any():
        outline = Outline(view, spots[clear], 4 * RADIUS_IN)
        found = search_discs(view, view.distance, spots[clear], outline)
        if found is not None:
            return found
    return None if clear.all() else _before_the_plane(view, spots, clear)


def _before_the_plane(view: ViewPlane, spots: Floats, clear: np.ndarray) -> Opening | None:
    """Search for parts of the target that stand before terrain which stands before the plane.

    What stands behind a part takes nothing from it, so each depth has its own question: is a part
    no deeper than that in a disc that is clear as far as that? It is asked for the depths at which
    the spots meet terrain, and between them by halves.
    """
    depth = np.full(len(spots), view.distance)
    ends = view.at(spots[~clear])
    distances, _ = view.blockers.first_hit(view.eye, ends)
    cosine = view.distance / np.linalg.norm(ends - view.eye, axis=1)
    depth[~clear] = np.minimum(distances * cosine - 5 * END_GAP_IN, view.distance)
    before = Outline(view, spots[~clear], 4 * RADIUS_IN, view.distance)
    foremost = before.least_depths(spots[~clear], 2 * RADIUS_IN)
    asked = depth[~clear][foremost < depth[~clear]]
    if not len(asked):
        return None
    low, high = max(float(asked.min()), NEAR_IN), float(asked.max())
    slabs = [(low, min(high + _SLAB_IN, view.distance)), (low, low)]
    for _ in range(_MOST_SLABS):
        if not slabs:
            break
        low, high = slabs.pop()
        seeds = spots[depth >= low]
        outline = Outline(view, seeds, 4 * RADIUS_IN, high)
        found = search_discs(view, low, seeds, outline, high)
        if found is None:
            continue
        if _is_clear(view, found):
            return found
        if high - low > _SLAB_IN:
            middle = (low + high) / 2
            slabs += [(low, middle), (middle, high)]
    return None


def _is_clear(view: ViewPlane, opening: Opening) -> bool:
    """Return whether an opening's disc is clear as far as its part."""
    depth = float((opening.point - view.eye) @ view.forward)
    return bool(view.clear(opening.middle + DENSE_SPOTS, depth).all())
