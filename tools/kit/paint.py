"""Paints and how a hand-painted model takes them: variation, mottling, dirt, dry-brushed edges.

Colours are sRGB albedo without any lighting. What looks like shading here is what a painter puts
on a miniature: a dark wash in the recesses, a light brush over edges and upper faces.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tools.kit.vectors import Floats

__all__ = ["FIXED", "TINTED", "Coat", "Finish", "Paint", "lattice", "noise", "unit_hash"]


#: Alpha of a vertex whose colour is final.
FIXED = 255
#: Alpha of a vertex whose luminance takes the colour of the side.
TINTED = 128


class Paint(NamedTuple):
    """One pot of paint.

    Attributes
    ----------
    rgb : tuple of int
        sRGB, 0..255.
    tint : bool
        Whether the view may replace the hue by the side's livery.
    vary : float
        Spread of luminance from one stone, plank or plate to the next.
    warm : float
        Spread of hue, red against blue, from one to the next.
    mottle : float
        Amplitude of the stains inside one surface; `grain` is their size in inches.
    dirt : float
        How much mud gathers at the foot.
    second : tuple of int or None
        Another colour that shows through: on slopes by `slope`, in patches by `patch`.
    slope, patch : float
        Shares (0..1) of the second colour.
    spread : float
        Size of a patch, inches.
    rise : tuple of float or None
        Heights (inches) where the second colour starts and where it is full.
    """

    rgb: tuple[int, int, int]
    tint: bool = False
    vary: float = 0.0
    warm: float = 0.0
    mottle: float = 0.0
    grain: float = 0.4
    dirt: float = 0.0
    second: tuple[int, int, int] | None = None
    slope: float = 0.0
    patch: float = 0.0
    spread: float = 2.6
    rise: tuple[float, float] | None = None


class Coat(NamedTuple):
    """A paint as it went on one shell: `seed` picks the variation, `edge` marks a bevel."""

    paint: Paint
    seed: int = 0
    edge: bool = False


class Finish(NamedTuple):
    """How a whole piece is finished.

    Attributes
    ----------
    mud : tuple of int
        Colour of the dirt at the foot.
    dirt_from, dirt_to : float
        Heights (inches) where dirt is full and where it ends.
    zenith : float
        How much lighter upper faces are brushed (and half as much darker lower ones).
    wash : float
        Darkening of concave edges; only for meshes fine enough to hold it.
    brush : float
        Lightening of bevels and convex edges.
    moss : float
        Green on upper faces.
    crease : float
        Angle in degrees above which an edge counts as sharp.
    """

    mud: tuple[int, int, int] = (104, 84, 58)
    dirt_from: float = 0.0
    dirt_to: float = 1.0
    zenith: float = 0.12
    wash: float = 0.0
    brush: float = 0.16
    moss: float = 0.0
    crease: float = 38.0


def unit_hash(values: NDArray[np.int64], salt: int = 0) -> Floats:
    """Return a number in [0, 1) for each integer: the same on every machine.

    Parameters
    ----------
    values : integer array
    salt : int
        Picks another sequence.
    """
    x = (values.astype(np.uint64) & np.uint64(0xFFFFFFFF)).astype(np.uint32)
    x = x * np.uint32(2654435761) + np.uint32((salt * 0x9E3779B1) & 0xFFFFFFFF)
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35)):
        x ^= x >> np.uint32(shift)
        x = x * np.uint32(factor)
    x ^= x >> np.uint32(16)
    return x.astype(np.float64) / 2.0**32


def lattice(points: Floats, salt: int = 0) -> Floats:
    """Return smooth value noise in [0, 1] at ``(n, 3)`` points of unit wavelength."""
    cell = np.floor(points).astype(np.int64)
    t = points - cell
    t = t * t * (3.0 - 2.0 * t)
    total = np.zeros(len(points))
    for corner in range(8):
        step = np.array([corner & 1, corner >> 1 & 1, corner >> 2 & 1])
        key = (cell + step) @ np.array([73856093, 19349663, 83492791])
        weight = np.prod(np.where(step == 1, t, 1.0 - t), axis=1)
        total += weight * unit_hash(key, salt)
    return total


def noise(points: Floats, size: float, salt: int = 0, octaves: int = 3) -> Floats:
    """Return fractal noise in about [-1, 1] at ``(n, 3)`` points; `size` inches across a stain."""
    total = np.zeros(len(points))
    gain, reach = 1.0, 0.0
    scale = 1.0 / size
    for octave in range(octaves):
        total += gain * (2.0 * lattice(points * scale, salt + 31 * octave) - 1.0)
        reach += gain
        gain *= 0.55
        scale *= 2.03
    return total / reach * 1.4


def coat_colours(
    coats: list[Coat], which: NDArray[np.int64], at: Floats, normal: Floats, finish: Finish
) -> Floats:
    """Return sRGB colours and alpha, ``(n, 4)`` in 0..255, for corners of painted faces.

    Where mud covers most of a tinted surface, the colour is final.

    Parameters
    ----------
    coats : list of Coat
    which : (n,) int array
        Index of each corner's coat.
    at, normal : (n, 3) float arrays
        Position and unit normal of each corner.
    finish : Finish
    """
    rgb = np.array([coat.paint.rgb for coat in coats], dtype=float)[which]
    rgb = _second(rgb, coats, which, at, normal)
    table = np.array(
        [(c.paint.vary, c.paint.warm, c.paint.mottle, c.paint.dirt, c.edge) for c in coats]
    )[which]
    grain = np.array([max(c.paint.grain, 0.01) for c in coats])[which]
    seeds = np.array([c.seed for c in coats], dtype=np.int64)[which]
    bright = 1.0 + table[:, 0] * (2.0 * unit_hash(seeds, 1) - 1.0)
    stain = noise(at / grain[:, None] + unit_hash(seeds, 5)[:, None] * 7.0, 1.0, 11)
    bright *= 1.0 + table[:, 2] * stain
    bright *= 1.0 + finish.brush * table[:, 4]
    up = normal[:, 2]
    bright *= 1.0 + finish.zenith * np.where(up > 0, up, 0.8 * up)
    hue = table[:, 1] * (2.0 * unit_hash(seeds, 3) - 1.0)
    rgb = rgb * bright[:, None] * (1.0 + hue[:, None] * np.array([1.0, 0.15, -1.0]))
    rgb = _moss(rgb, at, up, finish)
    span = max(finish.dirt_to - finish.dirt_from, 1e-6)
    depth = np.clip((finish.dirt_to - at[:, 2]) / span, 0.0, 1.0)
    ragged = np.clip(depth + 0.45 * noise(at, 0.5, 17) * (depth > 0), 0.0, 1.0)
    share = (table[:, 3] * ragged**1.3)[:, None]
    rgb = rgb * (1.0 - share) + np.array(finish.mud, dtype=float) * share
    tint = np.array([c.paint.tint for c in coats])[which]
    alpha = np.where(tint & (share[:, 0] < 0.3), TINTED, FIXED)
    return np.column_stack([rgb, alpha])


def _second(
    rgb: Floats, coats: list[Coat], which: NDArray[np.int64], at: Floats, normal: Floats
) -> Floats:
    table = np.array(
        [
            (
                *(c.paint.second or c.paint.rgb),
                *(c.paint.slope, c.paint.patch, c.paint.spread),
                *(c.paint.rise or (1e6, 2e6)),
            )
            for c in coats
        ]
    )[which]
    size = table[:, 5:6]
    ragged = noise(at / size, 0.27, 41)
    steep = np.clip((0.93 - normal[:, 2]) * 5.0 + 0.7 * ragged, 0.0, 1.0) * table[:, 3]
    patch = np.clip(noise(at / size, 1.0, 43) * 2.2 + 0.5 * ragged - 0.35, 0.0, 1.0) * table[:, 4]
    high = np.clip((at[:, 2] - table[:, 6]) / (table[:, 7] - table[:, 6]), 0.0, 1.0)
    share = np.maximum(np.maximum(steep, patch), high)[:, None]
    return rgb * (1.0 - share) + table[:, :3] * share


def _moss(rgb: Floats, at: Floats, up: Floats, finish: Finish) -> Floats:
    if finish.moss <= 0.0:
        return rgb
    patch = np.clip(noise(at, 1.3, 23) * 1.8 - 0.15, 0.0, 1.0)
    share = (finish.moss * patch * np.clip(0.25 + up, 0.0, 1.0))[:, None]
    return rgb * (1.0 - share) + np.array([92.0, 108.0, 52.0]) * share
