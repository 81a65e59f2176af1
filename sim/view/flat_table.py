"""The table as a map: flat ground with an inch grid, terrain as patterned outlines, unit symbols.

It lies in the same scene as the stage; the main camera sees one or the other. Overlays stay: they
are drawn over it as over the stage.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d.core import NodePath, TextureStage

from sim.engine.observed import SeenPiece
from sim.geometry.meshes.footprints import footprint_area
from sim.table.pieces import Table, Terrain
from sim.view.flat_patterns import PATTERN_IN, pattern_texture, terrain_look
from sim.view.flat_symbols import symbol
from sim.view.geoms import Surface, merged
from sim.view.livery import Livery, liveries
from sim.view.marks.regions import triangles
from sim.view.overlays import Colour, flat_surface, plain_node
from sim.view.stage import Stage
from sim.view.textures import ground_colour

__all__ = ["FlatTable", "outline_of"]

Floats = NDArray[np.float64]

_GRID: Colour = (255, 255, 255, 20)
_GRID_SIX: Colour = (255, 255, 255, 52)
_GRID_TWELVE: Colour = (255, 255, 255, 96)


def outline_of(piece: Terrain) -> Floats:
    """Return a piece's outline in plan, ``(n, 2)``: its area, else what its body covers."""
    if len(piece.area) >= 3:
        return np.array(piece.area, float)
    found = footprint_area(piece.body, upward_only=False) if piece.body.triangles else None
    return np.array(found.outline, float) if found is not None else np.zeros((0, 2))


class FlatTable:
    """The map of a stage's table.

    Parameters
    ----------
    stage : Stage

    Attributes
    ----------
    root : NodePath
        Hangs beside what the stage draws.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self.root: Any = stage.root.attachNewNode("flat")
        self.root.setDepthTest(False)
        self.root.setDepthWrite(False)
        _ground(stage.table).reparentTo(self.root)
        pieces = sorted(stage.table.terrain.values(), key=_reach, reverse=True)
        for order, piece in enumerate(pieces):
            _terrain(piece, order).reparentTo(self.root)
        self._symbols: Any = self.root.attachNewNode("symbols")
        self._shown: dict[str, tuple[SeenPiece, Livery, Any]] = {}

    def show(self, pieces: Sequence[SeenPiece]) -> None:
        """Put the symbols of miniatures where their figures stand now."""
        looks = liveries(self._stage.sides)
        wanted = {piece.id: piece for piece in pieces}
        for gone in [name for name in self._shown if name not in wanted]:
            self._shown.pop(gone)[2].removeNode()
        for piece in pieces:
            livery = looks.get(piece.side, looks[""])
            node = self._made(piece, livery)
            figure = self._stage.figure(piece.id)
            x, y, _ = figure.getPos()
            node.setPosHpr(x, y, 0.0, figure.getH(), 0, 0)

    def _made(self, piece: SeenPiece, livery: Livery) -> Any:
        old = self._shown.get(piece.id)
        if old and (old[0].model, old[0].leads, old[1]) == (piece.model, piece.leads, livery):
            return old[2]
        if old:
            old[2].removeNode()
        model = self._stage.table.models[piece.model]
        key = ("flat", piece.model, piece.leads, livery)
        shared = self._stage.keep(key, lambda: symbol(model, livery, leads=piece.leads))
        made = shared.copyTo(self._symbols)
        self._shown[piece.id] = (piece, livery, made)
        return made

    def close(self) -> None:
        """Take the map out of the scene."""
        self.root.removeNode()


def _reach(piece: Terrain) -> float:
    points = outline_of(piece)
    return float(np.ptp(points, axis=0).prod()) if len(points) else 0.0


def _flat(vertices: Floats, colour: Colour, faces: Any, order: int) -> Any:
    """Return a flat thing at z = 0, drawn in the order given, under all overlays."""
    points = np.column_stack([vertices, np.zeros(len(vertices))])
    shades = np.tile(np.array(colour, float), (len(points), 1))
    made = plain_node(flat_surface(points, shades, np.asarray(faces)), order=0)
    made.setBin("background", 10 + order)
    return made


def _ground(table: Table) -> Any:
    """Return the ground with its grid: every inch, every sixth and every twelfth stronger."""
    root: Any = NodePath("ground")
    red, green, blue = (float(value) * 0.78 + 22 for value in ground_colour(table.ground))
    wide, deep = table.width, table.depth
    sheets = (
        (-0.7, (26, 27, 30, 255)),
        (0.0, (round(red), round(green), round(blue), 255)),
    )
    for order, (out, colour) in enumerate(sheets):
        box = [(out, out), (wide - out, out), (wide - out, deep - out), (out, deep - out)]
        _flat(np.array(box), colour, [(0, 1, 2), (0, 2, 3)], order).reparentTo(root)
    lines = [
        _lines(table, step, colour, width)
        for step, colour, width in ((1, _GRID, 0.04), (6, _GRID_SIX, 0.07), (12, _GRID_TWELVE, 0.1))
    ]
    grid = plain_node(merged(lines), order=0)
    grid.setBin("background", 12)
    grid.reparentTo(root)
    return root


def _lines(table: Table, step: int, colour: Colour, width: float) -> Surface:
    """Return the grid lines of one step as thin bars."""
    corners: list[Floats] = []
    for across, far, along in ((0, table.width, table.depth), (1, table.depth, table.width)):
        for at in np.arange(0.0, far + 1e-6, step):
            low, high = at - width / 2, at + width / 2
            bar = np.array([(low, 0.0), (high, 0.0), (high, along), (low, along)])
            corners.append(bar[:, ::-1] if across else bar)
    flat = np.concatenate(corners)
    first = np.arange(len(corners)) * 4
    faces = np.concatenate(
        [np.stack([first, first + 1, first + 2], 1), np.stack([first, first + 2, first + 3], 1)]
    )
    points = np.column_stack([flat, np.zeros(len(flat))])
    return flat_surface(points, np.tile(np.array(colour, float), (len(flat), 1)), faces)


def _terrain(piece: Terrain, order: int) -> Any:
    """Return a piece: filled with its kind's pattern, outlined, its walls dark."""
    root: Any = NodePath(piece.id)
    fill, edge, pattern = terrain_look(piece.kind)
    points = outline_of(piece)
    if len(points) < 3:
        return root
    base = 3 + order * 3
    flat, faces = triangles(points, ())
    if len(faces):
        made = _patterned(flat, (*fill, 236), faces, pattern)
        made.setBin("background", 10 + base)
        made.reparentTo(root)
    _border(points, (*edge, 255), 0.14, base + 1).reparentTo(root)
    for block in (*piece.blocks, *(b for floor in piece.floors for b in floor.blocks)):
        ring = np.array(block, float)
        if len(ring) < 3:
            continue
        wall, inner = triangles(ring, ())
        if len(inner):
            _flat(wall, (*edge, 255), inner, base + 2).reparentTo(root)
    return root


def _patterned(flat: Floats, colour: Colour, faces: Any, pattern: str) -> Any:
    points = np.column_stack([flat, np.zeros(len(flat))])
    shades = np.tile(np.array(colour, float), (len(points), 1))
    bare = flat_surface(points, shades, np.asarray(faces))
    uv = flat / PATTERN_IN
    made = plain_node(Surface(bare.vertices, bare.normals, bare.colours, uv, bare.faces))
    made.clearTexture()
    made.setTexture(TextureStage.getDefault(), pattern_texture(pattern), 2)
    return made


def _border(ring: Floats, colour: Colour, width: float, order: int) -> Any:
    """Return a closed line of a width, its corners cut square."""
    nodes: list[Floats] = []
    for index, b in enumerate(ring):
        a = ring[index - 1]
        way = b - a
        length = float(np.hypot(*way))
        if length < 1e-6:
            continue
        way = way / length
        side = np.array([-way[1], way[0]]) * width / 2
        out = way * width / 2
        nodes.append(np.array([a - out - side, b + out - side, b + out + side, a - out + side]))
    if not nodes:
        return NodePath("border")
    first = np.arange(len(nodes)) * 4
    faces = np.concatenate(
        [np.stack([first, first + 1, first + 2], 1), np.stack([first, first + 2, first + 3], 1)]
    )
    return _flat(np.concatenate(nodes), colour, faces, order)
