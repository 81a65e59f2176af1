"""Settings: size, colours, speed, picture quality, keys; kept at once."""

from __future__ import annotations

import msgspec

from sim.view.inputs import Input
from sim.view.livery import liveries
from sim.view.palette import PALETTES
from sim.view.ui import Ui
from sim.window.app import App
from sim.window.keys import ACTIONS, shown, text_of
from sim.window.page import Page
from sim.window.settings import QUALITIES, SCALES, SPEEDS, Settings
from sim.window.storage import save_settings
from sim.words import say

__all__ = ["SettingsPage"]

_STEPS = (0.75, 0.9, 1.0, 1.15, 1.25, 1.5, 1.75, 2.0)


class SettingsPage(Page):
    """Changes the settings; each change holds at once and is kept.

    Parameters
    ----------
    app : App
    """

    name = "settings"

    def __init__(self, app: App) -> None:
        self.app = app
        self._listens_for = ""

    @property
    def table(self) -> None:
        """Nothing behind it."""
        return None

    # --- keys --------------------------------------------------------------------------------

    def act(self, action: str) -> bool:
        """Go back, unless a key is being chosen."""
        if self._listens_for:
            return False
        if action == "back":
            self.app.after_frame(self.app.back)
            return True
        return False

    def take(self, each: Input) -> bool:
        """Take the next key as the one that was asked for."""
        if not self._listens_for or each.kind != "down" or each.name.startswith("mouse"):
            return False
        if each.name in ("shift", "control", "alt"):
            return True
        self.choose_key(self._listens_for, each.chord)
        return True

    def choose_key(self, action: str, chord: str) -> None:
        """Give an action a key of one's own; Esc leaves it as it is, a taken key says by whom."""
        self._listens_for = ""
        if chord == "escape":
            return
        other = self.app.keys.clash(action, chord)
        if other:
            self.app.tell(
                say("window.settings.taken", key=shown(chord), action=text_of(other)), "bad"
            )
            return
        self.app.settings.keys[action] = chord
        self._changed()

    def _changed(self) -> None:
        """Let the settings hold, and keep them."""
        self.app.use_settings()
        try:
            save_settings(self.app.settings)
        except OSError as error:
            self.app.tell(say("window.settings.not_kept", detail=error), "bad")
        self.app.wake()

    # --- drawing -----------------------------------------------------------------------------

    def draw(self, ui: Ui) -> None:
        """Draw the settings on the left and the keys on the right."""
        wide, high = ui.size
        half = min(560.0, wide / 2 - 30)
        before = msgspec.to_builtins(self.app.settings)
        with ui.panel(
            "settings",
            (wide / 2 - 8, 20),
            (half, high - 110),
            pivot=(1, 0),
            title=say("window.settings.title"),
            scroll=True,
        ):
            self._look(ui, self.app.settings)
        with ui.panel(
            "keys",
            (wide / 2 + 8, 20),
            (half, high - 110),
            title=say("window.settings.keys"),
            scroll=True,
        ):
            self._keys(ui)
        with ui.panel("settings-foot", (wide / 2, high - 20), (half * 2 + 16, 62), pivot=(0.5, 1)):
            if ui.button(
                "back", say("window.back"), key=self.app.keys.key("back"), kind="primary", width=160
            ):
                self.app.after_frame(self.app.back)
            ui.beside()
            if ui.button("usual", say("window.settings.usual")):
                self.app.settings = Settings()
        if msgspec.to_builtins(self.app.settings) != before:
            self.app.after_frame(self._changed)

    def _look(self, ui: Ui, now: Settings) -> None:
        scales = [
            (f"{each:g}", say("window.settings.percent", value=round(each * 100)))
            for each in _STEPS
        ]
        picked = ui.choice(
            "scale", say("window.settings.scale"), f"{now.scale:g}", scales, width=200
        )
        now.scale = min(max(float(picked), SCALES[0]), SCALES[1])
        ui.text(say("window.settings.scale_hint"), "dim", size=0.9)
        ui.space()
        palettes = [
            (name, say(f"window.settings.palette_{name.replace('-', '_')}")) for name in PALETTES
        ]
        now.palette = ui.choice(
            "palette", say("window.settings.palette"), now.palette, palettes, width=200
        )
        for livery in list(liveries(["1", "2", "3", "4"]).values())[:4]:
            ui.swatch(livery.rim, any(light for _, light in livery.pattern), side=20)
            ui.beside()
        ui.text(say("window.settings.palette_hint"), "dim", size=0.9)
        ui.space()
        speeds = [
            (f"{each:g}", say(f"window.settings.speed_{str(each).replace('.', '_')}"))
            for each in SPEEDS
        ]
        now.speed = float(
            ui.choice("speed", say("window.settings.speed"), f"{now.speed:g}", speeds, width=200)
        )
        qualities = [(name, say(f"window.settings.quality_{name}")) for name in QUALITIES]
        now.quality = ui.choice(
            "quality", say("window.settings.quality"), now.quality, qualities, width=200
        )
        ui.text(
            say("window.settings.quality_hint", library=self.app.window.screen.library.renderer),
            "dim",
            size=0.9,
        )
        ui.space()
        now.centimetres = ui.check(
            "centimetres", say("window.settings.centimetres"), now.centimetres
        )
        now.lifted_roofs = ui.check("roofs", say("window.settings.roofs"), now.lifted_roofs)
        now.match_style = ui.check(
            "match-style", say("window.settings.match_style"), now.match_style
        )
        full = ui.check("full-screen", say("window.settings.full_screen"), now.full_screen)
        if full != now.full_screen:
            now.full_screen = full
            self.app.window.screen.full(full)

    def _keys(self, ui: Ui) -> None:
        group = ""
        for action in ACTIONS:
            if action.group != group:
                group = action.group
                ui.heading(say(f"window.keys.group.{group}"))
            waits = self._listens_for == action.name
            label = say("window.settings.press") if waits else self.app.keys.key(action.name)
            if ui.button(
                f"key/{action.name}", label, width=110, kind="chosen" if waits else "plain"
            ):
                self._listens_for = "" if waits else action.name
            ui.beside()
            ui.text(text_of(action.name))

    def facts(self) -> dict[str, object]:
        """Return the settings."""
        return {"settings": msgspec.to_builtins(self.app.settings), "listens": self._listens_for}
