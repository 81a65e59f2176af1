"""Rims round bases in the side's colour and pattern, and the mark of where a vehicle faces."""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray

from sim.geometry.shapes import Box, Disc, Footprint, Hull, Oval
from sim.view.geoms import Surface, merged
from sim.view.livery import Livery
from sim.view.tone import lit, shade, to_linear

__all__ = ["arrow", "diamond", "outline", "outward", "rim"]

Floats = NDArray[np.float64]

RIM_HIGH_IN = 0.11
#: Cross-section of the rim: (outwards from the base's edge, share of the height).
_PROFILE = ((-0.055, 0.86), (-0.03, 1.0), (0.03, 1.0), (0.055, 0.0))
_LIGHT = (236, 232, 220)
_GOLD = (244, 196, 48)


def outline(shape: Footprint, points: int = 96) -> Floats:
    """Return evenly spaced points on a footprint's edge, counter-clockwise, ``(points, 2)``.

    For pictures only: distances are measured with the footprint's own closed form.
    """
    turn = np.arange(points) * 2 * np.pi / points
    round_ = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    if isinstance(shape, Disc):
        return round_ * shape.radius
    if isinstance(shape, Oval):
        return round_ * [shape.half_length, shape.half_width]
    if isinstance(shape, Box):
        x, y = shape.length / 2, shape.width / 2
        corners = np.array([(x, -y), (x, y), (-x, y), (-x, -y)])
    else:
        assert isinstance(shape, Hull)
        corners = np.array(shape.points, float)
    closed = np.concatenate([corners, corners[:1]])
    length = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(closed, axis=0), axis=1))])
    along = np.arange(points) / points * length[-1]
    return np.stack([np.interp(along, length, closed[:, axis]) for axis in (0, 1)], axis=1)


def outward(edge: Floats) -> Floats:
    """Return unit vectors away from a closed counter-clockwise outline, ``(n, 2)`` both."""
    along = np.roll(edge, -1, axis=0) - np.roll(edge, 1, axis=0)
    normal = np.stack([along[:, 1], -along[:, 0]], axis=1)
    return normal / np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-9)


def _painted(normals: Floats, colour: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return marker paint: lit like all the rest, a little brighter so that it is found."""
    light = lit(normals, np.ones(len(normals)), np.ones(len(normals)))
    out = np.full((len(normals), 4), 255, np.uint8)
    out[:, :3] = shade(to_linear(colour), light * 0.55 + 0.75)
    return out


def rim(shape: Footprint, livery: Livery) -> Surface:
    """Return the rim round a base, model frame, standing on z = 0."""
    count = 96
    edge = outline(shape, count)
    away = outward(edge)
    light = np.zeros(count, bool)
    place = (np.arange(count) / count * livery.repeats) % 1.0
    start = 0.0
    for share, is_light in livery.pattern:
        light |= is_light & (place >= start - 1e-9) & (place < start + share - 1e-9)
        start += share
    paint = np.where(light[:, None], _LIGHT, livery.rim).astype(np.uint8)
    parts: list[Surface] = []
    for (d0, h0), (d1, h1) in itertools.pairwise(_PROFILE):
        steep = np.hypot(d1 - d0, (h1 - h0) * RIM_HIGH_IN)
        slope = ((h0 - h1) * RIM_HIGH_IN / steep, (d1 - d0) / steep)
        parts.append(_band(edge, away, ((d0, h0), (d1, h1)), slope, paint))
    return merged(parts)


def _band(
    edge: Floats,
    away: Floats,
    ends: tuple[tuple[float, float], tuple[float, float]],
    slope: tuple[float, float],
    paint: NDArray[np.uint8],
) -> Surface:
    """Return one strip of the rim: a quad for each stretch of the edge, painted whole."""
    count = len(edge)
    after = (np.arange(count) + 1) % count
    corners: list[Floats] = []
    for which, (out, high) in ((np.arange(count), ends[0]), (np.arange(count), ends[1])):
        for index in (which, after):
            flat = edge[index] + away[index] * out
            corners.append(np.column_stack([flat, np.full(count, high * RIM_HIGH_IN)]))
    vertices = np.stack(corners, axis=1).reshape(-1, 3)
    normal = np.column_stack([away * slope[0], np.full(count, slope[1])])
    normals = np.repeat(normal, 4, axis=0)
    first = np.arange(count) * 4
    faces = np.concatenate(
        [
            np.stack([first, first + 2, first + 1], axis=1),
            np.stack([first + 1, first + 2, first + 3], axis=1),
        ]
    )
    colours = _painted(normals, np.repeat(paint, 4, axis=0))
    return Surface(vertices, normals, colours, np.zeros((len(vertices), 2)), faces.astype(np.int32))


def _flat_faces(triangles: Floats, colour: tuple[int, int, int]) -> Surface:
    """Return loose triangles ``(n, 3, 3)`` in one flat-shaded colour."""
    across = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    normal = across / np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-12)
    normals = np.repeat(normal, 3, axis=0)
    vertices = triangles.reshape(-1, 3)
    colours = _painted(normals, np.tile(np.array(colour, np.uint8), (len(vertices), 1)))
    faces = np.arange(len(vertices), dtype=np.int32).reshape(-1, 3)
    return Surface(vertices, normals, colours, np.zeros((len(vertices), 2)), faces)


def arrow(shape: Footprint, livery: Livery) -> Surface:
    """Return a flat arrowhead ahead of a base, pointing along its facing."""
    front = float(outline(shape)[:, 0].max()) + 0.10
    tip, back, half, high = front + 0.42, front, 0.36, 0.06
    notch = front + 0.12
    left, right = (back, half), (back, -half)
    triangles = [
        [(*left, high), (notch, 0.0, high), (tip, 0.0, high)],
        [(notch, 0.0, high), (*right, high), (tip, 0.0, high)],
    ]
    return _flat_faces(np.array(triangles), livery.rim)


def diamond(height: float) -> Surface:
    """Return the golden mark that floats over a leader whose figure is `height` inches tall."""
    centre, wide, tall = height + 0.42, 0.15, 0.24
    ring = [(wide, 0.0), (0.0, wide), (-wide, 0.0), (0.0, -wide)]
    triangles: list[list[tuple[float, float, float]]] = []
    for index, (x0, y0) in enumerate(ring):
        x1, y1 = ring[(index + 1) % 4]
        triangles.append([(x0, y0, centre), (x1, y1, centre), (0.0, 0.0, centre + tall)])
        triangles.append([(x1, y1, centre), (x0, y0, centre), (0.0, 0.0, centre - tall)])
    return _flat_faces(np.array(triangles), _GOLD)
