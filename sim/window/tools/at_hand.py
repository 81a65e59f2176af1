"""What all tools share, and what a tool is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from sim.engine.observed import SeenPiece
from sim.table.facts import Facts
from sim.table.pieces import Stand
from sim.view.inputs import Input
from sim.view.picking import Pointed
from sim.view.table_view import TableView
from sim.view.ui import Box, Ui
from sim.window.app import App
from sim.window.tools.context import Context

__all__ = ["AtHand", "Tool"]


@dataclass
class AtHand:
    """Shared by the tools.

    Attributes
    ----------
    app, view, facts, context : App, TableView, Facts, Context
    room : Box or None
        Where panels of tools may lie, points; None: beside the window's edges.
    mode : str
        The tool that has the mouse; empty for none.
    """

    app: App
    view: TableView
    facts: Facts
    context: Context
    room: Box | None = None
    mode: str = ""
    docked: float = 0.0
    _pointed: tuple[int, Pointed | None] = field(default=(-1, None))

    @property
    def pointed(self) -> Pointed | None:
        """What is under the pointer in this frame."""
        frame = self.app.window.frames
        if self._pointed[0] != frame:
            self._pointed = (frame, self.context.pointed())
        return self._pointed[1]

    def point_anew(self) -> Pointed | None:
        """Ask again what is under the pointer: it may have moved since the frame began."""
        self._pointed = (self.app.window.frames, self.context.pointed())
        return self._pointed[1]

    def piece(self, name: str) -> SeenPiece | None:
        """Return a miniature on the table; None when there is none of that id."""
        return next((each for each in self.view.pieces if each.id == name), None)

    def stand(self, name: str) -> Stand | None:
        """Return where a miniature stands or, in the hand, would stand."""
        piece = self.piece(name)
        if piece is None:
            return None
        return Stand(piece.model, self.context.ghosts().get(name, piece.pose))

    @property
    def selected(self) -> SeenPiece | None:
        """The miniature that is selected: of a unit its leader, else its first."""
        name = self.context.selected()
        if not name:
            return None
        of_unit = [each for each in self.view.pieces if name in (each.id, each.unit)]
        own = [each for each in of_unit if each.id == name]
        leading = [each for each in of_unit if each.leads]
        return next(iter((*own, *leading, *of_unit)), None)

    @property
    def hovered(self) -> SeenPiece | None:
        """The miniature under the pointer."""
        pointed = self.pointed
        return self.piece(pointed.mini) if pointed is not None and pointed.mini else None

    def area(self, ui: Ui) -> Box:
        """Return where panels of tools may lie, points."""
        if self.room is not None:
            return self.room
        wide, high = ui.size
        return (10.0, 10.0, wide - 10.0, high - 10.0)


class Tool:
    """One of the tools; does nothing until its subclass says otherwise.

    Attributes
    ----------
    name : str
        Its action in `sim.window.keys`, and its mode where it takes the mouse.
    """

    name = ""

    def __init__(self, hand: AtHand) -> None:
        self.hand = hand

    @property
    def actions(self) -> dict[str, Callable[[], bool]]:
        """What it does by action."""
        return {}

    def back(self) -> bool:
        """Close or clear one thing that is in front; return whether there was one."""
        return False

    def take(self, each: Input) -> bool:
        """Hear an input on the table; return whether it was meant for this tool."""
        return False

    def tick(self, seconds: float) -> bool:
        """Let time pass; return whether something moves."""
        return False

    def draw(self, ui: Ui) -> None:
        """Draw over the table and beside it."""

    def paint(self) -> None:
        """Bring what lies on the table up to date; cheap when nothing changed."""

    def facts(self) -> dict[str, object]:
        """Return what a test may wait for."""
        return {}

    def close(self) -> None:
        """Take everything off the table."""
