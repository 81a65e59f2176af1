"""How wide the opening is through which a target is seen."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt

from sim.geometry.mesh_data import Floats
from sim.geometry.sight.openings import RADIUS_IN
from sim.geometry.sight.shares_raster import FREE, OFF, Raster, classes
from sim.geometry.sight.view_plane import ViewPlane

__all__ = ["widest_opening"]

Bools = NDArray[np.bool_]

#: Cells across the outline and its surroundings, and across the neighbourhood of the best disc.
_WIDE, _CLOSE = 48, 48


def widest_opening(raster: Raster, seen: Bools) -> float:
    """Return the diameter of the widest clear disc that reaches a seen part, inches.

    Found on rasters: right to about a twentieth, never above the target's size nor below the disc
    that the verdict asks for.

    Parameters
    ----------
    seen : bool array
        The raster's cells that are seen.
    """
    size = 2.0 * raster.view.target.body.radius
    if not seen.any():
        return 2 * RADIUS_IN
    clear = (raster.pieces == FREE) | (raster.pieces == OFF)
    room, middle = _best_middle(clear, seen, raster.pitch)
    around = max(_room_around(raster, seen, size), 0.0)
    if room <= around:
        return min(max(2 * around, 2 * RADIUS_IN), size)
    spot = raster.spots(*(np.array([index]) for index in middle))[0]
    return min(max(2 * _room_close_to(raster.view, spot, room), 2 * RADIUS_IN), size)


def _best_middle(clear: Bools, seen: Bools, pitch: float) -> tuple[float, tuple[int, int]]:
    """Return the room and place of the roomiest clear cell from which a seen one is reached.

    What lies outside the raster counts as blocked.
    """
    room = np.asarray(distance_transform_edt(np.pad(clear, 1)))[1:-1, 1:-1]
    away = np.asarray(distance_transform_edt(~seen))
    room = np.where(away <= room, room, 0.0)
    row, column = np.unravel_index(int(room.argmax()), room.shape)
    # Half a cell of the way to the nearest blocked cell's middle is blocked already.
    return max(float(room[row, column]) - 0.5, 0.0) * pitch, (int(row), int(column))


def _room_around(raster: Raster, seen: Bools, size: float) -> float:
    """Return the same from a coarse raster that reaches as far as the target is large."""
    view = raster.view
    low, high = view.window(size)
    pitch = float((high - low).max()) / _WIDE
    x, y = (np.arange(a, b, pitch) + pitch / 2 for a, b in zip(low, high, strict=True))
    grid = np.stack(np.meshgrid(x, y), axis=-1)
    clear = view.clear(grid.reshape(-1, 2), view.distance).reshape(grid.shape[:2])
    near = np.zeros_like(clear)
    cells = ((raster.spots(*np.nonzero(seen)) - low) / pitch).astype(int)
    inside = ((cells >= 0) & (cells < near.shape[::-1])).all(axis=1)
    near[cells[inside, 1], cells[inside, 0]] = True
    return _best_middle(clear, near & clear, pitch)[0] if (near & clear).any() else 0.0


def _room_close_to(view: ViewPlane, spot: Floats, room: float) -> float:
    """Return the room of the best middle near a spot, on a raster fine for its size."""
    steps = (np.arange(_CLOSE) + 0.5) / _CLOSE * 2 - 1
    pitch = 2 * 1.5 * room / _CLOSE
    grid = spot + 1.5 * room * np.stack(np.meshgrid(steps, steps), axis=-1)
    pieces, _ = classes(view, grid.reshape(-1, 2))
    clear = ((pieces == FREE) | (pieces == OFF)).reshape(_CLOSE, _CLOSE)
    seen = (pieces == FREE).reshape(_CLOSE, _CLOSE)
    if not seen.any():
        return room
    return _best_middle(clear, seen, pitch)[0]
