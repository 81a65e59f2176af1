"""The mathematics of a plane's picture: the map from marks, and how its pixels move with it."""

from __future__ import annotations

import math

import numpy as np

from sim.geometry.mesh_data import Floats

__all__ = [
    "by_entries",
    "equations",
    "fit_map",
    "homogeneous",
    "normaliser",
    "project",
    "refine_map",
]


def homogeneous(points: Floats) -> Floats:
    """Return points ``(n, 2)`` with a third coordinate of 1."""
    return np.column_stack([points, np.ones(len(points))])


def project(matrix: Floats, points: Floats) -> Floats:
    """Return where a matrix takes points, ``(n, 2)``; ``nan`` behind the camera."""
    out = homogeneous(points) @ matrix.T
    ahead = out[:, 2] > 1e-12
    return np.where(ahead[:, None], out[:, :2] / np.where(ahead, out[:, 2], 1.0)[:, None], np.nan)


def normaliser(points: Floats) -> Floats:
    """Return the similarity that brings points to the origin at a mean distance of root two."""
    middle = points.mean(axis=0)
    scale = math.sqrt(2.0) / max(float(np.hypot(*(points - middle).T).mean()), 1e-12)
    return np.array([[scale, 0, -scale * middle[0]], [0, scale, -scale * middle[1]], [0, 0, 1.0]])


def fit_map(places: Floats, pixels: Floats) -> Floats:
    """Return the matrix that takes places to pixels by linear least squares, normalised.

    Its third row is positive on all the places.
    """
    here, there = normaliser(places), normaliser(pixels)
    entries = np.linalg.svd(equations(places, pixels))[2][-1].reshape(3, 3)
    matrix = np.linalg.inv(there) @ entries @ here
    weights = homogeneous(places) @ matrix[2]
    return matrix * (np.sign(weights[np.argmax(np.abs(weights))]) / np.abs(weights).max())


def equations(places: Floats, pixels: Floats) -> Floats:
    """Return the linear equations of a map's nine entries, normalised, ``(2 n, 9)``."""
    p = homogeneous(places) @ normaliser(places).T
    q = homogeneous(pixels) @ normaliser(pixels).T
    nought = np.zeros_like(p)
    upper = np.hstack([p, nought, -q[:, :1] * p])
    return np.concatenate([upper, np.hstack([nought, p, -q[:, 1:2] * p])])


def by_entries(matrix: Floats, places: Floats) -> Floats:
    """Return how the pixels of places move with the matrix's nine entries, ``(n, 2, 9)``."""
    points = homogeneous(places)
    out = points @ matrix.T
    w = out[:, 2:]
    spot = out[:, :2] / w
    found = np.zeros((len(places), 2, 9))
    found[:, 0, 0:3] = found[:, 1, 3:6] = points / w
    found[:, :, 6:9] = -spot[:, :, None] * (points / w)[:, None, :]
    return found


def refine_map(matrix: Floats, places: Floats, pixels: Floats) -> Floats:
    """Return the matrix with the least sum of squares in the picture (Gauss-Newton)."""
    here, there = normaliser(places), normaliser(pixels)
    p = (homogeneous(places) @ here.T)[:, :2]
    q = (homogeneous(pixels) @ there.T)[:, :2]
    found = there @ matrix @ np.linalg.inv(here)
    best = _misfit(found, p, q)
    for _ in range(20):
        slopes = by_entries(found, p).reshape(-1, 9)
        gaps = (q - project(found, p)).reshape(-1)
        step = np.linalg.lstsq(slopes, gaps, rcond=1e-12)[0].reshape(3, 3)
        trial = found + step
        if not _misfit(trial, p, q) < best:
            break
        found, best = trial, _misfit(trial, p, q)
    return np.linalg.inv(there) @ found @ here


def _misfit(matrix: Floats, p: Floats, q: Floats) -> float:
    return float(((project(matrix, p) - q) ** 2).sum())
