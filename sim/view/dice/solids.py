"""Dice as solids: their faces, what each says, and how they lie when they say it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

__all__ = ["DICE", "Solid", "resting_turn", "solid"]

Floats = NDArray[np.float64]

#: Sides of the dice there are, with the distance from the middle to a face, inches.
DICE: dict[int, float] = {4: 0.215, 6: 0.42, 8: 0.40, 10: 0.42, 12: 0.45, 20: 0.47}
_GOLDEN = (1 + 5**0.5) / 2
#: Degrees that the faces of a ten-sided die look up and down.
_TEN_RISE = 42.0


@dataclass(frozen=True, eq=False)
class Solid:
    """A die in its own frame, the middle at the origin, inches.

    Attributes
    ----------
    sides : int
    normals : (sides, 3) float array
        Outward directions of the faces.
    ups : (sides, 3) float array
        In each face, which way its numeral stands up.
    polygons : tuple of (k, 3) float arrays
        Corners of each face, counter-clockwise from outside.
    shows : (sides, 3) float array
        Direction that points up when the die shows 1, 2, and so on: a face, or for a
        four-sided die a corner.
    values : tuple of int
        What each face says; for a four-sided die the number opposite.
    """

    sides: int
    normals: Floats
    ups: Floats
    polygons: tuple[Floats, ...]
    shows: Floats
    values: tuple[int, ...]

    @property
    def corners(self) -> Floats:
        """All corners of all faces, ``(n, 3)``; shared corners come more than once."""
        return np.concatenate(self.polygons)


def _unit(vectors: Floats) -> Floats:
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


def _half(sides: int) -> Floats:
    """Return one face of each opposite pair; the pairs of a die are `_half` and its opposite."""
    if sides == 6:
        return np.eye(3)
    if sides == 8:
        return _unit(np.array([(1, 1, 1), (-1, 1, 1), (-1, -1, 1), (1, -1, 1)], float))
    if sides == 10:
        turn, rise = np.arange(5) * 2 * np.pi / 5, np.radians(_TEN_RISE)
        flat = np.stack([np.cos(turn), np.sin(turn)], axis=1) * np.cos(rise)
        return np.column_stack([flat, np.full(5, np.sin(rise))])
    g = _GOLDEN
    if sides == 12:
        points = [(0, 1, g), (0, -1, g), (1, g, 0), (-1, g, 0), (g, 0, 1), (-g, 0, 1)]
        return _unit(np.array(points, float))
    points = [(1, 1, 1), (-1, 1, 1), (-1, -1, 1), (1, -1, 1), (0, 1 / g, g), (0, -1 / g, g)]
    points += [(1 / g, g, 0), (-1 / g, g, 0), (g, 0, 1 / g), (-g, 0, 1 / g)]
    return _unit(np.array(points, float))


def _normals(sides: int) -> Floats:
    if sides == 4:
        return -_unit(np.array([(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)], float))
    half = _half(sides)
    return np.concatenate([half, -half[::-1]])


def _polygon(which: int, normals: Floats, away: float) -> Floats:
    """Return the corners of a face: where its plane meets two others, inside all."""
    normal = normals[which]
    helper = np.eye(3)[int(np.abs(normal).argmin())]
    right = _unit(np.cross(helper, normal))
    up = np.cross(normal, right)
    found: list[Floats] = []
    others = [i for i in range(len(normals)) if i != which]
    for a, first in enumerate(others):
        for second in others[a + 1 :]:
            rows = np.array([normal, normals[first], normals[second]])
            if abs(np.linalg.det(rows)) < 1e-9:
                continue
            point = np.linalg.solve(rows, np.full(3, away))
            inside = (normals @ point <= away + 1e-9).all()
            if inside and all(np.linalg.norm(point - known) > 1e-6 for known in found):
                found.append(point)
    found.sort(key=lambda point: float(np.arctan2(point @ up, point @ right)))
    return np.array(found)


def _up(normal: Floats, polygon: Floats, sides: int) -> Floats:
    if sides == 6:
        towards = np.eye(3)[(int(np.abs(normal).argmax()) + 1) % 3]
    elif sides == 10:
        towards = np.array([0.0, 0.0, 1.0 if normal[2] > 0 else -1.0])
    else:
        towards = polygon[0]
    flat = towards - normal * (towards @ normal)
    return flat / np.linalg.norm(flat)


@cache
def solid(sides: int) -> Solid:
    """Return a die by its number of sides, a key of `DICE`; KeyError for any other.

    Opposite faces sum to one more than the sides, as on dice one can buy.
    """
    away = DICE[sides]
    normals = _normals(sides)
    polygons = tuple(_polygon(which, normals, away) for which in range(sides))
    ups = np.array([_up(n, p, sides) for n, p in zip(normals, polygons, strict=True)])
    values = tuple(range(1, sides + 1))
    shows = -normals if sides == 4 else normals
    return Solid(sides, normals, ups, polygons, shows, values)


def resting_turn(sides: int, face: int, yaw: float) -> Floats:
    """Return the rotation of a die that lies still and shows a face upwards, ``(3, 3)``.

    Parameters
    ----------
    sides, face : int
        KeyError when there is no such die, ValueError when it has no such face.
    yaw : float
        Radians counter-clockwise that its numeral is turned from upright for a reader who looks
        along +y.

    Returns
    -------
    (3, 3) float array
        Takes points of the die's frame to the tray's: ``turn @ point``.
    """
    die = solid(sides)
    if not 1 <= face <= sides:
        raise ValueError("a die has no such face")
    top = die.shows[face - 1]
    # Of a four-sided die a whole face looks at the reader.
    upright = die.ups[face - 1] if sides != 4 else -die.normals[face % 4]
    up = upright - top * (upright @ top)
    up /= np.linalg.norm(up)
    right = np.cross(up, top)
    frame = np.array([right, up, top])
    c, s = np.cos(yaw), np.sin(yaw)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]) @ frame
