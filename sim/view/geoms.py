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

from sim.geometry.light.mesh import crease_normals, refine
from sim.geometry.mesh_data import MeshData

__all__ = ["Surface", "geom", "merged", "node", "recoloured", "surface"]

Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]

_SHAPE = np.dtype([("v", "<f4", 3), ("n", "<f4", 3), ("t", "<f4", 2)])
#: Colour of what comes without one.
PLAIN = (190, 186, 178, 255)
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


def _box_mapped(mesh: MeshData, normals: Floats) -> Surface:
    """Return a surface whose texture coordinates are its positions, seen from each face's side.

    The side is chosen face by face, for a triangle mapped from two sides would smear; vertices
    are split where the sides of their faces differ.
    """
    corners = mesh.vertices[mesh.faces]
    flat = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    side = np.repeat(np.abs(flat).argmax(axis=1), 3)
    key, faces = np.unique(mesh.faces.reshape(-1) * 3 + side, return_inverse=True)
    vertex = key // 3
    pick = np.array([[1, 2], [0, 2], [0, 1]])[key % 3]
    points = mesh.vertices[vertex]
    uv = np.take_along_axis(points, pick, axis=1) / BOX_MAP_IN
    index = faces.reshape(-1, 3).astype(np.int32)
    return Surface(points, normals[vertex], _colours(mesh)[vertex], uv, index)


def _colours(mesh: MeshData) -> Bytes:
    if mesh.colours is not None:
        return np.asarray(mesh.colours, np.uint8)
    return np.full((len(mesh.vertices), 4), PLAIN, np.uint8)


def surface(
    mesh: MeshData, *, max_edge: float | None = None, mapped_from_above_in: float | None = None
) -> Surface:
    """Return a mesh with normals, colours and texture coordinates for every vertex.

    A mesh without colours is a light grey, one without texture coordinates is mapped from its
    box sides. A mesh of no faces gives empty arrays.

    Parameters
    ----------
    mesh : MeshData
    max_edge : float, optional
        Split longer edges, inches: light is baked at vertices.
    mapped_from_above_in : float, optional
        Take texture coordinates from x and y alone, a repeat in so many inches, as ground does
        that a hill rises out of.
    """
    if not mesh.triangles:
        none = np.zeros((0, 3))
        return Surface(none, none, np.zeros((0, 4), np.uint8), none[:, :2], none.astype(np.int32))
    fine = mesh if max_edge is None else refine(mesh, max_edge)
    split, normals = crease_normals(fine)
    if split.uv is None and mapped_from_above_in is None:
        return _box_mapped(split, normals)
    if mapped_from_above_in is not None:
        split = replace(split, uv=split.vertices[:, :2] / mapped_from_above_in)
    assert split.uv is not None
    return Surface(split.vertices, normals, _colours(split), split.uv, split.faces)


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
