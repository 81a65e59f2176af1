"""A table to look at, with nothing to decide: the plain view of a scene."""

from __future__ import annotations

from sim.engine.observed import Observed
from sim.table.facts import Facts
from sim.view.table_labels import draw_unit_labels
from sim.view.table_view import TableView
from sim.view.ui import Ui
from sim.window.app import App
from sim.window.page import Page

__all__ = ["LookPage"]


class LookPage(Page):
    """Shows a table and what stands on it.

    Parameters
    ----------
    app : App
    facts : Facts
    observed : Observed
    """

    name = "look"

    def __init__(self, app: App, facts: Facts, observed: Observed) -> None:
        self.app = app
        wide, high = app.window.size
        self.view = TableView(facts, wide / high)
        self.view.show(observed, glide=False)

    @property
    def table(self) -> TableView:
        """The table."""
        return self.view

    def act(self, action: str) -> bool:
        """Move the camera, or leave."""
        orbit = self.view.orbit
        if action == "top":
            orbit.toggle_top()
        elif action == "whole":
            orbit.whole_table()
        elif action == "focus":
            pointed = self.app.window.pointed()
            if pointed is not None and pointed.mini:
                self.view.focus_on(pointed.mini)
        elif action == "back":
            self.app.after_frame(self.app.back)
        else:
            return False
        self.app.wake()
        return True

    def draw(self, ui: Ui) -> None:
        """Draw the labels."""
        draw_unit_labels(ui, self.view, self.app.window.size)

    def leave(self) -> None:
        """Let go of the table."""
        self.view.close()
