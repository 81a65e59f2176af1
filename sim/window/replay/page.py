"""A recorded game as a film: play, step, drag along it, jump to a turn or a line of the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.errors import HulldownError
from sim.view.inputs import Input
from sim.view.screen import Inset
from sim.view.table_labels import draw_unit_labels
from sim.view.table_view import TableView
from sim.view.ui import Ui
from sim.window.app import App
from sim.window.battle.beats import Told
from sim.window.battle.film import Film
from sim.window.page import Page
from sim.window.ports import Recording
from sim.window.tools import AsItStood, PlainContext, Tools
from sim.words import say

__all__ = ["ReplayPage"]

#: How long a moment stays while the film runs, seconds at the usual speed.
_STAY = 1.1
#: Entries developed in a frame while nothing else goes on.
_SLICE = 4


class ReplayPage(Page):
    """Shows a recorded game.

    Parameters
    ----------
    app : App
    recording : Recording

    Attributes
    ----------
    film : Film
    k : int
        The moment that is shown.
    runs : bool
        Whether the film goes on by itself.
    viewer : str
        Side whose eyes are looked through; empty for all.
    """

    name = "replay"

    def __init__(self, app: App, recording: Recording) -> None:
        self.app = app
        self.recording = recording
        self.film = Film.of(recording, recording.scene.source)
        wide, high = app.window.size
        self.view = TableView(recording.facts, wide / high)
        self._context = PlainContext(app, self.view, recording.scene)
        self.tools = Tools(app, self.view, recording.facts, self._context)
        self.k, self.runs, self.viewer = 0, False, ""
        self._stayed = 0.0
        self._told: tuple[Told, ...] = ()
        self._shows_log = True
        self._trouble = ""
        self._follow = True
        self._show(glide=False)

    @property
    def table(self) -> TableView:
        """The table."""
        return self.view

    @property
    def insets(self) -> Sequence[tuple[Any, Inset]]:
        """What a miniature sees, when that is open."""
        return self.tools.insets

    def leave(self) -> None:
        """Let go of the table."""
        self.tools.close()
        self.view.close()

    # --- seeking -----------------------------------------------------------------------------

    def seek(self, k: int, *, glide: bool = True) -> None:
        """Go to a moment; beyond either end the end itself is shown."""
        try:
            k = self.film.reach(max(0, k))
        except HulldownError as error:
            self._fail(error)
            k = len(self.film) - 1
        forward = k == self.k + 1
        self.k = k
        self._stayed = 0.0
        self._follow = True
        self._show(glide=glide and forward)

    def _show(self, *, glide: bool) -> None:
        observed = self.film.observed_at(self.k, self.viewer)
        self._told = self.film.events_at(self.k, self.viewer)
        paths: dict[str, Sequence[tuple[float, float]]] = {}
        for told in self._told:
            ways = told.event.data.get("paths")
            if isinstance(ways, dict):
                paths.update(ways)
        self.view.pace = 0.6 / self.app.settings.speed if self.app.settings.speed else 0.0
        self.view.show(observed, glide=glide, paths=paths)
        self._context.match = AsItStood(self.recording.game, self.film.state_at(self.k))
        self.app.wake()

    def _fail(self, error: HulldownError) -> None:
        self.runs = False
        self._trouble = str(error)
        self.app.tell_error(error)

    @property
    def at_end(self) -> bool:
        """Whether the last moment is shown."""
        return self.film.developed and self.k >= len(self.film) - 1

    # --- page --------------------------------------------------------------------------------

    def tick(self, seconds: float) -> bool:
        """Develop a slice of the film, and go on when it runs."""
        if not self.film.developed and not self._trouble:
            try:
                self.film.develop(_SLICE)
            except HulldownError as error:
                self._fail(error)
        if self.runs:
            self._stayed += seconds * (self.app.settings.speed or 8.0)
            if self._stayed >= _STAY and not self.view.is_gliding:
                if self.at_end:
                    self.runs = False
                else:
                    self.seek(self.k + 1)
        moving = self.tools.tick(seconds)
        return moving or self.runs or not (self.film.developed or self._trouble)

    def act(self, action: str) -> bool:
        """Play, step, look, leave."""
        if self.tools.act(action):
            return True
        steps = {"nudge_right": 1, "nudge_left": -1, "fine_right": 10, "fine_left": -10}
        if action == "confirm":
            self.runs = not self.runs
        elif action in steps:
            self.seek(self.k + steps[action])
        elif action in ("next", "previous"):
            self._turn(1 if action == "next" else -1)
        elif action == "log":
            self._shows_log = not self._shows_log
        elif action == "back":
            self.app.after_frame(self.app.back)
        else:
            return False
        self.app.wake()
        return True

    def take(self, each: Input) -> bool:
        """Use a tool; a click on a miniature selects it for the tools."""
        if self.tools.take(each):
            return True
        if each.name == "mouse1" and each.kind == "down":
            pointed = self._context.pointed()
            self._context.chosen = pointed.mini if pointed is not None else ""
            self.app.wake()
            return bool(self._context.chosen)
        return False

    def _turn(self, step: int) -> None:
        """Go to the beginning of the next turn, or of the one before."""
        starts = [turn.k for turn in self.film.turns()]
        if step > 0:
            later = [k for k in starts if k > self.k]
            self.seek(later[0] if later else len(self.film) - 1, glide=False)
        else:
            earlier = [k for k in starts if k < self.k]
            self.seek(earlier[-1] if earlier else 0, glide=False)

    # --- drawing -----------------------------------------------------------------------------

    def draw(self, ui: Ui) -> None:
        """Draw the strip with the scrubber, what is told, and the log."""
        draw_unit_labels(ui, self.view, self.app.window.size, self.tools.covers)
        wide, high = ui.size
        with ui.panel("strip", (wide / 2, high - 12), (wide - 24, 104), pivot=(0.5, 1)):
            self._strip(ui, wide - 60)
        self._caption(ui)
        if self._shows_log:
            with (
                ui.panel(
                    "replay-log",
                    (wide - 12, 12),
                    (380, high - 140),
                    pivot=(1, 0),
                    title=say("window.replay.log"),
                ),
                ui.area("replay-log/lines"),
            ):
                self._log(ui)
        right = wide - (404 if self._shows_log else 12)
        self.tools.room = (12, 12, right, high - 124)
        self.tools.draw(ui)

    def _strip(self, ui: Ui, wide: float) -> None:
        moment = self.film.moments[self.k]
        keys = self.app.keys
        if ui.button(
            "play",
            say("window.replay.stop" if self.runs else "window.replay.play"),
            key=keys.key("confirm"),
            kind="primary",
            width=120,
        ):
            self.act("confirm")
        for name, action in (
            ("turn-back", "previous"),
            ("step-back", "nudge_left"),
            ("step", "nudge_right"),
            ("turn", "next"),
        ):
            ui.beside()
            if ui.button(
                name, say(f"window.replay.{name.replace('-', '_')}"), key=keys.key(action)
            ):
                self.act(action)
        ui.beside()
        sides = [("", say("window.replay.all"))]
        sides += [(s.id, s.name) for s in self.film.observed_at(self.k).sides]
        viewer = ui.choice("viewer", "", self.viewer, sides, width=190)
        if viewer != self.viewer:
            self.viewer = viewer
            self._show(glide=False)
        ui.beside()
        ui.text(
            say("window.replay.where", turn=moment.turn, phase=moment.phase), "gold", wrap=False
        )
        last = max(1, len(self.film) - 1)
        k = round(
            ui.slider("scrubber", "", float(self.k), 0.0, float(last), form="%.0f", width=wide)
        )
        if k != self.k:
            self.runs = False
            self.seek(k)
        if not self.film.developed:
            ui.bar(self.film.progress, say("window.replay.developing"), width=wide, height=6)

    def _caption(self, ui: Ui) -> None:
        asked = self.film.asked_at(self.k, self.viewer)
        lines = [told.event.text() for told in self._told][:6]
        if not lines and not asked:
            return
        with ui.panel("caption", (12, ui.size[1] - 128), (480, 0), pivot=(0, 1)):
            if asked:
                ui.text(asked, "dim", size=0.9)
            for line in lines:
                ui.text(line)

    def _log(self, ui: Ui) -> None:
        now = self.film.moments[self.k]
        for index, event in self.film.log(self.viewer):
            chosen = now.first_event <= index < now.end_event
            if event.kind.endswith("-began"):
                ui.heading(event.text())
                continue
            if ui.row(f"event/{index}", event.text(), chosen=chosen):
                self.runs = False
                self.seek(self.film.jump_to_event(index), glide=False)
            if self._follow and index == now.first_event:
                ui.scroll_here()
                self._follow = False

    def facts(self) -> dict[str, object]:
        """Return which moment is shown."""
        return {
            "k": self.k,
            "moments": len(self.film),
            "developed": self.film.developed,
            "runs": self.runs,
            **self.tools.facts(),
        }
