"""Heavy walkers: they stand on no base, their outline on the table is the hull's."""

from __future__ import annotations

from collections.abc import Callable

import shapely.geometry as sg

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
from tools.kit.guns import gatling, machine_gun
from tools.kit.legs import Stride, pair, quartet
from tools.kit.piece import Figure, Piece
from tools.kit.prims import block, lathe, rod
from tools.kit.shell import Shell, unite
from tools.kit.vectors import points
from tools.kit.walkers import BADGE, FINISH

__all__ = ["PIECES"]


def _piece(
    name: str,
    shows: str,
    parts: dict[str, list[Shell]],
    eye: float,
    heights: tuple[float, float, float],
) -> Piece:
    ready = {part: unite(shells) for part, shells in parts.items()}
    low = float(ready["hull"].low[2])
    ready = {part: shell.at(0, 0, -low) for part, shell in ready.items()}
    deck, gun, sensor = heights
    entry = Figure(
        None,
        eye_height_in=eye,
        seen_parts=("hull", "turret"),
        hull=_outline(ready["hull"]),
        deck_in=deck,
        gun_in=gun,
        sensor_in=sensor,
    )
    return Piece(name, shows, ready, entry, FINISH)


def _outline(shell: Shell) -> list[tuple[float, float]]:
    """Return the convex outline of a hull on the table, counter-clockwise."""
    ring = sg.MultiPoint(shell.v[:, :2]).convex_hull
    assert isinstance(ring, sg.Polygon)
    coords = sg.polygon.orient(ring).exterior.coords[:-1]
    return [(float(x), float(y)) for x, y in coords]


def _tower_hull() -> list[Shell]:
    shape = points("""
         1.05 0.55 2.30   1.25 0.60 2.80   0.80 0.95 3.45  -0.95 0.98 3.45
        -1.30 0.80 2.90  -1.05 0.70 2.10   0.40 0.75 2.05""")
    out = [wedge(shape, bevel=0.07), slit((1.1, 0, 3.16), 0.64, 35)]
    out += plated(
        [
            Plate((-0.6, 0.94, 2.88), (0, 1, 0.12), 0.76, 0.68, 0.94, 0.07, both=True),
            Plate((0.22, 0.94, 2.88), (0, 1, 0.12), 0.76, 0.68, 0.94, 0.07, both=True),
            Plate((1.05, 0, 3.13), (0.82, 0, 0.57), 1.04, 0.92, 0.6, 0.07, 0.28),
            Plate((1.18, 0, 2.55), (1, 0, -0.35), 1.0, 1.0, 0.4, 0.05, 0.3, BADGE),
        ]
    )
    out += [on_face(s, (-1.2, 0, 2.55), (-1, 0, -0.25)) for s in grille(1.1, 0.6, 7)]
    out += mirrored(mounted((-1.05, 0.62, 3.3), exhaust(0.8, 0.1)))
    out += mirrored(mounted((1.12, 0.44, 2.3), headlamp(0.12)))
    out += mounted((-0.35, 0.45, 3.44), hatch(0.3))
    out += [
        rod((0, 0, 1.5), (0, 0, 2.2), 0.42, pot.STEEL, 16),
        block((1.0, 1.5, 0.42), pot.ARMOUR_DARK, 0.07).at(-0.05, 0, 1.78),
    ]
    out += mirrored(mounted((-1.22, 0.45, 2.95), jerrycan()))
    return [*out, *mirrored([rod((0.1, 0.9, 2.75), (0.1, 1.25, 2.75), 0.28, pot.STEEL, 14)])]


def _tower_turret() -> list[Shell]:
    shape = points("""
        0.70 0.40 3.56   0.62 0.44 3.86   0.20 0.56 4.08
       -0.50 0.54 4.06  -0.75 0.46 3.58   0.20 0.62 3.54""")
    out = [lathe([(0.62, 3.42), (0.62, 3.52), (0.56, 3.56)], pot.STEEL, 20)]
    out.append(wedge(shape, bevel=0.05))
    out += plated([Plate((-0.15, 0.6, 3.8), (0, 1, 0.2), 0.8, 0.66, 0.34, 0.05, both=True)])
    return [*out, *mounted((-0.25, 0, 4.07), hatch(0.24))]


def heavy_2leg() -> Piece:
    """Return a heavy walker: a fortress on two legs, twin cannons above, guns in the flanks."""
    left = Stride((0, 1.06, 1.8), (-0.46, 1.08, 1.08), (0.62, 1.0, 0.26))
    right = Stride((0, 1.06, 1.8), (-0.72, 1.08, 1.2), (-0.42, 1.0, 0.26))
    flank = points("0.45 0.16 -0.18  0.4 0.18 0.2  -0.5 0.2 0.24  -0.5 0.2 -0.22")
    parts = {
        "hull": [*_tower_hull(), *pair(left, right, 1.5)],
        "turret": _tower_turret(),
        "barrel": mirrored(mounted((0.62, 0.24, 3.78), cannon(1.3, 0.085))),
        "weapon": mirrored(
            [
                wedge(flank, bevel=0.04).at(0.1, 1.36, 2.7),
                *mounted((0.5, 1.36, 2.7), gatling(0.8, 0.13)),
            ]
        ),
        "antenna": mounted((-0.9, -0.7, 3.4), aerial(1.2)),
    }
    shows = "Heavy walker on two legs, twin cannons and rotary guns"
    return _piece("walker_heavy_2leg", shows, parts, 2.75, (3.45, 3.78, 4.1))


def _crab_hull() -> list[Shell]:
    shape = points("""
         1.50 0.50 1.75   1.70 0.56 2.15   1.05 0.95 2.70  -1.20 0.95 2.70
        -1.65 0.72 2.25  -1.30 0.60 1.60   0.80 0.75 1.55""")
    out = [wedge(shape, bevel=0.07), slit((1.45, 0, 2.44), 0.5, 48)]
    side = (0, 1, 0.2)
    out += plated(
        [Plate((x, 0.87, 2.2), side, 0.72, 0.64, 0.74, 0.07, both=True) for x in (-0.85, 0.0, 0.75)]
    )
    out += plated([Plate((1.4, 0, 2.42), (0.65, 0, 0.76), 1.0, 0.88, 0.68, 0.07, 0.28)])
    out += [on_face(s, (-1.2, 0, 2.71), (0, 0, 1), (1, 0, 0)) for s in grille(1.1, 0.5, 6)]
    out += mirrored(mounted((1.6, 0.4, 1.92), headlamp(0.11)))
    return [*out, *mirrored(mounted((-1.45, 0.6, 2.42), exhaust(0.65, 0.1)))]


def _crab_turret() -> list[Shell]:
    shape = points("""
        0.95 0.34 2.86   0.90 0.42 3.20   0.30 0.68 3.60
       -0.75 0.66 3.56  -1.10 0.50 2.88   0.20 0.78 2.83""")
    out = [lathe([(0.82, 2.67), (0.82, 2.8), (0.75, 2.85)], pot.STEEL, 22)]
    out.append(wedge(shape, bevel=0.06))
    side = (0, 1, 0.33)
    out += plated(
        [
            Plate((-0.22, 0.75, 3.18), side, 1.02, 0.84, 0.5, 0.06, both=True),
            Plate((-0.22, 0.79, 3.18), side, 0.42, 0.42, 0.26, 0.06, 0, BADGE, True),
        ]
    )
    out += mounted((-0.3, 0.26, 3.57), hatch(0.3))
    out.append(block((0.3, 0.6, 0.44), pot.ARMOUR_DARK, 0.06).at(0.92, 0, 3.12))
    return [*out, *mounted((-1.12, 0, 3.0), stowage(0.9))]


def heavy_4leg() -> Piece:
    """Return a heavy walker on four legs with one great gun."""
    stride = Stride((0.95, 0.75, 1.95), (1.3, 1.22, 2.05), (1.5, 1.45, 0.24))
    parts = {
        "hull": [*_crab_hull(), *quartet(stride, 1.25, 28.0, 0.2)],
        "turret": _crab_turret(),
        "barrel": mounted((1.0, 0, 3.14), cannon(1.9, 0.11)),
        "weapon": [
            *mounted((0.2, -0.36, 3.72), machine_gun(0.75)),
            rod((0.15, -0.36, 3.5), (0.15, -0.36, 3.68), 0.06, pot.STEEL, 8),
        ],
        "antenna": mounted((-0.8, -0.45, 3.5), aerial(1.3)),
    }
    shows = "Heavy walker on four legs, great cannon in a turret"
    return _piece("walker_heavy_4leg", shows, parts, 2.15, (2.72, 3.14, 3.6))


PIECES: dict[str, Callable[[], Piece]] = {
    "walker_heavy_2leg": heavy_2leg,
    "walker_heavy_4leg": heavy_4leg,
}
