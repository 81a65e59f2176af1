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

#: Widths from which there is room for all phases, and for the battle's name as well.
_WIDE, _ROOMY = 1180.0, 1380.0

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
            if layout.size[0] >= _ROOMY:
                ui.text(name, "gold", wrap=False)
                ui.beside(18)
            self._tracks(ui, observed.tracks, layout)
            self._sides(ui, observed)
            self._buttons(ui, owes)

    def _tracks(self, ui: Ui, tracks: Sequence[Track], layout: Layout) -> None:
        """Draw the turns and phases; what a side still has is drawn beside its colours."""
        for place, track in enumerate(tracks):
            if not 0 <= track.now < len(track.steps) or _is_stock(track):
                continue
            if not _counts(track):
                self._steps(ui, place, track, layout)
                continue
            label = say(track.key, **track.params)
            now = say("talk.track.of", now=track.steps[track.now], last=track.steps[-1])
            text = say("talk.track.counted", label=label, now=now)
            ui.text(text, wrap=False, name=f"track/{place}")
            ui.beside(14)

    def _steps(self, ui: Ui, place: int, track: Track, layout: Layout) -> None:
        """Draw the steps of a track, the present one bright; narrow bars show only that one."""
        for step, text in enumerate(track.steps):
            now = step == track.now
            if layout.size[0] < _WIDE and not now:
                continue
            shown = say(text) if has(text) else text
            ui.text(shown, "gold" if now else "dim", wrap=False, name=f"track/{place}/{step}")
            ui.beside(6)
            if step < len(track.steps) - 1 and layout.size[0] >= _WIDE:
                ui.text(say("talk.track.next"), "dim", wrap=False)
                ui.beside(6)
        ui.beside(14)

    def _sides(self, ui: Ui, observed: Observed) -> None:
        """Draw each side's score and what it still has beside its colours; names on hover."""
        looks = liveries([side.id for side in observed.sides])
        for side in observed.sides:
            livery = looks[side.id]
            ui.swatch(livery.rim, any(light for _, light in livery.pattern))
            ui.hint(side.name)
            ui.beside(5)
            ui.text(f"{side.score:g}", wrap=False, name=f"score/{side.id}")
            ui.hint(say("talk.score", side=side.name, score=f"{side.score:g}"))
            for place, track in enumerate(observed.tracks):
                if _is_stock(track) and len(track.steps) > 1 and side.name in track.params.values():
                    ui.beside(8)
                    now, last = track.steps[track.now], track.steps[-1]
                    text = say("talk.track.stock", now=now, last=last)
                    ui.text(text, "gold", wrap=False, name=f"track/{place}")
                    label = say(track.key, **track.params)
                    ui.hint(say("talk.track.counted", label=label, now=now))
            ui.beside(14)

    def _buttons(self, ui: Ui, owes: int) -> None:
        """Draw the buttons at the right edge."""
        keys = self.at.app.keys
        speed = self.at.app.settings.speed
        hint = say("talk.speed_hint", slower=keys.key("slower"), faster=keys.key("faster"))
        rows: list[tuple[str, str, str, str, str]] = []
        if owes:
            label = say("talk.owing.button", count=owes)
            rows.append(("owing", label, say("talk.owing.title"), "", "owing"))
        why_not = self.at.conductor.why_not_undo()
        rows.append(("undo", say("talk.undo"), say("talk.undo_hint"), why_not, "undo"))
        label = say("talk.speed", speed=f"{speed:g}") if speed > 0 else say("talk.at_once")
        rows.append(("speed", label, hint, "", "around"))
        rows.append(("menu", say("talk.menu"), "", "", "menu"))
        ui.to_right(sum(ui.text_size(label)[0] + 20 + 6 for _, label, *_ in rows) - 6)
        for place, (name, label, hint, why_not, action) in enumerate(rows):
            if place:
                ui.beside(6)
            key = keys.key(action) if action != "around" else ""
            told = say("talk.hint_key", text=hint, key=key) if key else hint
            if ui.button(name, label, hint=told.strip(), why_not=why_not):
                self.do(action)


def _counts(track: Track) -> bool:
    return track.steps[0] == "1" and track.steps[-1].isdigit()


def _is_stock(track: Track) -> bool:
    """Whether a track tells how many of something are left: its steps count from zero."""
    return track.steps[0] == "0" and all(step.isdigit() for step in track.steps)
