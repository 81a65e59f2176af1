"""Tank, truck and wreck."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tools.kit import palette as pot
from tools.kit.armour import (
    aerial,
    cannon,
    exhaust,
    grille,
    hatch,
    headlamp,
    jerrycan,
    on_face,
    panel,
    rivets,
    stowage,
    wedge,
)
from tools.kit.bases import BASE_TOP, round_base
from tools.kit.groundwork import chunk
from tools.kit.paint import Finish, Paint
from tools.kit.piece import Figure, Piece, Terrain
from tools.kit.prims import block, hull, lathe, rod, tube
from tools.kit.shell import Shell, unite
from tools.kit.walkers import machine_gun

__all__ = ["PIECES"]

FINISH = Finish(zenith=0.14, brush=0.2, dirt_to=0.9, crease=32.0)
Vec = Sequence[float]


def _mirrored(shells: Sequence[Shell]) -> list[Shell]:
    return [*shells, *(s.mirror("y") for s in shells)]


def _loop(points: Sequence[tuple[float, float]], step: float) -> list[tuple[float, float, float]]:
    """Return places along a closed x-z outline: x, z and the slope in degrees."""
    ring = np.asarray([*points, points[0]], dtype=float)
    length = np.linalg.norm(np.diff(ring, axis=0), axis=1)
    total = float(length.sum())
    count = round(total / step)
    along = np.concatenate([[0.0], np.cumsum(length)])
    out: list[tuple[float, float, float]] = []
    for k in range(count):
        s = total * (k + 0.5) / count
        i = int(np.searchsorted(along, s) - 1)
        t = (s - along[i]) / length[i]
        at = ring[i] + t * (ring[i + 1] - ring[i])
        way = ring[i + 1] - ring[i]
        out.append((float(at[0]), float(at[1]), float(np.degrees(np.arctan2(way[1], way[0])))))
    return out


def _track(y: float, wide: float) -> list[Shell]:
    """Return one track with its wheels, the ground run on z = 0."""
    shape = [(-1.35, 0.0), (1.3, 0.0), (1.62, 0.18), (1.72, 0.42), (1.6, 0.62), (1.3, 0.68), (-1.5, 0.66), (-1.7, 0.45), (-1.62, 0.2)]
    out = [hull([(x, s * wide * 0.36, 0.05 + z * 0.87) for x, z in shape for s in (-1, 1)], pot.DARK)]
    for x, z, slope in _loop(shape, 0.15):
        link = block((0.135, wide, 0.07), pot.TRACK).turn(-slope, "y")
        out.append(link.at(x, 0, max(z, 0.035) if abs(slope) < 1 and z < 0.1 else z))
    for x in np.linspace(-1.15, 1.15, 5):
        out.append(rod((x, -wide * 0.48, 0.28), (x, wide * 0.48, 0.28), 0.235, pot.RUBBER, 12))
        out.append(rod((x, -wide * 0.52, 0.28), (x, wide * 0.52, 0.28), 0.17, pot.ARMOUR, 10))
        out.append(rod((x, -wide * 0.56, 0.28), (x, wide * 0.56, 0.28), 0.06, pot.STEEL, 6))
    for x in (-1.45, 1.42):
        out.append(rod((x, -wide * 0.5, 0.42), (x, wide * 0.5, 0.42), 0.2, pot.ARMOUR_DARK, 10))
        out.append(rod((x, -wide * 0.55, 0.42), (x, wide * 0.55, 0.42), 0.07, pot.STEEL, 6))
    return [s.at(0, y, 0) for s in out]


def _tank_hull() -> list[Shell]:
    out = [wedge([(1.55, 0.48, 0.3), (1.66, 0.5, 0.6), (1.0, 0.55, 0.98), (-1.5, 0.55, 0.98), (-1.72, 0.5, 0.6), (-1.5, 0.48, 0.3)], bevel=0.04)]
    out += _mirrored([block((3.1, 0.46, 0.05), pot.ARMOUR, 0.015).at(-0.08, 0.76, 0.76)])
    out += _mirrored([hull([(x, y, z) for x, z in ((1.47, 0.78), (1.78, 0.6), (1.8, 0.63), (1.47, 0.83)) for y in (0.53, 0.99)], pot.ARMOUR)])
    for x in (-1.0, -0.2, 0.6):
        out += _mirrored([on_face(s, (x, 0.99, 0.66), (0, 1, 0)) for s in panel([(-0.37, -0.14), (0.37, -0.14), (0.37, 0.13), (-0.37, 0.13)], 0.035)])
    slope = (0.5, 0, 0.87)
    out += [on_face(s, (1.32, 0, 0.8), slope) for s in panel([(-0.44, -0.28), (0.44, -0.28), (0.44, 0.28), (-0.44, 0.28)], 0.05, spacing=0.22)]
    out += [on_face(s, (1.18, 0.22, 0.93), slope) for s in hatch(0.15)]
    out += [block((0.08, 0.26, 0.07), pot.GLASS, 0.01).turn(28, "y").at(1.42, 0.22, 0.82)]
    out += [s.at(1.5, -0.24, 0.78) for s in (rod((-0.1, 0, 0), (0.12, 0, 0), 0.09, pot.STEEL, 10), rod((0, 0, 0), (0.3, 0, 0.03), 0.028, pot.GUNMETAL, 8))]
    out += [on_face(s, (-1.05, 0, 0.985), (0, 0, 1), (1, 0, 0)) for s in grille(0.85, 0.55, 6)]
    out += _mirrored([s.turn(-90, "y").at(-1.62, 0.42, 0.7) for s in exhaust(0.3, 0.07)])
    out += _mirrored([s.at(1.5, 0.72, 0.88) for s in headlamp(0.075)])
    out += [s.at(-1.35, 0.76, 0.79) for s in stowage(0.36)]
    out += [s.turn(90).at(-0.75, -0.76, 0.785) for s in jerrycan()]
    out += [rod((x, 0.86, 0.81), (x + 0.75, 0.86, 0.81), 0.02, pot.STOCK, 6) for x in (-0.6,)]
    out.append(block((0.14, 0.16, 0.03), pot.STEEL, 0.006).at(0.2, 0.86, 0.81))
    return out


def _tank_turret() -> list[Shell]:
    out = [lathe([(0.56, 0.95), (0.56, 1.03), (0.5, 1.05)], pot.STEEL, 20)]
    out.append(wedge([(0.72, 0.24, 1.06), (0.66, 0.3, 1.36), (0.3, 0.46, 1.5), (-0.55, 0.44, 1.52), (-0.82, 0.34, 1.2), (-0.7, 0.34, 1.06), (0.1, 0.56, 1.04)], bevel=0.04))
    out += _mirrored([on_face(s, (-0.12, 0.54, 1.27), (0, 1, 0.3)) for s in panel([(-0.36, -0.14), (0.36, -0.14), (0.3, 0.14), (-0.3, 0.14)], 0.04)])
    out += [s.at(-0.2, 0.16, 1.51) for s in hatch(0.19)]
    out += [block((0.16, 0.1, 0.08), pot.ARMOUR, 0.02).at(0.22, -0.2, 1.51), block((0.02, 0.07, 0.04), pot.GLASS).at(0.31, -0.2, 1.52)]
    out.append(block((0.26, 0.46, 0.3), pot.ARMOUR_DARK, 0.05).at(0.7, 0, 1.22))
    out += [s.turn(90).at(-0.93, 0, 1.12).turn(0) for s in stowage(0.5)] if False else [s.at(-0.9, 0, 1.14) for s in stowage(0.55)]
    out += [on_face(s, (-0.2, -0.51, 1.27), (0, -1, 0.3)) for s in rivets([(0.5, 0.1), (0.5, -0.1)], 0.02)]
    return out


def _tank_gun() -> list[Shell]:
    return [s.at(0.78, 0, 1.22) for s in cannon(1.35, 0.07)]


def tank() -> Piece:
    """Return a medium tank on its base."""
    lower = [*_tank_hull(), *_track(0.77, 0.42), *_track(-0.77, 0.42)]
    lift = BASE_TOP
    gun = [*(s.at(0.12, -0.16, 1.66) for s in machine_gun(0.6)), rod((0.08, -0.16, 1.45), (0.08, -0.16, 1.62), 0.045, pot.STEEL, 8)]
    parts = {
        "hull": unite(lower), "turret": unite(_tank_turret()), "barrel": unite(_tank_gun()),
        "weapon": unite(gun), "antenna": unite([s.at(-0.6, -0.3, 1.5) for s in aerial(0.9)]),
    }
    ready = {name: shell.size(0.93).at(0, 0, lift) for name, shell in parts.items()}
    ready["base"] = round_base(80.0, 311)
    entry = Figure(80.0, seen_parts=("hull", "turret", "barrel", "weapon"), deck_in=1.05, gun_in=1.27, sensor_in=1.55)
    return Piece("tank", "Medium tank", ready, entry, FINISH)


def _wheel(x: float, y: float, radius: float = 0.27) -> list[Shell]:
    wide = 0.2
    s = 1 if y > 0 else -1
    out = [rod((x, y - wide / 2, radius), (x, y + wide / 2, radius), radius, pot.RUBBER, 16),
           rod((x, y, radius), (x, y + s * (wide / 2 + 0.02), radius), radius * 0.62, pot.ARMOUR_DARK, 12),
           rod((x, y, radius), (x, y + s * (wide / 2 + 0.05), radius), radius * 0.25, pot.STEEL, 8)]
    for k in range(12):
        t = 2 * np.pi * k / 12
        lug = block((0.05, wide * 1.02, 0.07), pot.RUBBER).at(radius * 0.97, 0, 0).turn(-np.degrees(t), "y")
        out.append(lug.at(x, y, radius))
    return out


def truck() -> Piece:
    """Return a six-wheeled truck with a canvas cover."""
    h = [block((3.3, 0.5, 0.14), pot.DARK, 0.02).at(-0.05, 0, 0.42)]
    h.append(hull([(x, s * y, z) for x, y, z in ((1.62, 0.28, 0.5), (1.62, 0.25, 0.85), (0.9, 0.34, 0.5), (0.9, 0.34, 0.98)) for s in (-1, 1)], pot.ARMOUR, 0.035))
    h += [on_face(s, (1.625, 0, 0.68), (1, 0, 0.05)) for s in grille(0.42, 0.28, 5)]
    h += _mirrored([on_face(s, (1.25, 0.315, 0.76), (0.1, 1, 0)) for s in grille(0.4, 0.16, 4)])
    h.append(wedge([(0.95, 0.5, 0.5), (0.95, 0.5, 1.02), (0.78, 0.46, 1.42), (0.2, 0.48, 1.46), (0.15, 0.52, 0.5)], bevel=0.035))
    h += _mirrored([block((0.05, 0.34, 0.24), pot.GLASS, 0.01).turn(-24, "y").at(0.89, 0.22, 1.21)])
    h += _mirrored([on_face(s, (0.5, 0.5, 1.2), (0, 1, 0.08)) for s in (block((0.4, 0.26, 0.05), pot.GLASS, 0.01), block((0.46, 0.03, 0.06), pot.ARMOUR).at(0, -0.15, 0))])
    h += _mirrored([on_face(s, (0.52, 0.51, 0.8), (0, 1, 0)) for s in panel([(-0.3, -0.26), (0.3, -0.26), (0.3, 0.22), (-0.3, 0.22)], 0.03, spacing=0)])
    h += _mirrored([block((0.05, 0.03, 0.03), pot.BRIGHT).at(0.3, 0.56, 0.86)])
    for x in (1.22,):
        arch = [(x + 0.4 * np.cos(t), 0.27 + 0.4 * np.sin(t)) for t in np.linspace(0.2, np.pi - 0.2, 9)]
        for (xa, za), (xb, zb) in zip(arch[:-1], arch[1:], strict=True):
            mud = hull([(p, y, q + e) for p, q in ((xa, za), (xb, zb)) for y in (0.3, 0.62) for e in (0, 0.05)], pot.ARMOUR)
            h += _mirrored([mud])
    h += _mirrored([s.at(1.6, 0.44, 0.78) for s in headlamp(0.085)])
    h.append(block((0.1, 1.1, 0.14), pot.ARMOUR_DARK, 0.02).at(1.74, 0, 0.44))
    h.append(block((1.95, 1.16, 0.1), pot.GREY_WOOD, 0.02).at(-0.92, 0, 0.58))
    for z in (0.69, 0.86):
        h += _mirrored([block((1.95, 0.06, 0.13), pot.GREY_WOOD, 0.015).at(-0.92, 0.56, z)])
        h.append(block((0.06, 1.14, 0.13), pot.GREY_WOOD, 0.015).at(-1.87, 0, z))
    for x in np.linspace(-1.8, -0.05, 5):
        h += _mirrored([block((0.09, 0.05, 0.42), pot.STEEL, 0.01).at(float(x), 0.6, 0.74)])
    canvas = Paint((142, 138, 116), tint=True, mottle=0.06, grain=0.3, dirt=0.2)
    hoop = [(y, 0.92 + 0.62 * np.sqrt(max(0.0, 1 - (y / 0.6) ** 4))) for y in np.linspace(-0.58, 0.58, 13)]
    xs = np.linspace(-1.88, 0.04, 9)
    for k, (xa, xb) in enumerate(zip(xs[:-1], xs[1:], strict=True)):
        sag = [0.02 if (k + e) % 2 else 0.0 for e in (0, 1)]
        h.append(hull([(x, y * (1 - s), z - s) for x, s in ((xa, sag[0]), (xb, sag[1])) for y, z in hoop] + [(x, y, 0.9) for x in (xa, xb) for y in (-0.58, 0.58)], canvas))
    for x in np.linspace(-1.85, 0.0, 5):
        h.append(tube([(float(x), y * 1.012, z + 0.008) for y, z in hoop], 0.022, pot.STRAP, 5))
    for x in (1.22, -0.75, -1.4):
        h += [s for y in (0.47, -0.47) for s in _wheel(x, y)]
        h.append(rod((x, -0.5, 0.27), (x, 0.5, 0.27), 0.06, pot.DARK, 8))
    h += [s.turn(90).at(0.02, 0.5, 0.5) for s in ()]
    h += [s.at(0.08, -0.62, 0.46) for s in jerrycan()]
    body = unite(h).size(0.98).at(0.02, 0, BASE_TOP)
    parts = {"hull": body, "antenna": unite([s.at(0.2, 0.42, 1.5) for s in aerial(0.75)]), "base": round_base(80.0, 312)}
    entry = Figure(80.0, seen_parts=("hull",), deck_in=0.8, sensor_in=1.55)
    return Piece("truck", "Six-wheeled truck with a canvas cover", parts, entry, FINISH)


def wreck() -> Piece:
    """Return a burnt-out tank, its turret thrown askew."""
    rng = np.random.default_rng(66)
    burnt = {
        pot.ARMOUR: Paint((104, 82, 66), vary=0.10, warm=0.08, mottle=0.22, grain=0.3, dirt=0.5, second=(66, 62, 62), patch=0.9),
        pot.ARMOUR_DARK: Paint((78, 66, 58), vary=0.1, mottle=0.2, grain=0.3, second=(56, 54, 54), patch=0.8),
        pot.PACK: pot.DARK, pot.LAMP: pot.DARK, pot.GLASS: pot.DARK, pot.STOCK: pot.DARK, pot.STRAP: pot.DARK,
        pot.RUBBER: pot.RUST, pot.STEEL: pot.RUST, pot.BRIGHT: pot.RUST, pot.GUNMETAL: Paint((70, 62, 58), mottle=0.15, grain=0.2),
    }

    def scorched(shell: Shell) -> Shell:
        coats = tuple(c._replace(paint=burnt.get(c.paint, c.paint)) for c in shell.coats)
        return Shell(shell.v, shell.f, coats, shell.which)

    lower = [*_tank_hull(), *_track(0.77, 0.42)]
    lower += [s for s in _track(-0.77, 0.42) if s.v[:, 0].mean() < 0.7 or s.v[:, 2].mean() < 0.3]
    body = [scorched(s).turn(2.5, "x").turn(-2, "y").at(0, 0, 0.02) for s in lower]
    top = [scorched(s).turn(-17, "y").turn(9, "x").turn(38).at(-0.05, 0.3, 0.16) for s in [*_tank_turret(), *_tank_gun()]]
    bits: list[Shell] = []
    for _ in range(26):
        angle, reach = rng.uniform(0, 2 * np.pi), rng.uniform(1.1, 2.0)
        bit = chunk(float(rng.uniform(0.1, 0.3)), pot.RUST if rng.random() < 0.6 else pot.DARK, int(rng.integers(1 << 30)))
        bits.append(bit.at(reach * np.cos(angle), reach * 0.75 * np.sin(angle), 0.03))
    for k in range(7):
        link = block((0.14, 0.42, 0.07), pot.TRACK, 0.015).turn(float(rng.uniform(-12, 12)))
        bits.append(link.at(1.75 + 0.16 * k, -0.8 - 0.02 * k, 0.035))
    whole = unite([*body, *top, *bits])
    v = whole.v.copy()
    v[:, 2] = np.maximum(v[:, 2], 0.0)
    return Piece("wreck", "Burnt-out tank", {"wreck": whole.warp(v)}, Terrain("wreckage"), Finish(dirt_to=0.7, brush=0.22, crease=32.0))


PIECES = {"tank": tank, "truck": truck, "wreck": wreck}
