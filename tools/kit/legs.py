"""Legs of walkers: joints, armoured struts, hydraulic rams and spreading feet."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tools.kit import palette as pot
from tools.kit.armour import piston
from tools.kit.prims import hull, lathe, rod
from tools.kit.shell import Shell
from tools.kit.vectors import Vec

__all__ = ["Stride", "leg", "pair", "quartet"]


def joint(at: Vec, radius: float, width: float) -> list[Shell]:
    """Return a knee or hip: a drum across y with bolted caps."""
    x, y, z = at
    half = width / 2
    return [
        rod((x, y - half, z), (x, y + half, z), radius, pot.STEEL, 14),
        rod((x, y - half - 0.035, z), (x, y + half + 0.035, z), radius * 0.72, pot.ARMOUR_DARK, 12),
        rod((x, y - half - 0.06, z), (x, y + half + 0.06, z), radius * 0.3, pot.BRIGHT, 6),
    ]


def strut(a: Vec, b: Vec, widths: tuple[float, float], depth: float) -> list[Shell]:
    """Return an armoured strut between two joints with a raised plate on its front."""
    length = float(np.linalg.norm(np.subtract(b, a)))
    w0, w1 = widths
    core = hull(
        [
            (x, y, z)
            for x, w in ((0.0, w0), (length, w1))
            for y in (-w / 2, w / 2)
            for z in (-depth / 2, depth / 2)
        ],
        pot.ARMOUR_DARK,
        0.03,
    )
    ends = ((0.16 * length, w0), (0.86 * length, w1))
    guard = hull(
        [
            (x, y, z)
            for x, w in ends
            for y in (-w * 0.54, w * 0.54)
            for z in (depth * 0.3, depth * 0.62)
        ],
        pot.ARMOUR,
        0.03,
    )
    bolt = lathe([(0.03, 0.0), (0.018, 0.032)], pot.STEEL, 6)
    bolts = [
        bolt.at(x, y, depth * 0.62 - 0.006)
        for x, w in ((ends[0][0] + 0.1, w0), (ends[1][0] - 0.1, w1))
        for y in (-w * 0.38, w * 0.38)
    ]
    return [s.aim(a, b) for s in (core, guard, *bolts)]


def foot(at: Vec, size: float, yaw: float = 0.0) -> list[Shell]:
    """Return a spreading foot with three clawed toes, its sole at the height of `at`."""
    out = [
        lathe(
            [
                (size * 0.46, 0.0),
                (size * 0.46, 0.05),
                (size * 0.3, 0.16),
                (size * 0.2, 0.3),
            ],
            pot.ARMOUR_DARK,
            10,
        )
    ]
    for angle, reach in ((-38, size), (38, size), (180, size * 0.75)):
        for start, end, wide, paint in (
            (size * 0.1, reach, ((0.2, 0.17), (0.13, 0.06)), pot.ARMOUR),
            (reach * 0.9, reach * 1.14, ((0.12, 0.06), (0.05, 0.02)), pot.STEEL),
        ):
            points = [
                (x, y, z)
                for x, (w, h) in ((start, wide[0]), (end, wide[1]))
                for y in (-w * size, w * size)
                for z in (0.0, h * size * 1.6)
            ]
            out.append(hull(points, paint, 0.012).turn(angle))
    x, y, z = at
    return [s.turn(yaw).at(x, y, z) for s in out]


def leg(hip: Vec, knee: Vec, ankle: Vec, size: float, yaw: float = 0.0) -> list[Shell]:
    """Return a leg of two armoured struts with a ram, from hip to sole.

    The sole lies ``0.18 * size`` below the ankle.
    """
    h, k, a = (np.asarray(p, dtype=float) for p in (hip, knee, ankle))
    out = [
        *joint(h, 0.24 * size, 0.3 * size),
        *joint(k, 0.2 * size, 0.3 * size),
        *joint(a, 0.12 * size, 0.22 * size),
        *strut(h, k, (0.30 * size, 0.25 * size), 0.26 * size),
        *strut(k, a, (0.27 * size, 0.17 * size), 0.22 * size),
    ]
    back = np.array([-0.2 * size, 0, 0])
    out += piston(h + (k - h) * 0.3 + back, k + (a - k) * 0.35 + back * 0.8, 0.05 * size)
    out += foot(a - np.array([0, 0, 0.18 * size]), 0.52 * size, yaw)
    out.append(rod(a, a - np.array([0, 0, 0.12 * size]), 0.1 * size, pot.STEEL, 10))
    return out


class Stride(NamedTuple):
    """Where one leg's joints are; mirrored in y for the other side."""

    hip: tuple[float, float, float]
    knee: tuple[float, float, float]
    ankle: tuple[float, float, float]


def pair(left: Stride, right: Stride, size: float) -> list[Shell]:
    """Return two legs in step; both strides are given on the left side."""
    out = leg(*left, size)
    return [*out, *(s.mirror("y") for s in leg(*right, size))]


def quartet(front: Stride, size: float, yaw: float, axle: float) -> list[Shell]:
    """Return four legs: the left front one is given, the others mirror it.

    A bar of radius `axle` ties each hip to the hull.
    """
    one = leg(*front, size, yaw)
    x, y, z = front.hip
    one.append(rod((x * 0.92, y * 0.3, z), (x, y, z), axle, pot.STEEL, 12))
    front_pair = [*one, *(s.mirror("y") for s in one)]
    return [*front_pair, *(s.mirror("x") for s in front_pair)]
