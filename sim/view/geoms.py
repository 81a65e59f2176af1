"""From our meshes to Panda3D's geometry, without a Python loop over vertices.

Positions, normals and texture coordinates lie interleaved in one vertex array, colours in a
second one: copies of a model share the first and each have their own baked light in the second.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d.core import (
    Geom,
    GeomNode,
    GeomTriangles,
    GeomVertexArrayFormat,
    GeomVertexData,
    GeomVertexFormat,
    InternalName,
    NodePath,
)

from sim.geometry.mesh_data import MeshData

__all__ = ["Surface", "geom", "merged", "node", "recoloured", "refined", "surface"]

Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]

_SHAPE = np.dtype([("v", "<f4", 3), ("n", "<f4", 3), ("t", "<f4", 2)])
#: Edges sharper than this stay sharp.
CREASE_DEG = 40.0
#: Inches that one repeat of a detail texture covers on meshes without texture coordinates.
BOX_MAP_IN = 6.0


@dataclass(frozen=True, eq=False)
class Surface:
    """Arrays ready to draw: a vertex has one normal, one colour and one texture coordinate.

    Attributes
    ----------
    vertices, normals : (n, 3) float arrays, inches and unit vectors
    colours : (n, 4) uint8 array, sRGB with alpha
    uv : (n, 2) float array, v upward
    faces : (m, 3) int array
    """

    vertices: Floats
    normals: Floats
    colours: Bytes
    uv: Floats
    faces: NDArray[np.int32]

    def painted(self, colours: Bytes) -> Surface:
        """Return this surface in other colours."""
        return replace(self, colours=colours)


@cache
def _format() -> Any:
    shape = GeomVertexArrayFormat()
    shape.addColumn(InternalName.getVertex(), 3, Geom.NT_float32, Geom.C_point)
    shape.addColumn(InternalName.getNormal(), 3, Geom.NT_float32, Geom.C_normal)
    shape.addColumn(InternalName.getTexcoord(), 2, Geom.NT_float32, Geom.C_texcoord)
    colour = GeomVertexArrayFormat()
    colour.addColumn(InternalName.getColor(), 4, Geom.NT_uint8, Geom.C_color)
    both = GeomVertexFormat()
    both.addArray(shape)
    both.addArray(colour)
    return GeomVertexFormat.registerFormat(both)


def _fill(array: Any, rows: int, data: NDArray[Any]) -> None:
    array.uncleanSetNumRows(rows)
    memoryview(array).cast("B")[:] = np.ascontiguousarray(data).tobytes()


def geom(surface: Surface) -> Any:
    """Return the surface as a Panda3D ``Geom``."""
    count = len(surface.vertices)
    record = np.empty(count, _SHAPE)
    record["v"], record["n"], record["t"] = surface.vertices, surface.normals, surface.uv
    data = GeomVertexData("surface", _format(), Geom.UHStatic)
    data.uncleanSetNumRows(count)
    _fill(data.modifyArray(0), count, record)
    _fill(data.modifyArray(1), count, surface.colours)
    triangles = GeomTriangles(Geom.UHStatic)
    small = count < 65536
    triangles.setIndexType(Geom.NT_uint16 if small else Geom.NT_uint32)
    index = surface.faces.astype(np.uint16 if small else np.uint32).reshape(-1)
    _fill(triangles.modifyVertices(), len(index), index)
    made = Geom(data)
    made.addPrimitive(triangles)
    return made


def recoloured(shared: Any, colours: Bytes) -> Any:
    """Return a copy of a ``Geom`` in other colours; shape and triangles stay shared.

    Parameters
    ----------
    shared : Geom
        Made by `geom`.
    colours : (n, 4) uint8 array
        One colour for each of its vertices.
    """
    copy = shared.makeCopy()
    data = copy.modifyVertexData()
    _fill(data.modifyArray(1), len(colours), colours)
    return copy


def node(name: str, made: Any) -> Any:
    """Return a node path that holds one ``Geom``."""
    holder = GeomNode(name)
    holder.addGeom(made)
    return NodePath(holder)


def _unit(vectors: Floats) -> Floats:
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return vectors / np.where(length == 0.0, 1.0, length)


def _corner_normals(vertices: Floats, faces: NDArray[Any], crease_deg: float) -> Floats:
    """Return a normal for each corner, ``(m, 3, 3)``: smooth, except across creases."""
    _, weld = np.unique(np.round(vertices, 5), axis=0, return_inverse=True)
    joined = weld.reshape(-1)[faces]
    corners = vertices[faces]
    weighted = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    flat = _unit(weighted)
    smooth = np.zeros((int(joined.max()) + 1, 3))
    for corner in range(3):
        np.add.at(smooth, joined[:, corner], weighted)
    normals = _unit(smooth)[joined]
    sharp = (normals * flat[:, None, :]).sum(axis=-1) < np.cos(np.radians(crease_deg))
    return np.where(sharp[..., None], flat[:, None, :], normals)


def _box_map(corners: Floats) -> Floats:
    """Return texture coordinates for each corner, ``(m, 3, 2)``, from the face's main side.

    The side is chosen face by face: a triangle mapped from two sides would smear.
    """
    flat = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    pick = np.array([[1, 2], [0, 2], [0, 1]])[np.abs(flat).argmax(axis=1)]
    return np.take_along_axis(corners, pick[:, None, :], axis=2) / BOX_MAP_IN


def surface(mesh: MeshData, *, crease_deg: float = CREASE_DEG) -> Surface:
    """Return a mesh with normals, colours and texture coordinates for every vertex.

    Vertices are split where normals differ across a crease and joined where nothing differs.
    A mesh without colours is a light grey, one without texture coordinates is mapped from its
    box sides. A mesh of no faces gives empty arrays.
    """
    faces = np.asarray(mesh.faces)
    if not len(faces):
        empty = np.zeros((0, 3))
        return Surface(
            empty, empty, np.zeros((0, 4), np.uint8), np.zeros((0, 2)), np.zeros((0, 3), np.int32)
        )
    vertices = np.asarray(mesh.vertices, float)
    normals = _corner_normals(vertices, faces, crease_deg).reshape(-1, 3)
    flat = faces.reshape(-1)
    points = vertices[flat]
    if mesh.colours is None:
        colours = np.full((len(flat), 4), (190, 186, 178, 255), np.uint8)
    else:
        colours = np.asarray(mesh.colours, np.uint8)[flat]
    if mesh.uv is None:
        uv = _box_map(vertices[faces]).reshape(-1, 2)
    else:
        uv = np.asarray(mesh.uv, float)[flat]
    key = np.concatenate([points, normals, uv, colours], axis=1)
    key = np.round(key, 4).astype(np.float32)
    rows = np.ascontiguousarray(key).view(np.dtype((np.void, key.dtype.itemsize * key.shape[1])))
    _, first, back = np.unique(rows.reshape(-1), return_index=True, return_inverse=True)
    return Surface(
        points[first],
        normals[first],
        colours[first],
        uv[first],
        back.reshape(-1, 3).astype(np.int32),
    )


def refined(base: Surface, longest: float, *, limit: int = 400_000) -> Surface:
    """Return the surface with every edge split until none is longer than `longest` inches.

    Light is baked at vertices, so that large walls need more of them. Stops early rather than
    make more than `limit` triangles.
    """
    data = np.concatenate(
        [base.vertices, base.normals, base.colours.astype(float), base.uv], axis=1
    )
    faces = base.faces
    for _ in range(16):
        corners = data[faces][:, :, :3]
        length = np.linalg.norm(corners - np.roll(corners, -1, axis=1), axis=2)
        big = length.max(axis=1) > longest
        if not big.any() or len(faces) + int(big.sum()) > limit:
            break
        side = length[big].argmax(axis=1)
        row = np.arange(len(side))
        split = faces[big]
        a, b, c = (split[row, (side + step) % 3] for step in range(3))
        low, high = np.minimum(a, b), np.maximum(a, b)
        pair, place = np.unique(low.astype(np.int64) << 32 | high, return_inverse=True)
        middle = (data[pair >> 32] + data[pair & 0xFFFFFFFF]) / 2
        new = (len(data) + place.reshape(-1)).astype(np.int32)
        data = np.concatenate([data, middle])
        halves = [np.stack([a, new, c], axis=1), np.stack([new, b, c], axis=1)]
        faces = np.concatenate([faces[~big], *halves]).astype(np.int32)
    return Surface(
        data[:, :3],
        _unit(data[:, 3:6]),
        np.clip(np.rint(data[:, 6:10]), 0, 255).astype(np.uint8),
        data[:, 10:12],
        faces,
    )


def merged(parts: list[Surface]) -> Surface:
    """Return several surfaces as one."""
    offset = np.cumsum([0, *(len(part.vertices) for part in parts[:-1])])
    return Surface(
        np.concatenate([part.vertices for part in parts]),
        np.concatenate([part.normals for part in parts]),
        np.concatenate([part.colours for part in parts]),
        np.concatenate([part.uv for part in parts]),
        np.concatenate(
            [part.faces + start for part, start in zip(parts, offset, strict=True)]
        ).astype(np.int32),
    )
