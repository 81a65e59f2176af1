"""Miniatures as they stand: livery, baked light, shadow, rim and marks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d.core import ColorAttrib, NodePath, TransparencyAttrib

from sim.engine.observed import SeenPiece
from sim.geometry.mesh_data import MeshData
from sim.geometry.pose import Pose
from sim.geometry.rays import Placed, SolidSet
from sim.table.pieces import Model, Table
from sim.view import rims
from sim.view.bake import Light, ground_plane, table_light
from sim.view.cache import digest_of, kept
from sim.view.geoms import Surface, geom, node, recoloured, surface
from sim.view.ground import enlarged
from sim.view.lighter import Lighter, lighter
from sim.view.livery import Livery, tinted
from sim.view.lod import near_and_far
from sim.view.relief import Relief
from sim.view.textures import panda_texture
from sim.view.tone import SUN, lit, shade, to_linear

__all__ = ["Figures", "Form", "is_vehicle"]

Floats = NDArray[np.float64]

#: Pixels along a shadow's side, for figures and for what is larger.
_SHADOW_PIXELS, _LARGE_PIXELS, _LARGE_IN = 64, 128, 5.0
_SHADOW_LIFT_IN = 0.02
#: Size of the cells that far copies of miniatures are gathered in, inches.
FAR_CELL_IN = 0.08
_SHADOW_CELLS = 8
#: On a slope the flat shadow would turn black under the high side of a base.
_DARKEST = 0.66


def is_vehicle(model: Model) -> bool:
    """Return whether a model has a hull: its facing matters and is marked."""
    return any(part.name == "hull" for part in model.body.parts)


@dataclass(frozen=True, eq=False)
class Form:
    """What all miniatures of a type share: shape, open sky at its vertices, what shades it."""

    model: Model
    surface: Surface
    sky: Floats
    geometry: Any
    far: Lighter
    far_geometry: Any
    solid: SolidSet
    light: Light


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
        self.table, self.relief = table, relief
        self.plain = False
        self._light: Light | None = None
        self._forms: dict[str, Form] = {}
        self._bodies: dict[str, Form] = {}
        self._rims: dict[tuple[str, Livery], Any] = {}

    @property
    def light(self) -> Light:
        """The light over the terrain, built when first needed."""
        if self._light is None:
            self._light = table_light(self.table)
        return self._light

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

    def build(self, piece: SeenPiece, z: float, livery: Livery) -> Any:
        """Return the node of a miniature at its place, with rim, marks and shadow.

        Parameters
        ----------
        piece : SeenPiece
        z : float
            Height of what it stands on, inches.
        livery : Livery
        """
        form = self.form(piece.model)
        root = NodePath(piece.id)
        if self.plain:
            colours = _plain_colours(form, livery)
        else:
            colours = self._colours(form, piece.pose, z, livery)
        near = recoloured(form.geometry, colours)
        far = recoloured(form.far_geometry, form.far.colours(colours))
        body = near_and_far("body", near, far, form.surface.vertices).path
        body.setAttrib(ColorAttrib.makeVertex())
        body.reparentTo(root)
        self._marks(form.model, piece, livery).reparentTo(root)
        if not self.plain:
            self._shadow(form, piece.pose, z).reparentTo(root)
        root.setPosHpr(piece.pose.x, piece.pose.y, z, piece.pose.facing, 0, 0)
        return root

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

    def _colours(self, form: Form, pose: Pose, z: float, livery: Livery) -> NDArray[np.uint8]:
        """Return the lit livery of a miniature where it stands."""
        points = Placed("", form.solid, pose, z).to_table(form.surface.vertices)
        normals = _turned(form.surface.normals, pose.facing)
        towards = _turned(SUN[None, :], -pose.facing)[0]
        sun = form.light.sun(form.surface.vertices, form.surface.normals, 3, towards)
        falling = np.nonzero(sun > 0)[0]
        sun[falling] *= self.light.sun(points[falling], normals[falling], 2)
        above = np.array([[pose.x, pose.y, z + form.model.height_in * 0.6]])
        roof = float(self.light.sky(above, np.array([[0.0, 0.0, 1.0]]), 24)[0])
        light = lit(normals, sun, form.sky * (0.35 + 0.65 * roof))
        painted = tinted(form.surface.colours, livery.cloth)
        painted[:, :3] = shade(to_linear(painted[:, :3]), light * 1.08)
        return painted

    def _shadow(self, form: Form, pose: Pose, z: float) -> Any:
        """Return the soft shadow of a miniature, draped over the ground round it.

        Returned in the frame of the miniature's node, so that it travels along when it moves.
        """
        low, high = form.model.body.bounds
        away = -SUN[:2] / SUN[2] * float(high[2])
        reach = float(np.abs([low[:2], high[:2]]).max()) + 0.5
        local = _turned(np.array([[away[0], away[1], 0.0]]), -pose.facing)[0, :2]
        lower = np.minimum(-reach, local - reach)
        upper = np.maximum(reach, local + reach)
        shade_of = self._shadow_alpha(form, pose, z, lower, upper)
        pixels = np.zeros((*shade_of.shape, 4), np.uint8)
        pixels[..., 3] = np.rint(255 * shade_of)
        return self._decal(pixels, (lower, upper), pose, z)

    def _shadow_alpha(
        self, form: Form, pose: Pose, z: float, lower: Floats, upper: Floats
    ) -> Floats:
        """Return how dark the shadow is over a rectangle of the model's frame, top row first."""
        large = float((upper - lower).max()) > _LARGE_IN
        side = _LARGE_PIXELS if large else _SHADOW_PIXELS
        share = (np.arange(side) + 0.5) / side
        x = lower[0] + share * (upper[0] - lower[0])
        y = upper[1] - share * (upper[1] - lower[1])
        flat = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        points = np.column_stack([flat, np.full(len(flat), 0.004)])
        up = np.tile([0.0, 0.0, 1.0], (len(points), 1))
        sun = form.light.sun(points, up, 5, _turned(SUN[None, :], -pose.facing)[0])
        # The sky's share changes slowly: half as many points along each side do.
        few = points.reshape(side // 2, 2, side // 2, 2, 3).mean(axis=(1, 3)).reshape(-1, 3)
        coarse = form.light.sky(few, up[: len(few)], 12, 2.5).reshape(side // 2, side // 2)
        sky = np.clip(enlarged(coarse, (side, side)).reshape(-1), 0.0, 1.0)
        placed = Placed("", form.solid, pose, z)
        shaded = np.nonzero(sun < 1.0)[0]
        before = np.ones(len(points))
        before[shaded] = self.light.sun(placed.to_table(points[shaded]), up[shaded], 3)
        albedo = np.full((len(points), 3), 0.12)
        bright = shade(albedo, lit(up, before, np.ones(len(points)))).astype(float)
        dark = shade(albedo, lit(up, before * sun, sky)).astype(float)
        alpha = 1.0 - (dark.mean(axis=1) + 1.0) / (bright.mean(axis=1) + 1.0)
        alpha = _blurred(np.clip(alpha, 0, _DARKEST).reshape(side, side))
        # The rim of the picture stays clear, so that no edge of the decal shows.
        fade = np.clip(np.minimum(np.arange(side), side - 1 - np.arange(side)) / 4.0, 0, 1)
        return alpha * np.minimum(fade[:, None], fade[None, :])

    def _decal(
        self, pixels: NDArray[np.uint8], box: tuple[Floats, Floats], pose: Pose, z: float
    ) -> Any:
        lower, upper = box
        count = _SHADOW_CELLS + 1
        u, v = np.meshgrid(np.linspace(0, 1, count), np.linspace(0, 1, count))
        uv = np.stack([u.ravel(), v.ravel()], axis=1)
        flat = lower + uv * (upper - lower)
        spread = _turned(np.column_stack([flat, np.zeros(len(flat))]), pose.facing)
        under = self.relief.height(spread[:, 0] + pose.x, spread[:, 1] + pose.y, pose.level)
        vertices = np.column_stack([flat, under - z + _SHADOW_LIFT_IN])
        column, row = np.meshgrid(np.arange(count - 1), np.arange(count - 1))
        a = (row * count + column).ravel()
        faces = np.concatenate(
            [np.stack([a, a + 1, a + count + 1], 1), np.stack([a, a + count + 1, a + count], 1)]
        ).astype(np.int32)
        colours = np.full((len(flat), 4), 255, np.uint8)
        normals = np.tile([0.0, 0.0, 1.0], (len(flat), 1))
        decal = node("shadow", geom(Surface(vertices, normals, colours, uv, faces)))
        decal.setTexture(panda_texture(pixels, repeat=False), 2)
        decal.setTransparency(TransparencyAttrib.MAlpha)
        decal.setDepthWrite(False)
        decal.setDepthOffset(1)
        decal.setBin("fixed", 5)
        return decal


def _plain_colours(form: Form, livery: Livery) -> NDArray[np.uint8]:
    colours = tinted(form.surface.colours, livery.cloth)
    colours[:, 3] = np.rint(255 * np.clip(form.sky, 0, 1))
    return colours


def _blurred(values: Floats) -> Floats:
    wide = np.pad(values, 1, mode="edge")
    across = wide[:, :-2] + 2 * wide[:, 1:-1] + wide[:, 2:]
    return (across[:-2] + 2 * across[1:-1] + across[2:]) / 16


def _turned(vectors: Floats, degrees: float) -> Floats:
    """Return vectors turned about the z axis, counter-clockwise."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    x, y = vectors[:, 0], vectors[:, 1]
    return np.stack([c * x - s * y, s * x + c * y, vectors[:, 2]], axis=1)


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
