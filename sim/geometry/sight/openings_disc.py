"""The disc that makes a direction open, as spots of the plane that rays are cast at."""

from __future__ import annotations

import math

import numpy as np

from sim.geometry.mesh_data import Floats
from sim.geometry.units import OPENING_IN

__all__ = ["DENSE_SPOTS", "DISC_SPOTS", "RADIUS_IN"]

#: Radius of the disc that must be clear, inches on the target's plane.
RADIUS_IN = OPENING_IN / 2


def _rings(radius: float, counts: tuple[int, ...]) -> Floats:
    """Return the centre and evenly filled rings out to `radius`, as plane offsets."""
    spots = [np.zeros((1, 2))]
    for k, count in enumerate(counts, start=1):
        t = (np.arange(count) + 0.5 * (k % 2)) * (2 * math.pi / count)
        spots.append(radius * k / len(counts) * np.stack([np.cos(t), np.sin(t)], axis=1))
    return np.concatenate(spots)


#: The directions by which a disc is tried: rim every 1/32 turn, two inner rings, the middle.
DISC_SPOTS: Floats = _rings(RADIUS_IN, (8, 16, 32))
#: The directions by which a disc is confirmed: nothing wider than 0.0012 in hides between them,
#: and nothing reaches over the rim between two of them by more than a millionth of an inch.
DENSE_SPOTS: Floats = _rings(RADIUS_IN, (*(round(2 * math.pi * k) for k in range(1, 10)), 256))
