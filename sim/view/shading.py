"""Shaders on a scene: a sun that casts shadows, and ambient occlusion over the finished picture.

Nothing of the project but colours is used here, so that the probe can draw the very same in a
process of its own.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from panda3d.core import (
    AntialiasAttrib,
    ATS_none,
    BitMask32,
    CallbackNode,
    Camera,
    CardMaker,
    ColorWriteAttrib,
    DirectionalLight,
    FrameBufferProperties,
    GraphicsOutput,
    GraphicsPipe,
    LVecBase4,
    NodePath,
    OmniBoundingVolume,
    OrthographicLens,
    PythonCallbackObject,
    Shader,
    Texture,
    WindowProperties,
)

from sim.view import glsl
from sim.view.drivers import is_software
from sim.view.tone import SUN

__all__ = ["SHADOW_PIXELS", "Occlusion", "Sunlight"]

Point3 = tuple[float, float, float]

SHADOW_PIXELS = 2048
#: The sun does not see what is hidden from this camera bit: overlays, the room.
_SUN_BIT = BitMask32.bit(9)


def _shader(sources: glsl.Sources) -> Any:
    return Shader.make(Shader.SL_GLSL, sources[0], sources[1])


class Sunlight:
    """A sun over a scene whose surfaces carry plain colours.

    Parameters
    ----------
    root : NodePath
        The scene. What hangs directly under it and is not lit throws no shadow.
    lit : sequence of NodePath
        What is lit and throws shadows, children of `root`.
    low, high : Point3
        Box that holds all that throws shadows, inches.
    pixels : int
        Side of the shadow map.
    """

    def __init__(
        self,
        root: Any,
        lit: Sequence[Any],
        low: Point3,
        high: Point3,
        *,
        pixels: int = SHADOW_PIXELS,
    ) -> None:
        self._root, self._lit = root, list(lit)
        self._unlit = [child for child in root.getChildren() if child not in self._lit]
        for child in self._unlit:
            child.hide(_SUN_BIT)
        self.sun: Any = root.attachNewNode(_lamp(low, high, pixels))
        middle = [(a + b) / 2 for a, b in zip(low, high, strict=True)]
        reach = math.dist(low, high) / 2
        self.sun.setPos(*(m + float(s) * (reach + 10.0) for m, s in zip(middle, SUN, strict=True)))
        self.sun.lookAt(*middle)
        shader = _shader(glsl.LIT)
        for each in self._lit:
            each.setShader(shader, 1)
            # Over the "no lights" of the stage's root.
            each.setLight(self.sun, 5)
        root.setAntialias(AntialiasAttrib.MMultisample)

    def off(self) -> None:
        """Take the sun away again; the scene is as it was before."""
        for each in self._lit:
            each.clearShader()
            each.clearLight(self.sun)
        for child in self._unlit:
            if not child.isEmpty():
                child.show(_SUN_BIT)
        self._root.clearAntialias()
        self.sun.removeNode()


def _lamp(low: Point3, high: Point3, pixels: int) -> Any:
    """Return a sun whose shadow map just holds a box, whatever side it looks from."""
    lamp = DirectionalLight("sun")
    reach = math.dist(low, high) / 2
    lens = lamp.getLens()
    lens.setFilmSize(2 * reach, 2 * reach)
    lens.setNearFar(5.0, 2 * reach + 15.0)
    lamp.setShadowCaster(True, pixels, pixels)
    lamp.setCameraMask(_SUN_BIT)
    bare = NodePath("depths")
    bare.setShader(_shader(glsl.DEPTH), 20)
    bare.setAttrib(ColorWriteAttrib.make(ColorWriteAttrib.COff))
    bare.setTextureOff(20)
    lamp.setInitialState(bare.getState())
    return lamp


class Occlusion:
    """Ambient occlusion over what a camera draws into an output.

    The camera's region of the output shows the finished picture from then on; what is drawn over
    it (the interface) stays as sharp as it was.

    Parameters
    ----------
    output : GraphicsOutput
        One of its regions looks through `camera`.
    camera : NodePath
    root : NodePath
        The scene, kept in step with the camera's lens as it is drawn.

    Raises
    ------
    ValueError
        When no region looks through the camera, or a buffer is refused.
    """

    def __init__(self, output: Any, camera: Any, root: Any) -> None:
        # Passes are as large as the window, which is seldom a power of two.
        Texture.setTexturesPower2(ATS_none)
        self._camera = camera
        self._region = _region_of(output, camera)
        self._engine = output.getGsg().getEngine()
        self._buffers: list[Any] = []
        picture, depths, occlusion = Texture("picture"), Texture("depths"), Texture("occlusion")
        # A software OpenGL may take minutes over a multisampled buffer that is read back.
        samples = 0 if is_software(output.getGsg().getDriverRenderer()) else 4
        scene = self._buffer(output, -30, [(picture, False), (depths, True)], samples=samples)
        clear = self._region.getClearColor() if self._region.getClearColorActive() else None
        scene.setClearColor(clear or output.getClearColor())
        scene.makeDisplayRegion().setCamera(camera)
        veil = self._buffer(output, -20, [(occlusion, False)])
        self._shade = _card(glsl.OCCLUSION, depths=depths, lens=LVecBase4(1, 100, 1, 1))
        veil.makeDisplayRegion().setCamera(self._shade[0])
        self._mixed = _card(glsl.MIX, picture=picture, occlusion=occlusion)
        self._region.setCamera(self._mixed[0])
        self._watcher: Any = root.attachNewNode(_watching(self._follow))

    def _buffer(
        self, output: Any, sort: int, textures: Sequence[tuple[Any, bool]], *, samples: int = 0
    ) -> Any:
        bits = FrameBufferProperties()
        bits.setRgbaBits(8, 8, 8, 8)
        if len(textures) > 1:
            bits.setDepthBits(24)
        if samples:
            bits.setMultisamples(samples)
        size = WindowProperties.size(output.getXSize(), output.getYSize())
        flags = GraphicsPipe.BF_refuse_window | GraphicsPipe.BF_size_track_host
        gsg = output.getGsg()
        pipe = output.getPipe()
        made = self._engine.makeOutput(pipe, "pass", sort, bits, size, flags, gsg, output)
        if not made:
            self._drop()
            raise ValueError("no buffer")
        for texture, is_depth in textures:
            texture.setWrapU(Texture.WM_clamp)
            texture.setWrapV(Texture.WM_clamp)
            plane = GraphicsOutput.RTP_depth if is_depth else GraphicsOutput.RTP_color
            made.addRenderTexture(texture, GraphicsOutput.RTM_bind_or_copy, plane)
        self._buffers.append(made)
        return made

    def _follow(self) -> None:
        """Tell the occlusion pass of the lens that the scene is drawn through now."""
        lens = self._camera.node().getLens()
        wide, high = (math.tan(math.radians(each / 2)) for each in lens.getFov())
        values = LVecBase4(lens.getNear(), lens.getFar(), wide, high)
        self._shade[1].setShaderInput("lens", values)

    def _drop(self) -> None:
        for each in self._buffers:
            self._engine.removeWindow(each)
        self._buffers.clear()

    def off(self) -> None:
        """Draw the scene straight into the output again."""
        if self._region.getCamera() == self._mixed[0]:
            self._region.setCamera(self._camera)
        self._watcher.removeNode()
        self._drop()


def _region_of(output: Any, camera: Any) -> Any:
    for region in output.getDisplayRegions():
        if region.getCamera() == camera:
            return region
    raise ValueError("no region looks through the camera")


def _watching(call: Any) -> Any:
    """Return a node that calls back whenever a camera meets it."""

    def met(data: Any) -> None:
        call()
        data.upcall()

    watcher = CallbackNode("watcher")
    watcher.setCullCallback(PythonCallbackObject(met))
    watcher.setBounds(OmniBoundingVolume())
    watcher.setFinal(True)
    return watcher


def _card(sources: glsl.Sources, **inputs: Any) -> tuple[Any, Any]:
    """Return a camera that sees nothing but a card with a shader, and the card."""
    scene: Any = NodePath("pass")
    maker = CardMaker("card")
    maker.setFrameFullscreenQuad()
    card: Any = scene.attachNewNode(maker.generate())
    card.setShader(_shader(sources), 1)
    for name, value in inputs.items():
        card.setShaderInput(name, value)
    card.setDepthTest(False)
    card.setDepthWrite(False)
    lens = OrthographicLens()
    lens.setFilmSize(2, 2)
    lens.setNearFar(-1000, 1000)
    return scene.attachNewNode(Camera("pass", lens)), card
