"""Walls with one round hole: the scenes that measure how sharply sight draws its limit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sim.geometry.mesh_data import Floats, MeshData
from sim.geometry.pose import Pose
from sim.geometry.rays import Blockers, SolidSet
from sim.geometry.sight import Query, verdict
from sim.geometry.sight.bodies import Body, Target
from sim.geometry.sight.view_plane import ViewPlane
from sim.geometry.units import OPENING_IN

__all__ = ["Holes", "annulus", "count_wrong", "hole_scene"]

_SIDES = 256


def hole_scene(rng: np.random.Generator, scale: float, body: Body) -> tuple[SolidSet, Query]:
    """Return a wall somewhere between an eye and a target, with one hole before the target.

    On the target's plane the hole is a circle of `scale` times the stated diameter (a polygon
    around it, or within it for scales below 1), its middle somewhere on the target's outline. The
    wall is flat and leans any way.
    """
    target = Target(
        body,
        Pose(float(rng.uniform(4, 40)), float(rng.uniform(-1, 1)), float(rng.uniform(0, 360))),
        float(rng.choice([0.0, 0.0, 1.5])),
    )
    eye = (0.0, 0.0, float(rng.uniform(0.4, 3.0)))
    view = ViewPlane(np.array(eye), target, Blockers(SolidSet({})))
    middle = _spot_on(view, rng)
    radius = scale * OPENING_IN / 2
    if scale > 1:
        radius /= np.cos(np.pi / _SIDES)
    t = np.arange(_SIDES) * 2 * np.pi / _SIDES
    ring = middle + radius * np.stack([np.cos(t), np.sin(t)], axis=1)
    # However it leans, all of the target stays behind it.
    before = (view.nearest - body.radius) / view.distance
    share = min(float(rng.uniform(0.1, 0.9)), before)
    lean = rng.uniform(-1, 1, 2)
    normal = view.forward + 0.5 * lean[0] * view.right + 0.3 * lean[1] * view.up
    centre = view.eye + share * (view.at(middle[None])[0] - view.eye)
    away = view.at(ring) - view.eye
    inner = view.eye + away * (((centre - view.eye) @ normal) / (away @ normal))[:, None]
    out = inner - centre
    outer = centre + out / np.linalg.norm(out, axis=1)[:, None] * 12.0
    return SolidSet({"wall": annulus(inner, outer)}), Query(eye, target)


def _spot_on(view: ViewPlane, rng: np.random.Generator) -> Floats:
    """Return a random spot of the target's outline."""
    low, high = view.window(0.0)
    while True:
        spots = rng.uniform(low, high, (64, 2))
        on = np.flatnonzero(~np.isnan(view.hits(spots)[:, 0]))
        if len(on):
            return spots[on[0]]


def annulus(inner: Floats, outer: Floats) -> MeshData:
    """Return the flat ring between two closed lines of as many points each."""
    n = len(inner)
    i, j = np.arange(n), (np.arange(n) + 1) % n
    faces = np.concatenate([np.column_stack([i, i + n, j]), np.column_stack([j, i + n, j + n])])
    return MeshData(np.concatenate([inner, outer]), faces.astype(np.int32))


@dataclass(frozen=True)
class Holes:
    """How many of some random holes were read wrongly, and which."""

    scale: float
    places: int
    wrong: tuple[int, ...]


def count_wrong(seed: int, scale: float, body: Body, places: int) -> Holes:
    """Return what sight makes of holes of one size at random places."""
    rng = np.random.default_rng(seed)
    wrong: list[int] = []
    for i in range(places):
        wall, query = hole_scene(rng, scale, body)
        if verdict(wall, query) is not (scale > 1):
            wrong.append(i)
    return Holes(scale, places, tuple(wrong))
