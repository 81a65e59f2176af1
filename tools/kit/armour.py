"""Fittings of vehicles: armour plates with rivets, hatches, lamps, exhausts, guns, aerials."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from tools.kit import palette as pot
from tools.kit.paint import Paint
from tools.kit.prims import block, hull, lathe, plate, rod, tube
from tools.kit.shell import Shell
from tools.kit.vectors import Points, Vec

__all__ = [
    "Plate",
    "aerial",
    "cannon",
    "exhaust",
    "grille",
    "hatch",
    "headlamp",
    "jerrycan",
    "mirrored",
    "mounted",
    "on_face",
    "panel",
    "piston",
    "plated",
    "rivets",
    "slit",
    "stowage",
    "wedge",
]


def on_face(shell: Shell, at: Vec, normal: Vec, up: Vec = (0.0, 0.0, 1.0)) -> Shell:
    """Return a shell built on z = 0 set on a face: its z along `normal`, its y near `up`."""
    n = np.asarray(normal, dtype=float)
    n /= np.linalg.norm(n)
    y = np.asarray(up, dtype=float) - n * (np.asarray(up, dtype=float) @ n)
    if np.linalg.norm(y) < 1e-6:
        y = np.array([1.0, 0.0, 0.0]) - n * n[0]
    y /= np.linalg.norm(y)
    return shell.apply(np.column_stack([np.cross(y, n), y, n]), at)


def rivets(points: Points, size: float = 0.022, paint: Paint = pot.ARMOUR) -> list[Shell]:
    """Return rivet heads on z = 0 at plan points."""
    head = lathe([(size, -0.01), (size * 0.6, size * 0.9)], paint, 5)
    return [head.at(p[0], p[1]) for p in points]


def panel(
    points: Points, thick: float = 0.04, paint: Paint = pot.ARMOUR, spacing: float = 0.34
) -> list[Shell]:
    """Return an armour plate on z = 0 with a bevelled edge and rivets along its border."""
    flat = np.asarray(points, dtype=float)
    out = [plate(flat, thick, paint, 0.018).at(0, 0, -0.01)]
    if spacing <= 0:
        return out
    centre = flat.mean(axis=0)
    spots: list[Vec] = []
    for a, b in zip(flat, np.roll(flat, -1, axis=0), strict=True):
        length = float(np.linalg.norm(b - a))
        count = max(1, round(length / spacing))
        for k in range(count):
            p = a + (b - a) * (k + 0.5) / count
            inward = centre - p
            spots.append(p + inward / np.linalg.norm(inward) * 0.055)
    out += [r.at(0, 0, thick - 0.012) for r in rivets(spots, 0.018, paint)]
    return out


def hatch(radius: float, paint: Paint = pot.ARMOUR) -> list[Shell]:
    """Return a round hatch on z = 0 with hinge and handle."""
    return [
        lathe(
            [(radius * 1.12, -0.02), (radius * 1.12, 0.03), (radius, 0.06), (radius * 0.9, 0.075)],
            paint,
            18,
        ),
        block((radius * 0.5, radius * 0.7, 0.07), pot.STEEL, 0.012).at(-radius * 1.05, 0, 0.05),
        tube(
            [
                (radius * 0.35, -radius * 0.3, 0.06),
                (radius * 0.35, -radius * 0.3, 0.12),
                (radius * 0.35, radius * 0.3, 0.12),
                (radius * 0.35, radius * 0.3, 0.06),
            ],
            0.018,
            pot.STEEL,
            5,
        ),
    ]


def headlamp(radius: float = 0.09) -> list[Shell]:
    """Return a lamp that shines along +x, its back at the origin."""
    return [
        rod((-0.05, 0, 0), (0.07, 0, 0), (radius * 0.6, radius), pot.STEEL, 12),
        rod((0.06, 0, 0), (0.085, 0, 0), radius * 0.8, pot.LAMP, 12),
        block((0.05, 0.04, radius * 1.6), pot.STEEL, 0.008).at(0, 0, -radius),
    ]


def exhaust(height: float, radius: float = 0.07) -> list[Shell]:
    """Return a smoking stack that rises along z, cut open at the top."""
    return [
        lathe([(radius, -0.05), (radius, height * 0.25)], pot.GUNMETAL, 10),
        lathe([(radius * 1.35, height * 0.2), (radius * 1.35, height * 0.8)], pot.RUST, 10),
        lathe(
            [
                (radius * 0.8, height * 0.75),
                (radius * 0.8, height),
                (radius * 0.55, height),
                (radius * 0.5, height * 0.9),
            ],
            pot.DARK,
            10,
        ),
    ]


def grille(width: float, depth: float, bars: int = 5) -> list[Shell]:
    """Return a louvred engine grille on z = 0."""
    out = [block((width, depth, 0.03), pot.DARK, 0.006).at(0, 0, 0.005)]
    for k in range(bars):
        y = -depth / 2 + depth * (k + 0.5) / bars
        out.append(
            block((width * 0.96, depth / bars * 0.55, 0.035), pot.STEEL)
            .turn(24, "x")
            .at(0, y, 0.035)
        )
    for s in (-1, 1):
        out.append(block((0.05, depth + 0.06, 0.07), pot.ARMOUR, 0.012).at(s * width / 2, 0, 0.02))
    return out


def jerrycan() -> list[Shell]:
    """Return a fuel can standing on z = 0."""
    return [
        block((0.1, 0.26, 0.32), pot.PACK, 0.02).at(0, 0, 0.16),
        block((0.05, 0.16, 0.05), pot.PACK, 0.01).at(0, -0.02, 0.34),
        rod((0, 0.09, 0.31), (0, 0.12, 0.37), 0.03, pot.STEEL, 8),
    ]


def stowage(length: float, paint: Paint = pot.PACK) -> list[Shell]:
    """Return a rolled tarpaulin with straps, along y on z = 0."""
    out = [rod((0, -length / 2, 0.09), (0, length / 2, 0.09), 0.09, paint, 10)]
    for s in (-0.28, 0.28):
        out.append(
            rod((0, s * length - 0.02, 0.09), (0, s * length + 0.02, 0.09), 0.098, pot.STRAP, 10)
        )
    return out


def aerial(height: float) -> list[Shell]:
    """Return a whip aerial on a spring mount."""
    return [
        lathe([(0.05, -0.02), (0.05, 0.05), (0.03, 0.09), (0.03, 0.16)], pot.DARK, 8),
        rod((0, 0, 0.12), (-0.12, 0, height), (0.014, 0.008), pot.DARK, 5),
    ]


def piston(a: Vec, b: Vec, radius: float) -> list[Shell]:
    """Return a hydraulic ram between two points."""
    start, end = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    middle = start + (end - start) * 0.58
    return [
        rod(start, middle, radius, pot.STEEL, 10),
        rod(middle - (end - start) * 0.04, end, radius * 0.55, pot.BRIGHT, 8),
    ]


def cannon(length: float, bore: float, brake: bool = True, sleeve: float = 0.35) -> list[Shell]:
    """Return a gun barrel along +x from the origin: sleeve, tapering tube, muzzle brake, bore."""
    out = [
        rod((-0.1, 0, 0), (length * sleeve, 0, 0), (bore * 1.75, bore * 1.5), pot.ARMOUR, 14),
        rod(
            (length * sleeve - 0.02, 0, 0),
            (length * sleeve + 0.05, 0, 0),
            bore * 1.65,
            pot.STEEL,
            14,
        ),
        rod((length * sleeve, 0, 0), (length, 0, 0), (bore * 1.15, bore * 0.95), pot.GUNMETAL, 12),
    ]
    for k in range(3):
        x = length * (0.66 + 0.045 * k)
        out.append(rod((x, 0, 0), (x + 0.02, 0, 0), bore * 1.1, pot.STRIPE, 12))
    if brake:
        out.append(
            rod(
                (length - bore * 0.4, 0, 0),
                (length + bore * 1.2, 0, 0),
                bore * 1.5,
                pot.GUNMETAL,
                12,
            )
        )
        out.append(
            rod(
                (length + bore * 1.5, 0, 0),
                (length + bore * 2.6, 0, 0),
                bore * 1.5,
                pot.GUNMETAL,
                12,
            )
        )
        length += bore * 2.7
    out.append(rod((length - 0.03, 0, 0), (length + 0.05, 0, 0), bore * 1.05, pot.STEEL, 12))
    out.append(rod((length, 0, 0), (length + 0.056, 0, 0), bore * 0.62, pot.DARK, 10))
    return out


def wedge(points: Points, paint: Paint = pot.ARMOUR, bevel: float = 0.04) -> Shell:
    """Return a convex armoured body given half its points: the other half is mirrored in y."""
    flat = np.asarray(points, dtype=float)
    other = flat * np.array([1.0, -1.0, 1.0])
    return hull(np.vstack([flat, other]), paint, bevel)


class Plate(NamedTuple):
    """An armour plate to be set on a face of a hull.

    Attributes
    ----------
    at, normal : point and direction
    foot, head, tall : float
        Widths below and above, and height, inches.
    thick : float
    spacing : float
        Distance of the rivets; 0 leaves them out.
    paint : Paint
    both : bool
        Whether the other side carries its mirror image.
    """

    at: tuple[float, float, float]
    normal: tuple[float, float, float]
    foot: float
    head: float
    tall: float
    thick: float = 0.04
    spacing: float = 0.34
    paint: Paint = pot.ARMOUR
    both: bool = False


def plated(plates: Iterable[Plate]) -> list[Shell]:
    """Return plates where they sit, mirrored ones twice."""
    out: list[Shell] = []
    for p in plates:
        h = p.tall / 2
        outline = [(-p.foot / 2, -h), (p.foot / 2, -h), (p.head / 2, h), (-p.head / 2, h)]
        set_up = [on_face(s, p.at, p.normal) for s in panel(outline, p.thick, p.paint, p.spacing)]
        out += mirrored(set_up) if p.both else set_up
    return out


def mirrored(shells: Iterable[Shell]) -> list[Shell]:
    """Return shells and their mirror images on the other side."""
    kept = list(shells)
    return [*kept, *(s.mirror("y") for s in kept)]


def mounted(at: Vec, shells: Iterable[Shell]) -> list[Shell]:
    """Return shells moved so that their origin is at a point."""
    x, y, z = at
    return [s.at(float(x), float(y), float(z)) for s in shells]


def slit(at: Vec, wide: float, lean: float) -> Shell:
    """Return a vision slit across y, leaning back by some degrees."""
    x, y, z = at
    return block((0.07, wide, 0.08), pot.GLASS, 0.012).turn(lean, "y").at(x, y, z)
