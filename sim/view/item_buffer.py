"""Which pixels show a target: the renderer's own answer to who sees what.

Nothing here knows the ray engine. The same meshes are drawn flat, the target in one colour and
everything that blocks in another, and pixels are counted: with all of them, and with the target
alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d.core import NodePath

from sim.geometry.mesh_data import MeshData
from sim.table.facts import Facts
from sim.table.pieces import Model, Stand
from sim.view.cameras import View
from sim.view.geoms import Surface, geom, node
from sim.view.pipes import Canvas, library

__all__ = [
    "Masks",
    "aim",
    "eye_point",
    "masks",
    "second_opinion_bound",
    "seen_mesh",
    "share_seen",
]

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]

#: How far a share of pixels may be from the true one: OpenGL, and the software renderer.
_BOUND_GL, _BOUND_SOFTWARE = 0.002, 0.015

#: Pixels along each side of the buffer: OpenGL, and the software renderer.
_SIDE_GL, _SIDE_SOFTWARE = 1024, 512
#: Nearest depth that is drawn, inches: where something stands that close to the eye, and elsewhere
#: (a nearer plane costs precision at the target).
_NEAR_IN, _USUAL_NEAR_IN = 0.02, 0.25

_TARGET, _BLOCKER = (255, 255, 255, 255), (0, 0, 0, 255)


@dataclass(frozen=True, eq=False)
class Masks:
    """Pixels of a view, ``(height, width)`` bool arrays, top row first.

    Attributes
    ----------
    seen : bool array
        The target where nothing blocks it.
    whole : bool array
        The target as if it stood alone.
    """

    seen: Bools
    whole: Bools

    @property
    def share(self) -> float:
        """Visible share of the outline, 0..1; 0 when the target is not in the view at all."""
        whole = int(self.whole.sum())
        return int(self.seen.sum()) / whole if whole else 0.0


def seen_mesh(model: Model) -> MeshData:
    """Return the triangles of a model that count as seen; all of them when no part is named."""
    body = model.body
    runs = [part for part in body.parts if part.name in model.seen_parts]
    if not body.parts:
        return body
    index = np.concatenate([np.arange(p.first, p.first + p.count) for p in runs] or [[]])
    return MeshData(body.vertices, body.faces[index.astype(int)])


def eye_point(facts: Facts, looker: Stand) -> tuple[float, float, float]:
    """Return where a model's eye is, table frame."""
    pose = looker.pose
    tall = facts.table.models[looker.model].eye_height_in
    return (pose.x, pose.y, facts.support(pose.x, pose.y, pose.level) + tall)


def _flat(mesh: MeshData, colour: tuple[int, int, int, int]) -> Any:
    vertices = np.asarray(mesh.vertices, float)
    count = len(vertices)
    blank = np.zeros((count, 2))
    normals = np.tile([0.0, 0.0, 1.0], (count, 1))
    colours = np.tile(np.array(colour, np.uint8), (count, 1))
    if not len(mesh.faces):
        return NodePath("empty")
    made = node("flat", geom(Surface(vertices, normals, colours, blank, mesh.faces)))
    made.setColor(colour[0] / 255, colour[1] / 255, colour[2] / 255, 1.0)
    # Open sheets hide what is behind them from both sides, as they do for the rays.
    made.setTwoSided(True)
    return made


def _stood(made: Any, facts: Facts, stand: Stand) -> Any:
    pose = stand.pose
    z = facts.support(pose.x, pose.y, pose.level)
    made.setPosHpr(pose.x, pose.y, z, pose.facing, 0, 0)
    return made


def aim(facts: Facts, looker: Stand, target: Stand, spread: float = 1.06) -> View:
    """Return the view from the looker's eye that just holds the target's visible parts."""
    eye = np.array(eye_point(facts, looker))
    mesh = seen_mesh(facts.table.models[target.model])
    used = np.unique(mesh.faces) if len(mesh.faces) else np.arange(len(mesh.vertices))
    local = np.asarray(mesh.vertices, float)[used]
    turn = np.radians(target.pose.facing)
    c, s = np.cos(turn), np.sin(turn)
    # The middle of the model's own bounds: the plane on which the rays' shares are measured goes
    # through it, and on another plane near and far parts would weigh otherwise.
    local = np.concatenate([local, [(local.min(axis=0) + local.max(axis=0)) / 2]])
    x, y = local[:, 0], local[:, 1]
    ground = facts.support(target.pose.x, target.pose.y, target.pose.level)
    points = np.stack([c * x - s * y, s * x + c * y, local[:, 2]], axis=1)
    points += [target.pose.x, target.pose.y, ground]
    points, middle = points[:-1], points[-1]
    away = float(np.linalg.norm(middle - eye))
    a, b = (tuple(float(value) for value in point) for point in (eye, middle))
    plain = View((a[0], a[1], a[2]), (b[0], b[1], b[2]), 60.0)
    seen = plain.project(points, 1.0)
    reach = float(np.abs(seen[:, :2]).max()) * np.tan(np.radians(30.0)) * spread
    angle = float(np.degrees(2 * np.arctan(reach)))
    near = _nearest_drawn(facts, eye, away)
    far = away + 2.0 * float(np.linalg.norm(points - middle, axis=1).max()) + 1.0
    return View(plain.eye, plain.target, min(angle, 150.0), near=near, far=far)


def _nearest_drawn(facts: Facts, eye: Floats, away: float) -> float:
    """Return the depth from which on a view is drawn, so that no wall beside the eye is lost."""
    usual = min(_USUAL_NEAR_IN, away * 0.2)
    for piece in facts.table.terrain.values():
        if not piece.body.triangles:
            continue
        low, high = piece.body.bounds
        gap = np.maximum(np.maximum(low - eye, eye - high), 0.0)
        if float(np.linalg.norm(gap)) < 2 * usual:
            return min(_NEAR_IN, usual)
    return usual


def masks(
    facts: Facts,
    target: Stand,
    solids: Sequence[Stand],
    view: View,
    size: tuple[int, int],
) -> Masks:
    """Return which pixels of a view show the target, blocked by terrain and `solids`."""
    root: Any = NodePath("items")
    root.setLightOff(1)
    root.setTextureOff(1)
    models = facts.table.models
    aimed = _stood(_flat(seen_mesh(models[target.model]), _TARGET), facts, target)
    aimed.reparentTo(root)
    blockers: Any = root.attachNewNode("blockers")
    for piece in facts.table.terrain.values():
        _flat(piece.body, _BLOCKER).reparentTo(blockers)
    for solid in solids:
        # The same parts block here that block for the rays: no base, no antennas.
        made = _flat(seen_mesh(models[solid.model]), _BLOCKER)
        _stood(made, facts, solid).reparentTo(blockers)
    camera: Any = view.node(size[0] / size[1])
    camera.reparentTo(root)
    with Canvas(*size) as canvas:
        seen = canvas.shoot(camera, (0.0, 0.0, 0.0))[..., 0] > 127
        blockers.detachNode()
        whole = canvas.shoot(camera, (0.0, 0.0, 0.0))[..., 0] > 127
    blockers.removeNode()
    return Masks(seen, whole)


def share_seen(
    facts: Facts,
    looker: Stand,
    target: Stand,
    solids: Sequence[Stand] = (),
    *,
    side: int | None = None,
) -> float:
    """Return the visible share of a target by counting pixels, 0..1.

    Parameters
    ----------
    solids : sequence of Stand
        Vehicle hulls that block.
    side : int, optional
        Pixels along each side of the buffer; by default as many as `second_opinion_bound` needs.
    """
    if side is None:
        side = _SIDE_GL if library().gl else _SIDE_SOFTWARE
    view = aim(facts, looker, target)
    return masks(facts, target, solids, view, (side, side)).share


def second_opinion_bound() -> float:
    """Return how far `share_seen` may be from the true share with the library that draws here.

    Raises
    ------
    HulldownError
        When no library draws.
    """
    return _BOUND_GL if library().gl else _BOUND_SOFTWARE
