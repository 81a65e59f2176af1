"""Telling a figure from its background in a photo.

The background is a wall, a sheet of paper, the sky: one colour that may grow lighter or darker
across the picture. Where it is not, the person clicks on it in several places and chooses how
different a colour may be.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy import ndimage

from sim.errors import HulldownError
from sim.geometry.mesh_data import Floats
from sim.geometry.pose import Point

__all__ = ["figure_area", "figure_mask"]

Bytes = NDArray[np.uint8]
Bools = NDArray[np.bool_]

#: Longest side of the picture that is looked at; larger ones are averaged down.
_LONGEST = 1600
#: Part of the picture's side that counts as its border.
_BORDER = 0.02
#: Half the side of the patch about a click, pixels.
_PATCH = 4
#: Least distance of colours that tells two apart, and how many times the noise it must be.
_LEAST, _NOISE = 14.0, 5.0
#: A figure, and a hole in it, has at least this part of the picture or of the figure.
_FIGURE, _HOLE = 5e-4, 1e-3
#: Samples farther apart than this part of the picture tell how the light falls off.
_SPREAD, _ROUNDS = 0.4, 7
#: Softening against noise, and how far in the soft rim of a figure may reach, pixels.
_SOFT, _RIM = 0.8, 2


def figure_mask(
    image: Bytes,
    background: Sequence[Point] = (),
    *,
    figure: Point | None = None,
    tolerance: float | None = None,
) -> tuple[Bools, float]:
    """Return which pixels show the figure (with its base).

    Parameters
    ----------
    image : (height, width, 3) uint8 array
    background : sequence of Point
        Clicks on the background, pixels; the picture's border by default.
    figure : Point, optional
        A click on the figure; the largest thing before the background by default.
    tolerance : float, optional
        How far a colour may be from the background's and still belong to it (0..441); by default
        five times the background's own noise, at least 14.

    Returns
    -------
    mask : (rows, columns) bool array
    scale : float
        Pixels of the picture per pixel of the mask.

    Raises
    ------
    HulldownError
        With key ``photo.figure.*``: a click beside the picture, nothing stands out, the click on
        the figure shows background.
    """
    for click in (*background, *(() if figure is None else (figure,))):
        _check_click(click, image)
    small, scale = _reduced(image)
    soft = np.stack([ndimage.gaussian_filter(small[..., k], _SOFT) for k in range(3)], axis=-1)
    samples = _patches(soft.shape, background, scale) if background else _border(soft.shape)
    away, noise = _distance(soft, samples)
    limit = max(_LEAST, _NOISE * noise) if tolerance is None else tolerance
    like = away < limit
    labels, _ = _labelled(like)
    outer = np.unique(labels[samples & like])
    sky = np.isin(labels, outer[outer > 0])
    standing = _chosen(~sky, figure, scale)
    holes, count = _labelled(standing & like)
    sizes = np.bincount(holes.ravel(), minlength=count + 1)
    large = np.flatnonzero(sizes >= max(12.0, _HOLE * standing.sum()))
    standing &= ~np.isin(holes, large[large > 0])
    return _to_the_middle_of_the_rim(standing, away), scale


def _to_the_middle_of_the_rim(mask: Bools, away: Floats) -> Bools:
    """Return a mask that ends where the colour is half that of the figure next to it.

    The flood stops where the rim, soft from lens and pixels, begins to differ: outside the figure.
    """
    core = ndimage.binary_erosion(mask, iterations=_RIM)
    figure = ndimage.maximum_filter(np.where(mask, away, 0.0), size=2 * _RIM + 1)
    sharp = mask & np.logical_or(core, away > 0.5 * figure)
    return np.asarray(ndimage.gaussian_filter(sharp.astype(float), _SOFT) > 0.5, bool)


def figure_area(mask: Bools, scale: float) -> shapely.Polygon:
    """Return the outline of a mask's largest part, holes included, in pixels of the picture."""
    runs = [_row_boxes(row, y) for y, row in enumerate(mask) if row.any()]
    whole = shapely.union_all(np.concatenate(runs))
    parts = shapely.get_parts(whole).tolist()
    largest = max(parts, key=lambda part: part.area)
    thin = shapely.simplify(largest, 1.0)
    return shapely.transform(thin, lambda points: points * scale)


def _row_boxes(row: Bools, y: int) -> NDArray[np.object_]:
    edges = np.flatnonzero(np.diff(np.concatenate([[False], row, [False]]).astype(np.int8)))
    low = np.full(len(edges) // 2, float(y))
    left, right = edges[::2].astype(float), edges[1::2].astype(float)
    return np.asarray(shapely.box(left, low, right, low + 1.0), dtype=object)


def _labelled(mask: Bools) -> tuple[NDArray[np.intp], int]:
    """Return the connected parts of a mask, numbered from 1, and how many there are."""
    found: Any = ndimage.label(mask)
    return np.asarray(found[0], np.intp), int(found[1])


def _check_click(click: Point, image: Bytes) -> None:
    height, width = image.shape[:2]
    if not (0 <= click[0] <= width and 0 <= click[1] <= height):
        raise HulldownError("photo.figure.beside", x=round(click[0]), y=round(click[1]))


def _reduced(image: Bytes) -> tuple[Floats, float]:
    """Return the picture with sides short enough to work on, and by what it was reduced."""
    step = max(1, -(-max(image.shape[:2]) // _LONGEST))
    rows, columns = (side // step * step for side in image.shape[:2])
    cut = image[:rows, :columns].astype(np.float64)
    small = cut.reshape(rows // step, step, columns // step, step, 3).mean(axis=(1, 3))
    return small, float(step)


def _border(shape: tuple[int, ...]) -> Bools:
    rim = max(2, round(_BORDER * min(shape[:2])))
    found = np.ones(shape[:2], bool)
    found[rim:-rim, rim:-rim] = False
    return found


def _patches(shape: tuple[int, ...], clicks: Sequence[Point], scale: float) -> Bools:
    found = np.zeros(shape[:2], bool)
    for x, y in clicks:
        column, row = int(x / scale), int(y / scale)
        found[
            max(0, row - _PATCH) : row + _PATCH + 1, max(0, column - _PATCH) : column + _PATCH + 1
        ] = True
    return found


def _distance(image: Floats, samples: Bools) -> tuple[Floats, float]:
    """Return how far each colour is from the background's there, and the background's noise.

    The background is a plane of colour through the samples; those far from it (the figure's base
    at the border of the picture) are left out.
    """
    height, width = samples.shape
    x, y = (np.arange(side) / side - 0.5 for side in (width, height))
    rows, columns = np.nonzero(samples)
    # Samples from one spot say nothing of how the light falls off.
    spread = min(np.ptp(x[columns]), np.ptp(y[rows]))
    slopes = [x[columns], y[rows]] if spread > _SPREAD else []
    basis = np.stack([np.ones(len(rows)), *slopes], axis=1)
    colours = image[samples]
    fit = np.zeros((3, 3))
    fit[0] = np.median(colours, axis=0)
    noise = 0.0
    for _ in range(_ROUNDS):
        off = np.linalg.norm(colours - basis @ fit[: basis.shape[1]], axis=1)
        kept = off <= 3 * max(float(np.median(off)), 1.0)
        fit[: basis.shape[1]] = np.linalg.lstsq(basis[kept], colours[kept], rcond=None)[0]
        noise = float(np.sqrt((off[kept] ** 2).mean()))
    squares = np.zeros(samples.shape)
    for k in range(3):
        plane = fit[0, k] + (x * fit[1, k])[None, :] + (y * fit[2, k])[:, None]
        squares += (image[..., k] - plane) ** 2
    return np.sqrt(squares), noise


def _chosen(mask: Bools, figure: Point | None, scale: float) -> Bools:
    """Return the connected part that is meant."""
    labels, count = _labelled(np.logical_or(ndimage.binary_closing(mask), mask))
    labels = np.where(mask, labels, 0)
    sizes = np.bincount(labels.ravel(), minlength=count + 1)
    sizes[0] = 0
    if not count or sizes.max() < _FIGURE * mask.size:
        raise HulldownError("photo.figure.nothing")
    if figure is None:
        return labels == int(np.argmax(sizes))
    row = min(int(figure[1] / scale), mask.shape[0] - 1)
    column = min(int(figure[0] / scale), mask.shape[1] - 1)
    if labels[row, column] == 0:
        raise HulldownError("photo.figure.background")
    return labels == labels[row, column]
