"""Random tables for the table of proofs: ruins, rocks, sheets, slits and walls, three bodies."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import trimesh

from sim.geometry.mesh_data import MeshData
from sim.geometry.meshes import (
    Surface,
    box_mesh,
    cylinder_mesh,
    load_mesh,
    merge,
    select_parts,
    transform,
)
from sim.geometry.pose import Pose
from sim.geometry.rays import Placed, SolidSet
from sim.geometry.shapes import Disc
from sim.geometry.sight import Query
from sim.geometry.sight.bodies import Body, Target, make_body
from sim.table.pieces import Model, Stand, Table, Terrain
from tests.shared_files import ROOT

__all__ = ["Ask", "RandomTable", "make_table"]

SIZE = 28.0
PIECES = 11
KIT = ("soldier_rifle", "soldier_kneeling", "soldier_mg")
Random = np.random.Generator


@dataclass(frozen=True, eq=False)
class Ask:
    """One pair of a random table."""

    looker: Stand
    target: Stand
    solids: tuple[Stand, ...]
    query: Query


@dataclass(frozen=True, eq=False)
class RandomTable:
    """Terrain for rays, the same as a table, and pairs that look at each other."""

    terrain: SolidSet
    table: Table
    asks: tuple[Ask, ...]


def _ruin(rng: Random) -> MeshData:
    """Two walls at a corner, each with a window; one of them may be broken off low."""
    tall = rng.uniform(1.5, 4)
    parts = []
    for turn in (0, 90):
        low, high = rng.uniform(0.5, 0.9), rng.uniform(1.1, 1.6)
        left, right = sorted(rng.uniform(-2, 2, 2).tolist())
        wall = [
            box_mesh((-2.5, -0.08, 0), (left, 0.08, tall)),
            box_mesh((left, -0.08, 0), (right, 0.08, low)),
            box_mesh((left, -0.08, high), (right, 0.08, max(tall, high + 0.1))),
            box_mesh((right, -0.08, 0), (2.5, 0.08, rng.uniform(0.6, tall))),
        ]
        shift = Pose(0, 0) if turn == 0 else Pose(-2.5, 2.5, 90)
        parts += [transform(part, shift) for part in wall]
    return merge(parts)


def _rock(rng: Random) -> MeshData:
    ball = trimesh.creation.icosphere(subdivisions=int(rng.integers(2, 5)), radius=1.0)
    points = np.asarray(ball.vertices, dtype=np.float64)
    bumps = np.zeros(len(points))
    for k in range(8):
        bumps += np.sin(points @ rng.normal(size=3) * (1.5 + k) + rng.uniform(0, 6)) / (2 + k)
    points = points * (1 + 0.2 * bumps)[:, None] * rng.uniform((0.8, 0.7, 0.6), (2.2, 1.8, 1.8))
    points[:, 2] = np.maximum(points[:, 2], -0.3) + 0.3
    return MeshData(points, np.asarray(ball.faces, dtype=np.int32))


def _sheet(rng: Random) -> MeshData:
    """An open sheet, upright or leaning; no thickness at all."""
    half, tall, lean = rng.uniform(0.5, 2.5), rng.uniform(0.8, 3), rng.uniform(-0.6, 0.6)
    corners = np.array([[-half, 0, 0], [half, 0, 0], [half, lean, tall], [-half, lean, tall]])
    return MeshData(corners, np.array([[0, 1, 2], [0, 2, 3]], np.int32))


def _slits(rng: Random) -> MeshData:
    """Boards with gaps about as wide as the disc that must fit: some close, some do not."""
    boards, at = [], -2.0
    while at < 2.0:
        width = rng.uniform(0.1, 0.5)
        boards.append(box_mesh((at, -0.02, 0), (at + width, 0.02, rng.uniform(1.2, 2.4))))
        at += width + rng.uniform(0.004, 0.03)
    return merge(boards)


def _low_wall(rng: Random) -> MeshData:
    half = rng.uniform(1, 3)
    return box_mesh((-half, -0.12, 0), (half, 0.12, rng.uniform(0.4, 1.4)))


_KINDS = (_ruin, _rock, _sheet, _slits, _low_wall)


def _figure() -> MeshData:
    """A 32 mm figure of cylinders, with a rifle."""
    return merge(
        [
            cylinder_mesh(0.63, 0.12, name="base"),
            *(transform(cylinder_mesh(0.09, 0.6, 0.12, 16), Pose(0, y)) for y in (-0.13, 0.13)),
            cylinder_mesh(0.19, 0.5, 0.7, 20, "figure"),
            cylinder_mesh(0.12, 0.28, 1.18, 16, "figure"),
            box_mesh((-0.2, 0.22, 0.9), (0.62, 0.26, 0.94), "weapon"),
        ]
    )


def _walker() -> MeshData:
    """A walker on an 80 mm base: legs, hull, turret and a barrel as thin as a wire."""
    legs = [
        transform(cylinder_mesh(0.14, 1.2, 0.1, 16, "hull"), Pose(x, y))
        for x in (-0.6, 0.6)
        for y in (-0.6, 0.6)
    ]
    return merge(
        [
            cylinder_mesh(1.57, 0.1, name="base"),
            *legs,
            box_mesh((-1.0, -0.8, 1.2), (1.0, 0.8, 2.0), "hull"),
            cylinder_mesh(0.5, 0.5, 2.0, 24, "turret"),
            box_mesh((0.4, -0.03, 2.2), (2.0, 0.03, 2.26), "barrel"),
        ]
    )


@cache
def models() -> dict[str, Model]:
    """Return the bodies of all tables."""
    made = [
        Model("figure", Disc(0.63), 1.4, 1.46, _figure()),
        Model("walker", Disc(1.57), 2.1, 2.5, _walker()),
    ]
    for name in KIT:
        mesh = load_mesh(ROOT / "assets" / "models" / f"{name}.glb", unit="in", up="z")
        tall = float(mesh.bounds[1, 2])
        made.append(Model(name, Disc(0.63), 0.95 * tall, tall, mesh))
    return {model.id: model for model in made}


@cache
def _body(name: str) -> Body:
    model = models()[name]
    named = {part.name for part in model.body.parts}
    return make_body(model.body, [part for part in model.seen_parts if part in named])


@cache
def _solid(name: str) -> SolidSet:
    model = models()[name]
    named = [part.name for part in model.body.parts if part.name != "base"]
    return SolidSet({name: select_parts(model.body, named)})


def make_table(seed: int, pairs: int) -> RandomTable:
    """Return a random table with that many pairs; the same numbers every time."""
    rng = np.random.default_rng(seed)
    pieces: dict[str, MeshData] = {}
    for i in range(PIECES):
        x, y = rng.uniform(3, SIZE - 3, 2)
        mesh = _KINDS[(i + seed) % len(_KINDS)](rng)
        pieces[f"piece-{i}"] = transform(mesh, Pose(x, y, rng.uniform(0, 360)))
    terrain = {
        name: Terrain(name, name, "walls", Pose(0, 0), mesh, ()) for name, mesh in pieces.items()
    }
    table = Table(SIZE, SIZE, "grass", terrain, models())
    places = _places(rng, Surface(pieces))
    asks = tuple(_ask(rng, places) for _ in range(pairs))
    return RandomTable(SolidSet(pieces), table, asks)


def _places(rng: Random, surface: Surface) -> Iterator[Pose]:
    """Return poses whose base centre stands clear of whatever lies about."""
    turns = np.arange(6) * math.pi / 3
    ring = 0.25 * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    while True:
        x, y = rng.uniform(1, SIZE - 1, 2).round(4).tolist()
        if (surface.heights(np.add(ring, (x, y))) < 1e-6).all():
            yield Pose(x, y, round(rng.uniform(0, 360), 2))


def _ask(rng: Random, places: Iterator[Pose]) -> Ask:
    names = list(models())
    pick = rng.choice(len(names), 2, p=[0.3, 0.3, 0.14, 0.13, 0.13])
    looker = Stand(names[pick[0]], next(places))
    target = Stand(names[pick[1]], next(places))
    while math.dist(looker.pose.at, target.pose.at) < 4.0:
        target = Stand(target.model, next(places))
    solids: tuple[Stand, ...] = ()
    if rng.uniform() < 0.15:
        solids = (Stand("walker", _between(rng, looker.pose, target.pose)),)
    return Ask(looker, target, solids, _query(looker, target, solids))


def _between(rng: Random, a: Pose, b: Pose) -> Pose:
    share, aside = rng.uniform(0.25, 0.75), rng.uniform(-1.2, 1.2, 2)
    x, y = (a.x + share * (b.x - a.x) + aside[0], a.y + share * (b.y - a.y) + aside[1])
    return Pose(round(float(x), 4), round(float(y), 4), round(rng.uniform(0, 360), 2))


def _query(looker: Stand, target: Stand, solids: Sequence[Stand]) -> Query:
    eye = (*looker.pose.at, models()[looker.model].eye_height_in)
    hulls = tuple(
        Placed(f"solid-{i}", _solid(solid.model), solid.pose, 0.0) for i, solid in enumerate(solids)
    )
    return Query(eye, Target(_body(target.model), target.pose), hulls)
