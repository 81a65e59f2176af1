"""Proof of a verdict by exact polygons: no ray is cast, and every free region is there to draw."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely

from sim.geometry.mesh_data import Floats
from sim.geometry.pose import Point
from sim.geometry.proof.beam import Beam, between
from sim.geometry.proof.layers import Layer, find_layers, is_visible
from sim.geometry.proof.overlay import polygons_of, unite
from sim.geometry.rays import Blockers, SolidSet
from sim.geometry.sight import Point3, Query
from sim.geometry.sight.openings import RADIUS_IN
from sim.geometry.sight.view_plane import ViewPlane

__all__ = ["Proof", "prove"]

Polygon = tuple[Point, ...]

#: A disc that touches the outline lies within its own diameter of it.
_MARGIN_IN = 2.05 * RADIUS_IN
_INSCRIBED_IN = 1e-4


@dataclass(frozen=True)
class Proof:
    """What exact projection says of one query, on the target's plane.

    Attributes
    ----------
    visible : bool
        The verdict by the definition: some disc of 0.0236 in, clear as far as the part that is
        seen in it, touches the target's outline.
    share : float
        Seen share of the outline, 0..1, exact for the polygons (slits narrower than the disc are
        closed, as in the verdict).
    bare_share : float
        The same without closing slits: whatever any line reaches.
    opening_in : float
        Diameter of the largest disc inside the free part of the outline, inches; 0 when blocked.
    witness : Point3 or None
        A seen point of the target, table frame; None when blocked.
    outline, seen : tuple of polygons
        For drawing, in plane coordinates (right, up) around the target's centre, inches; outer
        rings only.
    triangles : int
        Triangles of the blockers that lie in the beam.
    bare_opening_in : float
        Diameter of the largest disc inside whatever any line reaches: of a slit that is closed,
        its width.
    """

    visible: bool
    share: float
    bare_share: float
    opening_in: float
    witness: Point3 | None
    outline: tuple[Polygon, ...]
    seen: tuple[Polygon, ...]
    triangles: int
    bare_opening_in: float = 0.0


def prove(terrain: SolidSet, query: Query) -> Proof:
    """Return the proof of one query.

    Every triangle of the target and of whatever stands in the beam is projected on the target's
    plane; overlays of polygons do the rest. The answer is the definition's, within these limits:
    arcs of discs deviate by 1.4e-5 in (9e-7 in where the verdict hangs on it); seen parts narrower
    than 1e-6 in count as noise, as do triangles seen edge-on; where blockers reach in among the
    target's own depths, the depth to which a disc must be clear is followed in steps until the
    verdict is sure (at last 1e-3 in) and the share to 1e-3. An overlay that fails in plain numbers
    is done on a grid of 1e-8 in.
    """
    view = ViewPlane(np.asarray(query.eye), query.target, Blockers(terrain, query.hulls))
    beam = Beam(view, _MARGIN_IN)
    outline = beam.shadow(beam.target)
    area = float(shapely.area(outline))
    blockers = beam.blockers()
    if area <= 0.0:
        return Proof(False, 0.0, 0.0, 0.0, None, (), (), len(blockers))
    depths, layers = find_layers(beam, blockers, area)
    bare = unite(np.array([layer.bare for layer in layers], dtype=object))
    shown = is_visible(depths, layers)
    bare_share = float(shapely.area(bare)) / area
    if shown is None:
        return Proof(
            visible=False,
            share=0.0,
            bare_share=min(bare_share, 1.0),
            opening_in=0.0,
            witness=None,
            outline=_rings(outline),
            seen=(),
            triangles=len(blockers),
            bare_opening_in=_widest(bare)[0],
        )
    seen = unite(np.array([layer.seen for layer in layers], dtype=object))
    return Proof(
        visible=True,
        share=min(float(shapely.area(seen)) / area, 1.0),
        bare_share=min(bare_share, 1.0),
        opening_in=_widest(seen)[0],
        witness=_witness(view, beam, shown),
        outline=_rings(outline),
        seen=_rings(seen),
        triangles=len(blockers),
        bare_opening_in=_widest(bare)[0],
    )


def _rings(geometry: shapely.Geometry) -> tuple[Polygon, ...]:
    """Return the outer rings of a geometry's polygons, without the closing corner."""
    found: list[Polygon] = []
    for part in polygons_of(geometry):
        corners = shapely.get_coordinates(part.exterior)[:-1]
        found.append(tuple((float(x), float(y)) for x, y in corners))
    return tuple(found)


def _widest(geometry: shapely.Geometry) -> tuple[float, Floats | None]:
    """Return diameter and middle of the largest disc inside a geometry's polygons."""
    parts = list(polygons_of(geometry))
    if not parts:
        return 0.0, None
    region = shapely.MultiPolygon(parts)
    spoke = shapely.maximum_inscribed_circle(region, tolerance=_INSCRIBED_IN)
    ends = shapely.get_coordinates(spoke)
    return 2.0 * float(shapely.length(spoke)), ends[0]


def _witness(view: ViewPlane, beam: Beam, layer: Layer) -> Point3:
    """Return a point of the target that is seen in a layer, well inside the seen part."""
    spot = _widest(layer.surely_seen)[1]
    if spot is None:
        line = shapely.shortest_line(layer.bare, layer.last.opened)
        spot = shapely.get_coordinates(line)[0]
    depth = _foremost(beam, between(beam.target, layer.low, layer.high), spot)
    point = view.eye + depth / view.distance * (view.at(spot[None])[0] - view.eye)
    return (float(point[0]), float(point[1]), float(point[2]))


def _foremost(beam: Beam, triangles: Floats, spot: Floats) -> float:
    """Return the least depth at which triangles are met in the direction of a spot."""
    spots = beam.project(triangles)
    a, b, c = spots[:, 0], spots[:, 1], spots[:, 2]
    weights = np.stack([_twice_area(spot, b, c), _twice_area(a, spot, c), _twice_area(a, b, spot)])
    total = weights.sum(axis=0)
    weights = weights / np.where(total == 0, np.inf, total)
    # Perspective: one over the depth is linear on the plane.
    nearness = np.einsum("ij,ji->j", weights, 1.0 / triangles[..., 2])
    inside = (weights >= -1e-9).all(axis=0) & (total != 0)
    if not inside.any():
        inside = weights.min(axis=0) >= weights.min(axis=0).max()
    return float(1.0 / nearness[inside].max())


def _twice_area(a: Floats, b: Floats, c: Floats) -> Floats:
    u, v = b - a, c - a
    return u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0]
