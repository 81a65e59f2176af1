"""Trees, woods and hedges."""

from __future__ import annotations

import numpy as np
import shapely.geometry as sg

from tools.kit import palette as pot
from tools.kit.groundwork import blob_outline, chunk, outline_of, relief, tuft
from tools.kit.paint import Finish, Paint
from tools.kit.piece import Piece, Terrain, box_outline
from tools.kit.prims import lathe, tube
from tools.kit.shell import Shell, join, unite

__all__ = ["PIECES", "broadleaf", "conifer"]

FINISH = Finish(zenith=0.26, brush=0.0, dirt_to=0.3, crease=180.0)
FLOOR = Paint((88, 78, 46), mottle=0.18, grain=0.4, second=(94, 108, 58), patch=0.6, spread=1.6)


def _trunk(height: float, radius: float, rng: np.random.Generator) -> list[Shell]:
    """Return a trunk with a flared foot and roots."""
    profile = [
        (radius * 1.9, -0.02),
        (radius * 1.3, 0.12),
        (radius, 0.4),
        (radius * 0.85, height * 0.6),
        (radius * 0.6, height),
    ]
    stem = lathe(profile, pot.BARK, 9)
    lean = rng.uniform(-0.06, 0.06, 2)
    v = stem.v + stem.v[:, 2:3] * np.array([lean[0], lean[1], 0.0])
    out = [stem.warp(v)]
    turn = rng.uniform(0, 360)
    for k in range(4):
        root = tube(
            [(0, 0, 0.3), (radius * 1.6, 0, 0.12), (radius * 3.0, 0, -0.03)],
            radius * 0.42,
            pot.BARK,
            5,
        )
        out.append(root.turn(float(turn + 90 * k + rng.uniform(-20, 20))))
    return out


def broadleaf(seed: int, height: float = 5.0) -> list[Shell]:
    """Return a broadleaf tree: trunk and boughs, then the crown."""
    rng = np.random.default_rng(seed)
    fork = height * 0.45
    wood = _trunk(fork + 0.3, 0.21, rng)
    leaves: list[Shell] = []
    lobes = 5
    for k in range(lobes):
        angle = 360.0 * k / lobes + rng.uniform(-25, 25)
        reach = 0.0 if k == lobes - 1 else rng.uniform(0.85, 1.15)
        z = height * (0.82 if k == lobes - 1 else rng.uniform(0.56, 0.72))
        at = np.array([reach * np.cos(np.radians(angle)), reach * np.sin(np.radians(angle)), z])
        wood.append(
            tube(
                [(0, 0, fork - 0.4), (at[0] * 0.5, at[1] * 0.5, fork + 0.25), at],
                0.085,
                pot.BARK,
                5,
            )
        )
        radius = rng.uniform(0.88, 1.08)
        leaves.append(chunk(2 * radius, pot.LEAF, int(rng.integers(1 << 30))).at(*at))
        count = 17
        for n in range(count):
            z = 1.0 - 1.55 * (n + 0.5) / count
            ring = np.sqrt(1 - z * z)
            turn = 2.39996 * n + angle
            way = np.array([ring * np.cos(turn), ring * np.sin(turn), 0.82 * z])
            size = rng.uniform(0.68, 1.0)
            clump = chunk(size, pot.LEAF, int(rng.integers(1 << 30)))
            leaves.append(clump.at(*(at + way * radius * rng.uniform(0.82, 1.0))))
    return [unite(wood), unite(leaves)]


def conifer(seed: int, height: float = 5.6) -> list[Shell]:
    """Return a fir: trunk, then tiers of drooping branches."""
    rng = np.random.default_rng(seed)
    paint = pot.HEDGE._replace(rgb=(58, 92, 56), vary=0.2)
    wood = _trunk(height * 0.8, 0.16, rng)
    leaves: list[Shell] = []
    tiers = 8
    for k in range(tiers):
        z = height * (0.2 + 0.72 * k / (tiers - 1))
        reach = 1.25 * (1 - k / tiers) + 0.2
        sides = 14
        tier = lathe(
            [(reach * 0.2, z - 0.05), (reach, z - 0.28), (reach * 0.55, z + 0.25), (0.0, z + 0.75)],
            paint,
            sides,
        )
        v = tier.v.copy()
        around = np.arctan2(v[:, 1], v[:, 0])
        pick = np.round(around / (2 * np.pi / sides) - 0.5).astype(int) % 2
        v[:, :2] *= (1 - 0.3 * pick)[:, None] * rng.uniform(0.9, 1.1, (len(v), 1))
        v[:, 2] += 0.12 * pick + rng.uniform(-0.05, 0.05, len(v))
        leaves.append(tier.warp(v).turn(float(rng.uniform(0, 360))))
    return [unite(wood), unite(leaves)]


def _floor(shape: sg.Polygon, seed: int) -> list[Shell]:
    rng = np.random.default_rng(seed)
    out = [unite([relief(shape, lambda at: np.full(len(at), 0.03), 0.4, FLOOR, seed)], keep=1e-4)]
    x0, y0, x1, y1 = shape.bounds
    inner = shape.buffer(-0.3)
    for at in rng.uniform((x0, y0), (x1, y1), (60, 2)):
        if inner.contains(sg.Point(at)):
            paint = pot.TUFT if rng.random() < 0.6 else pot.HEDGE
            out += [
                b.at(at[0], at[1], 0.03)
                for b in tuft(float(rng.uniform(0.14, 0.3)), int(rng.integers(1 << 30)), paint)
            ]
    return out


def _woods(
    name: str,
    shows: str,
    radii: tuple[float, float],
    stems: list[tuple[float, float, str]],
    seed: int,
) -> Piece:
    shape = blob_outline(*radii, seed, 0.06)
    wood: list[Shell] = []
    leaves: list[Shell] = []
    for number, (x, y, sort) in enumerate(stems):
        make = broadleaf if sort == "leaf" else conifer
        scale = 1.0 + 0.08 * ((number * 7) % 5 - 2) / 2
        trunk, crown = (s.size(scale).at(x, y) for s in make(seed * 10 + number))
        wood.append(trunk)
        leaves.append(crown)
    parts = {"ground": join(_floor(shape, seed)), "trunks": unite(wood), "leaves": unite(leaves)}
    return Piece(name, shows, parts, Terrain("forest", outline_of(shape)), FINISH)


def woods_3() -> Piece:
    """Return a copse of three trees."""
    stems = [(-1.6, -0.7, "leaf"), (1.7, -0.4, "leaf"), (0.0, 1.3, "leaf")]
    return _woods("woods_3", "Copse of three trees, 7 by 5.6 in", (3.5, 2.8), stems, 3)


def woods_5() -> Piece:
    """Return a wood of five trees, two of them firs."""
    stems = [
        (-2.7, -0.9, "leaf"),
        (-0.3, -1.9, "fir"),
        (2.6, -1.0, "leaf"),
        (1.1, 1.6, "leaf"),
        (-1.6, 1.6, "fir"),
    ]
    return _woods("woods_5", "Wood of five trees, 9.6 by 7.4 in", (4.8, 3.7), stems, 5)


def tree() -> Piece:
    """Return a single tree; a scene gives it its area about the trunk."""
    trunk, crown = broadleaf(17, 5.4)
    parts = {"trunks": trunk, "leaves": crown}
    return Piece(
        "tree", "Single tree; the scene says how wide its area is", parts, Terrain("forest"), FINISH
    )


def hedge_6() -> Piece:
    """Return six inches of clipped hedge."""
    rng = np.random.default_rng(6)
    leaves: list[Shell] = []
    for x in np.linspace(-2.7, 2.7, 11):
        for z in (0.28, 0.82):
            clump = chunk(0.82, pot.HEDGE, int(rng.integers(1 << 30))).size(1.0, 0.75, 0.9)
            leaves.append(
                clump.at(
                    float(x) + rng.uniform(-0.05, 0.05),
                    rng.uniform(-0.05, 0.05),
                    z + rng.uniform(-0.04, 0.06),
                )
            )
    for _ in range(90):
        x, side = rng.uniform(-2.85, 2.85), rng.choice([-1, 1])
        clump = chunk(rng.uniform(0.24, 0.4), pot.HEDGE, int(rng.integers(1 << 30)))
        leaves.append(clump.at(x, side * rng.uniform(0.16, 0.3), rng.uniform(0.15, 1.15)))
    body = unite(leaves)
    v = body.v.copy()
    v[:, 0] = np.clip(v[:, 0], -3.0, 3.0)
    v[:, 1] = np.clip(v[:, 1], -0.45, 0.45)
    entry = Terrain("hedges", box_outline(-3, -0.45, 3, 0.45), line=True)
    return Piece(
        "hedge_6", "Clipped hedge, 6 in long, 1.3 in high", {"hedge": body.warp(v)}, entry, FINISH
    )


PIECES = {"woods_3": woods_3, "woods_5": woods_5, "tree": tree, "hedge_6": hedge_6}
