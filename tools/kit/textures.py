"""Tileable ground textures by value noise: square power-of-two PNG files."""

from __future__ import annotations

import io

import numpy as np
from PIL import Image

from tools.kit.vectors import Floats

__all__ = ["TEXTURES", "fractal"]

SIZE = 1024


def _smooth(cells: Floats, size: int) -> Floats:
    """Return a grid of values interpolated to ``size`` pixels, wrapping at the borders."""
    k = len(cells)
    x = np.arange(size) * k / size
    i = x.astype(int)
    f = x - i
    f = f * f * (3 - 2 * f)
    j = (i + 1) % k
    rows = cells[i] * (1 - f)[:, None] + cells[j] * f[:, None]
    return rows[:, i] * (1 - f) + rows[:, j] * f


def fractal(size: int, first: int, seed: int, octaves: int = 6, gain: float = 0.55) -> Floats:
    """Return tileable fractal noise in 0..1, ``(size, size)``, from `first` cells across on."""
    rng = np.random.default_rng(seed)
    total = np.zeros((size, size))
    weight, reach, cells = 1.0, 0.0, first
    for _ in range(octaves):
        if cells > size:
            break
        total += weight * _smooth(rng.random((cells, cells)), size)
        reach += weight
        weight *= gain
        cells *= 2
    return total / reach


def _mix(one: tuple[float, ...], two: tuple[float, ...], share: Floats) -> Floats:
    t = np.clip(share, 0.0, 1.0)[..., None]
    return np.array(one) * (1 - t) + np.array(two) * t


def _over(colour: Floats, two: tuple[float, ...], share: Floats) -> Floats:
    t = np.clip(share, 0.0, 1.0)[..., None]
    return colour * (1 - t) + np.array(two) * t


def _strokes(size: int, count: int, length: tuple[int, int], slope: float, seed: int) -> Floats:
    """Return short strokes (blades, straws) as a relief in -1..1, wrapping at the borders."""
    rng = np.random.default_rng(seed)
    image = np.zeros((size, size))
    x, y = rng.random(count) * size, rng.random(count) * size
    lean = rng.normal(0.0, slope, count)
    tall = rng.integers(length[0], length[1], count)
    value = rng.uniform(-1.0, 1.0, count)
    for step in range(length[1]):
        on = tall > step
        px = (x[on] + lean[on] * step).astype(int) % size
        py = (y[on] - step).astype(int) % size
        image[py, px] = value[on] * (0.4 + 0.6 * step / tall[on])
    return image


def _png(colour: Floats) -> bytes:
    out = io.BytesIO()
    image = Image.fromarray(np.clip(np.round(colour), 0, 255).astype(np.uint8))
    image.quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.FLOYDSTEINBERG).save(
        out, "PNG", optimize=True
    )
    return out.getvalue()


def grass() -> bytes:
    """Return meadow: blades, lighter patches, worn earth."""
    base = fractal(SIZE, 4, 1, 5)
    colour = _mix((84, 104, 46), (138, 150, 76), base * 1.7 - 0.35)
    colour = _over(colour, (160, 158, 88), np.clip((fractal(SIZE, 6, 2, 4) - 0.58) * 4, 0, 0.6))
    worn = np.clip((fractal(SIZE, 3, 3, 6) - 0.57) * 7, 0, 0.8)
    colour = _over(colour, (134, 110, 76), worn)
    blades = _strokes(SIZE, 60000, (4, 11), 0.35, 4) * (1 - 0.6 * worn)
    return _png(colour * (1 + 0.26 * blades + 0.1 * (fractal(SIZE, 128, 5, 3) - 0.5))[..., None])


def mud() -> bytes:
    """Return churned earth with puddles."""
    size = 512
    rough = fractal(size, 6, 11, 7, 0.62)
    light = np.roll(rough, 3, 0) - np.roll(rough, -3, 0)
    colour = _mix((84, 64, 44), (144, 114, 80), rough * 1.6 - 0.3)
    colour = _over(colour, (98, 108, 60), np.clip((fractal(size, 4, 12, 5) - 0.6) * 5, 0, 0.5))
    colour = colour * (1 + 3.2 * light)[..., None]
    wet = np.clip((0.40 - fractal(size, 5, 13, 5)) * 14, 0, 0.85)
    return _png(_over(colour, (92, 92, 88), wet))


def pavement() -> bytes:
    """Return worn setts in staggered rows."""
    n, rows, columns = 512, 24, 16
    y, x = np.mgrid[0:n, 0:n] / n
    bend = (fractal(n, 8, 21, 3) - 0.5) * 0.008
    v = (y + bend) * rows
    row = np.floor(v).astype(int)
    u = (x + bend) * columns + 0.5 * (row % 2)
    cell = (np.floor(u).astype(int) % columns) + columns * (row % rows)
    fu, fv = u - np.floor(u), v - np.floor(v)
    edge = np.minimum(np.minimum(fu, 1 - fu) * rows / columns * 1.5, np.minimum(fv, 1 - fv))
    shade = np.random.default_rng(22).random(rows * columns)[cell]
    colour = _mix(
        (116, 112, 106), (172, 164, 150), 0.75 * shade + 0.5 * (fractal(n, 32, 23, 5) - 0.5)
    )
    colour *= (0.94 + 0.14 * np.clip(edge * 3, 0, 1) * (1 - 0.4 * fv))[..., None]
    joint = np.clip((0.13 - edge + 0.06 * (fractal(n, 64, 24, 3) - 0.5)) * 16, 0, 1)
    moss = np.clip((fractal(n, 5, 25, 5) - 0.5) * 5, 0, 1)[..., None]
    mortar = np.array((88, 82, 72)) * (1 - moss) + np.array((94, 100, 62)) * moss
    colour = colour * (1 - joint[..., None]) + mortar * joint[..., None]
    return _png(_over(colour, (120, 104, 82), np.clip((fractal(n, 3, 26, 5) - 0.6) * 4, 0, 0.5)))


def wood_frame() -> bytes:
    """Return dark oiled wood for the frame of the table, grain along x."""
    n = 512
    y, _ = np.mgrid[0:n, 0:n] / n
    warp = fractal(n, 3, 31, 4)
    rings = 0.5 + 0.5 * np.sin((y * 16 + warp * 2.5) * 2 * np.pi)
    rng = np.random.default_rng(32)
    fine = _smooth(rng.random((256, 256)), n)
    for reach in (4, 8, 16, 32, 64):
        fine = (fine + np.roll(fine, reach, 1)) / 2
    fine = (fine - fine.mean()) / (fine.std() + 1e-9)
    colour = _mix((74, 44, 24), (138, 88, 50), 0.35 * rings + 0.4 + 0.13 * fine)
    pores = np.clip(np.roll(fine, 7, 0) - 1.2, 0, 1)
    return _png(_over(colour, (48, 28, 16), pores * 0.8))


def water() -> bytes:
    """Return river water: deep and light patches under fine ripples."""
    n = 512
    y, x = np.mgrid[0:n, 0:n] / n
    warp = fractal(n, 4, 41, 4)
    ripple = np.sin((y * 18 + 2.2 * warp) * 2 * np.pi) * np.sin(
        (x * 6 + 1.6 * np.roll(warp, 90, 0)) * 2 * np.pi
    )
    colour = _mix((38, 88, 104), (76, 134, 138), fractal(n, 3, 42, 5) * 1.4 - 0.2)
    colour *= (1 + 0.07 * ripple)[..., None]
    glint = np.clip(ripple * fractal(n, 12, 43, 3) - 0.52, 0, 1) * 4
    return _png(_over(colour, (206, 226, 222), np.clip(glint, 0, 0.7)))


TEXTURES = {
    "grass": grass,
    "mud": mud,
    "pavement": pavement,
    "wood_frame": wood_frame,
    "water": water,
}
