"""Filled areas on the ground: where a miniature can get, a zone, dead ground."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from panda3d.core import LPoint2d, NodePath, TextureStage, Triangulator

from sim.geometry.light.mesh import refine
from sim.geometry.mesh_data import MeshData
from sim.view.geoms import Surface
from sim.view.overlays import LIFT_IN, Colour, Height, flat_surface, path, plain_node
from sim.view.textures import panda_texture

__all__ = ["hatch_texture", "inside", "region", "triangles"]

Floats = NDArray[np.float64]

#: The fill follows the ground at steps of this, inches, unless that were too many triangles.
CELL_IN = 0.5
_MOST_TRIANGLES = 24_000
#: Share of the colour's alpha that the fill has; the edge and the hatching have all of it.
_FILL = 0.34
#: Inches after which the hatching repeats along x and y.
_HATCH_IN = 1.1


@cache
def hatch_texture() -> Any:
    """Return a seamless tile of soft diagonal stripes in its alpha, white all over."""
    side = 64
    x, y = np.meshgrid(np.arange(side), np.arange(side))
    across = ((x - y) / side * 2) % 1.0
    stripe = np.clip((0.17 - np.abs(across - 0.5)) * 14 + 0.5, 0, 1)
    pixels = np.full((side, side, 4), 255, np.uint8)
    pixels[..., 3] = np.rint(255 * (_FILL + (1 - _FILL) * stripe))
    return panda_texture(pixels)


def inside(point: Floats, outline: Floats) -> bool:
    """Return whether a point is inside a closed outline, by the even-odd rule."""
    x, y = outline[:, 0] - point[0], outline[:, 1] - point[1]
    x1, y1 = np.roll(x, -1), np.roll(y, -1)
    crosses = (y > 0) != (y1 > 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        at = x + (x1 - x) * (-y / (y1 - y))
    return bool((crosses & (at > 0)).sum() % 2)


def _cleaned(outline: ArrayLike) -> Floats | None:
    """Return an outline without repeated points, counter-clockwise; None when it has no area."""
    points = np.asarray(outline, float).reshape(-1, 2)
    if len(points) < 3:
        return None
    apart = np.linalg.norm(points - np.roll(points, 1, axis=0), axis=1) > 1e-6
    points = points[apart]
    if len(points) < 3:
        return None
    x, y = points[:, 0], points[:, 1]
    twice = float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum())
    if abs(twice) < 1e-9:
        return None
    return points if twice > 0 else points[::-1].copy()


def _nested(outlines: Sequence[Floats]) -> list[tuple[Floats, list[Floats]]]:
    """Return each outer outline with the holes directly in it."""
    around = [
        [j for j, other in enumerate(outlines) if j != i and inside(each[0], other)]
        for i, each in enumerate(outlines)
    ]
    found: list[tuple[Floats, list[Floats]]] = []
    for i, outer in enumerate(outlines):
        if len(around[i]) % 2:
            continue
        depth = len(around[i]) + 1
        holes = [
            each for j, each in enumerate(outlines) if i in around[j] and len(around[j]) == depth
        ]
        found.append((outer, holes))
    return found


def triangles(outer: Floats, holes: Sequence[Floats]) -> tuple[Floats, NDArray[np.int32]]:
    """Return a polygon with holes as points ``(n, 2)`` and triangles ``(m, 3)``."""
    cutter = Triangulator()
    points: list[Floats] = []
    for which, ring in enumerate((outer, *holes)):
        if which:
            cutter.beginHole()
        for x, y in ring:
            index = cutter.addVertex(LPoint2d(float(x), float(y)))
            if which:
                cutter.addHoleVertex(index)
            else:
                cutter.addPolygonVertex(index)
        points.append(ring)
    cutter.triangulate()
    faces = [
        (cutter.getTriangleV0(i), cutter.getTriangleV1(i), cutter.getTriangleV2(i))
        for i in range(cutter.getNumTriangles())
    ]
    return np.concatenate(points), np.array(faces, np.int32).reshape(-1, 3)


def _draped(outer: Floats, holes: Sequence[Floats], height: Height) -> MeshData | None:
    flat, faces = triangles(outer, holes)
    if not len(faces):
        return None
    mesh = MeshData(np.column_stack([flat, np.zeros(len(flat))]), faces)
    fine = refine(mesh, CELL_IN, most=_MOST_TRIANGLES)
    vertices = fine.vertices.copy()
    vertices[:, 2] = height(vertices[:, 0], vertices[:, 1]) + LIFT_IN - 0.02
    return MeshData(vertices, fine.faces)


def region(
    polygons: Sequence[ArrayLike],
    colour: Colour,
    height: Height,
    *,
    hatch: bool = False,
    edge: bool = True,
) -> Any:
    """Return a lightly filled area on the ground.

    Parameters
    ----------
    polygons : sequence of ``(n, 2)`` outlines
        Inches, table frame, of either direction; they may be concave. An outline inside another
        one is a hole in it, one inside a hole an island. Outlines without area are left out.
    colour : Colour
        Its alpha is that of the edge; the fill has a third of it.
    height : callable
        Height of the ground under plan points.
    hatch : bool
        Whether diagonal stripes lie over the fill: difficult ground, or whatever must be told
        from a plain fill without colour.
    edge : bool
        Whether the outlines are drawn.

    Returns
    -------
    NodePath
        Empty when nothing has an area.
    """
    root = NodePath("region")
    outlines = [each for each in (_cleaned(outline) for outline in polygons) if each is not None]
    for outer, holes in _nested(outlines):
        mesh = _draped(outer, holes, height)
        if mesh is not None:
            _filled(mesh, colour, hatch).reparentTo(root)
    if edge:
        for outline in outlines:
            closed = [(float(x), float(y)) for x, y in (*outline, outline[0])]
            path(closed, colour, height, width=0.1).reparentTo(root)
    return root


def _filled(mesh: MeshData, colour: Colour, hatch: bool) -> Any:
    shades = np.tile(np.array(colour, float), (len(mesh.vertices), 1))
    if not hatch:
        shades[:, 3] *= _FILL
    bare = flat_surface(mesh.vertices, shades, mesh.faces)
    uv = mesh.vertices[:, :2] / _HATCH_IN
    made = plain_node(Surface(bare.vertices, bare.normals, bare.colours, uv, bare.faces), order=8)
    if hatch:
        made.clearTexture()
        made.setTexture(TextureStage.getDefault(), hatch_texture(), 2)
    return made
