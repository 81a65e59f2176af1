"""The table's edges in a photo: corners clicked roughly are set by the edges between them.

A click errs by a pixel or two, an edge is hundreds of pixels long: the line through all of it is
known ten times better. What is looked for is a step of colour that runs along the whole edge; where
none is found the click stays.

The edge is what the picture shows. The raised lip of a frame hides a strip of the mat behind it
(its height over the tangent of the camera's angle): there the click is the better guess, and
`moved_px` shows that the two part. Mats without a frame, and frames clicked on top with the frame's
own size, have no such strip.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.geometry.lens import Lens, straightest_lens
from sim.geometry.mesh_data import Floats
from sim.geometry.photo_clicks import check_corners
from sim.geometry.pixels import sampled
from sim.geometry.pose import Point

__all__ = ["Edge", "TableEdges", "refine_corners"]

Bytes = NDArray[np.uint8]

_STATIONS = 240
#: Part of an edge next to a corner that is left out: corners of mats are round.
_LEFT_OUT = 0.04
_STEP_PX = 0.5
#: Breadth over which a step of colour is taken, pixels.
_BREADTH_PX = 1.0
_NEAR_PX = 2.5
#: How many times the usual strength of lines beside it an edge must be worth, and how many times
#: what chance alone gives a line.
_FIRM, _CHANCE = 2.0, 6.0
#: Part of the stations that must agree on the edge.
_AGREE = 0.3
_BOWS = 25
_ROUNDS = 8


@dataclass(frozen=True, eq=False)
class Edge:
    """One edge of the table in the picture.

    Attributes
    ----------
    points : (n, 2) float array
        Points of it that were found, pixels; the two clicks where nothing was.
    firm : bool
        Whether a step of colour runs along it that is clearly stronger than what lies beside it.
    off_px : float
        Root mean square distance of the points from the fitted line or bow.
    """

    points: Floats
    firm: bool
    off_px: float


@dataclass(frozen=True, eq=False)
class TableEdges:
    """What the edges say about the corners.

    Attributes
    ----------
    corners : (4, 2) float array
        In the order of the clicks, pixels of the picture as it is (bent by the lens).
    edges : tuple of four Edge
        The first lies between the first two corners.
    moved_px : (4,) float array
        How far each corner lies from its click; 0 where an edge beside it was not found.
    lens : Lens or None
        When it was asked for.
    """

    corners: Floats
    edges: tuple[Edge, ...]
    moved_px: Floats
    lens: Lens | None = None


def refine_corners(
    image: Bytes,
    clicks: Sequence[Point] | Floats,
    *,
    reach_px: float | None = None,
    bow_px: float = 0.0,
) -> TableEdges:
    """Return the table's corners as its edges in the picture meet.

    Parameters
    ----------
    image : (height, width, 3) uint8 array
    clicks : (4, 2) array
        Roughly the corners, going round the table.
    reach_px : float, optional
        How far from the line between two clicks an edge is looked for; 6, or more in a large
        picture, by default. Of several edges within reach (a mat's and its frame's) the strongest
        is taken, so on a framed table click, and reach, with care.
    bow_px : float
        How far the middle of an edge may bow out by the bend of the lens; above 0 the bend is
        measured from the edges, too.

    Raises
    ------
    HulldownError
        As `Homography.from_corners` for corners that cannot be a table's.
    """
    corners = np.asarray(clicks, np.float64)
    check_corners(corners)
    height, width = image.shape[:2]
    reach = max(6.0, width / 400.0) if reach_px is None else reach_px
    ends = [(corners[k], corners[(k + 1) % 4]) for k in range(4)]
    edges = tuple(_read_edge(image, a, b, reach, bow_px) for a, b in ends)
    lens = None
    if bow_px > 0:
        told = [edge.points for edge in edges if edge.firm]
        lens = straightest_lens(told, width, height) if told else Lens(width, height, 0.0)
    found = corners.copy()
    for k in range(4):
        before, after = edges[k - 1], edges[k]
        if before.firm and after.firm:
            found[k] = _meet(before.points, after.points, lens)
    return TableEdges(found, edges, np.asarray(np.hypot(*(found - corners).T), np.float64), lens)


def _read_edge(image: Bytes, a: Floats, b: Floats, reach: float, bow: float) -> Edge:
    """Return the edge near the line from a to b."""
    profile = _Profile.across(image, a, b, reach + bow)
    line = profile.strongest(reach, bow)
    if line is None:
        return Edge(np.array([a, b]), False, 0.0)
    offsets, strength = profile.near(line)
    kept, least = strength > 0, _AGREE * len(strength)
    for _ in range(_ROUNDS):
        line = _fitted(profile.shares[kept], offsets[kept], strength[kept], 2 if bow > 0 else 1)
        off = np.abs(offsets - np.polyval(line, profile.shares))
        # Stations where something lies on the edge have no say.
        kept = (strength > 0) & (off < max(0.3, 2.5 * float(np.median(off[kept]))))
        if kept.sum() < least:
            return Edge(np.array([a, b]), False, 0.0)
    gaps, shares = offsets[kept] - np.polyval(line, profile.shares[kept]), profile.shares[kept]
    points = profile.at(shares, np.asarray(np.polyval(line, shares), np.float64))
    return Edge(points, True, float(np.sqrt((gaps**2).mean())))


@dataclass(frozen=True, eq=False)
class _Profile:
    """How colour steps across a line, station by station.

    Attributes
    ----------
    start, along, normal : (2,) arrays
        The line from its start; `along` reaches to its end, `normal` is of unit length.
    shares : (s,) array
        Where the stations lie, 0..1.
    offsets : (k,) array
        Pixels from the line, along the normal.
    steps : (s, k, 3) array
        Change of colour across each place, per pixel.
    """

    start: Floats
    along: Floats
    normal: Floats
    shares: Floats
    offsets: Floats
    steps: Floats

    @classmethod
    def across(cls, image: Bytes, a: Floats, b: Floats, reach: float) -> _Profile:
        along = b - a
        length = float(np.hypot(*along))
        normal = np.array([-along[1], along[0]]) / length
        count = int(min(_STATIONS, max(8, length / 2)))
        shares = np.linspace(_LEFT_OUT, 1 - _LEFT_OUT, count)
        offsets = np.arange(-reach - 4, reach + 4 + _STEP_PX / 2, _STEP_PX)
        spots = (a + shares[:, None] * along)[:, None] + offsets[None, :, None] * normal
        colours = sampled(image, spots.reshape(-1, 2)).reshape(count, len(offsets), -1)
        colours = colours.astype(np.float64)
        half = round(_BREADTH_PX / _STEP_PX)
        steps = np.zeros_like(colours)
        steps[:, half:-half] = (colours[:, 2 * half :] - colours[:, : -2 * half]) / (
            2 * _BREADTH_PX
        )
        return cls(a, along, normal, shares, offsets, steps)

    def at(self, shares: Floats, offsets: Floats) -> Floats:
        """Return points beside the line, ``(n, 2)`` pixels."""
        return self.start + shares[:, None] * self.along + offsets[:, None] * self.normal

    def strongest(self, reach: float, bow: float) -> Floats | None:
        """Return the line (or bow) along which colour steps most, as a polynomial of the share.

        None when it is not clearly stronger than the others.
        """
        size = np.linalg.norm(self.steps, axis=2, keepdims=True)
        limit = 3.0 * max(float(np.median(size.max(axis=1))), 1e-9)
        steps = self.steps * np.minimum(1.0, limit / np.maximum(size, 1e-9))
        few = np.linspace(0, len(self.shares) - 1, min(80, len(self.shares))).round().astype(int)
        ends = np.arange(-reach, reach + 0.5 * _STEP_PX, _STEP_PX)
        bows = np.linspace(-bow, bow, _BOWS) if bow > 0 else np.zeros(1)
        shares, rows = self.shares[few], steps[few]
        best, worth, total = None, 0.0, []
        for middle, first in itertools.product(bows, ends):
            lines = (
                first * (1 - shares) + ends[:, None] * shares + 4 * middle * shares * (1 - shares)
            )
            places = np.clip(
                np.rint((lines - self.offsets[0]) / _STEP_PX).astype(int), 0, len(self.offsets) - 1
            )
            strength = np.linalg.norm(rows[np.arange(len(few)), places].mean(axis=1), axis=1)
            total.append(strength)
            top = int(np.argmax(strength))
            if strength[top] > worth:
                worth = float(strength[top])
                last = float(ends[top])
                best = np.array([-4 * middle, last - first + 4 * middle, first])
        beside = float(np.sqrt((np.concatenate(total) ** 2).mean()))
        chance = float(np.sqrt((rows**2).sum(axis=2).mean() / len(few)))
        return best if worth > max(_FIRM * beside, _CHANCE * chance, 1e-6) else None

    def near(self, line: Floats) -> tuple[Floats, Floats]:
        """Return where colour steps next to a line at every station, and how strongly."""
        there = np.polyval(line, self.shares)
        close = np.abs(self.offsets - there[:, None]) <= _NEAR_PX
        mean = (self.steps * close[..., None]).sum(axis=1)
        way = np.median(mean, axis=0)
        way = way / max(float(np.linalg.norm(way)), 1e-9)
        strength = np.clip(self.steps @ way, 0.0, None) * close
        weight = strength.sum(axis=1)
        offsets = (strength * self.offsets).sum(axis=1) / np.maximum(weight, 1e-9)
        return np.where(weight > 0, offsets, there), weight


def _fitted(shares: Floats, offsets: Floats, weights: Floats, degree: int) -> Floats:
    return np.polyfit(shares, offsets, degree, w=np.sqrt(weights))


def _meet(before: Floats, after: Floats, lens: Lens | None) -> Floats:
    """Return where two edges meet in the picture."""
    edges = [each if lens is None else lens.straight(each) for each in (before, after)]
    rows = [_line(each) for each in edges]
    spot = np.linalg.solve(np.array([row[:2] for row in rows]), np.array([row[2] for row in rows]))
    return spot if lens is None else lens.bent(spot)[0]


def _line(points: Floats) -> tuple[float, float, float]:
    """Return the best line through points as (a, b, c): a x + b y = c."""
    middle = points.mean(axis=0)
    a, b = np.linalg.svd(points - middle)[2][-1]
    return float(a), float(b), float(a * middle[0] + b * middle[1])
