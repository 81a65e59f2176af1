"""From the lists of the widget library to Panda3D geometry: works on every pipe.

Everything is clipped here, on the CPU: the software renderer squeezes what a scissor should cut,
and with nothing left to cut, all that shares a texture is one Geom.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from imgui_bundle import imgui
from numpy.typing import NDArray
from panda3d.core import (
    ColorAttrib,
    Geom,
    GeomNode,
    GeomTriangles,
    GeomVertexArrayFormat,
    GeomVertexData,
    GeomVertexFormat,
    InternalName,
    NodePath,
    RenderState,
    SamplerState,
    Texture,
    TextureAttrib,
    TransparencyAttrib,
)

__all__ = ["Painter", "clipped"]

_IN = np.dtype([("p", "<f4", 2), ("t", "<f4", 2), ("c", "u1", 4)])
_OUT = np.dtype([("v", "<f4", 3), ("c", "u1", 4), ("t", "<f4", 2)])

Corners = NDArray[np.void]
Indices = NDArray[np.uint32]
Clip = tuple[float, float, float, float]


def _format() -> GeomVertexFormat:
    columns = GeomVertexArrayFormat()
    columns.addColumn(InternalName.getVertex(), 3, Geom.NT_float32, Geom.C_point)
    columns.addColumn(InternalName.getColor(), 4, Geom.NT_uint8, Geom.C_color)
    columns.addColumn(InternalName.getTexcoord(), 2, Geom.NT_float32, Geom.C_texcoord)
    whole = GeomVertexFormat()
    whole.addArray(columns)
    return GeomVertexFormat.registerFormat(whole)


def clipped(corners: Corners, indices: Indices, clip: Clip) -> Corners:
    """Return vertices moved to a rectangle's edge where they lie outside it.

    Textured shapes (glyphs, pictures) are upright quads: their texture coordinates move along.
    Plain shapes are convex, so moving their corners cuts them well.

    Parameters
    ----------
    corners : (n,) array of ``p`` (pixels), ``t`` (texture), ``c`` (colour)
    indices : (3 m,) array
        Three a triangle.
    clip : (left, top, right, bottom)
    """
    low, high = np.array(clip[:2], np.float32), np.array(clip[2:], np.float32)
    inside = np.clip(corners["p"], low, high)
    if np.array_equal(inside, corners["p"]):
        return corners
    cut = corners.copy()
    cut["p"] = inside
    quads = _quads(corners, indices)
    if len(quads):
        old, new, uv = corners["p"][quads], inside[quads], corners["t"][quads]
        span = old[:, 2:3] - old[:, 0:1]
        span[span == 0] = 1.0
        share = (new - old[:, 0:1]) / span
        cut["t"][quads] = uv[:, 0:1] + share * (uv[:, 2:3] - uv[:, 0:1])
    return cut


def _quads(corners: Corners, indices: Indices) -> NDArray[np.int64]:
    """Return the textured quads, ``(k, 4)``: two triangles a, a+1, a+2 and a, a+2, a+3."""
    three = indices.reshape(-1, 3).astype(np.int64)
    first, second = three[:-1], three[1:]
    a = first[:, 0]
    fits = (
        (first[:, 1] == a + 1)
        & (first[:, 2] == a + 2)
        & (second[:, 0] == a)
        & (second[:, 1] == a + 2)
        & (second[:, 2] == a + 3)
    )
    a = a[fits]
    # Plain shapes take one texel for all their corners.
    spread = (corners["t"][a] != corners["t"][np.minimum(a + 2, len(corners) - 1)]).any(axis=1)
    return a[spread][:, None] + np.arange(4)


class Painter:
    """Turns what the widgets drew into nodes under a 2D root measured in pixels.

    Parameters
    ----------
    root : NodePath
        Origin at the window's upper left corner, z upwards.
    """

    def __init__(self, root: Any) -> None:
        self._format = _format()
        self._node = GeomNode("widgets")
        path: Any = NodePath(self._node)
        path.reparentTo(root)
        path.setTransparency(TransparencyAttrib.MAlpha)
        path.setDepthTest(False)
        path.setDepthWrite(False)
        path.setTwoSided(True)
        path.setAttrib(ColorAttrib.makeVertex())
        path.setShaderOff()
        path.setLightOff()
        self._textures: dict[int, Any] = {}
        self._count = 0

    def keep(self, texture: Any) -> int:
        """Return the number by which widgets name a texture of ours."""
        self._count += 1
        self._textures[self._count] = texture
        return self._count

    def forget(self, number: int) -> None:
        """Let go of a texture; an unknown one is no mistake."""
        self._textures.pop(number, None)

    def paint(self, data: Any, size: tuple[int, int]) -> None:
        """Replace what was painted by the lists of this frame."""
        for texture in imgui.get_platform_io().textures:
            if texture.status != imgui.ImTextureStatus.ok:
                self._bring_up_to_date(texture)
        self._node.removeAllGeoms()
        run: list[tuple[Corners, Indices]] = []
        number = 0
        for corners, indices, texture in _commands(data, size):
            if run and texture != number:
                self._add(run, number)
                run = []
            number = texture
            run.append((corners, indices))
        if run:
            self._add(run, number)

    def _add(self, run: list[tuple[Corners, Indices]], number: int) -> None:
        texture = self._textures.get(number)
        if texture is None:
            return
        counts = np.cumsum([0, *(len(corners) for corners, _ in run)])
        corners = np.concatenate([each for each, _ in run])
        indices = np.concatenate(
            [each + np.uint32(first) for (_, each), first in zip(run, counts, strict=False)]
        )
        out = np.zeros(len(corners), _OUT)
        out["v"][:, 0], out["v"][:, 2] = corners["p"][:, 0], -corners["p"][:, 1]
        out["c"], out["t"] = corners["c"], corners["t"]
        vertices = GeomVertexData("widgets", self._format, Geom.UHStream)
        vertices.uncleanSetNumRows(len(out))
        memoryview(vertices.modifyArray(0)).cast("B")[:] = out.tobytes()
        triangles = GeomTriangles(Geom.UHStream)
        triangles.setIndexType(Geom.NT_uint32)
        rows = triangles.modifyVertices()
        rows.uncleanSetNumRows(len(indices))
        memoryview(rows).cast("B")[:] = indices.tobytes()
        made = Geom(vertices)
        made.addPrimitive(triangles)
        self._node.addGeom(made, RenderState.make(TextureAttrib.make(texture)))

    def _bring_up_to_date(self, texture: Any) -> None:
        status = imgui.ImTextureStatus
        if texture.status == status.want_destroy:
            self._textures.pop(texture.tex_id, None)
            texture.tex_id = 0
            texture.status = status.destroyed
            return
        if texture.status == status.want_create:
            made = Texture("widgets")
            size = (texture.width, texture.height)
            made.setup2dTexture(*size, Texture.T_unsigned_byte, Texture.F_rgba)
            made.setMinfilter(SamplerState.FT_linear)
            made.setMagfilter(SamplerState.FT_linear)
            texture.tex_id = self.keep(made)
        pixels = np.asarray(texture.get_pixels_array()).reshape(texture.height, texture.width, -1)
        # Our v runs down as the widgets' does: the first row of the array is v = 0.
        data = np.ascontiguousarray(pixels).tobytes()
        self._textures[texture.tex_id].setRamImageAs(data, "RGBA")
        texture.status = status.ok


def _commands(data: Any, size: tuple[int, int]) -> list[tuple[Corners, Indices, int]]:
    """Return each command's vertices (clipped), indices into them, and texture number."""
    done: list[tuple[Corners, Indices, int]] = []
    wide, high = size
    for each in data.cmd_lists:
        corners = _view(each.vtx_buffer, _IN)
        kind = np.dtype(np.uint16 if imgui.INDEX_SIZE == 2 else np.uint32)
        indices = _view(each.idx_buffer, kind)
        for command in each.cmd_buffer:
            box = command.clip_rect
            clip = (max(0.0, box.x), max(0.0, box.y), min(wide, box.z), min(high, box.w))
            if command.elem_count == 0 or clip[2] <= clip[0] or clip[3] <= clip[1]:
                continue
            first = command.idx_offset
            own = indices[first : first + command.elem_count].astype(np.uint32)
            own += np.uint32(command.vtx_offset)
            low, high_index = int(own.min()), int(own.max())
            own -= np.uint32(low)
            part = clipped(corners[low : high_index + 1], own, clip)
            done.append((part, own, int(command.tex_ref.get_tex_id())))
    return done


def _view(buffer: Any, kind: np.dtype[Any]) -> NDArray[Any]:
    """Return the library's memory as an array, without a copy; valid during this frame."""
    size = buffer.size()
    if not size:
        return np.empty(0, kind)
    memory = (ctypes.c_char * (size * kind.itemsize)).from_address(buffer.data_address())
    return np.frombuffer(memory, kind)
