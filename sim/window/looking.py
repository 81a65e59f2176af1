"""A table to look at, with nothing to decide: the plain view of a scene, with all the tools."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.engine.observed import Observed
from sim.table.facts import Facts
from sim.table.scene import Scene
from sim.view.inputs import Input
from sim.view.screen import Inset
from sim.view.table_labels import draw_unit_labels
from sim.view.table_view import TableView
from sim.view.ui import Ui
from sim.window.app import App
from sim.window.page import Page
from sim.window.tools import PlainContext, Tools

__all__ = ["LookPage"]


class LookPage(Page):
    """Shows a table and what stands on it.

    A click selects a miniature: rings, arcs and the eye's picture follow the selection.

    Parameters
    ----------
    app : App
    facts : Facts
    observed : Observed
    scene : Scene, optional
        Of the table: its game's book judges sight, and its rules can be read.
    """

    name = "look"

    def __init__(
        self, app: App, facts: Facts, observed: Observed, scene: Scene | None = None
    ) -> None:
        self.app = app
        wide, high = app.window.size
        self.view = TableView(facts, wide / high)
        self.view.show(observed, glide=False)
        self.context = PlainContext(app, self.view, scene)
        self.tools = Tools(app, self.view, facts, self.context)

    @property
    def table(self) -> TableView:
        """The table."""
        return self.view

    @property
    def insets(self) -> Sequence[tuple[Any, Inset]]:
        """The eye's picture, when it is open."""
        return self.tools.insets

    def act(self, action: str) -> bool:
        """Use a tool, move the camera, or leave."""
        if self.tools.act(action):
            return True
        if action != "back":
            return False
        if self.context.chosen:
            self.context.chosen = ""
        else:
            self.app.after_frame(self.app.back)
        self.app.wake()
        return True

    def take(self, each: Input) -> bool:
        """Use a tool; a click on a miniature selects it."""
        if self.tools.take(each):
            return True
        if each.name == "mouse1" and each.kind == "down":
            pointed = self.context.pointed()
            if pointed is not None and pointed.mini:
                self.context.chosen = pointed.mini
                self.app.wake()
                return True
        return False

    def tick(self, seconds: float) -> bool:
        """Let the tools go on."""
        return self.tools.tick(seconds)

    def draw(self, ui: Ui) -> None:
        """Draw the labels, and the tools over them."""
        if self.tools.eye.size != "large":
            draw_unit_labels(ui, self.view, self.app.window.size, self.tools.covers)
        self.tools.draw(ui)

    def facts(self) -> dict[str, object]:
        """Return what is selected and what the tools show."""
        return {"selected": self.context.chosen, **self.tools.facts()}

    def leave(self) -> None:
        """Let go of the table."""
        self.tools.close()
        self.view.close()
