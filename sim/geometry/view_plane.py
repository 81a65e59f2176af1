"""The target's plane as an eye sees it: directions are points of the plane.

The plane goes through the target's centre, square to the line from the eye. Slits and discs are
measured in inches on this plane. A direction is *clear* for a point of the target when nothing
blocks it from the eye as far as that point's depth, and never farther than the plane: what stands
behind a seen part takes nothing from it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.geometry.bodies import Target
from sim.geometry.mesh_data import Floats
from sim.geometry.rays import Blockers

__all__ = ["NEAR_IN", "ViewPlane"]

Bools = NDArray[np.bool_]

#: What lies nearer than this in front of the eye is not projected.
NEAR_IN = 0.05
#: The raster does not look farther than this many plane distances to the side (68 degrees).
_WIDEST = 2.5


class ViewPlane:
    """One eye, one target, and all that may block the view.

    Parameters
    ----------
    eye : (3,) array, table frame
    target : Target
    blockers : Blockers

    Attributes
    ----------
    distance : float
        From the eye to the plane.
    nearest : float
        Depth of the target's nearest point along the axis of sight; may be negative.
    """

    def __init__(self, eye: Floats, target: Target, blockers: Blockers) -> None:
        self.eye, self.target, self.blockers = eye, target, blockers
        axis = target.centre - eye
        self.distance = max(float(np.linalg.norm(axis)), 1e-9)
        self.forward: Floats = axis / self.distance
        # Looking straight up or down, any direction may be "right".
        side = np.array([self.forward[1], -self.forward[0], 0.0])
        width = float(np.hypot(side[0], side[1]))
        self.right: Floats = side / width if width > 1e-9 else np.array([1.0, 0.0, 0.0])
        self.up: Floats = np.cross(self.right, self.forward)
        self.nearest = float(((target.hull - eye) @ self.forward).min())

    def at(self, spots: Floats) -> Floats:
        """Return points of the plane in the table frame, ``(n, 3)``."""
        return self.target.centre + spots[:, :1] * self.right + spots[:, 1:] * self.up

    def project(self, points: Floats) -> tuple[Floats, Floats]:
        """Return plane spots ``(..., 2)`` and depths along the axis of table points.

        Points nearer than `NEAR_IN` before the eye (or behind it) give meaningless spots.
        """
        away = points - self.eye
        depth = away @ self.forward
        scale = self.distance / np.where(depth > NEAR_IN, depth, 1.0)
        spots = np.stack([away @ self.right * scale, away @ self.up * scale], axis=-1)
        return spots, depth

    def window(self, margin: float) -> tuple[Floats, Floats]:
        """Return lower and upper corner of the target's outline with a margin."""
        spots, depth = self.project(self.target.hull)
        limit = _WIDEST * self.distance
        front = depth > NEAR_IN
        if not front.any():
            return np.full(2, -limit), np.full(2, limit)
        low, high = spots[front].min(axis=0), spots[front].max(axis=0)
        if not front.all():  # it reaches past the eye: look as far as the raster goes
            low, high = np.full(2, -limit), np.full(2, limit)
        return np.maximum(low - margin, -limit), np.minimum(high + margin, limit)

    def lattice(self, pitch: float, margin: float, phase: Floats) -> tuple[Floats, Floats, Bools]:
        """Return a square lattice over the outline: columns, rows, and which spots matter.

        What matters covers the convex hull of the outline with a margin around it.

        Returns
        -------
        x : (nx,) array
        y : (ny,) array
        inside : (ny, nx) bool array
        """
        low, high = self.window(margin)
        counts = np.maximum(np.ceil((high - low) / pitch).astype(int) + 1, 1)
        x = low[0] + (np.arange(counts[0]) - phase[0]) * pitch
        y = low[1] + (np.arange(counts[1]) - phase[1]) * pitch
        spots, depth = self.project(self.target.hull)
        if not (depth > NEAR_IN).all():
            return x, y, np.ones((len(y), len(x)), dtype=bool)
        left, right = _row_ends(spots, y, margin)
        return x, y, (x[None] >= left[:, None]) & (x[None] <= right[:, None])

    def hits(self, spots: Floats) -> Floats:
        """Return the target's first surface in each direction, table frame; NaN where it misses."""
        far = 1.0 + 4.0 * self.target.body.radius / self.distance
        ends = self.eye + far * (self.at(spots) - self.eye)
        distances, _ = self.target.placed.first_hit(self.eye, ends)
        unit = (ends - self.eye) / np.linalg.norm(ends - self.eye, axis=1)[:, None]
        reached = np.where(np.isfinite(distances), distances, np.nan)
        return self.eye + unit * reached[:, None]

    def faces_before_target(self, spots: Floats) -> NDArray[np.int64]:
        """Return triangles that block nearer than any part of the target; -1 where none does."""
        share = self.nearest / self.distance
        if share <= 0:
            return np.full(len(spots), -1, dtype=np.int64)
        return self.blockers.blocking_faces(self.eye, self._ends(spots, share))

    def clear(self, spots: Floats, depth: float) -> Bools:
        """Return which directions are clear for a point of the target at `depth` along the axis."""
        share = min(depth / self.distance, 1.0)
        return ~self.blockers.occluded(self.eye, self._ends(spots, share))

    def _ends(self, spots: Floats, share: float) -> Floats:
        return self.eye + share * (self.at(spots) - self.eye)

    def reached(self, points: Floats) -> Bools:
        """Return which points of the target (table frame) have a free segment from the eye."""
        return ~self.blockers.occluded(self.eye, points)


#: Directions whose supports bound the outline, none of them straight up or down.
_TURNS = (np.arange(24) + 0.5) * (2 * np.pi / 24)
_BOUNDS: Floats = np.stack([np.cos(_TURNS), np.sin(_TURNS)], axis=1)


def _row_ends(points: Floats, rows: Floats, margin: float) -> tuple[Floats, Floats]:
    """Return the x range on each row of a polygon of 24 sides around the points and a margin."""
    reach = (points @ _BOUNDS.T).max(axis=0) + margin
    ends = (reach[None] - rows[:, None] * _BOUNDS[None, :, 1]) / _BOUNDS[None, :, 0]
    right = _BOUNDS[:, 0] > 0
    return ends[:, ~right].max(axis=1), ends[:, right].min(axis=1)
