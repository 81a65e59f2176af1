"""Painted closed shells: moved about, united without hidden faces, and finished for a file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import manifold3d
import numpy as np
from numpy.typing import NDArray

from tools.kit.paint import Coat, Finish, Paint, coat_colours
from tools.kit.vectors import Floats, Ints, Vec

__all__ = ["Painted", "Shell", "cut", "finish_shell", "join", "unite"]


_AXES = {"x": 0, "y": 1, "z": 2}


@dataclass(frozen=True)
class Shell:
    """A closed surface with a coat per face.

    Attributes
    ----------
    v : (n, 3) float array, inches
    f : (m, 3) int array, counter-clockwise seen from outside
    coats : tuple of Coat
    which : (m,) int array
        Index into `coats` for each face.
    """

    v: Floats
    f: Ints
    coats: tuple[Coat, ...]
    which: Ints

    def apply(self, matrix: Floats, shift: Vec = (0.0, 0.0, 0.0)) -> Shell:
        """Return the shell under ``v @ matrix.T + shift``; mirrored faces are turned round."""
        f = self.f if np.linalg.det(matrix) > 0 else self.f[:, ::-1]
        return replace(self, v=self.v @ matrix.T + np.asarray(shift, dtype=float), f=f)

    def at(self, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Shell:
        """Return the shell moved by (x, y, z)."""
        return replace(self, v=self.v + np.array([x, y, z], dtype=float))

    def turn(self, degrees: float, axis: str = "z") -> Shell:
        """Return the shell turned about an axis through the origin, right-handed."""
        return self.apply(rotation(degrees, axis))

    def size(self, x: float, y: float | None = None, z: float | None = None) -> Shell:
        """Return the shell scaled; missing factors follow `x`."""
        return self.apply(np.diag([x, x if y is None else y, x if z is None else z]))

    def mirror(self, axis: str = "y") -> Shell:
        """Return the mirror image through the plane across an axis."""
        scale = np.ones(3)
        scale[_AXES[axis]] = -1.0
        return self.apply(np.diag(scale))

    def aim(self, start: Vec, end: Vec) -> Shell:
        """Return the shell with its +x along ``end - start`` and its origin at `start`."""
        ahead = np.asarray(end, dtype=float) - np.asarray(start, dtype=float)
        ahead /= np.linalg.norm(ahead)
        upish = np.array([0.0, 0.0, 1.0]) if abs(ahead[2]) < 0.95 else np.array([1.0, 0.0, 0.0])
        left = np.cross(upish, ahead)
        left /= np.linalg.norm(left)
        return self.apply(np.column_stack([ahead, left, np.cross(ahead, left)]), start)

    def aim_centre(self, start: Vec, end: Vec) -> Shell:
        """Return the shell, centred on its origin, between two points along its +x."""
        half = float(np.linalg.norm(np.subtract(end, start))) / 2
        return self.at(half).aim(start, end)

    def coat(self, paint: Paint) -> Shell:
        """Return the shell in one other paint, bevels kept."""
        return replace(self, coats=tuple(coat._replace(paint=paint) for coat in self.coats))

    def warp(self, change: Floats) -> Shell:
        """Return the shell with other vertex positions."""
        return replace(self, v=change)

    @property
    def low(self) -> Floats:
        """Lowest corner."""
        return self.v.min(axis=0)

    @property
    def high(self) -> Floats:
        """Highest corner."""
        return self.v.max(axis=0)


def rotation(degrees: float, axis: str) -> Floats:
    """Return the 3x3 matrix of a right-handed turn about a coordinate axis."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    i = _AXES[axis]
    j, k = (i + 1) % 3, (i + 2) % 3
    matrix = np.eye(3)
    matrix[j, j] = matrix[k, k] = c
    matrix[j, k], matrix[k, j] = -s, s
    return matrix


def join(shells: Iterable[Shell]) -> Shell:
    """Return the shells side by side in one, each with its own variation of colour."""
    vs: list[Floats] = []
    fs: list[Ints] = []
    coats: list[Coat] = []
    which: list[Ints] = []
    count = 0
    for number, shell in enumerate(shells):
        vs.append(shell.v)
        fs.append(shell.f + count)
        which.append(shell.which + len(coats))
        coats += [c if c.seed else c._replace(seed=number * 7 + 1) for c in shell.coats]
        count += len(shell.v)
    return Shell(np.vstack(vs), np.vstack(fs), tuple(coats), np.concatenate(which))


def _solid(shell: Shell, first: int) -> manifold3d.Manifold:
    mesh = manifold3d.Mesh64(
        np.ascontiguousarray(shell.v),
        np.ascontiguousarray(shell.f, dtype=np.uint64),
        face_id=np.ascontiguousarray(shell.which + first, dtype=np.uint64),
    )
    mesh.merge()
    solid = manifold3d.Manifold(mesh)
    if solid.status() != manifold3d.Error.NoError:
        raise ValueError(f"a shell is not closed: {solid.status()}")
    return solid


def _solids(shells: Sequence[Shell]) -> tuple[list[manifold3d.Manifold], list[Coat]]:
    coats: list[Coat] = []
    solids: list[manifold3d.Manifold] = []
    for number, shell in enumerate(shells):
        solids.append(_solid(shell, len(coats)))
        coats += [c if c.seed else c._replace(seed=number * 7 + 1) for c in shell.coats]
    return solids, coats


def _shell(solid: manifold3d.Manifold, coats: Sequence[Coat]) -> Shell:
    mesh = solid.to_mesh64()
    used, which = np.unique(np.asarray(mesh.face_id, dtype=np.int64), return_inverse=True)
    return Shell(
        np.array(mesh.vert_properties, dtype=float)[:, :3],
        np.array(mesh.tri_verts, dtype=np.int64),
        tuple(coats[i] for i in used),
        which.astype(np.int64),
    )


def unite(shells: Iterable[Shell], keep: float = 0.0) -> Shell:
    """Return the union of closed shells: no face of one inside another is left.

    Triangles are merged where the surface stays within `keep` inches.
    """
    solids, coats = _solids(list(shells))
    whole = manifold3d.Manifold.batch_boolean(solids, manifold3d.OpType.Add)
    return _shell(whole.simplify(keep) if keep > 0 else whole, coats)


def cut(shell: Shell, tools: Iterable[Shell]) -> Shell:
    """Return `shell` without what the closed `tools` cover; cut faces take the tools' coats."""
    solids, coats = _solids([shell, *tools])
    return _shell(manifold3d.Manifold.batch_boolean(solids, manifold3d.OpType.Subtract), coats)


@dataclass(frozen=True)
class Painted:
    """What a file holds of one part: welded vertices with colours.

    Attributes
    ----------
    v : (n, 3) float32 array, inches
    f : (m, 3) int array
    rgba : (n, 4) uint8 array
    """

    v: NDArray[np.float32]
    f: Ints
    rgba: NDArray[np.uint8]


def _weld(v: Floats, f: Ints) -> tuple[Floats, Ints, NDArray[np.bool_]]:
    """Return rounded, merged positions, faces over them and which faces survive."""
    rounded = np.round(v, 4) + 0.0
    points, index = np.unique(rounded, axis=0, return_inverse=True)
    faces = index.reshape(-1)[f]
    whole = (
        (faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])
    )
    return points, faces[whole], whole


def _normals(points: Floats, faces: Ints, crease: float) -> tuple[Floats, Floats]:
    """Return unit face normals and corner normals ``(m, 3, 3)`` split at creases."""
    a, b, c = points[faces[:, 0]], points[faces[:, 1]], points[faces[:, 2]]
    area = np.cross(b - a, c - a)
    length = np.linalg.norm(area, axis=1, keepdims=True)
    flat = area / np.where(length == 0, 1.0, length)
    smooth = np.zeros_like(points)
    for corner in range(3):
        np.add.at(smooth, faces[:, corner], area)
    length = np.linalg.norm(smooth, axis=1, keepdims=True)
    smooth /= np.where(length == 0, 1.0, length)
    corners = smooth[faces]
    sharp = (corners * flat[:, None, :]).sum(axis=2) < np.cos(np.radians(crease))
    return flat, np.where(sharp[..., None], flat[:, None, :], corners)


def _bends(points: Floats, faces: Ints, flat: Floats) -> tuple[Floats, Floats]:
    """Return per vertex how concave and how convex its sharpest edge is, each 0..1."""
    count = len(points)
    start = faces.reshape(-1)
    end = np.roll(faces, -1, axis=1).reshape(-1)
    owner = np.repeat(np.arange(len(faces)), 3)
    order = np.lexsort((owner, np.maximum(start, end), np.minimum(start, end)))
    low, high = np.minimum(start, end)[order], np.maximum(start, end)[order]
    pair = np.flatnonzero((low[:-1] == low[1:]) & (high[:-1] == high[1:]))
    one, two = owner[order][pair], owner[order][pair + 1]
    middle = points[faces].mean(axis=1)
    angle = np.arccos(np.clip((flat[one] * flat[two]).sum(axis=1), -1.0, 1.0)) / (np.pi / 2)
    side = (flat[one] * (middle[two] - middle[one])).sum(axis=1)
    concave, convex = np.zeros(count), np.zeros(count)
    for ends in (low[pair], high[pair]):
        np.maximum.at(concave, ends, np.where(side > 1e-9, np.minimum(angle, 1.0), 0.0))
        np.maximum.at(convex, ends, np.where(side < -1e-9, np.minimum(angle, 1.0), 0.0))
    return concave, convex


def finish_shell(shell: Shell, finish: Finish) -> Painted:
    """Return a shell painted and welded for a file.

    Vertices are shared where position and colour agree to the last digit, so smooth surfaces
    stay connected and stones stay apart.
    """
    points, faces, whole = _weld(shell.v, shell.f)
    which = shell.which[whole]
    flat, corners = _normals(points, faces, finish.crease)
    at = points[faces].reshape(-1, 3)
    coats = list(shell.coats)
    rgba = coat_colours(coats, np.repeat(which, 3), at, corners.reshape(-1, 3), finish)
    if finish.wash > 0.0:
        concave, convex = _bends(points, faces, flat)
        lined = 1.0 - finish.wash * concave + finish.brush * np.clip(convex - concave, 0, 1)
        rgba[:, :3] *= lined[faces.reshape(-1)][:, None]
    rgba = np.clip(np.round(rgba), 0, 255)
    key = np.column_stack([faces.reshape(-1), rgba.astype(np.int64)])
    kept, index = np.unique(key, axis=0, return_inverse=True)
    return Painted(
        points[kept[:, 0]].astype(np.float32),
        index.reshape(-1, 3).astype(np.int64),
        kept[:, 1:].astype(np.uint8),
    )
