"""The log over the prompt bar, folded by default: every line opens, and shows its moment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sim.engine.events import Event
from sim.view.ui import Ui
from sim.window.battle.at_table import AtTable
from sim.window.battle.conductor import Thought
from sim.window.battle.layout import GAP, Layout
from sim.window.battle.reason_tree import draw_reason, rule_text
from sim.window.battle.subjects import side_name
from sim.window.battle.wrapping import wrapped
from sim.words import say

__all__ = ["LogPanel"]

#: So many of the last lines are drawn; a button at the top shows as many more.
LINES = 120


@dataclass
class LogPanel:
    """Draws the log.

    Attributes
    ----------
    at : AtTable
    show : callable
        Shows the moment of an event, given its index.
    opened : bool
    chosen : int
        Index of the event that is open; -1 for none.
    thoughts : dict of event index to text
        Why the opponent did what that event begins.
    """

    at: AtTable
    show: Callable[[int], object]
    opened: bool = False
    chosen: int = -1
    lines: int = LINES
    thoughts: dict[int, str] = field(default_factory=dict[int, str])
    high: float = 0.0
    _read: int = field(default=0)
    _reveal: bool = False

    def events(self) -> list[tuple[int, Event]]:
        """Return what the one who looks may read and was shown already, with its index."""
        conductor = self.at.conductor
        beat = conductor.beat
        end = len(conductor.match.events) if beat is None else beat.index + 1
        viewer = conductor.viewer
        return [
            (index, event)
            for index, event in enumerate(conductor.match.events[:end])
            if event.visible_to(viewer)
        ]

    def note(self, events: int, thoughts: Sequence[Thought]) -> None:
        """Keep why the opponent did what the events from here on tell."""
        for thought in thoughts:
            # A reason without a value weighed nothing: there is nothing to tell.
            if thought.why.value is not None:
                name = side_name(self.at.conductor.observed, thought.side)
                text = say("talk.thought", side=name, why=thought.why.text())
                self.thoughts[events] = text

    def went_back(self, events: int) -> None:
        """Forget what belongs to events that are no more."""
        self.chosen = -1
        self.thoughts = {at: text for at, text in self.thoughts.items() if at < events}

    def draw(self, ui: Ui, layout: Layout) -> None:
        """Draw it where it is open; the prompt bar has the button that opens it."""
        if not self.opened:
            self.high = 0.0
            return
        self.high = layout.log_most + GAP
        bottom = layout.size[1] - layout.prompt_high - GAP
        spot = (GAP, bottom)
        size = (layout.size[0] - 2 * GAP, layout.log_most)
        with ui.panel("log", spot, size, pivot=(0.0, 1.0)):
            rows = self.events()
            ui.text(say("talk.log.title", count=len(rows)), "gold", wrap=False)
            ui.to_right(40)
            if ui.button("log/fold", say("talk.fold"), kind="quiet"):
                self.opened = False
            with ui.area("log/rows"):
                self._rows(ui, rows)

    def _rows(self, ui: Ui, rows: Sequence[tuple[int, Event]]) -> None:
        if len(rows) > self.lines and ui.button(
            "log/more", say("talk.log.more", count=len(rows) - self.lines), kind="quiet"
        ):
            self.lines += LINES
        stay = ui.at_end or len(rows) != self._read
        for index, event in rows[-self.lines :]:
            if index in self.thoughts:
                ui.text(self.thoughts[index], "dim", size=0.9)
            self._row(ui, index, event)
        if stay and self.chosen < 0:
            ui.scroll_here(1.0)
        self._read = len(rows)

    def _row(self, ui: Ui, index: int, event: Event) -> None:
        begins = event.kind.endswith("-began")
        key = "talk.log.heading" if begins else "talk.log.line"
        text = wrapped(ui, say(key, text=event.text()), ui.room[0] - 12)
        chosen = index == self.chosen
        if ui.row(f"log/{index}", text, chosen=chosen):
            self.chosen = -1 if chosen else index
            self._reveal = self.chosen >= 0
            self.show(self.chosen)
        if index == self.chosen:
            self._opened(ui, index, event)
            if self._reveal:
                ui.scroll_here(1.0)
                self._reveal = False

    def _opened(self, ui: Ui, index: int, event: Event) -> None:
        """Draw what is behind a line: its reasons, and the clauses that made it happen."""
        if event.reason is not None:
            draw_reason(ui, self.at, f"log/{index}/why", event.reason, unfolded=2)
        for place, rule in enumerate(event.rules):
            found = self.at.clause(rule)
            gist = found.gist if found is not None else ""
            text = say("talk.gist", rule=rule_text(self.at, rule), gist=gist)
            if ui.row(f"log/{index}/rule/{place}", wrapped(ui, text, ui.room[0] - 12)):
                self.at.open_rule(rule)
        ui.line()
