"""A scene to look at, without a game."""

from __future__ import annotations

from sim.engine.observed import Observed, SeenPiece, SeenUnit, Side
from sim.table.scene import Scene

__all__ = ["as_seen"]


def as_seen(scene: Scene) -> Observed:
    """Return the miniatures of a scene as something to look at, without a game."""
    sides = list(dict.fromkeys([*(f.side for f in scene.forces), *(m.side for m in scene.minis)]))
    names = {force.side: force.name for force in scene.forces}
    units = list(dict.fromkeys(mini.unit for mini in scene.minis))
    return Observed(
        game=scene.game,
        viewer="",
        sides=tuple(Side(side, names.get(side) or side) for side in sides),
        units=tuple(
            SeenUnit(
                unit,
                next(m.side for m in scene.minis if m.unit == unit),
                unit,
                tuple(m.id for m in scene.minis if m.unit == unit),
            )
            for unit in units
        ),
        pieces=tuple(
            SeenPiece(m.id, "mini", m.stand.model, m.unit, m.side, m.stand.pose, m.id)
            for m in scene.minis
        ),
    )
