"""Two copies of a thing, one of which is drawn by how large an inch of it is in the picture."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d.core import GeomNode, LODNode, LPoint3, NodePath

__all__ = ["FAR_PIXELS", "Pair", "near_and_far", "set_detail"]

Floats = NDArray[np.float64]

#: Below so many pixels an inch the far copy is drawn.
FAR_PIXELS = 24.0
#: Distance at which a camera with a scale of 1 changes copies, inches.
_SWITCH_IN = 60.0
_ENDLESS = 1e9


@dataclass(frozen=True, eq=False)
class Pair:
    """A node that draws one of two copies.

    Attributes
    ----------
    path : NodePath
    near, far : GeomNode
    """

    path: Any
    near: Any
    far: Any


def near_and_far(name: str, near: Any, far: Any, points: Floats) -> Pair:
    """Return a node that draws one ``Geom`` near by and another from afar.

    Parameters
    ----------
    name : str
    near, far : Geom
    points : (n, 3) float array
        What the thing is made of: the distance is taken from the middle of its box.
    """
    choice = LODNode(name)
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    choice.setCenter(LPoint3(*(float(value) for value in middle)))
    path: Any = NodePath(choice)
    holders: list[Any] = []
    for part, geometry, span in (
        ("near", near, (_SWITCH_IN, 0.0)),
        ("far", far, (_ENDLESS, _SWITCH_IN)),
    ):
        holder = GeomNode(part)
        holder.addGeom(geometry)
        path.attachNewNode(holder)
        choice.addSwitch(*span)
        holders.append(holder)
    return Pair(path, holders[0], holders[1])


def set_detail(camera: Any, angle: float, high: int) -> float:
    """Tell a camera how large its picture is, so that it draws far copies where they do.

    Parameters
    ----------
    camera : NodePath
        Of a ``Camera``.
    angle : float
        Its vertical opening, degrees; 0 for a parallel view, which always draws the near copies.
    high : int
        Pixels of the picture's height; 0 for one that always draws the near copies.

    Returns
    -------
    float
        Distance from which on far copies are drawn, inches.
    """
    if not angle or high <= 0:
        # Not quite nothing: Panda3D divides by it.
        camera.node().setLodScale(1e-6)
        return _ENDLESS
    pixels_at_switch = high / (2 * math.tan(math.radians(angle / 2)) * _SWITCH_IN)
    scale = FAR_PIXELS / pixels_at_switch
    camera.node().setLodScale(scale)
    return _SWITCH_IN / scale
