"""What everything at a battle's table shares: the match, the view, what is selected."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sim.engine.observed import Observed
from sim.engine.questions import Answer, Question
from sim.engine.reasons import Objection
from sim.engine.steps import Refused
from sim.view.picking import Pointed
from sim.view.table_view import TableView
from sim.view.ui import Box
from sim.window.app import App
from sim.window.battle.conductor import Conductor
from sim.window.ports import ClauseCard

__all__ = ["AtTable"]


@dataclass
class AtTable:
    """Shared by the parts of a battle page.

    Attributes
    ----------
    app, conductor, view : App, Conductor, TableView
    selected : str
        Unit or miniature whose card is shown; empty for none.
    hovered : Pointed or None
        What the pointer is on, taken once a frame; None on panels.
    objections : tuple of Objection
        Why the last answer was refused; empty after one that was taken.
    free : Box
        The part of the screen that no panel covers, points.
    clause : callable
        Returns a clause of the book as it stands in this battle; None for an unknown one.
    open_rule : callable
        Opens the card of a clause.
    """

    app: App
    conductor: Conductor
    view: TableView
    selected: str = ""
    hovered: Pointed | None = None
    objections: tuple[Objection, ...] = ()
    free: Box = (0.0, 0.0, 1280.0, 800.0)
    clause: Callable[[str], ClauseCard | None] = lambda _: None
    open_rule: Callable[[str], None] = lambda _: None

    @property
    def question(self) -> Question | None:
        """The question that waits for a person now; None while anything else goes on."""
        if self.conductor.state != "waiting":
            return None
        return self.conductor.question

    @property
    def observed(self) -> Observed:
        """What is shown on the table now."""
        return self.view.observed or self.conductor.observed

    def unit_of(self, name: str) -> str:
        """Return the unit of a miniature, or the name itself when it is a unit's."""
        for piece in self.observed.pieces:
            if piece.id == name:
                return piece.unit
        return name

    def answer(self, answer: Answer) -> bool:
        """Answer the question; return whether it was taken. A refusal changes nothing."""
        try:
            self.conductor.answer(answer)
        except Refused as refusal:
            self.objections = tuple(refusal.objections)
            self.app.wake()
            return False
        self.objections = ()
        self.app.wake()
        return True
