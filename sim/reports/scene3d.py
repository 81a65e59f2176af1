"""The scene of a sight for the page's viewer: packed meshes, lines, labels, as JSON.

For drawing only: large meshes lose triangles here, and positions go into 16 bits. The page says
how far anything moved; sight rests on the full meshes.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from sim.geometry.mesh_data import Floats, MeshData
from sim.geometry.meshes import transform
from sim.geometry.outlines import outline_of
from sim.geometry.pose import Pose
from sim.reports.packing import Shelf
from sim.reports.sight_lines import Rgb, SightLine, SightScene, sight_lines
from sim.table.facts import Facts
from sim.table.pieces import Stand, Terrain
from sim.table.scene import PlacedMini
from sim.words import say

__all__ = ["Drawn", "draw_scene"]

Bytes = NDArray[np.uint8]

#: Triangles of all meshes together, each counted once however often it stands there.
BUDGET = 180_000
GROUNDS: Mapping[str, Rgb] = {
    "grass": (112, 124, 82),
    "mud": (118, 99, 76),
    "sand": (201, 182, 140),
    "snow": (226, 230, 236),
    "street": (126, 125, 121),
}
STONE, CLOTH = (176, 172, 163), (138, 138, 132)
#: Terrain that brings no colours: what grows is green, what is ground looks like the ground.
GREEN = (104, 122, 82)
GROWING, GROUNDLIKE = ("forest", "hedges"), ("hills",)
#: Alpha of a vertex whose luminance takes the colour of its side.
TINTED = 128
#: How many pieces that hide something are labelled.
LABELLED = 3


@dataclass(frozen=True)
class Drawn:
    """A packed scene.

    Attributes
    ----------
    data : bytes
        JSON for the viewer.
    triangles, drawn : int
        Of the meshes as they are, and as they were packed.
    deviation_in : float
        How far a vertex moved at most, inches.
    """

    data: bytes
    triangles: int
    drawn: int
    deviation_in: float


def draw_scene(scene: SightScene, budget: int = BUDGET) -> Drawn:
    """Return the scene with at most `budget` triangles in its meshes."""
    shelf = Shelf()
    lines = sight_lines(scene)
    things = [*_figures(scene, shelf), *_terrain(scene, shelf)]
    packed = shelf.packed(budget)
    facts, table = scene.facts, scene.facts.table
    eye = facts.eye(scene.report.looker)
    target = facts.model(scene.target.stand)
    support = facts.support_under(scene.target.stand)
    data = {
        "size": (table.width, table.depth),
        "ground": GROUNDS.get(table.ground, GROUNDS["grass"]),
        "meshes": packed.heads,
        "packed": base64.b64encode(packed.data).decode(),
        "things": things,
        "lines": [part for line in lines for part in _line(line)],
        "labels": _labels(scene, lines),
        "rings": [_ring(scene, mini) for mini in (scene.shooter, scene.target)],
        "eye": eye,
        "aim": (*scene.target.stand.pose.at, support + target.height_in / 2),
    }
    return Drawn(msgspec.json.encode(data), shelf.triangles, packed.triangles, packed.deviation_in)


def _terrain(scene: SightScene, shelf: Shelf) -> list[dict[str, Any]]:
    hiding = {name for name, _ in scene.report.sight.blockers}
    things: list[dict[str, Any]] = []
    for piece in scene.facts.table.terrain.values():
        if not piece.body.triangles:
            continue
        key, local, z = _own_frame(piece)
        plain = _plain_colour(piece.kind, scene.facts.table.ground)
        role = "blocker" if piece.id in hiding else "terrain"
        number = shelf.number((key, plain), _coloured(local, plain), first=role == "blocker")
        things.append(_thing(number, (*piece.pose.at, z), piece.pose.facing, role))
    return things


def _plain_colour(kind: str, ground: str) -> Rgb:
    if kind in GROUNDLIKE:
        return GROUNDS.get(ground, GROUNDS["grass"])
    return GREEN if kind in GROWING else STONE


def _own_frame(piece: Terrain) -> tuple[object, MeshData, float]:
    """Return a piece's mesh in its own frame on z 0, so that pieces of one model share it."""
    z = float(piece.body.bounds[0, 2])
    centred = transform(piece.body, Pose(-piece.pose.x, -piece.pose.y), -z)
    local = transform(centred, Pose(0.0, 0.0, -piece.pose.facing))
    whole = np.rint(local.vertices * 1000).astype(np.int32)
    return (piece.model, piece.body.triangles, whole.tobytes()), local, z


def _figures(scene: SightScene, shelf: Shelf) -> list[dict[str, Any]]:
    roles = {scene.shooter.id: "shooter", scene.target.id: "target"}
    solids = [(stand.model, stand.pose) for stand in scene.report.solids]
    hiding = {name for name, _ in scene.report.sight.blockers}
    things: list[dict[str, Any]] = []
    for mini in scene.minis:
        stand = mini.stand
        body = scene.facts.model(stand).body
        cloth = scene.cloths.get(mini.side, CLOTH)
        blocks = (stand.model, stand.pose) in solids and stand.model in hiding
        role = roles.get(mini.id, "blocker" if blocks else "figure")
        painted = _coloured(body, CLOTH, cloth)
        number = shelf.number((stand.model, cloth), painted, first=role != "figure")
        at = (*stand.pose.at, scene.facts.support_under(stand))
        things.append(_thing(number, at, stand.pose.facing, role))
    return things


def _thing(mesh: int, at: tuple[float, ...], turn: float, role: str) -> dict[str, Any]:
    return {"mesh": mesh, "at": at, "turn": turn, "role": role}


def _coloured(mesh: MeshData, plain: Rgb, cloth: Rgb | None = None) -> MeshData:
    """Return a mesh with a colour at every vertex, its texture's where it has one."""
    if mesh.colours is not None:
        colours = mesh.colours.copy()
    elif mesh.texture is not None and mesh.uv is not None:
        colours = _from_texture(mesh.texture, mesh.uv)
    else:
        row = (*(plain if cloth is None else cloth), 255)
        colours = np.tile(np.array(row, np.uint8), (len(mesh.vertices), 1))
    marked = colours[:, 3] == TINTED
    if cloth is not None and marked.any():
        grey = colours[marked, :3].astype(float) @ np.array([0.3, 0.59, 0.11]) / 128.0
        colours[marked, :3] = np.clip(np.asarray(cloth, float) * grey[:, None], 0, 255)
    return MeshData(mesh.vertices, mesh.faces, mesh.parts, colours)


def _from_texture(texture: bytes, uv: Floats) -> Bytes:
    picture = np.asarray(Image.open(io.BytesIO(texture)).convert("RGBA"))
    high, wide = picture.shape[:2]
    u, v = np.mod(uv[:, 0], 1.0), np.mod(1.0 - uv[:, 1], 1.0)
    column = np.minimum((u * wide).astype(int), wide - 1)
    row = np.minimum((v * high).astype(int), high - 1)
    colours = picture[row, column].copy()
    colours[:, 3] = 255
    return colours


def _line(line: SightLine) -> list[dict[str, Any]]:
    if line.free:
        kind = "witness" if line.is_witness else "free"
        return [{"from": line.start, "to": line.end, "kind": kind}]
    return [
        {"from": line.start, "to": line.stop, "kind": "blocked"},
        {"from": line.stop, "to": line.end, "kind": "beyond"},
    ]


def _labels(scene: SightScene, lines: Sequence[SightLine]) -> list[dict[str, Any]]:
    labels = [
        {"text": mini.id, "at": _over(scene.facts, mini.stand), "role": role}
        for mini, role in ((scene.shooter, "shooter"), (scene.target, "target"))
    ]
    for name, share in scene.report.sight.blockers[:LABELLED]:
        piece = scene.facts.table.terrain.get(name)
        where = [line.stop for line in lines if line.blocker == name]
        if not where and piece is None:
            continue
        at = np.mean(where, axis=0) if where else np.mean(_bounds(piece), axis=0)
        top = float(_bounds(piece)[1][2]) if piece is not None else float(at[2]) + 1.0
        title = piece.name if piece is not None else name
        text = say("reports.model.hides", name=title, share=f"{100 * share:.0f}")
        labels.append({"text": text, "at": (float(at[0]), float(at[1]), top), "role": "blocker"})
    return labels


def _bounds(piece: Terrain | None) -> Floats:
    return np.zeros((2, 3)) if piece is None else piece.body.bounds


def _over(facts: Facts, stand: Stand) -> tuple[float, float, float]:
    top = facts.support_under(stand) + facts.model(stand).height_in
    return (*stand.pose.at, top + 0.25)


def _ring(scene: SightScene, mini: PlacedMini) -> dict[str, Any]:
    stand = mini.stand
    edge = outline_of(scene.facts.model(stand).base, stand.pose, 48)
    at = (*stand.pose.at, scene.facts.support_under(stand))
    role = "shooter" if mini.id == scene.shooter.id else "target"
    return {"at": at, "points": edge.tolist(), "role": role}
