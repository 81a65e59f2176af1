"""Colours of a picture between its pixels.

Pixels are counted from the top left corner, x right and y down; the middle of the first pixel is
(0.5, 0.5).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.geometry.mesh_data import Floats

__all__ = ["sampled"]

Bytes = NDArray[np.uint8]


def sampled(image: Bytes, points_px: Floats) -> NDArray[np.float32]:
    """Return the colours of a picture at points, between pixels in proportion.

    Parameters
    ----------
    image : (height, width, channels) array
    points_px : (n, 2) array
        Anything outside (or ``nan``) is black; half a pixel round the rim repeats the rim.

    Returns
    -------
    (n, channels) float32 array
    """
    height, width = image.shape[:2]
    fits = (points_px >= 0) & (points_px <= np.array([width, height]))
    inside: NDArray[np.bool_] = np.asarray(fits.all(axis=1), bool)
    places = np.where(inside[:, None], points_px, 0.5) - 0.5
    x, y = np.clip(places[:, 0], 0, width - 1), np.clip(places[:, 1], 0, height - 1)
    left, top = x.astype(np.intp), y.astype(np.intp)
    right, low = np.minimum(left + 1, width - 1), np.minimum(top + 1, height - 1)
    across = (x - left).astype(np.float32)[:, None]
    down = (y - top).astype(np.float32)[:, None]
    upper = image[top, left] * (1 - across) + image[top, right] * across
    lower = image[low, left] * (1 - across) + image[low, right] * across
    found = (upper * (1 - down) + lower * down) * inside[:, None]
    return np.asarray(found, np.float32)
