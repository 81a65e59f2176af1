"""The picture plane of one sight line, and how far a shift in plan moves what it shows."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely

from sim.geometry.margin.frame import Frame
from sim.geometry.mesh_data import Floats
from sim.geometry.sight import Query
from sim.geometry.units import OPENING_IN

__all__ = ["SIDES", "Picture"]

_RADIUS = OPENING_IN / 2
#: Room for rounding in the ray engine, inches.
_ROUNDING = 2e-4
#: Every disc of a radius holds a spot of a square lattice whose pitch is less than 2**.5 of it.
_PITCH = 1.4
_TURNS = (np.arange(24) + 0.5) * (2 * math.pi / 24)
#: Directions whose supports bound what the plane shows.
SIDES: Floats = np.stack([np.cos(_TURNS), np.sin(_TURNS)], axis=1)


@dataclass(frozen=True, eq=False)
class Picture:
    """The picture plane of a sight line: upright, at the target's distance in plan.

    Attributes
    ----------
    frame : Frame
    body : (m, 3, 3) array
        The target's triangles in the frame.
    centre : float
        Distance from the eye to the target's centre.
    radius : float
        Of the target's ball.
    limit : float
        No shift farther than this is looked at.
    near : float
        Least depth of the target along the frame's x.
    """

    frame: Frame
    body: Floats
    centre: float
    radius: float
    limit: float
    near: float

    @staticmethod
    def of(query: Query, limit: float) -> Picture | None:
        """Return the picture, with a smaller limit where eye and target are close.

        None where they are too close for anything to be said.
        """
        frame = Frame.of(query)
        body = frame.local(query.target.corners)
        centre = float(np.linalg.norm(query.target.centre - frame.eye))
        near, radius = float(body[..., 0].min()), query.target.body.radius
        limit = min(limit, 0.6 * near, centre - 1.2 * radius - 0.1)
        if limit <= 0 or near - limit < 0.1:
            return None
        return Picture(frame, body, centre, radius, limit, near)

    @cached_property
    def room(self) -> float:
        """How far a point in an open disc may be from the lattice ray in it, inches."""
        return 2 * _RADIUS * (1 + 1.1 * self.radius / (self.centre - self.limit)) + _ROUNDING

    @cached_property
    def disc(self) -> float:
        """Radius of a disc that every opening holds about any point in it, in this plane.

        Wherever the target is shifted, an opening shows here as an oval; this is less than the
        least radius by which its rim bends.
        """
        askew = (self.radius + self.room) / (self.centre - self.limit)
        bend = (1 - min(askew, 0.95) ** 2) ** 2
        return self.frame.plan * _RADIUS * bend / (self.centre + self.limit)

    @cached_property
    def slopes(self) -> tuple[float, float]:
        """Greatest y/x and z/x among places of the target."""
        least = self.near - self.limit
        return (
            (float(np.abs(self.body[..., 1]).max()) + self.limit) / least,
            float(np.abs(self.body[..., 2]).max()) / least,
        )

    @cached_property
    def scale(self) -> Floats:
        """Factors by which a way in this plane bounds the shift in plan that it takes.

        A shift (a, b) moves a point (x, y, z) by c (b - a y / x) / (x + a) across and by
        -c a z / (x (x + a)) up; solved for the shift and bounded over all the target's points.
        """
        least = self.near - self.limit
        skew = float(np.abs(self.body[..., 1] / self.body[..., 0]).max())
        factor = math.sqrt(max(1 - skew, 0.0))
        height = max(float(np.abs(self.body[..., 2]).max()), 1e-3)
        across = least / self.frame.plan
        return factor * across * np.array([1.0, self.near / height])

    def seen_at(self, points: Floats) -> Floats:
        """Return where points of the frame show in this plane."""
        return self.frame.plan * points[..., 1:] / points[..., :1]

    @cached_property
    def outline(self) -> Floats:
        """The target's triangles in this plane, scaled: ``(m, 3, 2)``."""
        return self.seen_at(self.body) * self.scale

    @cached_property
    def silhouette(self) -> shapely.Geometry:
        """All that the target covers in the scaled plane, as one region."""
        outline = self.outline
        sides = outline[:, 1:] - outline[:, :1]
        area = np.abs(sides[:, 0, 0] * sides[:, 1, 1] - sides[:, 0, 1] * sides[:, 1, 0])
        flat = area < 1e-12
        # What is seen edge-on is a line, not nothing.
        found = shapely.union_all(np.asarray(shapely.polygons(outline[~flat])))
        if flat.any():
            found = shapely.union_all([found, *np.asarray(shapely.linestrings(outline[flat]))])
        shapely.prepare(found)
        return found

    def lattice(self) -> Floats:
        """Return the lattice over everything that a shifted target may cover."""
        turns = np.arange(16) * (2 * math.pi / 16)
        reach = self.limit / math.cos(math.pi / 16)
        shifts = reach * np.stack([np.cos(turns), np.sin(turns), np.zeros(16)], axis=1)
        points = np.unique(self.body.reshape(-1, 3), axis=0)
        places = self.seen_at((points[:, None] + shifts).reshape(-1, 3))
        return self._over(places, np.full(2, 2 * self.disc))

    def lattice_near(self, pad: Floats) -> Floats:
        """Return the lattice's spots with any part of the target in a box of +-pad about them."""
        spots = self._over(self.seen_at(self.body.reshape(-1, 3)), pad)
        low, high = (spots - pad) * self.scale, (spots + pad) * self.scale
        boxes = np.asarray(shapely.box(low[:, 0], low[:, 1], high[:, 0], high[:, 1]))
        return spots[shapely.intersects(self.silhouette, boxes)]

    def _over(self, places: Floats, pad: Floats) -> Floats:
        """Return the lattice over a convex polygon around places and a margin."""
        ends = (places @ SIDES.T).max(axis=0) + np.abs(SIDES) @ pad
        low, high = places.min(axis=0) - pad, places.max(axis=0) + pad
        pitch = _PITCH * self.disc
        x = np.arange(low[0] - 0.637 * pitch, high[0] + pitch, pitch)
        y = np.arange(low[1] - 0.291 * pitch, high[1] + pitch, pitch)
        spots = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        inside = np.ones(len(spots), dtype=bool)
        for side, end in zip(SIDES, ends, strict=True):
            inside &= spots @ side <= end
        return spots[inside]

    def directions(self, spots: Floats) -> Floats:
        """Return unit vectors of the frame through spots of this plane."""
        points = np.column_stack([np.full(len(spots), self.frame.plan), spots])
        return points / np.linalg.norm(points, axis=1)[:, None]
