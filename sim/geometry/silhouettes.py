"""A figure's outline from a photo, at the size that its base tells.

The photo is taken from the front or from the side, level with the figure, from as far away as the
lens allows: what is nearer to the camera than the base's middle looks larger (by a fortieth an inch
at forty inches), and from above the base's own far rim covers the feet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from sim.errors import HulldownError
from sim.geometry.figure_mask import figure_area, figure_mask
from sim.geometry.mesh_data import Floats
from sim.geometry.outline_fits import simplified
from sim.geometry.pose import Point
from sim.geometry.units import mm

__all__ = ["MOST_POINTS", "FigureOutline", "Silhouette", "silhouette"]

Bytes = NDArray[np.uint8]

#: Corners of an outline that is kept.
MOST_POINTS = 60
#: Part of the figure's height, from below, in which its base's foot is looked for.
_LOWEST = 0.15
#: How much above the base's top it is cut away, pixels: its rim is not a sharp line.
_CLEAR_PX = 3.0
#: Corners nearer to one another are one.
_SAME_IN = 1e-3


@dataclass(frozen=True)
class Silhouette:
    """A figure's outline in its own frame, for the ``silhouette`` of a scene's figure.

    Attributes
    ----------
    points : tuple of (across, up)
        Inches, counter-clockwise as seen, at most `MOST_POINTS`: across from the base's middle to
        the right of the picture, up from the table; the lowest lie on the base's top.
    height_in : float
        The figure's top above the table.
    area_in2 : float
        Of the outline, before it was simplified and without its holes.
    holes_in2 : float
        Area that shows the background through the figure; the outline covers it.
    pixels_per_inch : float
        How finely the photo shows the figure.
    """

    points: tuple[Point, ...]
    height_in: float
    area_in2: float
    holes_in2: float
    pixels_per_inch: float


@dataclass(frozen=True, eq=False)
class FigureOutline:
    """A figure with its base as it stands in the picture.

    Attributes
    ----------
    outline_px : (n, 2) float array
        Pixels, to be shown over the photo.
    holes_px : tuple of (n, 2) float array
    """

    outline_px: Floats
    holes_px: tuple[Floats, ...]

    def base_ends(self) -> Floats:
        """Return a guess at the two ends of the base, ``(2, 2)`` pixels, left one first.

        Where the lowest part of the figure is widest, which is a base's foot; to be shown and put
        right by hand.
        """
        top, low = self.outline_px[:, 1].min(), self.outline_px[:, 1].max()
        area = shapely.Polygon(self.outline_px)
        best = np.array([[0.0, low], [0.0, low]])
        for y in np.linspace(low - _LOWEST * (low - top), low - 0.5, 40).tolist():
            line = shapely.LineString([(-1e6, y), (1e6, y)])
            x = shapely.get_coordinates(shapely.intersection(area, line))[:, 0]
            if len(x) and np.ptp(x) >= best[1, 0] - best[0, 0]:
                best = np.array([[x.min(), y], [x.max(), y]])
        return best

    def scaled(
        self,
        base_ends: Sequence[Point] | Floats,
        base_mm: float,
        base_top_in: float,
        *,
        ends_up_in: float = 0.0,
        most: int = MOST_POINTS,
    ) -> Silhouette:
        """Return the outline in inches, without its base.

        Parameters
        ----------
        base_ends : (2, 2) array
            The left and the right end of the base as they were clicked, pixels; a photo that was
            held aslant is turned by them.
        base_mm : float
            What lies between them: the diameter of a round base.
        base_top_in : float
            Height of the base: what is lower is cut away, the feet stand on it.
        ends_up_in : float
            Height above the table at which the ends were clicked: by default the base's foot,
            whose diameter is the one that bases are sold by.
        most : int
            Corners at most.

        Raises
        ------
        HulldownError
            With key ``photo.figure.*``: ends too close, a base without size, nothing above it.
        """
        ends = np.asarray(base_ends, np.float64)
        if not (np.isfinite(base_mm) and base_mm > 0 and 0 <= base_top_in < 100):
            raise HulldownError("photo.figure.base", diameter=base_mm, height=base_top_in)
        long = float(np.hypot(*(ends[1] - ends[0])))
        if not long > 4:
            raise HulldownError("photo.figure.ends")
        per_inch = long / mm(base_mm)
        across = (ends[1] - ends[0]) / long
        if across[0] < 0:
            across = -across
        # Picture rows run down: up is to the left of across.
        turn = np.array([across, [across[1], -across[0]]]).T / per_inch

        def to_inches(points: Floats) -> Floats:
            return (points - ends.mean(axis=0)) @ turn + np.array([0.0, ends_up_in])

        rings = [to_inches(ring) for ring in (self.outline_px, *self.holes_px)]
        clear = _CLEAR_PX / per_inch
        figure = _above(shapely.Polygon(rings[0], rings[1:]), base_top_in, clear)
        solid = shapely.Polygon(shapely.get_exterior_ring(figure))
        points = _few(shapely.get_coordinates(solid), most, base_top_in, base_top_in + 1.3 * clear)
        return Silhouette(
            tuple((float(x), float(z)) for x, z in points),
            float(figure.bounds[3]),
            float(figure.area),
            float(solid.area - figure.area),
            per_inch,
        )


def silhouette(
    image: Bytes,
    background: Sequence[Point] = (),
    *,
    figure: Point | None = None,
    tolerance: float | None = None,
) -> FigureOutline:
    """Return the outline of a figure with its base in a photo.

    Parameters
    ----------
    image, background, figure, tolerance
        As `sim.geometry.figure_mask.figure_mask`.

    Raises
    ------
    HulldownError
        With key ``photo.figure.*`` when nothing stands out from the background.
    """
    mask, scale = figure_mask(image, background, figure=figure, tolerance=tolerance)
    if not mask.any():
        raise HulldownError("photo.figure.nothing")
    area = figure_area(mask, scale)
    rings = [shapely.get_coordinates(ring)[:-1] for ring in (area.exterior, *area.interiors)]
    return FigureOutline(rings[0], tuple(rings[1:]))


def _above(area: shapely.Polygon, height: float, clear: float) -> shapely.Polygon:
    """Return the part of a figure above its base, as one piece that reaches down to the base."""
    left, _, right, top = area.bounds
    low = height + clear
    parts = shapely.get_parts(
        shapely.intersection(area, shapely.box(left - 1, low, right + 1, max(top, low) + 1))
    ).tolist()
    largest = max((part.area for part in parts), default=0.0)
    # Crumbs of the base's rim above the cut are no part of the figure; a second leg is.
    kept = [p for p in parts if p.area > 0.02 * largest and p.bounds[3] > low + 3 * clear]
    if not kept:
        raise HulldownError("photo.figure.low")
    soles = [
        shapely.box(x0, height, x1, low + clear / 8) for x0, x1 in _soles(kept, low + clear / 8)
    ]
    if len(kept) > 1:
        # Parts that only the base joins are tied by a strip that simplifying does not lay flat.
        left, right = min(p.bounds[0] for p in kept), max(p.bounds[2] for p in kept)
        soles.append(shapely.box(left, height, right, height + 2 * clear))
    whole = shapely.union_all([*kept, *soles])
    return max(shapely.get_parts(whole).tolist(), key=lambda part: part.area)


def _soles(parts: Sequence[shapely.Polygon], height: float) -> list[tuple[float, float]]:
    """Return the stretches in which parts touch a height."""
    line = shapely.LineString([(-1e3, height), (1e3, height)])
    cuts = [
        shapely.get_coordinates(cut)[:, 0]
        for part in parts
        for cut in shapely.get_parts(shapely.intersection(line, part)).tolist()
    ]
    return [(float(x.min()), float(x.max())) for x in cuts if len(x) > 1]


def _few(points: Floats, most: int, height: float, feet: float) -> Floats:
    """Return an outline of few corners whose lowest stand on the base, rounded to 0.0001 in.

    Corners below the height `feet` are set down.
    """
    found = points
    for count in range(most, 2, -1):
        found = simplified(points, count)
        found = np.column_stack([found[:, 0], np.where(found[:, 1] < feet, height, found[:, 1])])
        steps = np.hypot(*(found - np.roll(found, 1, axis=0)).T)
        found = np.round(found[steps > _SAME_IN], 4)
        # Setting the feet down and rounding may fold a hair's breadth: fewer corners do not.
        if shapely.Polygon(found).is_valid:
            break
    return found
