"""Try a graphics library in a process of its own: a crash in a driver must not take us along.

Run by path. With a module's name alone it prints one JSON line, and imports nothing of this
project, so that it starts fast and needs no search path. With the project's folder as a second
argument it draws the levels of picture quality with the shaders that the window uses, and prints
a JSON line for each as soon as it is done: what was drawn before a crash is known.
"""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Iterator
from typing import Any

SIZE = 64
#: Frames of this size are drawn to see how fast a level is, and so many of them.
FRAME = (1280, 800)
FRAMES = 4


def probe(module: str) -> dict[str, object]:
    """Open an offscreen buffer of `module`, draw a red card into it and read it back.

    Returns
    -------
    dict
        ``ok`` and, when it is false, ``why``; ``renderer`` and ``glsl`` otherwise.
    """
    from panda3d.core import (
        Camera,
        CardMaker,
        FrameBufferProperties,
        GraphicsEngine,
        GraphicsPipe,
        GraphicsPipeSelection,
        NodePath,
        OrthographicLens,
        PNMImage,
        WindowProperties,
        loadPrcFileData,
    )

    loadPrcFileData("", "notify-level fatal\naudio-library-name null")
    pipe = GraphicsPipeSelection.getGlobalPtr().makeModulePipe(module)
    if not pipe or not pipe.isValid():
        return {"ok": False, "why": "library does not load", "code": "missing"}
    bits = FrameBufferProperties()
    bits.setRgbaBits(8, 8, 8, 8)
    bits.setDepthBits(24)
    engine = GraphicsEngine()
    size = WindowProperties.size(SIZE, SIZE)
    output = engine.makeOutput(pipe, "probe", 0, bits, size, GraphicsPipe.BF_refuse_window)
    if not output:
        return {"ok": False, "why": "no offscreen buffer", "code": "silent", "detail": module}
    root = NodePath("root")
    maker = CardMaker("card")
    maker.setFrame(-1, 1, -1, 1)
    card = root.attachNewNode(maker.generate())
    card.setY(5)
    card.setColor(1, 0, 0, 1)
    lens = OrthographicLens()
    lens.setFilmSize(4, 4)
    camera = root.attachNewNode(Camera("camera", lens))
    output.makeDisplayRegion().setCamera(camera)
    output.setClearColor((0, 0, 1, 1))
    engine.renderFrame()
    engine.renderFrame()
    image = PNMImage()
    drawn = output.getScreenshot(image)
    middle = image.getXel(SIZE // 2, SIZE // 2) if drawn else None
    corner = image.getXel(2, 2) if drawn else None
    right = middle is not None and middle[0] > 0.9 and middle[2] < 0.1
    right = right and corner is not None and corner[2] > 0.9 and corner[0] < 0.1
    gsg = output.getGsg()
    answer: dict[str, object] = {"ok": bool(right), "why": "" if right else "wrong picture"}
    answer["code"] = "" if right else "wrong"
    answer["renderer"] = gsg.getDriverRenderer() or module
    answer["glsl"] = bool(gsg.getSupportsGlsl()) and gsg.getDriverVersionMajor() >= 3
    answer["detail"] = answer["renderer"]
    engine.removeAllWindows()
    return answer


def _open(module: str, size: tuple[int, int], samples: int) -> tuple[Any, Any]:
    """Return an engine and an offscreen buffer, or raise OSError."""
    from panda3d.core import (
        FrameBufferProperties,
        GraphicsEngine,
        GraphicsPipe,
        GraphicsPipeSelection,
        WindowProperties,
        loadPrcFileData,
    )

    loadPrcFileData("", "notify-level fatal\naudio-library-name null\nsync-video 0")
    pipe = GraphicsPipeSelection.getGlobalPtr().makeModulePipe(module)
    if not pipe or not pipe.isValid():
        raise OSError(module)
    bits = FrameBufferProperties()
    bits.setRgbaBits(8, 8, 8, 8)
    bits.setDepthBits(24)
    bits.setMultisamples(samples)
    engine = GraphicsEngine()
    wish = WindowProperties.size(*size)
    output = engine.makeOutput(pipe, "probe", 0, bits, wish, GraphicsPipe.BF_refuse_window)
    if not output:
        raise OSError(module)
    return engine, output


def _scene() -> tuple[Any, Any, Any]:
    """Return a floor with a roof over it and a wall on it, what is lit, and a camera above."""
    from panda3d.core import Camera, CardMaker, NodePath, PerspectiveLens

    root = NodePath("root")
    lit = root.attachNewNode("lit")
    for name, half, at, tilt in (
        ("floor", 20, (0, 0, 0), -90),
        ("roof", 3, (0, 0, 8), -90),
        ("wall", 3, (-12, 4, 3), 0),
    ):
        maker = CardMaker(name)
        maker.setFrame(-half, half, -half, half)
        maker.setHasNormals(True)
        maker.setHasUvs(True)
        maker.setColor(0.6, 0.6, 0.6, 1)
        card = lit.attachNewNode(maker.generate())
        card.setPosHpr(*at, 0, tilt, 0)
        card.setTwoSided(True)
    # From 50 inches up it sees 48 by 30 of the floor.
    lens = PerspectiveLens()
    lens.setFov(2 * math.degrees(math.atan(24 / 50)), 2 * math.degrees(math.atan(15 / 50)))
    lens.setNearFar(10, 60)
    camera = root.attachNewNode(Camera("camera", lens))
    camera.setPosHpr(0, 0, 50, 0, -90, 0)
    return root, lit, camera


def _brightness(output: Any, x: float, y: float) -> float:
    """Return how bright the floor is at a place, inches, 0..1."""
    from panda3d.core import PNMImage

    image = PNMImage()
    if not output.getScreenshot(image):
        return -1.0
    wide, high = image.getXSize(), image.getYSize()
    return image.getBright(int((x / 48 + 0.5) * wide), int((0.5 - y / 30) * high))


def _timed(engine: Any, output: Any) -> float:
    """Return milliseconds a frame, after two that only get ready."""
    for _ in range(2):
        engine.renderFrame()
    _brightness(output, 0, 0)
    began = time.perf_counter()
    for _ in range(FRAMES):
        engine.renderFrame()
    _brightness(output, 0, 0)
    return (time.perf_counter() - began) * 1000 / FRAMES


def levels(module: str) -> Iterator[dict[str, object]]:
    """Draw each level of quality with shaders and look whether it came out right.

    Yields
    ------
    dict
        ``level``, ``ok``, and ``ms`` a frame.
    """
    from sim.view.shading import Occlusion, Sunlight

    engine, output = _open(module, FRAME, 4)
    root, lit, camera = _scene()
    output.makeDisplayRegion().setCamera(camera)
    Sunlight(root, [lit], (-20, -20, 0), (20, 20, 9))
    milliseconds = _timed(engine, output)
    sunny, corner = _brightness(output, -8, -8), _brightness(output, -12, 3.85)
    shadow = _brightness(output, 6.5, 5.5)
    right = sunny > 0.2 and 0.0 <= shadow < sunny * 0.85
    yield {"level": "shaded", "ok": right, "ms": round(milliseconds, 2)}
    if not right:
        return
    Occlusion(output, camera, root)
    milliseconds = _timed(engine, output)
    same = abs(_brightness(output, -8, -8) - sunny) < 0.1 * sunny
    darker = _brightness(output, -12, 3.85) < corner * 0.98
    yield {"level": "fine", "ok": same and darker, "ms": round(milliseconds, 2)}


def main(arguments: list[str]) -> None:
    """Print what was found out."""
    if len(arguments) < 2:
        print(json.dumps(probe(arguments[0])), flush=True)
        return
    sys.path.insert(0, arguments[1])
    for answer in levels(arguments[0]):
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
