"""The tray where dice are thrown and chips are laid: a small scene with a camera of its own.

Show it in a corner of a window as a display region over the table: the region looks through
`Tray.camera`. The tray only shows what was rolled; it decides nothing.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d.core import (
    Camera,
    ColorAttrib,
    GeomNode,
    LPoint3,
    NodePath,
    PerspectiveLens,
    TransparencyAttrib,
)

from sim.view import textures
from sim.view.dice import art
from sim.view.dice.art import Body
from sim.view.dice.solids import DICE, solid
from sim.view.dice.tumble import AREA_IN, CHIP_IN, Poses, chip_poses, duration, tumble
from sim.view.geoms import Surface, geom, merged, node
from sim.view.palette import palette
from sim.view.tone import SUN, lit, shade, to_linear

__all__ = ["BONE", "Tray"]

Floats = NDArray[np.float64]
Rgb = tuple[int, int, int]

#: Colour of dice and chips that are given none.
BONE: Rgb = (236, 228, 206)
_CHIP: Rgb = (196, 182, 148)
#: Width and height of the wooden rim, inches.
_RIM_IN, _RIM_HIGH_IN = 0.5, 0.75
#: Where the camera stands: degrees over the floor, and its vertical opening.
_RISE_DEG, _OPENING_DEG = 68.0, 26.0
_Key = tuple[str, int, str, Rgb]


class Tray:
    """A tray with its camera.

    Attributes
    ----------
    node : NodePath
        Root of the scene.
    camera : NodePath
        A camera that holds the whole tray in view; see `fit`.
    shown : tuple of int or str
        What was thrown or drawn last: faces or names.
    """

    def __init__(self) -> None:
        self.node: Any = NodePath("tray")
        self.node.setLightOff(1)
        _floor().reparentTo(self.node)
        self._things: Any = self.node.attachNewNode("things")
        self._lens = PerspectiveLens()
        self.camera: Any = self.node.attachNewNode(Camera("tray", self._lens))
        self.shown: tuple[int | str, ...] = ()
        self._sides: tuple[int, ...] = ()
        self._colours: tuple[Rgb, ...] = ()
        self._seed = 0
        self._seconds = self._ends = 0.0
        self._marked: tuple[int, ...] = ()
        self._nodes: dict[_Key, Any] = {}
        self.fit(1.5)

    def fit(self, aspect: float) -> None:
        """Hold the whole tray in view in a region so many times as wide as it is high."""
        wide, deep = AREA_IN[0] + 2 * _RIM_IN, AREA_IN[1] + 2 * _RIM_IN
        rise = np.radians(_RISE_DEG)
        half = np.tan(np.radians(_OPENING_DEG / 2))
        tall = (deep * np.sin(rise) + 1.2) / 2
        # The near edge is nearer than the middle, so it looks wider.
        away = max(tall / half, wide / 2 / (half * aspect)) + deep / 2 * np.cos(rise)
        across = 2 * np.degrees(np.arctan(half * aspect))
        self._lens.setFov(float(across), _OPENING_DEG)
        self._lens.setNearFar(float(away) - 6.0, float(away) + 6.0)
        self.camera.setPos(0.0, -float(np.cos(rise) * away), float(np.sin(rise) * away))
        self.camera.lookAt(LPoint3(0.0, -0.1, 0.0))

    def throw(
        self,
        faces: Sequence[int],
        sides: int | Sequence[int] = 6,
        *,
        colours: Rgb | Sequence[Rgb] = BONE,
        seed: int = 0,
    ) -> None:
        """Throw dice that will show these faces; what lay on the tray is taken away.

        Parameters
        ----------
        faces : sequence of int
        sides : int or sequence of int
            Of all dice, or of each: keys of `DICE` (4, 6, 8, 10, 12, 20); KeyError for any other.
            A ten-sided die shows 1 to 10.
        colours : Rgb or sequence of Rgb
            Of all dice, or of each.
        seed : int
            Says how they fly: another seed, another throw with the same end.

        Raises
        ------
        ValueError
            When a die has no such face.
        """
        count = len(faces)
        each = (sides,) * count if isinstance(sides, int) else tuple(sides)
        for face, kind in zip(faces, each, strict=True):
            if kind not in DICE:
                raise KeyError(kind)
            if not 1 <= face <= kind:
                raise ValueError("a die has no such face")
        self._begin(tuple(faces), each, _each_colour(colours, count), seed)
        self._ends = duration(faces, each, seed)
        self._draw()

    def draw(
        self, names: Sequence[str], *, colours: Rgb | Sequence[Rgb] = _CHIP, seed: int = 0
    ) -> None:
        """Draw chips from the bag and lay them out; what lay on the tray is taken away.

        Parameters
        ----------
        names : sequence of str
            What is written on each.
        colours : Rgb or sequence of Rgb
        seed : int
        """
        self._begin(tuple(names), (), _each_colour(colours, len(names)), seed)
        self._ends = chip_poses(len(names), seed, 0.0)[1]
        self._draw()

    def mark(self, which: Sequence[int]) -> None:
        """Put a ring round dice or chips by their place in the throw: these count."""
        self._marked = tuple(index for index in which if 0 <= index < len(self.shown))
        self._draw()

    def advance(self, seconds: float) -> None:
        """Let so much time pass."""
        if self.is_still:
            return
        self._seconds = min(self._seconds + max(0.0, seconds), self._ends)
        self._draw()

    def skip(self) -> None:
        """Let everything lie where it will come to lie."""
        self.advance(self._ends)

    def clear(self) -> None:
        """Take everything off the tray."""
        self._begin((), (), (), 0)
        self._ends = 0.0
        self._draw()

    @property
    def is_still(self) -> bool:
        """Whether nothing moves."""
        return self._seconds >= self._ends

    @property
    def seconds_left(self) -> float:
        """How long it takes until nothing moves any more."""
        return max(0.0, self._ends - self._seconds)

    def poses(self) -> Poses:
        """Return where the dice or chips are now."""
        if self._sides:
            faces = [int(face) for face in self.shown]
            return tumble(faces, self._sides, self._seed, self._seconds)
        return chip_poses(len(self.shown), self._seed, self._seconds)[0]

    def _begin(
        self,
        shown: tuple[int | str, ...],
        sides: tuple[int, ...],
        colours: tuple[Rgb, ...],
        seed: int,
    ) -> None:
        self.shown, self._sides, self._colours, self._seed = shown, sides, colours, seed
        self._seconds, self._marked = 0.0, ()

    def _draw(self) -> None:
        """Build the dice where they are: a few hundred triangles, lit anew as they turn."""
        poses = self.poses()
        groups: dict[_Key, list[Surface]] = {}
        for index, name in enumerate(self.shown):
            colour = self._colours[index]
            if self._sides:
                key: _Key = ("die", self._sides[index], "", colour)
                body = art.die_body(self._sides[index])
            else:
                key, body = ("chip", 0, str(name), colour), art.chip_body()
            moved = _moved(body, poses.places[index], poses.turns[index], poses.scale)
            groups.setdefault(key, []).append(moved)
        for gone in [key for key in self._nodes if key not in groups]:
            self._nodes.pop(gone).removeNode()
        for key, parts in groups.items():
            self._node_of(key).node().removeAllGeoms()
            self._nodes[key].node().addGeom(geom(merged(parts)))
        for old in self._things.findAllMatches("flat"):
            old.removeNode()
        if self.shown:
            self._flat(poses)

    def _node_of(self, key: _Key) -> Any:
        if key not in self._nodes:
            made: Any = self._things.attachNewNode(GeomNode(key[0]))
            made.setAttrib(ColorAttrib.makeVertex())
            kind, sides, name, colour = key
            picture = (
                art.die_texture(sides, colour) if kind == "die" else art.chip_texture(name, colour)
            )
            made.setTexture(picture, 1)
            self._nodes[key] = made
        return self._nodes[key]

    def _flat(self, poses: Poses) -> None:
        """Lay shadows under everything, and rings round what counts."""
        flat: Any = self._things.attachNewNode("flat")
        widths = [
            float(np.linalg.norm(solid(sides).corners[0])) * 1.12 for sides in self._sides
        ] or [CHIP_IN / 2 * 1.08] * len(self.shown)
        sizes = np.array(widths) * poses.scale
        resting = np.array([DICE[s] for s in self._sides] or [0.1] * len(self.shown)) * poses.scale
        high = np.clip(poses.places[:, 2] - resting, 0.0, None)
        middle = poses.places[:, :2] - SUN[:2] / SUN[2] * poses.places[:, 2:] * 0.55
        strength = 245.0 / (1.0 + 0.9 * high)
        shadows = _cards(middle, sizes * (1.3 + 0.35 * high), strength, (8, 12, 8), 0.012)
        _decal(shadows, _blob(), 5).reparentTo(flat)
        if self._marked:
            chosen = list(self._marked)
            rings = _cards(
                poses.places[chosen, :2],
                sizes[chosen] * 1.3,
                np.full(len(chosen), 255.0),
                palette().good,
                0.02,
            )
            _decal(rings, _hoop(), 6).reparentTo(flat)


def _each_colour(colours: Rgb | Sequence[Rgb], count: int) -> tuple[Rgb, ...]:
    if colours and isinstance(colours[0], int):
        return (tuple(colours),) * count  # pyright: ignore[reportReturnType]
    each = tuple(colours)
    if len(each) != count:
        raise ValueError("one colour for each, or one for all")
    return each  # pyright: ignore[reportReturnType]


def _moved(body: Body, place: Floats, turn: Floats, scale: float) -> Surface:
    """Return a body where it is, under the tray's light."""
    normals = body.normals @ turn.T
    up = normals[:, 2]
    light = lit(normals, np.ones(len(normals)), 0.55 + 0.45 * np.clip(up, -0.6, 1.0))
    colours = np.full((len(normals), 4), 255, np.uint8)
    colours[:, :3] = shade(np.full((len(normals), 3), 0.72), light)
    vertices = (body.vertices * scale) @ turn.T + place
    return Surface(vertices, normals, colours, body.uv, body.faces)


def _cards(middle: Floats, sizes: Floats, alpha: Floats, colour: Rgb, z: float) -> Surface:
    """Return square cards on the floor, half as wide as `sizes` on each side of `middle`."""
    count = len(middle)
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], float)
    flat = middle[:, None, :] + square[None] * sizes[:, None, None]
    vertices = np.concatenate([flat, np.full((count, 4, 1), z)], axis=2).reshape(-1, 3)
    colours = np.empty((count * 4, 4), np.uint8)
    colours[:, :3] = colour
    colours[:, 3] = np.repeat(np.clip(alpha, 0, 255), 4)
    uv = np.tile((square + 1) / 2, (count, 1))
    first = np.arange(count)[:, None] * 4
    faces = np.concatenate([np.add(first, (0, 1, 2)), np.add(first, (0, 2, 3))]).astype(np.int32)
    return Surface(vertices, np.tile([0.0, 0.0, 1.0], (count * 4, 1)), colours, uv, faces)


def _decal(cards: Surface, picture: Any, order: int) -> Any:
    made: Any = node("flat", geom(cards))
    made.setAttrib(ColorAttrib.makeVertex())
    made.setTexture(picture, 1)
    made.setTransparency(TransparencyAttrib.MAlpha)
    made.setDepthWrite(False)
    made.setBin("fixed", order)
    return made


def _round(alpha: Floats) -> Any:
    pixels = np.full((*alpha.shape, 4), 255, np.uint8)
    pixels[..., 3] = np.rint(255 * np.clip(alpha, 0, 1))
    return textures.panda_texture(pixels, repeat=False)


def _away(side: int) -> Floats:
    step = (np.arange(side) + 0.5) / side * 2 - 1
    return np.hypot(*np.meshgrid(step, step))


@cache
def _blob() -> Any:
    return _round(np.clip(1.15 - _away(64), 0, 1) ** 1.6 * 0.85)


@cache
def _hoop() -> Any:
    return _round(np.clip((0.1 - np.abs(_away(128) - 0.86)) * 22, 0, 1))


@cache
def _felt() -> Any:
    """Return the felt of the floor, darker along the rim that throws its shadow on it."""
    side = 256
    fine = textures.noise(side, 6, 24, 61)
    broad = textures.noise(side, 3, 3, 62)
    value = 0.78 + 0.26 * (fine - 0.5) * 2 + 0.12 * (broad - 0.5) * 2
    step = (np.arange(side) + 0.5) / side
    inches = np.minimum(step, 1 - step)
    x, y = inches * AREA_IN[0], inches * AREA_IN[1]
    near = np.minimum(x[None, :], y[:, None])
    # The sun stands at the left and to the front: those rims shade the felt.
    left, front = step[None, :] * AREA_IN[0], (1 - step)[:, None] * AREA_IN[1]
    sunny = np.clip(np.minimum(left / 0.55, front / 0.42), 0, 1)
    value = value * (0.62 + 0.38 * np.clip(near / 0.9, 0, 1)) * (0.72 + 0.28 * sunny)
    colour = np.array([38, 84, 62]) * value[..., None]
    return textures.panda_texture(np.clip(np.rint(colour), 0, 255).astype(np.uint8), repeat=False)


def _floor() -> Any:
    """Return the tray: a floor of felt in a wooden rim."""
    root: Any = NodePath("floor")
    x, y = AREA_IN[0] / 2, AREA_IN[1] / 2
    corners = np.array([(-x, -y, 0), (x, -y, 0), (x, y, 0), (-x, y, 0)], float)
    uv = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], float)
    white = np.full((4, 4), 255, np.uint8)
    faces = np.array([(0, 1, 2), (0, 2, 3)], np.int32)
    ups = np.tile([0.0, 0.0, 1.0], (4, 1))
    felt: Any = node("felt", geom(Surface(corners, ups, white, uv, faces)))
    felt.setTexture(_felt(), 1)
    # Nothing lies under the felt, and the software renderer's depths are coarse.
    felt.setBin("background", 5)
    felt.setDepthWrite(False)
    rim: Any = node("rim", geom(merged(_rim())))
    rim.setTexture(textures.panda_texture(textures.wood()), 1)
    for each in (felt, rim):
        each.setAttrib(ColorAttrib.makeVertex())
        each.reparentTo(root)
    return root


def _rim() -> list[Surface]:
    """Return the four mitred boards of the rim."""
    x, y, wide, high = AREA_IN[0] / 2, AREA_IN[1] / 2, _RIM_IN, _RIM_HIGH_IN
    profile = [(0.0, 0.0), (0.06, high - 0.1), (0.16, high), (wide - 0.1, high)]
    profile += [(wide, high - 0.1), (wide, -0.4)]
    inner = np.array([(-x, -y), (x, -y), (x, y), (-x, y)])
    away = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], float)
    parts: list[Surface] = []
    for side in range(4):
        a, b = side, (side + 1) % 4
        for (d0, z0), (d1, z1) in itertools.pairwise(profile):
            quad = np.array(
                [
                    (*(inner[a] + away[a] * d0), z0),
                    (*(inner[a] + away[a] * d1), z1),
                    (*(inner[b] + away[b] * d1), z1),
                    (*(inner[b] + away[b] * d0), z0),
                ]
            )
            normal = np.cross(quad[1] - quad[0], quad[2] - quad[0])
            normals = np.tile(normal / np.linalg.norm(normal), (4, 1))
            length = float(np.linalg.norm(inner[b] - inner[a]))
            uv = np.array([(0, d0), (0, d1 + z1), (length, d1 + z1), (length, d0)]) / 5.0
            light = lit(normals, np.ones(4), np.full(4, 0.8))
            colours = np.full((4, 4), 255, np.uint8)
            colours[:, :3] = shade(to_linear(np.full((4, 3), 225, np.uint8)), light)
            faces = np.array([(0, 1, 2), (0, 2, 3)], np.int32)
            parts.append(Surface(quad, normals, colours, uv, faces))
    return parts
