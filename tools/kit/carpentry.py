"""Timber-framed walls, windows, doors and tiled roofs."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely.geometry as sg

from tools.kit import palette as pot
from tools.kit.paint import Paint
from tools.kit.prims import block, extrude, hull
from tools.kit.shell import Shell

__all__ = ["Bay", "door", "framed_wall", "gable", "roof_slope", "window"]

_DEEP = 0.26


@dataclass(frozen=True)
class Bay:
    """An opening in a framed wall, in its own frame: x along, z above its foot."""

    x0: float
    x1: float
    z0: float
    z1: float


def _stud(x0: float, z0: float, x1: float, z1: float, wide: float, deep: float) -> Shell:
    """Return a beam between two points of the wall plane."""
    length = float(np.hypot(x1 - x0, z1 - z0))
    turn = float(np.degrees(np.arctan2(z1 - z0, x1 - x0)))
    beam = block((length, deep, wide), pot.BEAM, 0.02).turn(-turn, "y")
    return beam.at((x0 + x1) / 2, 0.0, (z0 + z1) / 2)


def framed_wall(
    length: float, height: float, bays: Sequence[Bay], posts: Sequence[float], plaster: Paint
) -> list[Shell]:
    """Return a half-timbered wall: x from 0 to `length`, centred on y = 0, foot at z = 0."""
    field: sg.Polygon = sg.box(0.02, 0.0, length - 0.02, height)
    for bay in bays:
        cut = field.difference(sg.box(bay.x0, bay.z0, bay.x1, bay.z1))
        assert isinstance(cut, sg.Polygon)
        field = cut
    deep = _DEEP + 0.12
    out = [extrude(field, -_DEEP / 2, _DEEP / 2, plaster, pot.BEAM).turn(90, "x")]
    out += [_stud(0, z, length, z, 0.2, deep + 0.02) for z in (0.1, height - 0.1)]
    spots = sorted([0.1, *posts, length - 0.1])
    for x in spots:
        # A post stops where a window opens.
        gaps = [(b.z0, b.z1) for b in bays if b.x0 < x < b.x1]
        ends = [0.0, *(z for gap in sorted(gaps) for z in gap), height]
        out += [
            _stud(x, z0, x, z1, 0.2, deep) for z0, z1 in zip(ends[::2], ends[1::2], strict=True)
        ]
    for bay in bays:
        out += [_stud(x, bay.z0, x, bay.z1, 0.13, deep) for x in (bay.x0, bay.x1)]
        out += [
            _stud(bay.x0 - 0.1, z, bay.x1 + 0.1, z, 0.13, deep + 0.04)
            for z in (bay.z0, bay.z1)
            if z > 0.2
        ]
    for a, b in itertools.pairwise(spots):
        if b - a < 0.8 or any(bay.x0 < b and bay.x1 > a for bay in bays):
            continue
        lean = 1 if round(a * 7) % 2 else -1
        ends = (a + 0.1, b - 0.1) if lean > 0 else (b - 0.1, a + 0.1)
        out.append(_stud(ends[0], 0.2, ends[1], height - 0.2, 0.15, deep - 0.03))
    return out


def window(width: float, height: float, shutters: Paint | None = None) -> list[Shell]:
    """Return a glazed window standing on z = 0, facing -y, its back at y = 0."""
    out = [block((width, 0.08, height), pot.GLASS, 0.0).at(0, -0.02, height / 2)]
    frame = pot.STRIPE
    out += [
        block((0.08, 0.14, height), frame).at(x, -0.04, height / 2) for x in (-width / 2, width / 2)
    ]
    out += [block((width + 0.08, 0.14, 0.08), frame).at(0, -0.04, z) for z in (0.02, height - 0.02)]
    out.append(block((0.05, 0.11, height), frame).at(0, -0.035, height / 2))
    out.append(block((width, 0.1, 0.05), frame).at(0, -0.035, height * 0.62))
    out.append(block((width + 0.3, 0.24, 0.08), pot.QUOIN).at(0, -0.08, -0.05))
    if shutters is not None:
        for s in (-1, 1):
            x = s * (width * 0.75 + 0.06)
            out.append(block((width * 0.48, 0.07, height), shutters).at(x, -0.045, height / 2))
            out += [
                block((width * 0.44, 0.1, 0.09), shutters).at(x, -0.05, height * z)
                for z in (0.2, 0.8)
            ]
    return out


def door(width: float, height: float) -> list[Shell]:
    """Return a plank door standing on z = 0, facing -y, its back at y = 0."""
    boards = 5
    out = [
        block((width / boards - 0.015, 0.1, height), pot.DOOR).at(
            -width / 2 + width * (k + 0.5) / boards, -0.03, height / 2
        )
        for k in range(boards)
    ]
    out += [
        block((width * 0.9, 0.14, 0.1), pot.GUNMETAL, 0.012).at(0, -0.03, height * z)
        for z in (0.2, 0.78)
    ]
    out.append(block((0.06, 0.18, 0.1), pot.BRASS, 0.012).at(width * 0.36, -0.04, height * 0.46))
    out += [
        block((0.14, 0.2, height + 0.1), pot.BEAM, 0.02).at(x, -0.03, height / 2)
        for x in (-width / 2 - 0.05, width / 2 + 0.05)
    ]
    out.append(block((width + 0.34, 0.22, 0.16), pot.BEAM, 0.02).at(0, -0.03, height + 0.06))
    return out


def gable(width: float, rise: float, thick: float, paint: Paint) -> Shell:
    """Return a triangular wall: x from 0 to `width`, centred on y = 0, foot at z = 0."""
    shape = sg.Polygon([(0, 0), (width, 0), (width / 2, rise)])
    return extrude(shape, -thick / 2, thick / 2, paint).turn(90, "x")


def roof_slope(
    length: float, run: float, rise: float, seed: int, paint: Paint = pot.TILE, missing: float = 0.0
) -> list[Shell]:
    """Return one slope of a roof: eaves along x at y = 0, climbing towards +y to `rise`.

    Tiles lie in rows on a boarded deck; a share of them may be `missing`.
    """
    rng = np.random.default_rng(seed)
    slant = float(np.hypot(run, rise))
    tilt = float(np.degrees(np.arctan2(rise, run)))
    rows = max(3, round(slant / 0.5))
    step = slant / rows
    columns = max(4, round(length / 0.56))
    wide = length / columns
    out = [block((length, slant, 0.08), pot.BEAM).at(0, slant / 2, -0.02)]
    for row in range(rows):
        shift = 0.5 * (row % 2)
        for column in range(columns + row % 2):
            x0 = max(-length / 2, -length / 2 + (column - shift) * wide)
            x1 = min(length / 2, -length / 2 + (column + 1 - shift) * wide)
            if x1 - x0 < 0.1 or rng.random() < missing:
                continue
            y0 = row * step - 0.06 + rng.uniform(-0.025, 0.02)
            y1 = (row + 1) * step + (0.0 if row < rows - 1 else -0.02)
            low, high = 0.105 + rng.uniform(0, 0.03), 0.03
            tile = hull(
                [(x, y0, z) for x in (x0 + 0.012, x1 - 0.012) for z in (0.0, low)]
                + [(x, y1, z) for x in (x0 + 0.012, x1 - 0.012) for z in (0.0, high)],
                paint,
            )
            out.append(tile)
    return [s.turn(tilt, "x") for s in out]
