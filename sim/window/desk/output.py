"""What leaves the desk: the scene, the certificate, what would turn the verdict."""

from __future__ import annotations

import webbrowser
from pathlib import Path

from sim.engine.documents import Document
from sim.errors import HulldownError
from sim.view.ui import Ui
from sim.window.app import App
from sim.window.battle.saves import data_folder
from sim.window.desk.answer import Answer, error_text
from sim.window.desk.bench import Bench
from sim.window.ends.document_view import draw_document
from sim.window.ports import Work
from sim.words import say

__all__ = ["Output"]


class Output:
    """Writes and searches beside the frames.

    Parameters
    ----------
    app : App
    bench : Bench
    answer : Answer
    folder : Path, optional
        Where scenes and certificates are written; by default the person's own folders.

    Attributes
    ----------
    written : Path or None
        The certificate written last.
    found : Document or None
        What would turn the verdict.
    """

    def __init__(self, app: App, bench: Bench, answer: Answer, folder: Path | None = None) -> None:
        self.app, self.bench, self.answer = app, bench, answer
        self._scenes = folder or data_folder() / "scenes"
        self._pages = folder or data_folder() / "certificates"
        self.written: Path | None = None
        self.found: Document | None = None
        self._writing: Work | None = None
        self._searching: Work | None = None
        self._name = ""
        self._names = False

    # --- the scene ---------------------------------------------------------------------------

    def save(self) -> None:
        """Ask for a name, and write the scene under it."""
        self._names = True
        self._name = self._name or self.bench.draft.file.name

    def _save_as(self) -> None:
        slug = "".join(c if c.isalnum() else "-" for c in self._name.strip().lower()).strip("-")
        path = self._scenes / f"{slug or 'spot'}.toml"
        try:
            self._scenes.mkdir(parents=True, exist_ok=True)
            self.bench.draft.set_title(self._name.strip() or self.bench.draft.file.name)
            self.bench.draft.save(path)
        except HulldownError as error:
            self.app.tell_error(error)
            return
        except OSError as error:
            self.app.tell(say("desk.not_written", path=path, detail=error), "bad")
            return
        self._names = False
        self.app.tell(say("desk.saved", path=path), "good")

    def _as_it_stands(self) -> Path | None:
        """Write the scene for work in a process of its own; None when it is not good."""
        path = self._pages / "as-it-stands.toml"
        try:
            self._pages.mkdir(parents=True, exist_ok=True)
            self.bench.draft.save(path)
        except HulldownError as error:
            self.app.tell_error(error)
            return None
        except OSError as error:
            self.app.tell(say("desk.not_written", path=path, detail=error), "bad")
            return None
        return path

    # --- certificate and what-if ----------------------------------------------------------------

    def write_certificate(self) -> None:
        """Begin to write a certificate of the question as it stands."""
        scene = self._as_it_stands()
        if scene is None or self._writing is not None or not self.bench.target:
            return
        number = 1
        while (out := self._pages / f"certificate-{number:03d}.html").exists():
            number += 1
        self._writing = self.app.backstage.certificate(
            scene, self.bench.looker, self.bench.target, out, error_text(self.answer.error)
        )

    def ask_what_if(self) -> None:
        """Begin to search what would turn the verdict."""
        scene = self._as_it_stands()
        if scene is None or self._searching is not None or not self.bench.target:
            return
        self.found = None
        self._searching = self.app.backstage.what_if(scene, self.bench.looker, self.bench.target)

    def tick(self) -> bool:
        """Take up what is done; return whether something is still going on."""
        if self._writing is not None and self._writing.done:
            work, self._writing = self._writing, None
            try:
                self.written = work.result()
                self.app.tell(say("desk.certified", path=self.written), "good")
            except HulldownError as error:
                self.app.tell_error(error)
        if self._searching is not None and self._searching.done:
            work, self._searching = self._searching, None
            try:
                self.found = work.result()
            except HulldownError as error:
                self.app.tell_error(error)
        return self._writing is not None or self._searching is not None

    def back(self) -> bool:
        """Close what lies over the table; return whether there was something."""
        was = self._names or self.found is not None
        self._names, self.found = False, None
        return was

    def close(self) -> None:
        """Stop what goes on."""
        for work in (self._writing, self._searching):
            if work is not None:
                work.stop()

    # --- drawing -----------------------------------------------------------------------------

    def draw_buttons(self, ui: Ui) -> None:
        """Draw the three ways out."""
        keys = self.app.keys
        if self._writing is not None:
            ui.bar(self._writing.progress, say("desk.writing"), width=150)
        elif ui.button(
            "certificate", say("desk.certificate"), key=keys.key("certificate"), kind="primary"
        ):
            self.app.after_frame(self.write_certificate)
        ui.beside()
        if self._searching is not None:
            ui.bar(self._searching.progress, say("desk.searching"), width=100)
        elif ui.button("what-if", say("desk.what_if"), key=keys.key("what_if")):
            self.app.after_frame(self.ask_what_if)
        ui.beside()
        if ui.button("save", say("desk.save")):
            self.save()

    def draw(self, ui: Ui) -> None:
        """Draw the dialog for a name, what was found, and the way to the certificate."""
        wide, high = ui.size
        if self._names:
            with ui.panel("name", (wide / 2, high * 0.3), (420, 0), pivot=(0.5, 0), front=True):
                ui.heading(say("desk.save_title"))
                self._name, entered = ui.entry("save-name", "", self._name, width=390)
                if ui.button("save-now", say("desk.save_now"), kind="primary") or entered:
                    self.app.after_frame(self._save_as)
        if self.found is not None:
            at = (wide / 2 - 60, 20)
            with ui.panel("found", at, (520, min(430.0, high - 300)), pivot=(0.5, 0), scroll=True):
                ui.text(self.found.title, "gold")
                draw_document(ui, self.found)
        if self.written is not None:
            with ui.panel("certified", (wide - 10, high - 80), (0, 0), pivot=(1, 1)):
                if ui.button("open-certificate", say("desk.open")):
                    webbrowser.open(self.written.resolve().as_uri())
