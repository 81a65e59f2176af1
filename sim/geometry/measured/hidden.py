"""Proof that a target stays hidden within an error of measurement.

Every open disc holds a ray of a lattice that is fixed to the target. So the target stays hidden
when each of those rays stays blocked, wherever eye, target and solids truly are. A ray stays
blocked by a solid that it meets when no sway brings it to the rim of that solid's surface. Each
ray needs one such solid: solids that hide only together may part.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from sim.geometry.margin.frame import Solid, solids_of
from sim.geometry.margin.picture import Picture
from sim.geometry.measured.outline import rim_of
from sim.geometry.measured.sway import Measured, Sway, sway_past
from sim.geometry.mesh_data import Floats, MeshData
from sim.geometry.rays import SolidSet
from sim.geometry.sight import Query

__all__ = ["stays_hidden"]

Bools = NDArray[np.bool_]

#: Rims are looked at in pieces no deeper than this, inches.
_DEEP = 0.5
#: Room for rounding in the ray engine, inches in the picture.
_ROUNDING = 1e-3
_UNITS = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])


@dataclass(frozen=True, eq=False)
class _View:
    """The lattice fixed to the target, and the depths between which solids count."""

    picture: Picture
    spots: Floats
    start: float
    stop: float


def stays_hidden(terrain: SolidSet, query: Query, measured: Measured) -> bool:
    """Return whether the target is proven to stay hidden; False proves nothing."""
    view = _view(query, measured)
    if view is None:
        return False
    pending = np.ones(len(view.spots), dtype=bool)
    for solid in solids_of(terrain, query):
        sway = _sway(view, solid, measured)
        if sway is None:
            continue
        left = np.flatnonzero(pending)
        if not len(left):
            return True
        pending[left[_stay_blocked(view, view.spots[left], solid, sway)]] = False
    return not bool(pending.any())


def _view(query: Query, measured: Measured) -> _View | None:
    """Return the lattice over all that the target may show, None where it is too close."""
    reach = measured.greatest_in + 1e-3
    # Twice the reach: the eye may be nearer to the lattice and no nearer to the target's centre.
    picture = Picture.of(query, 2 * reach)
    if picture is None or picture.limit < 2 * reach:
        return None
    plan = picture.frame.plan
    stop = picture.near - reach - picture.room
    stop *= 1 - picture.radius / (picture.centre - reach + picture.radius)
    start = reach + 0.01
    if stop <= start or 2 * plan - picture.centre < 2 * reach:
        return None
    # A point before or behind the plane of the lattice shows elsewhere to an eye that is off.
    askew = float(np.abs(picture.body[..., 0] - plan).max()) / (picture.near - reach)
    width, height = picture.slopes
    pad = 2.02 * picture.disc + reach * askew * np.array([1 + width, 1 + height]) * 1.1
    pad = pad + np.array([0.0, measured.heights_in * plan / (picture.near - reach)])
    return _View(picture, picture.lattice_near(pad), start, stop)


def _sway(view: _View, solid: Solid, measured: Measured) -> Sway | None:
    eye_z = float(view.picture.frame.eye[2])
    low, high = float(view.spots[:, 1].min()), float(view.spots[:, 1].max())
    return sway_past(solid, measured, eye_z, (eye_z + low, eye_z + high), 0.0)


def _stay_blocked(view: _View, spots: Floats, solid: Solid, sway: Sway) -> Bools:
    """Return which rays the solid blocks whatever the sway."""
    blocked = np.zeros(len(spots), dtype=bool)
    triangles = _about(view, spots, solid, sway)
    if len(triangles):
        blocked = _meets(view, spots, triangles)
    if blocked.any():
        rim = _split(rim_of(triangles, sway, view.start, view.stop))
        met = np.flatnonzero(blocked)
        tree = shapely.STRtree(_bands(view, rim, sway))
        points = np.asarray(shapely.points(spots[met]))
        blocked[met[np.unique(tree.query(points, predicate="intersects")[0])]] = False
    return blocked


def _about(view: _View, spots: Floats, solid: Solid, sway: Sway) -> Floats:
    """Return the solid's triangles near the rays; one too few only gives the rest a rim."""
    points = view.picture.frame.local(solid.vertices)
    x, y, z = points.T
    bits = (x < view.start) * np.uint8(1) | (x > view.stop) * np.uint8(2)
    low, high = spots.min(axis=0), spots.max(axis=0)
    pads = (2 * max(sway.eye, sway.end) + 0.1, 2 * max(sway.eye_z, sway.end_z) + 0.1)
    ahead = np.maximum(x, 0.0) / view.picture.frame.plan
    for axis, at, bit in ((0, y, 4), (1, z, 16)):
        bits |= (at < low[axis] * ahead - pads[axis]) * np.uint8(bit)
        bits |= (at > high[axis] * ahead + pads[axis]) * np.uint8(2 * bit)
    at = bits[solid.faces]
    return points[solid.faces[(at[:, 0] & at[:, 1] & at[:, 2]) == 0]]


def _meets(view: _View, spots: Floats, triangles: Floats) -> Bools:
    """Return which rays meet the triangles between the two depths."""
    frame = view.picture.frame
    corners = frame.to_table(triangles.reshape(-1, 3))
    faces = np.arange(len(corners), dtype=np.int32).reshape(-1, 3)
    unit = view.picture.directions(spots)
    starts = frame.to_table(unit * (view.start / unit[:, :1]))
    stops = frame.to_table(unit * (view.stop / unit[:, :1]))
    return SolidSet({"surface": MeshData(corners, faces)}).occluded(starts, stops)


def _split(segments: Floats) -> Floats:
    """Return the segments in pieces of little depth."""
    deep = np.abs(segments[:, 1, 0] - segments[:, 0, 0])
    counts = np.maximum(np.ceil(deep / _DEEP), 1).astype(int)
    rows = np.repeat(np.arange(len(segments)), counts)
    number = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
    a, way = segments[rows, 0], (segments[:, 1] - segments[:, 0])[rows]
    first, last = number / counts[rows], (number + 1) / counts[rows]
    return np.stack([a + first[:, None] * way, a + last[:, None] * way], axis=1)


def _bands(view: _View, rim: Floats, sway: Sway) -> NDArray[np.object_]:
    """Return for each piece of a rim the rays that some sway may bring to it, as a polygon."""
    plan = view.picture.frame.plan
    wide = max(sway.eye, sway.end)
    low, high = rim[..., 0].min(axis=1), rim[..., 0].max(axis=1)
    t = np.clip(np.stack([low - wide, high + wide]) / plan, 0.0, None)
    off = (sway.eye + t * (sway.end - sway.eye)).max(axis=0)
    rise = (sway.eye_z + t * (sway.end_z - sway.eye_z)).max(axis=0)
    slopes = np.abs(rim[..., 1:] / rim[..., :1]).max(axis=1)
    least = np.maximum(low - off, 0.01)
    pads = np.stack([off * (1 + slopes[:, 0]), rise + off * slopes[:, 1]], axis=1)
    pads = pads * (plan / least)[:, None] + _ROUNDING
    shown = plan * rim[..., 1:] / rim[..., :1]
    corners = (shown[:, :, None] + _UNITS * pads[:, None, None]).reshape(len(rim), 8, 2)
    points = np.asarray(shapely.points(corners.reshape(-1, 2)))
    rows = np.repeat(np.arange(len(rim)), 8)
    return np.asarray(shapely.convex_hull(shapely.multipoints(points, indices=rows)))
