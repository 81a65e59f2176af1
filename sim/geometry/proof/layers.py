"""The target in layers of depth: what is seen of each, and whether a disc is clear that far.

A direction must be clear as far as the part that is seen there, so the free region shrinks from
the target's nearest depth to the plane. Within a layer it lies between the regions at the layer's
two ends: the verdict halves layers until both ends say the same. Shares are taken at the near ends
of layers thin enough to make no difference. Where no blocker reaches into the target's depths
before the plane there is one layer, and nothing to agree on.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely
from numpy.typing import NDArray

from sim.geometry.mesh_data import Floats
from sim.geometry.proof.beam import Beam, between, cut_rows, flatten
from sim.geometry.proof.discs import FreeRegion
from sim.geometry.proof.overlay import substantial, subtract, unite
from sim.geometry.rays import END_GAP_IN

__all__ = ["Layer", "find_layers", "is_visible"]

#: Layers are halved while their ends differ by more than this share of the outline.
_SHARE_STEP = 2e-4
#: For the share no layer is made thinner than this part of the target's depth.
_THINNEST_PART = 1 / 32
#: For the verdict layers are halved down to this depth, inches.
_THINNEST_IN = 1e-3


@dataclass(frozen=True, eq=False)
class Layer:
    """What is seen of the target between two depths.

    Attributes
    ----------
    low, high : float
        Depths along the axis of sight, inches.
    bare : shapely geometry
        Where any line reaches this layer of the target.
    first, last : FreeRegion
        Clear directions as far as `low` and as far as `high`, never farther than the plane.
    cover : shapely geometry
        What blocks before `low`.
    """

    low: float
    high: float
    bare: shapely.Geometry
    first: FreeRegion
    last: FreeRegion
    cover: shapely.Geometry

    @cached_property
    def seen(self) -> shapely.Geometry:
        """Where the layer is seen in an open direction, by its near end."""
        return shapely.intersection(self.bare, self.first.opened)

    @cached_property
    def surely_seen(self) -> shapely.Geometry:
        """Where a disc is clear as far as the layer's far end."""
        return shapely.intersection(self.bare, self.last.opened)

    def doubt(self) -> float:
        """Return the area that may be closed, though the near end opens it.

        What is bare is clear as far as its own part of the target, if not to the far end.
        """
        if self.first is self.last or shapely.is_empty(self.bare):
            return 0.0
        clear = FreeRegion(unite(np.array([self.last.region, self.bare], dtype=object)))
        opened = shapely.intersection(self.bare, clear.opened)
        return float(shapely.area(self.seen) - shapely.area(opened))


class _Depths:
    """The blockers of a beam, sorted by depth against the target."""

    def __init__(self, beam: Beam, blockers: Floats) -> None:
        self.beam = beam
        self._rest = self._blockers_between(blockers, beam.nearest, beam.farthest)
        front = self._blockers_between(blockers, 0.0, beam.nearest)
        self.front = beam.shadow(front)
        #: Whether anything blocks between the target's nearest depth and the plane.
        self.mixed = bool(len(self._blockers_between(self._rest, beam.nearest, beam.distance)))
        self._at_plane: FreeRegion | None = None

    @staticmethod
    def _blockers_between(blockers: Floats, low: float, high: float) -> Floats:
        """Return the parts that block what is deeper than `low` and not deeper than `high`."""
        return between(blockers, low - END_GAP_IN, high - END_GAP_IN)

    def layer(self, low: float, high: float, cover: shapely.Geometry) -> Layer:
        beam = self.beam
        target = between(beam.target, low, high)
        band = self._blockers_between(self._rest, low, high)
        bare = substantial(subtract(_parts_before(beam, target, band, cover), cover))
        if low >= beam.distance and self._at_plane is not None:
            return Layer(low, high, bare, self._at_plane, self._at_plane, cover)
        first = FreeRegion(subtract(beam.window, cover))
        last = first
        before_plane = self._blockers_between(band, low, min(high, beam.distance))
        if len(before_plane):
            last = FreeRegion(subtract(first.region, beam.shadow(before_plane)))
        if high >= beam.distance:
            self._at_plane = last
        return Layer(low, high, bare, first, last, cover)

    def halves(self, layer: Layer) -> tuple[Layer, Layer]:
        """Return the two halves of a layer."""
        middle = (layer.low + layer.high) / 2
        return (
            self.layer(layer.low, middle, layer.cover),
            self.layer(middle, layer.high, self.cover_to(layer.cover, layer.low, middle)),
        )

    def cover_to(self, cover: shapely.Geometry, low: float, high: float) -> shapely.Geometry:
        """Return what blocks before `high`, given what blocks before `low`."""
        band = self._blockers_between(self._rest, low, high)
        if not len(band):
            return cover
        return unite(np.array([self.beam.shadow(band), cover], dtype=object))


def find_layers(beam: Beam, blockers: Floats, outline_area: float) -> tuple[_Depths, list[Layer]]:
    """Return the target's layers from near to far, thin enough for the share."""
    depths = _Depths(beam, blockers)
    if not depths.mixed:
        return depths, [depths.layer(beam.nearest, beam.farthest, depths.front)]
    plane = min(max(beam.distance, beam.nearest), beam.farthest)
    todo = [depths.layer(beam.nearest, plane, depths.front)]
    thinnest = _THINNEST_PART * (beam.farthest - beam.nearest)
    found: list[Layer] = []
    while todo:
        layer = todo.pop()
        if layer.high - layer.low > thinnest and layer.doubt() > _SHARE_STEP * outline_area:
            todo += reversed(depths.halves(layer))
        else:
            found.append(layer)
    if plane < beam.farthest:
        cover = depths.cover_to(depths.front, beam.nearest, plane)
        found.append(depths.layer(plane, beam.farthest, cover))
    return depths, found


def is_visible(depths: _Depths, layers: list[Layer]) -> Layer | None:
    """Return a layer that is seen in an open direction, thinned until sure, or None."""
    doubtful: list[Layer] = []
    for layer in layers:
        if layer.last.reaches(layer.bare):
            return layer
        if layer.first is not layer.last and layer.first.reaches(layer.bare):
            doubtful.append(layer)
    while doubtful:
        layer = doubtful.pop(0)
        if layer.high - layer.low <= _THINNEST_IN:
            continue
        for half in depths.halves(layer):
            if half.last.reaches(half.bare):
                return half
            if half.first is not half.last and half.first.reaches(half.bare):
                doubtful.append(half)
    return None


def _parts_before(
    beam: Beam, target: Floats, band: Floats, cover: shapely.Geometry
) -> shapely.Geometry:
    """Return the outline of target triangles, each less what of the band stands before it."""
    if not len(band):
        return beam.shadow(target)
    polygons, broad = flatten(beam, target)
    if not shapely.is_empty(cover):
        shapely.prepare(cover)
        shown = ~np.asarray(shapely.covers(cover, polygons))
        polygons, broad = polygons[shown], broad[shown]
    if not len(polygons):
        return shapely.Polygon()
    target = target[broad]
    shadows, kept = flatten(beam, band)
    pairs = np.asarray(shapely.STRtree(shadows).query(polygons, predicate="intersects"))
    which, pieces = _nearer_pieces(target, band[kept], pairs)
    shades, solid = flatten(beam, pieces)
    which = which[solid]
    order = np.argsort(which, kind="stable")
    which, shades = which[order], shades[order]
    if not len(which):
        return beam.shadow(target)
    hit, starts = np.unique(which, return_index=True)
    whole = np.delete(np.arange(len(polygons)), hit)
    parts: list[shapely.Geometry] = polygons.tolist()
    rest = [
        subtract(parts[t], unite(group))
        for t, group in zip(hit.tolist(), np.split(shades, starts[1:]), strict=True)
    ]
    return unite(np.array([beam.shadow(target[whole]), *rest], dtype=object))


def _nearer_pieces(
    target: Floats, band: Floats, pairs: NDArray[np.intp]
) -> tuple[NDArray[np.intp], Floats]:
    """Return the parts of blockers on the eye's side of the target's triangles, pair by pair.

    What stands less than a ray's end gap before a triangle touches it and hides nothing.
    """
    t, o = pairs
    corners = target[t]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1), 1e-300)[:, None]
    middles = corners.mean(axis=1)
    toward = -np.einsum("ij,ij->i", normals, middles)
    normals *= np.where(toward < 0, -1.0, 1.0)[:, None]
    gap = END_GAP_IN * np.abs(toward) / np.linalg.norm(middles, axis=1)
    values = np.einsum("nij,nj->ni", band[o] - corners[:, :1], normals) - gap[:, None]
    pieces, rows = cut_rows(band[o], values)
    return t[rows], pieces
