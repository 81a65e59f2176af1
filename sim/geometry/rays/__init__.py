"""Rays against solids: what blocks a segment, and what is hit first.

A `SolidSet` is built once and never changes: all terrain of a table, or one model type in its own
frame. A model that stands somewhere is `Placed`: rays move into its frame, nothing is rebuilt.

Guards, each for a trap that was measured: coordinates are recentred before they become float32;
vertices and indices are checked before the engine sees them; every batch gets as many lengths as
rays; segments end 2e-4 in short of their end point, so that a point on a surface is not hidden by
that very surface. Touching blocks. Answers store pieces and booleans, never triangle numbers.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sim.geometry.mesh_data import Floats, MeshData
from sim.geometry.pose import Pose
from sim.geometry.rays.prepared import END_GAP_IN, Rays, prepare_rays
from sim.words import say

try:
    from sim.geometry.rays import embree as _fast
except ImportError:  # the wheel is missing on this platform
    _fast = None

__all__ = [
    "END_GAP_IN",
    "Blockers",
    "Placed",
    "Rays",
    "SolidSet",
    "engine_name",
    "fallback_notice",
    "is_fallback",
    "when_slow",
]

Bools = NDArray[np.bool_]
Singles = NDArray[np.float32]

#: Rays of large batches are made ready and cast in runs that stay in the processor's cache.
_IN_CACHE = 8192
#: One tree is built at a time, and by one thread.
_BUILDING = threading.Lock()
#: Who is to be told that the slow engine answers; empty once it was.
_TELL: list[Callable[[str], None]] = []


class Caster(Protocol):
    """A ray engine that holds one fixed set of triangle meshes (float32)."""

    def blocked(self, origins: Singles, ways: Singles, shares: Singles) -> Bools:
        """Return whether anything is met within each share of the way (of any length)."""
        ...

    def first(
        self, origins: Singles, ways: Singles, shares: Singles
    ) -> tuple[Singles, NDArray[np.int32]]:
        """Return share of the way and mesh of the first hit, infinity and -1 where none is."""
        ...

    def faces(self, origins: Singles, ways: Singles, shares: Singles) -> NDArray[np.int64]:
        """Return a number of a triangle that is met within each share, -1 where none is.

        The numbers tell triangles apart within one run and mean nothing else.
        """
        ...


def engine_name() -> str:
    """Return which ray engine answers: ``"embree"`` or ``"numpy"``."""
    return "numpy" if _fast is None else "embree"


def is_fallback() -> bool:
    """Return whether the slow built-in engine is in use; see `fallback_notice`."""
    return _fast is None


def fallback_notice() -> str | None:
    """Return what a person should read once where the slow engine answers, else None."""
    return say("geometry.rays.fallback") if is_fallback() else None


def when_slow(tell: Callable[[str], None] | None) -> None:
    """Have `fallback_notice` told once, at the moment when the slow engine first answers."""
    _TELL[:] = [] if tell is None else [tell]


def _engine(name: str | None) -> Callable[[list[tuple[Singles, NDArray[np.int32]]]], Caster]:
    if name is None and _fast is None and _TELL:
        _TELL.pop()(say("geometry.rays.fallback"))
    if name == "numpy" or (name is None and _fast is None):
        from sim.geometry.rays.hierarchy import NumpyCaster

        return NumpyCaster
    if _fast is None:
        raise ImportError("the embree ray engine is not installed")
    return _fast.EmbreeCaster


class SolidSet:
    """Triangle meshes that block rays, fixed for good.

    Parameters
    ----------
    meshes : mapping of name to MeshData
        In one frame, inches. Names come back as blockers; numbers follow the order given.
    engine : {"embree", "numpy"}, optional
        For tests; the best one installed answers by default.

    Raises
    ------
    ValueError
        When a vertex is not finite or a face names a vertex that is not there: loaders refuse
        such files, so here it is a programming mistake.
    """

    def __init__(self, meshes: Mapping[str, MeshData], *, engine: str | None = None) -> None:
        self.names: tuple[str, ...] = tuple(meshes)
        self._meshes = dict(meshes)
        self._engine = engine
        for name, mesh in meshes.items():
            _check(name, mesh)
        bounds = [mesh.bounds for mesh in meshes.values() if mesh.triangles]
        #: Lower and upper corner of each mesh, ``(n, 2, 3)``; empty meshes are left out of casts.
        self.bounds: Floats = np.array(bounds).reshape(-1, 2, 3)
        self._numbers = np.array(
            [i for i, mesh in enumerate(meshes.values()) if mesh.triangles], dtype=np.int32
        )
        if len(self.bounds):
            low, high = self.bounds[:, 0].min(axis=0), self.bounds[:, 1].max(axis=0)
            self._centre: Floats = (low + high) / 2
        else:
            self._centre = np.zeros(3)
        self._caster: Caster | None = None

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_caster": None}

    @property
    def meshes(self) -> Mapping[str, MeshData]:
        """The meshes by name, in the order of `names`; not to be changed."""
        return self._meshes

    @property
    def triangles(self) -> int:
        """Number of triangles in all meshes."""
        return sum(mesh.triangles for mesh in self._meshes.values())

    def build(self) -> None:
        """Build the engine's tree now; else the first cast does."""
        if len(self.bounds):
            self._cast()

    def _cast(self) -> Caster:
        if self._caster is not None:
            return self._caster
        with _BUILDING:
            if self._caster is None:
                self._caster = _engine(self._engine)(
                    [
                        (
                            np.ascontiguousarray(mesh.vertices - self._centre, dtype=np.float32),
                            np.ascontiguousarray(mesh.faces, dtype=np.int32),
                        )
                        for mesh in self._meshes.values()
                        if mesh.triangles
                    ]
                )
            return self._caster

    def prepare(self, origins: Floats, ends: Floats) -> Rays:
        """Return segments ready to be cast at this set many times; see `occluded`."""
        return prepare_rays(origins, ends, self._centre)

    def occluded(self, origins: Floats, ends: Floats) -> Bools:
        """Return which segments meet anything before their end.

        Parameters
        ----------
        origins, ends : (n, 3) arrays, or one (3,) point for all
            Inches, in the frame of the meshes.

        Returns
        -------
        (n,) bool array
            A segment shorter than 2e-4 in is free. Touching a surface blocks.
        """
        n = max(np.size(origins), np.size(ends)) // 3
        if n <= _IN_CACHE or not len(self.bounds):
            return self.occluded_rays(self.prepare(origins, ends))
        starts = np.broadcast_to(np.asarray(origins, dtype=np.float64), (n, 3))
        stops = np.broadcast_to(np.asarray(ends, dtype=np.float64), (n, 3))
        found = np.empty(n, dtype=bool)
        for i in range(0, n, _IN_CACHE):
            run = slice(i, i + _IN_CACHE)
            found[run] = self.occluded_rays(self.prepare(starts[run], stops[run]))
        return found

    def occluded_rays(self, rays: Rays) -> Bools:
        """Return what `occluded` does, of segments that `prepare` made ready."""
        if not len(self.bounds) or not len(rays):
            return np.zeros(len(rays), dtype=bool)
        found = self._cast().blocked(rays.origins, rays.ways, rays.shares)
        return found if rays.short is None else found & ~rays.short

    def first_hit(self, origins: Floats, ends: Floats) -> tuple[Floats, NDArray[np.int32]]:
        """Return where each segment first meets a surface.

        Returns
        -------
        distances : (n,) float64 array
            From the origin, inches; infinity where the segment is free.
        pieces : (n,) int32 array
            Index into `names`; -1 where the segment is free.
        """
        rays = self.prepare(origins, ends)
        if not len(self.bounds) or not len(rays):
            return np.full(len(rays), np.inf), np.full(len(rays), -1, dtype=np.int32)
        shares, meshes = self._cast().first(rays.origins, rays.ways, rays.shares)
        hit = meshes >= 0
        if rays.short is not None:
            hit &= ~rays.short
        pieces = np.where(hit, self._numbers[np.maximum(meshes, 0)], -1)
        distances = np.where(hit, shares, 0).astype(np.float64) * rays.lengths
        return np.where(hit, distances, np.inf), pieces.astype(np.int32)

    def blocking_faces(self, origins: Floats, ends: Floats) -> NDArray[np.int64]:
        """Return a number of a triangle that each segment meets before its end, -1 for none.

        Two segments from one point with the same number meet the same triangle, so every segment
        between them does. Good for that proof only: the numbers are never kept.
        """
        rays = self.prepare(origins, ends)
        if not len(self.bounds) or not len(rays):
            return np.full(len(rays), -1, dtype=np.int64)
        found = self._cast().faces(rays.origins, rays.ways, rays.shares)
        return found if rays.short is None else np.where(rays.short, -1, found)


def _count(origins: Floats, ends: Floats) -> int:
    shape = np.broadcast_shapes(np.shape(origins), np.shape(ends), (1, 3))
    return shape[0]


def _check(name: str, mesh: MeshData) -> None:
    if not np.isfinite(mesh.vertices).all():
        raise ValueError(f"{name}: a vertex is not finite")
    if mesh.triangles and not 0 <= int(mesh.faces.min()) <= int(mesh.faces.max()) < len(
        mesh.vertices
    ):
        raise ValueError(f"{name}: a face names a vertex that is not there")


@dataclass(frozen=True, eq=False)
class Placed:
    """A model's solid where it stands: rays are moved into its frame.

    Attributes
    ----------
    name : str
        Comes back as the blocker.
    solid : SolidSet
        The model's meshes in its own frame; shared by all models of the type.
    pose : Pose
    z : float
        Height of the support under it, inches.
    """

    name: str
    solid: SolidSet
    pose: Pose
    z: float

    def to_local(self, points: Floats) -> Floats:
        """Return table points in the model's frame."""
        c, s = math.cos(math.radians(self.pose.facing)), math.sin(math.radians(self.pose.facing))
        d = np.asarray(points, dtype=np.float64) - np.array([self.pose.x, self.pose.y, self.z])
        return np.stack(
            [c * d[..., 0] + s * d[..., 1], -s * d[..., 0] + c * d[..., 1], d[..., 2]], axis=-1
        )

    def to_table(self, points: Floats) -> Floats:
        """Return points of the model's frame in the table frame."""
        c, s = math.cos(math.radians(self.pose.facing)), math.sin(math.radians(self.pose.facing))
        p = np.asarray(points, dtype=np.float64)
        turned = [c * p[..., 0] - s * p[..., 1], s * p[..., 0] + c * p[..., 1], p[..., 2]]
        return np.stack(turned, axis=-1) + np.array([self.pose.x, self.pose.y, self.z])

    def occluded(self, origins: Floats, ends: Floats) -> Bools:
        """Return which segments (table frame) meet the model; see `SolidSet.occluded`."""
        return self.solid.occluded(self.to_local(origins), self.to_local(ends))

    def first_hit(self, origins: Floats, ends: Floats) -> tuple[Floats, NDArray[np.int32]]:
        """Return where segments (table frame) first meet the model; see `SolidSet.first_hit`."""
        return self.solid.first_hit(self.to_local(origins), self.to_local(ends))

    @cached_property
    def sphere(self) -> tuple[Floats, float]:
        """Centre and radius of a ball around the model, table frame."""
        low, high = self.solid.bounds[:, 0].min(axis=0), self.solid.bounds[:, 1].max(axis=0)
        return self.to_table((low + high) / 2), float(np.linalg.norm(high - low)) / 2


@dataclass(frozen=True, eq=False)
class Blockers:
    """Everything that blocks one view: the terrain and the hulls that stand in the way.

    Attributes
    ----------
    terrain : SolidSet
    placed : tuple of Placed
        Never the looker's own model nor the target.
    """

    terrain: SolidSet
    placed: tuple[Placed, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all blockers: terrain first, then the placed ones."""
        return (*self.terrain.names, *(model.name for model in self.placed))

    def occluded(self, origins: Floats, ends: Floats) -> Bools:
        """Return which segments meet anything before their end."""
        found = self.terrain.occluded(origins, ends)
        for model in self.placed:
            found |= model.occluded(origins, ends)
        return found

    def first_hit(self, origins: Floats, ends: Floats) -> tuple[Floats, NDArray[np.int32]]:
        """Return distance and index into `names` of each segment's first hit."""
        distances, pieces = self.terrain.first_hit(origins, ends)
        for i, model in enumerate(self.placed):
            other, hit = model.first_hit(origins, ends)
            nearer = (hit >= 0) & (other < distances)
            distances = np.where(nearer, other, distances)
            pieces = np.where(nearer, len(self.terrain.names) + i, pieces).astype(np.int32)
        return distances, pieces

    def blocking_hull_faces(self, origins: Floats, ends: Floats) -> NDArray[np.int64]:
        """Return triangle numbers as `SolidSet.blocking_faces` does, over the placed models."""
        found = np.full(_count(origins, ends), -1, dtype=np.int64)
        for i, model in enumerate(self.placed, start=1):
            starts, stops = model.to_local(origins), model.to_local(ends)
            other = model.solid.blocking_faces(starts, stops)
            found = np.where((found < 0) & (other >= 0), other + (i << 48), found)
        return found

    def clear_line(self, a: Floats, b: Floats) -> bool:
        """Return whether one sight line from point to point is free, touching not allowed.

        The line is tried with a bundle within 2e-4 in of it, some of which cross it, so that a ray
        exactly along an edge, a corner or an edge-on sheet cannot slip through: an edge-on sheet
        blocks. The answer is the same from both ends.
        """
        start, stop = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
        along = stop - start
        length = float(np.linalg.norm(along))
        if length <= 4 * END_GAP_IN:
            return True
        along /= length
        side = np.cross(along, [0.0, 0.0, 1.0] if abs(along[2]) < 0.9 else [1.0, 0.0, 0.0])
        side *= END_GAP_IN / np.linalg.norm(side)
        up = np.cross(side, along)
        shifts = np.array([np.zeros(3), side, -side, up, -up])
        # Both ends stay off the surfaces they may stand on.
        first, last = start + along * END_GAP_IN, stop - along * END_GAP_IN
        origins = np.concatenate([first + shifts, first + shifts[1:]])
        ends = np.concatenate([last + shifts, last - shifts[1:]])
        both = self.occluded(np.concatenate([origins, ends]), np.concatenate([ends, origins]))
        return not bool(both.any())
