"""Ribbons, rings, arcs and sight-line tubes: smooth on every pipe, draped over the ground.

A ribbon is four vertices across with clear outer edges: that smooths it without multisampling.
Colour is never the only carrier: a clear line is solid, an obscured one dashed, a blocked one
dotted.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d.core import ColorAttrib, NodePath, TransparencyAttrib

from sim.view.geoms import Surface, geom, merged, node
from sim.view.palette import palette

__all__ = [
    "BLOCKED",
    "CLEAR",
    "LIFT_IN",
    "OBSCURED",
    "Colour",
    "Height",
    "LineLook",
    "flat_surface",
    "line_look",
    "path",
    "plain_node",
    "ribbon",
    "ring",
    "sight_line",
    "tube",
    "wedge",
]

Floats = NDArray[np.float64]
Height = Callable[[Floats, Floats], Floats]
Colour = tuple[int, int, int, int]

LIFT_IN = 0.06


@dataclass(frozen=True)
class LineLook:
    """How a sight line is drawn: colour, and lengths of dash and gap (0 gap: solid)."""

    colour: Colour
    dash: float = 0.0
    gap: float = 0.0
    radius: float = 0.05


CLEAR = LineLook((70, 214, 92, 255))
OBSCURED = LineLook((246, 188, 44, 255), 0.75, 0.4)
BLOCKED = LineLook((236, 62, 50, 255), 0.2, 0.32)


def line_look(state: str) -> LineLook:
    """Return the look of a sight line in the palette in use.

    Parameters
    ----------
    state : str
        ``clear``, ``obscured`` or ``blocked``: KeyError for any other. The dashes are the same
        in every palette.
    """
    used = palette()
    dashes = {
        "clear": (CLEAR, used.clear),
        "obscured": (OBSCURED, used.obscured),
        "blocked": (BLOCKED, used.blocked),
    }
    look, colour = dashes[state]
    return replace(look, colour=(*colour, 255))


def plain_node(surface: Surface, *, order: int = 10) -> Any:
    """Return the node of an overlay: its own colours, blended, not written to the depths.

    Parameters
    ----------
    surface : Surface
    order : int
        Overlays of a higher order are drawn over those of a lower one.
    """
    made = node("overlay", geom(surface))
    made.setAttrib(ColorAttrib.makeVertex())
    made.setTransparency(TransparencyAttrib.MAlpha)
    made.setDepthWrite(False)
    made.setTwoSided(True)
    made.setLightOff(1)
    made.setTextureOff(1)
    made.setBin("fixed", order)
    return made


def flat_surface(vertices: Floats, colours: Floats, faces: NDArray[Any]) -> Surface:
    """Return a surface of an overlay: ``(n, 3)`` vertices with ``(n, 4)`` colours, 0..255."""
    normals = np.tile([0.0, 0.0, 1.0], (len(vertices), 1))
    painted = np.clip(np.rint(colours), 0, 255).astype(np.uint8)
    uv = np.zeros((len(vertices), 2))
    return Surface(vertices, normals, painted, uv, faces.astype(np.int32))


def ribbon(
    points: Floats, across: Floats, colour: NDArray[Any], height: Height, *, closed: bool
) -> Callable[[float], Surface]:
    """Return a maker of a ribbon of a width: ``points`` and unit ``across`` are ``(n, 2)``."""

    def made(width: float) -> Surface:
        offsets = np.array([-0.5, -0.32, 0.32, 0.5]) * width
        flat = points[:, None, :] + across[:, None, :] * offsets[None, :, None]
        z = height(flat[..., 0], flat[..., 1]) + LIFT_IN
        vertices = np.dstack([flat, z]).reshape(-1, 3)
        shades = np.repeat(np.atleast_2d(colour).astype(float), 4, axis=0)
        shades = np.broadcast_to(shades, (len(vertices), 4)).copy() if len(shades) == 4 else shades
        shades[:, 3] *= np.tile([0.0, 1.0, 1.0, 0.0], len(points))
        here = np.arange(len(points) if closed else len(points) - 1)
        there = (here + 1) % len(points)
        faces: list[NDArray[Any]] = []
        for lane in range(3):
            a, b = here * 4 + lane, there * 4 + lane
            faces += [np.stack([a, b, a + 1], axis=1), np.stack([a + 1, b, b + 1], axis=1)]
        return flat_surface(vertices, shades, np.concatenate(faces))

    return made


def ring(
    centre: tuple[float, float],
    radius: float,
    colour: Colour,
    height: Height,
    *,
    width: float = 0.14,
    dashes: int = 0,
) -> Any:
    """Return a ring on the ground.

    Parameters
    ----------
    centre : (x, y)
    radius, width : float
        Inches.
    colour : Colour
    height : callable
        Height of the ground under plan points (`Relief.height`).
    dashes : int
        Number of dashes round the ring; 0 for a solid one.
    """
    count = max(64, int(radius * 2 * np.pi / 0.15))
    turn = np.arange(count) * 2 * np.pi / count
    away = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    shades = np.tile(np.array(colour, float), (count, 1))
    if dashes:
        shades[:, 3] *= (np.arange(count) * dashes * 2 // count) % 2 == 0
    made = ribbon(np.asarray(centre) + away * radius, away, shades, height, closed=True)
    return plain_node(made(width))


def path(
    points: Sequence[tuple[float, float]], colour: Colour, height: Height, *, width: float = 0.16
) -> Any:
    """Return a ribbon along straight legs on the ground; fewer than two points give nothing."""
    corners = np.asarray(points, float).reshape(-1, 2)
    legs: list[Floats] = []
    for a, b in itertools.pairwise(corners):
        steps = max(2, int(np.linalg.norm(b - a) / 0.2))
        legs.append(a + (b - a) * np.linspace(0, 1, steps, endpoint=False)[:, None])
    if not legs:
        return NodePath("overlay")
    line = np.concatenate([*legs, corners[-1:]])
    along = np.gradient(line, axis=0)
    along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9)
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    shades = np.tile(np.array(colour, float), (len(line), 1))
    return plain_node(ribbon(line, across, shades, height, closed=False)(width))


def wedge(
    origin: tuple[float, float, float],
    half_width_deg: float,
    reach: tuple[float, float],
    colour: Colour,
    height: Height,
) -> Any:
    """Return a filled arc on the ground, growing stronger outwards, with an edge.

    Parameters
    ----------
    origin : (x, y, bearing)
        Apex in inches, and the axis in degrees counter-clockwise from +x.
    half_width_deg : float
    reach : (nearest, farthest)
        Inches from the apex.
    colour : Colour
        Its alpha is that of the edge; the fill has a third of it.
    height : callable
    """
    x, y, bearing = origin
    low, high = np.radians(bearing - half_width_deg), np.radians(bearing + half_width_deg)
    columns = max(8, int((high - low) / np.radians(2)))
    rows = max(6, int((reach[1] - reach[0]) / 0.4))
    angle, away = np.meshgrid(np.linspace(low, high, columns + 1), np.linspace(*reach, rows + 1))
    px, py = x + np.cos(angle) * away, y + np.sin(angle) * away
    vertices = np.dstack([px, py, height(px, py) + LIFT_IN - 0.01]).reshape(-1, 3)
    shades = np.tile(np.array(colour, float), (len(vertices), 1))
    shades[:, 3] *= (0.16 + 0.2 * (away - reach[0]) / (reach[1] - reach[0])).ravel()
    row, column = np.meshgrid(np.arange(rows), np.arange(columns), indexing="ij")
    a = (row * (columns + 1) + column).ravel()
    step = columns + 1
    faces = np.concatenate(
        [np.stack([a, a + 1, a + step], 1), np.stack([a + 1, a + step + 1, a + step], 1)]
    )
    root = NodePath("wedge")
    plain_node(flat_surface(vertices, shades, faces), order=9).reparentTo(root)
    arc = np.linspace(low, high, columns * 2)
    edge = [(x + np.cos(t) * reach[1], y + np.sin(t) * reach[1]) for t in arc]
    start = [(x + np.cos(t) * reach[0], y + np.sin(t) * reach[0]) for t in (low, high)]
    path([start[0], *edge, start[1]], colour, height, width=0.1).reparentTo(root)
    return root


def tube(start: Sequence[float], end: Sequence[float], look: LineLook, *, sides: int = 10) -> Any:
    """Return a round tube between two points in space, dashed as its look says.

    A tube of no length gives nothing.
    """
    a, b = np.asarray(start, float), np.asarray(end, float)
    length = float(np.linalg.norm(b - a))
    if length < 1e-6:
        return NodePath("overlay")
    along = (b - a) / length
    side = np.cross(along, [0.0, 0.0, 1.0] if abs(along[2]) < 0.9 else [1.0, 0.0, 0.0])
    side /= np.linalg.norm(side)
    up = np.cross(side, along)
    turn = np.arange(sides) * 2 * np.pi / sides
    circle = np.cos(turn)[:, None] * side + np.sin(turn)[:, None] * up
    shine = np.clip(0.72 + 0.34 * circle[:, 2], 0, 1.1)[:, None]
    shades = np.column_stack([np.array(look.colour[:3]) * shine, np.full(sides, look.colour[3])])
    index = np.arange(sides)
    after = (index + 1) % sides
    faces = np.concatenate(
        [
            np.stack([index, after, index + sides], 1),
            np.stack([after, after + sides, index + sides], 1),
        ]
    )
    parts: list[Surface] = []
    for low, high in _stretches(length, look):
        ends = [a + along * place + circle * look.radius for place in (low, high)]
        parts.append(flat_surface(np.concatenate(ends), np.concatenate([shades, shades]), faces))
    made = plain_node(merged(parts), order=12)
    made.setDepthWrite(True)
    return made


def _stretches(length: float, look: LineLook) -> list[tuple[float, float]]:
    if look.gap <= 0.0:
        return [(0.0, length)]
    starts = np.arange(0.0, length, look.dash + look.gap)
    return [(float(s), float(min(length, s + look.dash))) for s in starts]


def sight_line(
    start: Sequence[float],
    end: Sequence[float],
    look: LineLook,
    *,
    stop: Sequence[float] | None = None,
) -> Any:
    """Return a sight line; with `stop` it goes on faintly behind the point that stops it."""
    root = NodePath("sight")
    if stop is None:
        tube(start, end, look).reparentTo(root)
        return root
    tube(start, stop, look).reparentTo(root)
    faint = LineLook((*look.colour[:3], 70), look.dash, look.gap * 2 + 0.2, look.radius * 0.6)
    tube(stop, end, faint).reparentTo(root)
    return root
