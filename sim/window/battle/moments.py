"""A line of the log on the table: the camera goes there, pieces are ringed, its lines drawn."""

from __future__ import annotations

from typing import Any

from sim.engine.events import Event
from sim.view.marks import SELECTED, SUSPECT, ghost
from sim.window.battle.at_table import AtTable
from sim.window.battle.rings import line_node, rays_of, ring_nodes
from sim.window.battle.showing import Moment, Showing
from sim.window.battle.subjects import pieces_of

__all__ = ["Moments"]

LAYER = "moment"


class Moments:
    """Shows the moment of one event at a time.

    Parameters
    ----------
    at : AtTable
    showing : Showing
        Knows where everybody stood.

    Attributes
    ----------
    shown : int
        Index of the event; -1 for none.
    """

    def __init__(self, at: AtTable, showing: Showing) -> None:
        self.at, self.showing = at, showing
        self.shown = -1

    def show(self, index: int) -> None:
        """Show the moment of an event; -1 shows none any more."""
        if index < 0:
            self.clear()
            return
        self.shown = index
        event = self.at.conductor.match.events[index]
        spots = [pose.at for pose in self._moment(index).poses.values()]
        if event.at is not None:
            spots.append(event.at)
        spots = spots or [p.pose.at for p in pieces_of(self.at.observed, event.subject)]
        self.at.view.orbit.focus(spots)
        self.at.app.wake()

    def _moment(self, index: int) -> Moment:
        return self.showing.moments.get(index, Moment())

    def clear(self) -> None:
        """Show none."""
        self.shown = -1
        self.at.view.wipe(LAYER)
        self.at.app.wake()

    def paint(self) -> None:
        """Draw what belongs to the moment."""
        if self.shown < 0 or self.shown >= len(self.at.conductor.match.events):
            return
        event = self.at.conductor.match.events[self.shown]
        key = (self.shown, id(self.at.observed))
        self.at.view.paint(LAYER, key, lambda: self._nodes(event))

    def _nodes(self, event: Event) -> list[Any]:
        """Rings round those it was about, ghosts where they stood then, and the lines."""
        observed, view = self.at.observed, self.at.view
        named = event.reason.pieces if event.reason is not None else ()
        there = {p.id: p for name in named for p in pieces_of(observed, name)}
        about = {p.id: p for p in pieces_of(observed, event.subject)}
        others = [piece for name, piece in there.items() if name not in about]
        nodes = ring_nodes(view, list(about.values()), SELECTED)
        nodes += ring_nodes(view, others, SUSPECT)
        known = {piece.id: piece for piece in view.pieces}
        for name, pose in self._moment(self.shown).poses.items():
            piece = known.get(name)
            if piece is not None and piece.pose != pose:
                nodes.append(ghost(view.stage, piece, pose))
        for ray, _ in rays_of(event.reason):
            nodes.append(line_node(view, ray, "clear" if ray[2] else "blocked")[0])
        return nodes
