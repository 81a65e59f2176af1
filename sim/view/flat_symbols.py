"""Symbols of miniatures on the map: the base in its side's colour and pattern, and a pictogram.

Who goes on foot carries the crossed box of the infantry, who has a hull his own outline from
above; an arrow shows where the front is, a star who leads.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d.core import NodePath

from sim.table.pieces import Model
from sim.view.figures import is_vehicle
from sim.view.livery import Livery
from sim.view.marks.regions import triangles
from sim.view.overlays import Colour, flat_surface, plain_node
from sim.view.rims import outline

__all__ = ["silhouette", "symbol"]

Floats = NDArray[np.float64]

_DARK: Colour = (14, 16, 20, 255)
_LIGHT: Colour = (246, 244, 236, 255)
_GOLD: Colour = (255, 212, 64, 255)
_ORDER = 2_000


def silhouette(model: Model) -> Floats:
    """Return the convex outline of a model's hull and turret from above, ``(n, 2)``."""
    body = model.body
    runs = [part for part in body.parts if part.name in ("hull", "turret")]
    index = np.concatenate([np.arange(p.first, p.first + p.count) for p in runs] or [[]])
    faces = body.faces[index.astype(int)] if len(index) else body.faces
    return _convex(body.vertices[np.unique(faces)][:, :2])


def _convex(points: Floats) -> Floats:
    """Return the convex hull, counter-clockwise, by the monotone chain."""
    order = np.unique(np.round(points, 3), axis=0)
    if len(order) < 3:
        return order
    half: list[list[Floats]] = [[], []]
    for which, run in enumerate((order, order[::-1])):
        for p in run:
            chain = half[which]
            while len(chain) >= 2 and _turn(chain[-2], chain[-1], p) <= 0:
                chain.pop()
            chain.append(p)
    return np.array([*half[0][:-1], *half[1][:-1]])


def _turn(a: Floats, b: Floats, c: Floats) -> float:
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))


def symbol(model: Model, livery: Livery, *, leads: bool = False) -> Any:
    """Return a model's symbol in its own frame, +x forward.

    Parameters
    ----------
    model : Model
    livery : Livery
    leads : bool
    """
    root: Any = NodePath("symbol")
    edge = outline(model.base, 64)
    small = float(np.abs(edge).max(axis=0).min())
    _polygon(root, edge * (1 + 0.06 / max(small, 0.1)), _DARK, 0)
    _polygon(root, edge, (*livery.rim, 255), 1)
    _pattern(root, edge, livery)
    _polygon(root, edge * 0.74, (*livery.cloth, 255), 3)
    if is_vehicle(model):
        shape = silhouette(model)
        if len(shape) >= 3:
            _polygon(root, shape, _DARK, 4)
            _polygon(root, shape * 0.9 + shape.mean(axis=0) * 0.1, _LIGHT, 5)
            _polygon(root, shape * 0.62 + shape.mean(axis=0) * 0.38, (*livery.rim, 255), 6)
    else:
        _infantry(root, small * 0.46)
    _front(root, edge, livery)
    if leads:
        _star(root, small * 0.34)
    return root


def _polygon(root: Any, points: Floats, colour: Colour, order: int) -> None:
    flat, faces = triangles(points, ())
    if len(faces):
        _add(root, flat, colour, faces, order)


def _add(root: Any, flat: Floats, colour: Colour, faces: Any, order: int) -> None:
    points = np.column_stack([flat, np.zeros(len(flat))])
    shades = np.tile(np.array(colour, float), (len(points), 1))
    made = plain_node(flat_surface(points, shades, np.asarray(faces)))
    made.setBin("background", _ORDER + order)
    made.reparentTo(root)


def _pattern(root: Any, edge: Floats, livery: Livery) -> None:
    """Draw the light stretches of the side's pattern into the rim."""
    count = len(edge) * 6
    place = np.arange(count) / count
    ring = np.stack(
        [
            np.interp(place * len(edge), np.arange(len(edge) + 1), np.append(c, c[0]))
            for c in edge.T
        ],
        axis=1,
    )
    light = np.zeros(count, bool)
    within = (place * livery.repeats) % 1.0
    start = 0.0
    for share, is_light in livery.pattern:
        light |= is_light & (within >= start - 1e-9) & (within < start + share - 1e-9)
        start += share
    here = np.flatnonzero(light)
    if not len(here):
        return
    after = (here + 1) % count
    quads = np.stack([ring[here], ring[after], ring[after] * 0.74, ring[here] * 0.74], axis=1)
    first = np.arange(len(here)) * 4
    faces = np.concatenate(
        [np.stack([first, first + 1, first + 2], 1), np.stack([first, first + 2, first + 3], 1)]
    )
    _add(root, quads.reshape(-1, 2), _LIGHT, faces, 2)


def _bar(root: Any, a: tuple[float, float], b: tuple[float, float], width: float) -> None:
    start, end = np.array(a), np.array(b)
    way = (end - start) / max(float(np.hypot(*(end - start))), 1e-9)
    side = np.array([-way[1], way[0]]) * width / 2
    box = np.array([start - side, end - side, end + side, start + side])
    _add(root, box, _LIGHT, [(0, 1, 2), (0, 2, 3)], 5)


def _infantry(root: Any, reach: float) -> None:
    """Draw a crossed box, upright to the front."""
    x, y, width = reach * 0.72, reach, reach * 0.16
    corners = [(-x, -y), (x, -y), (x, y), (-x, y)]
    for index, corner in enumerate(corners):
        _bar(root, corners[index - 1], corner, width)
    _bar(root, (-x, -y), (x, y), width)
    _bar(root, (-x, y), (x, -y), width)


def _front(root: Any, edge: Floats, livery: Livery) -> None:
    """Draw an arrowhead ahead of the base."""
    front = float(edge[:, 0].max())
    size = min(0.5, max(0.2, front * 0.45))
    outer = np.array(
        [(front + size, 0.0), (front + 0.02, size * 0.72), (front + 0.02, -size * 0.72)]
    )
    inner = outer * 0.72 + outer.mean(axis=0) * 0.28
    _add(root, outer, _DARK, [(0, 1, 2)], 0)
    _add(root, inner, (*livery.rim, 255), [(0, 1, 2)], 1)


def _star(root: Any, reach: float) -> None:
    turn = np.arange(10) * np.pi / 5
    away = np.where(np.arange(10) % 2 == 0, reach, reach * 0.45)
    points = np.stack([np.cos(turn) * away, np.sin(turn) * away], axis=1)
    _polygon(root, points * 1.35, _DARK, 7)
    _polygon(root, points, _GOLD, 8)
