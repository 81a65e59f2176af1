"""Miniatures as they stand: body in its livery and light, shadow, rim and marks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d.core import ColorAttrib, NodePath, TransparencyAttrib

from sim.engine.observed import SeenPiece
from sim.geometry.mesh_data import MeshData
from sim.geometry.rays import SolidSet
from sim.table.pieces import Model, Table
from sim.view import rims
from sim.view.bake import Light, ground_plane
from sim.view.cache import digest_of, kept
from sim.view.figure_light import FigureLight, Form, Lit, open_light, plain_light
from sim.view.geoms import Surface, geom, node, recoloured, surface
from sim.view.lighter import lighter
from sim.view.livery import Livery
from sim.view.lod import near_and_far
from sim.view.relief import Relief
from sim.view.textures import panda_texture

__all__ = ["Figures", "Form", "is_vehicle"]

#: Size of the cells that far copies of miniatures are gathered in, inches.
FAR_CELL_IN = 0.08


def is_vehicle(model: Model) -> bool:
    """Return whether a model has a hull: its facing matters and is marked."""
    return any(part.name == "hull" for part in model.body.parts)


class Figures:
    """Makes nodes for miniatures on one table.

    Parameters
    ----------
    table : Table
    relief : Relief
        What shadows are draped on.

    Attributes
    ----------
    plain : bool
        Build without baked light and shadow, the share of open sky in the alpha of the colours.
    """

    def __init__(self, table: Table, relief: Relief) -> None:
        self.table = table
        self.plain = False
        self._light = FigureLight(table, relief)
        self._forms: dict[str, Form] = {}
        self._bodies: dict[str, Form] = {}
        self._rims: dict[tuple[str, Livery], Any] = {}
        self._open: dict[tuple[str, Livery, float, bool], tuple[Any, Any]] = {}

    def form(self, model_id: str) -> Form:
        """Return what miniatures of a model share."""
        if model_id not in self._forms:
            self._forms[model_id] = self._formed(self.table.models[model_id])
        return self._forms[model_id]

    def _formed(self, model: Model) -> Form:
        """Return a model's form: the shape of another one where both have the same body."""
        body = model.body
        key = digest_of(body.vertices, body.faces, body.colours, body.uv)
        if key in self._bodies:
            return replace(self._bodies[key], model=model)
        self._bodies[key] = _form(model)
        return self._bodies[key]

    def light(self, piece: SeenPiece, z: float, livery: Livery) -> Lit:
        """Return the light of a miniature at its place; it may be asked in a thread.

        Parameters
        ----------
        piece : SeenPiece
            Of a model whose form was asked for before.
        z : float
            Height of what it stands on, inches.
        livery : Livery
        """
        form = self._forms[piece.model]
        if self.plain:
            return plain_light(form, livery)
        return self._light.lit(form, piece.pose, z, livery)

    def build(self, piece: SeenPiece, z: float, livery: Livery, lit: Lit | None = None) -> Any:
        """Return the node of a miniature at its place, with rim, marks and shadow.

        Parameters
        ----------
        piece : SeenPiece
        z : float
            Height of what it stands on, inches.
        livery : Livery
        lit : Lit, optional
            Its light (`light`); without it the miniature stands in open light and has no shadow,
            which is quick to build.
        """
        form = self.form(piece.model)
        root = NodePath(piece.id)
        if lit is None:
            near, far = self._in_the_open(form, livery, piece.pose.facing)
        else:
            near = recoloured(form.geometry, lit.near)
            far = recoloured(form.far_geometry, lit.far)
        body = near_and_far("body", near, far, form.surface.vertices).path
        body.setAttrib(ColorAttrib.makeVertex())
        body.reparentTo(root)
        self._marks(form.model, piece, livery).reparentTo(root)
        if lit is not None and lit.shadow is not None:
            _decal(*lit.shadow).reparentTo(root)
        root.setPosHpr(piece.pose.x, piece.pose.y, z, piece.pose.facing, 0, 0)
        return root

    def _in_the_open(self, form: Form, livery: Livery, facing: float) -> tuple[Any, Any]:
        """Return both copies of a body in open light: one for all that face the same way."""
        key = (form.model.id, livery, facing, self.plain)
        if key not in self._open:
            lit = plain_light(form, livery) if self.plain else open_light(form, livery, facing)
            near = recoloured(form.geometry, lit.near)
            self._open[key] = (near, recoloured(form.far_geometry, lit.far))
        return self._open[key]

    def _marks(self, model: Model, piece: SeenPiece, livery: Livery) -> Any:
        marks = NodePath("marks")
        key = (model.id, livery)
        if key not in self._rims:
            self._rims[key] = geom(rims.rim(model.base, livery))
        node("rim", self._rims[key]).reparentTo(marks)
        if is_vehicle(model):
            node("facing", geom(rims.arrow(model.base, livery))).reparentTo(marks)
        elif piece.leads:
            node("leader", geom(rims.diamond(model.height_in))).reparentTo(marks)
        marks.setAttrib(ColorAttrib.makeVertex())
        marks.setTextureOff(1)
        # Marks are painted, not lit: they must be found in any shade.
        marks.setShaderOff(10)
        marks.setLightOff(10)
        return marks


def _decal(pixels: NDArray[np.uint8], draped: Surface) -> Any:
    """Return the node of a shadow."""
    decal = node("shadow", geom(draped))
    decal.setTexture(panda_texture(pixels, repeat=False), 2)
    decal.setTransparency(TransparencyAttrib.MAlpha)
    decal.setDepthWrite(False)
    decal.setDepthOffset(1)
    decal.setBin("fixed", 5)
    return decal


def _form(model: Model) -> Form:
    base = surface(model.body)
    solid = SolidSet({model.id: model.body})

    def arrays() -> dict[str, NDArray[Any]]:
        floor: MeshData = ground_plane(8.0, 8.0, 12.0)
        standing = Light({"body": model.body, "floor": floor})
        return {"sky": standing.sky(base.vertices, base.normals, 24, 2.0)}

    sky = kept("figure", digest_of(base.vertices, base.faces), arrays)["sky"]
    far = lighter(base, FAR_CELL_IN)
    return Form(model, base, sky, geom(base), far, geom(far.surface), solid, Light(solid))
