"""A window that follows a game played elsewhere: beside a terminal, nothing is answered in it."""

from __future__ import annotations

import queue
from collections.abc import Sequence

from sim.engine.observed import Observed
from sim.table.facts import Facts
from sim.view.ui import Ui
from sim.view.window import Window
from sim.window.app import App
from sim.window.looking import LookPage

__all__ = ["FollowWindow"]

_LINES = 9


class FollowWindow:
    """Shows what it is told; `show` and `log` may be called from another thread.

    Parameters
    ----------
    facts : Facts
    title : str
    window : Window, optional
        To draw in; a new one by default.

    Raises
    ------
    HulldownError
        When there is no display, or nothing can draw on it.
    """

    def __init__(self, facts: Facts, title: str = "", window: Window | None = None) -> None:
        self.app = App(window or Window(title), None)
        self.page = _FollowPage(self.app, facts)
        self.app.go(self.page)
        self._inbox: queue.SimpleQueue[Observed | tuple[str, ...]] = queue.SimpleQueue()

    def show(self, observed: Observed) -> None:
        """Show this from the next frame on; miniatures that moved glide to their places."""
        self._inbox.put(observed)

    def log(self, lines: Sequence[str]) -> None:
        """Append lines to the log."""
        self._inbox.put(tuple(lines))

    def step(self) -> bool:
        """Take up what came and draw a frame; return False once the window has been closed."""
        newest: Observed | None = None
        while not self._inbox.empty():
            item = self._inbox.get()
            if isinstance(item, Observed):
                newest = item
            else:
                self.page.lines = (*self.page.lines, *item)[-_LINES:]
            self.app.wake()
        if newest is not None:
            self.page.view.show(newest)
        return self.app.step()

    def close(self) -> None:
        """Close the window."""
        self.app.close()


class _FollowPage(LookPage):
    """The table with the last lines of the log."""

    name = "follow"

    def __init__(self, app: App, facts: Facts) -> None:
        super().__init__(app, facts, Observed("", "", (), (), ()))
        self.lines: tuple[str, ...] = ()

    def draw(self, ui: Ui) -> None:
        super().draw(ui)
        if self.lines:
            with ui.panel("log", (10.0, ui.size[1] - 10), (460.0, 0.0), pivot=(0.0, 1.0)):
                for line in self.lines:
                    ui.text(line, "dim", size=0.92)
