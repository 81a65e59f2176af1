"""The health of a model: what is wrong with its triangles, and what is dropped before use.

Nothing is mended: an open model blocks sight as it is. Only triangles that hide nothing are
dropped: those without area, those there twice, and a few with corners at no place.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from shapely import MultiPoint

from sim.geometry.mesh_data import Floats, Ints, Part
from sim.geometry.meshes.raw import BadMesh, RawMesh

__all__ = [
    "Cleaned",
    "Dropped",
    "Health",
    "cleaned",
    "examined",
    "is_flat_cutout",
    "merged_corners",
    "resting_areas",
]

#: Share of a model's triangles that may lie at no place before the whole is refused.
LOSABLE_SHARE = 0.01
#: A coordinate as large as this is at no place either, whatever the unit.
_BEYOND = 1e12
#: Double area, as a share of the square of the model's extent, below which there is none.
_NO_AREA = 1e-14
#: Corners this close, as a share of the extent, count as one where edges are counted.
_SAME_SHARE = 1e-6
#: A cut-out covers less than this share of its hull.
_RAGGED_SHARE = 0.97
#: How far from its lowest point a triangle may lie to carry a model that stands on it.
_FLAT_SHARE = 2e-3


@dataclass(frozen=True)
class Dropped:
    """Triangles left out: corners that are not finite, no area, there twice."""

    not_finite: int = 0
    no_area: int = 0
    twice: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.not_finite + self.no_area + self.twice


@dataclass(frozen=True)
class Health:
    """What a model is made of.

    Attributes
    ----------
    triangles, corners : int
        Corners at one place count once.
    bodies : int
        Groups of triangles that share corners.
    open_edges : int
        Edges of one triangle only: rims of holes.
    crowded_edges : int
        Edges of more than two triangles.
    is_closed : bool
        Neither, and neighbours agree which side is out: the surface has an inside.
    """

    triangles: int
    corners: int
    bodies: int
    open_edges: int
    crowded_edges: int
    is_closed: bool


def merged_corners(vertices: Floats, grid: float = 0.0) -> NDArray[np.int64]:
    """Return for each vertex the number of its place: equal places have equal numbers.

    Parameters
    ----------
    grid : float
        Places are equal when they round to the same multiple of it; 0: when they are the same.
    """
    places = np.ascontiguousarray(np.round(vertices / grid) if grid else vertices) + 0.0
    order = np.lexsort(places.T)
    sorted_places = places[order]
    new = np.any(sorted_places[1:] != sorted_places[:-1], axis=1)
    numbers = np.empty(len(places), dtype=np.int64)
    numbers[order] = np.concatenate([[0], np.cumsum(new)])
    return numbers


@dataclass(frozen=True, eq=False)
class Cleaned:
    """A model ready for use, what was dropped of it, and its health before that."""

    raw: RawMesh
    dropped: Dropped
    health: Health


def cleaned(raw: RawMesh) -> Cleaned:
    """Return a model without the triangles that hide nothing, and without unused vertices.

    Raises
    ------
    BadMesh
        ``not_finite`` where more than one triangle in a hundred lies at no place; ``empty`` where
        nothing is left.
    """
    with np.errstate(invalid="ignore"):
        sound = np.asarray((np.abs(raw.vertices) < _BEYOND).all(axis=1))
    finite: NDArray[np.bool_] = np.asarray(sound[raw.faces].all(axis=1))
    lost = int(np.count_nonzero(~finite))
    if lost > LOSABLE_SHARE * len(finite):
        raise BadMesh("not_finite", count=int(np.count_nonzero(~sound)))
    whole = _with_faces(raw, finite)
    health = examined(whole.vertices, whole.faces)
    has_area = _has_area(whole.vertices, whole.faces)
    if not has_area.any():
        raise BadMesh("empty")
    kept = has_area.copy()
    kept[has_area] = _first_of_equals(merged_corners(whole.vertices)[whole.faces[has_area]])
    flat, twice = int((~has_area).sum()), int((has_area & ~kept).sum())
    return Cleaned(_with_faces(whole, kept), Dropped(lost, flat, twice), health)


def _has_area(vertices: Floats, faces: Ints) -> NDArray[np.bool_]:
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    scale = float(np.ptp(vertices, axis=0).max()) ** 2
    return np.asarray(np.linalg.norm(np.cross(b - a, c - a), axis=1) > scale * _NO_AREA)


def _first_of_equals(corners: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which triangles are the first with their three corners, whatever their order."""
    ordered = np.sort(corners, axis=1)
    rank = np.lexsort(ordered.T)
    again = np.all(ordered[rank[1:]] == ordered[rank[:-1]], axis=1)
    kept = np.ones(len(corners), dtype=np.bool_)
    kept[rank[1:][again]] = False
    return kept


def _with_faces(raw: RawMesh, kept: NDArray[np.bool_]) -> RawMesh:
    """Return a model with some of its faces, the vertices they use, and its parts."""
    faces = raw.faces[kept]
    used, renamed = np.unique(faces, return_inverse=True)
    counts = np.concatenate([[0], np.cumsum(kept)])
    parts = [
        Part(part.name, int(counts[part.first]), int(counts[end] - counts[part.first]))
        for part in raw.parts
        for end in (part.first + part.count,)
        if counts[end] > counts[part.first]
    ]
    return RawMesh(
        raw.vertices[used],
        renamed.reshape(-1, 3).astype(np.int32),
        tuple(parts),
        None if raw.colours is None else raw.colours[used],
        None if raw.uv is None else raw.uv[used],
        raw.texture,
        raw.unit,
        raw.notes,
    )


def examined(vertices: Floats, faces: Ints) -> Health:
    """Return the health of a model whose vertices are finite and all used.

    Corners closer than a millionth of the model's extent are one, in this count only.
    """
    low, high = vertices.min(axis=0), vertices.max(axis=0)
    extent = float((high - low).max())
    numbers = merged_corners(vertices - low, extent * _SAME_SHARE)
    corners = numbers[faces]
    nexts = np.roll(corners, -1, axis=1)
    corners = corners[(corners != nexts).all(axis=1)]  # a collapsed one has two equal sides
    count = int(numbers.max()) + 1
    starts, ends = corners.ravel(), np.roll(corners, -1, axis=1).ravel()
    ways = np.sort(starts * count + ends)
    agreed = not (ways[1:] == ways[:-1]).any()
    edges, uses = np.unique(
        np.minimum(starts, ends) * count + np.maximum(starts, ends), return_counts=True
    )
    open_edges, crowded = int((uses == 1).sum()), int((uses > 2).sum())
    present, bodies = _bodies(edges, count)
    return Health(
        triangles=len(faces),
        corners=present,
        bodies=bodies,
        open_edges=open_edges,
        crowded_edges=crowded,
        is_closed=not open_edges and not crowded and agreed,
    )


def _bodies(edges: NDArray[np.int64], count: int) -> tuple[int, int]:
    """Return how many corners have edges, and how many groups the edges join them to."""
    a, b = (edges // count).astype(np.int32), (edges % count).astype(np.int32)
    links = coo_array((np.ones(len(edges), np.int8), (a, b)), (count, count))
    present = np.zeros(count, dtype=np.bool_)
    present[a] = present[b] = True
    alone = count - int(present.sum())
    return count - alone, int(connected_components(links, directed=False)[0]) - alone


def resting_areas(vertices: Floats, faces: Ints) -> dict[str, float]:
    """Return how flat each side of a model is: the share of its box's side that lies in one plane.

    Returns
    -------
    dict of up axis (``z``, ``y``, ``x``, ``-z`` ...) to share
        The side opposite to that axis: what the model would stand on.
    """
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    across = np.abs(np.cross(b - a, c - a)) / 2
    used = vertices[np.unique(faces)]
    low, high = used.min(axis=0), used.max(axis=0)
    extents = high - low
    shares: dict[str, float] = {}
    for axis, name in ((2, "z"), (1, "y"), (0, "x")):
        others = [k for k in range(3) if k != axis]
        box = float(extents[others].prod()) or 1.0
        near = extents.max() * _FLAT_SHARE
        heights = np.stack([a[:, axis], b[:, axis], c[:, axis]])
        under = (heights < low[axis] + near).all(axis=0)
        over = (heights > high[axis] - near).all(axis=0)
        shares[name] = min(1.0, float(across[under, axis].sum()) / box)
        shares[f"-{name}"] = min(1.0, float(across[over, axis].sum()) / box)
    return shares


def is_flat_cutout(vertices: Floats, faces: Ints) -> bool:
    """Return whether a model is a sheet cut to a ragged outline and lying on its side (z up).

    Every face is level, on the top or the bottom, or upright; it is at most half as high as it is
    wide; and its outline is not convex: what printed ruins look like before they are stood up.
    """
    corners = vertices[faces]
    size = np.ptp(vertices[np.unique(faces)], axis=0)
    if float(size[2]) > 0.5 * float(size[:2].min()):
        return False
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    length = np.linalg.norm(normals, axis=1)
    steep = np.abs(normals[:, 2]) / np.where(length > 0, length, 1.0)
    level = steep > 1 - 1e-6
    if np.any(~level & (steep > 1e-6)):
        return False
    heights = corners[:, :, 2]
    near = float(size.max()) * _FLAT_SHARE
    low, high = float(heights.min()), float(heights.max())
    at_ends = (heights < low + near).all(axis=1) | (heights > high - near).all(axis=1)
    if np.any(level & ~at_ends):
        return False
    top = level & (heights > high - near).all(axis=1)
    hull = MultiPoint(corners[:, :, :2].reshape(-1, 2)).convex_hull.area
    return float(length[top].sum()) / 2 < _RAGGED_SHARE * hull
