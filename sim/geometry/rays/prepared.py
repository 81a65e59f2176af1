"""Segments made ready for a ray engine: recentred, in single precision."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.geometry.mesh_data import Floats

__all__ = ["END_GAP_IN", "Rays", "prepare_rays"]

Bools = NDArray[np.bool_]
Singles = NDArray[np.float32]

#: A segment is free when nothing blocks it up to this far from its end, inches (5 microns).
END_GAP_IN = 2e-4


@dataclass(frozen=True, eq=False)
class Rays:
    """Segments in the frame of one solid set, good for many casts.

    Attributes
    ----------
    origins, ways : (n, 3) float32 arrays
        Origins about the set's centre, and the ways from there to the ends.
    shares : (n,) float32 array
        How much of its way each segment goes: all but the last 2e-4 in.
    lengths : (n,) float32 array
        Of the ways, inches.
    short : (n,) bool array or None
        Segments too short to meet anything; None when there are none.
    """

    origins: Singles
    ways: Singles
    shares: Singles
    lengths: Singles
    short: Bools | None

    def __len__(self) -> int:
        return len(self.lengths)


def prepare_rays(origins: Floats, ends: Floats, centre: Floats) -> Rays:
    """Return the segments between points, one of which may stand for all on its side.

    Raises
    ------
    ValueError
        When a coordinate is not finite: the engine would answer "free".
    """
    starts = np.asarray(origins, dtype=np.float64).reshape(-1, 3)
    stops = np.asarray(ends, dtype=np.float64).reshape(-1, 3)
    away = stops - starts
    n = len(away)
    ways = away.astype(np.float32)
    first = np.empty((n, 3), dtype=np.float32)
    first[:] = starts - centre
    lengths = np.vecdot(ways, ways)
    np.sqrt(lengths, out=lengths)
    if not n:
        return Rays(first, ways, lengths, lengths, None)
    if not math.isfinite(float(lengths.max())):
        raise ValueError("a ray is not finite")
    if float(lengths.min()) > 2 * END_GAP_IN:
        shares = np.divide(np.float32(-END_GAP_IN), lengths)
        shares += np.float32(1.0)
        return Rays(first, ways, shares, lengths, None)
    short = lengths <= np.float32(END_GAP_IN)
    safe = np.where(short, np.float32(1.0), lengths)
    shares = np.subtract(np.float32(1.0), np.float32(END_GAP_IN) / safe, dtype=np.float32)
    # The engine takes a negative share for a hit, and no way at all for none.
    shares[short], ways[short] = 0.0, (0.0, 0.0, 1.0)
    return Rays(first, ways, shares, lengths, short)
