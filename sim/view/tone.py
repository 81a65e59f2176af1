"""Light to colour: one recipe for everything that is drawn, so that nothing looks pasted in.

Albedo comes in sRGB, is lit in linear light by a warm sun and a sky above a dim ground, passes a
filmic curve and goes back to sRGB. The result is painted on vertices and textures: no pipe needs
lamps, shaders or shadow maps, and every pipe shows the same picture.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["GROUND", "SKY", "SUN", "SUN_COLOUR", "lit", "shade", "to_linear"]

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Bytes = NDArray[np.uint8]

#: Direction towards the sun, table frame: from the reader's left, well up.
SUN = np.array([-0.50, -0.37, 0.78])
SUN = SUN / np.linalg.norm(SUN)
#: Light of the sun, of the sky above and of the ground below, linear.
SUN_COLOUR = np.array([1.0, 0.93, 0.80]) * 1.52
SKY = np.array([0.40, 0.46, 0.56]) * 1.15
GROUND = np.array([0.20, 0.18, 0.13])
_STEPS = np.arange(256) / 255.0
_LINEAR: Singles = np.where(
    _STEPS <= 0.04045, _STEPS / 12.92, ((_STEPS + 0.055) / 1.055) ** 2.4
).astype(np.float32)


def to_linear(srgb: Bytes) -> Singles:
    """Return sRGB bytes as linear light, 0..1, same shape."""
    return _LINEAR[srgb]


def lit(normals: Floats, sun: Floats | Singles, sky: Floats | Singles) -> Floats:
    """Return the light that falls on surface points, ``(…, 3)`` linear.

    Parameters
    ----------
    normals : (…, 3) float array
        Unit vectors, table frame.
    sun : (…) float array
        Share of the sun's disc that a point sees, 0..1.
    sky : (…) float array
        Share of the hemisphere that is open, 0..1.
    """
    facing = np.clip(normals @ SUN, 0.0, None) * sun
    up = (0.5 + 0.5 * normals[..., 2])[..., None]
    # Squaring a little of the openness makes corners read without dirtying open ground.
    opened = (0.25 * sky + 0.75 * sky**1.6)[..., None]
    return facing[..., None] * SUN_COLOUR + (GROUND * (1 - up) + SKY * up) * opened


def shade(albedo: Floats | Singles, light: Floats | Singles) -> Bytes:
    """Return lit albedo through the filmic curve, as sRGB bytes.

    Parameters
    ----------
    albedo, light : (…, 3) float arrays
        Linear.
    """
    value = (albedo * light).astype(np.float32)
    value = value * (2.51 * value + 0.03) / (value * (2.43 * value + 0.59) + 0.14)
    grey = (value @ np.array([0.3, 0.59, 0.11], np.float32))[..., None]
    value = np.clip(grey + (value - grey) * 0.82, 0.0, 1.0)
    # One pass at 1/2.2 costs half of the exact sRGB curve and differs by less than a level.
    return np.rint(255.0 * value ** (1 / 2.2)).astype(np.uint8)
