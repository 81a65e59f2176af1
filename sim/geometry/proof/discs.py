"""Where a disc of the opening's size fits: exact erosions of a free region.

The library's offsets may leave out concavities of up to 1 % of the distance; so a region is
offset a little more and a little less than the radius, and only where those two disagree is the
question settled by the offsets of the border's single segments.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely

from sim.geometry.mesh_data import Floats
from sim.geometry.proof.overlay import subtract, unite
from sim.geometry.sight.openings import RADIUS_IN

__all__ = ["FreeRegion"]

#: Segments of a quarter turn: arcs deviate by 1.4e-5 in.
_TURN = 16
#: The library's offsets are surely right to this share of the radius.
_DOUBT = 0.02
#: Segments of a quarter turn where it has to be exact: arcs deviate by 9e-7 in.
_FINE_TURN = 64


@dataclass(frozen=True, eq=False)
class FreeRegion:
    """Directions that nothing blocks up to some depth, as polygons on the target's plane.

    Attributes
    ----------
    region : shapely geometry
    """

    region: shapely.Geometry

    @cached_property
    def opened(self) -> shapely.Geometry:
        """All directions that some clear disc holds."""
        return shapely.buffer(_eroded(self.region, RADIUS_IN), RADIUS_IN, quad_segs=_TURN)

    @cached_property
    def _sure_middles(self) -> shapely.Geometry:
        return _eroded(self.region, RADIUS_IN * (1 + _DOUBT))

    @cached_property
    def _possible_middles(self) -> shapely.Geometry:
        return _eroded(self.region, RADIUS_IN * (1 - _DOUBT))

    def reaches(self, part: shapely.Geometry) -> bool:
        """Return whether some clear disc touches a part of the target (a 1e-6 in either way)."""
        if shapely.is_empty(part):
            return False
        if _is_near(self._sure_middles, part, RADIUS_IN):
            return True
        if not _is_near(self._possible_middles, part, RADIUS_IN):
            return False
        around = shapely.buffer(part, RADIUS_IN, quad_segs=_FINE_TURN)
        doubtful = shapely.intersection(self._possible_middles, around)
        return _is_near(self._exact_middles(doubtful), part, RADIUS_IN)

    def _exact_middles(self, doubtful: shapely.Geometry) -> shapely.Geometry:
        """Return where in a small region a disc is clear, by each segment of the border."""
        segments = _segments(self.region)
        lines = np.asarray(shapely.linestrings(segments))
        shapely.prepare(doubtful)
        near = np.asarray(shapely.dwithin(doubtful, lines, RADIUS_IN))
        capsules = shapely.buffer(lines[near], RADIUS_IN, quad_segs=_FINE_TURN)
        return subtract(doubtful, unite(np.asarray(capsules)))


def _eroded(region: shapely.Geometry, radius: float) -> shapely.Geometry:
    return shapely.buffer(region, -radius, quad_segs=_TURN)


def _is_near(middles: shapely.Geometry, part: shapely.Geometry, radius: float) -> bool:
    if shapely.is_empty(middles):
        return False
    return bool(shapely.dwithin(middles, part, radius))


def _segments(region: shapely.Geometry) -> Floats:
    """Return the border's segments, ``(n, 2, 2)``."""
    found = [np.zeros((0, 2, 2))]
    for ring in shapely.get_parts(shapely.boundary(region)).tolist():
        points = shapely.get_coordinates(ring)
        found.append(np.stack([points[:-1], points[1:]], axis=1))
    return np.concatenate(found)
