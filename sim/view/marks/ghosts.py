"""Translucent miniatures where they would stand, and terrain that is pointed at."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d.core import (
    ColorAttrib,
    ColorWriteAttrib,
    CullFaceAttrib,
    NodePath,
    TransparencyAttrib,
)

from sim.engine.observed import SeenPiece
from sim.geometry.mesh_data import MeshData
from sim.geometry.pose import Pose
from sim.view.bake import without_roof
from sim.view.geoms import Surface, geom, node, recoloured
from sim.view.livery import Livery, liveries, tinted
from sim.view.marks.rings import base_ring
from sim.view.marks.signs import arrow, cross
from sim.view.overlays import Colour, Height, flat_surface
from sim.view.palette import palette
from sim.view.rims import outline
from sim.view.stage import Stage
from sim.view.tone import lit, shade, to_linear

__all__ = ["LOOKS", "base_height", "ghost", "outline_piece", "tint_off"]

Floats = NDArray[np.float64]
Rgb = tuple[int, int, int]

#: What `ghost` can look like.
LOOKS = ("good", "bad", "plain")

_ALPHA = 0.8
#: Share of the ghost's colour that says good or bad; the rest is the miniature's own.
_TINT = 0.68
#: Inches by which a piece's coloured hull stands out from it.
_OUTLINE_IN = 0.07
_OUTLINE = "outline"


def _look_colour(look: str) -> Rgb | None:
    used = palette()
    return {"good": used.good, "bad": used.bad, "plain": None}[look]


def _ghost_geom(stage: Stage, model_id: str, livery: Livery, tint: Rgb | None) -> Any:
    """Return a model's geometry in ghostly colours; one for all ghosts that look alike."""

    def make() -> Any:
        form = stage.form(model_id)
        colours = tinted(form.surface.colours, livery.cloth)
        light = lit(form.surface.normals, np.ones(len(colours)), form.sky)
        colours[:, :3] = shade(to_linear(colours[:, :3]), light)
        if tint is not None:
            # The tint is lit too, or the figure would lose its shape.
            paint = np.tile(np.array(tint, np.uint8), (len(colours), 1))
            own = colours[:, :3].astype(float)
            mixed = own * (1 - _TINT) + shade(to_linear(paint), light * 0.62) * _TINT
            colours[:, :3] = np.clip(np.rint(mixed), 0, 255)
        colours[:, 3] = round(255 * _ALPHA)
        return recoloured(form.geometry, colours)

    return stage.keep(("ghost", model_id, livery, tint), make)


def base_height(stage: Stage, pose: Pose) -> Height:
    """Return heights for what lies round a base: level with it, following ground a little higher.

    Draped as ground is, a ring on a ledge would run down the cliff.

    Parameters
    ----------
    stage : Stage
    pose : Pose
        Where the base stands.
    """
    z = stage.support(pose)

    def height(x: Floats, y: Floats) -> Floats:
        return np.clip(stage.relief.height(x, y, pose.level), z, z + 0.35)

    return height


def ghost(stage: Stage, piece: SeenPiece, pose: Pose, *, look: str = "plain") -> Any:
    """Return a translucent copy of a miniature at a pose, with a ring that says how it stands.

    Hang it under `Stage.overlays`. Made anew it costs about a millisecond, so it may follow a
    pointer.

    Parameters
    ----------
    stage : Stage
    piece : SeenPiece
        Its model must be on the table: KeyError otherwise.
    pose : Pose
    look : str
        ``good``: green with a solid ring. ``bad``: red with a dashed ring and a cross.
        ``plain``: its own colours with a thin ring.

    Raises
    ------
    KeyError
        For any other look.
    """
    tint = _look_colour(look)
    livery = liveries(stage.sides or (piece.side,)).get(piece.side) or liveries(())[""]
    model = stage.table.models[piece.model]
    root: Any = NodePath("ghost")
    made = _ghost_geom(stage, piece.model, livery, tint)
    body: Any = root.attachNewNode("body")
    # First its depths alone, so that no inside shows through the skin.
    depths: Any = node("depths", made)
    depths.setAttrib(ColorWriteAttrib.make(ColorWriteAttrib.COff))
    depths.setBin("fixed", 14)
    skin: Any = node("skin", made)
    skin.setTransparency(TransparencyAttrib.MAlpha)
    skin.setBin("fixed", 15)
    skin.setDepthWrite(False)
    # Equal depths do not pass in the software renderer.
    skin.setDepthOffset(1)
    for each in (depths, skin):
        each.setAttrib(ColorAttrib.makeVertex())
        each.reparentTo(body)
    body.setPosHpr(pose.x, pose.y, stage.support(pose), pose.facing, 0, 0)
    height = base_height(stage, pose)
    colour: Colour = (*(tint or palette().chosen), 255)
    dashes, width = (9, 0.15) if look == "bad" else (0, 0.15 if look == "good" else 0.09)
    base_ring(model.base, pose, colour, height, dashes=dashes, width=width).reparentTo(root)
    front = float(outline(model.base)[:, 0].max())
    arrow(pose, colour, height, start=front + 0.2, length=0.45).reparentTo(root)
    if look == "bad":
        size = float(np.clip(front * 1.6, 0.8, 2.4))
        cross((pose.x, pose.y), height, colour, size=size).reparentTo(root)
    return root


def _shell(mesh: MeshData) -> tuple[Floats, Floats, NDArray[np.int64]]:
    """Return a mesh's corners welded by place, their outward directions, and its faces."""
    _, first, back = np.unique(
        np.round(mesh.vertices, 3), axis=0, return_index=True, return_inverse=True
    )
    vertices = mesh.vertices[first]
    faces = back.reshape(-1)[mesh.faces]
    corners = vertices[faces]
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    total = np.zeros_like(vertices)
    for corner in range(3):
        np.add.at(total, faces[:, corner], normal)
    length = np.linalg.norm(total, axis=1, keepdims=True)
    return vertices, total / np.maximum(length, 1e-12), faces


def outline_piece(stage: Stage, terrain_id: str, colour: Colour) -> Any:
    """Outline a terrain piece and tint it, until `tint_off`: this one is in the way.

    The outline is a slightly larger hull of the piece of which only the far side is drawn, so it
    shows from everywhere. A roof that is lifted has none.

    Parameters
    ----------
    stage : Stage
    terrain_id : str
        KeyError for a piece that the table does not know.
    colour : Colour
        Outlining a piece again changes its colour.

    Returns
    -------
    NodePath
        The outline, which hangs under the piece already.
    """
    holder = stage.pieces[terrain_id]
    tint_off(stage, terrain_id)

    lifted = stage.roofs.is_lifted(terrain_id)

    def make() -> tuple[Floats, NDArray[np.int64]]:
        body = stage.table.terrain[terrain_id].picture
        vertices, away, faces = _shell(without_roof(body) if lifted else body)
        return vertices + away * _OUTLINE_IN, faces

    vertices, faces = stage.keep(("shell", terrain_id, lifted), make)
    shades = np.tile(np.array(colour, float), (len(vertices), 1))
    flat: Surface = flat_surface(vertices, shades, faces)
    made: Any = node(_OUTLINE, geom(flat))
    made.setAttrib(ColorAttrib.makeVertex())
    made.setAttrib(CullFaceAttrib.make(CullFaceAttrib.MCullCounterClockwise))
    made.setTextureOff(2)
    made.setColorScaleOff(1)
    made.setLightOff(1)
    if colour[3] < 255:
        made.setTransparency(TransparencyAttrib.MAlpha)
    made.reparentTo(holder)
    strong = np.array(colour[:3]) / 255.0
    mixed = 0.72 + 0.34 * strong
    holder.setColorScale(float(mixed[0]), float(mixed[1]), float(mixed[2]), 1.0)
    return made


def tint_off(stage: Stage, terrain_id: str) -> None:
    """Take outline and tint off a piece; one that has none stays as it is."""
    holder = stage.pieces[terrain_id]
    for old in holder.findAllMatches(_OUTLINE):
        old.removeNode()
    holder.clearColorScale()
