"""A bench for one sight line: the same question with an eye, a target or a piece elsewhere.

Nothing of the table is built again: a moved piece is taken out of the terrain and put beside it as
a hull, so rays move into its frame. Only pieces that could come near the line are on the bench.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from sim.geometry import sight
from sim.geometry.mesh_data import Floats, MeshData
from sim.geometry.pose import Pose
from sim.geometry.rays import Placed, SolidSet
from sim.geometry.shapes import reach_of
from sim.geometry.sight import Point3, Query, Sight
from sim.geometry.sight.bodies import Body, Target, make_body
from sim.table.facts import Facts
from sim.table.pieces import Stand, Terrain
from sim.table.what_if_glance import Glance

__all__ = ["Bench", "Changed", "cut_down", "stretched"]

#: What the base's column must be free of: this much above its support it begins.
_STEP_IN = 0.05
_MOST_SURFACES = 64


@dataclass(frozen=True, eq=False)
class Changed:
    """One state of the bench.

    Attributes
    ----------
    terrain : SolidSet
        What stands where it stood.
    eye : Point3
    target : Target
    hulls : tuple of Placed
    """

    terrain: SolidSet
    eye: Point3
    target: Target
    hulls: tuple[Placed, ...] = ()

    @cached_property
    def query(self) -> Query:
        """The question of sight."""
        return Query(self.eye, self.target, self.hulls)

    def is_visible(self) -> bool:
        """Return the verdict."""
        return sight.verdict(self.terrain, self.query)

    def look(self) -> Sight:
        """Return verdict, share and blockers."""
        return sight.look(self.terrain, self.query)


@dataclass(eq=False)
class Bench:
    """A looker, a target, and what could come between them.

    Attributes
    ----------
    facts : Facts
    a, b : Stand
        Who looks, and at whom.
    solids : tuple of Stand
        Hulls that block; never those of the two.
    most : float
        How far anything may be moved, inches: what is farther from the line stays off the bench.
    """

    facts: Facts
    a: Stand
    b: Stand
    solids: tuple[Stand, ...]
    most: float
    _sets: dict[str, SolidSet] = field(default_factory=dict[str, SolidSet])
    _alone: dict[str, SolidSet] = field(default_factory=dict[str, SolidSet])

    @cached_property
    def glance(self) -> Glance:
        """Bodies and points of bodies."""
        return Glance(self.facts, self.solids, 128, self.terrain())

    @cached_property
    def body(self) -> Body:
        """The target's seen body."""
        model = self.facts.model(self.b)
        return make_body(model.body, model.seen_parts)

    @cached_property
    def pieces(self) -> tuple[Terrain, ...]:
        """The pieces that could be moved into the line, or the line into them, in scene order."""
        return self._near(self.most)

    def _near(self, more: float) -> tuple[Terrain, ...]:
        """Return the pieces within so many inches of what the line can touch, in plan."""
        ends = np.array([self.a.pose.at, self.b.pose.at])
        wide = more + self.body.radius + float(np.hypot(*self.body.centre[:2])) + 0.5
        low, high = ends.min(axis=0) - wide, ends.max(axis=0) + wide
        along = ends[1] - ends[0]
        length = float(np.hypot(*along))
        across = np.array([-along[1], along[0]]) / length if length > 1e-9 else np.array([1.0, 0.0])
        near: list[Terrain] = []
        for piece in self.facts.table.terrain.values():
            if not piece.body.triangles:
                continue
            box = piece.body.bounds[:, :2]
            meets = bool((box[1] >= low).all() and (box[0] <= high).all())
            half = float(np.abs(across) @ (box[1] - box[0])) / 2
            off = abs(float((box.mean(axis=0) - ends.mean(axis=0)) @ across))
            if meets and off <= half + wide:
                near.append(piece)
        return tuple(near)

    def terrain(self, without: str = "") -> SolidSet:
        """Return the near terrain; with one piece left out only what the line can touch now."""
        found = self._sets.get(without)
        if found is None:
            pieces = self._near(0.0) if without else self.pieces
            kept = {each.id: each.body for each in pieces if each.id != without}
            found = self._sets[without] = SolidSet(kept)
        return found

    def free_points(self, without: Terrain) -> Floats:
        """Return the points of the target that are free when one piece is away."""
        points = self.glance.samples(self.b)
        eyes = np.tile(np.array(self.as_is.eye), (len(points), 1))
        blocked = np.zeros(len(points), dtype=bool)
        for piece in self._near(0.0):
            if piece.id != without.id:
                blocked |= self.alone(piece).occluded(eyes, points)
        for hull in self.hulls:
            blocked |= hull.occluded(eyes, points)
        return points[~blocked]

    def alone(self, piece: Terrain) -> SolidSet:
        """Return a piece by itself, for casts in its own frame (the table's)."""
        found = self._alone.get(piece.id)
        if found is None:
            found = self._alone[piece.id] = SolidSet({piece.id: piece.body})
        return found

    @cached_property
    def hulls(self) -> tuple[Placed, ...]:
        """The hulls in the way."""
        return tuple(self.glance.placed(each) for each in self.solids)

    def target(self, stand: Stand) -> Target:
        """Return a stand as what is looked at."""
        return Target(self.glance.body(stand), stand.pose, self.facts.support_under(stand))

    @cached_property
    def as_is(self) -> Changed:
        """The question as it stands on the table."""
        return Changed(self.terrain(), self.facts.eye(self.a), self.target(self.b), self.hulls)

    def with_target(self, stand: Stand) -> Changed:
        """Return the question with the target elsewhere."""
        return Changed(self.terrain(), self.as_is.eye, self.target(stand), self.hulls)

    def with_shooter(self, stand: Stand) -> Changed:
        """Return the question with the shooter elsewhere."""
        return Changed(self.terrain(), self.facts.eye(stand), self.as_is.target, self.hulls)

    def with_eye(self, rise: float) -> Changed:
        """Return the question with the eye higher by some inches."""
        x, y, z = self.as_is.eye
        return Changed(self.terrain(), (x, y, z + rise), self.as_is.target, self.hulls)

    def with_piece(self, piece: Terrain, shift: tuple[float, float]) -> Changed:
        """Return the question with one piece moved in plan."""
        moved = Placed(piece.id, self.alone(piece), Pose(*shift), 0.0)
        return self._instead(piece, moved)

    def with_body(self, piece: Terrain, body: MeshData) -> Changed:
        """Return the question with another body for one piece (table frame)."""
        if not body.triangles:
            return self.without(piece)
        new = Placed(piece.id, SolidSet({piece.id: body}), Pose(0.0, 0.0), 0.0)
        return self._instead(piece, new)

    def without(self, piece: Terrain) -> Changed:
        """Return the question with one piece taken away."""
        return Changed(self.terrain(piece.id), self.as_is.eye, self.as_is.target, self.hulls)

    def _instead(self, piece: Terrain, new: Placed) -> Changed:
        hulls = (*self.hulls, new)
        return Changed(self.terrain(piece.id), self.as_is.eye, self.as_is.target, hulls)

    def is_under(self, piece: Terrain) -> bool:
        """Return whether one of the two stands on the piece, so that it cannot be changed."""
        for stand in (self.a, self.b):
            if stand.pose.level.startswith(f"{piece.id}/"):
                return True
            if piece.carries and self._column_meets(piece, stand, (0.0, 0.0), -1.0, _STEP_IN):
                return True
        return False

    def stands_in(self, piece: Terrain, shift: tuple[float, float]) -> bool:
        """Return whether the piece, so moved, would stand where a figure stands and did not yet."""
        for stand in (self.a, self.b):
            high = self.facts.model(stand).height_in
            if self._column_meets(piece, stand, shift, _STEP_IN, high) and not self._column_meets(
                piece, stand, (0.0, 0.0), _STEP_IN, high
            ):
                return True
        return False

    def _column_meets(
        self,
        piece: Terrain,
        stand: Stand,
        shift: tuple[float, float],
        low: float,
        high: float,
    ) -> bool:
        """Return whether a piece reaches into the column over a base (heights over its support)."""
        ground = self.facts.support_under(stand)
        reach = reach_of(self.facts.model(stand).base)
        turns = np.arange(16) * (2 * np.pi / 16)
        ring = np.column_stack([np.cos(turns), np.sin(turns)])
        spots = np.concatenate([np.zeros((1, 2)), ring * reach / 2, ring * reach])
        plan = spots + np.subtract(stand.pose.at, shift)
        column = [np.column_stack([plan, np.full(len(plan), ground + z)]) for z in (low, high)]
        # Upright lines, and across the base at a few heights: thin walls have no top to meet.
        starts, ends = [column[0]], [column[1]]
        for z in np.linspace(low, high, 4):
            rim = np.column_stack([plan[17:], np.full(16, ground + z)])
            starts.append(rim)
            ends.append(np.roll(rim, 8, axis=0))
        solid = self.alone(piece)
        if solid.occluded(np.concatenate(starts), np.concatenate(ends)).any():
            return True
        return _inside(solid, (float(plan[0, 0]), float(plan[0, 1]), ground + (low + high) / 2))


def _inside(solid: SolidSet, point: Point3) -> bool:
    """Return whether a point lies inside a solid: an odd number of surfaces lies above it."""
    high = float(solid.bounds[:, 1, 2].max()) + 1.0
    at, count = np.array(point), 0
    while at[2] < high and count < _MOST_SURFACES:
        far, piece = solid.first_hit(at[None], np.array([[at[0], at[1], high + 1.0]]))
        if piece[0] < 0:
            break
        at[2] += float(far[0]) + 1e-3
        count += 1
    return count % 2 == 1


def cut_down(body: MeshData, height: float) -> MeshData:
    """Return what of a mesh lies at or below a height; where it was cut it stays open.

    A line that passes over the cut passes over the piece, and one that dips into the opening meets
    the walls below it, so the lid makes no difference to sight from outside.
    """
    corners = body.vertices[body.faces]
    under = corners[:, :, 2] <= height
    count = under.sum(axis=1)
    kept = [corners[count == 3]]
    for lone_is_under in (True, False):
        rows = np.flatnonzero(count == (1 if lone_is_under else 2))
        if not len(rows):
            continue
        lone = np.argmax(under[rows] == lone_is_under, axis=1)
        a, b, c = (corners[rows, (lone + k) % 3] for k in range(3))
        ab, ac = _crossing(a, b, height), _crossing(a, c, height)
        if lone_is_under:
            kept.append(np.stack([a, ab, ac], axis=1))
        else:
            kept.append(np.stack([ab, b, c], axis=1))
            kept.append(np.stack([ab, c, ac], axis=1))
    triangles = np.concatenate(kept)
    faces = np.arange(3 * len(triangles), dtype=np.int32).reshape(-1, 3)
    return MeshData(triangles.reshape(-1, 3), faces)


def _crossing(a: Floats, b: Floats, height: float) -> Floats:
    share = (height - a[:, 2]) / (b[:, 2] - a[:, 2])
    return a + share[:, None] * (b - a)


def stretched(body: MeshData, height: float) -> MeshData:
    """Return a mesh pulled upward from its underside until its top is at a height."""
    low, high = body.bounds[:, 2]
    vertices = body.vertices.copy()
    vertices[:, 2] = low + (vertices[:, 2] - low) * ((height - low) / (high - low))
    return MeshData(vertices, body.faces)
