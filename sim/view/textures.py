"""Procedural textures: ground, wood and grain, made from value noise with fixed seeds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d.core import SamplerState, Texture

from sim.view.cache import digest_of, kept

__all__ = [
    "DETAIL_IN",
    "DETAIL_MEAN",
    "GRAIN_MEAN",
    "GROUNDS",
    "TILE_IN",
    "bytes_texture",
    "detail",
    "grain",
    "ground_colour",
    "ground_grain",
    "ground_tile",
    "noise",
    "panda_texture",
    "wood",
]

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]
Colour = tuple[float, float, float]

#: How much a grain darkens on average, and the mat's fine grain; baked colours make up for it.
GRAIN_MEAN = 0.80
DETAIL_MEAN = 0.90
#: Inches that the mat's fine grain repeats after.
DETAIL_IN = 4.5
#: Inches that one tile of ground spans.
TILE_IN = 18.0

#: For each ground: dark and light of the cover, the bare soil, how much soil shows (0..1).
GROUNDS: dict[str, tuple[Colour, Colour, Colour, float]] = {
    "grass": ((66, 82, 44), (116, 128, 70), (128, 106, 72), 0.55),
    "mud": ((84, 68, 48), (122, 102, 74), (70, 58, 44), 0.6),
    "sand": ((176, 152, 108), (208, 186, 140), (150, 128, 92), 0.5),
    "snow": ((206, 212, 220), (238, 241, 245), (150, 142, 128), 0.35),
    "street": ((96, 96, 94), (128, 127, 122), (84, 80, 74), 0.5),
}


def noise(size: int, octaves: int = 5, base: int = 4, seed: int = 0, keep: float = 0.55) -> Floats:
    """Return seamless value noise, ``(size, size)`` in 0..1.

    Parameters
    ----------
    size : int
        Pixels along each side.
    octaves, base : int
        Number of layers, and cells along a side in the coarsest.
    seed : int
    keep : float
        Weight of each layer against the coarser one.
    """
    rng = np.random.default_rng(seed)
    total, weight, amount = np.zeros((size, size)), 0.0, 1.0
    for octave in range(octaves):
        cells = base * 2**octave
        if cells > size:
            break
        grid = rng.random((cells, cells))
        place = np.arange(size) * cells / size
        low = place.astype(int)
        part = place - low
        part = part * part * (3 - 2 * part)
        high = (low + 1) % cells
        across = grid[:, low] * (1 - part) + grid[:, high] * part
        total += amount * (across[low] * (1 - part[:, None]) + across[high] * part[:, None])
        weight += amount
        amount *= keep
    return total / weight


def _blend(a: Colour, b: Colour, share: Floats) -> Floats:
    return np.asarray(a) * (1 - share[..., None]) + np.asarray(b) * share[..., None]


def _cached(name: str, *key: Any, make: Callable[[], Floats]) -> Image:
    def arrays() -> dict[str, NDArray[Any]]:
        return {"pixels": np.clip(np.rint(make()), 0, 255).astype(np.uint8)}

    return kept("texture", digest_of(name, *key), arrays)["pixels"]


def ground_tile(name: str, size: int = 512) -> Image:
    """Return a seamless tile of a ground, ``(size, size, 3)``; unknown names give grass."""
    dark, light, soil, share = GROUNDS.get(name, GROUNDS["grass"])

    def make() -> Floats:
        cover = noise(size, 5, 4, 1)
        rng = np.random.default_rng(2)
        fine = rng.random((size, size))
        # Short strokes, mostly upright: blades rather than dots.
        fine = (fine + np.roll(fine, 1, 0) + np.roll(fine, 2, 0) + np.roll(fine, 1, 1)) / 4
        clumps = noise(size, 3, 48, 4)
        bare = np.clip((noise(size, 6, 3, 10) - 0.60) * 6, 0, 1)[..., None] * share
        colour = _blend(dark, light, np.clip(cover * 1.5 - 0.25, 0, 1))
        colour = colour * (1 - bare) + np.asarray(soil) * bare
        return colour * (0.66 + 0.44 * fine + 0.24 * clumps)[..., None]

    return _cached("ground", name if name in GROUNDS else "grass", size, make=make)


def wood(size: int = 256) -> Image:
    """Return dark planking with the grain along u, ``(size, size, 3)``."""

    def make() -> Floats:
        down = np.mgrid[0:size, 0:size][0] / size
        rings = 0.5 + 0.5 * np.sin((down * 10 + noise(size, 4, 3, 3) * 1.6) * 2 * np.pi)
        fine = noise(size, 6, 32, 5)
        streak = sum(np.roll(fine, shift, 1) for shift in range(0, 24, 2)) / 12
        return _blend((58, 36, 21), (122, 82, 48), np.clip(0.3 * rings + 0.75 * streak, 0, 1))

    return _cached("wood", size, make=make)


def grain(size: int = 256) -> Image:
    """Return a neutral bright grain that makes plain colours look like matter."""

    def make() -> Floats:
        rng = np.random.default_rng(11)
        speck = rng.random((size, size))
        speck = (speck + np.roll(speck, 1, 0) + np.roll(speck, 1, 1)) / 3
        value = GRAIN_MEAN + 0.16 * (noise(size, 6, 8, 12) - 0.5) * 2 + 0.16 * (speck - 0.5) * 2
        return np.repeat(np.clip(value * 255, 0, 255)[..., None], 3, axis=2)

    return _cached("grain", size, make=make)


def detail(size: int = 256) -> Image:
    """Return the fine grain that lies over the whole mat, so that it stays crisp from near by."""
    fine = grain(size).astype(float)
    value = DETAIL_MEAN * (1 + 1.2 * (fine / fine.mean() - 1))
    return np.clip(np.rint(value * 255), 0, 255).astype(np.uint8)


def ground_grain(name: str) -> Image:
    """Return the ground's tile as a grey grain, for hills that rise out of that ground."""
    tile = ground_tile(name).astype(float)
    grey = tile @ np.array([0.3, 0.59, 0.11])
    value = np.clip(grey / grey.mean() * GRAIN_MEAN * 255, 0, 255)
    return np.repeat(np.rint(value).astype(np.uint8)[..., None], 3, axis=2)


def ground_colour(name: str) -> Floats:
    """Return the mean sRGB colour of a ground, ``(3,)``."""
    return ground_tile(name).reshape(-1, 3).mean(axis=0)


def bytes_texture(data: bytes) -> Any:
    """Return the texture in the bytes of a PNG or JPEG file, brought to sides of powers of two."""
    import io

    from PIL import Image as Pillow

    picture = Pillow.open(io.BytesIO(data)).convert("RGB")
    wide, high = (min(1024, 1 << max(2, round(np.log2(side)))) for side in picture.size)
    sides = (wide, high)
    if sides != picture.size:
        picture = picture.resize(sides, Pillow.Resampling.LANCZOS)
    return panda_texture(np.asarray(picture))


def panda_texture(pixels: Image, *, repeat: bool = True, layered: bool = False) -> Any:
    """Return pixels, top row first, as a filtered texture.

    Parameters
    ----------
    pixels : (height, width, 3 or 4) uint8 array
        Sides are powers of two: the software renderer draws anything else white.
    repeat : bool
        Whether it tiles; else its edge pixels go on.
    layered : bool
        Whether it lies over or under another texture: the software renderer then cannot blend
        between sizes of it and would sprinkle black dots.
    """
    height, width, channels = pixels.shape
    if height & (height - 1) or width & (width - 1):
        raise ValueError("texture sides must be powers of two")
    made = Texture()
    kind = Texture.F_rgb if channels == 3 else Texture.F_rgba
    made.setup2dTexture(width, height, Texture.T_unsigned_byte, kind)
    flipped = np.ascontiguousarray(pixels[::-1])
    made.setRamImageAs(flipped.tobytes(), "RGB" if channels == 3 else "RGBA")
    smooth(made, layered=layered)
    made.setAnisotropicDegree(4)
    # The software renderer smooths magnified textures only when asked for its best.
    made.setQualityLevel(Texture.QL_best)
    wrap = SamplerState.WM_repeat if repeat else SamplerState.WM_clamp
    made.setWrapU(wrap)
    made.setWrapV(wrap)
    return made


def smooth(texture: Any, *, layered: bool = False) -> None:
    """Let a texture be read as well as can be; see `panda_texture` for `layered`."""
    blended = SamplerState.FT_linear_mipmap_linear
    texture.setMinfilter(SamplerState.FT_linear_mipmap_nearest if layered else blended)
    texture.setMagfilter(SamplerState.FT_linear)


def quick(texture: Any) -> None:
    """Let a texture be read fast: one texel of the nearest size."""
    texture.setMinfilter(SamplerState.FT_nearest_mipmap_nearest)
    texture.setMagfilter(SamplerState.FT_nearest)
