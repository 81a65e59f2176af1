"""Small signs in the scene: beads, crosses, handles and flags."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d.core import NodePath

from sim.geometry.pose import Pose
from sim.view.geoms import Surface, merged
from sim.view.marks.rings import standing
from sim.view.overlays import LIFT_IN, Colour, Height, flat_surface, path, plain_node

__all__ = ["arrow", "bead", "cross", "marker_flag", "turn_handle"]

Floats = NDArray[np.float64]

#: Direction that light falls from in these signs: they show in any shade.
_LIGHT = np.array([-0.45, -0.35, 0.82])


def _solid(vertices: Floats, faces: Sequence[tuple[int, int, int]], colour: Colour) -> Surface:
    """Return flat-shaded triangles, lit by a lamp of their own."""
    corners = vertices[np.array(faces)]
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-12)
    bright = np.repeat(0.62 + 0.42 * np.clip(normal @ _LIGHT, -0.4, 1.0), 3)[:, None]
    flat = corners.reshape(-1, 3)
    shades = np.column_stack([np.array(colour[:3]) * bright, np.full(len(flat), colour[3])])
    return flat_surface(flat, shades, np.arange(len(flat)).reshape(-1, 3))


def _body(surface: Surface, name: str) -> Any:
    made = plain_node(surface, order=14)
    made.setName(name)
    made.setDepthWrite(True)
    return made


def bead(at: Sequence[float], colour: Colour, *, radius: float = 0.16) -> Any:
    """Return a small ball in space.

    Parameters
    ----------
    at : (x, y, z)
        Its middle, inches.
    colour : Colour
    radius : float
        Inches.
    """
    rings, sides = 9, 16
    rise, turn = np.meshgrid(
        np.linspace(-np.pi / 2, np.pi / 2, rings),
        np.arange(sides) * 2 * np.pi / sides,
        indexing="ij",
    )
    out = np.stack([np.cos(rise) * np.cos(turn), np.cos(rise) * np.sin(turn), np.sin(rise)], -1)
    out = out.reshape(-1, 3)
    bright = 0.6 + 0.42 * np.clip(out @ _LIGHT, -0.4, 1.0)
    shine = np.clip(out @ _LIGHT - 0.9, 0, 1)[:, None] * 1600
    shades = np.column_stack(
        [np.array(colour[:3]) * bright[:, None] + shine, np.full(len(out), colour[3])]
    )
    row, column = np.meshgrid(np.arange(rings - 1), np.arange(sides), indexing="ij")
    a, b = (row * sides + column).ravel(), (row * sides + (column + 1) % sides).ravel()
    faces = np.concatenate([np.stack([a, b, b + sides], 1), np.stack([a, b + sides, a + sides], 1)])
    x, y, z = (float(value) for value in at)
    made = _body(flat_surface(out * radius, shades, faces), "bead")
    made.setPos(x, y, z)
    return made


def cross(at: tuple[float, float], height: Height, colour: Colour, *, size: float = 0.9) -> Any:
    """Return a cross on the ground with a dark border: here it goes wrong.

    Parameters
    ----------
    at : (x, y)
        Its middle.
    height : callable
    colour : Colour
    size : float
        Inches across.
    """
    root: Any = NodePath("cross")
    reach = size / 2 * 0.7071
    for shade, width, grown in (((24, 8, 8, colour[3]), 0.3, 0.06), (colour, 0.18, 0.0)):
        r = reach + grown
        for way in (1.0, -1.0):
            ends = [(at[0] - r, at[1] - r * way), (at[0] + r, at[1] + r * way)]
            made = path(ends, shade, height, width=width)
            made.setBin("fixed", 16 if grown else 17)
            # What it marks must not hide it.
            made.setDepthTest(False)
            made.reparentTo(root)
    return root


def arrow(
    pose: Pose, colour: Colour, height: Height, *, start: float = 0.8, length: float = 1.6
) -> Any:
    """Return an arrow on the ground along a pose's facing: the handle that turns a vehicle.

    Parameters
    ----------
    pose : Pose
    colour : Colour
    height : callable
    start : float
        Inches from the middle of the base to the arrow's tail.
    length : float
        Inches from tail to tip.
    """
    head = min(0.7, length * 0.45)
    neck, tip = start + length - head, start + length
    shaft, wing = 0.13, 0.42
    bars = np.linspace(start, neck, max(2, int((neck - start) / 0.4) + 1))
    left = [(x, shaft) for x in bars]
    right = [(x, -shaft) for x in bars]
    local = np.array([*left, *right, (neck, wing), (tip, 0.0), (neck, -wing)])
    count = len(bars)
    faces: list[tuple[int, int, int]] = []
    for i in range(count - 1):
        faces += [(i, count + i, i + 1), (i + 1, count + i, count + i + 1)]
    faces.append((2 * count, 2 * count + 2, 2 * count + 1))
    flat = standing(local, pose)
    z = height(flat[:, 0], flat[:, 1]) + LIFT_IN + 0.03
    shades = np.tile(np.array(colour, float), (len(flat), 1))
    made = plain_node(flat_surface(np.column_stack([flat, z]), shades, np.array(faces)), order=13)
    made.setName("arrow")
    border = [*local[:count], local[2 * count], local[2 * count + 1], local[2 * count + 2]]
    border += [*local[count : 2 * count][::-1], local[0]]
    line = standing(np.array(border), pose)
    root: Any = NodePath("arrow")
    made.reparentTo(root)
    edge = path([(float(x), float(y)) for x, y in line], (16, 18, 22, 220), height, width=0.08)
    edge.setBin("fixed", 14)
    edge.setZ(0.03)
    edge.reparentTo(root)
    return root


def turn_handle(
    pose: Pose, radius: float, colour: Colour, height: Height, *, reach_deg: float = 50.0
) -> Any:
    """Return a curved double arrow round a base: drag it to pivot.

    Parameters
    ----------
    pose : Pose
        Where the base stands; the handle lies ahead of it.
    radius : float
        Inches from the middle of the base.
    colour : Colour
    height : callable
    reach_deg : float
        Degrees of the whole handle, tip to tip.
    """
    half = np.radians(reach_deg / 2)
    turn = np.linspace(-half * 0.8, half * 0.8, 24) + np.radians(pose.facing)
    root: Any = NodePath("turn")
    points = [(pose.x + radius * np.cos(t), pose.y + radius * np.sin(t)) for t in turn]
    path(points, colour, height, width=0.2).reparentTo(root)
    for way in (-1.0, 1.0):
        at = np.radians(pose.facing) + way * half * 0.74
        tip = Pose(
            pose.x + radius * np.cos(at),
            pose.y + radius * np.sin(at),
            float(np.degrees(at)) + way * 90.0,
        )
        head = arrow(tip, colour, height, start=-0.05, length=0.5)
        head.reparentTo(root)
    return root


def marker_flag(
    at: Sequence[float], colour: Colour, *, tall: float = 1.6, facing: float = 0.0
) -> Any:
    """Return a little flag on a pole with a foot, as one sticks into a table.

    Parameters
    ----------
    at : (x, y, z)
        Where it is stuck in, inches.
    colour : Colour
        Of the cloth.
    tall : float
        Inches to the tip.
    facing : float
        Degrees that the cloth flies towards.
    """
    sides = 8
    turn = np.arange(sides) * 2 * np.pi / sides
    ring = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    parts: list[Surface] = []
    for lower, upper, wide, paint in (
        (0.0, 0.08, 0.24, (52, 50, 48, 255)),
        (0.08, tall, 0.03, (206, 196, 176, 255)),
    ):
        low = np.column_stack([ring * wide, np.full(sides, lower)])
        high = np.column_stack([ring * wide, np.full(sides, upper)])
        both = np.concatenate([low, high, [[0.0, 0.0, upper]]])
        faces: list[tuple[int, int, int]] = []
        for i, j in itertools.pairwise([*range(sides), 0]):
            faces += [(i, j, j + sides), (i, j + sides, i + sides)]
            faces.append((i + sides, j + sides, 2 * sides))
        parts.append(_solid(both, faces, paint))
    cloth = np.array([(0.03, 0, tall), (0.03, 0, tall - 0.62), (0.95, 0.0, tall - 0.31)])
    cloth = np.concatenate([cloth, np.add(cloth, (0.0, 0.02, 0.0))])
    parts.append(_solid(cloth, [(0, 1, 2), (5, 4, 3)], colour))
    made = _body(merged(parts), "flag")
    x, y, z = (float(value) for value in at)
    made.setPosHpr(x, y, z, facing, 0, 0)
    return made
