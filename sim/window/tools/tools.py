"""The tools of a table in one object: the page passes on actions, inputs, frames."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.table.facts import Facts
from sim.view.inputs import Input
from sim.view.map_names import draw_map_names
from sim.view.screen import Inset
from sim.view.table_view import TableView
from sim.view.ui import Box, Ui
from sim.window.app import App
from sim.window.tools.at_hand import AtHand, Tool
from sim.window.tools.context import Context, PlainContext
from sim.window.tools.eye_tool import EyeTool
from sim.window.tools.heat_tool import HeatTool
from sim.window.tools.range_tool import RangeTool
from sim.window.tools.rule_panel import HelpCard, RulePanel
from sim.window.tools.ruler_tool import RulerTool
from sim.window.tools.sight_tool import SightTool
from sim.words import say

__all__ = ["Tools"]


class Tools:
    """Rulers, sight, eye view, rings, arcs, heat map, map, rules and keys for one table.

    The page calls `act` and `take` before it looks itself, `tick` and `paint` once a frame, `draw`
    after its own widgets, and hands `insets` on.

    Parameters
    ----------
    app : App
    view : TableView
    facts : Facts
    context : Context, optional
        What the page and its game add; a plain table's by default.

    Attributes
    ----------
    room : Box or None
        Where panels and the eye's picture may lie, points; the page may set it every frame.
    pair : (looker, target)
        Whose eye the picture shows, and whom it looks at, while sight asks about no other two.
    """

    def __init__(
        self, app: App, view: TableView, facts: Facts, context: Context | None = None
    ) -> None:
        self._furnish(AtHand(app, view, facts, context or PlainContext(app, view)))

    def _furnish(self, hand: AtHand) -> None:
        """Make the tools afresh."""
        self.hand = hand
        self.rule = RulePanel(self.hand)
        self.help = HelpCard(self.hand)
        self.rulers = RulerTool(self.hand)
        self.sight = SightTool(self.hand, self.rule.open)
        self.eye = EyeTool(self.hand)
        self.ranges = RangeTool(self.hand)
        self.heat = HeatTool(self.hand)
        # In the order in which they hear inputs and Esc; drawn the other way round.
        self._all: tuple[Tool, ...] = (
            self.help,
            self.rule,
            self.eye,
            self.rulers,
            self.sight,
            self.heat,
            self.ranges,
        )
        self._actions = {name: call for each in self._all for name, call in each.actions.items()}
        self._roofs: bool | None = None
        self.pair: tuple[str, str] = ("", "")

    @property
    def room(self) -> Box | None:
        """Where panels may lie."""
        return self.hand.room

    @room.setter
    def room(self, box: Box | None) -> None:
        self.hand.room = box

    @property
    def mode(self) -> str:
        """The tool that has the mouse; empty for none."""
        return self.hand.mode

    @property
    def insets(self) -> Sequence[tuple[Any, Inset]]:
        """Cameras with their part of the window."""
        return self.eye.insets

    @property
    def covers(self) -> list[Box]:
        """What the eye's picture covers, points: labels should rather not lie there."""
        box = self.eye.shown_box
        return [] if box is None else [box]

    # --- input -------------------------------------------------------------------------------

    def act(self, action: str) -> bool:
        """Do what a key means; return whether it meant something here.

        ``back`` closes what is in front, one thing at a time, and returns False when nothing is.
        """
        done = self._back() if action == "back" else self._do(action)
        if done:
            self.hand.app.wake()
        return done

    def _back(self) -> bool:
        return any(each.back() for each in self._all)

    def _do(self, action: str) -> bool:
        own = self._actions.get(action)
        if own is not None:
            return own()
        camera = {
            "top": self._top,
            "whole": self._whole,
            "focus": self._focus,
            "roofs": self._switch_roofs,
            "map": self._map,
        }.get(action)
        if camera is None:
            return False
        camera()
        return True

    def _top(self) -> None:
        self.hand.view.orbit.toggle_top()

    def _whole(self) -> None:
        self.hand.view.orbit.whole_table()

    def _focus(self) -> None:
        """Look closer at who is pointed at, else at what is selected, else at the place."""
        hovered = self.hand.hovered
        name = hovered.id if hovered is not None else self.hand.context.selected()
        if name:
            self.hand.view.focus_on(name)
            return
        pointed = self.hand.pointed
        if pointed is not None and pointed.at is not None:
            self.hand.view.orbit.focus([pointed.at])

    def _switch_roofs(self) -> None:
        """Lift all roofs, lay all, then leave it to the camera again."""
        self._roofs = {None: False, False: True, True: None}[self._roofs]
        self.hand.view.stage.show_roofs(self._roofs)
        key = {None: "auto", False: "lifted", True: "laid"}[self._roofs]
        self.hand.app.tell(say(f"tools.roofs.{key}"), "dim")

    def _map(self) -> None:
        self.hand.view.map_mode = not self.hand.view.map_mode

    def take(self, each: Input) -> bool:
        """Hear an input; return whether it was meant for a tool."""
        taken = any(tool.take(each) for tool in self._all)
        if taken:
            self.hand.app.wake()
        return taken

    # --- frames ------------------------------------------------------------------------------

    def tick(self, seconds: float) -> bool:
        """Let time pass; return whether something moves."""
        self.eye.pair = (self.sight.looker, self.sight.target) if self.sight.active else self.pair
        moving = [each.tick(seconds) for each in reversed(self._all)]
        self.paint()
        return any(moving)

    def paint(self) -> None:
        """Bring what lies on the table up to date; `tick` does so as well."""
        for each in self._all:
            each.paint()

    def draw(self, ui: Ui) -> None:
        """Draw what stands over the table and beside it."""
        self.hand.docked = 0.0
        if self.hand.view.map_mode:
            draw_map_names(ui, self.hand.view, self.hand.app.window.size)
        for each in reversed(self._all):
            each.draw(ui)

    def facts(self) -> dict[str, object]:
        """Return what a test may wait for."""
        found: dict[str, object] = {"tool": self.hand.mode} if self.hand.mode else {}
        for each in self._all:
            found.update(each.facts())
        if self.hand.view.map_mode:
            found["map"] = True
        return found

    def retable(self, view: TableView, facts: Facts) -> None:
        """Go on at another table, or at this one built anew: what lay on it is gone."""
        self.close()
        context = self.hand.context
        if isinstance(context, PlainContext):
            context.view = view
        self._furnish(AtHand(self.hand.app, view, facts, context, self.hand.room))

    def close(self) -> None:
        """Take everything off the table."""
        for each in self._all:
            each.close()
        self.hand.mode = ""
