"""The bar at the top: game, turn and phase, score, undo, speed, menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sim.engine.observed import Observed, Track
from sim.view.livery import liveries
from sim.view.ui import Ui
from sim.window.battle.at_table import AtTable
from sim.window.battle.layout import TOP_HIGH, Layout
from sim.words import has, say

__all__ = ["SPEEDS", "TopBar", "faster", "slower"]

#: The speeds that keys and button go through; 0 shows everything at once.
SPEEDS = (0.5, 1.0, 2.0, 4.0, 0.0)


def _nearest(speed: float) -> int:
    if speed <= 0:
        return len(SPEEDS) - 1
    return min(range(len(SPEEDS) - 1), key=lambda place: abs(SPEEDS[place] - speed))


def faster(speed: float) -> float:
    """Return the next faster speed; the fastest stays."""
    return SPEEDS[min(_nearest(speed) + 1, len(SPEEDS) - 1)]


def slower(speed: float) -> float:
    """Return the next slower speed; the slowest stays."""
    return SPEEDS[max(_nearest(speed) - 1, 0)]


@dataclass
class TopBar:
    """Draws the bar.

    Attributes
    ----------
    at : AtTable
    do : callable
        Does an action by its name (`keys.ACTIONS`).
    """

    at: AtTable
    do: Callable[[str], object]

    def draw(self, ui: Ui, layout: Layout, name: str, owes: int) -> None:
        """Draw it.

        Parameters
        ----------
        name : str
            Of the battle.
        owes : int
            So many lines are on the list of what is owed.
        """
        observed = self.at.observed
        with ui.panel("top", (0.0, 0.0), (layout.size[0], TOP_HIGH)):
            if not layout.narrow:
                ui.text(name, "gold", wrap=False)
                ui.beside(18)
            self._tracks(ui, observed.tracks, layout)
            self._sides(ui, observed)
            self._buttons(ui, layout, owes)

    def _tracks(self, ui: Ui, tracks: Sequence[Track], layout: Layout) -> None:
        for place, track in enumerate(tracks):
            if not 0 <= track.now < len(track.steps):
                continue
            label = say(track.key, **track.params)
            if _counts(track):
                now = say("talk.track.of", now=track.steps[track.now], last=track.steps[-1])
                ui.text(say("talk.track.counted", label=label, now=now), name=f"track/{place}")
                ui.beside(14)
                continue
            self._steps(ui, place, track, layout)

    def _steps(self, ui: Ui, place: int, track: Track, layout: Layout) -> None:
        """Draw the steps of a track, the present one bright; narrow bars show only that one."""
        for step, text in enumerate(track.steps):
            now = step == track.now
            if layout.size[0] < 1250 and not now:
                continue
            shown = say(text) if has(text) else text
            ui.text(shown, "gold" if now else "dim", wrap=False, name=f"track/{place}/{step}")
            ui.beside(6)
            if step < len(track.steps) - 1 and layout.size[0] >= 1250:
                ui.text(say("talk.track.next"), "dim", wrap=False)
                ui.beside(6)
        ui.beside(14)

    def _sides(self, ui: Ui, observed: Observed) -> None:
        looks = liveries([side.id for side in observed.sides])
        for side in observed.sides:
            livery = looks[side.id]
            ui.swatch(livery.rim, any(light for _, light in livery.pattern))
            ui.beside(5)
            score = say("talk.score", side=side.name, score=f"{side.score:g}")
            ui.text(score, "plain", wrap=False, name=f"score/{side.id}")
            ui.beside(12)

    def _buttons(self, ui: Ui, layout: Layout, owes: int) -> None:
        keys = self.at.app.keys
        # A step that shows something cannot be measured while it is drawn: widths are known.
        ui.to_right(322.0 if not layout.narrow else 250.0)
        if owes:
            label = say("talk.owing.button", count=owes)
            if ui.button("owing", label, hint=keys.key("owing"), kind="chosen"):
                self.do("owing")
            ui.beside(6)
        why_not = self.at.conductor.why_not_undo()
        if ui.button("undo", say("talk.undo"), hint=keys.key("undo"), why_not=why_not):
            self.do("undo")
        ui.beside(6)
        speed = self.at.app.settings.speed
        label = say("talk.speed", speed=f"{speed:g}") if speed > 0 else say("talk.at_once")
        hint = say("talk.speed_hint", slower=keys.key("slower"), faster=keys.key("faster"))
        if ui.button("speed", label, hint=hint):
            self.do("around")
        ui.beside(6)
        if ui.button("menu", say("talk.menu"), hint=keys.key("menu")):
            self.do("menu")


def _counts(track: Track) -> bool:
    return track.steps[0] == "1" and track.steps[-1].isdigit()
