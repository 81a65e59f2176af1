"""The light a miniature stands in: colours of its surface, and its shadow on the ground.

Nothing here touches the renderer, so it may be worked out in a thread while a frame is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.geometry.pose import Pose
from sim.geometry.rays import Placed, SolidSet
from sim.table.pieces import Model, Table
from sim.view.bake import Light, table_light
from sim.view.geoms import Surface
from sim.view.ground import enlarged
from sim.view.lighter import Lighter
from sim.view.livery import Livery, tinted
from sim.view.relief import Relief
from sim.view.tone import SUN, lit, shade, to_linear

__all__ = ["FigureLight", "Form", "Lit", "open_light", "plain_light"]

Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]

#: Pixels along a shadow's side, for figures and for what is larger.
_SHADOW_PIXELS, _LARGE_PIXELS, _LARGE_IN = 64, 128, 5.0
_SHADOW_LIFT_IN = 0.02
_SHADOW_CELLS = 8
#: On a slope the flat shadow would turn black under the high side of a base.
_DARKEST = 0.66


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


@dataclass(frozen=True, eq=False)
class Lit:
    """A miniature's light where it stands.

    Attributes
    ----------
    near, far : (n, 4) uint8 arrays
        Colours of both copies of its body.
    shadow : (pixels, Surface) or None
        The picture of its shadow with alpha, and what it is draped on, in the miniature's frame,
        so that it travels along when it moves.
    """

    near: Bytes
    far: Bytes
    shadow: tuple[Bytes, Surface] | None = None


class FigureLight:
    """Works out the light of miniatures on one table.

    Parameters
    ----------
    table : Table
    relief : Relief
        What shadows are draped on.
    """

    def __init__(self, table: Table, relief: Relief) -> None:
        self.table, self.relief = table, relief
        self._light: Light | None = None

    @property
    def light(self) -> Light:
        """The light over the terrain, built when first needed."""
        if self._light is None:
            self._light = table_light(self.table)
        return self._light

    def lit(self, form: Form, pose: Pose, z: float, livery: Livery) -> Lit:
        """Return the light of a miniature at its place, `z` the height of what it stands on."""
        near = self._colours(form, pose, z, livery)
        return Lit(near, form.far.colours(near), self._shadow(form, pose, z))

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
        return _painted(form, livery, lit(normals, sun, form.sky * (0.35 + 0.65 * roof)))

    def _shadow(self, form: Form, pose: Pose, z: float) -> tuple[Bytes, Surface]:
        """Return the soft shadow of a miniature, draped over the ground round it."""
        low, high = form.model.body.bounds
        away = -SUN[:2] / SUN[2] * float(high[2])
        reach = float(np.abs([low[:2], high[:2]]).max()) + 0.5
        local = _turned(np.array([[away[0], away[1], 0.0]]), -pose.facing)[0, :2]
        lower = np.minimum(-reach, local - reach)
        upper = np.maximum(reach, local + reach)
        shade_of = self._shadow_alpha(form, pose, z, lower, upper)
        pixels = np.zeros((*shade_of.shape, 4), np.uint8)
        pixels[..., 3] = np.rint(255 * shade_of)
        return pixels, self._draped(lower, upper, pose, z)

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

    def _draped(self, lower: Floats, upper: Floats, pose: Pose, z: float) -> Surface:
        """Return a rectangle of the miniature's frame, draped over the ground."""
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
        return Surface(vertices, normals, colours, uv, faces)


def plain_light(form: Form, livery: Livery) -> Lit:
    """Return the bare livery, the share of open sky in its alpha: for shaders that cast light."""
    near = tinted(form.surface.colours, livery.cloth)
    near[:, 3] = np.rint(255 * np.clip(form.sky, 0, 1))
    return Lit(near, form.far.colours(near))


def open_light(form: Form, livery: Livery, facing: float) -> Lit:
    """Return the light of open ground without any shadow: no ray is cast, so it is quick."""
    normals = _turned(form.surface.normals, facing)
    near = _painted(form, livery, lit(normals, np.ones(len(normals)), form.sky))
    return Lit(near, form.far.colours(near))


def _painted(form: Form, livery: Livery, light: Floats) -> Bytes:
    painted = tinted(form.surface.colours, livery.cloth)
    painted[:, :3] = shade(to_linear(painted[:, :3]), light * 1.08)
    return painted


def _blurred(values: Floats) -> Floats:
    wide = np.pad(values, 1, mode="edge")
    across = wide[:, :-2] + 2 * wide[:, 1:-1] + wide[:, 2:]
    return (across[:-2] + 2 * across[1:-1] + across[2:]) / 16


def _turned(vectors: Floats, degrees: float) -> Floats:
    """Return vectors turned about the z axis, counter-clockwise."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    x, y = vectors[:, 0], vectors[:, 1]
    return np.stack([c * x - s * y, s * x + c * y, vectors[:, 2]], axis=1)
