"""Try a graphics library in a process of its own: a crash in a driver must not take us along.

Run by path, with the module's name as its one argument; prints one JSON line. It imports nothing
of this project, so that it starts fast and needs no search path.
"""

from __future__ import annotations

import json
import sys

SIZE = 64


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
        return {"ok": False, "why": "library does not load"}
    bits = FrameBufferProperties()
    bits.setRgbaBits(8, 8, 8, 8)
    bits.setDepthBits(24)
    engine = GraphicsEngine()
    size = WindowProperties.size(SIZE, SIZE)
    output = engine.makeOutput(pipe, "probe", 0, bits, size, GraphicsPipe.BF_refuse_window)
    if not output:
        return {"ok": False, "why": "no offscreen buffer"}
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
    answer["renderer"] = gsg.getDriverRenderer() or module
    answer["glsl"] = bool(gsg.getSupportsGlsl()) and gsg.getDriverVersionMajor() >= 3
    engine.removeAllWindows()
    return answer


if __name__ == "__main__":
    print(json.dumps(probe(sys.argv[1])), flush=True)
