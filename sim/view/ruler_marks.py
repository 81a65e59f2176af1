"""Rulers and rings: a band in inch-long stretches, light and dark; a line round a base."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d.core import NodePath

from sim.geometry.pose import Pose
from sim.geometry.shapes import Footprint
from sim.view.cameras import Point3
from sim.view.marks import bead
from sim.view.marks.rings import standing
from sim.view.overlays import Colour, Height, path, plain_node, ribbon
from sim.view.rims import outline

__all__ = ["reach_ring", "ruler_mark"]

Floats = NDArray[np.float64]

_CASING: Colour = (14, 16, 20, 235)
_STEP_IN = 0.1
#: Colour of the odd inches, and of every sixth.
_ODD, _SIXTH = (30, 33, 38), (255, 255, 255)


def ruler_mark(a: Point3, b: Point3, colour: tuple[int, int, int], height: Height) -> Any:
    """Return a ruler from one point to another, seen through whatever stands in its way.

    Parameters
    ----------
    a, b : Point3
        Its ends; between them it lies on the ground, or at their height where that is higher.
    colour : (red, green, blue)
        Of the even inches; the odd ones are dark and every sixth is white.
    height : callable
        Height of the ground under plan points.
    """
    root: Any = NodePath("ruler")
    start, end = np.array(a[:2]), np.array(b[:2])
    length = float(np.linalg.norm(end - start))
    if length > 1e-3:
        raised = _raised(a, b, height)
        path([a[:2], b[:2]], _CASING, raised, width=0.3).reparentTo(root)
        _band(start, end, length, colour, raised).reparentTo(root)
    for spot in (a, b):
        bead((spot[0], spot[1], spot[2] + 0.1), (*colour, 255), radius=0.14).reparentTo(root)
    for order, each in enumerate(root.getChildren()):
        each.setDepthTest(False)
        each.setBin("fixed", 18 + order)
    return root


def _raised(a: Point3, b: Point3, height: Height) -> Height:
    """Return the ground's height, nowhere lower than the straight line between the ends."""
    start, way = np.array(a[:2]), np.subtract(b[:2], a[:2])
    square = float(way @ way)

    def raised(x: Floats, y: Floats) -> Floats:
        along = ((x - start[0]) * way[0] + (y - start[1]) * way[1]) / square
        line = a[2] + np.clip(along, 0.0, 1.0) * (b[2] - a[2])
        return np.maximum(height(x, y), line)

    return raised


def _band(
    start: Floats, end: Floats, length: float, colour: tuple[int, int, int], height: Height
) -> Any:
    count = max(2, int(length / _STEP_IN) + 1)
    away = np.linspace(0.0, length, count)
    way = (end - start) / length
    points = start + way * away[:, None]
    across = np.tile([-way[1], way[0]], (count, 1))
    inch = np.floor(away + 1e-9).astype(int)
    shades = np.empty((count, 4))
    shades[:, 3] = 255
    shades[:, :3] = np.where((inch % 2 == 0)[:, None], colour, _ODD)
    shades[inch % 6 == 5, :3] = _SIXTH
    return plain_node(ribbon(points, across, shades, height, closed=False)(0.17))


def reach_ring(
    base: Footprint,
    pose: Pose,
    inches: float,
    colour: Colour,
    height: Height,
    *,
    dashes: int = 0,
    table: tuple[float, float] | None = None,
) -> Any:
    """Return the line that lies so many inches from the edge of a base.

    Parameters
    ----------
    base : Footprint
        Taken as convex.
    pose : Pose
    inches : float
    colour : Colour
    height : callable
    dashes : int
        Number of dashes round the ring; 0 for a solid one.
    table : (width, depth), optional
        Beside it nothing is drawn.
    """
    count = max(96, int((inches + 1.0) * 2 * np.pi / 0.15))
    turn = np.arange(count) * 2 * np.pi / count
    away = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    edge = standing(outline(base, 192), pose)
    # The farthest point of the base in a direction, and from there straight on.
    points = edge[np.argmax(away @ edge.T, axis=1)] + away * inches
    shades = np.tile(np.array(colour, float), (count, 1))
    if dashes:
        shades[:, 3] *= (np.arange(count) * dashes * 2 // count) % 2 == 0
    if table is not None:
        outside = (points < 0).any(axis=1) | (points > np.array(table)).any(axis=1)
        shades[outside, 3] = 0
    return plain_node(ribbon(points, away, shades, height, closed=True)(0.15))
