"""R and G: rings and arcs round who is selected or pointed at."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from sim.engine.observed import SeenPiece
from sim.geometry.pose import Pose
from sim.geometry.shapes import reach_of
from sim.view.overlays import Colour, wedge
from sim.view.palette import palette
from sim.view.ruler_marks import reach_ring
from sim.view.ui import Ui
from sim.window.tools.at_hand import AtHand, Tool
from sim.window.tools.context import Reach
from sim.words import say

__all__ = ["RangeTool"]

#: Dashes round each ring in turn: told apart without colour, too.
_DASHES = (0, 24, 60, 12)
_ARC_COLOURS: tuple[Colour, ...] = (
    (255, 214, 90, 150),
    (130, 200, 255, 120),
    (255, 140, 110, 120),
    (150, 225, 160, 120),
)


class RangeTool(Tool):
    """Rings and arcs: switched on and off, they follow the selection, else the pointer."""

    name = "rings"

    def __init__(self, hand: AtHand) -> None:
        super().__init__(hand)
        self.rings = self.arcs = False
        self._who: SeenPiece | None = None

    @property
    def actions(self) -> dict[str, Callable[[], bool]]:
        """Each has its key."""
        return {"rings": self._switch_rings, "arcs": self._switch_arcs}

    def _switch_rings(self) -> bool:
        self.rings = not self.rings
        return self._told(self.rings)

    def _switch_arcs(self) -> bool:
        self.arcs = not self.arcs
        return self._told(self.arcs)

    def _told(self, on: bool) -> bool:
        if on and self._wanted() is None:
            self.hand.app.tell(say("tools.range.whom"), "dim")
        return True

    def _wanted(self) -> SeenPiece | None:
        """Return whom they are round: the selected, else the pointed at, else the last."""
        if self.hand.selected is not None:
            return self.hand.selected
        if self.hand.hovered is not None:
            return self.hand.hovered
        return self.hand.piece(self._who.id) if self._who is not None else None

    def _pose(self, piece: SeenPiece) -> Pose:
        return self.hand.context.ghosts().get(piece.id, piece.pose)

    def paint(self) -> None:
        """Draw them anew when somebody else is meant or he moved."""
        view = self.hand.view
        self._who = self._wanted() if self.rings or self.arcs else None
        who = self._who
        for on, layer, make in (
            (self.rings, "tools/rings", self._rings),
            (self.arcs, "tools/arcs", self._arcs),
        ):
            if not on or who is None:
                view.wipe(layer)
            else:
                view.paint(layer, (who.id, self._pose(who), palette()), make)

    def _rings(self) -> list[Any]:
        assert self._who is not None
        pose = self._pose(self._who)
        base = self.hand.facts.table.models[self._who.model].base
        table = (self.hand.facts.table.width, self.hand.facts.table.depth)
        return [
            reach_ring(
                base,
                pose,
                reach.inches,
                (*_ring_colour(index), 235),
                self.hand.view.height,
                dashes=_DASHES[index % len(_DASHES)],
                table=table,
            )
            for index, reach in enumerate(self.hand.context.reaches(self._who))
        ]

    def _arcs(self) -> list[Any]:
        assert self._who is not None
        pose = self._pose(self._who)
        # Ranges count from the base's edge, an arc begins in its middle.
        edge = reach_of(self.hand.facts.table.models[self._who.model].base)
        return [
            wedge(
                (pose.x, pose.y, pose.facing + arc.bearing),
                arc.half_width,
                (0.0, arc.reach + edge),
                _ARC_COLOURS[index % len(_ARC_COLOURS)],
                self.hand.view.height,
            )
            for index, arc in enumerate(self.hand.context.arcs(self._who))
        ]

    def draw(self, ui: Ui) -> None:
        """Write the inches on the rings and the names into the arcs."""
        who = self._who
        if who is None:
            return
        pose = self._pose(who)
        if self.rings:
            base = self.hand.facts.table.models[who.model].base
            edge = reach_of(base)
            for place, reach in enumerate(self.hand.context.reaches(who)):
                self._label(ui, pose, 90.0 - 18.0 * place, edge + reach.inches, _text(reach))
        if self.arcs:
            for arc in self.hand.context.arcs(who):
                bearing = pose.facing + arc.bearing
                self._label(ui, pose, bearing, arc.reach * 0.7, arc.text)

    def _label(self, ui: Ui, pose: Pose, bearing: float, away: float, text: str) -> None:
        turn = math.radians(bearing)
        x, y = pose.x + math.cos(turn) * away, pose.y + math.sin(turn) * away
        table = self.hand.facts.table
        if not text or not (0 <= x <= table.width and 0 <= y <= table.depth):
            return
        z = self.hand.facts.support(x, y, "ground")
        ((left, top, depth),) = self.hand.app.window.points([(x, y, z)])
        if depth > 0:
            ui.tag((left, top), [(text, "plain")], edge="gold", pivot=(0.5, 0.5), size=0.84)

    def facts(self) -> dict[str, object]:
        """Return what is drawn round whom."""
        who = self._who
        if who is None:
            return {}
        told: dict[str, object] = {"ranges_of": who.id}
        if self.rings:
            told["rings"] = [reach.inches for reach in self.hand.context.reaches(who)]
        if self.arcs:
            told["arcs"] = [[arc.bearing, arc.half_width] for arc in self.hand.context.arcs(who)]
        return told

    def close(self) -> None:
        """Take them off the table."""
        self.hand.view.wipe("tools/rings", "tools/arcs")


def _ring_colour(index: int) -> tuple[int, int, int]:
    used = palette()
    return (used.candidate, used.near, used.obscured, used.suspect)[index % 4]


def _text(reach: Reach) -> str:
    inches = f"{reach.inches:g}"
    if reach.text:
        return say("tools.range.ring_of", inches=inches, name=reach.text)
    return say("tools.range.ring", inches=inches)
