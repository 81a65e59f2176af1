"""Walkers: armoured bodies on two or four legs, light, medium and heavy."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from tools.kit import palette as pot
from tools.kit.armour import (
    aerial, cannon, exhaust, grille, hatch, headlamp, jerrycan, on_face, panel, piston, stowage, wedge,
)
from tools.kit.bases import BASE_TOP, round_base
from tools.kit.paint import Finish
from tools.kit.piece import Figure, Piece
from tools.kit.prims import ball, block, hull, lathe, rod, tube
from tools.kit.shell import Shell, unite

__all__ = ["PIECES"]

Floats = NDArray[np.float64]
Vec = Sequence[float]
FINISH = Finish(zenith=0.14, brush=0.2, dirt_to=1.3, crease=32.0)


def _mirrored(shells: Sequence[Shell]) -> list[Shell]:
    return [*shells, *(s.mirror("y") for s in shells)]


def joint(at: Vec, radius: float, width: float) -> list[Shell]:
    """Return a knee or hip: a drum across y with bolted caps."""
    x, y, z = at
    half = width / 2
    out = [
        rod((x, y - half, z), (x, y + half, z), radius, pot.STEEL, 14),
        rod((x, y - half - 0.035, z), (x, y + half + 0.035, z), radius * 0.72, pot.ARMOUR_DARK, 12),
        rod((x, y - half - 0.06, z), (x, y + half + 0.06, z), radius * 0.3, pot.BRIGHT, 6),
    ]
    return out


def limb_plate(a: Vec, b: Vec, widths: tuple[float, float], depth: float) -> list[Shell]:
    """Return an armoured strut between two joints with a raised plate on its front."""
    start, end = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    length = float(np.linalg.norm(end - start))
    w0, w1 = widths
    core = hull([(x, y, z) for x, w in ((0.0, w0), (length, w1)) for y in (-w / 2, w / 2) for z in (-depth / 2, depth / 2)], pot.ARMOUR_DARK, 0.03)
    x0, x1 = 0.16 * length, 0.86 * length
    guard = hull(
        [(x, y, z) for x, w in ((x0, w0 * 1.08), (x1, w1 * 1.08)) for y in (-w / 2, w / 2) for z in (depth * 0.3, depth * 0.62)], pot.ARMOUR, 0.03)
    bolts = [lathe([(0.03, 0.0), (0.018, 0.032)], pot.STEEL, 6).at(x, y, depth * 0.62 - 0.006)
             for x, w in ((x0 + 0.1, w0), (x1 - 0.1, w1)) for y in (-w * 0.38, w * 0.38)]
    return [s.aim(start, end) for s in (core, guard, *bolts)]


def foot(at: Vec, size: float, yaw: float = 0.0) -> list[Shell]:
    """Return a spreading foot with toes, its sole at the height of ``at``."""
    toes: list[Shell] = [lathe([(size * 0.46, 0.0), (size * 0.46, 0.05), (size * 0.3, 0.16), (size * 0.2, 0.3)], pot.ARMOUR_DARK, 10)]
    for angle in (-38, 38, 180):
        reach = size if angle != 180 else size * 0.75
        toe = hull([(x, y, z) for x, w, h in ((size * 0.1, 0.2, 0.17), (reach, 0.13, 0.06)) for y in (-w * size, w * size) for z in (0.0, h * size * 1.6)], pot.ARMOUR, 0.022)
        claw = hull([(x, y, z) for x, w, h in ((reach * 0.9, 0.12, 0.06), (reach * 1.14, 0.05, 0.02)) for y in (-w * size, w * size) for z in (0.0, h * size * 1.6)], pot.STEEL, 0.01)
        toes += [toe.turn(angle), claw.turn(angle)]
    return [s.turn(yaw).at(*at) for s in toes]


def leg(hip: Vec, knee: Vec, ankle: Vec, size: float, yaw: float = 0.0) -> list[Shell]:
    """Return a leg of two armoured struts with rams, from hip to sole."""
    h, k, a = (np.asarray(p, dtype=float) for p in (hip, knee, ankle))
    out = [*joint(h, 0.24 * size, 0.3 * size), *joint(k, 0.2 * size, 0.3 * size), *joint(a, 0.12 * size, 0.22 * size)]
    out += limb_plate(h, k, (0.30 * size, 0.25 * size), 0.26 * size)
    out += limb_plate(k, a, (0.27 * size, 0.17 * size), 0.22 * size)
    back = np.array([-0.2 * size, 0, 0])
    out += piston(h + (k - h) * 0.3 + back, k + (a - k) * 0.35 + back * 0.8, 0.05 * size)
    out += foot((float(a[0]), float(a[1]), float(a[2]) - 0.18 * size), 0.52 * size, yaw)
    out.append(rod(a, a - np.array([0, 0, 0.12 * size]), 0.1 * size, pot.STEEL, 10))
    return out


def _mount(at: Vec, shells: Sequence[Shell]) -> list[Shell]:
    return [s.at(*at) for s in shells]


def gatling(length: float, radius: float = 0.09) -> list[Shell]:
    """Return a rotary gun along +x."""
    out = [rod((-0.05, 0, 0), (length * 0.35, 0, 0), radius * 1.25, pot.GUNMETAL, 12)]
    for k in range(6):
        t = np.pi / 3 * k
        y, z = radius * 0.68 * np.cos(t), radius * 0.68 * np.sin(t)
        out.append(rod((0, y, z), (length, y, z), radius * 0.27, pot.GUNMETAL, 6))
    for x in (0.55, 0.95):
        out.append(rod((length * x - 0.02, 0, 0), (length * x + 0.02, 0, 0), radius * 1.1, pot.STEEL, 12))
    return out


def machine_gun(length: float) -> list[Shell]:
    """Return a jacketed machine gun along +x."""
    return [
        block((0.3, 0.12, 0.14), pot.GUNMETAL, 0.02).at(-0.02, 0, 0),
        rod((0.1, 0, 0), (length * 0.8, 0, 0), 0.05, pot.GUNMETAL, 10),
        rod((length * 0.75, 0, 0), (length, 0, 0), 0.026, pot.DARK, 8),
    ]


def rocket_pod(rows: int, columns: int, length: float) -> list[Shell]:
    """Return a box of rockets that fires along +x."""
    pitch = 0.19
    out = [block((length, columns * pitch + 0.1, rows * pitch + 0.1), pot.ARMOUR, 0.035)]
    for r in range(rows):
        for c in range(columns):
            y, z = (c - (columns - 1) / 2) * pitch, (r - (rows - 1) / 2) * pitch
            out.append(rod((length / 2 - 0.02, y, z), (length / 2 + 0.03, y, z), 0.078, pot.STEEL, 10))
            out.append(rod((length / 2 + 0.02, y, z), (length / 2 + 0.12, y, z), (0.056, 0.008), pot.HAZARD, 8))
    return out


def _piece(name: str, shows: str, parts: dict[str, list[Shell]], entry: Figure, seed: int, feet: Sequence[Vec] = ()) -> Piece:
    ready = {part: unite(shells) for part, shells in parts.items()}
    if entry.disc_mm is not None:
        clear = tuple((float(p[0]), float(p[1])) for p in feet)
        ready["base"] = round_base(entry.disc_mm, seed, clear)
    return Piece(name, shows, ready, entry, FINISH)


SEEN = ("hull", "turret", "barrel", "weapon")
G = BASE_TOP - 0.02


def light_2leg() -> Piece:
    """Return a light scout walker: an open-sided cab on two legs."""
    cab = wedge([(0.62, 0.3, 1.5), (0.72, 0.34, 1.85), (0.3, 0.5, 2.3), (-0.5, 0.5, 2.3), (-0.72, 0.42, 1.9), (-0.55, 0.4, 1.42), (0.2, 0.42, 1.35)])
    hull_parts = [cab, *_mirrored([s for s in panel([(-0.45, -0.26), (0.3, -0.24), (0.22, 0.3), (-0.4, 0.3)])] and
                                  [on_face(s, (-0.1, 0.49, 1.95), (0, 1, 0.12)) for s in panel([(-0.3, -0.3), (0.32, -0.3), (0.3, 0.3), (-0.22, 0.3)])])]
    hull_parts += [on_face(s, (0.5, 0, 2.09), (0.75, 0, 0.7)) for s in panel([(-0.3, -0.2), (0.3, -0.2), (0.26, 0.2), (-0.26, 0.2)], spacing=0.25)]
    hull_parts += [block((0.06, 0.4, 0.07), pot.GLASS, 0.01).turn(43, "y").at(0.56, 0, 2.1)]
    hull_parts += _mount((-0.15, 0, 2.29), hatch(0.24))
    hull_parts += [on_face(s, (-0.68, 0, 1.75), (-1, 0, -0.2)) for s in grille(0.55, 0.4)]
    hull_parts += _mirrored(_mount((-0.55, 0.34, 2.2), exhaust(0.5, 0.06)))
    hull_parts += _mirrored([s.at(0.68, 0.26, 1.72) for s in headlamp(0.085)])
    hull_parts += [rod((0, 0, 1.05), (0, 0, 1.45), 0.2, pot.STEEL, 12), block((0.5, 0.9, 0.24), pot.ARMOUR_DARK, 0.04).at(-0.02, 0, 1.2)]
    feet = [(0.34, 0.56, G + 0.15), (-0.22, -0.56, G + 0.15)]
    hull_parts += leg((0, 0.58, 1.22), (-0.30, 0.6, 0.78), feet[0], 0.85)
    hull_parts += leg((0, -0.58, 1.22), (-0.46, -0.6, 0.84), feet[1], 0.85)
    hull_parts += _mount((-0.62, 0, 2.18), stowage(0.5))
    gun = _mirrored([block((0.24, 0.22, 0.26), pot.ARMOUR_DARK, 0.03).at(0.1, 0.66, 1.72), *_mount((0.25, 0.68, 1.72), machine_gun(0.75))])
    parts = {"hull": hull_parts, "weapon": gun, "antenna": _mount((-0.45, -0.4, 2.25), aerial(0.9))}
    return _piece("walker_light_2leg", "Light scout walker on two legs, twin machine guns", parts,
                  Figure(80.0, seen_parts=("hull", "weapon"), gun_in=1.72, sensor_in=2.1, deck_in=2.3), 301, feet)


def light_4leg() -> Piece:
    """Return a light walker on four spider legs with a small turret."""
    body = wedge([(0.85, 0.28, 0.95), (0.95, 0.3, 1.15), (0.5, 0.5, 1.42), (-0.6, 0.5, 1.42), (-0.9, 0.38, 1.2), (-0.7, 0.34, 0.88), (0.4, 0.4, 0.85)])
    parts_hull = [body]
    parts_hull += _mirrored([on_face(s, (-0.05, 0.46, 1.17), (0, 1, 0.1)) for s in panel([(-0.35, -0.2), (0.35, -0.2), (0.3, 0.18), (-0.3, 0.18)])])
    parts_hull += [on_face(s, (0.72, 0, 1.29), (0.52, 0, 0.85)) for s in panel([(-0.28, -0.2), (0.28, -0.2), (0.24, 0.2), (-0.24, 0.2)], spacing=0.25)]
    parts_hull += [on_face(s, (-0.62, 0, 1.43), (0, 0, 1), (1, 0, 0)) for s in grille(0.5, 0.3, 4)]
    parts_hull += _mirrored([s.at(0.92, 0.2, 1.02) for s in headlamp(0.07)])
    parts_hull += _mirrored(_mount((-0.75, 0.3, 1.3), exhaust(0.36, 0.055)))
    feet: list[Vec] = []
    for x, y in ((0.62, 1), (-0.62, 1), (0.62, -1), (-0.62, -1)):
        end = (x * 1.45, y * 0.92, G + 0.13)
        feet.append(end)
        parts_hull += leg((x * 0.85, y * 0.42, 1.08), (x * 1.3, y * 0.74, 1.22), end, 0.62, 30.0 * np.sign(x * y) if x > 0 else 180 - 30.0 * np.sign(-x * y))
    ring = lathe([(0.42, 1.4), (0.42, 1.47), (0.38, 1.5)], pot.STEEL, 18)
    turret = [ring, wedge([(0.42, 0.16, 1.5), (0.4, 0.2, 1.72), (0.1, 0.32, 1.9), (-0.35, 0.3, 1.88), (-0.5, 0.24, 1.5), (0.1, 0.38, 1.48)], bevel=0.035)]
    turret += _mount((-0.16, 0.06, 1.885), hatch(0.17))
    barrel = _mount((0.36, 0, 1.68), cannon(0.85, 0.05, brake=False))
    weapon = _mount((0.05, -0.36, 1.75), machine_gun(0.6))
    parts = {"hull": parts_hull, "turret": turret, "barrel": barrel, "weapon": weapon, "antenna": _mount((-0.4, -0.18, 1.85), aerial(0.8))}
    return _piece("walker_light_4leg", "Light walker on four legs, quick-firing gun in a turret", parts,
                  Figure(80.0, seen_parts=SEEN, gun_in=1.68, sensor_in=1.9, deck_in=1.45), 302, feet)


def medium_2leg() -> Piece:
    """Return a medium walker: a slab-sided body, a gun on one arm and rockets on the other."""
    body = wedge([(0.72, 0.4, 1.75), (0.82, 0.44, 2.15), (0.45, 0.6, 2.75), (-0.6, 0.62, 2.75), (-0.85, 0.54, 2.3), (-0.7, 0.5, 1.6), (0.3, 0.52, 1.58)], bevel=0.05)
    h = [body]
    h += _mirrored([on_face(s, (-0.12, 0.6, 2.25), (0, 1, 0.08)) for s in panel([(-0.45, -0.42), (0.45, -0.42), (0.38, 0.4), (-0.36, 0.4)], 0.05)])
    h += [on_face(s, (0.66, 0, 2.45), (0.85, 0, 0.5)) for s in panel([(-0.38, -0.24), (0.38, -0.24), (0.32, 0.24), (-0.32, 0.24)], 0.05, spacing=0.25)]
    h += [block((0.07, 0.5, 0.08), pot.GLASS, 0.012).turn(32, "y").at(0.72, 0, 2.47)]
    h += [on_face(s, (0.78, 0, 1.95), (1, 0, -0.25)) for s in panel([(-0.34, -0.16), (0.34, -0.16), (0.34, 0.16), (-0.34, 0.16)], 0.04, pot.STRIPE._replace(tint=True))]
    h += _mount((-0.1, 0.14, 2.74), hatch(0.26))
    h += [block((0.3, 0.26, 0.14), pot.ARMOUR, 0.03).at(0.18, -0.28, 2.8), block((0.03, 0.2, 0.06), pot.GLASS).at(0.33, -0.28, 2.81)]
    h += [on_face(s, (-0.78, 0, 1.98), (-1, 0, -0.15)) for s in grille(0.75, 0.5, 6)]
    h += _mirrored(_mount((-0.68, 0.42, 2.6), exhaust(0.6, 0.075)))
    h += _mirrored([s.at(0.76, 0.3, 1.78) for s in headlamp(0.09)])
    h += [rod((0, 0, 1.15), (0, 0, 1.65), 0.28, pot.STEEL, 14), block((0.66, 1.0, 0.3), pot.ARMOUR_DARK, 0.05).at(-0.05, 0, 1.36)]
    feet = [(0.42, 0.66, G + 0.2), (-0.28, -0.66, G + 0.2)]
    h += leg((0, 0.7, 1.38), (-0.32, 0.72, 0.86), feet[0], 1.08)
    h += leg((0, -0.7, 1.38), (-0.52, -0.72, 0.95), feet[1], 1.08)
    h += _mount((-0.66, 0, 2.74), stowage(0.7))
    for s in (-1, 1):
        h += [rod((0.05, s * 0.55, 2.3), (0.05, s * 0.86, 2.3), 0.2, pot.STEEL, 14)]
    barrel = [wedge([(0.4, 0.12, -0.14), (0.4, 0.12, 0.16), (-0.42, 0.17, 0.2), (-0.42, 0.17, -0.18)], bevel=0.03).at(0.1, -0.98, 2.25)]
    barrel += _mount((0.45, -0.98, 2.26), cannon(1.05, 0.075))
    pod = _mount((0.12, 1.02, 2.36), rocket_pod(3, 2, 0.72))
    parts = {"hull": h, "barrel": barrel, "weapon": pod, "antenna": _mount((-0.5, -0.5, 2.7), aerial(1.0))}
    return _piece("walker_medium_2leg", "Medium walker on two legs, cannon and rockets", parts,
                  Figure(80.0, seen_parts=("hull", "barrel", "weapon"), gun_in=2.26, sensor_in=2.8, deck_in=2.75), 303, feet)


def medium_4leg() -> Piece:
    """Return a medium walker on four legs with a tank turret."""
    body = wedge([(1.0, 0.36, 1.15), (1.15, 0.4, 1.45), (0.7, 0.62, 1.8), (-0.8, 0.62, 1.8), (-1.12, 0.48, 1.5), (-0.9, 0.42, 1.05), (0.5, 0.5, 1.02)], bevel=0.05)
    h = [body]
    h += _mirrored([on_face(s, (x, 0.58, 1.45), (0, 1, 0.15)) for x in (-0.45, 0.35) for s in panel([(-0.34, -0.26), (0.34, -0.26), (0.3, 0.24), (-0.3, 0.24)], 0.05)])
    h += [on_face(s, (0.93, 0, 1.63), (0.62, 0, 0.78)) for s in panel([(-0.36, -0.22), (0.36, -0.22), (0.32, 0.22), (-0.32, 0.22)], 0.05, spacing=0.25)]
    h += [block((0.06, 0.3, 0.07), pot.GLASS, 0.01).turn(50, "y").at(0.96, 0, 1.64)]
    h += [on_face(s, (-0.82, 0, 1.81), (0, 0, 1), (1, 0, 0)) for s in grille(0.7, 0.36, 5)]
    h += _mirrored([s.at(1.08, 0.27, 1.28) for s in headlamp(0.085)])
    h += _mirrored(_mount((-1.0, 0.4, 1.62), exhaust(0.45, 0.07)))
    feet: list[Vec] = []
    for x, y in ((0.7, 1), (-0.7, 1), (0.7, -1), (-0.7, -1)):
        end = (x * 1.42, y * 1.02, G + 0.16)
        feet.append(end)
        yaw = 25.0 * y if x > 0 else 180 - 25.0 * y
        h += leg((x * 0.9, y * 0.5, 1.3), (x * 1.22, y * 0.86, 1.42), end, 0.84, yaw)
    t = [lathe([(0.56, 1.78), (0.56, 1.87), (0.5, 1.9)], pot.STEEL, 20)]
    t += [wedge([(0.62, 0.22, 1.9), (0.6, 0.28, 2.14), (0.2, 0.46, 2.4), (-0.5, 0.44, 2.38), (-0.72, 0.34, 1.92), (0.15, 0.52, 1.88)], bevel=0.045)]
    t += _mirrored([on_face(s, (-0.15, 0.5, 2.12), (0, 1, 0.35)) for s in panel([(-0.36, -0.18), (0.36, -0.18), (0.3, 0.16), (-0.3, 0.16)], 0.045)])
    t += _mount((-0.22, 0.14, 2.39), hatch(0.22))
    t += [block((0.2, 0.4, 0.3), pot.ARMOUR_DARK, 0.04).at(0.6, 0, 2.1)]
    t += _mount((-0.78, 0, 2.0), stowage(0.6))
    barrel = _mount((0.66, 0, 2.1), cannon(1.25, 0.075))
    weapon = [*_mount((0.1, -0.25, 2.5), machine_gun(0.6)), rod((0.05, -0.25, 2.35), (0.05, -0.25, 2.46), 0.05, pot.STEEL, 8)]
    parts = {"hull": h, "turret": t, "barrel": barrel, "weapon": weapon, "antenna": _mount((-0.55, -0.3, 2.35), aerial(1.0))}
    return _piece("walker_medium_4leg", "Medium walker on four legs, cannon in a turret", parts,
                  Figure(80.0, seen_parts=SEEN, gun_in=2.1, sensor_in=2.4, deck_in=1.82), 304, feet)


def heavy_2leg() -> Piece:
    """Return a heavy walker: a fortress on two legs, twin cannons above, guns in the flanks."""
    body = wedge([(1.05, 0.55, 2.3), (1.25, 0.6, 2.8), (0.8, 0.95, 3.45), (-0.95, 0.98, 3.45), (-1.3, 0.8, 2.9), (-1.05, 0.7, 2.1), (0.4, 0.75, 2.05)], bevel=0.07)
    h = [body]
    h += _mirrored([on_face(s, (x, 0.94, 2.88), (0, 1, 0.12)) for x in (-0.6, 0.22) for s in panel([(-0.38, -0.48), (0.38, -0.48), (0.34, 0.46), (-0.34, 0.46)], 0.07)])
    h += [on_face(s, (1.05, 0, 3.13), (0.82, 0, 0.57)) for s in panel([(-0.52, -0.3), (0.52, -0.3), (0.46, 0.3), (-0.46, 0.3)], 0.07, spacing=0.28)]
    h += [block((0.09, 0.64, 0.1), pot.GLASS, 0.015).turn(35, "y").at(1.1, 0, 3.16)]
    h += [on_face(s, (1.18, 0, 2.52), (1, 0, -0.35)) for s in panel([(-0.5, -0.2), (0.5, -0.2), (0.5, 0.2), (-0.5, 0.2)], 0.05, pot.STRIPE._replace(tint=True), 0.3)]
    h += [on_face(s, (-1.2, 0, 2.55), (-1, 0, -0.25)) for s in grille(1.1, 0.6, 7)]
    h += _mirrored(_mount((-1.05, 0.62, 3.3), exhaust(0.8, 0.1)))
    h += _mirrored([s.at(1.16, 0.46, 2.4) for s in headlamp(0.12)])
    h += _mount((-0.35, 0.45, 3.44), hatch(0.3))
    h += [rod((0, 0, 1.5), (0, 0, 2.2), 0.42, pot.STEEL, 16), block((1.0, 1.5, 0.42), pot.ARMOUR_DARK, 0.07).at(-0.05, 0, 1.78)]
    feet = [(0.62, 1.0, 0.26), (-0.42, -1.0, 0.26)]
    h += leg((0, 1.06, 1.8), (-0.46, 1.08, 1.08), feet[0], 1.5)
    h += leg((0, -1.06, 1.8), (-0.72, -1.08, 1.2), feet[1], 1.5)
    h += _mirrored(_mount((-1.22, 0.45, 2.95), jerrycan()))
    for s in (-1, 1):
        h += [rod((0.1, s * 0.9, 2.75), (0.1, s * 1.25, 2.75), 0.28, pot.STEEL, 14)]
    t = [lathe([(0.62, 3.42), (0.62, 3.52), (0.56, 3.56)], pot.STEEL, 20)]
    t += [wedge([(0.7, 0.4, 3.56), (0.62, 0.44, 3.86), (0.2, 0.56, 4.08), (-0.5, 0.54, 4.06), (-0.75, 0.46, 3.58), (0.2, 0.62, 3.54)], bevel=0.05)]
    t += _mount((-0.25, 0, 4.07), hatch(0.24))
    barrel = [s for y in (-0.24, 0.24) for s in _mount((0.62, y, 3.78), cannon(1.3, 0.085))]
    w = _mirrored([wedge([(0.45, 0.16, -0.18), (0.4, 0.18, 0.2), (-0.5, 0.2, 0.24), (-0.5, 0.2, -0.22)], bevel=0.04).at(0.1, 1.36, 2.7),
                   *_mount((0.5, 1.36, 2.7), gatling(0.8, 0.13))])
    parts = {"hull": h, "turret": t, "barrel": barrel, "weapon": w, "antenna": _mount((-0.9, -0.7, 3.4), aerial(1.2))}
    return _heavy("walker_heavy_2leg", "Heavy walker on two legs, twin cannons and rotary guns", parts, 2.75, (3.45, 3.78, 4.1))


def heavy_4leg() -> Piece:
    """Return a heavy walker on four legs with one great gun."""
    body = wedge([(1.5, 0.5, 1.75), (1.7, 0.56, 2.15), (1.05, 0.95, 2.7), (-1.2, 0.95, 2.7), (-1.65, 0.72, 2.25), (-1.3, 0.6, 1.6), (0.8, 0.75, 1.55)], bevel=0.07)
    h = [body]
    h += _mirrored([on_face(s, (x, 0.87, 2.2), (0, 1, 0.2)) for x in (-0.85, 0.0, 0.75) for s in panel([(-0.36, -0.38), (0.36, -0.38), (0.32, 0.36), (-0.32, 0.36)], 0.07)])
    h += [on_face(s, (1.4, 0, 2.42), (0.65, 0, 0.76)) for s in panel([(-0.5, -0.34), (0.5, -0.34), (0.44, 0.34), (-0.44, 0.34)], 0.07, spacing=0.28)]
    h += [block((0.09, 0.5, 0.1), pot.GLASS, 0.015).turn(48, "y").at(1.45, 0, 2.44)]
    h += [on_face(s, (-1.2, 0, 2.71), (0, 0, 1), (1, 0, 0)) for s in grille(1.1, 0.5, 6)]
    h += _mirrored([s.at(1.6, 0.4, 1.92) for s in headlamp(0.11)])
    h += _mirrored(_mount((-1.45, 0.6, 2.42), exhaust(0.65, 0.1)))
    for x, y in ((1.0, 1), (-1.0, 1), (1.0, -1), (-1.0, -1)):
        end = (x * 1.5, y * 1.45, 0.24)
        yaw = 28.0 * y if x > 0 else 180 - 28.0 * y
        h += leg((x * 0.95, y * 0.75, 1.95), (x * 1.3, y * 1.22, 2.05), end, 1.25, yaw)
    t = [lathe([(0.82, 2.67), (0.82, 2.8), (0.75, 2.85)], pot.STEEL, 22)]
    t += [wedge([(0.95, 0.34, 2.86), (0.9, 0.42, 3.2), (0.3, 0.68, 3.6), (-0.75, 0.66, 3.56), (-1.1, 0.5, 2.88), (0.2, 0.78, 2.83)], bevel=0.06)]
    t += _mirrored([on_face(s, (-0.22, 0.75, 3.18), (0, 1, 0.33)) for s in panel([(-0.52, -0.26), (0.5, -0.26), (0.42, 0.24), (-0.42, 0.24)], 0.06)])
    t += _mount((-0.3, 0.26, 3.57), hatch(0.3))
    t += [block((0.3, 0.6, 0.44), pot.ARMOUR_DARK, 0.06).at(0.92, 0, 3.12)]
    t += _mount((-1.12, 0, 3.0), stowage(0.9))
    barrel = _mount((1.0, 0, 3.14), cannon(1.9, 0.11))
    w = [*_mount((0.2, -0.36, 3.72), machine_gun(0.75)), rod((0.15, -0.36, 3.5), (0.15, -0.36, 3.68), 0.06, pot.STEEL, 8)]
    parts = {"hull": h, "turret": t, "barrel": barrel, "weapon": w, "antenna": _mount((-0.8, -0.45, 3.5), aerial(1.3))}
    return _heavy("walker_heavy_4leg", "Heavy walker on four legs, great cannon in a turret", parts, 2.15, (2.72, 3.14, 3.6))


def _heavy(name: str, shows: str, parts: dict[str, list[Shell]], eye: float, heights: tuple[float, float, float]) -> Piece:
    """Return a walker without a base: its outline on the table is the convex hull of its body."""
    ready = {part: unite(shells) for part, shells in parts.items()}
    low = float(ready["hull"].low[2])
    ready = {part: shell.at(0, 0, -low) for part, shell in ready.items()}
    deck, gun, sensor = heights
    entry = Figure(None, eye_height_in=eye, seen_parts=("hull", "turret"), hull=_outline(ready["hull"]),
                   deck_in=deck, gun_in=gun, sensor_in=sensor)
    return Piece(name, shows, ready, entry, FINISH)


def _outline(shell: Shell) -> list[tuple[float, float]]:
    import shapely.geometry as sg

    ring = sg.MultiPoint(shell.v[:, :2]).convex_hull.simplify(0.02)
    assert isinstance(ring, sg.Polygon)
    points = sg.polygon.orient(ring.convex_hull).exterior.coords[:-1]
    return [(float(x), float(y)) for x, y in points]


PIECES: dict[str, Callable[[], Piece]] = {
    "walker_light_2leg": light_2leg,
    "walker_light_4leg": light_4leg,
    "walker_medium_2leg": medium_2leg,
    "walker_medium_4leg": medium_4leg,
    "walker_heavy_2leg": heavy_2leg,
    "walker_heavy_4leg": heavy_4leg,
}
_ = (ball, tube)
