"""Where to look from: views that frame a table, and where a point lands in the picture."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d.core import Camera, LPoint3, NodePath, OrthographicLens, PerspectiveLens

from sim.table.pieces import Table
from sim.view.eyes import MAIN
from sim.view.ground import frame_width
from sim.view.lod import set_detail

__all__ = ["View", "above", "at_angle", "bounds", "orbit"]

Floats = NDArray[np.float64]
Point3 = tuple[float, float, float]


@dataclass(frozen=True)
class View:
    """A camera.

    Attributes
    ----------
    eye, target : Point3
        Inches, table frame.
    angle : float
        Vertical opening in degrees; 0 for a parallel view.
    tall : float
        Height of the picture in inches for a parallel view.
    near, far : float
        Clipping distances, inches.
    """

    eye: Point3
    target: Point3
    angle: float
    tall: float = 0.0
    near: float = 1.0
    far: float = 400.0

    @property
    def axes(self) -> Floats:
        """Right, up and forward of the picture, rows of a ``(3, 3)`` array."""
        forward = np.subtract(self.target, self.eye).astype(float)
        forward /= np.linalg.norm(forward)
        helper = (
            np.array([0.0, 1.0, 0.0]) if abs(forward[2]) > 0.9999 else np.array([0.0, 0.0, 1.0])
        )
        right = np.cross(forward, helper)
        right /= np.linalg.norm(right)
        return np.array([right, np.cross(right, forward), forward])

    def project(self, points: Floats, aspect: float) -> Floats:
        """Return where points land, ``(n, 3)``: x and y in -1..1 (y up), and depth in inches.

        A point at or behind the eye has a depth of 0 or less and x, y that mean nothing.
        """
        local = (np.asarray(points, float) - np.asarray(self.eye)) @ self.axes.T
        depth = local[:, 2]
        if self.angle:
            half = np.tan(np.radians(self.angle / 2)) * np.where(depth > 1e-9, depth, 1e-9)
        else:
            half = np.full(len(local), self.tall / 2)
        return np.stack([local[:, 0] / (half * aspect), local[:, 1] / half, depth], axis=1)

    def clipped_to(self, low: Point3, high: Point3) -> View:
        """Return this view with near and far planes close round a box: depths stay exact.

        Nothing outside the box is drawn then; a view from inside it keeps a near plane of 0.25.
        """
        ends = np.array([low, high])
        corners = np.array([(x, y, z) for x in ends[:, 0] for y in ends[:, 1] for z in ends[:, 2]])
        depth = (corners - np.asarray(self.eye)) @ self.axes[2]
        near = max(0.25, float(depth.min()) * 0.96)
        return replace(self, near=near, far=max(near + 1.0, float(depth.max()) * 1.02))

    def on_ground(self, spot: tuple[float, float], aspect: float) -> Point3 | None:
        """Return the point at z = 0 that is seen at a spot of the picture (x, y in -1..1, y up).

        None where a view looks at or above the horizon.
        """
        start = np.asarray(self.eye, float)
        if self.angle:
            half = np.tan(np.radians(self.angle / 2))
            ray = self.axes.T @ np.array([spot[0] * half * aspect, spot[1] * half, 1.0])
        else:
            half = self.tall / 2
            ray = self.axes[2]
            start = start + self.axes.T @ np.array([spot[0] * half * aspect, spot[1] * half, 0.0])
        if ray[2] > -1e-6:
            return None
        hit = start - ray * (start[2] / ray[2])
        return (float(hit[0]), float(hit[1]), 0.0)

    def node(self, aspect: float) -> Any:
        """Return a camera node for this view; attach it to the scene to look through it."""
        if self.angle:
            lens = PerspectiveLens()
            wide = 2 * np.degrees(np.arctan(np.tan(np.radians(self.angle / 2)) * aspect))
            lens.setFov(float(wide), self.angle)
        else:
            lens = OrthographicLens()
            lens.setFilmSize(self.tall * aspect, self.tall)
        lens.setNearFar(self.near, self.far)
        camera: Any = NodePath(Camera("camera", lens))
        camera.node().setCameraMask(MAIN)
        # Pictures are sharp; a window says how large it is (`Stage.look_through`).
        set_detail(camera, self.angle, 0)
        camera.setPos(*self.eye)
        up = self.axes[1]
        camera.lookAt(LPoint3(*self.target), LPoint3(*(float(value) for value in up)))
        return camera


def orbit(target: Point3, distance: float, turn: float, rise: float, angle: float) -> View:
    """Return a view that circles a point.

    Parameters
    ----------
    target : Point3
    distance : float
        Inches from the eye to the target.
    turn : float
        Degrees counter-clockwise from looking along +y.
    rise : float
        Degrees of the eye above the target's level.
    angle : float
        Vertical opening, degrees.
    """
    a, b = np.radians(turn), np.radians(rise)
    away = np.array([np.sin(a) * np.cos(b), -np.cos(a) * np.cos(b), np.sin(b)]) * distance
    eye = np.asarray(target) + away
    near = max(0.3, distance * 0.02)
    x, y, z = (float(value) for value in eye)
    return View((x, y, z), target, angle, near=near, far=distance + 300.0)


def bounds(table: Table) -> tuple[Point3, Point3]:
    """Return a box that holds the table with its frame and all that stands on it."""
    edge = frame_width(table) + 0.5
    tops = [float(p.body.bounds[1, 2]) for p in table.terrain.values() if p.body.triangles]
    figures = [model.height_in for model in table.models.values()]
    top = max([0.0, *tops]) + max([0.0, *figures]) + 3.0
    return (-edge, -edge, -2.5), (table.width + edge, table.depth + edge, top)


def _corners(table: Table, margin: float, top: float) -> Floats:
    """Return points that a picture must hold: the frame's corners and those of every piece."""
    x = (-margin, table.width + margin)
    y = (-margin, table.depth + margin)
    points = [(a, b, c) for a in x for b in y for c in (-1.6, top)]
    for piece in table.terrain.values():
        if piece.body.triangles:
            low, high = piece.body.bounds
            points += [(a, b, high[2]) for a in (low[0], high[0]) for b in (low[1], high[1])]
    return np.array(points)


def at_angle(
    table: Table, aspect: float, *, turn: float = -7.0, rise: float = 50.0, angle: float = 24.0
) -> View:
    """Return a view of the whole table, frame included, as large as it fits.

    Parameters
    ----------
    aspect : float
        Width of the picture over its height.
    turn, rise, angle : float
        See `orbit`.
    """
    corners = _corners(table, frame_width(table) + 0.2, 1.0)
    target = np.array([table.width / 2, table.depth / 2, 0.5])
    distance = 4.0 * max(table.width, table.depth)
    for _ in range(12):
        view = orbit(tuple(target), distance, turn, rise, angle)
        seen = view.project(corners, aspect)
        low, high = seen[:, :2].min(axis=0), seen[:, :2].max(axis=0)
        half = np.tan(np.radians(angle / 2)) * distance
        shift = (low + high) / 2 * half * [aspect, 1.0]
        right, up, _ = view.axes
        # Slide on the table's plane: up in the picture is away from the reader.
        target = (
            target
            + right * shift[0]
            + np.array([*_level(up[:2]), 0.0]) * shift[1] / np.sin(np.radians(rise))
        )
        distance *= float(((high - low) / 2).max()) / 0.965
    x, y, z = (float(value) for value in target)
    return orbit((x, y, z), distance, turn, rise, angle).clipped_to(*bounds(table))


def _level(vector: Floats) -> Floats:
    length = float(np.linalg.norm(vector))
    return vector / length if length > 1e-9 else np.array([0.0, 1.0])


def above(table: Table, aspect: float, margin: float = 3.2) -> View:
    """Return a parallel view from straight above, north up."""
    tall = max(table.depth + 2 * margin, (table.width + 2 * margin) / aspect)
    x, y = table.width / 2, table.depth / 2
    return View((x, y, 100.0), (x, y, 0.0), 0.0, tall, near=1.0, far=140.0)
