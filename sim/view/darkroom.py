"""From a scene graph and a view to a finished picture: supersampling, room, PNG bytes."""

from __future__ import annotations

import io
from functools import cache
from typing import Any

import numpy as np
from panda3d.core import ColorAttrib
from PIL import Image

from sim.view.cameras import View
from sim.view.geoms import Surface, geom, node
from sim.view.pipes import Canvas

__all__ = ["ROOM", "SKY", "SUPERSAMPLE", "backdrop", "expose", "hang", "png_bytes"]

#: Pixels drawn along each side of a pixel delivered.
SUPERSAMPLE = 2

Colour = tuple[int, int, int]

#: Colours of a room by height over the horizon in degrees.
ROOM: tuple[tuple[float, Colour], ...] = (
    (-90, (30, 31, 35)),
    (-50, (41, 42, 47)),
    (-20, (34, 36, 42)),
    (10, (20, 22, 27)),
    (90, (14, 15, 19)),
)
SKY: tuple[tuple[float, Colour], ...] = (
    (-90, (92, 84, 70)),
    (-6, (138, 134, 122)),
    (-0.5, (196, 204, 206)),
    (5, (186, 203, 220)),
    (25, (140, 170, 206)),
    (90, (96, 134, 186)),
)


@cache
def _dome(bands: tuple[tuple[float, Colour], ...]) -> Any:
    """Return the geometry of a sphere seen from inside, coloured by height."""
    rise = np.unique(np.concatenate([np.linspace(-90, 90, 61), [height for height, _ in bands]]))
    turns = 48
    turn = np.radians(np.arange(turns + 1) * 360.0 / turns)
    up, around = np.meshgrid(np.radians(rise), turn, indexing="ij")
    flat = np.cos(up)
    points = np.stack([flat * np.cos(around), flat * np.sin(around), np.sin(up)], axis=-1)
    heights = [height for height, _ in bands]
    channels = [np.interp(rise, heights, [c[i] for _, c in bands]) for i in range(3)]
    colours = np.full((len(rise), turns + 1, 4), 255, np.uint8)
    colours[..., :3] = np.rint(np.stack(channels, axis=-1))[:, None, :]
    row, column = np.meshgrid(np.arange(len(rise) - 1), np.arange(turns), indexing="ij")
    a = (row * (turns + 1) + column).ravel()
    b, c, d = a + 1, a + turns + 1, a + turns + 2
    faces = np.concatenate([np.stack([a, c, d], axis=1), np.stack([a, d, b], axis=1)])
    vertices = points.reshape(-1, 3)
    uv = np.zeros((len(vertices), 2))
    return geom(Surface(vertices, -vertices, colours.reshape(-1, 4), uv, faces))


def backdrop(bands: tuple[tuple[float, Colour], ...]) -> Any:
    """Return a dome to hang round a camera's eye, behind everything."""
    dome = node("backdrop", _dome(bands))
    dome.setAttrib(ColorAttrib.makeVertex())
    dome.setBin("background", 0)
    dome.setDepthWrite(False)
    dome.setDepthTest(False)
    dome.setTwoSided(True)
    dome.setTextureOff(1)
    dome.setLightOff(1)
    return dome


def hang(dome: Any, view: View) -> None:
    """Hang a dome round a view's eye, between its near and its far plane."""
    dome.setPos(*view.eye)
    dome.setScale((view.near + view.far) / 2)


def expose(
    root: Any,
    view: View,
    size: tuple[int, int],
    *,
    room: tuple[tuple[float, Colour], ...] = ROOM,
    scale: int = SUPERSAMPLE,
) -> Image.Image:
    """Return what a view of a scene looks like.

    Parameters
    ----------
    root : NodePath
        The scene graph; left as it was.
    view : View
    size : (width, height)
        Pixels of the finished picture.
    room : bands of colour
        What is seen past the scene.
    scale : int
        Supersampling; 1 for quick looks.
    """
    width, height = size
    camera: Any = view.node(width / height)
    camera.reparentTo(root)
    dome: Any = backdrop(room)
    dome.reparentTo(root)
    hang(dome, view)
    # A parallel view has no horizon: it looks at the middle of the floor.
    if not view.angle:
        dome.detachNode()
    try:
        with Canvas(width * scale, height * scale) as canvas:
            floor = tuple(channel / 255.0 for channel in room[0][1])
            pixels = canvas.shoot(camera, (floor[0], floor[1], floor[2]))
    finally:
        camera.removeNode()
        dome.removeNode()
    picture = Image.fromarray(pixels)
    return picture.reduce(scale) if scale > 1 else picture


def png_bytes(picture: Image.Image) -> bytes:
    """Return a picture as the bytes of a PNG file, without a date or anything else beside it."""
    out = io.BytesIO()
    picture.convert("RGB").save(out, "PNG", compress_level=4)
    return out.getvalue()
