"""Rings round bases of any shape, told apart by their dashes as well as by their colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d.core import NodePath

from sim.geometry.pose import Pose
from sim.geometry.shapes import Footprint
from sim.view.overlays import Colour, Height, plain_node, ribbon
from sim.view.palette import palette
from sim.view.rims import outline, outward

__all__ = ["CANDIDATE", "HOVER", "SELECTED", "SUSPECT", "base_ring", "standing", "state_ring"]

Floats = NDArray[np.float64]

#: Looks of `state_ring`.
SELECTED, HOVER, CANDIDATE, SUSPECT = "selected", "hover", "candidate", "suspect"

#: Inches between the edge of a base and the middle of its ring: past the rim in side colours.
GAP_IN = 0.15


def standing(local: Floats, pose: Pose) -> Floats:
    """Return plan points ``(n, 2)`` of a base's own frame where the base stands at a pose."""
    turn = np.radians(pose.facing)
    c, s = np.cos(turn), np.sin(turn)
    x, y = local[:, 0], local[:, 1]
    return np.stack([c * x - s * y + pose.x, s * x + c * y + pose.y], axis=1)


def _even(points: Floats, step: float) -> Floats:
    """Return points about `step` apart along a closed outline, at least 48."""
    closed = np.concatenate([points, points[:1]])
    length = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(closed, axis=0), axis=1))])
    count = max(48, int(length[-1] / step))
    along = np.arange(count) / count * length[-1]
    return np.stack([np.interp(along, length, closed[:, axis]) for axis in (0, 1)], axis=1)


def base_ring(
    footprint: Footprint,
    pose: Pose,
    colour: Colour,
    height: Height,
    *,
    dashes: int = 0,
    width: float = 0.14,
    gap: float = GAP_IN,
) -> Any:
    """Return a ring round a base, on the ground.

    Parameters
    ----------
    footprint : Footprint
    pose : Pose
        Where the base stands.
    colour : Colour
    height : callable
        Height of the ground under plan points; for a base on a floor the height of that floor.
    dashes : int
        Number of dashes round the ring; 0 for a solid one.
    width : float
        Inches.
    gap : float
        Inches from the base's edge to the middle of the ring.
    """
    edge = outline(footprint, 192)
    grown = _even(edge + outward(edge) * gap, 0.06)
    away = outward(grown)
    points, across = standing(grown, pose), standing(away, Pose(0.0, 0.0, pose.facing))
    count = len(points)
    shades = np.tile(np.array(colour, float), (count, 1))
    if dashes:
        shades[:, 3] *= (np.arange(count) * dashes * 2 // count) % 2 == 0
    made = plain_node(ribbon(points, across, shades, height, closed=True)(width), order=11)
    made.setName("ring")
    return made


def state_ring(footprint: Footprint, pose: Pose, state: str, height: Height) -> Any:
    """Return the ring of a state in the palette in use.

    Parameters
    ----------
    state : str
        `SELECTED` (broad and solid), `HOVER` (thin), `CANDIDATE` (dotted) or `SUSPECT` (a double
        ring with long dashes); KeyError for any other.
    """
    used = palette()
    looks: dict[str, tuple[tuple[int, int, int], Sequence[tuple[int, float, float]]]] = {
        SELECTED: (used.chosen, ((0, 0.20, GAP_IN),)),
        HOVER: (used.chosen, ((0, 0.09, GAP_IN),)),
        CANDIDATE: (used.candidate, ((14, 0.17, GAP_IN),)),
        SUSPECT: (used.suspect, ((6, 0.14, GAP_IN), (6, 0.08, GAP_IN + 0.18))),
    }
    colour, rings = looks[state]
    root: Any = NodePath("ring")
    for dashes, width, gap in rings:
        made = base_ring(
            footprint, pose, (*colour, 255), height, dashes=dashes, width=width, gap=gap
        )
        made.reparentTo(root)
    return root
