"""From a photo of a flat table to places on it, and back.

Pixels are counted from the top left corner of the picture, x right and y down; the middle of the
first pixel is (0.5, 0.5). Places are inches in the table's frame: origin at the near left corner,
x along the near edge, y away. Everything here lies in the table's plane: what stands on it is seen
displaced away from the camera by its height, so of a thing always its *foot* must be clicked.

A photo is taken to be free of lens distortion. A `Lens` found from the table's own edges
(`sim.geometry.lens`) takes the bend of a wide-angle picture out before anything else is done.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.geometry.homography_fit import by_entries, fit_map, homogeneous, project, refine_map
from sim.geometry.lens import Lens
from sim.geometry.mesh_data import Floats
from sim.geometry.photo_clicks import (
    check_corners,
    check_marks,
    check_size,
    going_round,
    near_left_of,
    place_in,
    signed_area,
)
from sim.geometry.pixels import sampled
from sim.geometry.pose import Point

__all__ = ["Homography", "going_round"]

Bytes = NDArray[np.uint8]

_ROWS_AT_ONCE = 64
#: Most samples along each side of a pixel of a straightened picture.
_FINEST = 4


@dataclass(frozen=True, eq=False)
class Homography:
    """How a picture maps to a table.

    Attributes
    ----------
    matrix : (3, 3) float array
        Table to pixels, homogeneous: inches in, pixels (without lens bend) out.
    width_in, depth_in : float
        The table.
    marks_px : (n, 2) float array
        What was clicked, as clicked.
    marks_in : (n, 2) float array
        Where that is on the table.
    lens : Lens or None
    """

    matrix: Floats
    width_in: float
    depth_in: float
    marks_px: Floats
    marks_in: Floats
    lens: Lens | None = None

    @classmethod
    def from_corners(
        cls,
        pixels: Sequence[Point] | Floats,
        width_in: float,
        depth_in: float,
        *,
        near_left: int | None = None,
        lens: Lens | None = None,
    ) -> Homography:
        """Return the map of a picture whose four table corners were clicked.

        Parameters
        ----------
        pixels : (4, 2) array
            The corners, going round the table either way from any corner. `going_round` puts
            corners that were clicked criss-cross into such an order.
        width_in, depth_in : float
            The table's sides: the width lies along the near edge.
        near_left : int, optional
            Which of the clicks is the near left corner. By default the lower edge of the picture
            is the near one: the edge whose corners lie lowest, taken together.
        lens : Lens, optional

        Raises
        ------
        HulldownError
            With key ``photo.corners.*``: not four finite points, three of them on one line, one
            inside the triangle of the others, an order that crosses, corners too close together;
            ``photo.size`` when a side of the table is no positive length.
        """
        corners = np.asarray(pixels, np.float64)
        check_size(width_in, depth_in)
        check_corners(corners)
        straight = corners if lens is None else lens.straight(corners)
        # Clockwise to the eye (y runs down) is turned round, so that the table is not mirrored.
        order = np.array([0, 3, 2, 1]) if signed_area(straight) > 0 else np.arange(4)
        first = near_left_of(straight[order]) if near_left is None else place_in(order, near_left)
        order = np.roll(order, -first)
        places = np.array([(0, 0), (width_in, 0), (width_in, depth_in), (0, depth_in)], float)
        matrix = fit_map(places, straight[order])
        return cls(matrix, width_in, depth_in, corners[order], places, lens)

    @classmethod
    def from_marks(
        cls,
        pixels: Sequence[Point] | Floats,
        places: Sequence[Point] | Floats,
        width_in: float,
        depth_in: float,
        *,
        lens: Lens | None = None,
    ) -> Homography:
        """Return the map that fits four or more marks whose places are known best.

        The sum of the squared distances in the picture is least: what is clicked errs in pixels.

        Parameters
        ----------
        pixels, places : (n, 2) arrays
            The same marks, clicked and measured (inches, table frame); corners may be among them.
        width_in, depth_in : float
        lens : Lens, optional

        Raises
        ------
        HulldownError
            With key ``photo.marks.*``: fewer than four, not finite, counts that differ, or marks
            of which no four are in general position.
        """
        clicked, known = np.asarray(pixels, np.float64), np.asarray(places, np.float64)
        check_size(width_in, depth_in)
        check_marks(clicked, known)
        straight = clicked if lens is None else lens.straight(clicked)
        matrix = refine_map(fit_map(known, straight), known, straight)
        return cls(matrix, width_in, depth_in, clicked, known, lens)

    # --- places -----------------------------------------------------------------------------

    def to_table(self, points_px: Sequence[Point] | Floats) -> Floats:
        """Return where pixels lie on the table, ``(n, 2)`` inches; off the table is allowed.

        A pixel at or above the horizon of the table's plane gives ``nan``.
        """
        points = np.asarray(points_px, np.float64).reshape(-1, 2)
        straight = points if self.lens is None else self.lens.straight(points)
        out = homogeneous(straight) @ self._inverse.T
        # Before the camera the third coordinate has the sign that it has on the table itself.
        ahead = out[:, 2] * self._ahead > 1e-12 * np.abs(out).max(axis=1)
        return np.where(
            ahead[:, None], out[:, :2] / np.where(ahead, out[:, 2], 1.0)[:, None], np.nan
        )

    def to_pixels(self, points_in: Sequence[Point] | Floats) -> Floats:
        """Return where places of the table lie in the picture, ``(n, 2)`` pixels.

        A place behind the camera gives ``nan``.
        """
        points = np.asarray(points_in, np.float64).reshape(-1, 2)
        out = project(self.matrix, points)
        return out if self.lens is None else self.lens.bent(out)

    @property
    def _inverse(self) -> Floats:
        return np.asarray(np.linalg.inv(self.matrix), np.float64)

    @property
    def _ahead(self) -> float:
        middle = self.matrix @ np.array([self.width_in / 2, self.depth_in / 2, 1.0])
        return float(np.sign((self._inverse @ (middle / middle[2]))[2]))

    def off_px(self) -> Floats:
        """Return how far each mark is from where the fit puts it, ``(n,)`` pixels."""
        gaps = self.to_pixels(self.marks_in) - self.marks_px
        return np.asarray(np.hypot(gaps[:, 0], gaps[:, 1]), np.float64)

    # --- errors -----------------------------------------------------------------------------

    def spread_in(
        self, at: Point | Floats, px: float = 1.5, *, corner_px: float | None = None
    ) -> Floats:
        """Return how many inches errors of clicking mean at places of the table.

        Parameters
        ----------
        at : (2,) or (n, 2) array
            Places, inches.
        px : float
            Standard deviation of a click in x and in y, pixels.
        corner_px : float, optional
            That of the corners or marks, where they were set better; `px` by default, 0 for marks
            that are certain.

        Returns
        -------
        (n,) float array
            Root mean square distance, inches, between the place clicked and the place meant: of
            the point's own click and of the marks' together, to first order. Twice of it holds
            for 95 to 98 of 100 clicks.
        """
        places = np.asarray(at, np.float64).reshape(-1, 2)
        marks = by_entries(self.matrix, self.marks_in).reshape(-1, 9)
        # The scale of the matrix is free: the pseudo-inverse leaves it alone.
        cov = (
            np.linalg.pinv(marks.T @ marks, rcond=1e-14)
            * (px if corner_px is None else corner_px) ** 2
        )
        entries = by_entries(self.matrix, places)
        in_pixels = entries @ cov @ entries.transpose(0, 2, 1) + np.eye(2) * px**2
        inches = np.linalg.inv(self._by_place(places))
        moved = inches @ in_pixels @ inches.transpose(0, 2, 1)
        spread: Floats = np.sqrt(moved[:, 0, 0] + moved[:, 1, 1])
        return spread

    def _by_place(self, places: Floats) -> Floats:
        """Return how pixels move with places, ``(n, 2, 2)``."""
        out = homogeneous(places) @ self.matrix.T
        w = out[:, 2]
        rows = (
            self.matrix[None, :2, :2]
            - (out[:, :2] / w[:, None])[:, :, None] * self.matrix[None, 2:, :2]
        )
        return rows / w[:, None, None]

    def pixels_per_inch(self, at: Point | Floats) -> Floats:
        """Return how finely the picture shows places, ``(n,)``: the worse of its directions."""
        slopes = self._by_place(np.asarray(at, np.float64).reshape(-1, 2))
        return np.asarray(np.linalg.svd(slopes, compute_uv=False)[:, 1], np.float64)

    # --- the picture ------------------------------------------------------------------------

    def rectified(self, image: Bytes, pixels_per_inch: float, *, margin_in: float = 0.0) -> Bytes:
        """Return the table as seen from straight above, top row at the far edge.

        Parameters
        ----------
        image : (height, width, 3) uint8 array
        pixels_per_inch : float
        margin_in : float
            How much beyond the table's edges to show.

        Returns
        -------
        (rows, columns, 3) uint8 array
            What the photo does not show is black.
        """
        wide, deep = self.width_in + 2 * margin_in, self.depth_in + 2 * margin_in
        size = (max(1, round(wide * pixels_per_inch)), max(1, round(deep * pixels_per_inch)))
        return self.straightened(image, size, margin_in=margin_in)

    def straightened(self, image: Bytes, size: tuple[int, int], *, margin_in: float = 0.0) -> Bytes:
        """Return `rectified` as a picture of (width, height) pixels, whatever their proportion."""
        columns, rows = size
        wide, deep = self.width_in + 2 * margin_in, self.depth_in + 2 * margin_in
        finer = self._samples(columns / wide)
        x = (np.arange(columns * finer) + 0.5) / (columns * finer) * wide - margin_in
        out = np.empty((rows, columns, image.shape[2]), np.uint8)
        for first in range(0, rows, _ROWS_AT_ONCE):
            count = min(_ROWS_AT_ONCE, rows - first)
            down = (np.arange(count * finer) + 0.5 + first * finer) / (rows * finer)
            grid = np.stack(np.meshgrid(x, deep - down * deep - margin_in), axis=-1)
            found = sampled(image, self.to_pixels(grid.reshape(-1, 2)))
            block = found.reshape(count, finer, columns, finer, -1).mean(axis=(1, 3))
            out[first : first + count] = np.clip(np.rint(block), 0, 255).astype(np.uint8)
        return out

    def _samples(self, pixels_per_inch: float) -> int:
        """Return how many samples a side a pixel needs, so that a finer photo does not flicker."""
        places = self.marks_in.mean(axis=0, keepdims=True)
        finest = float(np.linalg.svd(self._by_place(places))[1].max())
        return min(_FINEST, max(1, round(finest / pixels_per_inch)))
