"""What fills the window at one time: start, battle, replay, desk, settings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.view.inputs import Input
from sim.view.screen import Inset
from sim.view.table_view import TableView
from sim.view.ui import Ui

__all__ = ["Page"]


class Page:
    """A page does nothing until its subclass says otherwise.

    Attributes
    ----------
    name : str
        Slug, written into the event log that tests wait on.
    """

    name = "page"

    @property
    def table(self) -> TableView | None:
        """The table behind the widgets; None for an empty background."""
        return None

    @property
    def insets(self) -> Sequence[tuple[Any, Inset]]:
        """Small pictures in the window: camera and place."""
        return ()

    def enter(self) -> None:
        """Come to the front, for the first time or again."""

    def leave(self) -> None:
        """Go for good: give back what is held."""

    def act(self, action: str) -> bool:
        """Do what a key means (`keys.ACTIONS`); return whether it meant something here."""
        return False

    def take(self, each: Input) -> bool:
        """Hear an input that was no action here; return whether it was meant for the page."""
        return False

    def tick(self, seconds: float) -> bool:
        """Let time pass; return whether something moves."""
        return False

    def draw(self, ui: Ui) -> None:
        """Draw the widgets."""

    def facts(self) -> dict[str, object]:
        """Return what a test may wait for, as plain data: question asked, side, what is open."""
        return {}
