"""The toy game's table: bare, with one model, for the rooms that draw and measure."""

from __future__ import annotations

import numpy as np

from sim.geometry.mesh_data import MeshData, Part
from sim.geometry.shapes import Disc
from sim.table.facts import Facts
from sim.table.pieces import Model, Table
from tests.toy.state import DEPTH_IN, RADIUS_IN, WIDTH_IN

__all__ = ["toy_facts", "toy_table"]

HEIGHT_IN = 0.6


def toy_table() -> Table:
    """Return a bare table with the pebble as its only model."""
    pebble = Model("pebble", Disc(RADIUS_IN), HEIGHT_IN / 2, HEIGHT_IN, _octahedron())
    return Table(WIDTH_IN, DEPTH_IN, "grass", {}, {"pebble": pebble})


def toy_facts() -> Facts:
    return Facts(toy_table())


def _octahedron() -> MeshData:
    """A pebble of eight faces standing on its point."""
    r, h = RADIUS_IN, HEIGHT_IN
    ring = [(r, 0, h / 2), (0, r, h / 2), (-r, 0, h / 2), (0, -r, h / 2)]
    vertices = np.array([*ring, (0, 0, h), (0, 0, 0)], dtype=np.float64)
    faces = [(n, (n + 1) % 4, 4) for n in range(4)] + [((n + 1) % 4, n, 5) for n in range(4)]
    return MeshData(vertices, np.array(faces, dtype=np.int32), (Part("figure", 0, 8),))
