"""The bend that a wide-angle lens gives to straight edges, found from the table's own edges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sim.geometry.mesh_data import Floats
from sim.geometry.pose import Point

__all__ = ["Lens", "straightest_lens"]

#: Strongest bend looked for: a corner of the picture moved by a quarter of its way out.
_STRONGEST = 0.25
_STEPS = 41
_ROUNDS = 40


@dataclass(frozen=True)
class Lens:
    """One number of radial bend about the middle of the picture.

    A point at distance r of the middle (in units of half the picture's diagonal) would lie at
    ``r / (1 + bend r²)`` without the lens: the division model, exact to invert and good for the
    mild barrel of a phone.

    Attributes
    ----------
    width, height : int
        The picture, pixels.
    bend : float
        Positive for a cushion, negative for a barrel.
    """

    width: int
    height: int
    bend: float

    @property
    def _middle(self) -> Floats:
        return np.array([self.width / 2, self.height / 2])

    @property
    def _unit(self) -> float:
        return float(np.hypot(self.width, self.height)) / 2

    def straight(self, points_px: Sequence[Point] | Floats) -> Floats:
        """Return where points would lie without the bend, ``(n, 2)`` pixels."""
        away = (np.asarray(points_px, np.float64).reshape(-1, 2) - self._middle) / self._unit
        r2 = (away * away).sum(axis=1, keepdims=True)
        return self._middle + self._unit * away / (1.0 + self.bend * r2)

    def bent(self, points_px: Sequence[Point] | Floats) -> Floats:
        """Return where straight points lie in the picture, ``(n, 2)`` pixels.

        ``nan`` for points that no ray through such a lens reaches.
        """
        away = (np.asarray(points_px, np.float64).reshape(-1, 2) - self._middle) / self._unit
        s2 = (away * away).sum(axis=1, keepdims=True)
        # s = r / (1 + k r²) is a quadratic in r; its small root in a form that k = 0 keeps exact.
        under = 1.0 - 4.0 * self.bend * s2
        root = np.sqrt(np.where(under >= 0, under, np.nan))
        return self._middle + self._unit * away * 2.0 / (1.0 + root)


def straightest_lens(edges: Sequence[Floats], width: int, height: int) -> Lens:
    """Return the lens under which the points of each edge lie best on a straight line.

    Parameters
    ----------
    edges : sequence of (n, 2) arrays
        Points along straight edges, pixels; at least three on one of them, spread out, and edges
        that pass through the middle of the picture say nothing.
    width, height : int
        The picture.
    """

    def crooked(bend: float) -> float:
        lens = Lens(width, height, bend)
        return sum(_crooked(lens.straight(edge)) for edge in edges)

    tried = np.linspace(-_STRONGEST, _STRONGEST, _STEPS)
    best = int(np.argmin([crooked(float(bend)) for bend in tried]))
    low, high = float(tried[max(0, best - 1)]), float(tried[min(_STEPS - 1, best + 1)])
    share = (np.sqrt(5.0) - 1) / 2
    for _ in range(_ROUNDS):
        a, b = high - share * (high - low), low + share * (high - low)
        low, high = (low, b) if crooked(a) < crooked(b) else (a, high)
    return Lens(width, height, (low + high) / 2)


def _crooked(points: Floats) -> float:
    """Return the sum of squared distances of points from their best line, for its length."""
    away = points - points.mean(axis=0)
    values = np.linalg.svd(away, compute_uv=False)
    return float((values[-1] / max(float(values[0]), 1e-12)) ** 2) * len(points)
