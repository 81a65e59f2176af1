"""Named polygons cut into convex pieces, and the obstacle a base makes of one.

The referee of paths works in the frame of the base's centre: a base that slides without turning
touches an outline exactly when its centre comes within a radius of the outline swept by the
mirrored base (for a round base: the outline itself and the base's radius). Each convex piece makes
a convex obstacle, so every question along a straight leg has one interval for an answer.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import shapely

from sim.errors import HulldownError
from sim.geometry.mesh_data import Floats
from sim.geometry.pose import Point, Pose
from sim.geometry.shapes import Box, Disc, Footprint, Hull, Oval

__all__ = ["Outlines", "Pieces", "Solid", "corners_of", "pad_pieces", "posed_solid", "solid_for"]

#: Corners of the polygon that stands for an oval; its outline is off by less than 1e-4 in.
OVAL_CORNERS = 256


@lru_cache(maxsize=512)
def _local_corners(shape: Footprint) -> Floats | None:
    corners = _outline(shape)
    if corners is not None:
        corners.flags.writeable = False
    return corners


def _outline(shape: Footprint) -> Floats | None:
    if isinstance(shape, Disc):
        return None
    if isinstance(shape, Box):
        half = np.array([shape.length, shape.width]) / 2
        return np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    if isinstance(shape, Hull):
        return _hull(np.asarray(shape.points, dtype=np.float64))
    return _oval_corners(shape)


def _oval_corners(shape: Oval) -> Floats:
    """Return corners of a polygon that runs half outside and half inside the ellipse."""
    turn = np.arange(OVAL_CORNERS) * (2 * math.pi / OVAL_CORNERS)
    between = 2 / (1 + math.cos(math.pi / OVAL_CORNERS))
    half = np.array([shape.half_length, shape.half_width]) * between
    return np.column_stack([np.cos(turn), np.sin(turn)]) * half


def _hull(points: Floats) -> Floats:
    outline = shapely.MultiPoint(points).convex_hull
    if outline.geom_type != "Polygon":
        raise HulldownError("paths.flat_outline")
    return _counter_clockwise(shapely.get_coordinates(outline)[:-1])


def _counter_clockwise(corners: Floats) -> Floats:
    x, y = corners[:, 0], corners[:, 1]
    twice_area = np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))
    return corners if twice_area > 0 else corners[::-1]


def corners_of(shape: Footprint, facing: float) -> Floats | None:
    """Return the counter-clockwise corners of a footprint about its centre.

    Parameters
    ----------
    shape : Footprint
    facing : float
        Degrees counter-clockwise from +x.

    Returns
    -------
    (k, 2) array, inches, or None for a round base, which has no corners.
    """
    corners = _local_corners(shape)
    if corners is None or facing == 0.0:
        return corners
    c, s = math.cos(math.radians(facing)), math.sin(math.radians(facing))
    return corners @ np.array([[c, s], [-s, c]])


@dataclass(frozen=True, eq=False)
class Solid:
    """What a base's centre must keep away from: a convex outline, or a point, and a radius.

    The gap between the base and the thing is the centre's signed distance to the outline (negative
    inside: the depth) less the radius.
    """

    corners: Floats
    radius: float


def _mirrored_sum(outline: Floats, base: Floats) -> Floats:
    """Return the convex region of centres where `base` meets the convex `outline`."""
    return _hull((outline[:, None, :] - base[None, :, :]).reshape(-1, 2))


def posed_solid(shape: Footprint, pose: Pose) -> Solid:
    """Return a posed footprint itself as a solid: an outline, or a centre with a radius."""
    corners = corners_of(shape, pose.facing)
    if corners is None:
        radius = shape.radius if isinstance(shape, Disc) else 0.0
        return Solid(np.array([pose.at]), radius)
    return Solid(corners + np.array(pose.at), 0.0)


def solid_for(base: Footprint, facing: float, shape: Footprint, pose: Pose) -> Solid:
    """Return the obstacle that a posed footprint is to the centre of a base that keeps a facing.

    Parameters
    ----------
    base : Footprint
        The base that moves.
    facing : float
        Its facing, degrees.
    shape, pose : Footprint, Pose
        The other footprint and where it stands.
    """
    other = posed_solid(shape, pose)
    mover = corners_of(base, facing)
    if mover is None:
        radius = base.radius if isinstance(base, Disc) else 0.0
        return Solid(other.corners, other.radius + radius)
    if len(other.corners) == 1:
        return Solid(_counter_clockwise(other.corners - mover), other.radius)
    return Solid(_mirrored_sum(other.corners, mover), other.radius)


@dataclass(frozen=True, eq=False)
class Pieces:
    """Convex outlines padded to one length, so that one leg meets all of them at once.

    Attributes
    ----------
    corners : (n, k, 2) array, counter-clockwise; the last corner repeated where there are fewer
    boxes : (n, 4) array of x and y from, x and y to
    owner : (n,) int array
        Index into the ids of the outlines.
    """

    corners: Floats
    boxes: Floats
    owner: np.ndarray

    def __len__(self) -> int:
        return len(self.corners)

    def near(self, box: Floats) -> Pieces:
        """Return the pieces whose bounding box meets a box (x and y from, x and y to)."""
        mine = self.boxes
        keep = (
            (mine[:, 0] <= box[2])
            & (mine[:, 1] <= box[3])
            & (mine[:, 2] >= box[0])
            & (mine[:, 3] >= box[1])
        )
        if keep.all():
            return self
        return Pieces(self.corners[keep], mine[keep], self.owner[keep])

    def against(self, mover: Floats) -> Pieces:
        """Return the obstacles that the pieces are to the centre of a base with corners.

        Convex outlines add edge by edge, sorted by direction from the lowest corner on.
        """
        mirrored = -mover
        first = self.corners[:, 0] * 0.0 + mirrored[_lowest(mirrored[None])[0]]
        first += self.corners[np.arange(len(self)), _lowest(self.corners)]
        sides = np.roll(self.corners, -1, axis=1) - self.corners
        mine = np.roll(mirrored, -1, axis=0) - mirrored
        steps = np.concatenate([sides, np.broadcast_to(mine, (len(self), *mine.shape))], axis=1)
        turn = np.arctan2(steps[..., 1], steps[..., 0]) % (2 * math.pi)
        order = np.argsort(turn, axis=1, kind="stable")
        steps = np.take_along_axis(steps, order[..., None], axis=1)
        corners = first[:, None, :] + np.cumsum(steps, axis=1)
        boxes = np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1)
        return Pieces(corners, boxes, self.owner)


def _lowest(corners: Floats) -> np.ndarray:
    """Return the index of the lowest (then leftmost) corner of each outline ``(n, k, 2)``."""
    return np.lexsort((corners[..., 0], corners[..., 1]), axis=-1)[..., 0]


def pad_pieces(outlines: Sequence[Floats], owner: np.ndarray | Sequence[int]) -> Pieces:
    """Return convex outlines as one padded array (no outlines give empty pieces)."""
    if not outlines:
        return Pieces(np.zeros((0, 3, 2)), np.zeros((0, 4)), np.zeros(0, dtype=np.intp))
    most = max(len(outline) for outline in outlines)
    corners = np.stack(
        [np.concatenate([o, np.repeat(o[-1:], most - len(o), axis=0)]) for o in outlines]
    )
    boxes = np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1)
    return Pieces(corners, boxes, np.asarray(owner, dtype=np.intp))


class Outlines:
    """Named polygons of one kind on one level: terrain areas, or walls.

    Parameters
    ----------
    polygons : iterable of (id, corners)
        Simple polygons in the table frame, inches, in either direction, convex or not. An id may
        come several times.

    Raises
    ------
    HulldownError
        When a polygon is not finite, crosses itself or has no area.
    """

    def __init__(self, polygons: Iterable[tuple[str, Sequence[Point]]] = ()) -> None:
        self.polygons: tuple[tuple[str, tuple[Point, ...]], ...] = tuple(
            (name, tuple((float(x), float(y)) for x, y in points)) for name, points in polygons
        )
        self.ids: tuple[str, ...] = tuple(dict.fromkeys(name for name, _ in self.polygons))
        place = {name: index for index, name in enumerate(self.ids)}
        cut = [
            (place[name], piece) for name, points in self.polygons for piece in _cut(name, points)
        ]
        self.pieces = pad_pieces([piece for _, piece in cut], [owner for owner, _ in cut])
        self._parts: dict[tuple[str, ...], Outlines] = {}

    def __len__(self) -> int:
        return len(self.polygons)

    def only(self, ids: Iterable[str]) -> Outlines:
        """Return the outlines with these ids, in the order of this set; remembered."""
        wanted = frozenset(ids)
        key = tuple(name for name in self.ids if name in wanted)
        if key == self.ids:
            return self
        if key not in self._parts:
            self._parts[key] = Outlines(p for p in self.polygons if p[0] in wanted)
        return self._parts[key]


def _cut(name: str, points: Sequence[Point]) -> list[Floats]:
    """Return a simple polygon as convex pieces: itself, or its constrained triangulation."""
    corners = np.asarray(points, dtype=np.float64).reshape(-1, 2)
    if len(corners) < 3 or not np.isfinite(corners).all():
        raise HulldownError("paths.bad_outline", id=name)
    polygon = shapely.Polygon(corners)
    if not polygon.is_valid or polygon.area <= 1e-9:
        raise HulldownError("paths.bad_outline", id=name)
    hull = polygon.convex_hull
    if hull.area - polygon.area <= 1e-9:
        return [_counter_clockwise(shapely.get_coordinates(hull)[:-1])]
    triangles = shapely.get_parts(shapely.constrained_delaunay_triangles(polygon))
    return [_counter_clockwise(shapely.get_coordinates(t)[:-1]) for t in triangles]
