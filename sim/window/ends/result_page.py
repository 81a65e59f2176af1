"""The result: who won and why, what decided it, the dice against expectation, the report page."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import Any

from sim.engine.documents import Document
from sim.errors import HulldownError
from sim.view.ui import Ui
from sim.window.app import App
from sim.window.ends.document_view import draw_document
from sim.window.page import Page
from sim.window.ports import Work
from sim.window.ways import open_replay
from sim.words import say

__all__ = ["ResultPage"]


class ResultPage(Page):
    """Shows how a battle went; worked out beside the frames.

    Parameters
    ----------
    app : App
    journal : Path
    viewer : str
        Of an unfinished battle, what this side may know.
    """

    name = "result"

    def __init__(self, app: App, journal: Path, viewer: str = "") -> None:
        self.app = app
        self.journal, self.viewer = journal, viewer
        self.document: Document | None = None
        self.report: Path | None = None
        self._result: Work | None = app.backstage.result(journal, viewer)
        self._report: Work | None = None

    def leave(self) -> None:
        """Stop what is still being worked out."""
        for work in (self._result, self._report):
            if work is not None:
                work.stop()

    def tick(self, seconds: float) -> bool:
        """Take up what has been worked out; something moves while work goes on."""
        if self._result is not None and self._result.done:
            self._result, document = None, self._taken(self._result)
            self.document = document
            self.app.wake()
        if self._report is not None and self._report.done:
            self._report, path = None, self._taken(self._report)
            self.report = path
            if path is not None:
                self.app.tell(say("window.result.written", path=path), "good")
        return self._result is not None or self._report is not None

    def _taken(self, work: Work) -> Any:
        try:
            return work.result()
        except HulldownError as error:
            self.app.tell_error(error)
            return None

    def act(self, action: str) -> bool:
        """Go back."""
        if action not in ("back", "confirm"):
            return False
        self.app.after_frame(self.app.back)
        return True

    def _write(self) -> None:
        self._report = self.app.backstage.report(
            self.journal, self.journal.with_suffix(".html"), self.viewer
        )

    def _again(self) -> None:
        try:
            open_replay(self.app, self.journal)
        except HulldownError as error:
            self.app.tell_error(error)

    # --- drawing -----------------------------------------------------------------------------

    def draw(self, ui: Ui) -> None:
        """Draw the document, and under it what can be done with it."""
        wide, high = ui.size
        across = min(980.0, wide - 40)
        with ui.panel("result", (wide / 2, 20), (across, high - 120), pivot=(0.5, 0)):
            if self.document is None:
                self._waiting(ui)
            else:
                ui.text(self.document.title, "gold", size=1.8)
                with ui.area("result/text"):
                    draw_document(ui, self.document)
        with ui.panel("result-foot", (wide / 2, high - 20), (across, 64), pivot=(0.5, 1)):
            self._buttons(ui)

    def _waiting(self, ui: Ui) -> None:
        if self._result is None:
            ui.text(say("window.result.none"), "bad")
            return
        ui.text(say("window.result.working"), "dim")
        ui.bar(self._result.progress, width=400)

    def _buttons(self, ui: Ui) -> None:
        keys = self.app.keys
        if ui.button("back", say("window.back"), key=keys.key("back"), kind="primary", width=140):
            self.app.after_frame(self.app.back)
        ui.beside()
        if ui.button("replay", say("window.saves.replay")):
            self.app.after_frame(self._again)
        ui.beside()
        if self._report is not None:
            ui.bar(self._report.progress, say("window.result.writing"), width=220)
        elif self.report is not None:
            if ui.button("open-report", say("window.result.open")):
                webbrowser.open(self.report.resolve().as_uri())
        elif ui.button(
            "report", say("window.result.report"), hint=say("window.result.report_hint")
        ):
            self._write()

    def facts(self) -> dict[str, object]:
        """Return the title and where the report lies."""
        return {
            "title": self.document.title if self.document else "",
            "report": str(self.report or ""),
        }
