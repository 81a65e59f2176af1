"""What lies under the pointer: a miniature, a terrain piece, and the place to stand there.

Nothing drawn is asked. A miniature is the upright prism over its base, terrain is the kernel's
own rays, the ground the relief that everything is draped on; so the answer is that of the table,
and needs no renderer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.engine.observed import SeenPiece
from sim.geometry.pose import GROUND, Pose
from sim.geometry.rays import SolidSet
from sim.geometry.shapes import Footprint
from sim.table.facts import Facts
from sim.table.pieces import Floor
from sim.view.bake import without_roof
from sim.view.cameras import Point3, View
from sim.view.marks.regions import inside
from sim.view.relief import Relief
from sim.view.rims import outline

__all__ = ["Picker", "Pointed"]

Floats = NDArray[np.float64]
#: A thin figure is easier to hit than it is wide, inches.
_EASY_IN = 0.12
_FAR_IN = 400.0


@dataclass(frozen=True)
class Pointed:
    """What a pointer means.

    Attributes
    ----------
    mini : str
        The miniature under it; empty when there is none in front of the terrain.
    piece : str
        The terrain piece that is met first; empty for the bare mat.
    at : (x, y) or None
        Where a base would stand, table inches; None above the horizon.
    level : str
        The level it would stand on.
    hit : Point3 or None
        The point in space that is met first.
    """

    mini: str = ""
    piece: str = ""
    at: tuple[float, float] | None = None
    level: str = GROUND
    hit: Point3 | None = None


class Picker:
    """Answers what is under a spot of the picture.

    Parameters
    ----------
    facts : Facts
    relief : Relief
    """

    def __init__(self, facts: Facts, relief: Relief) -> None:
        self._facts, self._relief = facts, relief
        table = facts.table
        self._solids: dict[tuple[str, ...], SolidSet] = {
            (): SolidSet({each.id: each.body for each in table.terrain.values()})
        }
        self._floors = {
            f"{piece.id}/{floor.name}": floor
            for piece in table.terrain.values()
            for floor in piece.floors
        }

    def pick(
        self,
        view: View,
        spot: tuple[float, float],
        aspect: float,
        pieces: Sequence[SeenPiece],
        *,
        level: str = "",
        skip: Sequence[str] = (),
        lifted: Sequence[str] = (),
    ) -> Pointed:
        """Return what is under a spot.

        Parameters
        ----------
        view : View
        spot : (x, y)
            In -1..1, y up.
        aspect : float
            Width of the picture over its height.
        pieces : sequence of SeenPiece
            Miniatures that may be hit.
        level : str
            Stand on this level wherever the ray meets it; empty: on the first that is met.
        skip : sequence of str
            Miniatures to look through: those in the hand.
        lifted : sequence of str
            Pieces whose roof is off.
        """
        eye, way = _ray(view, spot, aspect)
        mini, mini_far = self._mini(eye, way, pieces, skip)
        solids = self._under(tuple(lifted))
        far, names = solids.first_hit(eye[None], (eye + way * _FAR_IN)[None])
        piece_far, number = float(far[0]), int(names[0])
        at, stand_level, ground_far = self._stand(eye, way, level)
        first = min(piece_far, ground_far)
        piece = solids.names[number] if number >= 0 and piece_far <= ground_far + 0.3 else ""
        if mini_far > first + 0.05:
            mini = ""
        first = min(first, mini_far if mini else np.inf)
        hit = eye + way * first if np.isfinite(first) else None
        point = None if hit is None else (float(hit[0]), float(hit[1]), float(hit[2]))
        return Pointed(mini, piece, at, stand_level, point)

    def first_hit(self, start: Floats, end: Floats) -> tuple[float, str]:
        """Return where a segment first meets terrain.

        Parameters
        ----------
        start, end : (3,) arrays
            Inches, table frame.

        Returns
        -------
        (share, piece)
            The share of the way, and the piece's id; empty where nothing is met.
        """
        solids = self._under(())
        far, names = solids.first_hit(start[None], end[None])
        number = int(names[0])
        if number < 0:
            return 1.0, ""
        return float(far[0]) / max(float(np.linalg.norm(end - start)), 1e-9), solids.names[number]

    def _under(self, lifted: tuple[str, ...]) -> SolidSet:
        """Return the terrain with some roofs off."""
        if lifted not in self._solids:
            pieces = self._facts.table.terrain.values()
            bodies = {p.id: without_roof(p.body) if p.id in lifted else p.body for p in pieces}
            self._solids[lifted] = SolidSet(bodies)
        return self._solids[lifted]

    def _mini(
        self, eye: Floats, way: Floats, pieces: Sequence[SeenPiece], skip: Sequence[str]
    ) -> tuple[str, float]:
        """Return the nearest miniature whose cylinder a ray meets, and how far away."""
        models = self._facts.table.models
        best, far = "", np.inf
        for piece in pieces:
            if piece.model not in models or piece.id in skip:
                continue
            model = models[piece.model]
            low = self._facts.support(*piece.pose.at, piece.pose.level)
            away = _prism(eye, way, model.base, piece.pose, (low, low + model.height_in))
            if away < far:
                best, far = piece.id, away
        return best, far

    def _stand(
        self, eye: Floats, way: Floats, wanted: str
    ) -> tuple[tuple[float, float] | None, str, float]:
        """Return place, level and distance of the first surface that a base may stand on."""
        best: tuple[tuple[float, float] | None, str, float] = (None, GROUND, np.inf)
        if wanted in ("", GROUND):
            away = self._ground(eye, way)
            if np.isfinite(away):
                spot = eye + way * away
                best = ((float(spot[0]), float(spot[1])), GROUND, away)
        for name, floor in self._floors.items():
            if wanted not in ("", name):
                continue
            away = _floor(eye, way, floor)
            if away < best[2]:
                spot = eye + way * away
                best = ((float(spot[0]), float(spot[1])), name, away)
        return best

    def _ground(self, eye: Floats, way: Floats) -> float:
        """Return how far away a ray meets the relief; infinity when it does not."""
        if way[2] > -1e-6:
            return np.inf
        top = float(self._relief.grid.max()) + 0.01
        near, far = max(0.0, (top - eye[2]) / way[2]), -eye[2] / way[2]
        along = np.linspace(near, far, 240)
        points = eye[None] + way[None] * along[:, None]
        under = points[:, 2] <= self._relief.height(points[:, 0], points[:, 1]) + 1e-9
        if not under.any():
            return far
        index = int(np.argmax(under))
        if index == 0:
            return float(along[0])
        low, high = float(along[index - 1]), float(along[index])
        for _ in range(12):
            middle = (low + high) / 2
            x, y, z = eye + way * middle
            if z <= float(self._relief.height(np.array([x]), np.array([y]))[0]):
                high = middle
            else:
                low = middle
        return high


def _ray(view: View, spot: tuple[float, float], aspect: float) -> tuple[Floats, Floats]:
    """Return the eye and the unit direction through a spot of the picture."""
    right, up, forward = view.axes
    eye = np.asarray(view.eye, float)
    if view.angle:
        half = np.tan(np.radians(view.angle / 2))
        way = forward + right * spot[0] * half * aspect + up * spot[1] * half
    else:
        half = view.tall / 2
        eye = eye + right * spot[0] * half * aspect + up * spot[1] * half
        way = forward
    return eye, way / np.linalg.norm(way)


def _prism(
    eye: Floats, way: Floats, base: Footprint, pose: Pose, heights: tuple[float, float]
) -> float:
    """Return how far away a ray meets the upright prism over a base; infinity if it does not.

    A base counts as convex, and a hair wider than it is.
    """
    edge = outline(base, 32)
    turn = np.radians(pose.facing)
    c, s = float(np.cos(turn)), float(np.sin(turn))
    edge = edge @ np.array([[c, s], [-s, c]]) + np.asarray(pose.at)
    along = np.roll(edge, -1, axis=0) - edge
    keep = np.linalg.norm(along, axis=1) > 1e-9
    out = np.stack([along[keep, 1], -along[keep, 0]], axis=1)
    out /= np.linalg.norm(out, axis=1, keepdims=True)
    # Half-spaces: n . p <= d, the sides first, then lid and bottom.
    sides = np.einsum("ij,ij->i", out, edge[keep]) + _EASY_IN
    normals = np.vstack([np.column_stack([out, np.zeros(len(out))]), [[0, 0, 1], [0, 0, -1]]])
    limits = np.concatenate([sides, [heights[1], -heights[0]]])
    speed, gap = normals @ way, limits - normals @ eye
    if (gap[np.abs(speed) < 1e-12] < 0).any():
        return np.inf
    inward, outward = speed < -1e-12, speed > 1e-12
    enter = float((gap[inward] / speed[inward]).max(initial=0.0))
    leave = float((gap[outward] / speed[outward]).min(initial=np.inf))
    return enter if enter <= leave else np.inf


def _floor(eye: Floats, way: Floats, floor: Floor) -> float:
    """Return how far away a ray meets a floor from above; infinity if it does not."""
    if way[2] > -1e-6:
        return np.inf
    away = (floor.z_in - eye[2]) / way[2]
    spot = eye[:2] + way[:2] * away
    return float(away) if away > 0 and inside(spot, np.array(floor.outline)) else np.inf
