"""The target's plane as an eye sees it: directions are points of the plane.

The plane goes through the target's centre, square to the line from the eye. Slits and discs are
measured in inches on this plane. A direction is *clear* for a point of the target when nothing
blocks it from the eye as far as that point's depth, and never farther than the plane: what stands
behind a seen part takes nothing from it.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from sim.geometry.mesh_data import Floats
from sim.geometry.rays import Blockers
from sim.geometry.sight.bodies import Target

__all__ = ["NEAR_IN", "ViewPlane", "counts_across", "row_ends"]

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
        x, y, z = (target.centre - eye).tolist()
        self.distance = max(math.sqrt(x * x + y * y + z * z), 1e-9)
        x, y, z = x / self.distance, y / self.distance, z / self.distance
        width = math.hypot(x, y)
        # Looking straight up or down, any direction may be "right".
        right, ahead = (y / width, -x / width) if width > 1e-9 else (1.0, 0.0)
        self.forward: Floats = np.array([x, y, z])
        self.right: Floats = np.array([right, ahead, 0.0])
        self.up: Floats = np.array([ahead * z, -right * z, right * y - ahead * x])
        self._hull = self.project(target.hull)
        self.nearest = float(self._hull[1].min())

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
        spots = np.empty((*depth.shape, 2))
        spots[..., 0] = away @ self.right * scale
        spots[..., 1] = away @ self.up * scale
        return spots, depth

    def window(self, margin: float) -> tuple[Floats, Floats]:
        """Return lower and upper corner of the target's outline with a margin."""
        spots, depth = self._hull
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
        nx, ny = counts_across(low, high, pitch)
        x = low[0] + (np.arange(nx) - phase[0]) * pitch
        y = low[1] + (np.arange(ny) - phase[1]) * pitch
        left, right = row_ends(self.supports()[None] + margin, y[None])
        return x, y, (x[None] >= left[0, :, None]) & (x[None] <= right[0, :, None])

    def supports(self) -> Floats:
        """Return how far the outline reaches in each of 24 directions; infinity past the eye."""
        spots, depth = self._hull
        if not (depth > NEAR_IN).all():
            return np.full(len(_BOUNDS), np.inf)
        return np.asarray((spots @ _BOUNDS.T).max(axis=0))

    def hits(self, spots: Floats) -> Floats:
        """Return the target's first surface in each direction, table frame; NaN where it misses."""
        far = 1.0 + 4.0 * self.target.body.radius / self.distance
        ends = self.eye + far * (self.at(spots) - self.eye)
        distances, _ = self.target.placed.first_hit(self.eye, ends)
        unit = (ends - self.eye) / np.linalg.norm(ends - self.eye, axis=1)[:, None]
        reached = np.where(np.isfinite(distances), distances, np.nan)
        return self.eye + unit * reached[:, None]

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


def row_ends(supports: Floats, rows: Floats) -> tuple[Floats, Floats]:
    """Return the x range on each row of polygons of 24 sides, given by their supports.

    Parameters
    ----------
    supports : (n, 24) array
        See `ViewPlane.supports`.
    rows : (n, m) array

    Returns
    -------
    left, right : (n, m) arrays
    """
    left, right = np.full(rows.shape, -np.inf), np.full(rows.shape, np.inf)
    for k, (x, y) in enumerate(_BOUNDS.tolist()):
        ends = (supports[:, k, None] - rows * y) / x
        if x > 0:
            np.minimum(right, ends, out=right)
        else:
            np.maximum(left, ends, out=left)
    return left, right


def counts_across(low: Floats, high: Floats, pitch: float) -> tuple[int, int]:
    """Return how many columns and rows of a lattice cover a window."""
    across, along = (max(math.ceil(float(size) / pitch) + 1, 1) for size in high - low)
    return across, along
