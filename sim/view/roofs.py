"""Roofs that are lifted so that one can see who stands below."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.geometry.pose import GROUND, Pose
from sim.table.pieces import Table, Terrain
from sim.view.bake import ROOF
from sim.view.eyes import MAIN, hide_from, show_to

__all__ = ["Roofs"]

Floats = NDArray[np.float64]
Point3 = tuple[float, float, float]


class Roofs:
    """The roofs of a table.

    Parameters
    ----------
    table : Table
    nodes : mapping of piece id to NodePath
        Of the pieces that have a roof.

    Attributes
    ----------
    choice : bool or None
        True shows all, False lifts all, None lifts those over somebody whom the eye looks down
        at.
    """

    def __init__(self, table: Table, nodes: Mapping[str, Any]) -> None:
        self._nodes = dict(nodes)
        self._pieces = {name: table.terrain[name] for name in self._nodes}
        self._boxes = {name: _roof_box(piece) for name, piece in self._pieces.items()}
        self._lifted = dict.fromkeys(self._nodes, False)
        self._eye: Point3 | None = None
        self.choice: bool | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The pieces that have a roof."""
        return tuple(self._nodes)

    def is_lifted(self, piece_id: str) -> bool:
        """Return whether a piece's roof is off; a piece without one is never without it."""
        return self._lifted.get(piece_id, False)

    def look_from(self, eye: Point3 | None, standing: Iterable[Pose]) -> bool:
        """Lift or lay each roof; return whether one changed.

        Parameters
        ----------
        eye : Point3 or None
            None for the eye of the last call; roofs lie until there was one.
        standing : iterable of Pose
            Of all miniatures.
        """
        self._eye = eye or self._eye
        poses = list(standing)
        changed = False
        for name, made in self._nodes.items():
            lifted = not self.choice if self.choice is not None else self._hides(name, poses)
            if lifted != self._lifted[name]:
                # Lifted for whoever looks at the table, not for an eye on it.
                hide_from(made, MAIN) if lifted else show_to(made, MAIN)
                self._lifted[name] = lifted
                changed = True
        return changed

    def _hides(self, name: str, poses: list[Pose]) -> bool:
        low, high = self._boxes[name]
        # From beside the walls a roof hides nobody.
        if self._eye is None or self._eye[2] <= low[2]:
            return False
        return any(self._is_under(name, pose, low, high) for pose in poses)

    def _is_under(self, name: str, pose: Pose, low: Floats, high: Floats) -> bool:
        if pose.level != GROUND:
            return pose.level.startswith(f"{name}/")
        place = np.array([pose.x, pose.y])
        return bool((low[:2] < place).all() and (place < high[:2]).all())


def _roof_box(piece: Terrain) -> tuple[Floats, Floats]:
    """Return the corners of the box that holds a piece's roof."""
    mesh = piece.picture
    runs = [part for part in mesh.parts if part.name == ROOF]
    faces = np.concatenate([mesh.faces[part.first : part.first + part.count] for part in runs])
    points = mesh.vertices[np.unique(faces)]
    return points.min(axis=0), points.max(axis=0)
