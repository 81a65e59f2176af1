"""Types for points and arrays that the whole workshop shares."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["Floats", "Ints", "Points", "Vec", "points"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
#: One point or direction.
Vec = Sequence[float] | Floats
#: A row of points.
Points = Sequence[Vec] | Floats


def points(text: str, size: int = 3) -> Floats:
    """Return the points written as plain numbers in a text, `size` numbers each.

    >>> points("0 1 2  3 4 5").tolist()
    [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]
    """
    return np.array(text.split(), dtype=float).reshape(-1, size)
