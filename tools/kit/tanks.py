"""The tank, and the wreck of one."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from tools.kit import palette as pot
from tools.kit.armour import (
    Plate,
    aerial,
    cannon,
    exhaust,
    grille,
    hatch,
    headlamp,
    jerrycan,
    mirrored,
    mounted,
    on_face,
    plated,
    slit,
    stowage,
    wedge,
)
from tools.kit.bases import BASE_TOP, round_base
from tools.kit.groundwork import chunk
from tools.kit.guns import machine_gun
from tools.kit.paint import Finish, Paint
from tools.kit.piece import Figure, Piece, Terrain
from tools.kit.prims import block, hull, lathe, rod
from tools.kit.shell import Shell, unite
from tools.kit.vectors import Floats, points
from tools.kit.walkers import BADGE, FINISH, SEEN

__all__ = ["PIECES"]

#: Outline of a track in the x-z plane, from the rear of the ground run.
_TRACK = points(
    "-1.35 0  1.3 0  1.62 .18  1.72 .42  1.6 .62  1.3 .68  -1.5 .66  -1.7 .45  -1.62 .2", 2
)


def _loop(outline: Floats, step: float) -> list[tuple[float, float, float]]:
    """Return places along a closed outline: x, z and the slope in degrees."""
    ring = np.vstack([outline, outline[:1]])
    out: list[tuple[float, float, float]] = []
    total = float(np.linalg.norm(np.diff(ring, axis=0), axis=1).sum())
    step = total / round(total / step)
    ahead = step / 2
    for a, b in pairwise(ring):
        length = float(np.linalg.norm(b - a))
        slope = float(np.degrees(np.arctan2(b[1] - a[1], b[0] - a[0])))
        while ahead < length:
            x, z = a + (b - a) * ahead / length
            out.append((float(x), float(z), slope))
            ahead += step
        ahead -= length
    return out


def _track(y: float, wide: float) -> list[Shell]:
    """Return one track with its wheels, the ground run on z = 0."""
    inside = [(x, s * wide * 0.36, 0.05 + z * 0.87) for x, z in _TRACK for s in (-1, 1)]
    out = [hull(inside, pot.DARK)]
    for x, z, slope in _loop(_TRACK, 0.15):
        link = block((0.135, wide, 0.07), pot.TRACK).turn(-slope, "y")
        out.append(link.at(x, 0, max(z, 0.035)))
    for x in np.linspace(-1.15, 1.15, 5):
        for radius, half, paint, sides in (
            (0.235, 0.48, pot.RUBBER, 12),
            (0.17, 0.52, pot.ARMOUR, 10),
            (0.06, 0.56, pot.STEEL, 6),
        ):
            out.append(rod((x, -wide * half, 0.28), (x, wide * half, 0.28), radius, paint, sides))
    for x in (-1.45, 1.42):
        out.append(rod((x, -wide * 0.5, 0.42), (x, wide * 0.5, 0.42), 0.2, pot.ARMOUR_DARK, 10))
        out.append(rod((x, -wide * 0.55, 0.42), (x, wide * 0.55, 0.42), 0.07, pot.STEEL, 6))
    return [s.at(0, y, 0) for s in out]


def _fenders() -> list[Shell]:
    """Return the shelves over the tracks with what lies on them."""
    front = [
        (x, y, z)
        for x, z in ((1.47, 0.78), (1.78, 0.6), (1.8, 0.63), (1.47, 0.83))
        for y in (0.53, 0.99)
    ]
    out = mirrored(
        [block((3.1, 0.46, 0.05), pot.ARMOUR, 0.015).at(-0.08, 0.76, 0.76), hull(front, pot.ARMOUR)]
    )
    out += plated(
        [
            Plate((x, 0.99, 0.66), (0, 1, 0), 0.74, 0.74, 0.27, 0.035, both=True)
            for x in (-1.0, -0.2, 0.6)
        ]
    )
    out += mounted((-1.35, 0.76, 0.79), stowage(0.36))
    out += [s.turn(90).at(-0.75, -0.76, 0.785) for s in jerrycan()]
    out.append(rod((-0.6, 0.86, 0.81), (0.15, 0.86, 0.81), 0.02, pot.STOCK, 6))
    out.append(block((0.14, 0.16, 0.03), pot.STEEL).at(0.2, 0.86, 0.81))
    return out


def _hull() -> list[Shell]:
    shape = points("""
         1.55 0.48 0.30   1.66 0.50 0.60   1.00 0.55 0.98  -1.50 0.55 0.98
        -1.72 0.50 0.60  -1.50 0.48 0.30""")
    slope = (0.5, 0, 0.87)
    out = [wedge(shape, bevel=0.04), slit((1.42, 0.22, 0.82), 0.26, 28)]
    out += plated([Plate((1.32, 0, 0.8), slope, 0.88, 0.88, 0.56, 0.05, 0.22)])
    out += [on_face(s, (1.18, 0.22, 0.93), slope) for s in hatch(0.15)]
    bow_gun = [
        rod((-0.1, 0, 0), (0.12, 0, 0), 0.09, pot.STEEL, 10),
        rod((0, 0, 0), (0.3, 0, 0.03), 0.028, pot.GUNMETAL, 8),
    ]
    out += mounted((1.5, -0.24, 0.78), bow_gun)
    out += [on_face(s, (-1.05, 0, 0.985), (0, 0, 1), (1, 0, 0)) for s in grille(0.85, 0.55, 6)]
    out += mirrored([s.turn(-90, "y").at(-1.62, 0.42, 0.7) for s in exhaust(0.3, 0.07)])
    out += mirrored(mounted((1.5, 0.72, 0.88), headlamp(0.075)))
    return [*out, *_fenders()]


def _turret() -> list[Shell]:
    shape = points("""
         0.72 0.24 1.06   0.66 0.30 1.36   0.30 0.46 1.50  -0.55 0.44 1.52
        -0.82 0.34 1.20  -0.70 0.34 1.06   0.10 0.56 1.04""")
    side = (0, 1, 0.3)
    out = [lathe([(0.56, 0.95), (0.56, 1.03), (0.5, 1.05)], pot.STEEL, 20)]
    out.append(wedge(shape, bevel=0.04))
    out += plated(
        [
            Plate((-0.12, 0.54, 1.27), side, 0.72, 0.6, 0.28, both=True),
            Plate((-0.12, 0.565, 1.27), side, 0.28, 0.28, 0.16, 0.04, 0, BADGE, True),
        ]
    )
    out += mounted((-0.2, 0.16, 1.51), hatch(0.19))
    out.append(block((0.16, 0.1, 0.08), pot.ARMOUR, 0.02).at(0.22, -0.2, 1.51))
    out.append(block((0.02, 0.07, 0.04), pot.GLASS).at(0.31, -0.2, 1.52))
    out.append(block((0.26, 0.46, 0.3), pot.ARMOUR_DARK, 0.05).at(0.7, 0, 1.22))
    return [*out, *mounted((-0.9, 0, 1.14), stowage(0.55))]


def _gun() -> list[Shell]:
    return mounted((0.78, 0, 1.22), cannon(1.35, 0.07))


def tank() -> Piece:
    """Return a medium tank on its base."""
    parts = {
        "hull": [*_hull(), *_track(0.77, 0.42), *_track(-0.77, 0.42)],
        "turret": _turret(),
        "barrel": _gun(),
        "weapon": [
            *mounted((0.12, -0.16, 1.66), machine_gun(0.6)),
            rod((0.08, -0.16, 1.45), (0.08, -0.16, 1.62), 0.045, pot.STEEL, 8),
        ],
        "antenna": mounted((-0.6, -0.3, 1.5), aerial(0.9)),
    }
    ready = {name: unite(s).size(0.93).at(0, 0, BASE_TOP) for name, s in parts.items()}
    ready["base"] = round_base(80.0, 311)
    entry = Figure(80.0, seen_parts=SEEN, deck_in=1.05, gun_in=1.27, sensor_in=1.55)
    return Piece("tank", "Medium tank", ready, entry, FINISH)


_SCORCHED = Paint(
    (96, 74, 58), vary=0.1, warm=0.06, mottle=0.22, grain=0.3, dirt=0.5, patch=0.9, spread=1.0
)
_BURNT: dict[Paint, Paint] = {
    pot.ARMOUR: _SCORCHED._replace(second=(58, 55, 55)),
    pot.ARMOUR_DARK: _SCORCHED._replace(rgb=(74, 62, 55), second=(50, 48, 48)),
    pot.GUNMETAL: Paint((72, 62, 58), mottle=0.15, grain=0.2),
    **dict.fromkeys((pot.PACK, pot.LAMP, pot.GLASS, pot.STOCK, pot.STRAP, pot.STRIPE), pot.DARK),
    **dict.fromkeys((pot.RUBBER, pot.STEEL, pot.BRIGHT), pot.RUST),
}


def _burnt(shell: Shell) -> Shell:
    coats = tuple(c._replace(paint=_BURNT.get(c.paint, c.paint)) for c in shell.coats)
    return Shell(shell.v, shell.f, coats, shell.which)


def _debris(rng: np.random.Generator) -> list[Shell]:
    out: list[Shell] = []
    for _ in range(26):
        angle, reach = rng.uniform(0, 2 * np.pi), rng.uniform(1.1, 2.0)
        paint = pot.RUST if rng.random() < 0.6 else pot.DARK
        bit = chunk(float(rng.uniform(0.1, 0.3)), paint, int(rng.integers(1 << 30)))
        out.append(bit.at(reach * np.cos(angle), reach * 0.75 * np.sin(angle), 0.03))
    for k in range(7):
        link = block((0.14, 0.42, 0.07), pot.TRACK, 0.015).turn(float(rng.uniform(-12, 12)))
        out.append(link.at(1.75 + 0.16 * k, -0.8 - 0.02 * k, 0.035))
    return out


def wreck() -> Piece:
    """Return a burnt-out tank, its turret thrown askew, one track shed."""
    shed = [
        s
        for s in _track(-0.77, 0.42)
        if float(s.v[:, 0].mean()) < 0.7 or float(s.v[:, 2].mean()) < 0.3
    ]
    lower = [*_hull(), *_track(0.77, 0.42), *shed]
    body = [_burnt(s).turn(2.5, "x").turn(-2, "y").at(0, 0, 0.02) for s in lower]
    thrown = [
        _burnt(s).turn(-17, "y").turn(9, "x").turn(38).at(-0.05, 0.3, 0.16)
        for s in (*_turret(), *_gun())
    ]
    whole = unite([*body, *thrown, *_debris(np.random.default_rng(66))])
    finish = Finish(dirt_to=0.7, brush=0.22, crease=32.0)
    parts = {"wreck": whole}
    return Piece("wreck", "Burnt-out tank", parts, Terrain("wreckage"), finish)


PIECES: dict[str, Callable[[], Piece]] = {"tank": tank, "wreck": wreck}
