"""Light and medium walkers, on 80 mm bases."""

from __future__ import annotations

from collections.abc import Callable

from tools.kit import palette as pot
from tools.kit.armour import (
    Plate,
    aerial,
    cannon,
    exhaust,
    grille,
    hatch,
    headlamp,
    mirrored,
    mounted,
    on_face,
    plated,
    slit,
    stowage,
    wedge,
)
from tools.kit.bases import BASE_TOP, round_base
from tools.kit.guns import machine_gun, rocket_pod
from tools.kit.legs import Stride, pair, quartet
from tools.kit.paint import Finish
from tools.kit.piece import Figure, Piece
from tools.kit.prims import block, lathe, rod
from tools.kit.shell import Shell, unite
from tools.kit.vectors import points

__all__ = ["FINISH", "PIECES", "SEEN"]

FINISH = Finish(zenith=0.14, brush=0.2, dirt_to=1.0, crease=32.0)
#: Parts of a turreted vehicle that count as seen.
SEEN = ("hull", "turret", "barrel", "weapon")
BADGE = pot.STRIPE
_GROUND = BASE_TOP - 0.02
_UP = (0.0, 0.0, 1.0)
_AHEAD = (1.0, 0.0, 0.0)


def _piece(
    name: str, shows: str, parts: dict[str, list[Shell]], entry: Figure, strides: tuple[Stride, ...]
) -> Piece:
    ready = {part: unite(shells) for part, shells in parts.items()}
    feet = tuple((s.ankle[0], side * s.ankle[1]) for s in strides for side in (1, -1))
    seed = sum(map(ord, name))
    ready["base"] = round_base(80.0, seed, feet)
    return Piece(name, shows, ready, entry, FINISH)


def _waist(
    low: float, high: float, radius: float, block_size: tuple[float, float, float]
) -> list[Shell]:
    """Return the turning ring below a two-legged hull, with the hip beam."""
    return [
        rod((0, 0, low), (0, 0, high), radius, pot.STEEL, 14),
        block(block_size, pot.ARMOUR_DARK, 0.045).at(-0.04, 0, low + 0.18),
    ]


def _light_2leg_hull() -> list[Shell]:
    shape = points("""
         0.62 0.30 1.50   0.72 0.34 1.85   0.30 0.50 2.30  -0.50 0.50 2.30
        -0.72 0.42 1.90  -0.55 0.40 1.42   0.20 0.42 1.35""")
    out = [wedge(shape), slit((0.56, 0, 2.1), 0.4, 43)]
    out += plated(
        [
            Plate((-0.1, 0.49, 1.95), (0, 1, 0.12), 0.62, 0.56, 0.58, both=True),
            Plate((0.5, 0, 2.09), (0.75, 0, 0.7), 0.6, 0.5, 0.42, spacing=0.25),
            Plate((0.69, 0, 1.67), (1, 0, -0.28), 0.42, 0.46, 0.2, 0.03, 0.2, BADGE),
        ]
    )
    out += mounted((-0.15, 0, 2.29), hatch(0.24))
    out += [on_face(s, (-0.68, 0, 1.75), (-1, 0, -0.2)) for s in grille(0.55, 0.4)]
    out += mirrored(mounted((-0.55, 0.34, 2.2), exhaust(0.5, 0.06)))
    out += mirrored(mounted((0.68, 0.26, 1.56), headlamp(0.085)))
    out += mounted((-0.62, 0, 2.18), stowage(0.5))
    return [*out, *_waist(1.05, 1.45, 0.2, (0.5, 0.9, 0.24))]


def light_2leg() -> Piece:
    """Return a light scout walker on two legs."""
    strides = (
        Stride((0, 0.58, 1.22), (-0.30, 0.60, 0.78), (0.34, 0.56, _GROUND + 0.15)),
        Stride((0, 0.58, 1.22), (-0.46, 0.60, 0.84), (-0.22, 0.56, _GROUND + 0.15)),
    )
    guns = mirrored(
        [
            block((0.24, 0.22, 0.26), pot.ARMOUR_DARK, 0.03).at(0.1, 0.66, 1.72),
            *mounted((0.25, 0.68, 1.72), machine_gun(0.75)),
        ]
    )
    parts = {
        "hull": [*_light_2leg_hull(), *pair(*strides, 0.85)],
        "weapon": guns,
        "antenna": mounted((-0.45, -0.4, 2.25), aerial(0.9)),
    }
    entry = Figure(80.0, seen_parts=("hull", "weapon"), gun_in=1.72, sensor_in=2.35, deck_in=2.3)
    shows = "Light scout walker on two legs, twin machine guns"
    return _piece("walker_light_2leg", shows, parts, entry, strides)


def _light_4leg_hull() -> list[Shell]:
    shape = points("""
         0.85 0.28 0.95   0.95 0.30 1.15   0.50 0.50 1.42  -0.60 0.50 1.42
        -0.90 0.38 1.20  -0.70 0.34 0.88   0.40 0.40 0.85""")
    out = [wedge(shape), slit((0.76, 0.0, 1.3), 0.3, 58)]
    out += plated(
        [
            Plate((-0.05, 0.46, 1.17), (0, 1, 0.1), 0.7, 0.6, 0.38, both=True),
            Plate((0.72, 0, 1.29), (0.52, 0, 0.85), 0.56, 0.48, 0.4, spacing=0.25),
        ]
    )
    out += [on_face(s, (-0.62, 0, 1.43), _UP, _AHEAD) for s in grille(0.5, 0.3, 4)]
    out += mirrored(mounted((0.92, 0.2, 1.02), headlamp(0.07)))
    return [*out, *mirrored(mounted((-0.75, 0.3, 1.3), exhaust(0.36, 0.055)))]


def _light_4leg_turret() -> list[Shell]:
    shape = points("""
        0.42 0.16 1.50   0.40 0.20 1.72   0.10 0.32 1.90
       -0.35 0.30 1.88  -0.50 0.24 1.50   0.10 0.38 1.48""")
    out = [
        lathe([(0.42, 1.4), (0.42, 1.47), (0.38, 1.5)], pot.STEEL, 18),
        wedge(shape, bevel=0.035),
    ]
    out += plated(
        [Plate((-0.12, 0.36, 1.68), (0, 1, 0.25), 0.44, 0.36, 0.2, 0.03, 0.2, BADGE, True)]
    )
    return [*out, *mounted((-0.16, 0.06, 1.885), hatch(0.17))]


def light_4leg() -> Piece:
    """Return a light walker on four spider legs with a small turret."""
    stride = Stride((0.527, 0.42, 1.08), (0.806, 0.74, 1.22), (0.9, 0.92, _GROUND + 0.13))
    parts = {
        "hull": [*_light_4leg_hull(), *quartet(stride, 0.62, 30.0, 0.1)],
        "turret": _light_4leg_turret(),
        "barrel": mounted((0.36, 0, 1.68), cannon(0.85, 0.05, brake=False)),
        "weapon": mounted((0.05, -0.36, 1.75), machine_gun(0.6)),
        "antenna": mounted((-0.4, -0.18, 1.85), aerial(0.8)),
    }
    entry = Figure(80.0, seen_parts=SEEN, gun_in=1.68, sensor_in=1.9, deck_in=1.45)
    shows = "Light walker on four legs, quick-firing gun in a turret"
    return _piece("walker_light_4leg", shows, parts, entry, (stride,))


def _medium_2leg_hull() -> list[Shell]:
    shape = points("""
         0.72 0.40 1.75   0.82 0.44 2.15   0.45 0.60 2.75  -0.60 0.62 2.75
        -0.85 0.54 2.30  -0.70 0.50 1.60   0.30 0.52 1.58""")
    out = [wedge(shape, bevel=0.05), slit((0.72, 0, 2.47), 0.5, 32)]
    out += plated(
        [
            Plate((-0.12, 0.6, 2.25), (0, 1, 0.08), 0.9, 0.76, 0.82, 0.05, both=True),
            Plate((0.66, 0, 2.45), (0.85, 0, 0.5), 0.76, 0.64, 0.48, 0.05, 0.25),
            Plate((0.78, 0, 1.95), (1, 0, -0.25), 0.68, 0.68, 0.32, 0.04, 0.25, BADGE),
        ]
    )
    out += mounted((-0.1, 0.14, 2.74), hatch(0.26))
    out.append(block((0.3, 0.26, 0.14), pot.ARMOUR, 0.03).at(0.18, -0.28, 2.8))
    out.append(block((0.03, 0.2, 0.06), pot.GLASS).at(0.33, -0.28, 2.81))
    out += [on_face(s, (-0.78, 0, 1.98), (-1, 0, -0.15)) for s in grille(0.75, 0.5, 6)]
    out += mirrored(mounted((-0.68, 0.42, 2.6), exhaust(0.6, 0.075)))
    out += mirrored(mounted((0.76, 0.32, 1.72), headlamp(0.09)))
    out += mounted((-0.66, 0, 2.74), stowage(0.7))
    out += mirrored([rod((0.05, 0.55, 2.3), (0.05, 0.86, 2.3), 0.2, pot.STEEL, 14)])
    return [*out, *_waist(1.15, 1.65, 0.28, (0.66, 1.0, 0.3))]


def medium_2leg() -> Piece:
    """Return a medium walker: a gun on one arm and rockets on the other."""
    strides = (
        Stride((0, 0.7, 1.38), (-0.32, 0.72, 0.86), (0.42, 0.66, _GROUND + 0.2)),
        Stride((0, 0.7, 1.38), (-0.52, 0.72, 0.95), (-0.28, 0.66, _GROUND + 0.2)),
    )
    arm = points("0.4 0.12 -0.14  0.4 0.12 0.16  -0.42 0.17 0.2  -0.42 0.17 -0.18")
    parts = {
        "hull": [*_medium_2leg_hull(), *pair(*strides, 1.08)],
        "barrel": [
            wedge(arm, bevel=0.03).at(0.1, -0.98, 2.25),
            *mounted((0.45, -0.98, 2.26), cannon(1.05, 0.075)),
        ],
        "weapon": mounted((0.12, 1.02, 2.36), rocket_pod(3, 2, 0.72)),
        "antenna": mounted((-0.5, -0.5, 2.7), aerial(1.0)),
    }
    entry = Figure(
        80.0, seen_parts=("hull", "barrel", "weapon"), gun_in=2.26, sensor_in=2.8, deck_in=2.75
    )
    shows = "Medium walker on two legs, cannon and rockets"
    return _piece("walker_medium_2leg", shows, parts, entry, strides)


def _medium_4leg_hull() -> list[Shell]:
    shape = points("""
         1.00 0.36 1.15   1.15 0.40 1.45   0.70 0.62 1.80  -0.80 0.62 1.80
        -1.12 0.48 1.50  -0.90 0.42 1.05   0.50 0.50 1.02""")
    out = [wedge(shape, bevel=0.05), slit((0.96, 0, 1.64), 0.3, 50)]
    out += plated(
        [
            Plate((-0.45, 0.58, 1.45), (0, 1, 0.15), 0.68, 0.6, 0.5, 0.05, both=True),
            Plate((0.35, 0.58, 1.45), (0, 1, 0.15), 0.68, 0.6, 0.5, 0.05, both=True),
            Plate((0.93, 0, 1.63), (0.62, 0, 0.78), 0.72, 0.64, 0.44, 0.05, 0.25),
        ]
    )
    out += [on_face(s, (-0.82, 0, 1.81), _UP, _AHEAD) for s in grille(0.7, 0.36, 5)]
    out += mirrored(mounted((1.08, 0.27, 1.28), headlamp(0.085)))
    return [*out, *mirrored(mounted((-1.0, 0.4, 1.62), exhaust(0.45, 0.07)))]


def _medium_4leg_turret() -> list[Shell]:
    shape = points("""
        0.62 0.22 1.90   0.60 0.28 2.14   0.20 0.46 2.40
       -0.50 0.44 2.38  -0.72 0.34 1.92   0.15 0.52 1.88""")
    out = [lathe([(0.56, 1.78), (0.56, 1.87), (0.5, 1.9)], pot.STEEL, 20)]
    out.append(wedge(shape, bevel=0.045))
    side = (0, 1, 0.35)
    out += plated(
        [
            Plate((-0.15, 0.5, 2.12), side, 0.72, 0.6, 0.36, 0.045, both=True),
            Plate((-0.15, 0.53, 2.12), side, 0.3, 0.3, 0.18, 0.045, 0, BADGE, True),
        ]
    )
    out += mounted((-0.22, 0.14, 2.39), hatch(0.22))
    out.append(block((0.2, 0.4, 0.3), pot.ARMOUR_DARK, 0.04).at(0.6, 0, 2.1))
    return [*out, *mounted((-0.78, 0, 2.0), stowage(0.6))]


def medium_4leg() -> Piece:
    """Return a medium walker on four legs with a tank turret."""
    stride = Stride((0.63, 0.5, 1.3), (0.854, 0.86, 1.42), (0.994, 1.02, _GROUND + 0.16))
    parts = {
        "hull": [*_medium_4leg_hull(), *quartet(stride, 0.84, 25.0, 0.14)],
        "turret": _medium_4leg_turret(),
        "barrel": mounted((0.66, 0, 2.1), cannon(1.25, 0.075)),
        "weapon": [
            *mounted((0.1, -0.25, 2.5), machine_gun(0.6)),
            rod((0.05, -0.25, 2.35), (0.05, -0.25, 2.46), 0.05, pot.STEEL, 8),
        ],
        "antenna": mounted((-0.55, -0.3, 2.35), aerial(1.0)),
    }
    entry = Figure(80.0, seen_parts=SEEN, gun_in=2.1, sensor_in=2.4, deck_in=1.82)
    shows = "Medium walker on four legs, cannon in a turret"
    return _piece("walker_medium_4leg", shows, parts, entry, (stride,))


PIECES: dict[str, Callable[[], Piece]] = {
    "walker_light_2leg": light_2leg,
    "walker_light_4leg": light_4leg,
    "walker_medium_2leg": medium_2leg,
    "walker_medium_4leg": medium_4leg,
}
