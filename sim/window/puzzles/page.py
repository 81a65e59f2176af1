"""Can A see B? The page: a table with two figures, a question, an answer with its reasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sim.errors import HulldownError
from sim.table.live import LiveSight
from sim.view.cameras import Point3
from sim.view.inputs import Input
from sim.view.overlays import line_look, sight_line
from sim.view.screen import Inset
from sim.view.table_labels import draw_mini_names
from sim.view.table_view import TableView
from sim.view.ui import Ui
from sim.window.app import App
from sim.window.page import Page
from sim.window.puzzles.bar import draw_answered, draw_asking, draw_end, draw_making
from sim.window.puzzles.run import PuzzleRun, as_observed
from sim.window.tools import PlainContext, Tools
from sim.words import say

__all__ = ["PuzzlePage"]

#: What may be done before the answer is given: nothing that tells it.
_BEFORE = ("measure", "top", "whole", "focus", "roofs", "map", "help")
_GAP, _TOP = 10.0, 52.0
#: Room that the card of the answer takes at the right, and that is left round the two, points.
_CARD, _ROOM = 330.0, 36.0
#: A window so wide has room for the card, points.
_BROAD = 900.0


class PuzzlePage(Page):
    """Asks the puzzles of a run.

    Parameters
    ----------
    app : App
    run : PuzzleRun
    """

    name = "puzzles"

    def __init__(self, app: App, run: PuzzleRun) -> None:
        self.app, self.run = app, run
        self.view: TableView | None = None
        self.tools: Tools | None = None
        self._context: PlainContext | None = None
        self._frames = 0
        self._shown = -1
        self.guess = 0.0
        self._high = 120.0
        self._off = False

    @property
    def table(self) -> TableView | None:
        """The table, once it is built."""
        return self.view

    @property
    def insets(self) -> Sequence[tuple[Any, Inset]]:
        """The eye's picture, when it is open."""
        return self.tools.insets if self.tools is not None else ()

    @property
    def state(self) -> str:
        """Return ``making``, ``asking``, ``answered`` or ``over``."""
        if not self.run.puzzles:
            return "making"
        if self.run.puzzle is None:
            return "over"
        return "asking" if self.run.said is None else "answered"

    def leave(self) -> None:
        """Look for no more puzzles and let go of the table."""
        self.run.stop()
        if self.tools is not None:
            self.tools.close()
        if self.view is not None:
            self.view.close()

    # --- doing -------------------------------------------------------------------------------

    def answer(self, sees: bool) -> None:
        """Answer, and show why."""
        if self.state != "asking" or self.tools is None:
            return
        self.run.answer(sees, self.guess or None)
        self.tools.pair = ("A", "B")
        self._off = True
        if self._is_broad:
            self.tools.sight.between("A", "B")
        else:
            # No room for the card of reasons: the line alone, and the sentences below.
            self._draw_line()
        self.app.wake()

    def next(self) -> None:
        """Go on to the next puzzle."""
        if self.state == "answered":
            self.run.next()
            self.app.wake()

    def again(self) -> None:
        """Begin another run on the same table."""
        try:
            run = PuzzleRun(
                self.run.path,
                self.run.level,
                self.run.count,
                seed=self.app.backstage.fresh_seed(),
            )
        except HulldownError as error:
            self.app.tell_error(error)
            return
        self.app.swap(PuzzlePage(self.app, run))

    def eye(self) -> None:
        """Open the eye's picture, make it large, close it."""
        if self.tools is not None:
            self.tools.act("eye")

    def may(self, action: str) -> bool:
        """Return whether a tool may be used now: none that tells the answer before it is given."""
        return self.state == "answered" or action in _BEFORE

    def act(self, action: str) -> bool:
        """Answer by keys, go on, use a tool, leave."""
        if action == "option_1" or action == "option_2":
            self.answer(action == "option_1")
            return True
        if action == "confirm":
            if self.state == "over":
                self.app.after_frame(self.again)
            self.next()
            return True
        if self.tools is not None and self.state in ("asking", "answered"):
            if action == "back":
                if self._put_away():
                    return True
            elif self.may(action) and self.tools.act(action):
                return True
        if action == "back":
            self.app.after_frame(self.app.back)
            return True
        return False

    def _put_away(self) -> bool:
        """Put a tool away that is open; the line of the answer stays."""
        assert self.tools is not None
        if self.state == "answered" and self.tools.sight.active and not self.tools.eye.size:
            return False
        return self.tools.act("back")

    def take(self, each: Input) -> bool:
        """Use a tool; a click on a figure selects it."""
        if self.tools is None or self.state not in ("asking", "answered"):
            return False
        if self.tools.take(each):
            return True
        if each.name == "mouse1" and each.kind == "down" and self._context is not None:
            pointed = self._context.pointed()
            if pointed is not None and pointed.mini:
                self._context.chosen = pointed.mini
                self.app.wake()
                return True
        return False

    # --- the table ---------------------------------------------------------------------------

    @property
    def _is_broad(self) -> bool:
        return self.app.window.ui.size[0] >= _BROAD

    def _frame(self, right: float = 0.0) -> None:
        """Look at both from where neither is behind a panel.

        Parameters
        ----------
        right : float
            Points that a card takes at the right.
        """
        assert self.view is not None
        window, orbit = self.app.window, self.view.orbit
        wide, high = window.ui.size
        box = (_ROOM, _TOP + _ROOM, wide - right - _ROOM, high - self._high - _ROOM)
        for _ in range(3):
            orbit.settle()
            spots = np.array(window.points(self._ends()))
            low, up = spots[:, :2].min(axis=0), spots[:, :2].max(axis=0)
            room = np.maximum((box[2] - box[0], box[3] - box[1]), 40.0)
            orbit.zoom_by(max(1.0, float(((up - low) / room).max())))
            orbit.settle()
            spots = np.array(window.points(self._ends()))[:, :2]
            off = (spots.min(axis=0) + spots.max(axis=0)) / 2
            across, along = off[0] - (box[0] + box[2]) / 2, off[1] - (box[1] + box[3]) / 2
            orbit.pan_by(across / high, -along / high)
        orbit.settle()

    def _ends(self) -> list[Point3]:
        """Return feet and names of both."""
        assert self.view is not None
        pieces = self.view.pieces
        feet = [(*each.pose.at, self.view.stage.support(each.pose)) for each in pieces]
        return [*feet, *(self.view.above(each) for each in pieces)]

    def _draw_line(self) -> None:
        """Draw the line of the verdict: free, or stopped at what blocks it."""
        puzzle = self.run.puzzle
        assert self.view is not None
        assert puzzle is not None, "nothing is asked"
        line = LiveSight(self.run.facts).look(puzzle.a, puzzle.b, []).line
        look = line_look("clear" if line.free else "blocked")
        made = sight_line(line.eye, line.end, look, stop=line.stop)
        self.view.paint("puzzle-line", puzzle.id, lambda: made)

    # --- time --------------------------------------------------------------------------------

    def tick(self, seconds: float) -> bool:
        """Build the table after the first frames, take up puzzles, let the tools go on."""
        self._frames += 1
        if self.view is None:
            if self._frames < 3:
                return True
            wide, high = self.app.window.size
            self.view = TableView(self.run.facts, wide / high)
            self.view.show(as_observed(None), glide=False)
            if not self.run.puzzles:
                self.run.begin()
            return True
        if self.state == "making":
            try:
                if not self.run.made:
                    return True
            except HulldownError as error:
                self.app.tell_error(error)
                self.app.after_frame(self.app.back)
                return False
        if self._shown != self.run.place:
            self._show()
        elif self._off and self.state in ("asking", "answered"):
            self._frame(_CARD if self.state == "answered" and self._is_broad else 0.0)
            self._off = False
        return self.tools.tick(seconds) if self.tools is not None else False

    def _show(self) -> None:
        """Set the present puzzle up: nothing of the last one stays on the table."""
        assert self.view is not None
        self._shown = self.run.place
        if self.tools is not None:
            self.tools.close()
            self.tools = None
        puzzle = self.run.puzzle
        self.view.wipe("puzzle-line")
        self.view.show(as_observed(puzzle), glide=False)
        if puzzle is None:
            self.view.orbit.whole_table()
            return
        self.guess = 0.0
        self.view.orbit.focus([puzzle.a.pose.at, puzzle.b.pose.at])
        self._frame()
        self._context = PlainContext(self.app, self.view)
        self.tools = Tools(self.app, self.view, self.run.facts, self._context)

    # --- drawing -----------------------------------------------------------------------------

    def draw(self, ui: Ui) -> None:
        """Draw the names, the tools, the score above and the question below."""
        wide, high = ui.size
        state = self.state
        if self.view is None:
            ui.shade(1.0)
        elif self.tools is not None:
            draw_mini_names(ui, self.view, self.app.window.size)
            self.tools.room = (_GAP, _TOP + _GAP, wide - _GAP, high - self._high - 2 * _GAP)
            self.tools.draw(ui)
        self._draw_top(ui)
        if state in ("making", "over"):
            at = (wide / 2, high * 0.34)
            with ui.panel("puzzle", at, (460, 0), pivot=(0.5, 0.0)):
                draw_making(ui, self) if state == "making" else draw_end(ui, self)
            return
        at, size = (_GAP, high - _GAP), (wide - 2 * _GAP, 0.0)
        with ui.panel("puzzle", at, size, pivot=(0.0, 1.0)):
            draw_asking(ui, self) if state == "asking" else draw_answered(ui, self)
            box = ui.panel_box()
            tall = box[3] - box[1]
        if abs(tall - self._high) > 1.0:
            # What the bar would cover moves up.
            self._high, self._off = tall, True
            self.app.wake()

    def _draw_top(self, ui: Ui) -> None:
        run, wide = self.run, ui.size[0]
        with ui.panel("top", (_GAP, _GAP), (wide - 2 * _GAP, _TOP)):
            puzzle = run.puzzle
            if self._is_broad or puzzle is None:
                ui.text(run.scene.name, "gold", wrap=False)
                ui.beside(16)
            if puzzle is not None:
                level = say(f"puzzle.level_name.{puzzle.level}")
                numbers = {"number": run.place + 1, "count": len(run.puzzles)}
                ui.text(say("puzzle.nth", level=level, **numbers), "dim", wrap=False)
                ui.beside(24)
            score = run.score
            text = say(
                "puzzle_page.score",
                points=run.points,
                right=score.right,
                asked=score.asked,
                streak=score.streak,
            )
            ui.text(text, wrap=False, name="score")
            label, key = say("window.back"), self.app.keys.key("back")
            ui.to_right(ui.text_size(f"{label}  [{key}]")[0] + 24)
            if ui.button("back", label, key=key):
                self.app.after_frame(self.app.back)

    def facts(self) -> dict[str, object]:
        """Return the state, the score, and what the tools show."""
        run = self.run
        found: dict[str, object] = {
            "state": self.state,
            "place": run.place,
            "count": len(run.puzzles),
            "right": run.score.right,
            "asked": run.score.asked,
            "streak": run.score.streak,
            "points": run.points,
        }
        if self.tools is not None:
            found["tools"] = self.tools.facts()
        return found
